//! The board: provinces, coasts, and which places are adjacent for armies and for fleets (B).

use std::fmt;
use std::hint::select_unpredictable;
use std::ops::Range;

use crate::bits::{Bits, Wide};
use crate::{
    BoardError, BoardErrors, BoardPlan, Coast, Forces, Location, Owners, PlayerTable, Power, Province,
    ProvincePlan, Turn, Unit, UnitKind,
};

/// The kinds of province (B1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Terrain {
    /// Land without a coast: armies only.
    Inland,
    /// Land with a coast: armies and fleets.
    Coastal,
    /// Sea: fleets only.
    Water,
}

/// A set of water provinces, by water number.
pub(crate) type Seas = Bits<Wide>;
/// A set of coastal provinces, by shore number.
pub(crate) type Shores = Bits<Wide>;

/// A known opening: the moves of a first turn, as (from, to). A unit that is not named holds.
pub type Opening = Vec<(Province, Province)>;

/// A checked board. Provinces are numbered by the alphabetical order of their English names.
#[derive(Clone, PartialEq, Eq)]
pub struct Board {
    provinces: Vec<ProvinceFacts>,
    locations: Vec<LocationFacts>,
    /// What the judge reads most, kept apart from the other facts so that it stays in the cache.
    hot_facts: Vec<HotProvinceFacts>,
    province_of: Vec<Province>,
    powers: Vec<String>,
    centres: Vec<Province>,
    homes: Vec<Vec<Province>>,
    centres_to_win: usize,
    first_turn: Turn,
    starting_units: Vec<Unit>,
    borders: [Borders; 2],
    /// Indexed by `location * province_count + province`. Bit 0: an army there can reach the province. Bit 1:
    /// a fleet there can.
    reach: Vec<u8>,
    /// Indexed by `location * location_count + location`, both counted from 1. The same two bits for a step to
    /// exactly that location. The bits above them hold the number of that location's province, from 1, because
    /// callers need both.
    steps: Vec<u16>,
    shores: Vec<Province>,
    seas: Vec<Province>,
    sea_borders: Vec<Seas>,
    sea_shores: Vec<Shores>,
    /// By province: the waters that touch it, if it is coastal.
    seas_of: Vec<Seas>,
    /// By province: the shores from which an army can step there.
    shores_near: Vec<Shores>,
    /// The provinces that nobody may enter (K5), in board order.
    closed: Vec<Province>,
    /// Sorted by the number of players.
    pub(crate) player_tables: Vec<PlayerTable>,
    /// By power: its known openings.
    openings: Vec<Vec<Opening>>,
}

/// What the board knows of a province, except what the judge reads most.
#[derive(Clone, PartialEq, Eq, Debug)]
struct ProvinceFacts {
    key: String,
    centre: bool,
    home: Option<Power>,
    coasts: Vec<Location>,
}

/// The facts of a province that the judge reads most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct HotProvinceFacts {
    coastless: Location,
    pub(crate) terrain: Terrain,
    several_coasts: bool,
    /// Its number among the waters or among the shores. Unused for inland provinces.
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

/// Short, because the tables of a board are 40 kB and games are printed with their board.
impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let keys: Vec<&str> = self.closed.iter().map(|province| self.province_key(*province)).collect();
        let mut board = f.debug_struct("Board");
        board.field("provinces", &self.provinces.len()).field("closed", &keys).finish_non_exhaustive()
    }
}

impl Board {
    /// Checks a plan and builds the board, or returns everything that is wrong with the plan.
    pub fn new(plan: &BoardPlan) -> Result<Self, BoardErrors> {
        let mut errors = plan.errors();
        if !errors.is_empty() {
            return Err(BoardErrors(errors));
        }
        let mut board = Self::without_borders(plan);
        board.add_borders(plan, &mut errors);
        board.find_adjacent_waters();
        board.place_starting_units(plan, &mut errors);
        board.set_player_tables(&plan.player_tables, &mut errors);
        board.set_openings(plan, &mut errors);
        if errors.is_empty() { Ok(board) } else { Err(BoardErrors(errors)) }
    }

