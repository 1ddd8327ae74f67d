//! Why a convoy order succeeded or failed.

use rules::{Because, Outcome, Province};

use super::JudgedPhase;
use crate::movement_phase::Travel;
use crate::resolve::VoyageOutcome;

impl JudgedPhase<'_> {
    pub(super) fn convoy_ruling(&self, fleet: usize, army: Province, into: Province) -> (Outcome, Because) {
        let taken = self
            .phase
            .at(army)
            .and_then(|unit| self.phase.move_of(unit))
            .filter(|advance| advance.into == into && advance.travel != Travel::Land);
        let Some(advance) = taken else {
            return (Outcome::Fails, Because::NotTaken { army });
        };
        match advance.travel {
            Travel::Voyage(voyage) if self.phase.voyages[voyage].fleets.contains(&fleet) => {
                self.ruling_on_route(fleet, army, voyage)
            }
            Travel::Voyage(_) | Travel::NoRoute | Travel::Land => (Outcome::Fails, Because::NoRoute),
        }
    }

    /// The ruling of a fleet on a route that the army really wants to take.
    fn ruling_on_route(&self, fleet: usize, army: Province, voyage: usize) -> (Outcome, Because) {
        if self.decided_voyages.paradox[voyage] {
            return (Outcome::Fails, Because::Paradox);
        }
        let arrives = self.decided_voyages.outcomes[voyage] != VoyageOutcome::Broken;
        let attacker = self.resolution.dislodger(fleet).map(|winner| self.phase.province(winner));
        match attacker {
            Some(at) if arrives => (Outcome::Fails, Because::RouteBroken { at }),
            Some(at) => (Outcome::Fails, Because::ConvoyBroken { at }),
            None if arrives => (Outcome::Succeeds, Because::Carried { army }),
            None => {
                let at = self.first_lost_fleet(voyage);
                let at = at.expect("a voyage is broken because a fleet is dislodged");
                (Outcome::Succeeds, Because::ChainBroken { at })
            }
        }
    }
}
