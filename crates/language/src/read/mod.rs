//! Reading orders as people write them, in any of the languages (E2–E9).
//!
//! A piece of text becomes words, words become everything that they can mean in some languages, and
//! that becomes drafts of orders. The meaning is decided by what is legal: first with the words of the
//! writer's language, then with those of all languages, then with signs left out, and last with words
//! that name nothing as slips. The first of these that gives a legal order decides: one is taken, two
//! are ambiguous (E4, E5, E8).

mod decide;
mod draft;
mod grammar;
mod lattice;
mod legal;
mod lexicon;
mod lines;
mod negation;
mod options;
mod pieces;
mod shared;
mod sheet;
mod sheet_of_powers;
mod slips;
mod suggest;
mod tokens;

use std::ops::Range;

use atlas::Variant;
use rules::{Board, Edition, Illegality, Position, Power};

use crate::{Command, Locale, Notation};

use decide::Verdict;
use legal::Bench;
pub use lexicon::LanguageId;
use lexicon::Lexicon;
use lines::{Line, look};
use pieces::{Pieces, split};
use sheet::Piece;
use suggest::suggestions;

/// No power has more units than this to order on one line.
const MOST_PARTS: usize = 64;

/// Reads orders of one variant in every language that it has.
#[derive(Clone, Debug)]
pub struct Reader<'v> {
    pub(crate) board: &'v Board,
    pub(crate) notation: Notation<'v>,
    pub(crate) lexicon: Lexicon,
}

/// Whose orders are read, and when.
#[derive(Clone, Copy, Debug)]
pub struct Desk<'p> {
    /// The writer's language.
    pub language: LanguageId,
    pub power: Power,
    /// The board of the game: some of its land may be closed.
    pub board: &'p Board,
    pub position: &'p Position,
    pub edition: Edition,
}

/// One order found in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// From 1.
    pub line: usize,
    /// The bytes of the text that it was read from.
    pub span: Range<usize>,
    /// Whose order it is.
    pub power: Power,
    pub result: Result<Taken, Refusal>,
}

/// An order that can mean only one thing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Taken {
    pub command: Command,
    pub how: How,
}

/// How sure a reading is, the surest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum How {
    /// In the writer's language.
    Plain,
    /// With words of another language.
    Foreign,
    /// With a sign or letter left out.
    Incomplete,
    /// With something that other lines of the sheet say: where the supported unit goes.
    FilledIn,
    /// With a word that names nothing.
    Guessed,
}

rules::keyed!(How {
    Plain = "plain",
    Foreign = "foreign",
    Incomplete = "incomplete",
    FilledIn = "filled_in",
    Guessed = "guessed",
});

/// Why a piece of text gives no order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    pub problem: ReadingProblem,
    /// What it could say, legal or not.
    pub readings: Vec<Command>,
    /// Legal orders that may have been meant.
    pub suggestions: Vec<Command>,
}

/// The stable reasons for a refusal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReadingProblem {
    Unreadable,
    /// It can mean more than one legal order.
    Ambiguous,
    TooLong,
    /// A unit is named, but not what it should do.
    NoDeed,
    /// It isn't said which unit.
    NoUnit,
    /// It isn't said, on the whole sheet, where the helped unit goes.
    NoGoal,
    /// A build that doesn't say army or fleet.
    UnitNeeded,
    /// It stands under the name of another power.
    OtherPower,
    /// It says what a unit should not do.
    Negated,
    /// Several orders are joined in a way that leaves open what belongs to which.
    Joined,
    Illegal(Illegality),
}

impl ReadingProblem {
    /// All that are not problems of a legal kind.
    const OF_WORDS: [Self; 10] = [
        Self::Unreadable,
        Self::Ambiguous,
        Self::TooLong,
        Self::NoDeed,
        Self::NoUnit,
        Self::NoGoal,
        Self::UnitNeeded,
        Self::OtherPower,
        Self::Negated,
        Self::Joined,
    ];

