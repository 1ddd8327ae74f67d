//! Test positions: positions with given units, and a seat in them.

use bots::Seat;
use notation::Notation;
use rules::{Board, Edition, Forces, Goal, Phase, Position, Power, Season, Turn, Unit};

pub(crate) fn board() -> &'static Board {
    &atlas::standard().board
}

/// A position with these units. Every power owns its home centres.
pub(crate) fn position_with(season: Season, units: &[(&str, &str)]) -> Position {
    let notation = Notation::new(board());
    let mut position = Position::start(board());
    position.phase = Phase::Movement(Turn { year: 1903, season });
    position.forces = Forces::new(board());
    for (power, texts) in units {
        let power = board().power(power).unwrap();
        for text in texts.split(", ") {
            let (kind, location) = notation.unit(text).unwrap();
            position.forces.place(board(), Unit { kind, power, location }).unwrap();
        }
    }
    position
}

pub(crate) fn seat<'a>(position: &'a Position, powers: &'a [Power]) -> Seat<'a> {
    let goal = Goal::of_board(board());
    Seat { board: board(), edition: Edition::Y2000, position, history: &[], powers, goal }
}
