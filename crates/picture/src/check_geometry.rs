//! Checks a `geometry.json` that could be read against the board: rings, unit places, adjacency.

use rules::Board;

use crate::adjacency::differences_from_rules;
use crate::curve::Point;
use crate::{Geometry, GeometryFault};

/// Everything that contradicts the rules of the board, or lies outside its province.
pub fn geometry_faults(board: &Board, geometry: &Geometry, text: &str) -> Vec<GeometryFault> {
    let line_of = |key: &str| {
        let quoted = format!("\"{key}\":");
        // The line of a province is the first one that starts with its key.
        let own = text.lines().position(|line| line.trim_start().starts_with(&quoted));
        own.or_else(|| text.lines().position(|line| line.contains(&quoted))).map_or(1, |i| i + 1)
    };
    let mut found = Vec::new();
    for province in board.provinces() {
        let key = board.province_key(province);
        let mut fault = |message: String| found.push(GeometryFault { line: line_of(key), message });
        let place = geometry.place(province);
        for ring in geometry.outlines(&place.rings) {
            let (first, last) = (ring.first(), ring.last());
            if let (Some(first), Some(last)) = (first, last)
                && first.distance(*last) > 0.2
            {
                fault(format!("{key}: a ring does not close"));
            }
        }
        let mut spots: Vec<(&str, Point)> = vec![("unit", place.unit)];
        spots.extend(place.coasts.iter().map(|(coast, at, _)| (coast.key(), *at)));
        spots.extend(place.centre.map(|at| ("centre", at)));
        for (what, at) in spots {
            if geometry.depth(province, at) < 0.0 {
                fault(format!("{key}: its {what} lies outside"));
            }
        }
    }
    found.extend(
        differences_from_rules(board, geometry).into_iter().map(|(province, message)| GeometryFault {
            line: line_of(board.province_key(province)),
            message,
        }),
    );
    found
}
