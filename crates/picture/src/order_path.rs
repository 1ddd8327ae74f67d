//! The paths of order lines, and how they avoid names, units, centres, other lines and other provinces.

use std::fmt::Write;

use crate::Rect;
use crate::curve::{Point, quadratic};
use crate::province_grid::TerrainCost;

/// A path from a unit to the target of its order, as short straight pieces.
#[derive(Clone, Debug)]
pub(crate) struct OrderPath {
    points: Vec<Point>,
    /// Left, top, right, bottom.
    bounds: [f32; 4],
}

/// What a path should avoid.
pub(crate) struct Obstacles<'a> {
    /// The rectangles of the names.
    pub(crate) name_boxes: &'a [Rect],
    pub(crate) units: &'a [Point],
    pub(crate) centres: &'a [Point],
    /// The minimum distance between two lines. Closer lines look like one.
    pub(crate) min_gap: f32,
}

const CURVE_STEPS: usize = 14;
/// The curvatures to try, the usual one first.
const BENDS: [f32; 7] = [0.10, -0.10, 0.02, 0.2, -0.2, 0.32, -0.32];
/// Fleets have smaller curvatures, because a strong curve would cross land.
const FLEET_BENDS: [f32; 6] = [0.06, -0.06, 0.12, -0.12, 0.22, -0.22];
/// How far waypoints are moved sideways, so that two paths do not lie on each other, and the radius of their
/// corners. A corner with a large radius may cross a cape.
const SHIFTS_AND_RADII: [(f32, f32); 9] = [
    (0.0, 42.0),
    (0.0, 26.0),
    (7.0, 42.0),
    (-7.0, 42.0),
    (7.0, 26.0),
    (-7.0, 26.0),
    (13.0, 30.0),
    (-13.0, 30.0),
    (20.0, 30.0),
];
/// The radius of a unit.
const UNIT_RADIUS: f32 = 15.0;
/// The radius of a supply centre.
const CENTRE_RADIUS: f32 = 9.0;

impl OrderPath {
    fn new(points: Vec<Point>) -> Self {
        let mut bounds = [f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY];
        for point in &points {
            bounds = [
                bounds[0].min(point.x),
                bounds[1].min(point.y),
                bounds[2].max(point.x),
                bounds[3].max(point.y),
            ];
        }
        Self { points, bounds }
    }

    fn curved(from: Point, to: Point, bend: f32) -> Self {
        let middle = from.towards(to, 0.5);
        let control = Point::new(middle.x - (to.y - from.y) * bend, middle.y + (to.x - from.x) * bend);
        let step = |k: usize| quadratic(from, control, to, k as f32 / CURVE_STEPS as f32);
        Self::new((0..=CURVE_STEPS).map(step).collect())
    }

    /// The curve that crosses the fewest names and units, and runs along no other path.
    pub(crate) fn avoiding(from: Point, to: Point, obstacles: &Obstacles<'_>, laid: &[Self]) -> Self {
        let found = Self::best(candidate_curves(from, to), None, obstacles, laid);
        found.unwrap_or_else(|| Self::curved(from, to, BENDS[0]))
    }

    /// The path of an army: such a curve, or one through the common border of its two provinces if that
    /// avoids a third province.
    pub(crate) fn army_path(
        (from, to): (Point, Point),
        border: impl Fn() -> Vec<Point>,
        ground: &TerrainCost<'_>,
        obstacles: &Obstacles<'_>,
        laid: &[Self],
    ) -> Self {
        let through = std::iter::once(()).flat_map(|()| border());
        let through = through.map(|gate| (Self::with_round_corners(&[from, gate, to], 60.0), 2.0));
        let found = Self::best(candidate_curves(from, to).chain(through), Some(ground), obstacles, laid);
        found.unwrap_or_else(|| Self::curved(from, to, BENDS[0]))
    }

