//! The ways over sea from one shore to another.

use rules::{Board, Forces, Province, Terrain, UnitKind};

/// Fleets that together carry an army, none of which could be left out; by their index in
/// [`Forces::units`], sorted.
pub(crate) type Route = Vec<usize>;

/// The fleets that could convoy if they were told to: those at sea (F27).
pub(crate) fn fleets_at_sea(board: &Board, forces: &Forces) -> Vec<usize> {
    let at_sea = |unit: &rules::Unit| {
        unit.kind == UnitKind::Fleet && board.terrain(board.province_of(unit.location)) == Terrain::Water
    };
    let units = forces.units();
    (0..units.len()).filter(|&i| at_sea(&units[i])).collect()
}

/// Whether these fleets, or some of them, join the two shores.
pub(crate) fn join(board: &Board, forces: &Forces, fleets: &[usize], from: Province, to: Province) -> bool {
    if !are_two_shores(board, from, to) {
        return false;
    }
    let mut reached: Vec<usize> = Vec::new();
    loop {
        let next = fleets.iter().copied().find(|&fleet| {
            !reached.contains(&fleet)
                && (touches(board, forces, fleet, from)
                    || reached.iter().any(|&other| border(board, forces, fleet, other)))
        });
        match next {
            Some(fleet) if touches(board, forces, fleet, to) => return true,
            Some(fleet) => reached.push(fleet),
            None => return false,
        }
    }
}

/// Every route between two shores through some of these fleets.
pub(crate) fn routes(
    board: &Board,
    forces: &Forces,
    fleets: &[usize],
    from: Province,
    to: Province,
) -> Vec<Route> {
    let mut found = Vec::new();
    if are_two_shores(board, from, to) {
        let sea = Sea { board, forces, fleets, from, to };
        sea.sail_on(&mut Vec::new(), &mut found);
    }
    found
}

struct Sea<'a> {
    board: &'a Board,
    forces: &'a Forces,
    fleets: &'a [usize],
    from: Province,
    to: Province,
}

impl Sea<'_> {
    /// Goes on from the last fleet of a way in every direction, and keeps the ways that arrive.
    fn sail_on(&self, way: &mut Vec<usize>, found: &mut Vec<Route>) {
        if let Some(&last) = way.last()
            && touches(self.board, self.forces, last, self.to)
        {
            let mut route = way.clone();
            route.sort_unstable();
            if self.needs_all(&route) && !found.contains(&route) {
                found.push(route);
            }
            // The fleets after this one could be left out.
            return;
        }
        for &fleet in self.fleets {
            if self.could_be_next(way, fleet) {
                way.push(fleet);
                self.sail_on(way, found);
                way.pop();
            }
        }
    }

    /// Whether the way could go on with this fleet. If it touched the first shore or an earlier
    /// fleet, those between could be left out.
    fn could_be_next(&self, way: &[usize], fleet: usize) -> bool {
        let touches_start = touches(self.board, self.forces, fleet, self.from);
        let Some((&last, earlier)) = way.split_last() else {
            return touches_start;
        };
        let borders = |other: usize| border(self.board, self.forces, fleet, other);
        !touches_start
            && !way.contains(&fleet)
            && borders(last)
            && !earlier.iter().any(|&other| borders(other))
    }

    fn needs_all(&self, route: &[usize]) -> bool {
        route.iter().all(|left_out| {
            let rest: Vec<usize> = route.iter().copied().filter(|f| f != left_out).collect();
            !join(self.board, self.forces, &rest, self.from, self.to)
        })
    }
}

fn are_two_shores(board: &Board, from: Province, to: Province) -> bool {
    let is_shore = |province| board.terrain(province) == Terrain::Coastal;
    from != to && is_shore(from) && is_shore(to)
}

fn touches(board: &Board, forces: &Forces, fleet: usize, shore: Province) -> bool {
    board.can_reach(UnitKind::Fleet, forces.units()[fleet].location, shore)
}

fn border(board: &Board, forces: &Forces, one: usize, other: usize) -> bool {
    let province = board.province_of(forces.units()[other].location);
    board.can_reach(UnitKind::Fleet, forces.units()[one].location, province)
}
