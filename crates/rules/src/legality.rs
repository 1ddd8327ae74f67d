//! Which orders are legal. Each order is checked by itself, before anything is decided.

use crate::board::Seas;
use crate::routes::{connects, is_on_route};
use crate::{Board, Edition, Forces, Location, Order, Passage, Province, Terrain, Unit, UnitKind};

/// Why an order is illegal (E4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Illegality {
    // Orders of a movement phase.
    /// The unit is already there.
    SamePlace,
    /// The unit cannot go there.
    CannotReach,
    /// The fleet can reach several coasts of the province and names none (B5).
    CoastNeeded,
    /// The fleet cannot reach the coast that it names.
    WrongCoast,
    /// No fleets at sea could convoy the army there.
    NoSeaRoute,
    /// There is no unit to support or convoy.
    NobodyThere,
    /// A unit cannot support itself.
    HelpsItself,
    /// The supporter itself cannot go to that province.
    SupportOutOfReach,
    /// The supported unit cannot go there, or not to that coast, or only with a convoy by the supporter.
    SupportedCannotReach,
    /// Nobody may enter that land (K5).
    Closed,
    /// Only a fleet at sea can convoy.
    NotAtSea,
    /// Only armies can be convoyed.
    OnlyArmies,
    /// The fleet is not part of any route of this convoy.
    NotOnRoute,
    // Orders of a retreat phase.
    /// The province is not an open retreat.
    NotOpen,
    // Orders of an adjustment phase.
    /// The province is not a home centre of the power.
    NotAHome,
    /// The power does not own its home centre.
    NotOwned,
    /// There is a unit in the province.
    Occupied,
    /// A fleet cannot be built inland.
    FleetInland,
    /// The power may not build or remove so many units.
    TooMany,
    // Lines that do not count.
    /// The power has no such unit.
    NoSuchUnit,
    /// The unit has two different orders.
    TwoOrders,
    /// The power is in civil disorder.
    InDisorder,
    /// The order is for another kind of phase.
    WrongPhase,
}

impl Illegality {
    /// All reasons.
    pub const ALL: [Self; 23] = [
        Self::SamePlace,
        Self::CannotReach,
        Self::CoastNeeded,
        Self::WrongCoast,
        Self::NoSeaRoute,
        Self::NobodyThere,
        Self::HelpsItself,
        Self::SupportOutOfReach,
        Self::SupportedCannotReach,
        Self::Closed,
        Self::NotAtSea,
        Self::OnlyArmies,
        Self::NotOnRoute,
        Self::NotOpen,
        Self::NotAHome,
        Self::NotOwned,
        Self::Occupied,
        Self::FleetInland,
        Self::TooMany,
        Self::NoSuchUnit,
        Self::TwoOrders,
        Self::InDisorder,
        Self::WrongPhase,
    ];

    /// The key used in stored and sent forms.
    pub const fn key(self) -> &'static str {
        match self {
            Self::SamePlace => "same_place",
            Self::CannotReach => "cannot_reach",
            Self::CoastNeeded => "coast_needed",
            Self::WrongCoast => "wrong_coast",
            Self::NoSeaRoute => "no_sea_route",
            Self::NobodyThere => "nobody_there",
            Self::HelpsItself => "helps_itself",
            Self::SupportOutOfReach => "support_out_of_reach",
            Self::SupportedCannotReach => "supported_cannot_reach",
            Self::Closed => "closed",
            Self::NotAtSea => "not_at_sea",
            Self::OnlyArmies => "only_armies",
            Self::NotOnRoute => "not_on_route",
            Self::NotOpen => "not_open",
            Self::NotAHome => "not_a_home",
            Self::NotOwned => "not_owned",
            Self::Occupied => "occupied",
            Self::FleetInland => "fleet_inland",
            Self::TooMany => "too_many",
            Self::NoSuchUnit => "no_such_unit",
            Self::TwoOrders => "two_orders",
            Self::InDisorder => "in_disorder",
            Self::WrongPhase => "wrong_phase",
        }
    }

    /// The reason with this key.
    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|illegality| illegality.key() == key)
    }
}

/// Checks single orders in one position.
#[derive(Clone, Copy, Debug)]
pub struct Legality<'a> {
    pub(crate) board: &'a Board,
    pub(crate) forces: &'a Forces,
    pub(crate) edition: Edition,
    /// The waters where fleets are, with any order or none.
    pub(crate) fleets: Seas,
}

impl<'a> Legality<'a> {
    /// A checker for one position.
    pub fn new(board: &'a Board, forces: &'a Forces, edition: Edition) -> Self {
        Self { board, forces, edition, fleets: forces.fleets() }
    }

    /// The order as the unit follows it (with the coast of a fleet's move filled in), or why it is illegal.
    pub fn check(&self, unit: &Unit, order: Order) -> Result<Order, Illegality> {
        match order {
            Order::Hold => Ok(order),
            Order::Move { to, passage } => {
                let to = self.destination(unit, to, passage)?;
                Ok(Order::Move { to, passage })
            }
            Order::SupportHold { of } => self.check_support_hold(unit, of).map(|()| order),
            Order::SupportMove { from, to } => self.check_support_move(unit, from, to).map(|()| order),
            Order::Convoy { from, to } => self.check_convoy(unit, from, to).map(|()| order),
        }
    }

