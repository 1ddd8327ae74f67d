//! The history of a game: records of resolved phases, and messages.

use std::sync::Arc;

use axum::extract::State;
use game::{Sender, Viewer};
use serde::Deserialize;

use super::extractors::{GameIdInPath, NumberInPath, QueryParams, RequestLanguage};
use super::games::visible_game;
use crate::app::App;
use crate::identity::Visitor;
use crate::refusals::{Reason, Refused};
use crate::to_wire;
#[cfg(test)]
use crate::wire::Problem;
use crate::wire::{Messages, RecordView, Records};

/// The phases that have been resolved, with the centres of each power.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/records", tag = "history", params(("id" = String, Path)),
    responses((status = 200, body = Records), (status = 404, body = Problem))))]
pub(crate) async fn list_records(
    State(app): State<Arc<App>>,
    GameIdInPath(id): GameIdInPath,
    visitor: Visitor,
) -> Result<axum::Json<Records>, Refused> {
    let room = app.live_game(id).await?;
    let game = visible_game(&app, &room, visitor).await?;
    let view = game.view(visitor.viewer(&game));
    let board = room.content.board();
    let records =
        view.history.iter().map(|(record, counts)| to_wire::record::summary(board, record, *counts));
    Ok(axum::Json(Records { records: records.collect() }))
}

/// One phase: orders and rulings, each with its sentence and its rule.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/records/{number}", tag = "history",
    params(("id" = String, Path), ("number" = usize, Path)),
    responses((status = 200, body = RecordView), (status = 404, body = Problem))))]
pub(crate) async fn get_record(
    State(app): State<Arc<App>>,
    GameIdInPath(id): GameIdInPath,
    NumberInPath(number): NumberInPath,
    visitor: Visitor,
    RequestLanguage(tongue): RequestLanguage,
) -> Result<axum::Json<RecordView>, Refused> {
    let room = app.live_game(id).await?;
    let game = visible_game(&app, &room, visitor).await?;
    let view = game.view(visitor.viewer(&game));
    let (record, counts) = view.history.get(number).ok_or(Reason::NotFound)?;
    let board = record.board(game.charter().seating(), room.content.board());
    Ok(axum::Json(to_wire::record::record(board, room.content.language_pack(tongue), record, *counts)))
}

/// Which messages.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub(crate) struct MessagesQuery {
    /// Only messages with a higher number. All if left out.
    after: Option<usize>,
}

/// The messages that the caller may read, the oldest first.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/messages", tag = "history", params(("id" = String, Path), MessagesQuery),
    responses((status = 200, body = Messages), (status = 404, body = Problem))))]
pub(crate) async fn list_messages(
    State(app): State<Arc<App>>,
    GameIdInPath(id): GameIdInPath,
    visitor: Visitor,
    QueryParams(from): QueryParams<MessagesQuery>,
) -> Result<axum::Json<Messages>, Refused> {
    let room = app.live_game(id).await?;
    let game = visible_game(&app, &room, visitor).await?;
    let viewer = visitor.viewer(&game);
    let view = game.view(viewer);
    let restrictions = match visitor.0 {
        Some(caller) => app.store.restrictions(caller.person.0).await?,
        None => Vec::new(),
    };
    let is_muted = |voice: Sender| match voice {
        Sender::Master => false,
        Sender::Seat(seat) => game.person_at(seat).is_some_and(|who| {
            viewer != Viewer::Seat(seat) && restrictions.iter().any(|(other, _)| *other == who.0)
        }),
    };
    let board = room.content.board();
    let messages = view
        .messages
        .iter()
        .enumerate()
        .skip(from.after.unwrap_or(0))
        .map(|(i, message)| to_wire::messages::message(board, i + 1, message, is_muted(message.from)));
    Ok(axum::Json(Messages { messages: messages.collect() }))
}
