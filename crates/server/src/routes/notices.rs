//! What administrators tell the caller.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;

use super::extractors::{Json, NumberInPath, RequestLanguage};
use crate::app::App;
use crate::refusals::{Reason, Refused};
use crate::session::Caller;
#[cfg(test)]
use crate::wire::Problem;
use crate::wire::{PersonalNotice, PersonalNotices};

/// The notices of the administrators for the caller, in the caller's language.
#[cfg_attr(test, utoipa::path(get, path = "/me/notices", tag = "people",
    responses((status = 200, body = PersonalNotices), (status = 401, body = Problem))))]
pub(crate) async fn list_notices(
    State(app): State<Arc<App>>,
    caller: Caller,
    RequestLanguage(language_id): RequestLanguage,
) -> Result<Json<PersonalNotices>, Refused> {
    let phrases = app.standard.language_pack(language_id).phrases;
    let notices = app.store.notices_of(caller.person.0).await?.into_iter().map(|(number, row)| {
        let message = phrases.get(&format!("notices.{}", row.kind)).unwrap_or(&row.kind).to_owned();
        let game = row.game.map(|id| id.to_string());
        PersonalNotice { number, at: row.at, message, reason: row.reason, game, until: row.until }
    });
    Ok(Json(PersonalNotices { notices: notices.collect() }))
}

/// Removes a notice that the caller has read.
#[cfg_attr(test, utoipa::path(delete, path = "/me/notices/{number}", tag = "people",
    params(("number" = usize, Path)),
    responses((status = 204), (status = 401, body = Problem), (status = 404, body = Problem))))]
pub(crate) async fn delete_notice(
    State(app): State<Arc<App>>,
    caller: Caller,
    NumberInPath(number): NumberInPath,
) -> Result<StatusCode, Refused> {
    match app.store.delete_notice(number as u64, caller.person.0).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Reason::NotFound.into()),
    }
}
