//! What a unit can be told to do. The unit itself is not part of it: it is the key of the sheet.

use crate::{Board, Location, Province};

/// An order of a movement phase (E1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Order {
    Hold,
    Move {
        to: Location,
        passage: Passage,
    },
    SupportHold {
        of: Province,
    },
    /// The destination may leave the coast out (B5, E10a).
    SupportMove {
        from: Province,
        to: Location,
    },
    Convoy {
        from: Province,
        to: Province,
    },
}

/// What was written about the way; the [`Edition`](crate::Edition) decides what it means (F23, E12).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Passage {
    Unstated,
    Convoy,
}

crate::keyed!(Passage { Unstated = "unstated", Convoy = "convoy" });

/// An order for a dislodged unit (G).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RetreatOrder {
    To(Location),
    Disband,
}

impl Order {
    /// The province that the order is about: where its unit, or the one that it helps, is to go or to stay.
    /// None for a unit that holds.
    pub fn goal(&self, board: &Board) -> Option<Province> {
        match *self {
            Self::Hold => None,
            Self::Move { to, .. } | Self::SupportMove { to, .. } => Some(board.province_of(to)),
            Self::SupportHold { of } => Some(of),
            Self::Convoy { to, .. } => Some(to),
        }
    }
}
