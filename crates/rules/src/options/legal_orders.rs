//! The legal orders of one unit: counting and listing what [`Options`](super::Options) computed.

use super::{LegalOrders, Slots};
use crate::board::Shores;
use crate::{Order, Passage, Province, Terrain, Unit, UnitKind};

impl LegalOrders<'_> {
    fn unit(&self) -> Unit {
        self.options.units[self.slot]
    }

    /// The number of legal orders.
    pub fn count(&self) -> usize {
        let (options, unit) = (self.options, self.unit());
        let near = options.board.provinces_near(unit.kind, unit.location);
        let steps = options.board.neighbours(unit.kind, unit.location).len();
        let armies_without_fleet = &options.armies_without_fleet[self.slot];
        let support_count = if armies_without_fleet.is_empty() {
            &options.support_count
        } else {
            &options.support_count_by_step
        };
        let supports: usize = near.iter().map(|there| usize::from(support_count[there.index()])).sum();
        // The counts include its own moves, which are not supports.
        let own = near.len() + if steps > near.len() { self.second_coasts_near(near) } else { 0 };
        let by_sea: usize = armies_without_fleet.iter().map(|armies| armies.count() as usize).sum();
        let convoys = options.convoys[self.slot].iter().map(|(_, arrivals)| arrivals.count() as usize);
        1 + steps + self.voyages().count() as usize + supports - own + by_sea + convoys.sum::<usize>()
    }

    fn second_coasts_near(&self, near: &[Province]) -> usize {
        near.iter()
            .filter(|there| self.options.fleets_to_two_coasts[there.index()].contains(self.slot))
            .count()
    }

    /// The destinations of an army by sea.
    fn voyages(&self) -> Shores {
        self.options.voyages[self.slot]
    }

    /// The number of supports that it can give into an adjacent province.
    fn supports_into(&self, there: Province) -> usize {
        let options = self.options;
        let own = 1 + usize::from(options.fleets_to_two_coasts[there.index()].contains(self.slot));
        if options.armies_without_fleet[self.slot].is_empty() {
            return usize::from(options.support_count[there.index()]) - own;
        }
        let by_step = usize::from(options.support_count_by_step[there.index()]);
        by_step - own + self.armies_by_sea_to(there).count() as usize
    }

    /// The armies, by their shores, that could come there by sea without its help, but not in one step.
    fn armies_by_sea_to(&self, there: Province) -> Shores {
        let options = self.options;
        let armies_without_fleet = &options.armies_without_fleet[self.slot];
        let is_shore = options.board.terrain(there) == Terrain::Coastal;
        let shore = options.board.water_number(there);
        if !is_shore {
            Shores::EMPTY
        } else if armies_without_fleet.is_empty() {
            options.armies_by_sea(there, shore, options.connected_shores[shore])
        } else {
            let near = options.board.sea_shores(options.board.water_number(self.here()));
            armies_without_fleet[near.into_iter().position(|other| other == shore).unwrap_or(0)]
        }
    }

    fn here(&self) -> Province {
        self.options.board.province_of(self.unit().location)
    }

    /// The other units that could move into an adjacent province without its help.
    fn supportable(&self, there: Province) -> Slots {
        let options = self.options;
        let mut movers = options.movers[there.index()];
        movers.remove(self.slot);
        for shore in self.armies_by_sea_to(there) {
            movers.insert(usize::from(options.army_on_shore[shore]));
        }
        movers
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
        for &there in board.provinces_near(unit.kind, unit.location) {
            let count = self.supports_into(there);
            if n < count {
                return self.support(there, n);
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

    /// All legal orders.
    pub fn iter(&self) -> impl Iterator<Item = Order> {
        (0..self.count()).filter_map(|n| self.nth(n))
    }

    /// A move by sea. Where the army could also go by land, the order must say "via convoy".
    fn move_by_sea(&self, there: Province) -> Order {
        let (board, unit) = (self.options.board, self.unit());
        let passage = if board.can_reach(UnitKind::Army, unit.location, there) {
            Passage::Convoy
        } else {
            Passage::Unstated
        };
        Order::Move { to: board.coastless(there), passage }
    }

    /// The `n`-th support into a province: first of the unit there, then of each unit that could come, then
    /// of the fleets that could come to a second coast.
    fn support(&self, there: Province, n: usize) -> Option<Order> {
        let (options, board) = (self.options, self.options.board);
        let mut n = n as u32;
        if options.unit_at(there).is_some() {
            let Some(less) = n.checked_sub(1) else {
                return Some(Order::SupportHold { of: there });
            };
            n = less;
        }
        let movers = self.supportable(there);
        let (slot, second) = match movers.element(n) {
            Some(slot) => (slot, 0),
            None => ((options.fleets_to_two_coasts[there.index()] & movers).element(n - movers.count())?, 1),
        };
        let helped = options.units[slot];
        let to = if helped.kind == UnitKind::Fleet && board.has_several_coasts(there) {
            let near = board.neighbours(UnitKind::Fleet, helped.location);
            *near.iter().filter(|to| board.province_of(**to) == there).nth(second)?
        } else {
            board.coastless(there)
        };
        Some(Order::SupportMove { from: board.province_of(helped.location), to })
    }
}
