//! A movement phase: what every unit really tries, before it is known who succeeds.

use rules::{
    Board, Edition, Forces, Illegality, Location, Order, Passage, Players, Power, Province, Sheet, Unit,
    UnitKind,
};

use crate::legality::check;
use crate::routes::{Route, routes};

/// A movement phase with its checked orders. Units are given by their index in [`Forces::units`].
pub(crate) struct MovementPhase<'a> {
    pub(crate) board: &'a Board,
    pub(crate) edition: Edition,
    pub(crate) players: &'a Players,
    pub(crate) units: &'a [Unit],
    forces: &'a Forces,
    pub(crate) actions: Vec<Action>,
    pub(crate) voyages: Vec<Voyage>,
}

/// What a unit tries to do.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    NoOrder,
    Void(Illegality),
    Hold,
    Move(MoveAttempt),
    Support(Support),
    Convoy { army: Province, into: Province },
}

/// A move that a unit tries.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MoveAttempt {
    pub(crate) to: Location,
    pub(crate) into: Province,
    pub(crate) travel: Travel,
}

/// How a unit travels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Travel {
    Land,
    /// By sea on a complete route: its index in [`MovementPhase::voyages`].
    Voyage(usize),
    /// By sea, but no complete route was ordered: it does not leave.
    NoRoute,
}

/// A support that a unit tries to give.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Support {
    pub(crate) helped: usize,
    /// The province that the support is given into.
    pub(crate) into: Province,
    pub(crate) kind: SupportKind,
    /// Whether the support matches the order of the supported unit (rule 9).
    pub(crate) matches: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SupportKind {
    InPlace,
    Move,
}

/// The move of an army by sea, with every complete route that was ordered for it.
#[derive(Clone, Debug)]
pub(crate) struct Voyage {
    pub(crate) army: usize,
    pub(crate) routes: Vec<Route>,
    /// All fleets on these routes, sorted.
    pub(crate) fleets: Vec<usize>,
    /// The fleet of these that the unit at the destination supports an attack on, if rule 21 applies.
    pub(crate) rule_21_fleet: Option<usize>,
}

impl<'a> MovementPhase<'a> {
    pub(crate) fn read(
        board: &'a Board,
        edition: Edition,
        forces: &'a Forces,
        table: &'a Players,
        orders: &Sheet<Order>,
    ) -> Self {
        let checked_orders: Vec<Option<Result<Order, Illegality>>> = forces
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
        let mut phase = Self {
            board,
            edition,
            players: table,
            units: forces.units(),
            forces,
            actions: Vec::new(),
            voyages: Vec::new(),
        };
        for (unit, order) in checked_orders.iter().enumerate() {
            let action = match *order {
                None => Action::NoOrder,
                Some(Err(problem)) => Action::Void(problem),
                Some(Ok(order)) => phase.action(unit, order, &checked_orders),
            };
            phase.actions.push(action);
        }
        phase.find_rule_21_fleets();
        phase
    }

    fn action(
        &mut self,
        unit: usize,
        order: Order,
        checked_orders: &[Option<Result<Order, Illegality>>],
    ) -> Action {
        match order {
            Order::Hold => Action::Hold,
            Order::Move { to, passage } => Action::Move(MoveAttempt {
                to,
                into: self.board.province_of(to),
                travel: self.travel(unit, to, passage, checked_orders),
            }),
            Order::SupportHold { of } => {
                let helped = self.at(of).expect("the check found a unit there");
                Action::Support(Support {
                    helped,
                    into: of,
                    kind: SupportKind::InPlace,
                    matches: !matches!(checked_orders[helped], Some(Ok(Order::Move { .. }))),
                })
            }
            Order::SupportMove { from, to } => {
                let helped = self.at(from).expect("the check found a unit there");
                let into = self.board.province_of(to);
                let matches = match checked_orders[helped] {
                    Some(Ok(Order::Move { to: really, .. })) => {
                        // A support may leave the coast out (4.B.4).
                        really == to
                            || (to == self.board.coastless(into) && self.board.province_of(really) == into)
                    }
                    Some(Ok(_) | Err(_)) | None => false,
                };
                Action::Support(Support { helped, into, kind: SupportKind::Move, matches })
            }
            Order::Convoy { from, to } => Action::Convoy { army: from, into: to },
        }
    }

