//! The legal orders of one unit: counting and listing what [`Options`](super::Options) computed.

use super::listing::Listing;
use super::{LegalOrders, Options, Slots};
use crate::board::Shores;
use crate::{Location, Order, Passage, Province, Unit, UnitKind};

impl LegalOrders<'_> {
    pub(super) fn unit(&self) -> Unit {
        self.options.units[self.slot]
    }

    /// The number of legal orders.
    pub fn count(&self) -> usize {
        let (options, unit) = (self.options, self.unit());
        let near = options.board.provinces_near(unit.kind, unit.location);
        let steps = options.board.neighbours(unit.kind, unit.location).len();
        let is_at_sea = !options.armies_without_fleet[self.slot].is_empty();
        let support_count = if is_at_sea { &options.support_count_by_step } else { &options.support_count };
        let supports: usize = near.iter().map(|there| usize::from(support_count[there.index()])).sum();
        // The counts include its own moves, which are not supports.
        let own = near.len() + if steps > near.len() { self.second_coasts_near(near) } else { 0 };
        let by_sea = usize::from(options.supports_by_sea[self.slot]);
        let convoys = options.convoys[self.slot].iter().map(|(_, arrivals)| arrivals.count() as usize);
        1 + steps + self.voyages().count() as usize + supports - own + by_sea + convoys.sum::<usize>()
    }

    fn second_coasts_near(&self, near: &[Province]) -> usize {
        near.iter()
            .filter(|there| self.options.fleets_to_two_coasts[there.index()].contains(self.slot))
            .count()
    }

    /// The destinations of an army by sea.
    pub(super) fn voyages(&self) -> Shores {
        self.options.voyages[self.slot]
    }

    /// The number of supports that it can give into its `i`-th adjacent province.
    fn supports_into(&self, i: usize, there: Province) -> usize {
        let options = self.options;
        let own = 1 + usize::from(options.fleets_to_two_coasts[there.index()].contains(self.slot));
        let by_step = usize::from(options.support_count_by_step[there.index()]);
        by_step - own + self.armies_by_sea_to(i, there).count() as usize
    }

    /// The armies, by their shores, that could come to its `i`-th adjacent province by sea without its help,
    /// but not in one step.
    #[inline]
    fn armies_by_sea_to(&self, i: usize, there: Province) -> Shores {
        let by_sea = &self.options.armies_by_sea[there.index()];
        *self.options.armies_without_fleet[self.slot].get(i).unwrap_or(by_sea)
    }

    /// Finds the other units that could move into its adjacent provinces.
    #[inline]
    pub(super) fn supportable(&self) -> Supportable<'_> {
        let options = self.options;
        Supportable {
            options,
            own: Slots::one(self.slot),
            armies_without_fleet: &options.armies_without_fleet[self.slot],
        }
    }

    /// The `n`-th order, from 0. The sequence depends only on the position.
    pub fn nth(&self, n: usize) -> Option<Order> {
        let (options, unit) = (self.options, self.unit());
        let board = options.board;
        let Some(mut n) = n.checked_sub(1) else {
            return Some(Order::Hold);
        };
        let near = board.neighbours(unit.kind, unit.location);
        if let Some(&to) = near.get(n) {
            return Some(Order::Move { to, passage: Passage::Unstated });
        }
        n -= near.len();
        let voyages = self.voyages();
        if let Some(shore) = voyages.element(n as u32) {
            return Some(self.move_by_sea(board.shore(shore)));
        }
        n -= voyages.count() as usize;
        for (i, &there) in board.provinces_near(unit.kind, unit.location).iter().enumerate() {
            let count = self.supports_into(i, there);
            if n < count {
                return self.supports(i, there).nth(n);
            }
            n -= count;
        }
        for (departure, arrivals) in options.convoys[self.slot].iter() {
            if let Some(arrival) = arrivals.element(n as u32) {
                return Some(Order::Convoy { from: board.shore(departure), to: board.shore(arrival) });
            }
            n -= arrivals.count() as usize;
        }
        None
    }

    /// Calls `give` with every legal order, in the sequence of [`nth`](Self::nth). Plain loops over the sets: an
    /// iterator has to remember where it is, and takes more than twice as many instructions.
    #[inline]
    pub fn for_each(&self, mut give: impl FnMut(Order)) {
        let (options, unit) = (self.options, self.unit());
        let board = options.board;
        give(Order::Hold);
        for &to in board.neighbours(unit.kind, unit.location) {
            give(Order::Move { to, passage: Passage::Unstated });
        }
        for shore in self.voyages() {
            give(self.move_by_sea(board.shore(shore)));
        }
        // As locals, because the compiler would read both from memory again after each order: saves 5 instructions
        // per order.
        let (provinces, shores) = (&options.provinces[..], board.shores());
        let supportable = self.supportable();
        for (i, &there) in board.provinces_near(unit.kind, unit.location).iter().enumerate() {
            if options.unit_at(there).is_some() {
                give(Order::SupportHold { of: there });
            }
            let movers = supportable.units_to(i, there);
            if board.has_several_coasts(there) {
                let second = options.fleets_to_two_coasts[there.index()] & movers;
                for (coast, movers) in [movers, second].into_iter().enumerate() {
                    movers.for_each(|slot| {
                        let to = self.coast_of(slot, there, coast);
                        give(Order::SupportMove { from: provinces[slot], to });
                    });
                }
                continue;
            }
            let to = board.coastless(there);
            movers.for_each(|slot| give(Order::SupportMove { from: provinces[slot], to }));
        }
        for (departure, arrivals) in options.convoys[self.slot].iter() {
            let from = shores[departure];
            arrivals.for_each(|arrival| give(Order::Convoy { from, to: shores[arrival] }));
        }
    }

    /// All legal orders, in the sequence of [`nth`](Self::nth). [`for_each`](Self::for_each) takes two thirds of
    /// the instructions.
    pub fn iter(&self) -> impl Iterator<Item = Order> {
        Listing::new(*self)
    }

    /// A move by sea. Where the army could also go by land, the order must say "via convoy".
    #[inline]
    pub(super) fn move_by_sea(&self, there: Province) -> Order {
        let (board, unit) = (self.options.board, self.unit());
        let passage = if board.can_reach(UnitKind::Army, unit.location, there) {
            Passage::Convoy
        } else {
            Passage::Unstated
        };
        Order::Move { to: board.coastless(there), passage }
    }

    /// The supports into its `i`-th adjacent province: first of the unit there, then of each unit that could
    /// come, then of the fleets that could come to a second coast.
    #[inline]
    fn supports(self, i: usize, there: Province) -> impl Iterator<Item = Order> {
        let (options, board) = (self.options, self.options.board);
        let stays = options.unit_at(there).map(|_| Order::SupportHold { of: there });
        let (coastless, several_coasts) = (board.coastless(there), board.has_several_coasts(there));
        let movers = self.supportable().units_to(i, there);
        let support = move |slot: usize, coast: usize| {
            let to = if several_coasts { self.coast_of(slot, there, coast) } else { coastless };
            Order::SupportMove { from: options.provinces[slot], to }
        };
        let second = options.fleets_to_two_coasts[there.index()] & movers;
        let to_first_coast = movers.into_iter().map(move |slot| support(slot, 0));
        let to_second_coast = second.into_iter().map(move |slot| support(slot, 1));
        stays.into_iter().chain(to_first_coast).chain(to_second_coast)
    }

    /// Where a unit that could come arrives in a province with several coasts: the first or second coast that
    /// it can reach.
    pub(super) fn coast_of(self, slot: usize, there: Province, coast: usize) -> Location {
        let (board, helped) = (self.options.board, self.options.units[slot]);
        if helped.kind == UnitKind::Army {
            return board.coastless(there);
        }
        let is_reached = |to: &&Location| board.can_step(UnitKind::Fleet, helped.location, **to);
        let reached = board.coasts(there).iter().filter(is_reached).nth(coast);
        *reached.unwrap_or(&board.coastless(there))
    }
}

/// The units whose move a unit can support.
pub(super) struct Supportable<'a> {
    options: &'a Options<'a>,
    own: Slots,
    armies_without_fleet: &'a [Shores],
}

impl Supportable<'_> {
    /// The other units that could move into its `i`-th adjacent province without its help.
    #[inline]
    pub(super) fn units_to(&self, i: usize, there: Province) -> Slots {
        let options = self.options;
        let mut units = options.movers[there.index()];
        let armies = self.armies_without_fleet.get(i).unwrap_or(&options.armies_by_sea[there.index()]);
        armies.for_each(|shore| units.insert(usize::from(options.army_on_shore[shore])));
        units.without(self.own)
    }
}
