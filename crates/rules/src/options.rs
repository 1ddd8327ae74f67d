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
    /// By province: the units that could move into it, by land or by sea.
    movers: Vec<Slots>,
    /// By province: the fleets that can step to two of its coasts.
    twice: Vec<Slots>,
    /// By province: how many supports a neighbour can give there, one too many: its own move.
    worth: Vec<u16>,
    /// By unit: an army's destinations by sea.
    voyages: Vec<Shores>,
    /// By water: the fleet there.
    fleet_at: Vec<u8>,
    fleets: Seas,
    /// Armies on a coast, the shores where they are, and who is on which.
    armies: Slots,
    garrisons: Shores,
    army_on: Vec<u8>,
    squadrons: Vec<Squadron>,
    /// By unit: the convoys that it can give, an army and its destinations each.
    convoys: Vec<Vec<(u8, Shores)>>,
    /// By fleet at sea: who could move into each province near it without its help.
    unaided: Vec<Vec<Slots>>,
    path: Vec<usize>,
}

/// Fleets at sea that touch each other.
#[derive(Clone, Copy, Debug)]
struct Squadron {
    seas: Seas,
    shores: Shores,
    /// The armies that it could carry.
    armies: Slots,
}

/// The legal orders of one unit.
#[derive(Clone, Copy, Debug)]
pub struct Choices<'a> {
    options: &'a Options<'a>,
    slot: usize,
}

impl<'b> Options<'b> {
    pub fn new(board: &'b Board) -> Self {
        let provinces = board.provinces().len();
        Self {
            board,
            units: Vec::new(),
            at: vec![0; provinces],
            movers: vec![Slots::EMPTY; provinces],
            twice: vec![Slots::EMPTY; provinces],
            worth: vec![0; provinces],
            voyages: Vec::new(),
            fleet_at: vec![0; board.sea_count()],
            fleets: Seas::EMPTY,
            armies: Slots::EMPTY,
            garrisons: Shores::EMPTY,
            army_on: vec![0; board.provinces().len()],
            squadrons: Vec::new(),
            convoys: vec![Vec::new(); Forces::MOST],
            unaided: vec![Vec::new(); Forces::MOST],
            path: Vec::new(),
        }
    }

    /// Looks a position over.
    pub fn survey(&mut self, forces: &Forces) {
        self.movers.fill(Slots::EMPTY);
        self.twice.fill(Slots::EMPTY);
        self.at.fill(0);
        self.fleets = forces.fleets();
        self.armies = Slots::EMPTY;
        self.garrisons = Shores::EMPTY;
        self.units.clear();
        self.units.extend_from_slice(forces.units());
        self.voyages.clear();
        self.voyages.resize(self.units.len(), Shores::EMPTY);
        for (slot, unit) in forces.units().iter().enumerate() {
            self.look_round(slot, unit, forces.provinces()[slot]);
        }
        if !self.fleets.is_empty() && !self.armies.is_empty() {
            self.chart_waters();
        }
        self.appraise();
    }

