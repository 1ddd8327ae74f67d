//! Everything that a unit may be ordered to do, kept as sets and unpacked only when asked for.

mod choices;

use std::hint::select_unpredictable;

use crate::bits::{Bits, Wide};
use crate::board::{Seas, Shores};
use crate::routes::flood;
use crate::{Board, Forces, Province, Terrain, Unit, UnitKind};

type Slots = Bits<Wide>;

/// The legal orders of a position. Keeps its buffers: use one a thread.
///
/// Armies that could sail are known by the shore where they stand: who reaches a province by sea is then
/// what a few sets of shores have in common, and nothing has to be searched.
#[derive(Debug)]
pub struct Options<'b> {
    board: &'b Board,
    units: Vec<Unit>,
    /// By province: the unit there plus one, or zero.
    at: Vec<u8>,
    /// By province: the other units that could step into it.
    movers: Vec<Slots>,
    /// By province: the fleets that can step to two of its coasts.
    twice: Vec<Slots>,
    /// By province: how many supports a neighbour can give there, one too many: its own move. Of moves
    /// in one step, and of voyages too.
    worth_by_step: Vec<u16>,
    worth: Vec<u16>,
    /// By shore: the shores that some fleets join it with, itself included.
    joined: Vec<Shores>,
    /// By unit: an army's destinations by sea.
    voyages: Vec<Shores>,
    /// By water: the fleet there.
    fleet_at: Vec<u8>,
    fleets: Seas,
    /// The shores where armies are, and who is on which. The last place is for those on none.
    garrisons: Shores,
    army_on: Vec<u8>,
    squadrons: Vec<Squadron>,
    /// By unit: the convoys that it can give.
    convoys: Vec<Convoys>,
    /// By fleet at sea: the armies that could sail to each shore near it without its help.
    aid: Vec<Vec<Shores>>,
    /// By shore: what `joined` would be without the fleet that is looked at.
    unaided: Vec<Shores>,
    path: Vec<usize>,
}

/// Fleets at sea that touch each other.
#[derive(Clone, Copy, Debug)]
struct Squadron {
    seas: Seas,
    shores: Shores,
}

/// The convoys that a fleet can give: for the army on a shore, its destinations.
#[derive(Clone, Debug)]
struct Convoys {
    departures: Shores,
    /// By shore.
    arrivals: Vec<Shores>,
    /// The departures in the order in which they were found; what comes after `count` means nothing.
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

    /// Without a branch: whether the departure is known already could not be foreseen.
    fn note(&mut self, departure: usize, arrivals: Shores) {
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
pub struct Choices<'a> {
    options: &'a Options<'a>,
    slot: usize,
}

impl<'b> Options<'b> {
    pub fn new(board: &'b Board) -> Self {
        let (provinces, shores) = (board.provinces().len(), board.shore_count());
        Self {
            board,
            units: Vec::new(),
            at: vec![0; provinces],
            movers: vec![Slots::EMPTY; provinces],
            twice: vec![Slots::EMPTY; provinces],
            worth_by_step: vec![0; provinces],
            worth: vec![0; provinces],
            joined: vec![Shores::EMPTY; shores],
            voyages: Vec::new(),
            fleet_at: vec![0; board.sea_count()],
            fleets: Seas::EMPTY,
            garrisons: Shores::EMPTY,
            army_on: vec![0; shores + 1],
            squadrons: Vec::new(),
            convoys: vec![Convoys::none(shores); Forces::MOST],
            aid: vec![Vec::new(); Forces::MOST],
            unaided: vec![Shores::EMPTY; shores],
            path: Vec::new(),
        }
    }

    /// Looks a position over.
    pub fn survey(&mut self, forces: &Forces) {
        self.movers.fill(Slots::EMPTY);
        self.twice.fill(Slots::EMPTY);
        self.joined.fill(Shores::EMPTY);
        self.at.fill(0);
        self.fleets = forces.fleets();
        self.garrisons = Shores::EMPTY;
        self.units.clear();
        self.units.extend_from_slice(forces.units());
        self.voyages.clear();
        self.voyages.resize(self.units.len(), Shores::EMPTY);
        for (slot, unit) in forces.units().iter().enumerate() {
            self.look_round(slot, unit, forces.provinces()[slot]);
        }
        self.count_steps();
        if !self.fleets.is_empty() && !self.garrisons.is_empty() {
            self.chart_waters(forces);
        }
    }

    /// The options of the unit that [`Forces::units`] has at `slot`.
    pub fn of(&self, slot: usize) -> Choices<'_> {
        Choices { options: self, slot }
    }

