//! Convoy routes from one shore to another.

use rules::{Board, Forces, Province, Terrain, UnitKind};

/// Fleets that convoy an army together. None can be left out. By their index in [`Forces::units`], sorted.
pub(crate) type Route = Vec<usize>;

/// The fleets that could convoy if they were ordered to: those at sea (F27).
pub(crate) fn fleets_at_sea(board: &Board, forces: &Forces) -> Vec<usize> {
    let at_sea = |unit: &rules::Unit| {
        unit.kind == UnitKind::Fleet && board.terrain(board.province_of(unit.location)) == Terrain::Water
    };
    let units = forces.units();
    (0..units.len()).filter(|&i| at_sea(&units[i])).collect()
}

/// Whether these fleets, or some of them, connect the two shores.
pub(crate) fn are_connected(
    board: &Board,
    forces: &Forces,
    fleets: &[usize],
    from: Province,
    to: Province,
) -> bool {
    if !are_two_shores(board, from, to) {
        return false;
    }
    let mut reached: Vec<usize> = Vec::new();
    loop {
        let next = fleets.iter().copied().find(|&fleet| {
            !reached.contains(&fleet)
                && (touches(board, forces, fleet, from)
                    || reached.iter().any(|&other| are_adjacent(board, forces, fleet, other)))
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
        let sea = RouteSearch { board, forces, fleets, from, to };
        sea.extend_chain(&mut Vec::new(), &mut found);
    }
    found
}

/// A search for all routes between two shores.
struct RouteSearch<'a> {
    board: &'a Board,
    forces: &'a Forces,
    fleets: &'a [usize],
    from: Province,
    to: Province,
}

impl RouteSearch<'_> {
    /// Extends a chain of fleets by every possible next fleet, and keeps the chains that arrive.
    fn extend_chain(&self, way: &mut Vec<usize>, found: &mut Vec<Route>) {
        if let Some(&last) = way.last()
            && touches(self.board, self.forces, last, self.to)
        {
            let mut route = way.clone();
            route.sort_unstable();
            if self.needs_all(&route) && !found.contains(&route) {
                found.push(route);
            }
            // Any fleet after this one could be left out.
            return;
        }
        for &fleet in self.fleets {
            if self.could_be_next(way, fleet) {
                way.push(fleet);
                self.extend_chain(way, found);
                way.pop();
            }
        }
    }

    /// Whether this fleet can be the next of the chain. It must not touch the first shore or an earlier
    /// fleet, because then the fleets between could be left out.
    fn could_be_next(&self, way: &[usize], fleet: usize) -> bool {
        let touches_start = touches(self.board, self.forces, fleet, self.from);
        let Some((&last, earlier)) = way.split_last() else {
            return touches_start;
        };
        let borders = |other: usize| are_adjacent(self.board, self.forces, fleet, other);
        !touches_start
            && !way.contains(&fleet)
            && borders(last)
            && !earlier.iter().any(|&other| borders(other))
    }

    fn needs_all(&self, route: &[usize]) -> bool {
        route.iter().all(|left_out| {
            let rest: Vec<usize> = route.iter().copied().filter(|f| f != left_out).collect();
            !are_connected(self.board, self.forces, &rest, self.from, self.to)
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

fn are_adjacent(board: &Board, forces: &Forces, one: usize, other: usize) -> bool {
    let province = board.province_of(forces.units()[other].location);
    board.can_reach(UnitKind::Fleet, forces.units()[one].location, province)
}
