//! Reading the orders: what is legal, what matches what.

use super::{Case, Desk, OPEN, SLOTS};
use crate::bits::{Bits, Word};
use crate::board::Seas;
use crate::forces::NOBODY;
use crate::{Illegality, Legality, Location, Order, Passage, Province, UnitKind};

impl<T: Word> Desk<T> {
    #[inline(never)]
    pub(super) fn read(&mut self, case: &Case<'_>) {
        self.clear_away(case);
        self.seat_units(case);
        let legality = case.legality();
        self.read_moves(case, &legality);
        self.read_hold_supports(case, &legality);
        self.read_move_supports(case, &legality);
        if !self.convoyers.is_empty() {
            self.read_convoys(case, &legality);
        }
    }

    fn clear_away(&mut self, case: &Case<'_>) {
        self.count = case.forces.units().len().min(SLOTS);
        self.field_count = self.count;
        // Whole blocks: a length known beforehand costs less than the few bytes too many.
        if self.count <= 64 {
            self.attackers[..128].fill(Bits::EMPTY);
            self.winner[..128].fill(OPEN);
            self.supporters[..64].fill(Bits::EMPTY);
        } else {
            self.attackers.fill(Bits::EMPTY);
            self.winner.fill(OPEN);
            self.supporters.fill(Bits::EMPTY);
        }
        self.fields.copy_from_slice(case.forces.slots());
        self.attacked = Bits::EMPTY;
        self.void = Bits::EMPTY;
        self.matched = Bits::EMPTY;
        self.carried = Bits::EMPTY;
        self.via = Bits::EMPTY;
        self.distant = Bits::EMPTY;
        self.intent = Bits::EMPTY;
        self.at_sea = Bits::EMPTY;
        self.stranded = Bits::EMPTY;
        self.ringed = Bits::EMPTY;
        self.silenced = Bits::EMPTY;
        self.voyages.clear();
    }

    /// Notes every unit, and its order's kind without branching on it: in a real position the kinds
    /// come in no order that a processor could guess.
    #[inline(never)]
    fn seat_units(&mut self, case: &Case<'_>) {
        let (units, provinces) = (case.forces.units(), case.forces.provinces());
        for (own, all) in self.of_power.iter_mut().zip(case.forces.of_power()) {
            *own = all.resized();
        }
        let mut kinds = [Bits::<T>::EMPTY; 8];
        for (slot, (&unit, &province)) in units.iter().zip(provinces).enumerate().take(SLOTS) {
            self.unit[slot] = unit;
            self.province[slot] = province;
            let kind = match case.orders.get(province) {
                None => 0,
                Some(Order::Hold) => 1,
                Some(Order::Move { .. }) => 2,
                Some(Order::SupportHold { .. }) => 3,
                Some(Order::SupportMove { .. }) => 4,
                Some(Order::Convoy { .. }) => 5,
            };
            kinds[kind & 7].insert(slot);
        }
        if case.table.any_disorder() {
            self.silence_disorder(case, &mut kinds);
        }
        [
            self.unordered,
            self.holders,
            self.movers,
            self.hold_supporters,
            self.move_supporters,
            self.convoyers,
            ..,
        ] = kinds;
    }

    /// Powers in disorder have no orders (I1).
    fn silence_disorder(&self, case: &Case<'_>, kinds: &mut [Bits<T>; 8]) {
        for power in case.board.powers().filter(|power| case.table.in_disorder(*power)) {
            let units = self.of_power[power.index()];
            for kind in kinds.iter_mut() {
                *kind = kind.without(units);
            }
            kinds[0] |= units;
        }
    }

    #[inline(never)]
    fn read_moves(&mut self, case: &Case<'_>, legality: &Legality<'_>) {
        let board = case.board;
        for slot in self.movers {
            let Some(&Order::Move { to, passage }) = case.orders.get(self.province[slot]) else { continue };
            let unit = self.unit[slot];
            let there = board.province_of(to);
            let near = board.can_reach(unit.kind, unit.location, there);
            // Nearly every move: one step to a province with one coast or none.
            if near & !board.has_several_coasts(there) & (passage == Passage::Unstated) {
                self.set_out(slot, to, there);
            } else {
                self.read_unusual_move(board, legality, slot, to, passage);
            }
        }
    }

    #[inline(never)]
    fn read_unusual_move(
        &mut self,
        board: &crate::Board,
        legality: &Legality<'_>,
        slot: usize,
        to: Location,
        passage: Passage,
    ) {
        let unit = self.unit[slot];
        match legality.destination(&unit, to, passage) {
            Ok(to) => {
                let there = board.province_of(to);
                if unit.kind == UnitKind::Army {
                    let distant = !board.can_reach(UnitKind::Army, unit.location, there);
                    self.distant.insert_if(slot, distant);
                    self.via.insert_if(slot, passage == Passage::Convoy);
                }
                self.set_out(slot, to, there);
            }
            Err(illegality) => {
                self.movers.remove(slot);
                self.annul(slot, illegality);
            }
        }
    }

