//! Orders: by text in any language, or structured; and what may be ordered.

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderMap;
use game::{Actor, Command, Game, Stance, View, Viewer};
use rules::{Orders, Phase, Power};
use serde::{Deserialize, Serialize};
use store::GameId;

use super::asked::{Asked, Id, Json, Language};
use super::games::{nonce, once};
use crate::app::App;
use crate::identity::Caller;
use crate::refused::{Reason, Refused};
use crate::room::Room;
use crate::show;
use crate::show::options::{options as show_options, route as find_route};
use crate::take;
use crate::take::text::Writing;
#[cfg(test)]
use crate::wire::Problem;
use crate::wire::{Done, LineView, OptionsView, OrdersBody, ReadBody, ReadLine, Route};
use crate::world::Tongue;

/// The lines of a text that was only read.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct ReadAnswer {
    lines: Vec<ReadLine>,
}

/// How often a sheet is read again because a phase has closed meanwhile.
const PHASES_MISSED: usize = 4;

/// What the caller's seat can see, and its powers.
fn desk(game: &Game, caller: Caller) -> Result<(View, Vec<Power>), Refused> {
    let viewer = game.viewer(caller.person);
    if !matches!(viewer, Viewer::Seat(_)) {
        return Err(game::Refusal::NotSeated.into());
    }
    let view = game.view(viewer);
    let powers = show::view::own_powers(&view);
    Ok((view, powers))
}

fn read_text(
    room: &Room,
    game: &Game,
    view: &View,
    powers: &[Power],
    text: &str,
    languages: (Tongue, Tongue),
) -> Result<(Vec<ReadLine>, Orders), Refused> {
    let position = &view.board.as_ref().ok_or(Reason::NotUnderway)?.position;
    let writing = Writing {
        world: room.world,
        board: game.board(room.world.board()),
        edition: game.charter().settings().edition,
        position,
        powers,
        language: languages.0,
        answer: languages.1,
    };
    writing.read(text)
}

fn written_in(app: &App, code: Option<&str>, tongue: Tongue) -> Result<Tongue, Refused> {
    match code {
        None => Ok(tongue),
        Some(code) => app.world.tongue(code).ok_or(Reason::NoSuchLanguage.into()),
    }
}

/// Hands a sheet in, or keeps a draft. It is on disk when this answers. A line that cannot be taken does
/// not spoil the others, unless `all_or_nothing` is set.
#[cfg_attr(test, utoipa::path(post, path = "/games/{id}/orders", tag = "orders",
    params(("id" = String, Path), ("Idempotency-Key" = Option<String>, Header, max_length = 60)),
    request_body = OrdersBody,
    responses((status = 200, body = Done), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem))))]
pub(crate) async fn hand_in(
    State(app): State<Arc<App>>,
    Id(id): Id,
    caller: Caller,
    Language(tongue): Language,
    headers: HeaderMap,
    Json(body): Json<OrdersBody>,
) -> Result<axum::Json<Done>, Refused> {
    let nonce = nonce(&headers, caller)?;
    let done = take_sheet(&app, id, caller, tongue, body, nonce.clone()).await;
    once(&app, id, nonce, done).await.map(axum::Json)
}

async fn take_sheet(
    app: &Arc<App>,
    id: GameId,
    caller: Caller,
    tongue: Tongue,
    body: OrdersBody,
    nonce: Option<String>,
) -> Result<Done, Refused> {
    let room = app.room(id).await?;
    for _ in 0..PHASES_MISSED {
        let game = room.game();
        let done = take_dated(app, &room, &game, (caller, tongue), &body, nonce.clone()).await;
        // A sheet for no phase in particular is read again for the one that has just begun.
        let missed = matches!(&done, Err(refused) if refused.reason == Reason::WrongPaper);
        if !missed || body.phase.is_some() || room.game().phase() == game.phase() {
            return done;
        }
    }
    Err(Reason::Busy.into())
}

