//! What a piece means: the first way of reading it that gives a legal order decides (E5, E8).

use rules::{Location, Order, Passage};

use super::grammar::{Care, Deed, Draft, Place, UnitWords, Way, drafts};
use super::lattice::Lattice;
use super::legal::{Bench, Objection};
use super::lexicon::{LanguageId, Languages};
use super::slips::{FAR, guess};
use super::tokens::tokens;
use super::{How, Reader, ReadingProblem, Refusal, Taken};
use crate::{Command, Written};

/// Longer pieces than this are no single orders.
const MOST_BYTES: usize = 400;
const MOST_TOKENS: usize = 48;
/// So many readings are told.
const MOST_TOLD: usize = 8;

/// How hard to try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effort {
    /// Nothing left out, no word unknown.
    AsWritten,
    /// Signs may be missing, and words that name nothing may be guessed at.
    Full,
}

/// What became of a piece.
#[derive(Debug)]
pub(crate) enum Verdict {
    Taken(Taken),
    Refused(Refusal),
}

impl Verdict {
    /// Whether it was at least understood.
    pub(crate) fn is_read(&self) -> bool {
        match self {
            Self::Taken(_) => true,
            Self::Refused(refusal) => match refusal.problem {
                ReadingProblem::Unreadable | ReadingProblem::TooLong => false,
                ReadingProblem::Ambiguous
                | ReadingProblem::NoDeed
                | ReadingProblem::NoUnit
                | ReadingProblem::UnitNeeded
                | ReadingProblem::OtherPower
                | ReadingProblem::Negated
                | ReadingProblem::Joined
                | ReadingProblem::Illegal(_) => true,
            },
        }
    }

    pub(crate) fn into_result(self) -> Result<Taken, Refusal> {
        match self {
            Self::Taken(taken) => Ok(taken),
            Self::Refused(refusal) => Err(refusal),
        }
    }

    fn refused(problem: ReadingProblem) -> Self {
        Self::Refused(Refusal::bare(problem))
    }
}

pub(crate) fn decide(
    reader: &Reader<'_>,
    bench: &Bench<'_>,
    language: LanguageId,
    piece: &str,
    effort: Effort,
) -> Verdict {
    if piece.len() > MOST_BYTES {
        return Verdict::refused(ReadingProblem::TooLong);
    }
    let Some(words) = tokens(piece, MOST_TOKENS) else {
        return Verdict::refused(ReadingProblem::Unreadable);
    };
    let writer = Languages::one(language);
    let mut lattice = Lattice::new(&reader.lexicon, piece, &words);
    let mut against = Vec::new();
    let ways = [
        (writer, Care::Strict, How::Plain),
        (Languages::ALL, Care::Strict, How::Foreign),
        (writer, Care::Lenient, How::Incomplete),
        (Languages::ALL, Care::Lenient, How::Incomplete),
    ];
    for (languages, care, how) in ways {
        if care == Care::Lenient && effort == Effort::AsWritten {
            break;
        }
        let found = Findings::of(bench, &drafts(bench.board, &lattice, languages, care));
        if let Some(verdict) = found.verdict(how) {
            return verdict;
        }
        if against.is_empty() {
            against = found.against;
        }
        if how == How::Plain
            && let Some(draft) = international(reader, piece)
            && let Some(verdict) = Findings::of(bench, &[draft]).verdict(How::Foreign)
        {
            return verdict;
        }
    }
    if effort == Effort::Full && guess(&reader.lexicon, piece, &words, writer, &mut lattice) {
        for care in [Care::Strict, Care::Lenient] {
            let found = Findings::of(bench, &drafts(bench.board, &lattice, Languages::ALL, care));
            if let Some(verdict) = found.verdict(How::Guessed) {
                return verdict;
            }
            if against.is_empty() {
                // A place guessed at and nothing else is no order that somebody began.
                against = found.against;
                against.retain(|(_, objection)| *objection != Objection::NoDeed);
            }
        }
    }
    refuse(bench, &against)
}

