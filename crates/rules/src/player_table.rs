//! Player tables: who plays which powers, for each number of players (A3, K).

use crate::{Board, BoardError, Goal, GoalScope, Power, Province, Turn};

/// How the powers of a board are shared among a number of players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerTable {
    /// The powers of each seat.
    pub seats: Vec<Vec<Power>>,
    /// Powers that nobody plays from the start.
    pub unplayed: Vec<Power>,
    /// The power that is neutral at first (K5).
    pub neutral: Option<NeutralPower>,
    /// The first turn.
    pub first_turn: Turn,
    /// How many centres win.
    pub goal: Goal,
}

/// A power that nobody plays at first. Its land is closed until a coin toss gives it to a player (K5).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NeutralPower {
    /// The power.
    pub power: Power,
    /// The provinces that nobody may enter while it is neutral.
    pub land: Vec<Province>,
    /// The coin toss is at the end of this Fall. From the next Spring on the winner plays the power.
    pub toss: Turn,
}

/// A player table in text keys, before it is checked.
#[derive(Clone, Debug, Default)]
pub struct PlayerTablePlan {
    /// The number of players.
    pub players: usize,
    /// The powers of each seat. Empty: each power that is played has its own seat.
    pub seats: Vec<Vec<String>>,
    /// Powers that nobody plays from the start.
    pub unplayed: Vec<String>,
    /// The power that is neutral at first (K5).
    pub neutral: Option<NeutralPowerPlan>,
    /// The first turn. None: the first turn of the board.
    pub first_turn: Option<Turn>,
    /// The number of centres of one player that wins. None: the goal of the board.
    pub goal_of_player: Option<usize>,
}

/// A neutral power in text keys, before it is checked.
#[derive(Clone, Debug)]
pub struct NeutralPowerPlan {
    /// The power.
    pub power: String,
    /// The provinces that nobody may enter while it is neutral.
    pub land: Vec<String>,
    /// The coin toss is at the end of this Fall.
    pub toss: Turn,
}

impl Board {
    /// The table for this number of players, if the board has one.
    pub fn player_table(&self, players: usize) -> Option<&PlayerTable> {
        self.player_tables.iter().find(|table| table.seats.len() == players)
    }

    /// The numbers of players that the board has tables for, in ascending order.
    pub fn player_counts(&self) -> impl Iterator<Item = usize> {
        self.player_tables.iter().map(|table| table.seats.len())
    }

    pub(crate) fn set_player_tables(&mut self, plans: &[PlayerTablePlan], errors: &mut Vec<BoardError>) {
        for plan in plans {
            match PlayerTable::new(self, plan) {
                Ok(_) if self.player_table(plan.players).is_some() => {
                    errors.push(BoardError::BadPlayerTable { players: plan.players });
                }
                Ok(table) => self.player_tables.push(table),
                Err(error) => errors.push(error),
            }
        }
        let powers = self.powers().len();
        if powers >= 2 && self.player_table(powers).is_none() {
            self.player_tables.push(PlayerTable::one_power_each(self));
        }
        self.player_tables.sort_by_key(|table| table.seats.len());
    }
}

impl PlayerTable {
    /// The table with one power per player.
    pub(crate) fn one_power_each(board: &Board) -> Self {
        Self {
            seats: board.powers().map(|power| vec![power]).collect(),
            unplayed: Vec::new(),
            neutral: None,
            first_turn: board.first_turn(),
            goal: Goal::of_board(board),
        }
    }

    pub(crate) fn new(board: &Board, plan: &PlayerTablePlan) -> Result<Self, BoardError> {
        let players = plan.players;
        let unknown = |key: &str| BoardError::UnknownInTable { players, key: key.to_owned() };
        let power = |key: &String| board.power(key).ok_or_else(|| unknown(key));
        let unplayed: Vec<Power> = plan.unplayed.iter().map(power).collect::<Result<_, _>>()?;
        let mut seats: Vec<Vec<Power>> = Vec::new();
        for keys in &plan.seats {
            seats.push(keys.iter().map(power).collect::<Result<_, _>>()?);
        }
        if plan.seats.is_empty() {
            seats.extend(board.powers().filter(|power| !unplayed.contains(power)).map(|power| vec![power]));
        }
        let mut all: Vec<Power> = seats.iter().flatten().chain(&unplayed).copied().collect();
        all.sort_unstable();
        if seats.len() != players || players < 2 || !all.into_iter().eq(board.powers()) {
            return Err(BoardError::BadPlayerTable { players });
        }
        let neutral = match &plan.neutral {
            None => None,
            Some(neutral) => {
                let province = |key: &String| board.province(key).ok_or_else(|| unknown(key));
                let land = neutral.land.iter().map(province).collect::<Result<_, _>>()?;
                let power = power(&neutral.power)?;
                if !unplayed.contains(&power) {
                    return Err(BoardError::BadPlayerTable { players });
                }
                Some(NeutralPower { power, land, toss: neutral.toss })
            }
        };
        let goal = match plan.goal_of_player {
            Some(centres) => Goal { centres, scope: GoalScope::OnePlayer },
            None => Goal::of_board(board),
        };
        Ok(Self { seats, unplayed, neutral, first_turn: plan.first_turn.unwrap_or(board.first_turn()), goal })
    }
}
