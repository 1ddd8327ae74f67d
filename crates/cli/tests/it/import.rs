//! `detente store export` and `import`: whole games are exported and imported, and differences in the
//! judgement are reported.

use std::path::Path;
use std::process::Command;

use fault_injection::http::HttpClient;
use fault_injection::service::{Folder, Service};
use serde_json::{Value, json};

const PROGRAM: &str = env!("CARGO_BIN_EXE_detente");

fn detente(folder: &Folder, args: &[&str]) -> (bool, String) {
    let output = Command::new(PROGRAM).args(args).env("DETENTE_DATA", folder.data()).output().unwrap();
    (output.status.success(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

/// The id of an imported game.
fn id(said: &str) -> String {
    said.lines().last().unwrap().split(':').next().unwrap().to_owned()
}

/// A whole game of seven bots in its stored form.
fn played(folder: &Folder, seed: &str) -> String {
    let out = folder.path().join("games");
    let out = out.to_str().unwrap();
    let args = ["simulate", "--games", "1", "--players", "7", "--seed", seed, "--years", "4", "--out", out];
    let (well, said) = detente(folder, &args);
    assert!(well, "{said}");
    format!("{out}/{seed:0>8}.jsonl")
}

#[test]
fn a_stored_game_is_imported_and_exported_unchanged() {
    let folder = Folder::new("import-own").unwrap();
    let log = played(&folder, "7");
    let (well, said) = detente(&folder, &["store", "import", &log]);
    assert!(well && said.contains(" 0 differences"), "{said}");
    let out = folder.path().join("out.jsonl");
    let out = out.to_str().unwrap();
    let (well, reported) = detente(&folder, &["store", "export", &id(&said), out]);
    assert!(well, "{reported}");
    assert_eq!(std::fs::read_to_string(out).unwrap(), std::fs::read_to_string(&log).unwrap());
    let (well, reported) = detente(&folder, &["store", "export", &id(&said), out]);
    assert!(!well && reported.contains("cannot write"), "nothing is overwritten: {reported}");
    let (well, reported) = detente(&folder, &["store", "check"]);
    assert!(well && reported.contains("1 games"), "{reported}");
}

/// A game of bots in the form of the Python package.
fn saved(folder: &Folder) -> Value {
    let (well, said) =
        detente(folder, &["arena", "dumb", "dumb", "--only", "3", "--until", "1906", "--quiet"]);
    assert!(well, "{said}");
    let lines = said.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let lines = lines.filter(|line| line["phase"].is_string());
    let mut phases: Vec<Value> = lines
        .map(|line| {
            let empty = json!({});
            let retreats = line.get("dislodged").unwrap_or(&empty);
            let state = json!({ "units": line["units"], "centers": line["centers"], "retreats": retreats });
            json!({ "name": line["phase"], "state": state, "orders": line["orders"], "messages": [] })
        })
        .collect();
    assert!(phases.len() > 10, "{said}");
    phases[1]["messages"] = json!([
        { "sender": "FRANCE", "recipient": "GLOBAL", "message": "Bonjour", "time_sent": 1, "phase": "F1901M" },
        { "sender": "FRANCE", "recipient": "ENGLAND", "message": "Hello", "time_sent": 2, "phase": "F1901M" },
        { "sender": "SYSTEM", "recipient": "GLOBAL", "message": "Joined", "time_sent": 3, "phase": "F1901M" },
    ]);
    json!({ "id": "x", "map": "standard", "rules": [], "phases": phases })
}

#[test]
fn a_saved_game_of_the_python_package_is_played_again() {
    let folder = Folder::new("import-python").unwrap();
    let saved = saved(&folder);
    let file = folder.path().join("saved.json");
    std::fs::write(&file, saved.to_string()).unwrap();
    let file = file.to_str().unwrap();
    let (well, said) = detente(&folder, &["store", "import", file, "--rules", "2000"]);
    assert!(well && said.contains(" 0 differences"), "{said}");
    assert!(!said.contains("everything after"), "all of it was taken over: {said}");
    assert!(said.contains("left out: F1901M: a message of SYSTEM to GLOBAL"), "{said}");
    // The server exports the same phases.
    let service = Service::start(Path::new(PROGRAM), &folder, &[]).unwrap();
    let again =
        HttpClient::new(service.address).get(&format!("/api/games/{}/export/python", id(&said)), "").unwrap();
    drop(service);
    let stands = |game: &Value| -> Vec<Value> {
        let phases = game["phases"].as_array().unwrap().iter();
        phases.map(|phase| json!([phase["name"], sorted(&phase["state"]["units"])])).collect()
    };
    // The last phase was not judged.
    let judged = saved["phases"].as_array().unwrap().len() - 1;
    assert_eq!(stands(&again)[..judged], stands(&saved)[..judged]);
    assert_eq!(again["phases"][1]["messages"].as_array().unwrap().len(), 1, "what everybody heard: {again}");

    // A file in which a unit is missing after its move.
    let mut wrong = saved.clone();
    let third = &mut wrong["phases"][2]["state"]["units"];
    let units = third.as_object_mut().unwrap().iter_mut();
    let mut lost = units.filter_map(|(power, units)| Some((power.clone(), units.as_array_mut()?.pop()?)));
    let (power, unit) = lost.next().unwrap();
    drop(lost);
    std::fs::write(file, wrong.to_string()).unwrap();
    let (well, said) = detente(&folder, &["store", "import", file, "--rules", "2000", "--look"]);
    let reported =
        format!("differs: F1901M: judged and not recorded so: {power} has {}", unit.as_str().unwrap());
    assert!(well && said.contains(&reported), "{reported} is not in {said}");
    assert!(said.contains("everything after F1901M") && said.contains("nothing was stored"), "{said}");
}

/// Units in order. Dislodged units are listed with their retreats.
fn sorted(units: &Value) -> Value {
    let mut units = units.clone();
    for list in units.as_object_mut().unwrap().values_mut() {
        let list = list.as_array_mut().unwrap();
        list.retain(|unit| !unit.as_str().unwrap().starts_with('*'));
        list.sort_by_key(ToString::to_string);
    }
    units
}

#[test]
fn files_without_a_game_are_refused() {
    let folder = Folder::new("import-bad").unwrap();
    let file = folder.path().join("bad.json");
    for (text, word) in [
        ("", "neither"),
        ("{}", "neither"),
        ("[1]", "neither"),
        ("{\"phases\":[]}", "no phase"),
        ("{\"phases\":[{\"name\":\"S1901M\",\"state\":{}}]}", "usual units"),
        ("{\"phases\":[{\"name\":\"F1905R\",\"state\":{}}]}", "F1905R"),
        ("{\"map\":\"moon\",\"phases\":[{\"name\":\"S1901M\",\"state\":{}}]}", "moon"),
    ] {
        std::fs::write(&file, text).unwrap();
        let (well, said) = detente(&folder, &["store", "import", file.to_str().unwrap()]);
        assert!(!well && said.contains(word), "{text}: {said}");
    }
    assert!(!folder.data().exists(), "no store was made for it");
    let (well, said) = detente(&folder, &["store", "import", "nowhere.json"]);
    assert!(!well && said.contains("there is no nowhere.json"), "{said}");
}
