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
}
