//! Which powers each seat plays, for each number of players (A3, K).

use std::sync::Arc;

use rules::{Board, Goal, NeutralPower, PlayerTable, Players, Power, Turn};

use crate::{SeatId, SeatSet};

/// The powers of each seat in a game with this number of players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seating {
    table: PlayerTable,
    /// The board while the land of the neutral power is closed (K5).
    closed: Option<Arc<Board>>,
    powers: usize,
    centres: usize,
}

/// The state of the neutral power in a game for two (K5).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Neutrality {
    Closed,
    /// The coin was tossed. This seat plays the power from the next Spring on.
    Tossed(SeatId),
    Joined(SeatId),
}

impl Seating {
    /// The seating for a number of players. None if the board has no table for it.
    pub fn new(board: &Board, players: usize) -> Option<Self> {
        let table = board.player_table(players)?.clone();
        let closed = table.neutral.as_ref().map(|neutral| Arc::new(board.with_closed(&neutral.land)));
        Some(Self { table, closed, powers: board.powers().len(), centres: board.centres().len() })
    }

    /// The number of players.
    pub fn len(&self) -> usize {
        self.table.seats.len()
    }

    pub fn is_empty(&self) -> bool {
        self.table.seats.is_empty()
    }

    pub fn seats(&self) -> impl ExactSizeIterator<Item = SeatId> + use<> {
        (0..self.table.seats.len()).map(SeatId::new)
    }

    pub fn all_seats(&self) -> SeatSet {
        self.seats().collect()
    }

    /// The powers that a seat plays from the start.
    pub fn powers(&self, seat: SeatId) -> &[Power] {
        self.table.seats.get(seat.index()).map_or(&[], Vec::as_slice)
    }

    /// The powers that nobody plays from the start.
    pub fn unplayed(&self) -> &[Power] {
        &self.table.unplayed
    }

    pub const fn neutral(&self) -> Option<&NeutralPower> {
        self.table.neutral.as_ref()
    }

    /// The board of the game. While a power is neutral its land is closed (K5); otherwise it is `open`,
    /// the whole board.
    pub fn board<'a>(&'a self, open: &'a Board, neutrality: Option<Neutrality>) -> &'a Board {
        match (&self.closed, neutrality) {
            (Some(closed), Some(Neutrality::Closed | Neutrality::Tossed(_))) => closed,
            (Some(_), Some(Neutrality::Joined(_)) | None) | (None, _) => open,
        }
    }

    /// The date of the first turn.
    pub const fn first(&self) -> Turn {
        self.table.first_turn
    }

    /// What wins the game, unless the players agree on something else (J1, K5).
    pub const fn goal(&self) -> Goal {
        self.table.goal
    }

    /// The number of centres on the board.
    pub const fn centres(&self) -> usize {
        self.centres
    }

    /// The number of powers on the board.
    pub const fn power_count(&self) -> usize {
        self.powers
    }

    /// The table for the judge: the player of each power, and which powers are in disorder (F23).
    pub fn table(&self, neutrality: Option<Neutrality>, away: SeatSet) -> Players {
        let mut table = Players::default();
        // Unplayed powers get numbers above those of the seats, so that they share a player with nobody.
        for power in &self.table.unplayed {
            table.by_power[power.index()] = (self.table.seats.len() + power.index()) as u8;
            table.set_unplayed(*power);
        }
        for seat in self.seats() {
            for power in self.powers(seat) {
                table.by_power[power.index()] = seat.index() as u8;
                table.set_disorder(*power, away.contains(seat));
            }
        }
        if let (Some(neutral), Some(Neutrality::Joined(seat))) = (&self.table.neutral, neutrality) {
            table.by_power[neutral.power.index()] = seat.index() as u8;
            table.set_disorder(neutral.power, away.contains(seat));
        }
        table
    }
}
