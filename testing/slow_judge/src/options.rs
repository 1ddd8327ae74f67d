//! All legal orders of a unit, by trying every order that can be written.

use rules::{Board, Edition, Forces, Location, Order, Passage, Unit, UnitKind};

use crate::check;

/// Every legal order of a unit, each in one form only: a fleet names its coast if there are several, an army
/// never does, and "via convoy" is written only if the army could also go by land.
pub fn options(board: &Board, forces: &Forces, unit: &Unit) -> Vec<Order> {
    let mut orders = everything(board);
    orders.retain(|&order| {
        // In this edition "via convoy" never means a move by land.
        check(board, Edition::Datc, forces, unit, order).is_ok() && is_canonical(board, forces, unit, order)
    });
    orders
}

fn everything(board: &Board) -> Vec<Order> {
    let mut orders = vec![Order::Hold];
    for to in board.locations() {
        for passage in [Passage::Unstated, Passage::Convoy] {
            orders.push(Order::Move { to, passage });
        }
    }
    for of in board.provinces() {
        orders.push(Order::SupportHold { of });
    }
    for from in board.provinces() {
        for to in board.locations() {
            orders.push(Order::SupportMove { from, to });
        }
        for to in board.provinces() {
            orders.push(Order::Convoy { from, to });
        }
    }
    orders
}

fn is_canonical(board: &Board, forces: &Forces, unit: &Unit, order: Order) -> bool {
    match order {
        Order::Move { to, passage } => {
            board.can_stand(unit.kind, to)
                && match passage {
                    Passage::Unstated => true,
                    Passage::Convoy => could_walk(board, unit, to),
                }
        }
        Order::SupportMove { from, to } => {
            forces.at(from).is_some_and(|helped| board.can_stand(helped.kind, to))
        }
        Order::Hold | Order::SupportHold { .. } | Order::Convoy { .. } => true,
    }
}

fn could_walk(board: &Board, unit: &Unit, to: Location) -> bool {
    unit.kind == UnitKind::Army && board.can_step(UnitKind::Army, unit.location, to)
}
