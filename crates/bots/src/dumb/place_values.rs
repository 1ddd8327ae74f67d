//! The value of every place for a player, by the published description of DumbBot.

use rules::{Board, Location, Phase, Position, Power, Province, Season, UnitKind};

/// The value of a centre without an owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NeutralCentres {
    /// Zero, as in the public ports of DumbBot.
    Ignored,
    /// As if one power owned all neutral centres.
    Valued,
}

/// The values of all places in a position for one player.
#[derive(Clone, Debug)]
pub struct PlaceValues {
    /// By province: the size of the owner of a foreign centre, and of the power that threatens an own one.
    attack: Vec<i64>,
    defence: Vec<i64>,
    /// By province: the own units that can reach it, and the most units of one rival. A unit reaches the
    /// province that it occupies.
    strength: Vec<i64>,
    competition: Vec<i64>,
    /// By kind, then by round and location: the value of the centre, then nine rounds of spreading it.
    proximity: [Vec<i64>; 2],
    /// By kind and location: the weighted sum of all rounds of proximity.
    weighted_proximity: [Vec<i64>; 2],
    places: usize,
}

pub(super) const DEPTH: usize = 10;
const SPRING: [i64; DEPTH] = [100, 1000, 30, 10, 6, 5, 4, 3, 2, 1];
const FALL: [i64; DEPTH] = [1000, 100, 30, 10, 6, 5, 4, 3, 2, 1];
/// The weights of attack and defence: Spring, then Fall.
const ATTACK_AND_DEFENCE_WEIGHTS: [(i64, i64); 2] = [(700, 300), (600, 400)];
const STRENGTH: i64 = 1000;
const COMPETITION: i64 = 1000;
const BUILD_DEFENCE: i64 = 1000;
/// The divisor of each round of spreading.
const SPREAD_DIVISOR: i64 = 5;

/// The size of a power with this number of centres.
const fn size(centres: i64) -> i64 {
    centres * centres + 4 * centres + 16
}

impl PlaceValues {
    /// The values of a position for the player of these powers.
    pub fn of(board: &Board, position: &Position, own: &[Power], neutrals: NeutralCentres) -> Self {
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
            weighted_proximity: [Vec::new(), Vec::new()],
            places: board.locations().len(),
        };
        worth.value_centres(board, position, own, neutrals);
        worth.spread(board, season);
        worth
    }

    fn value_centres(&mut self, board: &Board, position: &Position, own: &[Power], neutrals: NeutralCentres) {
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
                        NeutralCentres::Ignored => 0,
                        NeutralCentres::Valued => size(unowned),
                    }
                }
            }
        }
    }

    fn spread(&mut self, board: &Board, season: Season) {
        let (attack, defence) = ATTACK_AND_DEFENCE_WEIGHTS[season as usize];
        let weights = match season {
            Season::Spring => SPRING,
            Season::Fall => FALL,
        };
        for kind in UnitKind::BOTH {
            let mut rounds = vec![0; self.places * DEPTH];
            let mut standable = Vec::with_capacity(self.places);
            for province in board.provinces() {
                let i = province.index();
                for place in board.locations_for(kind, province) {
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
                after[..self.places].iter_mut().for_each(|value| *value /= SPREAD_DIVISOR);
            }
            let nearness = &mut self.weighted_proximity[kind as usize];
            *nearness = vec![0; self.places];
            for (round, weight) in rounds.chunks_exact(self.places).zip(weights) {
                for (sum, value) in nearness.iter_mut().zip(round) {
                    *sum += weight * value;
                }
            }
            self.proximity[kind as usize] = rounds;
        }
    }

    /// The value of a unit of this kind at a place after a move or a retreat.
    pub fn move_value(&self, board: &Board, kind: UnitKind, place: Location) -> i64 {
        let i = board.province_of(place).index();
        self.weighted_proximity(kind, place) + STRENGTH * self.strength[i] - COMPETITION * self.competition[i]
    }

    /// The value of a unit of this kind at a place after adjustments.
    pub fn build_value(&self, board: &Board, kind: UnitKind, place: Location) -> i64 {
        self.weighted_proximity(kind, place) + BUILD_DEFENCE * self.defence[board.province_of(place).index()]
    }

    /// The weighted sum of all rounds of proximity.
    pub fn weighted_proximity(&self, kind: UnitKind, place: Location) -> i64 {
        self.weighted_proximity[kind as usize][place.index()]
    }

    /// The value of a place after this number of rounds of spreading.
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

/// By place: neighbours that are coasts of one province. They count once, with the better value.
fn coasts<'a>(board: &'a Board, kind: UnitKind, places: &[Location]) -> Vec<(Location, &'a [Location])> {
    let of_one = |a: &Location, b: &Location| board.province_of(*a) == board.province_of(*b);
    let near = |place: &Location| {
        let place = *place;
        let groups = board.neighbours(kind, place).chunk_by(of_one);
        groups.filter(|group| group.len() > 1).map(move |group| (place, group))
    };
    places.iter().flat_map(near).collect()
}
