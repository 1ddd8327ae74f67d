//! A game at one table: the short code, the big screen, shared phones, people without a screen, consent, vetoes.
use crate::support;

use axum::http::StatusCode;
use serde_json::{Value, json};
use support::{TestServer, TestUser};

async fn settings(user: &TestUser, preset: &str, change: Value) -> Value {
    let presets = user.get("/api/presets").await.json();
    let presets = presets["presets"].as_array().unwrap().clone();
    let mut settings = presets.iter().find(|one| one["key"] == preset).unwrap()["settings"].clone();
    for (key, value) in change.as_object().unwrap() {
        settings[key] = value.clone();
    }
    settings
}

/// The same browser after its cookies changed.
fn with_cookies(user: &TestUser, response: &support::TestResponse) -> TestUser {
    let mut jar: Vec<(String, String)> = Vec::new();
    let old = user.cookie.clone().unwrap_or_default();
    let new = response.headers.get_all("set-cookie").iter().map(|value| value.to_str().unwrap().to_owned());
    let pairs = old.split("; ").map(str::to_owned).chain(new.collect::<Vec<_>>());
    for pair in pairs {
        let Some((name, value)) = pair.split(';').next().and_then(|pair| pair.split_once('=')) else {
            continue;
        };
        jar.retain(|(known, _)| known != name);
        if !value.is_empty() {
            jar.push((name.to_owned(), value.to_owned()));
        }
    }
    let cookies: Vec<String> = jar.iter().map(|(name, value)| format!("{name}={value}")).collect();
    TestUser { cookie: Some(cookies.join("; ")), ..user.clone() }
}

#[tokio::test]
async fn the_presets_are_an_evening_at_a_table_and_a_tournament() {
    let house = TestServer::new();
    let user = house.sign_up("Ada", "en").await;
    let table = settings(&user, "table", json!({})).await;
    assert_eq!((&table["venue"], &table["press"]), (&json!("table"), &json!("none")));
    let times = &table["timetable"];
    assert_eq!([&times["first"], &times["diplomacy"], &times["writing"]], [1800, 900, 300]);
    let tournament = settings(&user, "tournament", json!({})).await;
    assert_eq!([&tournament["timetable"]["diplomacy"], &tournament["timetable"]["writing"]], [900, 120]);
    assert_eq!(tournament["limit"], json!({ "year": 1907, "after": null, "verdict": "most_centres" }));
    assert_eq!(tournament["ballots"], "vetoes");
    for preset in ["evening", "daily", "correspondence", "bots"] {
        assert_eq!(settings(&user, preset, json!({})).await["venue"], "anywhere", "{preset}");
    }
}

#[tokio::test]
async fn a_short_code_leads_to_a_game_at_a_table_until_it_is_over() {
    let house = TestServer::new();
    let maker = house.sign_up("Ada", "en").await;
    let phone = house.without_identity("en");
    let game = maker.create_game(json!({ "preset": "table" })).await;
    let code = maker.game(&game).await["code"].as_str().unwrap().to_owned();
    assert_eq!(code.len(), 6);
    assert!(game.to_uppercase().starts_with(&code));
    let spoken = format!("{}-{}-{}", &code[..2].to_lowercase(), &code[2..4], &code[4..]);
    for text in [code.as_str(), &spoken] {
        assert_eq!(phone.get(&format!("/api/tables/{text}")).await.json()["id"], game.as_str(), "{text}");
    }
    for wrong in ["000000", "zzzzz", "%00%00%00%00%00%00", "aaaaaaaaaaaaaaaaaaaaaaaa"] {
        let answer = phone.get(&format!("/api/tables/{wrong}")).await;
        assert_eq!(answer.refusal_id(), "no_such_table", "{wrong}");
    }
    // The first letters of a game elsewhere lead nowhere.
    let other = maker.create_game(json!({ "preset": "evening" })).await;
    assert_eq!(maker.game(&other).await["code"], Value::Null);
    assert_eq!(phone.get(&format!("/api/tables/{}", &other[..6])).await.refusal_id(), "no_such_table");
    maker.command(&game, json!({ "do": "cancel" })).await;
    assert_eq!(phone.get(&format!("/api/tables/{code}")).await.refusal_id(), "no_such_table");
}

#[tokio::test]
async fn codes_cannot_be_guessed_quickly() {
    let config = server::Config { rate: 20, ..server::Config::local("unused".into()) };
    let house = TestServer::configured(config);
    let phone = house.without_identity("en");
    let mut refused = 0;
    for guess in 0..60 {
        let answer = phone.get(&format!("/api/tables/{guess:06}")).await;
        refused += usize::from(answer.status == StatusCode::TOO_MANY_REQUESTS);
    }
    assert!(refused >= 15, "{refused}");
}

