//! Reads and checks a `geometry.json`: returns the geometry, or all faults with their line numbers.

use std::collections::BTreeMap;

use rules::{Board, Location, Province, UnitKind};
use serde::Deserialize;

use super::{BorderArc, Geometry, GeometryError, GeometryFault, Label, Place, Side, arc_number, ordered};
use crate::curve::Point;

pub(super) fn read(board: &Board, text: &str) -> Result<Geometry, GeometryError> {
    let file: File = serde_json::from_str(text).map_err(|error| {
        GeometryError(vec![GeometryFault { line: error.line().max(1), message: error.to_string() }])
    })?;
    Reader { board, text, faults: Vec::new() }.read(file)
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
    nobodys_water: Vec<String>,
    #[serde(default)]
    labels: BTreeMap<String, LabelsFile>,
    #[serde(default)]
    ways: Vec<(String, String, Vec<i32>)>,
    #[serde(default)]
    lakes: Vec<Vec<i32>>,
    #[serde(default)]
    straits: Vec<Vec<i32>>,
    #[serde(default)]
    graticule: Vec<Vec<i32>>,
    #[serde(default)]
    rivers: RiversFile,
}

/// By province: the place of its name, its size and its lines.
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
    aside: Option<[i32; 2]>,
    #[serde(default)]
    coasts_aside: BTreeMap<String, [i32; 2]>,
}

struct Reader<'a> {
    board: &'a Board,
    text: &'a str,
    faults: Vec<GeometryFault>,
}

impl Reader<'_> {
    /// Reports a fault at the first line that contains a key.
    fn fault(&mut self, key: &str, message: String) {
        let quoted = format!("\"{key}\":");
        let line = self.text.lines().position(|line| line.contains(&quoted)).map_or(1, |i| i + 1);
        self.faults.push(GeometryFault { line, message });
    }

    /// Reports a fault of an arc. Usually each arc has its own line in the file.
    fn arc_fault(&mut self, number: usize, message: String) {
        let first = self.text.lines().position(|line| line.contains("\"arcs\":")).unwrap_or(0);
        let own = first + 1 + number;
        let is_arc = self.text.lines().nth(own).is_some_and(|line| line.trim_start().starts_with('['));
        self.faults.push(GeometryFault { line: if is_arc { own } else { first } + 1, message });
    }

    fn read(mut self, file: File) -> Result<Geometry, GeometryError> {
        let nobodys: Vec<(String, Vec<Vec<i32>>)> = file.nobodys.into_iter().collect();
        let count = file.arcs.len();
        for (key, rings) in &nobodys {
            self.check_rings(key, rings, count);
        }
        for key in &file.nobodys_water {
            if nobodys.iter().all(|(known, _)| known != key) {
                self.fault("nobodys_water", format!("'{key}' is not in nobodys"));
            }
        }
        let mut arcs = Vec::with_capacity(count);
        for (number, (one, other, steps)) in file.arcs.into_iter().enumerate() {
            let mut side = |key: &str| {
                if key == "#" {
                    return Side::Outside;
                }
                let known = self.board.province(key).map(Side::Province);
                known
                    .or_else(|| nobodys.iter().position(|(name, _)| name == key).map(Side::Impassable))
                    .unwrap_or_else(|| {
                        self.arc_fault(
                            number,
                            format!("arc {number} lies beside '{key}', which is no place here"),
                        );
                        Side::Outside
                    })
            };
            let between = [side(&one), side(&other)];
            let points = points(&steps);
            if points.len() < 2 || steps.len() % 2 == 1 {
                self.arc_fault(number, format!("arc {number} ({one}, {other}) is no line"));
            }
            arcs.push(BorderArc { between, points });
        }
        let (width, height) = (file.size[0] as f32 / 10.0, file.size[1] as f32 / 10.0);
        if !(100.0..=20_000.0).contains(&width) || !(100.0..=20_000.0).contains(&height) {
            self.fault("size", "the size must be between 1000 and 200000 tenths each way".to_owned());
        }
        let places = self.places(file.provinces, count);
        let labels = self.labels(file.labels);
        let ways = self.fleet_waypoints(&file.ways);
        if !self.faults.is_empty() {
            return Err(GeometryError(self.faults));
        }
        let lines = |lists: Vec<Vec<i32>>| lists.iter().map(|list| points(list)).collect::<Vec<_>>();
        Ok(Geometry {
            width,
            height,
            arcs,
            places,
            impassable: nobodys,
            impassable_water: file.nobodys_water,
            labels,
            fleet_waypoints: ways,
            lakes: lines(file.lakes),
            straits: lines(file.straits),
            graticule: lines(file.graticule),
            rivers: [lines(file.rivers.large), lines(file.rivers.small)],
            grid: std::sync::OnceLock::new(),
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
                Some(&at) => {
                    let aside = file.coasts_aside.get(coast.key()).copied();
                    coasts.push((
                        coast,
                        point(at),
                        aside.map_or_else(|| default_dislodged_spot(point(at)), point),
                    ));
                }
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
        let aside = file.aside.map_or_else(|| default_dislodged_spot(unit), point);
        Place {
            rings: file.rings,
            unit,
            dislodged_unit: aside,
            coasts,
            centre: file.centre.map(point),
            short_name: short,
            nation,
        }
    }

    fn check_rings(&mut self, key: &str, rings: &[Vec<i32>], arcs: usize) {
        if rings.iter().flatten().any(|&n| arc_number(n) >= arcs) || rings.iter().any(Vec::is_empty) {
            self.fault(key, format!("{key}: a ring names an arc that is not there, or none"));
        }
    }

    fn fleet_waypoints(
        &mut self,
        files: &[(String, String, Vec<i32>)],
    ) -> BTreeMap<(Location, Location), Vec<Point>> {
        let mut ways = BTreeMap::new();
        for (one, other, steps) in files {
            let ends = (self.board.location(one), self.board.location(other));
            let (Some(from), Some(to)) = ends else {
                self.fault("ways", format!("a way goes from '{one}' to '{other}': one of them is no place"));
                continue;
            };
            // A convoyed army leaves the province itself, not one of its coasts.
            let places = |location: Location| {
                std::iter::once(location)
                    .chain(self.board.coasts(self.board.province_of(location)).iter().copied())
            };
            let sails =
                places(from).any(|from| places(to).any(|to| self.board.can_step(UnitKind::Fleet, from, to)));
            if !sails || steps.is_empty() || steps.len() % 2 == 1 {
                self.fault("ways", format!("no fleet goes from '{one}' to '{other}' by such a way"));
                continue;
            }
            let mut corners = points(steps);
            if from > to {
                corners.reverse();
            }
            ways.insert(ordered(from, to), corners);
        }
        ways
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

/// The place of a dislodged unit if the file does not have one.
fn default_dislodged_spot(unit: Point) -> Point {
    Point::new(unit.x + 27.0, unit.y + 17.0)
}

fn point([x, y]: [i32; 2]) -> Point {
    Point::new(x as f32 / 10.0, y as f32 / 10.0)
}

/// Points from steps: the first point, then the step from each point to the next.
fn points(steps: &[i32]) -> Vec<Point> {
    let (mut x, mut y) = (0i32, 0i32);
    let step = |pair: &[i32]| {
        x = x.saturating_add(pair[0]);
        y = y.saturating_add(pair[1]);
        point([x, y])
    };
    steps.chunks_exact(2).map(step).collect()
}
