//! What can be asked of a game.

use serde::{Deserialize, Serialize};

use super::words::{BallotKey, StanceKey, StrokeKind, UnitKindKey};

/// Everything but orders. `nonce` makes a repeated request count once.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum CommandBody {
    /// Take a place in a game that is looking for players.
    Join {
        #[serde(default)]
        wish: Option<WishBody>,
    },
    SeatBot {
        #[cfg_attr(test, schema(max_length = 40))]
        bot: String,
    },
    CheckIn,
    Cancel,
    Leave,
    /// Take a seat whose player has gone.
    Take {
        seat: usize,
    },
    /// Hand the seat over to the person with this handle.
    Offer {
        #[cfg_attr(test, schema(max_length = 40))]
        to: String,
    },
    /// Back to the seat from the bot that stood in.
    Return,
    /// Take the sheet back.
    TakeBack,
    Stand {
        stance: StanceKey,
    },
    /// To some seats, the speaker's own not counted.
    Whisper {
        to: Vec<usize>,
        #[cfg_attr(test, schema(max_length = 4000))]
        text: String,
        #[serde(default)]
        sketch: Option<Sketch>,
    },
    Announce {
        #[cfg_attr(test, schema(max_length = 4000))]
        text: String,
        #[serde(default)]
        sketch: Option<Sketch>,
    },
    KeepSketch {
        slot: u8,
        sketch: Sketch,
    },
    DropSketch {
        slot: u8,
    },
    Propose {
        motion: Motion,
    },
    Vote {
        question: u32,
        ballot: BallotKey,
    },
    // Of the game master.
    Pause {
        seconds: u32,
    },
    Resume,
    Extend {
        seconds: u32,
    },
    Force,
    RollBack {
        to: usize,
    },
    Replace {
        seat: usize,
        with: ReplaceWith,
    },
    /// Units as `A par`, `F stp/sc` by power, owners of centres by power; none: nobody.
    Correct {
        units: std::collections::BTreeMap<String, Vec<String>>,
        owners: std::collections::BTreeMap<String, Option<String>>,
    },
    Toss {
        winner: usize,
    },
    Stop,
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum WishBody {
    /// The best first.
    Ranked(Vec<usize>),
    This(usize),
}

#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum ReplaceWith {
    /// By handle.
    Person(String),
    Bot(String),
    Nobody,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(tag = "motion", rename_all = "snake_case")]
pub enum Motion {
    Draw { between: Vec<usize> },
    Concede { to: usize },
    Abandon,
    Pause { seconds: u32 },
    Resume,
    Extend { seconds: u32 },
}

/// A conference map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Sketch {
    #[serde(default)]
    pub units: Vec<SketchUnit>,
    #[serde(default)]
    pub arrows: Vec<Stroke>,
    /// Spots of colour by province.
    #[serde(default)]
    pub marks: Vec<(String, u8)>,
    #[serde(default)]
    #[cfg_attr(test, schema(max_length = 200))]
    pub caption: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct SketchUnit {
    pub power: String,
    pub kind: UnitKindKey,
    pub at: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Stroke {
    pub from: String,
    pub to: String,
    pub kind: StrokeKind,
}
