//! What has been played and what was said.

use std::sync::Arc;

use axum::extract::State;
use game::{Viewer, Voice};
use serde::Deserialize;

use super::asked::{Asked, Id, Language, Number};
use super::games::seen;
use crate::app::App;
use crate::identity::Visitor;
use crate::refused::{Reason, Refused};
use crate::show;
#[cfg(test)]
use crate::wire::Problem;
use crate::wire::{Messages, RecordView, Records};

/// The phases that have been resolved, with the centres of each power.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/records", tag = "history", params(("id" = String, Path)),
    responses((status = 200, body = Records), (status = 404, body = Problem))))]
pub(crate) async fn records(
    State(app): State<Arc<App>>,
    Id(id): Id,
    visitor: Visitor,
) -> Result<axum::Json<Records>, Refused> {
    let room = app.room(id).await?;
    let game = seen(&app, &room, visitor).await?;
    let view = game.view(visitor.viewer(&game));
    let board = room.world.board();
    let records = view.history.iter().map(|(record, counts)| show::record::summary(board, record, *counts));
    Ok(axum::Json(Records { records: records.collect() }))
}

/// One phase: orders, rulings, and the sentence and the rule for each.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/records/{number}", tag = "history",
    params(("id" = String, Path), ("number" = usize, Path)),
    responses((status = 200, body = RecordView), (status = 404, body = Problem))))]
pub(crate) async fn record(
    State(app): State<Arc<App>>,
    Id(id): Id,
    Number(number): Number,
    visitor: Visitor,
    Language(tongue): Language,
) -> Result<axum::Json<RecordView>, Refused> {
    let room = app.room(id).await?;
    let game = seen(&app, &room, visitor).await?;
    let view = game.view(visitor.viewer(&game));
    let (record, counts) = view.history.get(number).ok_or(Reason::NotFound)?;
    let board = record.board(game.charter().seating(), room.world.board());
    Ok(axum::Json(show::record::record(board, room.world.voice(tongue), record, *counts)))
}

/// From which message on.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub(crate) struct After {
    /// Messages with a higher number; none: all.
    after: Option<usize>,
}

/// What the caller has heard, the oldest first.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/messages", tag = "history", params(("id" = String, Path), After),
    responses((status = 200, body = Messages), (status = 404, body = Problem))))]
pub(crate) async fn messages(
    State(app): State<Arc<App>>,
    Id(id): Id,
    visitor: Visitor,
    Asked(from): Asked<After>,
) -> Result<axum::Json<Messages>, Refused> {
    let room = app.room(id).await?;
    let game = seen(&app, &room, visitor).await?;
    let viewer = visitor.viewer(&game);
    let view = game.view(viewer);
    let restrictions = match visitor.0 {
        Some(caller) => app.store.restrictions(caller.person.0).await?,
        None => Vec::new(),
    };
    let is_muted = |voice: Voice| match voice {
        Voice::Master => false,
        Voice::Seat(seat) => game.person_at(seat).is_some_and(|who| {
            viewer != Viewer::Seat(seat) && restrictions.iter().any(|(other, _)| *other == who.0)
        }),
    };
    let board = room.world.board();
    let messages = view
        .messages
        .iter()
        .enumerate()
        .skip(from.after.unwrap_or(0))
        .map(|(i, message)| show::talk::message(board, i + 1, message, is_muted(message.from)));
    Ok(axum::Json(Messages { messages: messages.collect() }))
}
