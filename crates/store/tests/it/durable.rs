//! Durability of the SQLite store: acknowledged writes survive a kill; damaged and old databases.

use crate::support;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;

use rusqlite::Connection;
use store::{Append, Appended, DATABASE_FILE, Fault, Games, Maintenance, People, Sqlite, StoreError};
use support::{TempFolder, append, id, new_game};

/// Another connection sees the append, so it was committed before the reply.
#[tokio::test]
async fn an_append_is_committed_when_it_is_answered() {
    let folder = TempFolder::new();
    let store = Sqlite::open(folder.path()).unwrap();
    let other = Connection::open(folder.path().join(DATABASE_FILE)).unwrap();
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
    let folder = TempFolder::new();
    let first = Sqlite::open(folder.path()).unwrap();
    let error = Sqlite::open(folder.path()).unwrap_err();
    assert_eq!(error, StoreError::InUse { folder: folder.path().display().to_string() });
    first.create(new_game(1)).await.unwrap();
    // Others can read at the same time, and cannot change anything.
    let reader = Sqlite::open_read_only(folder.path()).unwrap();
    assert_eq!(reader.game(id(1)).await.unwrap().unwrap().charter, "charter 1");
    assert_eq!(reader.delete_game(id(1)).await, Err(StoreError::ReadOnly));
    reader.close().await.unwrap();
    first.close().await.unwrap();
    let second = Sqlite::open(folder.path()).unwrap();
    assert!(second.game(id(1)).await.unwrap().is_some());
    second.close().await.unwrap();
}

#[test]
fn opening_read_only_creates_nothing() {
    let folder = TempFolder::new();
    assert!(matches!(Sqlite::open_read_only(folder.path()), Err(StoreError::Missing { .. })));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn a_file_that_is_not_a_store_is_not_changed() {
    let folder = TempFolder::new();
    let path = folder.path().join(DATABASE_FILE);
    std::fs::write(&path, "not a database, but long enough to be taken for one".repeat(40)).unwrap();
    let before = std::fs::read(&path).unwrap();
    assert!(matches!(Sqlite::open(folder.path()), Err(StoreError::Damaged(_))));
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

/// A database with rows, as schema version 1 created it, in SQL.
#[tokio::test]
async fn a_database_of_version_1_opens() {
    let folder = TempFolder::new();
    let old = Connection::open(folder.path().join(DATABASE_FILE)).unwrap();
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
async fn a_check_reports_missing_rows() {
    let folder = TempFolder::new();
    let store = Sqlite::open(folder.path()).unwrap();
    store.create(new_game(1)).await.unwrap();
    store.append(append(1, 0, &["a", "b", "c"])).await.unwrap();
    assert_eq!(store.check().await, Ok(vec![]));
    let other = Connection::open(folder.path().join(DATABASE_FILE)).unwrap();
    other.execute("DELETE FROM events WHERE version = 2", []).unwrap();
    let missing_event = Fault::of_event(id(1), 2, "it is missing");
    assert_eq!(store.check().await, Ok(vec![missing_event]));
    other.execute_batch("PRAGMA foreign_keys = off; DELETE FROM games").unwrap();
    let faults = store.check().await.unwrap();
    assert_eq!(faults, [Fault::of_store("events of game number 1, which does not exist")]);
    store.close().await.unwrap();
}

const WRITERS: u8 = 8;
const KILLS: usize = 20;

/// A program appends and prints what was acknowledged. It is killed many times; all it printed is stored.
#[test]
fn what_was_acknowledged_survives_being_killed() {
    let folder = TempFolder::new();
    // By game: the version that was last acknowledged.
    let mut acknowledged: BTreeMap<u8, u64> = BTreeMap::new();
    let mut chance = std::process::id() as usize;
    for _ in 0..KILLS {
        chance = chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let lines_before_kill = (chance >> 33) % 60;
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "durable::the_program_that_is_killed", "--ignored", "--nocapture"])
            .env("DETENTE_KILLED_IN", folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        read_acknowledged(
            &mut acknowledged,
            lines.by_ref().filter(|line| line.starts_with("stored")).take(lines_before_kill),
        );
        child.kill().unwrap();
        child.wait().unwrap();
        // Lines that are still in the pipe were acknowledged too.
        read_acknowledged(&mut acknowledged, lines.filter(|line| line.starts_with("stored")));
        check_acknowledged(folder.path(), &acknowledged);
    }
    assert!(acknowledged.values().sum::<u64>() > 100, "{acknowledged:?}");
}

fn read_acknowledged(acknowledged: &mut BTreeMap<u8, u64>, lines: impl Iterator<Item = String>) {
    for line in lines {
        // The kill may cut off a line; ignore it.
        let [_, game, version, "end"] = line.split(' ').collect::<Vec<_>>()[..] else { continue };
        acknowledged.insert(game.parse().unwrap(), version.parse().unwrap());
    }
}

fn check_acknowledged(folder: &Path, acknowledged: &BTreeMap<u8, u64>) {
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    runtime.block_on(async {
        let store = Sqlite::open(folder).unwrap();
        assert_eq!(store.check().await, Ok(vec![]));
        for (game, version) in acknowledged {
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
                // One write per line, so that the lines of several writers do not mix.
                std::io::stdout().write_all(format!("stored {game} {version} end\n").as_bytes()).unwrap();
            }
        })
    });
    // No writer ever ends.
    writers.collect::<Vec<_>>().swap_remove(0).await.unwrap();
}
