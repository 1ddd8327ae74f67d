//! Makes up facts for example sentences: units in places where they can be, and places where they can go.

use rules::{Board, Location, Province, Terrain, UnitKind};

/// The units and places of one example sentence.
pub(crate) struct ExampleFacts {
    pub(crate) unit: (UnitKind, Location),
    pub(crate) other: (UnitKind, Location),
    pub(crate) helped: (UnitKind, Location),
    pub(crate) there: Location,
    pub(crate) from: Location,
    /// The kind of unit that is built.
    pub(crate) what: UnitKind,
    /// The places where the unit may retreat.
    pub(crate) open: Vec<Location>,
}

impl ExampleFacts {
    pub(crate) fn new(board: &Board, key: &str, slots: &str, places: &[Location], number: usize) -> Self {
        let mut stage = PlacePicker { board, places, number, taken: Vec::new() };
        let unit = stage.unit(key, "unit", 0, None);
        let helped = stage.unit(key, "helped", 1, None);
        let what = if key.contains("coast") { UnitKind::Fleet } else { UnitKind::BOTH[number % 2] };
        let is_helped = slots.split(' ').any(|slot| slot == "helped");
        let goes = match key {
            _ if key.starts_with("adjustment.") => what,
            _ if is_helped => helped.0,
            _ => unit.0,
        };
        let there = stage.place(2, goes, |l| fits_there(board, key, goes, l));
        // A sentence about a missing coast names only the province.
        let there = if key.ends_with("coast_needed") { without_coast(board, there) } else { there };
        let other = if stands_there(key) {
            (kind_at(board, there, number), there)
        } else {
            let moves_too = key.starts_with("move.");
            stage.unit(key, "other", 3, Some(board.province_of(if moves_too { there } else { unit.1 })))
        };
        let from =
            stage.place(4, UnitKind::Fleet, |l| board.terrain(board.province_of(l)) == Terrain::Coastal);
        stage.taken.clear();
        stage.taken.extend([unit.1, other.1].map(|at| board.province_of(at)));
        let open = (5..8).map(|i| stage.place(i, unit.0, |l| can_go(board, unit.0, l))).collect();
        Self { unit, other, helped, there, from, what, open }
    }
}

/// Picks places from a list, each only once.
struct PlacePicker<'a> {
    board: &'a Board,
    places: &'a [Location],
    number: usize,
    taken: Vec<Province>,
}

impl PlacePicker<'_> {
    /// Picks a unit that can be in its place and, if `goes` is given, could be there as well.
    fn unit(&mut self, key: &str, name: &str, i: usize, goes: Option<Province>) -> (UnitKind, Location) {
        let board = self.board;
        let fixed = kind_in(key, name);
        let turn = self.number + i;
        let at = self.free(i, |l| {
            let kind = fixed.unwrap_or_else(|| kind_at(board, l, turn));
            // A fleet that convoys does not move.
            let goes = goes.filter(|_| fixed != Some(UnitKind::Fleet));
            can_go(board, kind, l)
                && fits_role(board, key, name, l)
                && goes.is_none_or(|goes| !board.locations_for(kind, goes).is_empty())
        });
        let kind = fixed.unwrap_or_else(|| kind_at(board, at, self.number + i));
        (kind, without_coast_if_army(board, kind, at))
    }

    fn place(&mut self, i: usize, kind: UnitKind, fits: impl Fn(Location) -> bool) -> Location {
        let at = self.free(i, fits);
        without_coast_if_army(self.board, kind, at)
    }

    /// The first place that fits and is not used yet. If all are used, the first that fits.
    fn free(&mut self, i: usize, fits: impl Fn(Location) -> bool) -> Location {
        let all = (0..self.places.len()).map(|k| self.places[(self.number + i + k) % self.places.len()]);
        let province = |l: &Location| self.board.province_of(*l);
        let fitting = || all.clone().filter(|l| fits(*l));
        let found = fitting().find(|l| !self.taken.contains(&province(l))).or_else(|| fitting().next());
        let found = found.unwrap_or(self.places[(self.number + i) % self.places.len()]);
        self.taken.push(province(&found));
        found
    }
}

/// The location of a unit of this kind: an army's has no coast.
fn without_coast_if_army(board: &Board, kind: UnitKind, location: Location) -> Location {
    match kind {
        UnitKind::Army => without_coast(board, location),
        UnitKind::Fleet => location,
    }
}

fn can_go(board: &Board, kind: UnitKind, location: Location) -> bool {
    board.can_stand(kind, without_coast_if_army(board, kind, location))
}

