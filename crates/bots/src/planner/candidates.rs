//! Candidate changes to a plan: small sets of orders that are tried together.

use rules::{Legality, Location, Options, Order, Province, Sheet, Terrain, Unit, UnitKind};

use crate::Seat;

use super::board_analysis::BoardAnalysis;

/// Orders that are tried together, and their priority: better candidates are tried first.
#[derive(Clone, Debug)]
pub(crate) struct Candidate {
    pub(crate) orders: Vec<(Province, Order)>,
    pub(crate) priority: f32,
}

/// Generates candidates for the units of a seat.
#[derive(Debug)]
pub(crate) struct CandidateGenerator<'a> {
    seat: &'a Seat<'a>,
    analysis: &'a BoardAnalysis<'a>,
    units: &'a [(usize, Unit)],
    /// By own unit: its moves to neighbours, and its moves by convoy.
    steps: Vec<Vec<(Province, Order)>>,
    convoyed_moves: Vec<Vec<(Province, Order)>>,
}

/// How much a foreign centre adds to the priority of a move.
const FOREIGN_CENTRE_PRIORITY: f32 = 1.0;
/// The minimum gain of a convoy.
const MIN_CONVOY_GAIN: f32 = 0.15;
/// An order of another player is expected if at least one in this number of guesses has it.
const EXPECTED_IF_ONE_IN: usize = 4;

impl<'a> CandidateGenerator<'a> {
    pub(crate) fn new(
        seat: &'a Seat<'a>,
        analysis: &'a BoardAnalysis<'a>,
        units: &'a [(usize, Unit)],
    ) -> Self {
        let board = seat.board;
        let mut options = Options::new(board);
        options.compute(&seat.position.forces);
        let (mut steps, mut voyages) = (Vec::new(), Vec::new());
        for &(slot, unit) in units {
            let (mut walk, mut sail) = (Vec::new(), Vec::new());
            for order in options.of(slot).iter() {
                let Order::Move { to, .. } = order else { continue };
                let there = board.province_of(to);
                let by_land = order == (Order::Move { to, passage: rules::Passage::Unstated })
                    && board.can_reach(unit.kind, unit.location, there);
                if by_land { walk.push((there, order)) } else { sail.push((there, order)) }
            }
            steps.push(walk);
            voyages.push(sail);
        }
        Self { seat, analysis, units, steps, convoyed_moves: voyages }
    }

    /// All candidates for a plan, the highest priority first.
    pub(crate) fn candidates(&self, plan: &Sheet<Order>, convoys: bool) -> Vec<Candidate> {
        let mut ideas = Vec::new();
        for i in 0..self.units.len() {
            self.add_single_orders(i, plan, &mut ideas);
            self.add_follow_moves(i, &mut ideas);
            for (there, order) in &self.steps[i] {
                if !self.stays_occupied(*there, plan) {
                    self.add_supported_attacks(i, *there, *order, Vec::new(), &mut ideas);
                }
            }
            if convoys {
                self.add_convoys(i, &mut ideas);
            }
        }
        ideas.sort_by(|one, other| other.priority.total_cmp(&one.priority));
        ideas
    }

    fn here(&self, i: usize) -> Province {
        self.seat.board.province_of(self.units[i].1.location)
    }

    /// Whether an own unit stays there by the plan. No other own unit should move there.
    fn stays_occupied(&self, there: Province, plan: &Sheet<Order>) -> bool {
        let resident = self.seat.position.forces.at(there);
        resident.is_some_and(|unit| self.analysis.is_own(unit.power))
            && !matches!(plan.get(there), Some(Order::Move { .. }))
    }

    /// What a unit gains by a move.
    fn gain(&self, unit: &Unit, order: Order) -> f32 {
        let Order::Move { to, .. } = order else { return 0.0 };
        let there = self.seat.board.province_of(to);
        // The power to grow may take centres from the other powers of its player.
        let takes = |power| {
            !self.analysis.is_own(power)
                || self.analysis.power_to_grow == Some(unit.power) && power != unit.power
        };
        let prize = self.seat.board.is_centre(there) && self.seat.position.owners.of(there).is_none_or(takes);
        let place = self.landing(unit, to);
        self.analysis.attraction(unit.kind, place) - self.analysis.attraction(unit.kind, unit.location)
            + if prize { FOREIGN_CENTRE_PRIORITY } else { 0.0 }
    }

