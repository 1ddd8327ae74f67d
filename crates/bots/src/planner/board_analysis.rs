//! Analysis of the board for one seat: how strongly centres attract units, and which centres a unit can
//! reach.

use rules::{Board, Goal, GoalScope, Location, Power, Province, Terrain, UnitKind};

use crate::Seat;

use super::reach_counts::{Centres, MAX_CENTRES};

/// The factor by which the attraction of a centre decreases per step.
const ATTRACTION_PER_STEP: f32 = 0.5;
/// The maximum distance of attraction, in steps.
const MAX_ATTRACTION_STEPS: usize = 8;

/// Which centres a seat wants, and how far they are. Made once per phase.
#[derive(Debug)]
pub(crate) struct BoardAnalysis<'a> {
    pub(crate) board: &'a Board,
    /// By power: whether the seat plays it, and the number of its player.
    pub(crate) own: Vec<bool>,
    pub(crate) player: Vec<u8>,
    pub(crate) goal: Goal,
    /// The largest of several own powers, if one of them must reach the goal alone (K6).
    pub(crate) power_to_grow: Option<Power>,
    /// By kind and location: the attraction of all centres together.
    attraction: [Vec<f32>; 2],
    /// By kind, centre and location: the attraction of one centre with demand 1.
    centre_attraction: [Vec<Vec<f32>>; 2],
    /// By centre: how much the seat wants it.
    demand: Vec<f32>,
    /// By kind and location: the centres that a unit there can reach next turn.
    centres_in_reach: [Vec<Centres>; 2],
    /// By location: the centre of its province, if it has one.
    centre_at: Vec<Centres>,
    /// All centres of the board.
    pub(crate) all_centres: Centres,
}

impl<'a> BoardAnalysis<'a> {
    pub(crate) fn new(seat: &Seat<'a>) -> Self {
        let board = seat.board;
        let table = &seat.position.players;
        let own: Vec<bool> = board.powers().map(|power| seat.is_own(power)).collect();
        // All powers of the seat belong to one player, also if the table says otherwise.
        let me = seat.own_powers().next().map_or(0, |power| table.by_power[power.index()]);
        let number = |power: Power| if own[power.index()] { me } else { table.by_power[power.index()] };
        let player = board.powers().map(number).collect();
        let mut analysis = Self {
            board,
            own,
            player,
            goal: seat.goal,
            power_to_grow: power_to_grow(seat),
            attraction: [Vec::new(), Vec::new()],
            centre_attraction: [Vec::new(), Vec::new()],
            demand: Vec::new(),
            centres_in_reach: [Vec::new(), Vec::new()],
            centre_at: vec![0; board.locations().len()],
            all_centres: 0,
        };
        for (number, centre) in board.centres().iter().enumerate().take(MAX_CENTRES) {
            let bit = 1 << number;
            analysis.all_centres |= bit;
            for place in board.locations().filter(|place| board.province_of(*place) == *centre) {
                analysis.centre_at[place.index()] = bit;
            }
        }
        analysis.centres_in_reach = UnitKind::BOTH
            .map(|kind| board.locations().map(|from| analysis.centres_near(kind, from)).collect());
        let seas = analysis.own_seas(seat);
        analysis.centre_attraction = [
            board.centres().iter().map(|centre| army_attraction(board, *centre, &seas)).collect(),
            board.centres().iter().map(|centre| fleet_attraction(board, *centre)).collect(),
        ];
        analysis.demand = board.centres().iter().map(|centre| analysis.wanted(seat, *centre)).collect();
        analysis.attraction = UnitKind::BOTH.map(|kind| {
            let mut heat = vec![0.0; board.locations().len()];
            for (pull, demand) in analysis.centre_attraction[kind as usize].iter().zip(&analysis.demand) {
                for (sum, pull) in heat.iter_mut().zip(pull) {
                    *sum += pull * demand;
                }
            }
            heat
        });
        analysis
    }

    pub(crate) fn is_own(&self, power: Power) -> bool {
        self.own[power.index()]
    }

    /// How good a place is for a unit of this kind.
    #[inline]
    pub(crate) fn attraction(&self, kind: UnitKind, place: Location) -> f32 {
        self.attraction[kind as usize][place.index()]
    }

    /// The centres that a unit there can reach next turn.
    #[inline]
    pub(crate) fn centres_in_reach(&self, kind: UnitKind, place: Location) -> Centres {
        self.centres_in_reach[kind as usize][place.index()]
    }

    /// The centre of the province of a place, or none.
    #[inline]
    pub(crate) fn centre_at(&self, place: Location) -> Centres {
        self.centre_at[place.index()]
    }

    /// The centre of a province, or none.
    pub(crate) fn centre(&self, province: Province) -> Centres {
        self.centre_at(self.board.coastless(province))
    }

    fn centres_near(&self, kind: UnitKind, from: Location) -> Centres {
        let near = self.board.provinces_near(kind, from).iter();
        near.fold(0, |near, there| near | self.centre(*there))
    }

