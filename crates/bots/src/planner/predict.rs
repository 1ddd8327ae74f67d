//! Predicts the orders of the other players: several guesses, each a full sheet of their orders.

use std::sync::Arc;

use rules::{Legality, Order, Passage, Power, RuledOrders, Sheet, Unit};

use crate::dumb::{GreedyPlanner, NeutralCentres, PlaceValues};
use crate::{Seat, SeededRng};

use super::Prediction;
use super::valuations::Valuations;

/// The percentage of units that hold against expectation, and of units that move to a random place.
const UNEXPECTED_HOLD_PERCENT: usize = 12;
const RANDOM_MOVE_PERCENT: usize = 8;
/// The percentage of failed moves that are tried again.
const REPEAT_PERCENT: usize = 50;

/// Sheets with predicted orders of all other players.
pub(crate) fn predict(
    seat: &Seat<'_>,
    foresight: Prediction,
    valuations: &Valuations<'_>,
    chance: &mut SeededRng,
) -> Vec<Sheet<Order>> {
    match foresight {
        Prediction::OthersHold => vec![Sheet::new(seat.board)],
        Prediction::Guesses(count) => guess(seat, count.max(1), valuations, chance),
    }
}

/// Predicts that the others follow DumbBot's greedy plan. Every second guess also values neutral centres.
fn guess(
    seat: &Seat<'_>,
    count: usize,
    valuations: &Valuations<'_>,
    chance: &mut SeededRng,
) -> Vec<Sheet<Order>> {
    let board = seat.board;
    let rivals = rivals(seat);
    let valuations: Vec<[Arc<PlaceValues>; 2]> = rivals
        .iter()
        .map(|(powers, _)| {
            [NeutralCentres::Ignored, NeutralCentres::Valued].map(|neutrals| valuations.of(powers, neutrals))
        })
        .collect();
    (0..count)
        .map(|i| {
            let mut sheet = Sheet::new(board);
            for ((_, units), valuations) in rivals.iter().zip(&valuations) {
                let campaign = GreedyPlanner::new(board, seat.position, &valuations[i % 2]);
                campaign.write_orders(units, &mut sheet, chance);
                add_random_orders(seat, units, &mut sheet, chance);
                repeat_failed_moves(seat, units, &mut sheet, chance);
            }
            sheet
        })
        .collect()
}

/// Changes some orders at random, because no prediction is exact: some units hold, some move elsewhere.
pub(crate) fn add_random_orders(
    seat: &Seat<'_>,
    units: &[Unit],
    sheet: &mut Sheet<Order>,
    chance: &mut SeededRng,
) {
    for unit in units {
        let here = seat.board.province_of(unit.location);
        if chance.percent(UNEXPECTED_HOLD_PERCENT) {
            sheet.set(here, Order::Hold);
        } else if chance.percent(RANDOM_MOVE_PERCENT)
            && let Some(to) = chance.pick(seat.board.neighbours(unit.kind, unit.location))
        {
            sheet.set(here, Order::Move { to, passage: Passage::Unstated });
        }
    }
}

/// Repeats some of the moves that failed last turn.
pub(crate) fn repeat_failed_moves(
    seat: &Seat<'_>,
    units: &[Unit],
    sheet: &mut Sheet<Order>,
    chance: &mut SeededRng,
) {
    let last = seat.history.iter().rev().find_map(|past| match &past.ruled_orders {
        RuledOrders::Movement { orders, .. } => Some((&past.before, orders)),
        RuledOrders::Retreats { .. } | RuledOrders::Adjustments(_) => None,
    });
    let Some((before, orders)) = last else { return };
    let legality = Legality::new(seat.board, &seat.position.forces, seat.edition);
    for unit in units {
        let here = seat.board.province_of(unit.location);
        if before.forces.at(here) == Some(unit)
            && let Some(order @ Order::Move { .. }) = orders.get(here)
            && chance.percent(REPEAT_PERCENT)
            // The fleets of a convoy may have left.
            && legality.check(unit, *order).is_ok()
        {
            sheet.set(here, *order);
        }
    }
}

/// The other players: their powers and their units. Powers in disorder are left out: they hold (I1).
pub(crate) fn rivals(seat: &Seat<'_>) -> Vec<(Vec<Power>, Vec<Unit>)> {
    let table = &seat.position.players;
    let mut rivals: Vec<(Vec<Power>, Vec<Unit>)> = Vec::new();
    for power in seat.board.powers() {
        if seat.is_own(power) || table.in_disorder(power) {
            continue;
        }
        match rivals.iter_mut().find(|(powers, _)| table.same_player(powers[0], power)) {
            Some((powers, _)) => powers.push(power),
            None => rivals.push((vec![power], Vec::new())),
        }
    }
    let mut units: Vec<Unit> = seat.position.forces.units().to_vec();
    units.sort_by_key(|unit| unit.location);
    for unit in units {
        if let Some((_, units)) = rivals.iter_mut().find(|(powers, _)| powers.contains(&unit.power)) {
            units.push(unit);
        }
    }
    rivals
}
