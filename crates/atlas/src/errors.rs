//! Errors in the files of a variant, with file and line.

use std::fmt;

use detente_rules::{BoardError, UnitKind};

use crate::VariantFiles;

/// One error in the files of a variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariantError {
    /// The path in the variant's folder.
    pub file: String,
    /// The line, from 1. 0 if the error is about the whole file.
    pub line: usize,
    /// What is wrong, as a sentence for the author of the variant.
    pub message: String,
}

/// All errors of a variant. Never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct VariantErrors(pub Vec<VariantError>);

impl std::error::Error for VariantError {}
impl std::error::Error for VariantErrors {}

impl fmt::Display for VariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            // Editors need a line, so an error about the whole file is shown at line 1.
            0 => write!(f, "{}:1: {}", self.file, self.message),
            line => write!(f, "{}:{line}: {}", self.file, self.message),
        }
    }
}

impl fmt::Display for VariantErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, error) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{error}")?;
        }
        Ok(())
    }
}

/// Finds the file and line of an error of the board, and writes the message.
pub(crate) fn locate_error(error: &BoardError, files: &VariantFiles) -> VariantError {
    let (board, start) = (files.text("board.toml"), files.text("start.toml"));
    let (tables, openings) = (files.text("tables.toml"), files.text("openings.toml"));
    let (file, line) = match error {
        BoardError::UnknownInTable { key, .. } => ("tables.toml", line_containing(tables, key)),
        BoardError::BadPlayerTable { players } => {
            ("tables.toml", line_containing(tables, &format!("players = {players}")))
        }
        BoardError::UnknownInOpening { key, .. } => ("openings.toml", line_containing(openings, key)),
        BoardError::UnknownStart { power, .. } | BoardError::CannotStartThere { power, .. } => {
            ("start.toml", line_of(start, "", power))
        }
        BoardError::TwoUnitsStartTogether { location } => ("start.toml", line_containing(start, location)),
        BoardError::BadCentresToWin => ("board.toml", line_of(board, "", "centres_to_win")),
        BoardError::TooManyPowers { .. } => ("board.toml", line_of(board, "", "powers")),
        BoardError::NoProvinces
        | BoardError::TooManyProvinces { .. }
        | BoardError::TooManySeas { .. }
        | BoardError::TooManyShores { .. } => ("board.toml", 0),
        BoardError::BadKey { key } | BoardError::DuplicateKey { key } => {
            ("board.toml", line_of(board, key, "").max(line_containing(board, key)))
        }
        BoardError::OneSidedBorder { province, kind, .. }
        | BoardError::UnitCannotBeThere { province, kind, .. } => {
            let field = match kind {
                UnitKind::Army => "armies",
                UnitKind::Fleet => "fleets",
            };
            ("board.toml", line_of(board, province, field))
        }
        BoardError::UnknownNeighbour { province, neighbour } => {
            ("board.toml", line_of_word(board, province, neighbour))
        }
        BoardError::BordersItself { province }
        | BoardError::NotInThisTerrain { province }
        | BoardError::SingleNamedCoast { province } => ("board.toml", line_of(board, province, "")),
        BoardError::HomeOfUnknownPower { province, .. } | BoardError::HomeIsNoCentre { province } => {
            ("board.toml", line_of(board, province, "home"))
        }
    };
    VariantError { file: file.to_owned(), line, message: error.to_string() }
}

/// The line of a field in the TOML table of a province, or the line of the table if it has no such field.
/// Without a province: the line of a field at the top of the file.
fn line_of(text: &str, province: &str, field: &str) -> usize {
    let province = province.split('/').next().unwrap_or(province);
    let header = format!("[provinces.{province}]");
    let mut inside = province.is_empty();
    let mut found = 0;
    for (i, line) in text.lines().enumerate() {
        let line = line.trim();
        if !province.is_empty() && line.starts_with('[') {
            inside = line == header;
            if inside {
                found = i + 1;
            }
        }
        if inside && !field.is_empty() && line.starts_with(field) {
            return i + 1;
        }
    }
    found
}

/// The line in the TOML table of a province that contains a word.
fn line_of_word(text: &str, province: &str, word: &str) -> usize {
    let start = line_of(text, province, "");
    let is_word = |line: &str| line.split(|c: char| !c.is_alphanumeric() && c != '/').any(|w| w == word);
    let inside = text.lines().enumerate().skip(start).take_while(|(_, line)| !line.starts_with('['));
    inside.filter(|(_, line)| is_word(line)).map(|(i, _)| i + 1).next().unwrap_or(start)
}

pub(crate) fn line_containing(text: &str, word: &str) -> usize {
    text.lines().position(|line| line.contains(word)).map_or(0, |i| i + 1)
}

/// The line of a byte in a text.
pub(crate) fn line_at(text: &str, byte: usize) -> usize {
    1 + text.bytes().take(byte).filter(|b| *b == b'\n').count()
}
