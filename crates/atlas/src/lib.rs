//! From the files of a variant to a checked [`Board`] and the names of its places.
//!
//! A variant is a folder of data: `board.toml` (provinces and borders), `start.toml` (the set-up)
//! and `names/*.toml`. A new map touches no code.

mod faults;
mod files;
mod load;

use std::path::Path;
use std::sync::LazyLock;

use rules::{Board, Power, Province};

pub use faults::{Fault, Faults};
pub use load::Sources;

/// A board with the English names of its places.
#[derive(Clone, Debug)]
pub struct Variant {
    pub board: Board,
    province_names: Vec<String>,
    power_names: Vec<String>,
}

impl Variant {
    /// Reads a variant from its folder.
    pub fn load(folder: &Path) -> Result<Self, Faults> {
        Sources::read(folder)?.into_variant()
    }

    pub fn province_name(&self, province: Province) -> &str {
        &self.province_names[province.index()]
    }

    pub fn power_name(&self, power: Power) -> &str {
        &self.power_names[power.index()]
    }
}

static STANDARD: LazyLock<Variant> = LazyLock::new(|| {
    let sources = Sources {
        board: include_str!("../../../variants/standard/board.toml").to_owned(),
        start: include_str!("../../../variants/standard/start.toml").to_owned(),
        names: include_str!("../../../variants/standard/names/en.toml").to_owned(),
    };
    match sources.into_variant() {
        Ok(variant) => variant,
        Err(faults) => panic!("the built-in variant is checked by the tests:\n{faults}"),
    }
});

/// The classic board, built into the program.
pub fn standard() -> &'static Variant {
    &STANDARD
}
