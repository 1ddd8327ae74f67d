//! The third-party parts of the program and their licences. The build script collects them.

use std::fmt;

/// A part of the program that has its own licence.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    pub name: &'static str,
    /// Empty if there is none.
    pub version: &'static str,
    pub kind: Kind,
    /// An SPDX expression.
    pub licence: &'static str,
    /// Indexes into `TEXTS`.
    pub texts: &'static [usize],
}

/// The kind of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Detente itself.
    Program,
    Crate,
    /// An npm package in the pages.
    Npm,
    /// C code that is compiled in, or the Rust standard library.
    Library,
    Font,
    Data,
}

impl Kind {
    pub fn key(self) -> &'static str {
        match self {
            Self::Program => "program",
            Self::Crate => "crate",
            Self::Npm => "npm",
            Self::Library => "library",
            Self::Font => "font",
            Self::Data => "data",
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.key())
    }
}

include!(concat!(env!("OUT_DIR"), "/parts.rs"));

/// All parts, Detente itself first.
pub fn parts() -> &'static [Part] {
    PARTS
}

/// The texts of licences and notices, each once.
pub fn texts() -> &'static [&'static str] {
    TEXTS
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_part_has_a_licence_and_its_text() {
        for part in super::parts() {
            assert!(!part.licence.is_empty(), "{} has no licence", part.name);
            assert!(!part.texts.is_empty(), "{} has no licence text", part.name);
            // Some parts also have a short text that only refers to other files.
            let whole = |&text: &usize| super::texts()[text].len() > 80;
            assert!(part.texts.iter().any(whole), "the licence text of {} is too short", part.name);
        }
    }
}
