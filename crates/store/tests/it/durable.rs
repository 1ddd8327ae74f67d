//! What a store has acknowledged is there, whatever happens to the program.

use crate::support;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use rusqlite::Connection;
use store::{Append, Appended, FILE, Games, People, Sqlite, StoreError, Upkeep};
use support::{Folder, append, id, new_game};

/// Seen by another connection, so it was committed before the answer came.
#[tokio::test]
async fn an_append_is_committed_when_it_is_answered() {
    let folder = Folder::new();
    let store = Sqlite::open(folder.path()).unwrap();
    let other = Connection::open(folder.path().join(FILE)).unwrap();
    store.create(new_game(1)).await.unwrap();
    for version in 0..50 {
        let done = store.append(append(1, version, &["word"])).await.unwrap();
        let seen: u32 = other.query_row("SELECT max(version) FROM events", [], |row| row.get(0)).unwrap();
        assert_eq!(done, Appended::Done { version: seen.into() });
    }
    store.close().await.unwrap();
}

#[tokio::test]
async fn a_folder_has_one_server_at_a_time() {
    let folder = Folder::new();
    let first = Sqlite::open(folder.path()).unwrap();
    let told = Sqlite::open(folder.path()).unwrap_err();
    assert_eq!(told, StoreError::InUse { folder: folder.path().display().to_string() });
    first.create(new_game(1)).await.unwrap();
    // Others may look meanwhile, and cannot change anything.
    let looking = Sqlite::open_read_only(folder.path()).unwrap();
    assert_eq!(looking.game(id(1)).await.unwrap().unwrap().charter, "charter 1");
    assert_eq!(looking.delete_game(id(1)).await, Err(StoreError::ReadOnly));
    looking.close().await.unwrap();
    first.close().await.unwrap();
    let second = Sqlite::open(folder.path()).unwrap();
    assert!(second.game(id(1)).await.unwrap().is_some());
    second.close().await.unwrap();
}