    fn landing(&self, unit: &Unit, to: Location) -> Location {
        match unit.kind {
            UnitKind::Army => self.seat.board.coastless(self.seat.board.province_of(to)),
            UnitKind::Fleet => to,
        }
    }

    /// One unit does something else: it moves, holds, or supports an order of the plan.
    fn add_single_orders(&self, i: usize, plan: &Sheet<Order>, ideas: &mut Vec<Candidate>) {
        let (here, unit) = (self.here(i), &self.units[i].1);
        let mut add = |order: Order, promise: f32| {
            if plan.get(here) != Some(&order) {
                ideas.push(Candidate { orders: vec![(here, order)], priority: promise });
            }
        };
        add(Order::Hold, -0.2);
        for (there, order) in &self.steps[i] {
            if !self.stays_occupied(*there, plan) {
                add(*order, self.gain(unit, *order));
            }
        }
        for (j, (_, other)) in self.units.iter().enumerate() {
            if i == j {
                continue;
            }
            let from = self.here(j);
            let (there, order, promise) = match plan.get(from) {
                Some(&Order::Move { to, .. }) => {
                    let there = self.seat.board.province_of(to);
                    let order = Order::SupportMove { from, to };
                    (
                        there,
                        order,
                        0.3 + self.gain(other, Order::Move { to, passage: rules::Passage::Unstated }),
                    )
                }
                Some(_) | None => (from, Order::SupportHold { of: from }, 0.0),
            };
            if there != here && self.is_legal(unit, there, order) {
                add(order, promise);
            }
        }
    }

    /// A unit moves to a place that another own unit leaves.
    fn add_follow_moves(&self, i: usize, ideas: &mut Vec<Candidate>) {
        for (there, order) in &self.steps[i] {
            let Some(j) =
                self.units.iter().position(|(_, unit)| self.seat.board.province_of(unit.location) == *there)
            else {
                continue;
            };
            let gain = self.gain(&self.units[i].1, *order);
            for (onward, second) in &self.steps[j] {
                if *onward == self.here(i) {
                    continue;
                }
                let promise = gain + self.gain(&self.units[j].1, *second) - 0.2;
                ideas.push(Candidate {
                    orders: vec![(self.here(i), *order), (*there, *second)],
                    priority: promise,
                });
            }
        }
    }

    /// A unit moves with the support of one or two others.
    fn add_supported_attacks(
        &self,
        i: usize,
        there: Province,
        order: Order,
        with: Vec<(Province, Order)>,
        ideas: &mut Vec<Candidate>,
    ) {
        let Order::Move { to, .. } = order else { return };
        let from = self.here(i);
        let support = Order::SupportMove { from, to };
        let helpers: Vec<Province> = (0..self.units.len())
            .filter(|j| *j != i && self.here(*j) != there)
            .filter(|j| with.iter().all(|(busy, _)| *busy != self.here(*j)))
            .filter(|j| self.is_legal(&self.units[*j].1, there, support))
            .map(|j| self.here(j))
            .collect();
        let gain = self.gain(&self.units[i].1, order);
        // Support is useless if no rival can resist.
        let resisted = self.seat.position.forces.units().iter().any(|unit| {
            !self.analysis.is_own(unit.power)
                && (self.seat.board.province_of(unit.location) == there
                    || self.seat.board.can_reach(unit.kind, unit.location, there))
        });
        if !resisted {
            return;
        }
        for (n, first) in helpers.iter().enumerate() {
            let mut orders = with.clone();
            orders.push((from, order));
            orders.push((*first, support));
            ideas.push(Candidate { orders: orders.clone(), priority: gain + 0.1 });
            for second in &helpers[n + 1..] {
                let mut orders = orders.clone();
                orders.push((*second, support));
                ideas.push(Candidate { orders, priority: gain - 0.1 });
            }
        }
    }

