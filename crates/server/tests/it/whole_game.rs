//! Whole games over HTTP for every number of players in the rulebook (K).
use crate::support;

use bots::BotKind;
use serde_json::{Value, json};
use support::player::submit_bot_orders;
use support::{TestServer, TestUser};

/// A game with this many people; each chooses a seat.
async fn table(
    house: &TestServer,
    players: usize,
    change: impl FnOnce(&mut Value),
) -> (String, Vec<TestUser>) {
    let mut people = Vec::new();
    for i in 0..players {
        people.push(house.sign_up(&format!("Player {i}"), ["en", "nl", "fr", "es", "de"][i % 5]).await);
    }
    let presets = people[0].get("/api/presets").await.json();
    let mut settings = presets["presets"][1]["settings"].clone();
    settings["title"] = json!("A table");
    settings["players"] = json!(players);
    settings["allocation"] = json!("chosen");
    settings["absence"] = json!({ "grace": 0, "graces": 0, "then": "disorder" });
    if players == 2 {
        settings["goal"] = json!({ "centres": 24, "of": "one_player" });
    }
    change(&mut settings);
    let game = people[0].create_game(json!({ "preset": "daily", "settings": settings })).await;
    for (i, guest) in people.iter().enumerate() {
        guest.command(&game, json!({ "do": "join", "wish": { "this": i } })).await;
    }
    (game, people)
}

fn state(view: &Value) -> (&str, &str) {
    (view["state"]["state"].as_str().unwrap(), view["state"]["phase"].as_str().unwrap_or_default())
}

#[tokio::test]
async fn a_whole_game_to_eighteen_centres_with_everything_that_happens_in_one() {
    let house = TestServer::new();
    let (game, mut people) = table(&house, 7, |_| {}).await;
    let view = people[2].game(&game).await;
    assert_eq!(state(&view), ("underway", "S1901M"));
    assert_eq!(view["viewer"]["powers"], json!(["france"]));

    // A private message reaches only its recipients, an announcement everybody.
    people[2].command(&game, json!({ "do": "whisper", "to": [1], "text": "Channel?" })).await;
    people[3].command(&game, json!({ "do": "announce", "text": "Hallo" })).await;
    let heard = |answer: Value| answer["messages"].as_array().unwrap().len();
    let path = format!("/api/games/{game}/messages");
    assert_eq!(heard(people[1].get(&path).await.json()), 2);
    assert_eq!(heard(people[5].get(&path).await.json()), 1);

    let (mut retreats, mut builds, mut disorder, mut replaced) = (0, 0, false, false);
    for round in 0..400_u64 {
        let view = people[2].game(&game).await;
        let (now, phase) = state(&view);
        if now == "over" {
            break;
        }
        let phase = phase.to_owned();
        if phase == "F1901M" && !replaced {
            // Austria leaves. A new person takes the seat. Players of other seats may not.
            people[0].command(&game, json!({ "do": "leave" })).await;
            assert_eq!(
                people[0].refused_command(&game, json!({ "do": "stand", "stance": "ready" })).await,
                "not_seated"
            );
            assert_eq!(
                people[1].refused_command(&game, json!({ "do": "take", "seat": 0 })).await,
                "already_here"
            );
            let new = house.sign_up("Somebody new", "de").await;
            new.command(&game, json!({ "do": "take", "seat": 0 })).await;
            people[0] = new;
            replaced = true;
        }
        for (seat, guest) in people.iter().enumerate() {
            // Turkey never submits orders, so it falls into civil disorder at the first deadline (I1).
            if seat == 6 {
                continue;
            }
            let kind = if seat == 2 { BotKind::Planner } else { BotKind::Random };
            let wrote = submit_bot_orders(guest, &game, kind, round * 7 + seat as u64).await;
            match phase.chars().last() {
                Some('R') if wrote => retreats += 1,
                Some('A') if wrote => builds += 1,
                _ => {}
            }
        }
        let after = people[2].game(&game).await;
        if state(&after) == ("underway", phase.as_str()) {
            house.advance_time(40 * 86_400);
            house.tick().await;
        }
        let after = people[2].game(&game).await;
        disorder |= after["seats"][6]["in_disorder"] == json!(true);
    }
    let view = people[2].game(&game).await;
    assert_eq!(view["state"]["ending"]["ending"], "won", "{}", view["state"]);
    assert_eq!(view["state"]["ending"]["seat"], 2);
    let owners = view["position"]["owners"].as_object().unwrap();
    assert!(owners.values().filter(|owner| *owner == "france").count() >= 18);
    assert!(retreats > 0 && builds > 0 && disorder && replaced, "{retreats} {builds} {disorder} {replaced}");

    // A finished game can be exported, and its report is in the reader's language.
    let saved = people[2].get(&format!("/api/games/{game}/export/python")).await.json();
    assert_eq!(saved["phases"][0]["name"], "S1901M");
    assert_eq!(saved["phases"].as_array().unwrap().len() as u64, view["records"].as_u64().unwrap() + 1);
    let log = people[2].get(&format!("/api/games/{game}/export/log")).await.text;
    assert!(log.lines().all(|line| serde_json::from_str::<Value>(line).is_ok()));
    let report = people[3].get(&format!("/api/games/{game}/report.txt?record=0")).await.text;
    assert!(report.starts_with("Printemps 1901") || report.contains("1901"), "{report}");
    // In the notation of the reader's own rulebook, or in the international one.
    let international =
        people[3].get(&format!("/api/games/{game}/report.txt?record=0&notation=international")).await.text;
    let has_code = |text: &str| text.contains("A PAR");
    assert!(!has_code(&report) && has_code(&international), "{report}\n{international}");
    assert_eq!(
        people[2].refused_command(&game, json!({ "do": "stand", "stance": "ready" })).await,
        "already_over"
    );
}

