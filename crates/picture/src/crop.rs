//! The part of the board that a picture shows.

use rules::{Board, Entry, Order, Province, RetreatOrder};

use crate::curve::Point;
use crate::{Deeds, Geometry, Scene};

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

/// The part of the board where something happens in a scene.
pub fn involved(board: &Board, geometry: &Geometry, scene: &Scene<'_>) -> Rect {
    let mut spots = Vec::new();
    let at = |province: Province| geometry.place(province).unit;
    for unit in scene.position.forces.units() {
        spots.push(geometry.unit_at(board, unit.location));
    }
    for fallen in &scene.position.dislodged {
        spots.push(geometry.unit_at(board, fallen.unit.location));
    }
    match scene.deeds {
        Deeds::None => {}
        Deeds::Movement { orders, .. } => {
            for (_, order) in orders.iter() {
                match order {
                    Order::Move { to, .. } | Order::SupportMove { to, .. } => {
                        spots.push(geometry.unit_at(board, *to));
                    }
                    Order::SupportHold { of } => spots.push(at(*of)),
                    Order::Convoy { to, .. } => spots.push(at(*to)),
                    Order::Hold => {}
                }
            }
        }
        Deeds::Reach(province) => {
            if let Some(unit) = scene.position.forces.at(province) {
                let near = board.neighbours(unit.kind, unit.location).iter();
                spots.extend(near.map(|to| geometry.unit_at(board, *to)));
            }
        }
        Deeds::Retreats { orders, .. } => {
            for (_, order) in orders.iter() {
                match order {
                    RetreatOrder::To(to) => spots.push(geometry.unit_at(board, *to)),
                    RetreatOrder::Disband => {}
                }
            }
        }
        Deeds::Adjustments(list) => {
            for adjustment in list {
                match adjustment.entry {
                    Entry::Build { at, .. } => spots.push(geometry.unit_at(board, at)),
                    Entry::Remove { .. } | Entry::Waive => {}
                }
            }
        }
    }
    around(geometry, &spots)
}

/// A frame around spots, in the proportion of a picture, within the board.
pub(crate) fn around(geometry: &Geometry, spots: &[Point]) -> Rect {
    if spots.is_empty() {
        return Rect { x: 0.0, y: 0.0, width: geometry.width, height: geometry.height };
    }
    let span = |value: fn(&Point) -> f32| {
        let values = spots.iter().map(value);
        let low = values.clone().fold(f32::INFINITY, f32::min) - MARGIN;
        let high = values.fold(f32::NEG_INFINITY, f32::max) + MARGIN;
        (low, high)
    };
    let ((left, right), (top, bottom)) = (span(|p| p.x), span(|p| p.y));
    let width = (right - left).max(LEAST_WIDTH).max((bottom - top) * 4.0 / 3.0 * 0.8).min(geometry.width);
    let height = (bottom - top).max(LEAST_HEIGHT).max(width * 0.62).min(geometry.height);
    let within = |middle: f32, size: f32, whole: f32| (middle - size / 2.0).clamp(0.0, whole - size);
    Rect {
        x: within((left + right) / 2.0, width, geometry.width).round(),
        y: within((top + bottom) / 2.0, height, geometry.height).round(),
        width: width.round(),
        height: height.round(),
    }
}
