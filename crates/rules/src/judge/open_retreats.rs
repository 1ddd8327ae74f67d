//! Step 6: find the open retreats of dislodged units (G1).

use super::{DislodgedSlot, Input, Verdict, Workspace};
use crate::bits::Word;

impl<T: Word> Workspace<T> {
    #[inline(never)]
    pub(super) fn find_open_retreats(&self, input: &Input<'_>, verdict: &mut Verdict) {
        verdict.dislodged.clear();
        verdict.open_retreats.clear();
        for slot in self.battles.dislodged {
            verdict.rulings[slot].dislodged_from = self.dislodged_from(slot);
            let start = verdict.open_retreats.len() as u16;
            // Units in civil disorder do not retreat (I1).
            if !input.players.in_disorder(self.orders.power(slot)) {
                self.add_open_retreats(input, slot, verdict);
            }
            let open = (start, verdict.open_retreats.len() as u16);
            verdict.dislodged.push(DislodgedSlot { slot: slot as u8, open_retreats: open });
        }
    }

    fn add_open_retreats(&self, input: &Input<'_>, slot: usize, verdict: &mut Verdict) {
        let Self { orders, convoys, battles, .. } = self;
        let attacker = battles.winner(slot);
        let unit = orders.unit[slot];
        let barred = !convoys.by_sea.contains(attacker) || input.edition.bars_retreat_to_convoyed_attacker();
        let near = input.board.neighbours(unit.kind, unit.location);
        let mut end = verdict.open_retreats.len();
        verdict.open_retreats.extend_from_slice(near);
        // Which locations are open is unpredictable, so branch-free: closed ones are overwritten by the next.
        for &to in near {
            let province = input.board.province_of(to);
            let from_there = barred & (province == orders.province[attacker]);
            verdict.open_retreats[end] = to;
            end += usize::from(!from_there & battles.is_open_for_retreat(orders, province));
        }
        verdict.open_retreats.truncate(end);
    }
}
