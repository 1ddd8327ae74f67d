//! Checks a puzzle from the beginning, with other means than those that made it.

use std::fmt;
use std::ops::ControlFlow;

use rules::{Board, Judge, Options, Order, Orders, Position, Power, Province, RetreatOrder, Sheet};
use seeded_random::SeededRng;

use crate::MAX_SHEETS;
use crate::answer::{Answer, is_dislodged};
use crate::contest::is_entered;
use crate::kinds::is_cut;
use crate::puzzle::{EDITION, Plan, Puzzle, Question};
use crate::sheets::{Choices, with_effect_only};

/// What is wrong with a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum VerifyError {
    /// Orders that are not claimed solve it, or claimed ones do not.
    OtherSolutions,
    /// The key is not in all solutions, or does not solve it alone.
    Key,
    /// More sheets than [`MAX_SHEETS`] were needed.
    TooManySheets,
    /// Orders that were left out change the result.
    NotIrrelevant,
    /// The right answer is not taken, or a wrong one is.
    Review,
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::OtherSolutions => "the claimed solutions are not all solutions",
            Self::Key => "the key is wrong",
            Self::TooManySheets => "more sheets than allowed were judged",
            Self::NotIrrelevant => "orders that were left out change the result",
            Self::Review => "an answer is judged wrongly",
        })
    }
}

/// So many random sheets of all units test that the orders that were left out do not matter.
const RANDOM_SHEETS: usize = 200;

/// Checks all claims of a puzzle.
pub fn verify(board: &Board, puzzle: &Puzzle) -> Result<(), VerifyError> {
    if puzzle.sheets > MAX_SHEETS {
        return Err(VerifyError::TooManySheets);
    }
    let mut check = Check::new(board, puzzle);
    match &puzzle.question {
        Question::Take { plan, .. } | Question::Save { plan, .. } => check.all_sheets(plan)?,
        Question::Hold { target, plan } => check.line(plan, *target)?,
        Question::Cut { supports, cut } => check.supports(supports, cut)?,
        Question::Fear { centres, feared } => check.centres(centres, feared)?,
        Question::Retreat { from, .. } => check.retreat(*from)?,
    }
    check.reviews()
}

struct Check<'a> {
    board: &'a Board,
    puzzle: &'a Puzzle,
    judge: Judge<'a>,
    options: Options<'a>,
    chance: SeededRng,
}

impl<'a> Check<'a> {
    fn new(board: &'a Board, puzzle: &'a Puzzle) -> Self {
        let mut options = Options::new(board);
        options.compute(&puzzle.position.forces);
        let judge = Judge::new(board, EDITION);
        Self { board, puzzle, judge, options, chance: SeededRng::new(u64::from(puzzle.number)) }
    }

    /// Judges every legal sheet of the free units, also those whose orders have no effect.
    fn all_sheets(&mut self, plan: &Plan) -> Result<(), VerifyError> {
        let (board, position) = (self.board, &self.puzzle.position);
        let choices = Choices::all(&self.options, &position.forces, &plan.free);
        if choices.count() > MAX_SHEETS {
            return Err(VerifyError::TooManySheets);
        }
        let mut sheet = self.puzzle.shown_moves(board);
        let mut at = vec![0; plan.free.len()];
        loop {
            let chosen: Vec<Order> = at.iter().zip(&choices.orders).map(|(i, orders)| orders[*i]).collect();
            for (province, order) in plan.free.iter().zip(&chosen) {
                sheet.set(*province, *order);
            }
            let verdict = self.judge.movement(&position.forces, &position.players, &sheet);
            let claimed = plan.solutions.contains(&with_effect_only(board, &sheet, &chosen));
            if self.puzzle.is_reached(board, verdict) != claimed {
                return Err(VerifyError::OtherSolutions);
            }
            if claimed && !has_key(plan, &chosen) {
                return Err(VerifyError::Key);
            }
            if !next(&mut at, &choices) {
                return Ok(());
            }
        }
    }

