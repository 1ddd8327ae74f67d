//! Going on from a turn: what was handed in is carried out, and the best plan for the next turn says what
//! the position is worth.

use rules::{Entry, Judge, Position, Power, RetreatOrder, Sheet, judge_retreats};

use crate::planner::first_plans;
use crate::planner::foresee::foresee;
use crate::planner::ground::Ground;
use crate::planner::ideas::Possibilities;
use crate::planner::minds::Minds;
use crate::planner::search::Search;
use crate::planner::weigh::Scales;
use crate::{Chance, Foresight, Seat, Work};

pub(super) fn retreat(seat: &Seat<'_>, position: &mut Position, orders: &Sheet<RetreatOrder>) {
    let rulings = judge_retreats(seat.board, &position.forces, &position.table, &position.dislodged, orders);
    position.after_retreats(seat.board, orders, &rulings);
}

pub(super) fn adjust(seat: &Seat<'_>, position: &mut Position, entries: &[(Power, Entry)]) {
    let rulings = position.adjustments(seat.board, seat.edition).judge(entries);
    position.after_adjustments(seat.board, &rulings);
}

/// What the best plan that is found for a movement phase is worth, on average over so many guesses of
/// what the others do. None without units to order.
pub(super) fn best_plan(
    seat: &Seat<'_>,
    ground: &Ground<'_>,
    guesses: usize,
    work: &mut Work,
    chance: &mut Chance,
) -> Option<f32> {
    let units = seat.own_units();
    if units.is_empty() {
        return None;
    }
    let minds = Minds::at(seat);
    let sheets = foresee(seat, Foresight::Guesses(guesses), &minds, chance);
    let [holding, impulse] = first_plans(seat, &units, &minds, chance);
    let scales = Scales::new(ground, seat.position);
    let judge = Judge::new(seat.board, seat.edition);
    let mut search = Search::new(judge, scales, seat.position, sheets, holding, work);
    if search.adopt(&impulse, work) {
        search.improve(&Possibilities::new(seat, ground, &units), true, &[], work);
    }
    Some(search.total() / guesses as f32)
}
