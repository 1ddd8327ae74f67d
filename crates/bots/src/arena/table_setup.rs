//! The start of a game for a number of players (K): board, position, powers of each player, goal.

use rules::{Board, Goal, Phase, Position, Power};

/// The start of a game for a number of players.
#[derive(Clone, Debug)]
pub struct TableSetup {
    /// The board. Provinces that nobody may enter are closed.
    pub board: Board,
    pub start: Position,
    /// By player: its powers.
    pub powers: Vec<Vec<Power>>,
    pub goal: Goal,
    pub neutral: Option<Neutral>,
}

/// The neutral power: nobody plays it until a coin is tossed for it (K5).
#[derive(Clone, Debug)]
pub struct Neutral {
    pub power: Power,
    /// The year of the toss. From the next Spring on the winner plays the power.
    pub toss_year: u16,
    /// The board from then on. The land of the power is open.
    pub board: Board,
}

impl TableSetup {
    /// The board in a year.
    pub fn board_in(&self, year: u16) -> &Board {
        match &self.neutral {
            Some(neutral) if year > neutral.toss_year => &neutral.board,
            Some(_) | None => &self.board,
        }
    }
}

/// The start for a number of players. None if the board has no table for it.
pub fn table_setup(board: &Board, players: usize) -> Option<TableSetup> {
    let table = board.player_table(players)?;
    let mut start = Position::start(board);
    start.phase = Phase::Movement(table.first_turn);
    for (player, powers) in table.seats.iter().enumerate() {
        for power in powers {
            start.players.by_power[power.index()] = player as u8;
        }
    }
    let unplayed = board.powers().filter(|power| table.unplayed.contains(power));
    for (i, power) in unplayed.enumerate() {
        start.players.by_power[power.index()] = (players + i) as u8;
        start.players.set_unplayed(power);
    }
    let neutral = table.neutral.as_ref();
    Some(TableSetup {
        board: neutral.map_or_else(|| board.clone(), |neutral| board.with_closed(&neutral.land)),
        start,
        powers: table.seats.clone(),
        goal: table.goal,
        neutral: neutral.map(|neutral| Neutral {
            power: neutral.power,
            toss_year: neutral.toss.year,
            board: board.clone(),
        }),
    })
}