    /// Why a province cannot be reached: because it is closed, or else the given reason.
    #[cold]
    fn unreachable_reason(&self, there: Province, otherwise: Illegality) -> Illegality {
        if self.board.is_closed(there) { Illegality::Closed } else { otherwise }
    }

    /// The exact destination of a move: with the coast for a fleet, without a coast for an army.
    #[inline]
    pub(crate) fn destination(
        &self,
        unit: &Unit,
        to: Location,
        passage: Passage,
    ) -> Result<Location, Illegality> {
        let board = self.board;
        let (here, there) = (board.province_of(unit.location), board.province_of(to));
        let near = board.can_reach(unit.kind, unit.location, there);
        match unit.kind {
            UnitKind::Fleet if near => self.arrival_coast(unit, there, to),
            UnitKind::Army if near => {
                // In some editions "via convoy" excludes the land route (4.A.3).
                if passage == Passage::Convoy
                    && !self.edition.walks_without_complete_route()
                    && !connects(board, self.fleets, here, there)
                {
                    return Err(Illegality::NoSeaRoute);
                }
                Ok(board.coastless(there))
            }
            UnitKind::Army | UnitKind::Fleet if here == there => Err(Illegality::SamePlace),
            UnitKind::Fleet => Err(self.unreachable_reason(there, Illegality::CannotReach)),
            UnitKind::Army => {
                if board.terrain(here) != Terrain::Coastal || board.terrain(there) != Terrain::Coastal {
                    Err(self.unreachable_reason(there, Illegality::CannotReach))
                } else if connects(board, self.fleets, here, there) {
                    Ok(board.coastless(there))
                } else {
                    Err(self.unreachable_reason(there, Illegality::NoSeaRoute))
                }
            }
        }
    }

    /// The coast where a fleet that can reach the province arrives (B5).
    #[inline]
    fn arrival_coast(&self, unit: &Unit, there: Province, to: Location) -> Result<Location, Illegality> {
        let board = self.board;
        if !board.has_several_coasts(there) {
            return Ok(to);
        }
        if to != board.coastless(there) {
            return if board.can_step(UnitKind::Fleet, unit.location, to) {
                Ok(to)
            } else {
                Err(Illegality::WrongCoast)
            };
        }
        let near = board.neighbours(UnitKind::Fleet, unit.location);
        let mut coasts = near.iter().filter(|l| board.province_of(**l) == there);
        match (coasts.next(), coasts.next()) {
            (Some(only), None) => Ok(*only),
            _ => Err(Illegality::CoastNeeded),
        }
    }

    #[inline]
    pub(crate) fn check_support_hold(&self, unit: &Unit, of: Province) -> Result<(), Illegality> {
        let board = self.board;
        if !board.can_reach(unit.kind, unit.location, of) {
            return Err(if board.province_of(unit.location) == of {
                Illegality::HelpsItself
            } else {
                self.unreachable_reason(of, Illegality::SupportOutOfReach)
            });
        }
        match self.forces.slot(of) {
            Some(_) => Ok(()),
            None => Err(Illegality::NobodyThere),
        }
    }

    #[inline]
    pub(crate) fn check_support_move(
        &self,
        unit: &Unit,
        from: Province,
        to: Location,
    ) -> Result<(), Illegality> {
        let board = self.board;
        let (here, there) = (board.province_of(unit.location), board.province_of(to));
        if from == here {
            return Err(Illegality::HelpsItself);
        }
        let Some(helped) = self.forces.at(from) else {
            return Err(Illegality::NobodyThere);
        };
        if !board.can_reach(unit.kind, unit.location, there) {
            return Err(self.unreachable_reason(there, Illegality::SupportOutOfReach));
        }
        let possible = if board.can_reach(helped.kind, helped.location, there) {
            // A fleet must be able to reach the named coast (E10a). For an army it has no meaning (4.B.6).
            helped.kind == UnitKind::Army
                || to == board.coastless(there)
                || board.can_step(UnitKind::Fleet, helped.location, to)
        } else {
            helped.kind == UnitKind::Army && from != there && {
                // A fleet cannot support a move that only this fleet could convoy (6.D.31).
                let mut fleets = self.fleets;
                if board.terrain(here) == Terrain::Water {
                    fleets.remove(board.water_number(here));
                }
                connects(board, fleets, from, there)
            }
        };
        if possible { Ok(()) } else { Err(Illegality::SupportedCannotReach) }
    }

    #[inline]
    pub(crate) fn check_convoy(&self, unit: &Unit, from: Province, to: Province) -> Result<(), Illegality> {
        let board = self.board;
        let here = board.province_of(unit.location);
        if board.terrain(here) != Terrain::Water {
            return Err(Illegality::NotAtSea);
        }
        match self.forces.at(from).map(|helped| helped.kind) {
            None => Err(Illegality::NobodyThere),
            Some(UnitKind::Fleet) => Err(Illegality::OnlyArmies),
            Some(UnitKind::Army) if from == to => Err(Illegality::SamePlace),
            Some(UnitKind::Army) => {
                if is_on_route(board, self.fleets, board.water_number(here), from, to) {
                    Ok(())
                } else {
                    Err(self.unreachable_reason(to, Illegality::NotOnRoute))
                }
            }
        }
    }
}