    /// The options of the unit that [`Forces::units`] has at `slot`.
    pub fn of(&self, slot: usize) -> Choices<'_> {
        Choices { options: self, slot }
    }

    fn look_round(&mut self, slot: usize, unit: &Unit, here: Province) {
        let board = self.board;
        self.at[here.index()] = slot as u8 + 1;
        self.convoys[slot].clear();
        self.unaided[slot].clear();
        for &there in board.provinces_near(unit.kind, unit.location) {
            self.movers[there.index()].insert(slot);
        }
        let near = board.neighbours(unit.kind, unit.location);
        if near.len() > board.provinces_near(unit.kind, unit.location).len() {
            for pair in near.windows(2) {
                let there = board.province_of(pair[0]);
                self.twice[there.index()].insert_if(slot, there == board.province_of(pair[1]));
            }
        }
        match (unit.kind, board.terrain(here)) {
            (UnitKind::Fleet, Terrain::Water) => self.fleet_at[board.water_number(here)] = slot as u8,
            (UnitKind::Army, Terrain::Coastal) => {
                let shore = board.water_number(here);
                self.armies.insert(slot);
                self.garrisons.insert(shore);
                self.army_on[shore] = slot as u8;
            }
            (UnitKind::Army | UnitKind::Fleet, _) => {}
        }
    }

    /// Counts the supports that can be given into each province.
    fn appraise(&mut self) {
        for province in 0..self.movers.len() {
            let resident = usize::from(self.at[province]);
            if resident > 0 {
                self.movers[province].remove(resident - 1);
            }
            let twice = self.twice[province];
            let mut worth = self.movers[province].count();
            if !twice.is_empty() {
                worth += twice.count();
            }
            self.worth[province] = worth as u16 + u16::from(resident > 0);
        }
    }

    /// Convoys: who can be carried where, by whom, and without whom.
    fn chart_waters(&mut self) {
        self.muster_squadrons();
        for i in 0..self.squadrons.len() {
            let squadron = self.squadrons[i];
            if !squadron.armies.is_empty() {
                self.chart_convoys(&squadron);
            }
            for sea in squadron.seas {
                self.chart_unaided(i, sea);
            }
        }
        // Only now, since what a fleet supports unaided starts from the moves by land.
        for i in 0..self.squadrons.len() {
            let Squadron { shores, armies, .. } = self.squadrons[i];
            if armies.is_empty() {
                continue;
            }
            for army in armies {
                self.voyages[army] |= shores;
            }
            for shore in shores {
                self.movers[self.board.shore(shore).index()] |= armies;
            }
        }
        for army in self.armies {
            let here = self.board.province_of(self.units[army].location);
            self.voyages[army].remove(self.board.water_number(here));
        }
    }

    fn muster_squadrons(&mut self) {
        self.squadrons.clear();
        let mut left = self.fleets;
        while let Some(sea) = left.first() {
            let seas = flood(self.board, self.fleets, Seas::one(sea));
            left = left.without(seas);
            let squadron = self.squadron(seas);
            self.squadrons.push(squadron);
        }
    }

    fn squadron(&self, seas: Seas) -> Squadron {
        let mut shores = Shores::EMPTY;
        for sea in seas {
            shores |= self.board.sea_shores(sea);
        }
        let mut armies = Slots::EMPTY;
        for shore in shores & self.garrisons {
            armies.insert(usize::from(self.army_on[shore]));
        }
        Squadron { seas, shores, armies }
    }

    /// A fleet cannot support a move that only it could convoy (6.D.31). Who could move where
    /// without it: by land, with other squadrons, with what is left of its own.
    fn chart_unaided(&mut self, own: usize, sea: usize) {
        let board = self.board;
        let slot = usize::from(self.fleet_at[sea]);
        let mut unaided = std::mem::take(&mut self.unaided[slot]);
        let near = board.provinces_near(UnitKind::Fleet, self.units[slot].location);
        unaided.extend(near.iter().map(|there| self.movers[there.index()]));
        let mut add = |squadron: &Squadron| {
            for (there, movers) in near.iter().zip(&mut unaided) {
                let coastal = board.terrain(*there) == Terrain::Coastal;
                if coastal && squadron.shores.contains(board.water_number(*there)) {
                    *movers |= squadron.armies;
                }
            }
        };
        for (i, squadron) in self.squadrons.iter().enumerate() {
            if i != own && !squadron.armies.is_empty() {
                add(squadron);
            }
        }
        let rest = self.squadrons[own].seas.without(Seas::one(sea));
        let mut left = rest;
        while let Some(first) = left.first() {
            let seas = flood(board, rest, Seas::one(first));
            left = left.without(seas);
            add(&self.squadron(seas));
        }
        self.unaided[slot] = unaided;
    }

    /// Every chain without short cuts, and the shores that only its ends touch.
    fn chart_convoys(&mut self, squadron: &Squadron) {
        for sea in squadron.seas {
            let shores = self.board.sea_shores(sea);
            let departures = shores & self.garrisons;
            if departures.is_empty() {
                continue;
            }
            self.path.clear();
            self.path.push(sea);
            self.note_chain(departures, shores);
            self.lengthen(squadron.seas.without(Seas::one(sea)), departures, shores);
        }
    }

    /// Lengthens the chain in `path` by every fleet that touches only its last one. `first` are the
    /// garrisons that only the first fleet touches, `passed` all shores of the chain.
    fn lengthen(&mut self, free: Seas, first: Shores, passed: Shores) {
        let last = self.path[self.path.len() - 1];
        let near = self.board.sea_borders(last) & free;
        let rest = free.without(near);
        for next in near {
            let shores = self.board.sea_shores(next);
            let departures = first.without(shores);
            if departures.is_empty() {
                continue;
            }
            self.path.push(next);
            self.note_chain(departures, shores.without(passed));
            self.lengthen(rest, departures, passed | shores);
            self.path.pop();
        }
    }

    fn note_chain(&mut self, departures: Shores, arrivals: Shores) {
        if arrivals.is_empty() {
            return;
        }
        for shore in departures {
            let army = self.army_on[shore];
            let mut arrivals = arrivals;
            arrivals.remove(shore);
            for &sea in &self.path {
                let list = &mut self.convoys[usize::from(self.fleet_at[sea])];
                match list.iter_mut().find(|(other, _)| *other == army) {
                    Some((_, shores)) => *shores |= arrivals,
                    None => list.push((army, arrivals)),
                }
            }
        }
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
        let near = options.board.provinces_near(unit.kind, unit.location);
        let mut count = 1 + options.board.neighbours(unit.kind, unit.location).len();
        count += options.voyages[self.slot].count() as usize;
        count += near.iter().enumerate().map(|(i, there)| self.supports_into(i, *there)).sum::<usize>();
        let convoys = options.convoys[self.slot].iter();
        count + convoys.map(|(_, shores)| shores.count() as usize).sum::<usize>()
    }

    /// How many supports it can give into the `i`-th province near it.
    fn supports_into(&self, i: usize, there: Province) -> usize {
        let options = self.options;
        let twice = options.twice[there.index()];
        if options.unaided[self.slot].is_empty() {
            // Its own move there is no support.
            let own = 1 + usize::from(twice.contains(self.slot));
            return usize::from(options.worth[there.index()]) - own;
        }
        let movers = self.supportable(i, there);
        let resident = usize::from(options.unit_at(there).is_some());
        resident + movers.count() as usize + (twice & movers).count() as usize
    }

    /// The other units that could move into the `i`-th province near it, without its help.
    fn supportable(&self, i: usize, there: Province) -> Slots {
        let options = self.options;
        let unaided = options.unaided[self.slot].get(i);
        let mut movers = *unaided.unwrap_or(&options.movers[there.index()]);
        movers.remove(self.slot);
        if let Some(resident) = options.unit_at(there) {
            movers.remove(resident);
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
        let voyages = options.voyages[self.slot];
        if let Some(shore) = voyages.element(n as u32) {
            return Some(self.voyage(board.shore(shore)));
        }
        n -= voyages.count() as usize;
        for (i, &there) in board.provinces_near(unit.kind, unit.location).iter().enumerate() {
            let count = self.supports_into(i, there);
            if n < count {
                return self.support(i, there, n);
            }
            n -= count;
        }
        for (army, shores) in &options.convoys[self.slot] {
            if let Some(shore) = shores.element(n as u32) {
                let from = board.province_of(options.units[usize::from(*army)].location);
                return Some(Order::Convoy { from, to: board.shore(shore) });
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

    /// The `n`-th support into a province: of the unit there, of each that could come, and again of
    /// fleets that could come to another coast.
    fn support(&self, i: usize, there: Province, n: usize) -> Option<Order> {
        let (options, board) = (self.options, self.options.board);
        let mut n = n as u32;
        if options.unit_at(there).is_some() {
            let Some(less) = n.checked_sub(1) else {
                return Some(Order::SupportHold { of: there });
            };
            n = less;
        }
        let movers = self.supportable(i, there);
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
