//! The drawing of a board: shared border lines, and where units, centres and words go.
//!
//! A variant's `geometry.json` holds every border line once, in whole tenths of a unit. A province
//! is rings of such lines, so the drawing's neighbours can be read off and held to the rules.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::OnceLock;

use rules::{Board, Coast, Location, Power, Province};

use crate::chart::Chart;
use crate::curve::{self, Point};

mod read;

/// Why a drawing cannot be used; each line is one fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadGeometry(pub Vec<GeometryFault>);

/// One thing that is wrong with a drawing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GeometryFault {
    /// From 1.
    pub line: usize,
    pub message: String,
}

/// The drawing of one board.
#[derive(Clone, Debug)]
pub struct Geometry {
    pub width: f32,
    pub height: f32,
    pub arcs: Vec<Arc>,
    places: Vec<Place>,
    /// Land and water that nobody enters: key and rings.
    pub nobodys: Vec<(String, Vec<Vec<i32>>)>,
    /// Keys of [`Geometry::nobodys`] that are water; the others are land.
    pub nobodys_water: Vec<String>,
    labels: BTreeMap<String, Vec<Label>>,
    /// Between two places, the smaller first: the corners of a fleet's way, where it cannot sail straight.
    ways: BTreeMap<(Location, Location), Vec<Point>>,
    pub lakes: Vec<Vec<Point>>,
    pub straits: Vec<Vec<Point>>,
    pub graticule: Vec<Vec<Point>>,
    pub rivers: [Vec<Vec<Point>>; 2],
    /// Made when it is first asked for.
    chart: OnceLock<Chart>,
}

/// A border line between two owners.
#[derive(Clone, Debug)]
pub struct Arc {
    pub between: [Side; 2],
    pub points: Vec<Point>,
}

/// What lies beside a border line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    Province(Province),
    /// Land or water that nobody enters, by its number in [`Geometry::nobodys`].
    Nobodys(usize),
    /// Beyond the edge of the board.
    Outside,
}

/// What is drawn in a province.
#[derive(Clone, Debug)]
pub struct Place {
    /// Numbers of arcs, `!n` for one walked backwards.
    pub rings: Vec<Vec<i32>>,
    pub unit: Point,
    /// Where the unit stands that was driven out, beside the one that took its place.
    pub aside: Point,
    /// By coast: where a fleet stands, and where it stands when it was driven out.
    pub coasts: Vec<(Coast, Point, Point)>,
    pub centre: Option<Point>,
    /// Where the short name goes, and the largest size that fits.
    pub short: (Point, f32),
    /// Whose homeland it is, though it has no centre.
    pub nation: Option<Power>,
}

/// The name of a province as it is written on the board.
#[derive(Clone, Debug)]
pub struct Label {
    pub at: Point,
    pub size: f32,
    pub lines: Vec<String>,
}

impl Geometry {
    /// Reads a `geometry.json` for a board; says all that is wrong.
    pub fn read(board: &Board, text: &str) -> Result<Self, BadGeometry> {
        read::read(board, text)
    }

    pub fn place(&self, province: Province) -> &Place {
        &self.places[province.index()]
    }

    /// Whose ground every spot is.
    pub(crate) fn chart(&self, board: &Board) -> &Chart {
        self.chart.get_or_init(|| Chart::new(board, self))
    }

    /// The middles of the border lines between two provinces.
    pub(crate) fn gates(&self, one: Province, other: Province) -> Vec<Point> {
        let sides = [Side::Province(one), Side::Province(other)];
        let arcs = self.arcs.iter().filter(|arc| sides.iter().all(|side| arc.between.contains(side)));
        arcs.map(|arc| arc.points[arc.points.len() / 2]).collect()
    }

    /// Where a unit stands.
    pub fn unit_at(&self, board: &Board, location: Location) -> Point {
        self.spots(board, location).0
    }

    /// Where a unit stands that was driven out.
    pub fn aside(&self, board: &Board, location: Location) -> Point {
        self.spots(board, location).1
    }

    fn spots(&self, board: &Board, location: Location) -> (Point, Point) {
        let place = self.place(board.province_of(location));
        let on_coast = |coast| place.coasts.iter().find(|(known, _, _)| *known == coast);
        let bare = (place.unit, place.aside);
        board.coast(location).and_then(on_coast).map_or(bare, |(_, at, aside)| (*at, *aside))
    }

    /// The corners of a fleet's way between two places, if it cannot sail straight.
    pub fn way(&self, from: Location, to: Location) -> Vec<Point> {
        let mut corners = self.ways.get(&ordered(from, to)).cloned().unwrap_or_default();
        if from > to {
            corners.reverse();
        }
        corners
    }

    /// All ways that have corners.
    pub fn ways(&self) -> impl Iterator<Item = (Location, Location, &[Point])> {
        self.ways.iter().map(|((one, other), corners)| (*one, *other, corners.as_slice()))
    }

    /// The names as placed for a language, by province.
    pub fn labels(&self, language: &str) -> Option<&[Label]> {
        self.labels.get(language).map(Vec::as_slice)
    }

    pub fn is_nobodys_water(&self, number: usize) -> bool {
        self.nobodys_water.contains(&self.nobodys[number].0)
    }

    /// The closed lines of rings, finely divided.
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

    /// The closed lines of rings through the points of their arcs: nearly the drawn ones.
    pub(crate) fn corners(&self, rings: &[Vec<i32>]) -> Vec<Vec<Point>> {
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

    /// How far inside a province a spot lies, below zero outside.
    pub fn depth(&self, province: Province, at: Point) -> f32 {
        let (mut inside, mut nearest) = (false, f32::INFINITY);
        for line in self.outlines(&self.place(province).rings) {
            let (is_inside, to_border) = curve::around(&line, at);
            inside ^= is_inside;
            nearest = nearest.min(to_border);
        }
        if inside { nearest } else { -nearest }
    }

    /// The rings as one SVG path.
    pub fn path(&self, rings: &[Vec<i32>]) -> String {
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

/// The arc that a ring's number means, whichever way it is walked.
pub(crate) const fn arc_number(n: i32) -> usize {
    (if n < 0 { !n } else { n }) as usize
}

impl fmt::Display for BadGeometry {
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

impl std::error::Error for BadGeometry {}
