//! Suggests legal orders that are similar to a refused text.

use rules::{AdjustmentOrder, Board, Order, Passage, Province, RetreatOrder, UnitKind};

use super::interpret::MAX_TOKENS_PER_PIECE;
use super::lattice::Lattice;
use super::legality_checker::LegalityChecker;
use super::lexicon::{LanguageId, LanguageSet, Meaning};
use super::tokens::tokens;
use super::typos::add_guesses;
use super::{OrderParser, ReadingProblem, ReadingRefusal};
use crate::AnyOrder;
use crate::locale::ActionWord;

/// A longer list would be a list to search, not a suggestion.
const MAX_SUGGESTIONS: usize = 3;

/// The legal orders that are most similar to a refused piece, best first. Empty if none is similar.
pub(crate) fn suggestions(
    reader: &OrderParser<'_>,
    checker: &LegalityChecker<'_>,
    language: LanguageId,
    piece: &str,
    refusal: &ReadingRefusal,
) -> Vec<AnyOrder> {
    match refusal.problem {
        ReadingProblem::Ambiguous => return refusal.suggestions.clone(),
        ReadingProblem::NotAProvince | ReadingProblem::Impassable if !refusal.suggestions.is_empty() => {
            return refusal.suggestions.clone();
        }
        ReadingProblem::TooLong | ReadingProblem::OtherPower | ReadingProblem::OtherPhase => {
            return Vec::new();
        }
        ReadingProblem::Unreadable
        | ReadingProblem::NoAction
        | ReadingProblem::NoUnit
        | ReadingProblem::NoDestination
        | ReadingProblem::UnitNeeded
        | ReadingProblem::Impassable
        | ReadingProblem::NotAProvince
        | ReadingProblem::WrongNationality
        | ReadingProblem::Negated
        | ReadingProblem::Joined
        | ReadingProblem::Illegal(_) => {}
    }
    let coasts: Vec<AnyOrder> =
        refusal.readings.iter().flat_map(|command| coasts(checker, *command)).take(MAX_SUGGESTIONS).collect();
    if !coasts.is_empty() {
        return coasts;
    }
    let mut intents: Vec<Intent> =
        refusal.readings.iter().map(|said| Intent::of(checker.board, said)).collect();
    if intents.is_empty() {
        intents.extend(Intent::from_words(reader, checker, language, piece));
    }
    if refusal.problem == ReadingProblem::NoDestination {
        // The second place in the text is the helped unit.
        intents.iter_mut().for_each(|intent| intent.helped = intent.to.take());
    }
    if refusal.problem == ReadingProblem::Negated {
        // An action that the text forbids is not suggested.
        intents.iter_mut().for_each(|intent| intent.order_kind = Some(OrderKind::Hold));
    }
    let mut scored: Vec<(i32, AnyOrder)> = Vec::new();
    for intent in &intents {
        let far = intent.to.map(|to| distances(checker.board, to));
        for command in checker.options() {
            let near = intent.similarity(checker.board, command, far.as_deref());
            let wanted = match refusal.problem {
                ReadingProblem::Negated => OrderKind::of(command) == OrderKind::Hold,
                ReadingProblem::NoDestination => Intent::of(checker.board, command).to.is_some(),
                ReadingProblem::Unreadable
                | ReadingProblem::Ambiguous
                | ReadingProblem::TooLong
                | ReadingProblem::NoAction
                | ReadingProblem::NoUnit
                | ReadingProblem::UnitNeeded
                | ReadingProblem::OtherPower
                | ReadingProblem::OtherPhase
                | ReadingProblem::Impassable
                | ReadingProblem::NotAProvince
                | ReadingProblem::WrongNationality
                | ReadingProblem::Joined
                | ReadingProblem::Illegal(_) => true,
            };
            if let Some(score) = near.filter(|_| wanted) {
                match scored.iter_mut().find(|(_, known)| known == command) {
                    Some((best, _)) => *best = score.max(*best),
                    None => scored.push((score, *command)),
                }
            }
        }
    }
    scored.sort_by_key(|(score, _)| -score);
    scored.into_iter().take(MAX_SUGGESTIONS).map(|(_, command)| command).collect()
}

