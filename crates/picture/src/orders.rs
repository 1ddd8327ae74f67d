//! The orders of a movement phase and what became of them.
//!
//! First all lines are laid, each clear of those before it; then the crosses and rings are put where
//! only their own line is near, so that none seems to belong to another order.

use std::collections::BTreeSet;

use rules::{Because, Board, Location, Order, Outcome, Position, Province, Ruling, Sheet, Unit};

use crate::Rect;
use crate::base::push;
use crate::curve::Point;
use crate::marks::{Drawn, Mark, Marker, RIM, SHORT, badge, fate, push_sign, use_mark};
use crate::strokes::{Fate, Going, push_move, push_support, push_way};
use crate::trail::{Obstacles, Trail};
use crate::voyages::{Orders, Route};

/// A line that was laid.
struct Way {
    slot: usize,
    trail: Trail,
    fate: Fate,
    line: Line,
}

enum Line {
    Going(Going),
    /// A second route of a carried army that was broken: it arrives nowhere.
    Broken,
    Support(Option<Point>),
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
        for (slot, unit) in position.forces.units().iter().enumerate() {
            self.stand(&given, (slot, unit), drawn);
        }
        for way in &layout.ways {
            let power = position.forces.units()[way.slot].power.index();
            match way.line {
                Line::Going(going) => push_move(drawn, power, &way.trail, way.fate, going),
                Line::Broken => push_way(drawn, power, &way.trail, way.fate, Going::Carried),
                Line::Support(to) => push_support(drawn, power, &way.trail, to),
            }
            drawn.marks.insert(match way.line {
                Line::Going(_) | Line::Broken => Mark::Move,
                Line::Support(_) => Mark::Support,
            });
        }
        for at in layout.crosses(&units, self.words) {
            drawn.marks.insert(Mark::Fails);
            push_sign(drawn, "cross", at);
        }
        for province in contested {
            drawn.marks.insert(Mark::Standoff);
            push_sign(drawn, "clash", self.geometry.place(province).unit);
        }
    }

    /// What is drawn around a unit and not from it: hold, convoy, dislodgement.
    fn stand(&self, given: &Orders<'_>, (slot, unit): (usize, &Unit), drawn: &mut Drawn) {
        let here = self.at(unit.location);
        let ruling = given.rulings.get(slot);
        if ruling.is_some_and(|ruling| ruling.dislodged_from.is_some()) {
            drawn.marks.insert(Mark::Dislodged);
            use_mark(&mut drawn.heads, "burst", here);
        }
        if !self.is_shown(unit.power) {
            return;
        }
        let power = unit.power.index();
        match given.orders.get(self.board.province_of(unit.location)) {
            // A ring beneath the sign that it was driven out would not be seen.
            Some(Order::Hold) if ruling.is_none_or(|ruling| ruling.dislodged_from.is_none()) => {
                drawn.marks.insert(Mark::Hold);
                push(
                    &mut drawn.lines,
                    format_args!(
                        r#"<circle class="ln ts" cx="{0:.1}" cy="{1:.1}" r="19" stroke-width="5" opacity=".8"/><circle class="ln s{power}" cx="{0:.1}" cy="{1:.1}" r="19" stroke-width="2.4"/>"#,
                        here.x, here.y
                    ),
                );
            }
            Some(Order::Convoy { .. }) => {
                drawn.marks.insert(Mark::Convoy);
                push(
                    &mut drawn.lines,
                    format_args!(
                        r##"<use href="#wave" class="s{power}" x="{:.1}" y="{:.1}"/>"##,
                        here.x, here.y
                    ),
                );
                if ruling.map_or(Fate::Done, fate) == Fate::Failed {
                    drawn.marks.insert(Mark::Fails);
                    use_mark(&mut drawn.units, "cross", badge(here));
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
            () if given.position.forces.at(goal).is_some() => 23.0,
            () if contested.contains(&goal) => 19.0,
            () => SHORT,
        };
        let fate = given.rulings.get(slot).map_or(Fate::Done, fate);
        let routes = self.routes(given, unit);
        if routes.is_empty() {
            let trail = self.step(unit, to, obstacles, &layout.laid).trimmed(RIM, stop);
            layout.lay(Way { slot, trail, fate, line: Line::Going(Going::Plain) });
        }
        for (i, Route { fleets, is_open }) in routes.iter().enumerate() {
            let trail = self.voyage(unit, fleets, to).trimmed(RIM, stop);
            // A second route has a cross if it was broken: why the army itself failed is told once.
            let (fate, line) = match (i, is_open) {
                (0, _) => (fate, Line::Going(Going::Carried)),
                (_, true) => (Fate::Done, Line::Going(Going::Carried)),
                (_, false) => (Fate::Failed, Line::Broken),
            };
            layout.lay(Way { slot, trail, fate, line });
        }
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
                let trail = Trail::clear(here, there, obstacles, &layout.laid).trimmed(RIM, 20.0);
                layout.lay(Way { slot, trail, fate, line: Line::Support(Some(there)) });
            }
            Some(Order::SupportMove { from, to }) => {
                let goes = matches!(given.orders.get(*from), Some(Order::Move { to: other, .. })
                    if self.board.province_of(*other) == self.board.province_of(*to));
                let helped = given.position.forces.slot(*from).filter(|_| goes);
                let aim = match helped.and_then(|slot| layout.ways.iter().position(|way| way.slot == slot)) {
                    Some(number) => layout.ring(number, here, obstacles.units),
                    // An order that was not given: the support points at the way as it was meant.
                    None => {
                        let start = self.unit_or_place(given.position, *from);
                        Trail::clear(start, self.at(*to), obstacles, &layout.laid).at(0.6)
                    }
                };
                let trail = Trail::clear(here, aim, obstacles, &layout.laid).trimmed(RIM, 4.0);
                layout.lay(Way { slot, trail, fate, line: Line::Support(None) });
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

    /// One a failed order, on its own line.
    fn crosses(&self, units: &[Point], words: &[Rect]) -> Vec<Point> {
        let mut placed: Vec<Point> = Vec::new();
        for (number, way) in self.ways.iter().enumerate().filter(|(_, way)| way.fate == Fate::Failed) {
            let score = |part: f32| {
                let at = way.trail.at(part);
                let others = self.laid.iter().enumerate().filter(|(n, _)| *n != number);
                let to_lines = others.map(|(_, other)| other.distance(at)).fold(20.0, f32::min);
                let marks = self.rings.iter().chain(&placed);
                let to_marks = marks.map(|mark| mark.distance(at)).fold(18.0, f32::min);
                let to_units = units.iter().map(|unit| unit.distance(at)).fold(28.0, f32::min);
                let in_words = words.iter().map(|word| word.depth(at)).fold(-7.0, f32::max);
                // The head is worth seeing too.
                let to_tip = way.trail.tip().distance(at).min(18.0);
                to_lines + to_marks * 1.3 + to_units * 0.5 + to_tip * 0.8
                    - in_words * 0.5
                    - (part - 0.5).abs() * 8.0
            };
            let at = way.trail.at(best([0.2, 0.28, 0.36, 0.44, 0.5, 0.56, 0.64, 0.72, 0.8], score));
            placed.push(at);
        }
        placed
    }
}

/// The part with the highest score.
fn best<const N: usize>(parts: [f32; N], score: impl Fn(f32) -> f32) -> f32 {
    let scored = parts.into_iter().map(|part| (part, score(part)));
    scored.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0.5, |(part, _)| part)
}

/// Empty provinces where a move failed because others wanted to go there too.
fn contested(
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
