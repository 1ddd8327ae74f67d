//! Why a hold order succeeded or failed.

use rules::Because;

use super::JudgedPhase;

impl JudgedPhase<'_> {
    pub(super) fn hold_reason(&self, unit: usize) -> Because {
        if let Some(winner) = self.resolution.dislodger(unit) {
            return Because::Weaker { than: self.phase.province(winner) };
        }
        let attackers: Vec<usize> = self.attackers(self.phase.province(unit)).collect();
        let strengths = attackers.iter().map(|&attacker| self.full_strength(attacker));
        let Some(most) = strengths.max() else {
            return Because::Unopposed;
        };
        let strongest = || {
            let attackers = attackers.iter().copied();
            attackers.filter(|&attacker| self.full_strength(attacker) == most)
        };
        let first = self.first(strongest()).expect("one attacker is the strongest");
        let defence = self.defence(unit);
        if most < defence {
            return Because::Stronger { than: first };
        }
        if strongest().count() > 1 {
            return Because::SparedByStandoff { of: first };
        }
        if most == defence {
            return Because::Standoff { with: first };
        }
        // Without rule 12 it would have been dislodged.
        let attacker = strongest().next().expect("one attacker is the strongest");
        let own = self.phase.power(unit);
        if self.phase.power(attacker) == own {
            return Because::OwnUnit { at: first };
        }
        let from = self.supporter_of_power(attacker, own);
        Because::OwnSupport { from: from.expect("only support by its own power protects it") }
    }
}
