//! Orders and what became of them, drawn.

use std::collections::BTreeSet;

use rules::{
    Adjustment, Because, Board, Entry, Location, Order, Outcome, Passage, Position, Power, Province,
    RetreatOrder, Ruling, Sheet, Terrain, Unit, UnitKind,
};

use crate::arrows::{Fate, Obstacles, Trail, push_move, push_support};
use crate::base::push;
use crate::curve::Point;
use crate::tokens::Token;
use crate::{Deeds, Geometry, Labels, Rect, Scene};

/// Everything that changes from picture to picture, in two layers: beneath and above the names.
#[derive(Default, Debug)]
pub(crate) struct Drawn {
    pub(crate) orders: String,
    pub(crate) units: String,
}

pub(crate) struct Marker<'a> {
    pub(crate) board: &'a Board,
    pub(crate) geometry: &'a Geometry,
    pub(crate) labels: &'a Labels,
    pub(crate) words: &'a [Rect],
    pub(crate) only: Option<Power>,
    /// Units grow on small pictures.
    pub(crate) unit_scale: f32,
}

/// A dislodged unit stands beside the one that took its place.
const ASIDE: Point = Point::new(27.0, 17.0);
/// How far from a unit its own arrow begins, and an arrow at it ends.
const RIM: f32 = 15.0;

