//! Judging recorded phases again: every difference from what was recorded is listed.

use std::collections::{BTreeMap, BTreeSet};

use game::{Charter, Record};
use language::Notation;
use rules::{Board, Edition, Location, Position, Resolution, UnitKind};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use adjudicate::Clerk;

/// Texts by power.
type ByPower<T> = BTreeMap<String, T>;

/// Where everything stands, in the notation.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct Stand {
    #[serde(default)]
    pub(super) units: ByPower<Vec<String>>,
    #[serde(default)]
    pub(super) centers: ByPower<Vec<String>>,
    /// By unit: where it may go.
    #[serde(default)]
    pub(super) retreats: ByPower<BTreeMap<String, Vec<String>>>,
}

/// A phase with its orders.
#[derive(Clone, Debug)]
pub(super) struct Phase {
    pub(super) name: String,
    pub(super) before: Stand,
    pub(super) orders: ByPower<Option<Vec<String>>>,
    pub(super) disorder: Vec<String>,
    pub(super) players: BTreeMap<String, Vec<String>>,
    /// Provinces that nobody might enter.
    pub(super) closed: Vec<String>,
    /// What it was recorded to lead to, and the name of that phase.
    pub(super) after: Stand,
    pub(super) next: String,
}

/// Every difference, a sentence each.
pub(super) fn differences(board: &Board, edition: Edition, phases: &[Phase]) -> Vec<String> {
    let mut clerk = Clerk::new(board);
    let mut found = Vec::new();
    for phase in phases {
        let line = json!({
            "phase": phase.name,
            "units": standing(&phase.before.units),
            "centers": phase.before.centers,
            "dislodged": phase.before.retreats,
            "orders": phase.orders,
            "disorder": phase.disorder,
            "players": phase.players,
            "closed": phase.closed,
            "rules": edition.key(),
        });
        let mut answer = String::new();
        clerk.answer(&line.to_string(), &mut answer);
        let answer: Value = serde_json::from_str(&answer).unwrap_or_default();
        if let Some(error) = answer["error"].as_str() {
            found.push(format!("{}: it cannot be judged: {error}", phase.name));
            continue;
        }
        compare(phase, &answer["next"], &mut found);
    }
    found
}

/// Units without those that were dislodged, which the Python package marks with a star.
fn standing(units: &ByPower<Vec<String>>) -> ByPower<Vec<&String>> {
    units
        .iter()
        .map(|(power, units)| (power.clone(), units.iter().filter(|unit| !unit.starts_with('*')).collect()))
        .collect()
}

fn compare(phase: &Phase, next: &Value, found: &mut Vec<String>) {
    let (name, judged) = (next["phase"].as_str().unwrap_or_default(), stand(next));
    // A game that ended by agreement has no next phase of its own.
    if phase.next != "COMPLETED" && name != phase.next {
        found.push(format!(
            "{}: recorded as followed by {}, judged as followed by {name}",
            phase.name, phase.next
        ));
    }
    let (recorded, judged) = (things(&phase.after), things(&judged));
    for thing in recorded.difference(&judged) {
        found.push(format!("{}: recorded and not judged so: {thing}", phase.name));
    }
    for thing in judged.difference(&recorded) {
        found.push(format!("{}: judged and not recorded so: {thing}", phase.name));
    }
}

fn stand(next: &Value) -> Stand {
    Stand {
        units: serde_json::from_value(next["units"].clone()).unwrap_or_default(),
        centers: serde_json::from_value(next["centers"].clone()).unwrap_or_default(),
        retreats: serde_json::from_value(next["dislodged"].clone()).unwrap_or_default(),
    }
}

/// Every unit, every centre and every unit that must retreat, as one text each.
pub(super) fn things(stand: &Stand) -> BTreeSet<String> {
    let units = standing(&stand.units);
    let units =
        units.iter().flat_map(|(power, units)| units.iter().map(move |unit| format!("{power} has {unit}")));
    let centres = stand.centers.iter();
    let centres = centres
        .flat_map(|(power, centres)| centres.iter().map(move |centre| format!("{power} owns {centre}")));
    let fallen = stand.retreats.iter().flat_map(|(power, fallen)| {
        fallen.iter().map(move |(unit, open)| {
            let mut open = open.clone();
            open.sort();
            format!("{power} must retreat {unit} to one of [{}]", open.join(" "))
        })
    });
    units.chain(centres).chain(fallen).collect()
}

/// The phases of a game of ours.
pub(super) fn phases(board: &Board, charter: &Charter, records: &[&Record]) -> Vec<Phase> {
    let notation = Notation::new(board);
    records
        .iter()
        .map(|record| {
            let Resolution { before, after, .. } = &record.resolution;
            let table = &before.table;
            let closed = record.board(charter.seating(), board).closed();
            let mut players: BTreeMap<String, Vec<String>> = BTreeMap::new();
            for power in board.powers() {
                let player = table.player[power.index()].to_string();
                players.entry(player).or_default().push(notation.power_code(power).to_owned());
            }
            let away = board.powers().filter(|power| table.in_disorder(*power));
            Phase {
                name: record.phase().key(),
                before: of_position(board, &notation, before),
                orders: orders(&notation, &record.resolution),
                disorder: away.map(|power| notation.power_code(power).to_owned()).collect(),
                players,
                closed: closed.iter().map(|province| notation.province_code(*province).to_owned()).collect(),
                after: of_position(board, &notation, after),
                next: match after.winner {
                    Some(_) => "COMPLETED".to_owned(),
                    None => after.phase.key(),
                },
            }
        })
        .collect()
}

pub(super) fn of_position(board: &Board, notation: &Notation<'_>, position: &Position) -> Stand {
    let mut stand = Stand::default();
    let unit = |kind: UnitKind, location: Location| {
        let mut out = String::new();
        notation.push_unit(&mut out, kind, location);
        out
    };
    for one in position.forces.units() {
        let code = notation.power_code(one.power).to_owned();
        stand.units.entry(code).or_default().push(unit(one.kind, one.location));
    }
    for fallen in &position.dislodged {
        let code = notation.power_code(fallen.unit.power).to_owned();
        let open = fallen.open.iter().map(|open| notation.location_code(*open).to_owned()).collect();
        let name = unit(fallen.unit.kind, fallen.unit.location);
        stand.retreats.entry(code).or_default().insert(name, open);
    }
    for centre in board.centres() {
        if let Some(owner) = position.owners.of(*centre) {
            let code = notation.power_code(owner).to_owned();
            stand.centers.entry(code).or_default().push(notation.province_code(*centre).to_owned());
        }
    }
    stand
}

fn orders(notation: &Notation<'_>, resolution: &Resolution) -> ByPower<Option<Vec<String>>> {
    let forces = &resolution.before.forces;
    let mut orders: ByPower<Option<Vec<String>>> = BTreeMap::new();
    let mut add = |power, text: String| {
        let code = notation.power_code(power).to_owned();
        orders.entry(code).or_default().get_or_insert_default().push(text);
    };
    for (unit, order, _) in resolution.moves() {
        if let Some(order) = order {
            add(unit.power, notation.write_order(forces, unit, order));
        }
    }
    for (fallen, order, _) in resolution.retreats(notation.board()) {
        if let Some(order) = order {
            add(fallen.unit.power, notation.write_retreat(&fallen.unit, order));
        }
    }
    for one in resolution.adjustments() {
        add(one.power, notation.write_entry(forces, &one.entry));
    }
    orders
}