#[tokio::test]
async fn two_people_share_a_phone() {
    let house = TestServer::new();
    let maker = house.sign_up("Ada", "en").await;
    let game = maker.create_game(json!({ "preset": "table", "players": 2 })).await;
    let phone = house.sign_up("Ben", "en").await;
    assert_eq!(phone.post("/api/me/switch", json!({})).await.refusal_id(), "no_second_person");
    phone.command(&game, json!({ "do": "join" })).await;
    let answer = phone.post("/api/me/second", json!({ "name": "Cleo" })).await;
    assert_eq!((&answer.json()["name"], &answer.json()["other"]), (&json!("Cleo"), &json!("Ben")));
    for cookie in answer.headers.get_all("set-cookie") {
        assert!(cookie.to_str().unwrap().contains("HttpOnly"), "{cookie:?}");
    }
    let cleo = with_cookies(&phone, &answer);
    cleo.command(&game, json!({ "do": "join" })).await;
    assert_eq!(
        cleo.post("/api/me/second", json!({ "name": "Dan" })).await.refusal_id(),
        "second_person_there"
    );
    let seat = |view: Value| view["viewer"]["seat"].as_u64().unwrap();
    let seat_of_cleo = seat(cleo.game(&game).await);
    let answer = cleo.post("/api/me/switch", json!({})).await;
    assert_eq!((&answer.json()["name"], &answer.json()["other"]), (&json!("Ben"), &json!("Cleo")));
    let ben = with_cookies(&cleo, &answer);
    assert_ne!(seat(ben.game(&game).await), seat_of_cleo);
    assert_eq!(ben.get("/api/me").await.json()["other"], "Cleo");
    // Nobody sees in the game that they share a phone.
    assert!(!ben.game(&game).await.to_string().contains("other"));
}

#[tokio::test]
async fn somebody_without_a_screen_plays_through_the_game_master() {
    let house = TestServer::new();
    let maker = house.sign_up("Ada", "en").await;
    let change = json!({ "players": 3, "master": { "sight": "blind" } });
    let settings = settings(&maker, "table", change).await;
    let game = maker.create_game(json!({ "preset": "table", "settings": settings })).await;
    let phone = house.sign_up("Ben", "en").await;
    phone.command(&game, json!({ "do": "join" })).await;
    let dan = house.sign_up("Dan", "en").await;
    dan.command(&game, json!({ "do": "join" })).await;
    let guest = json!({ "do": "seat_guest", "name": "Cleo" });
    assert_eq!(phone.refused_command(&game, guest.clone()).await, "not_the_maker");
    let twin = json!({ "do": "seat_guest", "name": "Ben" });
    assert_eq!(maker.refused_command(&game, twin).await, "name_taken");
    maker.command(&game, guest.clone()).await;
    assert_eq!(maker.refused_command(&game, guest).await, "not_gathering");
    let view = maker.game(&game).await;
    let of = |name: &str| {
        view["seats"].as_array().unwrap().iter().position(|seat| seat["occupant"]["name"] == name).unwrap()
    };
    let (ben, cleo) = (of("Ben"), of("Cleo"));
    // The talk ends early: Ben says so himself, the game master says so for Cleo.
    phone.command(&game, json!({ "do": "stand", "stance": "ready" })).await;
    dan.command(&game, json!({ "do": "stand", "stance": "ready" })).await;
    let ready = json!({ "do": "stand_for", "seat": cleo, "stance": "ready" });
    assert_eq!(phone.refused_command(&game, ready.clone()).await, "not_the_master");
    maker.command(&game, ready).await;
    assert_eq!(maker.game(&game).await["state"]["stage"], "writing");
    let orders = |text: &str, consent: &str| json!({ "seat": cleo, "text": text, "consent": consent, "stance": "ready" });
    let powers = maker.game(&game).await["seats"][cleo]["powers"].clone();
    let has = |power: &str| powers.as_array().unwrap().contains(&json!(power));
    let home = match (has("france"), has("austria")) {
        (true, _) => ["A Par - Bur", "A Par - Pic"],
        (_, true) => ["A Vie - Gal", "A Vie - Boh"],
        (false, false) => ["A Mos - Lvn", "A Mos - Ukr"],
    };
    maker.orders(&game, orders(home[0], "not_asked")).await;
    let again = maker.post(&format!("/api/games/{game}/orders"), orders(home[1], "not_asked")).await;
    assert_eq!(again.refusal_id(), "consent_needed");
    maker.orders(&game, orders(home[1], "given")).await;
    let view = maker.game(&game).await;
    let log = view["log"].as_array().unwrap();
    let corrected = json!({ "notice": "sheet_corrected", "seat": cleo });
    assert!(
        log.iter().any(|entry| entry["notice"] == corrected["notice"] && entry["seat"] == corrected["seat"])
    );
    // The last one is ready: the orders are revealed, and a wooden board can follow.
    phone.orders(&game, json!({ "deeds": [], "stance": "ready" })).await;
    dan.orders(&game, json!({ "deeds": [], "stance": "ready" })).await;
    assert_eq!(maker.game(&game).await["state"]["stage"], "resolution", "seat {ben}");
    let screen = house.without_identity("nl");
    let steps = screen.get(&format!("/api/games/{game}/records/0/pieces")).await.json();
    assert_eq!(steps["steps"].as_array().unwrap().len(), 1, "{steps}");
    assert_eq!(steps["steps"][0]["step"], "move");
    let sentence = steps["steps"][0]["sentence"].as_str().unwrap();
    assert!(["Picardië", "Bohemen", "Oekraïne"].iter().any(|place| sentence.ends_with(place)), "{sentence}");
}

