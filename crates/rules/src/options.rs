//! All legal orders of every unit (options), stored as sets and turned into orders only on request.

mod legal_orders;
mod listing;

use std::hint::select_unpredictable;

use crate::bits::{Bits, Wide};
use crate::board::{Seas, Shores};
use crate::routes::reachable_waters;
use crate::{Board, Forces, Province, Terrain, Unit, UnitKind};

/// A set of units, by slot.
type Slots = Bits<Wide>;

/// The legal orders of a position. Keeps its buffers: use one per thread.
///
/// An army that could go by sea is stored as the shore where it is (decision 0071). The armies that can reach
/// a province by sea are then an intersection of a few sets of shores, and no search is needed.
#[derive(Debug)]
pub struct Options<'b> {
    board: &'b Board,
    units: Vec<Unit>,
    /// The province of each unit.
    provinces: Vec<Province>,
    /// By province: the slot of its unit plus one, or zero.
    slot_plus_one: Vec<u8>,
    /// By province: the units that could step into it.
    movers: Vec<Slots>,
    /// By province: the fleets that can step to two of its coasts.
    fleets_to_two_coasts: Vec<Slots>,
    /// By province: how many supports an adjacent unit can give into it, to units that stay or step there.
    /// One too many, because its own move is counted too.
    support_count_by_step: Vec<u16>,
    /// The same, with the supports to armies that come by sea.
    support_count: Vec<u16>,
    /// By shore: the shores that fleets connect with it, and itself.
    connected_shores: Vec<Shores>,
    /// By unit: an army's destinations by sea.
    voyages: Vec<Shores>,
    /// By water: the fleet there.
    fleet_at: Vec<u8>,
    fleets: Seas,
    /// The shores where armies are.
    shores_with_army: Shores,
    /// By shore: the slot of the army there. The last element is written for all other units.
    army_on_shore: Vec<u8>,
    fleet_groups: Vec<FleetGroup>,
    /// By unit: the convoys that it can be part of.
    convoys: Vec<Convoys>,
    /// By province: the armies, by their shores, that could come by sea but not in one step.
    armies_by_sea: Vec<Shores>,
    /// The same by fleet at sea, for each province adjacent to it, without the help of this fleet.
    armies_without_fleet: Vec<Vec<Shores>>,
    /// By unit: how many supports a fleet at sea can give to those armies.
    supports_by_sea: Vec<u16>,
    /// By shore: `connected_shores` without the current fleet.
    connected_without_fleet: Vec<Shores>,
    /// The seas of the current convoy chain.
    chain: Vec<usize>,
}

/// A group of fleets at sea that are connected with each other.
#[derive(Clone, Copy, Debug)]
struct FleetGroup {
    seas: Seas,
    shores: Shores,
}

/// The convoys that a fleet can be part of: the destinations of the army on each shore.
#[derive(Clone, Debug)]
struct Convoys {
    departures: Shores,
    /// By shore of departure: the destinations.
    arrivals: Vec<Shores>,
    /// The departures in the order in which they were found. Only the first `count` elements are valid.
    found: Vec<u8>,
    count: usize,
}

impl Convoys {
    fn none(shores: usize) -> Self {
        Self {
            departures: Shores::EMPTY,
            arrivals: vec![Shores::EMPTY; shores],
            found: vec![0; shores + 1],
            count: 0,
        }
    }

    fn clear(&mut self) {
        self.departures = Shores::EMPTY;
        self.count = 0;
    }

    /// Adds destinations of a departure. Whether the departure is new is unpredictable, so branch-free.
    fn add(&mut self, departure: usize, arrivals: Shores) {
        let known = self.departures.contains(departure);
        self.departures.insert(departure);
        self.found[self.count] = departure as u8;
        self.count += usize::from(!known);
        let before = self.arrivals[departure].if_not(!known);
        self.arrivals[departure] = before | arrivals;
    }

    /// Departures with their arrivals.
    fn iter(&self) -> impl Iterator<Item = (usize, Shores)> {
        let found = self.found[..self.count].iter().map(|shore| usize::from(*shore));
        found.map(|shore| (shore, self.arrivals[shore]))
    }
}

/// The legal orders of one unit.
#[derive(Clone, Copy, Debug)]
pub struct LegalOrders<'a> {
    options: &'a Options<'a>,
    slot: usize,
}

