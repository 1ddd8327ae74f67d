//! Orders with a typing slip in one name, from a seed.

#![allow(dead_code, unreachable_pub)]

use atlas::Variant;
use language::{Command, Desk, Locale, Notation, Reader, Style, Writer};
use rules::{Board, Edition, Order, Province, RetreatOrder};

use super::random::{Dice, commands, position};

/// What goes wrong with a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    Transposed,
    Missing,
    Doubled,
    NeighbouringKey,
    LostAccent,
    Phonetic,
}

#[derive(Debug)]
pub struct Slip {
    pub language: String,
    pub kind: Kind,
    pub text: String,
    pub meant: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    AsMeant,
    Refused,
    /// Silently read as something else: the one thing that must not happen.
    Otherwise,
}

#[derive(Clone, Copy, Default, Debug)]
pub struct Tally {
    pub as_meant: u32,
    pub refused: u32,
    pub otherwise: u32,
}

impl Kind {
    pub const ALL: [Self; 6] = [
        Self::Transposed,
        Self::Missing,
        Self::Doubled,
        Self::NeighbouringKey,
        Self::LostAccent,
        Self::Phonetic,
    ];

    pub const fn name(self) -> &'static str {
        match self {
            Self::Transposed => "transposed",
            Self::Missing => "missing",
            Self::Doubled => "doubled",
            Self::NeighbouringKey => "neighbouring key",
            Self::LostAccent => "lost accent",
            Self::Phonetic => "phonetic",
        }
    }
}

impl Tally {
    pub const fn count(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::AsMeant => self.as_meant += 1,
            Outcome::Refused => self.refused += 1,
            Outcome::Otherwise => self.otherwise += 1,
        }
    }

    pub const fn lines(&self) -> u32 {
        self.as_meant + self.refused + self.otherwise
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let percent = |count: u32| 100.0 * f64::from(count) / f64::from(self.lines().max(1));
        write!(
            f,
            "{:>6} lines: {:>6.2} % as meant, {:>5.2} % refused, {:>6.3} % silently otherwise",
            self.lines(),
            percent(self.as_meant),
            percent(self.refused),
            percent(self.otherwise)
        )
    }
}

/// Makes the slip of a seed and reads it.
pub fn judge(reader: &Reader<'_>, variant: &Variant, locales: &[Locale], seed: u64) -> (Slip, Outcome) {
    let notation = Notation::new(&variant.board);
    let mut dice = Dice::new(seed.wrapping_mul(0x2545_f491_4f6c_dd1d));
    // Each kind has its share, however many names it has a hold on.
    let kind = Kind::ALL[(seed % Kind::ALL.len() as u64) as usize];
    loop {
        let position = position(&variant.board, &mut dice);
        let powers: Vec<_> = variant.board.powers().collect();
        let power = *dice.pick(&powers);
        let choices = commands(&variant.board, &position, power);
        if choices.is_empty() {
            continue;
        }
        let command = *dice.pick(&choices);
        let locale = dice.pick(locales);
        let Some(writer) = Writer::new(variant, locales, &locale.language) else { continue };
        let written = writer.write(&command, &position.forces, Style::Long);
        let Some(names) = variant.names().iter().find(|names| names.language == locale.language) else {
            continue;
        };
        let places = places(&variant.board, &command);
        if places.is_empty() {
            continue;
        }
        let name = &names.province(*dice.pick(&places)).full;
        let Some(spoilt) = spoil(name, kind, &mut dice) else { continue };
        let text = written.replacen(name.as_str(), &spoilt, 1);
        let meant = command.international(&notation, &position.forces);
        let Some(language) = reader.language(&locale.language) else { continue };
        let desk =
            Desk { language, power, board: &variant.board, position: &position, edition: Edition::Y2000 };
        let readings = reader.read(&text, &desk);
        let found: Vec<String> = readings
            .iter()
            .map(|reading| match &reading.result {
                Ok(taken) => taken.command.international(&notation, &position.forces),
                Err(refusal) => format!("refused {}", refusal.problem.key()),
            })
            .collect();
        let outcome = compare(&found.join(" | "), &meant);
        return (Slip { language: locale.language.clone(), kind, text, meant }, outcome);
    }
}

pub fn compare(found: &str, meant: &str) -> Outcome {
    match found {
        _ if found == meant => Outcome::AsMeant,
        _ if found.starts_with("refused") && meant == "refused" => Outcome::AsMeant,
        _ if found.split(" | ").all(|part| part.starts_with("refused")) => Outcome::Refused,
        _ => Outcome::Otherwise,
    }
}