    /// The path of a fleet through its waypoints, or nearly straight if it has none.
    pub(crate) fn fleet_path(
        spots: &[Point],
        ground: &TerrainCost<'_>,
        obstacles: &Obstacles<'_>,
        laid: &[Self],
    ) -> Self {
        let (from, to) = (spots[0], spots[spots.len() - 1]);
        let found = if spots.len() > 2 {
            let price = |shift: f32, round: f32| shift.abs() * 0.1 + (42.0 - round) * 0.04;
            let candidates = SHIFTS_AND_RADII.iter().map(|(shift, round)| {
                (Self::with_round_corners(&shifted_waypoints(spots, *shift), *round), price(*shift, *round))
            });
            Self::best(candidates, Some(ground), obstacles, laid)
        } else {
            let candidates = FLEET_BENDS.iter().map(|bend| (Self::curved(from, to, *bend), bend.abs() * 8.0));
            Self::best(candidates, Some(ground), obstacles, laid)
        };
        found.unwrap_or_else(|| Self::smooth_through(spots))
    }

    fn best(
        candidates: impl Iterator<Item = (Self, f32)>,
        ground: Option<&TerrainCost<'_>>,
        obstacles: &Obstacles<'_>,
        laid: &[Self],
    ) -> Option<Self> {
        let mut best: Option<(Self, f32)> = None;
        for (trail, price) in candidates {
            let least = best.as_ref().map_or(f32::INFINITY, |(_, least)| *least);
            let on_ground: f32 = ground.map_or(0.0, |ground| trail.terrain_cost(ground));
            // It is already too expensive; the remaining costs take time to calculate.
            if price + on_ground >= least {
                continue;
            }
            let price = price + on_ground + trail.cost(obstacles, laid);
            if best.as_ref().is_none_or(|(_, least)| price < *least) {
                best = Some((trail, price));
            }
            if price < 1.0 {
                break;
            }
        }
        best.map(|(trail, _)| trail)
    }

    /// The cost of the terrain below the path. It does not depend on the number of points.
    fn terrain_cost(&self, ground: &TerrainCost<'_>) -> f32 {
        const STEP: f32 = 5.0;
        let mut cost = 0.0;
        for pair in self.points.windows(2) {
            let length = pair[0].distance(pair[1]);
            let count = (length / STEP).ceil().max(1.0);
            for k in 0..count as usize {
                cost += ground.cost_at(pair[0].towards(pair[1], (k as f32 + 0.5) / count)) * length
                    / count
                    / STEP;
            }
        }
        cost
    }

    /// A path without points.
    pub(crate) const fn empty() -> Self {
        let (low, high) = (f32::INFINITY, f32::NEG_INFINITY);
        Self { points: Vec::new(), bounds: [low, low, high, high] }
    }

    /// How much of the path is so close to others that they look like one.
    pub(crate) fn crowding(&self, laid: &[Self], apart: f32) -> f32 {
        let (from, to) = (self.points[0], self.tip());
        let inner = self.points.iter().filter(|at| at.distance(from) > 24.0 && at.distance(to) > 24.0);
        let others: Vec<&Self> = laid.iter().filter(|other| self.bounds_meet(other, apart)).collect();
        let near = inner.flat_map(|at| {
            others.iter().filter(|other| other.is_near_bounds(*at, apart)).map(move |o| (o, at))
        });
        near.map(|(other, at)| (apart - other.distance(*at)).max(0.0) / 3.0).sum()
    }

    fn cost(&self, obstacles: &Obstacles<'_>, laid: &[Self]) -> f32 {
        let (from, to) = (self.points[0], self.tip());
        let middle = |word: &Rect| Point::new(word.x + word.width / 2.0, word.y + word.height / 2.0);
        let words: Vec<&Rect> = obstacles
            .name_boxes
            .iter()
            .filter(|word| self.is_near_bounds(middle(word), word.width.max(word.height) / 2.0 + 4.0))
            .collect();
        let units: Vec<Point> = obstacles
            .units
            .iter()
            .copied()
            .filter(|unit| self.is_near_bounds(*unit, UNIT_RADIUS + 5.0))
            .filter(|unit| unit.distance(from) > 1.0 && unit.distance(to) > 1.0)
            .collect();
        let centres = obstacles.centres.iter().filter(|centre| self.is_near_bounds(**centre, CENTRE_RADIUS));
        let apart = obstacles.min_gap;
        let others: Vec<&Self> = laid.iter().filter(|other| self.bounds_meet(other, apart)).collect();
        let mut cost: f32 =
            centres.map(|centre| (CENTRE_RADIUS - self.distance(*centre)).max(0.0) / 3.0).sum();
        let last = self.points.len() - 2;
        for (k, point) in self.points.iter().enumerate().skip(2).take(last.saturating_sub(2)) {
            // Names below the arrow head cost more, because the head must be visible.
            let weight = if k + 4 > last { 1.6 } else { 1.0 };
            for word in &words {
                cost += (word.depth(*point) + 4.0).clamp(0.0, 8.0) / 4.0 * weight;
            }
            for unit in &units {
                cost += (UNIT_RADIUS + 5.0 - unit.distance(*point)).max(0.0) / 2.0;
            }
            // Paths with the same end always meet there, so the ends are not counted.
            if point.distance(from) > 24.0 && point.distance(to) > 24.0 {
                for other in others.iter().filter(|other| other.is_near_bounds(*point, apart)) {
                    cost += (apart - other.distance(*point)).max(0.0) / 3.0;
                }
            }
        }
        cost
    }

