//! One game: what the caller may see of it, and what they ask of it.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use game::{Actor, Game, Person, Seconds, Viewer, Watching};
use store::{GameId, Restriction};

use super::asked::{Id, Json, Language, public_url};
use crate::app::App;
use crate::identity::{Caller, Visitor};
use crate::refused::{Reason, Refused};
use crate::room::Room;
use crate::show::view::{Around, game as show_game};
use crate::take;
#[cfg(test)]
use crate::wire::Problem;
use crate::wire::{CommandBody, Done, GameView};
use crate::world::Tongue;

/// The game as the caller may see it now: those who watch later see it as it was.
pub(crate) async fn seen(app: &App, room: &Room, visitor: Visitor) -> Result<Arc<Game>, Refused> {
    let game = room.game();
    match (visitor.viewer(&game), game.charter().settings().watching, game.ending()) {
        (Viewer::Spectator, Watching::Later(by), None) => {
            let then = app.now().seconds() - i64::from(by.count());
            room.past(app, game::Timestamp::from_seconds(then)).await
        }
        (
            Viewer::Seat(_) | Viewer::Master | Viewer::Member(_) | Viewer::Spectator | Viewer::Stranger,
            Watching::Anybody | Watching::Later(_) | Watching::PlayersOnly,
            _,
        ) => Ok(game),
    }
}

/// How far behind a viewer is.
pub(crate) fn lag(game: &Game, viewer: Viewer) -> Seconds {
    match (viewer, game.charter().settings().watching) {
        (Viewer::Spectator, Watching::Later(by)) => by,
        (
            Viewer::Seat(_) | Viewer::Master | Viewer::Member(_) | Viewer::Spectator | Viewer::Stranger,
            Watching::Anybody | Watching::Later(_) | Watching::PlayersOnly,
        ) => Seconds::ZERO,
    }
}

pub(crate) async fn shown(
    app: &App,
    room: &Room,
    caller: Option<Caller>,
    tongue: Tongue,
    headers: &HeaderMap,
) -> Result<GameView, Refused> {
    let visitor = Visitor(caller);
    let game = seen(app, room, visitor).await?;
    let person = caller.map_or(Person(0), |caller| caller.person);
    let view = game.view(visitor.viewer(&game));
    let around = Around {
        id: room.id.to_string(),
        url: format!("{}/g/{}", public_url(app, headers), room.id),
        now: app.now().seconds(),
        maker: game.charter().maker() == person,
        may_return: game.stood_in_for(person).is_some(),
        voice: room.world.voice(tongue),
    };
    Ok(show_game(room.world, &game, &view, around))
}

/// A game, as the caller may see it.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}", tag = "games", params(("id" = String, Path)),
    responses((status = 200, body = GameView), (status = 404, body = Problem))))]
pub(crate) async fn show(
    State(app): State<Arc<App>>,
    Id(id): Id,
    Visitor(caller): Visitor,
    Language(tongue): Language,
    headers: HeaderMap,
) -> Result<axum::Json<GameView>, Refused> {
    let room = app.room(id).await?;
    shown(&app, &room, caller, tongue, &headers).await.map(axum::Json)
}

/// Asks something of a game: join, talk, vote, stand ready, lead it. With an `Idempotency-Key` header a
/// repeated request counts once.
#[cfg_attr(test, utoipa::path(post, path = "/games/{id}/commands", tag = "games",
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header, max_length = 60)),
    request_body = CommandBody,
    responses((status = 200, body = Done), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem))))]
pub(crate) async fn command(
    State(app): State<Arc<App>>,
    Id(id): Id,
    caller: Caller,
    headers: HeaderMap,
    Json(body): Json<CommandBody>,
) -> Result<axum::Json<Done>, Refused> {
    let nonce = nonce(&headers, caller)?;
    let done = ask(&app, id, caller, body, nonce.clone()).await;
    once(&app, id, nonce, done).await.map(axum::Json)
}

async fn ask(
    app: &Arc<App>,
    id: GameId,
    caller: Caller,
    body: CommandBody,
    nonce: Option<String>,
) -> Result<Done, Refused> {
    let room = app.room(id).await?;
    let mut name = String::new();
    if matches!(body, CommandBody::Join { .. } | CommandBody::Take { .. }) {
        name = app.store.person(caller.person.0).await?.ok_or(Reason::NameYourself)?.name;
        let maker = room.game().charter().maker();
        let restrictions = app.store.restrictions(maker.0).await?;
        if restrictions.contains(&(caller.person.0, Restriction::Block)) {
            return Err(Reason::NotWelcome.into());
        }
    }
    let command = take::command::command(app, room.world, body, &name).await?;
    let version = room.execute(app, Actor::Person(caller.person), command, nonce).await?;
    Ok(Done { version, taken: true, lines: Vec::new() })
}

/// What was done before is done, also if it would be refused now: the answer may have been lost on its way.
pub(crate) async fn once(
    app: &App,
    id: GameId,
    nonce: Option<String>,
    done: Result<Done, Refused>,
) -> Result<Done, Refused> {
    let (Err(_), Some(nonce)) = (&done, nonce) else { return done };
    match app.store.find_append(id, &nonce).await? {
        Some(version) => Ok(Done { version, taken: true, lines: Vec::new() }),
        None => done,
    }
}

/// The name of a request, so that a repeated one counts once; nobody can guess another's.
pub(crate) fn nonce(headers: &HeaderMap, caller: Caller) -> Result<Option<String>, Refused> {
    let Some(key) = headers.get("idempotency-key") else { return Ok(None) };
    let key = key.to_str().ok().filter(|key| key.len() <= 60).ok_or(Reason::WordsTooLong.bound(60))?;
    Ok(Some(format!("{}:{key}", caller.person.0)))
}
