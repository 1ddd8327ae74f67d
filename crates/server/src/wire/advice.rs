//! Advice for a position from anywhere: what could be ordered, what it is worth, what others may do.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use utoipa::ToSchema;

use super::orders::SheetLine;
use super::record::PositionView;

/// A position, as a game shows it, and who wants advice.
#[derive(Clone, Debug, Serialize, Deserialize, ToSchema, TS)]
pub struct AdviceBody {
    pub position: PositionView,
    /// The power that is advised, together with the others of its player.
    #[schema(max_length = 20)]
    pub power: String,
    /// Players with several powers; a power that is in none of these lists has a player of its own.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<Vec<String>>>")]
    #[schema(max_items = 20)]
    pub players: Vec<Vec<String>>,
    /// Powers that nobody plays: their units hold.
    #[serde(default)]
    #[ts(optional, as = "Option<Vec<String>>")]
    #[schema(max_items = 20)]
    pub disorder: Vec<String>,
    /// `2000`, `2023` or `datc`; the first if left out.
    #[serde(default)]
    #[ts(optional)]
    #[schema(max_length = 10)]
    pub edition: Option<String>,
    /// How many sheets are shown: three if left out.
    #[serde(default)]
    #[ts(optional)]
    #[schema(minimum = 1, maximum = 10)]
    pub most: Option<usize>,
    /// How much is thought, in positions judged; 70,000, about a tenth of a second, if left out.
    #[serde(default)]
    #[ts(optional, type = "number")]
    #[schema(maximum = 200_000)]
    pub budget: Option<u64>,
    /// The same question with the same seed gets the same answer.
    #[serde(default)]
    #[ts(optional, type = "number")]
    pub seed: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct AdviceView {
    /// All the powers that are advised.
    pub powers: Vec<String>,
    /// The best first.
    pub suggestions: Vec<SuggestionView>,
    /// What the others may do, in movement phases.
    pub expected: Vec<ExpectedView>,
}

/// One way to go on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct SuggestionView {
    pub sheet: Vec<SheetLine>,
    /// In centres; none if too little was thought to tell.
    pub worth: Option<f32>,
    /// How far the worth may be off.
    pub doubt: Option<f32>,
    /// How often it would be played, of 1, by somebody who does not want to be read.
    pub share: Option<f32>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct ExpectedView {
    /// Of one player.
    pub powers: Vec<String>,
    /// The likeliest first.
    pub plans: Vec<PlanView>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, ToSchema, TS)]
pub struct PlanView {
    /// How likely, of 1.
    pub share: f32,
    pub sheet: Vec<SheetLine>,
}
