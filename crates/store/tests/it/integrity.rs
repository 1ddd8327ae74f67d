//! What something else than the store changed in the database is noticed; what a node of an older version
//! writes is not taken for damage.

use std::path::Path;

use rusqlite::Connection;
use store::{
    Append, Appended, Chain, Created, DATABASE_FILE, Existing, Fault, GameState, Games, Maintenance, NewGame,
    Postgres, Sqlite, Store, backup, restore,
};
use test_postgres::{Durability, start_for_test};
use tokio_postgres::NoTls;

use crate::support::{TempFolder, append, event, id, new_game};

/// Two games of five events; event 2 of the first was rewritten.
async fn fill(store: &dyn Store) {
    for n in [1, 2] {
        store.create(NewGame { events: vec![event("a"), event("Ann")], ..new_game(n) }).await.unwrap();
        store.append(append(n, 2, &["c", "d"])).await.unwrap();
        store.append(append(n, 4, &["e"])).await.unwrap();
    }
    store.redact(id(1), 2, "—".to_owned()).await.unwrap();
    assert_eq!(store.check().await, Ok(vec![]));
}

/// The event and the text of faults in game 1.
type Expected = &'static [(Option<u64>, &'static str)];
/// A change in SQL, and the faults that it makes.
type Tampering = (&'static str, Expected);

const NOT_STORED: &str = "it is not the record that was stored";

/// Changes that both databases notice in the same way.
const TAMPERINGS: &[Tampering] = &[
    ("UPDATE events SET at = at + 1 WHERE game = 1 AND version = 3", &[(Some(3), NOT_STORED)]),
    (
        "UPDATE games SET hash = NULL WHERE number = 1",
        &[(None, "the game's row has another hash for its last event")],
    ),
    ("UPDATE events SET hash = NULL WHERE game = 1 AND version = 3", &[(Some(3), "its hash is missing")]),
    ("DELETE FROM events WHERE game = 1 AND version = 0", &[(Some(0), "it is missing")]),
    ("DELETE FROM events WHERE game = 1 AND version = 3", &[(Some(3), "it is missing")]),
    (
        "DELETE FROM events WHERE game = 1 AND version IN (4, 5)",
        &[(Some(4), "it is missing, and all up to event 5")],
    ),
    (
        "UPDATE events SET version = 99 WHERE game = 1 AND version = 5;
         UPDATE events SET version = 5 WHERE game = 1 AND version = 4;
         UPDATE events SET version = 4 WHERE game = 1 AND version = 99",
        &[
            (Some(4), NOT_STORED),
            (Some(5), NOT_STORED),
            (None, "the game's row has another hash for its last event"),
        ],
    ),
    (
        "UPDATE events SET original = NULL, seal = NULL, rewritten = 0 WHERE game = 1",
        &[(Some(2), NOT_STORED), (None, "1 rewrites of records are counted, and 0 are marked")],
    ),
    (
        "UPDATE events SET rewritten = 2 WHERE game = 1 AND version = 2",
        &[
            (Some(2), "it was changed after it was rewritten on purpose"),
            (None, "1 rewrites of records are counted, and 2 are marked"),
        ],
    ),
];

/// SQLite sees the change itself; in PostgreSQL a trigger marks the record, and no game has counted that.
const CHANGED_RECORDS: &[(&str, Expected, Expected)] = &[
    (
        "UPDATE events SET record = 'x' WHERE game = 1 AND version = 3",
        &[(Some(3), NOT_STORED)],
        &[(None, "1 rewrites of records are counted, and 2 are marked")],
    ),
    (
        "UPDATE events SET record = 'x' WHERE game = 1 AND version = 2",
        &[(Some(2), "it was changed after it was rewritten on purpose")],
        &[(None, "1 rewrites of records are counted, and 2 are marked")],
    ),
    (
        "UPDATE events SET record = CASE version WHEN 3 THEN 'd' ELSE 'c' END WHERE game = 1 AND version IN (3, 4)",
        &[(Some(3), NOT_STORED), (Some(4), NOT_STORED)],
        &[(None, "1 rewrites of records are counted, and 3 are marked")],
    ),
];

fn faults(expected: &[(Option<u64>, &str)]) -> Vec<Fault> {
    let fault = |(event, text): &(Option<u64>, &str)| Fault {
        game: Some(id(1)),
        event: *event,
        text: (*text).to_owned(),
    };
    expected.iter().map(fault).collect()
}

#[tokio::test]
async fn sqlite_notices_what_it_did_not_write() {
    let (folder, copies) = (TempFolder::new(), TempFolder::new());
    let store = Sqlite::open(folder.path()).unwrap();
    fill(&store).await;
    let whole = copies.path().join("whole");
    backup(folder.path(), &whole).unwrap();
    let changed = CHANGED_RECORDS.iter().map(|(sql, faults, _)| (*sql, *faults));
    for (sql, expected) in TAMPERINGS.iter().copied().chain(changed) {
        let copy = TempFolder::new();
        restore(&whole, copy.path(), Existing::Keep).unwrap();
        let other = Connection::open(copy.path().join(DATABASE_FILE)).unwrap();
        other.execute_batch(sql).unwrap();
        drop(other);
        let damaged = Sqlite::open_read_only(copy.path()).unwrap();
        assert_eq!(damaged.check().await.unwrap(), faults(expected), "{sql}");
        damaged.close().await.unwrap();
        // A damaged store is not backed up as if it were whole.
        assert!(backup(copy.path(), &copies.path().join("damaged")).is_err(), "{sql}");
    }
    store.close().await.unwrap();
}

#[tokio::test]
async fn postgres_notices_what_it_did_not_write() {
    let Some(cluster) = start_for_test(Durability::Unsynced) else { return };
    let changed = CHANGED_RECORDS.iter().map(|(sql, _, faults)| (*sql, *faults));
    for (sql, expected) in TAMPERINGS.iter().copied().chain(changed) {
        let url = cluster.database().unwrap();
        let store = Postgres::open(&url).await.unwrap();
        fill(&store).await;
        execute(&url, sql).await;
        assert_eq!(store.check().await.unwrap(), faults(expected), "{sql}");
        store.close().await.unwrap();
    }
}

async fn execute(url: &str, sql: &str) {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.unwrap();
    let driver = tokio::spawn(connection);
    client.batch_execute(sql).await.unwrap();
    drop(client);
    driver.await.unwrap().unwrap();
}

/// The statements of version 0.2.0, which knows no chain.
const OLD_CREATE: &str = "
    INSERT INTO games (id, variant, maker, made, listed, version, state, due, errand, card)
    VALUES ('GAME', 'standard', 7, 900, true, 1, 1, NULL, false, 'card');
    INSERT INTO events (game, version, at, tag, record)
    SELECT number, i, 900, 1, 'record ' || i FROM games, generate_series(0, 1) AS i WHERE id = 'GAME'";
const OLD_APPEND: &str = "WITH moved AS (
      UPDATE games SET version = version + 1, due_taken = 0 WHERE id = 'GAME' RETURNING number, version)
    INSERT INTO events (game, version, at, tag, record) SELECT number, version, 1000, 1, 'old' FROM moved";