    /// How much a unit of this kind is needed at a place, beside the other units. A centre with many units
    /// near it attracts less.
    pub(crate) fn need(&self, kind: UnitKind, place: Location, others: &[(UnitKind, Location)]) -> f32 {
        let mut need = 0.0;
        for (i, demand) in self.demand.iter().enumerate() {
            let crowd: f32 = others
                .iter()
                .map(|(kind, place)| self.centre_attraction[*kind as usize][i][place.index()])
                .sum();
            need += demand * self.centre_attraction[kind as usize][i][place.index()] / (0.5 + crowd);
        }
        need
    }

    /// The water provinces where an own fleet can convoy an army.
    fn own_seas(&self, seat: &Seat<'_>) -> Vec<bool> {
        let mut seas = vec![false; self.board.provinces().len()];
        for (_, unit) in seat.own_units() {
            let here = self.board.province_of(unit.location);
            seas[here.index()] = self.board.terrain(here) == Terrain::Water;
        }
        seas
    }

    /// How much the seat wants a centre: to take it from others, or to keep an own one near rivals.
    fn wanted(&self, seat: &Seat<'_>, centre: Province) -> f32 {
        let i = self.board.centres().iter().position(|other| *other == centre).unwrap_or(0);
        match seat.position.owners.of(centre) {
            Some(power) if self.is_own(power) => {
                let units = seat.position.forces.units().iter();
                let rivals = units.filter(|unit| !self.is_own(unit.power));
                let danger = rivals
                    .map(|unit| self.centre_attraction[unit.kind as usize][i][unit.location.index()])
                    .fold(0.0, f32::max);
                0.05 + 0.5 * danger
            }
            Some(power) if seat.position.players.in_disorder(power) => 1.2,
            Some(_) => 1.0,
            None => 1.3,
        }
    }
}

/// The own power that should grow, if one of several must reach the goal alone.
fn power_to_grow(seat: &Seat<'_>) -> Option<Power> {
    let several = seat.goal.scope == GoalScope::OnePower && seat.own_powers().count() > 1;
    let largest = seat.own_powers().max_by_key(|power| seat.position.owners.count(*power));
    largest.filter(|_| several)
}

/// By location: how strongly a centre attracts fleets.
fn fleet_attraction(board: &Board, centre: Province) -> Vec<f32> {
    let starts = board.locations_for(UnitKind::Fleet, centre).to_vec();
    let step = |from: Location, reach: &mut dyn FnMut(Location, usize)| {
        for &to in board.neighbours(UnitKind::Fleet, from) {
            reach(to, 1);
        }
    };
    attraction_by_distance(board, &starts, step)
}

/// By location: how strongly a centre attracts armies. Crossing a water province takes three steps with an
/// own fleet there and four without one, so that an island is far away but can be reached.
fn army_attraction(board: &Board, centre: Province, seas: &[bool]) -> Vec<f32> {
    let toll = |sea: Province| if seas[sea.index()] { 2 } else { 3 };
    let step = |from: Location, reach: &mut dyn FnMut(Location, usize)| {
        let here = board.province_of(from);
        if board.terrain(here) == Terrain::Water {
            for &there in board.provinces_near(UnitKind::Fleet, from) {
                let cost = if board.terrain(there) == Terrain::Water { toll(there) } else { 1 };
                reach(board.coastless(there), cost);
            }
            return;
        }
        for &to in board.neighbours(UnitKind::Army, from) {
            reach(to, 1);
        }
        for place in board.locations_for(UnitKind::Fleet, here) {
            for &sea in board.provinces_near(UnitKind::Fleet, *place) {
                if board.terrain(sea) == Terrain::Water {
                    reach(board.coastless(sea), toll(sea));
                }
            }
        }
    };
    attraction_by_distance(board, &[board.coastless(centre)], step)
}

/// The attraction by location: it decreases with the distance from the start places.
fn attraction_by_distance(
    board: &Board,
    starts: &[Location],
    step: impl Fn(Location, &mut dyn FnMut(Location, usize)),
) -> Vec<f32> {
    let mut distance = vec![usize::MAX; board.locations().len()];
    let mut shells: Vec<Vec<Location>> = vec![Vec::new(); MAX_ATTRACTION_STEPS + 4];
    for &start in starts {
        distance[start.index()] = 0;
        shells[0].push(start);
    }
    for far in 0..MAX_ATTRACTION_STEPS {
        let mut i = 0;
        while let Some(&from) = shells[far].get(i) {
            i += 1;
            if distance[from.index()] != far {
                continue;
            }
            step(from, &mut |to, cost| {
                if far + cost < distance[to.index()] {
                    distance[to.index()] = far + cost;
                    shells[far + cost].push(to);
                }
            });
        }
    }
    let mut faded = [1.0; MAX_ATTRACTION_STEPS + 1];
    for far in 1..=MAX_ATTRACTION_STEPS {
        faded[far] = faded[far - 1] * ATTRACTION_PER_STEP;
    }
    distance.into_iter().map(|far| faded.get(far).copied().unwrap_or(0.0)).collect()
}
