//! A board as an author writes it down, and everything that can be wrong with it.

use crate::{Coast, Date, Terrain, UnitKind};

/// A board by its keys, before it is checked. [`Board::new`](crate::Board::new) checks it.
#[derive(Clone, Debug)]
pub struct BoardPlan {
    /// In the alphabet of the English full names: the order decides removals (I2).
    pub provinces: Vec<ProvincePlan>,
    pub powers: Vec<String>,
    pub centres_to_win: usize,
    pub first: Date,
    /// Power, kind and location of each starting unit.
    pub start: Vec<(String, UnitKind, String)>,
}

/// A province by its keys.
#[derive(Clone, Debug)]
pub struct ProvincePlan {
    pub key: String,
    pub terrain: Terrain,
    /// The provinces that an army walks to from here.
    pub armies: Vec<String>,
    /// The locations that a fleet sails to from here: one list without a coast, or one a coast.
    pub fleets: Vec<(Option<Coast>, Vec<String>)>,
    pub centre: bool,
    /// The power whose home centre it is.
    pub home: Option<String>,
}

/// What is wrong with a [`BoardPlan`]. `province` and `power` are keys as written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BoardFault {
    /// Keys are lower-case letters and digits.
    BadKey {
        key: String,
    },
    TwiceNamed {
        key: String,
    },
    NoProvinces,
    TooManyProvinces {
        most: usize,
    },
    TooManySeas {
        most: usize,
    },
    TooManyShores {
        most: usize,
    },
    TooManyPowers {
        most: usize,
    },
    UnknownNeighbour {
        province: String,
        neighbour: String,
    },
    /// A border that is written on one side only.
    OneSidedBorder {
        province: String,
        neighbour: String,
        kind: UnitKind,
    },
    /// An army at sea, a fleet inland, or a coast where there is none.
    NoPlaceFor {
        province: String,
        neighbour: String,
        kind: UnitKind,
    },
    BordersItself {
        province: String,
    },
    /// Inland provinces have no fleets; water has no armies, no centre and no coasts.
    NotInThisTerrain {
        province: String,
    },
    /// A province with coasts has two or more.
    LonelyCoast {
        province: String,
    },
    HomeOfNobody {
        province: String,
        power: String,
    },
    HomeIsNoCentre {
        province: String,
    },
    /// The win needs at least one centre and not more than there are.
    BadWin,
    UnknownStart {
        power: String,
        location: String,
    },
    CannotStartThere {
        power: String,
        location: String,
    },
    StartsTwice {
        location: String,
    },
}
