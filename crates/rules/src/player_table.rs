//! Who plays what with how many players (A3, K).

use crate::{Board, BoardFault, Date, Goal, GoalOf, Power, Province};

/// How the powers of a board are shared out among a number of players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlayerTable {
    /// By seat: its powers.
    pub seats: Vec<Vec<Power>>,
    /// Powers that nobody plays from the start.
    pub unplayed: Vec<Power>,
    pub neutral: Option<NeutralPower>,
    /// The first turn.
    pub first: Date,
    pub goal: Goal,
}

/// A power that nobody has at first and whose land is closed until a coin gives it to somebody (K5).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NeutralPower {
    pub power: Power,
    /// The provinces that nobody may enter while it is neutral.
    pub land: Vec<Province>,
    /// The Fall at the end of which the coin is tossed; from the next Spring on the power is the winner's.
    pub toss: Date,
}

/// A player table by its keys, before it is checked.
#[derive(Clone, Debug, Default)]
pub struct PlayerTablePlan {
    pub players: usize,
    /// By seat. Empty: each power that is played has a seat of its own.
    pub seats: Vec<Vec<String>>,
    pub unplayed: Vec<String>,
    pub neutral: Option<NeutralPlan>,
    /// None: the board's own first turn.
    pub first: Option<Date>,
    /// So many centres of one player win. None: the board's own goal.
    pub goal_of_player: Option<usize>,
}

#[derive(Clone, Debug)]
pub struct NeutralPlan {
    pub power: String,
    pub land: Vec<String>,
    pub toss: Date,
}

impl Board {
    /// How so many players share the powers out. None: there is no table for them on this board.
    pub fn table(&self, players: usize) -> Option<&PlayerTable> {
        self.tables.iter().find(|table| table.seats.len() == players)
    }

    /// The numbers of players that there are tables for, in growing order.
    pub fn player_counts(&self) -> impl Iterator<Item = usize> {
        self.tables.iter().map(|table| table.seats.len())
    }

    pub(crate) fn set_tables(&mut self, plans: &[PlayerTablePlan], faults: &mut Vec<BoardFault>) {
        for plan in plans {
            match PlayerTable::new(self, plan) {
                Ok(_) if self.table(plan.players).is_some() => {
                    faults.push(BoardFault::TableNotWhole { players: plan.players });
                }
                Ok(table) => self.tables.push(table),
                Err(fault) => faults.push(fault),
            }
        }
        let powers = self.powers().len();
        if powers >= 2 && self.table(powers).is_none() {
            self.tables.push(PlayerTable::one_power_each(self));
        }
        self.tables.sort_by_key(|table| table.seats.len());
    }
}

impl PlayerTable {
    /// Every power has a player of its own.
    pub(crate) fn one_power_each(board: &Board) -> Self {
        Self {
            seats: board.powers().map(|power| vec![power]).collect(),
            unplayed: Vec::new(),
            neutral: None,
            first: board.first(),
            goal: Goal::of_board(board),
        }
    }

    pub(crate) fn new(board: &Board, plan: &PlayerTablePlan) -> Result<Self, BoardFault> {
        let players = plan.players;
        let unknown = |key: &str| BoardFault::UnknownInTable { players, key: key.to_owned() };
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
            return Err(BoardFault::TableNotWhole { players });
        }
        let neutral = match &plan.neutral {
            None => None,
            Some(neutral) => {
                let province = |key: &String| board.province(key).ok_or_else(|| unknown(key));
                let land = neutral.land.iter().map(province).collect::<Result<_, _>>()?;
                let power = power(&neutral.power)?;
                if !unplayed.contains(&power) {
                    return Err(BoardFault::TableNotWhole { players });
                }
                Some(NeutralPower { power, land, toss: neutral.toss })
            }
        };
        let goal = match plan.goal_of_player {
            Some(centres) => Goal { centres, of: GoalOf::OnePlayer },
            None => Goal::of_board(board),
        };
        Ok(Self { seats, unplayed, neutral, first: plan.first.unwrap_or(board.first()), goal })
    }
}
