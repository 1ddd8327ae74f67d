//! Where dislodged units may go (G1, I1).

use rules::{Edition, Location, Province};

use crate::resolve::Resolution;
use crate::turn::{Turn, Way};

/// Each dislodged unit with the places open to it, sorted.
pub(crate) fn retreats(turn: &Turn, resolution: &Resolution) -> Vec<(usize, Vec<Location>)> {
    (0..turn.units.len())
        .filter_map(|unit| {
            let attacker = resolution.dislodger(unit)?;
            Some((unit, open_places(turn, resolution, unit, attacker)))
        })
        .collect()
}

fn open_places(turn: &Turn, resolution: &Resolution, unit: usize, attacker: usize) -> Vec<Location> {
    let rules::Unit { kind, power, location } = turn.units[unit];
    if turn.table.in_disorder(power) {
        return Vec::new();
    }
    let barred = barred_by(turn, attacker);
    let mut open = turn.board.neighbours(kind, location).to_vec();
    open.retain(|&place| {
        let province = turn.board.province_of(place);
        Some(province) != barred
            && !is_occupied(turn, resolution, province)
            && !is_contested(turn, resolution, province)
    });
    open.sort_unstable();
    open
}

/// The province that a unit may not retreat to because its attacker came from there (4.A.5).
fn barred_by(turn: &Turn, attacker: usize) -> Option<Province> {
    let by_land = turn.advance(attacker).is_some_and(|advance| advance.way == Way::Land);
    let barred = match turn.edition {
        Edition::Y2000 => true,
        Edition::Y2023 | Edition::Datc => by_land,
    };
    barred.then(|| turn.province(attacker))
}

/// Whether somebody stands there after the moves.
fn is_occupied(turn: &Turn, resolution: &Resolution, province: Province) -> bool {
    let entered = turn.movers_into(province).any(|mover| resolution.moves(mover));
    let stayed = turn.at(province).is_some_and(|unit| !resolution.moves(unit));
    entered || stayed
}

/// Whether an empty province was left so by a stand-off. A unit that rule 11 leaves without effect
/// there made none (G4).
fn is_contested(turn: &Turn, resolution: &Resolution, province: Province) -> bool {
    turn.movers_into(province).any(|mover| {
        resolution.arrives(turn, mover) && !resolution.moves(mover) && !resolution.is_silenced(mover)
    })
}
