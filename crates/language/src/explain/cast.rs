//! Who plays in a specimen, and where: units that can stand where the sentence puts them, and places
//! where they can go.

use rules::{Board, Location, Province, Terrain, UnitKind};

/// The units and places of one made-up story.
pub(crate) struct Cast {
    pub(crate) unit: (UnitKind, Location),
    pub(crate) other: (UnitKind, Location),
    pub(crate) helped: (UnitKind, Location),
    pub(crate) there: Location,
    pub(crate) from: Location,
    /// What is built.
    pub(crate) what: UnitKind,
    /// Where the unit may retreat.
    pub(crate) open: Vec<Location>,
}

impl Cast {
    pub(crate) fn new(board: &Board, key: &str, slots: &str, places: &[Location], turn: usize) -> Self {
        let mut stage = Stage { board, places, turn, taken: Vec::new() };
        let unit = stage.unit(key, "unit", 0, None);
        let helped = stage.unit(key, "helped", 1, None);
        let what = if key.contains("coast") { UnitKind::Fleet } else { UnitKind::BOTH[turn % 2] };
        let is_helped = slots.split(' ').any(|slot| slot == "helped");
        let goes = match key {
            _ if key.starts_with("adjustment.") => what,
            _ if is_helped => helped.0,
            _ => unit.0,
        };
        let there = stage.place(2, goes, |l| fits_there(board, key, goes, l));
        // Whoever does not name a coast names only the province.
        let there = if key.ends_with("coast_needed") { bare(board, there) } else { there };
        let other = if stands_there(key) {
            (kind_at(board, there, turn), there)
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

/// Gives every place to one only.
struct Stage<'a> {
    board: &'a Board,
    places: &'a [Location],
    turn: usize,
    taken: Vec<Province>,
}

impl Stage<'_> {
    /// A unit that can stand where it is, and could stand where it goes.
    fn unit(&mut self, key: &str, name: &str, i: usize, goes: Option<Province>) -> (UnitKind, Location) {
        let board = self.board;
        let fixed = kind_in(key, name);
        let turn = self.turn + i;
        let at = self.free(i, |l| {
            let kind = fixed.unwrap_or_else(|| kind_at(board, l, turn));
            // Who convoys goes nowhere.
            let goes = goes.filter(|_| fixed != Some(UnitKind::Fleet));
            can_go(board, kind, l)
                && fits_role(board, key, name, l)
                && goes.is_none_or(|goes| !board.places(kind, goes).is_empty())
        });
        let kind = fixed.unwrap_or_else(|| kind_at(board, at, self.turn + i));
        (kind, plain(board, kind, at))
    }

    fn place(&mut self, i: usize, kind: UnitKind, fits: impl Fn(Location) -> bool) -> Location {
        let at = self.free(i, fits);
        plain(self.board, kind, at)
    }

    /// The first place that fits and is nobody's yet.
    fn free(&mut self, i: usize, fits: impl Fn(Location) -> bool) -> Location {
        let all = (0..self.places.len()).map(|k| self.places[(self.turn + i + k) % self.places.len()]);
        let province = |l: &Location| self.board.province_of(*l);
        let fitting = || all.clone().filter(|l| fits(*l));
        let found = fitting().find(|l| !self.taken.contains(&province(l))).or_else(|| fitting().next());
        let found = found.unwrap_or(self.places[(self.turn + i) % self.places.len()]);
        self.taken.push(province(&found));
        found
    }
}

/// Armies stand on no coast.
fn plain(board: &Board, kind: UnitKind, location: Location) -> Location {
    match kind {
        UnitKind::Army => bare(board, location),
        UnitKind::Fleet => location,
    }
}

fn can_go(board: &Board, kind: UnitKind, location: Location) -> bool {
    board.can_stand(kind, plain(board, kind, location))
}

/// Where a unit that does this can be: who convoys is at sea, who is convoyed on a coast.
fn fits_role(board: &Board, key: &str, name: &str, location: Location) -> bool {
    let terrain = board.terrain(board.province_of(location));
    match (key, name) {
        ("void.not_at_sea", "unit") => terrain != Terrain::Water,
        ("void.not_on_route", "unit") | ("move.other_route" | "move.convoy_broken", "other") => {
            terrain == Terrain::Water
        }
        _ if key.starts_with("convoy.") && name == "unit" => terrain == Terrain::Water,
        ("move.convoyed_swap" | "retreat.clash", "other") => terrain == Terrain::Coastal,
        _ if kind_in(key, name) == Some(UnitKind::Army) => terrain == Terrain::Coastal,
        _ => true,
    }
}

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
        // An army and a fleet may meet there.
        "retreat.clash" => terrain == Terrain::Coastal,
        "adjustment.cannot_reach" | "void.support_out_of_reach" => !can_go(board, kind, location),
        "void.cannot_reach" | "void.supported_cannot_reach" => true,
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

/// Where only an army or only a fleet can be meant.
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
        ("move.other_route" | "move.convoy_broken", "other")
        | ("void.only_armies", "helped")
        | (
            "void.only_armies"
            | "void.not_on_route"
            | "void.coast_needed"
            | "void.wrong_coast"
            | "retreat.coast_needed",
            "unit",
        ) => Some(UnitKind::Fleet),
        _ if key.starts_with("convoy.") && name == "helped" => Some(UnitKind::Army),
        _ if key.starts_with("convoy.") && name == "unit" => Some(UnitKind::Fleet),
        _ => None,
    }
}

/// Whether the other unit of the story stands where this one goes.
fn stands_there(key: &str) -> bool {
    key.ends_with("_unit") || key.ends_with("head_to_head") || key == "move.blocked" || key == "move.swap"
}

/// The kind of a unit that can stand there.
fn kind_at(board: &Board, location: Location, turn: usize) -> UnitKind {
    let wanted = UnitKind::BOTH[turn % 2];
    match board.coast(location) {
        Some(_) => UnitKind::Fleet,
        None if board.can_stand(wanted, location) => wanted,
        None if board.can_stand(UnitKind::Army, location) => UnitKind::Army,
        None => UnitKind::Fleet,
    }
}

pub(crate) fn bare(board: &Board, location: Location) -> Location {
    board.bare(board.province_of(location))
}
