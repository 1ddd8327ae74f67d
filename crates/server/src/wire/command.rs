//! Commands to a game, and sketches.

use serde::{Deserialize, Serialize};

use super::keys::{ArrowKindKey, BallotKey, ReadinessKey, UnitKindKey};
use super::orders::PlanBody;
use super::settings::TimetableBody;

/// A command to a game. Orders are sent to their own route.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum CommandBody {
    /// Join a game that is looking for players.
    Join {
        #[serde(default)]
        wish: Option<SeatPreferenceBody>,
    },
    SeatBot {
        #[cfg_attr(test, schema(max_length = 40))]
        bot: String,
    },
    /// Bots take the empty seats, when the game has waited long enough.
    FillWithBots,
    CheckIn,
    /// Take somebody out before the start, by the number of the member. For the creator and the game master.
    Remove {
        member: u32,
    },
    Cancel,
    Leave,
    /// Take a seat whose player has left. From a bot that stands in, at the end of the phase.
    Take {
        seat: usize,
    },
    /// Offer the seat to the person with this handle.
    Offer {
        #[cfg_attr(test, schema(max_length = 40))]
        to: String,
    },
    /// Return to the seat that a bot plays as a stand-in.
    Return,
    /// The caller will be away. Deadlines in that time move, as far as the game allows.
    SayAway {
        from: i64,
        until: i64,
    },
    /// The caller will not be away after all.
    CancelAway {
        from: i64,
    },
    /// More time for this stage, from the caller's time bank.
    UseTimeBank {
        seconds: u32,
    },
    /// Let the person with this handle play the seat until then.
    Lend {
        #[cfg_attr(test, schema(max_length = 40))]
        to: String,
        until: i64,
    },
    /// Delete an alternative draft.
    DeleteDraft {
        #[cfg_attr(test, schema(max_length = 40))]
        name: String,
    },
    /// Plans for the next movement, instead of those that were kept. The first whose condition is true counts.
    PlanAhead {
        #[cfg_attr(test, schema(max_items = 6))]
        plans: Vec<PlanBody>,
    },
    /// Withdraw the submitted sheet.
    TakeBack,
    Stand {
        stance: ReadinessKey,
    },
    /// A private message to some seats, without the sender's own.
    Whisper {
        to: Vec<usize>,
        #[cfg_attr(test, schema(max_length = 4000))]
        text: String,
        #[serde(default)]
        sketch: Option<Sketch>,
    },
    /// A private message to the game master.
    WriteToMaster {
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
    /// Seat somebody who has no screen, by name. For the creator and the game master of a game at a table.
    SeatGuest {
        #[cfg_attr(test, schema(max_length = 40))]
        name: String,
    },
    // The following commands are for the game master.
    /// Say that somebody without a screen is ready, or not.
    StandFor {
        seat: usize,
        stance: ReadinessKey,
    },
    Pause {
        seconds: u32,
    },
    Resume,
    Extend {
        seconds: u32,
    },
    /// Other times for the rest of the game. The stage begins again with them.
    SetTimetable {
        timetable: TimetableBody,
    },
    Force,
    RollBack {
        to: usize,
    },
    Replace {
        seat: usize,
        with: ReplaceWith,
    },
    /// Change the position: the units of each power (`A par`, `F stp/sc`), and the owner of each centre (null
    /// for nobody).
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
pub enum SeatPreferenceBody {
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
    Draw {
        between: Vec<usize>,
    },
    Concede {
        to: usize,
    },
    /// End the game: whoever has the most centres wins.
    MostCentres,
    Abandon,
    Pause {
        seconds: u32,
    },
    Resume,
    Extend {
        seconds: u32,
    },
    /// The player of this seat leaves the game.
    Remove {
        seat: usize,
    },
    /// Other times for the rest of the game.
    Timetable {
        timetable: TimetableBody,
    },
}

/// A sketch on the map: units, arrows and marks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Sketch {
    #[serde(default)]
    pub units: Vec<SketchUnit>,
    #[serde(default)]
    pub arrows: Vec<SketchArrow>,
    /// Coloured marks: province and colour.
    #[serde(default)]
    pub marks: Vec<(String, u8)>,
    #[serde(default)]
    #[cfg_attr(test, schema(max_length = 200))]
    pub caption: Option<String>,
    /// The position that it was drawn on.
    #[serde(default)]
    pub drawn_on: Option<SketchPosition>,
}

/// The phase and the centres of the position that a sketch was drawn on. Its units are those of the sketch.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct SketchPosition {
    #[cfg_attr(test, schema(max_length = 10))]
    pub phase: String,
    /// The owner of each centre.
    pub owners: std::collections::BTreeMap<String, String>,
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
pub struct SketchArrow {
    pub from: String,
    pub to: String,
    pub kind: ArrowKindKey,
}