const OLD_REDACT: &str = "WITH rewritten AS (
      UPDATE events SET record = '—' WHERE game = (SELECT number FROM games WHERE id = 'GAME') AND version = 1
      RETURNING game)
    UPDATE games SET rewrites = rewrites + 1 FROM rewritten WHERE number = game";

/// Nodes are upgraded one after the other: an old one goes on with the new tables for a while.
#[tokio::test]
async fn an_old_node_on_the_new_tables_makes_no_damage() {
    let Some(cluster) = start_for_test(Durability::Unsynced) else { return };
    let url = cluster.database().unwrap();
    let store = Postgres::open(&url).await.unwrap();
    let by_old_node = async |sql: &str, n| execute(&url, &sql.replace("GAME", &id(n).to_string())).await;
    store
        .create(NewGame { events: vec![event("a")], state: GameState::Underway, ..new_game(1) })
        .await
        .unwrap();
    by_old_node(OLD_CREATE, 2).await;
    for n in [1, 2] {
        let mut version = 1;
        for _ in 0..3 {
            by_old_node(OLD_APPEND, n).await;
            by_old_node(OLD_REDACT, n).await;
            assert_eq!(store.check().await, Ok(vec![]));
            // The next writer fills in what is missing.
            let done = store.append(append(n, version + 1, &["new"])).await.unwrap();
            version += 2;
            assert_eq!(done, Appended::Done { version });
            assert_eq!(store.check().await, Ok(vec![]));
        }
        let chain = store.game_internals(id(n)).await.unwrap().chain;
        assert!(chain.links.iter().all(|link| link.hash.is_some()), "{chain:?}");
        by_old_node(OLD_APPEND, n).await;
    }
    store.close().await.unwrap();
    // Or the next node that starts.
    let store = Postgres::open(&url).await.unwrap();
    let chained = async |n| {
        let chain = store.game_internals(id(n)).await.unwrap().chain;
        chain.links.iter().all(|link| link.hash.is_some())
    };
    while !(chained(1).await && chained(2).await) {
        tokio::task::yield_now().await;
    }
    assert_eq!(store.check().await, Ok(vec![]));
    execute(&url, "UPDATE events SET at = 5 WHERE version = 8").await;
    assert_eq!(store.check().await.unwrap().len(), 2, "and now a change is noticed");
    store.close().await.unwrap();
}