/// Everything that a big screen could read, in a browser with these cookies.
async fn screen(browser: &TestUser, game: &str) -> String {
    let mut all = String::new();
    for path in
        ["", "/records", "/messages", "/export/log", "/export/python", "/picture.svg", "/report.txt?record=0"]
    {
        let mark = if path.contains('?') { '&' } else { '?' };
        let answer = browser.get(&format!("/api/games/{game}{path}{mark}as=watcher")).await;
        assert!(!answer.status.is_server_error(), "{path}: {}", answer.text);
        all.push_str(&answer.text);
    }
    for private in ["/preview", "/options"] {
        let answer = browser.get(&format!("/api/games/{game}{private}?as=watcher")).await;
        assert_eq!(answer.refusal_id(), "name_yourself", "{private}");
    }
    all.push_str(&support::first_event_at(browser, &format!("/api/games/{game}/events?as=watcher")).await);
    all
}

#[tokio::test]
async fn the_big_screen_shows_no_secret_whoever_opened_it() {
    let house = TestServer::new();
    let maker = house.sign_up("Ada", "en").await;
    let change = json!({ "players": 7, "master": { "sight": "sees_orders" }, "press": "full", "allocation": "chosen" });
    let settings = settings(&maker, "tournament", change).await;
    let game = maker.create_game(json!({ "preset": "tournament", "settings": settings })).await;
    let mut people = Vec::new();
    for i in 0..7 {
        let person = house.sign_up(&format!("P{i}"), "en").await;
        person.command(&game, json!({ "do": "join", "wish": { "this": i } })).await;
        people.push(person);
    }
    people[1].command(&game, json!({ "do": "whisper", "to": [2], "text": "wh1sper" })).await;
    people[0].command(&game, json!({ "do": "write_to_master", "text": "t0-the-master" })).await;
    let sketch = json!({ "caption": "sk3tch" });
    people[3].command(&game, json!({ "do": "keep_sketch", "slot": 0, "sketch": sketch })).await;
    people[4].orders(&game, json!({ "text": "A Ven - Apu", "draft": true, "name": "dr4ft" })).await;
    maker.command(&game, json!({ "do": "force" })).await;
    people[5].orders(&game, json!({ "text": "A Mos - Lvn", "stance": "waiting" })).await;
    maker.orders(&game, json!({ "seat": 2, "text": "A Par - Gas" })).await;
    let draw = json!({ "do": "propose", "motion": { "motion": "draw", "between": [0, 1, 2, 3, 4, 5, 6] } });
    people[6].command(&game, draw).await;
    people[5].command(&game, json!({ "do": "vote", "question": 0, "ballot": "no" })).await;
    let secrets = [
        "wh1sper",
        "t0-the-master",
        "sk3tch",
        "dr4ft",
        r#""at":"mos","to":"lvn""#,
        r#""at":"par","to":"gas""#,
        r#""at":"ven","to":"apu""#,
    ];
    let mut before = None;
    for browser in people.iter().chain([&maker, &house.without_identity("en")]) {
        let seen = screen(browser, &game).await;
        for secret in secrets {
            assert!(!seen.contains(secret), "{} sees {secret}", browser.name);
        }
        // It is the same for everybody, so it depends on nobody's secrets.
        assert_eq!(*before.get_or_insert_with(|| seen.clone()), seen, "{}", browser.name);
    }
    let view = house.without_identity("en").game(&game).await;
    assert_eq!(view["seats"][5]["sheet"], "in");
    assert_eq!(view["seats"][4]["sheet"], "not_in");
    assert_eq!((&view["questions"][0]["yes"], &view["questions"][0]["by"]), (&json!(0), &Value::Null));
    // The secrets exist, so the search means something.
    let own = people[5].game(&game).await.to_string();
    assert!(own.contains(r#""at":"mos""#));
    for person in &people[..5] {
        person.command(&game, json!({ "do": "vote", "question": 0, "ballot": "yes" })).await;
    }
    let view = house.without_identity("en").game(&game).await;
    let last = view["log"].as_array().unwrap().last().unwrap().clone();
    assert_eq!((&last["notice"], &last["vetoes"]), (&json!("vetoed"), &json!(1)));
    assert_eq!(view["questions"], json!([]));
}

#[tokio::test]
async fn the_clock_is_that_of_the_deadlines() {
    let house = TestServer::new();
    let phone = house.without_identity("en");
    let now = phone.get("/api/clock").await.json()["now_ms"].as_i64().unwrap();
    assert_eq!(now, house.now() * 1000);
    house.advance_time(2);
    assert_eq!(phone.get("/api/clock").await.json()["now_ms"], now + 2000);
}

#[tokio::test]
async fn the_addresses_are_not_shown_to_the_world() {
    let house = TestServer::new();
    let local = house.without_identity("en").get("/api/reach").await.json();
    // The test server listens for this machine only.
    assert_eq!(local, json!({ "urls": [], "problem": "loopback_only" }));
    let proxied = server::Config {
        proxies: server::TrustedProxies { local_peers: server::LocalPeers::AreProxies, networks: Vec::new() },
        ..server::Config::local("unused".into())
    };
    let house = TestServer::configured(proxied);
    let stranger = house.without_identity("en").behind_address("203.0.113.9");
    let seen = stranger.get("/api/reach").await.json();
    assert_eq!(seen["problem"], Value::Null);
    assert_eq!(seen["urls"].as_array().unwrap().len(), 1, "{seen}");
}

#[tokio::test]
async fn pauses_and_restarts_lose_no_second() {
    let store = support::new_store();
    let house = TestServer::on(store.clone());
    let maker = house.sign_up("Ada", "en").await;
    let change = json!({ "players": 7, "master": { "sight": "blind" } });
    let settings = settings(&maker, "table", change).await;
    let game = maker.create_game(json!({ "preset": "table", "settings": settings })).await;
    let mut people = Vec::new();
    for i in 0..7 {
        let person = house.sign_up(&format!("P{i}"), "en").await;
        person.command(&game, json!({ "do": "join" })).await;
        people.push(person);
    }
    // All have talked enough, after seven of thirty minutes.
    house.advance_time(420);
    for person in &people {
        person.command(&game, json!({ "do": "stand", "stance": "ready" })).await;
    }
    let state = maker.game(&game).await["state"].clone();
    assert_eq!((&state["stage"], state["due"].as_i64()), (&json!("writing"), Some(house.now() + 300)));
    people[0].orders(&game, json!({ "deeds": [], "stance": "ready" })).await;
    people[1].orders(&game, json!({ "deeds": [], "draft": true })).await;
    // A pause of two minutes in the middle, ended by hand after 83 seconds.
    house.advance_time(100);
    maker.command(&game, json!({ "do": "pause", "seconds": 120 })).await;
    house.advance_time(83);
    maker.command(&game, json!({ "do": "resume" })).await;
    let due = state["due"].as_i64().unwrap() + 83;
    assert_eq!(maker.game(&game).await["state"]["due"], due);
    // The next one ends by itself.
    maker.command(&game, json!({ "do": "pause", "seconds": 120 })).await;
    house.advance_time(120);
    house.tick().await;
    assert_eq!(maker.game(&game).await["state"]["due"], due + 120);
    // Another server on the same data, 20 seconds later.
    let before = people[1].game(&game).await;
    house.advance_time(20);
    let time = std::sync::Arc::new(std::sync::atomic::AtomicI64::new(house.now()));
    let again = TestServer::at(store, time);
    let writer = TestUser { server: again.clone(), ..people[1].clone() };
    let after = writer.game(&game).await;
    assert_eq!((&after["state"], &after["desk"]), (&before["state"], &before["desk"]));
    assert_eq!(after["seats"], before["seats"]);
    // The clock goes on: at the deadline the stage waits its minute for late writers, then it ends.
    again.advance_time(due + 120 - again.now());
    again.tick().await;
    assert_eq!(writer.game(&game).await["state"]["due"], due + 180);
    writer.orders(&game, json!({ "deeds": [], "stance": "ready" })).await;
    again.advance_time(60);
    again.tick().await;
    assert_eq!(writer.game(&game).await["state"]["stage"], "resolution");
}
