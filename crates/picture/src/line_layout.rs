//! Layout of the lines of a movement phase, and the places of their support rings and signs.

use rules::Location;

use crate::curve::Point;
use crate::line_styles::{DrawnOutcome, HEAD_LENGTH, MoveStyle};
use crate::order_path::{Obstacles, OrderPath};
use crate::scene_layers::{Circle, LegendMark, SceneLayers};

/// A line shorter than this has its sign beside it, not on it.
const MIN_LENGTH_FOR_SIGN: f32 = 34.0;
/// The radius of a sign on a line.
pub(crate) const SIGN_RADIUS: f32 = 8.0;

/// A line of an order.
pub(crate) struct OrderLine {
    pub(crate) slot: usize,
    pub(crate) path: OrderPath,
    pub(crate) outcome: DrawnOutcome,
    pub(crate) kind: OrderLineKind,
    /// The place that the line leads to.
    pub(crate) to: Location,
    /// The sign is placed after this fraction of the line. A convoyed army that fails at its target gets its
    /// sign after the last fleet.
    pub(crate) min_sign_fraction: f32,
}

/// What a line shows.
pub(crate) enum OrderLineKind {
    /// A move.
    Move(MoveStyle),
    /// The route of a convoyed army, up to the dislodged fleet that broke it.
    UntilBreak,
    /// The rest of a broken route, after that fleet.
    AfterBreak,
    Support,
    /// The move that a support was meant for, although no unit has that order.
    IntendedMove,
}

/// The lines of a picture, in the order in which they are added.
#[derive(Default)]
pub(crate) struct LineLayout {
    pub(crate) lines: Vec<OrderLine>,
    /// The paths of the lines. Each later line avoids them.
    pub(crate) paths: Vec<OrderPath>,
    /// The ends of support lines.
    rings: Vec<Point>,
}

impl LineLayout {
    pub(crate) fn add(&mut self, way: OrderLine) {
        self.paths.push(way.path.clone());
        self.lines.push(way);
    }

    /// The lines on which a unit moves to its target, or would have moved if its route were not broken.
    pub(crate) fn move_lines_of(&self, slot: usize) -> Vec<usize> {
        let those = |wanted: fn(&OrderLineKind) -> bool| -> Vec<usize> {
            let ways = self.lines.iter().enumerate();
            ways.filter(|(_, way)| way.slot == slot && wanted(&way.kind)).map(|(number, _)| number).collect()
        };
        let open = those(|line| matches!(line, OrderLineKind::Move(_)));
        if open.is_empty() { those(|line| matches!(line, OrderLineKind::AfterBreak)) } else { open }
    }

