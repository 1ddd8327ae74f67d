//! Somebody keeps order: reports reach administrators, who can act, and everything that they do is written down.
use crate::support;

use axum::http::{Request, StatusCode};
use serde_json::{Value, json};
use support::{TestServer, TestUser, game_of_seven};
use tower::ServiceExt;

/// The host of the server, at the administrators' address.
fn host(house: &TestServer) -> TestUser {
    let server = TestServer { router: server::admin_router(house.app.clone()), ..house.clone() };
    server.without_identity("en").with_header("host", "localhost:1902")
}

async fn act(who: &TestUser, action: Value, reason: &str) {
    let answer = who.post("/api/admin/actions", json!({ "action": action, "reason": reason })).await;
    assert_eq!(answer.status, StatusCode::NO_CONTENT, "{action}: {}", answer.text);
}

async fn handle(who: &TestUser) -> String {
    who.get("/api/me").await.json()["handle"].as_str().unwrap().to_owned()
}

/// An administrator whom the host has made one.
async fn administrator(house: &TestServer) -> TestUser {
    let guard = house.sign_up("Guardian", "en").await;
    let granted = json!({ "do": "grant", "handle": handle(&guard).await });
    act(&host(house), granted, "").await;
    guard
}

#[tokio::test]
async fn only_administrators_read_reports_and_act() {
    let house = TestServer::new();
    let (ann, guard) = (house.sign_up("Ann", "en").await, administrator(&house).await);
    for path in ["/api/admin/reports", "/api/admin/audit"] {
        assert_eq!(ann.get(path).await.refusal_id(), "not_an_administrator");
        assert_eq!(house.without_identity("en").get(path).await.refusal_id(), "name_yourself");
        assert_eq!(guard.get(path).await.status, StatusCode::OK);
        assert_eq!(host(&house).get(path).await.status, StatusCode::OK);
    }
    let ban = json!({ "action": { "do": "ban", "handle": handle(&guard).await }, "reason": "" });
    assert_eq!(ann.post("/api/admin/actions", ban).await.refusal_id(), "not_an_administrator");
    // An administrator does not make others.
    let grant = json!({ "action": { "do": "grant", "handle": handle(&ann).await }, "reason": "" });
    assert_eq!(guard.post("/api/admin/actions", grant).await.refusal_id(), "only_the_host");
    // A token of an administrator does not act.
    let token = guard.post("/api/me/tokens", json!({ "label": "t", "scope": "manage" })).await.json();
    let program = TestUser { cookie: None, ..guard.clone() }
        .with_header("authorization", &format!("Bearer {}", token["token"].as_str().unwrap()));
    assert_eq!(program.get("/api/admin/reports").await.refusal_id(), "browser_only");
    act(&host(&house), json!({ "do": "revoke", "handle": handle(&guard).await }), "").await;
    assert_eq!(guard.get("/api/admin/audit").await.refusal_id(), "not_an_administrator");
}

#[tokio::test]
async fn another_site_does_not_reach_the_administrators_address() {
    let house = TestServer::new();
    let admin = server::admin_router(house.app.clone());
    for (origin, host, works) in [
        (None, "127.0.0.1:1902", true),
        (Some("http://localhost:1902"), "localhost:1902", true),
        (Some("http://evil.example"), "localhost:1902", false),
        // A name of the other site that leads to this address.
        (Some("http://evil.example"), "evil.example", false),
        (None, "evil.example", false),
    ] {
        let mut request = Request::builder().method("POST").uri("/api/admin/actions").header("host", host);
        if let Some(origin) = origin {
            request = request.header("origin", origin);
        }
        let body = json!({ "action": { "do": "close_report", "report": 1 } }).to_string();
        let response =
            admin.clone().oneshot(request.body(axum::body::Body::from(body)).unwrap()).await.unwrap();
        let reached = response.status() != StatusCode::FORBIDDEN;
        assert_eq!(reached, works, "{origin:?} {host}: {}", response.status());
    }
}

