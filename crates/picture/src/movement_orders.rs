//! Draws the orders of a movement phase and their results.
//!
//! First all lines are placed; each avoids the lines before it. Then crosses and rings are placed where only
//! their own line is near, so that none seems to belong to another order.

use std::collections::BTreeSet;

use rules::{Because, Board, Location, Order, Outcome, Position, Province, Ruling, Sheet, Unit, UnitKind};

use crate::board_layers::push;
use crate::convoy_routes::{ConvoyRoute, MovementPhase};
use crate::curve::Point;
use crate::line_layout::{LineLayout, OrderLine, OrderLineKind};
use crate::line_styles::{
    DrawnOutcome, MoveStyle, push_intended_move, push_line_after_break, push_move, push_move_line,
    push_support,
};
use crate::order_path::{Obstacles, OrderPath};
use crate::scene_layers::{LegendMark, SceneLayers, push_use, unit_scale};
use crate::scene_painter::{ARROW_END_GAP, ARROW_START_GAP, ScenePainter, outcome_of};

impl ScenePainter<'_> {
    pub(crate) fn movement(&self, given: &MovementPhase<'_>, drawn: &mut SceneLayers) {
        let MovementPhase { position, orders, rulings } = *given;
        let units: Vec<Point> =
            position.forces.units().iter().map(|unit| self.unit_spot(unit.location)).collect();
        let obstacles = self.obstacles(&units);
        let contested = standoff_provinces(self.board, position, orders, rulings);
        let mut layout = LineLayout::default();
        for (slot, unit) in position.forces.units().iter().enumerate() {
            self.add_move(given, (slot, unit), &obstacles, &contested, &mut layout);
        }
        self.separate_parallel_moves(position, &contested, &obstacles, &mut layout);
        for (slot, unit) in position.forces.units().iter().enumerate() {
            self.add_support(given, (slot, unit), &obstacles, &mut layout);
        }
        let signs = layout.place_signs(drawn, &obstacles);
        drawn.order_paths.clone_from(&layout.paths);
        for (slot, unit) in position.forces.units().iter().enumerate() {
            self.draw_around_unit(given, (slot, unit), drawn);
        }
        for way in &layout.lines {
            let power = position.forces.units()[way.slot].power.index();
            match way.kind {
                OrderLineKind::Move(going) => push_move(drawn, power, &way.path, way.outcome, going),
                OrderLineKind::UntilBreak => {
                    push_move_line(drawn, power, &way.path, way.outcome, MoveStyle::Convoyed)
                }
                OrderLineKind::Support => push_support(drawn, power, &way.path),
                OrderLineKind::IntendedMove => push_intended_move(drawn, power, &way.path),
                OrderLineKind::AfterBreak => push_line_after_break(drawn, power, &way.path),
            }
            drawn.marks.insert(match way.kind {
                OrderLineKind::Move(MoveStyle::Convoyed) | OrderLineKind::UntilBreak => {
                    LegendMark::ConvoyedMove
                }
                OrderLineKind::AfterBreak => LegendMark::BrokenRoute,
                OrderLineKind::Move(MoveStyle::Plain | MoveStyle::Retreat) => LegendMark::Move,
                OrderLineKind::Support | OrderLineKind::IntendedMove => LegendMark::Support,
            });
        }
        for (at, (sign, mark)) in signs {
            drawn.marks.insert(mark);
            drawn.push_sign(sign, at, 8.0);
        }
        for (slot, unit) in position.forces.units().iter().enumerate() {
            self.draw_failed_convoy(given, (slot, unit), drawn);
        }
        for province in contested {
            self.draw_standoff(position, province, drawn);
        }
        for way in &layout.lines {
            let unit = match (&way.kind, given.orders.get(self.province_of(position, way.slot))) {
                (OrderLineKind::Move(_), _) => position.forces.units().get(way.slot),
                // The unit whose move the support was meant for; the support may name a coast.
                (OrderLineKind::IntendedMove, Some(Order::SupportMove { from, .. })) => {
                    position.forces.at(*from)
                }
                (
                    OrderLineKind::IntendedMove
                    | OrderLineKind::UntilBreak
                    | OrderLineKind::AfterBreak
                    | OrderLineKind::Support,
                    _,
                ) => None,
            };
            if let Some(unit) = unit {
                self.draw_target_coast(drawn, unit, way.to, way.path.tip());
            }
        }
    }

    fn province_of(&self, position: &Position, slot: usize) -> Province {
        self.board.province_of(position.forces.units()[slot].location)
    }

    /// Draws the sign of a standoff: in the middle of an empty province, or beside the unit that has left it.
    fn draw_standoff(&self, position: &Position, province: Province, drawn: &mut SceneLayers) {
        drawn.marks.insert(LegendMark::Standoff);
        let at = match position.forces.at(province) {
            None => self.geometry.place(province).unit,
            Some(unit) => {
                let grown = drawn.line_scale;
                self.free_spot(
                    drawn,
                    self.unit_spot(unit.location),
                    15.0 * drawn.unit_scale + 16.0 * grown,
                    13.0 * grown,
                )
            }
        };
        drawn.push_sign("clash", at, 13.0);
    }

    /// Draws what is around a unit: hold, convoy, dislodgement.
    fn draw_around_unit(
        &self,
        given: &MovementPhase<'_>,
        (slot, unit): (usize, &Unit),
        drawn: &mut SceneLayers,
    ) {
        let here = self.unit_spot(unit.location);
        let ruling = given.rulings.get(slot);
        if ruling.is_some_and(|ruling| ruling.dislodged_from.is_some()) {
            drawn.push_dislodged_mark(here);
        }
        if !self.is_shown(unit.power) {
            return;
        }
        let power = unit.power.index();
        match given.orders.get(self.board.province_of(unit.location)) {
            // A hold ring below the sign of a dislodged unit would not be visible.
            Some(Order::Hold) if ruling.is_none_or(|ruling| ruling.dislodged_from.is_none()) => {
                drawn.marks.insert(LegendMark::Hold);
                let (ring, wide) = (19.0 * drawn.unit_scale, 2.4 * drawn.line_scale.min(1.6));
                drawn.occupy(here, ring + 1.0);
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
                drawn.marks.insert(LegendMark::Convoy);
                drawn.occupy(here, 20.0 * drawn.unit_scale);
                push(&mut drawn.lines, format_args!(r#"<g class="s{power}">"#));
                push_use(&mut drawn.lines, "wave", here, drawn.unit_scale);
                drawn.lines.push_str("</g>");
            }
            Some(
                Order::Hold | Order::Move { .. } | Order::SupportHold { .. } | Order::SupportMove { .. },
            )
            | None => {}
        }
    }

    /// Draws the sign of a failed convoy order, at a corner of its fleet that no arrow head needs.
    fn draw_failed_convoy(
        &self,
        given: &MovementPhase<'_>,
        (slot, unit): (usize, &Unit),
        drawn: &mut SceneLayers,
    ) {
        let order = given.orders.get(self.board.province_of(unit.location));
        if !self.is_shown(unit.power) || !matches!(order, Some(Order::Convoy { .. })) {
            return;
        }
        if let Some((sign, mark)) = given.rulings.get(slot).map_or(DrawnOutcome::Succeeded, outcome_of).sign()
        {
            drawn.marks.insert(mark);
            drawn.push_badge(sign, self.badge_corner(drawn, self.unit_spot(unit.location)));
        }
    }

    /// Adds the lines of a move: one by land, or one per convoy route.
    fn add_move(
        &self,
        given: &MovementPhase<'_>,
        (slot, unit): (usize, &Unit),
        obstacles: &Obstacles<'_>,
        contested: &BTreeSet<Province>,
        layout: &mut LineLayout,
    ) {
        let from = self.board.province_of(unit.location);
        let Some(Order::Move { to, .. }) = given.orders.get(from) else { return };
        if !self.is_shown(unit.power) {
            return;
        }
        let goal = self.board.province_of(*to);
        let to = self.with_implied_coast(unit, *to);
        let stop = self.arrow_end_gap(given.position, contested, goal);
        let fate = given.rulings.get(slot).map_or(DrawnOutcome::Succeeded, outcome_of);
        let routes = self.convoy_routes(given, unit);
        if routes.is_empty() {
            let trail = self.step_path(unit, to, obstacles, &layout.paths).trimmed(ARROW_START_GAP, stop);
            layout.add(OrderLine {
                slot,
                path: trail,
                outcome: fate,
                kind: OrderLineKind::Move(MoveStyle::Plain),
                to,
                min_sign_fraction: 0.0,
            });
        }
        for ConvoyRoute { fleets, broken_at } in &routes {
            match broken_at {
                // Every open route gets an arrow head that shows the outcome.
                None => {
                    let trail = self.convoy_path(unit.location, fleets, to).trimmed(ARROW_START_GAP, stop);
                    let last = fleets.last().map_or(0.0, |last| trail.nearest(self.unit_spot(*last)));
                    let line = OrderLineKind::Move(MoveStyle::Convoyed);
                    layout.add(OrderLine {
                        slot,
                        path: trail,
                        outcome: fate,
                        kind: line,
                        to,
                        min_sign_fraction: last,
                    });
                }
                // A broken route ends at the fleet that broke it; fine dashes show the rest.
                Some(broken) => self.add_broken_route(slot, unit, (fleets, *broken, to, stop), layout),
            }
        }
    }

    /// Adds a broken route: a line up to the dislodged fleet, and another for the rest of the route.
    fn add_broken_route(
        &self,
        slot: usize,
        unit: &Unit,
        (fleets, broken, to, stop): (&[Location], usize, Location, f32),
        layout: &mut LineLayout,
    ) {
        let fleet = fleets[broken];
        let (fate, beside) = (DrawnOutcome::Failed, self.gap_beside_unit());
        let trail =
            self.convoy_path(unit.location, &fleets[..broken], fleet).trimmed(ARROW_START_GAP, beside);
        layout.add(OrderLine {
            slot,
            path: trail,
            outcome: fate,
            kind: OrderLineKind::UntilBreak,
            to: fleet,
            min_sign_fraction: 0.0,
        });
        let trail = self.convoy_path(fleet, &fleets[broken + 1..], to).trimmed(beside, stop);
        layout.add(OrderLine {
            slot,
            path: trail,
            outcome: fate,
            kind: OrderLineKind::AfterBreak,
            to,
            min_sign_fraction: 0.0,
        });
    }

    /// Calculates again the moves that run along other lines, because the first moves could not avoid later
    /// ones.
    fn separate_parallel_moves(
        &self,
        position: &Position,
        contested: &BTreeSet<Province>,
        obstacles: &Obstacles<'_>,
        layout: &mut LineLayout,
    ) {
        for (number, way) in layout.lines.iter_mut().enumerate() {
            let old = std::mem::replace(&mut layout.paths[number], OrderPath::empty());
            let is_plain = matches!(way.kind, OrderLineKind::Move(MoveStyle::Plain));
            if is_plain && old.crowding(&layout.paths, obstacles.min_gap) >= 1.0 {
                let stop = self.arrow_end_gap(position, contested, self.board.province_of(way.to));
                let unit = &position.forces.units()[way.slot];
                way.path =
                    self.step_path(unit, way.to, obstacles, &layout.paths).trimmed(ARROW_START_GAP, stop);
            }
            layout.paths[number] = way.path.clone();
        }
    }

    /// The distance from the middle of its target to the end of an arrow.
    fn arrow_end_gap(&self, position: &Position, contested: &BTreeSet<Province>, goal: Province) -> f32 {
        match () {
            () if position.forces.at(goal).is_some() => self.gap_beside_unit(),
            () if contested.contains(&goal) => 19.0,
            () => ARROW_END_GAP,
        }
    }

    /// The distance from the middle of a unit to the end of an arrow at it.
    fn gap_beside_unit(&self) -> f32 {
        23.0 + (unit_scale(self.scale) - 1.0) * 16.0
    }

    /// Adds the coast that an order may leave out if only one is possible.
    fn with_implied_coast(&self, unit: &Unit, to: Location) -> Location {
        let goal = self.board.province_of(to);
        if to != self.board.coastless(goal) {
            return to;
        }
        let mut near = self.board.neighbours(unit.kind, unit.location).iter().copied();
        near.find(|near| self.board.province_of(*near) == goal).unwrap_or(to)
    }

    /// Whether the unit in a province is ordered to move where a support says, and to the same coast if it
    /// names one.
    fn move_matches_support(&self, given: &MovementPhase<'_>, from: Province, to: Location) -> bool {
        let (Some(unit), Some(Order::Move { to: other, .. })) =
            (given.position.forces.at(from), given.orders.get(from))
        else {
            return false;
        };
        let goal = self.board.province_of(to);
        let other = if unit.kind == UnitKind::Fleet { self.with_implied_coast(unit, *other) } else { *other };
        self.board.province_of(other) == goal && (to == self.board.coastless(goal) || to == other)
    }

    fn add_support(
        &self,
        given: &MovementPhase<'_>,
        (slot, unit): (usize, &Unit),
        obstacles: &Obstacles<'_>,
        layout: &mut LineLayout,
    ) {
        if !self.is_shown(unit.power) {
            return;
        }
        let here = self.unit_spot(unit.location);
        let fate = given.rulings.get(slot).map_or(DrawnOutcome::Succeeded, outcome_of);
        match given.orders.get(self.board.province_of(unit.location)) {
            Some(Order::SupportHold { of }) => {
                let there = self.unit_or_province_spot(given.position, *of);
                let trail = OrderPath::avoiding(here, there, obstacles, &layout.paths)
                    .trimmed(ARROW_START_GAP, self.gap_beside_unit());
                let to = self.board.coastless(*of);
                layout.add(OrderLine {
                    slot,
                    path: trail,
                    outcome: fate,
                    kind: OrderLineKind::Support,
                    to,
                    min_sign_fraction: 0.0,
                });
            }
            Some(Order::SupportMove { from, to }) => {
                let helped = given
                    .position
                    .forces
                    .slot(*from)
                    .filter(|_| self.move_matches_support(given, *from, *to));
                let mut aims: Vec<Point> = Vec::new();
                // A move by several routes gets a support line to each of them.
                for number in helped.map(|slot| layout.move_lines_of(slot)).unwrap_or_default() {
                    aims.push(layout.place_support_ring(number, here, obstacles.units));
                }
                if aims.is_empty() {
                    // No unit has that order: the support points at the move that it was meant for.
                    let start = self.unit_or_province_spot(given.position, *from);
                    let meant = OrderPath::avoiding(start, self.unit_spot(*to), obstacles, &layout.paths);
                    aims.push(meant.at(0.6));
                    let trail = meant.trimmed(ARROW_START_GAP + 6.0, ARROW_END_GAP);
                    let (fate, line) = (DrawnOutcome::Succeeded, OrderLineKind::IntendedMove);
                    layout.add(OrderLine {
                        slot,
                        path: trail,
                        outcome: fate,
                        kind: line,
                        to: *to,
                        min_sign_fraction: 0.0,
                    });
                }
                for aim in aims {
                    let trail = OrderPath::avoiding(here, aim, obstacles, &layout.paths)
                        .trimmed(ARROW_START_GAP, 4.0);
                    layout.add(OrderLine {
                        slot,
                        path: trail,
                        outcome: fate,
                        kind: OrderLineKind::Support,
                        to: *to,
                        min_sign_fraction: 0.0,
                    });
                }
            }
            Some(Order::Hold | Order::Move { .. } | Order::Convoy { .. }) | None => {}
        }
    }
}

/// The provinces that stay empty because of a standoff, including provinces that a unit has just left.
fn standoff_provinces(
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
