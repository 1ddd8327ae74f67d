//! A game as one viewer may see it, and games in lists.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::command::{BallotKey, Motion, Sketch, StanceKey};
use super::log::{EndingView, LogEntry};
use super::orders::SheetLine;
use super::record::PositionView;
use super::settings::{SettingsBody, keys};

keys!(StageKey { Diplomacy, Writing, Resolution, Retreats, Adjustments });
keys!(CardState { Gathering, Underway, Over });
keys!(ViewerKind { Seat, Master, Member, Spectator, Stranger });
keys!(
    /// Whether a sheet is in.
    Sheet { NotNeeded, NotIn, In }
);

/// Everything that the caller may know of a game, but for its history and its talk.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameView {
    pub id: String,
    #[cfg_attr(test, ts(type = "number"))]
    pub version: u64,
    pub variant: String,
    pub viewer: ViewerView,
    pub settings: SettingsBody,
    pub state: StateView,
    /// Empty before the game.
    pub seats: Vec<SeatView>,
    /// The powers of each seat, also before the game.
    pub table: Vec<Vec<String>>,
    /// Powers that nobody plays.
    pub unplayed: Vec<String>,
    pub position: Option<PositionView>,
    /// The caller's own sheet and notes.
    pub desk: Option<DeskView>,
    /// For a game master who sees orders.
    pub sheets: Vec<Boxed>,
    pub sketches: Vec<OwnSketch>,
    pub questions: Vec<QuestionView>,
    /// How many phases have been resolved.
    pub records: usize,
    /// How many messages the caller can read.
    pub messages: usize,
    pub talk: TalkOpen,
    /// The newest entries of the public log, the oldest first.
    pub log: Vec<LogEntry>,
    /// The server's clock.
    #[cfg_attr(test, ts(type = "number"))]
    pub now: i64,
    /// Share it to invite.
    pub url: String,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct ViewerView {
    pub kind: ViewerKind,
    pub seat: Option<usize>,
    pub powers: Vec<String>,
    /// Whether the caller made the game.
    pub maker: bool,
    /// Whether a bot plays in the caller's place, who may return.
    pub may_return: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum StateView {
    Gathering {
        members: Vec<MemberView>,
        #[cfg_attr(test, ts(type = "number | null"))]
        check_in: Option<i64>,
        #[cfg_attr(test, ts(type = "number"))]
        until: i64,
    },
    Underway {
        /// `S1901M`
        phase: String,
        stage: StageKey,
        #[cfg_attr(test, ts(type = "number"))]
        opened: i64,
        #[cfg_attr(test, ts(type = "number"))]
        due: i64,
        #[cfg_attr(test, ts(type = "number | null"))]
        paused_until: Option<i64>,
        delay_left: u32,
    },
    Over {
        ending: EndingView,
    },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct MemberView {
    pub who: OccupantView,
    pub seat: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum OccupantView {
    Person { name: Option<String> },
    Bot { bot: String, stands_in: bool },
    Nobody,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatView {
    pub seat: usize,
    pub powers: Vec<String>,
    pub occupant: OccupantView,
    pub in_disorder: bool,
    pub sheet: Sheet,
    pub stance: StanceKey,
    pub score: usize,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct DeskView {
    /// Not in.
    pub draft: Option<Vec<SheetLine>>,
    pub sheet: Option<Vec<SheetLine>>,
    pub stance: StanceKey,
    /// Provinces of units that have neither.
    pub missing: Vec<String>,
}

/// A sheet in the box, for a game master who may look.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Boxed {
    pub seat: usize,
    pub sheet: Vec<SheetLine>,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct OwnSketch {
    pub slot: u8,
    pub sketch: Sketch,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct QuestionView {
    pub number: u32,
    pub motion: Motion,
    pub by: Option<usize>,
    pub electors: Vec<usize>,
    pub yes: usize,
    pub needed: usize,
    pub own: Option<BallotKey>,
    /// By seat, where ballots are open.
    pub ballots: Option<Vec<Option<BallotKey>>>,
}

/// Whether the caller may talk now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TalkOpen {
    pub private: bool,
    pub public: bool,
}

/// A game in a list.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Card {
    pub id: String,
    pub title: String,
    pub state: CardState,
    pub players: usize,
    /// Seats that are taken, by people or bots.
    pub taken: usize,
    pub bots: usize,
    pub press: super::settings::PressKey,
    pub phase: Option<String>,
    #[cfg_attr(test, ts(type = "number | null"))]
    pub due: Option<i64>,
    /// For lists of one's own games: something is to be done.
    pub needs_me: bool,
    /// The caller's powers there.
    pub powers: Vec<String>,
    #[cfg_attr(test, ts(type = "number"))]
    pub version: u64,
}

#[derive(Clone, Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct GameList {
    pub games: Vec<Card>,
    /// Where the next page begins.
    pub next: Option<String>,
}
