//! People: play before you register, and find back.

use std::sync::Arc;

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};
use axum::extract::{Path, State};
use axum::http::header::SET_COOKIE;
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use game::{Name, Person};
use store::{KeyKind, KeyRow, PersonRow};

use super::asked::{From, Json, Language, count, public_url};
use crate::app::App;
use crate::identity::{COOKIE_DAYS, COOKIE_NAME, Caller, Visitor, base32, fill, hash, secret};
use crate::limits::Act;
use crate::refused::{Reason, Refused};
use crate::take::text::handle;
#[cfg(test)]
use crate::wire::Problem;
use crate::wire::{Device, Link, Me, NewName, NewToken, Passphrase, RecoveryCode, SignIn, Token, Tokens};

/// How long a link to another device works.
const LINK_SECONDS: i64 = 15 * 60;
/// How many keys somebody may have, of all kinds.
const MOST_KEYS: usize = 50;

fn me(row: &PersonRow) -> Me {
    Me {
        handle: row.handle.clone(),
        name: row.name.clone(),
        language: row.language.clone(),
        has_passphrase: row.passphrase.is_some(),
        has_recovery_code: row.recovery.is_some(),
    }
}

async fn row(app: &App, caller: Caller) -> Result<PersonRow, Refused> {
    app.store.person(caller.person.0).await?.ok_or(Reason::NameYourself.into())
}

/// Who the caller is; null for somebody without a name.
#[cfg_attr(test, utoipa::path(get, path = "/me", tag = "people", responses((status = 200, body = Option<Me>))))]
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    Visitor(caller): Visitor,
) -> Result<axum::Json<Option<Me>>, Refused> {
    let Some(caller) = caller else { return Ok(axum::Json(None)) };
    Ok(axum::Json(app.store.person(caller.person.0).await?.map(|row| me(&row))))
}

/// Picks a name: a visitor gets an identity and a cookie, somebody who has one is renamed.
#[cfg_attr(test, utoipa::path(post, path = "/me", tag = "people", request_body = NewName,
    responses((status = 200, body = Me), (status = 422, body = Problem), (status = 429, body = Problem))))]
pub(crate) async fn name(
    State(app): State<Arc<App>>,
    Visitor(caller): Visitor,
    Language(tongue): Language,
    From(address): From,
    Json(body): Json<NewName>,
) -> Result<Response, Refused> {
    let name = Name::new(&body.name)?.to_string();
    let language = match body.language.as_deref() {
        None => app.world.voice(tongue).code.clone(),
        Some(code) => {
            let tongue = app.world.tongue(code).ok_or(Reason::NoSuchLanguage)?;
            app.world.voice(tongue).code.clone()
        }
    };
    if let Some(caller) = caller
        && let Some(mut row) = app.store.person(caller.person.0).await?
    {
        row.name = name;
        row.language = language;
        app.store.update_person(row.clone()).await?;
        return Ok(axum::Json(me(&row)).into_response());
    }
    count(&app, address, Act::Arrive)?;
    let now = app.now().seconds();
    // Two people with one number is not to be expected in the age of the universe; a handle is short.
    for _ in 0..8 {
        let mut bits = [0; 13];
        fill(&mut bits)?;
        let mut id = [0; 8];
        id.copy_from_slice(&bits[..8]);
        // Positive in every database, and never nobody.
        let id = (u64::from_le_bytes(id) >> 1).max(1);
        let row = PersonRow {
            id,
            handle: base32(&bits[8..]),
            name: name.clone(),
            language: language.clone(),
            made: now,
            seen: now,
            passphrase: None,
            recovery: None,
        };
        if app.store.add_person(row.clone()).await? {
            return with_cookie(&app, Person(id), &row).await;
        }
    }
    Err(Reason::Busy.into())
}

/// Gives this browser a key of its own.
async fn with_cookie(app: &App, person: Person, row: &PersonRow) -> Result<Response, Refused> {
    let secret = new_key(app, person, KeyKind::Cookie, "browser", Some(COOKIE_DAYS * 86_400)).await?;
    let secure = if app.config.is_secure() { "; Secure" } else { "" };
    let age = COOKIE_DAYS * 86_400;
    let cookie = format!("{COOKIE_NAME}={secret}; Path=/; Max-Age={age}; HttpOnly; SameSite=Lax{secure}");
    let mut response = axum::Json(me(row)).into_response();
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    Ok(response)
}

