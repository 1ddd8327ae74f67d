//! The wire types: the JSON of HTTP requests and responses. Places, powers and choices are written as keys.
//!
//! They are the API's contract. OpenAPI and the web app's TypeScript are generated from them.

mod advice;
mod board;
mod command;
mod course;
mod game;
mod keys;
mod learn;
mod log;
mod moderation;
mod notifications;
mod orders;
mod people;
mod pictures;
mod practice;
mod record;
mod settings;
mod table;

pub use advice::{AdviceBody, AdviceView, ExpectedView, PlanView, SuggestionView};
pub use board::{BoardAsset, PieceAsset, PowerAsset, ProvinceAsset, RimAsset, TableAsset};
pub use command::{
    CommandBody, Motion, ReplaceWith, SeatPreferenceBody, Sketch, SketchArrow, SketchPosition, SketchUnit,
};
pub use course::{
    CourseLesson, CourseLessonTitle, CourseProgress, CourseStep, CourseTask, PlayableExample, PredictionView,
    ReferenceEntry, ReferenceKind, TryBody,
};
pub use game::{
    FreeSeat, GameList, GameSummary, GameView, MemberView, NamedDraft, NeutralView, OccupantView, OwedKey,
    OwnResultKey, OwnSketch, PlanResult, QuestionView, SeatOrdersView, SeatView, StateView, SubmittedSheet,
    TalkOpen, ViewerKind, ViewerView,
};
pub use keys::{
    AbandonedKey, AllocationKey, ArrowKindKey, AuthorityKey, BallotKey, BallotsKey, ByKey, ChannelKindKey,
    ChannelStateKey, ClockStagesKey, ConsentKey, DrawnByKey, DrawsKey, EarlierTalkKey, FateKey, GameStateKey,
    GoalOfKey, HandOverKey, HintReasonKey, JoinKey, NamesKey, NegationKey, PressKey, ReachProblemKey,
    ReadinessKey, ScopeKey, SheetStatusKey, SightKey, StageKey, SubmittedByKey, TalkAfterEndKey, UnitKindKey,
    VenueKey, VerdictKey, VictoryKey,
};
pub use learn::{
    Diagram, LanguageSigns, LessonExample, LessonPage, LessonTitle, OrderSign, PaletteView, PlaceNames,
    PlaceRow, PlaceTable, RulePage, RuleText, TerrainKey,
};
pub use log::{EndingView, LogEntry, NewHolderKey, NoticeView};
pub use moderation::{
    AdminAction, AdminBody, AuditLog, AuditView, HostTexts, PersonRef, PersonalNotice, PersonalNotices,
    ReportView, ReportedMessage, Reports,
};
pub use notifications::{
    AddedChannel, ChannelOffKey, ChannelOffer, ChannelOffers, ChannelOptions, ChannelView, ContentKey,
    FeedAddresses, KindChoice, NewChannelBody, NotificationList, NotificationOverview, NotificationSettings,
    NotificationView, QuietHours, ReadUpTo, ReliabilityKey, ReliabilityView, TimingKey, WebhookForm,
};
pub use orders::{
    AdjustmentOptions, BoardFactBody, CommandResult, ConditionBody, ConvoyRoute, HintLine, HintView,
    LineResult, LineStatus, OptionsView, OrderEntry, OrdersBody, PlanBody, ReadBody, ReadResponse, SheetLine,
    UnitOptions,
};
pub use people::{
    KeyInfo, Link, Me, NewName, NewToken, Passphrase, RecoveryCode, Report, RestrictionBody, RestrictionKey,
    SignIn, Token, Tokens,
};
pub use pictures::QrCodeBody;
pub use practice::{PuzzleAnswer, PuzzleHint, PuzzleKind, PuzzleReview, PuzzleView};
pub use record::{
    AdjustmentView, Audience, BalanceView, DislodgedView, MessageView, Messages, PositionView, RecordSummary,
    RecordView, Records, RulingView, SectionView, Sender, UnitView,
};
pub use settings::{
    AbsenceBody, AfterGraceKey, GoalBody, HoursBody, LimitBody, MasterBody, NewGame, PlayerTableView, Preset,
    Presets, SettingsBody, TimetableBody, VariantSummary, WatchingKey,
};
pub use table::{Clock, PieceStepKind, PieceStepView, PieceSteps, ReachView, TableView};

use serde::Serialize;

/// The response to a refused request. Nothing has changed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Problem {
    /// Stable; clients may depend on it.
    pub id: String,
    /// A sentence in the caller's language.
    pub message: String,
    /// The limit that was exceeded, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<u64>,
    /// The part of the request that is wrong, where there are several: a place, a power, a phase. For an
    /// invalid body: what is wrong with it and where.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<String>,
}

/// A live event: something that the listener may see has changed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Change {
    /// How many events the game has. For spectators: how many that they can see.
    pub version: u64,
    /// How many phases have been resolved.
    pub records: usize,
    /// How many messages the listener may read.
    pub messages: usize,
    pub state: StateView,
}
