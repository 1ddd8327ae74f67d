//! The orders of one unit, unpacked from what [`Options`](super::Options) found.

use super::{Choices, Slots};
use crate::board::Shores;
use crate::{Order, Passage, Province, Terrain, Unit, UnitKind};

impl Choices<'_> {
    fn unit(&self) -> Unit {
        self.options.units[self.slot]
    }

    /// How many orders the unit may be given.
    pub fn count(&self) -> usize {
        let (options, unit) = (self.options, self.unit());
        let near = options.board.provinces_near(unit.kind, unit.location);
        let steps = options.board.neighbours(unit.kind, unit.location).len();
        let aid = &options.aid[self.slot];
        let worth = if aid.is_empty() { &options.worth } else { &options.worth_by_step };
        let supports: usize = near.iter().map(|there| usize::from(worth[there.index()])).sum();
        // Its own moves there are no supports.
        let own = near.len() + if steps > near.len() { self.twice_near(near) } else { 0 };
        let unaided: usize = aid.iter().map(|sailors| sailors.count() as usize).sum();
        let convoys = options.convoys[self.slot].iter().map(|(_, arrivals)| arrivals.count() as usize);
        1 + steps + self.voyages().count() as usize + supports - own + unaided + convoys.sum::<usize>()
    }

    fn twice_near(&self, near: &[Province]) -> usize {
        near.iter().filter(|there| self.options.twice[there.index()].contains(self.slot)).count()
    }

    /// An army's destinations by sea.
    fn voyages(&self) -> Shores {
        self.options.voyages[self.slot]
    }

    /// How many supports it can give into a province near it.
    fn supports_into(&self, there: Province) -> usize {
        let options = self.options;
        let own = 1 + usize::from(options.twice[there.index()].contains(self.slot));
        if options.aid[self.slot].is_empty() {
            return usize::from(options.worth[there.index()]) - own;
        }
        let by_step = usize::from(options.worth_by_step[there.index()]);
        by_step - own + self.sailors_to(there).count() as usize
    }

    /// The armies, by their shores, that could come there by sea without its help and not in one step.
    fn sailors_to(&self, there: Province) -> Shores {
        let options = self.options;
        let aid = &options.aid[self.slot];
        let is_shore = options.board.terrain(there) == Terrain::Coastal;
        let shore = options.board.water_number(there);
        if !is_shore {
            Shores::EMPTY
        } else if aid.is_empty() {
            options.sailors(there, shore, options.joined[shore])
        } else {
            let near = options.board.sea_shores(options.board.water_number(self.here()));
            aid[near.into_iter().position(|other| other == shore).unwrap_or(0)]
        }
    }

    fn here(&self) -> Province {
        self.options.board.province_of(self.unit().location)
    }

    /// The other units that could move into a province near it, without its help.
    fn supportable(&self, there: Province) -> Slots {
        let options = self.options;
        let mut movers = options.movers[there.index()];
        movers.remove(self.slot);
        for shore in self.sailors_to(there) {
            movers.insert(usize::from(options.army_on[shore]));
        }
        movers
    }

    /// The `n`-th order, in an order that depends on the position alone.
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
            return Some(self.voyage(board.shore(shore)));
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

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = Order> {
        (0..self.count()).filter_map(|n| self.nth(n))
    }

    /// Where an army could also walk, the way must be said.
    fn voyage(&self, there: Province) -> Order {
        let (board, unit) = (self.options.board, self.unit());
        let passage = if board.can_reach(UnitKind::Army, unit.location, there) {
            Passage::Convoy
        } else {
            Passage::Unstated
        };
        Order::Move { to: board.bare(there), passage }
    }

    /// The `n`-th support into a province: of the unit there, of each that could come, and again of
    /// fleets that could come to another coast.
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
            None => ((options.twice[there.index()] & movers).element(n - movers.count())?, 1),
        };
        let helped = options.units[slot];
        let to = if helped.kind == UnitKind::Fleet && board.has_several_coasts(there) {
            let near = board.neighbours(UnitKind::Fleet, helped.location);
            *near.iter().filter(|to| board.province_of(**to) == there).nth(second)?
        } else {
            board.bare(there)
        };
        Some(Order::SupportMove { from: board.province_of(helped.location), to })
    }
}
