//! What may be ordered: each order by itself, before anybody's success is looked at.

use crate::board::Seas;
use crate::routes::{connects, is_on_route};
use crate::{Board, Edition, Forces, Location, Order, Passage, Province, Terrain, Unit, UnitKind};

/// Why an order cannot be followed (E4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Illegality {
    // Of an order.
    SamePlace,
    CannotReach,
    CoastNeeded,
    WrongCoast,
    NoSeaRoute,
    NobodyThere,
    HelpsItself,
    SupportOutOfReach,
    SupportedCannotReach,
    /// Nobody may enter that land (K5).
    Closed,
    NotAtSea,
    OnlyArmies,
    NotOnRoute,
    // Of a retreat.
    NotOpen,
    // Of an adjustment.
    NotAHome,
    NotOwned,
    Occupied,
    FleetInland,
    TooMany,
    // Of a line on a sheet.
    NoSuchUnit,
    TwoOrders,
    InDisorder,
    WrongPhase,
}

impl Illegality {
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

    pub fn from_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|illegality| illegality.key() == key)
    }
}

/// Judges single orders in one position.
#[derive(Clone, Copy, Debug)]
pub struct Legality<'a> {
    pub(crate) board: &'a Board,
    pub(crate) forces: &'a Forces,
    pub(crate) edition: Edition,
    /// The waters where fleets are, whatever these are ordered to do.
    pub(crate) fleets: Seas,
}

impl<'a> Legality<'a> {
    pub fn new(board: &'a Board, forces: &'a Forces, edition: Edition) -> Self {
        Self { board, forces, edition, fleets: forces.fleets() }
    }

    /// The order as it will be followed (the coast of a fleet's move filled in), or why it cannot be.
    pub fn check(&self, unit: &Unit, order: Order) -> Result<Order, Illegality> {
        match order {
            Order::Hold => Ok(order),
            Order::Move { to, passage } => {
                let to = self.destination(unit, to, passage)?;
                Ok(Order::Move { to, passage })
            }
            Order::SupportHold { of } => self.support_in_place(unit, of).map(|()| order),
            Order::SupportMove { from, to } => self.support_of_move(unit, from, to).map(|()| order),
            Order::Convoy { from, to } => self.convoy(unit, from, to).map(|()| order),
        }
    }

    /// Why nothing leads to a province: because it is closed, or for the reason that holds otherwise.
    #[cold]
    fn no_way(&self, there: Province, otherwise: Illegality) -> Illegality {
        if self.board.is_closed(there) { Illegality::Closed } else { otherwise }
    }

    /// Where a move would end: for a fleet with its coast, for an army without one.
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
            UnitKind::Fleet if near => self.landfall(unit, there, to),
            UnitKind::Army if near => {
                // Under some editions "via convoy" gives up the land route for good (4.A.3).
                if passage == Passage::Convoy
                    && !self.edition.walks_without_complete_route()
                    && !connects(board, self.fleets, here, there)
                {
                    return Err(Illegality::NoSeaRoute);
                }
                Ok(board.bare(there))
            }
            UnitKind::Army | UnitKind::Fleet if here == there => Err(Illegality::SamePlace),
            UnitKind::Fleet => Err(self.no_way(there, Illegality::CannotReach)),
            UnitKind::Army => {
                if board.terrain(here) != Terrain::Coastal || board.terrain(there) != Terrain::Coastal {
                    Err(self.no_way(there, Illegality::CannotReach))
                } else if connects(board, self.fleets, here, there) {
                    Ok(board.bare(there))
                } else {
                    Err(self.no_way(there, Illegality::NoSeaRoute))
                }
            }
        }
    }

    /// The coast where a fleet that can reach the province arrives (B5).
    #[inline]
    fn landfall(&self, unit: &Unit, there: Province, to: Location) -> Result<Location, Illegality> {
        let board = self.board;
        if !board.has_several_coasts(there) {
            return Ok(to);
        }
        if to != board.bare(there) {
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
    pub(crate) fn support_in_place(&self, unit: &Unit, of: Province) -> Result<(), Illegality> {
        let board = self.board;
        if !board.can_reach(unit.kind, unit.location, of) {
            return Err(if board.province_of(unit.location) == of {
                Illegality::HelpsItself
            } else {
                self.no_way(of, Illegality::SupportOutOfReach)
            });
        }
        match self.forces.slot(of) {
            Some(_) => Ok(()),
            None => Err(Illegality::NobodyThere),
        }
    }

    #[inline]
    pub(crate) fn support_of_move(
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
            return Err(self.no_way(there, Illegality::SupportOutOfReach));
        }
        let possible = if board.can_reach(helped.kind, helped.location, there) {
            // A named coast must be one that the fleet can reach (E10a); armies have none (4.B.6).
            helped.kind == UnitKind::Army
                || to == board.bare(there)
                || board.can_step(UnitKind::Fleet, helped.location, to)
        } else {
            helped.kind == UnitKind::Army && from != there && {
                // A fleet cannot support the very move that only it could convoy (6.D.31).
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
    pub(crate) fn convoy(&self, unit: &Unit, from: Province, to: Province) -> Result<(), Illegality> {
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
                    Err(self.no_way(to, Illegality::NotOnRoute))
                }
            }
        }
    }
}