/// The places that a command names.
fn places(board: &Board, command: &Command) -> Vec<Province> {
    let mut found: Vec<Province> = command.province(board).into_iter().collect();
    match command {
        Command::Order { order, .. } => match *order {
            Order::Hold => {}
            Order::Move { to, .. } => found.push(board.province_of(to)),
            Order::SupportHold { of } => found.push(of),
            Order::SupportMove { from, to } => found.extend([from, board.province_of(to)]),
            Order::Convoy { from, to } => found.extend([from, to]),
        },
        Command::Retreat { order: RetreatOrder::To(to), .. } => found.push(board.province_of(*to)),
        Command::Retreat { .. } | Command::Entry(_) => {}
    }
    found
}

/// A name with one slip; none if this kind has no hold on it.
fn spoil(name: &str, kind: Kind, dice: &mut Dice) -> Option<String> {
    let letters: Vec<char> = name.chars().collect();
    let at: Vec<usize> = (0..letters.len()).filter(|i| letters[*i].is_alphabetic()).collect();
    let i = *dice.pick(&at);
    let mut spoilt = letters.clone();
    match kind {
        Kind::Transposed => {
            if !letters.get(i + 1)?.is_alphabetic() {
                return None;
            }
            spoilt.swap(i, i + 1);
        }
        Kind::Missing => {
            spoilt.remove(i);
        }
        Kind::Doubled => spoilt.insert(i, letters[i]),
        Kind::NeighbouringKey => spoilt[i] = neighbour(letters[i], dice)?,
        Kind::LostAccent => spoilt = letters.iter().map(|c| plain(*c)).collect(),
        Kind::Phonetic => return phonetic(name, dice),
    }
    let spoilt: String = spoilt.into_iter().collect();
    (spoilt != name).then_some(spoilt)
}

fn plain(c: char) -> char {
    match c {
        'á' | 'à' | 'â' | 'ä' => 'a',
        'é' | 'è' | 'ê' | 'ë' => 'e',
        'í' | 'ï' | 'î' => 'i',
        'ó' | 'ö' | 'ô' => 'o',
        'ú' | 'ü' => 'u',
        'ñ' => 'n',
        'ç' => 'c',
        'É' => 'E',
        'Á' | 'Ä' => 'A',
        'Ö' => 'O',
        _ => c,
    }
}

/// A key beside this one on a usual keyboard.
fn neighbour(c: char, dice: &mut Dice) -> Option<char> {
    const ROWS: [&str; 3] = ["qwertyuiop", "asdfghjkl", "zxcvbnm"];
    let low = plain(c).to_ascii_lowercase();
    let (row, column) = ROWS.iter().enumerate().find_map(|(row, keys)| Some((row, keys.find(low)?)))?;
    let mut near: Vec<char> = Vec::new();
    for keys in &ROWS[row.saturating_sub(1)..=(row + 1).min(2)] {
        for beside in column.saturating_sub(1)..=column + 1 {
            near.extend(keys.chars().nth(beside).filter(|key| *key != low));
        }
    }
    Some(*dice.pick(&near))
}

/// As it sounds to somebody: one sound of the name written another way.
fn phonetic(name: &str, dice: &mut Dice) -> Option<String> {
    const SOUNDS: [(&str, &str); 30] = [
        ("ph", "f"),
        ("th", "t"),
        ("ck", "k"),
        ("sch", "sh"),
        ("ie", "i"),
        ("ei", "ai"),
        ("ou", "u"),
        ("oe", "u"),
        ("ij", "ei"),
        ("c", "k"),
        ("k", "c"),
        ("v", "w"),
        ("w", "v"),
        ("z", "s"),
        ("s", "z"),
        ("y", "i"),
        ("i", "y"),
        ("b", "v"),
        ("qu", "k"),
        ("ll", "l"),
        ("nn", "n"),
        ("ss", "s"),
        ("rr", "r"),
        ("tt", "t"),
        ("h", ""),
        ("ai", "e"),
        ("au", "o"),
        ("ae", "e"),
        ("d", "t"),
        ("g", "j"),
    ];
    let (sound, written) = *dice.pick(&SOUNDS);
    let found: Vec<usize> = name.match_indices(sound).map(|(at, _)| at).collect();
    if found.is_empty() {
        return None;
    }
    let at = *dice.pick(&found);
    Some(format!("{}{written}{}", &name[..at], &name[at + sound.len()..]))
}
