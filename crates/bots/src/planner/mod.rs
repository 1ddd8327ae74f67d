//! `planner`: one turn ahead, all units together.
//!
//! It guesses a few times what the others will do, starts from a simple plan, and improves it by
//! small ideas (a unit does something else, follows another, attacks with support, goes by sea),
//! keeping those that leave the position better on average over the guesses. No search beyond the
//! turn: what may come after it is weighed, not played out.

pub(crate) mod crowd;
pub(crate) mod foresee;
pub(crate) mod ground;
pub(crate) mod ideas;
pub(crate) mod minds;
pub(crate) mod search;
pub(crate) mod upkeep;
pub(crate) mod weigh;

use rules::{Entry, Judge, Order, Power, RetreatOrder, Sheet, Unit};

use crate::dumb::{Campaign, Neutrals};
use crate::{Bot, Chance, Seat, Work};

use ground::Ground;
use ideas::Possibilities;
use minds::Minds;
use search::Search;
use weigh::Scales;

#[derive(Clone, Copy, Debug)]
pub struct Planner {
    pub habits: Habits,
}

/// How a planner thinks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Habits {
    pub foresight: Foresight,
    /// Whether it thinks of sending armies by sea.
    pub convoys: bool,
    /// How many units of a hundred follow the first impulse instead of the plan.
    pub impulses_percent: usize,
}

/// What a planner expects of the others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Foresight {
    /// That they stand still.
    OthersHold,
    /// So many guesses of what they do.
    Guesses(usize),
}

impl Habits {
    /// The planner at its best.
    pub const FULL: Self = Self { foresight: Foresight::Guesses(8), convoys: true, impulses_percent: 0 };
    /// Sees its own moves, hardly those of others; acts on impulse now and then.
    pub const NOVICE: Self = Self { foresight: Foresight::OthersHold, convoys: false, impulses_percent: 25 };
}

impl Planner {
    /// Orders for a seat, by somebody who knows the ground and the others already.
    pub(crate) fn plan(
        &self,
        seat: &Seat<'_>,
        ground: &Ground<'_>,
        minds: &Minds<'_>,
        work: &mut Work,
        chance: &mut Chance,
    ) -> Sheet<Order> {
        let units = seat.own_units();
        if units.is_empty() {
            return Sheet::new(seat.board);
        }
        let guesses = foresee::foresee(seat, self.habits.foresight, minds, chance);
        let [holding, impulse] = first_plans(seat, &units, minds, chance);
        let mut search = Search::new(
            Judge::new(seat.board, seat.edition),
            Scales::new(ground, seat.position),
            seat.position,
            guesses,
            holding,
            work,
        );
        if search.adopt(&impulse, work) {
            let possibilities = Possibilities::new(seat, ground, &units);
            search.improve(&possibilities, self.habits.convoys, &[], work);
        }
        let mut plan = search.into_plan();
        for (_, unit) in &units {
            let here = seat.board.province_of(unit.location);
            if chance.percent(self.habits.impulses_percent)
                && let Some(order) = impulse.get(here)
            {
                plan.set(here, *order);
            }
        }
        plan
    }
}

impl Bot for Planner {
    fn movement(&self, seat: &Seat<'_>, work: &mut Work, chance: &mut Chance) -> Sheet<Order> {
        self.plan(seat, &Ground::new(seat), &Minds::at(seat), work, chance)
    }

    fn retreats(&self, seat: &Seat<'_>, _: &mut Work, _: &mut Chance) -> Sheet<RetreatOrder> {
        upkeep::retreats(seat, &Ground::new(seat))
    }

    fn adjustments(&self, seat: &Seat<'_>, _: &mut Work, _: &mut Chance) -> Vec<(Power, Entry)> {
        upkeep::adjustments(seat, &Ground::new(seat))
    }
}

/// Where a plan may start: everybody holds, or everybody goes for what is near.
pub(crate) fn first_plans(
    seat: &Seat<'_>,
    units: &[(usize, Unit)],
    minds: &Minds<'_>,
    chance: &mut Chance,
) -> [Sheet<Order>; 2] {
    let mut holding = Sheet::new(seat.board);
    for (_, unit) in units {
        holding.set(seat.board.province_of(unit.location), Order::Hold);
    }
    let own: Vec<Power> = seat.own_powers().collect();
    let worth = minds.of(&own, Neutrals::Valued);
    let units: Vec<Unit> = units.iter().map(|(_, unit)| *unit).collect();
    let mut impulse = Sheet::new(seat.board);
    Campaign::new(seat.board, seat.position, &worth).order(&units, &mut impulse, chance);
    [holding, impulse]
}
