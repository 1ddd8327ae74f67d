//! The bots by name, and the levels that people choose from.

use crate::{Bot, Dumb, Foresight, Habits, Hold, Neutrals, Planner, Random, Regent};

/// Every bot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    Random,
    Hold,
    Dumb,
    DumbNeutral,
    Planner,
    Regent,
    Novice,
    Amateur,
    Strong,
    Master,
}

/// How far Strong misjudges its own plans, in centres.
const STRONG_BLUR: f32 = 0.1;

/// How strong an opponent a person wants.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Level {
    Novice,
    Amateur,
    Strong,
    Master,
}

impl Kind {
    pub const ALL: [Self; 10] = [
        Self::Random,
        Self::Hold,
        Self::Dumb,
        Self::DumbNeutral,
        Self::Planner,
        Self::Regent,
        Self::Novice,
        Self::Amateur,
        Self::Strong,
        Self::Master,
    ];

    /// The key used in commands and in stored and sent forms.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Hold => "hold",
            Self::Dumb => "dumb",
            Self::DumbNeutral => "dumb-neutral",
            Self::Planner => "planner",
            Self::Regent => "regent",
            Self::Novice => "novice",
            Self::Amateur => "amateur",
            Self::Strong => "strong",
            Self::Master => "master",
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
            Self::Regent | Self::Master => Box::new(Regent::FULL),
            Self::Strong => Box::new(Regent { blur: STRONG_BLUR, ..Regent::FULL }),
            Self::Novice => Box::new(Planner { habits: Habits::NOVICE }),
            Self::Amateur => {
                Box::new(Planner { habits: Habits { foresight: Foresight::Guesses(2), ..Habits::FULL } })
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
            Self::Regent => 70_000,
            Self::Master => 200_000,
        }
    }
}

impl Level {
    pub const ALL: [Self; 4] = [Self::Novice, Self::Amateur, Self::Strong, Self::Master];

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
            Self::Master => Kind::Master,
        }
    }
}
