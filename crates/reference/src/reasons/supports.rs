//! Why a support was given or not.

use rules::Because;

use super::Record;
use crate::resolve::Course;
use crate::turn::{Help, Support, Way};

/// How an attacker cut a support; the first kind is named.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Cut {
    Plain,
    ByOtherRoute,
    ByDislodged,
}

impl Record<'_> {
    pub(super) fn of_given(&self, unit: usize, support: &Support) -> Because {
        let here = self.turn.province(unit);
        let own = self.turn.power(unit);
        let is_own = |&attacker: &usize| self.turn.power(attacker) == own;
        let spared = self
            .turn
            .voyages
            .iter()
            .enumerate()
            .filter(|(i, voyage)| self.is_spared_by(unit, *i) && self.turn.power(voyage.army) != own);
        if let Some(from) = self.first(spared.map(|(_, voyage)| voyage.army)) {
            return Because::ConvoyedAttack { from };
        }
        if let Some(from) = self.first(self.attackers(here).filter(|a| !is_own(a))) {
            return Because::NotCut { from };
        }
        if let Some(from) = self.first(self.attackers(here).filter(is_own)) {
            return Because::OwnAttack { from };
        }
        let to = self.turn.province(support.helped);
        match support.help {
            Help::InPlace => Because::GivenInPlace { to },
            Help::Move => Because::Given { to },
        }
    }

    /// Whether rule 21 keeps this voyage from cutting the support of the unit that it goes to.
    fn is_spared_by(&self, unit: usize, voyage: usize) -> bool {
        self.is_hunting(unit, voyage) && self.settlement.courses[voyage] != Course::Clear
    }

    /// Whether a voyage goes to a unit that supports an attack on one of the voyage's own fleets.
    fn is_hunting(&self, unit: usize, voyage: usize) -> bool {
        let voyage = &self.turn.voyages[voyage];
        let into = self.turn.advance(voyage.army).map(|advance| advance.into);
        voyage.hunted.is_some() && into == Some(self.turn.province(unit))
    }

    pub(super) fn of_not_given(&self, unit: usize, support: &Support) -> Because {
        if !support.matches {
            return Because::Mismatch { of: self.turn.province(support.helped) };
        }
        let cutters = self
            .attackers(self.turn.province(unit))
            .filter(|&attacker| self.turn.power(attacker) != self.turn.power(unit))
            .filter(|&attacker| self.turn.province(attacker) != support.into)
            .filter_map(|attacker| {
                let cut = self.kind_of_cut(unit, attacker)?;
                Some((cut, self.turn.province(attacker)))
            });
        match cutters.min() {
            Some((Cut::Plain, from)) => Because::Cut { from },
            Some((Cut::ByOtherRoute, from)) => Because::CutByOtherRoute { from },
            Some((Cut::ByDislodged, from)) => Because::CutByDislodged { from },
            None => {
                let winner = self.resolution.dislodger(unit);
                let winner = winner.expect("a support that nobody cuts is lost by dislodgement");
                Because::Dislodged { from: self.turn.province(winner) }
            }
        }
    }

    /// How a foreign attacker from elsewhere cuts the support; not at all under rule 21.
    fn kind_of_cut(&self, unit: usize, attacker: usize) -> Option<Cut> {
        if let Some(advance) = self.turn.advance(attacker)
            && let Way::Voyage(voyage) = advance.way
            && self.is_hunting(unit, voyage)
        {
            return match self.settlement.courses[voyage] {
                Course::Shut | Course::Through => None,
                Course::Clear => Some(Cut::ByOtherRoute),
            };
        }
        if self.resolution.is_dislodged(attacker) { Some(Cut::ByDislodged) } else { Some(Cut::Plain) }
    }
}
