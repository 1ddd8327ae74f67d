//! Positions, records of resolved phases, and messages.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::command::Sketch;
use super::keys::UnitKindKey;
use super::orders::OrderEntry;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct UnitView {
    pub power: String,
    pub kind: UnitKindKey,
    /// The location of the unit, with its coast.
    pub at: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct DislodgedView {
    #[serde(flatten)]
    pub unit: UnitView,
    /// The locations to which it may retreat.
    pub open: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct PositionView {
    pub phase: String,
    pub units: Vec<UnitView>,
    pub dislodged: Vec<DislodgedView>,
    /// The owner of each centre that has one.
    pub owners: BTreeMap<String, String>,
}

/// The phases that have been resolved.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Records {
    pub records: Vec<RecordSummary>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct RecordSummary {
    pub number: usize,
    pub phase: String,
    pub at: i64,
    /// Whether a roll-back undid it.
    pub undone: bool,
    /// The centres of each power after the phase.
    pub centres: BTreeMap<String, usize>,
}

/// One resolved phase.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct RecordView {
    pub number: usize,
    pub phase: String,
    /// "Spring 1901: moves"
    pub title: String,
    pub at: i64,
    pub undone: bool,
    pub before: PositionView,
    pub after: PositionView,
    /// Orders with their rulings, sorted by power and location.
    pub ruled: Vec<RulingView>,
    pub adjustments: Vec<AdjustmentView>,
    /// Before an adjustment phase: the powers that do not have as many units as centres.
    pub balances: Vec<BalanceView>,
    /// The order in which a person works the phase out. A dislodged unit is in two sections.
    pub sections: Vec<SectionView>,
}

/// One step of working a phase out: cut supports, standoffs, moves that succeed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct SectionView {
    pub title: String,
    /// The provinces of the units, each in `ruled`.
    pub at: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct RulingView {
    #[serde(flatten)]
    pub unit: UnitView,
    /// None if no order was given.
    #[cfg_attr(test, schema(required))]
    pub deed: Option<OrderEntry>,
    /// The order in words. Without an order, that the unit holds.
    pub long: String,
    pub short: String,
    /// `succeeds`, `fails` or `void`.
    pub outcome: String,
    /// The stable key of the reason.
    pub because: String,
    /// The province that caused it.
    #[cfg_attr(test, schema(required))]
    pub cause: Option<String>,
    /// The number of the rule (1 to 22).
    #[cfg_attr(test, schema(required))]
    pub rule: Option<u8>,
    #[cfg_attr(test, schema(required))]
    pub rule_text: Option<String>,
    /// The lesson of the course about the reason, if it is not one of the rules.
    #[cfg_attr(test, schema(required))]
    pub lesson: Option<String>,
    /// The reason as a sentence.
    pub sentence: String,
    /// The province of the attacker, if the unit was dislodged.
    #[cfg_attr(test, schema(required))]
    pub dislodged_from: Option<String>,
    #[cfg_attr(test, schema(required))]
    pub dislodged_sentence: Option<String>,
}

/// What a power may build or must remove, or why it builds nothing.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct BalanceView {
    pub power: String,
    pub sentence: String,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct AdjustmentView {
    pub power: String,
    pub deed: OrderEntry,
    pub long: String,
    pub short: String,
    pub outcome: String,
    pub because: String,
    pub sentence: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Sender {
    Seat(usize),
    Master,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Audience {
    /// The seats of a private conversation, including the sender's.
    Circle(Vec<usize>),
    /// These seats and the game master.
    SeatsAndMaster(Vec<usize>),
    Everybody,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct MessageView {
    /// Counted from 1 among the messages that the caller may read.
    pub number: usize,
    pub at: i64,
    pub phase: String,
    pub from: Sender,
    pub to: Audience,
    pub text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sketch: Option<Sketch>,
    /// Whether the caller has muted the sender. Then the text is left out.
    pub muted: bool,
    /// Whether the host of the server has removed the words. Then the text is left out.
    pub removed: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Messages {
    pub messages: Vec<MessageView>,
    /// Whether there are further messages. Ask again with `after` the last number.
    pub more: bool,
}
