//! The lines of a movement phase as they are laid, and where their rings and signs go.

use rules::Location;

use crate::curve::Point;
use crate::drawn::{Drawn, Mark, Spot};
use crate::strokes::{Fate, Going, HEAD};
use crate::trail::{Obstacles, Trail};

/// A way shorter than this has its sign beside it.
const SHORT_WAY: f32 = 34.0;
/// How far the sign on a line reaches.
pub(crate) const SIGN: f32 = 8.0;

/// A line that was laid.
pub(crate) struct Way {
    pub(crate) slot: usize,
    pub(crate) trail: Trail,
    pub(crate) fate: Fate,
    pub(crate) line: Line,
    /// Where it leads.
    pub(crate) to: Location,
    /// Its sign stands beyond this part: what was beaten at its goal was not beaten before its last fleet.
    pub(crate) sign_from: f32,
}

pub(crate) enum Line {
    Going(Going),
    /// The route of a carried army, as far as the fleet where it was broken.
    Broken,
    /// How that route would have gone on.
    Beyond,
    Support,
    /// The way that a support was meant for, though nobody goes it.
    Meant,
}

/// The lines as they are laid, one after the other.
#[derive(Default)]
pub(crate) struct Layout {
    pub(crate) ways: Vec<Way>,
    /// Their trails alone, for the next ones to keep clear of.
    pub(crate) laid: Vec<Trail>,
    /// Where supports end.
    rings: Vec<Point>,
}

impl Layout {
    pub(crate) fn lay(&mut self, way: Way) {
        self.laid.push(way.trail.clone());
        self.ways.push(way);
    }

    /// The lines by which a unit goes to its goal, or would have gone.
    pub(crate) fn going(&self, slot: usize) -> Vec<usize> {
        let those = |wanted: fn(&Line) -> bool| -> Vec<usize> {
            let ways = self.ways.iter().enumerate();
            ways.filter(|(_, way)| way.slot == slot && wanted(&way.line)).map(|(number, _)| number).collect()
        };
        let open = those(|line| matches!(line, Line::Going(_)));
        if open.is_empty() { those(|line| matches!(line, Line::Beyond)) } else { open }
    }

