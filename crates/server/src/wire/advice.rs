//! Advice for a position from anywhere: what could be ordered, what it is worth, what others may do.

use serde::{Deserialize, Serialize};

use super::orders::SheetLine;
use super::record::PositionView;

/// A position, as a game shows it, and who wants advice.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct AdviceBody {
    pub position: PositionView,
    /// The power that is advised, together with the others of its player.
    #[cfg_attr(test, schema(max_length = 20))]
    pub power: String,
    /// Players with several powers; a power that is in none of these lists has a player of its own.
    #[serde(default)]
    #[cfg_attr(test, schema(max_items = 32))]
    pub players: Vec<Vec<String>>,
    /// Powers that nobody plays: their units hold.
    #[serde(default)]
    #[cfg_attr(test, schema(max_items = 32))]
    pub disorder: Vec<String>,
    /// `2000`, `2023` or `datc`; the first if left out.
    #[serde(default)]
    #[cfg_attr(test, schema(max_length = 10))]
    pub edition: Option<String>,
    /// How many sheets are shown at most: three if left out.
    #[serde(default)]
    #[cfg_attr(test, schema(minimum = 1, maximum = 10))]
    pub most: Option<usize>,
    /// How much is thought, in work units: one is a position judged and weighed. 70,000 if left out: about
    /// a tenth of a second, several times that on a board full of units.
    #[serde(default)]
    #[cfg_attr(test, schema(maximum = 200_000))]
    pub budget: Option<u64>,
    /// The same question with the same seed gets the same answer.
    #[serde(default)]
    pub seed: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct AdviceView {
    /// The powers that are advised: those of the player that are not in disorder.
    pub powers: Vec<String>,
    /// The best first; none if there is nothing to order.
    pub suggestions: Vec<SuggestionView>,
    /// What the others may do, in movement phases.
    pub expected: Vec<ExpectedView>,
}

/// One way to go on.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct SuggestionView {
    pub sheet: Vec<SheetLine>,
    /// In centres two years from now. A game won counts a hundred and more, one that somebody else wins
    /// less than nothing. None if too little was thought to tell, or nobody would be left to order.
    #[cfg_attr(test, schema(required))]
    pub worth: Option<f32>,
    /// How far the worth may be off, over what the others may do and over what other searches expect of
    /// them; in movement phases, from 15,000 work units.
    #[cfg_attr(test, schema(required))]
    pub doubt: Option<f32>,
    /// In movement phases: how often it would be played, of 1, by somebody who does not want to be read.
    #[cfg_attr(test, schema(required))]
    pub share: Option<f32>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct ExpectedView {
    /// Of one player.
    pub powers: Vec<String>,
    /// The likeliest first.
    pub plans: Vec<PlanView>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct PlanView {
    /// How likely, of 1.
    pub share: f32,
    pub sheet: Vec<SheetLine>,
}
