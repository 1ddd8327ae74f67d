//! Random positions from a seed, the same on every machine.

use rules::{
    AdjustmentJudge, AdjustmentOrder, Board, Dislodged, Edition, Forces, Options, Owners, Phase, Players,
    Position, Power, RetreatOrder, Season, Unit, UnitKind,
};
use seeded_random::SeededRng;

use language::AnyOrder;

/// A seeded random generator. It uses the remainder, not the product as [`SeededRng::below`] does: the expected
/// counts in these tests were measured with it.
#[derive(Clone, Debug)]
pub struct SeededRandom(SeededRng);

impl SeededRandom {
    pub fn new(seed: u64) -> Self {
        Self(SeededRng::new(seed))
    }

    pub fn next(&mut self) -> u64 {
        self.0.next_u64()
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// A random position of a movement phase (three of four), a retreat phase or an adjustment phase.
pub fn position(board: &Board, dice: &mut SeededRandom) -> Position {
    let mut forces = Forces::new(board);
    let count = 12 + dice.below(23);
    let locations: Vec<_> = board.locations().collect();
    let powers: Vec<_> = board.powers().collect();
    while forces.units().len() < count {
        let (location, power) = (*dice.pick(&locations), *dice.pick(&powers));
        let kind = if dice.below(2) == 0 { UnitKind::Army } else { UnitKind::Fleet };
        // Occupied or impossible places are skipped.
        let _ = forces.place(board, Unit { kind, power, location });
    }
    let mut owners = Owners::none(board);
    for &centre in board.centres() {
        let owner = if dice.below(2) == 0 { board.home_of(centre) } else { Some(*dice.pick(&powers)) };
        owners.set_owner(centre, owner);
    }
    let date = rules::Turn { year: 1901 + dice.below(20) as u16, season: Season::Fall };
    let mut position = Position {
        phase: Phase::Movement(date),
        forces,
        owners,
        dislodged: Vec::new(),
        players: Players::default(),
        winner: None,
    };
    match dice.below(8) {
        0 => dislodge(board, dice, &mut position),
        1 => position.phase = Phase::Adjustment { year: date.year },
        _ => {}
    }
    position
}

fn dislodge(board: &Board, dice: &mut SeededRandom, position: &mut Position) {
    position.phase = Phase::Retreat(position.phase.turn());
    for _ in 0..4 {
        let unit = *dice.pick(position.forces.units());
        let near = board.neighbours(unit.kind, unit.location);
        let open =
            near.iter().copied().filter(|l| position.forces.at(board.province_of(*l)).is_none()).collect();
        position.forces.remove(board, board.province_of(unit.location));
        position.dislodged.push(Dislodged { unit, open_retreats: open });
    }
}

/// Every legal order of a power in a position.
pub fn legal_orders(board: &Board, position: &Position, power: Power) -> Vec<AnyOrder> {
    match position.phase {
        Phase::Movement(_) => orders(board, position, power),
        Phase::Retreat(_) => retreats(position, power),
        Phase::Adjustment { .. } => {
            entries(board, &position.adjustment_judge(board, Edition::Y2000), position, power)
        }
    }
}

fn orders(board: &Board, position: &Position, power: Power) -> Vec<AnyOrder> {
    let mut options = Options::new(board);
    options.compute(&position.forces);
    let mut found = Vec::new();
    for (slot, &unit) in position.forces.units().iter().enumerate().filter(|(_, unit)| unit.power == power) {
        found.extend(options.of(slot).iter().map(|order| AnyOrder::Order { unit, order }));
    }
    found
}

fn retreats(position: &Position, power: Power) -> Vec<AnyOrder> {
    let mut found = Vec::new();
    for dislodged in position.dislodged.iter().filter(|dislodged| dislodged.unit.power == power) {
        let unit = dislodged.unit;
        found.push(AnyOrder::Retreat { unit, order: RetreatOrder::Disband });
        found.extend(
            dislodged.open_retreats.iter().map(|to| AnyOrder::Retreat { unit, order: RetreatOrder::To(*to) }),
        );
    }
    found
}

fn entries(
    board: &Board,
    adjustments: &AdjustmentJudge<'_>,
    position: &Position,
    power: Power,
) -> Vec<AnyOrder> {
    let mut found = Vec::new();
    if adjustments.centres_minus_units(power) > 0 {
        found.push(AdjustmentOrder::Waive);
        for site in adjustments.build_sites(power) {
            for kind in UnitKind::BOTH {
                let places = board.locations_for(kind, site);
                found.extend(places.iter().map(|at| AdjustmentOrder::Build { kind, at: *at }));
            }
        }
    }
    if adjustments.centres_minus_units(power) < 0 {
        let mine = position.forces.units().iter().filter(|unit| unit.power == power);
        found.extend(mine.map(|unit| AdjustmentOrder::Remove { at: board.province_of(unit.location) }));
    }
    found.into_iter().map(AnyOrder::Adjustment).collect()
}
