//! Which province a finger means.

use rules::{Board, Province, Terrain};

use crate::Geometry;
use crate::curve::{Point, around};

/// The outlines of all provinces, ready to be asked.
#[derive(Clone, Debug)]
pub struct Hits {
    provinces: Vec<Target>,
}

#[derive(Clone, Debug)]
struct Target {
    province: Province,
    units: Vec<Point>,
    outlines: Vec<Vec<Point>>,
    /// Left, top, right, bottom.
    bounds: [f32; 4],
}

impl Hits {
    pub fn new(board: &Board, geometry: &Geometry) -> Self {
        let target = |province: Province| {
            let place = geometry.place(province);
            let outlines = geometry.outlines(&place.rings);
            let all = || outlines.iter().flatten();
            let low = |value: fn(&Point) -> f32| all().map(value).fold(f32::INFINITY, f32::min);
            let high = |value: fn(&Point) -> f32| all().map(value).fold(f32::NEG_INFINITY, f32::max);
            let bounds = [low(|p| p.x), low(|p| p.y), high(|p| p.x), high(|p| p.y)];
            let units =
                std::iter::once(place.unit).chain(place.coasts.iter().map(|(_, at, _)| *at)).collect();
            Target { province, units, outlines, bounds }
        };
        let mut provinces: Vec<Target> = board.provinces().map(target).collect();
        // Land lies above water: islands and shores win.
        provinces.sort_by_key(|target| board.terrain(target.province) == Terrain::Water);
        Self { provinces }
    }

    /// The province meant by a touch, `reach` being 12 pixels in units of the board. A unit place
    /// that is near draws a touch to it, so that small provinces can be hit; next comes the
    /// province under the finger, then the nearest.
    pub fn find(&self, at: Point, reach: f32) -> Option<Province> {
        let mut best: Option<(f32, Province)> = None;
        for target in &self.provinces {
            let [left, top, right, bottom] = target.bounds;
            if at.x < left - reach || at.x > right + reach || at.y < top - reach || at.y > bottom + reach {
                continue;
            }
            let to_unit = target.units.iter().map(|unit| unit.distance(at)).fold(f32::INFINITY, f32::min);
            let (inside, to_border) = target.lies(at);
            if !inside && to_border > reach {
                continue;
            }
            // What is seen under the finger counts as much as a unit a little nearer.
            let score = to_unit.min(reach * 2.5) + if inside { 0.0 } else { to_border * 0.35 + reach * 0.15 };
            if best.is_none_or(|(least, _)| score < least) {
                best = Some((score, target.province));
            }
        }
        best.map(|(_, province)| province)
    }
}

impl Target {
    /// Whether a point is inside, and how far from the border.
    fn lies(&self, at: Point) -> (bool, f32) {
        let (mut inside, mut nearest) = (false, f32::INFINITY);
        for line in &self.outlines {
            let (is_inside, to_border) = around(line, at);
            inside ^= is_inside;
            nearest = nearest.min(to_border);
        }
        (inside, nearest)
    }
}
