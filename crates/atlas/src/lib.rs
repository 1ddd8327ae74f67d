#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

mod errors;
mod file_formats;
mod load;
mod names;
mod variant_files;

use std::path::Path;
use std::sync::LazyLock;

use detente_rules::{Board, Power, Province};

pub use errors::{VariantError, VariantErrors};
pub use names::{Names, PowerNames, ProvinceNames};
pub use variant_files::VariantFiles;

/// The language whose alphabetical order the rules use (I2). Every variant has names in it.
pub(crate) const ENGLISH: &str = "en";

/// A board with the names of its provinces and powers in all its languages.
#[derive(Clone, Debug)]
pub struct Variant {
    key: String,
    /// The board.
    pub board: Board,
    /// Powers that are easy to play, for people who play for the first time.
    beginner_powers: Vec<Power>,
    /// English first, then by language code.
    names: Vec<Names>,
    files: VariantFiles,
}

impl Variant {
    /// Loads a variant from a folder. The name of the folder is its key.
    pub fn load(folder: &Path) -> Result<Self, VariantErrors> {
        let key = folder.file_name().map(|name| name.to_string_lossy().into_owned());
        VariantFiles::read(folder)?.into_variant(&key.unwrap_or_default())
    }

    /// The key in stored games and requests: `standard`.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// The title in a language. If there is none, the title in English, or the key.
    pub fn title(&self, language: &str) -> &str {
        let own = self.names.iter().find(|names| names.language == language);
        let english = self.names.first();
        own.into_iter().chain(english).find_map(|names| names.title.as_deref()).unwrap_or(&self.key)
    }

    /// All files of the variant. Other crates read drawings, labels and grammar from them.
    pub const fn files(&self) -> &VariantFiles {
        &self.files
    }

    /// The full English name of a province.
    pub fn province_name(&self, province: Province) -> &str {
        &self.names[0].province(province).full
    }

    /// The full English name of a power.
    pub fn power_name(&self, power: Power) -> &str {
        &self.names[0].power(power).full
    }

    /// Powers that are easy to play, for people who play for the first time.
    pub fn beginner_powers(&self) -> &[Power] {
        &self.beginner_powers
    }

    /// The names in every language, English first.
    pub fn names(&self) -> &[Names] {
        &self.names
    }
}

static BUILT_IN: LazyLock<Vec<Variant>> = LazyLock::new(|| {
    let variant = |(key, files): (&str, VariantFiles)| match files.into_variant(key) {
        Ok(variant) => variant,
        Err(errors) => panic!("tests check that every built-in variant loads: {key}\n{errors}"),
    };
    VariantFiles::built_in().map(variant).collect()
});

/// The variants that are built into the program, sorted by key.
pub fn built_in() -> &'static [Variant] {
    &BUILT_IN
}

/// The standard variant: the classic map of Europe.
pub fn standard() -> &'static Variant {
    static STANDARD: LazyLock<&Variant> = LazyLock::new(|| {
        let standard = built_in().iter().find(|variant| variant.key == "standard");
        standard.expect("variants/standard is built in")
    });
    &STANDARD
}
