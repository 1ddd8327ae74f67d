//! Where the dislodged may go (G1).

use super::{Case, Desk, Fallen, NONE, PROVINCES, Verdict};
use crate::Province;
use crate::bits::Word;

impl<T: Word> Desk<T> {
    #[inline(never)]
    pub(super) fn find_retreats(&self, case: &Case<'_>, verdict: &mut Verdict) {
        verdict.fallen.clear();
        verdict.open.clear();
        for slot in self.fallen {
            verdict.rulings[slot].dislodged_from = self.entrant(slot).map(|winner| self.province[winner]);
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
        let near = case.board.neighbours(unit.kind, unit.location);
        let start = verdict.open.len();
        let mut end = start;
        verdict.open.extend_from_slice(near);
        // Closed places are overwritten, not skipped: which are closed could not be foreseen.
        for &to in near {
            let province = case.board.province_of(to);
            let from_there = barred & (province == self.province[attacker]);
            verdict.open[end] = to;
            end += usize::from(!from_there & self.is_free(province));
        }
        verdict.open.truncate(end);
    }

    /// Neither occupied nor left empty by a stand-off.
    fn is_free(&self, province: Province) -> bool {
        // A province that has no battlefield has the number of one that is never used.
        let field = usize::from(self.fields[province.index() % PROVINCES]);
        let deserted = (field >= self.count) | self.arrived.contains(field);
        deserted & (self.winner[field] == NONE)
    }
}
