//! Practice puzzles and what became of an answer.

use serde::{Deserialize, Serialize};

use super::keys::key_enum;
use super::orders::{OptionsView, OrderEntry, SheetLine};
use super::record::{PositionView, RecordView};

key_enum!(
    /// What a puzzle asks.
    PuzzleKind {
        /// Take a province this turn.
        Take,
        /// Save a unit from being dislodged.
        Save,
        /// Which supports are cut?
        Cut,
        /// Which centres can be taken?
        Fear,
        /// Which retreat is safe?
        Retreat,
        /// Hold a province.
        Hold,
    }
);

/// A puzzle. The kinds `take`, `save` and `cut` show the orders of all others; `fear`, `retreat` and `hold` must be
/// solved whatever the others do.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct PuzzleView {
    pub kind: PuzzleKind,
    pub number: u32,
    /// How many orders must be seen at once: 1, 2 or 3.
    pub grade: u8,
    /// The power of the solver.
    pub power: String,
    /// The phase in words.
    pub title: String,
    pub position: PositionView,
    /// The orders that are known. Units without an order hold.
    pub shown: Vec<SheetLine>,
    /// The province that is asked about.
    #[cfg_attr(test, schema(required))]
    pub target: Option<String>,
    /// The units that the solver orders, with their legal orders.
    pub options: OptionsView,
    /// The places to choose from, for `cut` and `fear`.
    pub places: Vec<String>,
    /// From little help to more.
    pub hints: Vec<PuzzleHint>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(tag = "hint", rename_all = "snake_case")]
pub enum PuzzleHint {
    /// These units are needed.
    Units { at: Vec<String> },
    /// This order is part of the solution.
    Order { line: SheetLine },
    /// So many places are right.
    Count { count: usize },
    /// This place is not right.
    NotThere { at: String },
}

/// An answer: orders, or the chosen places.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct PuzzleAnswer {
    #[serde(default)]
    #[cfg_attr(test, schema(max_items = 200))]
    pub deeds: Vec<OrderEntry>,
    #[serde(default)]
    #[cfg_attr(test, schema(max_items = 200))]
    pub places: Vec<String>,
}

/// What became of an answer, with the reasons of the judge.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct PuzzleReview {
    pub solved: bool,
    /// The orders that every solution has.
    pub key: Vec<SheetLine>,
    /// The right places: supports, centres, or the safe retreat.
    pub places: Vec<String>,
    /// What the answer leads to.
    pub given: Vec<RecordView>,
    /// The solution.
    pub explained: Vec<RecordView>,
}
