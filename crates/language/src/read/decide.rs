//! What a piece means: the first way of reading it that gives a legal order decides (E5, E8).

use rules::{Board, Illegality, Location, Order, Passage, Stage};

use super::draft::{Deed, Draft, Place, UnitWords, Way};
use super::grammar::{Care, drafts};
use super::lattice::Lattice;
use super::legal::{Bench, Objection};
use super::lexicon::{LanguageId, Languages, Meaning};
use super::sheet::is_filled_in;
use super::slips::{FAR, guess};
use super::tokens::tokens;
use super::{How, Reader, ReadingProblem, Refusal, Taken};
use crate::{Command, Written};

/// Longer pieces than this are no single orders.
const MOST_BYTES: usize = 400;
pub(crate) const MOST_TOKENS: usize = 48;
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
    /// The units that have no other order hold; which these are is known once all lines are read.
    Others,
    Refused(Refusal),
}

impl Verdict {
    /// Whether it was at least understood.
    pub(crate) fn is_read(&self) -> bool {
        match self {
            Self::Taken(_) | Self::Others => true,
            Self::Refused(refusal) => match refusal.problem {
                ReadingProblem::Unreadable | ReadingProblem::TooLong => false,
                ReadingProblem::Ambiguous
                | ReadingProblem::NoDeed
                | ReadingProblem::NoUnit
                | ReadingProblem::NoGoal
                | ReadingProblem::UnitNeeded
                | ReadingProblem::OtherPower
                | ReadingProblem::Negated
                | ReadingProblem::Joined
                | ReadingProblem::Illegal(_) => true,
            },
        }
    }

    /// Whether it says by itself what a unit does, legal or not.
    pub(crate) fn is_whole(&self) -> bool {
        match self {
            Self::Taken(_) | Self::Others => true,
            Self::Refused(refusal) => match refusal.problem {
                ReadingProblem::Ambiguous
                | ReadingProblem::NoGoal
                | ReadingProblem::Negated
                | ReadingProblem::Illegal(_) => true,
                ReadingProblem::Unreadable
                | ReadingProblem::TooLong
                | ReadingProblem::NoDeed
                | ReadingProblem::NoUnit
                | ReadingProblem::UnitNeeded
                | ReadingProblem::OtherPower
                | ReadingProblem::Joined => false,
            },
        }
    }

    /// What it says, legal or not.
    pub(crate) fn says(&self) -> &[Command] {
        match self {
            Self::Taken(taken) => std::slice::from_ref(&taken.command),
            Self::Others => &[],
            Self::Refused(refusal) => &refusal.readings,
        }
    }

    pub(crate) fn into_result(self) -> Result<Taken, Refusal> {
        match self {
            Self::Taken(taken) => Ok(taken),
            Self::Others => Err(Refusal::bare(ReadingProblem::Illegal(Illegality::WrongPhase))),
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
    decide_as(reader, bench, language, piece, effort, &|draft| Some(draft))
}

/// A piece that is nothing but a unit, with a deed told elsewhere; none if it is anything else.
pub(crate) fn with_deed(
    reader: &Reader<'_>,
    bench: &Bench<'_>,
    language: LanguageId,
    piece: &str,
    deed: Deed,
) -> Option<Verdict> {
    let shape = |draft: Draft| {
        (draft.deed == Deed::Unsaid && draft.unit.is_some()).then_some(Draft { deed, ..draft })
    };
    let verdict = decide_as(reader, bench, language, piece, Effort::Full, &shape);
    verdict.is_read().then_some(verdict)
}

/// What an order tells a unit to do.
pub(crate) fn deed_of(board: &Board, order: &Order) -> Deed {
    let place =
        |location: Location| Place { province: board.province_of(location), coast: board.coast(location) };
    match *order {
        Order::Hold => Deed::Hold,
        Order::Move { to, passage } => {
            let way = match passage {
                Passage::Unstated => Way::Unsaid,
                Passage::Convoy => Way::Convoy,
            };
            Deed::Move { to: place(to), way }
        }
        Order::SupportHold { of } => Deed::SupportHold { of, said: false },
        Order::SupportMove { from, to } => Deed::SupportMove { from, to: place(to) },
        Order::Convoy { from, to } => Deed::Convoy { from, to },
    }
}

/// Decides among the drafts of a piece, each put into shape first.
fn decide_as(
    reader: &Reader<'_>,
    bench: &Bench<'_>,
    language: LanguageId,
    piece: &str,
    effort: Effort,
    shape: &dyn Fn(Draft) -> Option<Draft>,
) -> Verdict {
    if piece.len() > MOST_BYTES {
        return Verdict::refused(ReadingProblem::TooLong);
    }
    let Some(words) = tokens(piece, MOST_TOKENS) else {
        return Verdict::refused(ReadingProblem::Unreadable);
    };
    let writer = Languages::one(language);
    let mut lattice = Lattice::new(&reader.lexicon, piece, &words, writer);
    let drafts = |lattice: &Lattice, languages, care| -> Vec<Draft> {
        let found = drafts(bench.board, lattice, writer, languages, care);
        found.into_iter().filter_map(shape).collect()
    };
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
        let drafts = drafts(&lattice, languages, care);
        let others = |draft: &Draft| draft.deed == Deed::OthersHold;
        if bench.position.phase.stage() == Stage::Movement && drafts.iter().any(others) {
            return Verdict::Others;
        }
        let found = Findings::of(bench, &drafts);
        if let Some(verdict) = found.verdict(how) {
            return verdict;
        }
        if against.is_empty() {
            against = found.against;
        }
        if how == How::Plain
            && let Some(draft) = international(reader, piece).and_then(shape)
            && let Some(verdict) = Findings::of(bench, &[draft]).verdict(How::Foreign)
        {
            return verdict;
        }
    }
    if effort == Effort::Full && guess(&reader.lexicon, piece, &words, writer, &mut lattice) {
        for care in [Care::Strict, Care::Lenient] {
            let found = Findings::of(bench, &drafts(&lattice, Languages::ALL, care));
            if let Some(verdict) = found.verdict(How::Guessed) {
                return verdict;
            }
            if against.is_empty() {
                // A place guessed at and nothing else is no order that somebody began, and a guess
                // that leads to nobody's unit was none: any two words could be two places.
                against = found.against;
                against.retain(|against| {
                    against.objection != Objection::NoDeed && weight(against.objection) == 0
                });
            }
        }
    }
    // A word that says no is part of nothing, so that nothing could be read.
    let names_a_place = || {
        let mut exact = lattice.from.iter().flatten().filter(|s| s.cost == 0);
        exact.any(|s| matches!(s.meaning, Meaning::Place(_)))
    };
    if against.is_empty() && lattice.negated.contains(&true) && names_a_place() {
        return Verdict::refused(ReadingProblem::Negated);
    }
    refuse(&against)
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
        // The notation has a sign for holding too: "A BUR S A PAR H".
        Written::Order(Order::SupportHold { of }) => {
            Deed::SupportHold { of, said: piece.trim_end().ends_with(" H") }
        }
        Written::Order(order) => deed_of(board, &order),
        Written::Retreat(to) => Deed::Retreat { to: place(to) },
        Written::Disband => Deed::Disband,
        Written::Build => Deed::Build,
    };
    let unit = Some(UnitWords { kind: written.kind, at: place(written.at) });
    Some(Draft { unit, helped: None, deed, cost: 0 })
}