impl Marker<'_> {
    pub(crate) fn draw(&self, scene: &Scene<'_>) -> Drawn {
        let mut drawn = Drawn::default();
        self.units(scene, &mut drawn.units);
        match scene.deeds {
            Deeds::None => {}
            Deeds::Reach(province) => self.reach(scene.position, province, &mut drawn),
            Deeds::Movement { orders, rulings } => self.movement(scene.position, orders, rulings, &mut drawn),
            Deeds::Retreats { orders, rulings } => self.retreats(scene.position, orders, rulings, &mut drawn),
            Deeds::Adjustments(list) => self.adjustments(scene.position, list, &mut drawn),
        }
        drawn
    }

    fn at(&self, location: Location) -> Point {
        self.geometry.unit_at(self.board, location)
    }

    fn is_shown(&self, power: Power) -> bool {
        self.only.is_none_or(|only| only == power)
    }

    fn token(&self, out: &mut String, unit: &Unit, at: Point, scale: f32, ghost: bool) {
        let coast = self.board.coast(unit.location).filter(|_| unit.kind == UnitKind::Fleet);
        let token =
            Token {
                kind: unit.kind,
                power: unit.power.index(),
                at,
                emblem: self.labels.emblem(unit.power),
                coast: coast.map(|coast| self.labels.coast(coast)),
                scale: scale * self.unit_scale,
                // The gun must not cover the centre.
                left: self.geometry.place(self.board.province_of(unit.location)).centre.is_some_and(
                    |centre| centre.x > at.x && centre.y < at.y + 6.0 && centre.distance(at) < 34.0,
                ),
                ghost,
            };
        token.push(out);
    }

    fn mark(&self, out: &mut String, mark: &str, at: Point) {
        push(out, format_args!(r##"<use href="#{mark}" x="{:.1}" y="{:.1}"/>"##, at.x, at.y));
    }

    fn units(&self, scene: &Scene<'_>, out: &mut String) {
        for unit in scene.position.forces.units() {
            self.token(out, unit, self.at(unit.location), 1.0, false);
        }
        for fallen in &scene.position.dislodged {
            let at = self.aside(fallen.unit.location);
            self.mark(out, "burst", at);
            self.token(out, &fallen.unit, at, 0.9, false);
        }
    }

    fn aside(&self, location: Location) -> Point {
        let at = self.at(location);
        Point::new(at.x + ASIDE.x, at.y + ASIDE.y)
    }

    fn reach(&self, position: &Position, province: Province, drawn: &mut Drawn) {
        let Some(unit) = position.forces.at(province) else { return };
        let here = self.at(unit.location);
        let obstacles = Obstacles { words: self.words, units: &[here] };
        for &to in self.board.neighbours(unit.kind, unit.location) {
            let trail = Trail::clear(here, self.at(to), &obstacles).trimmed(RIM, 8.0);
            push_move(&mut drawn.orders, unit.power.index(), &trail, Fate::Done, "");
        }
    }

    fn movement(&self, position: &Position, orders: &Sheet<Order>, rulings: &[Ruling], drawn: &mut Drawn) {
        let units: Vec<Point> = position.forces.units().iter().map(|unit| self.at(unit.location)).collect();
        let obstacles = Obstacles { words: self.words, units: &units };
        let contested = contested(self.board, position, orders, rulings);
        let trails: Vec<Option<Trail>> = position
            .forces
            .units()
            .iter()
            .map(|unit| self.trail(position, (orders, rulings), unit, &obstacles, &contested))
            .collect();
        let (mut supports, mut moves) = (String::new(), String::new());
        for (slot, unit) in position.forces.units().iter().enumerate() {
            let here = self.at(unit.location);
            let ruling = rulings.get(slot);
            let fate = ruling.map_or(Fate::Done, fate);
            if ruling.is_some_and(|ruling| ruling.dislodged_from.is_some()) {
                self.mark(&mut drawn.units, "burst", here);
            }
            let Some(order) = orders.get(self.board.province_of(unit.location)) else { continue };
            if !self.is_shown(unit.power) {
                continue;
            }
            let power = unit.power.index();
            match *order {
                Order::Hold => push(
                    &mut drawn.orders,
                    format_args!(
                        r#"<circle class="ln ts" cx="{0:.1}" cy="{1:.1}" r="19" stroke-width="5" opacity=".8"/><circle class="ln s{power}" cx="{0:.1}" cy="{1:.1}" r="19" stroke-width="2.4"/>"#,
                        here.x, here.y
                    ),
                ),
                Order::Move { .. } => {
                    if let Some(trail) = &trails[slot] {
                        let dashes = if self.carriers(position, orders, rulings, unit).is_empty() {
                            ""
                        } else {
                            "13 5"
                        };
                        push_move(&mut moves, power, trail, fate, dashes);
                    }
                }
                Order::SupportHold { of } => {
                    let there = self.unit_or_place(position, of);
                    let trail = Trail::clear(here, there, &obstacles).trimmed(RIM, 20.0);
                    push_support(&mut supports, power, &trail, fate, Some(there));
                }
                Order::SupportMove { from, to } => {
                    let helped = position.forces.slot(from).and_then(|slot| trails[slot].clone());
                    let goes = matches!(orders.get(from), Some(Order::Move { to: other, .. })
                        if self.board.province_of(*other) == self.board.province_of(to));
                    // A support of an order that was not given points at the way as it was meant.
                    let way = helped.filter(|_| goes).unwrap_or_else(|| {
                        Trail::clear(self.unit_or_place(position, from), self.at(to), &obstacles)
                    });
                    let aim = way.at(0.6);
                    let trail = Trail::clear(here, aim, &obstacles).trimmed(RIM, 4.0);
                    push_support(&mut supports, power, &trail, fate, None);
                }
                Order::Convoy { .. } => {
                    push(
                        &mut drawn.orders,
                        format_args!(
                            r##"<use href="#wave" class="s{power}" x="{:.1}" y="{:.1}"/>"##,
                            here.x, here.y
                        ),
                    );
                    if fate == Fate::Failed {
                        self.mark(&mut drawn.units, "cross", Point::new(here.x + 17.0, here.y - 15.0));
                    }
                }
            }
        }
        // The end of a support lies on the way that it helps.
        drawn.orders.push_str(&moves);
        drawn.orders.push_str(&supports);
        for province in contested {
            self.mark(&mut drawn.orders, "clash", self.geometry.place(province).unit);
        }
    }

    fn unit_or_place(&self, position: &Position, province: Province) -> Point {
        match position.forces.at(province) {
            Some(unit) => self.at(unit.location),
            None => self.geometry.place(province).unit,
        }
    }

    /// The way of a unit that is ordered to move: through its fleets if it is carried.
    fn trail(
        &self,
        position: &Position,
        (orders, rulings): (&Sheet<Order>, &[Ruling]),
        unit: &Unit,
        obstacles: &Obstacles<'_>,
        contested: &BTreeSet<Province>,
    ) -> Option<Trail> {
        let Order::Move { to, .. } = *orders.get(self.board.province_of(unit.location))? else { return None };
        let goal = self.board.province_of(to);
        // An order may leave the coast out where only one can be meant.
        let reached = self.board.neighbours(unit.kind, unit.location).iter();
        let to = reached
            .copied()
            .find(|l| *l != to && self.board.province_of(*l) == goal && self.board.bare(goal) == to);
        let to = to.unwrap_or_else(|| {
            match *orders.get(self.board.province_of(unit.location)).unwrap_or(&Order::Hold) {
                Order::Move { to, .. } => to,
                Order::Hold
                | Order::SupportHold { .. }
                | Order::SupportMove { .. }
                | Order::Convoy { .. } => unit.location,
            }
        });
        let (here, there) = (self.at(unit.location), self.at(to));
        let stop = match () {
            () if position.forces.at(goal).is_some() => 23.0,
            () if contested.contains(&goal) => 18.0,
            () => 8.0,
        };
        let carriers = self.carriers(position, orders, rulings, unit);
        let from = self.board.province_of(unit.location);
        let back =
            matches!(orders.get(goal), Some(Order::Move { to, .. }) if self.board.province_of(*to) == from);
        let at_sea = |province| self.board.terrain(province) == Terrain::Water;
        let gate = self.geometry.gate((from, here), (goal, there)).filter(|gate| {
            // A fleet does not sail through a country when it could go around it.
            let detour = if at_sea(from) && at_sea(goal) { 1.12 } else { 1.4 };
            (at_sea(from) || at_sea(goal))
                && gate.distance(here) + gate.distance(there) > here.distance(there) * detour
        });
        let trail = match (carriers.is_empty(), gate) {
            // Two that want each other's place pass on different sides.
            (true, _) if back => Trail::bent(here, there, 0.13),
            (true, Some(gate)) => Trail::through(&[here, gate, there]),
            (true, None) => Trail::clear(here, there, obstacles),
            (false, _) => self.voyage(here, &carriers, there),
        };
        Some(trail.trimmed(RIM, stop))
    }

    /// From fleet to fleet by way of the border that their seas share.
    fn voyage(&self, here: Point, carriers: &[Location], there: Point) -> Trail {
        let mut spots = vec![here];
        for (i, &fleet) in carriers.iter().enumerate() {
            if let Some(&before) = i.checked_sub(1).and_then(|i| carriers.get(i)) {
                let sea = |fleet: Location| (self.board.province_of(fleet), self.at(fleet));
                spots.extend(self.geometry.gate(sea(before), sea(fleet)));
            }
            spots.push(self.at(fleet));
        }
        spots.push(there);
        Trail::through(&spots)
    }

    /// The shortest chain of fleets that were ordered to carry an army, if it goes by sea.
    fn carriers(
        &self,
        position: &Position,
        orders: &Sheet<Order>,
        rulings: &[Ruling],
        unit: &Unit,
    ) -> Vec<Location> {
        let from = self.board.province_of(unit.location);
        let Some(Order::Move { to, passage }) = orders.get(from) else { return Vec::new() };
        let goal = self.board.province_of(*to);
        if unit.kind != UnitKind::Army || from == goal {
            return Vec::new();
        }
        let convoys = |fleet: &&Unit| {
            let order = orders.get(self.board.province_of(fleet.location));
            fleet.kind == UnitKind::Fleet && order == Some(&Order::Convoy { from, to: goal })
        };
        let fleets: Vec<&Unit> = position.forces.units().iter().filter(convoys).collect();
        let by_land = self.board.can_step(UnitKind::Army, unit.location, self.board.bare(goal));
        // With a way by land the convoy is used if it was asked for, or the army's own fleet takes part (F23).
        let own = fleets.iter().any(|fleet| position.table.same_player(fleet.power, unit.power));
        if by_land && *passage == Passage::Unstated && !own {
            return Vec::new();
        }
        // Of several routes the one that stayed open is drawn (rule 20).
        let stays = |fleet: &&Unit| {
            let slot = position.forces.slot(self.board.province_of(fleet.location));
            slot.and_then(|slot| rulings.get(slot)).is_none_or(|ruling| ruling.dislodged_from.is_none())
        };
        let open: Vec<&Unit> = fleets.iter().copied().filter(stays).collect();
        let chain = self.chain(&open, from, goal);
        if chain.is_empty() { self.chain(&fleets, from, goal) } else { chain }
    }

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

    fn retreats(
        &self,
        position: &Position,
        orders: &Sheet<RetreatOrder>,
        rulings: &[Ruling],
        drawn: &mut Drawn,
    ) {
        let units: Vec<Point> = position.forces.units().iter().map(|unit| self.at(unit.location)).collect();
        let obstacles = Obstacles { words: self.words, units: &units };
        for (i, fallen) in position.dislodged.iter().enumerate() {
            if !self.is_shown(fallen.unit.power) {
                continue;
            }
            let here = self.aside(fallen.unit.location);
            let order = orders.get(self.board.province_of(fallen.unit.location));
            let fate = rulings.get(i).map_or(Fate::Done, fate);
            match order {
                Some(RetreatOrder::To(to)) => {
                    let trail = Trail::clear(here, self.at(*to), &obstacles).trimmed(RIM, 8.0);
                    push_move(&mut drawn.orders, fallen.unit.power.index(), &trail, fate, "2 7");
                }
                Some(RetreatOrder::Disband) => {}
                None => {}
            }
            let gone = rulings.get(i).is_some_and(|ruling| ruling.because != Because::Retreated);
            if gone || order == Some(&RetreatOrder::Disband) {
                self.mark(&mut drawn.units, "minus", Point::new(here.x + 14.0, here.y - 12.0));
            }
        }
    }

    fn adjustments(&self, position: &Position, list: &[Adjustment], drawn: &mut Drawn) {
        for adjustment in list.iter().filter(|adjustment| self.is_shown(adjustment.power)) {
            let void = adjustment.ruling.outcome != Outcome::Succeeds;
            match adjustment.entry {
                Entry::Build { kind, at } => {
                    let spot = self.at(at);
                    let unit = Unit { kind, power: adjustment.power, location: at };
                    self.token(&mut drawn.units, &unit, spot, 1.0, void);
                    let badge = Point::new(spot.x + 14.0, spot.y - 14.0);
                    self.mark(&mut drawn.units, if void { "cross" } else { "plus" }, badge);
                }
                Entry::Remove { at } => {
                    let spot = self.unit_or_place(position, at);
                    self.mark(&mut drawn.units, "burst", spot);
                    self.mark(&mut drawn.units, "minus", Point::new(spot.x + 14.0, spot.y - 14.0));
                }
                Entry::Waive => {
                    // It names no place: the mark stands at the first home centre that stays empty.
                    let built: Vec<Province> = list.iter().filter_map(|a| self.built(a)).collect();
                    let homes = self.board.homes(adjustment.power).iter().copied();
                    let empty =
                        |home: &Province| position.forces.at(*home).is_none() && !built.contains(home);
                    if let Some(home) = homes.clone().find(empty).or_else(|| homes.clone().next()) {
                        let at = self.geometry.place(home).unit;
                        push(
                            &mut drawn.units,
                            format_args!(
                                r#"<circle class="tk s{0}" cx="{1:.1}" cy="{2:.1}" r="11" stroke-width="2" stroke-dasharray="3 3"/><path class="ln is" stroke-width="2.2" d="M{3:.1} {2:.1}h9"/>"#,
                                adjustment.power.index(),
                                at.x,
                                at.y,
                                at.x - 4.5
                            ),
                        );
                    }
                }
            }
        }
    }

    fn built(&self, adjustment: &Adjustment) -> Option<Province> {
        match adjustment.entry {
            Entry::Build { at, .. } => Some(self.board.province_of(at)),
            Entry::Remove { .. } | Entry::Waive => None,
        }
    }
}

fn fate(ruling: &Ruling) -> Fate {
    match ruling.outcome {
        Outcome::Succeeds => Fate::Done,
        Outcome::Fails | Outcome::Void => Fate::Failed,
    }
}

/// Empty provinces where a move failed because others wanted to go there too.
pub(crate) fn contested(
    board: &Board,
    position: &Position,
    orders: &Sheet<Order>,
    rulings: &[Ruling],
) -> BTreeSet<Province> {
    let goal = |(unit, ruling): (&Unit, &Ruling)| {
        let Some(Order::Move { to, .. }) = orders.get(board.province_of(unit.location)) else { return None };
        let stood_off = matches!(
            ruling.because,
            Because::Standoff { .. }
                | Because::StandoffWithDislodged { .. }
                | Because::ConvoyedStandoff { .. }
        );
        let goal = board.province_of(*to);
        (stood_off && ruling.outcome == Outcome::Fails && position.forces.at(goal).is_none()).then_some(goal)
    };
    position.forces.units().iter().zip(rulings).filter_map(goal).collect()
}
