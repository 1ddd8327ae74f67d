//! "Hold the line": keep a unit where it is, whatever the others do.

use std::ops::ControlFlow;

use rules::{Board, Judge, Options, Order, Orders, Passage, Position, Power, Province, Sheet};
use seeded_random::SeededRng;

use super::take::MAX_FREE;
use super::{Found, Search};
use crate::MAX_SHEETS;
use crate::contest::{could_come_by_sea, is_entered, replies};
use crate::puzzle::{Grade, Question};
use crate::sheets::{Choices, Solutions};

/// So many units are tried per power.
const MAX_TARGETS: usize = 4;

pub(super) fn find(search: &mut Search<'_>, chance: &mut SeededRng) -> Option<Found> {
    let board = search.board;
    for power in search.powers(chance) {
        let own = search.position.forces.units().iter().filter(|unit| unit.power == power);
        let mut targets: Vec<Province> = own.map(|unit| board.province_of(unit.location)).collect();
        chance.shuffle(&mut targets);
        targets.sort_by_key(|target| !board.is_centre(*target));
        targets.truncate(MAX_TARGETS);
        let found = targets.into_iter().find_map(|target| try_target(search, power, target));
        if found.is_some() || search.is_spent() {
            return found;
        }
    }
    None
}

fn try_target(search: &mut Search<'_>, power: Power, target: Province) -> Option<Found> {
    let (board, position) = (search.board, search.position);
    let line = Line::new(board, &search.options, position, power, target)?;
    if search.is_spent() || Grade::of(line.own.free.len()) < search.wanted {
        return None;
    }
    let (mut judged, mut refutations) = (0, Vec::new());
    let mut solutions = Solutions::new(search.wanted);
    let mut sheet = line.shown.clone();
    let judge = &mut search.judge;
    line.own.for_each_by_size(board, &mut sheet, &mut |sheet, size| {
        let is_solved = line.refutation(judge, position, sheet, &mut refutations, &mut judged).is_none();
        solutions.add(&line.own, sheet, size, is_solved)
    });
    search.spend(judged)?;
    if judged > MAX_SHEETS {
        return None;
    }
    let plan = solutions.plan(&line.own.free)?;
    Some(Found {
        grade: Grade::of(plan.key.len()),
        power,
        position: None,
        shown: Orders::Movement(line.shown),
        question: Question::Hold { target, plan },
        sheets: judged,
    })
}

/// A province that must be held: what its defender can do about it, and what the others can.
pub(crate) struct Line {
    power: Power,
    target: Province,
    pub(crate) own: Choices,
    pub(crate) replies: Choices,
    /// The orders of the units that the solver does not order: they hold.
    pub(crate) shown: Sheet<Order>,
}

impl Line {
    /// None if a convoy could matter, nobody can come, or nobody can help.
    pub(crate) fn new(
        board: &Board,
        options: &Options<'_>,
        position: &Position,
        power: Power,
        target: Province,
    ) -> Option<Self> {
        let forces = &position.forces;
        let others = replies(board, options, position, power, target, &[])?;
        if others.free.len() < 2 {
            return None;
        }
        let mut free: Vec<Province> = Vec::new();
        for goals in [&[target][..], &others.free] {
            for unit in forces.units().iter().filter(|unit| unit.power == power) {
                let at = board.province_of(unit.location);
                let near = board.provinces_near(unit.kind, unit.location);
                let reaches = near.iter().any(|there| goals.contains(there));
                if reaches && at != target && free.len() < MAX_FREE && !free.contains(&at) {
                    free.push(at);
                }
            }
        }
        free.sort_unstable();
        let replies = replies(board, options, position, power, target, &free)?;
        let goals: Vec<Province> = replies.free.iter().copied().chain([target]).collect();
        if free.is_empty() || could_come_by_sea(board, options, position, power, &goals) {
            return None;
        }
        let mut shown = Sheet::new(board);
        for unit in forces.units().iter().filter(|unit| unit.power == power) {
            let at = board.province_of(unit.location);
            if !free.contains(&at) {
                shown.set(at, Order::Hold);
            }
        }
        let own = own_choices(board, options, position, target, &free, &replies.free);
        Some(Self { power, target, own, replies, shown })
    }

    /// The orders of the others that dislodge the unit, if there are any. `earlier` are refutations of other
    /// sheets: they are tried first.
    pub(crate) fn refutation(
        &self,
        judge: &mut Judge<'_>,
        position: &Position,
        own: &Sheet<Order>,
        earlier: &mut Vec<Sheet<Order>>,
        judged: &mut usize,
    ) -> Option<Sheet<Order>> {
        let board = judge.board();
        let mut enters = |sheet: &Sheet<Order>| {
            *judged += 1;
            let verdict = judge.movement(&position.forces, &position.players, sheet);
            is_entered(board, position, verdict, self.power, self.target)
        };
        for reply in earlier.iter().rev().take(MAX_EARLIER) {
            let mut sheet = own.clone();
            for (at, order) in reply.iter() {
                sheet.set(at, *order);
            }
            if enters(&sheet) {
                return Some(reply.clone());
            }
        }
        let mut found = None;
        let mut sheet = own.clone();
        self.replies.for_each_by_size(board, &mut sheet, &mut |sheet, _| {
            if !enters(sheet) {
                return ControlFlow::Continue(());
            }
            let mut reply = Sheet::new(board);
            for at in &self.replies.free {
                if let Some(order) = sheet.get(*at) {
                    reply.set(*at, *order);
                }
            }
            found = Some(reply);
            ControlFlow::Break(())
        });
        if let Some(reply) = &found {
            earlier.push(reply.clone());
        }
        found
    }
}

/// So many earlier refutations are tried before all replies.
const MAX_EARLIER: usize = 6;

/// The orders of the free units that matter for the target, by the reasons in `contest.rs`: moves to it, supports of
/// them and of the unit there, and attacks on those who could come or help to come.
fn own_choices(
    board: &Board,
    options: &Options<'_>,
    position: &Position,
    target: Province,
    free: &[Province],
    attackers: &[Province],
) -> Choices {
    let mut choices = Choices::all(options, &position.forces, free);
    for orders in &mut choices.orders {
        orders.retain(|order| match *order {
            Order::Hold => true,
            Order::Move { to, passage } => {
                let there = board.province_of(to);
                passage == Passage::Unstated && (there == target || attackers.contains(&there))
            }
            Order::SupportHold { of } => of == target,
            Order::SupportMove { from, to } => board.province_of(to) == target && free.contains(&from),
            Order::Convoy { .. } => false,
        });
    }
    choices
}
