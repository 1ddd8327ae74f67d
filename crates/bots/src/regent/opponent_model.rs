//! The opponent model: from its recent orders, whether a player plays greedy plans or planner plans.

use rules::{Order, Position, Resolution, RuledOrders, Sheet, Unit};

use crate::dumb::{GreedyPlanner, NeutralCentres};
use crate::planner::board_analysis::BoardAnalysis;
use crate::planner::valuations::Valuations;
use crate::{Planner, PlannerOptions, Seat, SeededRng, WorkBudget};

/// The number of recent turns that are used, and the maximum cost.
const MAX_RECENT_TURNS: usize = 2;
pub(super) const MAX_WORK: u64 = 150 * MAX_RECENT_TURNS as u64;
/// The number of greedy plans that the orders are compared with.
const SAMPLES: usize = 4;
/// The percentage without any information, and how far a difference moves it.
const DEFAULT_GREEDY_PERCENT: f32 = 50.0;
const SIMILARITY_WEIGHT: f32 = 160.0;

/// The recent turns, the last first, with the valuations of all players.
#[derive(Debug)]
pub(super) struct RecentTurns<'a>(Vec<RecentTurn<'a>>);

#[derive(Debug)]
struct RecentTurn<'a> {
    position: &'a Position,
    orders: &'a Sheet<Order>,
    history: &'a [&'a Resolution],
    valuations: Valuations<'a>,
}

impl<'a> RecentTurns<'a> {
    pub(super) fn of(seat: &Seat<'a>) -> Self {
        let turns = seat.history.iter().enumerate().rev().filter_map(|(i, past)| match &past.ruled_orders {
            RuledOrders::Movement { orders, .. } => Some((i, &past.before, orders)),
            RuledOrders::Retreats { .. } | RuledOrders::Adjustments(_) => None,
        });
        let bygone = |(i, position, orders)| {
            let then = Seat { position, ..*seat };
            RecentTurn { position, orders, history: &seat.history[..i], valuations: Valuations::at(&then) }
        };
        Self(turns.take(MAX_RECENT_TURNS).map(bygone).collect())
    }

    /// The percentage of times that the player of a seat plays a greedy plan.
    pub(super) fn greedy_percent(
        &self,
        seat: &Seat<'_>,
        work: &mut WorkBudget,
        chance: &mut SeededRng,
    ) -> usize {
        let (mut hasty, mut planned, mut seen) = (0.0, 0.0, 0);
        for RecentTurn { position, orders, history, valuations } in &self.0 {
            let then = Seat { position, history, ..*seat };
            let units: Vec<Unit> = then.own_units().into_iter().map(|(_, unit)| unit).collect();
            let left = work.left().min(MAX_WORK / MAX_RECENT_TURNS as u64);
            if units.is_empty() || left < MAX_WORK / MAX_RECENT_TURNS as u64 {
                continue;
            }
            seen += 1;
            hasty += greedy_similarity(&then, &units, orders, valuations, chance);
            let mut own = WorkBudget::units(left);
            let planner = Planner { options: PlannerOptions::FULL };
            let plan = planner.plan(&then, &BoardAnalysis::new(&then), valuations, &mut own, chance);
            work.add_spent(own.spent());
            planned += similarity(seat, &units, orders, &plan);
        }
        if seen == 0 {
            return DEFAULT_GREEDY_PERCENT as usize;
        }
        let difference = (hasty - planned) / seen as f32;
        (DEFAULT_GREEDY_PERCENT + SIMILARITY_WEIGHT * difference).clamp(5.0, 95.0) as usize
    }
}

/// How similar the orders are to a greedy plan. The better of two: with and without values for neutral
/// centres.
fn greedy_similarity(
    then: &Seat<'_>,
    units: &[Unit],
    orders: &Sheet<Order>,
    valuations: &Valuations<'_>,
    chance: &mut SeededRng,
) -> f32 {
    let likenesses = [NeutralCentres::Ignored, NeutralCentres::Valued].map(|neutrals| {
        let worth = valuations.of(then.powers, neutrals);
        let campaign = GreedyPlanner::new(then.board, then.position, &worth);
        let samples = (0..SAMPLES).map(|_| {
            let mut sheet = Sheet::new(then.board);
            campaign.write_orders(units, &mut sheet, chance);
            similarity(then, units, orders, &sheet)
        });
        samples.sum::<f32>() / SAMPLES as f32
    });
    likenesses[0].max(likenesses[1])
}

/// The share of the units that have the same order on both sheets.
fn similarity(seat: &Seat<'_>, units: &[Unit], one: &Sheet<Order>, other: &Sheet<Order>) -> f32 {
    let order = |sheet: &Sheet<Order>, unit: &Unit| {
        sheet.get(seat.board.province_of(unit.location)).copied().unwrap_or(Order::Hold)
    };
    let same = units.iter().filter(|unit| order(one, unit) == order(other, unit)).count();
    same as f32 / units.len() as f32
}
