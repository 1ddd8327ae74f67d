//! The bots by name, and the levels that people choose from.

use crate::{Bot, Dumb, Foresight, Habits, Hold, Neutrals, Planner, Random};

/// Every bot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    Random,
    Hold,
    Dumb,
    DumbNeutral,
    Planner,
    Novice,
    Amateur,
    Strong,
}

/// How strong an opponent a person wants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Level {
    Novice,
    Amateur,
    Strong,
}

impl Kind {
    pub const ALL: [Self; 8] = [
        Self::Random,
        Self::Hold,
        Self::Dumb,
        Self::DumbNeutral,
        Self::Planner,
        Self::Novice,
        Self::Amateur,
        Self::Strong,
    ];

    /// The key used in commands and in stored and sent forms.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Hold => "hold",
            Self::Dumb => "dumb",
            Self::DumbNeutral => "dumb-neutral",
            Self::Planner => "planner",
            Self::Novice => "novice",
            Self::Amateur => "amateur",
            Self::Strong => "strong",
        }
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.key() == key)
    }

    pub fn bot(self) -> Box<dyn Bot> {
        match self {
            Self::Random => Box::new(Random),
            Self::Hold => Box::new(Hold),
            Self::Dumb => Box::new(Dumb { neutrals: Neutrals::Ignored }),
            Self::DumbNeutral => Box::new(Dumb { neutrals: Neutrals::Valued }),
            Self::Planner => Box::new(Planner { habits: Habits::FULL }),
            Self::Novice => Box::new(Planner { habits: Habits::NOVICE }),
            Self::Amateur => {
                Box::new(Planner { habits: Habits { foresight: Foresight::Guesses(2), ..Habits::FULL } })
            }
            Self::Strong => {
                Box::new(Planner { habits: Habits { foresight: Foresight::Guesses(16), ..Habits::FULL } })
            }
        }
    }

    /// The budget in work units that fits the bot.
    pub const fn budget(self) -> u64 {
        match self {
            Self::Random | Self::Hold | Self::Dumb | Self::DumbNeutral => 0,
            Self::Novice => 150,
            Self::Amateur => 200,
            Self::Planner => 900,
            Self::Strong => 8_000,
        }
    }
}

impl Level {
    pub const ALL: [Self; 3] = [Self::Novice, Self::Amateur, Self::Strong];

    /// The key used in stored and sent forms: that of its bot.
    pub const fn key(self) -> &'static str {
        self.kind().key()
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.key() == key)
    }

    /// The bot that plays at this level.
    pub const fn kind(self) -> Kind {
        match self {
            Self::Novice => Kind::Novice,
            Self::Amateur => Kind::Amateur,
            Self::Strong => Kind::Strong,
        }
    }
}
