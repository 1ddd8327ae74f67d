//! Makes orders with a typo in one name, from a seed, and reads them.

use atlas::Variant;
use language::{AnyOrder, Locale, OrderParser, OrderWriter, ReadingContext, Style};
use notation::Notation;
use rules::{Board, Edition, Order, Province, RetreatOrder};

use super::random::{SeededRandom, legal_orders, position};

/// The kind of typo.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypoKind {
    Transposed,
    Missing,
    Doubled,
    NeighbouringKey,
    LostAccent,
    Phonetic,
}

/// An order with a typo, and what it means.
#[derive(Debug)]
pub struct Typo {
    pub language: String,
    pub kind: TypoKind,
    pub text: String,
    pub meant: String,
}

/// What an order with a typo was read as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypoOutcome {
    AsMeant,
    Refused,
    /// It was accepted as another order. This must not happen.
    OtherOrder,
}

/// The number of each outcome.
#[derive(Clone, Copy, Default, Debug)]
pub struct TypoCounts {
    pub as_meant: u32,
    pub refused: u32,
    pub as_other_order: u32,
}

impl TypoKind {
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

impl TypoCounts {
    pub const fn count(&mut self, outcome: TypoOutcome) {
        match outcome {
            TypoOutcome::AsMeant => self.as_meant += 1,
            TypoOutcome::Refused => self.refused += 1,
            TypoOutcome::OtherOrder => self.as_other_order += 1,
        }
    }

    pub const fn lines(&self) -> u32 {
        self.as_meant + self.refused + self.as_other_order
    }
}

impl std::fmt::Display for TypoCounts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let percent = |count: u32| 100.0 * f64::from(count) / f64::from(self.lines().max(1));
        write!(
            f,
            "{:>6} lines: {:>6.2} % as meant, {:>5.2} % refused, {:>6.3} % silently otherwise",
            self.lines(),
            percent(self.as_meant),
            percent(self.refused),
            percent(self.as_other_order)
        )
    }
}

/// Makes the typo of a seed and reads it.
pub fn make_and_read(
    reader: &OrderParser<'_>,
    variant: &Variant,
    locales: &[Locale],
    seed: u64,
) -> (Typo, TypoOutcome) {
    let notation = Notation::new(&variant.board);
    let mut dice = SeededRandom::new(seed.wrapping_mul(0x2545_f491_4f6c_dd1d));
    // Each kind is used equally often, even if it is possible in few names.
    let kind = TypoKind::ALL[(seed % TypoKind::ALL.len() as u64) as usize];
    loop {
        let position = position(&variant.board, &mut dice);
        let powers: Vec<_> = variant.board.powers().collect();
        let power = *dice.pick(&powers);
        let choices = legal_orders(&variant.board, &position, power);
        if choices.is_empty() {
            continue;
        }
        let command = *dice.pick(&choices);
        let locale = dice.pick(locales);
        let Some(writer) = OrderWriter::new(variant, locales, &locale.language) else { continue };
        let written = writer.write(&command, &position.forces, Style::Long);
        let Some(names) = variant.names().iter().find(|names| names.language == locale.language) else {
            continue;
        };
        let places = places(&variant.board, &command);
        if places.is_empty() {
            continue;
        }
        let name = &names.province(*dice.pick(&places)).full;
        let Some(misspelled) = with_typo(name, kind, &mut dice) else { continue };
        let text = written.replacen(name.as_str(), &misspelled, 1);
        let meant = command.international(&notation, &position.forces);
        let Some(language) = reader.language(&locale.language) else { continue };
        let context = ReadingContext {
            language,
            power,
            board: &variant.board,
            position: &position,
            edition: Edition::Y2000,
        };
        let readings = reader.read(&text, &context);
        let found: Vec<String> = readings
            .iter()
            .map(|reading| match &reading.result {
                Ok(taken) => taken.order.international(&notation, &position.forces),
                Err(refusal) => format!("refused {}", refusal.problem.key()),
            })
            .collect();
        let outcome = compare(&found.join(" | "), &meant);
        return (Typo { language: locale.language.clone(), kind, text, meant }, outcome);
    }
}

pub fn compare(found: &str, meant: &str) -> TypoOutcome {
    match found {
        _ if found == meant => TypoOutcome::AsMeant,
        _ if found.starts_with("refused") && meant == "refused" => TypoOutcome::AsMeant,
        _ if found.split(" | ").all(|part| part.starts_with("refused")) => TypoOutcome::Refused,
        _ => TypoOutcome::OtherOrder,
    }
}

/// The places that a command names.
fn places(board: &Board, command: &AnyOrder) -> Vec<Province> {
    let mut found: Vec<Province> = command.province(board).into_iter().collect();
    match command {
        AnyOrder::Order { order, .. } => match *order {
            Order::Hold => {}
            Order::Move { to, .. } => found.push(board.province_of(to)),
            Order::SupportHold { of } => found.push(of),
            Order::SupportMove { from, to } => found.extend([from, board.province_of(to)]),
            Order::Convoy { from, to } => found.extend([from, to]),
        },
        AnyOrder::Retreat { order: RetreatOrder::To(to), .. } => found.push(board.province_of(*to)),
        AnyOrder::Retreat { .. } | AnyOrder::Adjustment(_) => {}
    }
    found
}

/// The name with one typo; none if this kind is not possible in it.
fn with_typo(name: &str, kind: TypoKind, dice: &mut SeededRandom) -> Option<String> {
    let letters: Vec<char> = name.chars().collect();
    let at: Vec<usize> = (0..letters.len()).filter(|i| letters[*i].is_alphabetic()).collect();
    let i = *dice.pick(&at);
    let mut misspelled = letters.clone();
    match kind {
        TypoKind::Transposed => {
            if !letters.get(i + 1)?.is_alphabetic() {
                return None;
            }
            misspelled.swap(i, i + 1);
        }
        TypoKind::Missing => {
            misspelled.remove(i);
        }
        TypoKind::Doubled => misspelled.insert(i, letters[i]),
        TypoKind::NeighbouringKey => misspelled[i] = neighbour(letters[i], dice)?,
        TypoKind::LostAccent => misspelled = letters.iter().map(|c| plain(*c)).collect(),
        TypoKind::Phonetic => return phonetic(name, dice),
    }
    let misspelled: String = misspelled.into_iter().collect();
    (misspelled != name).then_some(misspelled)
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
fn neighbour(c: char, dice: &mut SeededRandom) -> Option<char> {
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

/// The name with one sound written in another way.
fn phonetic(name: &str, dice: &mut SeededRandom) -> Option<String> {
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
