//! Orders as text become the orders of a phase, line by line. A line that is refused does not affect the
//! others.

use language::{AnyOrder, Reading, ReadingContext};
use rules::{Board, Edition, Orders, Position, Power};

use crate::content::{Content, LanguageId};
use crate::refusals::{Reason, Refused};
use crate::to_wire::orders::sheet_line;
use crate::wire::{LineResult, LineStatus};

/// The longest text of orders.
pub(crate) const MAX_TEXT_BYTES: usize = 20_000;

/// The context of a text of orders: who writes, in which position, and in which languages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrderTextReader<'a> {
    pub(crate) content: &'a Content,
    /// The board with the provinces that are closed now.
    pub(crate) board: &'a Board,
    pub(crate) edition: Edition,
    pub(crate) position: &'a Position,
    pub(crate) powers: &'a [Power],
    /// The language of the text.
    pub(crate) language: LanguageId,
    /// The language of the response.
    pub(crate) response_language: LanguageId,
}

impl OrderTextReader<'_> {
    /// The result of each line, and the accepted orders.
    pub(crate) fn read(&self, text: &str) -> Result<(Vec<LineResult>, Orders), Refused> {
        if text.len() > MAX_TEXT_BYTES {
            return Err(Reason::WordsTooLong.with_limit(MAX_TEXT_BYTES));
        }
        let code = &self.content.language_pack(self.language).code;
        let language = self.content.reader.language(code).ok_or(Reason::NoSuchLanguage)?;
        let (Some(&power), powers) = (self.powers.first(), self.powers) else {
            return Err(Refused::from(game::Refusal::NotSeated));
        };
        let desk = ReadingContext {
            language,
            power,
            board: self.board,
            position: self.position,
            edition: self.edition,
        };
        let (readings, orders) = self.content.reader.read_sheet(text, &desk, powers);
        let mut units = Utf16 { text, byte: 0, units: 0 };
        let lines = readings.iter().map(|reading| self.line_result(reading, &mut units)).collect();
        Ok((lines, orders))
    }

    fn line_result(&self, one: &Reading, units: &mut Utf16<'_>) -> LineResult {
        let voice = self.content.language_pack(self.response_language);
        let entry = |command: &AnyOrder| sheet_line(self.board, voice, self.position, one.power, command);
        let result = match &one.result {
            Ok(taken) => {
                LineStatus::Taken { entry: entry(&taken.order), how: taken.certainty.key().to_owned() }
            }
            Err(refusal) => LineStatus::Refused {
                problem: refusal.problem.key().to_owned(),
                message: voice.writer.problem(refusal.problem).to_owned(),
                suggestions: refusal.suggestions.iter().take(5).map(entry).collect(),
            },
        };
        LineResult { line: one.line, start: units.at(one.span.start), end: units.at(one.span.end), result }
    }
}

/// Converts byte positions to UTF-16 positions, as browsers count. Fast if the positions increase.
struct Utf16<'t> {
    text: &'t str,
    byte: usize,
    units: usize,
}

impl Utf16<'_> {
    fn at(&mut self, byte: usize) -> usize {
        if byte < self.byte {
            (self.byte, self.units) = (0, 0);
        }
        self.units += self.text[self.byte..byte].encode_utf16().count();
        self.byte = byte;
        self.units
    }
}
