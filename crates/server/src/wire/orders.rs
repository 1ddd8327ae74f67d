//! Orders: in requests, in responses, the results of reading them, and the legal options.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::keys::{ByKey, ConsentKey, HintReasonKey, JoinKey, NegationKey, ReadinessKey, UnitKindKey};

/// One order of a sheet. Units are named by their province, destinations by their location (`stp/sc`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(tag = "order", rename_all = "snake_case")]
pub enum OrderEntry {
    Hold {
        at: String,
    },
    Move {
        at: String,
        to: String,
        /// Whether the order says "by convoy".
        #[serde(default)]
        by_convoy: bool,
    },
    SupportHold {
        at: String,
        of: String,
    },
    SupportMove {
        at: String,
        from: String,
        to: String,
    },
    Convoy {
        at: String,
        from: String,
        to: String,
    },
    Retreat {
        at: String,
        to: String,
    },
    Disband {
        at: String,
    },
    Build {
        power: String,
        kind: UnitKindKey,
        at: String,
    },
    Remove {
        at: String,
    },
    Waive {
        power: String,
    },
}

impl OrderEntry {
    /// The place of the unit; for a build, which has no unit yet, the power.
    pub fn place(&self) -> Result<&str, &str> {
        match self {
            Self::Hold { at }
            | Self::Move { at, .. }
            | Self::SupportHold { at, .. }
            | Self::SupportMove { at, .. }
            | Self::Convoy { at, .. }
            | Self::Retreat { at, .. }
            | Self::Disband { at }
            | Self::Remove { at } => Ok(at),
            Self::Build { power, .. } | Self::Waive { power } => Err(power),
        }
    }
}

const fn not_asked() -> ConsentKey {
    ByKey(game::Consent::NotAsked)
}

/// A complete order sheet. It replaces the previous one. Either text or a list, not both.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct OrdersBody {
    #[serde(default)]
    #[cfg_attr(test, schema(max_length = 20_000))]
    pub text: Option<String>,
    /// The language of the text. The caller's language if left out.
    #[serde(default)]
    #[cfg_attr(test, schema(max_length = 10))]
    pub language: Option<String>,
    #[serde(default)]
    #[cfg_attr(test, schema(max_items = 200))]
    pub deeds: Option<Vec<OrderEntry>>,
    /// The phase of the orders, `S1901M`. If that phase is over, the orders are refused, so they never count
    /// for the next one.
    #[serde(default)]
    #[cfg_attr(test, schema(max_length = 10))]
    pub phase: Option<String>,
    /// If true, this is a private draft, and the submitted sheet does not change.
    #[serde(default)]
    pub draft: bool,
    /// The name of an alternative draft. Without it, the draft is the one that the page shows.
    #[serde(default)]
    #[cfg_attr(test, schema(max_length = 40))]
    pub name: Option<String>,
    /// Whether the player is ready; for another seat, whether the game master says so.
    #[serde(default)]
    pub stance: Option<ReadinessKey>,
    /// The seat that the orders are for. Only the game master may enter a sheet for somebody else.
    #[serde(default)]
    pub seat: Option<usize>,
    /// Whether the player agrees that the game master puts right what is in already. Everybody can read it in the
    /// log. At a table nothing is put right without.
    #[serde(default = "not_asked")]
    pub consent: ConsentKey,
    /// If true, one refused line refuses the whole sheet.
    #[serde(default)]
    pub all_or_nothing: bool,
}

/// A plan for the next movement: orders, and what must be true of the position for them to count. The orders are
/// checked when the movement opens.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct PlanBody {
    pub join: JoinKey,
    /// Empty: always.
    #[cfg_attr(test, schema(max_items = 8))]
    pub when: Vec<ConditionBody>,
    #[cfg_attr(test, schema(max_items = 200))]
    pub deeds: Vec<OrderEntry>,
}

/// One part of a condition, about the last published position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct ConditionBody {
    pub is: NegationKey,
    #[serde(flatten)]
    pub fact: BoardFactBody,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(tag = "fact", rename_all = "snake_case")]
