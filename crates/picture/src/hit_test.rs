//! Hit test: finds the province that a tap or click on the map means.

use rules::{Board, Province, Terrain};

use crate::Geometry;
use crate::curve::{Point, inside_and_distance};

/// The outlines of all provinces, for finding the province at a point.
#[derive(Clone, Debug)]
pub struct HitTest {
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

impl HitTest {
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
        // Land is drawn above water, so at equal scores land comes first.
        provinces.sort_by_key(|target| board.terrain(target.province) == Terrain::Water);
        Self { provinces }
    }

    /// The province that a tap means. `reach` is 12 pixels, in units of the board. A unit place near the tap
    /// counts most, so that small provinces can be hit. Then comes the province under the finger, then the
    /// nearest one.
    pub fn province_at(&self, at: Point, reach: f32) -> Option<Province> {
        let mut best: Option<(f32, Province)> = None;
        for target in &self.provinces {
            let [left, top, right, bottom] = target.bounds;
            if at.x < left - reach || at.x > right + reach || at.y < top - reach || at.y > bottom + reach {
                continue;
            }
            let to_unit = target.units.iter().map(|unit| unit.distance(at)).fold(f32::INFINITY, f32::min);
            let (inside, to_border) = target.inside_and_distance(at);
            if !inside && to_border > reach {
                continue;
            }
            // The province under the finger has a small advantage over one whose unit is a little nearer.
            let score = to_unit.min(reach * 2.5) + if inside { 0.0 } else { to_border * 0.35 + reach * 0.15 };
            if best.is_none_or(|(least, _)| score < least) {
                best = Some((score, target.province));
            }
        }
        best.map(|(_, province)| province)
    }
}

impl Target {
    /// Whether a point is inside, and its distance to the border.
    fn inside_and_distance(&self, at: Point) -> (bool, f32) {
        let (mut inside, mut nearest) = (false, f32::INFINITY);
        for line in &self.outlines {
            let (is_inside, to_border) = inside_and_distance(line, at);
            inside ^= is_inside;
            nearest = nearest.min(to_border);
        }
        (inside, nearest)
    }
}
