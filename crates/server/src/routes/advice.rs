//! Advice: what the bot `regent` would order in a position that the caller sends.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use bots::{Advice, BotKind, Regent, Seat, SeededRng, WorkBudget, seed_for};
use game::{Occupant, SeatView, Viewer};
use rules::{Edition, Goal, Position, Power};

use super::extractors::{ClientAddress, Json, RequestLanguage, check_limit};
use crate::app::App;
use crate::bot_runner::bot_kind;
use crate::from_wire;
use crate::paid_work::PaidPlace;
use crate::payer::Payer;
use crate::rate_limits::RateLimitKind;
use crate::refusals::{Reason, Refused};
use crate::session::Caller;
use crate::to_wire;
#[cfg(test)]
use crate::wire::Problem;
use crate::wire::{AdviceBody, AdviceView};

const DEFAULT_SHEETS: usize = 3;
pub(crate) const MAX_SHEETS: usize = 10;
const DEFAULT_WORK_UNITS: u64 = BotKind::Regent.budget();
/// As much as the strongest bot in a game.
pub(crate) const MAX_WORK_UNITS: u64 = BotKind::Master.budget();
/// How long a request waits for its turn before it is refused.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(10);

/// The best few order sheets for a power, with their worth and the expected orders of the others.
///
/// The caller sends the position. A position that a bot of this kind has before it in a running game is refused.
#[cfg_attr(test, utoipa::path(post, path = "/advice", tag = "learn", request_body = AdviceBody,
    responses((status = 200, body = AdviceView), (status = 401, body = Problem),
        (status = 409, body = Problem), (status = 422, body = Problem), (status = 429, body = Problem),
        (status = 503, body = Problem))))]
pub(crate) async fn advise(
    State(app): State<Arc<App>>,
    caller: Caller,
    RequestLanguage(language_id): RequestLanguage,
    ClientAddress(address): ClientAddress,
    Json(body): Json<AdviceBody>,
) -> Result<Json<AdviceView>, Refused> {
    check_limit(&app, address, RateLimitKind::Advice)?;
    let board = app.standard.board();
    let table = from_wire::position::table(board, &body.players, &body.disorder)?;
    let position = from_wire::position::position(board, &body.position, table)?;
    if is_in_play(&app, &position) {
        return Err(Reason::PositionInPlay.into());
    }
    let advised_power = from_wire::power(board, &body.power)?;
    if table.in_disorder(advised_power) {
        return Err(Reason::PowerInDisorder.into());
    }
    let of_player = |power: &Power| table.by_power[power.index()] == table.by_power[advised_power.index()];
    let is_played = |power: &Power| of_player(power) && !table.in_disorder(*power);
    let powers: Vec<Power> = board.powers().filter(is_played).collect();
    let edition = match body.edition.as_deref() {
        None => Edition::Y2000,
        Some(key) => Edition::from_key(key).ok_or(Reason::NoSuchEdition)?,
    };
    let max_sheets = body.most.unwrap_or(DEFAULT_SHEETS);
    if !(1..=MAX_SHEETS).contains(&max_sheets) {
        return Err(Reason::SheetCountOutOfRange.with_limit(MAX_SHEETS));
    }
    let budget = body.budget.unwrap_or(DEFAULT_WORK_UNITS);
    if budget > MAX_WORK_UNITS {
        return Err(Reason::TooMuchWork.with_limit(MAX_WORK_UNITS as usize));
    }
    let seed = seed_for(body.seed.unwrap_or(1), position.phase, &powers);
    let payer = Payer::of_request(address, Some(caller.person));
    let standard = app.standard;
    // At most one advice request at a time competes with the bots of the games.
    let place = tokio::time::timeout(QUEUE_TIMEOUT, PaidPlace::enter(&app, &app.advice_pool, payer));
    let place = place.await.map_err(|_| Reason::Busy)??;
    let thinking = place.run(move || {
        let goal = Goal::of_board(board);
        let seat = Seat { board, edition, position: &position, history: &[], powers: &powers, goal };
        let advice: Advice =
            Regent::FULL.advise(&seat, max_sheets, &mut WorkBudget::units(budget), &mut SeededRng::new(seed));
        to_wire::advice::advice(board, standard.language_pack(language_id), &position, &powers, advice)
    });
    thinking.await.map(Json)
}

/// Whether a running game on this server has this position, and a bot in it would be asked the same question.
/// In the first turn all games have the same position, and the bots draw their openings by the secret seed of
/// the game.
fn is_in_play(app: &App, position: &Position) -> bool {
    app.loaded_games().iter().any(|live_game| {
        let game = live_game.game();
        // First what costs nothing: there may be thousands of games.
        let is_later = game.phase().is_some_and(|phase| phase.turn() != game.charter().seating().first());
        if game.phase() != Some(position.phase) || !is_later {
            return false;
        }
        let view = game.view(Viewer::Master);
        let same = view.board.as_ref().is_some_and(|board| {
            let (there, here) = (board.position.forces.units(), position.forces.units());
            there.len() == here.len() && there.iter().all(|unit| here.contains(unit))
        });
        let asks = |seat: &SeatView| match &seat.occupant {
            Occupant::Bot(bot, _) => matches!(bot_kind(bot), BotKind::Regent | BotKind::Master),
            Occupant::Person(_) | Occupant::Nobody => false,
        };
        same && view.seats.iter().any(asks)
    })
}
