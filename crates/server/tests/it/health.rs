//! Health checks, metrics, the status page and request ids.
use crate::support;

use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode};
use serde_json::json;
use support::TestServer;
use tower::ServiceExt;

async fn ask(router: &Router, path: &str, header: (&str, &str)) -> (StatusCode, String, String) {
    let request = Request::builder().uri(path).header(header.0, header.1).body(Body::empty()).unwrap();
    let response = router.clone().oneshot(request).await.unwrap();
    let status = response.status();
    let id = response.headers().get("x-request-id").map_or("", |id| id.to_str().unwrap()).to_owned();
    let bytes = axum::body::to_bytes(response.into_body(), 1_000_000).await.unwrap();
    (status, String::from_utf8(bytes.to_vec()).unwrap(), id)
}

#[tokio::test]
async fn a_node_is_ready_until_shutdown() {
    let house = TestServer::new();
    let plain = ("accept", "*/*");
    assert_eq!(ask(&house.router, "/health", plain).await.0, StatusCode::OK);
    assert_eq!(ask(&house.router, "/ready", plain).await.0, StatusCode::OK);
    house.app.start_shutdown();
    let (status, text, _) = ask(&house.router, "/ready", plain).await;
    assert_eq!((status, text.as_str()), (StatusCode::SERVICE_UNAVAILABLE, "leaving\n"));
    assert_eq!(ask(&house.router, "/health", plain).await.0, StatusCode::OK, "it is still alive");
    // A store that does not answer is reported too.
    let house = TestServer::new();
    house.app.store.close().await.unwrap();
    let (status, text, _) = ask(&house.router, "/ready", plain).await;
    assert_eq!((status, text.as_str()), (StatusCode::SERVICE_UNAVAILABLE, "the store does not answer\n"));
}

/// The disk is full: requests that write are refused with a sentence, others work, the node is not ready and
/// says why, and it recovers by itself.
#[tokio::test]
async fn a_node_with_a_full_disk_says_so_and_recovers() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("full-disk");
    let _ = std::fs::remove_dir_all(&folder);
    let store = Arc::new(store::Sqlite::open(&folder).unwrap());
    let house = TestServer::on(store.clone());
    let desk = server::admin_router(Arc::clone(&house.app));
    let plain = ("accept", "*/*");
    let guest = house.sign_up("Ann", "en").await;
    let game = guest.create_game(json!({ "preset": "daily" })).await;
    store.set_max_pages(0).await.unwrap();
    let mut refused = None;
    for _ in 0..50 {
        let body = json!({ "preset": "daily", "title": "x".repeat(80) });
        let answer = guest.post("/api/games", body).await;
        if !answer.status.is_success() {
            refused = Some(answer);
            break;
        }
    }
    let refused = refused.expect("there is no room for fifty games");
    assert_eq!(
        (refused.status, refused.refusal_id().as_str()),
        (StatusCode::INSUFFICIENT_STORAGE, "store_full")
    );
    assert!(refused.json()["message"].as_str().unwrap().contains("disk is full"), "{}", refused.text);
    assert_eq!(guest.game(&game).await["version"], 0, "reading goes on");
    let (status, text, _) = ask(&house.router, "/ready", plain).await;
    assert_eq!((status, text.as_str()), (StatusCode::SERVICE_UNAVAILABLE, "the disk is full\n"));
    let (_, figures, _) = ask(&desk, "/metrics", plain).await;
    assert!(figures.contains("\ndetente_store_full_total 1\n"), "{figures}");
    assert!(figures.contains("\ndetente_ready 0\n"), "{figures}");
    assert!(ask(&desk, "/?language=nl", plain).await.1.contains("de schijf is vol"));
    assert_eq!(ask(&house.router, "/health", plain).await.0, StatusCode::OK);

    store.set_max_pages(1_000_000).await.unwrap();
    assert_eq!(ask(&house.router, "/ready", plain).await.0, StatusCode::OK);
    guest.command(&game, json!({ "do": "join" })).await;
    assert!(ask(&desk, "/metrics", plain).await.1.contains("\ndetente_ready 1\n"));
    house.app.store.close().await.unwrap();
}

#[tokio::test]
async fn metrics_count_and_are_not_public() {
    let house = TestServer::new();
    let guest = house.sign_up("Ann", "en").await;
    let game = guest.create_game(json!({ "preset": "daily" })).await;
    guest.command(&game, json!({ "do": "join" })).await;
    guest.get("/api/games/0000000000000000").await;
    let desk = server::admin_router(Arc::clone(&house.app));
    let (_, figures, _) = ask(&desk, "/metrics", ("accept", "*/*")).await;
    for line in [
        "detente_answers_total{status=\"4xx\"} 1",
        "detente_append_seconds_count 1",
        "detente_rooms 1",
        "detente_ready 1",
    ] {
        assert!(figures.lines().any(|found| found == line), "{line} is not in\n{figures}");
    }
    let (_, public, _) = ask(&house.router, "/metrics", ("accept", "*/*")).await;
    assert!(!public.contains("detente_answers_total"), "{public}");
}

#[tokio::test]
async fn the_status_page_speaks_five_languages() {
    let house = TestServer::new();
    let guest = house.sign_up("Ann", "en").await;
    guest.create_game(json!({ "preset": "daily" })).await;
    let desk = server::admin_router(Arc::clone(&house.app));
    let mut titles = std::collections::BTreeSet::new();
    for language in ["en", "nl", "fr", "es", "de"] {
        let (status, page, _) = ask(&desk, "/", ("accept-language", language)).await;
        assert_eq!(status, StatusCode::OK);
        assert!(page.contains(&format!("<html lang={language}>")), "{page}");
        // A missing phrase would be shown as its key, with an underscore.
        assert!(!page.contains('_'), "{page}");
        let title = page.split("<h1>").nth(1).unwrap().split('<').next().unwrap();
        titles.insert(title.to_owned());
        assert!(!page.contains("Ann"), "the status page names no person");
    }
    assert_eq!(titles.len(), 5, "{titles:?}");
    let (_, page, _) = ask(&desk, "/?language=en", ("accept", "*/*")).await;
    assert!(page.contains("Games that look for players<td>1"), "{page}");
    assert!(page.contains("State of this node<td>ready"), "{page}");
}

#[tokio::test]
async fn every_request_has_an_id() {
    let house = TestServer::new();
    let (.., id) = ask(&house.router, "/api/presets", ("x-request-id", "proxy-17.a")).await;
    assert_eq!(id, "proxy-17.a");
    for odd in ["", "with blanks", "<script>", &"x".repeat(65)] {
        let (.., id) = ask(&house.router, "/api/presets", ("x-request-id", odd)).await;
        assert!(id.len() == 16 && id != odd, "{odd} gave {id}");
    }
    let (.., one) = ask(&house.router, "/health", ("accept", "*/*")).await;
    let (.., other) = ask(&house.router, "/health", ("accept", "*/*")).await;
    assert_ne!(one, other);
}
