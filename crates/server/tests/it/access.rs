//! Keys: what tokens may do, how long keys last, and what ends when they end.
use crate::support;

use axum::http::StatusCode;
use futures_util::StreamExt;
use serde_json::{Value, json};
use support::{TestServer, TestUser};
use tower::ServiceExt;

/// A program with a token of this person.
async fn program(ann: &TestUser, token: Value) -> TestUser {
    let made = ann.post("/api/me/tokens", token).await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.text);
    let secret = made.json()["token"].as_str().unwrap().to_owned();
    let without_cookie = TestUser { cookie: None, ..ann.clone() };
    without_cookie.with_header("authorization", &format!("Bearer {secret}"))
}

/// The same person after a restart of the server, which remembers no session.
fn restarted(user: &TestUser) -> TestUser {
    let server = TestServer::at(user.server.app.store.clone(), user.server.time.clone());
    TestUser { server, ..user.clone() }
}

#[tokio::test]
async fn a_token_does_only_what_its_scope_says() {
    let house = TestServer::new();
    let ann = house.sign_up("Ann", "en").await;
    let read = program(&ann, json!({ "label": "reader", "scope": "read" })).await;
    let play = program(&ann, json!({ "label": "player" })).await;
    let manage = program(&ann, json!({ "label": "manager", "scope": "manage" })).await;
    let new_game = json!({ "preset": "daily", "join": true });
    assert_eq!(read.post("/api/games", new_game.clone()).await.refusal_id(), "token_scope");
    let game = play.create_game(new_game).await;
    for who in [&read, &play, &manage] {
        assert_eq!(who.get(&format!("/api/games/{game}")).await.status, StatusCode::OK);
        assert_eq!(who.get("/api/me").await.json()["name"], "Ann");
    }
    assert_eq!(read.refused_command(&game, json!({ "do": "leave" })).await, "token_scope");
    let rename = json!({ "name": "Anna" });
    assert_eq!(play.post("/api/me", rename.clone()).await.refusal_id(), "token_scope");
    assert_eq!(manage.post("/api/me", rename).await.status, StatusCode::OK);
    assert_eq!(play.get("/api/me/data").await.refusal_id(), "token_scope");
    // No token changes how its person signs in.
    let passphrase = json!({ "passphrase": "correct horse battery" });
    for (method, path, body) in [
        ("PUT", "/api/me/passphrase", passphrase),
        ("POST", "/api/me/recovery", json!({})),
        ("POST", "/api/me/link", json!({})),
        ("POST", "/api/me/tokens", json!({ "label": "another" })),
        ("DELETE", "/api/me/tokens/0123456789", json!({})),
        ("POST", "/api/me/sign-out-everywhere", json!({})),
        ("DELETE", "/api/me", json!({})),
    ] {
        let answer = manage.send(method, path, Some(&body)).await;
        assert_eq!(answer.refusal_id(), "browser_only", "{method} {path}");
    }
}

#[tokio::test]
async fn a_token_expires_and_devices_are_listed_with_their_last_use() {
    let house = TestServer::new();
    let ann = house.sign_up("Ann", "en").await;
    for days in [0, 401] {
        let refused = ann.post("/api/me/tokens", json!({ "label": "x", "days": days })).await;
        assert_eq!(refused.refusal_id(), "token_days");
    }
    let robot = program(&ann, json!({ "label": "robot", "days": 2 })).await;
    house.advance_time(86_400);
    assert_eq!(robot.get("/api/me").await.json()["name"], "Ann");
    let listed = ann.get("/api/me/tokens").await.json();
    let robot_key = listed["tokens"].as_array().unwrap().iter().find(|one| one["kind"] == "program").unwrap();
    assert_eq!((&robot_key["used"], &robot_key["scope"]), (&json!(house.now()), &json!("play")));
    assert_eq!(robot_key["expires"], house.now() + 86_400);
    let current: Vec<&Value> =
        listed["tokens"].as_array().unwrap().iter().filter(|one| one["current"] == true).collect();
    assert_eq!((current.len(), &current[0]["kind"]), (1, &json!("browser")));
    house.advance_time(2 * 86_400);
    assert_eq!(restarted(&robot).get("/api/me").await.json(), Value::Null, "expired");
}

#[tokio::test]
async fn whoever_comes_back_regularly_is_never_signed_out() {
    let house = TestServer::new();
    let ann = house.sign_up("Ann", "en").await;
    for _ in 0..10 {
        house.advance_time(300 * 86_400);
        let answer = restarted(&ann).get("/api/me").await;
        assert_eq!(answer.json()["name"], "Ann");
        let renewed = answer.headers["set-cookie"].to_str().unwrap();
        assert!(renewed.contains("Max-Age=34560000"), "the browser keeps it as long: {renewed}");
        assert_eq!(answer.cookie, ann.cookie, "it is the same key");
    }
    house.advance_time(401 * 86_400);
    assert_eq!(restarted(&ann).get("/api/me").await.json(), Value::Null);
}

#[tokio::test]
async fn a_new_passphrase_ends_other_browsers_and_sign_out_everywhere_ends_all() {
    let house = TestServer::new();
    let ann = house.sign_up("Ann", "en").await;
    let link = ann.post("/api/me/link", json!({})).await.json()["url"].as_str().unwrap().to_owned();
    let phone = house.without_identity("en");
    let way = json!({ "with": "link", "token": link.rsplit('/').next().unwrap() });
    let answer = phone.post("/api/me/sign-in", way).await;
    let phone = TestUser { cookie: answer.cookie, ..phone };
    let robot = program(&ann, json!({ "label": "robot" })).await;
    assert_eq!(phone.get("/api/me").await.json()["name"], "Ann");
    let body = json!({ "passphrase": "correct horse battery" });
    assert_eq!(ann.send("PUT", "/api/me/passphrase", Some(&body)).await.status, StatusCode::OK);
    assert_eq!(phone.get("/api/me").await.json(), Value::Null, "another browser");
    assert_eq!(ann.get("/api/me").await.json()["name"], "Ann", "this browser stays");
    assert_eq!(robot.get("/api/me").await.json()["name"], "Ann", "a token stays until it is ended");
    assert_eq!(ann.post("/api/me/sign-out-everywhere", json!({})).await.status, StatusCode::NO_CONTENT);
    for who in [&ann, &robot] {
        assert_eq!(who.get("/api/me").await.json(), Value::Null);
    }
}

#[tokio::test]
async fn the_stream_of_an_ended_token_ends_at_once() {
    let house = TestServer::new();
    let ann = house.sign_up("Ann", "en").await;
    let game = ann.create_game(json!({ "preset": "daily", "join": true })).await;
    let robot = program(&ann, json!({ "label": "robot", "scope": "read" })).await;
    let request = axum::http::Request::builder()
        .uri(format!("/api/games/{game}/events"))
        .header("authorization", robot.headers["authorization"].clone())
        .body(axum::body::Body::empty())
        .unwrap();
    let response = house.router.clone().oneshot(request).await.unwrap();
    let mut stream = response.into_body().into_data_stream();
    assert!(stream.next().await.is_some(), "the first event");
    let tokens = ann.get("/api/me/tokens").await.json();
    let key = tokens["tokens"].as_array().unwrap().iter().find(|one| one["kind"] == "program").unwrap();
    let path = format!("/api/me/tokens/{}", key["id"].as_str().unwrap());
    let (ended, removed) = tokio::join!(stream.next(), ann.send("DELETE", &path, None));
    assert_eq!(removed.status, StatusCode::NO_CONTENT);
    assert!(ended.is_none(), "the stream ends without another event");
}
