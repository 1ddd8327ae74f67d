//! The public log of a game and how it ended.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::command::{Motion, StanceKey};
use super::game::StageKey;
use super::settings::keys;

keys!(VictoryKey { Centres, Concession, MostCentres });
keys!(DrawnByKey { Agreement, Limit });
keys!(AbandonedKey { NobodyCame, Cancelled, EverybodyLeft, Agreed, ByTheMaster });
keys!(AuthorityKey { Master, Vote, Clock });
keys!(NewHolderKey { Person, Bot, Nobody });

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "ending", rename_all = "snake_case")]
pub enum EndingView {
    Won { seat: usize, by: VictoryKey },
    Drawn { between: Vec<usize>, by: DrawnByKey },
    Abandoned { how: AbandonedKey },
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LogEntry {
    #[cfg_attr(test, ts(type = "number"))]
    pub at: i64,
    #[serde(flatten)]
    pub notice: NoticeView,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "notice", rename_all = "snake_case")]
pub enum NoticeView {
    SomebodyJoined,
    BotJoined {
        bot: String,
    },
    SomebodyWithdrew,
    CheckInOpened {
        #[cfg_attr(test, ts(type = "number"))]
        until: i64,
    },
    SomebodyCheckedIn,
    CheckInMissed {
        by: usize,
    },
    Started,
    Opened {
        stage: StageKey,
        #[cfg_attr(test, ts(type = "number"))]
        due: i64,
    },
    SheetIn {
        seat: usize,
    },
    SheetTakenBack {
        seat: usize,
    },
    Stood {
        seat: usize,
        stance: StanceKey,
    },
    Ruled {
        record: usize,
        phase: String,
    },
    GraceGiven {
        to: Vec<usize>,
        #[cfg_attr(test, ts(type = "number"))]
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
        #[cfg_attr(test, ts(type = "number"))]
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
    CoinTossed {
        winner: usize,
    },
    NeutralJoined {
        seat: usize,
        power: String,
    },
    Proposed {
        number: u32,
        by: Option<usize>,
        motion: Motion,
    },
    Carried {
        number: u32,
        motion: Motion,
    },
    Lapsed {
        number: u32,
    },
    Paused {
        by: AuthorityKey,
        #[cfg_attr(test, ts(type = "number"))]
        until: i64,
    },
    Resumed {
        by: AuthorityKey,
        #[cfg_attr(test, ts(type = "number"))]
        due: i64,
    },
    Extended {
        by: AuthorityKey,
        #[cfg_attr(test, ts(type = "number"))]
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
    Corrected,
    Ended {
        ending: EndingView,
    },
}
