//! The drawing of a board: shared border lines, and where units, centres and words go.
//!
//! A variant's `geometry.json` holds every border line once, in whole tenths of a unit. A province
//! is rings of such lines, so the drawing's neighbours can be read off and held to the rules.

use std::collections::BTreeMap;
use std::fmt;

use rules::{Board, Coast, Location, Power, Province};
use serde::Deserialize;

use crate::curve::{self, Point};

/// Why a drawing cannot be used; each line is one fault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BadGeometry(pub Vec<GeometryFault>);

/// One thing that is wrong with a drawing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GeometryFault {
    /// From 1; 0 if the whole file is meant.
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
    labels: BTreeMap<String, Vec<Label>>,
    pub lakes: Vec<Vec<Point>>,
    pub straits: Vec<Vec<Point>>,
    pub graticule: Vec<Vec<Point>>,
    pub rivers: [Vec<Vec<Point>>; 2],
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
    pub coasts: Vec<(Coast, Point)>,
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

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    size: [i32; 2],
    arcs: Vec<(String, String, Vec<i32>)>,
    provinces: BTreeMap<String, PlaceFile>,
    #[serde(default)]
    nobodys: BTreeMap<String, Vec<Vec<i32>>>,
    #[serde(default)]
    labels: BTreeMap<String, LabelsFile>,
    #[serde(default)]
    lakes: Vec<Vec<i32>>,
    #[serde(default)]
    straits: Vec<Vec<i32>>,
    #[serde(default)]
    graticule: Vec<Vec<i32>>,
    #[serde(default)]
    rivers: RiversFile,
}

/// By province: where its name stands, how large, and its lines.
type LabelsFile = BTreeMap<String, (i32, i32, f32, Vec<String>)>;

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields)]
struct RiversFile {
    large: Vec<Vec<i32>>,
    small: Vec<Vec<i32>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PlaceFile {
    rings: Vec<Vec<i32>>,
    unit: [i32; 2],
    short: Option<(i32, i32, f32)>,
    centre: Option<[i32; 2]>,
    #[serde(default)]
    coasts: BTreeMap<String, [i32; 2]>,
    nation: Option<String>,
}

/// Water that nobody enters has this key; all else that nobody enters is land.
const NOBODYS_WATER: &str = "cas";

impl Geometry {
    /// Reads a `geometry.json` for a board; says all that is wrong.
    pub fn read(board: &Board, text: &str) -> Result<Self, BadGeometry> {
        let file: File = serde_json::from_str(text).map_err(|error| {
            BadGeometry(vec![GeometryFault { line: error.line(), message: error.to_string() }])
        })?;
        Reader { board, text, faults: Vec::new() }.read(file)
    }

    pub fn place(&self, province: Province) -> &Place {
        &self.places[province.index()]
    }

    /// Where a unit stands.
    pub fn unit_at(&self, board: &Board, location: Location) -> Point {
        let place = self.place(board.province_of(location));
        let on_coast = |coast| place.coasts.iter().find(|(known, _)| *known == coast);
        board.coast(location).and_then(on_coast).map_or(place.unit, |(_, at)| *at)
    }

    /// The names as placed for a language, by province.
    pub fn labels(&self, language: &str) -> Option<&[Label]> {
        self.labels.get(language).map(Vec::as_slice)
    }