/// Databases that releases wrote get a chain when they are opened, and go on.
#[tokio::test]
async fn databases_of_releases_get_a_chain() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    for file in ["release-0.1.0/detente", "release-0.1.0/two-and-rolled-back", "release-0.2.0/detente"] {
        let folder = TempFolder::new();
        let path = folder.path().join(DATABASE_FILE);
        std::fs::copy(data.join(format!("{file}.sqlite")), &path).unwrap();
        // Reading changes nothing, and finds nothing wrong.
        let reader = Sqlite::open_read_only(folder.path()).unwrap();
        assert_eq!(reader.check().await, Ok(vec![]), "{file}");
        let (_, id) = reader.games_after(0, 1).await.unwrap()[0];
        assert_eq!(reader.game_internals(id).await.unwrap().chain, Chain::default());
        reader.close().await.unwrap();

        let store = Sqlite::open(folder.path()).unwrap();
        assert_eq!(store.check().await, Ok(vec![]), "{file}");
        let row = store.game(id).await.unwrap().unwrap();
        let chain = store.game_internals(id).await.unwrap().chain;
        assert_eq!(chain.links.len() as u64, row.version + 1);
        assert!(chain.links.iter().all(|link| link.hash.is_some()), "{file}");
        let next = Append { game: id, ..append(1, row.version, &["goes on"]) };
        assert_eq!(store.append(next).await, Ok(Appended::Done { version: row.version + 1 }));
        assert_eq!(store.check().await, Ok(vec![]), "{file}");
        let other = Connection::open(&path).unwrap();
        other.execute("UPDATE events SET record = record || ' ' WHERE version = 3", []).unwrap();
        assert!(store.check().await.unwrap().contains(&Fault::of_event(id, 3, NOT_STORED)), "{file}");
        store.close().await.unwrap();
    }
}

/// Tables of version 1 with games in which names were erased before there was a chain.
#[tokio::test]
async fn tables_of_version_1_get_a_chain() {
    let Some(cluster) = start_for_test(Durability::Unsynced) else { return };
    let url = cluster.database().unwrap();
    let tables = include_str!("../../src/postgres/schema/1.sql");
    execute(&url, tables).await;
    execute(&url, "CREATE TABLE detente_form (version BIGINT NOT NULL); INSERT INTO detente_form VALUES (1)")
        .await;
    let game = |sql: &str| sql.replace("GAME", &id(1).to_string());
    execute(&url, &game(OLD_CREATE)).await;
    execute(&url, &game(OLD_REDACT)).await;
    let store = Postgres::open(&url).await.unwrap();
    assert_eq!(store.check().await, Ok(vec![]));
    assert_eq!(store.append(append(1, 1, &["new"])).await, Ok(Appended::Done { version: 2 }));
    store.redact(id(1), 1, "nobody".to_owned()).await.unwrap();
    assert_eq!(store.check().await, Ok(vec![]));
    assert_eq!(store.game_internals(id(1)).await.unwrap().chain.rewrites, 1);
    assert_eq!(store.create(new_game(1)).await, Ok(Created::Exists));
    store.close().await.unwrap();
}
