//! The pages of games as messengers read them, and addresses without a page.
use crate::support;

use axum::http::StatusCode;
use serde_json::{Value, json};
use support::{TestServer, TestUser};

/// The content of a tag, as it is written in the page.
fn tag<'a>(page: &'a str, name: &str) -> Option<&'a str> {
    let rest = page.split(&format!("\"{name}\" content=\"")).nth(1)?;
    rest.split('"').next()
}

async fn game(ada: &TestUser, title: &str, changes: Value, listed: bool) -> String {
    let mut settings = ada.get("/api/presets").await.json()["presets"][1]["settings"].clone();
    settings["title"] = json!(title);
    for (key, value) in changes.as_object().unwrap() {
        settings[key] = value.clone();
    }
    let bots = ["hold"; 6];
    ada.create_game(json!({ "preset": "daily", "settings": settings, "listed": listed, "bots": bots })).await
}

#[tokio::test]
async fn a_link_to_a_listed_game_shows_its_title_and_board() {
    let server = TestServer::new();
    let ada = server.sign_up("Ada", "en").await;
    let id = game(&ada, "Peace & \"war\" <b>", json!({}), true).await;
    let visitor = server.without_identity("en");
    let page = visitor.get(&format!("/g/{id}")).await;
    assert_eq!(page.status, StatusCode::OK);
    assert_eq!(tag(&page.text, "og:title"), Some("Peace &amp; &quot;war&quot; &lt;b&gt;"));
    let about = tag(&page.text, "og:description").unwrap();
    assert!(about.contains("6 of 7 seats are taken"), "{about}");
    // The picture is there for anybody, also before the game starts.
    let picture = tag(&page.text, "og:image").unwrap().replace("&amp;", "&");
    let path = &picture[picture.find("/api/").unwrap()..];
    assert!(picture.starts_with("http://"), "{picture}");
    let answer = visitor.get(path).await;
    assert_eq!(
        (answer.status, &answer.headers["content-type"]),
        (StatusCode::OK, &"image/png".parse().unwrap())
    );
    assert_eq!(tag(&page.text, "twitter:card"), Some("summary_large_image"));

    ada.command(&id, json!({ "do": "join" })).await;
    let page = visitor.get(&format!("/g/{id}")).await.text;
    assert!(tag(&page, "og:description").unwrap().contains("Spring 1901"), "{page}");
    for (language, word) in [("nl", "partij"), ("fr", "partie"), ("es", "partida"), ("de", "Partie")] {
        let page = server.without_identity(language).get(&format!("/g/{id}")).await.text;
        assert!(tag(&page, "og:description").unwrap().contains(word), "{language}: {page}");
    }
}

#[tokio::test]
async fn a_link_to_a_private_game_says_nothing_about_it() {
    let server = TestServer::new();
    let ada = server.sign_up("Ada", "en").await;
    let private = game(&ada, "Secret plan", json!({}), false).await;
    let players_only = game(&ada, "Closed doors", json!({ "watching": "players_only" }), true).await;
    for id in [&private, &players_only] {
        ada.command(id, json!({ "do": "join" })).await;
    }
    // Also for those who play it: a page that is passed on is the same for all.
    for reader in [&server.without_identity("en"), &ada] {
        let page = reader.get(&format!("/g/{private}")).await.text;
        assert_eq!(tag(&page, "og:title"), Some("Detente"));
        assert!(
            !page.contains("Secret") && !page.contains("picture.png") && !page.contains("Spring"),
            "{page}"
        );
        // It is in the list, but its board is not for strangers.
        let page = reader.get(&format!("/g/{players_only}")).await.text;
        assert_eq!(tag(&page, "og:title"), Some("Closed doors"));
        assert!(!page.contains("picture.png") && !page.contains("Spring"), "{page}");
    }
}

#[tokio::test]
async fn an_address_without_a_page_is_404_with_a_page() {
    let server = TestServer::new();
    let ada = server.sign_up("Ada", "en").await;
    let id = game(&ada, "Here", json!({}), false).await;
    let other = if id.starts_with('0') { "1" } else { "0" };
    let unknown = id.replacen(&id[..1], other, 1);
    for (path, status) in [
        ("/".to_owned(), StatusCode::OK),
        ("/learn/rules/7".to_owned(), StatusCode::OK),
        (format!("/g/{id}"), StatusCode::OK),
        (format!("/g/{unknown}"), StatusCode::NOT_FOUND),
        ("/g/short".to_owned(), StatusCode::NOT_FOUND),
        ("/nowhere".to_owned(), StatusCode::NOT_FOUND),
        ("/learn/rules/23".to_owned(), StatusCode::NOT_FOUND),
    ] {
        let page = ada.get(&path).await;
        assert_eq!(page.status, status, "{path}");
        assert!(page.text.contains("<title>Detente</title>"), "{path}: {}", page.text);
    }
    // A browser that has the page already gets it again: 304 would say that it exists.
    let etag = ada.get("/").await.headers.get("etag").cloned();
    if let Some(etag) = etag {
        let again = ada.clone().with_header("if-none-match", etag.to_str().unwrap());
        assert_eq!(again.get("/nowhere").await.status, StatusCode::NOT_FOUND);
        assert!(!again.get("/nowhere").await.text.is_empty());
    }
}

#[tokio::test]
async fn lists_say_what_is_owed_how_long_a_turn_is_and_which_language_is_talked() {
    let server = TestServer::new();
    let ada = server.sign_up("Ada", "nl").await;
    let bots = ["hold"; 6];
    ada.create_game(json!({ "preset": "daily", "listed": true, "bots": bots, "join": true })).await;
    let own = ada.get("/api/me/games").await.json()["games"][0].clone();
    assert_eq!((&own["owed"], &own["needs_me"]), (&json!(["orders"]), &json!(true)));
    assert_eq!((&own["language"], &own["turn_seconds"]), (&json!("nl"), &json!(86_400)));
    assert!(own["centres"].as_u64().unwrap() >= 3);
    let listed = server.without_identity("en").get("/api/games").await.json()["games"][0].clone();
    assert_eq!((&listed["owed"], &listed["language"]), (&json!([]), &json!("nl")));
    assert_eq!(listed["centres"], Value::Null, "nothing about the players");

    let mut settings = ada.get("/api/presets").await.json()["presets"][1]["settings"].clone();
    assert_eq!(settings["language"], "nl", "the reader's language");
    settings["language"] = json!("Dutch");
    let refused = ada.post("/api/games", json!({ "preset": "daily", "settings": settings })).await;
    assert_eq!(refused.refusal_id(), "no_such_language");
}