    /// Chooses the point where a support meets the line of the move that it supports: near the supporter,
    /// away from other lines and rings.
    pub(crate) fn place_support_ring(&mut self, helped: usize, from: Point, units: &[Point]) -> Point {
        let way = &self.lines[helped];
        let score = |part: f32| {
            let at = way.path.at(part);
            let others = self.paths.iter().enumerate().filter(|(n, _)| *n != helped);
            let to_lines = others.map(|(_, other)| other.distance(at)).fold(16.0, f32::min);
            let to_rings = self.rings.iter().map(|ring| ring.distance(at)).fold(15.0, f32::min);
            let to_units = units.iter().map(|unit| unit.distance(at)).fold(28.0, f32::min);
            to_lines + to_rings * 1.5 + to_units - at.distance(from) * 0.04 - (part - 0.55).abs() * 6.0
        };
        let parts = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8]
            .map(|part| way.min_sign_fraction + (1.0 - way.min_sign_fraction) * part);
        let at = way.path.at(best(parts, score));
        self.rings.push(at);
        at
    }

    /// Places one sign per line that failed or had no effect: on that line, and not on the head of another.
    pub(crate) fn place_signs(
        &self,
        drawn: &SceneLayers,
        obstacles: &Obstacles<'_>,
    ) -> Vec<(Point, (&'static str, LegendMark))> {
        let reach = SIGN_RADIUS * drawn.line_scale;
        let heads: Vec<(usize, Circle)> = self.heads(HEAD_LENGTH * drawn.head_scale);
        let mut placed: Vec<Point> = Vec::new();
        let mut signs = Vec::new();
        for (number, way) in self.lines.iter().enumerate() {
            let Some(sign) = way.sign() else { continue };
            let score = |(at, part): &(Point, f32)| {
                let lies_on = |spot: Point, its: f32| (reach + its - spot.distance(*at)).max(0.0);
                let others = self.paths.iter().enumerate().filter(|(n, _)| *n != number);
                let to_lines = others.map(|(_, other)| other.distance(*at)).fold(12.0 + reach, f32::min);
                let marks = self.rings.iter().chain(&placed);
                let to_marks = marks.map(|mark| mark.distance(*at)).fold(10.0 + reach, f32::min);
                let to_units =
                    obstacles.units.iter().map(|unit| unit.distance(*at)).fold(20.0 + reach, f32::min);
                let in_words = obstacles.name_boxes.iter().map(|word| word.depth(*at)).fold(-7.0, f32::max);
                let on_centres: f32 = obstacles.centres.iter().map(|centre| lies_on(*centre, 7.0)).sum();
                // The head shows the outcome of its order, so it must not be covered.
                let on_heads: f32 = heads
                    .iter()
                    .map(|(whose, head)| {
                        lies_on(head.at, head.radius) * if *whose == number { 1.5 } else { 4.0 }
                    })
                    .sum();
                to_lines + to_marks * 1.3 + to_units * 0.5
                    - on_heads
                    - on_centres * 0.6
                    - in_words * 0.5
                    - (part - 0.5).abs() * 8.0
            };
            let scored = self.spots(way, drawn.line_scale).into_iter().map(|spot| (spot.0, score(&spot)));
            let Some((at, _)) = scored.max_by(|a, b| a.1.total_cmp(&b.1)) else { continue };
            placed.push(at);
            signs.push((at, sign));
        }
        signs
    }

    /// The possible places of the sign of a line, each with its fraction of the allowed length.
    fn spots(&self, way: &OrderLine, grown: f32) -> Vec<(Point, f32)> {
        // A sign on a short line would hide the line.
        let has_ring = self.rings.iter().any(|ring| way.path.distance(*ring) < 6.0);
        let room = way.path.length() * (1.0 - way.min_sign_fraction);
        let is_short = match way.kind {
            OrderLineKind::Move(_) => {
                room < if has_ring { MIN_LENGTH_FOR_SIGN + 24.0 } else { MIN_LENGTH_FOR_SIGN } * grown
            }
            OrderLineKind::UntilBreak
            | OrderLineKind::AfterBreak
            | OrderLineKind::Support
            | OrderLineKind::IntendedMove => room < MIN_LENGTH_FOR_SIGN * grown,
        };
        let along = |part: f32| way.min_sign_fraction + (1.0 - way.min_sign_fraction) * part;
        if is_short {
            let beside = |part: f32| [-11.0, 11.0].map(|by| (way.path.beside(along(part), by * grown), 0.5));
            return [0.1, 0.3, 0.5].into_iter().flat_map(beside).collect();
        }
        let parts: &[f32] = match way.kind {
            // Just after the fleet where the route was broken.
            OrderLineKind::AfterBreak => &[0.16, 0.22, 0.3, 0.4, 0.5],
            OrderLineKind::Move(_)
            | OrderLineKind::UntilBreak
            | OrderLineKind::Support
            | OrderLineKind::IntendedMove => &[0.2, 0.28, 0.36, 0.44, 0.5, 0.56, 0.64, 0.72, 0.8],
        };
        parts.iter().map(|part| (way.path.at(along(*part)), *part)).collect()
    }

    /// The arrow heads, each with the index of its line.
    fn heads(&self, size: f32) -> Vec<(usize, Circle)> {
        let going =
            self.lines.iter().enumerate().filter(|(_, way)| matches!(way.kind, OrderLineKind::Move(_)));
        going
            .map(|(number, way)| {
                let (at, reach) = way.path.head_circle(size);
                (number, Circle { at, radius: reach })
            })
            .collect()
    }
}

impl OrderLine {
    /// The sign of a failed line. A broken route has its sign on the part after the break.
    const fn sign(&self) -> Option<(&'static str, LegendMark)> {
        match self.kind {
            OrderLineKind::UntilBreak => None,
            OrderLineKind::Move(_)
            | OrderLineKind::AfterBreak
            | OrderLineKind::Support
            | OrderLineKind::IntendedMove => self.outcome.sign(),
        }
    }
}

/// The fraction with the highest score.
fn best<const N: usize>(parts: [f32; N], score: impl Fn(f32) -> f32) -> f32 {
    let scored = parts.into_iter().map(|part| (part, score(part)));
    scored.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0.5, |(part, _)| part)
}
