//! The geometry of a board: shared border lines, and the places of units, supply centres and names.
//!
//! A variant's `geometry.json` has every border line once, in whole tenths of a unit. A province is a list of
//! rings of such lines. So the neighbours on the drawing can be calculated and compared with the rules.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::OnceLock;

use rules::{Board, Coast, Location, Power, Province};

use crate::curve::{self, Point};
use crate::province_grid::ProvinceGrid;

mod read;

/// The faults that make a `geometry.json` unusable.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GeometryError(pub Vec<GeometryFault>);

/// One fault of a file of a drawing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GeometryFault {
    /// The line number, from 1.
    pub line: usize,
    pub message: String,
}

/// The geometry of one board.
#[derive(Clone, Debug)]
pub struct Geometry {
    pub width: f32,
    pub height: f32,
    pub arcs: Vec<BorderArc>,
    places: Vec<Place>,
    /// Land and water that no unit can enter: key and rings.
    pub impassable: Vec<(String, Vec<Vec<i32>>)>,
    /// The keys of `impassable` that are water; the others are land.
    pub impassable_water: Vec<String>,
    labels: BTreeMap<String, Vec<Label>>,
    /// By pair of places, the smaller one first: the waypoints of a fleet that cannot sail straight.
    fleet_waypoints: BTreeMap<(Location, Location), Vec<Point>>,
    pub lakes: Vec<Vec<Point>>,
    pub straits: Vec<Vec<Point>>,
    pub graticule: Vec<Vec<Point>>,
    pub rivers: [Vec<Vec<Point>>; 2],
    /// Made when it is first needed.
    grid: OnceLock<ProvinceGrid>,
}

/// A border line, and what lies on its two sides.
#[derive(Clone, Debug)]
pub struct BorderArc {
    pub between: [Side; 2],
    pub points: Vec<Point>,
}

/// What lies beside a border line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    Province(Province),
    /// Land or water that no unit can enter, by its index in `Geometry::impassable`.
    Impassable(usize),
    /// Beyond the edge of the board.
    Outside,
}

/// How a province is drawn: its rings, and the places of its unit, centre and name.
#[derive(Clone, Debug)]
pub struct Place {
    /// Indexes of arcs, `!n` for an arc in reverse direction.
    pub rings: Vec<Vec<i32>>,
    pub unit: Point,
    /// The place of a dislodged unit, beside the unit that dislodged it.
    pub dislodged_unit: Point,
    /// By coast: the place of a fleet, and its place when it is dislodged.
    pub coasts: Vec<(Coast, Point, Point)>,
    pub centre: Option<Point>,
    /// The place of the short name, and the largest size that fits.
    pub short_name: (Point, f32),
    /// The power whose homeland it is, for provinces without a centre.
    pub nation: Option<Power>,
}

/// The place and size of the name of a province.
#[derive(Clone, Debug)]
pub struct Label {
    pub at: Point,
    pub size: f32,
    pub lines: Vec<String>,
}

impl Geometry {
    /// Reads a `geometry.json` for a board, or returns all its faults.
    pub fn read(board: &Board, text: &str) -> Result<Self, GeometryError> {
        read::read(board, text)
    }

    pub fn place(&self, province: Province) -> &Place {
        &self.places[province.index()]
    }

    /// The grid that says which province each point is in.
    pub(crate) fn province_grid(&self, board: &Board) -> &ProvinceGrid {
        self.grid.get_or_init(|| ProvinceGrid::new(board, self))
    }

    /// The midpoints of the border lines between two provinces.
    pub(crate) fn border_midpoints(&self, one: Province, other: Province) -> Vec<Point> {
        let sides = [Side::Province(one), Side::Province(other)];
        let arcs = self.arcs.iter().filter(|arc| sides.iter().all(|side| arc.between.contains(side)));
        arcs.map(|arc| arc.points[arc.points.len() / 2]).collect()
    }

    /// The place of a unit.
    pub fn unit_at(&self, board: &Board, location: Location) -> Point {
        self.spots(board, location).0
    }

    /// The place of a dislodged unit.
    pub fn dislodged_unit_at(&self, board: &Board, location: Location) -> Point {
        self.spots(board, location).1
    }