    /// Random sheets of all units: with a claimed solution nothing dislodges the unit. Without one, the review must
    /// show orders that do.
    fn line(&mut self, plan: &Plan, target: Province) -> Result<(), VerifyError> {
        let (board, position) = (self.board, &self.puzzle.position);
        let Some(line) = self.puzzle.line(board, target) else { return Err(VerifyError::OtherSolutions) };
        // Every sheet of the orders that matter is solved exactly if it is claimed.
        let mut sheet = line.shown.clone();
        let mut wrong = None;
        let judge = &mut self.judge;
        line.own.for_each_by_size(board, &mut sheet, &mut |sheet, _| {
            let chosen = &line.own.chosen(sheet);
            let refuted = line.refutation(judge, position, sheet, &mut Vec::new(), &mut 0).is_some();
            if refuted == plan.solutions.iter().any(|solution| solution == chosen) {
                wrong = Some(VerifyError::OtherSolutions);
            }
            if !refuted && !has_key(plan, chosen) {
                wrong = Some(VerifyError::Key);
            }
            if wrong.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if let Some(wrong) = wrong {
            return Err(wrong);
        }
        for _ in 0..RANDOM_SHEETS {
            let mut all = self.random_orders(|_| true);
            for (at, order) in self.puzzle.shown_moves(board).iter() {
                all.set(at, *order);
            }
            // Units that the key does not need get a random order: what has no effect stays without effect.
            for (at, order) in &plan.key {
                all.set(*at, *order);
            }
            let chosen: Vec<Order> =
                plan.free.iter().map(|at| all.get(*at).copied().unwrap_or(Order::Hold)).collect();
            let is_claimed = plan.solutions.contains(&relevant(board, &line.own, &all, &chosen));
            let verdict = self.judge.movement(&position.forces, &position.players, &all);
            if is_claimed && is_dislodged(board, position, verdict, target) {
                return Err(VerifyError::NotIrrelevant);
            }
        }
        Ok(())
    }

    fn supports(&mut self, supports: &[Province], cut: &[Province]) -> Result<(), VerifyError> {
        let (board, position) = (self.board, &self.puzzle.position);
        let shown = self.puzzle.shown_moves(board);
        let verdict = self.judge.movement(&position.forces, &position.players, &shown);
        for (unit, ruling) in position.forces.units().iter().zip(verdict.rulings()) {
            let at = board.province_of(unit.location);
            let is_support =
                matches!(shown.get(at), Some(Order::SupportHold { .. } | Order::SupportMove { .. }));
            let found = if is_support { is_cut(ruling.because) } else { None };
            if found.is_some() != supports.contains(&at) || (found == Some(true)) != cut.contains(&at) {
                return Err(VerifyError::OtherSolutions);
            }
        }
        Ok(())
    }

    /// Random orders of all others never enter a centre that is called safe. The review shows how the others fall.
    fn centres(&mut self, centres: &[Province], feared: &[Province]) -> Result<(), VerifyError> {
        let safe: Vec<Province> = centres.iter().copied().filter(|at| !feared.contains(at)).collect();
        self.never_entered(&self.puzzle.position, &self.puzzle.shown_moves(self.board), &safe)?;
        let review = self.puzzle.review(self.board, &Answer::Places(feared.to_vec()));
        let explained = review.map_or_else(Vec::new, |review| review.explained);
        let entered = |centre: &Province| {
            explained.iter().any(|phase| {
                phase.after.forces.at(*centre).is_some_and(|unit| unit.power != self.puzzle.power)
            })
        };
        if feared.iter().all(entered) { Ok(()) } else { Err(VerifyError::OtherSolutions) }
    }

    /// After the safe retreat, random orders of all others never dislodge the unit.
    fn retreat(&mut self, from: Province) -> Result<(), VerifyError> {
        let Question::Retreat { ways, safe, .. } = &self.puzzle.question else { return Ok(()) };
        let Orders::Retreats(shown) = &self.puzzle.shown else { return Err(VerifyError::OtherSolutions) };
        for way in ways {
            let mut orders = shown.clone();
            orders.set(from, RetreatOrder::To(*way));
            let resolved = self.puzzle.position.resolve(&mut self.judge, &Orders::Retreats(orders));
            let next = resolved.map_err(|_| VerifyError::OtherSolutions)?.after;
            if way == safe {
                let there = self.board.province_of(*way);
                if next.forces.at(there).is_none_or(|unit| unit.power != self.puzzle.power) {
                    return Err(VerifyError::OtherSolutions);
                }
                self.never_entered(&next, &Sheet::new(self.board), &[there])?;
            } else if !self.is_lost_after(from, *way, &next) {
                return Err(VerifyError::OtherSolutions);
            }
        }
        Ok(())
    }

    /// Whether the unit is gone after this retreat, or the review shows how it is dislodged next turn.
    fn is_lost_after(&self, from: Province, way: rules::Location, next: &Position) -> bool {
        let there = self.board.province_of(way);
        if next.forces.at(there).is_none_or(|unit| unit.power != self.puzzle.power) {
            return true;
        }
        debug_assert!(from != there);
        let review = self.puzzle.review(self.board, &Answer::Retreat(RetreatOrder::To(way)));
        let last = review.and_then(|review| review.given.into_iter().next_back());
        last.is_some_and(|phase| {
            phase.after.forces.at(there).is_none_or(|unit| unit.power != self.puzzle.power)
        })
    }

    fn never_entered(
        &mut self,
        position: &Position,
        own: &Sheet<Order>,
        safe: &[Province],
    ) -> Result<(), VerifyError> {
        let (board, power) = (self.board, self.puzzle.power);
        self.options.compute(&position.forces);
        for _ in 0..RANDOM_SHEETS {
            let mut all = self.random_orders_in(position, |other| other != power);
            for (at, order) in own.iter() {
                all.set(at, *order);
            }
            let verdict = self.judge.movement(&position.forces, &position.players, &all);
            if safe.iter().any(|at| is_entered(board, position, verdict, power, *at)) {
                return Err(VerifyError::NotIrrelevant);
            }
        }
        Ok(())
    }

    fn random_orders(&mut self, of: impl Fn(Power) -> bool) -> Sheet<Order> {
        let position = &self.puzzle.position;
        self.random_orders_in(position, of)
    }

    fn random_orders_in(&mut self, position: &Position, of: impl Fn(Power) -> bool) -> Sheet<Order> {
        let mut sheet = Sheet::new(self.board);
        for (slot, unit) in position.forces.units().iter().enumerate().filter(|(_, unit)| of(unit.power)) {
            let orders = self.options.of(slot);
            if let Some(order) = orders.nth(self.chance.below(orders.count())) {
                sheet.set(self.board.province_of(unit.location), order);
            }
        }
        sheet
    }

    /// The right answer is taken; doing nothing, or choosing everything, is not.
    fn reviews(&self) -> Result<(), VerifyError> {
        let nothing = Sheet::new(self.board);
        let (right, wrong) = match &self.puzzle.question {
            Question::Take { plan, .. } | Question::Save { plan, .. } | Question::Hold { plan, .. } => {
                let mut sheet = nothing.clone();
                for (at, order) in &plan.key {
                    sheet.set(*at, *order);
                }
                (Answer::Orders(sheet), Answer::Orders(nothing))
            }
            Question::Cut { supports: all, cut: right } | Question::Fear { centres: all, feared: right } => {
                (Answer::Places(right.clone()), Answer::Places(all.clone()))
            }
            Question::Retreat { safe, .. } => {
                (Answer::Retreat(RetreatOrder::To(*safe)), Answer::Retreat(RetreatOrder::Disband))
            }
        };
        let solves = |answer: &Answer| self.puzzle.review(self.board, answer).map(|review| review.is_solved);
        if solves(&right) == Some(true) && solves(&wrong) == Some(false) {
            Ok(())
        } else {
            Err(VerifyError::Review)
        }
    }
}

fn has_key(plan: &Plan, chosen: &[Order]) -> bool {
    plan.key
        .iter()
        .all(|(at, order)| plan.free.iter().zip(chosen).any(|(free, chosen)| free == at && chosen == order))
}

/// The chosen orders with a hold in place of those that do not matter for the target.
fn relevant(board: &Board, own: &Choices, sheet: &Sheet<Order>, chosen: &[Order]) -> Vec<Order> {
    let effective = with_effect_only(board, sheet, chosen);
    let keep =
        |(order, known): (Order, &Vec<Order>)| if known.contains(&order) { order } else { Order::Hold };
    effective.into_iter().zip(&own.orders).map(keep).collect()
}

/// The next combination. False after the last one.
fn next(at: &mut [usize], choices: &Choices) -> bool {
    for (i, orders) in at.iter_mut().zip(&choices.orders) {
        *i += 1;
        if *i < orders.len() {
            return true;
        }
        *i = 0;
    }
    false
}
