//! A convoy route for a page: which fleets could carry an army.

use std::collections::BTreeMap;

use rules::{Board, Position, Province, Terrain, UnitKind};

/// A shortest convoy route between two coastal provinces with the fleets that are at sea now. Fleets of all
/// powers are used alike. Empty if there is none.
pub(crate) fn convoy_route(
    board: &Board,
    position: &Position,
    from: Province,
    to: Province,
) -> Vec<Province> {
    let is_fleet_at_sea = |province: Province| {
        board.terrain(province) == Terrain::Water
            && position.forces.at(province).is_some_and(|unit| unit.kind == UnitKind::Fleet)
    };
    let near = |province: Province| -> Vec<Province> {
        let places = board.locations_for(UnitKind::Fleet, province);
        let mut near: Vec<Province> =
            places.iter().flat_map(|place| board.provinces_near(UnitKind::Fleet, *place)).copied().collect();
        near.sort_unstable();
        near.dedup();
        near
    };
    let mut came_from: BTreeMap<Province, Province> = BTreeMap::new();
    let mut front = vec![from];
    while !front.is_empty() {
        let mut next = Vec::new();
        for here in front {
            for there in near(here) {
                if there == to && here != from {
                    let mut chain = vec![here];
                    let mut at = here;
                    while let Some(&before) = came_from.get(&at) {
                        if before == from {
                            break;
                        }
                        chain.push(before);
                        at = before;
                    }
                    chain.reverse();
                    return chain;
                }
                if is_fleet_at_sea(there) && !came_from.contains_key(&there) {
                    came_from.insert(there, here);
                    next.push(there);
                }
            }
        }
        front = next;
    }
    Vec::new()
}
