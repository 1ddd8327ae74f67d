//! Several nodes on one PostgreSQL: they get notices of changes, share the work, and lose nothing when
//! connections or servers are killed.

use crate::support;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use store::{Append, Appended, ChangeNotice, Games, Maintenance, NewGame, Postgres, Store, StoreError};
use support::{append, id, new_game};
use test_postgres::{Durability, TestPostgres, start_for_test};
use tokio::time::timeout;

async fn open(url: &str) -> Arc<Postgres> {
    Arc::new(Postgres::open(url).await.unwrap())
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nodes_on_one_database() {
    let Some(cluster) = start_for_test(Durability::Unsynced) else { return };
    let url = cluster.database().unwrap();
    // Two nodes that start at the same time create the tables once.
    let (one, two) = tokio::join!(open(&url), open(&url));
    a_node_gets_notices_of_other_nodes(&*one, &*two).await;
    due_work_is_claimed_by_one_node(&*one, &*two).await;
    of_racing_nodes_one_wins_each_version(&one, &two).await;
    assert_eq!(one.check().await, Ok(vec![]));
    one.close().await.unwrap();
    two.close().await.unwrap();
    unsuitable_databases_are_refused(&cluster).await;
}

async fn a_node_gets_notices_of_other_nodes(one: &dyn Games, two: &dyn Games) {
    let mut notices = two.change_notices().unwrap();
    one.create(new_game(1)).await.unwrap();
    one.append(append(1, 0, &["a", "b"])).await.unwrap();
    let mut receive = async |wanted: ChangeNotice| {
        while timeout(Duration::from_secs(10), notices.recv()).await.unwrap().unwrap() != wanted {}
    };
    receive(ChangeNotice::Changed { game: id(1), version: 2 }).await;
    one.append(append(1, 2, &["c"])).await.unwrap();
    receive(ChangeNotice::Changed { game: id(1), version: 3 }).await;
    assert_eq!(two.versions(vec![id(1)]).await.unwrap()[0].1.version, 3);
    // After a rewrite of a record the game has the same version, and one more rewrite.
    one.redact(id(1), 1, "x".to_owned()).await.unwrap();
    receive(ChangeNotice::Changed { game: id(1), version: u64::MAX }).await;
    assert_eq!(two.versions(vec![id(1)]).await.unwrap()[0].1.rewrites, 1);
    one.delete_game(id(1)).await.unwrap();
    assert_eq!(two.versions(vec![id(1)]).await, Ok(vec![]));
}

async fn due_work_is_claimed_by_one_node(one: &dyn Store, two: &dyn Store) {
    for n in 1..=200 {
        one.create(NewGame { due: Some(10), bots_due: true, ..new_game(n) }).await.unwrap();
    }
    let mut claimed: BTreeMap<_, usize> = BTreeMap::new();
    loop {
        let (first, second) =
            tokio::join!(one.claim_due_games(10, 20, 500), two.claim_due_games(10, 20, 500));
        let batch = [first.unwrap(), second.unwrap()].concat();
        if batch.is_empty() {
            break;
        }
        for game in batch {
            *claimed.entry(game).or_default() += 1;
        }
    }
    assert_eq!(claimed.len(), 200, "all were claimed");
    assert!(claimed.values().all(|times| *times == 1), "each once");
    // A claim ends, because its node may have died.
    assert_eq!(two.claim_due_games(19, 30, 500).await, Ok(vec![]));
    assert!(!two.claim_due_games(20, 30, 500).await.unwrap().is_empty());
    // An append sets the next deadline, which every node can claim.
    one.append(Append { due: Some(11), ..append(7, 0, &["closed"]) }).await.unwrap();
    assert_eq!(two.claim_due_games(15, 30, 500).await, Ok(vec![id(7)]));

    let first = one.claim_bots_due(10, 20, 1).await.unwrap();
    assert!(!two.claim_bots_due(10, 20, 500).await.unwrap().contains(&first[0]));
    // The node that appends continues to run the bots.
    one.append(Append { bots_due: true, bots_claimed_until: 99, ..append(1, 0, &["a"]) }).await.unwrap();
    assert!(!two.claim_bots_due(50, 60, 500).await.unwrap().contains(&id(1)));
    assert!(two.claim_bots_due(99, 100, 500).await.unwrap().contains(&id(1)));
    // A claim of a node whose clock was an hour ahead does not count.
    one.claim_due_games(3600, 3605, 500).await.unwrap();
    assert!(!two.claim_due_games(40, 45, 500).await.unwrap().is_empty());
    one.append(Append { bots_due: true, bots_claimed_until: 3620, ..append(1, 1, &["b"]) }).await.unwrap();
    assert!(two.claim_bots_due(40, 60, 500).await.unwrap().contains(&id(1)));
    for n in 1..=200 {
        one.delete_game(id(n)).await.unwrap();
    }
}

async fn of_racing_nodes_one_wins_each_version(one: &Arc<Postgres>, two: &Arc<Postgres>) {
    one.create(new_game(1)).await.unwrap();
    let racers = (0..12).map(|racer| {
        let store = Arc::clone(if racer % 2 == 0 { one } else { two });
        tokio::spawn(async move {
            let (mut won, mut version) = (Vec::new(), 0);
            while version < 150 {
                let text = format!("racer {racer}");
                match store.append(append(1, version, &[&text])).await.unwrap() {
                    Appended::Done { version: now } => {
                        won.push((now, text));
                        version = now;
                    }
                    Appended::Conflict { version: now } => version = now,
                    other @ (Appended::Repeated { .. } | Appended::NoGame) => panic!("{other:?}"),
                }
            }
            won
        })
    });
    let mut won = Vec::new();
    for racer in racers.collect::<Vec<_>>() {
        won.extend(racer.await.unwrap());
    }
    won.sort();
    let events = one.events(id(1), 0, 1000).await.unwrap();
    let stored: Vec<(u64, String)> = events.into_iter().map(|event| (event.version, event.record)).collect();
    assert_eq!(won, stored);
}

async fn unsuitable_databases_are_refused(cluster: &TestPostgres) {
    let url = cluster.database().unwrap();
    let name = url.rsplit('/').next().unwrap();
    cluster.sql(name, "CREATE TABLE games (recipe TEXT)").unwrap();
    assert!(matches!(Postgres::open(&url).await, Err(StoreError::Damaged(_))));
    let url = cluster.database().unwrap();
    let name = url.rsplit('/').next().unwrap();
    cluster
        .sql(name, "CREATE TABLE detente_form (version BIGINT); INSERT INTO detente_form VALUES (99)")
        .unwrap();
    assert!(matches!(Postgres::open(&url).await, Err(StoreError::TooNew { version: 99 })));
    // A database that could lose acknowledged writes is refused too.
    let url = cluster.database().unwrap();
    let name = url.rsplit('/').next().unwrap();
    cluster.sql("postgres", &format!("ALTER DATABASE {name} SET synchronous_commit = off")).unwrap();
    let error = Postgres::open(&url).await.unwrap_err().to_string();
    assert!(error.contains("synchronous_commit"), "{error}");
}

#[tokio::test]
async fn errors_never_contain_the_password() {
    for url in ["postgres://ann:secret@127.0.0.1:1/games", "postgres://ann:secret@:x:/y?z", "secret"] {
        let error = Postgres::open(url).await.unwrap_err();
        assert!(!format!("{error} {error:?}").contains("secret"), "{error}");
    }
}

/// Writers continue while their connections are cut, the server's processes are killed and a standby is
/// promoted. Each acknowledged append is stored, and no append is stored twice.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_was_acknowledged_survives_the_database_being_killed() {
    let Some(mut primary) = start_for_test(Durability::Synced) else { return };
    let standby = primary.standby().unwrap();
    primary.sql("postgres", "CREATE DATABASE games").unwrap();
    let url = format!("postgres://postgres@127.0.0.1:{},127.0.0.1:{}/games", primary.port(), standby.port());
    let nodes = [open(&url).await, open(&url).await];
    let stop = Arc::new(AtomicBool::new(false));
    let writers: Vec<_> = (1..=6)
        .map(|game| {
            tokio::spawn(append_until_stopped(
                Arc::clone(&nodes[usize::from(game) % 2]),
                game,
                Arc::clone(&stop),
            ))
        })
        .collect();
    let pause = Duration::from_millis(150);
    for _ in 0..5 {
        tokio::time::sleep(pause).await;
        // Cut the connections in the way an administrator would.
        let cut = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'detente'";
        primary.sql("postgres", cut).unwrap();
    }
    for _ in 0..2 {
        tokio::time::sleep(pause).await;
        let find = "SELECT pid FROM pg_stat_activity WHERE application_name = 'detente' LIMIT 1";
        let pid = sql_after_recovery(&primary, find);
        if !pid.trim().is_empty() {
            primary.kill_backend(pid.trim()).unwrap();
        }
    }
    sql_after_recovery(&primary, "SELECT 1");
    tokio::time::sleep(pause).await;
    primary.kill().unwrap();
    standby.promote().unwrap();
    tokio::time::sleep(pause * 10).await;
    stop.store(true, Ordering::SeqCst);
    let mut acknowledged = 0;
    for writer in writers {
        let (game, acknowledged_texts) = writer.await.unwrap();
        let events = nodes[0].events(id(game), 0, 10_000).await.unwrap();
        let records: Vec<&str> = events.iter().map(|event| event.record.as_str()).collect();
        for text in &acknowledged_texts {
            let times = records.iter().filter(|record| *record == text).count();
            assert_eq!(times, 1, "game {game}: {text}");
        }
        let mut distinct = records.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), records.len(), "game {game}: nothing is stored twice");
        acknowledged += acknowledged_texts.len();
    }
    assert!(acknowledged > 100, "{acknowledged}");
    assert_eq!(nodes[0].check().await, Ok(vec![]));
}

