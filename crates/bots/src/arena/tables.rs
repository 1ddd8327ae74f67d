//! How a game of so many players begins (K).

use rules::{Board, Goal, Phase, Position, Power};

/// How a number of players sits down.
#[derive(Clone, Debug)]
pub struct Gathering {
    /// The board, with the provinces closed that nobody may enter.
    pub board: Board,
    pub start: Position,
    /// By player: the powers.
    pub powers: Vec<Vec<Power>>,
    pub goal: Goal,
    pub neutral: Option<Neutral>,
}

/// A power that nobody has until a coin is tossed for it (K5).
#[derive(Clone, Debug)]
pub struct Neutral {
    pub power: Power,
    /// The coin falls in this year; from the next Spring on somebody has the power.
    pub toss: u16,
    /// The board from then on: its land is open.
    pub board: Board,
}

impl Gathering {
    /// The board as it is in a year.
    pub fn board_in(&self, year: u16) -> &Board {
        match &self.neutral {
            Some(neutral) if year > neutral.toss => &neutral.board,
            Some(_) | None => &self.board,
        }
    }
}

/// The set-up for a number of players, if the board has a table for them.
pub fn gathering(board: &Board, players: usize) -> Option<Gathering> {
    let table = board.table(players)?;
    let mut start = Position::start(board);
    start.phase = Phase::Movement(table.first);
    for (player, powers) in table.seats.iter().enumerate() {
        for power in powers {
            start.table.player[power.index()] = player as u8;
        }
    }
    let unplayed = board.powers().filter(|power| table.unplayed.contains(power));
    for (i, power) in unplayed.enumerate() {
        start.table.player[power.index()] = (players + i) as u8;
        start.table.set_disorder(power, true);
    }
    let neutral = table.neutral.as_ref();
    Some(Gathering {
        board: neutral.map_or_else(|| board.clone(), |neutral| board.closing(&neutral.land)),
        start,
        powers: table.seats.clone(),
        goal: table.goal,
        neutral: neutral.map(|neutral| Neutral {
            power: neutral.power,
            toss: neutral.toss.year,
            board: board.clone(),
        }),
    })
}
