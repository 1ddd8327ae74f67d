//! What a piece could say, before it is known whether that is legal.

use rules::{Coast, Province, UnitKind};

/// A place as written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) province: Province,
    pub(crate) coast: Option<Coast>,
}

/// A unit as written: its letter may be left out or wrong (E2).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct UnitWords {
    pub(crate) kind: Option<UnitKind>,
    pub(crate) at: Place,
}

/// What a piece could say.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Draft {
    /// None where it can be left out: "Disband" when only one unit must go.
    pub(crate) unit: Option<UnitWords>,
    /// The kind written for a unit that is supported or convoyed.
    pub(crate) helped: Option<UnitKind>,
    pub(crate) deed: Deed,
    pub(crate) cost: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Deed {
    /// A unit and nothing else: enough for an adjustment.
    Unsaid,
    Hold,
    Move {
        to: Place,
        way: Way,
    },
    SupportHold {
        of: Province,
        /// Whether "to hold" is written. If not, and the sheet has that unit move, its move is meant.
        said: bool,
    },
    /// "supports the move of A Mar": wherever the sheet has it go.
    SupportOf {
        from: Province,
    },
    /// "supports the attack on Bur": whoever the sheet has go there.
    SupportTo {
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
    /// "convoys A Lon": wherever the sheet has it go.
    ConvoyOf {
        from: Province,
    },
    /// "all others hold"
    OthersHold,
    Retreat {
        to: Place,
    },
    Disband,
    Build,
    Waive,
}

/// What is written about the way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    Unsaid,
    /// "via convoy"
    Convoy,
    /// "A Lon - Nth - Nwy": the waters are named, which says no more than the destination (4.A.6).
    Waters,
}
