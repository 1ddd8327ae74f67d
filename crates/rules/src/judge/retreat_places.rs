//! Step 6: where the dislodged may go (G1).

use super::{DislodgedSlot, Input, Verdict, Workspace};
use crate::bits::Word;

impl<T: Word> Workspace<T> {
    #[inline(never)]
    pub(super) fn find_retreats(&self, input: &Input<'_>, verdict: &mut Verdict) {
        verdict.dislodged.clear();
        verdict.open.clear();
        for slot in self.battles.dislodged {
            verdict.rulings[slot].dislodged_from = self.dislodged_from(slot);
            let start = verdict.open.len() as u16;
            // In civil disorder there is nobody to lead the retreat (I1).
            if !input.table.in_disorder(self.orders.power(slot)) {
                self.add_open_places(input, slot, verdict);
            }
            let open = (start, verdict.open.len() as u16);
            verdict.dislodged.push(DislodgedSlot { slot: slot as u8, open });
        }
    }

    fn add_open_places(&self, input: &Input<'_>, slot: usize, verdict: &mut Verdict) {
        let Self { orders, convoys, battles, .. } = self;
        let attacker = battles.winner(slot);
        let unit = orders.unit[slot];
        let barred = !convoys.by_sea.contains(attacker) || input.edition.bars_retreat_to_convoyed_attacker();
        let near = input.board.neighbours(unit.kind, unit.location);
        let mut end = verdict.open.len();
        verdict.open.extend_from_slice(near);
        // Which places are closed is unpredictable: they are overwritten, not skipped.
        for &to in near {
            let province = input.board.province_of(to);
            let from_there = barred & (province == orders.province[attacker]);
            verdict.open[end] = to;
            end += usize::from(!from_there & battles.is_free(orders, province));
        }
        verdict.open.truncate(end);
    }
}
