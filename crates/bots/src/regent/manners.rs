//! Reading a player: whether it plans or goes for what is near, by what it did of late.

use rules::{Order, Position, Resolution, Ruled, Sheet, Unit};

use crate::dumb::{Campaign, Neutrals};
use crate::planner::ground::Ground;
use crate::planner::minds::Minds;
use crate::{Chance, Habits, Planner, Seat, Work};

/// How many turns back are looked at, and what a look at one may cost.
const TURNS: usize = 2;
pub(super) const COST: u64 = 150 * TURNS as u64;
/// How often a hasty player is imitated before comparing.
const SAMPLES: usize = 4;
/// What is thought of somebody of whom nothing is known, and how far a difference moves it.
const UNKNOWN_PERCENT: f32 = 50.0;
const WEIGHT: f32 = 160.0;

/// The turns that are looked at, the last first, and how everybody saw them.
#[derive(Debug)]
pub(super) struct Bygones<'a>(Vec<Bygone<'a>>);

#[derive(Debug)]
struct Bygone<'a> {
    position: &'a Position,
    orders: &'a Sheet<Order>,
    history: &'a [&'a Resolution],
    minds: Minds<'a>,
}

impl<'a> Bygones<'a> {
    pub(super) fn of(seat: &Seat<'a>) -> Self {
        let turns = seat.history.iter().enumerate().rev().filter_map(|(i, past)| match &past.ruled {
            Ruled::Movement { orders, .. } => Some((i, &past.before, orders)),
            Ruled::Retreats { .. } | Ruled::Adjustments(_) => None,
        });
        let bygone = |(i, position, orders)| {
            let then = Seat { position, ..*seat };
            Bygone { position, orders, history: &seat.history[..i], minds: Minds::at(&then) }
        };
        Self(turns.take(TURNS).map(bygone).collect())
    }

    /// How many of a hundred times the player of a seat goes for what is near instead of planning.
    pub(super) fn haste_percent(&self, seat: &Seat<'_>, work: &mut Work, chance: &mut Chance) -> usize {
        let (mut hasty, mut planned, mut seen) = (0.0, 0.0, 0);
        for Bygone { position, orders, history, minds } in &self.0 {
            let then = Seat { position, history, ..*seat };
            let units: Vec<Unit> = then.own_units().into_iter().map(|(_, unit)| unit).collect();
            let left = work.left().min(COST / TURNS as u64);
            if units.is_empty() || left < COST / TURNS as u64 {
                continue;
            }
            seen += 1;
            hasty += hasty_likeness(&then, &units, orders, minds, chance);
            let mut own = Work::units(left);
            let planner = Planner { habits: Habits::FULL };
            let plan = planner.plan(&then, &Ground::new(&then), minds, &mut own, chance);
            work.settle(own.spent());
            planned += likeness(seat, &units, orders, &plan);
        }
        if seen == 0 {
            return UNKNOWN_PERCENT as usize;
        }
        let difference = (hasty - planned) / seen as f32;
        (UNKNOWN_PERCENT + WEIGHT * difference).clamp(5.0, 95.0) as usize
    }
}

/// How alike the orders are to those of somebody who goes for what is near, with or without an eye for
/// neutral centres.
fn hasty_likeness(
    then: &Seat<'_>,
    units: &[Unit],
    orders: &Sheet<Order>,
    minds: &Minds<'_>,
    chance: &mut Chance,
) -> f32 {
    let likenesses = [Neutrals::Ignored, Neutrals::Valued].map(|neutrals| {
        let worth = minds.of(then.powers, neutrals);
        let campaign = Campaign::new(then.board, then.position, &worth);
        let samples = (0..SAMPLES).map(|_| {
            let mut sheet = Sheet::new(then.board);
            campaign.order(units, &mut sheet, chance);
            likeness(then, units, orders, &sheet)
        });
        samples.sum::<f32>() / SAMPLES as f32
    });
    likenesses[0].max(likenesses[1])
}

/// The part of the units whose orders are the same on two sheets.
fn likeness(seat: &Seat<'_>, units: &[Unit], one: &Sheet<Order>, other: &Sheet<Order>) -> f32 {
    let order = |sheet: &Sheet<Order>, unit: &Unit| {
        sheet.get(seat.board.province_of(unit.location)).copied().unwrap_or(Order::Hold)
    };
    let same = units.iter().filter(|unit| order(one, unit) == order(other, unit)).count();
    same as f32 / units.len() as f32
}
