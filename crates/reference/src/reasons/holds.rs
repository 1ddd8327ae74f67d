//! Why a unit that was told to hold did so, or not.

use rules::Because;

use super::Record;

impl Record<'_> {
    pub(super) fn of_hold(&self, unit: usize) -> Because {
        if let Some(winner) = self.resolution.dislodger(unit) {
            return Because::Weaker { than: self.turn.province(winner) };
        }
        let attackers: Vec<usize> = self.attackers(self.turn.province(unit)).collect();
        let strengths = attackers.iter().map(|&attacker| self.full_strength(attacker));
        let Some(most) = strengths.max() else {
            return Because::Unopposed;
        };
        let strongest = || {
            let attackers = attackers.iter().copied();
            attackers.filter(|&attacker| self.full_strength(attacker) == most)
        };
        let first = self.first(strongest()).expect("somebody is the strongest");
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
        // It would have been dislodged but for rule 12.
        let attacker = strongest().next().expect("somebody is the strongest");
        let own = self.turn.power(unit);
        if self.turn.power(attacker) == own {
            return Because::OwnUnit { at: first };
        }
        let from = self.supporter_of_power(attacker, own);
        Because::OwnSupport { from: from.expect("only support of its own power spares it") }
    }
}
