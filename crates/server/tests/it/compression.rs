//! Compression: large responses that are the same for everybody are compressed; games and people are not.
use crate::support;

use std::io::Read as _;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Request};
use serde_json::{Value, json};
use support::TestServer;
use tower::ServiceExt as _;

async fn ask(house: &TestServer, path: &str, packing: Option<&str>) -> (HeaderMap, Vec<u8>) {
    let mut request = Request::builder().uri(path);
    if let Some(packing) = packing {
        request = request.header("accept-encoding", packing);
    }
    let response = house.router.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    let headers = response.headers().clone();
    (headers, to_bytes(response.into_body(), 1 << 20).await.unwrap().to_vec())
}

#[tokio::test]
async fn the_board_and_the_examples_are_compressed() {
    let house = TestServer::new();
    for path in ["/api/board?language=nl", "/api/learn/sample?language=nl", "/api/presets?language=nl"] {
        let (headers, plain) = ask(&house, path, None).await;
        assert!(!headers.contains_key("content-encoding"), "{path}");
        let (headers, packed) = ask(&house, path, Some("br, gzip, deflate")).await;
        assert_eq!(headers["content-encoding"], "gzip", "{path}");
        assert_eq!(headers["vary"], "accept-encoding", "{path}");
        assert!(packed.len() * 2 < plain.len(), "{path}: {} of {}", packed.len(), plain.len());
        let mut unpacked = Vec::new();
        flate2::read::GzDecoder::new(packed.as_slice()).read_to_end(&mut unpacked).unwrap();
        let read = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).unwrap();
        assert_eq!(read(&unpacked), read(&plain), "{path}");
        // The second response comes from the cache.
        assert_eq!(ask(&house, path, Some("gzip")).await.1, packed, "{path}");
    }
}

#[tokio::test]
async fn a_game_is_not_compressed() {
    let house = TestServer::new();
    let ann = house.sign_up("Ann", "en").await;
    let bots = ["hold"; 6];
    let game = ann.create_game(json!({ "preset": "daily", "join": true, "bots": bots })).await;
    let (headers, _) = ask(&house, &format!("/api/games/{game}"), Some("gzip")).await;
    assert!(!headers.contains_key("content-encoding"));
}

#[tokio::test]
async fn a_refusal_is_not_compressed() {
    let house = TestServer::new();
    let (headers, body) = ask(&house, "/api/learn/rules/99", Some("gzip")).await;
    assert!(!headers.contains_key("content-encoding"));
    assert_eq!(serde_json::from_slice::<Value>(&body).unwrap()["id"], "not_found");
}