impl<'b> Options<'b> {
    /// Empty options; [`compute`](Self::compute) fills them.
    pub fn new(board: &'b Board) -> Self {
        let (provinces, shores) = (board.provinces().len(), board.shore_count());
        Self {
            board,
            units: Vec::new(),
            provinces: Vec::new(),
            slot_plus_one: vec![0; provinces],
            movers: vec![Slots::EMPTY; provinces],
            fleets_to_two_coasts: vec![Slots::EMPTY; provinces],
            support_count_by_step: vec![0; provinces],
            support_count: vec![0; provinces],
            connected_shores: vec![Shores::EMPTY; shores],
            voyages: Vec::new(),
            fleet_at: vec![0; board.sea_count()],
            fleets: Seas::EMPTY,
            shores_with_army: Shores::EMPTY,
            army_on_shore: vec![0; shores + 1],
            fleet_groups: Vec::new(),
            convoys: vec![Convoys::none(shores); Forces::MAX_UNITS],
            armies_by_sea: vec![Shores::EMPTY; provinces],
            armies_without_fleet: vec![Vec::new(); Forces::MAX_UNITS],
            supports_by_sea: vec![0; Forces::MAX_UNITS],
            connected_without_fleet: vec![Shores::EMPTY; shores.max(board.sea_count())],
            chain: Vec::new(),
        }
    }

    /// Computes the options of all units in a position.
    pub fn compute(&mut self, forces: &Forces) {
        self.movers.fill(Slots::EMPTY);
        self.fleets_to_two_coasts.fill(Slots::EMPTY);
        self.connected_shores.fill(Shores::EMPTY);
        self.armies_by_sea.fill(Shores::EMPTY);
        self.slot_plus_one.fill(0);
        self.fleets = forces.fleets();
        self.shores_with_army = Shores::EMPTY;
        self.units.clear();
        self.units.extend_from_slice(forces.units());
        self.provinces.clear();
        self.provinces.extend_from_slice(forces.provinces());
        self.voyages.clear();
        self.voyages.resize(self.units.len(), Shores::EMPTY);
        for (slot, unit) in forces.units().iter().enumerate() {
            self.add_unit(slot, unit, forces.provinces()[slot]);
        }
        self.count_supports();
        if !self.fleets.is_empty() && !self.shores_with_army.is_empty() {
            self.find_convoys(forces);
        }
    }

