//! Case files: positions, orders and the rulings that they must get. `cases/README.md` has the format.

mod parse;
mod run;

use rules::{Edition, Phase};

pub use parse::parse;
pub use run::{board_of, check, open};

/// A story of one or more phases.
#[derive(Clone, Debug)]
pub struct Case {
    pub id: String,
    pub title: String,
    /// Where it starts in its file.
    pub line: usize,
    pub covers: Vec<String>,
    pub editions: Vec<Edition>,
    pub sections: Vec<Section>,
}

/// One phase of a case. Powers, units and places are written as in the file.
#[derive(Clone, Debug)]
pub struct Section {
    pub line: usize,
    pub phase: Phase,
    pub start: bool,
    pub players: Vec<Vec<String>>,
    pub disorder: Vec<String>,
    /// Provinces that nobody may enter; those of the first phase hold for the whole case.
    pub closed: Vec<String>,
    pub units: Vec<(String, Vec<String>)>,
    pub centres: Vec<(String, Vec<String>)>,
    pub orders: Vec<OrderLine>,
    pub retreats: Vec<(String, Vec<String>)>,
    pub after: Vec<(String, Vec<String>)>,
    pub owns: Vec<(String, Vec<String>)>,
    pub next: Option<String>,
}

/// An order (or a unit without one) and its ruling: `fails standoff SIL (3)`.
#[derive(Clone, Debug)]
pub struct OrderLine {
    pub line: usize,
    pub power: String,
    pub order: String,
    pub ruling: String,
}

impl OrderLine {
    /// Whether the line only names a unit.
    pub fn is_unordered(&self) -> bool {
        self.order.split_whitespace().count() == 2
    }

    pub fn is_refused(&self) -> bool {
        self.ruling.starts_with("refused ")
    }
}