async fn new_key(
    app: &App,
    person: Person,
    kind: KeyKind,
    label: &str,
    lasts: Option<i64>,
) -> Result<String, Refused> {
    if app.store.keys_of(person.0).await?.len() >= MOST_KEYS {
        app.store.delete_expired_keys(app.now().seconds()).await?;
        let mut keys = app.store.keys_of(person.0).await?;
        if keys.len() >= MOST_KEYS {
            // Browsers forget their cookies; the oldest of them makes room. Tokens are never dropped.
            keys.retain(|key| key.kind != KeyKind::Program);
            keys.sort_by_key(|key| key.made);
            let oldest = keys.first().ok_or(Reason::TooManyTokens.bound(MOST_KEYS))?;
            app.store.delete_key(oldest.hash, person.0).await?;
        }
    }
    let secret = secret()?;
    let now = app.now().seconds();
    let row = KeyRow {
        hash: hash(&secret),
        person: person.0,
        kind,
        label: label.to_owned(),
        made: now,
        expires: lasts.map(|lasts| now + lasts),
    };
    if !app.store.add_key(row).await? {
        return Err(Reason::Busy.into());
    }
    app.faces.forget();
    Ok(secret)
}

/// Forgets the caller: names are taken out of all games, seats are given up, keys end.
#[cfg_attr(test, utoipa::path(delete, path = "/me", tag = "people", responses((status = 204), (status = 401, body = Problem))))]
pub(crate) async fn delete(State(app): State<Arc<App>>, caller: Caller) -> Result<Response, Refused> {
    crate::oblivion::forget(&app, caller.person).await?;
    app.faces.forget();
    Ok(without_cookie())
}

fn without_cookie() -> Response {
    let mut response = StatusCode::NO_CONTENT.into_response();
    let cookie = format!("{COOKIE_NAME}=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
    if let Ok(cookie) = HeaderValue::from_str(&cookie) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
    response
}

/// A new recovery code; the old one ends.
#[cfg_attr(test, utoipa::path(post, path = "/me/recovery", tag = "people",
    responses((status = 200, body = RecoveryCode), (status = 401, body = Problem))))]
pub(crate) async fn recovery(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<axum::Json<RecoveryCode>, Refused> {
    let mut row = row(&app, caller).await?;
    let secret = secret()?;
    row.recovery = Some(hash(&secret));
    app.store.update_person(row).await?;
    let groups: Vec<&str> =
        (0..secret.len()).step_by(4).filter_map(|i| secret.get(i..(i + 4).min(secret.len()))).collect();
    Ok(axum::Json(RecoveryCode { code: groups.join("-") }))
}

/// A link that brings the caller to another device, once.
#[cfg_attr(test, utoipa::path(post, path = "/me/link", tag = "people",
    responses((status = 200, body = Link), (status = 401, body = Problem))))]
pub(crate) async fn link(
    State(app): State<Arc<App>>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<axum::Json<Link>, Refused> {
    let secret = new_key(&app, caller.person, KeyKind::Link, "link", Some(LINK_SECONDS)).await?;
    let url = format!("{}/in/{secret}", public_url(&app, &headers));
    Ok(axum::Json(Link { url, expires: app.now().seconds() + LINK_SECONDS }))
}

/// Sets the passphrase.
#[cfg_attr(test, utoipa::path(put, path = "/me/passphrase", tag = "people", request_body = Passphrase,
    responses((status = 200, body = Me), (status = 401, body = Problem), (status = 422, body = Problem))))]
pub(crate) async fn passphrase(
    State(app): State<Arc<App>>,
    caller: Caller,
    From(address): From,
    Json(body): Json<Passphrase>,
) -> Result<axum::Json<Me>, Refused> {
    if !(8..=200).contains(&body.passphrase.chars().count()) {
        return Err(Reason::PassphraseLength.bound(200));
    }
    count(&app, address, Act::SignIn)?;
    let mut row = row(&app, caller).await?;
    let hashed = tokio::task::spawn_blocking(move || {
        Argon2::default().hash_password(body.passphrase.as_bytes()).map(|hash| hash.to_string())
    });
    let hashed = hashed.await.ok().and_then(Result::ok).ok_or(Reason::Broken)?;
    row.passphrase = Some(hashed);
    app.store.update_person(row.clone()).await?;
    Ok(axum::Json(me(&row)))
}

