//! What every request carries: its language, its body, where it came from.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, PathRejection, QueryRejection};
use axum::extract::{ConnectInfo, FromRef, FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::header::{ACCEPT_LANGUAGE, HOST};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use serde::de::DeserializeOwned;
use store::GameId;

use crate::app::App;
use crate::limits::{Act, Source};
use crate::refused::{Reason, Refused};
use crate::world::Tongue;

/// The language in which the caller is answered: `?language=`, else the first that the browser wants
/// and we speak, else English.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Language(pub(crate) Tongue);

pub(crate) fn language(app: &App, parts: &Parts) -> Tongue {
    let query = parts.uri.query().unwrap_or_default();
    let asked = query.split('&').find_map(|pair| pair.strip_prefix("language="));
    asked
        .and_then(|code| app.world.tongue(code))
        .or_else(|| {
            let header = parts.headers.get(ACCEPT_LANGUAGE)?.to_str().ok()?;
            app.world.accepted(header)
        })
        .unwrap_or_else(|| app.world.english())
}

impl<S: Send + Sync> FromRequestParts<S> for Language
where
    Arc<App>: FromRef<S>,
{
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refused> {
        Ok(Self(language(&Arc::<App>::from_ref(state), parts)))
    }
}

/// A JSON body. Anything else is refused with a reason.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Json<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = Refused;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refused> {
        let bytes = Bytes::from_request(request, state).await.map_err(|rejection: BytesRejection| {
            if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
                Reason::TooLarge.bound(MOST_BODY)
            } else {
                Reason::NotJson.into()
            }
        })?;
        // A body of nothing is an object of nothing: every field may be left out somewhere.
        let bytes: &[u8] = if bytes.is_empty() { b"{}" } else { &bytes };
        serde_json::from_slice(bytes).map(Self).map_err(|error| {
            tracing::debug!(%error, "a body was refused");
            Reason::NotJson.about(&error.to_string())
        })
    }
}

/// The most that a body may have.
pub(crate) const MOST_BODY: usize = 128 * 1024;

/// A game in a path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Id(pub(crate) GameId);

impl<S: Send + Sync> FromRequestParts<S> for Id {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refused> {
        let path: Result<Path<Vec<(String, String)>>, PathRejection> =
            Path::from_request_parts(parts, state).await;
        let Path(path) = path.map_err(|_| Reason::NoSuchGame)?;
        let id = path.iter().find(|(name, _)| name == "id").ok_or(Reason::NoSuchGame)?;
        id.1.parse().map(Self).map_err(|_| Reason::NoSuchGame.into())
    }
}

/// A number in a path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Number(pub(crate) usize);

impl<S: Send + Sync> FromRequestParts<S> for Number {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refused> {
        let path: Result<Path<Vec<(String, String)>>, PathRejection> =
            Path::from_request_parts(parts, state).await;
        let Path(path) = path.map_err(|_| Reason::NotFound)?;
        let number = path.iter().find(|(name, _)| name == "number").ok_or(Reason::NotFound)?;
        number.1.parse().map(Self).map_err(|_| Reason::NotFound.into())
    }
}

/// The part of an address behind the question mark.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asked<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Asked<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refused> {
        let query: Result<Query<T>, QueryRejection> = Query::from_request_parts(parts, state).await;
        query.map(|Query(asked)| Self(asked)).map_err(|_| Reason::NotAQuery.into())
    }
}

/// Where the request came from.
#[derive(Clone, Copy, Debug)]
pub(crate) struct From(pub(crate) IpAddr);

pub(crate) fn address(app: &App, parts: &Parts) -> IpAddr {
    let nearest = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|ConnectInfo(address)| address.ip());
    let forwarded = || {
        // The last one was written by our own proxy.
        let header = parts.headers.get("x-forwarded-for")?.to_str().ok()?;
        header.rsplit(',').next()?.trim().parse().ok()
    };
    let told = if app.config.behind_proxy { forwarded() } else { None };
    told.or(nearest).unwrap_or(IpAddr::from([127, 0, 0, 1]))
}

impl<S: Send + Sync> FromRequestParts<S> for From
where
    Arc<App>: FromRef<S>,
{
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refused> {
        Ok(Self(address(&Arc::<App>::from_ref(state), parts)))
    }
}

/// How people reach this server: as it was set, or as the request did.
pub(crate) fn public_url(app: &App, headers: &HeaderMap) -> String {
    if let Some(url) = &app.config.public_url {
        return url.trim_end_matches('/').to_owned();
    }
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let known = |host: &&str| {
        host.len() <= 200 && host.chars().all(|c| c.is_ascii_alphanumeric() || ".:-[]".contains(c))
    };
    match host.filter(known) {
        Some(host) => format!("http://{host}"),
        None => format!("http://{}", app.config.listen),
    }
}

/// Counts something that costs more than most.
pub(crate) fn count(app: &App, address: IpAddr, act: Act) -> Result<(), Refused> {
    app.limits.count(Source::Address(address), act)
}
