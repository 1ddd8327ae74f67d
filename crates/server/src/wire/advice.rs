//! Advice for any position: suggested orders, their worth, and the expected orders of the others.

use serde::{Deserialize, Serialize};

use super::orders::SheetLine;
use super::record::PositionView;

/// A position in the form in which games show it, and the power that wants advice.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct AdviceBody {
    pub position: PositionView,
    /// The power that gets advice, together with the other powers of its player.
    #[cfg_attr(test, schema(max_length = 20))]
    pub power: String,
    /// Players with several powers. A power in none of these lists has its own player.
    #[serde(default)]
    #[cfg_attr(test, schema(max_items = 32))]
    pub players: Vec<Vec<String>>,
    /// Powers in civil disorder: nobody plays them and their units hold.
    #[serde(default)]
    #[cfg_attr(test, schema(max_items = 32))]
    pub disorder: Vec<String>,
    /// `2000`, `2023` or `datc`. `2000` if left out.
    #[serde(default)]
    #[cfg_attr(test, schema(max_length = 10))]
    pub edition: Option<String>,
    /// The largest number of sheets in the response. Three if left out.
    #[serde(default)]
    #[cfg_attr(test, schema(minimum = 1, maximum = 10))]
    pub most: Option<usize>,
    /// How much the bot thinks, in work units: one unit is one position that is judged and evaluated. 70,000
    /// if left out, which takes about 0.1 s, or several times that on a board full of units.
    #[serde(default)]
    #[cfg_attr(test, schema(maximum = 200_000))]
    pub budget: Option<u64>,
    /// The same request with the same seed gets the same response.
    #[serde(default)]
    pub seed: Option<u64>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct AdviceView {
    /// The powers that get advice: those of the player that are not in disorder.
    pub powers: Vec<String>,
    /// The best first. Empty if there is nothing to order.
    pub suggestions: Vec<SuggestionView>,
    /// The expected orders of the others, in movement phases.
    pub expected: Vec<ExpectedView>,
}

/// One suggested order sheet.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct SuggestionView {
    pub sheet: Vec<SheetLine>,
    /// The expected centres in two years. 100 or more is a won game, below 0 a game that another player wins.
    /// None if the budget was too small, or if no unit would be left.
    #[cfg_attr(test, schema(required))]
    pub worth: Option<f32>,
    /// How far the worth may be wrong, because the others may order something else and because other searches
    /// expect something else. Only in movement phases and from 15,000 work units.
    #[cfg_attr(test, schema(required))]
    pub doubt: Option<f32>,
    /// In movement phases: how often, from 0 to 1, a player should choose it to stay unpredictable.
    #[cfg_attr(test, schema(required))]
    pub share: Option<f32>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct ExpectedView {
    /// The powers of one player.
    pub powers: Vec<String>,
    /// The most likely first.
    pub plans: Vec<PlanView>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct PlanView {
    /// How likely it is, from 0 to 1.
    pub share: f32,
    pub sheet: Vec<SheetLine>,
}
