//! The messages of a game.

use std::sync::Arc;

use axum::extract::State;
use game::{Sender, Viewer};
use serde::Deserialize;

use super::extractors::{GameIdInPath, Json, QueryParams};
use crate::app::App;
use crate::refusals::Refused;
use crate::restrictions::restrictions_in;
use crate::session::Visitor;
use crate::to_wire;
use crate::visible_game::visible_game;
use crate::wire::Messages;
#[cfg(test)]
use crate::wire::Problem;

/// Which messages.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub(crate) struct MessagesQuery {
    /// Only messages with a higher number. All if left out.
    after: Option<usize>,
}

/// About how many bytes of messages one response has. It has at least one message.
pub(crate) const MAX_MESSAGES_BYTES: usize = 64 * 1024;

/// The messages that the caller may read, the oldest first, a page at a time.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/messages", tag = "history", params(("id" = String, Path), MessagesQuery),
    responses((status = 200, body = Messages), (status = 404, body = Problem))))]
pub(crate) async fn list_messages(
    State(app): State<Arc<App>>,
    GameIdInPath(id): GameIdInPath,
    visitor: Visitor,
    QueryParams(from): QueryParams<MessagesQuery>,
) -> Result<Json<Messages>, Refused> {
    let live_game = app.live_game(id).await?;
    let game = visible_game(&app, &live_game, visitor).await?;
    let viewer = visitor.viewer(&game);
    let view = game.view(viewer);
    let restrictions = match visitor.0 {
        Some(caller) => restrictions_in(&app, caller.person, id, &game).await?,
        None => Vec::new(),
    };
    let is_muted = |voice: Sender| match voice {
        Sender::Master => false,
        Sender::Seat(seat) => game.person_at(seat).is_some_and(|who| {
            viewer != Viewer::Seat(seat) && restrictions.iter().any(|(other, _)| *other == who.0)
        }),
    };
    let board = live_game.content.board();
    let mut messages = Vec::new();
    let mut bytes = 0;
    for (i, message) in view.messages.iter().enumerate().skip(from.after.unwrap_or(0)) {
        bytes += game::message_bytes(message);
        if bytes > MAX_MESSAGES_BYTES && !messages.is_empty() {
            return Ok(Json(Messages { messages, more: true }));
        }
        messages.push(to_wire::messages::message(board, i + 1, message, is_muted(message.from)));
    }
    Ok(Json(Messages { messages, more: false }))
}
