//! The board: what borders what, for armies and for fleets (B).

use std::fmt;
use std::ops::Range;

use crate::bits::{Bits, Wide};
use crate::{
    BoardFault, BoardPlan, Coast, Date, Forces, Location, Owners, PlayerTable, Power, Province, ProvincePlan,
    Unit, UnitKind,
};

/// The kinds of province (B1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Terrain {
    Inland,
    Coastal,
    Water,
}

/// Waters by number.
pub(crate) type Seas = Bits<Wide>;
/// Coastal provinces by number.
pub(crate) type Shores = Bits<Wide>;

/// A first turn that people play: where units go. A unit that is not named holds.
pub type Opening = Vec<(Province, Province)>;

/// A checked board. Provinces are numbered in the alphabet of their English names.
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    provinces: Vec<ProvinceFacts>,
    locations: Vec<LocationFacts>,
    /// What the judge reads most, apart from the other facts so that it stays in the cache.
    lay: Vec<Lay>,
    province_of: Vec<Province>,
    powers: Vec<String>,
    centres: Vec<Province>,
    homes: Vec<Vec<Province>>,
    centres_to_win: usize,
    first: Date,
    start: Vec<Unit>,
    borders: [Borders; 2],
    /// By `location * provinces + province`: bit 0 an army there reaches it, bit 1 a fleet does.
    reach: Vec<u8>,
    /// By `location * locations + location`: the same for a step to just that location, and above these
    /// two bits the province there, since who asks for the one wants the other.
    steps: Vec<u16>,
    shores: Vec<Province>,
    seas: Vec<Province>,
    sea_borders: Vec<Seas>,
    sea_shores: Vec<Shores>,
    /// By province: the shores from which an army walks there.
    shores_near: Vec<Shores>,
    /// The provinces that nobody may enter (K5), in board order.
    closed: Vec<Province>,
    /// By growing number of players.
    pub(crate) tables: Vec<PlayerTable>,
    /// By power: the openings that people play.
    openings: Vec<Vec<Opening>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct ProvinceFacts {
    key: String,
    centre: bool,
    home: Option<Power>,
    coasts: Vec<Location>,
    seas: Seas,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Lay {
    bare: Location,
    pub(crate) terrain: Terrain,
    several_coasts: bool,
    /// Its number among the waters or among the shores; inland it means nothing.
    pub(crate) water_number: u16,
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct LocationFacts {
    key: String,
    coast: Option<Coast>,
}

/// The neighbours of each location for one kind of unit.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct Borders {
    ranges: Vec<Range<u32>>,
    neighbours: Vec<Location>,
    province_ranges: Vec<Range<u32>>,
    provinces: Vec<Province>,
}

/// What tells boards apart: a whole one is 40 kB of tables, and games are printed with theirs.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys: Vec<&str> = self.closed.iter().map(|province| self.province_key(*province)).collect();
        let mut board = f.debug_struct("Board");
        board.field("provinces", &self.provinces.len()).field("closed", &keys).finish_non_exhaustive()
    }
}

impl Board {
    /// Checks a plan and makes the board, or says everything that is wrong with it.
    pub fn new(plan: &BoardPlan) -> Result<Self, Vec<BoardFault>> {
        let mut faults = plan.faults();
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut board = Self::skeleton(plan);
        board.draw_borders(plan, &mut faults);
        board.draw_waters();
        board.set_up(plan, &mut faults);
        board.set_tables(&plan.tables, &mut faults);
        board.set_openings(plan, &mut faults);
        if faults.is_empty() { Ok(board) } else { Err(faults) }
    }

