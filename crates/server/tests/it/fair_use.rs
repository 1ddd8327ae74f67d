//! Budgets, quotas and caches: one caller cannot use up what all share.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicI64, Ordering};

use axum::http::StatusCode;
use serde_json::{Value, json};
use server::{App, BotGames, Config, LocalPeers, TrustedProxies};

use crate::support::{START_TIME, TestServer, TestUser, game_of_seven, new_store};

fn server_with(change: impl FnOnce(&mut Config)) -> TestServer {
    let proxies = TrustedProxies { local_peers: LocalPeers::AreProxies, networks: Vec::new() };
    let mut config = Config { rate: 1_000_000, proxies, ..Config::local("unused".into()) };
    change(&mut config);
    let time = Arc::new(AtomicI64::new(START_TIME));
    let clock = Arc::clone(&time);
    let app = App::new(config, new_store(), Arc::new(move || clock.load(Ordering::SeqCst)));
    TestServer { router: server::router(Arc::clone(&app)), app, time }
}

fn bots_alone() -> Value {
    json!({ "preset": "bots", "variant": "strait", "bots": ["hold", "hold"] })
}

#[tokio::test]
async fn a_server_may_refuse_games_without_people_in_every_language() {
    let house = server_with(|config| config.bot_games = BotGames::Refuse);
    let mut sentences = BTreeSet::new();
    for language in ["en", "nl", "fr", "es", "de"] {
        let guest = house.sign_up("Ann", language).await;
        let refused = guest.post("/api/games", bots_alone()).await;
        assert_eq!(
            (refused.status, refused.refusal_id()),
            (StatusCode::FORBIDDEN, "no_bot_games".to_owned())
        );
        sentences.insert(refused.json()["message"].to_string());
    }
    assert_eq!(sentences.len(), 5, "{sentences:?}");
    // Neither is one started by seating bots one after the other.
    let ann = house.sign_up("Ann", "en").await;
    let game = ann.create_game(json!({ "preset": "bots", "variant": "strait", "bots": ["hold"] })).await;
    let seat_bot = json!({ "do": "seat_bot", "bot": "hold" });
    assert_eq!(ann.refused_command(&game, seat_bot.clone()).await, "no_bot_games");
    ann.command(&game, json!({ "do": "join", "wish": { "this": 0 } })).await;
    let with_person = json!({ "preset": "bots", "variant": "strait", "join": true, "bots": ["hold"] });
    ann.create_game(with_person).await;
}

#[tokio::test]
async fn unfinished_games_without_people_are_bounded_per_person_and_per_address() {
    let house = server_with(|config| config.max_cpu_tasks = 1);
    let from = |user: &TestUser, address: u8| user.clone().behind_address(&format!("192.0.2.{address}"));
    let (ann, ben, cem) = (
        house.sign_up("Ann", "en").await,
        house.sign_up("Ben", "en").await,
        house.sign_up("Cem", "en").await,
    );
    // A long game: with three bots it does not end at once.
    let new = || json!({ "preset": "bots", "players": 3, "bots": ["hold", "hold", "hold"] });
    for guest in [&ann, &ben] {
        for _ in 0..10 {
            from(guest, 1).create_game(new()).await;
        }
    }
    let refused = from(&ann, 1).post("/api/games", new()).await;
    assert_eq!(
        (refused.refusal_id(), &refused.json()["most"]),
        ("too_many_bot_games".to_owned(), &json!(10))
    );
    let elsewhere = from(&ann, 2).post("/api/games", new()).await;
    assert_eq!(elsewhere.refusal_id(), "too_many_bot_games", "the person has ten, wherever she is");
    let refused = from(&cem, 1).post("/api/games", new()).await;
    assert_eq!(&refused.json()["most"], &json!(20), "a new identity behind the same address");
    from(&cem, 2).create_game(new()).await;
    let own = json!({ "preset": "daily", "join": true });
    from(&ann, 1).create_game(own).await;
}

