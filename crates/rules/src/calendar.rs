//! Years, seasons and phases (C1, C2).

/// A half of a year.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Season {
    Spring,
    Fall,
}

/// What is being written in a phase.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Stage {
    Movement,
    Retreat,
    Adjustment,
}

/// A turn: a season of a year.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Date {
    pub year: u16,
    pub season: Season,
}

/// A part of a turn. Adjustments come after Fall only, which is why they have no season.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    Movement(Date),
    Retreat(Date),
    Adjustment { year: u16 },
}

impl Date {
    /// The turn after this one.
    #[must_use]
    pub const fn next(self) -> Self {
        match self.season {
            Season::Spring => Self { year: self.year, season: Season::Fall },
            Season::Fall => Self { year: self.year.saturating_add(1), season: Season::Spring },
        }
    }
}

/// A year has no more digits in a key.
const MAX_DIGITS: usize = 5;

impl Phase {
    pub const fn stage(self) -> Stage {
        match self {
            Self::Movement(_) => Stage::Movement,
            Self::Retreat(_) => Stage::Retreat,
            Self::Adjustment { .. } => Stage::Adjustment,
        }
    }

    /// The turn that the phase belongs to.
    pub const fn date(self) -> Date {
        match self {
            Self::Movement(date) | Self::Retreat(date) => date,
            Self::Adjustment { year } => Date { year, season: Season::Fall },
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
            Self::Movement(date) => format!("{}{:04}M", letter(date.season), date.year),
            Self::Retreat(date) => format!("{}{:04}R", letter(date.season), date.year),
            Self::Adjustment { year } => format!("W{year:04}A"),
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        let (season, rest) = key.split_at_checked(1)?;
        let (digits, stage) = rest.split_at_checked(rest.len().checked_sub(1)?)?;
        // A sign would be read as part of a number.
        if digits.len() > MAX_DIGITS || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        let year: u16 = digits.parse().ok()?;
        Some(match (season, stage) {
            ("S", "M") => Self::Movement(Date { year, season: Season::Spring }),
            ("F", "M") => Self::Movement(Date { year, season: Season::Fall }),
            ("S", "R") => Self::Retreat(Date { year, season: Season::Spring }),
            ("F", "R") => Self::Retreat(Date { year, season: Season::Fall }),
            ("W", "A") => Self::Adjustment { year },
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_come_back_from_their_keys_and_other_texts_give_none() {
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
