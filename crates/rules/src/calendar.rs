//! Turns, seasons and phases (C1, C2).

/// Half of a year.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Season {
    /// The first half.
    Spring,
    /// The second half; after it, centres change owner.
    Fall,
}

/// The kind of a phase.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PhaseKind {
    /// All units get orders.
    Movement,
    /// Dislodged units retreat or disband.
    Retreat,
    /// Powers build and remove units.
    Adjustment,
}

/// A turn: a season of a year.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Turn {
    /// The year.
    pub year: u16,
    /// The season.
    pub season: Season,
}

/// A part of a turn. Adjustments come only after Fall, so they have no season.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// The movement phase of a turn.
    Movement(Turn),
    /// The retreat phase of a turn.
    Retreat(Turn),
    /// The adjustment phase after Fall.
    Adjustment {
        /// The year.
        year: u16,
    },
}

impl Turn {
    /// The turn after this one.
    #[must_use]
    pub const fn next(self) -> Self {
        match self.season {
            Season::Spring => Self { year: self.year, season: Season::Fall },
            Season::Fall => Self { year: self.year.saturating_add(1), season: Season::Spring },
        }
    }
}

/// A year in a key has at most this many digits.
const MAX_YEAR_DIGITS: usize = 5;

impl Phase {
    /// The kind of the phase.
    pub const fn kind(self) -> PhaseKind {
        match self {
            Self::Movement(_) => PhaseKind::Movement,
            Self::Retreat(_) => PhaseKind::Retreat,
            Self::Adjustment { .. } => PhaseKind::Adjustment,
        }
    }

    /// The turn that the phase belongs to.
    pub const fn turn(self) -> Turn {
        match self {
            Self::Movement(turn) | Self::Retreat(turn) => turn,
            Self::Adjustment { year } => Turn { year, season: Season::Fall },
        }
    }

    /// The key used in stored and sent forms, and in the international notation: `S1901M`, `F1901R`,
    /// `W1901A`.
    pub fn key(self) -> String {
        let letter = |season| match season {
            Season::Spring => 'S',
            Season::Fall => 'F',
        };
        match self {
            Self::Movement(turn) => format!("{}{:04}M", letter(turn.season), turn.year),
            Self::Retreat(turn) => format!("{}{:04}R", letter(turn.season), turn.year),
            Self::Adjustment { year } => format!("W{year:04}A"),
        }
    }

    /// The phase with this key.
    pub fn from_key(key: &str) -> Option<Self> {
        let (season, rest) = key.split_at_checked(1)?;
        let (digits, stage) = rest.split_at_checked(rest.len().checked_sub(1)?)?;
        // Only digits: `parse` would also accept a sign.
        if digits.len() > MAX_YEAR_DIGITS || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        let year: u16 = digits.parse().ok()?;
        Some(match (season, stage) {
            ("S", "M") => Self::Movement(Turn { year, season: Season::Spring }),
            ("F", "M") => Self::Movement(Turn { year, season: Season::Fall }),
            ("S", "R") => Self::Retreat(Turn { year, season: Season::Spring }),
            ("F", "R") => Self::Retreat(Turn { year, season: Season::Fall }),
            ("W", "A") => Self::Adjustment { year },
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_are_read_from_their_keys_and_other_texts_are_rejected() {
        for key in ["S1901M", "F1901M", "S1914R", "F1902R", "W1901A", "S0001M", "W65535A"] {
            assert_eq!(Phase::from_key(key).map(Phase::key).as_deref(), Some(key));
        }
        assert_eq!(Phase::from_key("S1M"), Phase::from_key("S0001M"));
        for text in [
            "", "S", "SM", "1901", "S1901A", "W1901M", "W1901R", "X1901M", "S99999M", "S70000M", "S+1901M",
            "S001901M", "S19é1M", "é1901M", "S1901é", "s1901m",
        ] {
            assert_eq!(Phase::from_key(text), None, "{text}");
        }
    }
}
