//! What is inside the program from others, and under which licences. The build script collects it.

use std::fmt;

/// Something inside the program that somebody else may use, or has made.
#[derive(Clone, Copy, Debug)]
pub struct Part {
    pub name: &'static str,
    /// Empty where there is none.
    pub version: &'static str,
    pub kind: Kind,
    /// An SPDX expression.
    pub licence: &'static str,
    /// Indexes into `TEXTS`.
    pub texts: &'static [usize],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Detente itself.
    Program,
    Crate,
    /// In the pages.
    Npm,
    /// C code that is compiled in, and Rust's own library.
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

/// Everything inside, Detente itself first.
pub fn parts() -> &'static [Part] {
    PARTS
}

/// The licences and notices, each once.
pub fn texts() -> &'static [&'static str] {
    TEXTS
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_part_has_a_licence_and_its_text() {
        for part in super::parts() {
            assert!(!part.licence.is_empty(), "{} has no licence", part.name);
            assert!(!part.texts.is_empty(), "the licence of {} has no text", part.name);
            // Some bring a line that points to other files besides.
            let whole = |&text: &usize| super::texts()[text].len() > 80;
            assert!(part.texts.iter().any(whole), "the licence of {} is cut short", part.name);
        }
    }
}
