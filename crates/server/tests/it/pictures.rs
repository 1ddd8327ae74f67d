//! Pictures over HTTP: past phases, films of a game, palettes, the table of places, QR codes.
use crate::support;

use std::collections::BTreeSet;

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use serde_json::json;
use support::{TestServer, TestUser};
use tower::ServiceExt;

#[tokio::test]
async fn a_qr_code_is_an_svg_that_no_cache_keeps() {
    let secret = "https://detente.test/in/0123456789abcdefghjkmnpqrstvwxyz";
    let request =
        Request::post("/api/qr.svg").body(Body::from(json!({ "text": secret }).to_string())).unwrap();
    let response = TestServer::new().router.oneshot(request).await.unwrap();
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(response.headers()["content-type"], "image/svg+xml");
    assert_eq!(response.headers()["cache-control"], "no-store");
    let svg = String::from_utf8(to_bytes(response.into_body(), 100_000).await.unwrap().into()).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"));
    assert!(!svg.contains("detente"), "the text is only in the pattern");
}

#[tokio::test]
async fn a_text_that_is_too_long_for_a_qr_code_is_refused_in_every_language() {
    let server = TestServer::new();
    let mut sentences = BTreeSet::new();
    for language in ["en", "nl", "fr", "es", "de"] {
        let visitor = server.without_identity(language);
        let longest = visitor.post("/api/qr.svg", json!({ "text": "x".repeat(300) })).await;
        assert_eq!(longest.status, StatusCode::OK);
        let refused = visitor.post("/api/qr.svg", json!({ "text": "x".repeat(301) })).await;
        assert_eq!(refused.refusal_id(), "words_too_long");
        assert_eq!(refused.json()["most"], 300);
        sentences.insert(refused.json()["message"].to_string());
    }
    assert_eq!(sentences.len(), 5, "{sentences:?}");
    let visitor = server.without_identity("en");
    assert_eq!(visitor.post("/api/qr.svg", json!({ "text": "" })).await.refusal_id(), "words_empty");
}

/// A game for two with one resolved phase.
async fn played_game(server: &TestServer) -> (String, TestUser) {
    let people = [server.sign_up("Ada", "en").await, server.sign_up("Bob", "en").await];
    let mut settings = people[0].get("/api/presets").await.json()["presets"][1]["settings"].clone();
    settings["players"] = json!(2);
    settings["goal"] = json!({ "centres": 24, "of": "one_player" });
    settings["allocation"] = json!("chosen");
    let game = people[0].create_game(json!({ "preset": "daily", "settings": settings })).await;
    for (seat, one) in people.iter().enumerate() {
        one.command(&game, json!({ "do": "join", "wish": { "this": seat } })).await;
    }
    people[0].orders(&game, json!({ "text": "A Par - Bur", "stance": "ready" })).await;
    people[1].orders(&game, json!({ "deeds": [], "stance": "ready" })).await;
    let [ada, _] = people;
    assert_eq!(ada.game(&game).await["records"], 1);
    (game, ada)
}

#[tokio::test]
async fn past_phases_are_drawn_light_and_dark_in_every_palette() {
    let server = TestServer::new();
    let (game, ada) = played_game(&server).await;
    let mut pictures = BTreeSet::new();
    for record in ["", "&record=0"] {
        for shade in ["light", "dark"] {
            for palette in ["clear", "dutch", "french", "german"] {
                let path = format!("/api/games/{game}/picture.svg?shade={shade}&palette={palette}{record}");
                let answer = ada.get(&path).await;
                assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
                pictures.insert(answer.text);
            }
        }
    }
    assert_eq!(pictures.len(), 16);
    for query in ["palette=pink", "shade=dusk", "record=1"] {
        let refused = ada.get(&format!("/api/games/{game}/picture.svg?{query}")).await;
        assert!(["not_a_query", "not_found"].contains(&refused.refusal_id().as_str()), "{query}");
    }
}

