//! The log has no secret, at any level: a whole story is played while everything is logged, and then searched.
use crate::support;

use std::fmt::{self, Write as _};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use serde_json::json;
use support::{TestServer, TestUser};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

static LOG: Mutex<String> = Mutex::new(String::new());
static NEXT_SPAN: AtomicU64 = AtomicU64::new(1);

/// Writes down everything that any crate logs.
struct LogEverything;

struct Fields<'a>(&'a mut String);

impl Visit for Fields<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let _ = write!(self.0, " {}={value:?}", field.name());
    }
}

impl Subscriber for LogEverything {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let mut log = LOG.lock().unwrap();
        span.record(&mut Fields(&mut log));
        log.push('\n');
        Id::from_u64(NEXT_SPAN.fetch_add(1, Ordering::Relaxed))
    }

    fn record(&self, _: &Id, values: &Record<'_>) {
        values.record(&mut Fields(&mut LOG.lock().unwrap()));
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        let mut log = LOG.lock().unwrap();
        event.record(&mut Fields(&mut log));
        log.push('\n');
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

#[tokio::test]
async fn no_secret_is_logged_at_any_level() {
    tracing::subscriber::set_global_default(LogEverything).unwrap();
    let house = TestServer::new();
    let ann = house.sign_up("Annlogname", "en").await;
    let mut secrets = vec!["Annlogname".to_owned()];
    secrets.push(ann.cookie.clone().unwrap().split_once('=').unwrap().1.to_owned());
    let link = ann.post("/api/me/link", json!({})).await.json()["url"].as_str().unwrap().to_owned();
    let token = link.rsplit('/').next().unwrap().to_owned();
    // Somebody opens the link, and the browser asks for the page.
    house.without_identity("en").get(&format!("/in/{token}")).await;
    house.without_identity("en").post("/api/me/sign-in", json!({ "with": "link", "token": token })).await;
    secrets.push(token);
    let code = ann.post("/api/me/recovery", json!({})).await.json()["code"].as_str().unwrap().to_owned();
    ann.post("/api/me/sign-in", json!({ "with": "recovery_code", "code": code })).await;
    secrets.push(code);
    let passphrase = json!({ "passphrase": "s3cret passphrase" });
    ann.send("PUT", "/api/me/passphrase", Some(&passphrase)).await;
    let handle = ann.get("/api/me").await.json()["handle"].clone();
    for guess in ["s3cret passphrase", "wr0ng passphrase"] {
        let way = json!({ "with": "passphrase", "handle": handle, "passphrase": guess });
        house.without_identity("en").post("/api/me/sign-in", way).await;
        secrets.push(guess.to_owned());
    }
    let program = ann.post("/api/me/tokens", json!({ "label": "t" })).await.json()["token"]
        .as_str()
        .unwrap()
        .to_owned();
    TestUser { cookie: None, ..ann.clone() }
        .with_header("authorization", &format!("Bearer {program}"))
        .get("/api/me/games")
        .await;
    secrets.push(program);
    let game = ann
        .create_game(json!({ "preset": "bots", "variant": "strait", "join": true, "bots": ["hold"] }))
        .await;
    for (path, body) in [
        ("orders", json!({ "text": "0rders of Ann" })),
        ("orders", json!({ "text": "0rders of Ann", "draft": true })),
        ("read", json!({ "text": "0rders of Ann" })),
        ("commands", json!({ "do": "announce", "text": "w0rds of Ann" })),
        // Refused bodies: the error would quote them.
        ("commands", json!({ "do": "w0rds of Ann" })),
        ("orders", json!({ "text": 7, "stance": "w0rds of Ann" })),
        ("reports", json!({ "text": "rep0rt of Ann", "seat": "rep0rt of Ann" })),
        ("reports", json!({ "text": "rep0rt of Ann" })),
    ] {
        ann.post(&format!("/api/games/{game}/{path}"), body).await;
    }
    secrets.extend(["0rders of Ann", "w0rds of Ann", "rep0rt of Ann"].map(str::to_owned));
    ann.post("/api/me/passphrase", json!({ "passphrase": { "s3cret passphrase": 1 } })).await;
    house.advance_time(20 * 86_400);
    house.tick().await;
    ann.send("DELETE", "/api/me", None).await;
    let log = LOG.lock().unwrap().clone();
    assert!(log.contains("/in/…") && log.contains("request body rejected"), "the log was written");
    for secret in secrets {
        let line = log.lines().find(|line| line.contains(&secret));
        assert_eq!(line, None, "the log has {secret:?}");
    }
}