    /// An army moves by a convoy of own fleets, perhaps with support.
    fn add_convoys(&self, i: usize, ideas: &mut Vec<Candidate>) {
        let unit = &self.units[i].1;
        for (there, order) in &self.convoyed_moves[i] {
            let gain = self.gain(unit, *order);
            if gain < MIN_CONVOY_GAIN {
                continue;
            }
            let Some(fleets) = self.convoy_route(self.here(i), *there) else { continue };
            let convoy = Order::Convoy { from: self.here(i), to: *there };
            let carry: Vec<(Province, Order)> = fleets.into_iter().map(|fleet| (fleet, convoy)).collect();
            let mut orders = carry.clone();
            orders.push((self.here(i), *order));
            ideas.push(Candidate { priority: gain - 0.1 * carry.len() as f32, orders });
            self.add_supported_attacks(i, *there, *order, carry, ideas);
        }
    }

    /// Supports for expected orders of other players: orders that a part of the guesses have.
    pub(crate) fn supports_for_others(&self, guesses: &[Sheet<Order>]) -> Vec<Candidate> {
        let board = self.seat.board;
        let others =
            self.seat.position.forces.units().iter().filter(|unit| !self.analysis.is_own(unit.power));
        let mut ideas = Vec::new();
        for from in others.map(|unit| board.province_of(unit.location)) {
            let mut expected: Vec<(Province, Order, usize)> = Vec::new();
            for guess in guesses {
                let (there, support) = match guess.get(from) {
                    Some(&Order::Move { to, .. }) => (board.province_of(to), Order::SupportMove { from, to }),
                    Some(_) | None => (from, Order::SupportHold { of: from }),
                };
                match expected.iter_mut().find(|(_, known, _)| *known == support) {
                    Some((_, _, times)) => *times += 1,
                    None => expected.push((there, support, 1)),
                }
            }
            expected.retain(|(_, _, times)| times * EXPECTED_IF_ONE_IN >= guesses.len());
            for (there, support, _) in expected {
                let helpers = (0..self.units.len()).filter(|i| self.here(*i) != there);
                for i in helpers.filter(|i| self.is_legal(&self.units[*i].1, there, support)) {
                    ideas.push(Candidate { orders: vec![(self.here(i), support)], priority: 0.0 });
                }
            }
        }
        ideas
    }

    /// The shortest chain of own fleets between two coasts.
    fn convoy_route(&self, from: Province, to: Province) -> Option<Vec<Province>> {
        let board = self.seat.board;
        let fleets: Vec<&Unit> = self
            .units
            .iter()
            .map(|(_, unit)| unit)
            .filter(|unit| board.terrain(board.province_of(unit.location)) == Terrain::Water)
            .collect();
        let touches = |fleet: &Unit, shore| board.can_reach(UnitKind::Fleet, fleet.location, shore);
        let mut came_from: Vec<Option<usize>> = vec![None; fleets.len()];
        let mut queue: Vec<usize> = (0..fleets.len()).filter(|f| touches(fleets[*f], from)).collect();
        let mut seen: Vec<bool> = fleets.iter().map(|fleet| touches(fleet, from)).collect();
        let mut done = 0;
        while let Some(&last) = queue.get(done) {
            done += 1;
            if touches(fleets[last], to) {
                let mut chain = vec![board.province_of(fleets[last].location)];
                let mut at = last;
                while let Some(before) = came_from[at] {
                    chain.push(board.province_of(fleets[before].location));
                    at = before;
                }
                return Some(chain);
            }
            for next in 0..fleets.len() {
                if !seen[next] && touches(fleets[last], board.province_of(fleets[next].location)) {
                    seen[next] = true;
                    came_from[next] = Some(last);
                    queue.push(next);
                }
            }
        }
        None
    }

    fn is_legal(&self, unit: &Unit, there: Province, order: Order) -> bool {
        self.seat.board.can_reach(unit.kind, unit.location, there)
            && Legality::new(self.seat.board, &self.seat.position.forces, self.seat.edition)
                .check(unit, order)
                .is_ok()
    }
}
