//! The caller's keys: browsers, tokens of programs, and sign-in links.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::StatusCode;
use game::Name;
use store::{KeyKind, KeyRow, Scope, SecretHash};

use super::extractors::Json;
use crate::app::App;
use crate::refusals::{Reason, Refused};
use crate::secrets::base32;
use crate::session::{Caller, create_key, end_key};
#[cfg(test)]
use crate::wire::Problem;
use crate::wire::{ByKey, KeyInfo, NewToken, Token, Tokens};

/// How long a token lasts, unless its maker says otherwise.
const DEFAULT_TOKEN_DAYS: u32 = 365;
pub(crate) const MAX_TOKEN_DAYS: u32 = 400;
const SECONDS_PER_DAY: i64 = 86_400;

/// The caller's keys: browsers, tokens and links.
#[cfg_attr(test, utoipa::path(get, path = "/me/tokens", tag = "people",
    responses((status = 200, body = Tokens), (status = 401, body = Problem))))]
pub(crate) async fn list_tokens(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<Json<Tokens>, Refused> {
    let keys = app.store.keys_of(caller.person.0).await?;
    let device = |key: KeyRow| KeyInfo {
        id: key_id(&key.hash),
        label: key.label,
        kind: key.kind.key().to_owned(),
        made: key.made,
        used: key.used,
        expires: key.expires,
        scope: (key.kind == KeyKind::Program).then_some(ByKey(key.scope)),
        current: key.hash == caller.key,
    };
    Ok(Json(Tokens { tokens: keys.into_iter().map(device).collect() }))
}

/// A new token for a program that acts as the caller. It is shown once.
#[cfg_attr(test, utoipa::path(post, path = "/me/tokens", tag = "people", request_body = NewToken,
    responses((status = 200, body = Token), (status = 401, body = Problem), (status = 422, body = Problem))))]
pub(crate) async fn create_token(
    State(app): State<Arc<App>>,
    caller: Caller,
    Json(body): Json<NewToken>,
) -> Result<Json<Token>, Refused> {
    let label = Name::new(&body.label)?.to_string();
    let days = body.days.unwrap_or(DEFAULT_TOKEN_DAYS);
    if !(1..=MAX_TOKEN_DAYS).contains(&days) {
        return Err(Reason::TokenDays.with_limit(MAX_TOKEN_DAYS as usize));
    }
    let scope = body.scope.map_or(Scope::Play, |scope| scope.0);
    let lasts = i64::from(days) * SECONDS_PER_DAY;
    let token = create_key(&app, caller.person, KeyKind::Program, scope, &label, Some(lasts)).await?;
    Ok(Json(Token { token, label, scope: ByKey(scope), expires: app.now().seconds() + lasts }))
}

/// Ends a key of a browser, a program or a link.
#[cfg_attr(test, utoipa::path(delete, path = "/me/tokens/{token}", tag = "people",
    params(("token" = String, Path, description = "as listed")),
    responses((status = 204), (status = 401, body = Problem), (status = 404, body = Problem))))]
pub(crate) async fn delete_token(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(token): Path<String>,
) -> Result<StatusCode, Refused> {
    let keys = app.store.keys_of(caller.person.0).await?;
    let key = keys.into_iter().find(|key| key_id(&key.hash) == token).ok_or(Reason::NotFound)?;
    end_key(&app, caller.person, key.hash).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The id of a key in lists. It does not reveal the secret.
fn key_id(hash: &SecretHash) -> String {
    base32(&hash[..10])
}
