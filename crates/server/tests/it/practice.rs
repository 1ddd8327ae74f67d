//! Practice puzzles over HTTP: the same for everybody, answered and explained in the reader's language.
use crate::support;

use axum::http::StatusCode;
use serde_json::{Value, json};
use support::{TestServer, TestUser};

async fn puzzle(guest: &TestUser, path: &str) -> Value {
    let answer = guest.get(&format!("/api/learn/{path}")).await;
    assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.text);
    answer.json()
}

async fn answer(guest: &TestUser, path: &str, body: Value) -> Value {
    let answer = guest.post(&format!("/api/learn/practice/{path}"), body).await;
    assert_eq!(answer.status, StatusCode::OK, "{path}: {}", answer.text);
    answer.json()
}

fn deeds(lines: &Value) -> Vec<Value> {
    lines.as_array().unwrap().iter().map(|line| line["deed"].clone()).collect()
}

#[tokio::test]
async fn a_puzzle_is_solved_with_its_key_and_with_nothing_else() {
    let anna = TestServer::new().sign_up("Anna", "en").await;
    for kind in ["take", "save", "hold"] {
        let path = format!("{kind}/1");
        let shown = puzzle(&anna, &format!("practice/{path}")).await;
        assert_eq!(shown["kind"], kind);
        assert!(!shown["options"]["units"].as_array().unwrap().is_empty(), "{kind}");
        let nothing = answer(&anna, &path, json!({ "deeds": [] })).await;
        assert_eq!(nothing["solved"], false, "{kind}");
        assert!(!nothing["given"][0]["ruled"][0]["sentence"].as_str().unwrap().is_empty());
        let solved = answer(&anna, &path, json!({ "deeds": deeds(&nothing["key"]) })).await;
        assert_eq!(solved["solved"], true, "{kind}");
    }
    for kind in ["cut", "fear"] {
        let path = format!("{kind}/1");
        let shown = puzzle(&anna, &format!("practice/{path}")).await;
        let everything = answer(&anna, &path, json!({ "places": shown["places"] })).await;
        assert_eq!(everything["solved"], false, "{kind}");
        let right = answer(&anna, &path, json!({ "places": everything["places"] })).await;
        assert_eq!(right["solved"], true, "{kind}");
        assert!(!right["explained"].as_array().unwrap().is_empty(), "{kind}");
    }
    let shown = puzzle(&anna, "practice/retreat/1").await;
    let from = shown["target"].clone();
    let lost = answer(&anna, "retreat/1", json!({ "deeds": [{ "order": "disband", "at": from }] })).await;
    assert_eq!(lost["solved"], false);
    let safe = lost["places"][0].clone();
    let kept = json!({ "deeds": [{ "order": "retreat", "at": from, "to": safe }] });
    assert_eq!(answer(&anna, "retreat/1", kept).await["solved"], true);
}

#[tokio::test]
async fn everybody_has_the_same_puzzle_of_the_day_without_a_name() {
    let server = TestServer::new();
    let (anna, bert) = (server.sign_up("Anna", "en").await, server.sign_up("Bert", "nl").await);
    let (hers, his) = (puzzle(&anna, "daily/2026-11-18").await, puzzle(&bert, "daily/2026-11-18").await);
    assert_eq!(hers["position"], his["position"]);
    assert_eq!((&hers["kind"], &hers["number"]), (&his["kind"], &his["number"]));
    assert_ne!(hers["title"], his["title"], "in the reader's language");
    let path = format!("practice/{}/{}", hers["kind"].as_str().unwrap(), hers["number"]);
    assert_eq!(puzzle(&anna, &path).await, hers);
}

#[tokio::test]
async fn what_is_no_puzzle_is_refused() {
    let anna = TestServer::new().sign_up("Anna", "en").await;
    for path in
        ["practice/chess/1", "practice/take/-1", "practice/take/4000000000", "practice/take/1000000001"]
    {
        assert_eq!(anna.get(&format!("/api/learn/{path}")).await.refusal_id(), "not_found", "{path}");
    }
    assert_eq!(anna.get("/api/learn/daily/2026-02-30").await.refusal_id(), "not_found");
    let many = json!({ "places": vec!["par"; 201] });
    assert_eq!(anna.post("/api/learn/practice/cut/1", many).await.refusal_id(), "too_many_entries");
    let nowhere = json!({ "places": ["atlantis"] });
    let refused = anna.post("/api/learn/practice/cut/1", nowhere).await;
    assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", refused.text);
}
