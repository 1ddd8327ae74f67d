//! The game master over HTTP (D4): enters a sheet for somebody, talks privately, previews the results.
use crate::support;

use serde_json::{Value, json};
use support::{TestServer, TestUser};

/// A game for two with a game master: the master and both players. Seat 0 has England, France and Russia.
async fn game_with_master(server: &TestServer, sight: &str) -> (String, TestUser, TestUser, TestUser) {
    let master = server.sign_up("Max", "en").await;
    let ada = server.sign_up("Ada", "nl").await;
    let bob = server.sign_up("Bob", "fr").await;
    let mut settings = master.get("/api/presets").await.json()["presets"][1]["settings"].clone();
    settings["players"] = json!(2);
    settings["goal"] = json!({ "centres": 24, "of": "one_player" });
    settings["allocation"] = json!("chosen");
    settings["press"] = json!("none");
    settings["master"] = json!({ "sight": sight });
    let game = master.create_game(json!({ "preset": "daily", "settings": settings })).await;
    ada.command(&game, json!({ "do": "join", "wish": { "this": 0 } })).await;
    bob.command(&game, json!({ "do": "join", "wish": { "this": 1 } })).await;
    (game, master, ada, bob)
}

#[tokio::test]
async fn d4_a_sheet_that_the_master_enters_is_logged_and_shown_to_the_player() {
    let server = TestServer::new();
    let (game, master, ada, bob) = game_with_master(&server, "blind").await;
    let read =
        master.post(&format!("/api/games/{game}/read"), json!({ "text": "A Par - Bur", "seat": 0 })).await;
    assert_eq!(read.json()["lines"][0]["result"], "taken", "{}", read.text);
    let entered = master.orders(&game, json!({ "text": "A Par - Bur", "seat": 0 })).await;
    assert_eq!(entered["taken"], true);
    let own = ada.game(&game).await;
    assert_eq!(own["desk"]["submitted_by"], "master");
    assert_eq!(own["desk"]["stance"], "undecided", "the player may still change it");
    assert_eq!(
        own["desk"]["sheet"][0]["deed"],
        json!({ "order": "move", "at": "par", "to": "bur", "by_convoy": false })
    );
    for viewer in [&master, &ada, &bob] {
        let log = viewer.game(&game).await["log"].clone();
        let is_logged = log
            .as_array()
            .unwrap()
            .iter()
            .any(|entry| entry["notice"] == "sheet_entered" && entry["seat"] == 0);
        assert!(is_logged, "{log}");
    }
    // A master who does not see orders learns nothing by it, and the other player neither.
    for viewer in [&master, &bob] {
        assert!(!viewer.game(&game).await.to_string().contains("\"bur\""));
    }
    ada.orders(&game, json!({ "text": "A Par - Pic", "stance": "ready" })).await;
    assert_eq!(ada.game(&game).await["desk"]["submitted_by"], "player");
}

#[tokio::test]
async fn d4_only_the_master_enters_a_sheet_and_only_a_right_one() {
    let server = TestServer::new();
    let (game, master, ada, bob) = game_with_master(&server, "blind").await;
    let path = format!("/api/games/{game}/orders");
    let refused = |user: &TestUser, body: Value| {
        let (user, path) = (user.clone(), path.clone());
        async move { user.post(&path, body).await.refusal_id() }
    };
    assert_eq!(refused(&bob, json!({ "text": "A Par H", "seat": 0 })).await, "not_the_master");
    assert_eq!(refused(&ada, json!({ "text": "A Par H", "seat": 0 })).await, "not_the_master");
    assert_eq!(refused(&master, json!({ "text": "A Par H", "seat": 7 })).await, "no_such_seat");
    assert_eq!(refused(&master, json!({ "text": "A Par H", "seat": 0, "draft": true })).await, "not_seated");
    assert_eq!(refused(&master, json!({ "text": "A Par H" })).await, "not_seated");
    assert_eq!(
        refused(&master, json!({ "text": "A Par H", "seat": 0, "phase": "F1914M" })).await,
        "wrong_paper"
    );
    // A line for somebody else's unit is refused line by line.
    let other = master.orders(&game, json!({ "text": "A Ber H", "seat": 0 })).await;
    assert_eq!((&other["taken"], &other["lines"][0]["result"]), (&json!(false), &json!("refused")));
    assert_eq!(ada.game(&game).await["desk"]["sheet"], Value::Null);
}

