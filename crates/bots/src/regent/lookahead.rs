//! Lookahead: resolves a phase, and values a position by the best plan for its next turn.

use rules::{AdjustmentOrder, Judge, Position, Power, RetreatOrder, Sheet, judge_retreats};

use crate::planner::board_analysis::BoardAnalysis;
use crate::planner::candidates::CandidateGenerator;
use crate::planner::evaluator::Evaluator;
use crate::planner::first_plans;
use crate::planner::predict::predict;
use crate::planner::search::PlanSearch;
use crate::planner::valuations::Valuations;
use crate::{Prediction, Seat, SeededRng, WorkBudget};

/// Resolves a retreat phase in place.
pub(super) fn resolve_retreats(seat: &Seat<'_>, position: &mut Position, orders: &Sheet<RetreatOrder>) {
    let rulings =
        judge_retreats(seat.board, &position.forces, &position.players, &position.dislodged, orders);
    position.apply_retreats(seat.board, orders, &rulings);
}

/// Resolves an adjustment phase in place.
pub(super) fn resolve_adjustments(
    seat: &Seat<'_>,
    position: &mut Position,
    entries: &[(Power, AdjustmentOrder)],
) {
    let rulings = position.adjustment_judge(seat.board, seat.edition).judge(entries);
    position.apply_adjustments(seat.board, &rulings);
}

/// The value of the best plan for a movement phase, as the mean over this number of guesses of what the
/// others do. None if the seat has no units.
pub(super) fn value_of_best_plan(
    seat: &Seat<'_>,
    analysis: &BoardAnalysis<'_>,
    guesses: usize,
    work: &mut WorkBudget,
    chance: &mut SeededRng,
) -> Option<f32> {
    let units = seat.own_units();
    if units.is_empty() {
        return None;
    }
    let valuations = Valuations::at(seat);
    let sheets = predict(seat, Prediction::Guesses(guesses), &valuations, chance);
    let [holding, greedy] = first_plans(seat, &units, &valuations, chance);
    let evaluator = Evaluator::new(analysis, seat.position);
    let judge = Judge::new(seat.board, seat.edition);
    let mut search = PlanSearch::new(judge, evaluator, seat.position, sheets, holding, work);
    if search.try_plan(&greedy, work) {
        search.improve(&CandidateGenerator::new(seat, analysis, &units), true, &[], work);
    }
    Some(search.total() / guesses as f32)
}
