//! The orders of a movement phase and what became of them.
//!
//! First all lines are laid, each clear of those before it; then the crosses and rings are put where
//! only their own line is near, so that none seems to belong to another order.

use std::collections::BTreeSet;

use rules::{Because, Board, Location, Order, Outcome, Position, Province, Ruling, Sheet, Unit, UnitKind};

use crate::Rect;
use crate::base::push;
use crate::curve::Point;
use crate::drawn::{Drawn, Mark, grown, push_use};
use crate::marks::{Marker, RIM, SHORT, fate};
use crate::strokes::{Fate, Going, push_meant, push_move, push_support, push_way};
use crate::trail::{Obstacles, Trail};
use crate::voyages::{Orders, Route};

/// A way shorter than this has its sign beside it.
const SHORT_WAY: f32 = 34.0;

/// A line that was laid.
struct Way {
    slot: usize,
    trail: Trail,
    fate: Fate,
    line: Line,
    /// Where it leads.
    to: Location,
}

enum Line {
    Going(Going),
    /// A second route of a carried army, as far as the fleet where it was broken.
    Broken,
    Support,
    /// The way that a support was meant for, though nobody goes it.
    Meant,
}

impl Marker<'_> {
    pub(crate) fn movement(
        &self,
        position: &Position,
        orders: &Sheet<Order>,
        rulings: &[Ruling],
        drawn: &mut Drawn,
    ) {
        let units: Vec<Point> = position.forces.units().iter().map(|unit| self.at(unit.location)).collect();
        let obstacles = Obstacles { words: self.words, units: &units };
        let contested = contested(self.board, position, orders, rulings);
        let given = Orders { position, orders, rulings };
        let mut layout = Layout { ways: Vec::new(), laid: Vec::new(), rings: Vec::new() };
        for (slot, unit) in position.forces.units().iter().enumerate() {
            self.lay_move(&given, (slot, unit), &obstacles, &contested, &mut layout);
        }
        for (slot, unit) in position.forces.units().iter().enumerate() {
            self.lay_support(&given, (slot, unit), &obstacles, &mut layout);
        }
        let signs = layout.signs(&units, self.words);
        drawn.laid = layout.laid;
        for (slot, unit) in position.forces.units().iter().enumerate() {
            self.stand(&given, (slot, unit), drawn);
        }
        for way in &layout.ways {
            let power = position.forces.units()[way.slot].power.index();
            match way.line {
                Line::Going(going) => push_move(drawn, power, &way.trail, way.fate, going),
                Line::Broken => push_way(drawn, power, &way.trail, way.fate, Going::Carried),
                Line::Support => push_support(drawn, power, &way.trail),
                Line::Meant => push_meant(drawn, power, &way.trail),
            }
            drawn.marks.insert(match way.line {
                Line::Going(Going::Carried) | Line::Broken => Mark::Carried,
                Line::Going(Going::Plain | Going::Fleeing) => Mark::Move,
                Line::Support | Line::Meant => Mark::Support,
            });
        }
        for (at, (sign, mark)) in signs {
            drawn.marks.insert(mark);
            drawn.sign(sign, at, 8.0);
        }
        for province in contested {
            self.clash(position, province, drawn);
        }
        for way in &layout.ways {
            let unit = match (&way.line, given.orders.get(self.province_of(position, way.slot))) {
                (Line::Going(_), _) => position.forces.units().get(way.slot),
                // Whose way was meant: a fleet's, if the support names a coast.
                (Line::Meant, Some(Order::SupportMove { from, .. })) => position.forces.at(*from),
                (Line::Meant | Line::Broken | Line::Support, _) => None,
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
    fn stand(&self, given: &Orders<'_>, (slot, unit): (usize, &Unit), drawn: &mut Drawn) {
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
                if let Some((sign, mark)) = ruling.map_or(Fate::Done, fate).sign() {
                    drawn.marks.insert(mark);
                    drawn.badge(sign, self.corner(drawn, here));
                }
            }
            Some(
                Order::Hold | Order::Move { .. } | Order::SupportHold { .. } | Order::SupportMove { .. },
            )
            | None => {}
        }
    }

    fn lay_move(
        &self,
        given: &Orders<'_>,
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
        let stop = match () {
            () if given.position.forces.at(goal).is_some() => self.beside_unit(),
            () if contested.contains(&goal) => 19.0,
            () => SHORT,
        };
        let fate = given.rulings.get(slot).map_or(Fate::Done, fate);
        let routes = self.routes(given, unit);
        if routes.is_empty() {
            let trail = self.step(unit, to, obstacles, &layout.laid).trimmed(RIM, stop);
            layout.lay(Way { slot, trail, fate, line: Line::Going(Going::Plain), to });
        }
        for (i, Route { fleets, broken_at }) in routes.iter().enumerate() {
            // Every way on which the army could arrive tells what became of it. A further one that was broken
            // ends at the fleet where that happened, or it would seem to share the head of the others.
            let way = match broken_at.filter(|_| i > 0) {
                None => {
                    let trail = self.voyage(unit, fleets, to).trimmed(RIM, stop);
                    Way { slot, trail, fate, line: Line::Going(Going::Carried), to }
                }
                Some(last) => {
                    let trail = self.voyage(unit, &fleets[..last], fleets[last]);
                    let trail = trail.trimmed(RIM, self.beside_unit());
                    Way { slot, trail, fate: Fate::Failed, line: Line::Broken, to: fleets[last] }
                }
            };
            layout.lay(way);
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
    fn goes(&self, given: &Orders<'_>, from: Province, to: Location) -> bool {
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
        given: &Orders<'_>,
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
                layout.lay(Way { slot, trail, fate, line: Line::Support, to: self.board.bare(*of) });
            }
            Some(Order::SupportMove { from, to }) => {
                let helped = given.position.forces.slot(*from).filter(|_| self.goes(given, *from, *to));
                let aim = match helped.and_then(|slot| layout.ways.iter().position(|way| way.slot == slot)) {
                    Some(number) => layout.ring(number, here, obstacles.units),
                    // An order that was not given: the support points at the way as it was meant.
                    None => {
                        let start = self.unit_or_place(given.position, *from);
                        let meant = Trail::clear(start, self.at(*to), obstacles, &layout.laid);
                        let aim = meant.at(0.6);
                        let trail = meant.trimmed(RIM + 6.0, SHORT);
                        layout.lay(Way { slot, trail, fate: Fate::Done, line: Line::Meant, to: *to });
                        aim
                    }
                };
                let trail = Trail::clear(here, aim, obstacles, &layout.laid).trimmed(RIM, 4.0);
                layout.lay(Way { slot, trail, fate, line: Line::Support, to: *to });
            }
            Some(Order::Hold | Order::Move { .. } | Order::Convoy { .. }) | None => {}
        }
    }
}

