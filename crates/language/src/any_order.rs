//! One order of any phase: an order of a movement phase, a retreat, a build, a removal or a waived build.

use notation::Notation;
use rules::{AdjustmentOrder, Board, Forces, Location, Order, Power, Province, RetreatOrder, Unit, UnitKind};

/// An order of any phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AnyOrder {
    /// An order of a movement phase.
    Order {
        /// The unit that is ordered.
        unit: Unit,
        /// What it should do.
        order: Order,
    },
    /// An order of a retreat phase.
    Retreat {
        /// The dislodged unit.
        unit: Unit,
        /// Where it should go, or that it disbands.
        order: RetreatOrder,
    },
    /// A build, a removal or a waived build.
    Adjustment(AdjustmentOrder),
}

impl AnyOrder {
    /// The order in the international notation: `A PAR - BUR`.
    pub fn international(&self, notation: &Notation<'_>, forces: &Forces) -> String {
        match self {
            Self::Order { unit, order } => notation.write_order(forces, unit, order),
            Self::Retreat { unit, order } => notation.write_retreat(unit, order),
            Self::Adjustment(entry) => notation.write_adjustment(forces, entry),
        }
    }

    /// The province of the unit; none for a waived build.
    pub fn province(&self, board: &Board) -> Option<Province> {
        match self {
            Self::Order { unit, .. } | Self::Retreat { unit, .. } => Some(board.province_of(unit.location)),
            Self::Adjustment(AdjustmentOrder::Build { at, .. }) => Some(board.province_of(*at)),
            Self::Adjustment(AdjustmentOrder::Remove { at }) => Some(*at),
            Self::Adjustment(AdjustmentOrder::Waive) => None,
        }
    }
}

/// The unit in a province. If there is none, one that could be there: a refused reading may name a province
/// without a unit.
pub(crate) fn unit_or_likely_unit(board: &Board, forces: &Forces, province: Province, power: Power) -> Unit {
    let nobody = || Unit { kind: likely_kind(board, province), power, location: board.coastless(province) };
    forces.at(province).copied().unwrap_or_else(nobody)
}

fn likely_kind(board: &Board, province: Province) -> UnitKind {
    let location: Location = board.coastless(province);
    if board.can_stand(UnitKind::Army, location) { UnitKind::Army } else { UnitKind::Fleet }
}