#[tokio::test]
async fn a_used_budget_is_429_and_says_when_and_others_are_not_affected() {
    let house = server_with(|config| config.work_seconds_per_hour = 1);
    let (game, people) = game_of_seven(&house).await;
    let (ann, ben) = (people[0].clone(), people[1].clone());
    let ann = ann.behind_address("192.0.2.1");
    let picture = |width: u32| format!("/api/games/{game}/picture.png?width={width}");
    let mut refused = None;
    for width in 1900..2000 {
        let answer = ann.get(&picture(width)).await;
        if answer.status != StatusCode::OK {
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.expect("100 large pictures take more than a second");
    assert_eq!((refused.status.as_u16(), refused.refusal_id()), (429, "work_budget_used".to_owned()));
    let seconds: i64 = refused.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!(seconds >= 1);
    // What was drawn before costs nothing.
    assert_eq!(ann.get(&picture(1900)).await.status, StatusCode::OK);
    // The same person elsewhere, somebody else there, and a visitor there pay from the same accounts.
    let elsewhere = ann.clone().behind_address("192.0.2.2").get(&picture(301)).await;
    assert_eq!(elsewhere.refusal_id(), "work_budget_used");
    let export = format!("/api/games/{game}/export/python");
    for same_address in [ben.clone(), house.without_identity("en")] {
        let answer = same_address.behind_address("192.0.2.1").get(&export).await;
        assert_eq!(answer.refusal_id(), "work_budget_used");
    }
    assert_eq!(ben.behind_address("192.0.2.3").get(&picture(302)).await.status, StatusCode::OK);
    house.advance_time(seconds);
    assert_eq!(ann.get(&picture(303)).await.status, StatusCode::OK, "after the time that was named");
}

#[tokio::test]
async fn a_picture_is_shared_by_all_who_see_the_same_and_known_ones_are_304() {
    let house = TestServer::new();
    let (game, people) = game_of_seven(&house).await;
    for form in ["svg", "png"] {
        let path = format!("/api/games/{game}/picture.{form}?width=300");
        let first = people[0].get(&path).await;
        let second = people[1].get(&path).await;
        assert_eq!(first.status, StatusCode::OK);
        assert_eq!(first.headers["etag"], second.headers["etag"]);
        let tag = first.headers["etag"].to_str().unwrap();
        let known = people[2].clone().with_header("if-none-match", tag).get(&path).await;
        assert_eq!((known.status, known.text.len()), (StatusCode::NOT_MODIFIED, 0));
        let dark =
            people[2].clone().with_header("if-none-match", tag).get(&format!("{path}&shade=dark")).await;
        assert_eq!(dark.status, StatusCode::OK);
        assert_ne!(dark.headers["etag"], first.headers["etag"]);
    }
    let before = people[0].get(&format!("/api/games/{game}/picture.svg?width=300")).await;
    for guest in &people {
        guest.orders(&game, json!({ "text": "", "deeds": null, "stance": "ready" })).await;
    }
    let after = people[0].get(&format!("/api/games/{game}/picture.svg?width=300")).await;
    assert_ne!(before.headers["etag"], after.headers["etag"], "another phase");
}

#[tokio::test]
async fn the_board_has_a_tag_in_each_language() {
    let house = TestServer::new();
    let mut tags = BTreeSet::new();
    for language in ["en", "nl", "fr", "es", "de"] {
        let visitor = house.without_identity(language);
        let first = visitor.get("/api/board").await;
        let tag = first.headers["etag"].to_str().unwrap().to_owned();
        let again = visitor
            .clone()
            .with_header("if-none-match", &format!("\"other\", {tag}"))
            .get("/api/board")
            .await;
        assert_eq!((again.status, again.text.len()), (StatusCode::NOT_MODIFIED, 0));
        let packed = visitor.with_header("accept-encoding", "gzip").get("/api/board").await;
        assert_eq!(packed.headers["content-encoding"], "gzip");
        assert_eq!(packed.headers["etag"].to_str().unwrap(), tag);
        tags.insert(tag);
    }
    assert_eq!(tags.len(), 5);
}

#[tokio::test]
async fn sketches_of_one_phase_are_bounded_and_orders_still_count() {
    let house = TestServer::new();
    let (game, people) = game_of_seven(&house).await;
    let arrow = json!(["par", "bur", "move"]);
    let sketch = json!({ "units": [], "arrows": vec![arrow; 100], "marks": [], "caption": null });
    let keep = |i: usize| json!({ "do": "keep_sketch", "slot": i % 24, "sketch": sketch });
    let path = format!("/api/games/{game}/commands");
    let mut taken = 0;
    let refused = loop {
        let answer = people[0].post(&path, keep(taken)).await;
        if answer.status != StatusCode::OK {
            break answer;
        }
        taken += 1;
        assert!(taken < 1000, "the log is bounded");
    };
    assert_eq!(refused.refusal_id(), "stage_log_full", "{}", refused.text);
    assert!((100..300).contains(&taken), "{taken} large sketches");
    let said = people[0].refused_command(&game, json!({ "do": "announce", "text": "More!" })).await;
    assert_eq!(said, "stage_log_full");
    people[0].orders(&game, json!({ "deeds": [] })).await;
    people[1].command(&game, keep(0)).await;
    for guest in &people {
        guest.orders(&game, json!({ "deeds": [], "stance": "ready" })).await;
    }
    people[0].command(&game, keep(0)).await;
}

#[tokio::test]
async fn messages_come_in_pages() {
    let house = TestServer::new();
    let (game, people) = game_of_seven(&house).await;
    for number in 0..30 {
        let text = format!("{number} {}", "\"".repeat(3990));
        people[0].command(&game, json!({ "do": "announce", "text": text })).await;
    }
    let (mut numbers, mut pages) = (Vec::new(), 0);
    loop {
        let after = numbers.last().copied().unwrap_or(0);
        let answer = people[1].get(&format!("/api/games/{game}/messages?after={after}")).await;
        assert!(answer.text.len() < 160_000, "{} bytes", answer.text.len());
        let answer = answer.json();
        numbers
            .extend(answer["messages"].as_array().unwrap().iter().map(|one| one["number"].as_u64().unwrap()));
        pages += 1;
        if answer["more"] == false {
            break;
        }
    }
    assert_eq!(numbers, (1..=30).collect::<Vec<u64>>());
    assert!(pages >= 2, "{pages} pages");
}

#[tokio::test]
async fn long_texts_are_charged_and_short_ones_are_always_read() {
    let house = server_with(|config| config.work_seconds_per_hour = 1);
    let (game, people) = game_of_seven(&house).await;
    let path = format!("/api/games/{game}/read");
    let long = json!({ "text": "A Vienan S A Budpest - Serbai\n".repeat(300) });
    let mut refused = None;
    for _ in 0..500 {
        let answer = people[0].post(&path, long.clone()).await;
        if !answer.status.is_success() {
            refused = Some((answer.status, answer.refusal_id()));
            break;
        }
    }
    assert_eq!(refused, Some((StatusCode::TOO_MANY_REQUESTS, "work_budget_used".to_owned())));
    assert_eq!(people[0].post(&path, json!({ "text": "A PAR - BUR" })).await.status, StatusCode::OK);
}

#[tokio::test]
async fn leaving_a_game_to_its_bots_ends_it() {
    let house = server_with(|config| config.max_cpu_tasks = 1);
    let ann = house.sign_up("Ann", "en").await;
    // More than the limit of games that only bots play.
    for _ in 0..12 {
        let new = json!({ "preset": "bots", "join": true, "bots": vec!["hold"; 6] });
        let game = ann.create_game(new).await;
        ann.command(&game, json!({ "do": "leave" })).await;
        let state = ann.game(&game).await["state"].clone();
        assert_eq!(state["ending"]["how"], "everybody_left", "{state}");
    }
}