    /// The provinces and locations, not yet joined.
    fn skeleton(plan: &BoardPlan) -> Self {
        let mut provinces = Vec::with_capacity(plan.provinces.len());
        let mut locations = Vec::new();
        let (mut lay, mut province_of) = (Vec::new(), Vec::new());
        let (mut shores, mut seas) = (Vec::new(), Vec::new());
        for (i, province) in plan.provinces.iter().enumerate() {
            let id = Province::new(i);
            let bare = Location::new(locations.len());
            locations.push(LocationFacts { key: province.key.clone(), coast: None });
            province_of.push(id);
            let mut coasts = Vec::new();
            for coast in province.fleets.iter().filter_map(|(coast, _)| *coast) {
                coasts.push(Location::new(locations.len()));
                locations.push(LocationFacts {
                    key: format!("{}/{}", province.key, coast.key()),
                    coast: Some(coast),
                });
                province_of.push(id);
            }
            let water_number = match province.terrain {
                Terrain::Inland => 0,
                Terrain::Coastal => {
                    shores.push(id);
                    shores.len() - 1
                }
                Terrain::Water => {
                    seas.push(id);
                    seas.len() - 1
                }
            };
            let home = province.home.as_ref().and_then(|key| {
                let i = plan.powers.iter().position(|power| power == key)?;
                Some(Power::new(i))
            });
            lay.push(Lay {
                bare,
                terrain: province.terrain,
                several_coasts: !coasts.is_empty(),
                water_number: water_number as u16,
            });
            provinces.push(ProvinceFacts {
                key: province.key.clone(),
                centre: province.centre,
                home,
                coasts,
                seas: Seas::EMPTY,
            });
        }
        let all = (0..provinces.len()).map(Province::new);
        let centres = all.clone().filter(|p| provinces[p.index()].centre).collect();
        let homes = (0..plan.powers.len())
            .map(|power| {
                let is_home = |p: &Province| provinces[p.index()].home == Some(Power::new(power));
                all.clone().filter(is_home).collect()
            })
            .collect();
        Self {
            powers: plan.powers.clone(),
            centres,
            homes,
            centres_to_win: plan.centres_to_win,
            first: plan.first,
            start: Vec::new(),
            tables: Vec::new(),
            openings: vec![Vec::new(); plan.powers.len()],
            borders: [Borders::default(), Borders::default()],
            reach: vec![0; locations.len() * provinces.len()],
            steps: vec![0; locations.len() * locations.len()],
            sea_borders: vec![Seas::EMPTY; seas.len()],
            sea_shores: vec![Shores::EMPTY; seas.len()],
            shores_near: vec![Shores::EMPTY; provinces.len()],
            closed: Vec::new(),
            provinces,
            locations,
            lay,
            province_of,
            shores,
            seas,
        }
    }

    fn draw_borders(&mut self, plan: &BoardPlan, faults: &mut Vec<BoardFault>) {
        for kind in UnitKind::BOTH {
            let mut lists = vec![Vec::new(); self.locations.len()];
            for (from, province, neighbours) in self.written_borders(plan, kind) {
                for neighbour in neighbours {
                    match self.border(kind, &province.key, from, neighbour) {
                        Ok(to) => lists[from.index()].push(to),
                        Err(fault) => faults.push(fault),
                    }
                }
            }
            for (i, list) in lists.iter().enumerate() {
                for to in list {
                    if !lists[to.index()].contains(&Location::new(i)) {
                        faults.push(BoardFault::OneSidedBorder {
                            province: self.locations[i].key.clone(),
                            neighbour: self.locations[to.index()].key.clone(),
                            kind,
                        });
                    }
                }
            }
            self.join(kind, lists);
        }
    }

