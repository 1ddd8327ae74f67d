//! The caller's own account: name, sign-in, recovery, passphrase and tokens. No registration is needed.

use std::sync::Arc;

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};
use axum::extract::{Path, State};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use game::{Name, Person};
use store::{KeyKind, KeyRow, PersonRow};

use super::extractors::{ClientAddress, Json, RequestLanguage, check_limit, public_url};
use crate::app::App;
use crate::from_wire::text::normalize_handle;
use crate::identity::{
    COOKIE_DAYS, COOKIE_NAME, Caller, Visitor, base32, fill_random, hash_secret, new_secret,
};
use crate::limits::LimitKind;
use crate::refusals::{Reason, Refused};
#[cfg(test)]
use crate::wire::Problem;
use crate::wire::{KeyInfo, Link, Me, NewName, NewToken, Passphrase, RecoveryCode, SignIn, Token, Tokens};

/// How long a sign-in link for another device works.
const LINK_SECONDS: i64 = 15 * 60;
/// How many keys of all kinds a person may have.
const MAX_KEYS: usize = 50;

fn me_view(row: &PersonRow) -> Me {
    Me {
        handle: row.handle.clone(),
        name: row.name.clone(),
        language: row.language.clone(),
        has_passphrase: row.passphrase.is_some(),
        has_recovery_code: row.recovery.is_some(),
    }
}

async fn person_row(app: &App, caller: Caller) -> Result<PersonRow, Refused> {
    app.store.person(caller.person.0).await?.ok_or(Reason::IdentityNeeded.into())
}

/// Who the caller is. Null without an identity.
#[cfg_attr(test, utoipa::path(get, path = "/me", tag = "people", responses((status = 200, body = Option<Me>))))]
pub(crate) async fn get_me(
    State(app): State<Arc<App>>,
    Visitor(caller): Visitor,
) -> Result<axum::Json<Option<Me>>, Refused> {
    let Some(caller) = caller else { return Ok(axum::Json(None)) };
    Ok(axum::Json(app.store.person(caller.person.0).await?.map(|row| me_view(&row))))
}

/// Sets the caller's name. A new caller gets an identity and a session cookie.
#[cfg_attr(test, utoipa::path(post, path = "/me", tag = "people", request_body = NewName,
    responses((status = 200, body = Me), (status = 422, body = Problem), (status = 429, body = Problem))))]
pub(crate) async fn set_name(
    State(app): State<Arc<App>>,
    Visitor(caller): Visitor,
    RequestLanguage(tongue): RequestLanguage,
    ClientAddress(address): ClientAddress,
    Json(body): Json<NewName>,
) -> Result<Response, Refused> {
    let name = Name::new(&body.name)?.to_string();
    let language = match body.language.as_deref() {
        None => app.standard.language_pack(tongue).code.clone(),
        Some(code) => {
            let tongue = app.standard.language_id(code).ok_or(Reason::NoSuchLanguage)?;
            app.standard.language_pack(tongue).code.clone()
        }
    };
    if let Some(caller) = caller
        && let Some(mut row) = app.store.person(caller.person.0).await?
    {
        row.name = name;
        row.language = language;
        app.store.update_person(row.clone()).await?;
        return Ok(axum::Json(me_view(&row)).into_response());
    }
    check_limit(&app, address, LimitKind::NewIdentity)?;
    let now = app.now().seconds();
    // Ids do not collide in practice. Handles are short and may, so a few attempts are made.
    for _ in 0..8 {
        let mut bits = [0; 13];
        fill_random(&mut bits)?;
        let mut id = [0; 8];
        id.copy_from_slice(&bits[..8]);
        // 63 bits, so that it is positive in every database. 0 means nobody.
        let id = (u64::from_le_bytes(id) >> 1).max(1);
        let row = PersonRow {
            id,
            handle: base32(&bits[8..]),
            name: name.clone(),
            language: language.clone(),
            made: now,
            last_seen: now,
            passphrase: None,
            recovery: None,
        };
        if app.store.add_person(row.clone()).await? {
            return response_with_cookie(&app, Person(id), &row).await;
        }
    }
    Err(Reason::Busy.into())
}

/// The response with a new session cookie for this browser.
async fn response_with_cookie(app: &App, person: Person, row: &PersonRow) -> Result<Response, Refused> {
    let secret = create_key(app, person, KeyKind::Cookie, "browser", Some(COOKIE_DAYS * 86_400)).await?;
    let secure = if app.config.is_secure() { "; Secure" } else { "" };
    let age = COOKIE_DAYS * 86_400;
    let cookie = format!("{COOKIE_NAME}={secret}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}");
    let mut response = axum::Json(me_view(row)).into_response();
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    Ok(response)
}

