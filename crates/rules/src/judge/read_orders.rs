//! Step 1: read the orders. Finds which orders are legal, and which unit each support or convoy helps.

use super::sorted_orders::SortedOrders;
use super::{BATTLEFIELDS, Input, PROVINCES, SLOTS};
use crate::bits::{Bits, Word};
use crate::board::Seas;
use crate::forces::NOBODY;
use crate::{Illegality, Legality, Location, Order, Passage, Province, Terrain, UnitKind};

/// Where movers go. A local value, so that it stays in registers while the moves are read.
struct Targets<T: Word> {
    /// Movers to occupied provinces.
    into_occupied: Bits<T>,
    /// The number of the next battlefield.
    next: usize,
}

impl<T: Word> Targets<T> {
    /// Empty. The first battlefields are the provinces of the units.
    const fn none(units: usize) -> Self {
        Self { into_occupied: Bits::EMPTY, next: units }
    }
}

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
        let mut kinds = [0; SLOTS];
        let notes = self.to.iter_mut().zip(&mut kinds);
        for ((to, kind), (unit, province)) in notes.zip(units.iter().zip(provinces)) {
            *to = unit.location;
            *kind = kind_number(sheet.get(province.index()).and_then(Option::as_ref));
        }
        let kinds = eight_at_once(&kinds);
        let [ones, twos, fours] = [0, 1, 2].map(|bit| slots_with_lowest_bit::<T>(|i| kinds(i) >> bit));
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
        let mut targets = Targets::none(self.count);
        let mut unusual = Bits::<T>::EMPTY;
        for slot in self.movers {
            let Some(&Order::Move { to, passage }) = input.sheet.get(self.province[slot]) else { continue };
            let unit = self.unit[slot];
            // The usual case: one step to exactly the named location.
            if let Some(there) = board.step(unit.kind, unit.location, to)
                && passage == Passage::Unstated
            {
                self.add_move(&mut targets, slot, to, there);
            } else {
                unusual.insert(slot);
            }
        }
        // A copy, because the compiler keeps a value that is borrowed by a function in memory from the start.
        let mut targets = Targets { ..targets };
        for slot in unusual {
            let Some(&Order::Move { to, passage }) = input.sheet.get(self.province[slot]) else { continue };
            self.read_unusual_move(&mut targets, legality, slot, to, passage);
        }
        self.battlefield_count = targets.next;
        self.into_empty = self.movers.without(targets.into_occupied);
        // Bit 7 is set in NOBODY and in no slot. To look at all slots at the end costs less than a set that is
        // kept for each mover.
        let last = eight_at_once(self.movers_to.last_movers_to_units());
        self.attacked = Bits::below(self.count).without(slots_with_lowest_bit(|i| last(i) >> 7));
        let (before, after) = self.movers_to.before_and_after();
        let (before, after) = (eight_at_once(before), eight_at_once(after));
        self.contested = self.movers.without(slots_with_lowest_bit(|i| (before(i) & after(i)) >> 7));
    }

    #[inline(never)]
    fn read_unusual_move(
        &mut self,
        targets: &mut Targets<T>,
        legality: &Legality<'_>,
        slot: usize,
        to: Location,
        passage: Passage,
    ) {
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
                self.add_move(targets, slot, to, there);
            }
            Err(illegality) => {
                self.movers.remove(slot);
                self.mark_void(slot, illegality);
            }
        }
    }

    fn mark_void(&mut self, slot: usize, why: Illegality) {
        self.void.insert(slot);
        self.why_void[slot] = why;
    }

    #[inline(always)]
    fn add_move(&mut self, targets: &mut Targets<T>, slot: usize, to: Location, there: Province) {
        self.to[slot] = to;
        // An empty province becomes a battlefield when the first unit moves there. Whether this is the
        // first is unpredictable, so branch-free: NOBODY + 1 sets bit 8.
        let known = usize::from(self.battlefields[there.index() % PROVINCES]);
        let is_new = (known + 1) >> 8;
        let battlefield = (known - is_new * (usize::from(NOBODY) - targets.next)) % BATTLEFIELDS;
        targets.next += is_new;
        self.battlefields[there.index() % PROVINCES] = battlefield as u8;
        self.target[slot] = battlefield as u8;
        self.movers_to.add(battlefield, slot);
        self.attackers[battlefield].insert(slot);
        targets.into_occupied.insert_if(slot, battlefield < self.count);
    }

    /// A unit ordered to move gets no support to hold, even if its move fails (E10a).
    #[inline(never)]
    fn read_hold_supports(&mut self, input: &Input<'_>, legality: &Legality<'_>) {
        for slot in self.hold_supporters {
            let Some(&Order::SupportHold { of }) = input.sheet.get(self.province[slot]) else { continue };
            match legality.check_support_hold(&self.unit[slot], of) {
                Ok(()) => {
                    let helped = input.forces.slot(of).unwrap_or(slot);
                    self.helped[slot] = helped as u8;
                    self.target[slot] = helped as u8;
                    self.add_support(slot, helped, !self.movers.contains(helped));
                }
                Err(illegality) => {
                    self.hold_supporters.remove(slot);
                    self.mark_void(slot, illegality);
                }
            }
        }
    }

    /// A support must match the move that is made (rule 9), a named coast included (4.B.4).
    #[inline(never)]
    fn read_move_supports(&mut self, input: &Input<'_>, legality: &Legality<'_>) {
        let board = input.board;
        for slot in self.move_supporters {
            let Some(&Order::SupportMove { from, to }) = input.sheet.get(self.province[slot]) else {
                continue;
            };
            let unit = self.unit[slot];
            let there = board.province_of(to);
            // The usual case: support of a step that is really ordered, so the step is known to be legal.
            if let Some(helped) = input.forces.slot(from)
                && self.movers.contains(helped)
                && (to == self.to[helped])
                    & (helped != slot)
                    & !self.distant.contains(helped)
                    & board.can_reach(unit.kind, unit.location, there)
            {
                self.helped[slot] = helped as u8;
                self.target[slot] = self.target[helped];
                self.add_support(slot, helped, true);
                continue;
            }
            match legality.check_support_move(&self.unit[slot], from, to) {
                Ok(()) => {
                    let helped = input.forces.slot(from).unwrap_or(slot);
                    self.helped[slot] = helped as u8;
                    let moving = self.movers.contains(helped);
                    let destination = self.to[helped];
                    let fits = (to == destination)
                        || (board.province_of(destination) == there
                            && (to == board.coastless(there) || self.unit[helped].kind == UnitKind::Army));
                    self.target[slot] = self.target[helped];
                    self.add_support(slot, helped, moving & fits);
                }
                Err(illegality) => {
                    self.move_supporters.remove(slot);
                    self.mark_void(slot, illegality);
                }
            }
        }
    }

    #[inline(always)]
    fn add_support(&mut self, slot: usize, helped: usize, matches: bool) {
        self.matched.insert_if(slot, matches);
        self.supporters[helped % SLOTS].insert_if(slot, matches);
    }

    #[inline(never)]
    fn read_convoys(&mut self, input: &Input<'_>, legality: &Legality<'_>) {
        let board = input.board;
        for slot in self.convoyers {
            let Some(&Order::Convoy { from, to }) = input.sheet.get(self.province[slot]) else { continue };
            let here = board.hot_facts(self.province[slot]);
            let sea = usize::from(here.water_number);
            let army = input.forces.slot(from).unwrap_or(slot);
            // The usual case: this fleet alone is a route. Saves 30 instructions per convoy.
            let is_usual = (here.terrain == Terrain::Water)
                && (self.unit[army].kind == UnitKind::Army)
                && (from != to) & board.touches_both(sea, from, to);
            if !is_usual && let Err(illegality) = legality.check_convoy(&self.unit[slot], from, to) {
                self.convoyers.remove(slot);
                self.mark_void(slot, illegality);
                continue;
            }
            self.helped[slot] = army as u8;
            if !self.movers.contains(army) || board.province_of(self.to[army]) != to {
                continue;
            }
            if !self.convoyed.contains(army) {
                self.convoyed.insert(army);
                self.carriers[army] = Seas::EMPTY;
            }
            self.carriers[army].insert(sea);
            let own = input.players.same_player(self.power(slot), self.power(army));
            self.convoyed_by_owner.insert_if(army, own);
        }
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

/// The slots whose number has its lowest bit set.
#[inline(always)]
fn slots_with_lowest_bit<T: Word>(eight: impl Fn(usize) -> u64) -> Bits<T> {
    // All slots, not only the used ones: a loop length known at compile time saves more than it costs.
    let mut gathered = [0; 2];
    for i in 0..T::WORDS * 8 {
        gathered[i / 8] |= lowest_bits(eight(i)) << (i % 8 * 8);
    }
    Bits::from_words(gathered)
}

/// The lowest bits of eight bytes, packed into one byte: the multiplication moves them next to each other
/// into the top byte.
#[inline(always)]
const fn lowest_bits(eight: u64) -> u64 {
    (eight & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}
