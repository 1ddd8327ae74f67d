//! Ideas for a better plan: small sets of orders that belong together.

use rules::{Legality, Location, Options, Order, Province, Sheet, Terrain, Unit, UnitKind};

use crate::Seat;

use super::ground::Ground;

/// Orders to be tried together, and how promising they look at first sight.
#[derive(Clone, Debug)]
pub(crate) struct Idea {
    pub(crate) orders: Vec<(Province, Order)>,
    pub(crate) promise: f32,
}

/// What can be ordered in a position, sorted by what a planner asks for.
#[derive(Debug)]
pub(crate) struct Possibilities<'a> {
    seat: &'a Seat<'a>,
    ground: &'a Ground<'a>,
    units: &'a [(usize, Unit)],
    /// By own unit: where it can go, and how (over land or sea).
    steps: Vec<Vec<(Province, Order)>>,
    voyages: Vec<Vec<(Province, Order)>>,
}

/// How much a foreign centre adds to the promise of going there.
const PRIZE: f32 = 1.0;
/// Voyages that gain less than this are not worth the fleets.
const LEAST_GAIN: f32 = 0.15;
/// What one of so many guesses has is worth helping.
const LIKELY: usize = 4;

impl<'a> Possibilities<'a> {
    pub(crate) fn new(seat: &'a Seat<'a>, ground: &'a Ground<'a>, units: &'a [(usize, Unit)]) -> Self {
        let board = seat.board;
        let mut options = Options::new(board);
        options.survey(&seat.position.forces);
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
        Self { seat, ground, units, steps, voyages }
    }

    /// Every idea that could improve on a plan, the most promising first.
    pub(crate) fn ideas(&self, plan: &Sheet<Order>, convoys: bool) -> Vec<Idea> {
        let mut ideas = Vec::new();
        for i in 0..self.units.len() {
            self.alone(i, plan, &mut ideas);
            self.follow(i, &mut ideas);
            for (there, order) in &self.steps[i] {
                if !self.is_kept(*there, plan) {
                    self.attack(i, *there, *order, Vec::new(), &mut ideas);
                }
            }
            if convoys {
                self.by_sea(i, &mut ideas);
            }
        }
        ideas.sort_by(|one, other| other.promise.total_cmp(&one.promise));
        ideas
    }

    fn here(&self, i: usize) -> Province {
        self.seat.board.province_of(self.units[i].1.location)
    }

    /// Whether one of ours stays there by the plan: nobody of ours should try to go there.
    fn is_kept(&self, there: Province, plan: &Sheet<Order>) -> bool {
        let resident = self.seat.position.forces.at(there);
        resident.is_some_and(|unit| self.ground.is_own(unit.power))
            && !matches!(plan.get(there), Some(Order::Move { .. }))
    }

    /// What a unit gains by standing there.
    fn gain(&self, unit: &Unit, order: Order) -> f32 {
        let Order::Move { to, .. } = order else { return 0.0 };
        let there = self.seat.board.province_of(to);
        // The heir may take from the other powers of its player.
        let takes =
            |power| !self.ground.is_own(power) || self.ground.heir == Some(unit.power) && power != unit.power;
        let prize = self.seat.board.is_centre(there) && self.seat.position.owners.of(there).is_none_or(takes);
        let place = self.landing(unit, to);
        self.ground.heat(unit.kind, place) - self.ground.heat(unit.kind, unit.location)
            + if prize { PRIZE } else { 0.0 }
    }

    fn landing(&self, unit: &Unit, to: Location) -> Location {
        match unit.kind {
            UnitKind::Army => self.seat.board.bare(self.seat.board.province_of(to)),
            UnitKind::Fleet => to,
        }
    }

    /// One unit does something else: goes, holds, or helps what the plan has already.
    fn alone(&self, i: usize, plan: &Sheet<Order>, ideas: &mut Vec<Idea>) {
        let (here, unit) = (self.here(i), &self.units[i].1);
        let mut add = |order: Order, promise: f32| {
            if plan.get(here) != Some(&order) {
                ideas.push(Idea { orders: vec![(here, order)], promise });
            }
        };
        add(Order::Hold, -0.2);
        for (there, order) in &self.steps[i] {
            if !self.is_kept(*there, plan) {
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

    /// A unit goes where another of ours leaves.
    fn follow(&self, i: usize, ideas: &mut Vec<Idea>) {
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
                ideas.push(Idea { orders: vec![(self.here(i), *order), (*there, *second)], promise });
            }
        }
    }

    /// A unit goes somewhere with the support of one or two others.
    fn attack(
        &self,
        i: usize,
        there: Province,
        order: Order,
        with: Vec<(Province, Order)>,
        ideas: &mut Vec<Idea>,
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
        // Help is wasted where nobody resists.
        let resisted = self.seat.position.forces.units().iter().any(|unit| {
            !self.ground.is_own(unit.power)
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
            ideas.push(Idea { orders: orders.clone(), promise: gain + 0.1 });
            for second in &helpers[n + 1..] {
                let mut orders = orders.clone();
                orders.push((*second, support));
                ideas.push(Idea { orders, promise: gain - 0.1 });
            }
        }
    }

    /// An army goes by sea, carried by our own fleets; perhaps with support.
    fn by_sea(&self, i: usize, ideas: &mut Vec<Idea>) {
        let unit = &self.units[i].1;
        for (there, order) in &self.voyages[i] {
            let gain = self.gain(unit, *order);
            if gain < LEAST_GAIN {
                continue;
            }
            let Some(fleets) = self.route(self.here(i), *there) else { continue };
            let convoy = Order::Convoy { from: self.here(i), to: *there };
            let carry: Vec<(Province, Order)> = fleets.into_iter().map(|fleet| (fleet, convoy)).collect();
            let mut orders = carry.clone();
            orders.push((self.here(i), *order));
            ideas.push(Idea { promise: gain - 0.1 * carry.len() as f32, orders });
            self.attack(i, *there, *order, carry, ideas);
        }
    }

    /// Help for what others are expected to do: units of ours support theirs, where at least a part of
    /// some guesses have the same order.
    pub(crate) fn favours(&self, guesses: &[Sheet<Order>]) -> Vec<Idea> {
        let board = self.seat.board;
        let others = self.seat.position.forces.units().iter().filter(|unit| !self.ground.is_own(unit.power));
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
            expected.retain(|(_, _, times)| times * LIKELY >= guesses.len());
            for (there, support, _) in expected {
                let helpers = (0..self.units.len()).filter(|i| self.here(*i) != there);
                for i in helpers.filter(|i| self.is_legal(&self.units[*i].1, there, support)) {
                    ideas.push(Idea { orders: vec![(self.here(i), support)], promise: 0.0 });
                }
            }
        }
        ideas
    }

    /// The shortest chain of own fleets between two shores.
    fn route(&self, from: Province, to: Province) -> Option<Vec<Province>> {
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
