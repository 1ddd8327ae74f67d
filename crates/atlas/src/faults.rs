//! What is wrong with a variant, and where.

use std::fmt;

use rules::{BoardFault, UnitKind};

use crate::VariantFiles;

/// One thing that is wrong, for the variant's author.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// Within the variant's folder.
    pub file: String,
    /// From 1; 0 if the whole file is meant.
    pub line: usize,
    pub message: String,
}

/// Everything that is wrong with a variant; never empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Faults(pub Vec<Fault>);

impl std::error::Error for Faults {}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            // The whole file is meant.
            0 => write!(f, "{}:1: {}", self.file, self.message),
            line => write!(f, "{}:{line}: {}", self.file, self.message),
        }
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{fault}")?;
        }
        Ok(())
    }
}

/// Where in the files a fault of the board is, and a sentence about it.
pub(crate) fn locate(fault: &BoardFault, files: &VariantFiles) -> Fault {
    let (board, start) = (files.text("board.toml"), files.text("start.toml"));
    let (tables, openings) = (files.text("tables.toml"), files.text("openings.toml"));
    let (file, line) = match fault {
        BoardFault::UnknownInTable { key, .. } => ("tables.toml", line_containing(tables, key)),
        BoardFault::TableNotWhole { players } => {
            ("tables.toml", line_containing(tables, &format!("players = {players}")))
        }
        BoardFault::UnknownInOpening { key, .. } => ("openings.toml", line_containing(openings, key)),
        BoardFault::UnknownStart { power, .. } | BoardFault::CannotStartThere { power, .. } => {
            ("start.toml", line_of(start, "", power))
        }
        BoardFault::StartsTwice { location } => ("start.toml", line_containing(start, location)),
        BoardFault::BadWin => ("board.toml", line_of(board, "", "centres_to_win")),
        BoardFault::TooManyPowers { .. } => ("board.toml", line_of(board, "", "powers")),
        BoardFault::NoProvinces
        | BoardFault::TooManyProvinces { .. }
        | BoardFault::TooManySeas { .. }
        | BoardFault::TooManyShores { .. } => ("board.toml", 0),
        BoardFault::BadKey { key } | BoardFault::TwiceNamed { key } => {
            ("board.toml", line_of(board, key, "").max(line_containing(board, key)))
        }
        BoardFault::OneSidedBorder { province, kind, .. } | BoardFault::NoPlaceFor { province, kind, .. } => {
            let field = match kind {
                UnitKind::Army => "armies",
                UnitKind::Fleet => "fleets",
            };
            ("board.toml", line_of(board, province, field))
        }
        BoardFault::UnknownNeighbour { province, neighbour } => {
            ("board.toml", line_of_word(board, province, neighbour))
        }
        BoardFault::BordersItself { province }
        | BoardFault::NotInThisTerrain { province }
        | BoardFault::LonelyCoast { province } => ("board.toml", line_of(board, province, "")),
        BoardFault::HomeOfNobody { province, .. } | BoardFault::HomeIsNoCentre { province } => {
            ("board.toml", line_of(board, province, "home"))
        }
    };
    Fault { file: file.to_owned(), line, message: sentence(fault) }
}

fn sentence(fault: &BoardFault) -> String {
    let kind_name = |kind: &UnitKind| match kind {
        UnitKind::Army => "armies",
        UnitKind::Fleet => "fleets",
    };
    match fault {
        BoardFault::BadKey { key } => {
            format!("'{key}' is not a key: use 1 to 32 lower-case letters and digits")
        }
        BoardFault::TwiceNamed { key } => format!("'{key}' is named twice"),
        BoardFault::NoProvinces => "there are no provinces".to_owned(),
        BoardFault::TooManyProvinces { most } => format!("more than {most} provinces"),
        BoardFault::TooManySeas { most } => format!("more than {most} provinces of water"),
        BoardFault::TooManyShores { most } => format!("more than {most} coastal provinces"),
        BoardFault::TooManyPowers { most } => format!("more than {most} powers"),
        BoardFault::UnknownNeighbour { province, neighbour } => {
            format!("{province} borders on '{neighbour}', which is no place of this board")
        }
        BoardFault::OneSidedBorder { province, neighbour, kind } => {
            format!("{} go from {province} to {neighbour}, but {neighbour} does not say so", kind_name(kind))
        }
        BoardFault::NoPlaceFor { province, neighbour, kind } => {
            format!("{province} borders on {neighbour}, where {} cannot stand", kind_name(kind))
        }
        BoardFault::BordersItself { province } => format!("{province} borders on itself"),
        BoardFault::NotInThisTerrain { province } => {
            format!("{province}: inland has no fleets, water has no armies, coasts or centre")
        }
        BoardFault::LonelyCoast { province } => {
            format!("{province}: a province has two named coasts or more, or none")
        }
        BoardFault::HomeOfNobody { province, power } => {
            format!("{province} is the home of '{power}', which is no power of this board")
        }
        BoardFault::HomeIsNoCentre { province } => format!("{province} is a home but no centre"),
        BoardFault::BadWin => "centres_to_win must be between 1 and the number of centres".to_owned(),
        BoardFault::UnknownStart { power, location } => {
            format!("{power} starts in '{location}': no such power or place")
        }
        BoardFault::CannotStartThere { power, location } => {
            format!("{power}'s unit cannot stand in {location}")
        }
        BoardFault::StartsTwice { location } => format!("two units start in {location}"),
        BoardFault::UnknownInTable { players, key } => {
            format!("the table for {players} players names '{key}', which this board does not have")
        }
        BoardFault::TableNotWhole { players } => format!(
            "the table for {players} players: there is one for each number of players, with as many seats, two \
             or more; each power is in one seat or unplayed; the neutral one is unplayed"
        ),
        BoardFault::UnknownInOpening { power, key } => {
            format!("an opening of '{power}' names '{key}', which this board does not have")
        }
    }
}

/// The line of a field in the table of a province (the table's own line if it has no such field);
/// with no province, of a field at the top.
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

/// The line in a province's table that holds a word.
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
