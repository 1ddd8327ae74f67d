//! What a fleet that was told to convoy did.

use rules::{Because, Outcome, Province};

use super::Record;
use crate::turn::Way;

impl Record<'_> {
    pub(super) fn of_convoy(&self, fleet: usize, army: Province, into: Province) -> (Outcome, Because) {
        let taken = self
            .turn
            .at(army)
            .and_then(|unit| self.turn.advance(unit))
            .filter(|advance| advance.into == into && advance.way != Way::Land);
        let Some(advance) = taken else {
            return (Outcome::Fails, Because::NotTaken { army });
        };
        if let Some(winner) = self.resolution.dislodger(fleet) {
            let at = self.turn.province(winner);
            return (Outcome::Fails, Because::ConvoyBroken { at });
        }
        match advance.way {
            Way::Voyage(voyage) if self.turn.voyages[voyage].fleets.contains(&fleet) => {
                if self.settlement.paradox[voyage] {
                    (Outcome::Fails, Because::Paradox)
                } else {
                    (Outcome::Succeeds, Because::Carried { army })
                }
            }
            Way::Voyage(_) | Way::NoRoute | Way::Land => (Outcome::Fails, Because::NoRoute),
        }
    }
}
