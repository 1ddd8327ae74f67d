//! Orders as people write them become a paper, line by line: a line that cannot be taken does not
//! spoil the others.

use std::ops::Range;

use language::{Command, Desk, How, ReadingProblem, Refusal, Taken};
use rules::{Board, Edition, Illegality, Orders, Position, Power, Sheet, Stage};

use crate::refused::Refused;
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

/// One order found, for one of the writer's powers.
struct Found {
    line: usize,
    span: Range<usize>,
    power: Power,
    result: Result<Taken, Refusal>,
}

impl Writing<'_> {
    /// What each line says, and the paper that the good ones make.
    pub(crate) fn read(&self, text: &str) -> Result<(Vec<ReadLine>, Orders), Refused> {
        if text.len() > MOST_TEXT {
            return Err(Refused::bound("words_too_long", MOST_TEXT));
        }
        let mut found = self.find(text)?;
        self.refuse_doubles(&mut found);
        let paper = self.paper(&found);
        let mut units = Utf16 { text, byte: 0, units: 0 };
        let lines = found.iter().map(|one| self.show(one, &mut units)).collect();
        Ok((lines, paper))
    }

    /// Reads for each power; what one of them can do is taken, whatever the others make of it.
    fn find(&self, text: &str) -> Result<Vec<Found>, Refused> {
        let code = &self.world.voice(self.language).code;
        let language = self.world.reader.language(code).ok_or(Refused::bad("no_such_language"))?;
        let mut found: Vec<Found> = Vec::new();
        for &power in self.powers {
            let desk =
                Desk { language, power, board: self.board, position: self.position, edition: self.edition };
            for reading in self.world.reader.read(text, &desk) {
                let one = Found { line: reading.line, span: reading.span, power, result: reading.result };
                let overlaps =
                    |other: &Found| other.span.start < one.span.end && one.span.start < other.span.end;
                let before: Vec<usize> =
                    found.iter().enumerate().filter(|(_, other)| overlaps(other)).map(|(i, _)| i).collect();
                let better = match &one.result {
                    Ok(_) => true,
                    // Of two refusals the one that knows more is kept.
                    Err(refusal) => before.iter().all(|i| match &found[*i].result {
                        Ok(_) => false,
                        Err(other) => rank(other.problem) < rank(refusal.problem),
                    }),
                };
                if better {
                    let mut i = 0;
                    found.retain(|other| {
                        i += 1;
                        !before.contains(&(i - 1)) || other.result.is_ok()
                    });
                    found.push(one);
                }
            }
        }
        found.sort_by_key(|one| (one.span.start, one.power));
        Ok(found)
    }

    /// Two different orders to one unit are ambiguous: neither counts (E4).
    fn refuse_doubles(&self, found: &mut [Found]) {
        let place = |one: &Found| match &one.result {
            Ok(Taken { command: command @ (Command::Order { .. } | Command::Retreat { .. }), .. }) => {
                command.province(self.board).map(|province| (province, *command))
            }
            Ok(Taken { command: Command::Entry(_), .. }) | Err(_) => None,
        };
        let places: Vec<_> = found.iter().map(place).collect();
        for (i, own) in places.iter().enumerate() {
            let Some((province, command)) = own else { continue };
            let twice = places.iter().flatten().any(|(other, said)| other == province && said != command);
            if twice {
                let problem = ReadingProblem::Illegal(Illegality::TwoOrders);
                found[i].result = Err(Refusal { problem, readings: vec![*command], suggestions: Vec::new() });
            }
        }
    }

    fn paper(&self, found: &[Found]) -> Orders {
        let taken = || found.iter().filter_map(|one| Some((one.power, one.result.as_ref().ok()?.command)));
        match self.position.phase.stage() {
            Stage::Movement => {
                let mut sheet = Sheet::new(self.board);
                for (_, command) in taken() {
                    if let Command::Order { unit, order } = command {
                        sheet.set(self.board.province_of(unit.location), order);
                    }
                }
                Orders::Movement(sheet)
            }
            Stage::Retreat => {
                let mut sheet = Sheet::new(self.board);
                for (_, command) in taken() {
                    if let Command::Retreat { unit, order } = command {
                        sheet.set(self.board.province_of(unit.location), order);
                    }
                }
                Orders::Retreats(sheet)
            }
            Stage::Adjustment => Orders::Adjustments(
                taken()
                    .filter_map(|(power, command)| match command {
                        Command::Entry(entry) => Some((power, entry)),
                        Command::Order { .. } | Command::Retreat { .. } => None,
                    })
                    .collect(),
            ),
        }
    }

    fn show(&self, one: &Found, units: &mut Utf16<'_>) -> ReadLine {
        let voice = self.world.voice(self.answer);
        let entry = |command: &Command| line(self.board, voice, self.position, one.power, command);
        let result = match &one.result {
            Ok(taken) => LineView::Taken { entry: entry(&taken.command), how: how(taken.how).to_owned() },
            Err(refusal) => LineView::Refused {
                problem: refusal.problem.key().to_owned(),
                message: voice.writer.problem(refusal.problem).to_owned(),
                suggestions: refusal.suggestions.iter().take(5).map(entry).collect(),
            },
        };
        ReadLine { line: one.line, start: units.at(one.span.start), end: units.at(one.span.end), result }
    }
}

/// How much a refusal says about what was meant.
const fn rank(problem: ReadingProblem) -> u8 {
    match problem {
        ReadingProblem::OtherPower => 0,
        ReadingProblem::Illegal(Illegality::NoSuchUnit) => 1,
        ReadingProblem::Unreadable | ReadingProblem::TooLong => 2,
        ReadingProblem::NoUnit
        | ReadingProblem::NoGoal
        | ReadingProblem::NoDeed
        | ReadingProblem::UnitNeeded
        | ReadingProblem::Negated
        | ReadingProblem::Joined => 3,
        ReadingProblem::Illegal(_) => 4,
        ReadingProblem::Ambiguous => 5,
    }
}

const fn how(how: How) -> &'static str {
    match how {
        How::Plain => "plain",
        How::Foreign => "foreign",
        How::Incomplete => "incomplete",
        How::FilledIn => "filled_in",
        How::Guessed => "guessed",
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
