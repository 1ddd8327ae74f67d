//! Everything that a unit may be ordered to do, kept as sets and unpacked only when asked for.

use crate::bits::Bits;
use crate::board::{Seas, Shores};
use crate::routes::flood;
use crate::{Board, Forces, Order, Passage, Province, Terrain, Unit, UnitKind};

type Slots = Bits<2>;

/// The legal orders of a position. Keeps its buffers: use one a thread.
#[derive(Debug)]
pub struct Options<'b> {
    board: &'b Board,
    units: Vec<Unit>,
    /// By province: the unit there plus one, or zero.
    at: Vec<u8>,
    /// By province: the units that can step into it.
    near: Vec<Slots>,
    /// By province: the fleets that can step to two of its coasts.
    twice: Vec<Slots>,
    /// By shore: the armies that can be convoyed there.
    by_sea: Vec<Slots>,
    /// By unit: an army's destinations by sea.
    voyages: Vec<Shores>,
    /// By water: the fleet there.
    fleet_at: Vec<u8>,
    fleets: Seas,
    armies: Slots,
    /// By unit: the convoys that it can give, an army and its destinations each.
    convoys: Vec<Vec<(u8, Shores)>>,
    /// By unit: the armies that reach a shore without its help, where that matters.
    without: Vec<Vec<(Province, Slots)>>,
    path: Vec<usize>,
}

/// The legal orders of one unit.
#[derive(Clone, Copy, Debug)]
pub struct Choices<'a> {
    options: &'a Options<'a>,
    slot: usize,
}

const NO_FLEET: u8 = u8::MAX;

impl<'b> Options<'b> {
    pub fn new(board: &'b Board) -> Self {
        let provinces = board.provinces().len();
        Self {
            board,
            units: Vec::new(),
            at: vec![0; provinces],
            near: vec![Slots::EMPTY; provinces],
            twice: vec![Slots::EMPTY; provinces],
            by_sea: vec![Slots::EMPTY; provinces],
            voyages: Vec::new(),
            fleet_at: vec![NO_FLEET; board.sea_count()],
            fleets: Seas::EMPTY,
            armies: Slots::EMPTY,
            convoys: vec![Vec::new(); Forces::MOST],
            without: vec![Vec::new(); Forces::MOST],
            path: Vec::new(),
        }
    }

    /// Looks a position over.
    pub fn survey(&mut self, forces: &Forces) {
        self.near.fill(Slots::EMPTY);
        self.twice.fill(Slots::EMPTY);
        self.at.fill(0);
        self.fleets = Seas::EMPTY;
        self.armies = Slots::EMPTY;
        self.units.clear();
        self.units.extend_from_slice(forces.units());
        for (slot, unit) in forces.units().iter().enumerate() {
            self.look_round(slot, unit);
        }
        if !self.fleets.is_empty() && !self.armies.is_empty() {
            self.chart_waters();
        } else {
            self.forget_waters();
        }
    }

