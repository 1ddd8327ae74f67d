//! Whether an answer solves a puzzle, and the judge's reasons.

use rules::{
    Board, Judge, Options, Order, Orders, Position, Power, Province, Resolution, RetreatOrder, Sheet, Verdict,
};

use crate::contest::{Entry, entry};
use crate::kinds::{Line, NextTurn, after_retreat};
use crate::puzzle::{EDITION, Plan, Puzzle, Question};

/// What a solver answers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Orders for the free units. Those without an order hold.
    Orders(Sheet<Order>),
    /// The chosen supports or centres.
    Places(Vec<Province>),
    Retreat(RetreatOrder),
}

/// What became of an answer.
#[derive(Clone, Debug)]
pub struct Review {
    pub is_solved: bool,
    /// What the answer leads to. If a puzzle holds whatever the others do: with the orders that spoil it, or if
    /// there are none, with those that would win without this answer.
    pub given: Vec<Resolution>,
    /// The solution with its reasons.
    pub explained: Vec<Resolution>,
}

impl Puzzle {
    /// Judges an answer. None if it is not the kind of answer that the puzzle asks for.
    pub fn review(&self, board: &Board, answer: &Answer) -> Option<Review> {
        let mut judge = Judge::new(board, EDITION);
        match (&self.question, answer) {
            (Question::Take { plan, .. } | Question::Save { plan, .. }, Answer::Orders(sheet)) => {
                let mut resolve = |orders: &Sheet<Order>| {
                    let all = self.with_shown(board, plan, orders);
                    let is_solved = self.is_reached(
                        board,
                        judge.movement(&self.position.forces, &self.position.players, &all),
                    );
                    Some((is_solved, self.resolve(&mut judge, Orders::Movement(all))?))
                };
                let (is_solved, given) = resolve(sheet)?;
                let (_, explained) = resolve(&key_sheet(board, plan))?;
                Some(Review { is_solved, given: vec![given], explained: vec![explained] })
            }
            (Question::Hold { target, plan }, Answer::Orders(sheet)) => {
                let line = self.line(board, *target)?;
                let (is_solved, given) = self.hold_line(&mut judge, &line, plan, sheet)?;
                let (_, explained) = self.hold_line(&mut judge, &line, plan, &key_sheet(board, plan))?;
                Some(Review { is_solved, given: vec![given], explained: vec![explained] })
            }
            (Question::Cut { cut, .. }, Answer::Places(places)) => {
                let resolution = self.resolve(&mut judge, self.shown.clone())?;
                let is_solved = is_same_set(cut, places);
                Some(Review { is_solved, given: Vec::new(), explained: vec![resolution] })
            }
            (Question::Fear { feared, .. }, Answer::Places(places)) => {
                let explained =
                    feared.iter().filter_map(|centre| self.attack_on(&mut judge, *centre)).collect();
                Some(Review { is_solved: is_same_set(feared, places), given: Vec::new(), explained })
            }
            (Question::Retreat { from, ways, safe }, Answer::Retreat(order)) => {
                let given = self.retreat(&mut judge, *from, *order)?;
                let wrong = ways.iter().filter(|way| *way != safe && RetreatOrder::To(**way) != *order);
                let wrong: Vec<Resolution> = wrong
                    .filter_map(|way| self.retreat(&mut judge, *from, RetreatOrder::To(*way))?.pop())
                    .collect();
                let is_solved = *order == RetreatOrder::To(*safe);
                Some(Review { is_solved, given, explained: wrong })
            }
            (
                Question::Take { .. } | Question::Save { .. } | Question::Hold { .. },
                Answer::Places(_) | Answer::Retreat(_),
            )
            | (Question::Cut { .. } | Question::Fear { .. }, Answer::Orders(_) | Answer::Retreat(_))
            | (Question::Retreat { .. }, Answer::Orders(_) | Answer::Places(_)) => None,
        }
    }

    /// Whether the goal of a puzzle with shown orders is reached.
    pub(crate) fn is_reached(&self, board: &Board, verdict: &Verdict) -> bool {
        match &self.question {
            Question::Take { target, .. } => is_taken(board, &self.position, verdict, self.power, *target),
            Question::Save { target, .. } | Question::Hold { target, .. } => {
                !is_dislodged(board, &self.position, verdict, *target)
            }
            Question::Cut { .. } | Question::Fear { .. } | Question::Retreat { .. } => false,
        }
    }

