//! The ruling of each order, with the reason that decided it.

mod convoys;
mod holds;
mod moves;
mod supports;

use rules::{Because, Outcome, Power, Province, Ruling};

use crate::movement_phase::{Action, MovementPhase};
use crate::resolve::MoveResults;
use crate::voyages::DecidedVoyages;

/// The rulings of all units, one per unit.
pub(crate) fn rulings(
    phase: &MovementPhase,
    decided_voyages: &DecidedVoyages,
    resolution: &MoveResults,
) -> Vec<Ruling> {
    let judged = JudgedPhase { phase, decided_voyages, resolution };
    (0..phase.units.len()).map(|unit| judged.ruling(unit)).collect()
}

/// Everything that is known when all is decided.
struct JudgedPhase<'a> {
    phase: &'a MovementPhase<'a>,
    decided_voyages: &'a DecidedVoyages,
    resolution: &'a MoveResults,
}

impl JudgedPhase<'_> {
    fn ruling(&self, unit: usize) -> Ruling {
        let (outcome, because) = match &self.phase.actions[unit] {
            Action::NoOrder => (self.hold_outcome(unit), Because::NoOrder),
            Action::Void(problem) => (Outcome::Void, Because::Illegal(*problem)),
            Action::Hold => (self.hold_outcome(unit), self.hold_reason(unit)),
            Action::Move(advance) if self.resolution.moves(unit) => {
                (Outcome::Succeeds, self.successful_move_reason(unit, advance))
            }
            Action::Move(advance) => (Outcome::Fails, self.failed_move_reason(unit, advance)),
            Action::Support(support) if self.resolution.gives(unit) => {
                (Outcome::Succeeds, self.given_support_reason(unit, support))
            }
            Action::Support(support) => (Outcome::Fails, self.failed_support_reason(unit, support)),
            Action::Convoy { army, into } => self.convoy_ruling(unit, *army, *into),
        };
        let dislodger = self.resolution.dislodger(unit);
        Ruling { outcome, because, dislodged_from: dislodger.map(|attacker| self.phase.province(attacker)) }
    }

    fn hold_outcome(&self, unit: usize) -> Outcome {
        if self.resolution.is_dislodged(unit) { Outcome::Fails } else { Outcome::Succeeds }
    }

    /// The strength of a unit with all support that was given to it, without regard to rule 12.
    fn full_strength(&self, unit: usize) -> usize {
        1 + self.given_supporters(unit).count()
    }

    /// The strength of a unit that stayed in its province. A unit that tried to leave gets no support to
    /// hold.
    fn defence(&self, unit: usize) -> usize {
        match self.phase.move_of(unit) {
            Some(_) => 1,
            None => self.full_strength(unit),
        }
    }

    fn given_supporters(&self, unit: usize) -> impl Iterator<Item = usize> {
        self.phase.supporters_of(unit).filter(|&supporter| self.resolution.gives(supporter))
    }

    /// The first supporter of a unit that belongs to this power.
    fn supporter_of_power(&self, unit: usize, power: Power) -> Option<Province> {
        self.given_supporters(unit)
            .filter(|&supporter| self.phase.power(supporter) == power)
            .map(|supporter| self.phase.province(supporter))
            .min()
    }

    /// The units whose attack on a province happened, with or without success.
    fn attackers(&self, province: Province) -> impl Iterator<Item = usize> {
        self.phase.movers_into(province).filter(|&unit| self.resolution.arrives(self.phase, unit))
    }

    /// The province of these units that is first in alphabetical order.
    fn first(&self, units: impl Iterator<Item = usize>) -> Option<Province> {
        units.map(|unit| self.phase.province(unit)).min()
    }

    /// The first dislodged fleet of a voyage.
    fn first_lost_fleet(&self, voyage: usize) -> Option<Province> {
        let fleets = self.phase.voyages[voyage].fleets.iter().copied();
        self.first(fleets.filter(|&fleet| self.resolution.is_dislodged(fleet)))
    }
}
