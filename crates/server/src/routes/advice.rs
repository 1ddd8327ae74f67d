//! Advice: what `regent` would do in a position that belongs to no game here.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use bots::{Advice, Chance, Kind, Regent, Seat, Work, seed_for};
use rules::{Edition, Goal, Power};

use super::asked::{From, Json, Language, count};
use crate::app::App;
use crate::identity::Caller;
use crate::limits::Act;
use crate::refused::{Reason, Refused};
use crate::show;
use crate::take;
#[cfg(test)]
use crate::wire::Problem;
use crate::wire::{AdviceBody, AdviceView};

const USUAL_SHEETS: usize = 3;
const MOST_SHEETS: usize = 10;
const USUAL_WORK: u64 = Kind::Regent.budget();
/// As much as the strongest at a table thinks.
const MOST_WORK: u64 = Kind::Master.budget();
/// Who waits longer is sent away.
const PATIENCE: Duration = Duration::from_secs(10);

/// The best few sheets for a power, with what they are worth and what the others are expected to do. The
/// position is one that the caller sends: no game is looked at.
#[cfg_attr(test, utoipa::path(post, path = "/advice", tag = "learn", request_body = AdviceBody,
    responses((status = 200, body = AdviceView), (status = 401, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem), (status = 503, body = Problem))))]
pub(crate) async fn advise(
    State(app): State<Arc<App>>,
    _caller: Caller,
    Language(tongue): Language,
    From(address): From,
    Json(body): Json<AdviceBody>,
) -> Result<axum::Json<AdviceView>, Refused> {
    count(&app, address, Act::Think)?;
    let board = app.world.board();
    let table = take::position::table(board, &body.players, &body.disorder)?;
    let position = take::position::position(board, &body.position, table)?;
    let asker = take::command::power(board, &body.power)?;
    if table.in_disorder(asker) {
        return Err(Reason::NobodyOrdersIt.into());
    }
    let of_player = |power: &Power| table.player[power.index()] == table.player[asker.index()];
    let is_played = |power: &Power| of_player(power) && !table.in_disorder(*power);
    let powers: Vec<Power> = board.powers().filter(is_played).collect();
    let edition = match body.edition.as_deref() {
        None => Edition::Y2000,
        Some(key) => Edition::from_key(key).ok_or(Reason::NoSuchEdition)?,
    };
    let most = body.most.unwrap_or(USUAL_SHEETS);
    if !(1..=MOST_SHEETS).contains(&most) {
        return Err(Reason::HowManySheets.bound(MOST_SHEETS));
    }
    let budget = body.budget.unwrap_or(USUAL_WORK);
    if budget > MOST_WORK {
        return Err(Reason::TooMuchWork.bound(MOST_WORK as usize));
    }
    let seed = seed_for(body.seed.unwrap_or(1), position.phase, &powers);
    // However many ask for advice, only one of them is in the queue of the programs at the tables.
    let adviser = tokio::time::timeout(PATIENCE, Arc::clone(&app.advisers).acquire_owned());
    let adviser = adviser.await.ok().and_then(Result::ok).ok_or(Reason::Busy)?;
    let turn = Arc::clone(&app.thinkers).acquire_owned().await.map_err(|_| Reason::Busy)?;
    let thinking = tokio::task::spawn_blocking(move || {
        let _held = (adviser, turn);
        let goal = Goal::of_board(board);
        let seat = Seat { board, edition, position: &position, history: &[], powers: &powers, goal };
        let advice: Advice =
            Regent::FULL.advise(&seat, most, &mut Work::units(budget), &mut Chance::new(seed));
        show::advice::advice(board, app.world.voice(tongue), &position, &powers, advice)
    });
    thinking.await.map(axum::Json).map_err(|_| Reason::Broken.into())
}
