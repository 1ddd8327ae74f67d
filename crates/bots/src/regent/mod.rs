//! The bot `regent`: searches orders that are good against the likely plans of all other players.
//!
//! Every player gets several plans: plans of the planner for that player, and its best replies to the
//! plans of the others. Regret matching finds how often each plan is played. At the end the own plans are
//! compared on one sample of the plans of the others. With a large budget the best plans are also played
//! one turn further (lookahead).

mod advice;
mod final_comparison;
mod joint_search;
mod lookahead;
mod lookahead_moves;
mod lookahead_retreats_and_builds;
mod opening_book;
mod opponent_model;
mod players;
mod regret_matching;
mod threads;

use rules::{AdjustmentOrder, Order, Power, RetreatOrder, Sheet};

use crate::planner::valuations::Valuations;
use crate::{Bot, Planner, PlannerOptions, Seat, SeededRng, WorkBudget};

pub use advice::{Advice, Expected, Suggestion};

use final_comparison::RankedPlan;
use joint_search::{JointSearch, ME};
use players::{PlayerPlans, players, views};
use threads::Threads;

/// The regent bot.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Regent {
    /// The number of threads. The orders do not depend on it.
    pub threads: usize,
    /// The random error of the final values of its own plans, in centres. Zero is strongest.
    pub value_error: f32,
}

/// The minimum budget of a search. With less the planner is better.
const MIN_SEARCH_WORK: u64 = 1_500;
/// The number of own plans in the final comparison.
const COMPARED_PLANS: usize = 8;
/// In the first turn, and in the rest of the first year: plans that are worse than the best by at most this
/// are played equally often. Otherwise the openings would be predictable.
const OPENING_MARGIN: f32 = 0.3;
const FIRST_YEAR_MARGIN: f32 = 0.08;

impl Regent {
    /// The strongest options, on one thread.
    pub const FULL: Self = Self { threads: 1, value_error: 0.0 };

    /// Runs the search over the plans of all players, then calls `ask` with its result. None if the budget
    /// is too small.
    fn with_search<T: Send>(
        &self,
        seat: &Seat<'_>,
        work: &mut WorkBudget,
        chance: &mut SeededRng,
        ask: impl FnOnce(&mut JointSearch<'_>, &mut WorkBudget, &mut SeededRng) -> T + Send,
    ) -> Option<T> {
        if work.left() < MIN_SEARCH_WORK || seat.own_units().is_empty() {
            return None;
        }
        let threads = Threads::of(self.threads);
        let answer = threads.run(|| {
            let powers = players(seat);
            let views = views(seat, &powers, &threads);
            let valuations = Valuations::at(seat);
            let members = views.iter().map(|view| PlayerPlans::new(view, &valuations, chance)).collect();
            let mut council = JointSearch::new(members, &valuations, &threads);
            council.run_rounds(work, chance);
            ask(&mut council, work, chance)
        });
        Some(answer)
    }

    /// Chooses the plan to play from those of the final comparison.
    fn choose(&self, seat: &Seat<'_>, mut ranked: Vec<RankedPlan>, chance: &mut SeededRng) -> usize {
        for one in &mut ranked {
            // The sum of three uniform numbers is nearly normal; its standard deviation is about 1.
            let dice: f32 = (0..3).map(|_| chance.below(2001) as f32 / 1000.0 - 1.0).sum();
            one.value += self.value_error * dice;
        }
        ranked.sort_by(|a, b| b.value.total_cmp(&a.value));
        let Some(best) = ranked.first().copied() else { return 0 };
        let (date, first) = (seat.position.phase.turn(), seat.board.first_turn());
        let margin = if date == first {
            OPENING_MARGIN
        } else if date.year == first.year {
            FIRST_YEAR_MARGIN
        } else {
            return best.plan;
        };
        ranked.retain(|one| one.value >= best.value - margin);
        chance.pick(&ranked).map_or(best.plan, |one| one.plan)
    }
}

impl Bot for Regent {
    fn movement(&self, seat: &Seat<'_>, work: &mut WorkBudget, chance: &mut SeededRng) -> Sheet<Order> {
        let best = self.with_search(seat, work, chance, |council, work, chance| {
            let ranked = council.rank(COMPARED_PLANS, work, chance);
            council.sheet(ME, self.choose(seat, ranked, chance))
        });
        best.unwrap_or_else(|| Planner { options: PlannerOptions::FULL }.movement(seat, work, chance))
    }

    fn retreats(
        &self,
        seat: &Seat<'_>,
        work: &mut WorkBudget,
        chance: &mut SeededRng,
    ) -> Sheet<RetreatOrder> {
        let ranked = lookahead_retreats_and_builds::retreats(seat, work, chance);
        ranked.into_iter().next().map_or_else(|| Sheet::new(seat.board), |(orders, _)| orders)
    }

    fn adjustments(
        &self,
        seat: &Seat<'_>,
        work: &mut WorkBudget,
        chance: &mut SeededRng,
    ) -> Vec<(Power, AdjustmentOrder)> {
        let ranked = lookahead_retreats_and_builds::adjustments(seat, work, chance);
        ranked.into_iter().next().map_or_else(Vec::new, |(entries, _)| entries)
    }
}