/// Takes a sheet for the phase that the game is in, and for no other.
async fn take_dated(
    app: &Arc<App>,
    room: &Arc<Room>,
    game: &Game,
    (caller, tongue): (Caller, Tongue),
    body: &OrdersBody,
    nonce: Option<String>,
) -> Result<Done, Refused> {
    let (view, powers) = desk(game, caller)?;
    let dated = match &body.phase {
        // A date that is none is no date of this phase.
        Some(key) => Some(Phase::from_key(key).ok_or(game::Refusal::WrongPaper)?),
        None => game.phase(),
    };
    game.check_date(dated)?;
    let (lines, paper) = match (&body.text, &body.deeds) {
        (Some(text), None) => {
            let language = written_in(app, body.language.as_deref(), tongue)?;
            read_text(room, game, &view, &powers, text, (language, tongue))?
        }
        (None, Some(deeds)) => {
            let position = &view.board.as_ref().ok_or(Reason::NotUnderway)?.position;
            let taken = take::deeds::take(game.board(room.world.board()), position, &powers, deeds)?;
            let writer = &room.world.voice(tongue).writer;
            (
                taken.refused.iter().map(|refused| show::deeds::refused(writer, *refused)).collect(),
                taken.orders,
            )
        }
        (Some(_), Some(_)) | (None, None) => return Err(Reason::TextOrDeeds.into()),
    };
    let refused = lines.iter().any(|line| matches!(line.result, LineView::Refused { .. }));
    // An empty sheet is an order too: by it dislodged units disband. So lines of which none counts, orders for
    // another phase for example, are not handed in.
    if refused && (body.all_or_nothing || paper.is_empty()) {
        return Ok(Done { version: view.version, taken: false, lines });
    }
    let command = if body.draft {
        Command::Draft { paper, dated }
    } else {
        let stance = body.stance.map_or(Stance::Undecided, |stance| stance.0);
        Command::HandIn { paper, dated, stance }
    };
    let version = room.execute(app, Actor::Person(caller.person), command, nonce).await?;
    Ok(Done { version, taken: true, lines })
}

/// Reads a text of orders and changes nothing.
#[cfg_attr(test, utoipa::path(post, path = "/games/{id}/read", tag = "orders", params(("id" = String, Path)),
    request_body = ReadBody,
    responses((status = 200, body = ReadAnswer), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 422, body = Problem))))]
pub(crate) async fn read(
    State(app): State<Arc<App>>,
    Id(id): Id,
    caller: Caller,
    Language(tongue): Language,
    Json(body): Json<ReadBody>,
) -> Result<axum::Json<ReadAnswer>, Refused> {
    let room = app.room(id).await?;
    let game = room.game();
    let (view, powers) = desk(&game, caller)?;
    let language = written_in(&app, body.language.as_deref(), tongue)?;
    let (lines, _) = read_text(&room, &game, &view, &powers, &body.text, (language, tongue))?;
    Ok(axum::Json(ReadAnswer { lines }))
}

/// What the caller's units may be ordered to do now.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/options", tag = "orders", params(("id" = String, Path)),
    responses((status = 200, body = OptionsView), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem))))]
pub(crate) async fn options(
    State(app): State<Arc<App>>,
    Id(id): Id,
    caller: Caller,
) -> Result<axum::Json<OptionsView>, Refused> {
    let room = app.room(id).await?;
    let game = room.game();
    let (view, powers) = desk(&game, caller)?;
    let now = view.board.as_ref().ok_or(Reason::NotUnderway)?;
    let board = game.board(room.world.board());
    let edition = game.charter().settings().edition;
    Ok(axum::Json(show_options(board, edition, &view, &now.position, &powers)))
}

/// From where to where.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub(crate) struct Ends {
    #[cfg_attr(test, param(max_length = 10))]
    from: String,
    #[cfg_attr(test, param(max_length = 10))]
    to: String,
}

/// A way over sea with the fleets that stand there now; empty if there is none.
#[cfg_attr(test, utoipa::path(get, path = "/games/{id}/route", tag = "orders", params(("id" = String, Path), Ends),
    responses((status = 200, body = Route), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 422, body = Problem))))]
pub(crate) async fn route(
    State(app): State<Arc<App>>,
    Id(id): Id,
    caller: Caller,
    Asked(ends): Asked<Ends>,
) -> Result<axum::Json<Route>, Refused> {
    let room = app.room(id).await?;
    let game = room.game();
    let (view, _) = desk(&game, caller)?;
    let now = view.board.as_ref().ok_or(Reason::NotUnderway)?;
    let board = game.board(room.world.board());
    let province =
        |key: &str| -> Result<_, Refused> { Ok(board.province_of(take::command::location(board, key)?)) };
    let (from, to) = (province(&ends.from)?, province(&ends.to)?);
    let fleets = find_route(board, &now.position, from, to);
    let fleets = fleets.into_iter().map(|fleet| board.province_key(fleet).to_owned()).collect();
    Ok(axum::Json(Route { fleets }))
}