    fn is_near_bounds(&self, point: Point, by: f32) -> bool {
        let [left, top, right, bottom] = self.bounds;
        point.x > left - by && point.x < right + by && point.y > top - by && point.y < bottom + by
    }

    fn bounds_meet(&self, other: &Self, by: f32) -> bool {
        let ([left, top, right, bottom], [a, b, c, d]) = (self.bounds, other.bounds);
        left < c + by && a < right + by && top < d + by && b < bottom + by
    }

    /// Points along the path, four units apart, where it passes near a rectangle.
    pub(crate) fn points_near(&self, body: &Rect) -> impl Iterator<Item = Point> {
        const STEP: f32 = 4.0;
        let [left, top, right, bottom] = self.bounds;
        let is_near =
            left < body.x + body.width && body.x < right && top < body.y + body.height && body.y < bottom;
        let points = if is_near { &self.points[..] } else { &[] };
        let (low, high) =
            (Point::new(body.x - 4.0, body.y - 4.0), (body.x + body.width + 4.0, body.y + body.height + 4.0));
        let passes = move |pair: &&[Point]| {
            let (a, b) = (pair[0], pair[1]);
            a.x.max(b.x) > low.x && a.x.min(b.x) < high.0 && a.y.max(b.y) > low.y && a.y.min(b.y) < high.1
        };
        points.windows(2).filter(passes).flat_map(|pair| {
            let (a, b) = (pair[0], pair[1]);
            let count = (a.distance(b) / STEP).ceil().max(1.0);
            (0..count as usize).map(move |k| a.towards(b, k as f32 / count))
        })
    }

    /// The distance from a point to the path, at most 40.
    pub(crate) fn distance(&self, spot: Point) -> f32 {
        const FAR: f32 = 40.0;
        if !self.is_near_bounds(spot, FAR) {
            return FAR;
        }
        let to_piece = |pair: &[Point]| {
            let (a, b) = (pair[0], pair[1]);
            let (dx, dy) = (b.x - a.x, b.y - a.y);
            let length = (dx * dx + dy * dy).max(1e-6);
            let part = (((spot.x - a.x) * dx + (spot.y - a.y) * dy) / length).clamp(0.0, 1.0);
            a.towards(b, part).distance(spot)
        };
        self.points.windows(2).map(to_piece).fold(FAR, f32::min)
    }

    /// Straight from point to point, with rounded corners.
    fn with_round_corners(spots: &[Point], round: f32) -> Self {
        let mut points = vec![spots[0]];
        for three in spots.windows(3) {
            let [before, corner, after] = [three[0], three[1], three[2]];
            let reach = round.min(before.distance(corner) / 2.0).min(corner.distance(after) / 2.0);
            let (from, to) = (corner.step_towards(before, reach), corner.step_towards(after, reach));
            points.extend((0..=6).map(|k| quadratic(from, corner, to, k as f32 / 6.0)));
        }
        points.push(spots[spots.len() - 1]);
        let line = Self::new(points);
        // At equal distances, because the cost is counted per point.
        let count = (line.length() / 9.0).clamp(10.0, 40.0) as usize;
        Self::new(line.evenly(count))
    }

