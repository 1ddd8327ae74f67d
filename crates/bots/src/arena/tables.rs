//! The player tables of the rulebook: who has which powers when fewer than seven play (K).

use rules::{Board, Date, Phase, Position, Power, Province, Season};

use crate::Goal;

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

/// The year in which the game for two begins, and in which the coin is tossed (K5).
const WAR: u16 = 1914;

/// The table for 2 to 7 players on a board with the seven classic powers.
pub fn gathering(board: &Board, players: usize) -> Option<Gathering> {
    let (seats, unplayed): (&[&[&str]], &[&str]) = match players {
        2 => (&[&["england", "france", "russia"], &["austria", "germany", "turkey"]], &["italy"]),
        3 => (&[&["england", "germany", "austria"], &["russia", "italy"], &["france", "turkey"]], &[]),
        4 => (&[&["england"], &["austria", "france"], &["germany", "turkey"], &["italy", "russia"]], &[]),
        5 => (&[&["austria"], &["england"], &["france"], &["russia"], &["turkey"]], &["germany", "italy"]),
        6 => (&[&["austria"], &["england"], &["france"], &["germany"], &["russia"], &["turkey"]], &["italy"]),
        7 => (
            &[&["austria"], &["england"], &["france"], &["germany"], &["italy"], &["russia"], &["turkey"]],
            &[],
        ),
        _ => return None,
    };
    let named = |keys: &[&str]| keys.iter().map(|key| board.power(key)).collect::<Option<Vec<Power>>>();
    let powers: Vec<Vec<Power>> = seats.iter().map(|keys| named(keys)).collect::<Option<_>>()?;
    let unplayed = named(unplayed)?;
    let mut start = Position::start(board);
    for (player, powers) in powers.iter().enumerate() {
        for power in powers {
            start.table.player[power.index()] = player as u8;
        }
    }
    for (i, power) in unplayed.iter().enumerate() {
        start.table.player[power.index()] = (powers.len() + i) as u8;
        start.table.set_disorder(*power, true);
    }
    let mut gathering =
        Gathering { board: board.clone(), start, powers, goal: Goal::of_board(board), neutral: None };
    if players == 2 {
        let land = ["apu", "nap", "pie", "rom", "tus", "ven"];
        let land: Vec<Province> = land.iter().map(|key| board.province(key)).collect::<Option<_>>()?;
        gathering.neutral = Some(Neutral { power: *unplayed.first()?, toss: WAR, board: board.clone() });
        gathering.board = board.closing(&land);
        gathering.start.phase = Phase::Movement(Date { year: WAR, season: Season::Spring });
        gathering.goal = Goal::Player(24);
    }
    Some(gathering)
}
