//! Secrecy: every response and event, for every kind of viewer, is searched for the secrets that this viewer
//! may not see.
use crate::support;

use serde_json::{Value, json};
use support::{TestServer, TestUser, first_event};

/// A text that only some viewers may see and that occurs nowhere else.
struct Secret {
    text: String,
    /// Who may see it, by their index in the list of viewers.
    allowed_viewers: Vec<usize>,
}

/// All responses that this viewer can get about a game.
async fn all_responses(guest: &TestUser, game: &str) -> String {
    let mut all = String::new();
    let mut paths: Vec<String> = [
        "",
        "/records",
        "/messages",
        "/options",
        "/preview",
        "/film.html?width=200",
        "/export/python",
        "/export/log",
    ]
    .iter()
    .map(|path| format!("/api/games/{game}{path}"))
    .collect();
    let records = guest.get(&format!("/api/games/{game}/records")).await.json();
    for number in 0..records["records"].as_array().map_or(0, Vec::len) {
        paths.push(format!("/api/games/{game}/records/{number}"));
        paths.push(format!("/api/games/{game}/report.txt?record={number}"));
        paths.push(format!("/api/games/{game}/picture.svg?record={number}"));
    }
    for path in ["/api/games", "/api/me", "/api/me/games", "/api/me/tokens", "/api/presets"] {
        paths.push(path.to_owned());
    }
    paths.push(format!("/api/games/{game}/picture.svg"));
    paths.push(format!("/api/games/{game}/route?from=lon&to=nwy"));
    for path in paths {
        let answer = guest.get(&path).await;
        assert!(!answer.status.is_server_error(), "{path}: {}", answer.text);
        all.push_str(&answer.text);
        all.push('\n');
    }
    all.push_str(&first_event(guest, game).await);
    all
}

async fn settings(guest: &TestUser, change: Value) -> Value {
    let mut settings = guest.get("/api/presets").await.json()["presets"][1]["settings"].clone();
    settings["allocation"] = json!("chosen");
    for (key, value) in change.as_object().unwrap() {
        settings[key] = value.clone();
    }
    settings
}

