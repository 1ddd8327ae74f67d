//! Signing in and out: recovery code, link for another device, passphrase.

use std::net::IpAddr;
use std::sync::Arc;

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher, PasswordVerifier, phc::PasswordHash};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use store::{KeyKind, KeyRow, PersonRow, Scope};

use super::extractors::{ClientAddress, Json, check_limit, public_url};
use super::me::{me_view, person_row, signed_in, signed_out};
use crate::app::App;
use crate::fair_queue::Priority;
use crate::payer::Payer;
use crate::rate_limits::RateLimitKind;
use crate::refusals::{Reason, Refused};
use crate::secrets::{hash_secret, new_secret, normalize_handle};
use crate::session::{Caller, Visitor, create_key, end_key, end_keys};
#[cfg(test)]
use crate::wire::Problem;
use crate::wire::{Link, Me, Passphrase, RecoveryCode, SignIn};

/// How long a sign-in link for another device works.
pub(crate) const LINK_SECONDS: i64 = 15 * 60;
/// A new passphrase has from this many characters.
pub(crate) const MIN_PASSPHRASE_CHARS: usize = 8;
pub(crate) const MAX_PASSPHRASE_CHARS: usize = 200;
/// Longer texts are not recognised without being looked up. All are far longer than what we give out.
const MAX_CODE_BYTES: usize = 200;
const MAX_HANDLE_BYTES: usize = 100;
const MAX_PASSPHRASE_BYTES: usize = 1000;

/// A new recovery code. The old one no longer works.
#[cfg_attr(test, utoipa::path(post, path = "/me/recovery", tag = "people",
    responses((status = 200, body = RecoveryCode), (status = 401, body = Problem))))]
pub(crate) async fn create_recovery_code(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<Json<RecoveryCode>, Refused> {
    let mut row = person_row(&app, caller).await?;
    let secret = new_secret()?;
    row.recovery = Some(hash_secret(&secret));
    app.store.update_person(row).await?;
    let groups: Vec<&str> =
        (0..secret.len()).step_by(4).filter_map(|i| secret.get(i..(i + 4).min(secret.len()))).collect();
    Ok(Json(RecoveryCode { code: groups.join("-") }))
}

/// A link that signs the caller in on another device. It works once.
#[cfg_attr(test, utoipa::path(post, path = "/me/link", tag = "people",
    responses((status = 200, body = Link), (status = 401, body = Problem))))]
pub(crate) async fn create_sign_in_link(
    State(app): State<Arc<App>>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Json<Link>, Refused> {
    let secret =
        create_key(&app, caller.person, KeyKind::Link, Scope::Read, "link", Some(LINK_SECONDS)).await?;
    let url = format!("{}/in/{secret}", public_url(&app, &headers));
    Ok(Json(Link { url, expires: app.now().seconds() + LINK_SECONDS }))
}

/// Sets the passphrase. Other browsers are signed out, and links end.
#[cfg_attr(test, utoipa::path(put, path = "/me/passphrase", tag = "people", request_body = Passphrase,
    responses((status = 200, body = Me), (status = 401, body = Problem), (status = 422, body = Problem))))]
pub(crate) async fn set_passphrase(
    State(app): State<Arc<App>>,
    caller: Caller,
    ClientAddress(address): ClientAddress,
    Json(body): Json<Passphrase>,
) -> Result<Json<Me>, Refused> {
    if !(MIN_PASSPHRASE_CHARS..=MAX_PASSPHRASE_CHARS).contains(&body.passphrase.chars().count()) {
        return Err(Reason::PassphraseLength.with_limit(MAX_PASSPHRASE_CHARS));
    }
    check_limit(&app, address, RateLimitKind::SignIn)?;
    let mut row = person_row(&app, caller).await?;
    let payer = Payer::of_request(address, Some(caller.person));
    let permit = app.passphrase_pool.enter(payer, Priority::Usual).await?;
    let hashed = tokio::task::spawn_blocking(move || {
        let _permit = permit;
        Argon2::default().hash_password(body.passphrase.as_bytes()).map(|hash| hash.to_string())
    });
    let hashed = hashed.await.ok().and_then(Result::ok).ok_or(Reason::InternalError)?;
    row.passphrase = Some(hashed);
    app.store.update_person(row.clone()).await?;
    // Whoever else is signed in may be the reason for the new passphrase. Tokens are listed and can be ended.
    let is_other = |key: &KeyRow| key.kind != KeyKind::Program && key.hash != caller.key;
    end_keys(&app, caller.person, is_other).await?;
    Ok(Json(me_view(&app, &row).await?))
}

/// Signs in with a recovery code, a one-time link or a passphrase.
#[cfg_attr(test, utoipa::path(post, path = "/me/sign-in", tag = "people", request_body = SignIn,
    responses((status = 200, body = Me), (status = 403, body = Problem), (status = 429, body = Problem))))]
pub(crate) async fn sign_in(
    State(app): State<Arc<App>>,
    visitor: Visitor,
    ClientAddress(address): ClientAddress,
    Json(body): Json<SignIn>,
) -> Result<Response, Refused> {
    check_limit(&app, address, RateLimitKind::SignIn)?;
    let unknown = Reason::NotRecognised;
    let row = match body {
        SignIn::RecoveryCode { code } => {
            if code.len() > MAX_CODE_BYTES {
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
            if token.len() > MAX_CODE_BYTES {
                return Err(unknown.into());
            }
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
            if passphrase.len() > MAX_PASSPHRASE_BYTES || written.len() > MAX_HANDLE_BYTES {
                return Err(unknown.into());
            }
            let handle = normalize_handle(&written);
            let row = app.store.person_by_handle(&handle).await?;
            // Guesses from many addresses at one account are slowed. Its owner's browsers are not.
            if visitor.person().is_none_or(|person| row.as_ref().is_none_or(|row| row.id != person.0)) {
                app.rate_limits.count(app.rate_limits.account(&handle), RateLimitKind::PassphraseGuess)?;
            }
            verify_passphrase(&app, address, row, passphrase).await?
        }
    };
    let row = row.ok_or(unknown)?;
    if app.store.status_of(row.id).await?.is_suspended(app.now().seconds()) {
        return Err(Reason::Suspended.into());
    }
    signed_in(&app, &row).await
}

/// Checks a passphrase. It takes as long for an unknown person, so that the time reveals nothing.
async fn verify_passphrase(
    app: &App,
    address: IpAddr,
    row: Option<PersonRow>,
    passphrase: String,
) -> Result<Option<PersonRow>, Refused> {
    // Nobody has signed in yet, so only the address counts.
    let permit = app.passphrase_pool.enter(Payer::of_request(address, None), Priority::Usual).await?;
    let checked = tokio::task::spawn_blocking(move || {
        let _permit = permit;
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
        end_key(&app, caller.person, caller.key).await?;
    }
    Ok(signed_out())
}

/// Signs out everywhere: ends all browsers, links and tokens of the caller.
#[cfg_attr(test, utoipa::path(post, path = "/me/sign-out-everywhere", tag = "people",
    responses((status = 204), (status = 401, body = Problem), (status = 403, body = Problem))))]
pub(crate) async fn sign_out_everywhere(
    State(app): State<Arc<App>>,
    caller: Caller,
) -> Result<Response, Refused> {
    end_keys(&app, caller.person, |_| true).await?;
    Ok(signed_out())
}
