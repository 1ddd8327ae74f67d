//! Who plays what with how many players (A3, K).

use std::sync::Arc;

use rules::{Board, Date, Goal, NeutralPower, PlayerTable, Power, Table};

use crate::{Circle, SeatId};

/// How the powers of a board are shared out among the players of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seating {
    table: PlayerTable,
    /// The board while the land of the neutral power is closed (K5).
    closed: Option<Arc<Board>>,
    powers: usize,
    centres: usize,
}

/// What has become of a neutral power.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Neutrality {
    Closed,
    /// The coin has fallen; from the next Spring on the power is this seat's.
    Tossed(SeatId),
    Joined(SeatId),
}

impl Seating {
    /// The table for a number of players. None: the board has none for them.
    pub fn new(board: &Board, players: usize) -> Option<Self> {
        let table = board.table(players)?.clone();
        let closed = table.neutral.as_ref().map(|neutral| Arc::new(board.closing(&neutral.land)));
        Some(Self { table, closed, powers: board.powers().len(), centres: board.centres().len() })
    }

    /// How many players there are.
    pub fn len(&self) -> usize {
        self.table.seats.len()
    }

    pub fn is_empty(&self) -> bool {
        self.table.seats.is_empty()
    }

    pub fn seats(&self) -> impl ExactSizeIterator<Item = SeatId> + use<> {
        (0..self.table.seats.len()).map(SeatId::new)
    }

    pub fn everybody(&self) -> Circle {
        self.seats().collect()
    }

    /// The powers that a seat has from the start.
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

    /// The board of the game: `open`, the whole one, or while a power is neutral the one with its land
    /// closed (K5).
    pub fn board<'a>(&'a self, open: &'a Board, neutrality: Option<Neutrality>) -> &'a Board {
        match (&self.closed, neutrality) {
            (Some(closed), Some(Neutrality::Closed | Neutrality::Tossed(_))) => closed,
            (Some(_), Some(Neutrality::Joined(_)) | None) | (None, _) => open,
        }
    }

    /// The first turn.
    pub const fn first(&self) -> Date {
        self.table.first
    }

    /// What wins, if the players agree on nothing else (J1, K5).
    pub const fn goal(&self) -> Goal {
        self.table.goal
    }

    /// How many centres the board has.
    pub const fn centres(&self) -> usize {
        self.centres
    }

    pub const fn board_powers(&self) -> usize {
        self.powers
    }

    /// The people behind the powers as the judge wants to know them (F23).
    pub(crate) fn table(&self, neutrality: Option<Neutrality>, away: Circle) -> Table {
        let mut table = Table::default();
        // Numbers above the seats' own, so that unplayed powers help nobody.
        for power in &self.table.unplayed {
            table.player[power.index()] = (self.table.seats.len() + power.index()) as u8;
            table.set_disorder(*power, true);
        }
        for seat in self.seats() {
            for power in self.powers(seat) {
                table.player[power.index()] = seat.index() as u8;
                table.set_disorder(*power, away.contains(seat));
            }
        }
        if let (Some(neutral), Some(Neutrality::Joined(seat))) = (&self.table.neutral, neutrality) {
            table.player[neutral.power.index()] = seat.index() as u8;
            table.set_disorder(neutral.power, away.contains(seat));
        }
        table
    }
}