    /// The legal orders of the unit at this slot of [`Forces::units`].
    pub fn of(&self, slot: usize) -> LegalOrders<'_> {
        LegalOrders { options: self, slot }
    }

    /// Records where a unit could step, and whether it is an army on a shore.
    fn add_unit(&mut self, slot: usize, unit: &Unit, here: Province) {
        let board = self.board;
        self.slot_plus_one[here.index()] = slot as u8 + 1;
        self.convoys[slot].clear();
        self.armies_without_fleet[slot].clear();
        self.supports_by_sea[slot] = 0;
        let provinces_near = board.provinces_near(unit.kind, unit.location);
        for &there in provinces_near {
            self.movers[there.index()].insert(slot);
        }
        let near = board.neighbours(unit.kind, unit.location);
        if near.len() > provinces_near.len() {
            for pair in near.windows(2) {
                let there = board.province_of(pair[0]);
                self.fleets_to_two_coasts[there.index()].insert_if(slot, there == board.province_of(pair[1]));
            }
        }
        // Whether the unit is an army on a shore is unpredictable, so branch-free.
        let lay = board.hot_facts(here);
        let shore = usize::from(lay.water_number);
        let is_army_on_shore = (unit.kind == UnitKind::Army) & (lay.terrain == Terrain::Coastal);
        self.shores_with_army.insert_if(shore, is_army_on_shore);
        let nowhere = self.army_on_shore.len() - 1;
        self.army_on_shore[select_unpredictable(is_army_on_shore, shore, nowhere)] = slot as u8;
    }

    /// Counts the supports into each province of units that stay there or step there.
    fn count_supports(&mut self) {
        for province in 0..self.movers.len() {
            let support_count = self.movers[province].count() + self.fleets_to_two_coasts[province].count();
            let resident = u16::from(self.slot_plus_one[province] > 0);
            self.support_count_by_step[province] = support_count as u16 + resident;
        }
        self.support_count.copy_from_slice(&self.support_count_by_step);
    }

    /// Finds the convoys: which army can go where by sea, through which fleets, and without which fleets.
    fn find_convoys(&mut self, forces: &Forces) {
        for sea in self.fleets {
            self.fleet_at[sea] = forces.slot(self.board.sea(sea)).unwrap_or(0) as u8;
        }
        self.group_fleets();
        let mut reached = Shores::EMPTY;
        for i in 0..self.fleet_groups.len() {
            let FleetGroup { seas, shores } = self.fleet_groups[i];
            reached |= shores;
            shores.for_each(|shore| self.connected_shores[shore] |= shores);
            if shores.intersects(self.shores_with_army) {
                self.find_convoy_chains(seas);
            }
            seas.for_each(|sea| self.find_armies_without_fleet(i, sea));
        }
        (reached & self.shores_with_army).for_each(|shore| {
            let army = usize::from(self.army_on_shore[shore]);
            self.voyages[army] = self.connected_shores[shore].without(Shores::one(shore));
        });
        reached.for_each(|shore| {
            let there = self.board.shore(shore);
            let armies = self.armies_among(there, shore, self.connected_shores[shore]);
            self.armies_by_sea[there.index()] = armies;
            self.support_count[there.index()] += armies.count() as u16;
        });
    }

    /// The armies, by their shores, that could come by sea but not in one step, if `connected` are the shores
    /// that are connected with this one.
    #[inline(always)]
    fn armies_among(&self, there: Province, shore: usize, connected: Shores) -> Shores {
        let mut armies = (connected & self.shores_with_army).without(self.board.shores_near(there));
        armies.remove(shore);
        armies
    }

    fn group_fleets(&mut self) {
        self.fleet_groups.clear();
        let mut left = self.fleets;
        while let Some(sea) = left.first() {
            let seas = reachable_waters(self.board, self.fleets, Seas::one(sea));
            left = left.without(seas);
            let fleet_group = self.fleet_group(seas);
            self.fleet_groups.push(fleet_group);
        }
    }

    fn fleet_group(&self, seas: Seas) -> FleetGroup {
        let mut shores = Shores::EMPTY;
        seas.for_each(|sea| shores |= self.board.sea_shores(sea));
        FleetGroup { seas, shores }
    }

    /// Finds which armies could go where by sea without this fleet: through other groups of fleets, or
    /// through the rest of its own group. A fleet cannot support a move that only this fleet could convoy
    /// (6.D.31).
    fn find_armies_without_fleet(&mut self, own: usize, sea: usize) {
        let board = self.board;
        let slot = usize::from(self.fleet_at[sea]);
        let near = board.sea_shores(sea);
        near.for_each(|shore| self.connected_without_fleet[shore] = Shores::EMPTY);
        for i in (0..self.fleet_groups.len()).filter(|i| *i != own) {
            self.connect_without_fleet(near, self.fleet_groups[i].shores);
        }
        let rest = self.fleet_groups[own].seas.without(Seas::one(sea));
        let mut left = rest;
        while let Some(first) = left.first() {
            let seas = reachable_waters(board, rest, Seas::one(first));
            left = left.without(seas);
            self.connect_without_fleet(near, self.fleet_group(seas).shores);
        }
        let mut armies_without_fleet = std::mem::take(&mut self.armies_without_fleet[slot]);
        let near = board.provinces_near(UnitKind::Fleet, board.coastless(board.sea(sea)));
        armies_without_fleet.extend(near.iter().map(|&there| {
            let lay = board.hot_facts(there);
            let shore = usize::from(lay.water_number);
            // Which of them are waters is unpredictable, so branch-free. The number of a water is also an index.
            let armies = self.armies_among(there, shore, self.connected_without_fleet[shore]);
            armies.if_not(lay.terrain != Terrain::Coastal)
        }));
        let supports = armies_without_fleet.iter().map(|armies| armies.count() as u16).sum();
        self.supports_by_sea[slot] = supports;
        self.armies_without_fleet[slot] = armies_without_fleet;
    }

    /// Records that fleets connect these shores with each other, for the shores in `near`.
    fn connect_without_fleet(&mut self, near: Shores, shores: Shores) {
        (near & shores).for_each(|shore| self.connected_without_fleet[shore] |= shores);
    }

    /// Finds every chain of fleets without shortcuts, with the shores that only its first or last fleet
    /// touches.
    fn find_convoy_chains(&mut self, seas: Seas) {
        for sea in seas {
            let shores = self.board.sea_shores(sea);
            let departures = shores & self.shores_with_army;
            if departures.is_empty() {
                continue;
            }
            self.chain.clear();
            self.chain.push(sea);
            self.record_chain(departures, shores);
            self.extend_chain(seas.without(Seas::one(sea)), departures, shores);
        }
    }

    /// Extends the chain by every fleet that is adjacent only to its last fleet. `first` are the shores with
    /// an army that only the first fleet touches. `passed` are all shores that the chain touches.
    fn extend_chain(&mut self, free: Seas, first: Shores, passed: Shores) {
        let last = self.chain[self.chain.len() - 1];
        let near = self.board.sea_borders(last) & free;
        let rest = free.without(near);
        for next in near {
            let shores = self.board.sea_shores(next);
            let departures = first.without(shores);
            if departures.is_empty() {
                continue;
            }
            self.chain.push(next);
            self.record_chain(departures, shores.without(passed));
            self.extend_chain(rest, departures, passed | shores);
            self.chain.pop();
        }
    }

    fn record_chain(&mut self, departures: Shores, arrivals: Shores) {
        if arrivals.is_empty() {
            return;
        }
        departures.for_each(|shore| {
            let arrivals = arrivals.without(Shores::one(shore));
            for &sea in &self.chain {
                self.convoys[usize::from(self.fleet_at[sea])].add(shore, arrivals);
            }
        });
    }

    fn unit_at(&self, province: Province) -> Option<usize> {
        usize::from(self.slot_plus_one[province.index()]).checked_sub(1)
    }
}