#[tokio::test]
async fn no_response_and_no_event_carries_a_secret_to_somebody_else() {
    for master in [json!(null), json!({ "sight": "blind" }), json!({ "sight": "sees_orders" })] {
        let house = TestServer::new();
        let maker = house.sign_up("Zenobia the maker", "en").await;
        let change =
            json!({ "names": "hidden", "ballots": "secret", "master": master, "title": "Open title" });
        let settings = settings(&maker, change).await;
        let game =
            maker.create_game(json!({ "preset": "daily", "settings": settings, "listed": true })).await;
        let mut viewers = Vec::new();
        for i in 0..7 {
            let guest = house.sign_up(&format!("Hiddenname{i}"), "en").await;
            guest.command(&game, json!({ "do": "join", "wish": { "this": i } })).await;
            viewers.push(guest);
        }
        viewers.push(maker);
        viewers.push(house.sign_up("A spectator", "en").await);
        viewers.push(house.without_identity("en"));

        let mut secrets: Vec<Secret> =
            (0..7).map(|i| Secret { text: format!("Hiddenname{i}"), allowed_viewers: vec![i] }).collect();
        if !master.is_null() {
            // The game master may see names.
            for secret in &mut secrets {
                secret.allowed_viewers.push(7);
            }
        }
        // A private message, a saved sketch, a draft, a submitted sheet.
        viewers[1].command(&game, json!({ "do": "whisper", "to": [2], "text": "wh1sper-one-two" })).await;
        secrets.push(Secret { text: "wh1sper-one-two".into(), allowed_viewers: vec![1, 2] });
        let sketch = json!({ "arrows": [{ "from": "lon", "to": "nth", "kind": "move" }], "caption": "sk3tch-of-three" });
        viewers[3].command(&game, json!({ "do": "keep_sketch", "slot": 0, "sketch": sketch })).await;
        secrets.push(Secret { text: "sk3tch-of-three".into(), allowed_viewers: vec![3] });
        viewers[4].orders(&game, json!({ "text": "A Ven - Apu", "draft": true })).await;
        secrets.push(Secret { text: r#""at":"ven","to":"apu""#.into(), allowed_viewers: vec![4] });
        // A draft by name, and a plan for the next movement.
        let draft = json!({ "text": "A Rom - Tus", "draft": true, "name": "dr4ft-of-four" });
        viewers[4].orders(&game, draft).await;
        secrets.push(Secret { text: "dr4ft-of-four".into(), allowed_viewers: vec![4] });
        let plan = json!({
            "join": "all",
            "when": [{ "is": "not", "fact": "empty", "at": "apu" }],
            "deeds": [{ "order": "move", "at": "apu", "to": "ion" }],
        });
        viewers[4].command(&game, json!({ "do": "plan_ahead", "plans": [plan] })).await;
        secrets.push(Secret { text: r#""at":"apu","to":"ion""#.into(), allowed_viewers: vec![4] });
        viewers[5].orders(&game, json!({ "text": "A Mos - Lvn", "stance": "waiting" })).await;
        let seers = if master["sight"] == "sees_orders" { vec![5, 7] } else { vec![5] };
        secrets.push(Secret { text: r#""at":"mos","to":"lvn""#.into(), allowed_viewers: seers });
        viewers[6]
            .command(
                &game,
                json!({ "do": "propose", "motion": { "motion": "draw", "between": [0, 1, 2, 3, 4, 5, 6] } }),
            )
            .await;
        // A sketch that is sent to one player, words to and from the game master, and a sheet that the master enters.
        let map = json!({ "caption": "m4p-for-two" });
        viewers[1]
            .command(&game, json!({ "do": "whisper", "to": [2], "text": "Look.", "sketch": map }))
            .await;
        secrets.push(Secret { text: "m4p-for-two".into(), allowed_viewers: vec![1, 2] });
        if !master.is_null() {
            viewers[0].command(&game, json!({ "do": "write_to_master", "text": "t0-the-master" })).await;
            secrets.push(Secret { text: "t0-the-master".into(), allowed_viewers: vec![0, 7] });
            viewers[7].command(&game, json!({ "do": "whisper", "to": [6], "text": "fr0m-the-master" })).await;
            secrets.push(Secret { text: "fr0m-the-master".into(), allowed_viewers: vec![6, 7] });
        }
        if master["sight"] == "sees_orders" {
            viewers[7].orders(&game, json!({ "seat": 2, "text": "A Par - Gas" })).await;
            secrets.push(Secret { text: r#""at":"par","to":"gas""#.into(), allowed_viewers: vec![2, 7] });
        }
        // The session keys.
        for (i, guest) in viewers.iter().enumerate() {
            if let Some(cookie) = &guest.cookie {
                let secret = cookie.split_once('=').unwrap().1.to_owned();
                // Even its owner never receives the key again.
                secrets.push(Secret { text: secret, allowed_viewers: Vec::new() });
            }
            let _ = i;
        }

        for (who, viewer) in viewers.iter().enumerate() {
            let all = all_responses(viewer, &game).await;
            for secret in &secrets {
                let seen = all.contains(&secret.text);
                if !secret.allowed_viewers.contains(&who) {
                    assert!(!seen, "viewer {who} sees '{}' (master: {master})", secret.text);
                }
            }
        }
        // Those who may see a secret do see it, so the search works.
        let all = all_responses(&viewers[5], &game).await;
        assert!(all.contains(r#""at":"mos","to":"lvn""#), "players see their own sheet");
        assert!(all_responses(&viewers[2], &game).await.contains("wh1sper-one-two"));
        let own = all_responses(&viewers[4], &game).await;
        assert!(own.contains("dr4ft-of-four") && own.contains(r#""at":"apu","to":"ion""#));
        // Everybody sees the proposed draw. Only the proposer sees who proposed it.
        let question = viewers[0].game(&game).await["questions"][0].clone();
        assert_eq!(question["by"], Value::Null);
        assert_eq!(viewers[6].game(&game).await["questions"][0]["by"], 6);
    }
}

/// Whoever takes a seat over, or plays it for somebody, gets nothing that its player wrote.
#[tokio::test]
async fn a_new_player_gets_nothing_of_the_one_before() {
    let house = TestServer::new();
    let maker = house.sign_up("Maker", "en").await;
    let settings = settings(&maker, json!({ "players": 3, "names": "hidden" })).await;
    let game = maker.create_game(json!({ "preset": "daily", "settings": settings, "listed": true })).await;
    let mut players = Vec::new();
    for i in 0..3 {
        let player = house.sign_up(&format!("Hiddenname{i}"), "en").await;
        player.command(&game, json!({ "do": "join", "wish": { "this": i } })).await;
        players.push(player);
    }
    players[1].command(&game, json!({ "do": "whisper", "to": [2], "text": "s3cret-of-one" })).await;
    players[1].orders(&game, json!({ "deeds": [], "draft": true, "name": "dr4ft-of-one" })).await;
    // Lent, and given back.
    let guest = house.sign_up("Guestname", "en").await;
    let handle = guest.get("/api/me").await.json()["handle"].clone();
    let until = house.now() + 86_400;
    players[1].command(&game, json!({ "do": "lend", "to": handle, "until": until })).await;
    guest.command(&game, json!({ "do": "take", "seat": 1 })).await;
    assert_eq!(guest.game(&game).await["viewer"]["seat"], 1);
    assert_eq!(players[1].game(&game).await["viewer"]["lends"], 1);
    guest.command(&game, json!({ "do": "whisper", "to": [2], "text": "s3cret-of-guest" })).await;
    let seen = all_responses(&guest, &game).await;
    for secret in ["s3cret-of-one", "dr4ft-of-one", "Hiddenname1"] {
        assert!(!seen.contains(secret), "the guest sees {secret}");
    }
    players[1].command(&game, json!({ "do": "return" })).await;
    let seen = all_responses(&players[1], &game).await;
    assert!(seen.contains("s3cret-of-one") && !seen.contains("s3cret-of-guest"));
    assert!(!all_responses(&guest, &game).await.contains("s3cret-of-guest"));
    // Left, kept by a bot, and taken over by somebody else.
    players[1].command(&game, json!({ "do": "leave" })).await;
    let list = house.without_identity("en").get("/api/games?state=underway&with_free_seat=true").await.json();
    assert_eq!(list["games"][0]["free_seats"][0]["seat"], 1);
    assert_eq!(list["games"][0]["free_seats"][0]["power_names"].as_array().unwrap().len(), 2);
    let newcomer = house.sign_up("Newcomername", "en").await;
    newcomer.command(&game, json!({ "do": "take", "seat": 1 })).await;
    assert_eq!(newcomer.game(&game).await["viewer"]["claims"], 1);
    for viewer in [&players[0], &players[2], &guest] {
        let seen = all_responses(viewer, &game).await;
        assert!(!seen.contains("Newcomername"), "the name of the successor is hidden");
    }
    for secret in ["s3cret-of-one", "s3cret-of-guest", "dr4ft-of-one", "Hiddenname1"] {
        assert!(!all_responses(&newcomer, &game).await.contains(secret), "the newcomer sees {secret}");
    }
}

#[tokio::test]
async fn orders_are_revealed_together_and_not_before() {
    let house = TestServer::new();
    let mut people = Vec::new();
    for i in 0..7 {
        people.push(house.sign_up(&format!("P{i}"), "en").await);
    }
    let settings = settings(&people[0], json!({})).await;
    let game = people[0].create_game(json!({ "preset": "daily", "settings": settings })).await;
    for (i, guest) in people.iter().enumerate() {
        guest.command(&game, json!({ "do": "join", "wish": { "this": i } })).await;
    }
    people[2].orders(&game, json!({ "text": "A Par - Bur", "stance": "ready" })).await;
    let mark = r#""at":"par","to":"bur""#;
    assert!(!all_responses(&people[3], &game).await.contains(mark));
    for guest in people.iter().filter(|guest| guest.name != "P2") {
        guest.orders(&game, json!({ "deeds": [], "stance": "ready" })).await;
    }
    assert!(all_responses(&people[3], &game).await.contains(mark));
}

#[tokio::test]
async fn delayed_spectators_see_an_earlier_state() {
    let house = TestServer::new();
    let maker = house.sign_up("Maker", "en").await;
    let settings = settings(&maker, json!({ "watching_delay": 3600 })).await;
    let bots = ["hold", "hold", "hold", "hold", "hold", "hold"];
    let body =
        json!({ "preset": "bots", "settings": settings, "join": true, "power": "france", "bots": bots });
    let game = maker.create_game(body).await;
    let watcher = house.without_identity("en");
    house.advance_time(600);
    maker.command(&game, json!({ "do": "announce", "text": "fresh news" })).await;
    let messages = format!("/api/games/{game}/messages");
    assert!(!watcher.get(&messages).await.text.contains("fresh news"));
    assert!(maker.get(&messages).await.text.contains("fresh news"));
    house.advance_time(3601);
    assert!(watcher.get(&messages).await.text.contains("fresh news"));
}