    pub(crate) fn line(&self, board: &Board, target: Province) -> Option<Line> {
        let mut options = Options::new(board);
        options.compute(&self.position.forces);
        Line::new(board, &options, &self.position, self.power, target)
    }

    /// The shown orders with those of the solver.
    pub(crate) fn with_shown(&self, board: &Board, plan: &Plan, orders: &Sheet<Order>) -> Sheet<Order> {
        let mut all = self.shown_moves(board);
        for at in &plan.free {
            all.set(*at, orders.get(*at).copied().unwrap_or(Order::Hold));
        }
        all
    }

    fn resolve(&self, judge: &mut Judge<'_>, orders: Orders) -> Option<Resolution> {
        self.position.resolve(judge, &orders).ok()
    }

    /// The line with the orders of the solver, against the best reply.
    fn hold_line(
        &self,
        judge: &mut Judge<'_>,
        line: &Line,
        plan: &Plan,
        orders: &Sheet<Order>,
    ) -> Option<(bool, Resolution)> {
        let board = judge.board();
        let own = self.with_shown(board, plan, orders);
        let mut refutation =
            |own: &Sheet<Order>| line.refutation(judge, &self.position, own, &mut Vec::new(), &mut 0);
        let found = refutation(&own);
        let is_solved = found.is_none();
        let holding = self.with_shown(board, plan, &Sheet::new(board));
        let reply = found.or_else(|| refutation(&holding));
        let mut all = own;
        for (at, order) in reply.iter().flat_map(Sheet::iter) {
            all.set(at, *order);
        }
        Some((is_solved, self.resolve(judge, Orders::Movement(all))?))
    }

    /// The attack that enters a centre.
    fn attack_on(&self, judge: &mut Judge<'_>, centre: Province) -> Option<Resolution> {
        let board = judge.board();
        let mut options = Options::new(board);
        options.compute(&self.position.forces);
        let mut all = self.shown_moves(board);
        match entry(judge, &options, &self.position, &all, self.power, centre, &mut 0) {
            Entry::Possible { orders } => {
                for (at, order) in orders {
                    all.set(at, order);
                }
                self.resolve(judge, Orders::Movement(all))
            }
            Entry::Impossible | Entry::Unknown => None,
        }
    }

    /// The retreat, and the attack of the next turn if there is one.
    fn retreat(&self, judge: &mut Judge<'_>, from: Province, order: RetreatOrder) -> Option<Vec<Resolution>> {
        let board = judge.board();
        let Orders::Retreats(shown) = &self.shown else { return None };
        let unit = self.position.dislodged_at(board, from)?;
        let mut all = shown.clone();
        all.set(from, order);
        let mut phases = vec![self.resolve(judge, Orders::Retreats(all))?];
        if let RetreatOrder::To(way) = order
            && let NextTurn::Attacked(attack) = after_retreat(judge, &self.position, shown, unit, way, &mut 0)
        {
            let (next, sheet) = *attack;
            phases.push(next.resolve(judge, &Orders::Movement(sheet)).ok()?);
        }
        Some(phases)
    }
}

/// Whether a unit of the power is in a province after the turn.
pub(crate) fn is_taken(
    board: &Board,
    position: &Position,
    verdict: &Verdict,
    power: Power,
    target: Province,
) -> bool {
    let mut units = position.forces.units().iter().zip(verdict.locations_after());
    units.any(|(unit, after)| unit.power == power && board.province_of(*after) == target)
}

/// Whether the unit that was in a province when the turn began is dislodged.
pub(crate) fn is_dislodged(board: &Board, position: &Position, verdict: &Verdict, at: Province) -> bool {
    let units = position.forces.units();
    verdict.dislodged().any(|(slot, _)| board.province_of(units[slot].location) == at)
}

fn key_sheet(board: &Board, plan: &Plan) -> Sheet<Order> {
    let mut sheet = Sheet::new(board);
    for (at, order) in &plan.key {
        sheet.set(*at, *order);
    }
    sheet
}

fn is_same_set(right: &[Province], chosen: &[Province]) -> bool {
    right.iter().all(|place| chosen.contains(place)) && chosen.iter().all(|place| right.contains(place))
}
