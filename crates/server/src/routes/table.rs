//! A game at one table: finding it by its short code, the addresses for phones, the clock, and the pieces of a wooden
//! board.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::HOST;
use game::Venue;
use language::PieceWriter;
use rules::PieceStep;

use super::extractors::{
    ClientAddress, GameIdInPath, Json, NumberInPath, RequestLanguage, check_limit, public_url,
};
use crate::allowed_hosts::{AllowedHosts, is_local};
use crate::app::App;
use crate::rate_limits::RateLimitKind;
use crate::reach::{default_route_address, interface_addresses, reach};
use crate::refusals::{Reason, Refused};
use crate::session::Visitor;
use crate::table_code::ids_with_code;
use crate::to_wire;
use crate::visible_game::visible_game;
#[cfg(test)]
use crate::wire::Problem;
use crate::wire::{ByKey, Clock, PieceStepView, PieceSteps, ReachView, TableView};

/// How many games with one code are looked at. There is one, unless ids collide.
const MAX_GAMES_PER_CODE: usize = 4;

/// The game at a table with this short code. Spaces and dashes do not count, nor upper and lower case.
#[cfg_attr(test, utoipa::path(get, path = "/tables/{code}", tag = "games", params(("code" = String, Path)),
    responses((status = 200, body = TableView), (status = 404, body = Problem), (status = 429, body = Problem))))]
pub(crate) async fn find_table(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    Path(code): Path<String>,
) -> Result<Json<TableView>, Refused> {
    check_limit(&app, address, RateLimitKind::TableCode)?;
    let (first, last) = ids_with_code(&code).ok_or(Reason::NoSuchTable)?;
    for id in app.store.open_games_between(first, last, MAX_GAMES_PER_CODE).await? {
        let live_game = app.live_game(id).await?;
        if live_game.game().charter().settings().venue == Venue::Table {
            return Ok(Json(TableView { id: id.to_string() }));
        }
    }
    Err(Reason::NoSuchTable.into())
}

/// The addresses at which phones in the same network reach this server, or what is missing.
#[cfg_attr(test, utoipa::path(get, path = "/reach", tag = "server", responses((status = 200, body = ReachView))))]
pub(crate) async fn get_reach(
    State(app): State<Arc<App>>,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
) -> Json<ReachView> {
    // Whoever comes from far away does not learn how the network of this machine looks.
    if app.config.public_url.is_none() && !is_local(address) {
        return Json(ReachView { urls: vec![public_url(&app, &headers)], problem: None });
    }
    let found = reach(
        app.config.public_url.as_deref(),
        app.config.listen,
        &interface_addresses(),
        default_route_address(),
    );
    let (mut urls, problem) = (found.urls, found.problem.map(ByKey));
    // The address by which the caller came works.
    if let Some(used) = address_used(&app.config.allowed_hosts, &headers)
        && let Some(place) = urls.iter().position(|url| *url == used)
    {
        urls[..=place].rotate_right(1);
    }
    Json(ReachView { urls, problem })
}

fn address_used(allowed: &AllowedHosts, headers: &HeaderMap) -> Option<String> {
    let host = headers.get(HOST)?.to_str().ok().filter(|host| allowed.allows(host))?;
    Some(format!("http://{host}"))
}

/// The server's clock, which deadlines follow. From the time that the answer takes, a page works out how far the
/// clock of its device is off.
#[cfg_attr(test, utoipa::path(get, path = "/clock", tag = "server", responses((status = 200, body = Clock))))]
pub(crate) async fn get_clock(State(app): State<Arc<App>>) -> Json<Clock> {
    Json(Clock { now_ms: (app.machine.time_ms)() })
}

/// What to do with the pieces of a wooden board that shows the position before a phase.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/records/{number}/pieces", tag = "history",
    params(("id" = String, Path), ("number" = usize, Path)),
    responses((status = 200, body = PieceSteps), (status = 404, body = Problem))))]
pub(crate) async fn list_piece_steps(
    State(app): State<Arc<App>>,
    GameIdInPath(id): GameIdInPath,
    NumberInPath(number): NumberInPath,
    visitor: Visitor,
    RequestLanguage(language_id): RequestLanguage,
) -> Result<Json<PieceSteps>, Refused> {
    let live_game = app.live_game(id).await?;
    let game = visible_game(&app, &live_game, visitor).await?;
    let view = game.view(visitor.viewer(&game));
    let (record, _) = view.history.get(number).ok_or(Reason::NotFound)?;
    let board = record.board(game.charter().seating(), live_game.content.board());
    let pack = live_game.content.language_pack(language_id);
    let writer = PieceWriter { explainer: &pack.explainer, writer: pack.writer, texts: pack.phrases };
    let view = |step: PieceStep| PieceStepView {
        step: to_wire::pieces::piece_step(board, step),
        sentence: writer.sentence(step),
    };
    let steps = record.resolution.piece_steps(board).into_iter().map(view).collect();
    Ok(Json(PieceSteps { steps }))
}
