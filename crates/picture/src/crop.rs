//! The part of the board that a picture shows.

use std::collections::BTreeSet;

use rules::{Board, Entry, Location, Order, Orders, RetreatOrder, Ruled, Sheet};

use crate::curve::Point;
use crate::lettering::Hand;
use crate::{Drawing, Geometry, Look, Scene, Show};

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

    /// Whether the whole of another lies inside.
    pub(crate) fn holds(&self, other: &Self) -> bool {
        self.contains(Point::new(other.x, other.y))
            && self.contains(Point::new(other.x + other.width, other.y + other.height))
    }

    /// How deep a point lies inside, below zero outside.
    pub(crate) fn depth(&self, point: Point) -> f32 {
        let across = (point.x - self.x).min(self.x + self.width - point.x);
        let down = (point.y - self.y).min(self.y + self.height - point.y);
        across.min(down)
    }
}

/// The least that a cropped picture shows, so that the reader sees where it is.
const LEAST_WIDTH: f32 = 430.0;
const LEAST_HEIGHT: f32 = 330.0;
const MARGIN: f32 = 62.0;

/// The part of the board where something happens in a scene, with the names of all places that take part.
pub fn involved(drawing: &Drawing, look: &Look, scene: &Scene<'_>) -> Rect {
    let (board, geometry, labels) = (drawing.board(), drawing.geometry(), drawing.labels(look.language));
    let places = taking_part(board, scene);
    let spots: Vec<Point> = places.iter().map(|place| geometry.unit_at(board, *place)).collect();
    let mut frame = around(geometry, &spots, &[]);
    // A wider frame shows its names smaller, or in their short form: where they need room is asked again.
    for _ in 0..3 {
        let scale = look.width as f32 / frame.width;
        let hand = Hand { board, geometry, labels, look, scale };
        let names = places.iter().filter_map(|place| hand.lettering(board.province_of(*place)));
        let rooms: Vec<Rect> = names.map(|name| name.room(scale)).collect();
        if rooms.iter().all(|room| frame.holds(room)) {
            break;
        }
        frame = around(geometry, &spots, &rooms);
    }
    frame
}

/// Where units stand, come from and go to.
fn taking_part(board: &Board, scene: &Scene<'_>) -> BTreeSet<Location> {
    let mut places = BTreeSet::new();
    let position = scene.position();
    places.extend(position.forces.units().iter().map(|unit| unit.location));
    places.extend(position.dislodged.iter().map(|fallen| fallen.unit.location));
    places.extend(scene.lost.iter().map(|unit| unit.location));
    match scene.show {
        Show::Position(_) => {}
        Show::Reach(_, province) => {
            if let Some(unit) = position.forces.at(province) {
                let near = board.neighbours(unit.kind, unit.location).iter();
                places.extend(near.filter(|to| !scene.closed.contains(&board.province_of(**to))));
            }
        }
        Show::Orders(_, Orders::Movement(orders)) => places.extend(moved_to(board, orders)),
        Show::Orders(_, Orders::Retreats(orders)) => places.extend(retreated_to(orders)),
        Show::Orders(_, Orders::Adjustments(entries)) => {
            places.extend(entries.iter().filter_map(|(_, entry)| built_at(entry)));
        }
        Show::Phase(played) => match &played.ruled {
            Ruled::Movement { orders, .. } => places.extend(moved_to(board, orders)),
            Ruled::Retreats { orders, .. } => places.extend(retreated_to(orders)),
            Ruled::Adjustments(list) => places.extend(list.iter().filter_map(|one| built_at(&one.entry))),
        },
    }
    places
}

/// Where orders lead, or help somebody.
fn moved_to(board: &Board, orders: &Sheet<Order>) -> impl Iterator<Item = Location> {
    orders.iter().filter_map(|(_, order)| match order {
        Order::Move { to, .. } | Order::SupportMove { to, .. } => Some(*to),
        Order::SupportHold { of: place } | Order::Convoy { to: place, .. } => Some(board.bare(*place)),
        Order::Hold => None,
    })
}

fn retreated_to(orders: &Sheet<RetreatOrder>) -> impl Iterator<Item = Location> {
    orders.iter().filter_map(|(_, order)| match order {
        RetreatOrder::To(to) => Some(*to),
        RetreatOrder::Disband => None,
    })
}

const fn built_at(entry: &Entry) -> Option<Location> {
    match entry {
        Entry::Build { at, .. } => Some(*at),
        Entry::Remove { .. } | Entry::Waive => None,
    }
}

/// A frame around spots and pieces, in the proportion of a picture, within the board.
fn around(geometry: &Geometry, spots: &[Point], pieces: &[Rect]) -> Rect {
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
    let width = (right - left).max(LEAST_WIDTH).max((bottom - top) * 4.0 / 3.0 * 0.8).min(geometry.width);
    let height = (bottom - top).max(LEAST_HEIGHT).max(width * 0.62).min(geometry.height);
    let within = |middle: f32, size: f32, whole: f32| (middle - size / 2.0).clamp(0.0, whole - size);
    // Rounded to the outside: what just fits is not cut.
    let (width, height) =
        ((width.ceil() + 1.0).min(geometry.width), (height.ceil() + 1.0).min(geometry.height));
    Rect {
        x: within((left + right) / 2.0, width, geometry.width).floor(),
        y: within((top + bottom) / 2.0, height, geometry.height).floor(),
        width,
        height,
    }
}
