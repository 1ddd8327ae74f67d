//! What every place is worth to a player, by DumbBot's published recipe.

use rules::{Board, Location, Phase, Position, Power, Province, Season, UnitKind};

/// What a centre without an owner is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Neutrals {
    /// Nothing, as in the public ports.
    Ignored,
    /// As if one power owned all the centres that nobody owns.
    Valued,
}

/// The values of a position in the eyes of one player.
#[derive(Clone, Debug)]
pub struct Worth {
    /// By province: the size of the owner of a foreign centre, or of the power that threatens an own one.
    attack: Vec<i64>,
    defence: Vec<i64>,
    /// By province: own units that can reach it, and those of the largest rival there. A unit
    /// reaches the province where it stands.
    strength: Vec<i64>,
    competition: Vec<i64>,
    /// By kind, then by round and location: the weighted centre and nine rounds of spreading it.
    proximity: [Vec<i64>; 2],
    /// By kind and location: all rounds of proximity, weighted.
    nearness: [Vec<i64>; 2],
    places: usize,
}

pub(super) const DEPTH: usize = 10;
const SPRING: [i64; DEPTH] = [100, 1000, 30, 10, 6, 5, 4, 3, 2, 1];
const FALL: [i64; DEPTH] = [1000, 100, 30, 10, 6, 5, 4, 3, 2, 1];
/// How much attack and defence count: Spring, then Fall.
const BALANCE: [(i64, i64); 2] = [(700, 300), (600, 400)];
const STRENGTH: i64 = 1000;
const COMPETITION: i64 = 1000;
const BUILD_DEFENCE: i64 = 1000;
/// What a round of spreading is divided by.
const THINNING: i64 = 5;

/// How much a power with so many centres counts.
const fn size(centres: i64) -> i64 {
    centres * centres + 4 * centres + 16
}

impl Worth {
    /// Looks at a position for the player of these powers.
    pub fn of(board: &Board, position: &Position, own: &[Power], neutrals: Neutrals) -> Self {
        let season = match position.phase {
            Phase::Movement(date) | Phase::Retreat(date) => date.season,
            Phase::Adjustment { .. } => Season::Fall,
        };
        let provinces = board.provinces().len();
        let mut worth = Self {
            attack: vec![0; provinces],
            defence: vec![0; provinces],
            strength: vec![0; provinces],
            competition: vec![0; provinces],
            proximity: [Vec::new(), Vec::new()],
            nearness: [Vec::new(), Vec::new()],
            places: board.locations().len(),
        };
        worth.weigh_centres(board, position, own, neutrals);
        worth.spread(board, season);
        worth
    }

    fn weigh_centres(&mut self, board: &Board, position: &Position, own: &[Power], neutrals: Neutrals) {
        let powers = board.powers().len();
        let mut centres = vec![0; powers];
        let mut unowned = 0;
        for &centre in board.centres() {
            match position.owners.of(centre) {
                Some(power) => centres[power.index()] += 1,
                None => unowned += 1,
            }
        }
        let sizes: Vec<i64> = centres.into_iter().map(size).collect();
        let mut near = vec![0; board.provinces().len() * powers];
        for unit in position.forces.units() {
            let here = board.province_of(unit.location);
            near[here.index() * powers + unit.power.index()] += 1;
            for there in board.provinces_near(unit.kind, unit.location) {
                near[there.index() * powers + unit.power.index()] += 1;
            }
        }
        for province in board.provinces() {
            let i = province.index();
            let mut threat = 0;
            for power in board.powers() {
                let units = near[i * powers + power.index()];
                if own.contains(&power) {
                    self.strength[i] += units;
                } else if units > 0 {
                    self.competition[i] = self.competition[i].max(units);
                    threat = threat.max(sizes[power.index()]);
                }
            }
            if !board.is_centre(province) {
                continue;
            }
            match position.owners.of(province) {
                Some(power) if own.contains(&power) => self.defence[i] = threat,
                Some(power) => self.attack[i] = sizes[power.index()],
                None => {
                    self.attack[i] = match neutrals {
                        Neutrals::Ignored => 0,
                        Neutrals::Valued => size(unowned),
                    }
                }
            }
        }
    }

