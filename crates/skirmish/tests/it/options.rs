//! What is listed can be ordered, and what can be ordered is listed.

use std::collections::HashSet;

use rules::{Board, Edition, Forces, Legality, Location, Options, Order, Passage, Province, Unit, UnitKind};
use skirmish::{Chance, dense};

const POSITIONS: u64 = 300;

#[test]
fn every_option_is_legal_under_every_edition() {
    let board = &atlas::standard().board;
    let mut options = Options::new(board);
    for seed in 0..POSITIONS {
        let forces = dense(board, seed).forces;
        options.survey(&forces);
        for edition in Edition::ALL {
            let legality = Legality::new(board, &forces, edition);
            for (slot, unit) in forces.units().iter().enumerate() {
                for order in options.of(slot).iter() {
                    assert_eq!(legality.check(unit, order), Ok(order), "seed {seed} {unit:?}");
                }
            }
        }
    }
}

#[test]
fn every_legal_order_is_an_option() {
    let board = &atlas::standard().board;
    let mut options = Options::new(board);
    let mut chance = Chance::new(3);
    let (mut legal, mut illegal) = (0, 0);
    for seed in 0..POSITIONS {
        let forces = dense(board, seed).forces;
        options.survey(&forces);
        // This edition does not take "via convoy" for a walk, so all that it allows can be done.
        let legality = Legality::new(board, &forces, Edition::Datc);
        for (slot, unit) in forces.units().iter().enumerate() {
            let listed: HashSet<Order> = options.of(slot).iter().collect();
            for _ in 0..40 {
                let order = any_order(board, unit, &forces, &mut chance);
                match legality.check(unit, order) {
                    Ok(order) => {
                        legal += 1;
                        let plain = plainly(board, &forces, unit, order);
                        assert!(plain.is_none_or(|order| listed.contains(&order)), "seed {seed} {order:?}");
                    }
                    Err(_) => {
                        illegal += 1;
                        assert!(!listed.contains(&order), "seed {seed} {order:?}");
                    }
                }
            }
        }
    }
    assert!(legal > 10_000 && illegal > 10_000, "{legal} legal, {illegal} illegal");
}

/// An order about places and units all over the board, mostly near.
fn any_order(board: &Board, unit: &Unit, forces: &Forces, chance: &mut Chance) -> Order {
    let place = |chance: &mut Chance| match chance.pick(board.neighbours(unit.kind, unit.location)) {
        Some(near) if chance.percent(60) => near,
        _ => Location::new(chance.below(board.locations().len())),
    };
    let province = |chance: &mut Chance| -> Province {
        match chance.pick(forces.units()) {
            Some(other) if chance.percent(80) => board.province_of(other.location),
            _ => Province::new(chance.below(board.provinces().len())),
        }
    };
    match chance.below(5) {
        0 => Order::Move { to: place(chance), passage: Passage::Unstated },
        1 => Order::Move { to: place(chance), passage: Passage::Convoy },
        2 => Order::SupportHold { of: board.province_of(place(chance)) },
        3 => Order::SupportMove { from: province(chance), to: place(chance) },
        _ => Order::Convoy { from: province(chance), to: province(chance) },
    }
}

/// The order as options write it; nothing for a support that leaves open to which coast.
fn plainly(board: &Board, forces: &Forces, unit: &Unit, order: Order) -> Option<Order> {
    match order {
        Order::Move { to, .. } => {
            let walks = board.can_reach(UnitKind::Army, unit.location, board.province_of(to));
            let one_way = unit.kind == UnitKind::Fleet || !walks;
            Some(if one_way { Order::Move { to, passage: Passage::Unstated } } else { order })
        }
        Order::SupportMove { from, to } => match forces.at(from)?.kind {
            UnitKind::Army => Some(Order::SupportMove { from, to: board.bare(board.province_of(to)) }),
            UnitKind::Fleet => board.can_stand(UnitKind::Fleet, to).then_some(order),
        },
        Order::Hold | Order::SupportHold { .. } | Order::Convoy { .. } => Some(order),
    }
}