    /// Every problem that there is.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::OF_WORDS.into_iter().chain(Illegality::ALL.map(Self::Illegal))
    }

    /// The key used in stored and sent forms.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Unreadable => "unreadable",
            Self::Ambiguous => "ambiguous",
            Self::TooLong => "too_long",
            Self::NoDeed => "no_deed",
            Self::NoUnit => "no_unit",
            Self::NoGoal => "no_goal",
            Self::UnitNeeded => "unit_needed",
            Self::OtherPower => "other_power",
            Self::Negated => "negated",
            Self::Joined => "joined",
            Self::Illegal(illegality) => illegality.key(),
        }
    }
}

impl<'v> Reader<'v> {
    pub fn new(variant: &'v Variant, locales: &[Locale]) -> Self {
        Self {
            board: &variant.board,
            notation: Notation::new(&variant.board),
            lexicon: Lexicon::new(variant, locales),
        }
    }

    /// The language with this code: `nl`.
    pub fn language(&self, code: &str) -> Option<LanguageId> {
        self.lexicon.language(code)
    }

    /// The codes of all languages.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.lexicon.codes()
    }

    /// Every order in a text for one power. Each is read by itself; then what leaves something open is read
    /// again beside the others (`sheet.rs`). Whether two of them are for one unit is not looked at:
    /// [`read_sheet`](Self::read_sheet) does. A line that is no heading, date, bullet or comment gives at
    /// least one answer. Never fails; the time is bounded for each line.
    pub fn read(&self, text: &str, desk: &Desk<'_>) -> Vec<Reading> {
        let bench = Bench::new(desk.board, desk.position, desk.power, desk.edition);
        let mut on_desk = Pieces { reader: self, text, desk, bench };
        let mut pieces = self.read_lines(&on_desk);
        on_desk.read_together(&mut pieces);
        let mut readings = Vec::new();
        for Piece { line, verdicts, .. } in pieces {
            for (span, verdict) in verdicts {
                let mut result = verdict.into_result();
                if let Err(refusal) = &mut result {
                    let piece = &text[span.clone()];
                    refusal.suggestions = suggestions(self, &on_desk.bench, desk.language, piece, refusal);
                }
                readings.push(Reading { line, span, power: desk.power, result });
            }
        }
        readings
    }

    /// Every piece of a text, each read by itself.
    fn read_lines(&self, on_desk: &Pieces<'_>) -> Vec<Piece> {
        let (text, desk) = (on_desk.text, on_desk.desk);
        let refused = |problem| Verdict::Refused(Refusal::bare(problem));
        let mut found = Vec::new();
        let mut heading: Option<Power> = None;
        let mut start = 0;
        for (i, line) in text.split('\n').enumerate() {
            let range = start..start + line.len();
            start = range.end + 1;
            let line = i + 1;
            let too_long = |whole: Range<usize>| Piece {
                line,
                span: None,
                verdicts: vec![(whole, refused(ReadingProblem::TooLong))],
            };
            let orders = match look(&self.lexicon, text, range) {
                Line::Nothing => continue,
                Line::TooLong(whole) => {
                    found.push(too_long(whole));
                    continue;
                }
                Line::Heading { power, rest } => {
                    heading = power.or(heading);
                    rest
                }
                Line::Orders(range) => range,
            };
            let foreign = heading.is_some_and(|power| power != desk.power);
            let pieces = split(text, orders.clone(), ";");
            if pieces.len() > MOST_PARTS {
                found.push(too_long(orders));
                continue;
            }
            for piece in pieces {
                let mut verdicts = on_desk.read(piece.clone());
                if foreign {
                    for (_, verdict) in &mut verdicts {
                        *verdict = refused(ReadingProblem::OtherPower);
                    }
                }
                found.push(Piece { line, span: (!foreign).then_some(piece), verdicts });
            }
        }
        found
    }
}

impl Refusal {
    pub(crate) const fn bare(problem: ReadingProblem) -> Self {
        Self { problem, readings: Vec::new(), suggestions: Vec::new() }
    }
}