    /// Each location of the plan with the neighbours written for this kind of unit.
    fn written_borders<'p>(
        &self,
        plan: &'p BoardPlan,
        kind: UnitKind,
    ) -> Vec<(Location, &'p ProvincePlan, &'p [String])> {
        let mut written = Vec::new();
        for ((facts, lay), province) in self.provinces.iter().zip(&self.lay).zip(&plan.provinces) {
            match kind {
                UnitKind::Army => written.push((lay.bare, province, province.armies.as_slice())),
                UnitKind::Fleet => {
                    for (coast, neighbours) in &province.fleets {
                        let location =
                            facts.coasts.iter().find(|l| self.locations[l.index()].coast == *coast);
                        written.push((*location.unwrap_or(&lay.bare), province, neighbours.as_slice()));
                    }
                }
            }
        }
        written
    }

    fn border(
        &self,
        kind: UnitKind,
        province: &str,
        from: Location,
        neighbour: &str,
    ) -> Result<Location, BoardFault> {
        let Some(to) = self.location(neighbour) else {
            return Err(BoardFault::UnknownNeighbour {
                province: province.to_owned(),
                neighbour: neighbour.to_owned(),
            });
        };
        if self.province_of(to) == self.province_of(from) {
            return Err(BoardFault::BordersItself { province: province.to_owned() });
        }
        if !self.can_stand(kind, to) {
            return Err(BoardFault::NoPlaceFor {
                province: province.to_owned(),
                neighbour: neighbour.to_owned(),
                kind,
            });
        }
        Ok(to)
    }

    fn join(&mut self, kind: UnitKind, lists: Vec<Vec<Location>>) {
        let (provinces, locations) = (self.provinces.len(), self.locations.len());
        let borders = &mut self.borders[kind as usize];
        for (i, mut list) in lists.into_iter().enumerate() {
            list.sort_unstable();
            list.dedup();
            for to in &list {
                self.reach[i * provinces + self.province_of[to.index()].index()] |= kind.bit();
                self.steps[i * locations + to.index()] |=
                    (self.province_of[to.index()].index() as u16) << 2 | u16::from(kind.bit());
            }
            let start = borders.provinces.len() as u32;
            borders.provinces.extend(list.iter().map(|to| self.province_of[to.index()]));
            // Coasts of one province come one after the other.
            let mut near = borders.provinces.split_off(start as usize);
            near.dedup();
            borders.provinces.append(&mut near);
            borders.province_ranges.push(start..borders.provinces.len() as u32);
            let start = borders.neighbours.len() as u32;
            borders.neighbours.append(&mut list);
            borders.ranges.push(start..borders.neighbours.len() as u32);
        }
    }

    /// Which waters touch each other and which shores they wash.
    fn draw_waters(&mut self) {
        for (number, &sea) in self.seas.iter().enumerate() {
            let range = self.borders[UnitKind::Fleet as usize].ranges[self.bare(sea).index()].clone();
            let range = range.start as usize..range.end as usize;
            for &to in &self.borders[UnitKind::Fleet as usize].neighbours[range] {
                let other = self.province_of[to.index()].index();
                let water_number = usize::from(self.lay[other].water_number);
                match self.lay[other].terrain {
                    Terrain::Water => self.sea_borders[number].insert(water_number),
                    Terrain::Coastal => {
                        self.sea_shores[number].insert(water_number);
                        self.provinces[other].seas.insert(number);
                    }
                    Terrain::Inland => unreachable!("no fleet borders an inland province"),
                }
            }
        }
        for (number, &shore) in self.shores.iter().enumerate() {
            let borders = &self.borders[UnitKind::Army as usize];
            let range = borders.province_ranges[self.bare(shore).index()].clone();
            for near in &borders.provinces[range.start as usize..range.end as usize] {
                self.shores_near[near.index()].insert(number);
            }
        }
    }

    fn set_up(&mut self, plan: &BoardPlan, faults: &mut Vec<BoardFault>) {
        let mut forces = Forces::new(self);
        for (power, kind, location) in &plan.start {
            let (Some(owner), Some(place)) = (self.power(power), self.location(location)) else {
                faults.push(BoardFault::UnknownStart { power: power.clone(), location: location.clone() });
                continue;
            };
            let unit = Unit { kind: *kind, power: owner, location: place };
            if !self.can_stand(*kind, place) {
                faults
                    .push(BoardFault::CannotStartThere { power: power.clone(), location: location.clone() });
            } else if forces.place(self, unit).is_err() {
                faults.push(BoardFault::StartsTwice { location: location.clone() });
            } else {
                self.start.push(unit);
            }
        }
    }

    fn set_openings(&mut self, plan: &BoardPlan, faults: &mut Vec<BoardFault>) {
        for (power, moves) in &plan.openings {
            let unknown =
                |key: &str| BoardFault::UnknownInOpening { power: power.clone(), key: key.to_owned() };
            let province = |key: &String| self.province(key).ok_or_else(|| unknown(key));
            let opening = moves.iter().map(|(from, to)| Ok((province(from)?, province(to)?))).collect();
            match (self.power(power), opening) {
                (Some(power), Ok(opening)) => self.openings[power.index()].push(opening),
                (None, _) => faults.push(unknown(power)),
                (_, Err(fault)) => faults.push(fault),
            }
        }
    }

    /// The same board with provinces that nobody may enter (K5: neutral Italy), beside those that are
    /// closed already.
    #[must_use]
    pub fn closing(&self, closed: &[Province]) -> Self {
        let mut board = self.clone();
        board.closed.extend_from_slice(closed);
        board.closed.sort_unstable();
        board.closed.dedup();
        board.reach.fill(0);
        board.steps.fill(0);
        for kind in UnitKind::BOTH {
            let open = |to: &&Location| !closed.contains(&self.province_of(**to));
            let lists = self
                .locations()
                .map(|from| self.neighbours(kind, from).iter().filter(open).copied().collect());
            board.borders[kind as usize] = Borders::default();
            board.join(kind, lists.collect());
        }
        board.sea_borders.fill(Seas::EMPTY);
        board.sea_shores.fill(Shores::EMPTY);
        board.shores_near.fill(Shores::EMPTY);
        for province in &mut board.provinces {
            province.seas = Seas::EMPTY;
        }
        board.draw_waters();
        board
    }

    // Looking things up by key.

    pub fn province(&self, key: &str) -> Option<Province> {
        let i = self.provinces.iter().position(|p| p.key == key)?;
        Some(Province::new(i))
    }

    /// A location by its key: `par`, `stp/sc`.
    pub fn location(&self, key: &str) -> Option<Location> {
        let i = self.locations.iter().position(|l| l.key == key)?;
        Some(Location::new(i))
    }

    pub fn power(&self, key: &str) -> Option<Power> {
        let i = self.powers.iter().position(|p| p == key)?;
        Some(Power::new(i))
    }

    pub fn province_key(&self, province: Province) -> &str {
        &self.provinces[province.index()].key
    }

    pub fn location_key(&self, location: Location) -> &str {
        &self.locations[location.index()].key
    }

    pub fn power_key(&self, power: Power) -> &str {
        &self.powers[power.index()]
    }

    // What there is.

    pub fn provinces(&self) -> impl ExactSizeIterator<Item = Province> + use<> {
        (0..self.provinces.len()).map(Province::new)
    }

    pub fn locations(&self) -> impl ExactSizeIterator<Item = Location> + use<> {
        (0..self.locations.len()).map(Location::new)
    }

    pub fn powers(&self) -> impl ExactSizeIterator<Item = Power> + use<> {
        (0..self.powers.len()).map(Power::new)
    }

    pub fn centres(&self) -> &[Province] {
        &self.centres
    }

    /// The home centres of a power: where it may build (H2).
    pub fn homes(&self, power: Power) -> &[Province] {
        &self.homes[power.index()]
    }

    pub fn home_of(&self, province: Province) -> Option<Power> {
        self.provinces[province.index()].home
    }

    pub fn is_centre(&self, province: Province) -> bool {
        self.provinces[province.index()].centre
    }

    /// The provinces that nobody may enter, in board order (K5).
    pub fn closed(&self) -> &[Province] {
        &self.closed
    }

    pub fn is_closed(&self, province: Province) -> bool {
        self.closed.contains(&province)
    }

    /// How many centres win the game (J1).
    pub const fn centres_to_win(&self) -> usize {
        self.centres_to_win
    }

    /// The first turn of the game.
    pub const fn first(&self) -> Date {
        self.first
    }

    /// First turns of a power that people play. They are suggestions, and not always good.
    pub fn openings(&self, power: Power) -> &[Opening] {
        &self.openings[power.index()]
    }

    /// The units of the set-up table (B9).
    pub fn start(&self) -> &[Unit] {
        &self.start
    }

    /// At the start everybody owns their home centres.
    pub fn starting_owners(&self) -> Owners {
        let mut owners = Owners::none(self);
        for &centre in &self.centres {
            owners.give(centre, self.home_of(centre));
        }
        owners
    }

    // Geography.

    #[inline]
    pub fn terrain(&self, province: Province) -> Terrain {
        self.lay[province.index()].terrain
    }

    #[inline]
    pub fn province_of(&self, location: Location) -> Province {
        self.province_of[location.index()]
    }

    /// The coast that a location is, if its province has several.
    pub fn coast(&self, location: Location) -> Option<Coast> {
        self.locations[location.index()].coast
    }

    /// The named coasts of a province; empty if it has none or one.
    #[inline]
    pub fn coasts(&self, province: Province) -> &[Location] {
        &self.provinces[province.index()].coasts
    }

    /// The province as a location, without a coast: where armies stand.
    #[inline]
    pub fn bare(&self, province: Province) -> Location {
        self.lay[province.index()].bare
    }

    /// Whether a fleet there must say on which coast it is (B4).
    #[inline]
    pub fn has_several_coasts(&self, province: Province) -> bool {
        self.lay[province.index()].several_coasts
    }

    /// The locations of a province where a unit of this kind could stand.
    pub fn places(&self, kind: UnitKind, province: Province) -> &[Location] {
        let facts = &self.provinces[province.index()];
        let lay = &self.lay[province.index()];
        match (kind, lay.terrain) {
            (UnitKind::Army, Terrain::Water) | (UnitKind::Fleet, Terrain::Inland) => &[],
            (UnitKind::Fleet, Terrain::Coastal | Terrain::Water) if !facts.coasts.is_empty() => &facts.coasts,
            (UnitKind::Army | UnitKind::Fleet, _) => std::slice::from_ref(&lay.bare),
        }
    }

    /// Whether a unit of this kind could stand there (B1).
    pub fn can_stand(&self, kind: UnitKind, location: Location) -> bool {
        self.places(kind, self.province_of(location)).contains(&location)
    }

    /// Where a unit can go in one step, ignoring all other units.
    #[inline]
    pub fn neighbours(&self, kind: UnitKind, from: Location) -> &[Location] {
        let borders = &self.borders[kind as usize];
        let range = &borders.ranges[from.index()];
        &borders.neighbours[range.start as usize..range.end as usize]
    }

    /// The provinces where a unit can go in one step, each once.
    #[inline]
    pub fn provinces_near(&self, kind: UnitKind, from: Location) -> &[Province] {
        let borders = &self.borders[kind as usize];
        let range = &borders.province_ranges[from.index()];
        &borders.provinces[range.start as usize..range.end as usize]
    }

    /// Whether a unit could step into a province, on whatever coast.
    #[inline]
    pub fn can_reach(&self, kind: UnitKind, from: Location, to: Province) -> bool {
        self.reach[from.index() * self.provinces.len() + to.index()] & kind.bit() != 0
    }

    /// Whether a unit could step to just this location.
    #[inline]
    pub fn can_step(&self, kind: UnitKind, from: Location, to: Location) -> bool {
        self.step(kind, from, to).is_some()
    }

    /// The province where a step to just this location leads, if the unit can take it.
    #[inline]
    pub(crate) fn step(&self, kind: UnitKind, from: Location, to: Location) -> Option<Province> {
        let step = self.steps[from.index() * self.locations.len() + to.index()];
        (step & u16::from(kind.bit()) != 0).then(|| Province::new(usize::from(step >> 2)))
    }

    // Waters and shores by number, for convoys.

    #[inline]
    pub(crate) fn lay(&self, province: Province) -> Lay {
        self.lay[province.index()]
    }

    #[inline]
    pub(crate) fn water_number(&self, province: Province) -> usize {
        usize::from(self.lay[province.index()].water_number)
    }

    /// The waters that wash a shore.
    #[inline]
    pub(crate) fn seas_of(&self, province: Province) -> Seas {
        self.provinces[province.index()].seas
    }

    #[inline]
    pub(crate) fn sea_borders(&self, sea: usize) -> Seas {
        self.sea_borders[sea]
    }

    #[inline]
    pub(crate) fn sea_shores(&self, sea: usize) -> Shores {
        self.sea_shores[sea]
    }

    #[inline]
    pub(crate) fn shore(&self, number: usize) -> Province {
        self.shores[number]
    }

    #[inline]
    pub(crate) fn sea(&self, number: usize) -> Province {
        self.seas[number]
    }

    pub(crate) fn sea_count(&self) -> usize {
        self.seas.len()
    }

    pub(crate) fn shore_count(&self) -> usize {
        self.shores.len()
    }

    /// The shores from which an army walks to a province.
    #[inline]
    pub(crate) fn shores_near(&self, province: Province) -> Shores {
        self.shores_near[province.index()]
    }
}