/// Comes back as somebody: by recovery code, one-time link or passphrase.
#[cfg_attr(test, utoipa::path(post, path = "/me/sign-in", tag = "people", request_body = SignIn,
    responses((status = 200, body = Me), (status = 403, body = Problem), (status = 429, body = Problem))))]
pub(crate) async fn sign_in(
    State(app): State<Arc<App>>,
    From(address): From,
    Json(body): Json<SignIn>,
) -> Result<Response, Refused> {
    count(&app, address, Act::SignIn)?;
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
            app.store.person_by_recovery(hash(&plain)).await?
        }
        SignIn::Link { token } => {
            let key = app.store.take_key(hash(&token)).await?;
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
            let row = app.store.person_by_handle(&handle(&written)).await?;
            verified(row, passphrase).await?
        }
    };
    let row = row.ok_or(unknown)?;
    with_cookie(&app, Person(row.id), &row).await
}

/// Checks a passphrase as slowly for nobody as for somebody.
async fn verified(row: Option<PersonRow>, passphrase: String) -> Result<Option<PersonRow>, Refused> {
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
    checked.await.map_err(|_| Reason::Broken.into())
}

/// Ends this browser's key.
#[cfg_attr(test, utoipa::path(post, path = "/me/sign-out", tag = "people", responses((status = 204))))]
pub(crate) async fn sign_out(
    State(app): State<Arc<App>>,
    Visitor(caller): Visitor,
) -> Result<Response, Refused> {
    if let Some(caller) = caller {
        app.store.delete_key(caller.key, caller.person.0).await?;
        app.faces.forget();
    }
    Ok(without_cookie())
}

/// The caller's browsers, tokens and links.
#[cfg_attr(test, utoipa::path(get, path = "/me/tokens", tag = "people",
    responses((status = 200, body = Tokens), (status = 401, body = Problem))))]
pub(crate) async fn tokens(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<axum::Json<Tokens>, Refused> {
    let keys = app.store.keys_of(caller.person.0).await?;
    let device = |key: KeyRow| Device {
        id: base32(&key.hash[..10]),
        label: key.label,
        kind: key.kind.key().to_owned(),
        made: key.made,
    };
    Ok(axum::Json(Tokens { tokens: keys.into_iter().map(device).collect() }))
}

/// A token for a program that acts as the caller. It is shown once.
#[cfg_attr(test, utoipa::path(post, path = "/me/tokens", tag = "people", request_body = NewToken,
    responses((status = 200, body = Token), (status = 401, body = Problem), (status = 422, body = Problem))))]
pub(crate) async fn new_token(
    State(app): State<Arc<App>>,
    caller: Caller,
    Json(body): Json<NewToken>,
) -> Result<axum::Json<Token>, Refused> {
    let label = Name::new(&body.label)?.to_string();
    let token = new_key(&app, caller.person, KeyKind::Program, &label, None).await?;
    Ok(axum::Json(Token { token, label }))
}

/// Ends a browser's key or a token.
#[cfg_attr(test, utoipa::path(delete, path = "/me/tokens/{token}", tag = "people",
    params(("token" = String, Path, description = "as listed")),
    responses((status = 204), (status = 401, body = Problem), (status = 404, body = Problem))))]
pub(crate) async fn drop_token(
    State(app): State<Arc<App>>,
    caller: Caller,
    Path(token): Path<String>,
) -> Result<StatusCode, Refused> {
    let keys = app.store.keys_of(caller.person.0).await?;
    let key = keys.into_iter().find(|key| base32(&key.hash[..10]) == token).ok_or(Reason::NotFound)?;
    app.store.delete_key(key.hash, caller.person.0).await?;
    app.faces.forget();
    Ok(StatusCode::NO_CONTENT)
}
