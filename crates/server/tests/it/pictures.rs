//! Pictures over HTTP: QR codes.
use crate::support;

use std::collections::BTreeSet;

use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use serde_json::json;
use support::TestServer;
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