async fn create_key(
    app: &App,
    person: Person,
    kind: KeyKind,
    label: &str,
    lasts: Option<i64>,
) -> Result<String, Refused> {
    if app.store.keys_of(person.0).await?.len() >= MAX_KEYS {
        app.store.delete_expired_keys(app.now().seconds()).await?;
        let mut keys = app.store.keys_of(person.0).await?;
        if keys.len() >= MAX_KEYS {
            // Browsers lose their cookies, so the oldest session or link is deleted. Tokens never are.
            keys.retain(|key| key.kind != KeyKind::Program);
            keys.sort_by_key(|key| key.made);
            let oldest = keys.first().ok_or(Reason::TooManyTokens.with_limit(MAX_KEYS))?;
            app.store.delete_key(oldest.hash, person.0).await?;
        }
    }
    let secret = new_secret()?;
    let now = app.now().seconds();
    let row = KeyRow {
        hash: hash_secret(&secret),
        person: person.0,
        kind,
        label: label.to_owned(),
        made: now,
        expires: lasts.map(|lasts| now + lasts),
    };
    if !app.store.add_key(row).await? {
        return Err(Reason::Busy.into());
    }
    app.session_cache.clear();
    Ok(secret)
}

/// Deletes the caller: the name is removed from all games, seats are given up, keys end.
#[cfg_attr(test, utoipa::path(delete, path = "/me", tag = "people", responses((status = 204), (status = 401, body = Problem))))]
pub(crate) async fn delete_me(State(app): State<Arc<App>>, caller: Caller) -> Result<Response, Refused> {
    crate::erase_person::erase_person(&app, caller.person).await?;
    app.session_cache.clear();
    Ok(response_without_cookie())
}

fn response_without_cookie() -> Response {
    let mut response = StatusCode::NO_CONTENT.into_response();
    let cookie = format!("{COOKIE_NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

/// A new recovery code. The old one no longer works.
#[cfg_attr(test, utoipa::path(post, path = "/me/recovery", tag = "people",
    responses((status = 200, body = RecoveryCode), (status = 401, body = Problem))))]
pub(crate) async fn create_recovery_code(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<axum::Json<RecoveryCode>, Refused> {
    let mut row = person_row(&app, caller).await?;
    let secret = new_secret()?;
    row.recovery = Some(hash_secret(&secret));
    app.store.update_person(row).await?;
    let groups: Vec<&str> =
        (0..secret.len()).step_by(4).filter_map(|i| secret.get(i..(i + 4).min(secret.len()))).collect();
    Ok(axum::Json(RecoveryCode { code: groups.join("-") }))
}

/// A link that signs the caller in on another device. It works once.
#[cfg_attr(test, utoipa::path(post, path = "/me/link", tag = "people",
    responses((status = 200, body = Link), (status = 401, body = Problem))))]
pub(crate) async fn create_sign_in_link(
    State(app): State<Arc<App>>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<axum::Json<Link>, Refused> {
    let secret = create_key(&app, caller.person, KeyKind::Link, "link", Some(LINK_SECONDS)).await?;
    let url = format!("{}/in/{secret}", public_url(&app, &headers));
    Ok(axum::Json(Link { url, expires: app.now().seconds() + LINK_SECONDS }))
}

/// Sets the passphrase.
#[cfg_attr(test, utoipa::path(put, path = "/me/passphrase", tag = "people", request_body = Passphrase,
    responses((status = 200, body = Me), (status = 401, body = Problem), (status = 422, body = Problem))))]
pub(crate) async fn set_passphrase(
    State(app): State<Arc<App>>,
    caller: Caller,
    ClientAddress(address): ClientAddress,
    Json(body): Json<Passphrase>,
) -> Result<axum::Json<Me>, Refused> {
    if !(8..=200).contains(&body.passphrase.chars().count()) {
        return Err(Reason::PassphraseLength.with_limit(200));
    }
    check_limit(&app, address, LimitKind::SignIn)?;
    let mut row = person_row(&app, caller).await?;
    let hashed = tokio::task::spawn_blocking(move || {
        Argon2::default().hash_password(body.passphrase.as_bytes()).map(|hash| hash.to_string())
    });
    let hashed = hashed.await.ok().and_then(Result::ok).ok_or(Reason::InternalError)?;
    row.passphrase = Some(hashed);
    app.store.update_person(row.clone()).await?;
    Ok(axum::Json(me_view(&row)))
}

