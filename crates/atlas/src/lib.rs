//! From the files of a variant to a checked [`Board`] and the names of its places.
//!
//! A variant is a folder of data: `board.toml` (provinces and borders), `start.toml` (the set-up),
//! `tables.toml` (fewer players than powers), `openings.toml` (first turns for bots) and `names/*.toml`. A new
//! map touches no code.

mod faults;
mod files;
mod load;
mod names;

use std::path::Path;
use std::sync::LazyLock;

use rules::{Board, Power, Province};

pub use faults::{Fault, Faults};
pub use load::{Sources, Translation};
pub use names::{Names, PlaceNames, PowerNames};

include!(concat!(env!("OUT_DIR"), "/standard_names.rs"));

/// The language whose alphabet the rules count by (I2); every variant has it.
pub(crate) const ENGLISH: &str = "en";

/// A board with the names of its places in every language it has been given.
#[derive(Clone, Debug)]
pub struct Variant {
    pub board: Board,
    /// Powers that are easy to play, for people who play for the first time.
    beginners: Vec<Power>,
    /// English first, then by language.
    names: Vec<Names>,
}

impl Variant {
    /// Reads a variant from its folder.
    pub fn load(folder: &Path) -> Result<Self, Faults> {
        Sources::read(folder)?.into_variant()
    }

    /// The English full name.
    pub fn province_name(&self, province: Province) -> &str {
        &self.names[0].province(province).full
    }

    /// The English full name.
    pub fn power_name(&self, power: Power) -> &str {
        &self.names[0].power(power).full
    }

    /// Powers that are easy to play, for people who play for the first time.
    pub fn beginners(&self) -> &[Power] {
        &self.beginners
    }

    /// The names in every language, English first.
    pub fn names(&self) -> &[Names] {
        &self.names
    }
}

static STANDARD: LazyLock<Variant> = LazyLock::new(|| {
    let sources = Sources {
        board: include_str!("../../../variants/standard/board.toml").to_owned(),
        start: include_str!("../../../variants/standard/start.toml").to_owned(),
        tables: include_str!("../../../variants/standard/tables.toml").to_owned(),
        openings: include_str!("../../../variants/standard/openings.toml").to_owned(),
        names: include_str!("../../../variants/standard/names/en.toml").to_owned(),
        translations: STANDARD_NAMES
            .iter()
            .filter(|(language, _)| *language != ENGLISH)
            .map(|(language, text)| Translation {
                language: (*language).to_owned(),
                text: (*text).to_owned(),
            })
            .collect(),
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
