//! What everybody really tries in a movement phase, before it is known who succeeds.

use rules::{
    Board, Edition, Forces, Illegality, Location, Order, Passage, Power, Province, Sheet, Table, Unit,
    UnitKind,
};

use crate::legality::check;
use crate::routes::{Route, routes};

/// A movement phase as it was written. Units are known by their index in [`Forces::units`].
pub(crate) struct Turn<'a> {
    pub(crate) board: &'a Board,
    pub(crate) edition: Edition,
    pub(crate) table: &'a Table,
    pub(crate) units: &'a [Unit],
    forces: &'a Forces,
    pub(crate) deeds: Vec<Deed>,
    pub(crate) voyages: Vec<Voyage>,
}

/// What a unit tries.
#[derive(Clone, Debug)]
pub(crate) enum Deed {
    NoOrder,
    Void(Illegality),
    Hold,
    Move(Advance),
    Support(Support),
    Convoy { army: Province, into: Province },
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Advance {
    pub(crate) to: Location,
    pub(crate) into: Province,
    pub(crate) way: Way,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    Land,
    /// By sea on a complete route: its number in [`Turn::voyages`].
    Voyage(usize),
    /// By sea, but no complete route was ordered: it never leaves.
    NoRoute,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Support {
    pub(crate) helped: usize,
    /// Where the support is given.
    pub(crate) into: Province,
    pub(crate) help: Help,
    /// Whether the supported unit tries what is supported (rule 9).
    pub(crate) matches: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Help {
    InPlace,
    Move,
}

/// An army that goes by sea, with every complete route that was ordered for it.
#[derive(Clone, Debug)]
pub(crate) struct Voyage {
    pub(crate) army: usize,
    pub(crate) routes: Vec<Route>,
    /// All fleets on these routes, sorted.
    pub(crate) fleets: Vec<usize>,
    /// The one of these fleets that the unit at the destination helps to attack, if rule 21 holds.
    pub(crate) hunted: Option<usize>,
}

impl<'a> Turn<'a> {
    pub(crate) fn read(
        board: &'a Board,
        edition: Edition,
        forces: &'a Forces,
        table: &'a Table,
        orders: &Sheet<Order>,
    ) -> Self {
        let lawful: Vec<Option<Result<Order, Illegality>>> = forces
            .units()
            .iter()
            .map(|unit| {
                if table.in_disorder(unit.power) {
                    return None;
                }
                let &order = orders.get(board.province_of(unit.location))?;
                Some(check(board, edition, forces, unit, order))
            })
            .collect();
        let mut turn = Self {
            board,
            edition,
            table,
            units: forces.units(),
            forces,
            deeds: Vec::new(),
            voyages: Vec::new(),
        };
        for (unit, order) in lawful.iter().enumerate() {
            let deed = match *order {
                None => Deed::NoOrder,
                Some(Err(problem)) => Deed::Void(problem),
                Some(Ok(order)) => turn.deed(unit, order, &lawful),
            };
            turn.deeds.push(deed);
        }
        turn.find_hunted_fleets();
        turn
    }

    fn deed(&mut self, unit: usize, order: Order, lawful: &[Option<Result<Order, Illegality>>]) -> Deed {
        match order {
            Order::Hold => Deed::Hold,
            Order::Move { to, passage } => Deed::Move(Advance {
                to,
                into: self.board.province_of(to),
                way: self.way(unit, to, passage, lawful),
            }),
            Order::SupportHold { of } => {
                let helped = self.at(of).expect("checked: somebody is there");
                Deed::Support(Support {
                    helped,
                    into: of,
                    help: Help::InPlace,
                    matches: !matches!(lawful[helped], Some(Ok(Order::Move { .. }))),
                })
            }
            Order::SupportMove { from, to } => {
                let helped = self.at(from).expect("checked: somebody is there");
                let into = self.board.province_of(to);
                let matches = match lawful[helped] {
                    Some(Ok(Order::Move { to: really, .. })) => {
                        // A support may leave the coast out (4.B.4).
                        really == to
                            || (to == self.board.bare(into) && self.board.province_of(really) == into)
                    }
                    Some(Ok(_) | Err(_)) | None => false,
                };
                Deed::Support(Support { helped, into, help: Help::Move, matches })
            }
            Order::Convoy { from, to } => Deed::Convoy { army: from, into: to },
        }
    }

    /// Whether a unit goes by land or by sea (F23, 4.A.3).
    fn way(
        &mut self,
        unit: usize,
        to: Location,
        passage: Passage,
        lawful: &[Option<Result<Order, Illegality>>],
    ) -> Way {
        let Unit { kind, power, location } = self.units[unit];
        if kind == UnitKind::Fleet {
            return Way::Land;
        }
        let here = self.province(unit);
        let into = self.board.province_of(to);
        let convoy = Order::Convoy { from: here, to: into };
        let convoyers: Vec<usize> =
            (0..self.units.len()).filter(|&fleet| lawful[fleet] == Some(Ok(convoy))).collect();
        let complete = routes(self.board, self.forces, &convoyers, here, into);
        let wants_to_sail = passage == Passage::Convoy
            || convoyers.iter().any(|&fleet| self.table.same_player(power, self.units[fleet].power));
        let sails = if self.board.can_reach(UnitKind::Army, location, into) {
            match self.edition {
                Edition::Y2000 | Edition::Y2023 => wants_to_sail && !complete.is_empty(),
                Edition::Datc => wants_to_sail,
            }
        } else {
            true
        };
        if !sails {
            return Way::Land;
        }
        if complete.is_empty() {
            return Way::NoRoute;
        }
        let mut fleets: Vec<usize> = complete.iter().flatten().copied().collect();
        fleets.sort_unstable();
        fleets.dedup();
        self.voyages.push(Voyage { army: unit, routes: complete, fleets, hunted: None });
        Way::Voyage(self.voyages.len() - 1)
    }

    /// Finds for each voyage the fleet of rule 21: one that carries the army while the unit that
    /// the army attacks supports an attack on it.
    fn find_hunted_fleets(&mut self) {
        match self.edition {
            Edition::Y2000 | Edition::Y2023 => {}
            Edition::Datc => return,
        }
        for i in 0..self.voyages.len() {
            let voyage = &self.voyages[i];
            let hunted = self
                .advance(voyage.army)
                .and_then(|advance| self.at(advance.into))
                .and_then(|supporter| self.support(supporter))
                .filter(|support| support.matches && support.help == Help::Move)
                .and_then(|support| self.at(support.into))
                .filter(|fleet| voyage.fleets.contains(fleet));
            self.voyages[i].hunted = hunted;
        }
    }

    pub(crate) fn province(&self, unit: usize) -> Province {
        self.board.province_of(self.units[unit].location)
    }

    pub(crate) fn power(&self, unit: usize) -> Power {
        self.units[unit].power
    }

    pub(crate) fn at(&self, province: Province) -> Option<usize> {
        self.forces.slot(province)
    }

    pub(crate) fn advance(&self, unit: usize) -> Option<&Advance> {
        match &self.deeds[unit] {
            Deed::Move(advance) => Some(advance),
            Deed::NoOrder | Deed::Void(_) | Deed::Hold | Deed::Support(_) | Deed::Convoy { .. } => None,
        }
    }

    pub(crate) fn support(&self, unit: usize) -> Option<&Support> {
        match &self.deeds[unit] {
            Deed::Support(support) => Some(support),
            Deed::NoOrder | Deed::Void(_) | Deed::Hold | Deed::Move(_) | Deed::Convoy { .. } => None,
        }
    }

    /// The units that try to move into a province, whether they get anywhere or not.
    pub(crate) fn movers_into(&self, province: Province) -> impl Iterator<Item = usize> {
        (0..self.units.len())
            .filter(move |&unit| self.advance(unit).is_some_and(|advance| advance.into == province))
    }

    /// The units whose support, if it is given, counts for this one.
    pub(crate) fn supporters_of(&self, unit: usize) -> impl Iterator<Item = usize> {
        (0..self.units.len()).filter(move |&other| {
            self.support(other).is_some_and(|support| support.helped == unit && support.matches)
        })
    }

    /// The unit that goes by land to where this one comes from, while this one goes by land to where
    /// that one comes from.
    pub(crate) fn head_to_head(&self, unit: usize) -> Option<usize> {
        let advance = self.advance(unit)?;
        let opponent = self.at(advance.into)?;
        let other = self.advance(opponent)?;
        let clash = other.into == self.province(unit) && advance.way == Way::Land && other.way == Way::Land;
        clash.then_some(opponent)
    }
}
