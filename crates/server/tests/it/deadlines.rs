//! Deadlines: exactly one adjudication per phase, whatever the clocks do.
use crate::support;

use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use serde_json::json;
use store::{Sqlite, Store};
use support::{START_TIME, TestServer, TestUser, game_of_seven, player_of};

async fn records(guest: &TestUser, game: &str) -> usize {
    guest.game(game).await["records"].as_u64().unwrap() as usize
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn all_ready_in_the_same_moment_is_one_adjudication() {
    let house = TestServer::new();
    let (game, people) = game_of_seven(&house).await;
    for round in 1..=5 {
        let before = people[0].game(&game).await["state"]["phase"].clone();
        let body = json!({ "deeds": [], "stance": "ready" });
        let asked: Vec<_> = people
            .iter()
            .map(|guest| {
                let (guest, game, body) = (guest.clone(), game.clone(), body.clone());
                tokio::spawn(
                    async move { guest.post(&format!("/api/games/{game}/orders"), body).await.status },
                )
            })
            .collect();
        for one in asked {
            assert!(one.await.unwrap().is_success());
        }
        assert_eq!(records(&people[0], &game).await, round, "{before}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_servers_and_one_deadline_are_one_adjudication() {
    let store = support::new_store();
    let time = Arc::new(AtomicI64::new(START_TIME));
    let one = TestServer::at(Arc::clone(&store), Arc::clone(&time));
    let two = TestServer::at(store, Arc::clone(&time));
    let (game, people) = game_of_seven(&one).await;
    for round in 1..=4 {
        time.fetch_add(9 * 86_400, Ordering::SeqCst);
        let (a, b, game_a) = (one.clone(), two.clone(), game.clone());
        let first = tokio::spawn(async move { a.tick().await });
        let second = tokio::spawn(async move { b.tick().await });
        first.await.unwrap();
        second.await.unwrap();
        // A grace period may come first (I3), so the clock ticks again.
        time.fetch_add(86_400, Ordering::SeqCst);
        one.tick().await;
        two.tick().await;
        let seen_by_one = records(&people[0], &game_a).await;
        let guest = TestUser { server: two.clone(), ..people[0].clone() };
        let _ = guest
            .post(&format!("/api/games/{game}/commands"), json!({ "do": "stand", "stance": "waiting" }))
            .await;
        let seen_by_two = records(&guest, &game).await;
        assert_eq!(seen_by_one, seen_by_two, "round {round}");
        let numbers: Vec<u64> = people[0].get(&format!("/api/games/{game}/records")).await.json()["records"]
            .as_array()
            .unwrap()
            .iter()
            .map(|record| record["number"].as_u64().unwrap())
            .collect();
        assert_eq!(numbers, (0..numbers.len() as u64).collect::<Vec<_>>(), "every record once, without gaps");
        let phases: std::collections::BTreeSet<String> =
            people[0].get(&format!("/api/games/{game}/records")).await.json()["records"]
                .as_array()
                .unwrap()
                .iter()
                .map(|record| record["phase"].to_string())
                .collect();
        assert_eq!(phases.len(), numbers.len(), "a phase was judged twice");
    }
}

#[tokio::test]
async fn time_that_goes_back_a_little_changes_nothing() {
    let house = TestServer::new();
    let (game, people) = game_of_seven(&house).await;
    let before = people[0].game(&game).await;
    house.advance_time(-600);
    assert_eq!(house.tick().await, 0);
    people[1].command(&game, json!({ "do": "announce", "text": "What time is it?" })).await;
    let after = people[0].game(&game).await;
    assert_eq!(before["state"]["due"], after["state"]["due"]);
    assert_eq!(after["records"], 0);
    // When the time goes forward again, the deadline is unchanged.
    house.time.store(before["state"]["due"].as_i64().unwrap() - 1, Ordering::SeqCst);
    assert_eq!(house.tick().await, 0);
    house.advance_time(2);
    assert_eq!(house.tick().await, 1);
}

/// The clock goes back by a day and is set right later: nobody loses time.
#[tokio::test]
async fn a_clock_that_was_behind_gives_the_deadline_back() {
    let house = TestServer::new();
    let (game, people) = game_of_seven(&house).await;
    let due = async || people[0].game(&game).await["state"]["due"].as_i64().unwrap();
    let before = due().await;
    house.advance_time(-100_000);
    people[1].command(&game, json!({ "do": "announce", "text": "What time is it?" })).await;
    assert_eq!(due().await, before - 100_000, "the stage lasts no longer than agreed");
    house.time.store(before - 1, Ordering::SeqCst);
    house.tick().await;
    assert_eq!((due().await, records(&people[0], &game).await), (before, 0));
    house.advance_time(1);
    assert_eq!(house.tick().await, 1);
}

/// Games go on while the clock is ten years ahead. When it is right again, no deadline is years away, and
/// the log of the game says why.
#[tokio::test]
async fn a_clock_that_was_ahead_leaves_no_deadline_in_years() {
    let house = TestServer::new();
    let (game, people) = game_of_seven(&house).await;
    let open = people[0].create_game(json!({ "preset": "daily" })).await;
    let length = people[0].game(&game).await["state"]["due"].as_i64().unwrap() - house.now();
    assert_eq!(server::deadline_runner::correct_clocks(&house.app).await, Ok(0));
    house.advance_time(10 * 365 * 86_400);
    house.tick().await;
    let late = people[0].create_game(json!({ "preset": "daily" })).await;
    house.advance_time(-10 * 365 * 86_400);
    assert_eq!(server::deadline_runner::correct_clocks(&house.app).await, Ok(2));
    assert_eq!(server::deadline_runner::correct_clocks(&house.app).await, Ok(0));
    for game in [&game, &late] {
        let seen = people[0].game(game).await;
        let due = seen["state"]["due"].as_i64().or(seen["state"]["until"].as_i64()).unwrap();
        assert!(due > house.now() && due <= house.now() + length.max(90 * 86_400), "{seen}");
        assert!(seen["log"].to_string().contains("clock_corrected"), "{seen}");
    }
    let ended = people[0].game(&open).await["state"].to_string();
    assert!(ended.contains("nobody_came"), "it ended while the clock was ahead: {ended}");
}

#[tokio::test]
async fn orders_after_the_deadline_are_refused_before_the_tick() {
    let house = TestServer::new();
    let (game, people) = game_of_seven(&house).await;
    let due = people[0].game(&game).await["state"]["due"].as_i64().unwrap();
    house.time.store(due, Ordering::SeqCst);
    let body = json!({ "deeds": [] });
    let answer = people[0].post(&format!("/api/games/{game}/orders"), body).await;
    assert_eq!(answer.refusal_id(), "too_late");
    assert!(answer.json()["message"].as_str().unwrap().contains("deadline"));
}

#[tokio::test]
async fn a_deadline_while_the_server_was_down_is_found_in_the_store() {
    let folder = std::env::temp_dir().join(format!("detente-clock-{}", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    let time = Arc::new(AtomicI64::new(START_TIME));
    let (game, cookie) = {
        let store: Arc<dyn Store> = Arc::new(Sqlite::open(&folder).unwrap());
        let house = TestServer::at(Arc::clone(&store), Arc::clone(&time));
        let (game, people) = game_of_seven(&house).await;
        let austria = player_of(&people, &game, "austria").await;
        austria.orders(&game, json!({ "text": "A Vie - Gal", "stance": "ready" })).await;
        store.close().await.unwrap();
        (game, austria.cookie.clone())
    };
    time.fetch_add(30 * 86_400, Ordering::SeqCst);
    let house = TestServer::at(Arc::new(Sqlite::open(&folder).unwrap()), time);
    let guest = TestUser { cookie, ..house.without_identity("en") };
    assert_eq!(house.tick().await, 1);
    house.advance_time(86_400);
    house.tick().await;
    assert_eq!(records(&guest, &game).await, 1);
    let record = guest.get(&format!("/api/games/{game}/records/0")).await.json();
    let moved = record["ruled"].as_array().unwrap().iter().find(|one| one["at"] == "vie").unwrap();
    assert_eq!((&moved["outcome"], &moved["deed"]["to"]), (&json!("succeeds"), &json!("gal")));
    house.app.store.close().await.unwrap();
    let _ = std::fs::remove_dir_all(&folder);
}

#[tokio::test]
async fn orders_for_a_phase_that_is_over_do_not_count_for_the_next() {
    let house = TestServer::new();
    let (game, people) = game_of_seven(&house).await;
    let body = json!({ "deeds": [], "phase": "S1901M", "stance": "ready" });
    for guest in &people {
        guest.orders(&game, body.clone()).await;
    }
    let answer = people[0].post(&format!("/api/games/{game}/orders"), body).await;
    assert_eq!(answer.refusal_id(), "wrong_paper");
    let next = json!({ "deeds": [], "phase": "F1901M" });
    people[0].orders(&game, next).await;
}
