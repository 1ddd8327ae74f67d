//! Moves the names of provinces that an arrow head, a sign, a unit or a line would cover.

use std::sync::OnceLock;

use rules::Province;

use crate::curve::{Point, inside_and_distance};
use crate::name_layout::FRAME_MARGIN_PIXELS;
use crate::scene_layers::{Circle, SceneLayers};
use crate::{Geometry, Rect};

/// A name at its usual place.
#[derive(Clone, Debug)]
pub(crate) struct PlacedName {
    pub(crate) province: Province,
    /// The approximate bounds, from the average letter width of the font.
    pub(crate) bounds: Rect,
    /// The SVG of the name.
    pub(crate) text: String,
    /// By possible shift: the cost of leaving the province. Calculated when it is first needed.
    pub(crate) outside_costs: OnceLock<Vec<f32>>,
}

/// A name that was moved: its index, and how far.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct MovedName {
    pub(crate) number: usize,
    pub(crate) by: Point,
}

/// A name stays if marks overlap it by less than this.
const MAX_OVERLAP: f32 = 3.0;
/// A name stays if lines cross it by less than this, such as at a corner.
const MAX_LINE_OVERLAP: f32 = 1.5;
/// The distances by which a name may be moved, shortest first.
const SHIFT_DISTANCES: [f32; 8] = [5.0, 10.0, 16.0, 23.0, 31.0, 41.0, 53.0, 67.0];
/// The number of directions in which a name may be moved.
const SHIFT_DIRECTIONS: usize = 12;
/// The cost per unit of distance.
const COST_PER_UNIT: f32 = 0.09;

/// The names that must be moved. They move by whole pixels, so that the letters look the same everywhere.
pub(crate) fn move_covered_names(
    geometry: &Geometry,
    names: &[PlacedName],
    drawn: &SceneLayers,
    view: &Rect,
    scale: f32,
) -> Vec<MovedName> {
    let mut bodies: Vec<Rect> = names.iter().map(|name| name.bounds).collect();
    let mut moved = Vec::new();
    for (number, name) in names.iter().enumerate() {
        let lies_on = || {
            line_overlap(
                &name.bounds,
                drawn.order_paths.iter().flat_map(|line| line.points_near(&name.bounds)),
            )
        };
        if occupied_overlap(&name.bounds, &drawn.occupied) < MAX_OVERLAP && lies_on() < MAX_LINE_OVERLAP {
            continue;
        }
        let outside = name.outside_costs.get_or_init(|| outside_costs(geometry, name, scale));
        let near = Surroundings::of(geometry, name, number, &bodies, drawn);
        let mut best = (Point::new(0.0, 0.0), f32::INFINITY);
        for ((by, away), outside) in shifts(scale).zip(outside) {
            if outside + away * COST_PER_UNIT >= best.1 {
                continue;
            }
            let body = shifted(&name.bounds, by);
            if away > 0.0 && !is_within(&body, view, FRAME_MARGIN_PIXELS / scale) {
                continue;
            }
            let cost = outside + near.cost(&body, away, best.1 - outside);
            // A name is moved away from its usual place only for a clear gain.
            if cost < best.1 - if best.0.x == 0.0 && best.0.y == 0.0 { 1.0 } else { 0.0 } {
                best = (by, cost);
            }
        }
        if best.0.x != 0.0 || best.0.y != 0.0 {
            bodies[number] = shifted(&name.bounds, best.0);
            moved.push(MovedName { number, by: best.0 });
        }
    }
    moved
}

/// All possible shifts of a name, with their distances. The first is no shift.
fn shifts(scale: f32) -> impl Iterator<Item = (Point, f32)> {
    let turned = move |away: f32| {
        (0..SHIFT_DIRECTIONS).map(move |turn| {
            let (sin, cos) = (turn as f32 / SHIFT_DIRECTIONS as f32 * std::f32::consts::TAU).sin_cos();
            let whole = |value: f32| (value * scale).round() / scale;
            (Point::new(whole(away * cos), whole(away * sin)), away)
        })
    };
    std::iter::once((Point::new(0.0, 0.0), 0.0)).chain(SHIFT_DISTANCES.into_iter().flat_map(turned))
}