/// The lines as they are laid, one after the other.
struct Layout {
    ways: Vec<Way>,
    /// Their trails alone, for the next ones to keep clear of.
    laid: Vec<Trail>,
    /// Where supports end.
    rings: Vec<Point>,
}

impl Layout {
    fn lay(&mut self, way: Way) {
        self.laid.push(way.trail.clone());
        self.ways.push(way);
    }

    /// Where a support reaches the way that it helps: near the supporter, away from other lines and rings.
    fn ring(&mut self, helped: usize, from: Point, units: &[Point]) -> Point {
        let trail = &self.ways[helped].trail;
        let score = |part: f32| {
            let at = trail.at(part);
            let others = self.laid.iter().enumerate().filter(|(n, _)| *n != helped);
            let to_lines = others.map(|(_, other)| other.distance(at)).fold(16.0, f32::min);
            let to_rings = self.rings.iter().map(|ring| ring.distance(at)).fold(15.0, f32::min);
            let to_units = units.iter().map(|unit| unit.distance(at)).fold(28.0, f32::min);
            to_lines + to_rings * 1.5 + to_units - at.distance(from) * 0.04 - (part - 0.55).abs() * 6.0
        };
        let at = trail.at(best([0.3, 0.4, 0.5, 0.6, 0.7, 0.8], score));
        self.rings.push(at);
        at
    }

    /// One a line of which nothing came, on that line.
    fn signs(&self, units: &[Point], words: &[Rect]) -> Vec<(Point, (&'static str, Mark))> {
        let mut placed: Vec<Point> = Vec::new();
        let mut signs = Vec::new();
        for (number, way) in self.ways.iter().enumerate() {
            let Some(sign) = way.fate.sign() else { continue };
            let score = |(at, part): &(Point, f32)| {
                let others = self.laid.iter().enumerate().filter(|(n, _)| *n != number);
                let to_lines = others.map(|(_, other)| other.distance(*at)).fold(20.0, f32::min);
                let marks = self.rings.iter().chain(&placed);
                let to_marks = marks.map(|mark| mark.distance(*at)).fold(18.0, f32::min);
                let to_units = units.iter().map(|unit| unit.distance(*at)).fold(28.0, f32::min);
                let in_words = words.iter().map(|word| word.depth(*at)).fold(-7.0, f32::max);
                // The head is worth seeing too.
                let to_tip = way.trail.tip().distance(*at).min(18.0);
                to_lines + to_marks * 1.3 + to_units * 0.5 + to_tip * 0.8
                    - in_words * 0.5
                    - (part - 0.5).abs() * 8.0
            };
            let on_line =
                [0.2, 0.28, 0.36, 0.44, 0.5, 0.56, 0.64, 0.72, 0.8].map(|part| (way.trail.at(part), part));
            let mut spots = on_line.to_vec();
            // A short way would vanish beneath its sign.
            let has_ring = self.rings.iter().any(|ring| way.trail.distance(*ring) < 6.0);
            let is_short = match way.line {
                Line::Going(_) | Line::Broken => {
                    way.trail.length() < if has_ring { SHORT_WAY + 24.0 } else { SHORT_WAY }
                }
                Line::Support | Line::Meant => way.trail.length() < SHORT_WAY,
            };
            if is_short {
                spots = [-11.0, 11.0].map(|by| (way.trail.beside(0.3, by), 0.5)).to_vec();
            }
            let scored = spots.iter().map(|spot| (spot.0, score(spot)));
            let Some((at, _)) = scored.max_by(|a, b| a.1.total_cmp(&b.1)) else { continue };
            placed.push(at);
            signs.push((at, sign));
        }
        signs
    }
}

/// The part with the highest score.
fn best<const N: usize>(parts: [f32; N], score: impl Fn(f32) -> f32) -> f32 {
    let scored = parts.into_iter().map(|part| (part, score(part)));
    scored.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0.5, |(part, _)| part)
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