    /// The options of the unit that [`Forces::units`] has at `slot`.
    pub fn of(&self, slot: usize) -> Choices<'_> {
        Choices { options: self, slot }
    }

    fn look_round(&mut self, slot: usize, unit: &Unit) {
        let board = self.board;
        let here = board.province_of(unit.location);
        self.at[here.index()] = slot as u8 + 1;
        for &to in board.neighbours(unit.kind, unit.location) {
            let there = board.province_of(to).index();
            if self.near[there].contains(slot) {
                self.twice[there].insert(slot);
            }
            self.near[there].insert(slot);
        }
        match (unit.kind, board.terrain(here)) {
            (UnitKind::Fleet, Terrain::Water) => {
                let sea = board.water_number(here);
                self.fleets.insert(sea);
                self.fleet_at[sea] = slot as u8;
            }
            (UnitKind::Army, Terrain::Coastal) => self.armies.insert(slot),
            (UnitKind::Army | UnitKind::Fleet, _) => {}
        }
    }

    fn forget_waters(&mut self) {
        self.by_sea.fill(Slots::EMPTY);
        self.voyages.clear();
        self.voyages.resize(self.units.len(), Shores::EMPTY);
        for list in &mut self.convoys[..self.units.len()] {
            list.clear();
        }
        for list in &mut self.without[..self.units.len()] {
            list.clear();
        }
    }

    /// Convoys: who can be carried where, by whom, and without whom.
    fn chart_waters(&mut self) {
        self.forget_waters();
        let mut left = self.fleets;
        while let Some(sea) = left.first() {
            let squadron = flood(self.board, self.fleets, Seas::one(sea));
            left = left.without(squadron);
            let shores = self.shores_of(squadron);
            let armies = self.armies_on(shores);
            if armies.is_empty() {
                continue;
            }
            for army in armies {
                self.voyages[army] |= shores;
            }
            for shore in shores {
                self.by_sea[self.board.shore(shore).index()] |= armies;
            }
            self.chart_convoys(squadron, armies);
            if squadron.count() > 1 {
                self.chart_without(squadron);
            } else {
                self.without_lone_fleet(sea);
            }
        }
        for army in self.armies {
            let here = self.board.province_of(self.units[army].location);
            self.voyages[army].remove(self.board.water_number(here));
        }
    }

    fn shores_of(&self, squadron: Seas) -> Shores {
        let mut shores = Shores::EMPTY;
        for sea in squadron {
            shores |= self.board.sea_shores(sea);
        }
        shores
    }

    fn armies_on(&self, shores: Shores) -> Slots {
        let mut armies = Slots::EMPTY;
        for army in self.armies {
            let here = self.board.province_of(self.units[army].location);
            if shores.contains(self.board.water_number(here)) {
                armies.insert(army);
            }
        }
        armies
    }

    /// A fleet cannot support a move that only it could convoy (6.D.31): without it, nobody sails
    /// where only it sails.
    fn without_lone_fleet(&mut self, sea: usize) {
        let slot = usize::from(self.fleet_at[sea]);
        for shore in self.board.sea_shores(sea) {
            let province = self.board.shore(shore);
            // Another squadron may still reach this shore; its armies are added when it is charted.
            self.without[slot].push((province, Slots::EMPTY));
        }
        self.add_other_squadrons(slot, Seas::one(sea));
    }

    fn chart_without(&mut self, squadron: Seas) {
        for sea in squadron {
            let slot = usize::from(self.fleet_at[sea]);
            for shore in self.board.sea_shores(sea) {
                self.without[slot].push((self.board.shore(shore), Slots::EMPTY));
            }
            self.add_other_squadrons(slot, Seas::one(sea));
        }
    }

    /// Adds the armies that reach the listed shores over all fleets but `gone`.
    fn add_other_squadrons(&mut self, slot: usize, gone: Seas) {
        let fleets = self.fleets.without(gone);
        let mut left = fleets;
        while let Some(sea) = left.first() {
            let squadron = flood(self.board, fleets, Seas::one(sea));
            left = left.without(squadron);
            let shores = self.shores_of(squadron);
            let armies = self.armies_on(shores);
            for (province, reached) in &mut self.without[slot] {
                if shores.contains(self.board.water_number(*province)) {
                    *reached |= armies;
                }
            }
        }
    }

    /// Every chain without short cuts, and the shores that only its ends touch.
    fn chart_convoys(&mut self, squadron: Seas, armies: Slots) {
        for sea in squadron {
            self.path.clear();
            self.path.push(sea);
            let shores = self.board.sea_shores(sea);
            self.note_chain(shores, shores, armies);
            let inner = squadron.without(Seas::one(sea));
            self.lengthen(inner, shores, Shores::EMPTY, armies);
        }
    }

    /// Lengthens the chain in `path` by every fleet that touches only its last one. `first` are the
    /// shores of the first fleet that no later one touches; `inner` those of fleets in between.
    fn lengthen(&mut self, free: Seas, first: Shores, passed: Shores, armies: Slots) {
        let last = self.path[self.path.len() - 1];
        let near = self.board.sea_borders(last);
        let rest = free.without(near);
        for next in near & free {
            let shores = self.board.sea_shores(next);
            let departures = first.without(shores);
            let before = if self.path.len() == 1 {
                self.board.sea_shores(last)
            } else {
                passed | self.board.sea_shores(last)
            };
            let arrivals = shores.without(before);
            self.path.push(next);
            if !departures.is_empty() {
                self.note_chain(departures, arrivals, armies);
                self.lengthen(rest, departures, before, armies);
            }
            self.path.pop();
        }
    }

    fn note_chain(&mut self, departures: Shores, arrivals: Shores, armies: Slots) {
        for army in armies {
            let here = self.board.province_of(self.units[army].location);
            let shore = self.board.water_number(here);
            if !departures.contains(shore) {
                continue;
            }
            let mut arrivals = arrivals;
            arrivals.remove(shore);
            if arrivals.is_empty() {
                continue;
            }
            for i in 0..self.path.len() {
                let list = &mut self.convoys[usize::from(self.fleet_at[self.path[i]])];
                match list.iter_mut().find(|(other, _)| usize::from(*other) == army) {
                    Some((_, shores)) => *shores |= arrivals,
                    None => list.push((army as u8, arrivals)),
                }
            }
        }
    }

    /// The units, not counting the supporter, that could move into a province it can support into.
    fn supportable(&self, slot: usize, there: Province) -> Slots {
        let near = self.near[there.index()];
        let by_sea = match self.without[slot].iter().find(|(province, _)| *province == there) {
            Some((_, armies)) => *armies,
            None => self.by_sea[there.index()],
        };
        let mut movers = near | by_sea;
        movers.remove(slot);
        if let Some(resident) = self.unit_at(there) {
            movers.remove(resident);
        }
        movers
    }

    fn unit_at(&self, province: Province) -> Option<usize> {
        usize::from(self.at[province.index()]).checked_sub(1)
    }
}

