//! The shapes that go over HTTP, and nothing else: places, powers and people's choices by key.
//!
//! They are the API's contract: OpenAPI and the web app's TypeScript are generated from here.

mod advice;
mod board;
mod command;
mod game;
mod learn;
mod log;
mod orders;
mod people;
mod record;
mod settings;
mod words;

pub use advice::{AdviceBody, AdviceView, ExpectedView, PlanView, SuggestionView};
pub use board::{BoardAsset, PowerAsset, ProvinceAsset, TableAsset};
pub use command::{CommandBody, Motion, ReplaceWith, Sketch, SketchUnit, Stroke, WishBody};
pub use game::{
    Boxed, Card, DeskView, GameList, GameView, MemberView, OccupantView, OwnSketch, QuestionView, SeatView,
    StateView, TalkOpen, ViewerKind, ViewerView,
};
pub use learn::{Diagram, RulePage, RuleText};
pub use log::{EndingView, LogEntry, NewHolderKey, NoticeView};
pub use orders::{
    AdjustmentOptions, Deed, Done, LineView, OptionsView, OrdersBody, ReadBody, ReadLine, Route, SheetLine,
    UnitOptions,
};
pub use people::{
    Device, Link, Me, NewName, NewToken, Passphrase, RecoveryCode, Report, ShunBody, ShunKey, SignIn, Token,
    Tokens,
};
pub use record::{
    AdjustmentView, DislodgedView, MessageView, Messages, PositionView, RecordSummary, RecordView, Records,
    RuledView, UnitView, Voice, Whose,
};
pub use settings::{
    AbsenceBody, AfterGraceKey, GoalBody, HoursBody, LimitBody, MasterBody, NewGame, PlayerTableView, Preset,
    Presets, SettingsBody, TimetableBody, VariantCard, WatchingKey,
};
pub use words::{
    AbandonedKey, AllocationKey, AuthorityKey, BallotKey, BallotsKey, CardState, DrawnByKey, DrawsKey,
    GoalOfKey, NamesKey, PressKey, Sheet, SightKey, StageKey, StanceKey, StrokeKind, UnitKindKey, VerdictKey,
    VictoryKey, Word,
};

use serde::Serialize;

/// What is answered when something cannot be done. Nothing has changed then.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Problem {
    /// Stable: programs may depend on it.
    pub id: String,
    /// A sentence in the caller's language.
    pub message: String,
    /// The most that would have been taken, where there is a bound.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<u64>,
    /// What was sent and is wrong, where it is one of many: a place, a power, a phase; for a body that is
    /// not what was expected, what is wrong with it and where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
}

/// What a listener is told: something that it may see has changed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Change {
    /// How many events the game has seen.
    pub version: u64,
    /// How many phases have been resolved.
    pub records: usize,
    /// How many messages the listener can read.
    pub messages: usize,
    pub state: StateView,
}
