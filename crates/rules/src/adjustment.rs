//! Judges adjustment phases: builds and removals (H), and forced removals in civil disorder (I2).

use crate::{
    Because, Board, Edition, Forces, Illegality, Location, Outcome, Owners, Players, Power, Province, Ruling,
    Unit, UnitKind,
};

/// An order of an adjustment phase.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum AdjustmentOrder {
    /// Build a unit.
    Build {
        /// Army or fleet.
        kind: UnitKind,
        /// Where to build it.
        at: Location,
    },
    /// Remove a unit.
    Remove {
        /// The province of the unit.
        at: Province,
    },
    /// Give up one build.
    Waive,
}

/// An order of an adjustment phase with its ruling, or a removal that nobody ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Adjustment {
    /// The power that builds or removes.
    pub power: Power,
    /// What it builds or removes.
    pub order: AdjustmentOrder,
    /// The ruling.
    pub ruling: Ruling,
}

/// Judges the adjustments after one Fall.
#[derive(Clone, Copy, Debug)]
pub struct AdjustmentJudge<'a> {
    /// The board.
    pub board: &'a Board,
    /// The edition of the rules.
    pub edition: Edition,
    /// The units before the adjustments.
    pub forces: &'a Forces,
    /// The owners of the supply centres.
    pub owners: &'a Owners,
    /// The powers in civil disorder.
    pub players: &'a Players,
}

