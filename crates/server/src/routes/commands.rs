//! Commands to a game. A repeated request counts once.

use std::net::IpAddr;
use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use game::{Actor, Game, Person, StateView, TalkLanguage, Venue, Viewer};
use store::{GameId, Restriction};

use super::extractors::{ClientAddress, GameIdInPath, Json, check_limit};
use super::me::create_person;
use crate::app::App;
use crate::bot_games::check_new_bot_game;
use crate::from_wire;
use crate::live_game::replay_if_done;
use crate::person_names::{check_name, check_name_in_game};
use crate::rate_limits::{RateLimitKind, Source};
use crate::refusals::{Reason, Refused};
use crate::restrictions::{is_blocked_between, stays_in_game};
use crate::session::Caller;
#[cfg(test)]
use crate::wire::Problem;
use crate::wire::{CommandBody, CommandResult};

pub(crate) const MAX_IDEMPOTENCY_KEY_CHARS: usize = 60;

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
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    Json(body): Json<CommandBody>,
) -> Result<Json<CommandResult>, Refused> {
    let nonce = nonce(&headers, caller)?;
    let done = execute_command(&app, id, (caller, address), body, nonce.clone()).await;
    replay_if_done(&app, id, nonce, done, repeated_result).await.map(Json)
}

async fn execute_command(
    app: &Arc<App>,
    id: GameId,
    (caller, address): (Caller, IpAddr),
    body: CommandBody,
    nonce: Option<String>,
) -> Result<CommandResult, Refused> {
    let live_game = app.live_game(id).await?;
    let mut name = String::new();
    if matches!(body, CommandBody::Join { .. } | CommandBody::Take { .. }) {
        app.bot_game_makers.remember_person(caller.person, Source::of_address(address));
        name = app.store.person(caller.person.0).await?.ok_or(Reason::IdentityNeeded)?.name;
        check_company(app, id, &live_game.game(), caller.person).await?;
        // Whoever is in the game already is refused for that.
        if !matches!(live_game.game().viewer(caller.person), Viewer::Seat(_) | Viewer::Member(_)) {
            check_name_in_game(&live_game.game(), &name)?;
        }
    }
    let mut actor = caller.person;
    if let CommandBody::SeatGuest { name: guest } = &body {
        actor = create_guest(app, &live_game.game(), (caller, address), guest).await?;
        guest.clone_into(&mut name);
    }
    let starts_bot_game =
        matches!(body, CommandBody::SeatBot { .. }) && live_game.game().starts_without_people(1);
    let command = from_wire::command::command(app, live_game.content, body, &name).await?;
    let _turn;
    if starts_bot_game {
        _turn = app.bot_game_makers.turn.lock().await;
        let address = Source::of_address(address);
        check_new_bot_game(app, caller.person, address).await?;
        app.bot_game_makers.remember_game(id, address);
    }
    let version = live_game.execute(app, Actor::Person(actor), command, nonce).await?;
    Ok(CommandResult { version, taken: true, lines: Vec::new() })
}

/// A person without a screen at a table, whose orders the game master enters.
async fn create_guest(
    app: &App,
    game: &Game,
    (caller, address): (Caller, IpAddr),
    name: &str,
) -> Result<Person, Refused> {
    let settings = game.charter().settings();
    let is_master = settings.master.is_some_and(|master| master.who == caller.person);
    if game.charter().creator() != caller.person && !is_master {
        return Err(Reason::NotTheMaker.into());
    }
    if settings.venue != Venue::Table {
        return Err(Reason::NotATable.into());
    }
    let StateView::Gathering { members, .. } = game.view(Viewer::Stranger).state else {
        return Err(Reason::NotGathering.into());
    };
    if members.len() >= settings.players {
        return Err(Reason::Full.into());
    }
    let name = check_name(name)?.to_string();
    check_name_in_game(game, &name)?;
    check_limit(app, address, RateLimitKind::NewIdentity)?;
    let language = settings.language.map_or_else(|| "en".to_owned(), TalkLanguage::code);
    Ok(Person(create_person(app, &name, &language).await?.id))
}

/// Refuses somebody whom the maker of the game blocks, or who would sit with somebody blocked. If names are
/// hidden, a refusal would show who plays, so only the maker's choice counts.
async fn check_company(app: &App, id: GameId, game: &Game, person: Person) -> Result<(), Refused> {
    let maker = game.charter().creator();
    if app.store.restrictions(maker.0).await?.contains(&(person.0, Restriction::Block)) {
        return Err(Reason::BlockedByCreator.into());
    }
    if stays_in_game(game) {
        return Ok(());
    }
    for other in game.people() {
        if other != person && is_blocked_between(app, person, other, id, game).await? {
            return Err(Reason::BlockedByPlayer.into());
        }
    }
    Ok(())
}

/// The result of a request that was executed before.
pub(super) const fn repeated_result(version: u64) -> CommandResult {
    CommandResult { version, taken: true, lines: Vec::new() }
}

/// The nonce of a request from its `Idempotency-Key`. It contains the caller's id, so callers cannot collide.
pub(super) fn nonce(headers: &HeaderMap, caller: Caller) -> Result<Option<String>, Refused> {
    let Some(key) = headers.get("idempotency-key") else { return Ok(None) };
    let fits = |key: &&str| key.len() <= MAX_IDEMPOTENCY_KEY_CHARS;
    let too_long = || Reason::WordsTooLong.with_limit(MAX_IDEMPOTENCY_KEY_CHARS);
    let key = key.to_str().ok().filter(fits).ok_or_else(too_long)?;
    Ok(Some(format!("{}:{key}", caller.person.0)))
}