/// Nobody can connect while the server recovers. It may still answer for a moment after a process was killed.
fn sql_after_recovery(server: &TestPostgres, statement: &str) -> String {
    let until = Instant::now() + Duration::from_secs(30);
    loop {
        match server.sql("postgres", statement) {
            Ok(answer) => return answer,
            Err(error) => assert!(Instant::now() < until, "{error:?}"),
        }
    }
}

/// Appends until `stop` is set; returns the acknowledged texts. An append that failed is not sent again.
async fn append_until_stopped(store: Arc<Postgres>, game: u8, stop: Arc<AtomicBool>) -> (u8, Vec<String>) {
    store.create(new_game(game)).await.unwrap();
    let (mut acknowledged, mut version) = (Vec::new(), 0);
    for count in 0.. {
        if stop.load(Ordering::SeqCst) {
            break;
        }
        let text = format!("{game}/{count}");
        match store.append(append(game, version, &[&text])).await {
            Ok(Appended::Done { version: now }) => {
                version = now;
                acknowledged.push(text);
            }
            // The last append failed without a reply, but it was done.
            Ok(Appended::Conflict { version: now }) => version = now,
            Ok(other @ (Appended::Repeated { .. } | Appended::NoGame)) => panic!("{other:?}"),
            Err(StoreError::Unreachable(_)) => {}
            Err(error) => panic!("{error}"),
        }
    }
    (game, acknowledged)
}
