//! Gaining and losing units (H), and who goes when nobody says (I2).

use crate::{
    Because, Board, Edition, Forces, Illegality, Location, Outcome, Owners, Power, Province, Ruling, Table,
    Unit, UnitKind,
};

/// A line of an adjustment sheet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Entry {
    Build { kind: UnitKind, at: Location },
    Remove { at: Province },
    Waive,
}

/// An entry and what became of it; also removals that nobody ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Adjustment {
    pub power: Power,
    pub entry: Entry,
    pub ruling: Ruling,
}

/// Judges the adjustments of one Fall.
#[derive(Clone, Copy, Debug)]
pub struct Adjustments<'a> {
    pub board: &'a Board,
    pub edition: Edition,
    pub forces: &'a Forces,
    pub owners: &'a Owners,
    pub table: &'a Table,
}

impl Adjustments<'_> {
    /// How many units a power may build (above zero) or must remove (below).
    pub fn owed(&self, power: Power) -> i32 {
        owed(self.forces, self.owners, power)
    }

    /// Where a power could build now: its own home centres that it owns and that are empty (H2).
    pub fn sites(&self, power: Power) -> impl Iterator<Item = Province> {
        sites(self.board, self.forces, self.owners, power)
    }

    /// How many units a power really can build.
    pub fn builds(&self, power: Power) -> usize {
        builds(self.board, self.forces, self.owners, self.table, power)
    }

    /// Whether anybody must remove or can build.
    pub fn is_needed(&self) -> bool {
        needs_adjusting(self.board, self.forces, self.owners, self.table)
    }

    /// Rules on every entry in the order given, then removes what is still owed (I2).
    pub fn judge(&self, entries: &[(Power, Entry)]) -> Vec<Adjustment> {
        let mut after = self.forces.clone();
        let mut owed: Vec<i32> = self.board.powers().map(|power| self.owed(power)).collect();
        let mut rulings = Vec::with_capacity(entries.len());
        for &(power, entry) in entries {
            let result = self.follow(power, entry, &mut owed[power.index()], &mut after);
            rulings.push(Adjustment {
                power,
                entry,
                ruling: match result {
                    Ok(because) => ruling(Outcome::Succeeds, because),
                    Err(illegality) => ruling(Outcome::Void, Because::Illegal(illegality)),
                },
            });
        }
        for power in self.board.powers() {
            let surplus = usize::try_from(-owed[power.index()]).unwrap_or(0);
            if surplus == 0 {
                continue;
            }
            for unit in self.farthest_first(power, &after).into_iter().take(surplus) {
                let at = self.board.province_of(unit.location);
                rulings.push(Adjustment {
                    power,
                    entry: Entry::Remove { at },
                    ruling: ruling(Outcome::Succeeds, Because::CivilDisorder),
                });
            }
        }
        rulings
    }

    /// Whether an entry could be followed if it were the first.
    pub fn check(&self, power: Power, entry: Entry) -> Result<(), Illegality> {
        self.follow(power, entry, &mut self.owed(power), &mut self.forces.clone()).map(|_| ())
    }

    fn follow(
        &self,
        power: Power,
        entry: Entry,
        owed: &mut i32,
        after: &mut Forces,
    ) -> Result<Because, Illegality> {
        if self.table.in_disorder(power) {
            return Err(Illegality::InDisorder);
        }
        match entry {
            Entry::Build { kind, at } => {
                let location = self.site(power, kind, at, after)?;
                if *owed <= 0 {
                    return Err(Illegality::TooMany);
                }
                let unit = Unit { kind, power, location };
                after.place(self.board, unit).map_err(|_| Illegality::Occupied)?;
                *owed -= 1;
                Ok(Because::Built)
            }
            Entry::Remove { at } => {
                if after.at(at).is_none_or(|unit| unit.power != power) || self.forces.at(at).is_none() {
                    return Err(Illegality::NoSuchUnit);
                }
                if *owed >= 0 {
                    return Err(Illegality::TooMany);
                }
                after.remove(self.board, at);
                *owed += 1;
                Ok(Because::Removed)
            }
            Entry::Waive => {
                if *owed <= 0 {
                    return Err(Illegality::TooMany);
                }
                *owed -= 1;
                Ok(Because::Waived)
            }
        }
    }

    /// The exact place of a build (H2, H3).
    fn site(
        &self,
        power: Power,
        kind: UnitKind,
        at: Location,
        after: &Forces,
    ) -> Result<Location, Illegality> {
        let province = self.board.province_of(at);
        if self.board.home_of(province) != Some(power) {
            return Err(Illegality::NotAHome);
        }
        if self.owners.of(province) != Some(power) {
            return Err(Illegality::NotOwned);
        }
        if after.at(province).is_some() {
            return Err(Illegality::Occupied);
        }
        build_place(self.board, kind, at)
    }

    /// A power's units in the order in which civil disorder takes them: the farthest first, of equals
    /// fleets before armies, then by the alphabet.
    fn farthest_first(&self, power: Power, forces: &Forces) -> Vec<Unit> {
        let distance = Distances::new(self, power);
        let mut units: Vec<Unit> =
            forces.units().iter().filter(|unit| unit.power == power).copied().collect();
        units.sort_by_key(|unit| {
            let fleet_first = match unit.kind {
                UnitKind::Fleet => 0,
                UnitKind::Army => 1,
            };
            let far = std::cmp::Reverse(distance.of(unit));
            (far, fleet_first, self.board.province_of(unit.location))
        });
        units
    }
}

