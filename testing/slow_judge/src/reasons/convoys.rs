//! Why a convoy order succeeded or failed.

use rules::{Because, Outcome, Province};

use super::JudgedPhase;
use crate::movement_phase::Travel;

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
        if let Some(winner) = self.resolution.dislodger(fleet) {
            let at = self.phase.province(winner);
            return (Outcome::Fails, Because::ConvoyBroken { at });
        }
        match advance.travel {
            Travel::Voyage(voyage) if self.phase.voyages[voyage].fleets.contains(&fleet) => {
                if self.decided_voyages.paradox[voyage] {
                    (Outcome::Fails, Because::Paradox)
                } else {
                    (Outcome::Succeeds, Because::Carried { army })
                }
            }
            Travel::Voyage(_) | Travel::NoRoute | Travel::Land => (Outcome::Fails, Because::NoRoute),
        }
    }
}
