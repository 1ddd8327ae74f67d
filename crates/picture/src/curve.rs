//! Points, and the smooth lines through them.
//!
//! A line is a quadratic B-spline over its points. An open line starts and ends at its first and last point.
//! Both neighbours of a border use the same points, so they get the same curve.

use std::fmt::Write;

/// A point on the board, in units of the board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

impl Point {
    pub const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }

    pub fn distance(self, other: Self) -> f32 {
        // Not `hypot`: it protects against overflow, which no board needs, and takes a quarter of the time of
        // a picture.
        let (dx, dy) = (self.x - other.x, self.y - other.y);
        (dx * dx + dy * dy).sqrt()
    }

    /// The point at the fraction `part` of the way to another.
    pub fn towards(self, other: Self, part: f32) -> Self {
        Self::new(self.x + (other.x - self.x) * part, self.y + (other.y - self.y) * part)
    }

    /// The point at distance `length` from this one, in the direction of another.
    pub fn step_towards(self, other: Self, length: f32) -> Self {
        let distance = self.distance(other);
        if distance < 1e-3 { self } else { self.towards(other, length / distance) }
    }
}

/// A piece of a curve: its control point (none if it is straight) and its end.
type Piece = (Option<Point>, Point);

/// Start and pieces of a line. The pieces are straight if the line has only two points, or if it runs along
/// the edge of the board.
fn pieces(points: &[Point]) -> (Point, Vec<Piece>) {
    let middle = |a: Point, b: Point| Point::new(tenth((a.x + b.x) / 2.0), tenth((a.y + b.y) / 2.0));
    let count = points.len();
    if count < 3 || is_axis_aligned(points) {
        return (points[0], points[1..].iter().map(|&point| (None, point)).collect());
    }
    if points[0] == points[count - 1] {
        let ring = &points[..count - 1];
        let next = |i: usize| ring[(i + 1) % ring.len()];
        let start = middle(ring[ring.len() - 1], ring[0]);
        return (start, (0..ring.len()).map(|i| (Some(ring[i]), middle(ring[i], next(i)))).collect());
    }
    let end = |i: usize| if i < count - 2 { middle(points[i], points[i + 1]) } else { points[count - 1] };
    (points[0], (1..count - 1).map(|i| (Some(points[i]), end(i))).collect())
}

/// Whether every piece is horizontal or vertical. Such a line runs along the edge of the board, and its
/// corners are not rounded.
fn is_axis_aligned(points: &[Point]) -> bool {
    points.windows(2).all(|pair| pair[0].x == pair[1].x || pair[0].y == pair[1].y)
}

fn tenth(value: f32) -> f32 {
    (value * 10.0).round() / 10.0
}

/// The drawn curve as many short straight pieces.
pub fn flatten(points: &[Point]) -> Vec<Point> {
    if points.is_empty() {
        return Vec::new();
    }
    let (start, pieces) = pieces(points);
    let mut out = vec![start];
    let mut last = start;
    for (control, end) in pieces {
        match control {
            None => out.push(end),
            Some(control) => {
                for k in 1..=4 {
                    let t = k as f32 / 4.0;
                    out.push(quadratic(last, control, end, t));
                }
            }
        }
        last = end;
    }
    out
}

pub fn quadratic(start: Point, control: Point, end: Point, t: f32) -> Point {
    let (a, b, c) = ((1.0 - t) * (1.0 - t), 2.0 * t * (1.0 - t), t * t);
    Point::new(a * start.x + b * control.x + c * end.x, a * start.y + b * control.y + c * end.y)
}

/// Appends a line to an SVG path: backwards if `reversed`, with a move to its start if `is_first`.
pub fn push_path(out: &mut String, points: &[Point], reversed: bool, is_first: bool) {
    if points.is_empty() {
        return;
    }
    let (mut start, mut list) = pieces(points);
    if reversed {
        let mut ends: Vec<Point> = std::iter::once(start).chain(list.iter().map(|piece| piece.1)).collect();
        start = ends.pop().unwrap_or(start);
        list = list.iter().zip(ends).map(|(piece, before)| (piece.0, before)).rev().collect();
    }
    if is_first {
        out.push('M');
        push_number(out, start.x, false);
        push_number(out, start.y, true);
    }
    let mut last = start;
    let mut command = ' ';
    for (control, end) in list {
        let wanted = if control.is_some() { 'q' } else { 'l' };
        let mut separate = wanted == command;
        if !separate {
            out.push(wanted);
            command = wanted;
        }
        for point in control.into_iter().chain([end]) {
            push_number(out, point.x - last.x, separate);
            push_number(out, point.y - last.y, true);
            separate = true;
        }
        last = end;
    }
}

/// Appends a number with at most one decimal. `separate` adds a space before it, unless it has a minus sign.
pub fn push_number(out: &mut String, value: f32, separate: bool) {
    let tenths = (value * 10.0).round() as i32;
    if separate && tenths >= 0 {
        out.push(' ');
    }
    if tenths < 0 {
        out.push('-');
    }
    let (whole, part) = (tenths.abs() / 10, tenths.abs() % 10);
    let written = match (whole, part) {
        (whole, 0) => write!(out, "{whole}"),
        (0, part) => write!(out, ".{part}"),
        (whole, part) => write!(out, "{whole}.{part}"),
    };
    debug_assert!(written.is_ok(), "writing to a String cannot fail");
}

/// Whether a point lies inside a closed line, and its distance to the line.
pub fn inside_and_distance(line: &[Point], at: Point) -> (bool, f32) {
    let (mut inside, mut nearest) = (false, f32::INFINITY);
    for pair in line.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        if (a.y > at.y) != (b.y > at.y) && at.x < a.x + (at.y - a.y) / (b.y - a.y) * (b.x - a.x) {
            inside = !inside;
        }
        let length = ((b.x - a.x).powi(2) + (b.y - a.y).powi(2)).max(1e-6);
        let along = ((at.x - a.x) * (b.x - a.x) + (at.y - a.y) * (b.y - a.y)) / length;
        nearest = nearest.min(a.towards(b, along.clamp(0.0, 1.0)).distance(at));
    }
    (inside, nearest)
}