fn owed(forces: &Forces, owners: &Owners, power: Power) -> i32 {
    owners.count(power) as i32 - forces.count(power) as i32
}

fn sites(board: &Board, forces: &Forces, owners: &Owners, power: Power) -> impl Iterator<Item = Province> {
    let homes = board.homes(power).iter().copied();
    homes.filter(move |home| owners.of(*home) == Some(power) && forces.at(*home).is_none())
}

fn builds(board: &Board, forces: &Forces, owners: &Owners, table: &Table, power: Power) -> usize {
    if table.in_disorder(power) {
        return 0;
    }
    let room = || sites(board, forces, owners, power).count();
    usize::try_from(owed(forces, owners, power)).map_or(0, |owed| owed.min(room()))
}

/// Whether anybody must remove or can build; no edition differs in that.
pub(crate) fn needs_adjusting(board: &Board, forces: &Forces, owners: &Owners, table: &Table) -> bool {
    board
        .powers()
        .any(|power| owed(forces, owners, power) < 0 || builds(board, forces, owners, table, power) > 0)
}

/// Where a unit built "at" a location would stand, if it can (H3). A coast means nothing to an army.
pub(crate) fn build_place(board: &Board, kind: UnitKind, at: Location) -> Result<Location, Illegality> {
    let province = board.province_of(at);
    let places = board.places(kind, province);
    match kind {
        UnitKind::Army => places.first().copied().ok_or(Illegality::CannotReach),
        UnitKind::Fleet if places.is_empty() => Err(Illegality::FleetInland),
        UnitKind::Fleet if places.contains(&at) => Ok(at),
        UnitKind::Fleet if at == board.bare(province) => Err(Illegality::CoastNeeded),
        UnitKind::Fleet => Err(Illegality::WrongCoast),
    }
}

fn ruling(outcome: Outcome, because: Because) -> Ruling {
    Ruling { outcome, because, dislodged_from: None }
}

/// Moves from each location to the nearest centre that counts (4.D.8).
struct Distances {
    army: Vec<u32>,
    fleet: Vec<u32>,
}

impl Distances {
    const UNREACHED: u32 = u32::MAX;

    fn new(adjustments: &Adjustments<'_>, power: Power) -> Self {
        let board = adjustments.board;
        if adjustments.edition.counts_removals_from_home() {
            let homes = board.homes(power);
            Self {
                army: spread(board, homes, &UnitKind::BOTH),
                fleet: spread(board, homes, &[UnitKind::Fleet]),
            }
        } else {
            let centres: Vec<Province> = adjustments.owners.centres_of(power).collect();
            let both = spread(board, &centres, &UnitKind::BOTH);
            Self { army: both.clone(), fleet: both }
        }
    }

    fn of(&self, unit: &Unit) -> u32 {
        match unit.kind {
            UnitKind::Army => self.army[unit.location.index()],
            UnitKind::Fleet => self.fleet[unit.location.index()],
        }
    }
}

/// The number of steps from every location to the nearest of these provinces. With both kinds of
/// border a step leads from any coast to any coast: provinces are what is counted.
fn spread(board: &Board, goals: &[Province], kinds: &[UnitKind]) -> Vec<u32> {
    let mut steps = vec![Distances::UNREACHED; board.locations().len()];
    let mut queue: Vec<Location> = Vec::with_capacity(steps.len());
    let reach = |steps: &mut Vec<u32>, queue: &mut Vec<Location>, place: Location, distance| {
        if steps[place.index()] == Distances::UNREACHED {
            steps[place.index()] = distance;
            queue.push(place);
        }
    };
    for &goal in goals {
        reach(&mut steps, &mut queue, board.bare(goal), 0);
        for &coast in board.coasts(goal) {
            reach(&mut steps, &mut queue, coast, 0);
        }
    }
    let mut done = 0;
    while let Some(&location) = queue.get(done) {
        done += 1;
        let distance = steps[location.index()] + 1;
        for &kind in kinds {
            for &near in board.neighbours(kind, location) {
                reach(&mut steps, &mut queue, near, distance);
                if kinds.len() > 1 {
                    let province = board.province_of(near);
                    reach(&mut steps, &mut queue, board.bare(province), distance);
                    for &coast in board.coasts(province) {
                        reach(&mut steps, &mut queue, coast, distance);
                    }
                }
            }
        }
    }
    steps
}