impl Choices<'_> {
    fn unit(&self) -> Unit {
        self.options.units[self.slot]
    }

    /// How many orders the unit may be given.
    pub fn count(&self) -> usize {
        let (options, unit) = (self.options, self.unit());
        let mut count = 1 + options.board.neighbours(unit.kind, unit.location).len();
        count += options.voyages[self.slot].count() as usize;
        for &there in options.board.provinces_near(unit.kind, unit.location) {
            count += usize::from(options.unit_at(there).is_some());
            let movers = options.supportable(self.slot, there);
            count += movers.count() as usize;
            count += (options.twice[there.index()] & movers).count() as usize;
        }
        let convoys = options.convoys[self.slot].iter();
        count + convoys.map(|(_, shores)| shores.count() as usize).sum::<usize>()
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
            let passage = Passage::Unstated;
            return Some(Order::Move { to, passage });
        }
        n -= near.len();
        let voyages = options.voyages[self.slot];
        if let Some(shore) = voyages.element(n as u32) {
            return Some(self.voyage(board.shore(shore)));
        }
        n -= voyages.count() as usize;
        for &there in board.provinces_near(unit.kind, unit.location) {
            if options.unit_at(there).is_some() {
                let Some(less) = n.checked_sub(1) else {
                    return Some(Order::SupportHold { of: there });
                };
                n = less;
            }
            let movers = options.supportable(self.slot, there);
            let twice = options.twice[there.index()] & movers;
            let count = (movers.count() + twice.count()) as usize;
            if n < count {
                return self.support(there, movers, twice, n as u32);
            }
            n -= count;
        }
        for (army, shores) in &options.convoys[self.slot] {
            if let Some(shore) = shores.element(n as u32) {
                let from = board.province_of(options.units[usize::from(*army)].location);
                let to = board.shore(shore);
                return Some(Order::Convoy { from, to });
            }
            n -= shores.count() as usize;
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

    fn support(&self, there: Province, movers: Slots, twice: Slots, n: u32) -> Option<Order> {
        let (options, board) = (self.options, self.options.board);
        let (slot, second) = match movers.element(n) {
            Some(slot) => (slot, 0),
            None => (twice.element(n - movers.count())?, 1),
        };
        let helped = options.units[slot];
        let to = if helped.kind == UnitKind::Fleet && board.has_several_coasts(there) {
            let near = board.neighbours(UnitKind::Fleet, helped.location);
            let mut coasts = near.iter().filter(|to| board.province_of(**to) == there);
            *coasts.nth(second)?
        } else {
            board.bare(there)
        };
        Some(Order::SupportMove { from: board.province_of(helped.location), to })
    }
}
