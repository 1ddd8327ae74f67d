//! This version opens the data of released versions, and their games continue. `cargo xtask dist --check`
//! also plays in them.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use fault_injection::http::{HttpClient, RequestParts};
use fault_injection::service::{Folder, Service};

const PROGRAM: &str = env!("CARGO_BIN_EXE_detente");

fn release_folder(version: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../store/tests/data/release-{version}"))
}

/// A folder with a copy of data that a release wrote.
fn copy_of_data(version: &str, file: &str, name: &str) -> Folder {
    let folder = Folder::new(name).unwrap();
    std::fs::create_dir_all(folder.data()).unwrap();
    std::fs::copy(release_folder(version).join(file), folder.data().join("detente.sqlite")).unwrap();
    folder
}

fn store(folder: &Folder, command: &[&str]) -> String {
    let mut program = Command::new(PROGRAM);
    let output = program.arg("store").args(command).arg("--data").arg(folder.data()).output().unwrap();
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success(), "{command:?}: {said}");
    said
}

#[test]
fn data_of_0_1_0_is_read() {
    let folder = copy_of_data("0.1.0", "detente.sqlite", "old-release");
    assert!(store(&folder, &["check"]).contains("1 games, 25 events, 0 faults"));
    assert!(store(&folder, &["list"]).contains("d7z7g4zpwhpb3m0s  underway"));
}

/// Waits until the condition holds, at most ten seconds.
fn wait_until(mut is_so: impl FnMut() -> bool) -> bool {
    (0..200).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        is_so()
    })
}

fn number(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

/// A game for two in Fall 1914, whose deadline has passed, one that is over, and one with a roll-back.
#[test]
fn games_for_two_of_0_1_0_continue() {
    let folder = copy_of_data("0.1.0", "two-and-rolled-back.sqlite", "old-two");
    assert!(store(&folder, &["check"]).contains("3 games, 116 events, 0 faults"));
    let service = Service::start(Path::new(PROGRAM), &folder, &[]).unwrap();
    let mut line = HttpClient::new(service.address);
    let mut get = |path: &str| line.get(&format!("/api/games/{path}"), "").unwrap();
    assert!(number(&get("hsvcjvkb5fcmz1f8")["records"]) > 2);
    // Outsiders see a version that counts public events only, fewer than all 60.
    assert!((5..60).contains(&number(&get("j62y6ww0536zyqex")["version"])));
    assert!(
        wait_until(|| get("a8gx5944m8bqd8yc")["state"]["phase"] != "F1914M"),
        "the deadline of the game for two has passed, and nothing happened"
    );
}

/// The army in Marseilles was ordered to Piedmont, and the ruling is that there is no route by sea: 0.1.0 had
/// no reason of its own for closed land.
#[test]
fn no_false_reason_is_given_for_closed_land() {
    let folder = Folder::new("old-closed").unwrap();
    let game = release_folder("0.1.0").join("../v1/seed-289.jsonl").display().to_string();
    let said = store(&folder, &["import", &game]);
    let id = said.lines().last().unwrap().split(':').next().unwrap();
    let service = Service::start(Path::new(PROGRAM), &folder, &[]).unwrap();
    let mut line = HttpClient::new(service.address);
    let spring = line.get(&format!("/api/games/{id}/records/0?language=en"), "").unwrap();
    let mut ruled = spring["ruled"].as_array().unwrap().iter();
    let army = ruled.find(|one| one["at"] == "mar").unwrap();
    assert_eq!(army["because"], "no_sea_route");
    let reported = line.request(
        "GET",
        &format!("/api/games/{id}/report.txt?record=0&language=en"),
        RequestParts::default(),
    );
    for text in [army["sentence"].to_string(), reported.unwrap().text()] {
        assert!(text.contains("nobody may go to Piedmont now, as that land is closed"), "{text}");
    }
}

#[test]
fn data_of_0_2_0_is_read() {
    let folder = copy_of_data("0.2.0", "detente.sqlite", "old-0.2.0");
    assert!(store(&folder, &["check"]).contains("3 games, 128 events, 0 faults"));
    // Every phase is judged again, on the board that it was played on.
    for game in ["3ch6y1w0z7qdwy7f", "rjgfmbkbmdt68pde", "f4k3h9de8y1k7m2r"] {
        let file = folder.path().join(game).display().to_string();
        store(&folder, &["export", game, &file]);
        let said = store(&folder, &["import", &file, "--look"]);
        assert!(said.contains(" 0 differences"), "{said}");
    }
}

/// A game against bots, one for two while Italy is closed, whose deadline has passed, and one that was rolled
/// back to that time.
#[test]
fn games_of_0_2_0_continue() {
    let folder = copy_of_data("0.2.0", "detente.sqlite", "old-0.2.0-goes-on");
    let seat: Value =
        serde_json::from_str(&std::fs::read_to_string(release_folder("0.2.0").join("seat.json")).unwrap())
            .unwrap();
    let service = Service::start(Path::new(PROGRAM), &folder, &[]).unwrap();
    let mut line = HttpClient::new(service.address);

    let body = json!({ "with": "recovery_code", "code": seat["recovery_code"] }).to_string();
    let with = RequestParts { body: body.as_bytes(), ..RequestParts::default() };
    let france = line.request("POST", "/api/me/sign-in", with).unwrap().cookie.unwrap();
    let against_bots = format!("/api/games/{}", seat["game"].as_str().unwrap());
    assert_eq!(line.get(&against_bots, &france).unwrap()["records"], 8);
    let sheet = json!({ "deeds": [], "stance": "ready", "dated": "S1903M" });
    line.post(&format!("{against_bots}/orders"), &france, &sheet).unwrap();
    assert!(
        wait_until(|| number(&line.get(&against_bots, &france).unwrap()["records"]) > 8),
        "the bots did not answer"
    );

    let mut get = |path: &str| line.get(&format!("/api/games/{path}"), "").unwrap();
    let went_on = wait_until(|| number(&get("rjgfmbkbmdt68pde")["version"]) > 10);
    assert!(went_on, "the deadline of the game for two has passed, and nothing happened");
    let records = get("f4k3h9de8y1k7m2r/records")["records"].as_array().unwrap().clone();
    let undone: Vec<bool> = records.iter().map(|record| record["undone"] == true).collect();
    assert_eq!(undone[..8], [false, true, true, true, true, false, false, false]);
    // The stored phase does not contain the possible retreats.
    let fall = get("f4k3h9de8y1k7m2r/records/1?language=en");
    let dislodged = |at: &str| {
        let mut ruled = fall["ruled"].as_array().unwrap().iter();
        let one = ruled.find(|one| one["at"] == at).unwrap();
        one["dislodged_sentence"].as_str().unwrap().to_owned()
    };
    assert!(dislodged("bur").contains("Gascony"), "{}", dislodged("bur"));
    assert!(dislodged("rum").contains("nowhere to retreat"), "{}", dislodged("rum"));
}
