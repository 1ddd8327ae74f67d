//! Legal orders near to what was written, for a line that gives none.

use rules::{Board, Entry, Order, Passage, Province, RetreatOrder, UnitKind};

use super::decide::MOST_TOKENS;
use super::lattice::Lattice;
use super::legal::Bench;
use super::lexicon::{LanguageId, Languages, Meaning};
use super::slips::guess;
use super::tokens::tokens;
use super::{Reader, ReadingProblem, Refusal};
use crate::Command;
use crate::locale::DeedWord;

/// More than this is a list to search through, not a suggestion.
const MOST: usize = 3;

/// The legal orders nearest to a piece that was refused, nearest first; none if nothing is near.
pub(crate) fn suggestions(
    reader: &Reader<'_>,
    bench: &Bench<'_>,
    language: LanguageId,
    piece: &str,
    refusal: &Refusal,
) -> Vec<Command> {
    match refusal.problem {
        ReadingProblem::Ambiguous => return refusal.suggestions.clone(),
        ReadingProblem::TooLong | ReadingProblem::OtherPower => return Vec::new(),
        ReadingProblem::Unreadable
        | ReadingProblem::NoDeed
        | ReadingProblem::NoUnit
        | ReadingProblem::NoGoal
        | ReadingProblem::UnitNeeded
        | ReadingProblem::Negated
        | ReadingProblem::Joined
        | ReadingProblem::Illegal(_) => {}
    }
    let coasts: Vec<Command> =
        refusal.readings.iter().flat_map(|command| coasts(bench, *command)).take(MOST).collect();
    if !coasts.is_empty() {
        return coasts;
    }
    let mut wishes: Vec<Wish> = refusal.readings.iter().map(|said| Wish::of(bench.board, said)).collect();
    if wishes.is_empty() {
        wishes.extend(Wish::from_words(reader, bench, language, piece));
    }
    if refusal.problem == ReadingProblem::NoGoal {
        // The second place is the unit that is helped.
        wishes.iter_mut().for_each(|wish| wish.helped = wish.to.take());
    }
    if refusal.problem == ReadingProblem::Negated {
        // What should not be done is not proposed.
        wishes.iter_mut().for_each(|wish| wish.shape = Some(Shape::Hold));
    }
    let mut scored: Vec<(i32, Command)> = Vec::new();
    for wish in &wishes {
        let far = wish.to.map(|to| distances(bench.board, to));
        for command in bench.options() {
            let near = wish.nearness(bench.board, command, far.as_deref());
            let wanted = match refusal.problem {
                ReadingProblem::Negated => Shape::of(command) == Shape::Hold,
                ReadingProblem::NoGoal => Wish::of(bench.board, command).to.is_some(),
                ReadingProblem::Unreadable
                | ReadingProblem::Ambiguous
                | ReadingProblem::TooLong
                | ReadingProblem::NoDeed
                | ReadingProblem::NoUnit
                | ReadingProblem::UnitNeeded
                | ReadingProblem::OtherPower
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
    scored.into_iter().take(MOST).map(|(_, command)| command).collect()
}

/// A fleet's move without the coast that it needs, with each coast that it could name (B5).
fn coasts(bench: &Bench<'_>, command: Command) -> Vec<Command> {
    let board = bench.board;
    let Command::Order { unit, order: Order::Move { to, .. } } = command else {
        return Vec::new();
    };
    let there = board.province_of(to);
    let mine = bench.position.forces.at(board.province_of(unit.location));
    if unit.kind == UnitKind::Army || mine.is_none_or(|unit| unit.power != bench.power) {
        return Vec::new();
    }
    let near = board.neighbours(unit.kind, unit.location).iter();
    near.filter(|near| board.province_of(**near) == there && board.coast(**near).is_some())
        .map(|to| Command::Order { unit, order: Order::Move { to: *to, passage: Passage::Unstated } })
        .collect()
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Shape {
    Hold,
    Move,
    Support,
    Convoy,
    Retreat,
    Disband,
    Build,
    Waive,
}

impl Shape {
    const fn of(command: &Command) -> Self {
        match command {
            Command::Order { order: Order::Hold, .. } => Self::Hold,
            Command::Order { order: Order::Move { .. }, .. } => Self::Move,
            Command::Order { order: Order::SupportHold { .. } | Order::SupportMove { .. }, .. } => {
                Self::Support
            }
            Command::Order { order: Order::Convoy { .. }, .. } => Self::Convoy,
            Command::Retreat { order: RetreatOrder::To(_), .. } => Self::Retreat,
            Command::Retreat { order: RetreatOrder::Disband, .. } | Command::Entry(Entry::Remove { .. }) => {
                Self::Disband
            }
            Command::Entry(Entry::Build { .. }) => Self::Build,
            Command::Entry(Entry::Waive) => Self::Waive,
        }
    }

    const fn of_word(word: DeedWord) -> Self {
        match word {
            DeedWord::Hold => Self::Hold,
            DeedWord::Move | DeedWord::Attack => Self::Move,
            DeedWord::Support => Self::Support,
            DeedWord::Convoy => Self::Convoy,
            DeedWord::Retreat => Self::Retreat,
            DeedWord::Disband => Self::Disband,
            DeedWord::Build => Self::Build,
            DeedWord::Waive => Self::Waive,
        }
    }
}

/// What somebody seems to have wanted, as far as it is known.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
struct Wish {
    unit: Option<Province>,
    /// Of a unit that is to be built.
    kind: Option<UnitKind>,
    shape: Option<Shape>,
    helped: Option<Province>,
    to: Option<Province>,
    /// Places that an unknown word may be meant for.
    perhaps: Vec<Province>,
}

impl Wish {
    fn of(board: &Board, command: &Command) -> Self {
        let (helped, to) = match *command {
            Command::Order { order, .. } => match order {
                Order::Hold => (None, None),
                Order::Move { to, .. } => (None, Some(board.province_of(to))),
                Order::SupportHold { of } => (Some(of), None),
                Order::SupportMove { from, to } => (Some(from), Some(board.province_of(to))),
                Order::Convoy { from, to } => (Some(from), Some(to)),
            },
            Command::Retreat { order: RetreatOrder::To(to), .. } => (None, Some(board.province_of(to))),
            Command::Retreat { order: RetreatOrder::Disband, .. } | Command::Entry(_) => (None, None),
        };
        let kind = match *command {
            Command::Entry(Entry::Build { kind, .. }) => Some(kind),
            Command::Entry(Entry::Remove { .. } | Entry::Waive)
            | Command::Order { .. }
            | Command::Retreat { .. } => None,
        };
        let (unit, shape) = (command.province(board), Some(Shape::of(command)));
        Self { unit, kind, shape, helped, to, perhaps: Vec::new() }
    }

    /// From the places and deeds that are named, in the order in which people name them.
    fn from_words(reader: &Reader<'_>, bench: &Bench<'_>, language: LanguageId, piece: &str) -> Option<Self> {
        let words = tokens(piece, MOST_TOKENS)?;
        let writer = Languages::one(language);
        let mut lattice = Lattice::new(&reader.lexicon, piece, &words, writer);
        guess(&reader.lexicon, piece, &words, writer, &mut lattice);
        let mut wish = Self::default();
        let mut at = 0;
        while let Some(stretches) = lattice.from.get(at) {
            let own = stretches.iter().filter(|s| s.cost == 0 && s.languages.meets(writer));
            let exact = stretches.iter().filter(|s| s.cost == 0);
            // The longest name that starts here; the writer's language before the others.
            let place = own.clone().chain(exact).filter(|s| matches!(s.meaning, Meaning::Place(_)));
            let place = place.max_by_key(|s| (s.end, s.languages.meets(writer)));
            let deed = own.filter(|s| matches!(s.meaning, Meaning::Deed(_))).max_by_key(|s| s.end);
            match (place.map(|s| (s.meaning, s.end)), deed) {
                (Some((Meaning::Place(province), end)), _) => {
                    wish.name(bench, province);
                    at = end;
                    continue;
                }
                (_, Some(stretch)) => {
                    if let Meaning::Deed(word) = stretch.meaning
                        && (wish.shape.is_none() || wish.shape == Some(Shape::Move))
                    {
                        wish.shape = Some(Shape::of_word(word));
                    }
                    at = stretch.end;
                    continue;
                }
                (_, None) => {}
            }
            for stretch in stretches.iter().filter(|s| s.cost > 0) {
                if let Meaning::Place(province) = stretch.meaning {
                    wish.perhaps.push(province);
                }
            }
            at += 1;
        }
        Some(wish).filter(|wish| wish.unit.is_some() || wish.to.is_some())
    }

    fn name(&mut self, bench: &Bench<'_>, province: Province) {
        let has_options =
            || bench.options().iter().any(|command| command.province(bench.board) == Some(province));
        if self.unit.is_none() && has_options() {
            self.unit = Some(province);
        } else if self.unit != Some(province) {
            self.helped = self.to;
            self.to = Some(province);
        }
    }

    /// How near a legal order is; none if it has too little in common.
    fn nearness(&self, board: &Board, command: &Command, far: Option<&[u8]>) -> Option<i32> {
        let other = Self::of(board, command);
        let same_unit = self.unit.is_some() && other.unit == self.unit;
        let same_shape = self.shape.is_some() && other.shape == self.shape;
        let same_goal = self.to.is_some() && other.to == self.to;
        let same_help = self.helped.is_some() && other.helped == self.helped;
        let same_deed = same_shape && same_goal && (self.helped.is_none() || same_help);
        if !same_unit && !same_deed {
            return None;
        }
        let same_kind = self.kind.is_some() && other.kind == self.kind;
        let perhaps = other.to.is_some_and(|to| self.perhaps.contains(&to));
        let away = match (far, other.to) {
            (Some(far), Some(to)) => i32::from(far.get(to.index()).copied().unwrap_or(FARTHEST)),
            (Some(_), None) => i32::from(FARTHEST) + 1,
            (None, _) => 0,
        };
        let plain = self.shape.is_none() && matches!(other.shape, Some(Shape::Hold | Shape::Move));
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

const FARTHEST: u8 = 6;

/// By province: how many steps it is from a place, by land or by sea, up to [`FARTHEST`].
fn distances(board: &Board, from: Province) -> Vec<u8> {
    let mut steps = vec![FARTHEST; board.provinces().len()];
    steps[from.index()] = 0;
    let mut front = vec![from];
    for step in 1..FARTHEST {
        let mut next = Vec::new();
        for province in front {
            for kind in UnitKind::BOTH {
                for place in board.places(kind, province) {
                    for near in board.provinces_near(kind, *place) {
                        if steps[near.index()] == FARTHEST {
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
