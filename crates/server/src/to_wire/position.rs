//! Positions as wire types.

use rules::{Board, Position, Unit};

use crate::wire::{ByKey, DislodgedView, PositionView, UnitView};

pub(crate) fn unit(board: &Board, unit: &Unit) -> UnitView {
    UnitView {
        power: board.power_key(unit.power).to_owned(),
        kind: ByKey(unit.kind),
        at: board.location_key(unit.location).to_owned(),
    }
}

pub(crate) fn position(board: &Board, position: &Position) -> PositionView {
    let mut units: Vec<&Unit> = position.forces.units().iter().collect();
    units.sort_by_key(|unit| (unit.power, unit.location));
    let owner = |centre: &rules::Province| {
        let owner = position.owners.of(*centre)?;
        Some((board.province_key(*centre).to_owned(), board.power_key(owner).to_owned()))
    };
    PositionView {
        phase: position.phase.key(),
        units: units.into_iter().map(|one| unit(board, one)).collect(),
        dislodged: position
            .dislodged
            .iter()
            .map(|dislodged| DislodgedView {
                unit: unit(board, &dislodged.unit),
                open: dislodged
                    .open_retreats
                    .iter()
                    .map(|open| board.location_key(*open).to_owned())
                    .collect(),
            })
            .collect(),
        owners: board.centres().iter().filter_map(owner).collect(),
    }
}
