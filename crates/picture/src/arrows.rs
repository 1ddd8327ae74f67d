//! The ways of orders: arrows, dotted lines of support, convoys through their fleets.

use std::fmt::Write;

use crate::Rect;
use crate::base::push;
use crate::curve::{Point, quadratic};

/// A finely divided way from a unit to where its order points.
#[derive(Clone, Debug)]
pub(crate) struct Trail {
    points: Vec<Point>,
}

/// What a way should keep clear of.
pub(crate) struct Obstacles<'a> {
    pub(crate) words: &'a [Rect],
    pub(crate) units: &'a [Point],
}

/// How an order came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fate {
    Done,
    Failed,
}

const STEPS: usize = 14;
/// Bends to try, the usual one first.
const BENDS: [f32; 7] = [0.10, -0.10, 0.02, 0.2, -0.2, 0.32, -0.32];
/// Room that a unit takes.
const UNIT: f32 = 15.0;

impl Trail {
    pub(crate) fn bent(from: Point, to: Point, bend: f32) -> Self {
        let middle = from.towards(to, 0.5);
        let control = Point::new(middle.x - (to.y - from.y) * bend, middle.y + (to.x - from.x) * bend);
        let step = |k: usize| quadratic(from, control, to, k as f32 / STEPS as f32);
        Self { points: (0..=STEPS).map(step).collect() }
    }

    /// The bend that crosses the fewest words and units.
    pub(crate) fn clear(from: Point, to: Point, obstacles: &Obstacles<'_>) -> Self {
        let reach = from.distance(to) * 0.2 + 30.0;
        let near = |p: Point| {
            p.x > from.x.min(to.x) - reach
                && p.x < from.x.max(to.x) + reach
                && p.y > from.y.min(to.y) - reach
                && p.y < from.y.max(to.y) + reach
        };
        let words: Vec<&Rect> = obstacles
            .words
            .iter()
            .filter(|word| near(Point::new(word.x + word.width / 2.0, word.y + word.height / 2.0)))
            .collect();
        let units: Vec<Point> = obstacles
            .units
            .iter()
            .copied()
            .filter(|unit| near(*unit) && unit.distance(from) > 1.0 && unit.distance(to) > 1.0)
            .collect();
        let cost = |trail: &Self, bend: f32| {
            let mut cost = bend.abs() * 8.0 - bend;
            for point in &trail.points[2..STEPS] {
                for word in &words {
                    cost += (word.depth(*point) + 4.0).clamp(0.0, 8.0) / 4.0;
                }
                for unit in &units {
                    cost += (UNIT + 5.0 - unit.distance(*point)).max(0.0) / 2.0;
                }
            }
            cost
        };
        let mut best = Self::bent(from, to, BENDS[0]);
        let mut least = cost(&best, BENDS[0]);
        for bend in &BENDS[1..] {
            if least < 1.0 {
                break;
            }
            let other = Self::bent(from, to, *bend);
            let price = cost(&other, *bend);
            if price < least {
                (best, least) = (other, price);
            }
        }
        best
    }

    /// A smooth way through spots, for an army carried by fleets.
    pub(crate) fn through(spots: &[Point]) -> Self {
        if spots.len() < 3 {
            let (from, to) = (spots[0], spots[spots.len() - 1]);
            return Self::bent(from, to, BENDS[0]);
        }
        let at = |i: isize| spots[i.clamp(0, spots.len() as isize - 1) as usize];
        let mut points = vec![spots[0]];
        for i in 0..spots.len() as isize - 1 {
            let (p0, p1, p2, p3) = (at(i - 1), at(i), at(i + 1), at(i + 2));
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
        Self { points }
    }

    /// Without so much of its start and of its end.
    pub(crate) fn trimmed(&self, start: f32, end: f32) -> Self {
        let cut = |points: &[Point], length: f32| -> Vec<Point> {
            let mut left = length;
            for (i, pair) in points.windows(2).enumerate() {
                let step = pair[0].distance(pair[1]);
                if step > left {
                    let mut rest = vec![pair[0].step(pair[1], left)];
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
        Self { points }
    }

    /// The spot at a part of its length.
    pub(crate) fn at(&self, part: f32) -> Point {
        let length: f32 = self.points.windows(2).map(|pair| pair[0].distance(pair[1])).sum();
        self.trimmed(length * part, 0.0).points[0]
    }

    fn tip(&self) -> Point {
        self.points[self.points.len() - 1]
    }

    fn push_line(&self, out: &mut String) {
        for (i, point) in self.points.iter().enumerate() {
            let written = write!(out, "{}{:.1} {:.1}", if i == 0 { 'M' } else { 'L' }, point.x, point.y);
            debug_assert!(written.is_ok(), "a string takes every number");
        }
    }

    fn push_head(&self, out: &mut String, size: f32) {
        let tip = self.tip();
        let back = self.points[self.points.len().saturating_sub(2)];
        let before = self.points[self.points.len().saturating_sub(3)];
        let away = if back.distance(tip) > 3.0 { back } else { before };
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
            debug_assert!(written.is_ok(), "a string takes every number");
        }
        out.push('Z');
    }
}

fn cross(out: &mut String, at: Point) {
    push(out, format_args!(r##"<use href="#cross" x="{:.1}" y="{:.1}"/>"##, at.x, at.y));
}

/// A move; `dashes` tell convoyed ones and retreats apart.
pub(crate) fn push_move(out: &mut String, power: usize, trail: &Trail, fate: Fate, dashes: &str) {
    out.push_str(r#"<g class="ln"><path class="ts" stroke-width="7" opacity=".85" d=""#);
    trail.push_line(out);
    out.push_str(r#""/><path class="tk ts" stroke-width="3" opacity=".85" d=""#);
    trail.push_head(out, 9.5);
    push(out, format_args!(r#""/><path class="s{power}" stroke-width="3.6""#));
    let dashes = if fate == Fate::Failed { "7 6" } else { dashes };
    if !dashes.is_empty() {
        push(out, format_args!(r#" stroke-dasharray="{dashes}""#));
    }
    out.push_str(r#" d=""#);
    trail.push_line(out);
    push(out, format_args!(r#""/><path class="u{power}" d=""#));
    trail.push_head(out, 9.5);
    out.push_str(r#""/>"#);
    if fate == Fate::Failed {
        cross(out, trail.at(0.42));
    }
    out.push_str("</g>");
}

/// A support, dotted, to a ring on the way that it helps or around the unit that it helps.
pub(crate) fn push_support(
    out: &mut String,
    power: usize,
    trail: &Trail,
    fate: Fate,
    to_unit: Option<Point>,
) {
    out.push_str(r#"<g class="ln"><path class="ts" stroke-width="5.6" opacity=".8" d=""#);
    trail.push_line(out);
    push(out, format_args!(r#""/><path class="s{power}" stroke-width="3" stroke-dasharray=".1 6" d=""#));
    trail.push_line(out);
    out.push_str(r#""/>"#);
    match to_unit {
        Some(unit) => push(
            out,
            format_args!(
                r#"<circle class="s{power}" cx="{:.1}" cy="{:.1}" r="19.5" stroke-width="2.6" stroke-dasharray=".1 5.6"/>"#,
                unit.x, unit.y
            ),
        ),
        None => {
            let tip = trail.tip();
            push(
                out,
                format_args!(
                    r#"<circle class="tk s{power}" cx="{:.1}" cy="{:.1}" r="4.6" stroke-width="2.2"/>"#,
                    tip.x, tip.y
                ),
            );
        }
    }
    if fate == Fate::Failed {
        cross(out, trail.at(0.5));
    }
    out.push_str("</g>");
}
