//! What a line of a sheet says once it is understood, whatever the phase.

use rules::{Board, Entry, Forces, Location, Order, Power, Province, RetreatOrder, Unit, UnitKind};

use crate::Notation;

/// An order, a retreat or an adjustment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Command {
    Order { unit: Unit, order: Order },
    Retreat { unit: Unit, order: RetreatOrder },
    Entry(Entry),
}

impl Command {
    /// In the international notation.
    pub fn international(&self, notation: &Notation<'_>, forces: &Forces) -> String {
        match self {
            Self::Order { unit, order } => notation.write_order(forces, unit, order),
            Self::Retreat { unit, order } => notation.write_retreat(unit, order),
            Self::Entry(entry) => notation.write_entry(forces, entry),
        }
    }

    /// The province whose unit is meant; none for a waived build.
    pub fn province(&self, board: &Board) -> Option<Province> {
        match self {
            Self::Order { unit, .. } | Self::Retreat { unit, .. } => Some(board.province_of(unit.location)),
            Self::Entry(Entry::Build { at, .. }) => Some(board.province_of(*at)),
            Self::Entry(Entry::Remove { at }) => Some(*at),
            Self::Entry(Entry::Waive) => None,
        }
    }
}

/// The unit in a province, or the one that would stand there: readings that are refused may speak of
/// nobody.
pub(crate) fn unit_there(board: &Board, forces: &Forces, province: Province, power: Power) -> Unit {
    let nobody = || Unit { kind: likely_kind(board, province), power, location: board.bare(province) };
    forces.at(province).copied().unwrap_or_else(nobody)
}

fn likely_kind(board: &Board, province: Province) -> UnitKind {
    let location: Location = board.bare(province);
    if board.can_stand(UnitKind::Army, location) { UnitKind::Army } else { UnitKind::Fleet }
}
