//! The open retreats of dislodged units (G1, I1).

use rules::{Edition, Location, Province};

use crate::movement_phase::{MovementPhase, Travel};
use crate::resolve::MoveResults;

/// Each dislodged unit with its open retreats, sorted.
pub(crate) fn retreats(phase: &MovementPhase, resolution: &MoveResults) -> Vec<(usize, Vec<Location>)> {
    (0..phase.units.len())
        .filter_map(|unit| {
            let attacker = resolution.dislodger(unit)?;
            Some((unit, open_places(phase, resolution, unit, attacker)))
        })
        .collect()
}

fn open_places(
    phase: &MovementPhase,
    resolution: &MoveResults,
    unit: usize,
    attacker: usize,
) -> Vec<Location> {
    let rules::Unit { kind, power, location } = phase.units[unit];
    if phase.players.in_disorder(power) {
        return Vec::new();
    }
    let barred = barred_by(phase, attacker);
    let mut open = phase.board.neighbours(kind, location).to_vec();
    open.retain(|&place| {
        let province = phase.board.province_of(place);
        Some(province) != barred
            && !is_occupied(phase, resolution, province)
            && !is_contested(phase, resolution, province)
    });
    open.sort_unstable();
    open
}

/// The province that a unit may not retreat to because its attacker came from there (4.A.5).
fn barred_by(phase: &MovementPhase, attacker: usize) -> Option<Province> {
    let by_land = phase.move_of(attacker).is_some_and(|advance| advance.travel == Travel::Land);
    let barred = match phase.edition {
        Edition::Y2000 => true,
        Edition::Y2023 | Edition::Datc => by_land,
    };
    barred.then(|| phase.province(attacker))
}

/// Whether a unit is there after the moves.
fn is_occupied(phase: &MovementPhase, resolution: &MoveResults, province: Province) -> bool {
    let entered = phase.movers_into(province).any(|mover| resolution.moves(mover));
    let stayed = phase.at(province).is_some_and(|unit| !resolution.moves(unit));
    entered || stayed
}

/// Whether a standoff left the province empty. A unit without effect there (rule 11) causes no standoff (G4).
fn is_contested(phase: &MovementPhase, resolution: &MoveResults, province: Province) -> bool {
    phase.movers_into(province).any(|mover| {
        resolution.arrives(phase, mover) && !resolution.moves(mover) && !resolution.is_without_effect(mover)
    })
}