#[tokio::test]
async fn a_report_shows_the_words_and_they_can_be_removed() {
    let house = TestServer::new();
    let guard = administrator(&house).await;
    let (game, people) = game_of_seven(&house).await;
    let seat = async |who: &TestUser| who.game(&game).await["viewer"]["seat"].as_u64().unwrap();
    let (ann, rude) = (&people[0], &people[1]);
    rude.command(&game, json!({ "do": "announce", "text": "fine words" })).await;
    let to = seat(ann).await;
    rude.command(&game, json!({ "do": "whisper", "to": [to], "text": "rude words" })).await;
    people[2]
        .command(&game, json!({ "do": "whisper", "to": [seat(&people[3]).await], "text": "secret" }))
        .await;
    let report = json!({ "message": 2, "text": "He is rude." });
    assert_eq!(ann.post(&format!("/api/games/{game}/reports"), report).await.status, StatusCode::NO_CONTENT);
    let unheard = json!({ "message": 3, "text": "I cannot see this one." });
    let refused = ann.post(&format!("/api/games/{game}/reports"), unheard).await;
    assert_eq!(refused.refusal_id(), "no_such_message");

    let reports = guard.get("/api/admin/reports").await;
    assert!(!reports.text.contains("secret"), "only the words concerned");
    let report = reports.json()["reports"][0].clone();
    assert_eq!((&report["text"], &report["message"]["text"]), (&json!("He is rude."), &json!("rude words")));
    assert_eq!((&report["by"]["name"], &report["about"]["name"]), (&json!("P0"), &json!("P1")));
    let remove = json!({ "do": "remove_message", "game": game, "message": report["message"]["number"] });
    act(&guard, remove.clone(), "Be kind.").await;
    let again = guard.post("/api/admin/actions", json!({ "action": remove, "reason": "" })).await;
    assert_eq!(again.refusal_id(), "no_such_message");
    let messages = ann.get(&format!("/api/games/{game}/messages")).await;
    assert!(!messages.text.contains("rude words") && messages.text.contains("fine words"));
    assert_eq!(messages.json()["messages"][1]["removed"], true);
    assert!(!ann.get(&format!("/api/games/{game}/export/log")).await.text.contains("rude words"));
    act(&guard, json!({ "do": "close_report", "report": report["number"] }), "").await;
    assert_ne!(guard.get("/api/admin/reports").await.json()["reports"][0]["closed"], Value::Null);
    // Those concerned get a notice in their language.
    let notice =
        TestUser { language: "nl", ..rude.clone() }.get("/api/me/notices").await.json()["notices"][0].clone();
    assert_eq!((&notice["reason"], &notice["game"]), (&json!("Be kind."), &json!(game)));
    assert_eq!(notice["message"], "De beheerders hebben een bericht van je verwijderd.");
    assert_eq!(ann.get("/api/me/notices").await.json()["notices"].as_array().unwrap().len(), 1);
    let read = format!("/api/me/notices/{}", notice["number"]);
    assert_eq!(ann.send("DELETE", &read, None).await.status, StatusCode::NOT_FOUND, "not for her");
    assert_eq!(rude.send("DELETE", &read, None).await.status, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn games_are_ended_and_deleted_without_stopping_the_server() {
    let house = TestServer::new();
    let guard = administrator(&house).await;
    let (game, people) = game_of_seven(&house).await;
    act(&guard, json!({ "do": "end_game", "game": game }), "No more.").await;
    let state = people[0].game(&game).await["state"].clone();
    assert_eq!(state["ending"]["how"], "by_the_host", "{state}");
    act(&guard, json!({ "do": "delete_game", "game": game }), "Gone.").await;
    assert_eq!(people[0].get(&format!("/api/games/{game}")).await.refusal_id(), "no_such_game");
    assert_eq!(people[0].get("/api/me/notices").await.json()["notices"].as_array().unwrap().len(), 2);
}

#[tokio::test]
async fn people_are_renamed_suspended_and_banned() {
    let house = TestServer::new();
    let guard = administrator(&house).await;
    let pest = house.sign_up("Rudename", "en").await;
    let code = pest.post("/api/me/recovery", json!({})).await.json()["code"].clone();
    let game = pest.create_game(json!({ "preset": "daily", "join": true })).await;
    let who = handle(&pest).await;
    act(&guard, json!({ "do": "rename", "handle": who, "name": "Player" }), "Not that name.").await;
    assert!(!guard.game(&game).await.to_string().contains("Rudename"), "also in games and their titles");
    assert_eq!(pest.get("/api/me").await.json()["name"], "Player");
    act(&guard, json!({ "do": "suspend", "handle": who, "days": 3 }), "Cool down.").await;
    assert_eq!(pest.get("/api/me").await.json(), Value::Null, "signed out at once");
    let sign_in = async || {
        house
            .without_identity("en")
            .post("/api/me/sign-in", json!({ "with": "recovery_code", "code": code }))
            .await
    };
    assert_eq!(sign_in().await.refusal_id(), "suspended");
    house.advance_time(3 * 86_400 + 1);
    assert_eq!(sign_in().await.status, StatusCode::OK);
    act(&guard, json!({ "do": "ban", "handle": who }), "").await;
    house.advance_time(3000 * 86_400);
    assert_eq!(sign_in().await.refusal_id(), "suspended");
    act(&host(&house), json!({ "do": "restore", "handle": who }), "").await;
    assert_eq!(sign_in().await.status, StatusCode::OK);
    // Everything is in the audit log, with who did it.
    let audit = host(&house).get("/api/admin/audit").await.json();
    let actions: Vec<(&str, &Value)> = audit["entries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| (entry["action"].as_str().unwrap(), &entry["by"]["name"]))
        .collect();
    let (guardian, nobody) = (json!("Guardian"), Value::Null);
    assert_eq!(
        actions,
        [
            ("grant", &nobody),
            ("rename", &guardian),
            ("suspend", &guardian),
            ("ban", &guardian),
            ("restore", &nobody),
        ]
    );
}

#[tokio::test]
async fn blocked_people_are_not_seated_together() {
    let house = TestServer::new();
    let (game, people) = game_of_seven(&house).await;
    let (ann, ben) = (&people[0], &people[1]);
    let seat = ben.game(&game).await["viewer"]["seat"].clone();
    let shun = format!("/api/games/{game}/seats/{seat}/shun");
    ann.send("PUT", &shun, Some(&json!({ "shun": "block" }))).await;
    // A game of somebody else, whoever joins first.
    for (first, second) in [(ann, ben), (ben, ann)] {
        let open = people[5].create_game(json!({ "preset": "daily" })).await;
        first.command(&open, json!({ "do": "join" })).await;
        assert_eq!(second.refused_command(&open, json!({ "do": "join" })).await, "not_together");
        people[2].command(&open, json!({ "do": "join" })).await;
    }
}
