//! Interprets a piece of text: tries the ways of reading it, from strict to lenient, and stops at the first
//! that gives a legal order (E5, E8).

use notation::WrittenAction;
use rules::{Board, Illegality, Location, Order, Passage, PhaseKind};

use super::candidate_order::{Action, CandidateOrder, Place, WrittenRoute, WrittenUnit};
use super::fill_in::is_filled_in;
use super::grammar::{Strictness, candidates};
use super::lattice::{Lattice, PhraseMeaning};
use super::legality_checker::{LegalityChecker, Objection};
use super::lexicon::{LanguageId, LanguageSet, Meaning};
use super::tokens::tokens;
use super::typos::{MIN_UNCERTAIN_COST, add_guesses};
use super::{AcceptedOrder, Certainty, OrderParser, ReadingProblem, ReadingRefusal};
use crate::AnyOrder;

/// A longer piece is not a single order.
const MAX_PIECE_BYTES: usize = 400;
pub(crate) const MAX_TOKENS_PER_PIECE: usize = 48;
/// A longer piece is prose, even if it names places.
const MAX_WORDS_OF_AN_ORDER: usize = 12;
/// The most readings that a refusal lists.
const MAX_READINGS: usize = 8;

/// How hard to try.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Effort {
    /// Nothing may be left out, and every word must be known.
    AsWritten,
    /// Signs may be missing, and unknown words may be guessed.
    Full,
}

/// What a piece was read as.
#[derive(Debug)]
pub(crate) enum Interpretation {
    Accepted(AcceptedOrder),
    /// "All others hold". The units are known only after all lines are read.
    OthersHold,
    Refused(ReadingRefusal),
}

impl Interpretation {
    /// Whether the text was understood, legal or not.
    pub(crate) fn is_understood(&self) -> bool {
        match self {
            Self::Accepted(_) | Self::OthersHold => true,
            Self::Refused(refusal) => match refusal.problem {
                ReadingProblem::Unreadable
                | ReadingProblem::TooLong
                | ReadingProblem::Impassable
                | ReadingProblem::NotAProvince => false,
                ReadingProblem::Ambiguous
                | ReadingProblem::NoAction
                | ReadingProblem::NoUnit
                | ReadingProblem::NoDestination
                | ReadingProblem::UnitNeeded
                | ReadingProblem::OtherPower
                | ReadingProblem::OtherPhase
                | ReadingProblem::WrongNationality
                | ReadingProblem::Negated
                | ReadingProblem::Joined
                | ReadingProblem::Illegal(_) => true,
            },
        }
    }

    /// Whether the text alone says what a unit does, legal or not.
    pub(crate) fn is_complete(&self) -> bool {
        match self {
            Self::Accepted(_) | Self::OthersHold => true,
            Self::Refused(refusal) => match refusal.problem {
                ReadingProblem::Ambiguous
                | ReadingProblem::NoDestination
                | ReadingProblem::Impassable
                | ReadingProblem::NotAProvince
                | ReadingProblem::WrongNationality
                | ReadingProblem::Negated
                | ReadingProblem::Illegal(_) => true,
                ReadingProblem::Unreadable
                | ReadingProblem::TooLong
                | ReadingProblem::NoAction
                | ReadingProblem::NoUnit
                | ReadingProblem::UnitNeeded
                | ReadingProblem::OtherPower
                | ReadingProblem::OtherPhase
                | ReadingProblem::Joined => false,
            },
        }
    }

    /// The orders that the text means, legal or not.
    pub(crate) fn orders(&self) -> &[AnyOrder] {
        match self {
            Self::Accepted(taken) => std::slice::from_ref(&taken.order),
            Self::OthersHold => &[],
            Self::Refused(refusal) => &refusal.readings,
        }
    }

    pub(crate) fn into_result(self) -> Result<AcceptedOrder, ReadingRefusal> {
        match self {
            Self::Accepted(taken) => Ok(taken),
            Self::OthersHold => {
                Err(ReadingRefusal::without_readings(ReadingProblem::Illegal(Illegality::WrongPhase)))
            }
            Self::Refused(refusal) => Err(refusal),
        }
    }

    fn refused(problem: ReadingProblem) -> Self {
        Self::Refused(ReadingRefusal::without_readings(problem))
    }
}