    /// The place of a unit, and its place when it is dislodged.
    fn spots(&self, board: &Board, location: Location) -> (Point, Point) {
        let place = self.place(board.province_of(location));
        let on_coast = |coast| place.coasts.iter().find(|(known, _, _)| *known == coast);
        let bare = (place.unit, place.dislodged_unit);
        board.coast(location).and_then(on_coast).map_or(bare, |(_, at, aside)| (*at, *aside))
    }

    /// The waypoints of a fleet between two places; empty if it can sail straight.
    pub fn fleet_waypoints(&self, from: Location, to: Location) -> Vec<Point> {
        let mut corners = self.fleet_waypoints.get(&ordered(from, to)).cloned().unwrap_or_default();
        if from > to {
            corners.reverse();
        }
        corners
    }

    /// All pairs of places with waypoints between them.
    pub fn all_fleet_waypoints(&self) -> impl Iterator<Item = (Location, Location, &[Point])> {
        self.fleet_waypoints.iter().map(|((one, other), corners)| (*one, *other, corners.as_slice()))
    }

    /// The placed names of a language, by province.
    pub fn labels(&self, language: &str) -> Option<&[Label]> {
        self.labels.get(language).map(Vec::as_slice)
    }

    pub fn is_impassable_water(&self, number: usize) -> bool {
        self.impassable_water.contains(&self.impassable[number].0)
    }

    /// The closed lines of rings, as short straight pieces of the drawn curves.
    pub fn outlines(&self, rings: &[Vec<i32>]) -> Vec<Vec<Point>> {
        let ring = |ring: &Vec<i32>| {
            let mut line: Vec<Point> = Vec::new();
            for &n in ring {
                let mut part = curve::flatten(&self.arcs[arc_number(n)].points);
                if n < 0 {
                    part.reverse();
                }
                line.extend(if line.is_empty() { &part[..] } else { part.get(1..).unwrap_or(&[]) });
            }
            line
        };
        rings.iter().map(ring).collect()
    }

    /// The closed lines of rings through the points of their arcs: a coarser form of [`Geometry::outlines`].
    pub(crate) fn coarse_outlines(&self, rings: &[Vec<i32>]) -> Vec<Vec<Point>> {
        let ring = |ring: &Vec<i32>| {
            let mut line: Vec<Point> = Vec::new();
            for &n in ring {
                let points = &self.arcs[arc_number(n)].points;
                if n < 0 {
                    line.extend(points.iter().rev());
                } else {
                    line.extend(points);
                }
            }
            line.extend(line.first().copied());
            line
        };
        rings.iter().map(ring).collect()
    }

    /// The distance from a point in a province to its border. Negative outside.
    pub fn depth(&self, province: Province, at: Point) -> f32 {
        let (mut inside, mut nearest) = (false, f32::INFINITY);
        for line in self.outlines(&self.place(province).rings) {
            let (is_inside, to_border) = curve::inside_and_distance(&line, at);
            inside ^= is_inside;
            nearest = nearest.min(to_border);
        }
        if inside { nearest } else { -nearest }
    }

    /// The rings as one SVG path.
    pub fn svg_path(&self, rings: &[Vec<i32>]) -> String {
        let mut out = String::new();
        for ring in rings {
            let mut first = true;
            for &n in ring {
                curve::push_path(&mut out, &self.arcs[arc_number(n)].points, n < 0, first);
                first = false;
            }
            out.push('Z');
        }
        out
    }
}

fn ordered(one: Location, other: Location) -> (Location, Location) {
    if one <= other { (one, other) } else { (other, one) }
}

/// The index of the arc that a number in a ring refers to, in either direction.
pub(crate) const fn arc_number(n: i32) -> usize {
    (if n < 0 { !n } else { n }) as usize
}

impl fmt::Display for GeometryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.0.iter().enumerate() {
            if i > 0 {
                writeln!(f)?;
            }
            write!(f, "geometry.json:{}: {}", fault.line, fault.message)?;
        }
        Ok(())
    }
}

impl std::error::Error for GeometryError {}
