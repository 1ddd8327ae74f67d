//! Parses orders as people write them, in any of the languages (E2–E9).
//!
//! A piece of text is split into words. Each word gets all its meanings in some languages, and the meanings
//! are combined into candidate orders. Which candidate is meant depends on what is legal. The parser tries
//! these steps: the words of the writer's language, the words of all languages, signs left out, and last,
//! unknown words as typos. It stops at the first step that gives a legal order: one legal order is accepted,
//! two are ambiguous (E4, E5, E8).

mod candidate_order;
mod dates;
mod fill_in;
mod grammar;
mod interpret;
mod lattice;
mod legality_checker;
mod lexicon;
mod lines;
mod negation;
mod options;
mod piece_reader;
mod read_sheet;
mod remarks;
mod shared_order;
mod subject;
mod suggest;
mod tokens;
mod typos;

use std::ops::Range;

use atlas::Variant;
use notation::Notation;
use rules::{Board, Edition, Illegality, Position, Power};

use crate::{AnyOrder, Locale};

use fill_in::ReadPiece;
use interpret::Interpretation;
use legality_checker::LegalityChecker;
pub use lexicon::LanguageId;
use lexicon::Lexicon;
pub use lines::MAX_LINE_BYTES;
use lines::{LineKind, classify_line};
use piece_reader::{PieceReader, split};
use suggest::suggestions;

/// No power has more units than this. A line with more orders is refused.
pub const MAX_ORDERS_PER_LINE: usize = 64;

/// Parses orders of one variant in every language that it has.
#[derive(Clone, Debug)]
pub struct OrderParser<'v> {
    pub(crate) board: &'v Board,
    pub(crate) notation: Notation<'v>,
    pub(crate) lexicon: Lexicon,
}

/// What the parser must know beside the text: the writer, the position and the rules.
#[derive(Clone, Copy, Debug)]
pub struct ReadingContext<'p> {
    /// The writer's language.
    pub language: LanguageId,
    /// The power whose orders are read.
    pub power: Power,
    /// The board of the game. Some of its land may be closed.
    pub board: &'p Board,
    pub position: &'p Position,
    pub edition: Edition,
}

/// What one order in a text was read as.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reading {
    /// The line number, from 1.
    pub line: usize,
    /// The bytes of the text that the order was read from.
    pub span: Range<usize>,
    /// The power whose order it is.
    pub power: Power,
    /// The order, or why there is none.
    pub result: Result<AcceptedOrder, ReadingRefusal>,
}

/// An order with one clear meaning.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AcceptedOrder {
    pub order: AnyOrder,
    pub certainty: Certainty,
}

/// How certain a reading is, the most certain first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Certainty {
    /// All words are of the writer's language.
    Plain,
    /// Some words are of another language.
    Foreign,
    /// A sign or a letter is left out.
    Incomplete,
    /// Other lines of the sheet say what is left out: where the supported unit moves.
    FilledIn,
    /// An unknown word is read as a typo.
    Guessed,
}

rules::keyed!(Certainty {
    Plain = "plain",
    Foreign = "foreign",
    Incomplete = "incomplete",
    FilledIn = "filled_in",
    Guessed = "guessed",
});

/// Why a piece of text gives no order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadingRefusal {
    pub problem: ReadingProblem,
    /// The orders that the text could mean, legal or not.
    pub readings: Vec<AnyOrder>,
    /// Legal orders that the writer may mean.
    pub suggestions: Vec<AnyOrder>,
}

/// The reasons for a refusal. Their keys are stable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReadingProblem {
    /// The text is not an order in any language.
    Unreadable,
    /// The text can mean more than one legal order.
    Ambiguous,
    TooLong,
    /// The text names a unit, but not what it should do.
    NoAction,
    /// The text does not say which unit.
    NoUnit,
    /// No line of the sheet says where the helped unit moves.
    NoDestination,
    /// A build that does not say army or fleet.
    UnitNeeded,
    /// The line is below the name of another power.
    OtherPower,
    /// The line is below the date of another phase.
    OtherPhase,
    /// The text names a place that no unit can enter (B8).
    Impassable,
    /// The text names a town or a region that is not a province.
    NotAProvince,
    /// The text gives a unit the nationality of another power (E9).
    WrongNationality,
    /// The text says what a unit should not do.
    Negated,
    /// Several orders are joined, and it is not clear which words belong to which order.
    Joined,
    /// The order is clear, but it is not legal.
    Illegal(Illegality),
}

impl ReadingProblem {
    /// The problems of wording: all except [`ReadingProblem::Illegal`].
    const OF_WORDS: [Self; 14] = [
        Self::Unreadable,
        Self::Ambiguous,
        Self::TooLong,
        Self::NoAction,
        Self::NoUnit,
        Self::NoDestination,
        Self::UnitNeeded,
        Self::OtherPower,
        Self::OtherPhase,
        Self::Impassable,
        Self::NotAProvince,
        Self::WrongNationality,
        Self::Negated,
        Self::Joined,
    ];

