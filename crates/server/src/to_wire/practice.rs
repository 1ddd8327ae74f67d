//! Puzzles and reviews as wire types.

use game::{Record, RecordStatus, SeatSet, Timestamp};
use language::AnyOrder;
use puzzles::{Hint, Kind, Puzzle, Question, Review};
use rules::{Board, Edition, Order, Orders, Province, Resolution, Sheet};

use super::options::options_in;
use super::orders::{sheet, sheet_line};
use super::position::position;
use super::record::record;
use crate::content::LanguagePack;
use crate::wire::{
    OptionsView, PuzzleHint, PuzzleKind, PuzzleReview, PuzzleView, RecordView, SheetLine, UnitOptions,
};

pub(crate) fn puzzle(board: &Board, voice: &LanguagePack, puzzle: &Puzzle) -> PuzzleView {
    let key = |province: &Province| board.province_key(*province).to_owned();
    let (target, places) = match &puzzle.question {
        Question::Take { target, .. } | Question::Save { target, .. } | Question::Hold { target, .. } => {
            (Some(key(target)), Vec::new())
        }
        Question::Cut { supports: all, .. } | Question::Fear { centres: all, .. } => {
            (None, all.iter().map(key).collect())
        }
        Question::Retreat { from, .. } => (Some(key(from)), Vec::new()),
    };
    PuzzleView {
        kind: kind_key(puzzle.kind),
        number: puzzle.number,
        grade: puzzle.grade as u8,
        power: board.power_key(puzzle.power).to_owned(),
        title: voice.explainer.title(puzzle.position.phase),
        position: position(board, &puzzle.position),
        shown: sheet(board, voice, &puzzle.position, &puzzle.shown),
        target,
        options: options(board, puzzle),
        places,
        hints: puzzle.hints(board).into_iter().map(|one| hint(board, voice, puzzle, one)).collect(),
    }
}

const fn kind_key(kind: Kind) -> PuzzleKind {
    match kind {
        Kind::Take => PuzzleKind::Take,
        Kind::Save => PuzzleKind::Save,
        Kind::Cut => PuzzleKind::Cut,
        Kind::Fear => PuzzleKind::Fear,
        Kind::Retreat => PuzzleKind::Retreat,
        Kind::Hold => PuzzleKind::Hold,
    }
}

/// The legal orders of the units that the solver orders.
fn options(board: &Board, puzzle: &Puzzle) -> OptionsView {
    let free: Vec<Province> = match &puzzle.question {
        Question::Take { plan, .. } | Question::Save { plan, .. } | Question::Hold { plan, .. } => {
            plan.free.clone()
        }
        Question::Retreat { from, .. } => vec![*from],
        Question::Cut { .. } | Question::Fear { .. } => Vec::new(),
    };
    let is_free = |unit: &UnitOptions| board.province(&unit.at).is_some_and(|at| free.contains(&at));
    let mut options = options_in(board, Edition::Y2000, &puzzle.position, &[puzzle.power]);
    options.units.retain(is_free);
    options
}

fn hint(board: &Board, voice: &LanguagePack, puzzle: &Puzzle, hint: Hint) -> PuzzleHint {
    match hint {
        Hint::Units(units) => {
            PuzzleHint::Units { at: units.into_iter().map(|at| board.province_key(at).to_owned()).collect() }
        }
        Hint::Order(at, order) => match line(board, voice, puzzle, at, order) {
            Some(line) => PuzzleHint::Order { line },
            None => PuzzleHint::Units { at: vec![board.province_key(at).to_owned()] },
        },
        Hint::Count(count) => PuzzleHint::Count { count },
        Hint::NotThere(at) => PuzzleHint::NotThere { at: board.province_key(at).to_owned() },
    }
}

fn line(
    board: &Board,
    voice: &LanguagePack,
    puzzle: &Puzzle,
    at: Province,
    order: Order,
) -> Option<SheetLine> {
    let unit = *puzzle.position.forces.at(at)?;
    Some(sheet_line(board, voice, &puzzle.position, unit.power, &AnyOrder::Order { unit, order }))
}

pub(crate) fn review(board: &Board, voice: &LanguagePack, puzzle: &Puzzle, review: &Review) -> PuzzleReview {
    let mut key = Sheet::new(board);
    for (at, order) in puzzle.plan().iter().flat_map(|plan| &plan.key) {
        key.set(*at, *order);
    }
    let places = match &puzzle.question {
        Question::Cut { cut: right, .. } | Question::Fear { feared: right, .. } => {
            right.iter().map(|at| board.province_key(*at).to_owned()).collect()
        }
        Question::Retreat { safe, .. } => vec![board.location_key(*safe).to_owned()],
        Question::Take { .. } | Question::Save { .. } | Question::Hold { .. } => Vec::new(),
    };
    let show = |phases: &[Resolution]| -> Vec<RecordView> {
        phases.iter().enumerate().map(|(number, phase)| shown(board, voice, number, phase)).collect()
    };
    PuzzleReview {
        solved: review.is_solved,
        key: sheet(board, voice, &puzzle.position, &Orders::Movement(key)),
        places,
        given: show(&review.given),
        explained: show(&review.explained),
    }
}

fn shown(board: &Board, voice: &LanguagePack, number: usize, resolution: &Resolution) -> RecordView {
    let at = Timestamp::from_seconds(0);
    let resolution = resolution.clone();
    let played = Record { number, at, neutrality: None, resolution, submitted_seats: SeatSet::EMPTY };
    record(board, voice, &played, RecordStatus::Active)
}