/// The international notation is a language too, and comes before words of several: "A GAL H" is
/// Galicia, though Gal is Wales in Spanish. It is known by its capitals.
fn international(reader: &Reader<'_>, piece: &str) -> Option<Draft> {
    if piece.contains(char::is_lowercase) {
        return None;
    }
    let board = reader.board;
    let place =
        |location: Location| Place { province: board.province_of(location), coast: board.coast(location) };
    let written = reader.notation.order(piece).ok()?;
    let deed = match written.written {
        Written::Order(Order::Hold) => Deed::Hold,
        Written::Order(Order::Move { to, passage }) => {
            let way = match passage {
                Passage::Unstated => Way::Unsaid,
                Passage::Convoy => Way::Convoy,
            };
            Deed::Move { to: place(to), way }
        }
        Written::Order(Order::SupportHold { of }) => Deed::SupportHold { of },
        Written::Order(Order::SupportMove { from, to }) => Deed::SupportMove { from, to: place(to) },
        Written::Order(Order::Convoy { from, to }) => Deed::Convoy { from, to },
        Written::Retreat(to) => Deed::Retreat { to: place(to) },
        Written::Disband => Deed::Disband,
        Written::Build => Deed::Build,
    };
    let unit = Some(UnitWords { kind: written.kind, at: place(written.at) });
    Some(Draft { unit, helped: None, deed, cost: 0 })
}

/// The legal orders among some drafts, and what is against the others.
struct Findings {
    /// With the least cost of reading it so.
    legal: Vec<(Command, u32)>,
    against: Vec<(Option<Command>, Objection)>,
}

impl Findings {
    fn of(bench: &Bench<'_>, drafts: &[Draft]) -> Self {
        let mut findings = Self { legal: Vec::new(), against: Vec::new() };
        for draft in drafts {
            let cost = draft.cost + bench.wrong_letters(draft);
            for (said, result) in bench.judge(draft) {
                match result {
                    Ok(command) => match findings.legal.iter_mut().find(|(other, _)| *other == command) {
                        Some((_, least)) => *least = cost.min(*least),
                        None => findings.legal.push((command, cost)),
                    },
                    Err(objection) => {
                        if !findings.against.contains(&(said, objection)) {
                            findings.against.push((said, objection));
                        }
                    }
                }
            }
        }
        findings
    }

    fn verdict(&self, how: How) -> Option<Verdict> {
        let least = self.legal.iter().map(|(_, cost)| *cost).min()?;
        // A guess far from what is written must be the only one that is legal at all.
        let limit = if least >= FAR { u32::MAX } else { least };
        let mut nearest = self.legal.iter().filter(|(_, cost)| *cost <= limit);
        if let (Some((command, _)), None) = (nearest.next(), nearest.next()) {
            return Some(Verdict::Taken(Taken { command: *command, how }));
        }
        let commands: Vec<Command> = self.legal.iter().map(|(command, _)| *command).take(MOST_TOLD).collect();
        Some(Verdict::Refused(Refusal {
            problem: ReadingProblem::Ambiguous,
            readings: commands.clone(),
            suggestions: commands,
        }))
    }
}

/// A refusal with the objection that helps most: what is wrong with one's own unit before "no such unit".
fn refuse(bench: &Bench<'_>, against: &[(Option<Command>, Objection)]) -> Verdict {
    let weight = |objection: &Objection| match objection {
        Objection::UnitNeeded => 1,
        Objection::Illegal(rules::Illegality::NoSuchUnit) => 2,
        Objection::Illegal(rules::Illegality::WrongPhase) => 3,
        Objection::NoUnit => 4,
        Objection::Illegal(_) | Objection::NoDeed => 0,
    };
    let Some((_, objection)) = against.iter().min_by_key(|(_, objection)| weight(objection)) else {
        return Verdict::refused(ReadingProblem::Unreadable);
    };
    let problem = match objection {
        Objection::Illegal(illegality) => ReadingProblem::Illegal(*illegality),
        Objection::NoDeed => ReadingProblem::NoDeed,
        Objection::UnitNeeded => ReadingProblem::UnitNeeded,
        Objection::NoUnit => ReadingProblem::NoUnit,
    };
    let said = against.iter().filter_map(|(command, _)| *command);
    let mut readings: Vec<Command> = Vec::new();
    for command in said.clone() {
        if readings.len() < MOST_TOLD && !readings.contains(&command) {
            readings.push(command);
        }
    }
    let suggestions = said.flat_map(|command| coasts(bench, command)).take(MOST_TOLD).collect();
    Verdict::Refused(Refusal { problem, readings, suggestions })
}

/// A fleet's move without the coast that it needs, with each coast that it could name (B5).
fn coasts(bench: &Bench<'_>, command: Command) -> Vec<Command> {
    let board = bench.board;
    let Command::Order { unit, order: Order::Move { to, .. } } = command else {
        return Vec::new();
    };
    let there = board.province_of(to);
    let near = board.neighbours(unit.kind, unit.location).iter();
    near.filter(|near| board.province_of(**near) == there && board.coast(**near).is_some())
        .map(|to| Command::Order { unit, order: Order::Move { to: *to, passage: Passage::Unstated } })
        .collect()
}