/// For a fleet's move without a coast that it needs: the move to each possible coast (B5).
fn coasts(checker: &LegalityChecker<'_>, command: AnyOrder) -> Vec<AnyOrder> {
    let board = checker.board;
    let AnyOrder::Order { unit, order: Order::Move { to, .. } } = command else {
        return Vec::new();
    };
    let there = board.province_of(to);
    let mine = checker.position.forces.at(board.province_of(unit.location));
    if unit.kind == UnitKind::Army || mine.is_none_or(|unit| unit.power != checker.power) {
        return Vec::new();
    }
    let near = board.neighbours(unit.kind, unit.location).iter();
    near.filter(|near| board.province_of(**near) == there && board.coast(**near).is_some())
        .map(|to| AnyOrder::Order { unit, order: Order::Move { to: *to, passage: Passage::Unstated } })
        .collect()
}

/// The kind of an order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum OrderKind {
    Hold,
    Move,
    Support,
    Convoy,
    Retreat,
    Disband,
    Build,
    Waive,
}

impl OrderKind {
    const fn of(command: &AnyOrder) -> Self {
        match command {
            AnyOrder::Order { order: Order::Hold, .. } => Self::Hold,
            AnyOrder::Order { order: Order::Move { .. }, .. } => Self::Move,
            AnyOrder::Order { order: Order::SupportHold { .. } | Order::SupportMove { .. }, .. } => {
                Self::Support
            }
            AnyOrder::Order { order: Order::Convoy { .. }, .. } => Self::Convoy,
            AnyOrder::Retreat { order: RetreatOrder::To(_), .. } => Self::Retreat,
            AnyOrder::Retreat { order: RetreatOrder::Disband, .. }
            | AnyOrder::Adjustment(AdjustmentOrder::Remove { .. }) => Self::Disband,
            AnyOrder::Adjustment(AdjustmentOrder::Build { .. }) => Self::Build,
            AnyOrder::Adjustment(AdjustmentOrder::Waive) => Self::Waive,
        }
    }

    const fn of_word(word: ActionWord) -> Self {
        match word {
            ActionWord::Hold => Self::Hold,
            ActionWord::Move | ActionWord::Attack => Self::Move,
            ActionWord::Support => Self::Support,
            ActionWord::Convoy => Self::Convoy,
            ActionWord::Retreat => Self::Retreat,
            ActionWord::Disband => Self::Disband,
            ActionWord::Build => Self::Build,
            ActionWord::Waive => Self::Waive,
        }
    }
}

/// What the writer probably wants, as far as it is known.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Intent {
    unit: Option<Province>,
    /// The kind of the unit to build.
    kind: Option<UnitKind>,
    order_kind: Option<OrderKind>,
    helped: Option<Province>,
    to: Option<Province>,
    /// Places that unknown words may mean.
    possible_places: Vec<Province>,
}

impl Intent {
    fn of(board: &Board, command: &AnyOrder) -> Self {
        let (helped, to) = match *command {
            AnyOrder::Order { order, .. } => match order {
                Order::Hold => (None, None),
                Order::Move { to, .. } => (None, Some(board.province_of(to))),
                Order::SupportHold { of } => (Some(of), None),
                Order::SupportMove { from, to } => (Some(from), Some(board.province_of(to))),
                Order::Convoy { from, to } => (Some(from), Some(to)),
            },
            AnyOrder::Retreat { order: RetreatOrder::To(to), .. } => (None, Some(board.province_of(to))),
            AnyOrder::Retreat { order: RetreatOrder::Disband, .. } | AnyOrder::Adjustment(_) => (None, None),
        };
        let kind = match *command {
            AnyOrder::Adjustment(AdjustmentOrder::Build { kind, .. }) => Some(kind),
            AnyOrder::Adjustment(AdjustmentOrder::Remove { .. } | AdjustmentOrder::Waive)
            | AnyOrder::Order { .. }
            | AnyOrder::Retreat { .. } => None,
        };
        let (unit, shape) = (command.province(board), Some(OrderKind::of(command)));
        Self { unit, kind, order_kind: shape, helped, to, possible_places: Vec::new() }
    }

