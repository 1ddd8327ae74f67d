//! How a puzzle of each kind is found in one phase of a game.

mod cut;
mod fear;
mod hold;
mod retreat;
mod save;
mod take;

use rules::{Board, Judge, Options, Orders, Phase, Position, Power, Season};
use seeded_random::SeededRng;

pub(crate) use cut::is_cut;
pub(crate) use hold::Line;
pub(crate) use retreat::{NextTurn, after_retreat};

use crate::puzzle::{EDITION, Grade, Kind, Puzzle, Question};
use crate::self_play::SelfPlay;

/// A phase in which a puzzle is looked for.
pub(crate) struct Search<'a> {
    pub(crate) board: &'a Board,
    pub(crate) judge: Judge<'a>,
    pub(crate) options: Options<'a>,
    pub(crate) position: &'a Position,
    /// What the players of the game ordered.
    pub(crate) orders: &'a Orders,
    pub(crate) wanted: Grade,
    /// How many more sheets may be judged in this phase.
    left: usize,
}

/// What a search returns: without number.
pub(crate) struct Found {
    pub(crate) grade: Grade,
    pub(crate) power: Power,
    /// If it is not the position of the phase.
    pub(crate) position: Option<Position>,
    pub(crate) shown: Orders,
    pub(crate) question: Question,
    pub(crate) sheets: usize,
}

/// A puzzle of this kind and grade in this phase. Its number is still 0. Takes the judged sheets from what is left.
pub(crate) fn find(
    kind: Kind,
    play: &SelfPlay<'_>,
    orders: &Orders,
    wanted: Grade,
    left: &mut usize,
    chance: &mut SeededRng,
) -> Option<Puzzle> {
    let (board, position) = (play.board(), play.position());
    let Phase::Movement(turn) = position.phase else { return None };
    // After retreats in Fall units are built before the next turn, so that nobody knows it.
    if kind == Kind::Retreat && turn.season == Season::Fall {
        return None;
    }
    let mut options = Options::new(board);
    options.compute(&position.forces);
    let judge = Judge::new(board, EDITION);
    let mut search = Search { board, judge, options, position, orders, wanted, left: *left };
    let found = match kind {
        Kind::Take => take::find(&mut search, chance),
        Kind::Save => save::find(&mut search, chance),
        Kind::Cut => cut::find(&mut search, chance),
        Kind::Fear => fear::find(&mut search, chance),
        Kind::Retreat => retreat::find(&mut search, chance),
        Kind::Hold => hold::find(&mut search, chance),
    };
    *left = search.left;
    let Found { grade, power, position: own_position, shown, question, sheets } = found?;
    debug_assert_eq!(grade, wanted);
    let position = own_position.unwrap_or_else(|| position.clone());
    Some(Puzzle { kind, number: 0, grade, power, position, shown, question, sheets })
}

impl Search<'_> {
    /// Takes judged sheets from what is left. None if that was not enough: what was found is not used then, so that
    /// a puzzle does not take long.
    pub(crate) fn spend(&mut self, judged: usize) -> Option<()> {
        let left = self.left.checked_sub(judged);
        self.left = left.unwrap_or(0);
        left.map(|_| ())
    }

    pub(crate) const fn is_spent(&self) -> bool {
        self.left == 0
    }

    /// The powers with units, in a random order.
    pub(crate) fn powers(&self, chance: &mut SeededRng) -> Vec<Power> {
        let mut powers: Vec<Power> =
            self.board.powers().filter(|power| self.position.forces.count(*power) > 0).collect();
        chance.shuffle(&mut powers);
        powers
    }
}
