//! Who plays what with how many players (A3, K).

use std::sync::Arc;

use rules::{Board, Date, Power, Province, Season, Table};

use crate::{Circle, SeatId};

/// How the powers of a board are shared out among the players of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seating {
    seats: Vec<Vec<Power>>,
    unplayed: Vec<Power>,
    neutral: Option<Neutral>,
    first: Date,
    powers: usize,
    centres: usize,
}

/// A power that nobody has at first and whose land is closed until somebody has (K5).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Neutral {
    pub power: Power,
    /// The provinces that nobody may enter while it is neutral.
    pub land: Vec<Province>,
    /// The Fall at the end of which the coin is tossed.
    pub toss: Date,
    /// The board while that land is closed.
    pub board: Arc<Board>,
}

/// What has become of a neutral power.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Neutrality {
    Closed,
    /// The coin has fallen; from the next Spring on the power is this seat's.
    Tossed(SeatId),
    Joined(SeatId),
}

/// The years of the game for two (K5).
const WAR: u16 = 1914;

impl Seating {
    /// The table for a number of players. None: the rulebook has none for them on this board.
    pub fn new(board: &Board, players: usize) -> Option<Self> {
        let mut seating = Self {
            seats: Vec::new(),
            unplayed: Vec::new(),
            neutral: None,
            first: board.first(),
            powers: board.powers().len(),
            centres: board.centres().len(),
        };
        if players == board.powers().len() && players >= 2 {
            seating.seats = board.powers().map(|power| vec![power]).collect();
            return Some(seating);
        }
        let unplayed: &[&str] = match players {
            // K5: Italy is neutral.
            2 => &["italy"],
            // K3 and K4: everything is played.
            3 | 4 => &[],
            // K1 and K2.
            5 => &["italy", "germany"],
            6 => &["italy"],
            _ => return None,
        };
        for key in unplayed {
            seating.unplayed.push(board.power(key)?);
        }
        let shared: &[&[&str]] = match players {
            2 => &[&["england", "france", "russia"], &["austria", "germany", "turkey"]],
            3 => &[&["england", "germany", "austria"], &["russia", "italy"], &["france", "turkey"]],
            4 => &[&["england"], &["austria", "france"], &["germany", "turkey"], &["italy", "russia"]],
            _ => &[],
        };
        for keys in shared {
            seating.seats.push(keys.iter().map(|key| board.power(key)).collect::<Option<_>>()?);
        }
        if shared.is_empty() {
            let played = board.powers().filter(|power| !seating.unplayed.contains(power));
            seating.seats = played.map(|power| vec![power]).collect();
        }
        if seating.seats.len() != players
            || seating.seats.iter().flatten().count() + unplayed.len() != seating.powers
        {
            return None;
        }
        if players == 2 {
            let land = Self::italian(board)?;
            seating.neutral = Some(Neutral {
                power: seating.unplayed[0],
                board: Arc::new(board.closing(&land)),
                land,
                toss: Date { year: WAR, season: Season::Fall },
            });
            seating.first = Date { year: WAR, season: Season::Spring };
        }
        Some(seating)
    }

    /// The board knows home centres only; the land of a country is written here.
    fn italian(board: &Board) -> Option<Vec<Province>> {
        ["apu", "nap", "pie", "rom", "tus", "ven"].iter().map(|key| board.province(key)).collect()
    }

    /// How many players there are.
    pub fn len(&self) -> usize {
        self.seats.len()
    }

    pub fn is_empty(&self) -> bool {
        self.seats.is_empty()
    }

    pub fn seats(&self) -> impl ExactSizeIterator<Item = SeatId> + use<> {
        (0..self.seats.len()).map(SeatId::new)
    }

    pub fn everybody(&self) -> Circle {
        self.seats().collect()
    }

    /// The powers that a seat has from the start.
    pub fn powers(&self, seat: SeatId) -> &[Power] {
        self.seats.get(seat.index()).map_or(&[], Vec::as_slice)
    }

    /// The powers that nobody plays from the start.
    pub fn unplayed(&self) -> &[Power] {
        &self.unplayed
    }

    pub const fn neutral(&self) -> Option<&Neutral> {
        self.neutral.as_ref()
    }

    /// The board of the game: `open`, the whole one, or while a power is neutral the one with its land
    /// closed (K5).
    pub fn board<'a>(&'a self, open: &'a Board, neutrality: Option<Neutrality>) -> &'a Board {
        match (&self.neutral, neutrality) {
            (Some(neutral), Some(Neutrality::Closed | Neutrality::Tossed(_))) => &neutral.board,
            (Some(_), Some(Neutrality::Joined(_)) | None) | (None, _) => open,
        }
    }

    /// The first turn.
    pub const fn first(&self) -> Date {
        self.first
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
        for power in &self.unplayed {
            table.player[power.index()] = (self.seats.len() + power.index()) as u8;
            table.set_disorder(*power, true);
        }
        for seat in self.seats() {
            for power in self.powers(seat) {
                table.player[power.index()] = seat.index() as u8;
                table.set_disorder(*power, away.contains(seat));
            }
        }
        if let (Some(neutral), Some(Neutrality::Joined(seat))) = (&self.neutral, neutrality) {
            table.player[neutral.power.index()] = seat.index() as u8;
            table.set_disorder(neutral.power, away.contains(seat));
        }
        table
    }
}
