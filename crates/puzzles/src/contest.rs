//! Whether others can enter a province, whatever they order.
//!
//! The province is empty, or a unit of the defender holds there and does not move. Then who is in it after the turn
//! depends only on the moves into it, on the supports of these moves and of the unit there, and on which of these
//! supports are cut. So three kinds of orders of the others matter: moves into the province, supports of such moves,
//! and moves to a province from where the defender supports. All others are left out:
//!
//! - Others who cut the supports of each other gain nothing: it is as if that supporter held.
//! - A support of the unit that holds only helps the defender.
//! - Who is dislodged elsewhere does not matter: a support is cut by any attack, and a dislodged unit still contests
//!   the province that it moves to, because nobody comes from there.
//! - Convoys could matter. Positions in which an army could come by sea to one of these provinces give no puzzle
//!   ([`could_come_by_sea`]).

use std::ops::ControlFlow;

use rules::{Board, Judge, Options, Order, Passage, Position, Power, Province, Sheet, Verdict};

use crate::MAX_SHEETS;
use crate::sheets::Choices;

/// What the others can do about one province.
pub(crate) enum Entry {
    /// They can enter it. The orders that do it, as few as possible.
    Possible {
        orders: Vec<(Province, Order)>,
    },
    Impossible,
    /// A convoy could matter, or there are too many sheets.
    Unknown,
}

/// Looks at every reply of the others. `own` are the orders of the defender, who moves no unit. `judged` counts.
pub(crate) fn entry(
    judge: &mut Judge<'_>,
    options: &Options<'_>,
    position: &Position,
    own: &Sheet<Order>,
    defender: Power,
    target: Province,
    judged: &mut usize,
) -> Entry {
    let board = judge.board();
    let supporters: Vec<Province> = own
        .iter()
        .filter(|(_, order)| matches!(order, Order::SupportHold { of } if *of == target))
        .map(|(at, _)| at)
        .collect();
    let Some(replies) = replies(board, options, position, defender, target, &supporters) else {
        return Entry::Unknown;
    };
    if judged.saturating_add(replies.count()) > MAX_SHEETS {
        return Entry::Unknown;
    }
    let mut found = None;
    let mut sheet = own.clone();
    replies.for_each_by_size(board, &mut sheet, &mut |sheet, _| {
        *judged += 1;
        let verdict = judge.movement(&position.forces, &position.players, sheet);
        if !is_entered(board, position, verdict, defender, target) {
            return ControlFlow::Continue(());
        }
        let given =
            |at: &Province| sheet.get(*at).filter(|order| **order != Order::Hold).map(|order| (*at, *order));
        found = Some(replies.free.iter().filter_map(given).collect());
        ControlFlow::Break(())
    });
    found.map_or(Entry::Impossible, |orders| Entry::Possible { orders })
}

/// Whether a unit of another power is in the province after the turn.
pub(crate) fn is_entered(
    board: &Board,
    position: &Position,
    verdict: &Verdict,
    defender: Power,
    target: Province,
) -> bool {
    let units = position.forces.units().iter().zip(verdict.locations_after());
    units.into_iter().any(|(unit, after)| unit.power != defender && board.province_of(*after) == target)
}

/// The orders of the others that matter. None if a convoy could matter.
pub(crate) fn replies(
    board: &Board,
    options: &Options<'_>,
    position: &Position,
    defender: Power,
    target: Province,
    supporters: &[Province],
) -> Option<Choices> {
    let forces = &position.forces;
    let mut choices = Choices { free: Vec::new(), orders: Vec::new() };
    for (slot, unit) in forces.units().iter().enumerate().filter(|(_, unit)| unit.power != defender) {
        let mut relevant = vec![Order::Hold];
        let mut by_sea = false;
        options.of(slot).for_each(|order| match order {
            Order::Move { to, passage } => {
                let there = board.province_of(to);
                if there == target || supporters.contains(&there) {
                    if passage == Passage::Unstated && board.can_step(unit.kind, unit.location, to) {
                        relevant.push(order);
                    } else {
                        by_sea = true;
                    }
                }
            }
            Order::SupportMove { from, to } => {
                let helps_other = forces.at(from).is_some_and(|other| other.power != defender);
                if board.province_of(to) == target && helps_other {
                    relevant.push(order);
                }
            }
            Order::Hold | Order::SupportHold { .. } | Order::Convoy { .. } => {}
        });
        if by_sea {
            return None;
        }
        if relevant.len() > 1 {
            choices.free.push(board.province_of(unit.location));
            choices.orders.push(relevant);
        }
    }
    Some(choices)
}

/// Whether an army of this power could move by sea to one of these provinces.
pub(crate) fn could_come_by_sea(
    board: &Board,
    options: &Options<'_>,
    position: &Position,
    power: Power,
    provinces: &[Province],
) -> bool {
    let own = position.forces.units().iter().enumerate().filter(|(_, unit)| unit.power == power);
    own.into_iter().any(|(slot, unit)| {
        options.of(slot).iter().any(|order| match order {
            Order::Move { to, passage } => {
                provinces.contains(&board.province_of(to))
                    && (passage == Passage::Convoy || !board.can_step(unit.kind, unit.location, to))
            }
            Order::Hold | Order::SupportHold { .. } | Order::SupportMove { .. } | Order::Convoy { .. } => {
                false
            }
        })
    })
}
