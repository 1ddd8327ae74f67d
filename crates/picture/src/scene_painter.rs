//! Draws a scene: units, retreats, builds and removals. Movement orders are in `movement_orders.rs`.

use rules::{
    AdjustmentOrder, Because, Board, Dislodged, Location, Orders, Outcome, Position, Power, Province,
    Resolution, RetreatOrder, RuledOrders, Ruling, Sheet, Unit, UnitKind,
};

use crate::board_layers::push;
use crate::convoy_routes::MovementPhase;
use crate::curve::Point;
use crate::line_styles::{DrawnOutcome, MoveStyle, push_move};
use crate::order_path::{Obstacles, OrderPath};
use crate::province_grid::TerrainCost;
use crate::scene_layers::{LegendMark, SceneLayers, hatch_scale};
use crate::unit_tokens::{UNIT_RADIUS, UnitToken};
use crate::{Geometry, Labels, Rect, Scene, SceneContent};

/// Draws the layers that change from picture to picture.
pub(crate) struct ScenePainter<'a> {
    pub(crate) board: &'a Board,
    pub(crate) geometry: &'a Geometry,
    pub(crate) labels: &'a Labels,
    /// The rectangles of the names.
    pub(crate) name_boxes: &'a [Rect],
    pub(crate) centres: &'a [Point],
    pub(crate) only_power: Option<Power>,
    /// In pixels per unit of the board. On a small picture marks are drawn larger.
    pub(crate) scale: f32,
}

/// The distance from a unit to the start of its own arrow.
pub(crate) const ARROW_START_GAP: f32 = 15.0;
/// The distance from an empty place to the end of an arrow to it.
pub(crate) const ARROW_END_GAP: f32 = 8.0;