    pub fn is_nobodys_water(&self, number: usize) -> bool {
        self.nobodys[number].0 == NOBODYS_WATER
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

    /// Where a way from a spot in one province to a spot in another best crosses their border.
    pub fn gate(&self, (one, here): (Province, Point), (other, there): (Province, Point)) -> Option<Point> {
        let pair = [Side::Province(one), Side::Province(other)];
        let shared = self.arcs.iter().filter(|arc| arc.between == pair || arc.between == [pair[1], pair[0]]);
        let middles = shared.map(|arc| arc.points[arc.points.len() / 2]);
        let way = |gate: &Point| gate.distance(here) + gate.distance(there);
        middles.min_by(|a, b| way(a).total_cmp(&way(b)))
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

/// The arc that a ring's number means, whichever way it is walked.
pub(crate) const fn arc_number(n: i32) -> usize {
    (if n < 0 { !n } else { n }) as usize
}

struct Reader<'a> {
    board: &'a Board,
    text: &'a str,
    faults: Vec<GeometryFault>,
}

impl Reader<'_> {
    fn fault(&mut self, key: &str, message: String) {
        let quoted = format!("\"{key}\":");
        let line = self.text.lines().position(|line| line.contains(&quoted)).map_or(0, |i| i + 1);
        self.faults.push(GeometryFault { line, message });
    }

    fn read(mut self, file: File) -> Result<Geometry, BadGeometry> {
        let nobodys: Vec<(String, Vec<Vec<i32>>)> = file.nobodys.into_iter().collect();
        let count = file.arcs.len();
        for (key, rings) in &nobodys {
            self.check_rings(key, rings, count);
        }
        let mut arcs = Vec::with_capacity(count);
        for (number, (one, other, steps)) in file.arcs.into_iter().enumerate() {
            let mut side = |key: &str| {
                if key == "#" {
                    return Side::Outside;
                }
                let known = self.board.province(key).map(Side::Province);
                known
                    .or_else(|| nobodys.iter().position(|(name, _)| name == key).map(Side::Nobodys))
                    .unwrap_or_else(|| {
                        self.fault(
                            "arcs",
                            format!("arc {number} lies beside '{key}', which is no place here"),
                        );
                        Side::Outside
                    })
            };
            let between = [side(&one), side(&other)];
            let points = points(&steps);
            if points.len() < 2 || steps.len() % 2 == 1 {
                self.fault("arcs", format!("arc {number} ({one}, {other}) is no line"));
            }
            arcs.push(Arc { between, points });
        }
        let (width, height) = (file.size[0] as f32 / 10.0, file.size[1] as f32 / 10.0);
        if !(100.0..=20_000.0).contains(&width) || !(100.0..=20_000.0).contains(&height) {
            self.fault("size", "the size must be between 1000 and 200000 tenths each way".to_owned());
        }
        let places = self.places(file.provinces, count);
        let labels = self.labels(file.labels);
        if !self.faults.is_empty() {
            return Err(BadGeometry(self.faults));
        }
        let lines = |lists: Vec<Vec<i32>>| lists.iter().map(|list| points(list)).collect::<Vec<_>>();
        Ok(Geometry {
            width,
            height,
            arcs,
            places,
            nobodys,
            labels,
            lakes: lines(file.lakes),
            straits: lines(file.straits),
            graticule: lines(file.graticule),
            rivers: [lines(file.rivers.large), lines(file.rivers.small)],
        })
    }

    fn places(&mut self, mut files: BTreeMap<String, PlaceFile>, arcs: usize) -> Vec<Place> {
        let mut places = Vec::new();
        for province in self.board.provinces() {
            let key = self.board.province_key(province);
            match files.remove(key) {
                Some(file) => {
                    self.check_rings(key, &file.rings, arcs);
                    let place = self.place(province, file);
                    places.push(place);
                }
                None => self.fault("provinces", format!("the province '{key}' is not drawn")),
            }
        }
        for key in files.keys() {
            self.fault(key, format!("'{key}' is no province of this board"));
        }
        places
    }

    fn place(&mut self, province: Province, file: PlaceFile) -> Place {
        let key = self.board.province_key(province).to_owned();
        let mut coasts = Vec::new();
        for &location in self.board.coasts(province) {
            let Some(coast) = self.board.coast(location) else { continue };
            match file.coasts.get(coast.key()) {
                Some(&at) => coasts.push((coast, point(at))),
                None => {
                    self.fault(&key, format!("{key}: no place for a fleet on its coast '{}'", coast.key()))
                }
            }
        }
        if self.board.is_centre(province) != file.centre.is_some() {
            self.fault(&key, format!("{key}: a centre on the board or on the drawing, but not on both"));
        }
        let nation = file.nation.as_deref().and_then(|power| {
            let known = self.board.power(power);
            if known.is_none() {
                self.fault(&key, format!("{key}: its nation '{power}' is no power of this board"));
            }
            known
        });
        let unit = point(file.unit);
        let short = file
            .short
            .map_or((Point::new(unit.x, unit.y + 24.0), 14.0), |(x, y, size)| (point([x, y]), size));
        Place { rings: file.rings, unit, coasts, centre: file.centre.map(point), short, nation }
    }

    fn check_rings(&mut self, key: &str, rings: &[Vec<i32>], arcs: usize) {
        if rings.iter().flatten().any(|&n| arc_number(n) >= arcs) || rings.iter().any(Vec::is_empty) {
            self.fault(key, format!("{key}: a ring names an arc that is not there, or none"));
        }
    }

    fn labels(&mut self, files: BTreeMap<String, LabelsFile>) -> BTreeMap<String, Vec<Label>> {
        let mut labels = BTreeMap::new();
        for (language, mut file) in files {
            let mut list = Vec::new();
            for province in self.board.provinces() {
                let key = self.board.province_key(province);
                match file.remove(key) {
                    Some((x, y, size, lines)) => list.push(Label { at: point([x, y]), size, lines }),
                    None => {
                        self.fault(&language, format!("the name of '{key}' has no place in '{language}'"))
                    }
                }
            }
            labels.insert(language, list);
        }
        labels
    }
}

fn point([x, y]: [i32; 2]) -> Point {
    Point::new(x as f32 / 10.0, y as f32 / 10.0)
}

/// The first point, then the way from one to the next.
fn points(steps: &[i32]) -> Vec<Point> {
    let (mut x, mut y) = (0i32, 0i32);
    let step = |pair: &[i32]| {
        x = x.saturating_add(pair[0]);
        y = y.saturating_add(pair[1]);
        point([x, y])
    };
    steps.chunks_exact(2).map(step).collect()
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
