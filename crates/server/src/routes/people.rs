//! Other players: muting, blocking, and reports to the administrator.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use game::{Text, Viewer};
use store::{ReportRow, Restriction};

use super::extractors::{ClientAddress, GameIdInPath, Json, NumberInPath, check_limit};
use crate::app::App;
use crate::from_wire::command::seat;
use crate::identity::Caller;
use crate::limits::LimitKind;
use crate::refusals::{Reason, Refused};
#[cfg(test)]
use crate::wire::Problem;
use crate::wire::{Report, RestrictionBody, RestrictionKey};

/// Mutes or blocks the person in a seat, for all games.
#[cfg_attr(test, utoipa::path(put, path = "/games/{id}/seats/{number}/shun", tag = "people",
    params(("id" = String, Path), ("number" = usize, Path)), request_body = RestrictionBody,
    responses((status = 204), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem))))]
pub(crate) async fn restrict_player(
    State(app): State<Arc<App>>,
    GameIdInPath(id): GameIdInPath,
    NumberInPath(number): NumberInPath,
    caller: Caller,
    Json(body): Json<RestrictionBody>,
) -> Result<StatusCode, Refused> {
    let game = app.live_game(id).await?.game();
    if !matches!(game.viewer(caller.person), Viewer::Seat(_) | Viewer::Master) {
        return Err(game::Refusal::NotSeated.into());
    }
    let other = game.person_at(seat(number)?).ok_or(Reason::SeatIsEmpty)?;
    if other == caller.person {
        return Err(Reason::SeatIsEmpty.into());
    }
    let restriction = match body.shun {
        RestrictionKey::None => None,
        RestrictionKey::Mute => Some(Restriction::Mute),
        RestrictionKey::Block => Some(Restriction::Block),
    };
    app.store.set_restriction(caller.person.0, other.0, restriction).await?;
    Ok(StatusCode::NO_CONTENT)
}

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
    check_limit(&app, address, LimitKind::Expensive)?;
    let text = Text::new(&body.text)?;
    if text.as_str().chars().count() > 1000 {
        return Err(Reason::WordsTooLong.with_limit(1000));
    }
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
    app.store.add_report(row).await?;
    Ok(StatusCode::NO_CONTENT)
}
