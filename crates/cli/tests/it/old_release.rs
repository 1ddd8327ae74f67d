//! Data that released versions wrote is opened by this one, and its games go on. `cargo xtask dist --check`
//! also plays on it.

use std::path::Path;
use std::process::Command;

use crate::hammer::http::{Line, With};
use crate::hammer::service::{Folder, Service};

const PROGRAM: &str = env!("CARGO_BIN_EXE_detente");

/// A folder with a copy of data that 0.1.0 wrote.
fn data_of_0_1_0(file: &str, name: &str) -> Folder {
    let old = Path::new(env!("CARGO_MANIFEST_DIR")).join("../store/tests/data/release-0.1.0");
    let folder = Folder::new(name).unwrap();
    std::fs::create_dir_all(folder.data()).unwrap();
    std::fs::copy(old.join(file), folder.data().join("detente.sqlite")).unwrap();
    folder
}

fn store(folder: &Folder, command: &str) -> String {
    let output =
        Command::new(PROGRAM).args(["store", command, "--data"]).arg(folder.data()).output().unwrap();
    let said = String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned();
    assert!(output.status.success(), "{command}: {said}");
    said
}

#[test]
fn data_of_0_1_0_is_read() {
    let folder = data_of_0_1_0("detente.sqlite", "old-release");
    assert!(store(&folder, "check").contains("1 games, 25 events, 0 faults"));
    assert!(store(&folder, "list").contains("d7z7g4zpwhpb3m0s  underway"));
}

/// A game for two in Fall 1914, whose deadline has passed, one that is over, and one with a roll-back.
#[test]
fn games_for_two_of_0_1_0_go_on() {
    let folder = data_of_0_1_0("two-and-rolled-back.sqlite", "old-two");
    assert!(store(&folder, "check").contains("3 games, 116 events, 0 faults"));
    let service = Service::start(Path::new(PROGRAM), &folder, &[]).unwrap();
    let mut line = Line::new(service.address);
    let mut view = |game: &str| {
        let answer = line.ask("GET", &format!("/api/games/{game}"), With::default()).unwrap();
        assert!(answer.is_done(), "{}", answer.text());
        answer.json().unwrap()
    };
    assert!(view("hsvcjvkb5fcmz1f8")["records"].as_u64().unwrap() > 2);
    assert!(view("j62y6ww0536zyqex")["version"].as_u64().unwrap() >= 40);
    let went_on = (0..200).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        view("a8gx5944m8bqd8yc")["version"].as_u64().unwrap() > 25
    });
    assert!(went_on, "the deadline of the game for two has passed, and nothing happened");
}
