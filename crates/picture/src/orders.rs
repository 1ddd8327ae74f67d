//! The orders of a movement phase and what became of them.
//!
//! First all lines are laid, each clear of those before it; then the crosses and rings are put where
//! only their own line is near, so that none seems to belong to another order.

use std::collections::BTreeSet;

use rules::{Because, Board, Location, Order, Outcome, Position, Province, Ruling, Sheet, Unit, UnitKind};

use crate::base::push;
use crate::curve::Point;
use crate::drawn::{Drawn, Mark, grown, push_use};
use crate::layout::{Layout, Line, Way};
use crate::marks::{Marker, RIM, SHORT, fate};
use crate::strokes::{Fate, Going, push_beyond, push_meant, push_move, push_support, push_way};
use crate::trail::{Obstacles, Trail};
use crate::voyages::{Moves, Route};

impl Marker<'_> {
    pub(crate) fn movement(&self, given: &Moves<'_>, drawn: &mut Drawn) {
        let Moves { position, orders, rulings } = *given;
        let units: Vec<Point> = position.forces.units().iter().map(|unit| self.at(unit.location)).collect();
        let obstacles = self.obstacles(&units);
        let contested = contested(self.board, position, orders, rulings);
        let mut layout = Layout::default();
        for (slot, unit) in position.forces.units().iter().enumerate() {
            self.lay_move(given, (slot, unit), &obstacles, &contested, &mut layout);
        }
        self.part(position, &contested, &obstacles, &mut layout);
        for (slot, unit) in position.forces.units().iter().enumerate() {
            self.lay_support(given, (slot, unit), &obstacles, &mut layout);
        }
        let signs = layout.signs(drawn, &obstacles);
        drawn.laid.clone_from(&layout.laid);
        for (slot, unit) in position.forces.units().iter().enumerate() {
            self.stand(given, (slot, unit), drawn);
        }
        for way in &layout.ways {
            let power = position.forces.units()[way.slot].power.index();
            match way.line {
                Line::Going(going) => push_move(drawn, power, &way.trail, way.fate, going),
                Line::Broken => push_way(drawn, power, &way.trail, way.fate, Going::Carried),
                Line::Support => push_support(drawn, power, &way.trail),
                Line::Meant => push_meant(drawn, power, &way.trail),
                Line::Beyond => push_beyond(drawn, power, &way.trail),
            }
            drawn.marks.insert(match way.line {
                Line::Going(Going::Carried) | Line::Broken => Mark::Carried,
                Line::Beyond => Mark::Broken,
                Line::Going(Going::Plain | Going::Fleeing) => Mark::Move,
                Line::Support | Line::Meant => Mark::Support,
            });
        }
        for (at, (sign, mark)) in signs {
            drawn.marks.insert(mark);
            drawn.sign(sign, at, 8.0);
        }
        for (slot, unit) in position.forces.units().iter().enumerate() {
            self.stranded(given, (slot, unit), drawn);
        }
        for province in contested {
            self.clash(position, province, drawn);
        }
        for way in &layout.ways {
            let unit = match (&way.line, given.orders.get(self.province_of(position, way.slot))) {
                (Line::Going(_), _) => position.forces.units().get(way.slot),
                // Whose way was meant: a fleet's, if the support names a coast.
                (Line::Meant, Some(Order::SupportMove { from, .. })) => position.forces.at(*from),
                (Line::Meant | Line::Broken | Line::Beyond | Line::Support, _) => None,
            };
            if let Some(unit) = unit {
                self.coast_of_goal(drawn, unit, way.to, way.trail.tip());
            }
        }
    }

    fn province_of(&self, position: &Position, slot: usize) -> Province {
        self.board.province_of(position.forces.units()[slot].location)
    }

    /// The sign of a stand-off: in the middle of an empty province, else beside the unit that has left it.
    fn clash(&self, position: &Position, province: Province, drawn: &mut Drawn) {
        drawn.marks.insert(Mark::Standoff);
        let at = match position.forces.at(province) {
            None => self.geometry.place(province).unit,
            Some(unit) => {
                let grown = drawn.grown;
                self.free_spot(drawn, self.at(unit.location), 15.0 * drawn.unit + 16.0 * grown, 13.0 * grown)
            }
        };
        drawn.sign("clash", at, 13.0);
    }

    /// What is drawn around a unit and not from it: hold, convoy, dislodgement.
    fn stand(&self, given: &Moves<'_>, (slot, unit): (usize, &Unit), drawn: &mut Drawn) {
        let here = self.at(unit.location);
        let ruling = given.rulings.get(slot);
        if ruling.is_some_and(|ruling| ruling.dislodged_from.is_some()) {
            drawn.burst(here);
        }
        if !self.is_shown(unit.power) {
            return;
        }
        let power = unit.power.index();
        match given.orders.get(self.board.province_of(unit.location)) {
            // A ring beneath the sign that it was driven out would not be seen.
            Some(Order::Hold) if ruling.is_none_or(|ruling| ruling.dislodged_from.is_none()) => {
                drawn.marks.insert(Mark::Hold);
                let (ring, wide) = (19.0 * drawn.unit, 2.4 * drawn.grown.min(1.6));
                drawn.take(here, ring + 1.0);
                push(
                    &mut drawn.lines,
                    format_args!(
                        r#"<circle class="ln ts" cx="{0:.1}" cy="{1:.1}" r="{ring:.1}" stroke-width="{2:.1}" opacity=".8"/><circle class="ln s{power}" cx="{0:.1}" cy="{1:.1}" r="{ring:.1}" stroke-width="{wide:.1}"/>"#,
                        here.x,
                        here.y,
                        wide + 2.6
                    ),
                );
            }
            Some(Order::Convoy { .. }) => {
                drawn.marks.insert(Mark::Convoy);
                drawn.take(here, 20.0 * drawn.unit);
                push(&mut drawn.lines, format_args!(r#"<g class="s{power}">"#));
                push_use(&mut drawn.lines, "wave", here, drawn.unit);
                drawn.lines.push_str("</g>");
            }
            Some(
                Order::Hold | Order::Move { .. } | Order::SupportHold { .. } | Order::SupportMove { .. },
            )
            | None => {}
        }
    }

    /// The sign of a convoy of which nothing came, at a corner of its fleet that no head needs.
    fn stranded(&self, given: &Moves<'_>, (slot, unit): (usize, &Unit), drawn: &mut Drawn) {
        let order = given.orders.get(self.board.province_of(unit.location));
        if !self.is_shown(unit.power) || !matches!(order, Some(Order::Convoy { .. })) {
            return;
        }
        if let Some((sign, mark)) = given.rulings.get(slot).map_or(Fate::Done, fate).sign() {
            drawn.marks.insert(mark);
            drawn.badge(sign, self.corner(drawn, self.at(unit.location)));
        }
    }

    fn lay_move(
        &self,
        given: &Moves<'_>,
        (slot, unit): (usize, &Unit),
        obstacles: &Obstacles<'_>,
        contested: &BTreeSet<Province>,
        layout: &mut Layout,
    ) {
        let from = self.board.province_of(unit.location);
        let Some(Order::Move { to, .. }) = given.orders.get(from) else { return };
        if !self.is_shown(unit.power) {
            return;
        }
        let goal = self.board.province_of(*to);
        let to = self.meant(unit, *to);
        let stop = self.stop(given.position, contested, goal);
        let fate = given.rulings.get(slot).map_or(Fate::Done, fate);
        let routes = self.routes(given, unit);
        if routes.is_empty() {
            let trail = self.step(unit, to, obstacles, &layout.laid).trimmed(RIM, stop);
            layout.lay(Way { slot, trail, fate, line: Line::Going(Going::Plain), to, sign_from: 0.0 });
        }
        for Route { fleets, broken_at } in &routes {
            match broken_at {
                // Every way on which the army could arrive tells what became of it.
                None => {
                    let trail = self.voyage(unit.location, fleets, to).trimmed(RIM, stop);
                    let last = fleets.last().map_or(0.0, |last| trail.nearest(self.at(*last)));
                    let line = Line::Going(Going::Carried);
                    layout.lay(Way { slot, trail, fate, line, to, sign_from: last });
                }
                // One that was broken ends at the fleet where that happened; fine dashes say where it led.
                Some(broken) => self.lay_broken(slot, unit, (fleets, *broken, to, stop), layout),
            }
        }
    }

    /// As far as a fleet that was dislodged, and how the army would have gone on.
    fn lay_broken(
        &self,
        slot: usize,
        unit: &Unit,
        (fleets, broken, to, stop): (&[Location], usize, Location, f32),
        layout: &mut Layout,
    ) {
        let fleet = fleets[broken];
        let (fate, beside) = (Fate::Failed, self.beside_unit());
        let trail = self.voyage(unit.location, &fleets[..broken], fleet).trimmed(RIM, beside);
        layout.lay(Way { slot, trail, fate, line: Line::Broken, to: fleet, sign_from: 0.0 });
        let trail = self.voyage(fleet, &fleets[broken + 1..], to).trimmed(beside, stop);
        layout.lay(Way { slot, trail, fate, line: Line::Beyond, to, sign_from: 0.0 });
    }

    /// Lays those again that run along others: the first ones did not know of those that came after.
    fn part(
        &self,
        position: &Position,
        contested: &BTreeSet<Province>,
        obstacles: &Obstacles<'_>,
        layout: &mut Layout,
    ) {
        for (number, way) in layout.ways.iter_mut().enumerate() {
            let old = std::mem::replace(&mut layout.laid[number], Trail::nowhere());
            let is_plain = matches!(way.line, Line::Going(Going::Plain));
            if is_plain && old.crowds(&layout.laid, obstacles.apart) >= 1.0 {
                let stop = self.stop(position, contested, self.board.province_of(way.to));
                let unit = &position.forces.units()[way.slot];
                way.trail = self.step(unit, way.to, obstacles, &layout.laid).trimmed(RIM, stop);
            }
            layout.laid[number] = way.trail.clone();
        }
    }

    /// How far from the middle of its goal an arrow ends.
    fn stop(&self, position: &Position, contested: &BTreeSet<Province>, goal: Province) -> f32 {
        match () {
            () if position.forces.at(goal).is_some() => self.beside_unit(),
            () if contested.contains(&goal) => 19.0,
            () => SHORT,
        }
    }

    /// How far from a unit's middle an arrow at it ends.
    fn beside_unit(&self) -> f32 {
        23.0 + (grown(self.scale) - 1.0) * 16.0
    }

    /// An order may leave the coast out where only one can be meant.
    fn meant(&self, unit: &Unit, to: Location) -> Location {
        let goal = self.board.province_of(to);
        if to != self.board.bare(goal) {
            return to;
        }
        let mut near = self.board.neighbours(unit.kind, unit.location).iter().copied();
        near.find(|near| self.board.province_of(*near) == goal).unwrap_or(to)
    }

    /// Whether the unit in a province was ordered to go where a support says, to that coast if it names one.
    fn goes(&self, given: &Moves<'_>, from: Province, to: Location) -> bool {
        let (Some(unit), Some(Order::Move { to: other, .. })) =
            (given.position.forces.at(from), given.orders.get(from))
        else {
            return false;
        };
        let goal = self.board.province_of(to);
        let other = if unit.kind == UnitKind::Fleet { self.meant(unit, *other) } else { *other };
        self.board.province_of(other) == goal && (to == self.board.bare(goal) || to == other)
    }

    fn lay_support(
        &self,
        given: &Moves<'_>,
        (slot, unit): (usize, &Unit),
        obstacles: &Obstacles<'_>,
        layout: &mut Layout,
    ) {
        if !self.is_shown(unit.power) {
            return;
        }
        let here = self.at(unit.location);
        let fate = given.rulings.get(slot).map_or(Fate::Done, fate);
        match given.orders.get(self.board.province_of(unit.location)) {
            Some(Order::SupportHold { of }) => {
                let there = self.unit_or_place(given.position, *of);
                let trail =
                    Trail::clear(here, there, obstacles, &layout.laid).trimmed(RIM, self.beside_unit());
                let to = self.board.bare(*of);
                layout.lay(Way { slot, trail, fate, line: Line::Support, to, sign_from: 0.0 });
            }
            Some(Order::SupportMove { from, to }) => {
                let helped = given.position.forces.slot(*from).filter(|_| self.goes(given, *from, *to));
                let mut aims: Vec<Point> = Vec::new();
                // A move by several routes is helped on each of them.
                for number in helped.map(|slot| layout.going(slot)).unwrap_or_default() {
                    aims.push(layout.ring(number, here, obstacles.units));
                }
                if aims.is_empty() {
                    // An order that was not given: the support points at the way as it was meant.
                    let start = self.unit_or_place(given.position, *from);
                    let meant = Trail::clear(start, self.at(*to), obstacles, &layout.laid);
                    aims.push(meant.at(0.6));
                    let trail = meant.trimmed(RIM + 6.0, SHORT);
                    let (fate, line) = (Fate::Done, Line::Meant);
                    layout.lay(Way { slot, trail, fate, line, to: *to, sign_from: 0.0 });
                }
                for aim in aims {
                    let trail = Trail::clear(here, aim, obstacles, &layout.laid).trimmed(RIM, 4.0);
                    layout.lay(Way { slot, trail, fate, line: Line::Support, to: *to, sign_from: 0.0 });
                }
            }
            Some(Order::Hold | Order::Move { .. } | Order::Convoy { .. }) | None => {}
        }
    }
}

/// Provinces that stay empty because several wanted to go there, also such as a unit has just left.
fn contested(
    board: &Board,
    position: &Position,
    orders: &Sheet<Order>,
    rulings: &[Ruling],
) -> BTreeSet<Province> {
    let goal = |unit: &Unit| match orders.get(board.province_of(unit.location)) {
        Some(Order::Move { to, .. }) => Some(board.province_of(*to)),
        Some(Order::Hold | Order::SupportHold { .. } | Order::SupportMove { .. } | Order::Convoy { .. })
        | None => None,
    };
    let all = || position.forces.units().iter().zip(rulings);
    let arrived = |unit: &Unit, ruling: &Ruling| ruling.outcome == Outcome::Succeeds && goal(unit).is_some();
    let stays_empty = |province: &Province| {
        let leaves = |(unit, ruling): (&Unit, &Ruling)| {
            board.province_of(unit.location) != *province || arrived(unit, ruling)
        };
        let enters =
            |(unit, ruling): (&Unit, &Ruling)| arrived(unit, ruling) && goal(unit) == Some(*province);
        all().all(leaves) && !all().any(enters)
    };
    let stood_off = |(unit, ruling): (&Unit, &Ruling)| {
        let is_standoff = matches!(
            ruling.because,
            Because::Standoff { .. }
                | Because::StandoffWithDislodged { .. }
                | Because::ConvoyedStandoff { .. }
        );
        goal(unit).filter(|_| is_standoff && ruling.outcome == Outcome::Fails)
    };
    let wanted: BTreeSet<Province> = all().filter_map(stood_off).collect();
    wanted.into_iter().filter(stays_empty).collect()
}
