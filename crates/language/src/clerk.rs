//! Reading for somebody who wants an answer: what each line means, or a sentence why it means nothing.

use std::ops::Range;

use atlas::Variant;
use rules::Forces;

use crate::read::{Desk, How, LanguageId, Reader, Reading, ReadingProblem, Refusal, Taken};
use crate::write::{Style, Writer};
use crate::{Command, Locale, Notation};

/// Reads texts of orders and answers in the writer's language.
#[derive(Clone, Debug)]
pub struct Clerk<'v> {
    reader: Reader<'v>,
    notation: Notation<'v>,
    /// By language, in the reader's numbers.
    writers: Vec<Writer<'v>>,
}

/// What became of one order found in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// From 1.
    pub line: usize,
    /// The bytes of the text that it was read from.
    pub span: Range<usize>,
    pub result: Result<Accepted, Declined>,
}

/// An order that can mean only one thing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Accepted {
    pub command: Command,
    pub how: How,
    pub words: Wording,
}

/// A piece of text that gives no order, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declined {
    pub problem: ReadingProblem,
    /// The problem in the writer's language, a whole sentence.
    pub sentence: String,
    /// What it could say, legal or not.
    pub readings: Vec<Wording>,
    /// Legal orders that may have been meant, the nearest first.
    pub suggestions: Vec<Wording>,
}

/// One order, twice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wording {
    /// In the international notation: `A PAR - BUR`.
    pub order: String,
    /// In the writer's language, written out.
    pub written: String,
}

impl<'v> Clerk<'v> {
    /// Knows the languages in which the variant has names and we have words.
    pub fn new(variant: &'v Variant, locales: &[Locale]) -> Self {
        let has_names = |locale: &&Locale| variant.names().iter().any(|n| n.language == locale.language);
        let locales: Vec<Locale> = locales.iter().filter(has_names).cloned().collect();
        let writers = locales.iter().filter_map(|locale| Writer::new(variant, &locales, &locale.language));
        Self {
            writers: writers.collect(),
            notation: Notation::new(&variant.board),
            reader: Reader::new(variant, &locales),
        }
    }

    pub const fn reader(&self) -> &Reader<'v> {
        &self.reader
    }

    /// The language with this code, `nl`, if it can also be answered in.
    pub fn language(&self, code: &str) -> Option<LanguageId> {
        self.reader.language(code).filter(|language| self.writer(*language).is_some())
    }

    /// The codes of all languages that can be answered in.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.writers.iter().map(Writer::language)
    }

    /// Every order in a text of many lines with its answer in the language of the desk: what was taken, or
    /// why it does not count. Never fails; a line that is no heading, date, bullet or comment gives at least
    /// one.
    pub fn answer(&self, text: &str, desk: &Desk<'_>) -> Vec<Answer> {
        let (readings, _) = self.reader.read_sheet(text, desk, &[desk.power]);
        readings.into_iter().map(|reading| self.answer_one(reading, desk)).collect()
    }

    /// A problem as a sentence.
    pub fn sentence(&self, problem: ReadingProblem, language: LanguageId) -> &str {
        self.writer(language).map_or("", |writer| writer.problem(problem))
    }

    fn answer_one(&self, reading: Reading, desk: &Desk<'_>) -> Answer {
        let forces = &desk.position.forces;
        let words = |command: &Command| self.wording(command, forces, desk.language);
        let result = match reading.result {
            Ok(Taken { command, how }) => Ok(Accepted { command, how, words: words(&command) }),
            Err(Refusal { problem, readings, suggestions }) => Err(Declined {
                problem,
                sentence: self.sentence(problem, desk.language).to_owned(),
                readings: readings.iter().map(words).collect(),
                suggestions: suggestions.iter().map(words).collect(),
            }),
        };
        Answer { line: reading.line, span: reading.span, result }
    }

    fn wording(&self, command: &Command, forces: &Forces, language: LanguageId) -> Wording {
        let order = command.international(&self.notation, forces);
        let written = match self.writer(language) {
            Some(writer) => writer.write(command, forces, Style::Long),
            None => order.clone(),
        };
        Wording { order, written }
    }

    fn writer(&self, language: LanguageId) -> Option<&Writer<'v>> {
        self.writers.get(language.index())
    }
}
