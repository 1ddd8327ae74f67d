//! Checks whether a single order is legal (E4, E10a, F27).

use rules::{
    Board, Edition, Forces, Illegality, Location, Order, Passage, Province, Terrain, Unit, UnitKind,
};

use crate::routes::{are_connected, fleets_at_sea, routes};

/// Checks an order and returns it with the coast that the fleet goes to. The coast of an army, which has no
/// meaning, is removed (4.B.6).
pub fn check(
    board: &Board,
    edition: Edition,
    forces: &Forces,
    unit: &Unit,
    order: Order,
) -> Result<Order, Illegality> {
    let checker = OrderChecker { board, edition, forces, unit, here: board.province_of(unit.location) };
    match order {
        Order::Hold => Ok(order),
        Order::Move { to, passage } => checker.check_move(to, passage),
        Order::SupportHold { of } => checker.check_support_in_place(of),
        Order::SupportMove { from, to } => checker.check_support_of_move(from, to),
        Order::Convoy { from, to } => checker.check_convoy(from, to),
    }
}

/// Checks the orders of one unit.
struct OrderChecker<'a> {
    board: &'a Board,
    edition: Edition,
    forces: &'a Forces,
    unit: &'a Unit,
    here: Province,
}

impl OrderChecker<'_> {
    fn check_move(&self, to: Location, passage: Passage) -> Result<Order, Illegality> {
        if self.board.province_of(to) == self.here {
            return Err(Illegality::SamePlace);
        }
        let to = match self.unit.kind {
            UnitKind::Army => self.army_goes_to(self.board.province_of(to), passage)?,
            UnitKind::Fleet => self.fleet_goes_to(to)?,
        };
        Ok(Order::Move { to, passage })
    }

    fn army_goes_to(&self, to: Province, passage: Passage) -> Result<Location, Illegality> {
        let by_land = self.board.can_reach(UnitKind::Army, self.unit.location, to);
        let fleets = fleets_at_sea(self.board, self.forces);
        let by_sea = are_connected(self.board, self.forces, &fleets, self.here, to);
        if by_sea || (by_land && self.may_go_by_land_instead(passage)) {
            return Ok(self.board.coastless(to));
        }
        let coastal = |province| self.board.terrain(province) == Terrain::Coastal;
        // If it could go by land but not by sea, the order is illegal because it says "via convoy".
        if by_land || (coastal(self.here) && coastal(to)) {
            Err(Illegality::NoSeaRoute)
        } else {
            Err(Illegality::CannotReach)
        }
    }

    /// Whether an army that no fleets can convoy may go by land instead (4.A.3).
    fn may_go_by_land_instead(&self, passage: Passage) -> bool {
        match (passage, self.edition) {
            (Passage::Unstated, _) | (Passage::Convoy, Edition::Y2000 | Edition::Y2023) => true,
            (Passage::Convoy, Edition::Datc) => false,
        }
    }

    fn fleet_goes_to(&self, to: Location) -> Result<Location, Illegality> {
        let province = self.board.province_of(to);
        let near = self.reachable_locations(self.unit, province);
        if near.is_empty() {
            Err(Illegality::CannotReach)
        } else if near.contains(&to) {
            Ok(to)
        } else if self.board.coast(to).is_some() {
            Err(Illegality::WrongCoast)
        } else if let [only] = near[..] {
            Ok(only)
        } else {
            Err(Illegality::CoastNeeded)
        }
    }

    /// The locations in a province that a unit can step to.
    fn reachable_locations(&self, unit: &Unit, province: Province) -> Vec<Location> {
        let near = self.board.neighbours(unit.kind, unit.location).iter();
        near.copied().filter(|&place| self.board.province_of(place) == province).collect()
    }

    fn check_support_in_place(&self, of: Province) -> Result<Order, Illegality> {
        if of == self.here {
            Err(Illegality::HelpsItself)
        } else if !self.reaches(of) {
            Err(Illegality::SupportOutOfReach)
        } else if self.forces.at(of).is_none() {
            Err(Illegality::NobodyThere)
        } else {
            Ok(Order::SupportHold { of })
        }
    }

    fn check_support_of_move(&self, from: Province, to: Location) -> Result<Order, Illegality> {
        if from == self.here {
            return Err(Illegality::HelpsItself);
        }
        let helped = self.forces.at(from).ok_or(Illegality::NobodyThere)?;
        let province = self.board.province_of(to);
        if !self.reaches(province) {
            return Err(Illegality::SupportOutOfReach);
        }
        let near = self.reachable_locations(helped, province);
        let (can_go, to) = match helped.kind {
            UnitKind::Army => (
                !near.is_empty() || self.could_go_by_sea_without_this_fleet(from, province),
                self.board.coastless(province),
            ),
            UnitKind::Fleet if self.board.coast(to).is_some() => (near.contains(&to), to),
            UnitKind::Fleet => (!near.is_empty(), to),
        };
        if can_go { Ok(Order::SupportMove { from, to }) } else { Err(Illegality::SupportedCannotReach) }
    }

    /// Whether an army could go there by sea while this unit supports it (6.D.31).
    fn could_go_by_sea_without_this_fleet(&self, from: Province, to: Province) -> bool {
        let mut fleets = fleets_at_sea(self.board, self.forces);
        fleets.retain(|&fleet| Some(fleet) != self.forces.slot(self.here));
        are_connected(self.board, self.forces, &fleets, from, to)
    }

    fn check_convoy(&self, from: Province, to: Province) -> Result<Order, Illegality> {
        let at_sea = self.unit.kind == UnitKind::Fleet && self.board.terrain(self.here) == Terrain::Water;
        if !at_sea {
            return Err(Illegality::NotAtSea);
        }
        let army = self.forces.at(from).ok_or(Illegality::NobodyThere)?;
        if army.kind != UnitKind::Army {
            return Err(Illegality::OnlyArmies);
        }
        if from == to {
            return Err(Illegality::SamePlace);
        }
        let fleets = fleets_at_sea(self.board, self.forces);
        let mut ways = routes(self.board, self.forces, &fleets, from, to).into_iter();
        let me = self.forces.slot(self.here);
        if ways.any(|route| route.iter().any(|&fleet| Some(fleet) == me)) {
            Ok(Order::Convoy { from, to })
        } else {
            Err(Illegality::NotOnRoute)
        }
    }

    fn reaches(&self, province: Province) -> bool {
        self.board.can_reach(self.unit.kind, self.unit.location, province)
    }
}