    /// The board with its provinces and locations, but without borders.
    fn without_borders(plan: &BoardPlan) -> Self {
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
            lay.push(HotProvinceFacts {
                coastless: bare,
                terrain: province.terrain,
                several_coasts: !coasts.is_empty(),
                water_number: water_number as u16,
            });
            provinces.push(ProvinceFacts {
                key: province.key.clone(),
                centre: province.centre,
                home,
                coasts,
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
            first_turn: plan.first_turn,
            starting_units: Vec::new(),
            player_tables: Vec::new(),
            openings: vec![Vec::new(); plan.powers.len()],
            borders: [Borders::default(), Borders::default()],
            reach: vec![0; locations.len() * provinces.len()],
            steps: vec![0; (locations.len() + 1) * (locations.len() + 1)],
            sea_borders: vec![Seas::EMPTY; seas.len()],
            sea_shores: vec![Shores::EMPTY; seas.len()],
            seas_of: vec![Seas::EMPTY; provinces.len()],
            shores_near: vec![Shores::EMPTY; provinces.len()],
            closed: Vec::new(),
            provinces,
            locations,
            hot_facts: lay,
            province_of,
            shores,
            seas,
        }
    }

    fn add_borders(&mut self, plan: &BoardPlan, errors: &mut Vec<BoardError>) {
        for kind in UnitKind::BOTH {
            let mut lists = vec![Vec::new(); self.locations.len()];
            for (from, province, neighbours) in self.borders_in_plan(plan, kind) {
                for neighbour in neighbours {
                    match self.check_border(kind, &province.key, from, neighbour) {
                        Ok(to) => lists[from.index()].push(to),
                        Err(error) => errors.push(error),
                    }
                }
            }
            for (i, list) in lists.iter().enumerate() {
                for to in list {
                    if !lists[to.index()].contains(&Location::new(i)) {
                        errors.push(BoardError::OneSidedBorder {
                            province: self.locations[i].key.clone(),
                            neighbour: self.locations[to.index()].key.clone(),
                            kind,
                        });
                    }
                }
            }
            self.store_borders(kind, lists);
        }
    }

    /// Each location of the plan with the neighbours that the plan lists for this kind of unit.
    fn borders_in_plan<'p>(
        &self,
        plan: &'p BoardPlan,
        kind: UnitKind,
    ) -> Vec<(Location, &'p ProvincePlan, &'p [String])> {
        let mut written = Vec::new();
        for ((facts, lay), province) in self.provinces.iter().zip(&self.hot_facts).zip(&plan.provinces) {
            match kind {
                UnitKind::Army => written.push((lay.coastless, province, province.armies.as_slice())),
                UnitKind::Fleet => {
                    for (coast, neighbours) in &province.fleets {
                        let location =
                            facts.coasts.iter().find(|l| self.locations[l.index()].coast == *coast);
                        written.push((*location.unwrap_or(&lay.coastless), province, neighbours.as_slice()));
                    }
                }
            }
        }
        written
    }

    fn check_border(
        &self,
        kind: UnitKind,
        province: &str,
        from: Location,
        neighbour: &str,
    ) -> Result<Location, BoardError> {
        let Some(to) = self.location(neighbour) else {
            return Err(BoardError::UnknownNeighbour {
                province: province.to_owned(),
                neighbour: neighbour.to_owned(),
            });
        };
        if self.province_of(to) == self.province_of(from) {
            return Err(BoardError::BordersItself { province: province.to_owned() });
        }
        if !self.can_stand(kind, to) {
            return Err(BoardError::UnitCannotBeThere {
                province: province.to_owned(),
                neighbour: neighbour.to_owned(),
                kind,
            });
        }
        Ok(to)
    }

