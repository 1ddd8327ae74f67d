//! The public log of a game, and its ending.

use serde::Serialize;

use super::command::Motion;
use super::keys::{
    AbandonedKey, AuthorityKey, DrawnByKey, EarlierTalkKey, HandOverKey, ReadinessKey, StageKey, VictoryKey,
    key_enum,
};
use super::settings::TimetableBody;

key_enum!(NewHolderKey { Person, Bot, Nobody });

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(tag = "ending", rename_all = "snake_case")]
pub enum EndingView {
    Won { seat: usize, by: VictoryKey },
    Drawn { between: Vec<usize>, by: DrawnByKey },
    Abandoned { how: AbandonedKey },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct LogEntry {
    pub at: i64,
    #[serde(flatten)]
    pub notice: NoticeView,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(tag = "notice", rename_all = "snake_case")]
pub enum NoticeView {
    SomebodyJoined,
    BotJoined {
        bot: String,
    },
    SomebodyWithdrew,
    /// By the creator or the game master, before the start.
    SomebodyRemoved,
    CheckInOpened {
        until: i64,
    },
    SomebodyCheckedIn,
    CheckInMissed {
        by: usize,
    },
    Started,
    Opened {
        stage: StageKey,
        due: i64,
    },
    SheetIn {
        seat: usize,
    },
    /// By the game master, for this seat.
    SheetEntered {
        seat: usize,
    },
    /// By the game master, who says that the player agrees.
    SheetCorrected {
        seat: usize,
    },
    SheetTakenBack {
        seat: usize,
    },
    Stood {
        seat: usize,
        stance: ReadinessKey,
    },
    Ruled {
        record: usize,
        phase: String,
    },
    GraceGiven {
        to: Vec<usize>,
        due: i64,
    },
    FellIntoDisorder {
        seat: usize,
    },
    LeftDisorder {
        seat: usize,
    },
    BotStoodIn {
        seat: usize,
        bot: String,
    },
    Vacated {
        seat: usize,
    },
    ReliefAwaited {
        due: i64,
    },
    Left {
        seat: usize,
    },
    Taken {
        seat: usize,
    },
    Offered {
        seat: usize,
    },
    Returned {
        seat: usize,
    },
    /// Somebody takes the seat over from its bot at the end of the phase.
    Claimed {
        seat: usize,
        #[cfg_attr(test, schema(required))]
        name: Option<String>,
    },
    ClaimDropped {
        seat: usize,
    },
    /// The player is away then.
    Away {
        seat: usize,
        from: i64,
        until: i64,
    },
    AwayCancelled {
        seat: usize,
        from: i64,
    },
    TimeBankUsed {
        seat: usize,
        seconds: u32,
        due: i64,
    },
    /// The deadline moved because these players are away.
    CalendarMoved {
        away: Vec<usize>,
        due: i64,
    },
    LoanOffered {
        seat: usize,
        until: i64,
    },
    /// Somebody else plays the seat until then.
    Lent {
        seat: usize,
        #[cfg_attr(test, schema(required))]
        name: Option<String>,
        until: i64,
        talk: EarlierTalkKey,
    },
    LoanEnded {
        seat: usize,
    },
    VotedOut {
        seat: usize,
    },
    CoinTossed {
        winner: usize,
    },
    NeutralJoined {
        seat: usize,
        power: String,
    },
    Proposed {
        number: u32,
        #[cfg_attr(test, schema(required))]
        by: Option<usize>,
        motion: Motion,
    },
    Carried {
        number: u32,
        motion: Motion,
    },
    /// Everybody has voted. How many did not agree is all that is known.
    Vetoed {
        number: u32,
        motion: Motion,
        vetoes: usize,
    },
    Lapsed {
        number: u32,
    },
    Paused {
        by: AuthorityKey,
        until: i64,
    },
    Resumed {
        by: AuthorityKey,
        due: i64,
    },
    /// A player continued a game that was put aside.
    Continued {
        seat: usize,
        due: i64,
    },
    Extended {
        by: AuthorityKey,
        due: i64,
    },
    /// The server's clock had been ahead. This is the deadline now.
    ClockCorrected {
        due: i64,
    },
    TimetableChanged {
        by: AuthorityKey,
        timetable: TimetableBody,
        due: i64,
    },
    Forced,
    RolledBack {
        to: usize,
    },
    Replaced {
        seat: usize,
        by: NewHolderKey,
    },
    /// Somebody else holds the seat: who (a name only if names are shown), by whom, and what they may read.
    HandedOver {
        seat: usize,
        to: NewHolderKey,
        #[cfg_attr(test, schema(required))]
        name: Option<String>,
        by: HandOverKey,
        talk: EarlierTalkKey,
    },
    Corrected,
    Ended {
        ending: EndingView,
    },
}
