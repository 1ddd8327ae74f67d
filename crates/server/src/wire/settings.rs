//! The settings of a game, presets, and the request for a new game.

use serde::{Deserialize, Serialize};

use super::keys::{
    AllocationKey, BallotsKey, ByKey, ClockStagesKey, DrawsKey, EarlierTalkKey, GoalOfKey, NamesKey,
    PressKey, SightKey, TalkAfterEndKey, VenueKey, VerdictKey, key_enum,
};

key_enum!(WatchingKey { Anybody, PlayersOnly });
key_enum!(AfterGraceKey { Disorder, StandIn, Replacement, PutAside });

/// The lengths of the stages in seconds, and when deadlines may be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct TimetableBody {
    pub first: u32,
    /// None: one deadline for talking and writing orders.
    #[serde(default)]
    pub diplomacy: Option<u32>,
    pub writing: u32,
    #[serde(default)]
    pub resolution: Option<u32>,
    pub retreats: u32,
    pub adjustments: u32,
    #[serde(default)]
    pub hours: Option<HoursBody>,
}

/// The days and the time at which deadlines may be.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct HoursBody {
    /// `Europe/Amsterdam`.
    #[cfg_attr(test, schema(max_length = 60))]
    pub zone: String,
    /// `19:30`. None: any time of the day.
    #[serde(default)]
    #[cfg_attr(test, schema(max_length = 5))]
    pub at: Option<String>,
    /// Monday first.
    pub days: [bool; 7],
    /// Whether the time is for movement only, or also for retreats and builds.
    #[serde(default = "movement_only")]
    pub stages: ClockStagesKey,
}

const fn movement_only() -> ClockStagesKey {
    ByKey(game::ClockStages::Movement)
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct AbsenceBody {
    pub grace: u32,
    pub graces: u8,
    pub then: AfterGraceKey,
    /// How long the game waits for a stand-in or a replacement.
    #[serde(default)]
    pub within: u32,
    /// The bot that is the stand-in.
    #[serde(default)]
    pub bot: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct GoalBody {
    pub centres: usize,
    pub of: GoalOfKey,
}

/// When the game ends at the latest. Either `year` or `after`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct LimitBody {
    #[serde(default)]
    pub year: Option<u16>,
    #[serde(default)]
    pub after: Option<u32>,
    pub verdict: VerdictKey,
}

/// The creator of the game is the game master and does not play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct MasterBody {
    pub sight: SightKey,
}

const fn hidden_talk() -> EarlierTalkKey {
    ByKey(game::EarlierTalk::Hidden)
}

const fn anywhere() -> VenueKey {
    ByKey(game::Venue::Anywhere)
}

const fn private_talk() -> TalkAfterEndKey {
    ByKey(game::TalkAfterEnd::Private)
}

/// All settings of a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct SettingsBody {
    #[cfg_attr(test, schema(max_length = 80))]
    pub title: String,
    #[cfg_attr(test, schema(minimum = 2, maximum = 7))]
    pub players: usize,
    /// `2000`, `2023` or `datc`.
    #[cfg_attr(test, schema(max_length = 10))]
    pub edition: String,
    pub allocation: AllocationKey,
    pub names: NamesKey,
    pub watching: WatchingKey,
    /// The delay with which spectators see the game, in seconds.
    #[serde(default)]
    #[cfg_attr(test, schema(maximum = 604_800))]
    pub watching_delay: u32,
    pub press: PressKey,
    /// The language that the players talk, by its two letters: `nl`. None: whichever they like.
    #[serde(default)]
    #[cfg_attr(test, schema(max_length = 2))]
    pub language: Option<String>,
    pub timetable: TimetableBody,
    pub gather_within: u32,
    /// After this many seconds without a full table, any player may fill it with bots.
    #[serde(default)]
    #[cfg_attr(test, schema(maximum = 7_776_000))]
    pub bots_after: Option<u32>,
    /// The game starts at this time, in seconds since 1970, if it is full then. None: as soon as it is full.
    #[serde(default)]
    pub starts_at: Option<i64>,
    #[serde(default)]
    pub check_in: Option<u32>,
    pub absence: AbsenceBody,
    pub ballots: BallotsKey,
    #[serde(default = "hidden_talk")]
    pub earlier_talk: EarlierTalkKey,
    pub draws: DrawsKey,
    pub goal: GoalBody,
    #[serde(default)]
    pub limit: Option<LimitBody>,
    #[serde(default)]
    pub master: Option<MasterBody>,
    pub delay: u32,
    /// How long a player may be away by the calendar, in the whole game. 0: there is no calendar.
    #[serde(default)]
    #[cfg_attr(test, schema(maximum = 5_184_000))]
    pub calendar: u32,
    /// How much more time a player may take, in the whole game. 0: there is no time bank.
    #[serde(default)]
    #[cfg_attr(test, schema(maximum = 2_592_000))]
    pub time_bank: u32,
    #[serde(default = "private_talk")]
    pub talk_after_end: TalkAfterEndKey,
    #[serde(default = "anywhere")]
    pub venue: VenueKey,
}

/// A new game: a preset, and what differs from it.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct NewGame {
    /// `evening`, `daily`, `correspondence`, `bots`, `table` or `tournament`.
    #[cfg_attr(test, schema(max_length = 20))]
    pub preset: String,
    /// The key of the variant. `standard` if left out.
    #[serde(default)]
    #[cfg_attr(test, schema(max_length = 40))]
    pub variant: Option<String>,
    #[serde(default)]
    #[cfg_attr(test, schema(max_length = 80))]
    pub title: Option<String>,
    #[serde(default)]
    #[cfg_attr(test, schema(minimum = 2, maximum = 7))]
    pub players: Option<usize>,
    /// All settings, instead of the preset's.
    #[serde(default)]
    pub settings: Option<SettingsBody>,
    /// Whether the game is in the public list. Otherwise only people with its link find it.
    #[serde(default)]
    pub listed: bool,
    /// The bots that take seats at once: `novice`, `amateur`, `strong`, …
    #[serde(default)]
    #[cfg_attr(test, schema(max_items = 7))]
    pub bots: Vec<String>,
    /// Whether the creator takes a seat at once.
    #[serde(default)]
    pub join: bool,
    /// A game that is over, whose players the new game is for: they see it there, and its game master leads this
    /// one too.
    #[serde(default)]
    #[cfg_attr(test, schema(max_length = 40))]
    pub after: Option<String>,
    /// The power that the creator prefers.
    #[serde(default)]
    pub power: Option<String>,
}

/// A ready-made set of settings.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Preset {
    pub key: String,
    pub name: String,
    pub about: String,
    pub settings: SettingsBody,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Presets {
    pub presets: Vec<Preset>,
    /// The variants that can be played, the standard one first.
    pub variants: Vec<VariantSummary>,
    /// What each setting means, by its key, in the caller's language.
    pub about: std::collections::BTreeMap<String, String>,
    /// The bots that can play, the weakest first.
    pub bots: Vec<String>,
}

/// A variant that can be played.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct VariantSummary {
    pub key: String,
    /// In the caller's language.
    pub name: String,
    /// One for each possible number of players, the smallest first.
    pub tables: Vec<PlayerTableView>,
    /// How many supply centres there are.
    pub centres: usize,
    /// Powers that are easy to play.
    pub beginners: Vec<String>,
}

/// Who plays which powers with this number of players.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct PlayerTableView {
    /// The powers of each seat.
    pub seats: Vec<Vec<String>>,
    /// The default goal.
    pub goal: Option<GoalBody>,
}