fn shifted(body: &Rect, by: Point) -> Rect {
    Rect { x: body.x + by.x, y: body.y + by.y, ..*body }
}

/// By possible shift: the cost of the corners that are outside the province or close to its border.
fn outside_costs(geometry: &Geometry, name: &PlacedName, scale: f32) -> Vec<f32> {
    let lines = geometry.coarse_outlines(&geometry.place(name.province).rings);
    let depth = |at: Point| {
        let (mut inside, mut nearest) = (false, f32::INFINITY);
        for line in &lines {
            let (is_inside, to_border) = inside_and_distance(line, at);
            inside ^= is_inside;
            nearest = nearest.min(to_border);
        }
        if inside { nearest } else { -nearest }
    };
    let cost = |(by, _): (Point, f32)| {
        let body = shifted(&name.bounds, by);
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

/// How much of the lines lies below a name. Such a name can still be read, but not as well.
fn line_overlap(body: &Rect, beads: impl Iterator<Item = Point>) -> f32 {
    beads.filter(|bead| body.depth(*bead) > -1.0).count() as f32 * 0.6
}

/// How far the circles reach into a rectangle, in total.
fn occupied_overlap(body: &Rect, taken: &[Circle]) -> f32 {
    taken.iter().map(|spot| spot.overlap(body)).sum()
}

fn is_within(body: &Rect, view: &Rect, rim: f32) -> bool {
    body.x > view.x + rim
        && body.y > view.y + rim
        && body.x + body.width < view.x + view.width - rim
        && body.y + body.height < view.y + view.height - rim
}

/// What is near enough to a name to affect its place.
struct Surroundings {
    spots: Vec<Circle>,
    others: Vec<Rect>,
    /// Points on the lines, at equal distances.
    line_points: Vec<Point>,
}

impl Surroundings {
    fn of(
        geometry: &Geometry,
        name: &PlacedName,
        number: usize,
        bodies: &[Rect],
        drawn: &SceneLayers,
    ) -> Self {
        let reach = SHIFT_DISTANCES[SHIFT_DISTANCES.len() - 1];
        let wide = Rect {
            x: name.bounds.x - reach,
            y: name.bounds.y - reach,
            width: name.bounds.width + 2.0 * reach,
            height: name.bounds.height + 2.0 * reach,
        };
        let near = |spot: &&Circle| spot.overlap(&wide) > 0.0;
        let mut spots: Vec<Circle> = drawn.occupied.iter().filter(near).copied().collect();
        spots.extend(geometry.place(name.province).centre.map(|at| Circle { at, radius: 7.0 }));
        let others = bodies.iter().enumerate().filter(|(other, _)| *other != number).map(|(_, body)| *body);
        Self {
            spots,
            others: others.filter(|body| overlap(body, &wide) > 0.0).collect(),
            line_points: drawn.order_paths.iter().flat_map(|line| line.points_near(&wide)).collect(),
        }
    }

    /// The cost of a place for the name. If it is already more than `most`, the lines are not counted.
    fn cost(&self, body: &Rect, away: f32, max_cost: f32) -> f32 {
        let mut cost = away * COST_PER_UNIT + occupied_overlap(body, &self.spots) * 2.0;
        cost += self.others.iter().map(|other| overlap(body, other) * 2.0).sum::<f32>();
        if cost < max_cost {
            cost += line_overlap(body, self.line_points.iter().copied());
        }
        cost
    }
}

/// How far two rectangles overlap. They should also have a small gap between them.
fn overlap(one: &Rect, other: &Rect) -> f32 {
    let across = (one.x + one.width).min(other.x + other.width) - one.x.max(other.x) + 3.0;
    let down = (one.y + one.height).min(other.y + other.height) - one.y.max(other.y) + 1.0;
    if across > 0.0 && down > 0.0 { across.min(down) } else { 0.0 }
}
