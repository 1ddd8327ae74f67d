//! Two people on one phone that they pass on: a second session in the same browser, and changing between them.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;

use super::extractors::{ClientAddress, Json, RequestLanguage, check_limit};
use super::me::{create_person, me_response, person_row};
use crate::app::App;
use crate::person_names::check_name;
use crate::rate_limits::RateLimitKind;
use crate::refusals::{Reason, Refused};
use crate::session::{Caller, Visitor, second_person, start_second_session, switch_sessions};
use crate::wire::NewName;
#[cfg(test)]
use crate::wire::{Me, Problem};

/// Adds a second person to this browser, who is the caller from now on. `POST /api/me/switch` changes back.
#[cfg_attr(test, utoipa::path(post, path = "/me/second", tag = "people", request_body = NewName,
    responses((status = 200, body = Me), (status = 401, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem))))]
pub(crate) async fn add_second_person(
    State(app): State<Arc<App>>,
    caller: Caller,
    RequestLanguage(language_id): RequestLanguage,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    Json(body): Json<NewName>,
) -> Result<Response, Refused> {
    if second_person(&app, &headers).await?.is_some() {
        return Err(Reason::SecondPersonThere.into());
    }
    let name = check_name(&body.name)?.to_string();
    let code =
        body.language.as_deref().map(|code| app.standard.language_id(code).ok_or(Reason::NoSuchLanguage));
    let language = app.standard.language_pack(code.transpose()?.unwrap_or(language_id)).code.clone();
    let first = person_row(&app, caller).await?;
    check_limit(&app, address, RateLimitKind::NewIdentity)?;
    let row = create_person(&app, &name, &language).await?;
    let mut response = me_response(&app, &row, Some(first.name)).await?;
    start_second_session(&app, game::Person(row.id), &headers, &mut response).await?;
    Ok(response)
}

/// The other person of this browser is the caller from now on.
#[cfg_attr(test, utoipa::path(post, path = "/me/switch", tag = "people",
    responses((status = 200, body = Me), (status = 409, body = Problem))))]
pub(crate) async fn switch_person(
    State(app): State<Arc<App>>,
    Visitor(caller): Visitor,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let other = second_person(&app, &headers).await?.ok_or(Reason::NoSecondPerson)?;
    let row = person_row(&app, other).await?;
    let first = match caller {
        Some(caller) => app.store.person(caller.person.0).await?.map(|row| row.name),
        None => None,
    };
    let mut response = me_response(&app, &row, first).await?;
    switch_sessions(&app, &headers, &mut response);
    Ok(response)
}
