//! Nobody peeks: what outsiders, other players, newcomers to a seat and the log must not learn.
use crate::support;

use axum::http::StatusCode;
use serde_json::{Value, json};
use support::{TestServer, TestUser};

/// The settings of a daily game with chosen seats, changed.
async fn settings(guest: &TestUser, change: Value) -> Value {
    let mut settings = guest.get("/api/presets").await.json()["presets"][1]["settings"].clone();
    settings["allocation"] = json!("chosen");
    for (key, value) in change.as_object().unwrap() {
        settings[key] = value.clone();
    }
    settings
}

/// A game of seven with chosen seats, of which somebody else is the maker.
async fn game_with(house: &TestServer, change: Value) -> (String, TestUser, Vec<TestUser>) {
    let maker = house.sign_up("Maker", "en").await;
    let settings = settings(&maker, change).await;
    let game = maker.create_game(json!({ "preset": "daily", "settings": settings, "listed": true })).await;
    let mut people = Vec::new();
    for i in 0..7 {
        let guest = house.sign_up(&format!("Player {i}"), "en").await;
        guest.command(&game, json!({ "do": "join", "wish": { "this": i } })).await;
        people.push(guest);
    }
    (game, maker, people)
}

/// Everything from which somebody without a seat could learn how far a game is.
async fn seen_from_outside(visitor: &TestUser, game: &str) -> String {
    let mut seen = String::new();
    for path in [format!("/api/games/{game}"), "/api/games".to_owned(), format!("/api/games/{game}/messages")]
    {
        seen.push_str(&visitor.get(&path).await.text);
    }
    seen + &support::first_event(visitor, game).await
}

#[tokio::test]
async fn outsiders_do_not_learn_of_private_events() {
    for watching in [json!({}), json!({ "watching": "players_only" }), json!({ "watching_delay": 3600 })] {
        let house = TestServer::new();
        let (game, _, people) = game_with(&house, watching.clone()).await;
        let visitors = [house.without_identity("en"), house.sign_up("Spectator", "en").await];
        let mut before = Vec::new();
        for visitor in &visitors {
            before.push(seen_from_outside(visitor, &game).await);
        }
        people[1].command(&game, json!({ "do": "whisper", "to": [2], "text": "secret" })).await;
        people[4].orders(&game, json!({ "text": "A Ven - Apu", "draft": true })).await;
        people[4].command(&game, json!({ "do": "keep_sketch", "slot": 0, "sketch": {} })).await;
        for (visitor, before) in visitors.iter().zip(before) {
            assert_eq!(seen_from_outside(visitor, &game).await, before, "{watching}");
        }
        // Players see that something happened, and so do outsiders when it is public.
        let version = people[0].game(&game).await["version"].clone();
        people[0].command(&game, json!({ "do": "announce", "text": "Hear, hear" })).await;
        assert_ne!(people[0].game(&game).await["version"], version);
    }
}

#[tokio::test]
async fn who_watches_with_a_delay_learns_nothing_from_lists() {
    let house = TestServer::new();
    let (game, _, people) = game_with(&house, json!({ "watching_delay": 3600 })).await;
    let list = |visitor: TestUser| async move { visitor.get("/api/games").await.text };
    let before = list(house.without_identity("en")).await;
    for guest in &people {
        guest.orders(&game, json!({ "deeds": [], "stance": "ready" })).await;
    }
    assert_eq!(list(house.without_identity("en")).await, before, "a phase was resolved");
    let mine = people[0].get("/api/me/games").await.json();
    assert_eq!(mine["games"][0]["phase"], "F1901M", "players see their own games live");
}