    /// Where a support reaches the way that it helps: near the supporter, away from other lines and rings.
    pub(crate) fn ring(&mut self, helped: usize, from: Point, units: &[Point]) -> Point {
        let way = &self.ways[helped];
        let score = |part: f32| {
            let at = way.trail.at(part);
            let others = self.laid.iter().enumerate().filter(|(n, _)| *n != helped);
            let to_lines = others.map(|(_, other)| other.distance(at)).fold(16.0, f32::min);
            let to_rings = self.rings.iter().map(|ring| ring.distance(at)).fold(15.0, f32::min);
            let to_units = units.iter().map(|unit| unit.distance(at)).fold(28.0, f32::min);
            to_lines + to_rings * 1.5 + to_units - at.distance(from) * 0.04 - (part - 0.55).abs() * 6.0
        };
        let parts = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8].map(|part| way.sign_from + (1.0 - way.sign_from) * part);
        let at = way.trail.at(best(parts, score));
        self.rings.push(at);
        at
    }

    /// One a line of which nothing came, on that line, and never on the head of another.
    pub(crate) fn signs(
        &self,
        drawn: &Drawn,
        obstacles: &Obstacles<'_>,
    ) -> Vec<(Point, (&'static str, Mark))> {
        let reach = SIGN * drawn.grown;
        let heads: Vec<(usize, Spot)> = self.heads(HEAD * drawn.head);
        let mut placed: Vec<Point> = Vec::new();
        let mut signs = Vec::new();
        for (number, way) in self.ways.iter().enumerate() {
            let Some(sign) = way.sign() else { continue };
            let score = |(at, part): &(Point, f32)| {
                let lies_on = |spot: Point, its: f32| (reach + its - spot.distance(*at)).max(0.0);
                let others = self.laid.iter().enumerate().filter(|(n, _)| *n != number);
                let to_lines = others.map(|(_, other)| other.distance(*at)).fold(12.0 + reach, f32::min);
                let marks = self.rings.iter().chain(&placed);
                let to_marks = marks.map(|mark| mark.distance(*at)).fold(10.0 + reach, f32::min);
                let to_units =
                    obstacles.units.iter().map(|unit| unit.distance(*at)).fold(20.0 + reach, f32::min);
                let in_words = obstacles.words.iter().map(|word| word.depth(*at)).fold(-7.0, f32::max);
                let on_centres: f32 = obstacles.centres.iter().map(|centre| lies_on(*centre, 7.0)).sum();
                // A head that is covered cannot tell what came of its order.
                let on_heads: f32 = heads
                    .iter()
                    .map(|(whose, head)| {
                        lies_on(head.at, head.reach) * if *whose == number { 1.5 } else { 4.0 }
                    })
                    .sum();
                to_lines + to_marks * 1.3 + to_units * 0.5
                    - on_heads
                    - on_centres * 0.6
                    - in_words * 0.5
                    - (part - 0.5).abs() * 8.0
            };
            let scored = self.spots(way, drawn.grown).into_iter().map(|spot| (spot.0, score(&spot)));
            let Some((at, _)) = scored.max_by(|a, b| a.1.total_cmp(&b.1)) else { continue };
            placed.push(at);
            signs.push((at, sign));
        }
        signs
    }

    /// Where the sign of a way may stand, and what part of its room that is.
    fn spots(&self, way: &Way, grown: f32) -> Vec<(Point, f32)> {
        // A short way would vanish beneath its sign.
        let has_ring = self.rings.iter().any(|ring| way.trail.distance(*ring) < 6.0);
        let room = way.trail.length() * (1.0 - way.sign_from);
        let is_short = match way.line {
            Line::Going(_) => room < if has_ring { SHORT_WAY + 24.0 } else { SHORT_WAY } * grown,
            Line::Broken | Line::Beyond | Line::Support | Line::Meant => room < SHORT_WAY * grown,
        };
        let along = |part: f32| way.sign_from + (1.0 - way.sign_from) * part;
        if is_short {
            let beside = |part: f32| [-11.0, 11.0].map(|by| (way.trail.beside(along(part), by * grown), 0.5));
            return [0.1, 0.3, 0.5].into_iter().flat_map(beside).collect();
        }
        let parts: &[f32] = match way.line {
            // Just beyond the fleet where the route was broken.
            Line::Beyond => &[0.16, 0.22, 0.3, 0.4, 0.5],
            Line::Going(_) | Line::Broken | Line::Support | Line::Meant => {
                &[0.2, 0.28, 0.36, 0.44, 0.5, 0.56, 0.64, 0.72, 0.8]
            }
        };
        parts.iter().map(|part| (way.trail.at(along(*part)), *part)).collect()
    }

    /// The heads, each with the number of its way.
    fn heads(&self, size: f32) -> Vec<(usize, Spot)> {
        let going = self.ways.iter().enumerate().filter(|(_, way)| matches!(way.line, Line::Going(_)));
        going
            .map(|(number, way)| {
                let (at, reach) = way.trail.head_room(size);
                (number, Spot { at, reach })
            })
            .collect()
    }
}

impl Way {
    /// What tells that nothing came of it. A broken route has its sign where it breaks off.
    const fn sign(&self) -> Option<(&'static str, Mark)> {
        match self.line {
            Line::Broken => None,
            Line::Going(_) | Line::Beyond | Line::Support | Line::Meant => self.fate.sign(),
        }
    }
}

/// The part with the highest score.
fn best<const N: usize>(parts: [f32; N], score: impl Fn(f32) -> f32) -> f32 {
    let scored = parts.into_iter().map(|part| (part, score(part)));
    scored.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(0.5, |(part, _)| part)
}
