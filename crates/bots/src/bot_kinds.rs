//! The list of all bots with their keys and budgets, and the levels that people choose from.

use crate::{Bot, Dumb, Hold, NeutralCentres, Planner, PlannerOptions, Prediction, Random, Regent};

/// Every bot.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum BotKind {
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

/// The random error of Strong when it values its own plans, in centres.
const STRONG_VALUE_ERROR: f32 = 0.1;

/// The strength of a bot, as people choose it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Level {
    Novice,
    Amateur,
    Strong,
    Master,
}

impl BotKind {
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
            Self::Dumb => Box::new(Dumb { neutrals: NeutralCentres::Ignored }),
            Self::DumbNeutral => Box::new(Dumb { neutrals: NeutralCentres::Valued }),
            Self::Planner => Box::new(Planner { options: PlannerOptions::FULL }),
            Self::Regent | Self::Master => Box::new(Regent::FULL),
            Self::Strong => Box::new(Regent { value_error: STRONG_VALUE_ERROR, ..Regent::FULL }),
            Self::Novice => Box::new(Planner { options: PlannerOptions::NOVICE }),
            Self::Amateur => Box::new(Planner {
                options: PlannerOptions { prediction: Prediction::Guesses(2), ..PlannerOptions::FULL },
            }),
        }
    }

    /// The usual budget of the bot in work units.
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

    /// The key used in stored and sent forms. It is the key of its bot.
    pub const fn key(self) -> &'static str {
        self.kind().key()
    }

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.key() == key)
    }

    /// The bot that plays at this level.
    pub const fn kind(self) -> BotKind {
        match self {
            Self::Novice => BotKind::Novice,
            Self::Amateur => BotKind::Amateur,
            Self::Strong => BotKind::Strong,
            Self::Master => BotKind::Master,
        }
    }
}
