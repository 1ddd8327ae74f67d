//! People: names without registration, sign-in, tokens, muting and blocking, erasure.
use crate::support;

use axum::http::StatusCode;
use serde_json::{Value, json};
use support::{TestServer, TestUser};

#[tokio::test]
async fn a_person_without_cookie_can_sign_in_again() {
    let house = TestServer::new();
    let ann = house.sign_up("Ann", "nl").await;
    let handle = ann.get("/api/me").await.json()["handle"].as_str().unwrap().to_owned();
    let code = ann.post("/api/me/recovery", json!({})).await.json()["code"].as_str().unwrap().to_owned();
    let body = json!({ "passphrase": "correct horse battery" });
    assert_eq!(ann.send("PUT", "/api/me/passphrase", Some(&body)).await.status, StatusCode::OK);
    let link = ann.post("/api/me/link", json!({})).await.json()["url"].as_str().unwrap().to_owned();

    let token = link.rsplit('/').next().unwrap().to_owned();
    for (way, works) in [
        (json!({ "with": "recovery_code", "code": code.to_uppercase() }), true),
        (json!({ "with": "recovery_code", "code": "no-such-code" }), false),
        (json!({ "with": "link", "token": token }), true),
        (json!({ "with": "link", "token": token }), false),
        (
            json!({ "with": "passphrase", "handle": handle.to_uppercase(), "passphrase": "correct horse battery" }),
            true,
        ),
        (json!({ "with": "passphrase", "handle": handle, "passphrase": "wrong" }), false),
        (json!({ "with": "passphrase", "handle": "nobody", "passphrase": "correct horse battery" }), false),
    ] {
        let device = house.without_identity("nl");
        let answer = device.post("/api/me/sign-in", way.clone()).await;
        assert_eq!(answer.status.is_success(), works, "{way}: {}", answer.text);
        if works {
            let device = TestUser { cookie: answer.cookie, ..device };
            assert_eq!(device.get("/api/me").await.json()["name"], "Ann");
        } else {
            assert_eq!(answer.refusal_id(), "not_recognised");
        }
    }
    // The link expires.
    let link = ann.post("/api/me/link", json!({})).await.json()["url"].as_str().unwrap().to_owned();
    house.advance_time(16 * 60);
    let way = json!({ "with": "link", "token": link.rsplit('/').next().unwrap() });
    assert_eq!(
        house.without_identity("nl").post("/api/me/sign-in", way).await.refusal_id(),
        "not_recognised"
    );
}

#[tokio::test]
async fn a_program_has_a_token_that_can_be_ended() {
    let house = TestServer::new();
    let ann = house.sign_up("Ann", "en").await;
    let token = ann.post("/api/me/tokens", json!({ "label": "my program" })).await.json();
    let secret = token["token"].as_str().unwrap();
    let request = |secret: &str| {
        axum::http::Request::builder()
            .uri("/api/me")
            .header("authorization", format!("Bearer {secret}"))
            .body(axum::body::Body::empty())
            .unwrap()
    };
    let name = async |secret: &str| {
        use tower::ServiceExt;
        let response = house.router.clone().oneshot(request(secret)).await.unwrap();
        let bytes = axum::body::to_bytes(response.into_body(), 10_000).await.unwrap();
        serde_json::from_slice::<Value>(&bytes).unwrap()["name"].clone()
    };
    assert_eq!(name(secret).await, "Ann");
    assert_eq!(name("nonsense").await, Value::Null);
    let tokens = ann.get("/api/me/tokens").await.json();
    let listed = tokens["tokens"].as_array().unwrap().iter().find(|one| one["kind"] == "program").unwrap();
    assert_eq!(listed["label"], "my program");
    let path = format!("/api/me/tokens/{}", listed["id"].as_str().unwrap());
    assert_eq!(ann.send("DELETE", &path, None).await.status, StatusCode::NO_CONTENT);
    assert_eq!(name(secret).await, Value::Null);
}

#[tokio::test]
async fn a_deleted_person_is_erased_from_games_and_store() {
    let house = TestServer::new();
    let ann = house.sign_up("Annabella Uniquename", "en").await;
    let ben = house.sign_up("Ben", "en").await;
    let bots = ["hold"; 5];
    let game = ben.create_game(json!({ "preset": "daily", "join": true, "bots": bots })).await;
    ann.command(&game, json!({ "do": "join" })).await;
    assert!(ben.game(&game).await.to_string().contains("Uniquename"));
    assert_eq!(ann.send("DELETE", "/api/me", None).await.status, StatusCode::NO_CONTENT);
    assert_eq!(ann.get("/api/me").await.json(), Value::Null);
    let view = ben.game(&game).await;
    assert!(!view.to_string().contains("Uniquename"));
    let seats = view["seats"].as_array().unwrap();
    let people = seats.iter().filter(|seat| seat["occupant"]["is"] == "person").count();
    assert_eq!(people, 1, "a bot took the seat");
    // The store does not contain the name any more either.
    let id: store::GameId = game.parse().unwrap();
    let events = house.app.store.events(id, 0, 1000).await.unwrap();
    assert!(events.iter().all(|event| !event.record.contains("Uniquename")));
}

