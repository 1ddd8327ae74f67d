//! Reports to the administrator of the server.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use game::{Sender, Text};
use store::{ReportDetails, ReportRow};

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
    let viewer = game.viewer(caller.person);
    let message = match body.message {
        None => None,
        Some(number) => {
            let index = number.checked_sub(1).and_then(|number| game.message_index(viewer, number));
            Some(index.ok_or(game::Refusal::NoSuchMessage)?)
        }
    };
    let sender = message.and_then(|index| game.message_at(index)).map(|message| message.from);
    let about = match (body.seat, sender) {
        (Some(number), _) => Some(seat(number)?),
        (None, Some(Sender::Seat(seat))) => Some(seat),
        (None, Some(Sender::Master) | None) => None,
    };
    let about = about.and_then(|seat| game.person_at(seat)).map(|who| who.0);
    let row = ReportRow {
        at: app.now().seconds(),
        by: Some(caller.person.0),
        about,
        game: Some(id),
        text: text.to_string(),
    };
    let bytes = row.text.len() as u64;
    let report = app.store.add_report(row).await?;
    let message = message.map(|index| index as u64);
    app.store.set_report_details(report, ReportDetails { message, closed: None }).await?;
    tracing::info!(report, "somebody reported something");
    charge_person(&app, caller.person, bytes);
    Ok(StatusCode::NO_CONTENT)
}
