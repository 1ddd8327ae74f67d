//! Invalid requests never cause a server error, and never change a game.
use crate::support;

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use seeded_random::SeededRng;
use serde_json::{Value, json};
use server::{App, Config};
use store::Memory;
use support::{TestServer, game_of_seven};
use test_kit::api_requests::{Choices, Operations, RequestMaker};
use tower::ServiceExt;

/// Every method and path of the API, from its OpenAPI description.
fn routes() -> Vec<(String, String)> {
    let api: Value = serde_json::from_str(server::OPENAPI).unwrap();
    let mut routes = Vec::new();
    for (path, methods) in api["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            if ["get", "post", "put", "delete", "patch"].contains(&method.as_str()) {
                routes.push((method.to_uppercase(), path.clone()));
            }
        }
    }
    assert!(routes.len() > 30, "{routes:?}");
    routes
}

/// Bodies that are valid for some route.
fn valid_bodies() -> Vec<Value> {
    vec![
        json!({ "name": "Anna", "language": "nl" }),
        json!({ "passphrase": "correct horse battery staple" }),
        json!({ "handle": "abcd1234", "passphrase": "correct horse battery staple" }),
        json!({ "label": "my program" }),
        json!({ "preset": "daily", "title": "Tuesday", "players": 5, "listed": true, "bots": ["novice"], "join": true, "power": "france" }),
        json!({ "do": "join", "wish": { "ranked": [0, 3, 2] } }),
        json!({ "do": "announce", "text": "Hello", "sketch": { "units": [{ "power": "france", "kind": "army", "at": "par" }],
            "arrows": [{ "from": "par", "to": "bur", "kind": "move" }], "marks": [["bur", 3]], "caption": "so" } }),
        json!({ "do": "whisper", "to": [1, 2], "text": "Psst" }),
        json!({ "do": "propose", "motion": { "motion": "draw", "between": [0, 1, 2] } }),
        json!({ "do": "vote", "question": 0, "ballot": "no" }),
        json!({ "do": "keep_sketch", "slot": 1, "sketch": {} }),
        json!({ "do": "replace", "seat": 3, "with": { "bot": "novice" } }),
        json!({ "do": "correct", "units": { "france": ["A par", "F stp/sc"] }, "owners": { "par": "france", "bre": null } }),
        json!({ "do": "pause", "seconds": 60 }),
        json!({ "do": "roll_back", "to": 0 }),
        json!({ "text": "A PAR - BUR\nF BRE - MAO", "language": "fr", "stance": "undecided" }),
        json!({ "deeds": [{ "order": "move", "at": "par", "to": "bur" }, { "order": "convoy", "at": "bre", "from": "par", "to": "lon" },
            { "order": "build", "power": "france", "kind": "fleet", "at": "bre" }, { "order": "waive", "power": "france" }], "draft": true }),
        json!({ "position": { "phase": "S1901M", "units": [{ "power": "france", "kind": "army", "at": "par" }], "dislodged": [],
            "owners": { "par": "france" } }, "power": "france", "budget": 2000 }),
        json!({ "shun": "mute" }),
        json!({ "seat": 2, "text": "He shouted" }),
    ]
}