#[tokio::test]
async fn d4_players_and_the_master_talk_privately_also_where_nobody_talks() {
    let server = TestServer::new();
    let (game, master, ada, bob) = game_with_master(&server, "blind").await;
    assert_eq!(
        ada.refused_command(&game, json!({ "do": "whisper", "to": [1], "text": "psst" })).await,
        "talk_is_closed"
    );
    ada.command(&game, json!({ "do": "write_to_master", "text": "my mouse is broken" })).await;
    master.command(&game, json!({ "do": "whisper", "to": [0], "text": "I enter your orders" })).await;
    let messages = |user: &TestUser| {
        let user = user.clone();
        let path = format!("/api/games/{game}/messages");
        async move { user.get(&path).await.json()["messages"].clone() }
    };
    for user in [&ada, &master] {
        let seen = messages(user).await;
        assert_eq!(seen[0]["text"], "my mouse is broken");
        assert_eq!(seen[1]["to"], json!({ "seats_and_master": [0] }));
    }
    assert_eq!(messages(&bob).await, json!([]));
    assert_eq!(ada.game(&game).await["talk"], json!({ "private": false, "public": false, "master": true }));
    assert_eq!(master.game(&game).await["talk"]["private"], true);
    // In a game without a game master nobody is there to read it.
    let (other, people) = support::game_of_seven(&server).await;
    let refused =
        people[0].refused_command(&other, json!({ "do": "write_to_master", "text": "hello" })).await;
    assert_eq!(refused, "no_master");
    assert_eq!(people[0].game(&other).await["talk"]["master"], false);
}

#[tokio::test]
async fn d4_a_master_who_sees_orders_previews_the_results() {
    let server = TestServer::new();
    let (game, master, ada, bob) = game_with_master(&server, "sees_orders").await;
    ada.orders(&game, json!({ "text": "A Par - Bur\nA Mar - Bur" })).await;
    let path = format!("/api/games/{game}/preview");
    let preview = master.get(&path).await.json();
    let paris = preview["ruled"].as_array().unwrap().iter().find(|one| one["at"] == "par").unwrap().clone();
    assert_eq!(paris["outcome"], "fails");
    assert!(!paris["sentence"].as_str().unwrap().is_empty());
    assert_eq!(master.game(&game).await["records"], 0, "nothing has happened");
    for viewer in [&ada, &bob] {
        assert_eq!(viewer.get(&path).await.refusal_id(), "not_the_master");
    }
    assert_eq!(server.without_identity("en").get(&path).await.refusal_id(), "name_yourself");
    let (blind, master, ..) = game_with_master(&server, "blind").await;
    assert_eq!(master.get(&format!("/api/games/{blind}/preview")).await.refusal_id(), "not_the_master");
}

/// C3: while the orders are read out there is nothing to write, and everybody can see for whom the game waits.
#[tokio::test]
async fn c3_stages_without_orders_say_for_whom_they_wait() {
    let server = TestServer::new();
    let people = [server.sign_up("Ada", "en").await, server.sign_up("Bob", "en").await];
    let bots = vec!["hold"; 5];
    let game = people[0].create_game(json!({ "preset": "evening", "bots": bots, "join": true })).await;
    people[1].command(&game, json!({ "do": "join" })).await;
    let state = people[0].game(&game).await["state"].clone();
    assert_eq!((&state["stage"], state["waits_for"].as_array().unwrap().len()), (&json!("diplomacy"), 2));
    for one in &people {
        one.command(&game, json!({ "do": "stand", "stance": "ready" })).await;
    }
    let state = people[0].game(&game).await["state"].clone();
    assert_eq!((&state["stage"], state["waits_for"].as_array().unwrap().len()), (&json!("writing"), 7));
}