    /// Points at equal distances from start to end.
    fn evenly(&self, count: usize) -> Vec<Point> {
        let step = self.length() / count as f32;
        let mut spots = Vec::with_capacity(count + 1);
        let mut passed = 0.0;
        for pair in self.points.windows(2) {
            let length = pair[0].distance(pair[1]);
            while spots.len() < count && spots.len() as f32 * step < passed + length {
                spots.push(pair[0].step_towards(pair[1], spots.len() as f32 * step - passed));
            }
            passed += length;
        }
        spots.resize(count, self.tip());
        spots.push(self.tip());
        spots
    }

    /// A smooth path through points.
    pub(crate) fn smooth_through(spots: &[Point]) -> Self {
        if spots.len() < 3 {
            let (from, to) = (spots[0], spots[spots.len() - 1]);
            return Self::curved(from, to, BENDS[0]);
        }
        let at = |i: isize| spots[i.clamp(0, spots.len() as isize - 1) as usize];
        let mut points = vec![spots[0]];
        for i in 0..spots.len() as isize - 1 {
            let (p0, p1, p2, p3) = (at(i - 1), at(i), at(i + 1), at(i + 2));
            // Without this limit a short piece beside a long one would make a loop.
            let length = p1.distance(p2);
            let (p0, p3) = (
                p1.step_towards(p0, p1.distance(p0).min(length)),
                p2.step_towards(p3, p2.distance(p3).min(length)),
            );
            for k in 1..=8 {
                let t = k as f32 / 8.0;
                let blend = |a: f32, b: f32, c: f32, d: f32| {
                    0.5 * (2.0 * b
                        + (c - a) * t
                        + (2.0 * a - 5.0 * b + 4.0 * c - d) * t * t
                        + (3.0 * b - a - 3.0 * c + d) * t * t * t)
                };
                points.push(Point::new(blend(p0.x, p1.x, p2.x, p3.x), blend(p0.y, p1.y, p2.y, p3.y)));
            }
        }
        Self::new(points)
    }

    /// The path without these lengths at its start and at its end.
    pub(crate) fn trimmed(&self, start: f32, end: f32) -> Self {
        let cut = |points: &[Point], length: f32| -> Vec<Point> {
            let mut left = length;
            for (i, pair) in points.windows(2).enumerate() {
                let step = pair[0].distance(pair[1]);
                if step > left {
                    let mut rest = vec![pair[0].step_towards(pair[1], left)];
                    rest.extend(&points[i + 1..]);
                    return rest;
                }
                left -= step;
            }
            points[points.len().saturating_sub(2)..].to_vec()
        };
        let mut points = cut(&self.points, start);
        points.reverse();
        points = cut(&points, end);
        points.reverse();
        Self::new(points)
    }

    pub(crate) fn length(&self) -> f32 {
        self.points.windows(2).map(|pair| pair[0].distance(pair[1])).sum()
    }

    /// The point at a fraction of the length.
    pub(crate) fn at(&self, part: f32) -> Point {
        let mut left = self.length() * part;
        for pair in self.points.windows(2) {
            let step = pair[0].distance(pair[1]);
            if step > left {
                return pair[0].step_towards(pair[1], left);
            }
            left -= step;
        }
        self.tip()
    }

    /// The fraction of the length where the path is nearest to a point.
    pub(crate) fn nearest(&self, spot: Point) -> f32 {
        let parts = (0..=40).map(|k| k as f32 / 40.0);
        let scored = parts.map(|part| (part, self.at(part).distance(spot)));
        scored.min_by(|a, b| a.1.total_cmp(&b.1)).map_or(0.0, |(part, _)| part)
    }

    /// A point at distance `by` to the right of the path, at a fraction of its length. Negative is left.
    pub(crate) fn beside(&self, part: f32, by: f32) -> Point {
        let (at, ahead) = (self.at(part), self.at(part + 0.2));
        let length = at.distance(ahead).max(1e-3);
        Point::new(at.x - (ahead.y - at.y) / length * by, at.y + (ahead.x - at.x) / length * by)
    }

    pub(crate) fn tip(&self) -> Point {
        self.points[self.points.len() - 1]
    }