/// What a piece means for the checker's power.
pub(crate) fn interpret(
    reader: &OrderParser<'_>,
    checker: &LegalityChecker<'_>,
    language: LanguageId,
    piece: &str,
    effort: Effort,
) -> Interpretation {
    interpret_as(reader, checker, language, piece, effort, &|candidate| Some(candidate))
}

/// Interprets a piece that is only a unit; the action comes from elsewhere. None if it is anything else.
pub(crate) fn interpret_unit_with_action(
    reader: &OrderParser<'_>,
    checker: &LegalityChecker<'_>,
    language: LanguageId,
    piece: &str,
    action: Action,
) -> Option<Interpretation> {
    let shape = |candidate: CandidateOrder| {
        (candidate.action == Action::Unstated && candidate.unit.is_some())
            .then_some(CandidateOrder { action, ..candidate })
    };
    let interpretation = interpret_as(reader, checker, language, piece, Effort::Full, &shape);
    interpretation.is_understood().then_some(interpretation)
}

/// The action of an order.
pub(crate) fn action_of(board: &Board, order: &Order) -> Action {
    let place =
        |location: Location| Place { province: board.province_of(location), coast: board.coast(location) };
    match *order {
        Order::Hold => Action::Hold,
        Order::Move { to, passage } => {
            let route = match passage {
                Passage::Unstated => WrittenRoute::Unstated,
                Passage::Convoy => WrittenRoute::Convoy,
            };
            Action::Move { to: place(to), route }
        }
        Order::SupportHold { of } => Action::SupportHold { of, stated: false },
        Order::SupportMove { from, to } => Action::SupportMove { from, to: place(to) },
        Order::Convoy { from, to } => Action::Convoy { from, to },
    }
}

/// Interprets a piece. `shape` changes each candidate first, or drops it.
fn interpret_as(
    reader: &OrderParser<'_>,
    checker: &LegalityChecker<'_>,
    language: LanguageId,
    piece: &str,
    effort: Effort,
    shape: &dyn Fn(CandidateOrder) -> Option<CandidateOrder>,
) -> Interpretation {
    if piece.len() > MAX_PIECE_BYTES {
        return Interpretation::refused(ReadingProblem::TooLong);
    }
    let Some(words) = tokens(piece, MAX_TOKENS_PER_PIECE) else {
        return Interpretation::refused(ReadingProblem::Unreadable);
    };
    let writer = LanguageSet::one(language);
    let mut lattice = Lattice::new(&reader.lexicon, piece, &words, writer);
    let candidates = |lattice: &Lattice, languages, care| -> Vec<CandidateOrder> {
        let found = candidates(checker.board, lattice, writer, languages, care);
        found.into_iter().filter_map(shape).collect()
    };
    let phase = checker.position.phase.kind();
    let mut rejected = Vec::new();
    let ways = [
        (writer, Strictness::Strict, Certainty::Plain),
        (LanguageSet::ALL, Strictness::Strict, Certainty::Foreign),
        (writer, Strictness::Lenient, Certainty::Incomplete),
        (LanguageSet::ALL, Strictness::Lenient, Certainty::Incomplete),
    ];
    for (languages, care, how) in ways {
        if care == Strictness::Lenient && effort == Effort::AsWritten {
            break;
        }
        let candidates = candidates(&lattice, languages, care);
        let others = |candidate: &CandidateOrder| candidate.action == Action::OthersHold;
        if phase == PhaseKind::Movement && candidates.iter().any(others) {
            return Interpretation::OthersHold;
        }
        let found = CheckedCandidates::of(checker, &candidates);
        if let Some(interpretation) = found.interpretation(how) {
            return interpretation;
        }
        if rejected.is_empty() {
            rejected = found.rejected;
        }
        if how == Certainty::Plain
            && let Some(candidate) = international(reader, piece).and_then(shape)
            && let Some(interpretation) =
                CheckedCandidates::of(checker, &[candidate]).interpretation(Certainty::Foreign)
        {
            return interpretation;
        }
    }
    if effort == Effort::Full && add_guesses(&reader.lexicon, piece, &words, writer, phase, &mut lattice) {
        for care in [Strictness::Strict, Strictness::Lenient] {
            let found = CheckedCandidates::of(checker, &candidates(&lattice, LanguageSet::ALL, care));
            if let Some(interpretation) = found.interpretation(Certainty::Guessed) {
                return interpretation;
            }
            if rejected.is_empty() {
                // A guessed place without an action is not the start of an order. A guess that leads to a
                // place without a unit was wrong: any two words could be read as two places.
                rejected = found.rejected;
                rejected.retain(|against| {
                    against.objection != Objection::NoAction && weight(against.objection) == 0
                });
            }
        }
    }
    // A negation is part of no candidate, so a negated order has none.
    let names_a_place = || {
        let mut exact = lattice.starting_at.iter().flatten().filter(|s| s.cost == 0);
        exact.any(|s| matches!(s.meaning, Meaning::Place(_)))
    };
    if rejected.is_empty() && lattice.negated.contains(&true) && names_a_place() {
        return Interpretation::refused(ReadingProblem::Negated);
    }
    if rejected.is_empty()
        && let Some(problem) = names_no_province(&lattice, writer)
    {
        let meant = lattice.with_provinces().and_then(|lattice| {
            let found =
                CheckedCandidates::of(checker, &candidates(&lattice, LanguageSet::ALL, Strictness::Strict));
            found.interpretation(Certainty::Guessed)
        });
        let suggestions = match meant {
            Some(Interpretation::Accepted(taken)) => vec![taken.order],
            Some(Interpretation::OthersHold | Interpretation::Refused(_)) | None => Vec::new(),
        };
        return Interpretation::Refused(ReadingRefusal { problem, readings: Vec::new(), suggestions });
    }
    refuse(&rejected)
}