/// The legal orders among some drafts, and what is against the others.
struct Findings {
    /// With the least cost of reading it so, and whether the other lines had to tell.
    legal: Vec<(Command, u32, bool)>,
    against: Vec<Against>,
}

/// A draft that is not followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Against {
    said: Option<Command>,
    objection: Objection,
    cost: u32,
}

impl Findings {
    fn of(bench: &Bench<'_>, drafts: &[Draft]) -> Self {
        let mut findings = Self { legal: Vec::new(), against: Vec::new() };
        for draft in drafts {
            let cost = draft.cost + bench.wrong_letters(draft);
            for (said, result) in bench.judge(draft) {
                match result {
                    Ok(command) => {
                        let filled_in = is_filled_in(&draft.deed, &command);
                        match findings.legal.iter_mut().find(|(other, ..)| *other == command) {
                            Some((_, least, told)) => {
                                *least = cost.min(*least);
                                *told &= filled_in;
                            }
                            None => findings.legal.push((command, cost, filled_in)),
                        }
                    }
                    Err(objection) => {
                        let against = Against { said, objection, cost };
                        if !findings.against.contains(&against) {
                            findings.against.push(against);
                        }
                    }
                }
            }
        }
        findings
    }

    fn verdict(&self, how: How) -> Option<Verdict> {
        let least = self.legal.iter().map(|(_, cost, _)| *cost).min()?;
        // A guess far from what is written must be the only one that is legal at all.
        let limit = if least >= FAR { u32::MAX } else { least };
        let mut nearest = self.legal.iter().filter(|(_, cost, _)| *cost <= limit);
        if let (Some((command, _, filled_in)), None) = (nearest.next(), nearest.next()) {
            let how = if *filled_in && how != How::Guessed { How::FilledIn } else { how };
            return Some(Verdict::Taken(Taken { command: *command, how }));
        }
        let commands: Vec<Command> =
            self.legal.iter().map(|(command, ..)| *command).take(MOST_TOLD).collect();
        Some(Verdict::Refused(Refusal {
            problem: ReadingProblem::Ambiguous,
            readings: commands.clone(),
            suggestions: commands,
        }))
    }
}

/// A refusal with the objection that helps most: what is wrong with one's own unit before "no such unit".
/// The readings told are those that it holds for, and of these the ones nearest to what is written.
fn refuse(against: &[Against]) -> Verdict {
    let Some(first) = against.iter().min_by_key(|against| weight(against.objection)) else {
        return Verdict::refused(ReadingProblem::Unreadable);
    };
    let problem = match first.objection {
        Objection::Illegal(illegality) => ReadingProblem::Illegal(illegality),
        Objection::NoDeed => ReadingProblem::NoDeed,
        Objection::UnitNeeded => ReadingProblem::UnitNeeded,
        Objection::NoUnit => ReadingProblem::NoUnit,
        Objection::NoGoal => ReadingProblem::NoGoal,
    };
    let alike = || against.iter().filter(|other| weight(other.objection) == weight(first.objection));
    let least = alike().filter(|other| other.said.is_some()).map(|other| other.cost).min();
    let mut readings: Vec<Command> = Vec::new();
    for command in alike().filter(|other| Some(other.cost) == least).filter_map(|other| other.said) {
        if readings.len() < MOST_TOLD && !readings.contains(&command) {
            readings.push(command);
        }
    }
    Verdict::Refused(Refusal { problem, readings, suggestions: Vec::new() })
}

/// What is told of several objections: the lightest.
const fn weight(objection: Objection) -> u8 {
    match objection {
        // Nobody means a unit to help itself or to go where it is.
        Objection::Illegal(Illegality::SamePlace | Illegality::HelpsItself | Illegality::NobodyThere) => 1,
        Objection::UnitNeeded | Objection::NoGoal => 2,
        Objection::Illegal(Illegality::NoSuchUnit) => 3,
        Objection::Illegal(Illegality::WrongPhase) => 4,
        Objection::NoUnit => 5,
        Objection::Illegal(_) | Objection::NoDeed => 0,
    }
}
