//! Cropping: the part of the board that a picture shows.

use std::collections::BTreeSet;

use rules::{AdjustmentOrder, Board, Location, Order, Orders, RetreatOrder, RuledOrders, Sheet};

use crate::curve::Point;
use crate::name_layout::NameContext;
use crate::{Drawing, Geometry, Look, Scene, SceneContent};

/// A part of the board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rect {
    pub x: f32,
    pub y: f32,
    pub width: f32,
    pub height: f32,
}

impl Rect {
    pub fn contains(&self, point: Point) -> bool {
        (self.x..=self.x + self.width).contains(&point.x)
            && (self.y..=self.y + self.height).contains(&point.y)
    }

    /// Whether another rectangle lies completely inside.
    pub(crate) fn contains_rect(&self, other: &Self) -> bool {
        self.contains(Point::new(other.x, other.y))
            && self.contains(Point::new(other.x + other.width, other.y + other.height))
    }

    /// The distance from a point inside to the nearest edge. Negative outside.
    pub(crate) fn depth(&self, point: Point) -> f32 {
        let across = (point.x - self.x).min(self.x + self.width - point.x);
        let down = (point.y - self.y).min(self.y + self.height - point.y);
        across.min(down)
    }
}

/// The minimum size of a cropped picture, in units of the board, so that the reader recognises the region.
const MIN_WIDTH: f32 = 430.0;
const MIN_HEIGHT: f32 = 330.0;
const MARGIN: f32 = 62.0;

/// The part of the board where something happens in a scene, with the names of all places involved.
pub fn crop_for_scene(drawing: &Drawing, look: &Look, scene: &Scene<'_>) -> Rect {
    let (board, geometry, labels) = (drawing.board(), drawing.geometry(), drawing.labels(look.language));
    let places = places_involved(board, scene);
    let spots: Vec<Point> = places.iter().map(|place| geometry.unit_at(board, *place)).collect();
    let mut frame = frame_around(geometry, &spots, &[]);
    // In a larger frame the names are smaller or short, so the room that they need changes: calculate it
    // again.
    for _ in 0..3 {
        let scale = look.width as f32 / frame.width;
        let hand = NameContext { board, geometry, labels, look, scale };
        let names = places.iter().filter_map(|place| hand.name_layout(board.province_of(*place)));
        let rooms: Vec<Rect> = names.map(|name| name.bounds_with_margin(scale)).collect();
        if rooms.iter().all(|room| frame.contains_rect(room)) {
            break;
        }
        frame = frame_around(geometry, &spots, &rooms);
    }
    frame
}

/// The places where units are, come from or go to.
fn places_involved(board: &Board, scene: &Scene<'_>) -> BTreeSet<Location> {
    let mut places = BTreeSet::new();
    let position = scene.position();
    places.extend(position.forces.units().iter().map(|unit| unit.location));
    places.extend(position.dislodged.iter().map(|dislodged| dislodged.unit.location));
    places.extend(scene.destroyed.iter().map(|unit| unit.location));
    match scene.content {
        SceneContent::Position(_) => {}
        SceneContent::Reach(_, province) => {
            if let Some(unit) = position.forces.at(province) {
                let near = board.neighbours(unit.kind, unit.location).iter();
                places.extend(near.filter(|to| !scene.closed.contains(&board.province_of(**to))));
            }
        }
        SceneContent::Orders(_, Orders::Movement(orders)) => places.extend(moved_to(board, orders)),
        SceneContent::Orders(_, Orders::Retreats(orders)) => places.extend(retreated_to(orders)),
        SceneContent::Orders(_, Orders::Adjustments(entries)) => {
            places.extend(entries.iter().filter_map(|(_, entry)| built_at(entry)));
        }
        SceneContent::Resolution(played) => match &played.ruled_orders {
            RuledOrders::Movement { orders, .. } => places.extend(moved_to(board, orders)),
            RuledOrders::Retreats { orders, .. } => places.extend(retreated_to(orders)),
            RuledOrders::Adjustments(list) => {
                places.extend(list.iter().filter_map(|one| built_at(&one.order)))
            }
        },
    }
    places
}

/// The places that movement orders move to, support or convoy to.
fn moved_to(board: &Board, orders: &Sheet<Order>) -> impl Iterator<Item = Location> {
    orders.iter().filter_map(|(_, order)| match order {
        Order::Move { to, .. } | Order::SupportMove { to, .. } => Some(*to),
        Order::SupportHold { of: place } | Order::Convoy { to: place, .. } => Some(board.coastless(*place)),
        Order::Hold => None,
    })
}

fn retreated_to(orders: &Sheet<RetreatOrder>) -> impl Iterator<Item = Location> {
    orders.iter().filter_map(|(_, order)| match order {
        RetreatOrder::To(to) => Some(*to),
        RetreatOrder::Disband => None,
    })
}

const fn built_at(entry: &AdjustmentOrder) -> Option<Location> {
    match entry {
        AdjustmentOrder::Build { at, .. } => Some(*at),
        AdjustmentOrder::Remove { .. } | AdjustmentOrder::Waive => None,
    }
}

/// A frame around points and rectangles, inside the board, with the proportions of a picture.
fn frame_around(geometry: &Geometry, spots: &[Point], pieces: &[Rect]) -> Rect {
    if spots.is_empty() {
        return Rect { x: 0.0, y: 0.0, width: geometry.width, height: geometry.height };
    }
    let span = |value: fn(Point) -> f32| {
        let low = spots.iter().map(|spot| value(*spot) - MARGIN);
        let high = spots.iter().map(|spot| value(*spot) + MARGIN);
        let first = pieces.iter().map(|piece| value(Point::new(piece.x, piece.y)));
        let last = pieces.iter().map(|p| value(Point::new(p.x + p.width, p.y + p.height)));
        (low.chain(first).fold(f32::INFINITY, f32::min), high.chain(last).fold(f32::NEG_INFINITY, f32::max))
    };
    let ((left, right), (top, bottom)) = (span(|p| p.x), span(|p| p.y));
    let width = (right - left).max(MIN_WIDTH).max((bottom - top) * 4.0 / 3.0 * 0.8).min(geometry.width);
    let height = (bottom - top).max(MIN_HEIGHT).max(width * 0.62).min(geometry.height);
    let within = |middle: f32, size: f32, whole: f32| (middle - size / 2.0).clamp(0.0, whole - size);
    // Rounded outwards, so that nothing at the edge is cut.
    let (width, height) =
        ((width.ceil() + 1.0).min(geometry.width), (height.ceil() + 1.0).min(geometry.height));
    Rect {
        x: within((left + right) / 2.0, width, geometry.width).floor(),
        y: within((top + bottom) / 2.0, height, geometry.height).floor(),
        width,
        height,
    }
}
