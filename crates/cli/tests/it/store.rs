//! `detente store`: backup, restore, check, list, delete.

use std::path::{Path, PathBuf};
use std::process::Command;

use store::{GameId, GameState, Games, Maintenance, NewEvent, NewGame, Sqlite};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("detente-store-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs the command. Returns whether it succeeded and its output.
fn detente(data: &Path, args: &[&str]) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_detente"));
    let output = command.arg("store").args(args).env("DETENTE_DATA", data).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(said).unwrap())
}

fn block<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(work)
}

const FIRST: GameId = GameId::from_bits([1; 10]);
const SECOND: GameId = GameId::from_bits([2; 10]);

/// A store with two games of the stored form's own tests.
fn open(data: &Path) -> Sqlite {
    let store = Sqlite::open(data).unwrap();
    let log = include_str!("../../../store/tests/data/v1/seed-56.jsonl");
    let mut lines = log.lines().map(str::to_owned);
    let charter = lines.next().unwrap();
    let events: Vec<NewEvent> = lines.map(|record| NewEvent { at: 1, record }).collect();
    for (id, state) in [(FIRST, GameState::Underway), (SECOND, GameState::Over)] {
        let new = NewGame {
            id,
            variant: "standard".to_owned(),
            maker: 1,
            made: 1,
            listed: false,
            charter: charter.clone(),
            summary: "{\"title\":\"Evening\"}".to_owned(),
            state,
            due: None,
            bots_due: false,
            members: vec![1],
            events: events.clone(),
        };
        block(store.create(new)).unwrap();
    }
    store
}

#[test]
fn a_running_store_is_listed_checked_and_backed_up_and_the_copy_restored() {
    let (folder, copy) = (Folder::new("running"), Folder::new("copy"));
    let store = open(&folder.0);
    let (well, said) = detente(&folder.0, &["list"]);
    assert!(well, "{said}");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 2, "{said}");
    assert!(lines[0].starts_with(&format!("{SECOND}  over")), "the newest first: {said}");
    assert!(lines[1].contains("underway") && lines[1].ends_with("{\"title\":\"Evening\"}"), "{said}");
    assert_eq!(detente(&folder.0, &["check"]), (true, "2 games, 80 events, 0 faults\n".to_owned()));

    let file = copy.0.join("backup");
    let file = file.to_str().unwrap();
    let (well, said) = detente(&folder.0, &["backup", file]);
    assert!(well, "{said}");
    let (well, said) = detente(&folder.0, &["backup", file]);
    assert!(!well && said.contains("is there already"), "{said}");
    // A folder in use is refused.
    let (well, said) = detente(&folder.0, &["restore", file, "--force"]);
    assert!(!well && said.contains("stop it first"), "{said}");
    let (well, said) = detente(&folder.0, &["delete", &FIRST.to_string()]);
    assert!(!well && said.contains("stop it first"), "{said}");
    block(store.close()).unwrap();

    let new = copy.0.join("new");
    let (well, said) = detente(&new, &["restore", file]);
    assert!(well, "{said}");
    let (well, said) = detente(&new, &["restore", file]);
    assert!(!well && said.contains("--force"), "{said}");
    let (well, said) = detente(&new, &["restore", file, "--force"]);
    assert!(well, "{said}");
    assert_eq!(detente(&new, &["check"]).1, "2 games, 80 events, 0 faults\n");
}

#[test]
fn a_game_is_deleted_once() {
    let folder = Folder::new("delete");
    block(open(&folder.0).close()).unwrap();
    let first = FIRST.to_string();
    assert!(detente(&folder.0, &["delete", &first]).0);
    let (well, said) = detente(&folder.0, &["delete", &first]);
    assert!(!well && said.contains("there is no game"), "{said}");
    let (well, said) = detente(&folder.0, &["delete", "tomorrow"]);
    assert!(!well && said.contains("16 letters and digits"), "{said}");
    assert_eq!(detente(&folder.0, &["check"]).1, "1 games, 40 events, 0 faults\n");
}

#[test]
fn a_check_finds_what_cannot_be_read() {
    let folder = Folder::new("check");
    let store = open(&folder.0);
    block(store.redact(SECOND, 3, "{\"v\":1,\"at\":1,\"fact\":\"danced\"}".to_owned())).unwrap();
    block(store.redact(FIRST, 0, "{\"v\":9}".to_owned())).unwrap();
    block(store.close()).unwrap();
    let (well, said) = detente(&folder.0, &["check"]);
    assert!(!well);
    assert!(said.contains(&format!("game {SECOND}: event 3: the record has no known form")), "{said}");
    assert!(said.contains(&format!("game {FIRST}: the charter: a newer version")), "{said}");
}

#[test]
fn no_store_is_created_by_reading() {
    let folder = Folder::new("nothing");
    for args in [&["list"][..], &["check"], &["backup", "x"], &["delete", "0000000000000000"]] {
        let (well, said) = detente(&folder.0, args);
        assert!(!well && said.contains("there is no"), "{said}");
    }
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 0);
}
