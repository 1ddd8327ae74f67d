//! The lie of the land: which places lead to centres that are wanted or threatened.

use rules::{Board, Goal, GoalOf, Location, Power, Province, Terrain, UnitKind};

use crate::Seat;

use super::crowd::{Centres, MOST_CENTRES};

/// How much a centre pulls from one step farther off.
const FADING: f32 = 0.5;
/// Farther than this nothing pulls.
const HORIZON: usize = 8;

/// What a seat wants, and how far everything is. Made once a phase.
#[derive(Debug)]
pub(crate) struct Ground<'a> {
    pub(crate) board: &'a Board,
    /// By power: whether it is the seat's own, and the number of its player.
    pub(crate) own: Vec<bool>,
    pub(crate) player: Vec<u8>,
    pub(crate) goal: Goal,
    /// The largest of several own powers, where one of them must reach the goal alone (K6).
    pub(crate) heir: Option<Power>,
    /// By kind and location: the pull of all centres together.
    heat: [Vec<f32>; 2],
    /// By kind, centre and location: the pull of one centre of demand 1.
    pull: [Vec<Vec<f32>>; 2],
    demand: Vec<f32>,
    /// By kind and location: the centres where a unit there could be next turn.
    near: [Vec<Centres>; 2],
    /// By location: the centre of its province, if it has one.
    here: Vec<Centres>,
    /// All centres of the board.
    pub(crate) all: Centres,
}

impl<'a> Ground<'a> {
    pub(crate) fn new(seat: &Seat<'a>) -> Self {
        let board = seat.board;
        let table = &seat.position.table;
        let own: Vec<bool> = board.powers().map(|power| seat.is_own(power)).collect();
        // What the seat plays is one player's, whatever the table says.
        let me = seat.own_powers().next().map_or(0, |power| table.player[power.index()]);
        let number = |power: Power| if own[power.index()] { me } else { table.player[power.index()] };
        let player = board.powers().map(number).collect();
        let mut ground = Self {
            board,
            own,
            player,
            goal: seat.goal,
            heir: heir(seat),
            heat: [Vec::new(), Vec::new()],
            pull: [Vec::new(), Vec::new()],
            demand: Vec::new(),
            near: [Vec::new(), Vec::new()],
            here: vec![0; board.locations().len()],
            all: 0,
        };
        for (number, centre) in board.centres().iter().enumerate().take(MOST_CENTRES) {
            let bit = 1 << number;
            ground.all |= bit;
            for place in board.locations().filter(|place| board.province_of(*place) == *centre) {
                ground.here[place.index()] = bit;
            }
        }
        ground.near = UnitKind::BOTH
            .map(|kind| board.locations().map(|from| ground.centres_near(kind, from)).collect());
        let seas = ground.own_seas(seat);
        ground.pull = [
            board.centres().iter().map(|centre| army_pull(board, *centre, &seas)).collect(),
            board.centres().iter().map(|centre| fleet_pull(board, *centre)).collect(),
        ];
        ground.demand = board.centres().iter().map(|centre| ground.wanted(seat, *centre)).collect();
        ground.heat = UnitKind::BOTH.map(|kind| {
            let mut heat = vec![0.0; board.locations().len()];
            for (pull, demand) in ground.pull[kind as usize].iter().zip(&ground.demand) {
                for (sum, pull) in heat.iter_mut().zip(pull) {
                    *sum += pull * demand;
                }
            }
            heat
        });
        ground
    }

    pub(crate) fn is_own(&self, power: Power) -> bool {
        self.own[power.index()]
    }

    /// How well a unit of this kind is placed there.
    #[inline]
    pub(crate) fn heat(&self, kind: UnitKind, place: Location) -> f32 {
        self.heat[kind as usize][place.index()]
    }

    /// The centres where a unit there could be next turn.
    #[inline]
    pub(crate) fn near(&self, kind: UnitKind, place: Location) -> Centres {
        self.near[kind as usize][place.index()]
    }

    /// The centre of the province of a place, or none.
    #[inline]
    pub(crate) fn here(&self, place: Location) -> Centres {
        self.here[place.index()]
    }

    /// The same by province.
    pub(crate) fn centre(&self, province: Province) -> Centres {
        self.here(self.board.bare(province))
    }

    fn centres_near(&self, kind: UnitKind, from: Location) -> Centres {
        let near = self.board.provinces_near(kind, from).iter();
        near.fold(0, |near, there| near | self.centre(*there))
    }