#[tokio::test]
async fn a_game_is_a_gif_an_apng_and_a_page() {
    let server = TestServer::new();
    let (game, ada) = played_game(&server).await;
    let film = |form: &'static str| {
        let (ada, path) = (ada.clone(), format!("/api/games/{game}/film.{form}"));
        async move { ada.get(&format!("{path}?width=300")).await }
    };
    let gif = film("gif").await;
    assert_eq!((gif.status, &gif.headers["content-type"]), (StatusCode::OK, &"image/gif".parse().unwrap()));
    assert!(gif.text.starts_with("GIF89a"));
    let apng = film("apng").await;
    assert_eq!(apng.headers["content-type"], "image/apng");
    assert!(apng.text.contains("acTL"), "it is animated");
    let page = film("html").await;
    assert_eq!(page.headers["content-type"], "text/html; charset=utf-8");
    assert!(page.text.contains("const steps=["));
    let policy = page.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("sandbox") && policy.contains("default-src 'none'"), "{policy}");
    // Who has it already gets nothing again.
    let etag = page.headers["etag"].to_str().unwrap().to_owned();
    let again = ada.clone().with_header("if-none-match", &etag);
    assert_eq!(
        again.get(&format!("/api/games/{game}/film.html?width=300")).await.status,
        StatusCode::NOT_MODIFIED
    );
}

#[tokio::test]
async fn films_are_bounded_and_follow_who_may_watch() {
    let server = TestServer::new();
    let (game, ada) = played_game(&server).await;
    for form in ["gif", "apng", "html"] {
        let path = format!("/api/games/{game}/film.{form}");
        let wide = ada.get(&format!("{path}?width=1001")).await;
        assert_eq!((wide.refusal_id(), &wide.json()["most"]), ("absurd_width".to_owned(), &json!(1000)));
        assert_eq!(ada.get(&format!("{path}?width=199")).await.refusal_id(), "absurd_width");
        assert_eq!(ada.get(&format!("{path}?palette=pink")).await.refusal_id(), "not_a_query");
        assert_eq!(ada.get(&format!("/api/games/nosuchgame/film.{form}")).await.refusal_id(), "no_such_game");
    }
    let private = server.sign_up("Cid", "en").await;
    let mut settings = private.get("/api/presets").await.json()["presets"][1]["settings"].clone();
    settings["watching"] = json!("players_only");
    let hidden = private.create_game(json!({ "preset": "daily", "settings": settings })).await;
    let stranger = server.without_identity("en");
    assert_eq!(stranger.get(&format!("/api/games/{hidden}/film.gif")).await.refusal_id(), "not_found");
}

#[tokio::test]
async fn a1_the_palettes_of_the_rulebooks_differ() {
    let visitor = TestServer::new().without_identity("en");
    let palettes = visitor.get("/api/palettes").await.json();
    let keys: Vec<&str> =
        palettes.as_array().unwrap().iter().map(|one| one["key"].as_str().unwrap()).collect();
    assert_eq!(keys, ["clear", "dutch", "french", "german"]);
    let styles: BTreeSet<String> = palettes
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|one| [one["light"].to_string(), one["dark"].to_string()])
        .collect();
    assert_eq!(styles.len(), 8);
    assert_eq!(visitor.get("/api/palettes?variant=moon").await.refusal_id(), "not_found");
}

#[tokio::test]
async fn e6_the_table_has_every_place_and_letter_in_five_languages() {
    let visitor = TestServer::new().without_identity("en");
    let table = visitor.get("/api/places").await.json();
    let places = table["places"].as_array().unwrap();
    assert_eq!(places.len(), 75);
    assert_eq!(places.iter().filter(|place| place["centre"] == true).count(), 34);
    for place in places {
        for language in ["en", "nl", "fr", "es", "de"] {
            let names = &place["names"][language];
            assert!(!names["full"].as_str().unwrap().is_empty(), "{place}");
            assert!(!names["short"].as_str().unwrap().is_empty(), "{place}");
        }
    }
    let sign = |language: &str, key: &str| {
        let languages = table["languages"].as_array().unwrap();
        let own = languages.iter().find(|one| one["language"] == language).unwrap();
        let signs = own["signs"].as_array().unwrap();
        signs.iter().find(|sign| sign["key"] == key).unwrap()["sign"].as_str().unwrap().to_owned()
    };
    assert_eq!((sign("es", "army"), sign("en", "army")), ("E".to_owned(), "A".to_owned()));
}