impl ScenePainter<'_> {
    pub(crate) fn draw(&self, scene: &Scene<'_>) -> SceneLayers {
        let mut drawn = SceneLayers::new(self.scale);
        self.closed(scene.closed, &mut drawn);
        self.units(scene, &mut drawn);
        match scene.content {
            SceneContent::Position(_) => {}
            SceneContent::Reach(position, province) => {
                self.reach(position, province, scene.closed, &mut drawn)
            }
            SceneContent::Orders(position, orders) => self.draw_orders(position, orders, &mut drawn),
            SceneContent::Resolution(played) => self.draw_resolution(played, &mut drawn),
        }
        drawn
    }

    fn draw_orders(&self, position: &Position, orders: &Orders, drawn: &mut SceneLayers) {
        match orders {
            Orders::Movement(orders) => {
                self.movement(&MovementPhase { position, orders, rulings: &[] }, drawn)
            }
            Orders::Retreats(orders) => self.retreats(position, orders, &[], drawn),
            Orders::Adjustments(entries) => {
                let list: Vec<_> =
                    entries.iter().map(|(power, entry)| (*power, *entry, DrawnOutcome::Succeeded)).collect();
                self.adjustments(position, &list, drawn);
            }
        }
    }

    fn draw_resolution(
        &self,
        Resolution { before: position, ruled_orders: ruled, .. }: &Resolution,
        drawn: &mut SceneLayers,
    ) {
        match ruled {
            RuledOrders::Movement { orders, rulings, .. } => {
                self.movement(&MovementPhase { position, orders, rulings }, drawn);
            }
            RuledOrders::Retreats { orders, rulings } => self.retreats(position, orders, rulings, drawn),
            RuledOrders::Adjustments(list) => {
                let list: Vec<_> =
                    list.iter().map(|one| (one.power, one.order, outcome_of(&one.ruling))).collect();
                self.adjustments(position, &list, drawn);
            }
        }
    }

    pub(crate) fn unit_spot(&self, location: Location) -> Point {
        self.geometry.unit_at(self.board, location)
    }

    pub(crate) fn is_shown(&self, power: Power) -> bool {
        self.only_power.is_none_or(|only| only == power)
    }

    fn draw_unit(&self, drawn: &mut SceneLayers, unit: &Unit, at: Point, scale: f32, ghost: bool) {
        let coast = self.board.coast(unit.location).filter(|_| unit.kind == UnitKind::Fleet);
        // Units have a minimum size, so that their pictures can be read.
        let grown = drawn.unit_scale;
        let coast_size = (8.5 / (self.scale * scale * grown)).clamp(11.5, 22.0);
        drawn.occupy(at, UNIT_RADIUS * scale * grown);
        if let Some(coast) = coast {
            drawn.marks.insert(LegendMark::Coast(coast));
            drawn
                .occupy(Point::new(at.x, at.y + (14.0 + coast_size * 0.5) * grown), coast_size * 0.6 * grown);
        }
        let token = UnitToken {
            kind: unit.kind,
            power: unit.power.index(),
            at,
            coast: coast.map(|coast| self.labels.coast(coast)),
            coast_size,
            scale: scale * grown,
            ghost,
        };
        token.push(&mut drawn.units);
    }

    /// Draws the abbreviation of the coast that a fleet goes to, if its province has several coasts, beside
    /// the tip of its arrow.
    pub(crate) fn draw_target_coast(&self, drawn: &mut SceneLayers, unit: &Unit, to: Location, tip: Point) {
        let Some(coast) = self.board.coast(to).filter(|_| unit.kind == UnitKind::Fleet) else { return };
        let size = (8.5 / self.scale).clamp(11.5, 26.0);
        let at = self.free_spot(drawn, tip, 9.0 * drawn.line_scale + size * 0.75, size * 0.8);
        drawn.push_coast_label(unit.power.index(), coast, self.labels.coast(coast), at, size);
    }

    /// The point at distance `away` from another where a sign with radius `reach` covers least.
    pub(crate) fn free_spot(&self, drawn: &SceneLayers, from: Point, away: f32, reach: f32) -> Point {
        let around = (0..12).map(|turn| {
            let (sin, cos) = (turn as f32 / 12.0 * std::f32::consts::TAU).sin_cos();
            Point::new(from.x + away * cos, from.y + away * sin)
        });
        self.least_covered(drawn, around, reach).unwrap_or(from)
    }

    /// The corner of a unit where its badge covers least; of equal corners the upper right one.
    pub(crate) fn badge_corner(&self, drawn: &SceneLayers, unit: Point) -> Point {
        let (x, y, reach) = (15.0 * drawn.unit_scale, 14.0 * drawn.unit_scale, 8.5 * drawn.badge_scale());
        let corners = [(x, -y), (-x, -y), (x, y), (-x, y)].into_iter();
        let corners = corners.map(|(x, y)| Point::new(unit.x + x, unit.y + y));
        self.least_covered(drawn, corners, reach).unwrap_or(unit)
    }

    /// The point where a sign with radius `reach` covers least; of equal points the first.
    fn least_covered(
        &self,
        drawn: &SceneLayers,
        spots: impl Iterator<Item = Point>,
        reach: f32,
    ) -> Option<Point> {
        let covers = |at: Point| {
            let spots =
                drawn.occupied.iter().map(|spot| (reach + spot.radius - spot.at.distance(at)).max(0.0) * 2.0);
            let lines = drawn.order_paths.iter().map(|line| (reach + 3.0 - line.distance(at)).max(0.0));
            // Names cost less than centres, because names can be moved.
            let words = self.name_boxes.iter().map(|word| (word.depth(at) + reach).clamp(0.0, 12.0) * 0.4);
            let centres = self.centres.iter().map(|centre| (reach + 7.0 - centre.distance(at)).max(0.0));
            spots.chain(lines).chain(words).chain(centres).sum::<f32>()
        };
        let scored = spots.map(|at| (at, covers(at)));
        scored.min_by(|a, b| a.1.total_cmp(&b.1)).map(|(at, _)| at)
    }

    fn units(&self, scene: &Scene<'_>, drawn: &mut SceneLayers) {
        for unit in scene.position().forces.units() {
            self.draw_unit(drawn, unit, self.unit_spot(unit.location), 1.0, false);
        }
        for Dislodged { unit, .. } in &scene.position().dislodged {
            self.draw_dislodged(unit, drawn);
        }
        for unit in scene.destroyed {
            self.draw_dislodged(unit, drawn);
            self.draw_removal(
                self.geometry.dislodged_unit_at(self.board, unit.location),
                LegendMark::Disband,
                drawn,
            );
        }
    }

    /// Draws a dislodged unit beside the unit that dislodged it.
    fn draw_dislodged(&self, unit: &Unit, drawn: &mut SceneLayers) {
        let at = self.geometry.dislodged_unit_at(self.board, unit.location);
        drawn.push_dislodged_mark(at);
        self.draw_unit(drawn, unit, at, 0.9, false);
    }

    fn draw_removal(&self, at: Point, mark: LegendMark, drawn: &mut SceneLayers) {
        drawn.marks.insert(mark);
        drawn.push_badge("minus", self.badge_corner(drawn, at));
    }

    /// Draws hatching over closed land, below the lines of orders.
    fn closed(&self, land: &[Province], drawn: &mut SceneLayers) {
        if land.is_empty() {
            return;
        }
        drawn.marks.insert(LegendMark::Closed);
        let scale = hatch_scale(self.scale);
        push(
            &mut drawn.lines,
            format_args!(
                r#"<defs><pattern id="closed" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)scale({scale:.2})"><path class="is" d="M0 0V6" stroke-width="2" opacity=".5"/></pattern></defs>"#
            ),
        );
        for province in land {
            let path = self.geometry.svg_path(&self.geometry.place(*province).rings);
            push(
                &mut drawn.lines,
                format_args!(r##"<path fill="url(#closed)" fill-rule="evenodd" d="{path}"/>"##),
            );
        }
    }

    /// Draws arrows to every place that the unit in a province can move to.
    fn reach(&self, position: &Position, province: Province, closed: &[Province], drawn: &mut SceneLayers) {
        let Some(unit) = position.forces.at(province) else { return };
        let here = self.unit_spot(unit.location);
        let units = [here];
        let obstacles = self.obstacles(&units);
        let mut laid: Vec<OrderPath> = Vec::new();
        let is_open = |to: &&Location| !closed.contains(&self.board.province_of(**to));
        let goals = || self.board.neighbours(unit.kind, unit.location).iter().filter(is_open);
        for &to in goals() {
            let trail = self.step_path(unit, to, &obstacles, &laid);
            let trail = trail.trimmed(ARROW_START_GAP, ARROW_END_GAP);
            push_move(drawn, unit.power.index(), &trail, DrawnOutcome::Succeeded, MoveStyle::Plain);
            drawn.marks.insert(LegendMark::Move);
            laid.push(trail);
        }
        drawn.order_paths.clone_from(&laid);
        for (&to, trail) in goals().zip(&laid) {
            self.draw_target_coast(drawn, unit, to, trail.tip());
        }
    }

    /// What the lines of a picture avoid.
    pub(crate) fn obstacles<'s>(&'s self, units: &'s [Point]) -> Obstacles<'s> {
        let apart = 10.0 * SceneLayers::new(self.scale).line_scale;
        Obstacles { name_boxes: self.name_boxes, units, centres: self.centres, min_gap: apart }
    }

    /// The path to an adjacent place. A fleet stays on water, an army inside its two provinces.
    pub(crate) fn step_path(
        &self,
        unit: &Unit,
        to: Location,
        obstacles: &Obstacles<'_>,
        laid: &[OrderPath],
    ) -> OrderPath {
        self.step_path_from(self.unit_spot(unit.location), unit, to, obstacles, laid)
    }

    fn step_path_from(
        &self,
        here: Point,
        unit: &Unit,
        to: Location,
        obstacles: &Obstacles<'_>,
        laid: &[OrderPath],
    ) -> OrderPath {
        let there = self.unit_spot(to);
        let own = [unit.location, to].map(|location| self.board.province_of(location));
        let ground = TerrainCost {
            grid: self.geometry.province_grid(self.board),
            board: self.board,
            kind: unit.kind,
            own,
        };
        match unit.kind {
            UnitKind::Army => {
                let border = || self.geometry.border_midpoints(own[0], own[1]);
                OrderPath::army_path((here, there), border, &ground, obstacles, laid)
            }
            UnitKind::Fleet => {
                let mut spots = vec![here];
                spots.extend(self.geometry.fleet_waypoints(unit.location, to));
                spots.push(there);
                OrderPath::fleet_path(&spots, &ground, obstacles, laid)
            }
        }
    }

    pub(crate) fn unit_or_province_spot(&self, position: &Position, province: Province) -> Point {
        match position.forces.at(province) {
            Some(unit) => self.unit_spot(unit.location),
            None => self.geometry.place(province).unit,
        }
    }

    fn retreats(
        &self,
        position: &Position,
        orders: &Sheet<RetreatOrder>,
        rulings: &[Ruling],
        drawn: &mut SceneLayers,
    ) {
        let units: Vec<Point> =
            position.forces.units().iter().map(|unit| self.unit_spot(unit.location)).collect();
        let obstacles = self.obstacles(&units);
        let mut laid: Vec<OrderPath> = Vec::new();
        for (i, dislodged) in position.dislodged.iter().enumerate() {
            if !self.is_shown(dislodged.unit.power) {
                continue;
            }
            let location = dislodged.unit.location;
            let here = self.geometry.dislodged_unit_at(self.board, location);
            let order = orders.get(self.board.province_of(location));
            let fate = rulings.get(i).map_or(DrawnOutcome::Succeeded, outcome_of);
            if let Some(RetreatOrder::To(to)) = order {
                let trail = self.step_path_from(here, &dislodged.unit, *to, &obstacles, &laid);
                let trail = trail.trimmed(ARROW_START_GAP, ARROW_END_GAP);
                push_move(drawn, dislodged.unit.power.index(), &trail, fate, MoveStyle::Retreat);
                drawn.marks.insert(LegendMark::Retreat);
                if let Some((sign, mark)) = fate.sign() {
                    drawn.marks.insert(mark);
                    drawn.push_sign(sign, trail.at(0.5), 8.0);
                }
                self.draw_target_coast(drawn, &dislodged.unit, *to, trail.tip());
                laid.push(trail);
            }
            let gone = rulings.get(i).is_some_and(|ruling| ruling.because != Because::Retreated);
            if gone || order == Some(&RetreatOrder::Disband) || dislodged.open_retreats.is_empty() {
                self.draw_removal(here, LegendMark::Disband, drawn);
            }
        }
        drawn.order_paths = laid;
    }

    fn adjustments(
        &self,
        position: &Position,
        list: &[(Power, AdjustmentOrder, DrawnOutcome)],
        drawn: &mut SceneLayers,
    ) {
        for &(power, entry, fate) in list.iter().filter(|(power, ..)| self.is_shown(*power)) {
            match entry {
                AdjustmentOrder::Build { kind, at } => {
                    let void = fate != DrawnOutcome::Succeeded;
                    let spot = self.unit_spot(at);
                    let unit = Unit { kind, power, location: at };
                    self.draw_unit(drawn, &unit, spot, 1.0, void);
                    drawn.marks.insert(if void { LegendMark::Void } else { LegendMark::Build });
                    drawn.push_badge(if void { "void" } else { "plus" }, self.badge_corner(drawn, spot));
                }
                AdjustmentOrder::Remove { at } => {
                    self.draw_removal(self.unit_or_province_spot(position, at), LegendMark::Remove, drawn);
                }
                AdjustmentOrder::Waive => self.waived(position, list, power, drawn),
            }
        }
    }

    /// Draws a waived build. The order names no province, so the mark is at the first home centre that stays
    /// empty.
    fn waived(
        &self,
        position: &Position,
        list: &[(Power, AdjustmentOrder, DrawnOutcome)],
        power: Power,
        drawn: &mut SceneLayers,
    ) {
        let built: Vec<Province> = list.iter().filter_map(|(_, entry, _)| self.built(entry)).collect();
        let homes = self.board.homes(power).iter().copied();
        let empty = |home: &Province| position.forces.at(*home).is_none() && !built.contains(home);
        let Some(home) = homes.clone().find(empty).or_else(|| homes.clone().next()) else { return };
        let at = self.geometry.place(home).unit;
        drawn.marks.insert(LegendMark::Waive);
        drawn.occupy(at, 12.0);
        push(
            &mut drawn.units,
            format_args!(
                r#"<circle class="tk s{0}" cx="{1:.1}" cy="{2:.1}" r="11" stroke-width="2" stroke-dasharray="3 3"/><path class="ln is" stroke-width="2.2" d="M{3:.1} {2:.1}h9"/>"#,
                power.index(),
                at.x,
                at.y,
                at.x - 4.5
            ),
        );
    }

    fn built(&self, entry: &AdjustmentOrder) -> Option<Province> {
        match entry {
            AdjustmentOrder::Build { at, .. } => Some(self.board.province_of(*at)),
            AdjustmentOrder::Remove { .. } | AdjustmentOrder::Waive => None,
        }
    }
}

/// How the outcome of a ruling is drawn.
pub(crate) const fn outcome_of(ruling: &Ruling) -> DrawnOutcome {
    // These orders had nothing to act on, so they are shown as without effect and not as failed.
    let idle =
        matches!(ruling.because, Because::Mismatch { .. } | Because::NotTaken { .. } | Because::NoRoute);
    match ruling.outcome {
        Outcome::Succeeds => DrawnOutcome::Succeeded,
        Outcome::Fails if !idle => DrawnOutcome::Failed,
        Outcome::Fails | Outcome::Void => DrawnOutcome::Void,
    }
}