#[test]
fn looking_makes_nothing() {
    let folder = Folder::new();
    assert!(matches!(Sqlite::open_read_only(folder.path()), Err(StoreError::Missing { .. })));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_file_that_is_no_store_is_left_as_it_is() {
    let folder = Folder::new();
    let path = folder.path().join(FILE);
    std::fs::write(&path, "not a database, but long enough to be taken for one".repeat(40)).unwrap();
    let before = std::fs::read(&path).unwrap();
    assert!(matches!(Sqlite::open(folder.path()), Err(StoreError::Damaged(_))));
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

/// A database as version 1 made it, with its rows, as SQL.
#[tokio::test]
async fn a_database_of_version_1_opens() {
    let folder = Folder::new();
    let old = Connection::open(folder.path().join(FILE)).unwrap();
    old.execute_batch(include_str!("../data/v1/database.sql")).unwrap();
    drop(old);
    let store = Sqlite::open(folder.path()).unwrap();
    let game = store.game(id(1)).await.unwrap().unwrap();
    assert_eq!((game.charter.as_str(), game.version, game.due), ("charter 1", 2, Some(77)));
    assert_eq!(store.events(id(1), 1, 9).await.unwrap()[0].record, "started");
    assert_eq!(store.games_of(u64::MAX, 9).await.unwrap().len(), 1);
    assert_eq!(store.person_by_handle("ann").await.unwrap().unwrap().id, u64::MAX);
    assert_eq!(store.keys_of(u64::MAX).await.unwrap().len(), 1);
    assert_eq!(store.restrictions(u64::MAX).await.unwrap().len(), 1);
    assert_eq!(store.reports_after(0, 9).await.unwrap()[0].1.game, Some(id(1)));
    assert_eq!(store.check().await, Ok(vec![]));
    let repeated = Append { nonce: Some("n".to_owned()), ..append(1, 0, &["started"]) };
    assert_eq!(store.append(repeated).await, Ok(Appended::Repeated { version: 2 }));
    store.close().await.unwrap();
}

#[tokio::test]
async fn a_check_tells_what_is_missing() {
    let folder = Folder::new();
    let store = Sqlite::open(folder.path()).unwrap();
    store.create(new_game(1)).await.unwrap();
    store.append(append(1, 0, &["a", "b", "c"])).await.unwrap();
    assert_eq!(store.check().await, Ok(vec![]));
    let vandal = Connection::open(folder.path().join(FILE)).unwrap();
    vandal.execute("DELETE FROM events WHERE version = 2", []).unwrap();
    let told = format!("game {} has version 3 and 3 records, numbered from 0 to 3", id(1));
    assert_eq!(store.check().await, Ok(vec![told]));
    vandal.execute_batch("PRAGMA foreign_keys = off; DELETE FROM games").unwrap();
    let faults = store.check().await.unwrap();
    assert!(faults.iter().all(|fault| fault == "a row of events belongs to nothing in games"), "{faults:?}");
    assert_eq!(faults.len(), 3);
    store.close().await.unwrap();
}

const WRITERS: u8 = 8;
const KILLS: usize = 20;

/// A program that appends and says so is killed again and again; everything that it said is there.
#[test]
fn what_was_acknowledged_survives_being_killed() {
    let folder = Folder::new();
    // By game: the version that was last acknowledged.
    let mut told: BTreeMap<u8, u64> = BTreeMap::new();
    let mut chance = std::process::id() as usize;
    for _ in 0..KILLS {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let patience = (chance >> 33) % 60;
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "durable::the_program_that_is_killed", "--ignored", "--nocapture"])
            .env("DETENTE_KILLED_IN", folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        note(&mut told, lines.by_ref().filter(|line| line.starts_with("told")).take(patience));
        child.kill().unwrap();
        child.wait().unwrap();
        // What was still in the pipe was said too.
        note(&mut told, lines.filter(|line| line.starts_with("told")));
        compare(folder.path(), &told);
    }
    assert!(told.values().sum::<u64>() > 100, "{told:?}");
}

fn note(told: &mut BTreeMap<u8, u64>, lines: impl Iterator<Item = String>) {
    for line in lines {
        // A line that the kill cut off says nothing.
        let [_, game, version, "end"] = line.split(' ').collect::<Vec<_>>()[..] else { continue };
        told.insert(game.parse().unwrap(), version.parse().unwrap());
    }
}

fn compare(folder: &Path, told: &BTreeMap<u8, u64>) {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let store = Sqlite::open(folder).unwrap();
        assert_eq!(store.check().await, Ok(vec![]));
        for (game, version) in told {
            let events = store.events(id(*game), 0, 10_000).await.unwrap();
            assert!(events.len() as u64 >= *version, "game {game}: {version} were acknowledged");
            for event in events {
                assert_eq!(event.record, format!("{game}/{}", event.version));
            }
        }
        store.close().await.unwrap();
    });
}

#[tokio::test]
#[ignore = "run by the test above, and killed"]
async fn the_program_that_is_killed() {
    let Some(folder) = std::env::var_os("DETENTE_KILLED_IN") else { return };
    let store = Arc::new(Sqlite::open(Path::new(&folder)).unwrap());
    let writers = (1..=WRITERS).map(|game| {
        let store = Arc::clone(&store);
        tokio::spawn(async move {
            store.create(new_game(game)).await.unwrap();
            let mut version = store.game(id(game)).await.unwrap().unwrap().version;
            loop {
                let text = format!("{game}/{}", version + 1);
                let done = store.append(append(game, version, &[&text])).await.unwrap();
                version += 1;
                assert_eq!(done, Appended::Done { version });
                // Written at once, and in one piece.
                std::io::stdout().write_all(format!("told {game} {version} end\n").as_bytes()).unwrap();
            }
        })
    });
    // None of them ever stops by itself.
    writers.collect::<Vec<_>>().swap_remove(0).await.unwrap();
}
