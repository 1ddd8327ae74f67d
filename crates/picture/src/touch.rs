//! What touches on the drawing, so that it can be held to the rules.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use rules::{Board, Location, Province, Terrain, UnitKind};

use crate::Geometry;
use crate::curve::{Point, flatten};
use crate::geometry::{Arc, Side};

/// Pairs of places, the smaller first, with the length of the line that they share.
pub type Contacts = BTreeMap<(Location, Location), f32>;

/// What the drawing says about who can go where.
#[derive(Clone, Default, Debug)]
pub struct Touching {
    pub armies: Contacts,
    pub fleets: Contacts,
}

/// Every difference between the drawing and the rules, in words of the notation, with a province that it is about.
pub fn contradictions(board: &Board, geometry: &Geometry) -> Vec<(Province, String)> {
    let drawn = Touching::of(board, geometry);
    let mut found = Vec::new();
    for (kind, contacts) in [(UnitKind::Army, &drawn.armies), (UnitKind::Fleet, &drawn.fleets)] {
        let ruled = borders(board, kind);
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

/// The borders that the rules know.
pub fn borders(board: &Board, kind: UnitKind) -> BTreeSet<(Location, Location)> {
    let pairs = |from: Location| board.neighbours(kind, from).iter().map(move |&to| ordered(from, to));
    board.locations().filter(|from| board.can_stand(kind, *from)).flat_map(pairs).collect()
}

fn ordered(a: Location, b: Location) -> (Location, Location) {
    (a.min(b), a.max(b))
}

/// A corner where lines meet, in whole tenths so that it can be looked up.
type Corner = (i32, i32);

fn corner(point: Point) -> Corner {
    ((point.x * 10.0).round() as i32, (point.y * 10.0).round() as i32)
}

impl Touching {
    pub fn of(board: &Board, geometry: &Geometry) -> Self {
        Survey::new(board, geometry).touching()
    }
}

struct Survey<'a> {
    board: &'a Board,
    geometry: &'a Geometry,
    /// By corner: the open arcs that end there.
    ends: HashMap<Corner, Vec<usize>>,
    /// By coastal arc: the place of its land side.
    shores: HashMap<usize, Location>,
}

impl<'a> Survey<'a> {
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

    /// Land province and water beside a coastal arc. Water that nobody enters has no name.
    fn shore(&self, arc: &Arc) -> Option<(Province, Province)> {
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

    /// The coasts of a province are the unbroken chains of its coastal arcs. In a province with
    /// named coasts each chain is the one whose fleet stands nearest to it.
    fn name_coasts(&mut self, province: Province) {
        let own: HashSet<usize> = (0..self.geometry.arcs.len())
            .filter(|n| self.shore(&self.geometry.arcs[*n]).is_some_and(|(land, _)| land == province))
            .collect();
        let mut chains = self.chains(&own);
        // Islands off a coast say nothing about it, unless there is nothing else.
        let is_island = |chain: &Vec<usize>| chain.iter().all(|n| is_closed(&self.geometry.arcs[*n]));
        if !chains.iter().all(is_island) {
            chains.retain(|chain| !is_island(chain));
        }
        for chain in chains {
            let location = self.coast_of(province, &chain);
            self.shores.extend(chain.into_iter().map(|n| (n, location)));
        }
    }

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
            return self.board.bare(province);
        }
        let line: Vec<Point> = chain.iter().flat_map(|n| flatten(&self.geometry.arcs[*n].points)).collect();
        let away = |location: Location| {
            let fleet = self.geometry.unit_at(self.board, location);
            line.iter().map(|point| point.distance(fleet)).fold(f32::INFINITY, f32::min)
        };
        let coasts = self.board.coasts(province).iter().copied();
        coasts.min_by(|a, b| away(*a).total_cmp(&away(*b))).unwrap_or(self.board.bare(province))
    }

    fn touching(&self) -> Touching {
        let mut touching = Touching::default();
        for (n, arc) in self.geometry.arcs.iter().enumerate() {
            let [Side::Province(a), Side::Province(b)] = arc.between else { continue };
            let length = length(arc);
            match (self.is_water(a), self.is_water(b)) {
                (false, false) => {
                    let pair = ordered(self.board.bare(a), self.board.bare(b));
                    *touching.armies.entry(pair).or_default() += length;
                    self.along_the_coast(arc, a, b, &mut touching.fleets);
                }
                (true, true) => {
                    let pair = ordered(self.board.bare(a), self.board.bare(b));
                    *touching.fleets.entry(pair).or_default() += length;
                }
                (true, false) | (false, true) => {
                    let water = if self.is_water(a) { a } else { b };
                    let island = self.board.bare(if self.is_water(a) { b } else { a });
                    // An islet of a province counts as that province's coast, whichever sea it lies in.
                    let land = self.shores.get(&n).copied().unwrap_or(island);
                    if self.shores.contains_key(&n)
                        || !self.board.has_several_coasts(self.board.province_of(island))
                    {
                        *touching.fleets.entry(ordered(land, self.board.bare(water))).or_default() += length;
                    }
                }
            }
        }
        touching
    }

    /// Coast to coast: a land border that ends on a shore of the same water on both sides.
    fn along_the_coast(&self, arc: &Arc, a: Province, b: Province, fleets: &mut Contacts) {
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

fn is_closed(arc: &Arc) -> bool {
    arc.points.first() == arc.points.last()
}

/// The ends of an open arc.
fn corners(arc: &Arc) -> Vec<Corner> {
    match (arc.points.first(), arc.points.last()) {
        (Some(first), Some(last)) if first != last => vec![corner(*first), corner(*last)],
        _ => Vec::new(),
    }
}

fn length(arc: &Arc) -> f32 {
    flatten(&arc.points).windows(2).map(|pair| pair[0].distance(pair[1])).sum()
}