    /// The intent behind the places and actions that a text names, in the usual order of the words.
    fn from_words(
        reader: &OrderParser<'_>,
        checker: &LegalityChecker<'_>,
        language: LanguageId,
        piece: &str,
    ) -> Option<Self> {
        let words = tokens(piece, MAX_TOKENS_PER_PIECE)?;
        let writer = LanguageSet::one(language);
        let mut lattice = Lattice::new(&reader.lexicon, piece, &words, writer);
        let phase = checker.position.phase.kind();
        add_guesses(&reader.lexicon, piece, &words, writer, phase, &mut lattice);
        let mut intent = Self::default();
        let mut at = 0;
        while let Some(phrases) = lattice.starting_at.get(at) {
            let own = phrases.iter().filter(|s| s.cost == 0 && s.languages.overlaps(writer));
            let exact = phrases.iter().filter(|s| s.cost == 0);
            // The longest name that starts here; the writer's language before the others.
            let place = own.clone().chain(exact).filter(|s| matches!(s.meaning, Meaning::Place(_)));
            let place = place.max_by_key(|s| (s.end, s.languages.overlaps(writer)));
            let action = own.filter(|s| matches!(s.meaning, Meaning::Action(_))).max_by_key(|s| s.end);
            match (place.map(|s| (s.meaning, s.end)), action) {
                (Some((Meaning::Place(province), end)), _) => {
                    intent.add_place(checker, province);
                    at = end;
                    continue;
                }
                (_, Some(phrase)) => {
                    if let Meaning::Action(word) = phrase.meaning
                        && (intent.order_kind.is_none() || intent.order_kind == Some(OrderKind::Move))
                    {
                        intent.order_kind = Some(OrderKind::of_word(word));
                    }
                    at = phrase.end;
                    continue;
                }
                (_, None) => {}
            }
            for phrase in phrases.iter().filter(|s| s.cost > 0) {
                if let Meaning::Place(province) = phrase.meaning {
                    intent.possible_places.push(province);
                }
            }
            at += 1;
        }
        Some(intent).filter(|intent| intent.unit.is_some() || intent.to.is_some())
    }

    /// Adds a place: the unit's own place first, then the destination or the helped unit.
    fn add_place(&mut self, checker: &LegalityChecker<'_>, province: Province) {
        let has_options =
            || checker.options().iter().any(|command| command.province(checker.board) == Some(province));
        if self.unit.is_none() && has_options() {
            self.unit = Some(province);
        } else if self.unit != Some(province) {
            self.helped = self.to;
            self.to = Some(province);
        }
    }

    /// How similar a legal order is; none if it has too little in common.
    fn similarity(&self, board: &Board, command: &AnyOrder, far: Option<&[u8]>) -> Option<i32> {
        let other = Self::of(board, command);
        let same_unit = self.unit.is_some() && other.unit == self.unit;
        let same_shape = self.order_kind.is_some() && other.order_kind == self.order_kind;
        let same_goal = self.to.is_some() && other.to == self.to;
        let same_help = self.helped.is_some() && other.helped == self.helped;
        let same_deed = same_shape && same_goal && (self.helped.is_none() || same_help);
        if !same_unit && !same_deed {
            return None;
        }
        let same_kind = self.kind.is_some() && other.kind == self.kind;
        let perhaps = other.to.is_some_and(|to| self.possible_places.contains(&to));
        let away = match (far, other.to) {
            (Some(far), Some(to)) => i32::from(far.get(to.index()).copied().unwrap_or(MAX_DISTANCE_STEPS)),
            (Some(_), None) => i32::from(MAX_DISTANCE_STEPS) + 1,
            (None, _) => 0,
        };
        let plain =
            self.order_kind.is_none() && matches!(other.order_kind, Some(OrderKind::Hold | OrderKind::Move));
        Some(
            8 * i32::from(same_unit)
                + 4 * i32::from(same_shape)
                + 4 * i32::from(same_help)
                + 6 * i32::from(same_goal)
                + 2 * i32::from(same_kind)
                + 5 * i32::from(perhaps)
                + 2 * i32::from(plain)
                - away,
        )
    }
}

/// Distances are counted up to this many steps.
const MAX_DISTANCE_STEPS: u8 = 6;

/// For each province, the number of steps from a place, by land or by sea, up to [`MAX_DISTANCE_STEPS`].
fn distances(board: &Board, from: Province) -> Vec<u8> {
    let mut steps = vec![MAX_DISTANCE_STEPS; board.provinces().len()];
    steps[from.index()] = 0;
    let mut front = vec![from];
    for step in 1..MAX_DISTANCE_STEPS {
        let mut next = Vec::new();
        for province in front {
            for kind in UnitKind::BOTH {
                for place in board.locations_for(kind, province) {
                    for near in board.provinces_near(kind, *place) {
                        if steps[near.index()] == MAX_DISTANCE_STEPS {
                            steps[near.index()] = step;
                            next.push(*near);
                        }
                    }
                }
            }
        }
        front = next;
    }
    steps
}