    fn store_borders(&mut self, kind: UnitKind, lists: Vec<Vec<Location>>) {
        let (provinces, locations) = (self.provinces.len(), self.locations.len());
        let borders = &mut self.borders[kind as usize];
        for (i, mut list) in lists.into_iter().enumerate() {
            list.sort_unstable();
            list.dedup();
            for to in &list {
                self.reach[i * provinces + self.province_of[to.index()].index()] |= kind.bit();
                self.steps[(i + 1) * locations + to.number()] |=
                    (self.province_of[to.index()].number() as u16) << 2 | u16::from(kind.bit());
            }
            let start = borders.provinces.len() as u32;
            borders.provinces.extend(list.iter().map(|to| self.province_of[to.index()]));
            // The coasts of one province are consecutive, so `dedup` leaves each province once.
            let mut near = borders.provinces.split_off(start as usize);
            near.dedup();
            borders.provinces.append(&mut near);
            borders.province_ranges.push(start..borders.provinces.len() as u32);
            let start = borders.neighbours.len() as u32;
            borders.neighbours.append(&mut list);
            borders.ranges.push(start..borders.neighbours.len() as u32);
        }
    }

    /// Finds which waters are adjacent, and which shores each water touches.
    fn find_adjacent_waters(&mut self) {
        for (number, &sea) in self.seas.iter().enumerate() {
            let range = self.borders[UnitKind::Fleet as usize].ranges[self.coastless(sea).index()].clone();
            let range = range.start as usize..range.end as usize;
            for &to in &self.borders[UnitKind::Fleet as usize].neighbours[range] {
                let other = self.province_of[to.index()].index();
                let water_number = usize::from(self.hot_facts[other].water_number);
                match self.hot_facts[other].terrain {
                    Terrain::Water => self.sea_borders[number].insert(water_number),
                    Terrain::Coastal => {
                        self.sea_shores[number].insert(water_number);
                        self.seas_of[other].insert(number);
                    }
                    Terrain::Inland => unreachable!("no fleet borders an inland province"),
                }
            }
        }
        for (number, &shore) in self.shores.iter().enumerate() {
            let borders = &self.borders[UnitKind::Army as usize];
            let range = borders.province_ranges[self.coastless(shore).index()].clone();
            for near in &borders.provinces[range.start as usize..range.end as usize] {
                self.shores_near[near.index()].insert(number);
            }
        }
    }

    fn place_starting_units(&mut self, plan: &BoardPlan, errors: &mut Vec<BoardError>) {
        let mut forces = Forces::new(self);
        for (power, kind, location) in &plan.starting_units {
            let (Some(owner), Some(place)) = (self.power(power), self.location(location)) else {
                errors.push(BoardError::UnknownStart { power: power.clone(), location: location.clone() });
                continue;
            };
            let unit = Unit { kind: *kind, power: owner, location: place };
            if !self.can_stand(*kind, place) {
                errors
                    .push(BoardError::CannotStartThere { power: power.clone(), location: location.clone() });
            } else if forces.place(self, unit).is_err() {
                errors.push(BoardError::TwoUnitsStartTogether { location: location.clone() });
            } else {
                self.starting_units.push(unit);
            }
        }
    }

    fn set_openings(&mut self, plan: &BoardPlan, errors: &mut Vec<BoardError>) {
        for (power, moves) in &plan.openings {
            let unknown =
                |key: &str| BoardError::UnknownInOpening { power: power.clone(), key: key.to_owned() };
            let province = |key: &String| self.province(key).ok_or_else(|| unknown(key));
            let opening = moves.iter().map(|(from, to)| Ok((province(from)?, province(to)?))).collect();
            match (self.power(power), opening) {
                (Some(power), Ok(opening)) => self.openings[power.index()].push(opening),
                (None, _) => errors.push(unknown(power)),
                (_, Err(error)) => errors.push(error),
            }
        }
    }

