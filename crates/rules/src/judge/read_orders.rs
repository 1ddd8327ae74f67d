//! Step 1: read the orders. Finds which orders are legal, and which unit each support or convoy helps.

use std::hint::select_unpredictable;

use super::sorted_orders::SortedOrders;
use super::{BATTLEFIELDS, Input, PROVINCES, SLOTS, STAYS};
use crate::bits::{Bits, Word};
use crate::board::Seas;
use crate::forces::NOBODY;
use crate::{Illegality, Legality, Location, Order, Passage, Province, Terrain, UnitKind};

impl<T: Word> SortedOrders<T> {
    #[inline(never)]
    pub(super) fn read_orders(&mut self, input: &Input<'_>) {
        self.reset(input);
        self.record_units(input);
        let legality = input.legality();
        self.read_moves(input, &legality);
        self.read_hold_supports(input, &legality);
        self.read_move_supports(input, &legality);
        if !self.convoyers.is_empty() {
            self.read_convoys(input, &legality);
        }
    }

    /// Records every unit and the kind of its order. The kinds are unpredictable, so branch-free (decision
    /// 0070): the three bits of each kind's number are collected, eight units at a time, and the sets of
    /// units are computed from these bits.
    #[inline(never)]
    fn record_units(&mut self, input: &Input<'_>) {
        let units = &input.forces.units()[..self.count];
        let provinces = &input.forces.provinces()[..self.count];
        self.unit[..self.count].copy_from_slice(units);
        self.province[..self.count].copy_from_slice(provinces);
        for (own, all) in self.of_power.iter_mut().zip(input.forces.of_power()) {
            *own = all.resized();
        }
        let sheet = input.sheet.entries();
        // Two loops, because the compiler does the first for several units at a time.
        for (to, unit) in self.to.iter_mut().zip(units) {
            *to = unit.location;
        }
        let mut kinds = [0; SLOTS];
        for (kind, province) in kinds.iter_mut().zip(provinces) {
            *kind = kind_number(sheet.get(province.index()).and_then(Option::as_ref));
        }
        let kinds = eight_at_once(&kinds);
        let [ones, twos, fours] = [0, 1, 2].map(|bit| self.slots_with_lowest_bit(|i| kinds(i) >> bit));
        self.holders = Bits::below(self.count).without(ones | twos | fours);
        self.movers = ones.without(twos | fours);
        self.hold_supporters = twos.without(ones);
        self.move_supporters = ones & twos;
        self.convoyers = fours.without(ones);
        self.unordered = fours & ones;
        if input.players.any_disorder() {
            self.drop_orders_in_disorder(input);
        }
    }

    /// Powers in disorder have no orders (I1).
    fn drop_orders_in_disorder(&mut self, input: &Input<'_>) {
        for power in input.board.powers().filter(|power| input.players.in_disorder(*power)) {
            let units = self.of_power[power.index()];
            for kind in [
                &mut self.holders,
                &mut self.movers,
                &mut self.hold_supporters,
                &mut self.move_supporters,
                &mut self.convoyers,
            ] {
                *kind = kind.without(units);
            }
            self.unordered |= units;
        }
    }

    #[inline(never)]
    fn read_moves(&mut self, input: &Input<'_>, legality: &Legality<'_>) {
        let board = input.board;
        // The battlefield of the next empty province. A local, so that it stays in a register.
        let mut next = SLOTS;
        let mut unusual = Bits::<T>::EMPTY;
        for slot in self.movers {
            let Some(&Order::Move { to, passage }) = input.sheet.get(self.province[slot]) else { continue };
            let unit = self.unit[slot];
            // The usual case: one step to exactly the named location.
            if let Some(there) = board.step(unit.kind, unit.location, to)
                && passage == Passage::Unstated
            {
                next = self.add_move(next, slot, to, there);
            } else {
                unusual.insert(slot);
            }
        }
        for slot in unusual {
            let Some(&Order::Move { to, passage }) = input.sheet.get(self.province[slot]) else { continue };
            next = self.read_unusual_move(next, legality, slot, to, passage);
        }
        // Bit 7 is set in the battlefields of empty provinces. To look at all slots at the end costs less than a set
        // that is kept for each mover.
        let target = eight_at_once(&self.target);
        self.into_empty = self.movers & self.slots_with_lowest_bit(|i| target(i) >> 7);
        // It is also set in NOBODY and in no slot.
        let last = eight_at_once(self.movers_to.last_movers_to_units());
        self.attacked = Bits::below(self.count).without(self.slots_with_lowest_bit(|i| last(i) >> 7));
        let (before, after) = self.movers_to.before_and_after();
        let (before, after) = (eight_at_once(before), eight_at_once(after));
        self.contested = self.movers.without(self.slots_with_lowest_bit(|i| (before(i) & after(i)) >> 7));
    }

