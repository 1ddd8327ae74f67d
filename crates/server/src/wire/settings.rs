//! What is agreed before a game, as it is sent. Every field may be left out: the preset's value counts.

use serde::{Deserialize, Serialize};

use super::words::{
    AllocationKey, BallotsKey, DrawsKey, GoalOfKey, NamesKey, PressKey, SightKey, VerdictKey, keys,
};

keys!(WatchingKey { Anybody, PlayersOnly });
keys!(AfterGraceKey { Disorder, StandIn, Replacement });

/// Lengths are in seconds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct TimetableBody {
    pub first: u32,
    /// None: one deadline for talking and writing.
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

/// When in the week a deadline may fall.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct HoursBody {
    /// `Europe/Amsterdam`.
    #[cfg_attr(test, schema(max_length = 60))]
    pub zone: String,
    /// `19:30`; none: any time of the day.
    #[serde(default)]
    #[cfg_attr(test, schema(max_length = 5))]
    pub at: Option<String>,
    /// Monday first.
    pub days: [bool; 7],
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct AbsenceBody {
    pub grace: u32,
    pub graces: u8,
    pub then: AfterGraceKey,
    /// How long a stand-in or a replacement is waited for.
    #[serde(default)]
    pub within: u32,
    /// Which bot stands in.
    #[serde(default)]
    pub bot: Option<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct GoalBody {
    pub centres: usize,
    pub of: GoalOfKey,
}

/// One of `year` and `after`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct LimitBody {
    #[serde(default)]
    pub year: Option<u16>,
    #[serde(default)]
    pub after: Option<u32>,
    pub verdict: VerdictKey,
}

/// The maker leads the game and does not play.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct MasterBody {
    pub sight: SightKey,
}

/// Everything that was agreed.
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
    /// How long spectators see the game later than the players, in seconds.
    #[serde(default)]
    #[cfg_attr(test, schema(maximum = 604_800))]
    pub watching_delay: u32,
    pub press: PressKey,
    pub timetable: TimetableBody,
    pub gather_within: u32,
    #[serde(default)]
    pub check_in: Option<u32>,
    pub absence: AbsenceBody,
    pub ballots: BallotsKey,
    pub draws: DrawsKey,
    pub goal: GoalBody,
    #[serde(default)]
    pub limit: Option<LimitBody>,
    #[serde(default)]
    pub master: Option<MasterBody>,
    pub delay: u32,
}

/// A game to be made: a preset, with anything else than its values.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct NewGame {
    /// `evening`, `daily`, `correspondence` or `bots`.
    #[cfg_attr(test, schema(max_length = 20))]
    pub preset: String,
    /// The map, by its key; else `standard`.
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
    /// Whether it is shown to everybody who looks for a game. Else only by its link.
    #[serde(default)]
    pub listed: bool,
    /// Which bots take seats at once: `novice`, `amateur`, `strong`, …
    #[serde(default)]
    #[cfg_attr(test, schema(max_items = 7))]
    pub bots: Vec<String>,
    /// Whether the maker takes a seat at once.
    #[serde(default)]
    pub join: bool,
    /// The maker's wish for a seat, by its first power.
    #[serde(default)]
    pub power: Option<String>,
}

/// A ready-made set of choices.
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
    /// The maps that can be played, the standard one first.
    pub variants: Vec<VariantCard>,
    /// What each setting means, by its key, in the caller's language.
    pub about: std::collections::BTreeMap<String, String>,
    /// The bots that can be seated, the weakest first.
    pub bots: Vec<String>,
}

/// A map that can be played.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct VariantCard {
    pub key: String,
    /// In the caller's language.
    pub name: String,
    /// One for each number of players, the fewest first.
    pub tables: Vec<PlayerTableView>,
    /// How many supply centres there are.
    pub centres: usize,
    /// Powers that are easy to play.
    pub beginners: Vec<String>,
}

/// Who plays what with so many players.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct PlayerTableView {
    /// By seat: its powers.
    pub seats: Vec<Vec<String>>,
    /// What wins, if nothing else is agreed on.
    pub goal: Option<GoalBody>,
}
