//! Convoy routes: the chains of fleets that convoy an army, and the path through them.

use rules::{Location, Order, Passage, Position, Province, Ruling, Sheet, Unit, UnitKind};

use crate::curve::Point;
use crate::order_path::OrderPath;
use crate::scene_painter::ScenePainter;

/// The movement phase that is drawn: position, orders and results.
pub(crate) struct MovementPhase<'a> {
    pub(crate) position: &'a Position,
    pub(crate) orders: &'a Sheet<Order>,
    /// By unit slot; empty if results are not shown.
    pub(crate) rulings: &'a [Ruling],
}

/// A convoy route: a chain of fleets from coast to coast.
pub(crate) struct ConvoyRoute {
    pub(crate) fleets: Vec<Location>,
    /// The index of its first dislodged fleet.
    pub(crate) broken_at: Option<usize>,
}

impl ScenePainter<'_> {
    /// The path from fleet to fleet, through their waypoints.
    pub(crate) fn convoy_path(&self, from: Location, fleets: &[Location], to: Location) -> OrderPath {
        let mut spots = vec![self.unit_spot(from)];
        let mut last = from;
        let mut passed = Vec::new();
        for &next in fleets.iter().chain([&to]) {
            spots.extend(self.geometry.fleet_waypoints(last, next));
            passed.push(spots.len());
            spots.push(self.unit_spot(next));
            last = next;
        }
        passed.pop();
        // From the last to the first, so that the indexes of the others do not change.
        for &number in passed.iter().rev() {
            let (before, fleet, after) = (spots[number - 1], spots[number], spots[number + 1]);
            if let Some((comes, goes)) = separated_legs(before, fleet, after) {
                spots.splice(number..=number, [comes, fleet, goes]);
            }
        }
        OrderPath::smooth_through(&spots)
    }

    /// The routes on which fleets have orders to convoy an army. The first one is the route that the army
    /// takes. Empty if it goes by land.
    pub(crate) fn convoy_routes(&self, given: &MovementPhase<'_>, unit: &Unit) -> Vec<ConvoyRoute> {
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
        let by_land = self.board.can_step(UnitKind::Army, unit.location, self.board.coastless(goal));
        // If the army can also go by land, the convoy is used if the order says so, or if a fleet of the same
        // player takes part (F23).
        let own = fleets.iter().any(|fleet| given.position.players.same_player(fleet.power, unit.power));
        if by_land && *passage == Passage::Unstated && !own {
            return Vec::new();
        }
        // Of several routes the army takes one that stayed open (rule 20).
        let stays = |fleet: &&Unit| {
            let slot = given.position.forces.slot(self.board.province_of(fleet.location));
            let ruling = slot.and_then(|slot| given.rulings.get(slot));
            ruling.is_none_or(|ruling| ruling.dislodged_from.is_none())
        };
        let open: Vec<&Unit> = fleets.iter().copied().filter(stays).collect();
        let mut routes: Vec<ConvoyRoute> = Vec::new();
        for some in [&open, &fleets] {
            // Each further route consists of fleets that no other route uses.
            loop {
                let used = |fleet: &&Unit| routes.iter().any(|route| route.fleets.contains(&fleet.location));
                let free: Vec<&Unit> = some.iter().copied().filter(|fleet| !used(fleet)).collect();
                let chain = self.shortest_fleet_chain(&free, from, goal);
                if chain.is_empty() {
                    break;
                }
                let is_broken = |at: &Location| !open.iter().any(|fleet| fleet.location == *at);
                let broken_at = chain.iter().position(is_broken);
                routes.push(ConvoyRoute { fleets: chain, broken_at });
            }
        }
        routes
    }

    /// The shortest chain of fleets from coast to coast; empty if there is none.
    fn shortest_fleet_chain(&self, fleets: &[&Unit], from: Province, goal: Province) -> Vec<Location> {
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

/// Two points beside a fleet where a path that turns back there arrives and leaves, so that its two legs do
/// not lie on each other. `None` if the turn is wide enough.
fn separated_legs(before: Point, fleet: Point, after: Point) -> Option<(Point, Point)> {
    let towards = |to: Point| (to.y - fleet.y).atan2(to.x - fleet.x);
    let (one, other) = (towards(before), towards(after));
    let turn = (other - one + std::f32::consts::PI).rem_euclid(std::f32::consts::TAU) - std::f32::consts::PI;
    let (middle, wanted) = (one + turn / 2.0, 0.6_f32.copysign(turn));
    let spot = |angle: f32| Point::new(fleet.x + 21.0 * angle.cos(), fleet.y + 21.0 * angle.sin());
    (turn.abs() < 0.9).then(|| (spot(middle - wanted), spot(middle + wanted)))
}
