//! From the files of a variant to a checked [`Board`] and the names of its places.
//!
//! A variant is a folder of data: `board.toml` (provinces and borders), `start.toml` (the set-up),
//! `tables.toml` (fewer players than powers), `openings.toml` (first turns for bots) and `names/*.toml`. A new
//! map touches no code.

mod faults;
mod files;
mod load;
mod names;
mod variant_files;

use std::path::Path;
use std::sync::LazyLock;

use rules::{Board, Power, Province};

pub use faults::{Fault, Faults};
pub use names::{Names, PlaceNames, PowerNames};
pub use variant_files::VariantFiles;

/// The language whose alphabet the rules count by (I2); every variant has it.
pub(crate) const ENGLISH: &str = "en";

/// A board with the names of its places in every language it has been given.
#[derive(Clone, Debug)]
pub struct Variant {
    key: String,
    pub board: Board,
    /// Powers that are easy to play, for people who play for the first time.
    beginners: Vec<Power>,
    /// English first, then by language.
    names: Vec<Names>,
    files: VariantFiles,
}

impl Variant {
    /// Reads a variant from its folder; the folder's name is its key.
    pub fn load(folder: &Path) -> Result<Self, Faults> {
        let key = folder.file_name().map(|name| name.to_string_lossy().into_owned());
        VariantFiles::read(folder)?.into_variant(&key.unwrap_or_default())
    }

    /// What it is called in stored games and requests: `standard`.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// What it is called in a language, else in English, else its key.
    pub fn title(&self, language: &str) -> &str {
        let own = self.names.iter().find(|names| names.language == language);
        let english = self.names.first();
        own.into_iter().chain(english).find_map(|names| names.title.as_deref()).unwrap_or(&self.key)
    }

    /// All its files: others than this crate read drawings, labels and grammar from them.
    pub const fn files(&self) -> &VariantFiles {
        &self.files
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

static BUILT_IN: LazyLock<Vec<Variant>> = LazyLock::new(|| {
    let variant = |(key, files): (&str, VariantFiles)| match files.into_variant(key) {
        Ok(variant) => variant,
        Err(faults) => panic!("the built-in variants are checked by the tests: {key}\n{faults}"),
    };
    VariantFiles::built_in().map(variant).collect()
});

/// The variants that the program carries, in the alphabet of their keys.
pub fn built_in() -> &'static [Variant] {
    &BUILT_IN
}

/// The classic board.
pub fn standard() -> &'static Variant {
    static STANDARD: LazyLock<&Variant> = LazyLock::new(|| {
        let standard = built_in().iter().find(|variant| variant.key == "standard");
        standard.expect("variants/standard is built in")
    });
    &STANDARD
}
