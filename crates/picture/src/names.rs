//! Names make room: a name that a head, a sign or a unit would cover is written beside it.

use std::sync::OnceLock;

use rules::Province;

use crate::curve::{Point, around};
use crate::drawn::{Drawn, Spot};
use crate::lettering::RIM;
use crate::{Geometry, Rect};

/// A name as it is written when nothing is in its way.
#[derive(Clone, Debug)]
pub(crate) struct Name {
    pub(crate) province: Province,
    /// Nearly: the letters of the font on average.
    pub(crate) body: Rect,
    pub(crate) text: String,
    /// By place to go to: how far it would hang out of its province. Found when it is first asked for.
    pub(crate) outside: OnceLock<Vec<f32>>,
}

/// A name that was moved: its number, and how far.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Moved {
    pub(crate) number: usize,
    pub(crate) by: Point,
}

/// A touch that nobody notices.
const LITTLE: f32 = 3.0;
/// A line that runs through a name, not only past a corner of it.
const CROSSED: f32 = 1.5;
/// How far names are moved, a little first.
const STEPS: [f32; 8] = [5.0, 10.0, 16.0, 23.0, 31.0, 41.0, 53.0, 67.0];
const TURNS: usize = 12;
/// What a step away costs.
const FAR: f32 = 0.09;

/// The names that have to move, in whole pixels: a letter looks the same wherever it stands.
pub(crate) fn make_room(
    geometry: &Geometry,
    names: &[Name],
    drawn: &Drawn,
    view: &Rect,
    scale: f32,
) -> Vec<Moved> {
    let mut bodies: Vec<Rect> = names.iter().map(|name| name.body).collect();
    let mut moved = Vec::new();
    for (number, name) in names.iter().enumerate() {
        let lies_on = || crossed(&name.body, drawn.laid.iter().flat_map(|line| line.beads(&name.body)));
        if pressed(&name.body, &drawn.taken) < LITTLE && lies_on() < CROSSED {
            continue;
        }
        let outside = name.outside.get_or_init(|| outside(geometry, name, scale));
        let near = Surroundings::of(geometry, name, number, &bodies, drawn);
        let mut best = (Point::new(0.0, 0.0), f32::INFINITY);
        for ((by, away), outside) in shifts(scale).zip(outside) {
            if outside + away * FAR >= best.1 {
                continue;
            }
            let body = shifted(&name.body, by);
            if away > 0.0 && !is_within(&body, view, RIM / scale) {
                continue;
            }
            let cost = outside + near.cost(&body, away, best.1 - outside);
            // What stays needs no reason, what goes a good one.
            if cost < best.1 - if best.0.x == 0.0 && best.0.y == 0.0 { 1.0 } else { 0.0 } {
                best = (by, cost);
            }
        }
        if best.0.x != 0.0 || best.0.y != 0.0 {
            bodies[number] = shifted(&name.body, best.0);
            moved.push(Moved { number, by: best.0 });
        }
    }
    moved
}

/// Where a name may go, and how far that is; first where it stands.
fn shifts(scale: f32) -> impl Iterator<Item = (Point, f32)> {
    let turned = move |away: f32| {
        (0..TURNS).map(move |turn| {
            let (sin, cos) = (turn as f32 / TURNS as f32 * std::f32::consts::TAU).sin_cos();
            let whole = |value: f32| (value * scale).round() / scale;
            (Point::new(whole(away * cos), whole(away * sin)), away)
        })
    };
    std::iter::once((Point::new(0.0, 0.0), 0.0)).chain(STEPS.into_iter().flat_map(turned))
}

fn shifted(body: &Rect, by: Point) -> Rect {
    Rect { x: body.x + by.x, y: body.y + by.y, ..*body }
}

fn outside(geometry: &Geometry, name: &Name, scale: f32) -> Vec<f32> {
    let lines = geometry.corners(&geometry.place(name.province).rings);
    let depth = |at: Point| {
        let (mut inside, mut nearest) = (false, f32::INFINITY);
        for line in &lines {
            let (is_inside, to_border) = around(line, at);
            inside ^= is_inside;
            nearest = nearest.min(to_border);
        }
        if inside { nearest } else { -nearest }
    };
    let cost = |(by, _): (Point, f32)| {
        let body = shifted(&name.body, by);
        let mut cost = 0.0;
        for x in [0.0, 0.5, 1.0] {
            for y in [0.0, 1.0] {
                let at = Point::new(body.x + body.width * x, body.y + body.height * y);
                cost += (1.0 - depth(at)).clamp(0.0, 12.0) * 0.8;
            }
        }
        cost
    };
    shifts(scale).map(cost).collect()
}

/// How much of lines lies beneath a name. It can still be read there, but not as well.
fn crossed(body: &Rect, beads: impl Iterator<Item = Point>) -> f32 {
    beads.filter(|bead| body.depth(*bead) > -1.0).count() as f32 * 0.6
}

fn pressed(body: &Rect, taken: &[Spot]) -> f32 {
    taken.iter().map(|spot| spot.presses(body)).sum()
}

fn is_within(body: &Rect, view: &Rect, rim: f32) -> bool {
    body.x > view.x + rim
        && body.y > view.y + rim
        && body.x + body.width < view.x + view.width - rim
        && body.y + body.height < view.y + view.height - rim
}

/// What is near enough to a name to matter for it.
struct Surroundings {
    spots: Vec<Spot>,
    others: Vec<Rect>,
    /// Of the lines, at even steps.
    beads: Vec<Point>,
}

impl Surroundings {
    fn of(geometry: &Geometry, name: &Name, number: usize, bodies: &[Rect], drawn: &Drawn) -> Self {
        let reach = STEPS[STEPS.len() - 1];
        let wide = Rect {
            x: name.body.x - reach,
            y: name.body.y - reach,
            width: name.body.width + 2.0 * reach,
            height: name.body.height + 2.0 * reach,
        };
        let near = |spot: &&Spot| spot.presses(&wide) > 0.0;
        let mut spots: Vec<Spot> = drawn.taken.iter().filter(near).copied().collect();
        spots.extend(geometry.place(name.province).centre.map(|at| Spot { at, reach: 7.0 }));
        let others = bodies.iter().enumerate().filter(|(other, _)| *other != number).map(|(_, body)| *body);
        Self {
            spots,
            others: others.filter(|body| overlap(body, &wide) > 0.0).collect(),
            beads: drawn.laid.iter().flat_map(|line| line.beads(&wide)).collect(),
        }
    }

    /// What is wrong with a place for the name; as soon as it is more than `most`, the rest is not counted.
    fn cost(&self, body: &Rect, away: f32, most: f32) -> f32 {
        let mut cost = away * FAR + pressed(body, &self.spots) * 2.0;
        cost += self.others.iter().map(|other| overlap(body, other) * 2.0).sum::<f32>();
        if cost < most {
            cost += crossed(body, self.beads.iter().copied());
        }
        cost
    }
}

/// How deep two rectangles lie in each other, with a little air between them.
fn overlap(one: &Rect, other: &Rect) -> f32 {
    let across = (one.x + one.width).min(other.x + other.width) - one.x.max(other.x) + 3.0;
    let down = (one.y + one.height).min(other.y + other.height) - one.y.max(other.y) + 1.0;
    if across > 0.0 && down > 0.0 { across.min(down) } else { 0.0 }
}
