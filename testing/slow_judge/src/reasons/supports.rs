//! Why a support was given or not.

use rules::Because;

use super::JudgedPhase;
use crate::movement_phase::{Support, SupportKind, Travel};
use crate::resolve::VoyageOutcome;

/// How an attacker cut a support. The reason names the first kind.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Cut {
    Plain,
    ByOtherRoute,
    ByDislodged,
}

impl JudgedPhase<'_> {
    pub(super) fn given_support_reason(&self, unit: usize, support: &Support) -> Because {
        let here = self.phase.province(unit);
        let own = self.phase.power(unit);
        let is_own = |&attacker: &usize| self.phase.power(attacker) == own;
        let spared =
            self.phase.voyages.iter().enumerate().filter(|(i, voyage)| {
                self.rule_21_protects(unit, *i) && self.phase.power(voyage.army) != own
            });
        if let Some(from) = self.first(spared.map(|(_, voyage)| voyage.army)) {
            return Because::ConvoyedAttack { from };
        }
        if let Some(from) = self.first(self.attackers(here).filter(|a| !is_own(a))) {
            return Because::NotCut { from };
        }
        if let Some(from) = self.first(self.attackers(here).filter(is_own)) {
            return Because::OwnAttack { from };
        }
        let to = self.phase.province(support.helped);
        match support.kind {
            SupportKind::InPlace => Because::GivenInPlace { to },
            SupportKind::Move => Because::Given { to },
        }
    }

    /// Whether rule 21 keeps this voyage from cutting the support of the unit at its destination.
    fn rule_21_protects(&self, unit: usize, voyage: usize) -> bool {
        self.rule_21_applies(unit, voyage) && self.decided_voyages.outcomes[voyage] != VoyageOutcome::Open
    }

    /// Whether a voyage goes to this unit, and the unit supports an attack on a fleet of the voyage.
    fn rule_21_applies(&self, unit: usize, voyage: usize) -> bool {
        let voyage = &self.phase.voyages[voyage];
        let into = self.phase.move_of(voyage.army).map(|advance| advance.into);
        voyage.rule_21_fleet.is_some() && into == Some(self.phase.province(unit))
    }

    pub(super) fn failed_support_reason(&self, unit: usize, support: &Support) -> Because {
        if !support.matches {
            return Because::Mismatch { of: self.phase.province(support.helped) };
        }
        let cutters = self
            .attackers(self.phase.province(unit))
            .filter(|&attacker| self.phase.power(attacker) != self.phase.power(unit))
            .filter(|&attacker| self.phase.province(attacker) != support.into)
            .filter_map(|attacker| {
                let cut = self.kind_of_cut(unit, attacker)?;
                Some((cut, self.phase.province(attacker)))
            });
        match cutters.min() {
            Some((Cut::Plain, from)) => Because::Cut { from },
            Some((Cut::ByOtherRoute, from)) => Because::CutByOtherRoute { from },
            Some((Cut::ByDislodged, from)) => Because::CutByDislodged { from },
            None => {
                let winner = self.resolution.dislodger(unit);
                let winner = winner.expect("a support that nobody cuts fails only by dislodgement");
                Because::Dislodged { from: self.phase.province(winner) }
            }
        }
    }

    /// How a foreign attacker from elsewhere cuts the support. None if rule 21 protects it.
    fn kind_of_cut(&self, unit: usize, attacker: usize) -> Option<Cut> {
        if let Some(advance) = self.phase.move_of(attacker)
            && let Travel::Voyage(voyage) = advance.travel
            && self.rule_21_applies(unit, voyage)
        {
            return match self.decided_voyages.outcomes[voyage] {
                VoyageOutcome::Broken | VoyageOutcome::ThroughRule21Fleet => None,
                VoyageOutcome::Open => Some(Cut::ByOtherRoute),
            };
        }
        if self.resolution.is_dislodged(attacker) { Some(Cut::ByDislodged) } else { Some(Cut::Plain) }
    }
}