    fn annul(&mut self, slot: usize, why: Illegality) {
        self.void.insert(slot);
        self.why_void[slot] = why;
    }

    #[inline(always)]
    fn set_out(&mut self, slot: usize, to: Location, there: Province) {
        self.to[slot] = to;
        // An empty province becomes a battlefield when the first unit goes there.
        let known = &mut self.fields[there.index()];
        let is_new = *known == NOBODY;
        let field = if is_new { self.field_count as u8 } else { *known };
        *known = field;
        self.field_count += usize::from(is_new);
        self.field[slot] = field;
        self.attackers[usize::from(field)].insert(slot);
        self.attacked.insert_if(usize::from(field), usize::from(field) < self.count);
    }

    /// A unit ordered to move gets no support to hold, even if its move fails (E10a).
    #[inline(never)]
    fn read_hold_supports(&mut self, case: &Case<'_>, legality: &Legality<'_>) {
        for slot in self.hold_supporters {
            let Some(&Order::SupportHold { of }) = case.orders.get(self.province[slot]) else { continue };
            match legality.support_in_place(&self.unit[slot], of) {
                Ok(()) => {
                    let helped = case.forces.slot(of).unwrap_or(slot);
                    self.helped[slot] = helped as u8;
                    self.field[slot] = helped as u8;
                    self.match_up(slot, helped, !self.movers.contains(helped));
                }
                Err(illegality) => {
                    self.hold_supporters.remove(slot);
                    self.annul(slot, illegality);
                }
            }
        }
    }

    /// A support must match the move that is made (rule 9), a named coast included (4.B.4).
    #[inline(never)]
    fn read_move_supports(&mut self, case: &Case<'_>, legality: &Legality<'_>) {
        let board = case.board;
        for slot in self.move_supporters {
            let Some(&Order::SupportMove { from, to }) = case.orders.get(self.province[slot]) else {
                continue;
            };
            let unit = self.unit[slot];
            let there = board.province_of(to);
            // Nearly every support: of a step that is really ordered. That it is possible is known.
            if let Some(helped) = case.forces.slot(from)
                && self.movers.contains(helped)
                && (to == self.to[helped])
                    & (helped != slot)
                    & !self.distant.contains(helped)
                    & board.can_reach(unit.kind, unit.location, there)
            {
                self.helped[slot] = helped as u8;
                self.field[slot] = self.field[helped];
                self.match_up(slot, helped, true);
                continue;
            }
            match legality.support_of_move(&self.unit[slot], from, to) {
                Ok(()) => {
                    let helped = case.forces.slot(from).unwrap_or(slot);
                    self.helped[slot] = helped as u8;
                    let moving = self.movers.contains(helped);
                    let destination = self.to[helped];
                    let fits = (to == destination)
                        || (board.province_of(destination) == there
                            && (to == board.bare(there) || self.unit[helped].kind == UnitKind::Army));
                    self.field[slot] = self.field[helped];
                    self.match_up(slot, helped, moving & fits);
                }
                Err(illegality) => {
                    self.move_supporters.remove(slot);
                    self.annul(slot, illegality);
                }
            }
        }
    }

    #[inline(always)]
    fn match_up(&mut self, slot: usize, helped: usize, matches: bool) {
        self.matched.insert_if(slot, matches);
        self.supporters[helped % SLOTS].insert_if(slot, matches);
    }

    #[inline(never)]
    fn read_convoys(&mut self, case: &Case<'_>, legality: &Legality<'_>) {
        let board = case.board;
        for slot in self.convoyers {
            let Some(&Order::Convoy { from, to }) = case.orders.get(self.province[slot]) else { continue };
            if let Err(illegality) = legality.convoy(&self.unit[slot], from, to) {
                self.convoyers.remove(slot);
                self.annul(slot, illegality);
                continue;
            }
            let army = case.forces.slot(from).unwrap_or(slot);
            self.helped[slot] = army as u8;
            if !self.movers.contains(army) || board.province_of(self.to[army]) != to {
                continue;
            }
            if !self.carried.contains(army) {
                self.carried.insert(army);
                self.carriers[army] = Seas::EMPTY;
            }
            self.carriers[army].insert(board.water_number(self.province[slot]));
            let own = case.table.same_player(self.power(slot), self.power(army));
            self.intent.insert_if(army, own);
        }
    }
}
