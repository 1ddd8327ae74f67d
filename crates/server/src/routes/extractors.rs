//! Extractors: the language, JSON body, path and query parameters and client address of a request; JSON responses.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, PathRejection, QueryRejection};
use axum::extract::{ConnectInfo, FromRef, FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::header::{ACCEPT_LANGUAGE, CONTENT_TYPE, HOST};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use store::GameId;

use crate::accept_language;
use crate::app::App;
use crate::content::LanguageId;
use crate::rate_limits::{RateLimitKind, Source};
use crate::refusals::{Reason, Refused};

/// The language of the response: `?language=`, else the supported language that `Accept-Language` prefers,
/// else English.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RequestLanguage(pub(crate) LanguageId);

pub(crate) fn request_language(app: &App, parts: &Parts) -> LanguageId {
    let query = parts.uri.query().unwrap_or_default();
    let asked = query.split('&').find_map(|pair| pair.strip_prefix("language="));
    asked
        .and_then(|code| app.standard.language_id(code))
        .or_else(|| {
            let header = parts.headers.get(ACCEPT_LANGUAGE)?.to_str().ok()?;
            accept_language::preferred(header).find_map(|code| app.standard.language_id(code))
        })
        .unwrap_or_else(|| app.standard.english())
}

impl<S: Send + Sync> FromRequestParts<S> for RequestLanguage
where
    Arc<App>: FromRef<S>,
{
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refused> {
        Ok(Self(request_language(&Arc::<App>::from_ref(state), parts)))
    }
}

/// A JSON body, of a request or of a response. A request with anything else is refused.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Json<T>(pub(crate) T);

// axum's own `Json` writes into a `BytesMut`, which takes a tenth more instructions for a sheet of orders.
impl<T: Serialize> IntoResponse for Json<T> {
    fn into_response(self) -> Response {
        match serde_json::to_vec(&self.0) {
            Ok(body) => {
                ([(CONTENT_TYPE, HeaderValue::from_static("application/json"))], body).into_response()
            }
            Err(error) => {
                tracing::error!(%error, "writing a response failed");
                StatusCode::INTERNAL_SERVER_ERROR.into_response()
            }
        }
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T>
where
    Arc<App>: FromRef<S>,
{
    type Rejection = Refused;

    async fn from_request(request: Request, state: &S) -> Result<Self, Refused> {
        let body_timeout = Arc::<App>::from_ref(state).config.limits.timeouts.body;
        let bytes = tokio::time::timeout(body_timeout, Bytes::from_request(request, state)).await;
        let bytes = bytes.map_err(|_| Reason::BodyTooSlow)?.map_err(|rejection: BytesRejection| {
            if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
                Reason::TooLarge.with_limit(MAX_REQUEST_BODY_BYTES)
            } else {
                Reason::InvalidJson.into()
            }
        })?;
        // An empty body counts as an empty object, because some routes have only optional fields.
        let bytes: &[u8] = if bytes.is_empty() { b"{}" } else { &bytes };
        serde_json::from_slice(bytes).map(Self).map_err(|error| {
            // Not the text of the error: it quotes the body.
            let (line, column) = (error.line(), error.column());
            tracing::debug!(line, column, kind = ?error.classify(), "request body rejected");
            Reason::InvalidJson.about(&error.to_string())
        })
    }
}

/// The largest request body.
pub(crate) const MAX_REQUEST_BODY_BYTES: usize = 128 * 1024;

/// The game id in a path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameIdInPath(pub(crate) GameId);

impl<S: Send + Sync> FromRequestParts<S> for GameIdInPath {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refused> {
        let path: Result<Path<Vec<(String, String)>>, PathRejection> =
            Path::from_request_parts(parts, state).await;
        let Path(path) = path.map_err(|_| Reason::NoSuchGame)?;
        let id = path.iter().find(|(name, _)| name == "id").ok_or(Reason::NoSuchGame)?;
        id.1.parse().map(Self).map_err(|_| Reason::NoSuchGame.into())
    }
}

/// The number in a path.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NumberInPath(pub(crate) usize);

impl<S: Send + Sync> FromRequestParts<S> for NumberInPath {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refused> {
        let path: Result<Path<Vec<(String, String)>>, PathRejection> =
            Path::from_request_parts(parts, state).await;
        let Path(path) = path.map_err(|_| Reason::NotFound)?;
        let number = path.iter().find(|(name, _)| name == "number").ok_or(Reason::NotFound)?;
        number.1.parse().map(Self).map_err(|_| Reason::NotFound.into())
    }
}

/// The query parameters.
#[derive(Clone, Copy, Debug)]
pub(crate) struct QueryParams<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParams<T> {
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refused> {
        let query: Result<Query<T>, QueryRejection> = Query::from_request_parts(parts, state).await;
        query.map(|Query(asked)| Self(asked)).map_err(|_| Reason::InvalidQuery.into())
    }
}

/// The client's IP address.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClientAddress(pub(crate) IpAddr);

/// The other end of the connection: the client, or a proxy. Requests without a connection are this machine's.
pub(crate) fn peer_address(parts: &Parts) -> IpAddr {
    let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
    peer.map_or(IpAddr::from([127, 0, 0, 1]), |ConnectInfo(address)| address.ip())
}

impl<S: Send + Sync> FromRequestParts<S> for ClientAddress
where
    Arc<App>: FromRef<S>,
{
    type Rejection = Refused;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Refused> {
        let app = Arc::<App>::from_ref(state);
        Ok(Self(app.config.proxies.client(peer_address(parts), &parts.headers)))
    }
}

/// The public address of this server: the configured one, or that of the request.
pub(crate) fn public_url(app: &App, headers: &HeaderMap) -> String {
    if let Some(url) = &app.config.public_url {
        return url.trim_end_matches('/').to_owned();
    }
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    match host.filter(|host| app.config.allowed_hosts.allows(host)) {
        Some(host) => format!("http://{host}"),
        None => format!("http://{}", app.config.listen),
    }
}

/// Counts an expensive request against the limits of its address.
pub(crate) fn check_limit(app: &App, address: IpAddr, act: RateLimitKind) -> Result<(), Refused> {
    app.rate_limits.count(Source::of_address(address), act)
}