impl AdjustmentJudge<'_> {
    /// Its centres minus its units: above zero, how many units the power may build; below zero, how many it
    /// must remove.
    pub fn centres_minus_units(&self, power: Power) -> i32 {
        centres_minus_units(self.forces, self.owners, power)
    }

    /// Where a power can build now: in its home centres that it owns and that are empty (H2).
    pub fn build_sites(&self, power: Power) -> impl Iterator<Item = Province> {
        build_sites(self.board, self.forces, self.owners, power)
    }

    /// How many units a power can really build: limited also by its empty home centres.
    pub fn possible_builds(&self, power: Power) -> usize {
        possible_builds(self.board, self.forces, self.owners, self.players, power)
    }

    /// Whether any power must remove or can build.
    pub fn is_needed(&self) -> bool {
        needs_adjustment(self.board, self.forces, self.owners, self.players)
    }

    /// Judges the orders one after the other, then adds the forced removals of surplus units (I2).
    pub fn judge(&self, entries: &[(Power, AdjustmentOrder)]) -> Vec<Adjustment> {
        let mut after = self.forces.clone();
        let mut owed: Vec<i32> = self.board.powers().map(|power| self.centres_minus_units(power)).collect();
        let mut rulings = Vec::with_capacity(entries.len());
        for &(power, entry) in entries {
            let result = self.apply_order(power, entry, &mut owed[power.index()], &mut after);
            rulings.push(Adjustment {
                power,
                order: entry,
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
            for unit in self.forced_removal_order(power, &after).into_iter().take(surplus) {
                let at = self.board.province_of(unit.location);
                rulings.push(Adjustment {
                    power,
                    order: AdjustmentOrder::Remove { at },
                    ruling: ruling(Outcome::Succeeds, Because::CivilDisorder),
                });
            }
        }
        rulings
    }

    /// Whether an order is legal if it is the first one.
    pub fn check(&self, power: Power, entry: AdjustmentOrder) -> Result<(), Illegality> {
        self.apply_order(power, entry, &mut self.centres_minus_units(power), &mut self.forces.clone())
            .map(|_| ())
    }

    fn apply_order(
        &self,
        power: Power,
        entry: AdjustmentOrder,
        owed: &mut i32,
        after: &mut Forces,
    ) -> Result<Because, Illegality> {
        if self.players.in_disorder(power) {
            return Err(Illegality::InDisorder);
        }
        match entry {
            AdjustmentOrder::Build { kind, at } => {
                let location = self.check_build_site(power, kind, at, after)?;
                if *owed <= 0 {
                    return Err(Illegality::TooMany);
                }
                let unit = Unit { kind, power, location };
                after.place(self.board, unit).map_err(|_| Illegality::Occupied)?;
                *owed -= 1;
                Ok(Because::Built)
            }
            AdjustmentOrder::Remove { at } => {
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
            AdjustmentOrder::Waive => {
                if *owed <= 0 {
                    return Err(Illegality::TooMany);
                }
                *owed -= 1;
                Ok(Because::Waived)
            }
        }
    }

    /// The exact location of a build, if it is legal (H2, H3).
    fn check_build_site(
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
        build_location(self.board, kind, at)
    }

    /// A power's units in the order in which civil disorder removes them (I2): the farthest first; at equal
    /// distance fleets before armies, then by alphabetical order.
    fn forced_removal_order(&self, power: Power, forces: &Forces) -> Vec<Unit> {
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

fn centres_minus_units(forces: &Forces, owners: &Owners, power: Power) -> i32 {
    owners.count(power) as i32 - forces.count(power) as i32
}

fn build_sites(
    board: &Board,
    forces: &Forces,
    owners: &Owners,
    power: Power,
) -> impl Iterator<Item = Province> {
    let homes = board.homes(power).iter().copied();
    homes.filter(move |home| owners.of(*home) == Some(power) && forces.at(*home).is_none())
}

fn possible_builds(board: &Board, forces: &Forces, owners: &Owners, table: &Players, power: Power) -> usize {
    if table.in_disorder(power) {
        return 0;
    }
    let room = || build_sites(board, forces, owners, power).count();
    usize::try_from(centres_minus_units(forces, owners, power)).map_or(0, |owed| owed.min(room()))
}

/// Whether any power must remove or can build. This is the same in all editions.
pub(crate) fn needs_adjustment(board: &Board, forces: &Forces, owners: &Owners, table: &Players) -> bool {
    board.powers().any(|power| {
        centres_minus_units(forces, owners, power) < 0
            || possible_builds(board, forces, owners, table, power) > 0
    })
}

/// The location of a unit that is built at `at`, if it can be there (H3). For an army a coast has no meaning.
pub(crate) fn build_location(board: &Board, kind: UnitKind, at: Location) -> Result<Location, Illegality> {
    let province = board.province_of(at);
    let places = board.locations_for(kind, province);
    match kind {
        UnitKind::Army => places.first().copied().ok_or(Illegality::CannotReach),
        UnitKind::Fleet if places.is_empty() => Err(Illegality::FleetInland),
        UnitKind::Fleet if places.contains(&at) => Ok(at),
        UnitKind::Fleet if at == board.coastless(province) => Err(Illegality::CoastNeeded),
        UnitKind::Fleet => Err(Illegality::WrongCoast),
    }
}

fn ruling(outcome: Outcome, because: Because) -> Ruling {
    Ruling { outcome, because, dislodged_from: None }
}

/// The number of moves from each location to the nearest centre that counts (4.D.8).
struct Distances {
    army: Vec<u32>,
    fleet: Vec<u32>,
}

impl Distances {
    const UNREACHED: u32 = u32::MAX;

    fn new(adjustments: &AdjustmentJudge<'_>, power: Power) -> Self {
        let board = adjustments.board;
        if adjustments.edition.counts_removals_from_home() {
            let homes = board.homes(power);
            Self {
                army: distances_to(board, homes, &UnitKind::BOTH),
                fleet: distances_to(board, homes, &[UnitKind::Fleet]),
            }
        } else {
            let centres: Vec<Province> = adjustments.owners.centres_of(power).collect();
            let both = distances_to(board, &centres, &UnitKind::BOTH);
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

/// The number of steps from every location to the nearest of these provinces. If both kinds of borders count,
/// a step leads from any coast to any coast, because the distance is counted in provinces.
fn distances_to(board: &Board, goals: &[Province], kinds: &[UnitKind]) -> Vec<u32> {
    let mut steps = vec![Distances::UNREACHED; board.locations().len()];
    let mut queue: Vec<Location> = Vec::with_capacity(steps.len());
    let reach = |steps: &mut Vec<u32>, queue: &mut Vec<Location>, place: Location, distance| {
        if steps[place.index()] == Distances::UNREACHED {
            steps[place.index()] = distance;
            queue.push(place);
        }
    };
    for &goal in goals {
        reach(&mut steps, &mut queue, board.coastless(goal), 0);
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
                    reach(&mut steps, &mut queue, board.coastless(province), distance);
                    for &coast in board.coasts(province) {
                        reach(&mut steps, &mut queue, coast, distance);
                    }
                }
            }
        }
    }
    steps
}
