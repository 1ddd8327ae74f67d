//! The caller's own account: who it is, its name, and deleting it. No registration is needed.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use game::Person;
use store::{PersonRow, Role};

use super::extractors::{ClientAddress, Json, RequestLanguage, check_limit};
use crate::app::App;
use crate::person_names::check_name;
use crate::rate_limits::RateLimitKind;
use crate::refusals::{Reason, Refused};
use crate::secrets::{base32, fill_random};
use crate::session::{
    Access, Caller, Visitor, delete_cookie, end_keys, renew_cookie, second_person, start_session,
};
#[cfg(test)]
use crate::wire::Problem;
use crate::wire::{Me, NewName};

/// Who the caller is. Null without an identity.
#[cfg_attr(test, utoipa::path(get, path = "/me", tag = "people", responses((status = 200, body = Option<Me>))))]
pub(crate) async fn get_me(
    State(app): State<Arc<App>>,
    Visitor(caller): Visitor,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let Some(caller) = caller else { return Ok(Json(None::<Me>).into_response()) };
    let Some(row) = app.store.person(caller.person.0).await? else {
        return Ok(Json(None::<Me>).into_response());
    };
    let other = match second_person(&app, &headers).await? {
        Some(other) => app.store.person(other.person.0).await?.map(|row| row.name),
        None => None,
    };
    let mut response = me_response(&app, &row, other).await?;
    if caller.access == Access::Browser {
        renew_cookie(&app, &headers, &mut response);
    }
    Ok(response)
}

/// Sets the caller's name. A new caller gets an identity and a session cookie.
#[cfg_attr(test, utoipa::path(post, path = "/me", tag = "people", request_body = NewName,
    responses((status = 200, body = Me), (status = 422, body = Problem), (status = 429, body = Problem))))]
pub(crate) async fn set_name(
    State(app): State<Arc<App>>,
    Visitor(caller): Visitor,
    RequestLanguage(language_id): RequestLanguage,
    ClientAddress(address): ClientAddress,
    Json(body): Json<NewName>,
) -> Result<Response, Refused> {
    let name = check_name(&body.name)?.to_string();
    let language = match body.language.as_deref() {
        None => app.standard.language_pack(language_id).code.clone(),
        Some(code) => {
            let language_id = app.standard.language_id(code).ok_or(Reason::NoSuchLanguage)?;
            app.standard.language_pack(language_id).code.clone()
        }
    };
    if let Some(caller) = caller
        && let Some(mut row) = app.store.person(caller.person.0).await?
    {
        row.name = name;
        row.language = language;
        app.store.update_person(row.clone()).await?;
        return Ok(Json(me_view(&app, &row).await?).into_response());
    }
    check_limit(&app, address, RateLimitKind::NewIdentity)?;
    let row = create_person(&app, &name, &language).await?;
    signed_in(&app, &row).await
}

/// Stores a new person with a random id and handle.
pub(super) async fn create_person(app: &App, name: &str, language: &str) -> Result<PersonRow, Refused> {
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
            name: name.to_owned(),
            language: language.to_owned(),
            made: now,
            last_seen: now,
            passphrase: None,
            recovery: None,
        };
        if app.store.add_person(row.clone()).await? {
            return Ok(row);
        }
    }
    Err(Reason::Busy.into())
}

/// Deletes the caller: the name is removed from all games, seats are given up, keys end.
#[cfg_attr(test, utoipa::path(delete, path = "/me", tag = "people", responses((status = 204), (status = 401, body = Problem))))]
pub(crate) async fn delete_me(State(app): State<Arc<App>>, caller: Caller) -> Result<Response, Refused> {
    end_keys(&app, caller.person, |key| key.hash != caller.key).await?;
    crate::erase_person::erase_person(&app, caller.person).await?;
    app.open_keys.end(&caller.key);
    app.session_cache.remove_person(caller.person);
    Ok(signed_out())
}

pub(super) async fn me_view(app: &App, row: &PersonRow) -> Result<Me, Refused> {
    let role = app.store.status_of(row.id).await?.role;
    Ok(Me {
        handle: row.handle.clone(),
        name: row.name.clone(),
        language: row.language.clone(),
        has_passphrase: row.passphrase.is_some(),
        has_recovery_code: row.recovery.is_some(),
        administrator: role == Role::Administrator,
        other: None,
    })
}

/// The person, and the name of the other one on the same device.
pub(super) async fn me_response(
    app: &App,
    row: &PersonRow,
    other: Option<String>,
) -> Result<Response, Refused> {
    let me = me_view(app, row).await?;
    Ok(Json(Me { other, ..me }).into_response())
}

/// The caller's row in the store.
pub(super) async fn person_row(app: &App, caller: Caller) -> Result<PersonRow, Refused> {
    app.store.person(caller.person.0).await?.ok_or(Reason::IdentityNeeded.into())
}

/// The person, with a new session for this browser.
pub(super) async fn signed_in(app: &App, row: &PersonRow) -> Result<Response, Refused> {
    let mut response = Json(me_view(app, row).await?).into_response();
    start_session(app, Person(row.id), &mut response).await?;
    Ok(response)
}

/// An empty response that ends the session of this browser.
pub(super) fn signed_out() -> Response {
    let mut response = StatusCode::NO_CONTENT.into_response();
    delete_cookie(&mut response);
    response
}