/// A few years with each other number of players.
#[tokio::test]
async fn every_number_of_players_can_be_played() {
    for players in 2..=6 {
        let house = TestServer::new();
        let (game, people) = table(&house, players, |settings| {
            let last = if players == 2 { 1915 } else { 1902 };
            settings["limit"] = json!({ "year": last, "verdict": "shared" });
        })
        .await;
        let mut coin = false;
        for round in 0..40_u64 {
            let view = people[0].game(&game).await;
            if state(&view).0 == "over" {
                break;
            }
            for (seat, guest) in people.iter().enumerate() {
                submit_bot_orders(guest, &game, BotKind::Planner, round * 7 + seat as u64).await;
            }
            if people[0].game(&game).await["version"] == view["version"] {
                house.advance_time(40 * 86_400);
                house.tick().await;
            }
        }
        let view = people[0].game(&game).await;
        let log = view["log"].as_array().unwrap();
        coin |= log.iter().any(|entry| entry["notice"] == "coin_tossed");
        assert_eq!(view["state"]["state"], "over", "{players} players");
        assert_eq!(coin, players == 2, "the coin of 1914 is tossed with two players, and only then (K5)");
        let powers: usize =
            view["table"].as_array().unwrap().iter().map(|seat| seat.as_array().unwrap().len()).sum();
        let unplayed = view["unplayed"].as_array().unwrap().len();
        assert_eq!(powers + unplayed, 7);
    }
}

/// C1: the date is part of a sheet. A text under the date of another phase says so while it is typed.
#[tokio::test]
async fn orders_under_another_date_are_refused() {
    let house = TestServer::new();
    let (game, people) = table(&house, 2, |_| {}).await;
    for (heading, problem) in [("Spring 1914", None), ("Fall 1904", Some("other_phase"))] {
        let body = json!({ "text": format!("{heading}\nArmy Marseilles - Spain"), "language": "en" });
        let read = people[0].post(&format!("/api/games/{game}/read"), body).await.json();
        assert_eq!(read["lines"][0]["problem"].as_str(), problem, "{read}");
    }
}

/// K5: while Italy is neutral nobody may enter it, in whatever form the order is sent.
#[tokio::test]
async fn orders_into_closed_provinces_are_refused() {
    let house = TestServer::new();
    let (game, people) = table(&house, 2, |_| {}).await;
    let texts = [
        ("en", "Army Marseilles - Piedmont"),
        ("nl", "Leger Marseille - Piëmont"),
        ("fr", "Armée Marseille - Piémont"),
        ("es", "Ejército Marsella - Piamonte"),
        ("de", "Armee Marseille - Piemont"),
        ("en", "A MAR - PIE"),
        ("en", "F Brest supports A Marseilles - Piedmont\nA Marseilles - Piedmont"),
    ];
    for (language, text) in texts {
        let body = json!({ "text": text, "language": language });
        let read = people[0].post(&format!("/api/games/{game}/read"), body.clone()).await.json();
        let done = people[0].orders(&game, body).await;
        for lines in [&read["lines"], &done["lines"]] {
            let last = lines.as_array().unwrap().last().unwrap();
            assert_eq!(last["problem"], "closed", "{text}: {lines}");
            for suggestion in last["suggestions"].as_array().unwrap() {
                assert_ne!(suggestion["deed"]["to"], "pie", "{text}: {lines}");
            }
        }
    }
    let deeds = [
        json!({ "order": "move", "at": "mar", "to": "pie" }),
        json!({ "order": "support_move", "at": "par", "from": "mar", "to": "pie" }),
        json!({ "order": "support_hold", "at": "mar", "of": "ven" }),
    ];
    for deed in deeds {
        let body = json!({ "deeds": [deed] });
        let answer = people[0].orders(&game, body).await;
        assert_eq!(
            (&answer["taken"], &answer["lines"][0]["problem"]),
            (&json!(false), &json!("closed")),
            "{deed}"
        );
    }
    let options = people[0].get(&format!("/api/games/{game}/options")).await.text;
    assert!(options.contains("\"mar\"") && !options.contains("\"pie\""), "{options}");
    let picture = people[0].get(&format!("/api/games/{game}/picture.svg")).await.text;
    assert_eq!(picture.matches("url(#closed)").count(), 6, "the six provinces of Italy");
}