    #[inline(never)]
    fn read_unusual_move(
        &mut self,
        next: usize,
        legality: &Legality<'_>,
        slot: usize,
        to: Location,
        passage: Passage,
    ) -> usize {
        let board = legality.board;
        let unit = self.unit[slot];
        match legality.destination(&unit, to, passage) {
            Ok(to) => {
                let there = board.province_of(to);
                if unit.kind == UnitKind::Army {
                    let distant = !board.can_reach(UnitKind::Army, unit.location, there);
                    self.distant.insert_if(slot, distant);
                    self.via_convoy.insert_if(slot, passage == Passage::Convoy);
                }
                self.add_move(next, slot, to, there)
            }
            Err(illegality) => {
                self.movers.remove(slot);
                self.mark_void(slot, illegality);
                next
            }
        }
    }

    fn mark_void(&mut self, slot: usize, why: Illegality) {
        self.void.insert(slot);
        self.why_void[slot] = why;
    }

    /// Adds a move. Takes and returns the battlefield of the next empty province.
    #[inline(always)]
    fn add_move(&mut self, next: usize, slot: usize, to: Location, there: Province) -> usize {
        self.to[slot] = to;
        // An empty province becomes a battlefield when the first unit moves there. Whether this is the
        // first is unpredictable, so branch-free.
        let known = self.battlefields[there.index() % PROVINCES];
        let is_new = known == NOBODY;
        let battlefield = select_unpredictable(is_new, next, usize::from(known)) % BATTLEFIELDS;
        self.battlefields[there.index() % PROVINCES] = battlefield as u8;
        self.target[slot] = battlefield as u8;
        self.movers_to.add(battlefield, slot);
        self.attackers[battlefield].insert(slot);
        next + usize::from(is_new)
    }

    /// The unit in a province, if there is one: its slot is the number of the battlefield.
    #[inline(always)]
    fn unit_at(&self, province: Province) -> Option<usize> {
        let battlefield = self.battlefield(province);
        (battlefield < SLOTS).then_some(battlefield)
    }

    /// A unit ordered to move gets no support to hold, even if its move fails (E10a).
    #[inline(never)]
    fn read_hold_supports(&mut self, input: &Input<'_>, legality: &Legality<'_>) {
        let board = input.board;
        let mut matched = Bits::EMPTY;
        for slot in self.hold_supporters {
            let Some(&Order::SupportHold { of }) = input.sheet.get(self.province[slot]) else { continue };
            let unit = self.unit[slot];
            if let Some(helped) = self.unit_at(of)
                && board.can_reach(unit.kind, unit.location, of)
            {
                self.helped[slot] = (helped | STAYS) as u8;
                self.target[slot] = helped as u8;
                let matches = !self.movers.contains(helped);
                matched.insert_if(slot, matches);
                self.supporters[helped].insert_if(slot, matches);
            } else if let Err(illegality) = legality.check_support_hold(&unit, of) {
                self.hold_supporters.remove(slot);
                self.mark_void(slot, illegality);
            }
        }
        self.matched |= matched;
    }

    /// A support must match the move that is made (rule 9), a named coast included (4.B.4).
    #[inline(never)]
    fn read_move_supports(&mut self, input: &Input<'_>, legality: &Legality<'_>) {
        let board = input.board;
        let (mut matched, mut unusual) = (Bits::EMPTY, Bits::<T>::EMPTY);
        for slot in self.move_supporters {
            let Some(&Order::SupportMove { from, to }) = input.sheet.get(self.province[slot]) else {
                continue;
            };
            let unit = self.unit[slot];
            // The usual case: support of a step that is really ordered, so the step is known to be legal, by a unit
            // that could make it too.
            if let Some(helped) = self.unit_at(from)
                && self.movers.contains(helped)
                && (to == self.to[helped]) & (helped != slot) & !self.distant.contains(helped)
                && board.can_step(unit.kind, unit.location, to)
            {
                self.helped[slot] = helped as u8;
                self.target[slot] = self.target[helped];
                matched.insert(slot);
                self.supporters[helped].insert(slot);
            } else {
                unusual.insert(slot);
            }
        }
        self.matched |= matched;
        for slot in unusual {
            let Some(&Order::SupportMove { from, to }) = input.sheet.get(self.province[slot]) else {
                continue;
            };
            self.read_unusual_support(legality, slot, from, to);
        }
    }