    fn spread(&mut self, board: &Board, season: Season) {
        let (attack, defence) = BALANCE[season as usize];
        let weights = match season {
            Season::Spring => SPRING,
            Season::Fall => FALL,
        };
        for kind in UnitKind::BOTH {
            let mut rounds = vec![0; self.places * DEPTH];
            let mut standable = Vec::with_capacity(self.places);
            for province in board.provinces() {
                let i = province.index();
                for place in board.places(kind, province) {
                    rounds[place.index()] = self.attack[i] * attack + self.defence[i] * defence;
                    standable.push(*place);
                }
            }
            let coasts = coasts(board, kind, &standable);
            for round in 1..DEPTH {
                let (before, after) = rounds.split_at_mut(round * self.places);
                let before = &before[(round - 1) * self.places..];
                let value = |from: &Location| before[from.index()];
                for place in &standable {
                    let near = board.neighbours(kind, *place).iter().map(value).sum::<i64>();
                    after[place.index()] = value(place) + near;
                }
                for (place, coasts) in &coasts {
                    let all = coasts.iter().map(value);
                    after[place.index()] -= all.clone().sum::<i64>() - all.max().unwrap_or(0);
                }
                after[..self.places].iter_mut().for_each(|value| *value /= THINNING);
            }
            let nearness = &mut self.nearness[kind as usize];
            *nearness = vec![0; self.places];
            for (round, weight) in rounds.chunks_exact(self.places).zip(weights) {
                for (sum, value) in nearness.iter_mut().zip(round) {
                    *sum += weight * value;
                }
            }
            self.proximity[kind as usize] = rounds;
        }
    }

    /// What it is worth to have a unit of this kind there after a move or a retreat.
    pub fn destination(&self, board: &Board, kind: UnitKind, place: Location) -> i64 {
        let i = board.province_of(place).index();
        self.nearness(kind, place) + STRENGTH * self.strength[i] - COMPETITION * self.competition[i]
    }

    /// What it is worth to have a unit of this kind there after adjustments.
    pub fn garrison(&self, board: &Board, kind: UnitKind, place: Location) -> i64 {
        self.nearness(kind, place) + BUILD_DEFENCE * self.defence[board.province_of(place).index()]
    }

    /// All rounds of proximity, weighted.
    pub fn nearness(&self, kind: UnitKind, place: Location) -> i64 {
        self.nearness[kind as usize][place.index()]
    }

    /// The value of a place after so many rounds of spreading.
    pub fn round(&self, kind: UnitKind, place: Location, round: usize) -> i64 {
        self.proximity[kind as usize][round * self.places + place.index()]
    }

    pub fn attack(&self, province: Province) -> i64 {
        self.attack[province.index()]
    }

    pub fn defence(&self, province: Province) -> i64 {
        self.defence[province.index()]
    }

    pub fn strength(&self, province: Province) -> i64 {
        self.strength[province.index()]
    }

    pub fn competition(&self, province: Province) -> i64 {
        self.competition[province.index()]
    }
}

/// Where several coasts of one province are near a place: one place to come from, of which the better counts.
fn coasts<'a>(board: &'a Board, kind: UnitKind, places: &[Location]) -> Vec<(Location, &'a [Location])> {
    let of_one = |a: &Location, b: &Location| board.province_of(*a) == board.province_of(*b);
    let near = |place: &Location| {
        let place = *place;
        let groups = board.neighbours(kind, place).chunk_by(of_one);
        groups.filter(|group| group.len() > 1).map(move |group| (place, group))
    };
    places.iter().flat_map(near).collect()
}
