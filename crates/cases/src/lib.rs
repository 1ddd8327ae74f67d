//! Case files: positions, orders and the expected rulings. `cases/README.md` describes the format.

pub mod files;
mod parse;
mod run;

use rules::{Edition, Phase};

pub use parse::parse;
pub use run::{board_of, check, starting_position};

/// A test case of one or more phases.
#[derive(Clone, Debug)]
pub struct Case {
    pub id: String,
    pub title: String,
    /// The line of the file where it starts.
    pub line: usize,
    /// The points of the rulebook index that it shows.
    pub covers: Vec<String>,
    pub editions: Vec<Edition>,
    pub sections: Vec<Section>,
}

/// One phase of a case. Powers, units and provinces are texts as in the file.
#[derive(Clone, Debug)]
pub struct Section {
    pub line: usize,
    pub phase: Phase,
    /// Whether it begins from the starting position of the variant.
    pub start: bool,
    /// The powers of each player that has several.
    pub players: Vec<Vec<String>>,
    pub disorder: Vec<String>,
    /// Powers that nobody plays.
    pub unplayed: Vec<String>,
    /// Provinces that nobody may enter. Those of the first phase apply to the whole case.
    pub closed: Vec<String>,
    pub units: Vec<(String, Vec<String>)>,
    pub centres: Vec<(String, Vec<String>)>,
    pub orders: Vec<OrderLine>,
    /// The dislodged units with their open retreats.
    pub retreats: Vec<(String, Vec<String>)>,
    /// The units of a power after the phase.
    pub after: Vec<(String, Vec<String>)>,
    /// The centres of a power after the phase.
    pub owns: Vec<(String, Vec<String>)>,
    /// The key of the next phase.
    pub next: Option<String>,
}

/// An order, or a unit without an order, and the expected ruling: `fails standoff SIL (3)`.
#[derive(Clone, Debug)]
pub struct OrderLine {
    pub line: usize,
    pub power: String,
    pub order: String,
    pub ruling: String,
}

impl OrderLine {
    /// Whether the line only names a unit, without an order.
    pub fn is_unordered(&self) -> bool {
        self.order.split_whitespace().count() == 2
    }

    /// Whether the case expects that the order is refused.
    pub fn is_refused(&self) -> bool {
        self.ruling.starts_with("refused ")
    }
}
