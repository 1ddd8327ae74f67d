//! A request whose response was lost is sent again: it counts once and gets the same result.
use crate::support;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::{Value, json};
use support::{TestServer, TestUser};
use tower::ServiceExt;

async fn with_key(guest: &TestUser, path: &str, key: &str, body: &Value) -> (StatusCode, Value) {
    let request = Request::builder()
        .method("POST")
        .uri(path)
        .header("host", "detente.test")
        .header("cookie", guest.cookie.as_deref().unwrap())
        .header("idempotency-key", key)
        .body(Body::from(body.to_string()))
        .unwrap();
    let response = guest.server.router.clone().oneshot(request).await.unwrap();
    let status = response.status();
    let bytes = axum::body::to_bytes(response.into_body(), 1_000_000).await.unwrap();
    (status, serde_json::from_slice(&bytes).unwrap())
}

#[tokio::test]
async fn a_repeated_request_gets_its_first_result_even_if_it_would_be_refused_now() {
    let house = TestServer::new();
    let mut people = Vec::new();
    for i in 0..7 {
        people.push(house.sign_up(&format!("P{i}"), "en").await);
    }
    let game = people[0].create_game(json!({ "preset": "daily" })).await;
    let (orders, commands) = (format!("/api/games/{game}/orders"), format!("/api/games/{game}/commands"));
    for guest in &people {
        let (status, first) = with_key(guest, &commands, "join", &json!({ "do": "join" })).await;
        assert_eq!(status, StatusCode::OK);
        // A second join is refused. A repeated request is not.
        assert_eq!(
            with_key(guest, &commands, "join", &json!({ "do": "join" })).await,
            (StatusCode::OK, first)
        );
    }
    assert_eq!(people[0].refused_command(&game, json!({ "do": "join" })).await, "not_gathering");

    let seat = people[0].game(&game).await;
    let own = seat["viewer"]["powers"][0].clone();
    let unit =
        seat["position"]["units"].as_array().unwrap().iter().find(|unit| unit["power"] == own).unwrap();
    let at = unit["at"].as_str().unwrap().split('/').next().unwrap();
    for guest in &people[1..] {
        guest.orders(&game, json!({ "deeds": [], "stance": "ready" })).await;
    }
    // The last sheet ends the phase, so the same orders would not fit the next phase.
    let sheet = json!({ "deeds": [{ "order": "hold", "at": at }], "stance": "ready" });
    let (status, done) = with_key(&people[0], &orders, "sheet", &sheet).await;
    assert_eq!((status, people[0].game(&game).await["records"].clone()), (StatusCode::OK, json!(1)));
    for _ in 0..4 {
        for guest in &people {
            let _ = guest.post(&orders, json!({ "deeds": [], "stance": "ready" })).await;
        }
    }
    let version = people[0].game(&game).await["version"].clone();
    let (status, again) = with_key(&people[0], &orders, "sheet", &sheet).await;
    assert_eq!((status, &again["version"]), (StatusCode::OK, &done["version"]));
    assert_eq!(people[0].game(&game).await["version"], version, "it counted once");
    // The same key from another person is a different nonce.
    let (status, other) = with_key(&people[1], &commands, "sheet", &json!({ "do": "join" })).await;
    assert_eq!((status, &other["id"]), (StatusCode::CONFLICT, &json!("not_gathering")));
}

#[tokio::test]
async fn a_repeated_message_is_sent_once() {
    let ann = TestServer::new().sign_up("Ann", "en").await;
    let mut settings = ann.get("/api/presets").await.json()["presets"][1]["settings"].clone();
    settings["allocation"] = json!("chosen");
    let new = json!({ "preset": "daily", "settings": settings, "join": true, "power": "austria", "bots": vec!["hold"; 6] });
    let game = ann.create_game(new).await;
    let commands = format!("/api/games/{game}/commands");
    for _ in 0..3 {
        let (status, _) =
            with_key(&ann, &commands, "once", &json!({ "do": "announce", "text": "Once" })).await;
        assert_eq!(status, StatusCode::OK);
    }
    let messages = ann.get(&format!("/api/games/{game}/messages")).await.json();
    assert_eq!(messages["messages"].as_array().unwrap().len(), 1);
}
