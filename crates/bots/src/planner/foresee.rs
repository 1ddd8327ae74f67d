//! What the others may do: a handful of guesses, each a full sheet of their orders.

use rules::{Order, Power, Sheet, Unit};

use crate::dumb::{Campaign, Neutrals, Worth};
use crate::{Chance, Seat};

use super::Foresight;

/// Sheets with the orders of everybody else.
pub(super) fn foresee(seat: &Seat<'_>, foresight: Foresight, chance: &mut Chance) -> Vec<Sheet<Order>> {
    match foresight {
        Foresight::OthersHold => vec![Sheet::new(seat.board)],
        Foresight::Guesses(count) => guess(seat, count.max(1), chance),
    }
}

/// Others are taken for players who go for what is near and weak, each with its own taste for
/// neutral centres.
fn guess(seat: &Seat<'_>, count: usize, chance: &mut Chance) -> Vec<Sheet<Order>> {
    let board = seat.board;
    let rivals = rivals(seat);
    let minds: Vec<[Worth; 2]> = rivals
        .iter()
        .map(|(powers, _)| {
            [Neutrals::Ignored, Neutrals::Valued]
                .map(|neutrals| Worth::of(board, seat.position, powers, neutrals))
        })
        .collect();
    (0..count)
        .map(|i| {
            let mut sheet = Sheet::new(board);
            for ((_, units), minds) in rivals.iter().zip(&minds) {
                let campaign = Campaign::new(board, seat.position, &minds[i % 2]);
                campaign.order(units, &mut sheet, chance);
            }
            sheet
        })
        .collect()
}

/// The other players: their powers and their units. Powers in disorder hold (I1).
fn rivals(seat: &Seat<'_>) -> Vec<(Vec<Power>, Vec<Unit>)> {
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