/// Signs in with a recovery code, a one-time link or a passphrase.
#[cfg_attr(test, utoipa::path(post, path = "/me/sign-in", tag = "people", request_body = SignIn,
    responses((status = 200, body = Me), (status = 403, body = Problem), (status = 429, body = Problem))))]
pub(crate) async fn sign_in(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    Json(body): Json<SignIn>,
) -> Result<Response, Refused> {
    check_limit(&app, address, LimitKind::SignIn)?;
    let unknown = Reason::NotRecognised;
    let row = match body {
        SignIn::RecoveryCode { code } => {
            if code.len() > 200 {
                return Err(unknown.into());
            }
            let plain: String = code
                .chars()
                .filter(char::is_ascii_alphanumeric)
                .map(|c| match c.to_ascii_lowercase() {
                    'o' => '0',
                    'i' | 'l' => '1',
                    other => other,
                })
                .collect();
            app.store.person_by_recovery(hash_secret(&plain)).await?
        }
        SignIn::Link { token } => {
            let key = app.store.take_key(hash_secret(&token)).await?;
            let now = app.now().seconds();
            let key = key
                .filter(|key| key.kind == KeyKind::Link && key.expires.is_some_and(|expires| expires > now));
            match key {
                Some(key) => app.store.person(key.person).await?,
                None => None,
            }
        }
        SignIn::Passphrase { handle: written, passphrase } => {
            if passphrase.len() > 1000 || written.len() > 100 {
                return Err(unknown.into());
            }
            let row = app.store.person_by_handle(&normalize_handle(&written)).await?;
            verify_passphrase(row, passphrase).await?
        }
    };
    let row = row.ok_or(unknown)?;
    response_with_cookie(&app, Person(row.id), &row).await
}

/// Checks a passphrase. It takes as long for an unknown person, so that the time reveals nothing.
async fn verify_passphrase(row: Option<PersonRow>, passphrase: String) -> Result<Option<PersonRow>, Refused> {
    let checked = tokio::task::spawn_blocking(move || {
        let stored = row.as_ref().and_then(|row| row.passphrase.clone());
        match stored {
            Some(stored) => {
                let right = PasswordHash::new(&stored).is_ok_and(|hash| {
                    Argon2::default().verify_password(passphrase.as_bytes(), &hash).is_ok()
                });
                row.filter(|_| right)
            }
            None => {
                let _ = Argon2::default().hash_password(passphrase.as_bytes());
                None
            }
        }
    });
    checked.await.map_err(|_| Reason::InternalError.into())
}

/// Signs out: ends this browser's key.
#[cfg_attr(test, utoipa::path(post, path = "/me/sign-out", tag = "people", responses((status = 204))))]
pub(crate) async fn sign_out(
    State(app): State<Arc<App>>,
    Visitor(caller): Visitor,
) -> Result<Response, Refused> {
    if let Some(caller) = caller {
        app.store.delete_key(caller.key, caller.person.0).await?;
        app.session_cache.clear();
    }
    Ok(response_without_cookie())
}

/// The caller's keys: browsers, tokens and links.
#[cfg_attr(test, utoipa::path(get, path = "/me/tokens", tag = "people",
    responses((status = 200, body = Tokens), (status = 401, body = Problem))))]
pub(crate) async fn list_tokens(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<axum::Json<Tokens>, Refused> {
    let keys = app.store.keys_of(caller.person.0).await?;
    let device = |key: KeyRow| KeyInfo {
        id: base32(&key.hash[..10]),
        label: key.label,
        kind: key.kind.key().to_owned(),
        made: key.made,
    };
    Ok(axum::Json(Tokens { tokens: keys.into_iter().map(device).collect() }))
}

/// A new token for a program that acts as the caller. It is shown once.
#[cfg_attr(test, utoipa::path(post, path = "/me/tokens", tag = "people", request_body = NewToken,
    responses((status = 200, body = Token), (status = 401, body = Problem), (status = 422, body = Problem))))]
pub(crate) async fn create_token(
    State(app): State<Arc<App>>,
    caller: Caller,
    Json(body): Json<NewToken>,
) -> Result<axum::Json<Token>, Refused> {
    let label = Name::new(&body.label)?.to_string();
    let token = create_key(&app, caller.person, KeyKind::Program, &label, None).await?;
    Ok(axum::Json(Token { token, label }))
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
    let key = keys.into_iter().find(|key| base32(&key.hash[..10]) == token).ok_or(Reason::NotFound)?;
    app.store.delete_key(key.hash, caller.person.0).await?;
    app.session_cache.clear();
    Ok(StatusCode::NO_CONTENT)
}
