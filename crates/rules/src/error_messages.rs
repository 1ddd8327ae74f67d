//! The messages of this crate's errors: plain English for programmers and authors of boards. Sentences for
//! players are not in this crate.

use std::error::Error;
use std::fmt;

use crate::{BoardError, BoardErrors, Illegality, PhaseKind, PlacementError, UnitKind, WrongPhase};

impl Error for BoardError {}
impl Error for BoardErrors {}
impl Error for Illegality {}
impl Error for PlacementError {}
impl Error for WrongPhase {}

impl fmt::Display for WrongPhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |kind| match kind {
            PhaseKind::Movement => "a movement phase",
            PhaseKind::Retreat => "a retreat phase",
            PhaseKind::Adjustment => "an adjustment phase",
        };
        write!(f, "the orders are for {}, but {} is played", name(self.ordered), name(self.played))
    }
}

impl fmt::Display for PlacementError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::WrongLocation => "a unit of this kind cannot be at this location",
            Self::Occupied => "there is a unit in the province",
            Self::TooManyUnits => "there are too many units on the board",
        })
    }
}

impl fmt::Display for Illegality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::SamePlace => "the unit is already there",
            Self::CannotReach => "the unit cannot go there",
            Self::CoastNeeded => "the fleet can reach several coasts of the province and names none",
            Self::WrongCoast => "the fleet cannot reach the coast that it names",
            Self::NoSeaRoute => "no fleets at sea could convoy the army there",
            Self::NobodyThere => "there is no unit to support or convoy",
            Self::HelpsItself => "a unit cannot support itself",
            Self::SupportOutOfReach => "the supporter itself cannot go to that province",
            Self::SupportedCannotReach => "the supported unit cannot go there",
            Self::Closed => "nobody may enter that land",
            Self::NotAtSea => "only a fleet at sea can convoy",
            Self::OnlyArmies => "only armies can be convoyed",
            Self::NotOnRoute => "the fleet is not part of any route of this convoy",
            Self::NotOpen => "the province is not an open retreat",
            Self::NotAHome => "the province is not a home centre of the power",
            Self::NotOwned => "the power does not own its home centre",
            Self::Occupied => "there is a unit in the province",
            Self::FleetInland => "a fleet cannot be built inland",
            Self::TooMany => "the power may not build or remove so many units",
            Self::NoSuchUnit => "the power has no such unit",
            Self::TwoOrders => "the unit has two different orders",
            Self::InDisorder => "the power is in civil disorder or not played",
            Self::WrongPhase => "the order is for another kind of phase",
        })
    }
}

impl fmt::Display for BoardErrors {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, error) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "{error}")?;
        }
        Ok(())
    }
}

impl fmt::Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind_name = |kind: &UnitKind| match kind {
            UnitKind::Army => "armies",
            UnitKind::Fleet => "fleets",
        };
        match self {
            Self::BadKey { key } => {
                write!(f, "'{key}' is not a key: use 1 to 32 lower-case letters and digits")
            }
            Self::DuplicateKey { key } => write!(f, "'{key}' is named twice"),
            Self::NoProvinces => f.write_str("there are no provinces"),
            Self::TooManyProvinces { max } => write!(f, "more than {max} provinces"),
            Self::TooManySeas { max } => write!(f, "more than {max} provinces of water"),
            Self::TooManyShores { max } => write!(f, "more than {max} coastal provinces"),
            Self::TooManyPowers { max } => write!(f, "more than {max} powers"),
            Self::UnknownNeighbour { province, neighbour } => {
                write!(f, "{province} borders on '{neighbour}', which is no place of this board")
            }
            Self::OneSidedBorder { province, neighbour, kind } => {
                write!(
                    f,
                    "{} go from {province} to {neighbour}, but {neighbour} does not say so",
                    kind_name(kind)
                )
            }
            Self::UnitCannotBeThere { province, neighbour, kind } => {
                write!(f, "{province} borders on {neighbour}, where {} cannot stand", kind_name(kind))
            }
            Self::BordersItself { province } => write!(f, "{province} borders on itself"),
            Self::NotInThisTerrain { province } => {
                write!(f, "{province}: inland has no fleets, water has no armies, coasts or centre")
            }
            Self::SingleNamedCoast { province } => {
                write!(f, "{province}: a province has two named coasts or more, or none")
            }
            Self::HomeOfUnknownPower { province, power } => {
                write!(f, "{province} is the home of '{power}', which is no power of this board")
            }
            Self::HomeIsNoCentre { province } => write!(f, "{province} is a home but no centre"),
            Self::BadCentresToWin => {
                f.write_str("centres_to_win must be between 1 and the number of centres")
            }
            Self::UnknownStart { power, location } => {
                write!(f, "{power} starts in '{location}': no such power or place")
            }
            Self::CannotStartThere { power, location } => {
                write!(f, "{power}'s unit cannot stand in {location}")
            }
            Self::TwoUnitsStartTogether { location } => write!(f, "two units start in {location}"),
            Self::UnknownInTable { players, key } => {
                write!(f, "the table for {players} players names '{key}', which this board does not have")
            }
            Self::BadPlayerTable { players } => write!(
                f,
                "the table for {players} players: there is one for each number of players, with as many seats, two \
             or more; each power is in one seat or unplayed; the neutral one is unplayed"
            ),
            Self::UnknownInOpening { power, key } => {
                write!(f, "an opening of '{power}' names '{key}', which this board does not have")
            }
        }
    }
}