/// Why a piece that names a place which is not a province gives no order; none if it names no such place, or
/// does not look like an order.
fn names_no_province(lattice: &Lattice, writer: LanguageSet) -> Option<ReadingProblem> {
    let mut exact = lattice.starting_at.iter().flatten().filter(|s| s.cost == 0);
    let is_order_word = |s: &PhraseMeaning| {
        matches!(s.meaning, Meaning::Place(_) | Meaning::Kind(_) | Meaning::Action(_))
            && s.languages.overlaps(writer)
    };
    if lattice.len() > MAX_WORDS_OF_AN_ORDER || !exact.any(is_order_word) {
        return None;
    }
    let mut problem = None;
    for (_, phrase) in lattice.named_otherwise() {
        if phrase.meaning == Meaning::Closed {
            return Some(ReadingProblem::Impassable);
        }
        problem = Some(ReadingProblem::NotAProvince);
    }
    problem
}

/// Reads a piece in capitals as international notation. This is tried before the words of all languages:
/// "A GAL H" is Galicia, although "Gal" is Wales in Spanish.
fn international(reader: &OrderParser<'_>, piece: &str) -> Option<CandidateOrder> {
    if piece.contains(char::is_lowercase) {
        return None;
    }
    let board = reader.board;
    let place =
        |location: Location| Place { province: board.province_of(location), coast: board.coast(location) };
    let written = reader.notation.order(piece).ok()?;
    let action = match written.action {
        // The notation can state the hold: "A BUR S A PAR H".
        WrittenAction::Order(Order::SupportHold { of }) => {
            Action::SupportHold { of, stated: piece.trim_end().ends_with(" H") }
        }
        WrittenAction::Order(order) => action_of(board, &order),
        WrittenAction::Retreat(to) => Action::Retreat { to: place(to) },
        WrittenAction::Disband => Action::Disband,
        WrittenAction::Build => Action::Build,
    };
    let unit = Some(WrittenUnit { kind: written.kind, power: None, at: place(written.at) });
    Some(CandidateOrder { unit, helped_kind: None, helped_power: None, action, cost: 0 })
}

/// The legal orders among some candidates, and the rejected candidates.
struct CheckedCandidates {
    /// Each with its lowest cost, and whether other lines had to fill something in.
    legal: Vec<(AnyOrder, u32, bool)>,
    rejected: Vec<RejectedCandidate>,
}

/// A candidate that is not legal, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct RejectedCandidate {
    order: Option<AnyOrder>,
    objection: Objection,
    cost: u32,
}

