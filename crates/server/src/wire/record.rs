//! Positions, what was played, and what was said.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::command::Sketch;
use super::orders::Deed;
use super::words::UnitKindKey;

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct UnitView {
    pub power: String,
    pub kind: UnitKindKey,
    /// Where it stands, with its coast.
    pub at: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct DislodgedView {
    #[serde(flatten)]
    pub unit: UnitView,
    /// Where it may retreat.
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
    /// Undone by a roll-back.
    pub undone: bool,
    /// Centres of each power afterwards.
    pub centres: BTreeMap<String, usize>,
}

/// One phase, revealed.
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
    /// Orders with their rulings, power by power in the order of the board.
    pub ruled: Vec<RuledView>,
    pub adjustments: Vec<AdjustmentView>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct RuledView {
    #[serde(flatten)]
    pub unit: UnitView,
    /// None: no order was given.
    #[cfg_attr(test, schema(required))]
    pub deed: Option<Deed>,
    /// The order in words; holding if none was given.
    pub long: String,
    pub short: String,
    /// `succeeds`, `fails` or `void`.
    pub outcome: String,
    /// The reason's stable key.
    pub because: String,
    /// The province that caused it.
    #[cfg_attr(test, schema(required))]
    pub cause: Option<String>,
    /// One of the 22 rules.
    #[cfg_attr(test, schema(required))]
    pub rule: Option<u8>,
    #[cfg_attr(test, schema(required))]
    pub rule_text: Option<String>,
    /// The reason as a sentence.
    pub sentence: String,
    /// Where the attacker came from, if the unit was dislodged.
    #[cfg_attr(test, schema(required))]
    pub dislodged_from: Option<String>,
    #[cfg_attr(test, schema(required))]
    pub dislodged_sentence: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct AdjustmentView {
    pub power: String,
    pub deed: Deed,
    pub long: String,
    pub short: String,
    pub outcome: String,
    pub because: String,
    pub sentence: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Voice {
    Seat(usize),
    Master,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(rename_all = "snake_case")]
pub enum Whose {
    /// A conversation is its set of seats, the speaker's included.
    Circle(Vec<usize>),
    Everybody,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct MessageView {
    /// Counted from 1 among those that the caller can read.
    pub number: usize,
    pub at: i64,
    pub phase: String,
    pub from: Voice,
    pub to: Whose,
    pub text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sketch: Option<Sketch>,
    /// The caller has muted the speaker; the text is left out.
    pub muted: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Messages {
    pub messages: Vec<MessageView>,
}