    /// Whether a unit goes by land or by sea (F23, 4.A.3).
    fn travel(
        &mut self,
        unit: usize,
        to: Location,
        passage: Passage,
        checked_orders: &[Option<Result<Order, Illegality>>],
    ) -> Travel {
        let Unit { kind, power, location } = self.units[unit];
        if kind == UnitKind::Fleet {
            return Travel::Land;
        }
        let here = self.province(unit);
        let into = self.board.province_of(to);
        let convoy = Order::Convoy { from: here, to: into };
        let convoyers: Vec<usize> =
            (0..self.units.len()).filter(|&fleet| checked_orders[fleet] == Some(Ok(convoy))).collect();
        let complete = routes(self.board, self.forces, &convoyers, here, into);
        let wants_to_sail = passage == Passage::Convoy
            || convoyers.iter().any(|&fleet| self.players.same_player(power, self.units[fleet].power));
        let sails = if self.board.can_reach(UnitKind::Army, location, into) {
            match self.edition {
                Edition::Y2000 | Edition::Y2023 => wants_to_sail && !complete.is_empty(),
                Edition::Datc => wants_to_sail,
            }
        } else {
            true
        };
        if !sails {
            return Travel::Land;
        }
        if complete.is_empty() {
            return Travel::NoRoute;
        }
        let mut fleets: Vec<usize> = complete.iter().flatten().copied().collect();
        fleets.sort_unstable();
        fleets.dedup();
        self.voyages.push(Voyage { army: unit, routes: complete, fleets, rule_21_fleet: None });
        Travel::Voyage(self.voyages.len() - 1)
    }

    /// Finds the fleet of rule 21 for each voyage: it convoys the army, and the unit that the army attacks
    /// supports an attack on it.
    fn find_rule_21_fleets(&mut self) {
        match self.edition {
            Edition::Y2000 | Edition::Y2023 => {}
            Edition::Datc => return,
        }
        for i in 0..self.voyages.len() {
            let voyage = &self.voyages[i];
            let rule_21_fleet = self
                .move_of(voyage.army)
                .and_then(|advance| self.at(advance.into))
                .and_then(|supporter| self.support_of(supporter))
                .filter(|support| support.matches && support.kind == SupportKind::Move)
                .and_then(|support| self.at(support.into))
                .filter(|fleet| voyage.fleets.contains(fleet));
            self.voyages[i].rule_21_fleet = rule_21_fleet;
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

    pub(crate) fn move_of(&self, unit: usize) -> Option<&MoveAttempt> {
        match &self.actions[unit] {
            Action::Move(advance) => Some(advance),
            Action::NoOrder | Action::Void(_) | Action::Hold | Action::Support(_) | Action::Convoy { .. } => {
                None
            }
        }
    }

    pub(crate) fn support_of(&self, unit: usize) -> Option<&Support> {
        match &self.actions[unit] {
            Action::Support(support) => Some(support),
            Action::NoOrder | Action::Void(_) | Action::Hold | Action::Move(_) | Action::Convoy { .. } => {
                None
            }
        }
    }

    /// The units that try to move into a province, also those whose convoy is broken.
    pub(crate) fn movers_into(&self, province: Province) -> impl Iterator<Item = usize> {
        (0..self.units.len())
            .filter(move |&unit| self.move_of(unit).is_some_and(|advance| advance.into == province))
    }

    /// The units whose support matches the order of this one.
    pub(crate) fn supporters_of(&self, unit: usize) -> impl Iterator<Item = usize> {
        (0..self.units.len()).filter(move |&other| {
            self.support_of(other).is_some_and(|support| support.helped == unit && support.matches)
        })
    }

    /// The opponent head to head: both units go by land, each to the province of the other.
    pub(crate) fn head_to_head(&self, unit: usize) -> Option<usize> {
        let advance = self.move_of(unit)?;
        let opponent = self.at(advance.into)?;
        let other = self.move_of(opponent)?;
        let clash = other.into == self.province(unit)
            && advance.travel == Travel::Land
            && other.travel == Travel::Land;
        clash.then_some(opponent)
    }
}