    /// All problems.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::OF_WORDS.into_iter().chain(Illegality::ALL.map(Self::Illegal))
    }

    /// The key used in stored and sent forms.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Unreadable => "unreadable",
            Self::Ambiguous => "ambiguous",
            Self::TooLong => "too_long",
            Self::NoAction => "no_deed",
            Self::NoUnit => "no_unit",
            Self::NoDestination => "no_goal",
            Self::UnitNeeded => "unit_needed",
            Self::OtherPower => "other_power",
            Self::OtherPhase => "other_phase",
            Self::Impassable => "impassable",
            Self::NotAProvince => "not_a_province",
            Self::WrongNationality => "wrong_nationality",
            Self::Negated => "negated",
            Self::Joined => "joined",
            Self::Illegal(illegality) => illegality.key(),
        }
    }
}

impl<'v> OrderParser<'v> {
    pub fn new(variant: &'v Variant, locales: &[Locale]) -> Self {
        Self {
            board: &variant.board,
            notation: Notation::new(&variant.board),
            lexicon: Lexicon::new(variant, locales),
        }
    }

    /// The language with this code, such as `nl`.
    pub fn language(&self, code: &str) -> Option<LanguageId> {
        self.lexicon.language(code)
    }

    /// The codes of all languages.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.lexicon.codes()
    }

    /// Reads every order in a text for one power. Each is read alone; then the incomplete ones are read again
    /// with the help of the others (`fill_in.rs`). Two orders for one unit are not detected here, but in
    /// [`read_sheet`](Self::read_sheet). A line that is not a heading, date, bullet or comment gives at least
    /// one reading. Never fails. The time per line is bounded.
    pub fn read(&self, text: &str, context: &ReadingContext<'_>) -> Vec<Reading> {
        let checker = LegalityChecker::new(context.board, context.position, context.power, context.edition);
        let mut piece_reader = PieceReader { reader: self, text, context, checker };
        let mut pieces = self.read_lines(&piece_reader);
        piece_reader.read_again_with_other_lines(&mut pieces);
        let mut readings = Vec::new();
        for ReadPiece { line, interpretations, .. } in pieces {
            for (span, interpretation) in interpretations {
                let mut result = interpretation.into_result();
                if let Err(refusal) = &mut result {
                    let piece = &text[span.clone()];
                    refusal.suggestions =
                        suggestions(self, &piece_reader.checker, context.language, piece, refusal);
                }
                readings.push(Reading { line, span, power: context.power, result });
            }
        }
        readings
    }

    /// Reads every piece of a text alone.
    fn read_lines(&self, piece_reader: &PieceReader<'_>) -> Vec<ReadPiece> {
        let (text, context) = (piece_reader.text, piece_reader.context);
        let refused = |problem| Interpretation::Refused(ReadingRefusal::without_readings(problem));
        let mut found = Vec::new();
        let mut heading: Option<Power> = None;
        let mut of_other_phase = false;
        let mut start = 0;
        for (i, line) in text.split('\n').enumerate() {
            let range = start..start + line.len();
            start = range.end + 1;
            let line = i + 1;
            let too_long = |whole: Range<usize>| ReadPiece {
                line,
                span: None,
                interpretations: vec![(whole, refused(ReadingProblem::TooLong))],
            };
            let orders = match classify_line(&self.lexicon, text, range) {
                LineKind::Nothing => continue,
                LineKind::TooLong(whole) => {
                    found.push(too_long(whole));
                    continue;
                }
                LineKind::Heading { power, date, rest } => {
                    heading = power.or(heading);
                    if date.says_anything() {
                        of_other_phase = !date.fits(context.position.phase);
                    }
                    rest
                }
                LineKind::Orders(range) => range,
            };
            // Another power's lines are not the writer's, whatever their date.
            let misplaced = match heading {
                Some(power) if power != context.power => Some(ReadingProblem::OtherPower),
                Some(_) | None => of_other_phase.then_some(ReadingProblem::OtherPhase),
            };
            let pieces = split(text, orders.clone(), ";");
            if pieces.len() > MAX_ORDERS_PER_LINE {
                found.push(too_long(orders));
                continue;
            }
            for piece in pieces {
                let mut interpretations = piece_reader.read(piece.clone());
                if let Some(problem) = misplaced {
                    for (_, interpretation) in &mut interpretations {
                        *interpretation = refused(problem);
                    }
                }
                let span = misplaced.is_none().then_some(piece);
                found.push(ReadPiece { line, span, interpretations });
            }
        }
        found
    }
}

impl ReadingRefusal {
    /// A refusal without readings and suggestions.
    pub(crate) const fn without_readings(problem: ReadingProblem) -> Self {
        Self { problem, readings: Vec::new(), suggestions: Vec::new() }
    }
}