pub enum BoardFactBody {
    /// A unit of this power is there.
    HeldBy { at: String, power: String },
    /// No unit is there.
    Empty { at: String },
    /// A unit of the caller is there.
    OwnUnit { at: String },
}

/// A text to read without submitting it.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct ReadBody {
    #[cfg_attr(test, schema(max_length = 20_000))]
    pub text: String,
    #[serde(default)]
    pub language: Option<String>,
    /// The seat that the orders are for, if the game master writes them.
    #[serde(default)]
    pub seat: Option<usize>,
}

/// The result of reading a text.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct ReadResponse {
    pub lines: Vec<LineResult>,
}

/// The result of one order in a text, or of one entry of a list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct LineResult {
    /// Counted from 1.
    pub line: usize,
    /// The position in the text, in UTF-16 code units as browsers count. 0 in a list.
    pub start: usize,
    pub end: usize,
    #[serde(flatten)]
    pub result: LineStatus,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(tag = "result", rename_all = "snake_case")]
pub enum LineStatus {
    Taken {
        #[serde(flatten)]
        entry: SheetLine,
        /// `plain`, `foreign`, `incomplete`, `filled_in` (from other lines) or `guessed`.
        how: String,
    },
    Refused {
        /// The stable id of the problem.
        problem: String,
        message: String,
        /// Legal orders that the writer may have meant.
        suggestions: Vec<SheetLine>,
    },
}

/// An order with its text in the caller's language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct SheetLine {
    pub deed: OrderEntry,
    /// "Army Paris moves to Burgundy"
    pub long: String,
    /// "A Par - Bur"
    pub short: String,
}

/// The result of a command or of an order sheet.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct CommandResult {
    pub version: u64,
    /// False if nothing changed: all lines were refused, or some were and `all_or_nothing` was set.
    pub taken: bool,
    /// For a text, the result of each line. For a list, only the refused entries.
    pub lines: Vec<LineResult>,
}

/// The legal orders of the caller's units.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct OptionsView {
    pub version: u64,
    pub phase: String,
    pub units: Vec<UnitOptions>,
    /// One for each of the caller's powers, in an adjustment phase.
    pub adjustments: Vec<AdjustmentOptions>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct UnitOptions {
    /// The province of the unit.
    pub at: String,
    /// The location of the unit, with its coast.
    pub place: String,
    pub power: String,
    pub kind: UnitKindKey,
    /// Locations that it can move to without a convoy.
    pub moves: Vec<String>,
    /// Locations that it can reach by convoy. Some may also be in `moves`.
    pub by_convoy: Vec<String>,
    /// By the province of the supported unit: the locations to which its move can be supported. Its own
    /// province means support to hold.
    pub supports: BTreeMap<String, Vec<String>>,
    /// By the province of the army: the provinces to which it can be convoyed.
    pub convoys: BTreeMap<String, Vec<String>>,
    /// Locations that it can retreat to, in a retreat phase.
    pub retreats: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct AdjustmentOptions {
    pub power: String,
    /// Centres minus units: how many units to build, or below zero to remove.
    pub owed: i32,
    /// How many it can build.
    pub builds: usize,
    /// Where it can build an army.
    pub armies: Vec<String>,
    /// Where it can build a fleet.
    pub fleets: Vec<String>,
    /// Provinces of the units that it may remove.
    pub removals: Vec<String>,
    /// The units that are removed if the player orders no removals.
    pub by_default: Vec<String>,
}

/// The fleets of one convoy route.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct ConvoyRoute {
    pub fleets: Vec<String>,
}

/// What a strong bot would order.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct HintView {
    pub phase: String,
    pub lines: Vec<HintLine>,
}

/// An order with the reason for it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct HintLine {
    #[serde(flatten)]
    pub line: SheetLine,
    pub reason: HintReasonKey,
    /// The province that the reason is about.
    #[cfg_attr(test, schema(required))]
    pub place: Option<String>,
}
