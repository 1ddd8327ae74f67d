//! `docs/rulebook-points.md` has a row for every point of the rulebooks, and what a row names is there.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::case_files::all_cases;

/// Every point of the rulebook index.
const POINTS: [&str; 91] = [
    "A1", "A2", "A3", "B1", "B2", "B3", "B4", "B5", "B6", "B7", "B8", "B8a", "B9", "C1", "C2", "C3", "C4",
    "C5", "D1", "D2", "D2a", "D3", "D4", "E1", "E2", "E3", "E4", "E5", "E6", "E7", "E8", "E9", "E10", "E10a",
    "E11", "E12", "E13", "E14", "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12",
    "F13", "F14", "F15", "F16", "F17", "F18", "F19", "F20", "F21", "F22", "F23", "F24", "F25", "F25a", "F26",
    "F26a", "F27", "G1", "G2", "G3", "G4", "H1", "H2", "H3", "H4", "H5", "H6", "I1", "I2", "I3", "J1", "J2",
    "K1", "K2", "K3", "K4", "K5", "K5a", "K6", "L1", "L2",
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// One row of the table.
struct Row {
    point: String,
    engine: String,
    page: String,
}

fn rows() -> Vec<Row> {
    let text = std::fs::read_to_string(root().join("docs/rulebook-points.md")).unwrap();
    let table = text.lines().filter(|line| line.starts_with("| ") && !line.starts_with("| point"));
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|').split(" | ").map(|cell| cell.trim().to_owned()).collect()
    };
    let row = |line: &str| {
        let cells = cells(line);
        assert_eq!(cells.len(), 4, "{line}");
        Row { point: cells[0].clone(), engine: cells[2].clone(), page: cells[3].clone() }
    };
    table.map(row).collect()
}

/// The words in backticks.
fn quoted(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

#[test]
fn every_point_has_one_row() {
    let points: Vec<String> = rows().into_iter().map(|row| row.point).collect();
    assert_eq!(points, POINTS);
}

#[test]
fn what_shows_a_point_in_the_engine_is_there() {
    let cases: BTreeSet<String> = all_cases().into_iter().map(|(_, case)| case.id).collect();
    let readings = reading_cases();
    let mut faults = Vec::new();
    for row in rows() {
        let mut shown = 0;
        let mut file = String::new();
        for name in quoted(&row.engine) {
            let there = if let Some(id) = name.strip_prefix("case ") {
                cases.contains(id)
            } else if let Some(id) = name.strip_prefix("reading ") {
                readings.contains(id)
            } else if let Some(script) = name.strip_prefix("script ") {
                root().join(format!("crates/game/tests/scripts/{script}.game")).is_file()
            } else if let Some(function) = name.strip_suffix("()") {
                file.contains(&format!("fn {function}("))
            } else {
                file = std::fs::read_to_string(root().join(name)).unwrap_or_default();
                // The function after it is what counts.
                shown -= 1;
                !file.is_empty()
            };
            shown += 1;
            if !there {
                faults.push(format!("{}: there is no {name}", row.point));
            }
        }
        if shown == 0 {
            faults.push(format!("{}: no test shows it", row.point));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

#[test]
fn the_story_of_a_point_is_there_or_it_is_said_why_not() {
    let mut faults = Vec::new();
    for row in rows() {
        let stories = quoted(&row.page);
        for story in &stories {
            if !story.starts_with("web/e2e/") || !root().join(story).is_file() {
                faults.push(format!("{}: there is no story {story}", row.point));
            }
        }
        // A part of a story is named in quotation marks behind its file.
        for part in row.page.split('“').skip(1) {
            let part = part.split('”').next().unwrap_or_default();
            let file = stories.iter().map(|story| std::fs::read_to_string(root().join(story)));
            if !file.flatten().any(|text| text.contains(part)) {
                faults.push(format!("{}: no story has '{part}'", row.point));
            }
        }
        let reason = row.page.split("open: ").nth(1).unwrap_or_default();
        if stories.is_empty() && reason.split(' ').count() < 3 {
            faults.push(format!("{}: neither a story nor why there is none", row.point));
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// The ids of all reading cases.
fn reading_cases() -> BTreeSet<String> {
    let files = std::fs::read_dir(root().join("cases/reading")).unwrap().map(|entry| entry.unwrap().path());
    let mut ids = BTreeSet::new();
    for path in files.filter(|path| path.extension().is_some_and(|extension| extension == "reading")) {
        let text = std::fs::read_to_string(path).unwrap();
        let starts = text.lines().filter_map(|line| line.strip_prefix("case "));
        ids.extend(starts.filter_map(|rest| rest.split(' ').next()).map(str::to_owned));
    }
    ids
}
