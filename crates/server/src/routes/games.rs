//! One game: what the caller may see of it, and commands to it.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use game::{Actor, Game, Person, Seconds, Viewer, Watching};
use store::{GameId, Restriction};

use super::extractors::{GameIdInPath, Json, RequestLanguage, public_url};
use crate::app::App;
use crate::content::LanguageId;
use crate::from_wire;
use crate::identity::{Caller, Visitor};
use crate::live_game::LiveGame;
use crate::refusals::{Reason, Refused};
use crate::to_wire::view::{ViewContext, game as show_game};
#[cfg(test)]
use crate::wire::Problem;
use crate::wire::{CommandBody, CommandResult, GameView};

/// The game in the state that the caller may see. Delayed spectators see an earlier one.
pub(crate) async fn visible_game(app: &App, room: &LiveGame, visitor: Visitor) -> Result<Arc<Game>, Refused> {
    let game = room.game();
    match (visitor.viewer(&game), game.charter().settings().watching, game.ending()) {
        (Viewer::Spectator, Watching::Later(by), None) => {
            let then = app.now().seconds() - i64::from(by.count());
            room.as_of(app, game::Timestamp::from_seconds(then)).await
        }
        (
            Viewer::Seat(_) | Viewer::Master | Viewer::Member(_) | Viewer::Spectator | Viewer::Stranger,
            Watching::Anybody | Watching::Later(_) | Watching::PlayersOnly,
            _,
        ) => Ok(game),
    }
}

/// How far a viewer's state is behind.
pub(crate) fn spectator_delay(game: &Game, viewer: Viewer) -> Seconds {
    match (viewer, game.charter().settings().watching) {
        (Viewer::Spectator, Watching::Later(by)) => by,
        (
            Viewer::Seat(_) | Viewer::Master | Viewer::Member(_) | Viewer::Spectator | Viewer::Stranger,
            Watching::Anybody | Watching::Later(_) | Watching::PlayersOnly,
        ) => Seconds::ZERO,
    }
}

pub(crate) async fn game_view(
    app: &App,
    room: &LiveGame,
    caller: Option<Caller>,
    tongue: LanguageId,
    headers: &HeaderMap,
) -> Result<GameView, Refused> {
    let visitor = Visitor(caller);
    let game = visible_game(app, room, visitor).await?;
    let person = caller.map_or(Person(0), |caller| caller.person);
    let view = game.view(visitor.viewer(&game));
    let around = ViewContext {
        id: room.id.to_string(),
        url: format!("{}/g/{}", public_url(app, headers), room.id),
        now: app.now().seconds(),
        maker: game.charter().creator() == person,
        may_return: game.seat_with_stand_in_for(person).is_some(),
        language_pack: room.content.language_pack(tongue),
    };
    Ok(show_game(room.content, &game, &view, around))
}

/// A game as the caller may see it.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = GameView), (status = 404, body = Problem))))]
pub(crate) async fn get_game(
    State(app): State<Arc<App>>,
    GameIdInPath(id): GameIdInPath,
    Visitor(caller): Visitor,
    RequestLanguage(tongue): RequestLanguage,
    headers: HeaderMap,
) -> Result<axum::Json<GameView>, Refused> {
    let room = app.live_game(id).await?;
    game_view(&app, &room, caller, tongue, &headers).await.map(axum::Json)
}

/// Sends a command to a game: join, talk, vote, declare readiness, or act as game master.
///
/// With an `Idempotency-Key` header a repeated request counts once.
#[cfg_attr(test, utoipa::path(post, path = "/games/{id}/commands", tag = "games",
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header, max_length = 60)),
    request_body = CommandBody,
    responses((status = 200, body = CommandResult), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem))))]
pub(crate) async fn send_command(
    State(app): State<Arc<App>>,
    GameIdInPath(id): GameIdInPath,
    caller: Caller,
    headers: HeaderMap,
    Json(body): Json<CommandBody>,
) -> Result<axum::Json<CommandResult>, Refused> {
    let nonce = nonce(&headers, caller)?;
    let done = execute_command(&app, id, caller, body, nonce.clone()).await;
    replay_if_done(&app, id, nonce, done).await.map(axum::Json)
}

async fn execute_command(
    app: &Arc<App>,
    id: GameId,
    caller: Caller,
    body: CommandBody,
    nonce: Option<String>,
) -> Result<CommandResult, Refused> {
    let room = app.live_game(id).await?;
    let mut name = String::new();
    if matches!(body, CommandBody::Join { .. } | CommandBody::Take { .. }) {
        name = app.store.person(caller.person.0).await?.ok_or(Reason::IdentityNeeded)?.name;
        let maker = room.game().charter().creator();
        let restrictions = app.store.restrictions(maker.0).await?;
        if restrictions.contains(&(caller.person.0, Restriction::Block)) {
            return Err(Reason::BlockedByCreator.into());
        }
    }
    let command = from_wire::command::command(app, room.content, body, &name).await?;
    let version = room.execute(app, Actor::Person(caller.person), command, nonce).await?;
    Ok(CommandResult { version, taken: true, lines: Vec::new() })
}

/// If a refused request was executed before under the same nonce, returns that result: the first response
/// may have been lost.
pub(crate) async fn replay_if_done(
    app: &App,
    id: GameId,
    nonce: Option<String>,
    done: Result<CommandResult, Refused>,
) -> Result<CommandResult, Refused> {
    let (Err(_), Some(nonce)) = (&done, nonce) else { return done };
    match app.store.find_append(id, &nonce).await? {
        Some(version) => Ok(CommandResult { version, taken: true, lines: Vec::new() }),
        None => done,
    }
}

/// The nonce of a request from its `Idempotency-Key`. It contains the caller's id, so callers cannot collide.
pub(crate) fn nonce(headers: &HeaderMap, caller: Caller) -> Result<Option<String>, Refused> {
    let Some(key) = headers.get("idempotency-key") else { return Ok(None) };
    let key = key.to_str().ok().filter(|key| key.len() <= 60).ok_or(Reason::WordsTooLong.with_limit(60))?;
    Ok(Some(format!("{}:{key}", caller.person.0)))
}