/// A body that is not JSON, or not a body of any route.
fn invalid_body(chance: &mut SeededRng) -> Vec<u8> {
    let whole = valid_bodies()[chance.below(valid_bodies().len())].to_string().into_bytes();
    match chance.below(9) {
        0 => (0..chance.below(200)).map(|_| chance.next_u64() as u8).chain([b'{']).collect(),
        1 => whole[..1 + chance.below(whole.len() - 1)].to_vec(),
        2 => "[".repeat(1 + chance.below(100_000)).into_bytes(),
        3 => [r#"{"do":"#.repeat(1 + chance.below(10_000)), "1".to_owned()].concat().into_bytes(),
        4 => format!("{}1e999{}", "[".repeat(60), "]".repeat(60)).into_bytes(),
        // An invalid UTF-8 byte inside a string.
        5 => {
            let mut bytes = whole;
            let place = bytes.iter().position(|byte| *byte == b'"').unwrap();
            bytes.insert(place + 1, 0xff);
            bytes
        }
        6 => br#"{"do":"announce","text":"\ud800"}"#.to_vec(),
        7 => [whole, b"}".to_vec()].concat(),
        _ => format!("{{\"do\":\"vote\",\"question\":{}}}", "9".repeat(1 + chance.below(400))).into_bytes(),
    }
}

async fn send(
    router: &Router,
    method: &str,
    path: &str,
    cookie: Option<&str>,
    body: Vec<u8>,
) -> (StatusCode, String) {
    let mut request = Request::builder().method(method).uri(path).header("host", "detente.test");
    if let Some(cookie) = cookie {
        request = request.header("cookie", cookie);
    }
    let request = request.header("content-type", "application/json").body(Body::from(body)).unwrap();
    let response = router.clone().oneshot(request).await.unwrap();
    let status = response.status();
    let kind = response.headers().get("content-type").map(|kind| kind.to_str().unwrap().to_owned());
    // A stream of live events never ends.
    if kind.as_deref() == Some("text/event-stream") {
        return (status, String::new());
    }
    let bytes = axum::body::to_bytes(response.into_body(), 50_000_000).await.unwrap();
    (status, String::from_utf8_lossy(&bytes).into_owned())
}

#[tokio::test]
async fn invalid_bodies_change_nothing() {
    let house = TestServer::new();
    let (game, people) = game_of_seven(&house).await;
    let before = people[1].game(&game).await["version"].clone();
    let mut chance = SeededRng::new(7);
    for (method, template) in routes() {
        if method == "GET" || method == "DELETE" {
            continue;
        }
        for _ in 0..60 {
            let body = invalid_body(&mut chance);
            let path = template.replace("{id}", &game).replace("{number}", "1");
            let (status, text) =
                send(&house.router, &method, &path, people[1].cookie.as_deref(), body.clone()).await;
            let shown = String::from_utf8_lossy(&body[..body.len().min(200)]).into_owned();
            assert!(!status.is_server_error(), "{method} {path} {shown}: {status} {text}");
            if status.is_client_error() {
                let problem: Value = serde_json::from_str(&text).unwrap();
                assert!(!problem["message"].as_str().unwrap().is_empty(), "{text}");
            }
        }
    }
    let someone = people[2].game(&game).await;
    assert_eq!(someone["version"], before);
}

#[tokio::test]
async fn random_requests_never_cause_a_server_error() {
    let house = TestServer::new();
    let (game, people) = game_of_seven(&house).await;
    let maker = RequestMaker::new(server::OPENAPI, Operations::All);
    let mut chance = SeededRng::new(11);
    let mut answered: BTreeMap<StatusCode, usize> = BTreeMap::new();
    for i in 0..1500 {
        let bytes: Vec<u8> = (0..400).map(|_| chance.next_u64() as u8).collect();
        let request = maker.request(&mut Choices::new(&bytes), &game);
        // Painting pixels is slow in a test build.
        if request.path.contains("picture.png") && i % 20 > 0 {
            continue;
        }
        let cookie = request.sender.checked_sub(1).and_then(|who| people[who].cookie.clone());
        let body = request.body.clone().unwrap_or_default();
        let (status, text) =
            send(&house.router, &request.method, &request.path, cookie.as_deref(), body).await;
        assert!(!status.is_server_error(), "{i}: {request:?}: {status} {text}");
        *answered.entry(status).or_default() += 1;
    }
    // Enough of them are valid: the generator follows the description.
    assert!(answered[&StatusCode::OK] > 200, "{answered:?}");
    // The game can still be read from the store and equals the one in memory. Stand-in bots may still be
    // thinking, so the version may grow between the requests.
    let again = TestServer::at(Arc::clone(&house.app.store), Arc::clone(&house.time));
    let version = async |house: &TestServer| {
        let (status, text) =
            send(&house.router, "GET", &format!("/api/games/{game}"), None, Vec::new()).await;
        assert_eq!(status, StatusCode::OK, "{text}");
        serde_json::from_str::<Value>(&text).unwrap()["version"].as_u64().unwrap()
    };
    let (before, stored, after) = (version(&house).await, version(&again).await, version(&house).await);
    assert!((before..=after).contains(&stored), "stored version {stored}, in memory {before} to {after}");
}

#[tokio::test]
async fn a_body_that_is_too_large_is_refused() {
    let house = TestServer::new();
    let (game, people) = game_of_seven(&house).await;
    let before = people[1].game(&game).await["version"].clone();
    let large = json!({ "do": "announce", "text": "x".repeat(200_000) }).to_string().into_bytes();
    let mut count = 0;
    for (method, template) in routes() {
        let path = template.replace("{id}", &game).replace("{number}", "1");
        if method == "GET" || method == "DELETE" {
            continue;
        }
        let (status, text) =
            send(&house.router, &method, &path, people[1].cookie.as_deref(), large.clone()).await;
        // Administrators are recognised before the body is read.
        if path.starts_with("/api/admin/") && status == StatusCode::FORBIDDEN {
            continue;
        }
        // Routes without a body ignore it; a game of seven people gives no hints, and nobody shares the browser.
        if path.ends_with("/hint") || path.ends_with("/switch") {
            assert_eq!(status, StatusCode::CONFLICT, "{method} {path}: {text}");
            continue;
        }
        // Nor have links in mails, and a channel that does not exist.
        if path.starts_with("/api/mail/") || path.ends_with("/test") {
            assert_eq!(status, StatusCode::NOT_FOUND, "{method} {path}: {text}");
            continue;
        }
        if status != StatusCode::OK && status != StatusCode::NO_CONTENT && status != StatusCode::UNAUTHORIZED
        {
            assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE, "{method} {path}: {text}");
            let problem: Value = serde_json::from_str(&text).unwrap();
            assert_eq!((&problem["id"], &problem["most"]), (&json!("too_large"), &json!(131_072)));
            count += 1;
        }
    }
    assert!(count >= 4, "{count}");
    assert_eq!(people[2].game(&game).await["version"], before);
}

#[tokio::test]
async fn too_many_requests_are_refused() {
    let config = Config { rate: 1, ..Config::local("unused".into()) };
    let app = App::new(config, Arc::new(Memory::default()), Arc::new(|| support::START_TIME));
    let router = server::router(app);
    let body = || json!({ "text": "A PAR - BUR" }).to_string().into_bytes();
    let mut refusal = None;
    for _ in 0..10 {
        let (status, text) =
            send(&router, "POST", "/api/games/0000000000000000/read", Some("detente=a"), body()).await;
        if status == StatusCode::TOO_MANY_REQUESTS {
            refusal = Some(text);
            break;
        }
    }
    let refusal: Value = serde_json::from_str(&refusal.expect("too many writes are refused")).unwrap();
    assert_eq!(refusal["id"], "too_fast");
    assert!(!refusal["message"].as_str().unwrap().is_empty());
    // Reads have a limit too.
    let mut refused = false;
    for _ in 0..200 {
        refused |= send(&router, "GET", "/api/me", None, Vec::new()).await.0 == StatusCode::TOO_MANY_REQUESTS;
    }
    assert!(refused);
}
