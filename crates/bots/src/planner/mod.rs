//! The bot `planner`: plans one turn for all its units together.
//!
//! It makes several guesses of what the others will do and starts from a simple plan. Then it tries small
//! changes: a unit does something else, follows another unit, attacks with support, or goes by convoy. It
//! keeps the changes that make the position better on average over the guesses. It plays no turn after
//! this one; the evaluation estimates what can follow.

pub(crate) mod board_analysis;
pub(crate) mod candidates;
pub(crate) mod evaluator;
pub(crate) mod predict;
pub(crate) mod reach_counts;
pub(crate) mod retreats_and_builds;
pub(crate) mod search;
pub(crate) mod valuations;

use rules::{AdjustmentOrder, Judge, Order, Power, RetreatOrder, Sheet, Unit};

use crate::dumb::{GreedyPlanner, NeutralCentres};
use crate::{Bot, Seat, SeededRng, WorkBudget};

use board_analysis::BoardAnalysis;
use candidates::CandidateGenerator;
use evaluator::Evaluator;
use search::PlanSearch;
use valuations::Valuations;

/// The planner bot.
#[derive(Clone, Copy, Debug)]
pub struct Planner {
    pub options: PlannerOptions,
}

/// The options of a planner. Weaker levels use weaker options.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlannerOptions {
    pub prediction: Prediction,
    /// Whether it considers convoys.
    pub convoys: bool,
    /// The percentage of units that follow the greedy plan instead of the improved plan.
    pub greedy_percent: usize,
    /// In so many years from the start of the game it is patient: it neither goes where a unit of somebody else
    /// is, nor into a centre of somebody else.
    pub patient_years: u16,
}

/// How a planner predicts the orders of the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Prediction {
    /// All their units hold.
    OthersHold,
    /// This number of guesses.
    Guesses(usize),
}

impl PlannerOptions {
    /// The strongest options.
    pub const FULL: Self =
        Self { prediction: Prediction::Guesses(8), convoys: true, greedy_percent: 0, patient_years: 0 };
    /// It expects the others to hold, and a part of its units follow the greedy plan. It plays with beginners, so it
    /// leaves everybody time to learn.
    pub const NOVICE: Self =
        Self { prediction: Prediction::OthersHold, convoys: false, greedy_percent: 25, patient_years: 2 };
}

impl Planner {
    /// The orders of a seat, if the board analysis and the valuations are already made.
    pub(crate) fn plan(
        &self,
        seat: &Seat<'_>,
        analysis: &BoardAnalysis<'_>,
        valuations: &Valuations<'_>,
        work: &mut WorkBudget,
        chance: &mut SeededRng,
    ) -> Sheet<Order> {
        let units = seat.own_units();
        if units.is_empty() {
            return Sheet::new(seat.board);
        }
        let guesses = predict::predict(seat, self.options.prediction, valuations, chance);
        let [holding, greedy] = first_plans(seat, &units, valuations, chance);
        let mut search = PlanSearch::new(
            Judge::new(seat.board, seat.edition),
            Evaluator::new(analysis, seat.position),
            seat.position,
            guesses,
            holding,
            work,
        );
        if search.try_plan(&greedy, work) {
            let possibilities = CandidateGenerator::new(seat, analysis, &units);
            search.improve(&possibilities, self.options.convoys, &[], work);
        }
        let mut plan = search.into_plan();
        for (_, unit) in &units {
            let here = seat.board.province_of(unit.location);
            if chance.percent(self.options.greedy_percent)
                && let Some(order) = greedy.get(here)
            {
                plan.set(here, *order);
            }
        }
        if seat.position.phase.turn().year < seat.board.first_turn().year + self.options.patient_years {
            hold_instead_of_attacking(seat, &units, &mut plan);
        }
        plan
    }
}

/// Replaces every move, and every support of a move, to a unit or a centre of another player.
fn hold_instead_of_attacking(seat: &Seat<'_>, units: &[(usize, Unit)], plan: &mut Sheet<Order>) {
    let is_other = |power: Power| !seat.powers.contains(&power);
    let attacks = |order: &Order| match order {
        Order::Move { to, .. } | Order::SupportMove { to, .. } => {
            let there = seat.board.province_of(*to);
            seat.position.forces.at(there).is_some_and(|unit| is_other(unit.power))
                || seat.position.owners.of(there).is_some_and(is_other)
        }
        Order::Hold | Order::SupportHold { .. } | Order::Convoy { .. } => false,
    };
    for (_, unit) in units {
        let here = seat.board.province_of(unit.location);
        if plan.get(here).is_some_and(attacks) {
            plan.set(here, Order::Hold);
        }
    }
}

impl Bot for Planner {
    fn movement(&self, seat: &Seat<'_>, work: &mut WorkBudget, chance: &mut SeededRng) -> Sheet<Order> {
        self.plan(seat, &BoardAnalysis::new(seat), &Valuations::at(seat), work, chance)
    }

    fn retreats(&self, seat: &Seat<'_>, _: &mut WorkBudget, _: &mut SeededRng) -> Sheet<RetreatOrder> {
        retreats_and_builds::retreats(seat, &BoardAnalysis::new(seat))
    }

    fn adjustments(
        &self,
        seat: &Seat<'_>,
        _: &mut WorkBudget,
        _: &mut SeededRng,
    ) -> Vec<(Power, AdjustmentOrder)> {
        retreats_and_builds::adjustments(seat, &BoardAnalysis::new(seat))
    }
}

/// The two plans to start from: all units hold, or all follow the greedy plan of DumbBot.
pub(crate) fn first_plans(
    seat: &Seat<'_>,
    units: &[(usize, Unit)],
    valuations: &Valuations<'_>,
    chance: &mut SeededRng,
) -> [Sheet<Order>; 2] {
    let mut holding = Sheet::new(seat.board);
    for (_, unit) in units {
        holding.set(seat.board.province_of(unit.location), Order::Hold);
    }
    let own: Vec<Power> = seat.own_powers().collect();
    let worth = valuations.of(&own, NeutralCentres::Valued);
    let units: Vec<Unit> = units.iter().map(|(_, unit)| *unit).collect();
    let mut greedy = Sheet::new(seat.board);
    GreedyPlanner::new(seat.board, seat.position, &worth).write_orders(&units, &mut greedy, chance);
    [holding, greedy]
}