    fn look_round(&mut self, slot: usize, unit: &Unit, here: Province) {
        let board = self.board;
        self.at[here.index()] = slot as u8 + 1;
        self.convoys[slot].clear();
        self.aid[slot].clear();
        let provinces_near = board.provinces_near(unit.kind, unit.location);
        for &there in provinces_near {
            self.movers[there.index()].insert(slot);
        }
        let near = board.neighbours(unit.kind, unit.location);
        if near.len() > provinces_near.len() {
            for pair in near.windows(2) {
                let there = board.province_of(pair[0]);
                self.twice[there.index()].insert_if(slot, there == board.province_of(pair[1]));
            }
        }
        // Armies on a coast, without a branch: who is one could not be foreseen.
        let lay = board.lay(here);
        let shore = usize::from(lay.water_number);
        let is_garrison = (unit.kind == UnitKind::Army) & (lay.terrain == Terrain::Coastal);
        self.garrisons.insert_if(shore, is_garrison);
        let nowhere = self.army_on.len() - 1;
        self.army_on[select_unpredictable(is_garrison, shore, nowhere)] = slot as u8;
    }

    /// Counts the supports that can be given to units that stay or step into each province.
    fn count_steps(&mut self) {
        for province in 0..self.movers.len() {
            let worth = self.movers[province].count() + self.twice[province].count();
            let resident = u16::from(self.at[province] > 0);
            self.worth_by_step[province] = worth as u16 + resident;
        }
        self.worth.copy_from_slice(&self.worth_by_step);
    }

    /// Convoys: who can be carried where, by whom, and without whom.
    fn chart_waters(&mut self, forces: &Forces) {
        for sea in self.fleets {
            self.fleet_at[sea] = forces.slot(self.board.sea(sea)).unwrap_or(0) as u8;
        }
        self.muster_squadrons();
        let mut reached = Shores::EMPTY;
        for i in 0..self.squadrons.len() {
            let Squadron { seas, shores } = self.squadrons[i];
            reached |= shores;
            for shore in shores {
                self.joined[shore] |= shores;
            }
            if shores.meets(self.garrisons) {
                self.chart_convoys(seas);
            }
            for sea in seas {
                self.chart_aid(i, sea);
            }
        }
        for shore in reached & self.garrisons {
            self.voyages[usize::from(self.army_on[shore])] = self.joined[shore].without(Shores::one(shore));
        }
        for shore in reached {
            let there = self.board.shore(shore);
            self.worth[there.index()] += self.sailors(there, shore, self.joined[shore]).count() as u16;
        }
    }

    /// The armies, by their shores, that could come by sea and not in one step, given the shores that
    /// this one is joined with.
    #[inline(always)]
    fn sailors(&self, there: Province, shore: usize, joined: Shores) -> Shores {
        let mut sailors = (joined & self.garrisons).without(self.board.shores_near(there));
        sailors.remove(shore);
        sailors
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
        Squadron { seas, shores }
    }

    /// A fleet cannot support a move that only it could convoy (6.D.31). Who could sail where without it:
    /// with other squadrons, with what is left of its own.
    fn chart_aid(&mut self, own: usize, sea: usize) {
        let board = self.board;
        let slot = usize::from(self.fleet_at[sea]);
        let near = board.sea_shores(sea);
        for shore in near {
            self.unaided[shore] = Shores::EMPTY;
        }
        for i in (0..self.squadrons.len()).filter(|i| *i != own) {
            self.join_without(near, self.squadrons[i].shores);
        }
        let rest = self.squadrons[own].seas.without(Seas::one(sea));
        let mut left = rest;
        while let Some(first) = left.first() {
            let seas = flood(board, rest, Seas::one(first));
            left = left.without(seas);
            self.join_without(near, self.squadron(seas).shores);
        }
        let mut aid = std::mem::take(&mut self.aid[slot]);
        for shore in near {
            aid.push(self.sailors(board.shore(shore), shore, self.unaided[shore]));
        }
        self.aid[slot] = aid;
    }

    /// Notes that fleets wash these shores, for those of them that are near.
    fn join_without(&mut self, near: Shores, shores: Shores) {
        for shore in near & shores {
            self.unaided[shore] |= shores;
        }
    }

    /// Every chain without short cuts, and the shores that only its ends touch.
    fn chart_convoys(&mut self, seas: Seas) {
        for sea in seas {
            let shores = self.board.sea_shores(sea);
            let departures = shores & self.garrisons;
            if departures.is_empty() {
                continue;
            }
            self.path.clear();
            self.path.push(sea);
            self.note_chain(departures, shores);
            self.lengthen(seas.without(Seas::one(sea)), departures, shores);
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
            let arrivals = arrivals.without(Shores::one(shore));
            for &sea in &self.path {
                self.convoys[usize::from(self.fleet_at[sea])].note(shore, arrivals);
            }
        }
    }

    fn unit_at(&self, province: Province) -> Option<usize> {
        usize::from(self.at[province.index()]).checked_sub(1)
    }
}
