//! Orders: what may be written, what was written, and what was understood.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::words::{StanceKey, UnitKindKey};

/// One entry of a sheet. Units are named by their province, destinations by place (`stp/sc`).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(tag = "order", rename_all = "snake_case")]
pub enum Deed {
    Hold {
        at: String,
    },
    Move {
        at: String,
        to: String,
        /// "By convoy" is written.
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

/// A whole sheet: it replaces the one before. Text, or entries, not both.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct OrdersBody {
    #[serde(default)]
    #[cfg_attr(test, schema(max_length = 20_000))]
    pub text: Option<String>,
    /// The language of the text; else the caller's.
    #[serde(default)]
    #[cfg_attr(test, schema(max_length = 10))]
    pub language: Option<String>,
    #[serde(default)]
    #[cfg_attr(test, schema(max_items = 200))]
    pub deeds: Option<Vec<Deed>>,
    /// The phase that the orders are for, `S1901M`: if it is over, they are refused and cannot fall into
    /// the next one.
    #[serde(default)]
    #[cfg_attr(test, schema(max_length = 10))]
    pub phase: Option<String>,
    /// True: only a private note; the sheet that is in stays as it is.
    #[serde(default)]
    pub draft: bool,
    #[serde(default)]
    pub stance: Option<StanceKey>,
    /// True: if any line cannot be taken, nothing is.
    #[serde(default)]
    pub all_or_nothing: bool,
}

/// A text that is only read.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct ReadBody {
    #[cfg_attr(test, schema(max_length = 20_000))]
    pub text: String,
    #[serde(default)]
    pub language: Option<String>,
}

/// What became of an order in a text, or of an entry of a list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct ReadLine {
    /// From 1.
    pub line: usize,
    /// Where in the text, in UTF-16 code units as browsers count; 0 in a list.
    pub start: usize,
    pub end: usize,
    #[serde(flatten)]
    pub result: LineView,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
#[serde(tag = "result", rename_all = "snake_case")]
pub enum LineView {
    Taken {
        #[serde(flatten)]
        entry: SheetLine,
        /// `plain`, `foreign`, `incomplete`, `filled_in` (from other lines) or `guessed`.
        how: String,
    },
    Refused {
        /// Stable.
        problem: String,
        message: String,
        /// Legal orders that may have been meant.
        suggestions: Vec<SheetLine>,
    },
}

/// An entry with its words in the caller's language.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct SheetLine {
    pub deed: Deed,
    /// "Army Paris moves to Burgundy"
    pub long: String,
    /// "A Par - Bur"
    pub short: String,
}

/// The answer to orders.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Done {
    pub version: u64,
    /// False: nothing has changed, because no line counts, or not all of them with `all_or_nothing`.
    pub taken: bool,
    /// What became of each line of a text; of a list, the entries that do not count.
    pub lines: Vec<ReadLine>,
}

/// What the caller's units may be ordered to do.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct OptionsView {
    pub version: u64,
    pub phase: String,
    pub units: Vec<UnitOptions>,
    /// In an adjustment phase, one for each of the caller's powers.
    pub adjustments: Vec<AdjustmentOptions>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct UnitOptions {
    /// The province.
    pub at: String,
    /// Where exactly the unit stands.
    pub place: String,
    pub power: String,
    pub kind: UnitKindKey,
    /// Places that it can go to by itself.
    pub moves: Vec<String>,
    /// Places that it can reach with a convoy, of which some may also be in `moves`.
    pub by_convoy: Vec<String>,
    /// By the province of the unit that is helped: the places that its move can be supported to;
    /// its own province means support in place.
    pub supports: BTreeMap<String, Vec<String>>,
    /// By the province of the army: where it can be carried.
    pub convoys: BTreeMap<String, Vec<String>>,
    /// In a retreat phase.
    pub retreats: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct AdjustmentOptions {
    pub power: String,
    /// How many more units than it has the power should have; below zero it must remove.
    pub owed: i32,
    /// How many it can build.
    pub builds: usize,
    /// Places where it can build an army, and where a fleet.
    pub armies: Vec<String>,
    pub fleets: Vec<String>,
    /// Provinces of the units that it may remove.
    pub removals: Vec<String>,
    /// What is removed if nothing is said.
    pub by_default: Vec<String>,
}

/// The fleets of one way over sea.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Route {
    pub fleets: Vec<String>,
}