    #[inline(never)]
    fn read_unusual_support(&mut self, legality: &Legality<'_>, slot: usize, from: Province, to: Location) {
        let board = legality.board;
        match legality.check_support_move(&self.unit[slot], from, to) {
            Ok(()) => {
                let helped = self.unit_at(from).unwrap_or(slot);
                self.helped[slot] = helped as u8;
                let moving = self.movers.contains(helped);
                let (there, destination) = (board.province_of(to), self.to[helped]);
                let fits = (to == destination)
                    || (board.province_of(destination) == there
                        && (to == board.coastless(there) || self.unit[helped].kind == UnitKind::Army));
                self.target[slot] = self.target[helped];
                self.matched.insert_if(slot, moving & fits);
                self.supporters[helped % SLOTS].insert_if(slot, moving & fits);
            }
            Err(illegality) => {
                self.move_supporters.remove(slot);
                self.mark_void(slot, illegality);
            }
        }
    }

    #[inline(never)]
    fn read_convoys(&mut self, input: &Input<'_>, legality: &Legality<'_>) {
        let board = input.board;
        for slot in self.convoyers {
            let Some(&Order::Convoy { from, to }) = input.sheet.get(self.province[slot]) else { continue };
            let here = board.hot_facts(self.province[slot]);
            let sea = usize::from(here.water_number);
            let army = self.unit_at(from).unwrap_or(slot) % SLOTS;
            // The usual case: this fleet alone is a route. Saves 30 instructions per convoy.
            let alone = (here.terrain == Terrain::Water)
                && (self.unit[army].kind == UnitKind::Army)
                    & (from != to)
                    & board.touches_both(sea, from, to);
            if !alone && let Err(illegality) = legality.check_convoy(&self.unit[slot], from, to) {
                self.convoyers.remove(slot);
                self.mark_void(slot, illegality);
                continue;
            }
            self.helped[slot] = army as u8;
            // A province has one battlefield, so equal battlefields mean that the army goes there.
            if !self.movers.contains(army) || self.target(army) != self.battlefield(to) {
                continue;
            }
            if !self.convoyed.contains(army) {
                self.convoyed.insert(army);
                self.carriers[army] = Seas::EMPTY;
            }
            self.carriers[army].insert(sea);
            self.with_direct_route.insert_if(army, alone);
            let own = input.players.same_player(self.power(slot), self.power(army));
            self.convoyed_by_owner.insert_if(army, own);
        }
    }

    /// The slots whose number has its lowest bit set.
    #[inline(always)]
    fn slots_with_lowest_bit(&self, eight: impl Fn(usize) -> u64) -> Bits<T> {
        // The standard board has at most 34 units, so usually five steps are enough: saves 15 instructions per set.
        // A number of steps known at compile time saves more than it costs.
        if self.count <= 40 { gather::<T, 5>(eight) } else { gather::<T, { SLOTS / 8 }>(eight) }
    }
}

/// A number of three bits per kind of order, and one for no order.
#[inline(always)]
const fn kind_number(order: Option<&Order>) -> u8 {
    match order {
        Some(Order::Hold) => 0,
        Some(Order::Move { .. }) => 1,
        Some(Order::SupportHold { .. }) => 2,
        Some(Order::SupportMove { .. }) => 3,
        Some(Order::Convoy { .. }) => 4,
        None => 5,
    }
}

/// Reads the numbers of all slots, eight at a time.
#[inline(always)]
fn eight_at_once(numbers: &[u8; SLOTS]) -> impl Fn(usize) -> u64 {
    |i| u64::from_le_bytes(numbers.as_chunks().0[i])
}

/// The lowest bits of eight bytes, packed into one byte: the multiplication moves them next to each other
/// into the top byte.
#[inline(always)]
const fn lowest_bits(eight: u64) -> u64 {
    (eight & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}

/// The set of the lowest bits of the first `STEPS` times eight numbers, or as many as the set has room for.
#[inline(always)]
fn gather<T: Word, const STEPS: usize>(eight: impl Fn(usize) -> u64) -> Bits<T> {
    let mut gathered = [0; 2];
    for i in 0..STEPS.min(T::WORDS * 8) {
        gathered[i / 8] |= lowest_bits(eight(i)) << (i % 8 * 8);
    }
    Bits::from_words(gathered)
}
