//! Reading the orders: what is legal, what matches what.

use super::{Case, Desk, FIELDS, NONE, PROVINCES, SLOTS};
use crate::bits::{Bits, Word};
use crate::board::Seas;
use crate::forces::NOBODY;
use crate::{Illegality, Legality, Location, Order, Passage, Province, UnitKind};

/// Where movers go, gathered aside while the orders are read: what is not in memory is quicker to change.
struct Targets<T: Word> {
    attacked: Bits<T>,
    at_residents: Bits<T>,
    /// The number of the next battlefield.
    next: usize,
}

impl<T: Word> Targets<T> {
    /// The units' own provinces are battlefields already.
    const fn none(units: usize) -> Self {
        Self { attacked: Bits::EMPTY, at_residents: Bits::EMPTY, next: units }
    }
}

impl<T: Word> Desk<T> {
    #[inline(never)]
    pub(super) fn read(&mut self, case: &Case<'_>) {
        self.clear_away(case);
        self.seat_units(case);
        let legality = case.legality();
        self.attackers[..self.count].iter_mut().for_each(|set| *set = Bits::EMPTY);
        self.last.fill(NOBODY);
        self.after.fill(NOBODY);
        self.read_moves(case, &legality);
        // Into an empty province goes who is ordered there last, until it is contested.
        self.winner[..self.count].fill(NONE);
        self.read_hold_supports(case, &legality);
        self.read_move_supports(case, &legality);
        if !self.convoyers.is_empty() {
            self.read_convoys(case, &legality);
        }
    }

    fn clear_away(&mut self, case: &Case<'_>) {
        self.count = case.forces.units().len().min(SLOTS);
        self.supporters[..self.count].iter_mut().for_each(|set| *set = Bits::EMPTY);
        for (field, slot) in self.fields.iter_mut().zip(case.forces.slots()) {
            *field = *slot;
        }
        self.void = Bits::EMPTY;
        self.matched = Bits::EMPTY;
        self.carried = Bits::EMPTY;
        self.via = Bits::EMPTY;
        self.distant = Bits::EMPTY;
        self.intent = Bits::EMPTY;
        self.at_sea = Bits::EMPTY;
        self.stranded = Bits::EMPTY;
        self.harmless = Bits::EMPTY;
        self.ringed = Bits::EMPTY;
        self.silenced = Bits::EMPTY;
        self.voyages.clear();
    }

    /// Notes every unit, and its order's kind without branching on it: in a real position the kinds
    /// come in no order that a processor could guess. So the three binary digits of each kind's number
    /// are gathered, eight units at a time, and the sets follow from those.
    #[inline(never)]
    fn seat_units(&mut self, case: &Case<'_>) {
        let units = &case.forces.units()[..self.count];
        let provinces = &case.forces.provinces()[..self.count];
        self.unit[..self.count].copy_from_slice(units);
        self.province[..self.count].copy_from_slice(provinces);
        for (own, all) in self.of_power.iter_mut().zip(case.forces.of_power()) {
            *own = all.resized();
        }
        let mut kinds = [0; SLOTS];
        let notes = self.to.iter_mut().zip(&mut kinds);
        for ((to, kind), (unit, province)) in notes.zip(units.iter().zip(provinces)) {
            *to = unit.location;
            *kind = kind_number(case.orders.get(*province));
        }
        let kinds = eights(&kinds);
        let [ones, twos, fours] = [0, 1, 2].map(|digit| gather::<T>(|i| kinds(i) >> digit));
        self.holders = Bits::below(self.count).without(ones | twos | fours);
        self.movers = ones.without(twos | fours);
        self.hold_supporters = twos.without(ones);
        self.move_supporters = ones & twos;
        self.convoyers = fours.without(ones);
        self.unordered = fours & ones;
        if case.table.any_disorder() {
            self.silence_disorder(case);
        }
    }

    /// Powers in disorder have no orders (I1).
    fn silence_disorder(&mut self, case: &Case<'_>) {
        for power in case.board.powers().filter(|power| case.table.in_disorder(*power)) {
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
    fn read_moves(&mut self, case: &Case<'_>, legality: &Legality<'_>) {
        let board = case.board;
        let mut targets = Targets::none(self.count);
        let mut unusual = Bits::<T>::EMPTY;
        for slot in self.movers {
            let Some(&Order::Move { to, passage }) = case.orders.get(self.province[slot]) else { continue };
            let unit = self.unit[slot];
            // Nearly every move: one step to just the place that is named.
            if let Some(there) = board.step(unit.kind, unit.location, to)
                && passage == Passage::Unstated
            {
                self.set_out(&mut targets, slot, to, there);
            } else {
                unusual.insert(slot);
            }
        }
        // A copy: what is lent to a function lies in memory from the beginning.
        let mut targets = Targets { ..targets };
        for slot in unusual {
            let Some(&Order::Move { to, passage }) = case.orders.get(self.province[slot]) else { continue };
            self.read_unusual_move(&mut targets, legality, slot, to, passage);
        }
        self.attacked = targets.attacked;
        self.into_empty = self.movers.without(targets.at_residents);
        // Slots have seven digits, NOBODY has eight.
        let (before, after) = (eights(&self.before), eights(&self.after));
        self.sharing = self.movers.without(gather(|i| (before(i) & after(i)) >> 7));
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
                    self.via.insert_if(slot, passage == Passage::Convoy);
                }
                self.set_out(targets, slot, to, there);
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
    fn set_out(&mut self, targets: &mut Targets<T>, slot: usize, to: Location, there: Province) {
        self.to[slot] = to;
        // An empty province becomes a battlefield when the first unit goes there. Whether this is the
        // first could not be foreseen, so it is reckoned: one more than NOBODY has a ninth digit.
        let known = usize::from(self.fields[there.index() % PROVINCES]);
        let is_new = (known + 1) >> 8;
        let field = (known - is_new * (usize::from(NOBODY) - targets.next)) % FIELDS;
        targets.next += is_new;
        self.fields[there.index() % PROVINCES] = field as u8;
        self.field[slot] = field as u8;
        let before = self.last[field];
        self.winner[field] = slot as u8;
        self.last[field] = slot as u8;
        self.before[slot] = before;
        self.after[usize::from(before) % SLOTS] = slot as u8;
        self.attackers[field].insert(slot);
        let occupied = field < self.count;
        targets.attacked.insert_if(field, occupied);
        targets.at_residents.insert_if(slot, occupied);
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

/// A number of three binary digits for each kind of order, and for none.
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

/// The numbers of all slots, eight at a time.
#[inline(always)]
fn eights(numbers: &[u8; SLOTS]) -> impl Fn(usize) -> u64 {
    |i| u64::from_le_bytes(numbers.as_chunks().0[i])
}

/// The slots whose number has a one as its lowest binary digit.
#[inline(always)]
fn gather<T: Word>(eight: impl Fn(usize) -> u64) -> Bits<T> {
    // All that there is room for: a length known beforehand costs less than the few too many.
    let mut gathered = [0; 2];
    for i in 0..T::WORDS * 8 {
        gathered[i / 8] |= lowest_bits(eight(i)) << (i % 8 * 8);
    }
    Bits::from_words(gathered)
}

/// The lowest bit of each of eight bytes, as the bits of one: the product puts them side by side on top.
#[inline(always)]
const fn lowest_bits(eight: u64) -> u64 {
    (eight & 0x0101_0101_0101_0101).wrapping_mul(0x0102_0408_1020_4080) >> 56
}