/// Whether a unit with this role can be there: a fleet that convoys is at sea, a convoyed army is coastal.
fn fits_role(board: &Board, key: &str, name: &str, location: Location) -> bool {
    let terrain = board.terrain(board.province_of(location));
    match (key, name) {
        ("void.not_at_sea", "unit") => terrain != Terrain::Water,
        ("void.not_on_route", "unit")
        | ("move.other_route" | "move.convoy_broken" | "convoy.chain_broken", "other") => {
            terrain == Terrain::Water
        }
        ("void.no_shared_coast" | "void.support_without_shared_coast", "unit")
        | ("void.supported_without_shared_coast", "helped") => terrain == Terrain::Coastal,
        _ if key.starts_with("convoy.") && name == "unit" => terrain == Terrain::Water,
        ("move.convoyed_swap" | "retreat.clash", "other") => terrain == Terrain::Coastal,
        _ if kind_in(key, name) == Some(UnitKind::Army) => terrain == Terrain::Coastal,
        _ => true,
    }
}

/// Whether the sentence can have this destination.
fn fits_there(board: &Board, key: &str, kind: UnitKind, location: Location) -> bool {
    let province = board.province_of(location);
    let terrain = board.terrain(province);
    match key {
        "adjustment.coast_needed" | "void.coast_needed" | "retreat.coast_needed" => {
            board.has_several_coasts(province)
        }
        "adjustment.wrong_coast" | "void.wrong_coast" => board.coast(location).is_some(),
        "adjustment.fleet_inland" => terrain == Terrain::Inland,
        "adjustment.too_many_removals" | "adjustment.no_such_unit" => true,
        // Both an army and a fleet can retreat there.
        "retreat.clash" => terrain == Terrain::Coastal,
        "adjustment.cannot_reach" | "void.support_out_of_reach" => !can_go(board, kind, location),
        "void.cannot_reach" | "void.supported_cannot_reach" => true,
        "void.no_shared_coast"
        | "void.support_without_shared_coast"
        | "void.supported_without_shared_coast" => terrain == Terrain::Coastal,
        "void.no_sea_route" | "void.not_on_route" => terrain == Terrain::Coastal,
        "void.closed" => terrain != Terrain::Water && can_go(board, kind, location),
        _ if key.starts_with("convoy.") || by_sea(key) => terrain == Terrain::Coastal,
        _ if key.starts_with("adjustment.") => terrain != Terrain::Water && can_go(board, kind, location),
        _ => can_go(board, kind, location),
    }
}

fn by_sea(key: &str) -> bool {
    kind_in(key, "unit") == Some(UnitKind::Army)
}

/// The kind of a unit where the sentence allows only an army or only a fleet.
fn kind_in(key: &str, name: &str) -> Option<UnitKind> {
    match (key, name) {
        (
            "move.unopposed_by_convoy"
            | "move.convoyed_standoff"
            | "move.convoyed_swap"
            | "move.other_route"
            | "move.convoy_broken"
            | "move.no_route"
            | "move.paradox"
            | "void.no_sea_route",
            "unit",
        )
        | ("support.convoyed_attack" | "support.cut_by_other_route", "other") => Some(UnitKind::Army),
        ("move.other_route" | "move.convoy_broken" | "convoy.chain_broken", "other")
        | ("void.only_armies" | "void.supported_without_shared_coast", "helped")
        | (
            "void.only_armies"
            | "void.not_on_route"
            | "void.coast_needed"
            | "void.wrong_coast"
            | "void.no_shared_coast"
            | "void.support_without_shared_coast"
            | "retreat.coast_needed",
            "unit",
        ) => Some(UnitKind::Fleet),
        _ if key.starts_with("convoy.") && name == "helped" => Some(UnitKind::Army),
        _ if key.starts_with("convoy.") && name == "unit" => Some(UnitKind::Fleet),
        _ => None,
    }
}

/// Whether the other unit of the sentence is at this unit's destination.
fn stands_there(key: &str) -> bool {
    key.ends_with("_unit") || key.ends_with("head_to_head") || key == "move.blocked" || key == "move.swap"
}

/// The kind of a unit that can be there. Alternates with `turn` where both can.
fn kind_at(board: &Board, location: Location, number: usize) -> UnitKind {
    let wanted = UnitKind::BOTH[number % 2];
    match board.coast(location) {
        Some(_) => UnitKind::Fleet,
        None if board.can_stand(wanted, location) => wanted,
        None if board.can_stand(UnitKind::Army, location) => UnitKind::Army,
        None => UnitKind::Fleet,
    }
}

pub(crate) fn without_coast(board: &Board, location: Location) -> Location {
    board.coastless(board.province_of(location))
}
