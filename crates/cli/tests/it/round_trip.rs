//! What the page exports is read by the commands: a game goes out of a server in both forms, into another store,
//! and is the same phase by phase; it is also drawn, explained and judged again from the files.

use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::hammer::http::{Line, With};
use crate::hammer::service::{Folder, Service};

const PROGRAM: &str = env!("CARGO_BIN_EXE_detente");

fn detente(folder: &Folder, args: &[&str]) -> String {
    let output = Command::new(PROGRAM).args(args).env("DETENTE_DATA", folder.data()).output().unwrap();
    let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
    assert!(output.status.success(), "{args:?}: {said}");
    said
}

/// A game of programs in a server's store, and the file that it came from.
fn played(folder: &Folder, players: &str) -> (String, String) {
    let out = folder.path().join("games");
    let out = out.to_str().unwrap();
    let args =
        ["simulate", "--games", "1", "--players", players, "--seed", "7", "--years", "2", "--out", out];
    detente(folder, &args);
    let file = format!("{out}/00000007.jsonl");
    (imported(folder, &file), file)
}

/// Takes a file over, whole and without any difference; answers the name of the game.
fn imported(folder: &Folder, file: &str) -> String {
    let said = detente(folder, &["store", "import", file, "--rules", "2000"]);
    assert!(said.contains(" 0 differences") && !said.contains("everything after"), "{said}");
    said.lines().last().unwrap().split(':').next().unwrap().to_owned()
}

/// Asks a server for both exports of a game and writes them into files.
fn exported(folder: &Folder, game: &str) -> [String; 2] {
    let service = Service::start(Path::new(PROGRAM), folder, &[]).unwrap();
    ["python", "log"].map(|form| {
        let path = format!("/api/games/{game}/export/{form}");
        let answer = Line::new(service.address).ask("GET", &path, With::default()).unwrap();
        assert_eq!(answer.status, 200);
        let file = folder.path().join(format!("{game}.{form}"));
        std::fs::write(&file, answer.body).unwrap();
        file.to_str().unwrap().to_owned()
    })
}

fn sorted(lists: &Value) -> Value {
    let mut lists = lists.clone();
    for list in lists.as_object_mut().unwrap().values_mut() {
        let list = list.as_array_mut().unwrap();
        // A dislodged unit stands with its retreats too.
        list.retain(|one| !one.as_str().unwrap().starts_with('*'));
        list.sort_by_key(ToString::to_string);
    }
    lists
}

/// The units and centres of each phase of a saved game.
fn positions(python: &str) -> Vec<Value> {
    let saved: Value = serde_json::from_str(&std::fs::read_to_string(python).unwrap()).unwrap();
    let phases = saved["phases"].as_array().unwrap().iter();
    let position = |phase: &Value| {
        let state = &phase["state"];
        json!([phase["name"], sorted(&state["units"]), sorted(&state["centers"]), phase["orders"]])
    };
    phases.map(position).collect()
}

#[test]
fn both_exports_of_the_page_are_imported_and_are_the_same_game() {
    let folder = Folder::new("round-trip").unwrap();
    let (game, _) = played(&folder, "7");
    let files = exported(&folder, &game);
    let first = positions(&files[0]);
    assert!(first.len() > 4, "{}", first.len());
    for file in &files {
        let again = imported(&folder, file);
        let [python, _] = exported(&folder, &again);
        assert_eq!(positions(&python), first, "{file}");
    }
}

#[test]
fn exports_are_drawn_explained_and_judged_again() {
    let folder = Folder::new("round-trip-commands").unwrap();
    let (game, kept) = played(&folder, "7");
    let [python, log] = exported(&folder, &game);
    let positions = positions(&python);
    let explained = [&python, &log, &kept].map(|file| detente(&folder, &["explain", file]));
    assert!(explained[0].contains("1901"), "{}", explained[0]);
    assert_eq!(explained[1], explained[2], "the log has the same orders as the store");
    for file in [&python, &log] {
        let answers = detente(&folder, &["adjudicate", file]);
        let answers: Vec<Value> = answers.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
        // The last phase is not judged yet.
        assert_eq!(answers.len() + 1, positions.len(), "{file}");
        for (answer, position) in answers.iter().zip(&positions[1..]) {
            let next = &answer["next"];
            let units = sorted(&next["units"]);
            for (power, units) in units.as_object().unwrap() {
                assert_eq!(*units, position[1][power], "{file}: {}", position[0]);
            }
            assert_eq!(next["phase"], position[0], "{file}");
        }
    }
    for (i, file) in [&python, &log, &kept].into_iter().enumerate() {
        let pictures = folder.path().join(format!("pictures-{i}"));
        let to = pictures.to_str().unwrap();
        detente(&folder, &["render", "--input", file, "--to", to, "--width", "200", "--names", "none"]);
        assert_eq!(std::fs::read_dir(&pictures).unwrap().count(), positions.len(), "{file}");
    }
}

/// The land that is closed in the game for two is part of what is exported.
#[test]
fn a_log_of_a_game_for_two_is_judged_again_on_its_board() {
    let folder = Folder::new("round-trip-two").unwrap();
    let (game, kept) = played(&folder, "2");
    let [_, log] = exported(&folder, &game);
    assert_eq!(detente(&folder, &["explain", &log]), detente(&folder, &["explain", &kept]));
    let text = std::fs::read_to_string(&log).unwrap();
    assert!(text.contains("\"closed\":[\""), "{text}");
    assert!(detente(&folder, &["adjudicate", &log]).lines().count() > 2);
    let mut import = Command::new(PROGRAM);
    let output = import.args(["store", "import", &log]).env("DETENTE_DATA", folder.data()).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(!output.status.success() && said.contains("a game for 2"), "{said}");
}