impl CheckedCandidates {
    fn of(checker: &LegalityChecker<'_>, candidates: &[CandidateOrder]) -> Self {
        let mut findings = Self { legal: Vec::new(), rejected: Vec::new() };
        for candidate in candidates {
            let cost = candidate.cost + checker.wrong_letters(candidate);
            let wrong_nationality = checker.gives_wrong_nationality(candidate);
            for (said, result) in checker.check(candidate) {
                let result =
                    if wrong_nationality { result.and(Err(Objection::WrongNationality)) } else { result };
                match result {
                    Ok(command) => {
                        let filled_in = is_filled_in(&candidate.action, &command);
                        match findings.legal.iter_mut().find(|(other, ..)| *other == command) {
                            Some((_, least, known_filled_in)) => {
                                *least = cost.min(*least);
                                *known_filled_in &= filled_in;
                            }
                            None => findings.legal.push((command, cost, filled_in)),
                        }
                    }
                    Err(objection) => {
                        let against = RejectedCandidate { order: said, objection, cost };
                        if !findings.rejected.contains(&against) {
                            findings.rejected.push(against);
                        }
                    }
                }
            }
        }
        findings
    }

    fn interpretation(&self, how: Certainty) -> Option<Interpretation> {
        let least = self.legal.iter().map(|(_, cost, _)| *cost).min()?;
        // An uncertain guess must be the only legal order.
        let limit = if least >= MIN_UNCERTAIN_COST { u32::MAX } else { least };
        let mut nearest = self.legal.iter().filter(|(_, cost, _)| *cost <= limit);
        if let (Some((command, _, filled_in)), None) = (nearest.next(), nearest.next()) {
            let how = if *filled_in && how != Certainty::Guessed { Certainty::FilledIn } else { how };
            return Some(Interpretation::Accepted(AcceptedOrder { order: *command, certainty: how }));
        }
        let orders: Vec<AnyOrder> =
            self.legal.iter().map(|(command, ..)| *command).take(MAX_READINGS).collect();
        Some(Interpretation::Refused(ReadingRefusal {
            problem: ReadingProblem::Ambiguous,
            readings: orders.clone(),
            suggestions: orders,
        }))
    }
}

/// The refusal with the most useful objection: what is wrong with an own unit before "no such unit". Its
/// readings are the candidates with an objection of the same weight and the lowest cost.
fn refuse(rejected: &[RejectedCandidate]) -> Interpretation {
    let Some(first) = rejected.iter().min_by_key(|against| weight(against.objection)) else {
        return Interpretation::refused(ReadingProblem::Unreadable);
    };
    let problem = match first.objection {
        Objection::Illegal(illegality) => ReadingProblem::Illegal(illegality),
        Objection::NoAction => ReadingProblem::NoAction,
        Objection::UnitNeeded => ReadingProblem::UnitNeeded,
        Objection::NoUnit => ReadingProblem::NoUnit,
        Objection::NoDestination => ReadingProblem::NoDestination,
        Objection::WrongNationality => ReadingProblem::WrongNationality,
    };
    let alike = || rejected.iter().filter(|other| weight(other.objection) == weight(first.objection));
    let least = alike().filter(|other| other.order.is_some()).map(|other| other.cost).min();
    let mut readings: Vec<AnyOrder> = Vec::new();
    for order in alike().filter(|other| Some(other.cost) == least).filter_map(|other| other.order) {
        if readings.len() < MAX_READINGS && !readings.contains(&order) {
            readings.push(order);
        }
    }
    Interpretation::Refused(ReadingRefusal { problem, readings, suggestions: Vec::new() })
}

/// Which of several objections is reported: the one with the lowest weight.
const fn weight(objection: Objection) -> u8 {
    match objection {
        // No writer means that a unit helps itself or moves to its own place.
        Objection::Illegal(Illegality::SamePlace | Illegality::HelpsItself | Illegality::NobodyThere) => 1,
        Objection::UnitNeeded | Objection::NoDestination => 2,
        Objection::Illegal(Illegality::NoSuchUnit) => 3,
        Objection::Illegal(Illegality::WrongPhase) => 4,
        Objection::NoUnit => 5,
        Objection::Illegal(_) | Objection::NoAction | Objection::WrongNationality => 0,
    }
}
