//! Candidate orders: what a piece of text could mean, before the legality check.

use rules::{Coast, Power, Province, UnitKind};

/// A place as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) province: Province,
    pub(crate) coast: Option<Coast>,
}

/// A unit as written. Its letter may be left out or wrong (E2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct WrittenUnit {
    pub(crate) kind: Option<UnitKind>,
    /// The nationality that the text gives it (E9).
    pub(crate) power: Option<Power>,
    pub(crate) at: Place,
}

/// An order that a piece of text could mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct CandidateOrder {
    /// None where it can be left out: "Disband" if only one unit must disband.
    pub(crate) unit: Option<WrittenUnit>,
    /// The kind that the text gives to the supported or convoyed unit.
    pub(crate) helped_kind: Option<UnitKind>,
    /// The nationality that the text gives to that unit (E9).
    pub(crate) helped_power: Option<Power>,
    pub(crate) action: Action,
    /// 0 if every word is exact; higher for guessed words.
    pub(crate) cost: u32,
}

/// What a candidate order makes its unit do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    /// The text has a unit and nothing else. For an adjustment this is enough.
    Unstated,
    Hold,
    Move {
        to: Place,
        route: WrittenRoute,
    },
    SupportHold {
        of: Province,
        /// Whether the text says "to hold". If not, and the sheet orders that unit to move, the support is
        /// for its move.
        stated: bool,
    },
    /// "supports the move of A Mar": another line says where it moves.
    SupportMoveOf {
        from: Province,
    },
    /// "supports the attack on Bur": another line says which unit moves there.
    SupportAttackOn {
        to: Place,
    },
    SupportMove {
        from: Province,
        to: Place,
    },
    Convoy {
        from: Province,
        to: Province,
    },
    /// "convoys A Lon": another line says where it moves.
    ConvoyOf {
        from: Province,
    },
    /// "all others hold".
    OthersHold,
    Retreat {
        to: Place,
    },
    Disband,
    Build,
    Waive,
}

impl Action {
    /// The place of the unit that is supported or convoyed.
    pub(crate) const fn helped(&self) -> Option<Province> {
        match *self {
            Self::SupportHold { of: from, .. }
            | Self::SupportMove { from, .. }
            | Self::SupportMoveOf { from }
            | Self::Convoy { from, .. }
            | Self::ConvoyOf { from } => Some(from),
            Self::SupportAttackOn { .. }
            | Self::OthersHold
            | Self::Unstated
            | Self::Hold
            | Self::Move { .. }
            | Self::Retreat { .. }
            | Self::Disband
            | Self::Build
            | Self::Waive => None,
        }
    }
}

/// What the text says about the route of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum WrittenRoute {
    Unstated,
    /// "via convoy".
    Convoy,
    /// "A Lon - Nth - Nwy": the seas are named. It means the same as the destination alone (4.A.6).
    NamedSeas,
}
