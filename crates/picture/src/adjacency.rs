//! Adjacency on the drawing: which provinces touch, compared with the neighbours by the rules.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use rules::{Board, Location, Province, Terrain, UnitKind};

use crate::Geometry;
use crate::curve::{Point, flatten};
use crate::geometry::{BorderArc, Side};

/// Pairs of places, the smaller one first, with the length of their common border.
pub type BorderLengths = BTreeMap<(Location, Location), f32>;

/// The adjacent places on the drawing, for armies and for fleets.
#[derive(Clone, Default, Debug)]
pub struct Adjacency {
    pub armies: BorderLengths,
    pub fleets: BorderLengths,
}

/// Every difference between the drawing and the rules: a message, and a province that it is about.
pub fn differences_from_rules(board: &Board, geometry: &Geometry) -> Vec<(Province, String)> {
    let drawn = Adjacency::of(board, geometry);
    let mut found = Vec::new();
    for (kind, contacts) in [(UnitKind::Army, &drawn.armies), (UnitKind::Fleet, &drawn.fleets)] {
        let ruled = borders_by_rules(board, kind);
        let drawn: BTreeSet<_> = contacts.keys().copied().collect();
        let who = match kind {
            UnitKind::Army => "armies",
            UnitKind::Fleet => "fleets",
        };
        let names = |(a, b): &(Location, Location)| {
            format!("{} and {}", board.location_key(*a), board.location_key(*b))
        };
        for pair in ruled.difference(&drawn) {
            let message = format!("{who} go between {}, which do not touch on the drawing", names(pair));
            found.push((board.province_of(pair.0), message));
        }
        for pair in drawn.difference(&ruled) {
            let message = format!("{} touch on the drawing, but {who} do not go there", names(pair));
            found.push((board.province_of(pair.0), message));
        }
    }
    found
}

/// The adjacent places by the rules of the board.
pub fn borders_by_rules(board: &Board, kind: UnitKind) -> BTreeSet<(Location, Location)> {
    let pairs = |from: Location| board.neighbours(kind, from).iter().map(move |&to| ordered(from, to));
    board.locations().filter(|from| board.can_stand(kind, *from)).flat_map(pairs).collect()
}

fn ordered(a: Location, b: Location) -> (Location, Location) {
    (a.min(b), a.max(b))
}

/// An end of a border line, in whole tenths so that it can be a key.
type Corner = (i32, i32);

fn corner(point: Point) -> Corner {
    ((point.x * 10.0).round() as i32, (point.y * 10.0).round() as i32)
}

impl Adjacency {
    pub fn of(board: &Board, geometry: &Geometry) -> Self {
        AdjacencySurvey::new(board, geometry).touching()
    }
}

/// Calculates the adjacent places of a drawing.
struct AdjacencySurvey<'a> {
    board: &'a Board,
    geometry: &'a Geometry,
    /// By end point: the open arcs that end there.
    ends: HashMap<Corner, Vec<usize>>,
    /// By coastal arc: the place on its land side.
    shores: HashMap<usize, Location>,
}

impl<'a> AdjacencySurvey<'a> {
    fn new(board: &'a Board, geometry: &'a Geometry) -> Self {
        let mut ends: HashMap<Corner, Vec<usize>> = HashMap::new();
        for (n, arc) in geometry.arcs.iter().enumerate() {
            for end in corners(arc) {
                ends.entry(end).or_default().push(n);
            }
        }
        let mut survey = Self { board, geometry, ends, shores: HashMap::new() };
        for province in board.provinces().filter(|p| board.terrain(*p) != Terrain::Water) {
            survey.name_coasts(province);
        }
        survey
    }

    /// The land province and the water province of a coastal arc. Water that no unit can enter is not a
    /// province.
    fn shore(&self, arc: &BorderArc) -> Option<(Province, Province)> {
        let [Side::Province(a), Side::Province(b)] = arc.between else { return None };
        match (self.is_water(a), self.is_water(b)) {
            (false, true) => Some((a, b)),
            (true, false) => Some((b, a)),
            (true, true) | (false, false) => None,
        }
    }

    fn is_water(&self, province: Province) -> bool {
        self.board.terrain(province) == Terrain::Water
    }

