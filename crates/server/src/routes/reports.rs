//! Reports to the administrator of the server.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use game::Text;
use store::ReportRow;

use super::extractors::{ClientAddress, GameIdInPath, Json, check_limit};
use crate::app::App;
use crate::from_wire::seat;
use crate::rate_limits::RateLimitKind;
use crate::refusals::{Reason, Refused};
use crate::session::Caller;
use crate::storage_budget::{charge_person, check_storage};
#[cfg(test)]
use crate::wire::Problem;
use crate::wire::Report;

pub(crate) const MAX_REPORT_CHARS: usize = 1000;

/// Reports something in a game to the administrator of the server.
#[cfg_attr(test, utoipa::path(post, path = "/games/{id}/reports", tag = "people", params(("id" = String, Path)),
    request_body = Report,
    responses((status = 204), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem))))]
pub(crate) async fn create_report(
    State(app): State<Arc<App>>,
    GameIdInPath(id): GameIdInPath,
    caller: Caller,
    ClientAddress(address): ClientAddress,
    Json(body): Json<Report>,
) -> Result<StatusCode, Refused> {
    check_limit(&app, address, RateLimitKind::Expensive)?;
    let text = Text::new(&body.text)?;
    if text.as_str().chars().count() > MAX_REPORT_CHARS {
        return Err(Reason::WordsTooLong.with_limit(MAX_REPORT_CHARS));
    }
    check_storage(&app, caller.person)?;
    let game = app.live_game(id).await?.game();
    let about = match body.seat {
        None => None,
        Some(number) => game.person_at(seat(number)?).map(|who| who.0),
    };
    let row = ReportRow {
        at: app.now().seconds(),
        by: Some(caller.person.0),
        about,
        game: Some(id),
        text: text.to_string(),
    };
    let bytes = row.text.len() as u64;
    app.store.add_report(row).await?;
    charge_person(&app, caller.person, bytes);
    Ok(StatusCode::NO_CONTENT)
}