#[tokio::test]
async fn mutes_and_blocks_do_not_unmask_hidden_names() {
    let house = TestServer::new();
    // Ann knows Ben from a game with names, and mutes him there.
    let (known, _, people) = game_with(&house, json!({})).await;
    let (ann, ben) = (&people[0], &people[1]);
    let shun = |game: &str, seat: usize| format!("/api/games/{game}/seats/{seat}/shun");
    let set = async |who: &TestUser, path: &str, how: &str| {
        let answer = who.send("PUT", path, Some(&json!({ "shun": how }))).await;
        assert_eq!(answer.status, StatusCode::NO_CONTENT, "{}", answer.text);
    };
    set(ann, &shun(&known, 1), "mute").await;
    // Both play in a game with hidden names, in seats that Ann does not know.
    let hidden = settings(ann, json!({ "names": "hidden" })).await;
    let game = ann.create_game(json!({ "preset": "daily", "settings": hidden })).await;
    for (i, guest) in people.iter().enumerate() {
        guest.command(&game, json!({ "do": "join", "wish": { "this": 6 - i } })).await;
    }
    for guest in &people {
        guest.command(&game, json!({ "do": "announce", "text": "hello" })).await;
    }
    let muted = async |game: &str| {
        let messages = ann.get(&format!("/api/games/{game}/messages")).await.json();
        let messages = messages["messages"].as_array().unwrap().clone();
        messages.iter().filter(|one| one["muted"] == true).count()
    };
    assert_eq!(muted(&game).await, 0, "the mute of the other game would show which seat is Ben's");
    // The other way round: a mute and a block made here do not act there.
    set(ann, &shun(&known, 1), "none").await;
    ben.command(&known, json!({ "do": "announce", "text": "hello" })).await;
    set(ann, &shun(&game, 5), "block").await;
    assert_eq!(muted(&game).await, 1, "it acts here");
    assert_eq!(muted(&known).await, 0, "it would show that seat 5 here is seat 1 there");
    let open = ann.create_game(json!({ "preset": "daily" })).await;
    ben.command(&open, json!({ "do": "join" })).await;
    // When the game is over, names are shown and the block acts everywhere.
    for guest in &people {
        let motion = json!({ "do": "propose", "motion": { "motion": "abandon" } });
        let _ = guest.post(&format!("/api/games/{game}/commands"), motion).await;
    }
    let questions = ann.game(&game).await["questions"].as_array().cloned().unwrap_or_default();
    for question in questions {
        for guest in &people {
            let vote = json!({ "do": "vote", "question": question["number"], "ballot": "yes" });
            let _ = guest.post(&format!("/api/games/{game}/commands"), vote).await;
        }
    }
    assert_eq!(ann.game(&game).await["state"]["state"], "over");
    assert_eq!(muted(&known).await, 1);
}

#[tokio::test]
async fn an_offer_gets_the_same_answer_whoever_is_seated() {
    let house = TestServer::new();
    let (game, maker, people) =
        game_with(&house, json!({ "names": "hidden", "master": { "sight": "blind" } })).await;
    let stranger = house.sign_up("Stranger", "en").await;
    let mut answers = Vec::new();
    for other in [&people[3], &stranger, &maker] {
        let handle = other.get("/api/me").await.json()["handle"].clone();
        let path = format!("/api/games/{game}/commands");
        let answer = people[0].post(&path, json!({ "do": "offer", "to": handle })).await;
        answers.push((answer.status, answer.json()["taken"].clone()));
    }
    assert_eq!(answers[0], answers[1]);
    assert_eq!(answers[0], answers[2]);
}

