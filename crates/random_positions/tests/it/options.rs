//! Every listed option is legal, and every legal order is listed.

use std::collections::HashSet;

use random_positions::{SeededRng, convoy_position, dense_position};
use rules::{Board, Edition, Forces, Legality, Location, Options, Order, Passage, Province, Unit, UnitKind};

const POSITIONS: u64 = 300;

#[test]
fn every_option_is_legal_under_every_edition() {
    let board = &atlas::standard().board;
    let mut options = Options::new(board);
    for seed in 0..POSITIONS {
        let forces = dense_position(board, seed).forces;
        options.compute(&forces);
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
fn orders_are_listed_in_the_sequence_in_which_they_are_numbered() {
    let board = &atlas::standard().board;
    let mut options = Options::new(board);
    for seed in 0..POSITIONS {
        let forces = convoy_position(board, seed).forces;
        options.compute(&forces);
        for slot in 0..forces.units().len() {
            let choices = options.of(slot);
            let numbered: Vec<Order> = (0..choices.count()).filter_map(|n| choices.nth(n)).collect();
            assert_eq!(choices.iter().collect::<Vec<_>>(), numbered, "seed {seed} slot {slot}");
            assert_eq!(choices.nth(numbered.len()), None, "seed {seed} slot {slot}");
        }
    }
}

#[test]
fn every_legal_order_is_an_option() {
    let board = &atlas::standard().board;
    let mut options = Options::new(board);
    let mut chance = SeededRng::new(3);
    let (mut legal, mut illegal) = (0, 0);
    for seed in 0..POSITIONS {
        let forces = dense_position(board, seed).forces;
        options.compute(&forces);
        // In this edition "via convoy" never means a move by land, so every legal order can be listed.
        let legality = Legality::new(board, &forces, Edition::Datc);
        for (slot, unit) in forces.units().iter().enumerate() {
            let listed: HashSet<Order> = options.of(slot).iter().collect();
            for _ in 0..40 {
                let order = random_order(board, unit, &forces, &mut chance);
                match legality.check(unit, order) {
                    Ok(order) => {
                        legal += 1;
                        let plain = canonical_form(board, &forces, unit, order);
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

/// A random order. Its locations and units are mostly close, but can be anywhere on the board.
fn random_order(board: &Board, unit: &Unit, forces: &Forces, chance: &mut SeededRng) -> Order {
    let place = |chance: &mut SeededRng| match chance.pick(board.neighbours(unit.kind, unit.location)) {
        Some(near) if chance.percent(60) => near,
        _ => Location::new(chance.below(board.locations().len())),
    };
    let province = |chance: &mut SeededRng| -> Province {
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

/// The order in the form that options use. None for a support that does not say which coast.
fn canonical_form(board: &Board, forces: &Forces, unit: &Unit, order: Order) -> Option<Order> {
    match order {
        Order::Move { to, .. } => {
            let walks = board.can_reach(UnitKind::Army, unit.location, board.province_of(to));
            let one_way = unit.kind == UnitKind::Fleet || !walks;
            Some(if one_way { Order::Move { to, passage: Passage::Unstated } } else { order })
        }
        Order::SupportMove { from, to } => match forces.at(from)?.kind {
            UnitKind::Army => Some(Order::SupportMove { from, to: board.coastless(board.province_of(to)) }),
            UnitKind::Fleet => board.can_stand(UnitKind::Fleet, to).then_some(order),
        },
        Order::Hold | Order::SupportHold { .. } | Order::Convoy { .. } => Some(order),
    }
}
