//! How armies are carried: the chains of fleets, and the line through them.

use rules::{Location, Order, Passage, Position, Province, Ruling, Sheet, Unit, UnitKind};

use crate::curve::Point;
use crate::marks::Marker;
use crate::trail::Trail;

/// The movement phase that is drawn.
pub(crate) struct Moves<'a> {
    pub(crate) position: &'a Position,
    pub(crate) orders: &'a Sheet<Order>,
    /// By unit slot; empty if what became of the orders is not shown.
    pub(crate) rulings: &'a [Ruling],
}

/// A chain of fleets from coast to coast.
pub(crate) struct Route {
    pub(crate) fleets: Vec<Location>,
    /// The first of its fleets that was dislodged.
    pub(crate) broken_at: Option<usize>,
}

impl Marker<'_> {
    /// From fleet to fleet, through the corners of their waters.
    pub(crate) fn voyage(&self, from: Location, fleets: &[Location], to: Location) -> Trail {
        let mut spots = vec![self.at(from)];
        let mut last = from;
        let mut passed = Vec::new();
        for &next in fleets.iter().chain([&to]) {
            spots.extend(self.geometry.way(last, next));
            passed.push(spots.len());
            spots.push(self.at(next));
            last = next;
        }
        passed.pop();
        // From the last, so that the numbers of the others stay.
        for &number in passed.iter().rev() {
            let (before, fleet, after) = (spots[number - 1], spots[number], spots[number + 1]);
            if let Some((comes, goes)) = apart(before, fleet, after) {
                spots.splice(number..=number, [comes, fleet, goes]);
            }
        }
        Trail::through(&spots)
    }

    /// The ways by which fleets were ordered to carry an army, the one that it takes first; none if it
    /// goes by land.
    pub(crate) fn routes(&self, given: &Moves<'_>, unit: &Unit) -> Vec<Route> {
        let from = self.board.province_of(unit.location);
        let Some(Order::Move { to, passage }) = given.orders.get(from) else { return Vec::new() };
        let goal = self.board.province_of(*to);
        if unit.kind != UnitKind::Army || from == goal {
            return Vec::new();
        }
        let convoys = |fleet: &&Unit| {
            let order = given.orders.get(self.board.province_of(fleet.location));
            fleet.kind == UnitKind::Fleet && order == Some(&Order::Convoy { from, to: goal })
        };
        let fleets: Vec<&Unit> = given.position.forces.units().iter().filter(convoys).collect();
        let by_land = self.board.can_step(UnitKind::Army, unit.location, self.board.bare(goal));
        // With a way by land the convoy is used if it was asked for, or the army's own fleet takes part (F23).
        let own = fleets.iter().any(|fleet| given.position.table.same_player(fleet.power, unit.power));
        if by_land && *passage == Passage::Unstated && !own {
            return Vec::new();
        }
        // Of several routes the one that stayed open is taken (rule 20).
        let stays = |fleet: &&Unit| {
            let slot = given.position.forces.slot(self.board.province_of(fleet.location));
            let ruling = slot.and_then(|slot| given.rulings.get(slot));
            ruling.is_none_or(|ruling| ruling.dislodged_from.is_none())
        };
        let open: Vec<&Unit> = fleets.iter().copied().filter(stays).collect();
        let mut routes: Vec<Route> = Vec::new();
        for some in [&open, &fleets] {
            // Each further route goes by fleets that no other one uses.
            loop {
                let used = |fleet: &&Unit| routes.iter().any(|route| route.fleets.contains(&fleet.location));
                let free: Vec<&Unit> = some.iter().copied().filter(|fleet| !used(fleet)).collect();
                let chain = self.chain(&free, from, goal);
                if chain.is_empty() {
                    break;
                }
                let is_broken = |at: &Location| !open.iter().any(|fleet| fleet.location == *at);
                let broken_at = chain.iter().position(is_broken);
                routes.push(Route { fleets: chain, broken_at });
            }
        }
        routes
    }

    /// The shortest chain of fleets from coast to coast.
    fn chain(&self, fleets: &[&Unit], from: Province, goal: Province) -> Vec<Location> {
        let near = |fleet: &Unit, province| self.board.can_reach(UnitKind::Fleet, fleet.location, province);
        let mut came_from: Vec<Option<usize>> = vec![None; fleets.len()];
        let mut queue: Vec<usize> = (0..fleets.len()).filter(|i| near(fleets[*i], from)).collect();
        for &first in &queue {
            came_from[first] = Some(first);
        }
        let mut next = 0;
        while let Some(&i) = queue.get(next) {
            next += 1;
            if near(fleets[i], goal) {
                let mut chain = vec![fleets[i].location];
                let mut at = i;
                while let Some(before) = came_from[at].filter(|before| *before != at) {
                    at = before;
                    chain.push(fleets[at].location);
                }
                chain.reverse();
                return chain;
            }
            for j in 0..fleets.len() {
                if came_from[j].is_none() && near(fleets[i], self.board.province_of(fleets[j].location)) {
                    came_from[j] = Some(i);
                    queue.push(j);
                }
            }
        }
        Vec::new()
    }
}

/// Where a way that turns back at a fleet comes and goes, so that its two legs do not lie upon each other.
fn apart(before: Point, fleet: Point, after: Point) -> Option<(Point, Point)> {
    let towards = |to: Point| (to.y - fleet.y).atan2(to.x - fleet.x);
    let (one, other) = (towards(before), towards(after));
    let turn = (other - one + std::f32::consts::PI).rem_euclid(std::f32::consts::TAU) - std::f32::consts::PI;
    let (middle, wanted) = (one + turn / 2.0, 0.6_f32.copysign(turn));
    let spot = |angle: f32| Point::new(fleet.x + 21.0 * angle.cos(), fleet.y + 21.0 * angle.sin());
    (turn.abs() < 0.9).then(|| (spot(middle - wanted), spot(middle + wanted)))
}