#[tokio::test]
async fn a_newcomer_to_a_seat_sees_nothing_of_what_it_wrote_before() {
    for (earlier, reads) in [("hidden", false), ("shown", true)] {
        let house = TestServer::new();
        let master = json!({ "sight": "blind" });
        let (game, maker, people) =
            game_with(&house, json!({ "master": master, "earlier_talk": earlier })).await;
        people[1].command(&game, json!({ "do": "whisper", "to": [2], "text": "wh1sper" })).await;
        people[1].command(&game, json!({ "do": "announce", "text": "public words" })).await;
        people[1].orders(&game, json!({ "text": "F Lon - Nth", "stance": "waiting" })).await;
        let sketch = json!({ "caption": "my plan" });
        people[1].command(&game, json!({ "do": "keep_sketch", "slot": 0, "sketch": sketch })).await;
        // The blind game master replaces the player by a second identity.
        let second = house.sign_up("Second identity", "en").await;
        let handle = second.get("/api/me").await.json()["handle"].clone();
        maker.command(&game, json!({ "do": "replace", "seat": 1, "with": { "person": handle } })).await;
        let view = second.game(&game).await;
        assert_eq!(view["viewer"]["seat"], 1);
        let seen = view.to_string() + &second.get(&format!("/api/games/{game}/messages")).await.text;
        assert!(seen.contains("public words"));
        assert_eq!(seen.contains("wh1sper"), reads, "{earlier}");
        assert!(
            !seen.contains("my plan") && !seen.contains(r#""to":"nth""#),
            "sheet and sketches never pass on"
        );
        assert_eq!(view["seats"][1]["sheet"], "in", "the sheet still counts");
        // Taking it back does not show it either.
        second.command(&game, json!({ "do": "take_back" })).await;
        assert_eq!(second.game(&game).await["desk"]["draft"], Value::Null);
        // The log says who came, by whom, and what the newcomer may read.
        let log = people[4].game(&game).await["log"].clone();
        let last = log.as_array().unwrap().iter().find(|one| one["notice"] == "handed_over").unwrap().clone();
        assert_eq!(
            (&last["seat"], &last["to"], &last["name"], &last["by"], &last["talk"]),
            (&json!(1), &json!("person"), &json!("Second identity"), &json!("master"), &json!(earlier))
        );
        // What is said from now on is for the newcomer.
        people[2].command(&game, json!({ "do": "whisper", "to": [1], "text": "w3lcome" })).await;
        assert!(second.get(&format!("/api/games/{game}/messages")).await.text.contains("w3lcome"));
    }
}

#[tokio::test]
async fn whoever_takes_a_vacant_seat_does_not_read_its_talk() {
    let house = TestServer::new();
    let (game, _, people) =
        game_with(&house, json!({ "absence": { "grace": 0, "graces": 0, "then": "disorder" } })).await;
    people[1].command(&game, json!({ "do": "whisper", "to": [2], "text": "wh1sper" })).await;
    people[1].command(&game, json!({ "do": "leave" })).await;
    let newcomer = house.sign_up("Newcomer", "en").await;
    newcomer.command(&game, json!({ "do": "take", "seat": 1 })).await;
    let messages = |who: &TestUser| {
        let who = who.clone();
        let path = format!("/api/games/{game}/messages");
        async move { who.get(&path).await.text }
    };
    assert!(!messages(&newcomer).await.contains("wh1sper"));
    assert!(messages(&people[2]).await.contains("wh1sper"), "the other side still has it");
    // Whoever comes back to the own seat reads on.
    people[3].command(&game, json!({ "do": "whisper", "to": [4], "text": "my own" })).await;
    people[3].command(&game, json!({ "do": "leave" })).await;
    people[3].command(&game, json!({ "do": "take", "seat": 3 })).await;
    assert!(messages(&people[3]).await.contains("my own"));
}

/// Plays the first phase of a game against these bots, and returns the position after it.
async fn after_the_first_turn(ann: &TestUser, bots: Vec<&str>) -> Value {
    let game = ann.create_game(json!({ "preset": "daily", "join": true, "bots": bots })).await;
    let live_game = ann.server.app.live_game(game.parse().unwrap()).await.unwrap();
    let mut changes = live_game.subscribe();
    ann.orders(&game, json!({ "deeds": [], "stance": "ready" })).await;
    loop {
        let view = ann.game(&game).await;
        if view["records"].as_u64() == Some(1) {
            return view["position"].clone();
        }
        changes.changed().await.unwrap();
    }
}

#[tokio::test]
async fn advice_does_not_tell_what_a_bot_will_play_in_a_running_game() {
    let house = TestServer::new();
    let ann = house.sign_up("Ann", "en").await;
    for (bots, id) in [
        (vec!["hold"; 6], None),
        (vec!["regent", "hold", "hold", "hold", "hold", "hold"], Some("position_in_play")),
    ] {
        let position = after_the_first_turn(&ann, bots).await;
        let body = json!({ "power": "france", "position": position, "budget": 100 });
        let answer = house.sign_up("Somebody else", "en").await.post("/api/advice", body).await;
        match id {
            Some(id) => assert_eq!(answer.refusal_id(), id),
            None => assert_eq!(answer.status, StatusCode::OK, "{}", answer.text),
        }
    }
}

/// A position that is almost that of a game gets advice. The answer depends on the question alone, so it says no
/// more of the game than the same program elsewhere: the bots of a game draw by its secret seed.
#[tokio::test]
async fn advice_about_almost_the_same_position_knows_nothing_of_the_game() {
    let house = TestServer::new();
    let ann = house.sign_up("Ann", "en").await;
    let bots = vec!["regent", "hold", "hold", "hold", "hold", "hold"];
    let mut position = after_the_first_turn(&ann, bots).await;
    position["units"].as_array_mut().unwrap().retain(|unit| unit["power"] != "turkey");
    let elsewhere = TestServer::new().sign_up("Ann", "en").await;
    for seed in [1, 2] {
        let body = json!({ "power": "france", "position": position, "budget": 2000, "seed": seed });
        let here = ann.post("/api/advice", body.clone()).await;
        assert_eq!(here.status, StatusCode::OK, "{}", here.text);
        assert_eq!(here.text, elsewhere.post("/api/advice", body).await.text);
    }
    // Nothing that people can get has the seed of a game.
    for row in house.app.store.games_after(0, 10).await.unwrap() {
        let charter = house.app.store.game(row.1).await.unwrap().unwrap().charter;
        let seed = serde_json::from_str::<Value>(&charter).unwrap()["seed"].to_string();
        assert!(seed.len() > 12, "a large random number: {seed}");
        for path in ["", "/export/log", "/export/python", "/records", "/film.html?width=200"] {
            let answer = ann.get(&format!("/api/games/{}{path}", row.1)).await;
            assert!(!answer.text.contains(&seed), "{path}");
        }
    }
}

#[tokio::test]
async fn links_do_not_follow_a_host_that_is_not_allowed() {
    let house = TestServer::new();
    let ann = house.sign_up("Ann", "en").await;
    for (host, follows) in [("evil.example", false), ("localhost:1901", true), ("192.168.1.5:1901", true)] {
        let user = ann.clone().with_header("host", host);
        let link = user.post("/api/me/link", json!({})).await.json()["url"].as_str().unwrap().to_owned();
        assert_eq!(link.starts_with(&format!("http://{host}/")), follows, "{link}");
        let game = user.create_game(json!({ "preset": "daily" })).await;
        let url = user.game(&game).await["url"].as_str().unwrap().to_owned();
        assert_eq!(url.starts_with(&format!("http://{host}/")), follows, "{url}");
    }
}

#[tokio::test]
async fn names_that_look_alike_are_refused() {
    let house = TestServer::new();
    let visitor = house.without_identity("en");
    for (name, id) in [
        ("\u{200b}\u{200b}", "words_unprintable"),
        ("An\u{200d}n", "words_unprintable"),
        ("\u{3164}", "words_unprintable"),
        ("Administrator", "reserved_name"),
        ("\u{410}dmin", "reserved_name"),
    ] {
        assert_eq!(visitor.post("/api/me", json!({ "name": name })).await.refusal_id(), id, "{name:?}");
    }
    let ann = house.sign_up("Paul", "en").await;
    let game = ann.create_game(json!({ "preset": "daily", "join": true })).await;
    for name in ["\u{420}aul", "paul"] {
        let other = house.sign_up(name, "en").await;
        assert_eq!(other.refused_command(&game, json!({ "do": "join" })).await, "name_taken", "{name}");
    }
    house.sign_up("Paula", "en").await.command(&game, json!({ "do": "join" })).await;
}

#[tokio::test]
async fn pages_for_administrators_have_the_same_headers() {
    use tower::ServiceExt;
    let house = TestServer::new();
    let admin = server::admin_router(house.app.clone());
    for path in ["/", "/metrics", "/health", "/moderation", "/api/admin/reports"] {
        let request = axum::http::Request::builder().uri(path).header("host", "localhost:1902");
        let response = admin.clone().oneshot(request.body(axum::body::Body::empty()).unwrap()).await.unwrap();
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        for header in
            ["content-security-policy", "x-content-type-options", "x-frame-options", "referrer-policy"]
        {
            assert!(response.headers().contains_key(header), "{path}: {header}");
        }
    }
}
