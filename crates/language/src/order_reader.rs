//! Reads a text of orders and answers each in the writer's language: the order, or a sentence that says why
//! it is refused.

use std::ops::Range;

use atlas::Variant;
use notation::Notation;
use rules::Forces;

use crate::order_writer::{OrderWriter, Style};
use crate::read::{
    AcceptedOrder, Certainty, LanguageId, OrderParser, Reading, ReadingContext, ReadingProblem,
    ReadingRefusal,
};
use crate::{AnyOrder, Locale};

/// Reads texts of orders and answers in the writer's language. The simplest way in for programs.
#[derive(Clone, Debug)]
pub struct OrderReader<'v> {
    parser: OrderParser<'v>,
    notation: Notation<'v>,
    /// By [`LanguageId`].
    writers: Vec<OrderWriter<'v>>,
}

/// The answer for one order found in a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The line number, from 1.
    pub line: usize,
    /// The bytes of the text that the order was read from.
    pub span: Range<usize>,
    /// The order, or why there is none.
    pub result: Result<AcceptedAnswer, RefusedAnswer>,
}

/// The answer for an order with one clear meaning.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AcceptedAnswer {
    pub order: AnyOrder,
    pub certainty: Certainty,
    /// The order as text.
    pub words: Wording,
}

/// The answer for a piece of text that gives no order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RefusedAnswer {
    pub problem: ReadingProblem,
    /// The problem as a full sentence in the writer's language.
    pub sentence: String,
    /// The orders that the text could mean, legal or not.
    pub readings: Vec<Wording>,
    /// Legal orders that the writer may mean, most similar first.
    pub suggestions: Vec<Wording>,
}

/// One order as text, in two forms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Wording {
    /// In the international notation: `A PAR - BUR`.
    pub order: String,
    /// In the writer's language, in long form.
    pub written: String,
}

impl<'v> OrderReader<'v> {
    /// Reads every language that has both a locale and names in the variant.
    pub fn new(variant: &'v Variant, locales: &[Locale]) -> Self {
        let has_names = |locale: &&Locale| variant.names().iter().any(|n| n.language == locale.language);
        let locales: Vec<Locale> = locales.iter().filter(has_names).cloned().collect();
        let writers =
            locales.iter().filter_map(|locale| OrderWriter::new(variant, &locales, &locale.language));
        Self {
            writers: writers.collect(),
            notation: Notation::new(&variant.board),
            parser: OrderParser::new(variant, &locales),
        }
    }

    /// The parser that it uses.
    pub const fn parser(&self) -> &OrderParser<'v> {
        &self.parser
    }

    /// The language with this code, such as `nl`, if answers can be written in it.
    pub fn language(&self, code: &str) -> Option<LanguageId> {
        self.parser.language(code).filter(|language| self.writer(*language).is_some())
    }

    /// The codes of all languages in which answers can be written.
    pub fn languages(&self) -> impl Iterator<Item = &str> {
        self.writers.iter().map(OrderWriter::language)
    }

    /// Reads a text of many lines and answers every order in the language of the context: the order, or why
    /// it is refused. Never fails. A line that is not a heading, date, bullet or comment gives at least one
    /// answer.
    pub fn answer(&self, text: &str, context: &ReadingContext<'_>) -> Vec<Answer> {
        let (readings, _) = self.parser.read_sheet(text, context, &[context.power]);
        readings.into_iter().map(|reading| self.answer_one(reading, context)).collect()
    }

    /// A problem as a sentence in this language.
    pub fn sentence(&self, problem: ReadingProblem, language: LanguageId) -> &str {
        self.writer(language).map_or("", |writer| writer.problem(problem))
    }

    fn answer_one(&self, reading: Reading, context: &ReadingContext<'_>) -> Answer {
        let forces = &context.position.forces;
        let words = |order: &AnyOrder| self.wording(order, forces, context.language);
        let result = match reading.result {
            Ok(AcceptedOrder { order: command, certainty: how }) => {
                Ok(AcceptedAnswer { order: command, certainty: how, words: words(&command) })
            }
            Err(ReadingRefusal { problem, readings, suggestions }) => Err(RefusedAnswer {
                problem,
                sentence: self.sentence(problem, context.language).to_owned(),
                readings: readings.iter().map(words).collect(),
                suggestions: suggestions.iter().map(words).collect(),
            }),
        };
        Answer { line: reading.line, span: reading.span, result }
    }

    fn wording(&self, command: &AnyOrder, forces: &Forces, language: LanguageId) -> Wording {
        let order = command.international(&self.notation, forces);
        let written = match self.writer(language) {
            Some(writer) => writer.write(command, forces, Style::Long),
            None => order.clone(),
        };
        Wording { order, written }
    }

    fn writer(&self, language: LanguageId) -> Option<&OrderWriter<'v>> {
        self.writers.get(language.index())
    }
}
