//! Other people: not hearing them, not playing with them, and telling whoever runs the server.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use game::{Text, Viewer};
use store::{ReportRow, Restriction};

use super::asked::{From, Id, Json, Number, count};
use crate::app::App;
use crate::identity::Caller;
use crate::limits::Act;
use crate::refused::{Reason, Refused};
use crate::take::command::seat;
#[cfg(test)]
use crate::wire::Problem;
use crate::wire::{Report, ShunBody, ShunKey};

/// Mutes or blocks whoever sits in a seat, in all games.
#[cfg_attr(test, utoipa::path(put, path = "/games/{id}/seats/{number}/shun", tag = "people",
    params(("id" = String, Path), ("number" = usize, Path)), request_body = ShunBody,
    responses((status = 204), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem))))]
pub(crate) async fn shun(
    State(app): State<Arc<App>>,
    Id(id): Id,
    Number(number): Number,
    caller: Caller,
    Json(body): Json<ShunBody>,
) -> Result<StatusCode, Refused> {
    let game = app.room(id).await?.game();
    if !matches!(game.viewer(caller.person), Viewer::Seat(_) | Viewer::Master) {
        return Err(game::Refusal::NotSeated.into());
    }
    let other = game.person_at(seat(number)?).ok_or(Reason::NobodySitsThere)?;
    if other == caller.person {
        return Err(Reason::NobodySitsThere.into());
    }
    let restriction = match body.shun {
        ShunKey::None => None,
        ShunKey::Mute => Some(Restriction::Mute),
        ShunKey::Block => Some(Restriction::Block),
    };
    app.store.set_restriction(caller.person.0, other.0, restriction).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Tells whoever runs the server about something in a game.
#[cfg_attr(test, utoipa::path(post, path = "/games/{id}/reports", tag = "people", params(("id" = String, Path)),
    request_body = Report,
    responses((status = 204), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem))))]
pub(crate) async fn report(
    State(app): State<Arc<App>>,
    Id(id): Id,
    caller: Caller,
    From(address): From,
    Json(body): Json<Report>,
) -> Result<StatusCode, Refused> {
    count(&app, address, Act::Heavy)?;
    let text = Text::new(&body.text)?;
    if text.as_str().chars().count() > 1000 {
        return Err(Reason::WordsTooLong.bound(1000));
    }
    let game = app.room(id).await?.game();
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
