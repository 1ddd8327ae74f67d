//! What the others may do: a handful of guesses, each a full sheet of their orders.

use std::sync::Arc;

use rules::{Legality, Order, Passage, Power, Ruled, Sheet, Unit};

use crate::dumb::{Campaign, Neutrals, Worth};
use crate::{Chance, Seat};

use super::Foresight;
use super::minds::Minds;

/// How many units of a hundred hold, or go anywhere, against expectation.
const STAY_PERCENT: usize = 12;
const STRAY_PERCENT: usize = 8;
/// How many of a hundred that were stopped try the same again.
const PERSIST_PERCENT: usize = 50;

/// Sheets with the orders of everybody else.
pub(crate) fn foresee(
    seat: &Seat<'_>,
    foresight: Foresight,
    minds: &Minds<'_>,
    chance: &mut Chance,
) -> Vec<Sheet<Order>> {
    match foresight {
        Foresight::OthersHold => vec![Sheet::new(seat.board)],
        Foresight::Guesses(count) => guess(seat, count.max(1), minds, chance),
    }
}

/// Others are taken for players who go for what is near and weak, each with its own taste for
/// neutral centres.
fn guess(seat: &Seat<'_>, count: usize, minds: &Minds<'_>, chance: &mut Chance) -> Vec<Sheet<Order>> {
    let board = seat.board;
    let rivals = rivals(seat);
    let minds: Vec<[Arc<Worth>; 2]> = rivals
        .iter()
        .map(|(powers, _)| [Neutrals::Ignored, Neutrals::Valued].map(|neutrals| minds.of(powers, neutrals)))
        .collect();
    (0..count)
        .map(|i| {
            let mut sheet = Sheet::new(board);
            for ((_, units), minds) in rivals.iter().zip(&minds) {
                let campaign = Campaign::new(board, seat.position, &minds[i % 2]);
                campaign.order(units, &mut sheet, chance);
                surprise(seat, units, &mut sheet, chance);
                persist(seat, units, &mut sheet, chance);
            }
            sheet
        })
        .collect()
}

/// Nobody is read that easily: some units stay where they are, some go elsewhere.
pub(crate) fn surprise(seat: &Seat<'_>, units: &[Unit], sheet: &mut Sheet<Order>, chance: &mut Chance) {
    for unit in units {
        let here = seat.board.province_of(unit.location);
        if chance.percent(STAY_PERCENT) {
            sheet.set(here, Order::Hold);
        } else if chance.percent(STRAY_PERCENT)
            && let Some(to) = chance.pick(seat.board.neighbours(unit.kind, unit.location))
        {
            sheet.set(here, Order::Move { to, passage: Passage::Unstated });
        }
    }
}

/// Who did not get through last turn often tries again.
pub(crate) fn persist(seat: &Seat<'_>, units: &[Unit], sheet: &mut Sheet<Order>, chance: &mut Chance) {
    let last = seat.history.iter().rev().find_map(|past| match &past.ruled {
        Ruled::Movement { orders, .. } => Some((&past.before, orders)),
        Ruled::Retreats { .. } | Ruled::Adjustments(_) => None,
    });
    let Some((before, orders)) = last else { return };
    let legality = Legality::new(seat.board, &seat.position.forces, seat.edition);
    for unit in units {
        let here = seat.board.province_of(unit.location);
        if before.forces.at(here) == Some(unit)
            && let Some(order @ Order::Move { .. }) = orders.get(here)
            && chance.percent(PERSIST_PERCENT)
            // The fleets of a voyage may be gone.
            && legality.check(unit, *order).is_ok()
        {
            sheet.set(here, *order);
        }
    }
}

/// The other players: their powers and their units. Powers in disorder hold (I1).
pub(crate) fn rivals(seat: &Seat<'_>) -> Vec<(Vec<Power>, Vec<Unit>)> {
    let table = &seat.position.table;
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