    /// The path as a wave that is flat at both ends.
    pub(crate) fn as_wave(&self) -> Self {
        const LONG: f32 = 15.0;
        const HIGH: f32 = 3.4;
        let length = self.length();
        let waves = (length / LONG).round().max(1.0);
        let count = (waves * 8.0) as usize;
        let points = (0..=count).map(|k| {
            let part = k as f32 / count as f32;
            let here = self.at(part);
            let (back, ahead) = (self.at((part - 0.01).max(0.0)), self.at((part + 0.01).min(1.0)));
            let along = back.distance(ahead).max(1e-3);
            let flat = ((1.0 - part) * length / 14.0).min(part * length / 8.0).min(1.0);
            let by = (part * waves * std::f32::consts::TAU).sin() * HIGH * flat / along;
            Point::new(here.x - (ahead.y - back.y) * by, here.y + (ahead.x - back.x) * by)
        });
        Self::new(points.collect())
    }

    pub(crate) fn push_line(&self, out: &mut String) {
        for (i, point) in self.points.iter().enumerate() {
            let written = write!(out, "{}{:.1} {:.1}", if i == 0 { 'M' } else { 'L' }, point.x, point.y);
            debug_assert!(written.is_ok(), "writing to a String cannot fail");
        }
    }

    /// A point at least six units before the tip, so that a short last piece does not turn the head.
    fn before_tip(&self) -> Point {
        let tip = self.tip();
        self.points.iter().rev().copied().find(|p| p.distance(tip) > 6.0).unwrap_or(self.points[0])
    }

    /// The middle of an arrow head of this size, and its radius.
    pub(crate) fn head_circle(&self, size: f32) -> (Point, f32) {
        (self.tip().step_towards(self.before_tip(), size * 0.3), size * 0.8)
    }

    pub(crate) fn push_head(&self, out: &mut String, size: f32) {
        let (tip, away) = (self.tip(), self.before_tip());
        let (sin, cos) = (tip.y - away.y).atan2(tip.x - away.x).sin_cos();
        for (i, (x, y)) in
            [(6.0, 0.0), (-size * 1.1, -size * 0.66), (-size * 0.75, 0.0), (-size * 1.1, size * 0.66)]
                .into_iter()
                .enumerate()
        {
            let written = write!(
                out,
                "{}{:.1} {:.1}",
                if i == 0 { 'M' } else { 'L' },
                tip.x + x * cos - y * sin,
                tip.y + x * sin + y * cos
            );
            debug_assert!(written.is_ok(), "writing to a String cannot fail");
        }
        out.push('Z');
    }
}

/// A line as the pages draw it too. The tests compare both; nothing else needs it.
#[doc(hidden)]
#[derive(Debug)]
pub struct PathSample {
    pub points: Vec<Point>,
    /// Without 12 units at the start and 18 at the end.
    pub trimmed: Vec<Point>,
    pub wave: Vec<Point>,
    /// An arrow head of the size 9.5, as SVG.
    pub head: String,
}

/// The line through two or more points, around units if it has only two.
#[doc(hidden)]
pub fn sample_path(through: &[Point], units: &[Point]) -> PathSample {
    let obstacles = Obstacles { name_boxes: &[], units, centres: &[], min_gap: 0.0 };
    let path = match through {
        [from, to] => OrderPath::avoiding(*from, *to, &obstacles, &[]),
        _ => OrderPath::smooth_through(through),
    };
    let mut head = String::new();
    path.push_head(&mut head, 9.5);
    PathSample {
        trimmed: path.trimmed(12.0, 18.0).points,
        wave: path.as_wave().points,
        points: path.points,
        head,
    }
}

/// Moves the waypoints sideways, all to the same side of the path. The ends stay.
fn shifted_waypoints(spots: &[Point], by: f32) -> Vec<Point> {
    let mut moved = spots.to_vec();
    for (i, three) in spots.windows(3).enumerate() {
        let (before, after) = (three[0], three[2]);
        let length = before.distance(after).max(1.0);
        let (dx, dy) = (-(after.y - before.y) / length * by, (after.x - before.x) / length * by);
        moved[i + 1] = Point::new(three[1].x + dx, three[1].y + dy);
    }
    moved
}

/// All curves from one point to another, each with its own cost.
fn candidate_curves(from: Point, to: Point) -> impl Iterator<Item = (OrderPath, f32)> {
    BENDS.iter().map(move |bend| (OrderPath::curved(from, to, *bend), bend.abs() * 8.0 - bend))
}
