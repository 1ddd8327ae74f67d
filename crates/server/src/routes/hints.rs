//! Hints for a game against easy bots: what a strong bot would order, one unit at a time, with the reason.

use std::sync::Arc;
use std::time::Duration;

use axum::extract::State;
use bots::{BotKind, Regent, Seat, SeededRng, WorkBudget, seed_for};
use game::{Game, Occupant, SeatView, View};
use rules::{Goal, Power};

use super::extractors::{ClientAddress, GameIdInPath, Json, RequestLanguage, check_limit};
use super::orders::seat_view;
use crate::app::App;
use crate::bot_runner::bot_kind;
use crate::hints;
use crate::paid_work::PaidPlace;
use crate::payer::Payer;
use crate::rate_limits::RateLimitKind;
use crate::refusals::{Reason, Refused};
use crate::session::Caller;
use crate::to_wire;
#[cfg(test)]
use crate::wire::Problem;
use crate::wire::{ByKey, HintLine, HintView};

/// Enough to see what a turn is about, in a few hundredths of a second.
pub(crate) const HINT_WORK_UNITS: u64 = BotKind::Strong.budget();
/// How long a request waits for its turn before it is refused.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(10);

/// What a strong bot would order for the caller's seat, with the reason for each unit. Only in a game of one
/// person against bots of the levels Novice and Amateur.
#[cfg_attr(test, utoipa::path(post, path = "/games/{id}/hint", tag = "orders", params(("id" = String, Path)),
    responses((status = 200, body = HintView), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 429, body = Problem),
        (status = 503, body = Problem))))]
pub(crate) async fn give_hint(
    State(app): State<Arc<App>>,
    GameIdInPath(id): GameIdInPath,
    caller: Caller,
    RequestLanguage(language_id): RequestLanguage,
    ClientAddress(address): ClientAddress,
) -> Result<Json<HintView>, Refused> {
    check_limit(&app, address, RateLimitKind::Advice)?;
    let live_game = app.live_game(id).await?;
    let game = live_game.game();
    let (view, powers) = seat_view(&game, caller)?;
    if !may_get_hints(&view) {
        return Err(Reason::NoHints.into());
    }
    let position = Arc::clone(&view.board.as_ref().ok_or(Reason::NotUnderway)?.position);
    let content = live_game.content;
    let payer = Payer::of_request(address, Some(caller.person));
    let place = tokio::time::timeout(QUEUE_TIMEOUT, PaidPlace::enter(&app, &app.advice_pool, payer));
    let place = place.await.map_err(|_| Reason::Busy)??;
    let thinking = place.run(move || hint(&game, content, language_id, &position, &powers));
    thinking.await.map(Json)
}

/// Whether nobody else is put at a disadvantage: all other seats are bots that play for beginners.
fn may_get_hints(view: &View) -> bool {
    let is_easy = |seat: &SeatView| match &seat.occupant {
        Occupant::Bot(bot, _) => matches!(bot_kind(bot), BotKind::Novice | BotKind::Amateur),
        Occupant::Nobody => true,
        Occupant::Person(_) => false,
    };
    view.seats.iter().filter(|seat| !is_easy(seat)).count() == 1
}

fn hint(
    game: &Game,
    content: &'static crate::content::Content,
    language_id: crate::content::LanguageId,
    position: &rules::Position,
    powers: &[Power],
) -> HintView {
    let board = game.board(content.board());
    let seed = seed_for(1, position.phase, powers);
    let edition = game.charter().settings().edition;
    let seat = Seat { board, edition, position, history: &[], powers, goal: Goal::of_board(board) };
    let advice =
        Regent::FULL.advise(&seat, 1, &mut WorkBudget::units(HINT_WORK_UNITS), &mut SeededRng::new(seed));
    let Some(best) = advice.suggestions.into_iter().next() else {
        return HintView { phase: position.phase.key(), lines: Vec::new() };
    };
    let sheet = to_wire::orders::sheet(board, content.language_pack(language_id), position, &best.orders);
    let reasons = hints::reasons(board, position, &best.orders);
    let lines = sheet.into_iter().zip(reasons).map(|(line, one)| HintLine {
        line,
        reason: ByKey(one.reason),
        place: one.place.map(|place| board.province_key(place).to_owned()),
    });
    HintView { phase: position.phase.key(), lines: lines.collect() }
}
