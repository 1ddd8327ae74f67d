//! The orders that a unit can get. The unit itself is not part of the order: it is the key of the sheet.

use crate::{Board, Location, Province};

/// An order of a movement phase (E1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Order {
    /// Stay.
    Hold,
    /// Go to a location.
    Move {
        /// The destination.
        to: Location,
        /// By land or by convoy, as written.
        passage: Passage,
    },
    /// Support a unit that stays in its province.
    SupportHold {
        /// The province of the supported unit.
        of: Province,
    },
    /// Support a move. The destination may leave the coast out (B5, E10a).
    SupportMove {
        /// The province of the supported unit.
        from: Province,
        /// The destination of its move.
        to: Location,
    },
    /// Convoy an army.
    Convoy {
        /// The province of the army.
        from: Province,
        /// The destination of the army.
        to: Province,
    },
}

/// What the order says about land or sea (decision 0001). The [`Edition`](crate::Edition) decides what it
/// means (F23, E12).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Passage {
    /// The order does not say.
    Unstated,
    /// The order says "via convoy".
    Convoy,
}

crate::keyed!(Passage { Unstated = "unstated", Convoy = "convoy" });

/// An order for a dislodged unit (G).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RetreatOrder {
    /// Retreat to a location.
    To(Location),
    /// Leave the board.
    Disband,
}

impl Order {
    /// The province that the order is about: where the unit, or the unit that it helps, is to go or to stay.
    /// None for a hold.
    pub fn target_province(&self, board: &Board) -> Option<Province> {
        match *self {
            Self::Hold => None,
            Self::Move { to, .. } | Self::SupportMove { to, .. } => Some(board.province_of(to)),
            Self::SupportHold { of } => Some(of),
            Self::Convoy { to, .. } => Some(to),
        }
    }
}
