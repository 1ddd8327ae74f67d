//! Points, and the smooth lines through them.
//!
//! A line is a quadratic B-spline over its points with fixed ends; a closed one has none. Both
//! neighbours of a border walk the same points, so they get the same curve.

use std::fmt::Write;

/// A spot on the board.
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
        // A root of squares: `hypot` guards against numbers that no board has, and costs a quarter of a picture.
        let (dx, dy) = (self.x - other.x, self.y - other.y);
        (dx * dx + dy * dy).sqrt()
    }

    /// The spot at `part` of the way to another.
    pub fn towards(self, other: Self, part: f32) -> Self {
        Self::new(self.x + (other.x - self.x) * part, self.y + (other.y - self.y) * part)
    }

    /// The spot so far away in the direction of another.
    pub fn step(self, other: Self, length: f32) -> Self {
        let distance = self.distance(other);
        if distance < 1e-3 { self } else { self.towards(other, length / distance) }
    }
}

/// A piece of a curve: control point and end.
type Piece = (Option<Point>, Point);

/// Start and pieces of a line. Straight where the line has two points, or runs along the edge of
/// the board (more than two points in one row or column are left as they are by the generator).
fn pieces(points: &[Point]) -> (Point, Vec<Piece>) {
    let middle = |a: Point, b: Point| Point::new(tenth((a.x + b.x) / 2.0), tenth((a.y + b.y) / 2.0));
    let count = points.len();
    if count < 3 || is_straight(points) {
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

/// Along the edge of the board lines keep their corners.
fn is_straight(points: &[Point]) -> bool {
    points.windows(2).all(|pair| pair[0].x == pair[1].x || pair[0].y == pair[1].y)
}

fn tenth(value: f32) -> f32 {
    (value * 10.0).round() / 10.0
}

/// The drawn line as many short straight ones.
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

/// Appends a line to an SVG path, `reversed` if it is walked backwards; `is_first` moves to its start.
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

/// A number with at most one decimal; a blank before it if it needs one.
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
    debug_assert!(written.is_ok(), "a string takes every number");
}

/// Whether a closed line goes around a spot, and how far away it is.
pub fn around(line: &[Point], at: Point) -> (bool, f32) {
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