#[tokio::test]
async fn muted_messages_are_hidden_and_blocked_people_cannot_join() {
    let house = TestServer::new();
    let ann = house.sign_up("Ann", "en").await;
    let pest = house.sign_up("Pest", "en").await;
    let mut settings = ann.get("/api/presets").await.json()["presets"][1]["settings"].clone();
    settings["allocation"] = json!("chosen");
    let new = json!({ "preset": "daily", "settings": settings, "join": true, "power": "austria", "bots": vec!["hold"; 5] });
    let game = ann.create_game(new.clone()).await;
    pest.command(&game, json!({ "do": "join", "wish": { "this": 1 } })).await;
    pest.command(&game, json!({ "do": "announce", "text": "nasty words" })).await;
    let messages = format!("/api/games/{game}/messages");
    assert!(ann.get(&messages).await.text.contains("nasty words"));
    let shun = format!("/api/games/{game}/seats/1/shun");
    ann.send("PUT", &shun, Some(&json!({ "shun": "mute" }))).await;
    assert!(!ann.get(&messages).await.text.contains("nasty words"));
    assert_eq!(ann.get(&messages).await.json()["messages"][0]["muted"], true);
    ann.send("PUT", &shun, Some(&json!({ "shun": "block" }))).await;
    let next = ann.create_game(new).await;
    assert_eq!(
        pest.refused_command(&next, json!({ "do": "join", "wish": { "this": 1 } })).await,
        "not_welcome"
    );
    let report = json!({ "seat": 1, "text": "Please look at this." });
    assert_eq!(ann.post(&format!("/api/games/{game}/reports"), report).await.status, StatusCode::NO_CONTENT);
    assert_eq!(house.app.store.reports_after(0, 10).await.unwrap().len(), 1);
}

#[tokio::test]
async fn requests_from_another_site_are_refused() {
    use tower::ServiceExt;
    let house = TestServer::new();
    let ann = house.sign_up("Ann", "en").await;
    for (origin, works) in [
        ("http://evil.test", false),
        ("null", false),
        ("http://detente.test", true),
        ("https://detente.test", true),
    ] {
        let request = axum::http::Request::builder()
            .method("POST")
            .uri("/api/me")
            .header("host", "detente.test")
            .header("origin", origin)
            .header("cookie", ann.cookie.as_ref().unwrap())
            .body(axum::body::Body::from(r#"{"name":"Changed"}"#))
            .unwrap();
        let response = house.router.clone().oneshot(request).await.unwrap();
        assert_eq!(response.status().is_success(), works, "{origin}");
    }
}

#[tokio::test]
async fn a_refusal_is_a_sentence_in_the_callers_language_and_changes_nothing() {
    let house = TestServer::new();
    let maker = house.sign_up("Maker", "en").await;
    let game = maker.create_game(json!({ "preset": "daily" })).await;
    let before = maker.game(&game).await["version"].clone();
    let mut sentences = Vec::new();
    for language in ["en", "nl", "fr", "es", "de"] {
        let guest = house.sign_up("Somebody", language).await;
        let answer = guest.post(&format!("/api/games/{game}/commands"), json!({ "do": "check_in" })).await;
        assert_eq!(answer.refusal_id(), "not_checking_in");
        sentences.push(answer.json()["message"].as_str().unwrap().to_owned());
    }
    sentences.sort();
    sentences.dedup();
    assert_eq!(sentences.len(), 5, "{sentences:?}");
    assert_eq!(maker.game(&game).await["version"], before);
}

#[tokio::test]
async fn a_weight_of_0_excludes_a_language() {
    for (accepted, language) in
        [("de", "de"), ("de;q=0, fr;q=0.1", "fr"), ("de;q=0", "en"), ("nl-BE;q=0.3, es;q=0.4", "es")]
    {
        let visitor = TestServer::new().without_identity(accepted);
        let sent = visitor.post("/api/me", json!({ "name": "Ann" })).await;
        assert_eq!(sent.json()["language"], language, "{accepted}");
    }
}
