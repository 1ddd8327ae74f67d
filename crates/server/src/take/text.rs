//! Orders as people write them become the orders of a phase, line by line: a line that cannot be taken does
//! not spoil the others.

use language::{Command, Desk, Reading};
use rules::{Board, Edition, Orders, Position, Power};

use crate::refused::{Reason, Refused};
use crate::show::deeds::line;
use crate::wire::{LineView, ReadLine};
use crate::world::{Tongue, World};

/// A text of orders has no more bytes.
pub(crate) const MOST_TEXT: usize = 20_000;

/// Somebody's handle as it is stored: people write it in any case, with spaces and dashes.
pub(crate) fn handle(text: &str) -> String {
    let letters = text.chars().filter(char::is_ascii_alphanumeric).take(40);
    letters.map(|c| c.to_ascii_lowercase()).map(|c| if c == 'o' { '0' } else { c }).collect()
}

/// Who writes, when, and in which language they are answered.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Writing<'a> {
    pub(crate) world: &'a World,
    /// The board as it is now.
    pub(crate) board: &'a Board,
    pub(crate) edition: Edition,
    pub(crate) position: &'a Position,
    pub(crate) powers: &'a [Power],
    /// The language of the text.
    pub(crate) language: Tongue,
    /// The language of the answer.
    pub(crate) answer: Tongue,
}

impl Writing<'_> {
    /// What each line says, and the orders of those that count.
    pub(crate) fn read(&self, text: &str) -> Result<(Vec<ReadLine>, Orders), Refused> {
        if text.len() > MOST_TEXT {
            return Err(Reason::WordsTooLong.bound(MOST_TEXT));
        }
        let code = &self.world.voice(self.language).code;
        let language = self.world.reader.language(code).ok_or(Reason::NoSuchLanguage)?;
        let (Some(&power), powers) = (self.powers.first(), self.powers) else {
            return Err(Refused::from(game::Refusal::NotSeated));
        };
        let desk =
            Desk { language, power, board: self.board, position: self.position, edition: self.edition };
        let (readings, orders) = self.world.reader.read_sheet(text, &desk, powers);
        let mut units = Utf16 { text, byte: 0, units: 0 };
        let lines = readings.iter().map(|reading| self.show(reading, &mut units)).collect();
        Ok((lines, orders))
    }

    fn show(&self, one: &Reading, units: &mut Utf16<'_>) -> ReadLine {
        let voice = self.world.voice(self.answer);
        let entry = |command: &Command| line(self.board, voice, self.position, one.power, command);
        let result = match &one.result {
            Ok(taken) => LineView::Taken { entry: entry(&taken.command), how: taken.how.key().to_owned() },
            Err(refusal) => LineView::Refused {
                problem: refusal.problem.key().to_owned(),
                message: voice.writer.problem(refusal.problem).to_owned(),
                suggestions: refusal.suggestions.iter().take(5).map(entry).collect(),
            },
        };
        ReadLine { line: one.line, start: units.at(one.span.start), end: units.at(one.span.end), result }
    }
}

/// Counts as browsers do, up to bytes that are asked for in growing order.
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
