//! Where the dislodged may go (G1).

use super::{Case, Desk, Fallen, Verdict};
use crate::forces::NOBODY;
use crate::{Province, UnitKind};

impl<const W: usize> Desk<W> {
    #[inline(never)]
    pub(super) fn find_retreats(&self, case: &Case<'_>, verdict: &mut Verdict) {
        verdict.fallen.clear();
        verdict.open.clear();
        for slot in self.fallen {
            let start = verdict.open.len() as u16;
            // In civil disorder there is nobody to lead the retreat (I1).
            if !case.table.in_disorder(self.power(slot)) {
                self.find_open(case, slot, verdict);
            }
            verdict.fallen.push(Fallen { slot: slot as u8, open: (start, verdict.open.len() as u16) });
        }
    }

    fn find_open(&self, case: &Case<'_>, slot: usize, verdict: &mut Verdict) {
        let attacker = usize::from(self.winner[slot]);
        let unit = self.unit[slot];
        let barred = !self.at_sea.contains(attacker) || case.edition.bars_retreat_to_convoyed_attacker();
        for &to in case.board.neighbours(unit.kind, unit.location) {
            let province = case.board.province_of(to);
            if (barred && province == self.province[attacker]) || !self.is_free(case, province) {
                continue;
            }
            debug_assert!(unit.kind == UnitKind::Army || case.board.can_stand(unit.kind, to));
            verdict.open.push(to);
        }
    }

    /// Neither occupied nor left empty by a stand-off.
    fn is_free(&self, case: &Case<'_>, province: Province) -> bool {
        let field = self.fields[province.index()];
        if field == NOBODY {
            return true;
        }
        let field = usize::from(field);
        let deserted = field >= self.count || self.arrived.contains(field);
        deserted
            && self.entrant(field).is_none()
            && self.attackers_on(field).without(self.silenced(case, field)).is_empty()
    }
}
