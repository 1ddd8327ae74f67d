//! Random positions from a seed, the same on every machine.

#![allow(dead_code, unreachable_pub)]

use chance::Chance;
use rules::{
    Adjustments, Board, Dislodged, Edition, Entry, Forces, Options, Owners, Phase, Position, Power,
    RetreatOrder, Season, Table, Unit, UnitKind,
};

use language::Command;

/// Throws units on a board. The remainder is taken, not the product of [`Chance::below`]: the counts in
/// these tests were measured with it.
#[derive(Clone, Debug)]
pub struct Dice(Chance);

impl Dice {
    pub fn new(seed: u64) -> Self {
        Self(Chance::new(seed))
    }

    pub fn next(&mut self) -> u64 {
        self.0.next()
    }

    pub fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len())]
    }
}

/// A position of a movement phase (three of four), a retreat phase or an adjustment phase.
pub fn position(board: &Board, dice: &mut Dice) -> Position {
    let mut forces = Forces::new(board);
    let count = 12 + dice.below(23);
    let locations: Vec<_> = board.locations().collect();
    let powers: Vec<_> = board.powers().collect();
    while forces.units().len() < count {
        let (location, power) = (*dice.pick(&locations), *dice.pick(&powers));
        let kind = if dice.below(2) == 0 { UnitKind::Army } else { UnitKind::Fleet };
        // Places that are taken or don't fit are passed over.
        let _ = forces.place(board, Unit { kind, power, location });
    }
    let mut owners = Owners::none(board);
    for &centre in board.centres() {
        let owner = if dice.below(2) == 0 { board.home_of(centre) } else { Some(*dice.pick(&powers)) };
        owners.give(centre, owner);
    }
    let date = rules::Date { year: 1901 + dice.below(20) as u16, season: Season::Fall };
    let mut position = Position {
        phase: Phase::Movement(date),
        forces,
        owners,
        dislodged: Vec::new(),
        table: Table::default(),
        winner: None,
    };
    match dice.below(8) {
        0 => dislodge(board, dice, &mut position),
        1 => position.phase = Phase::Adjustment { year: date.year },
        _ => {}
    }
    position
}

fn dislodge(board: &Board, dice: &mut Dice, position: &mut Position) {
    position.phase = Phase::Retreat(position.phase.date());
    for _ in 0..4 {
        let unit = *dice.pick(position.forces.units());
        let near = board.neighbours(unit.kind, unit.location);
        let open =
            near.iter().copied().filter(|l| position.forces.at(board.province_of(*l)).is_none()).collect();
        position.forces.remove(board, board.province_of(unit.location));
        position.dislodged.push(Dislodged { unit, open });
    }
}

/// Everything that a power may write in a position.
pub fn commands(board: &Board, position: &Position, power: Power) -> Vec<Command> {
    match position.phase {
        Phase::Movement(_) => orders(board, position, power),
        Phase::Retreat(_) => retreats(position, power),
        Phase::Adjustment { .. } => {
            entries(board, &position.adjustments(board, Edition::Y2000), position, power)
        }
    }
}

fn orders(board: &Board, position: &Position, power: Power) -> Vec<Command> {
    let mut options = Options::new(board);
    options.survey(&position.forces);
    let mut found = Vec::new();
    for (slot, &unit) in position.forces.units().iter().enumerate().filter(|(_, unit)| unit.power == power) {
        found.extend(options.of(slot).iter().map(|order| Command::Order { unit, order }));
    }
    found
}

fn retreats(position: &Position, power: Power) -> Vec<Command> {
    let mut found = Vec::new();
    for fallen in position.dislodged.iter().filter(|fallen| fallen.unit.power == power) {
        let unit = fallen.unit;
        found.push(Command::Retreat { unit, order: RetreatOrder::Disband });
        found.extend(fallen.open.iter().map(|to| Command::Retreat { unit, order: RetreatOrder::To(*to) }));
    }
    found
}

fn entries(board: &Board, adjustments: &Adjustments<'_>, position: &Position, power: Power) -> Vec<Command> {
    let mut found = Vec::new();
    if adjustments.owed(power) > 0 {
        found.push(Entry::Waive);
        for site in adjustments.sites(power) {
            for kind in UnitKind::BOTH {
                let places = board.places(kind, site);
                found.extend(places.iter().map(|at| Entry::Build { kind, at: *at }));
            }
        }
    }
    if adjustments.owed(power) < 0 {
        let mine = position.forces.units().iter().filter(|unit| unit.power == power);
        found.extend(mine.map(|unit| Entry::Remove { at: board.province_of(unit.location) }));
    }
    found.into_iter().map(Command::Entry).collect()
}