    /// A copy of the board on which nobody may enter these provinces (K5: neutral Italy), nor those that are
    /// closed already.
    #[must_use]
    pub fn with_closed(&self, closed: &[Province]) -> Self {
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
            board.store_borders(kind, lists.collect());
        }
        board.sea_borders.fill(Seas::EMPTY);
        board.sea_shores.fill(Shores::EMPTY);
        board.shores_near.fill(Shores::EMPTY);
        board.seas_of.fill(Seas::EMPTY);
        board.find_adjacent_waters();
        board
    }

    // Lookup by key.

    /// A province by its key: `par`.
    pub fn province(&self, key: &str) -> Option<Province> {
        let i = self.provinces.iter().position(|p| p.key == key)?;
        Some(Province::new(i))
    }

    /// A location by its key: `par`, `stp/sc`.
    pub fn location(&self, key: &str) -> Option<Location> {
        let i = self.locations.iter().position(|l| l.key == key)?;
        Some(Location::new(i))
    }

    /// A power by its key: `france`.
    pub fn power(&self, key: &str) -> Option<Power> {
        let i = self.powers.iter().position(|p| p == key)?;
        Some(Power::new(i))
    }

    /// The key of a province: `par`.
    pub fn province_key(&self, province: Province) -> &str {
        &self.provinces[province.index()].key
    }

    /// The key of a location: `par`, `stp/sc`.
    pub fn location_key(&self, location: Location) -> &str {
        &self.locations[location.index()].key
    }

    /// The key of a power: `france`.
    pub fn power_key(&self, power: Power) -> &str {
        &self.powers[power.index()]
    }

    // Contents of the board.

    /// All provinces.
    pub fn provinces(&self) -> impl ExactSizeIterator<Item = Province> + use<> {
        (0..self.provinces.len()).map(Province::new)
    }

    /// All locations: every province, and every coast of those with several coasts.
    pub fn locations(&self) -> impl ExactSizeIterator<Item = Location> + use<> {
        (0..self.locations.len()).map(Location::new)
    }

    /// All powers.
    pub fn powers(&self) -> impl ExactSizeIterator<Item = Power> + use<> {
        (0..self.powers.len()).map(Power::new)
    }

    /// All supply centres.
    pub fn centres(&self) -> &[Province] {
        &self.centres
    }

    /// The home centres of a power, where it may build (H2).
    pub fn homes(&self, power: Power) -> &[Province] {
        &self.homes[power.index()]
    }

    /// The power whose home centre this is.
    pub fn home_of(&self, province: Province) -> Option<Power> {
        self.provinces[province.index()].home
    }

    /// Whether a province is a supply centre.
    pub fn is_centre(&self, province: Province) -> bool {
        self.provinces[province.index()].centre
    }

    /// The provinces that nobody may enter, in board order (K5).
    pub fn closed(&self) -> &[Province] {
        &self.closed
    }

    /// Whether nobody may enter a province (K5).
    pub fn is_closed(&self, province: Province) -> bool {
        self.closed.contains(&province)
    }

    /// The number of centres that wins the game (J1).
    pub const fn centres_to_win(&self) -> usize {
        self.centres_to_win
    }

    /// The first turn of the game.
    pub const fn first_turn(&self) -> Turn {
        self.first_turn
    }

    /// The known openings of a power. They are suggestions, and not always good.
    pub fn openings(&self, power: Power) -> &[Opening] {
        &self.openings[power.index()]
    }

    /// The starting units (B9).
    pub fn starting_units(&self) -> &[Unit] {
        &self.starting_units
    }

    /// The owners at the start: every power owns its home centres.
    pub fn starting_owners(&self) -> Owners {
        let mut owners = Owners::none(self);
        for &centre in &self.centres {
            owners.set_owner(centre, self.home_of(centre));
        }
        owners
    }

    // Geography.

    /// The kind of a province: inland, coastal or water.
    #[inline]
    pub fn terrain(&self, province: Province) -> Terrain {
        self.hot_facts[province.index()].terrain
    }

    /// The province that a location is in.
    #[inline]
    pub fn province_of(&self, location: Location) -> Province {
        self.province_of[location.index()]
    }

    /// The coast that a location is, if its province has several coasts.
    pub fn coast(&self, location: Location) -> Option<Coast> {
        self.locations[location.index()].coast
    }

    /// The named coasts of a province. Empty if it has no coast or only one.
    #[inline]
    pub fn coasts(&self, province: Province) -> &[Location] {
        &self.provinces[province.index()].coasts
    }

    /// The province as a location without a named coast: where armies are.
    #[inline]
    pub fn coastless(&self, province: Province) -> Location {
        self.hot_facts[province.index()].coastless
    }

    /// Whether a fleet in the province is always on one of several named coasts (B4).
    #[inline]
    pub fn has_several_coasts(&self, province: Province) -> bool {
        self.hot_facts[province.index()].several_coasts
    }

    /// The locations of a province where a unit of this kind can be.
    pub fn locations_for(&self, kind: UnitKind, province: Province) -> &[Location] {
        let facts = &self.provinces[province.index()];
        let lay = &self.hot_facts[province.index()];
        match (kind, lay.terrain) {
            (UnitKind::Army, Terrain::Water) | (UnitKind::Fleet, Terrain::Inland) => &[],
            (UnitKind::Fleet, Terrain::Coastal | Terrain::Water) if !facts.coasts.is_empty() => &facts.coasts,
            (UnitKind::Army | UnitKind::Fleet, _) => std::slice::from_ref(&lay.coastless),
        }
    }

    /// Whether a unit of this kind can be at a location (B1).
    #[inline]
    pub fn can_stand(&self, kind: UnitKind, location: Location) -> bool {
        let lay = &self.hot_facts[self.province_of(location).index()];
        let coastless = location == lay.coastless;
        // The kind is unpredictable, so both answers are computed.
        let army = coastless & (lay.terrain != Terrain::Water);
        let fleet = (lay.terrain != Terrain::Inland) & (coastless != lay.several_coasts);
        select_unpredictable(kind == UnitKind::Army, army, fleet)
    }

    /// The locations that a unit can reach in one step, ignoring all other units.
    #[inline]
    pub fn neighbours(&self, kind: UnitKind, from: Location) -> &[Location] {
        let borders = &self.borders[kind as usize];
        let range = &borders.ranges[from.index()];
        &borders.neighbours[range.start as usize..range.end as usize]
    }

    /// The provinces that a unit can reach in one step, each once.
    #[inline]
    pub fn provinces_near(&self, kind: UnitKind, from: Location) -> &[Province] {
        let borders = &self.borders[kind as usize];
        let range = &borders.province_ranges[from.index()];
        &borders.provinces[range.start as usize..range.end as usize]
    }

    /// Whether a unit can step into a province, on any of its coasts.
    #[inline]
    pub fn can_reach(&self, kind: UnitKind, from: Location, to: Province) -> bool {
        self.reach[from.index() * self.provinces.len() + to.index()] & kind.bit() != 0
    }

    /// Whether a unit can step to exactly this location.
    #[inline]
    pub fn can_step(&self, kind: UnitKind, from: Location, to: Location) -> bool {
        self.step(kind, from, to).is_some()
    }

    /// The province of `to`, if the unit can step to exactly this location.
    #[inline]
    pub(crate) fn step(&self, kind: UnitKind, from: Location, to: Location) -> Option<Province> {
        let step = self.steps[from.number() * self.locations.len() + to.number()];
        (step >> kind as u8 & 1 != 0).then(|| Province::new(usize::from(step >> 2) - 1))
    }

    // Waters and shores by their number, for convoys.

    #[inline]
    pub(crate) fn hot_facts(&self, province: Province) -> HotProvinceFacts {
        self.hot_facts[province.index()]
    }

    #[inline]
    pub(crate) fn water_number(&self, province: Province) -> usize {
        usize::from(self.hot_facts[province.index()].water_number)
    }

    /// The waters that touch a coastal province.
    #[inline]
    pub(crate) fn seas_of(&self, province: Province) -> Seas {
        self.seas_of[province.index()]
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

    /// The coastal provinces, by shore number.
    #[inline]
    pub(crate) fn shores(&self) -> &[Province] {
        &self.shores
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

    /// Whether one fleet at this water can convoy an army from one province to the other.
    #[inline]
    pub(crate) fn touches_both(&self, sea: usize, from: Province, to: Province) -> bool {
        // Only coastal provinces have waters.
        self.seas_of[from.index()].contains(sea) & self.seas_of[to.index()].contains(sea)
    }

    /// The shores from which an army can step to a province.
    #[inline]
    pub(crate) fn shores_near(&self, province: Province) -> Shores {
        self.shores_near[province.index()]
    }
}