    /// How much a unit of this kind would be needed there, where some stand already: a centre that
    /// many are close to pulls less.
    pub(crate) fn need(&self, kind: UnitKind, place: Location, others: &[(UnitKind, Location)]) -> f32 {
        let mut need = 0.0;
        for (i, demand) in self.demand.iter().enumerate() {
            let crowd: f32 =
                others.iter().map(|(kind, place)| self.pull[*kind as usize][i][place.index()]).sum();
            need += demand * self.pull[kind as usize][i][place.index()] / (0.5 + crowd);
        }
        need
    }

    /// The waters where an own fleet could carry an army.
    fn own_seas(&self, seat: &Seat<'_>) -> Vec<bool> {
        let mut seas = vec![false; self.board.provinces().len()];
        for (_, unit) in seat.own_units() {
            let here = self.board.province_of(unit.location);
            seas[here.index()] = self.board.terrain(here) == Terrain::Water;
        }
        seas
    }

    /// How much a centre is wanted: those of others to take, own ones to keep if rivals are near.
    fn wanted(&self, seat: &Seat<'_>, centre: Province) -> f32 {
        let i = self.board.centres().iter().position(|other| *other == centre).unwrap_or(0);
        match seat.position.owners.of(centre) {
            Some(power) if self.is_own(power) => {
                let units = seat.position.forces.units().iter();
                let rivals = units.filter(|unit| !self.is_own(unit.power));
                let danger = rivals
                    .map(|unit| self.pull[unit.kind as usize][i][unit.location.index()])
                    .fold(0.0, f32::max);
                0.05 + 0.5 * danger
            }
            Some(power) if seat.position.table.in_disorder(power) => 1.2,
            Some(_) => 1.0,
            None => 1.3,
        }
    }
}

fn heir(seat: &Seat<'_>) -> Option<Power> {
    let several = seat.goal.of == GoalOf::OnePower && seat.own_powers().count() > 1;
    let largest = seat.own_powers().max_by_key(|power| seat.position.owners.count(*power));
    largest.filter(|_| several)
}

/// By location: how a centre pulls fleets.
fn fleet_pull(board: &Board, centre: Province) -> Vec<f32> {
    let starts = board.places(UnitKind::Fleet, centre).to_vec();
    let step = |from: Location, reach: &mut dyn FnMut(Location, usize)| {
        for &to in board.neighbours(UnitKind::Fleet, from) {
            reach(to, 1);
        }
    };
    pull(board, &starts, step)
}

/// By location: how a centre pulls armies. They may cross a water in three steps where an own fleet
/// is ready and in four where none is, so that an island is far away but not out of the world.
fn army_pull(board: &Board, centre: Province, seas: &[bool]) -> Vec<f32> {
    let toll = |sea: Province| if seas[sea.index()] { 2 } else { 3 };
    let step = |from: Location, reach: &mut dyn FnMut(Location, usize)| {
        let here = board.province_of(from);
        if board.terrain(here) == Terrain::Water {
            for &there in board.provinces_near(UnitKind::Fleet, from) {
                let cost = if board.terrain(there) == Terrain::Water { toll(there) } else { 1 };
                reach(board.bare(there), cost);
            }
            return;
        }
        for &to in board.neighbours(UnitKind::Army, from) {
            reach(to, 1);
        }
        for place in board.places(UnitKind::Fleet, here) {
            for &sea in board.provinces_near(UnitKind::Fleet, *place) {
                if board.terrain(sea) == Terrain::Water {
                    reach(board.bare(sea), toll(sea));
                }
            }
        }
    };
    pull(board, &[board.bare(centre)], step)
}

/// Spreads from some places along steps of different lengths.
fn pull(
    board: &Board,
    starts: &[Location],
    step: impl Fn(Location, &mut dyn FnMut(Location, usize)),
) -> Vec<f32> {
    let mut distance = vec![usize::MAX; board.locations().len()];
    let mut shells: Vec<Vec<Location>> = vec![Vec::new(); HORIZON + 4];
    for &start in starts {
        distance[start.index()] = 0;
        shells[0].push(start);
    }
    for far in 0..HORIZON {
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
    let mut faded = [1.0; HORIZON + 1];
    for far in 1..=HORIZON {
        faded[far] = faded[far - 1] * FADING;
    }
    distance.into_iter().map(|far| faded.get(far).copied().unwrap_or(0.0)).collect()
}
