//! The ruling of each order, with the reason that decided it.

mod convoys;
mod holds;
mod moves;
mod supports;

use rules::{Because, Outcome, Power, Province, Ruling};

use crate::resolve::Resolution;
use crate::turn::{Deed, Turn};
use crate::voyages::Settlement;

/// The rulings of all units.
pub(crate) fn rulings(turn: &Turn, settlement: &Settlement, resolution: &Resolution) -> Vec<Ruling> {
    let record = Record { turn, settlement, resolution };
    (0..turn.units.len()).map(|unit| record.ruling(unit)).collect()
}

/// All that is known once everything is decided.
struct Record<'a> {
    turn: &'a Turn<'a>,
    settlement: &'a Settlement,
    resolution: &'a Resolution,
}

impl Record<'_> {
    fn ruling(&self, unit: usize) -> Ruling {
        let (outcome, because) = match &self.turn.deeds[unit] {
            Deed::NoOrder => (self.stands(unit), Because::NoOrder),
            Deed::Void(problem) => (Outcome::Void, Because::Illegal(*problem)),
            Deed::Hold => (self.stands(unit), self.of_hold(unit)),
            Deed::Move(advance) if self.resolution.moves(unit) => {
                (Outcome::Succeeds, self.of_success(unit, advance))
            }
            Deed::Move(advance) => (Outcome::Fails, self.of_failure(unit, advance)),
            Deed::Support(support) if self.resolution.gives(unit) => {
                (Outcome::Succeeds, self.of_given(unit, support))
            }
            Deed::Support(support) => (Outcome::Fails, self.of_not_given(unit, support)),
            Deed::Convoy { army, into } => self.of_convoy(unit, *army, *into),
        };
        let dislodger = self.resolution.dislodger(unit);
        Ruling { outcome, because, dislodged_from: dislodger.map(|attacker| self.turn.province(attacker)) }
    }

    fn stands(&self, unit: usize) -> Outcome {
        if self.resolution.is_dislodged(unit) { Outcome::Fails } else { Outcome::Succeeds }
    }

    /// The strength of a unit with all support that was given to what it tried, rule 12 or not.
    fn full_strength(&self, unit: usize) -> usize {
        1 + self.given_supporters(unit).count()
    }

    /// The strength with which a unit that did not leave stood in its place. One that tried to leave
    /// gets no support for that.
    fn defence(&self, unit: usize) -> usize {
        match self.turn.advance(unit) {
            Some(_) => 1,
            None => self.full_strength(unit),
        }
    }

    fn given_supporters(&self, unit: usize) -> impl Iterator<Item = usize> {
        self.turn.supporters_of(unit).filter(|&supporter| self.resolution.gives(supporter))
    }

    /// The first supporter of a move that belongs to this power.
    fn supporter_of_power(&self, unit: usize, power: Power) -> Option<Province> {
        self.given_supporters(unit)
            .filter(|&supporter| self.turn.power(supporter) == power)
            .map(|supporter| self.turn.province(supporter))
            .min()
    }

    /// The units that attack a province: those that got there, whatever came of it.
    fn attackers(&self, province: Province) -> impl Iterator<Item = usize> {
        self.turn.movers_into(province).filter(|&unit| self.resolution.arrives(self.turn, unit))
    }

    /// The first in the alphabet of these units' provinces.
    fn first(&self, units: impl Iterator<Item = usize>) -> Option<Province> {
        units.map(|unit| self.turn.province(unit)).min()
    }

    /// The first of a voyage's fleets that were dislodged.
    fn first_lost_fleet(&self, voyage: usize) -> Option<Province> {
        let fleets = self.turn.voyages[voyage].fleets.iter().copied();
        self.first(fleets.filter(|&fleet| self.resolution.is_dislodged(fleet)))
    }
}