    /// Assigns a coast to each coastal arc of a province. Connected coastal arcs are one coast. In a province
    /// with named coasts it is the coast whose fleet place is nearest.
    fn name_coasts(&mut self, province: Province) {
        let own: HashSet<usize> = (0..self.geometry.arcs.len())
            .filter(|n| self.shore(&self.geometry.arcs[*n]).is_some_and(|(land, _)| land == province))
            .collect();
        let mut chains = self.chains(&own);
        // Islands are ignored, unless the province has nothing else.
        let is_island = |chain: &Vec<usize>| chain.iter().all(|n| is_closed(&self.geometry.arcs[*n]));
        if !chains.iter().all(is_island) {
            chains.retain(|chain| !is_island(chain));
        }
        for chain in chains {
            let location = self.coast_of(province, &chain);
            self.shores.extend(chain.into_iter().map(|n| (n, location)));
        }
    }

    /// Groups arcs into connected chains.
    fn chains(&self, own: &HashSet<usize>) -> Vec<Vec<usize>> {
        let mut seen = HashSet::new();
        let mut chains = Vec::new();
        let mut starts: Vec<usize> = own.iter().copied().collect();
        starts.sort_unstable();
        for start in starts {
            let (mut chain, mut todo) = (Vec::new(), vec![start]);
            while let Some(n) = todo.pop() {
                if !seen.insert(n) {
                    continue;
                }
                chain.push(n);
                for end in corners(&self.geometry.arcs[n]) {
                    todo.extend(self.ends[&end].iter().filter(|m| own.contains(m)));
                }
            }
            if !chain.is_empty() {
                chains.push(chain);
            }
        }
        chains
    }

    fn coast_of(&self, province: Province, chain: &[usize]) -> Location {
        if !self.board.has_several_coasts(province) {
            return self.board.coastless(province);
        }
        let line: Vec<Point> = chain.iter().flat_map(|n| flatten(&self.geometry.arcs[*n].points)).collect();
        let away = |location: Location| {
            let fleet = self.geometry.unit_at(self.board, location);
            line.iter().map(|point| point.distance(fleet)).fold(f32::INFINITY, f32::min)
        };
        let coasts = self.board.coasts(province).iter().copied();
        coasts.min_by(|a, b| away(*a).total_cmp(&away(*b))).unwrap_or(self.board.coastless(province))
    }

    fn touching(&self) -> Adjacency {
        let mut touching = Adjacency::default();
        for (n, arc) in self.geometry.arcs.iter().enumerate() {
            let [Side::Province(a), Side::Province(b)] = arc.between else { continue };
            let length = length(arc);
            match (self.is_water(a), self.is_water(b)) {
                (false, false) => {
                    let pair = ordered(self.board.coastless(a), self.board.coastless(b));
                    *touching.armies.entry(pair).or_default() += length;
                    self.add_coast_to_coast(arc, a, b, &mut touching.fleets);
                }
                (true, true) => {
                    let pair = ordered(self.board.coastless(a), self.board.coastless(b));
                    *touching.fleets.entry(pair).or_default() += length;
                }
                (true, false) | (false, true) => {
                    let water = if self.is_water(a) { a } else { b };
                    let island = self.board.coastless(if self.is_water(a) { b } else { a });
                    // An islet counts as a coast of its province, in whichever sea it is.
                    let land = self.shores.get(&n).copied().unwrap_or(island);
                    if self.shores.contains_key(&n)
                        || !self.board.has_several_coasts(self.board.province_of(island))
                    {
                        *touching.fleets.entry(ordered(land, self.board.coastless(water))).or_default() +=
                            length;
                    }
                }
            }
        }
        touching
    }

    /// Adds contacts from coast to coast: a land border that ends at the same water on both sides.
    fn add_coast_to_coast(&self, arc: &BorderArc, a: Province, b: Province, fleets: &mut BorderLengths) {
        for end in corners(arc) {
            let shores = |province: Province| {
                let near = self.ends.get(&end).into_iter().flatten();
                near.filter_map(move |n| {
                    let (land, water) = self.shore(&self.geometry.arcs[*n])?;
                    (land == province).then_some(())?;
                    Some((*self.shores.get(n)?, water))
                })
            };
            for (one, water) in shores(a) {
                for (other, same) in shores(b) {
                    if water == same {
                        *fleets.entry(ordered(one, other)).or_default() += length(arc);
                    }
                }
            }
        }
    }
}

fn is_closed(arc: &BorderArc) -> bool {
    arc.points.first() == arc.points.last()
}

/// The ends of an open arc.
fn corners(arc: &BorderArc) -> Vec<Corner> {
    match (arc.points.first(), arc.points.last()) {
        (Some(first), Some(last)) if first != last => vec![corner(*first), corner(*last)],
        _ => Vec::new(),
    }
}

fn length(arc: &BorderArc) -> f32 {
    flatten(&arc.points).windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}
