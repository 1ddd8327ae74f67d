//! Restrictions: muting and blocking other players.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use game::Viewer;
use store::Restriction;

use super::extractors::{GameIdInPath, Json, NumberInPath};
use crate::app::App;
use crate::from_wire::seat;
use crate::refusals::{Reason, Refused};
use crate::restrictions::stays_in_game;
use crate::session::Caller;
#[cfg(test)]
use crate::wire::Problem;
use crate::wire::{RestrictionBody, RestrictionKey};

/// Mutes or blocks the person in a seat: for all games, or, if names are hidden, in this game until it ends.
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
    if stays_in_game(&game) {
        app.store.set_game_restriction(caller.person.0, other.0, id, restriction).await?;
    } else {
        app.store.set_restriction(caller.person.0, other.0, restriction).await?;
    }
    Ok(StatusCode::NO_CONTENT)
}
