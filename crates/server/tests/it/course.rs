//! The course and its examples, and hints in games against easy bots.
use crate::support;

use axum::http::StatusCode;
use serde_json::{Value, json};
use support::TestServer;

#[tokio::test]
async fn an_example_is_judged_with_the_orders_of_the_learner() {
    let anna = TestServer::new().sign_up("Anna", "en").await;
    let path = "/api/learn/examples/D8/try";
    let attack = json!({ "order": "move", "at": "mar", "to": "bur" });
    let support = json!({ "order": "support_move", "at": "gas", "from": "mar", "to": "bur" });
    let ask = async |deeds: Value| {
        let answer = anna.post(path, json!({ "power": "france", "deeds": deeds })).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        let record = answer.json();
        let marseilles = record["ruled"].as_array().unwrap().iter().find(|one| one["at"] == "mar").unwrap();
        (marseilles["outcome"].clone(), marseilles["sentence"].as_str().unwrap().to_owned())
    };
    let (outcome, sentence) = ask(json!([attack])).await;
    assert_eq!(outcome, "fails", "one against one");
    assert!(!sentence.is_empty());
    assert_eq!(ask(json!([attack, support])).await.0, "succeeds", "two against one");
    // Orders for others do not count.
    let german = json!({ "order": "move", "at": "bur", "to": "mun" });
    assert_eq!(ask(json!([attack, german])).await.0, "fails");
}

#[tokio::test]
async fn what_is_not_there_or_too_much_is_refused() {
    let anna = TestServer::new().sign_up("Anna", "en").await;
    let body = json!({ "deeds": [] });
    assert_eq!(anna.post("/api/learn/examples/D99/try", body).await.refusal_id(), "not_found");
    let later = json!({ "phase": 7, "deeds": [] });
    assert_eq!(anna.post("/api/learn/examples/D8/try", later).await.refusal_id(), "not_found");
    let nobody = json!({ "power": "atlantis", "deeds": [] });
    assert_eq!(anna.post("/api/learn/examples/D8/try", nobody).await.refusal_id(), "no_such_power");
    let many = json!({ "deeds": vec![json!({ "order": "hold", "at": "bur" }); 201] });
    assert_eq!(anna.post("/api/learn/examples/D8/try", many).await.refusal_id(), "too_many_entries");
    assert_eq!(anna.get("/api/learn/course/nothing").await.refusal_id(), "not_found");
}

#[tokio::test]
async fn progress_in_the_course_is_the_same_on_all_devices() {
    let house = TestServer::new();
    let (anna, bert) = (house.sign_up("Anna", "en").await, house.sign_up("Bert", "en").await);
    let add = async |person: &support::TestUser, lessons: Value| {
        let answer = person.post("/api/me/course", json!({ "lessons": lessons })).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        answer.json()["lessons"].clone()
    };
    assert_eq!(add(&anna, json!({ "aim": 1, "units": 2 })).await, json!({ "aim": 1, "units": 2 }));
    // Another device has done more of one lesson and less of the other.
    assert_eq!(add(&anna, json!({ "aim": 2, "units": 1 })).await, json!({ "aim": 2, "units": 2 }));
    assert_eq!(add(&bert, json!({})).await, json!({}), "everybody has their own");
    let steps = anna.get("/api/learn/course/aim").await.json()["steps"].as_array().unwrap().len();
    let much = json!({ "aim": 1_000_000, "no such lesson": 3 });
    assert_eq!(add(&anna, much).await, json!({ "aim": steps, "units": 2 }));
    assert_eq!(anna.get("/api/me/data").await.json()["account"]["course"]["units"], 2);
    let bad = json!({ "lessons": { "aim": -1 } });
    assert_eq!(anna.post("/api/me/course", bad).await.status, StatusCode::BAD_REQUEST);
    let body = json!({ "lessons": {} });
    assert_eq!(
        house.without_identity("en").post("/api/me/course", body).await.status,
        StatusCode::UNAUTHORIZED
    );
    assert_eq!(anna.send("DELETE", "/api/me", None).await.status, StatusCode::NO_CONTENT);
}

#[tokio::test]
async fn every_lesson_and_every_answer_of_the_reference_can_be_read() {
    let anna = TestServer::new().sign_up("Anna", "fr").await;
    let lessons = anna.get("/api/learn/course").await.json();
    for lesson in lessons.as_array().unwrap() {
        let key = lesson["key"].as_str().unwrap();
        let shown = anna.get(&format!("/api/learn/course/{key}")).await.json();
        assert_eq!(
            shown["steps"].as_array().unwrap().len() as u64,
            lesson["steps"].as_u64().unwrap(),
            "{key}"
        );
    }
    let reference = anna.get("/api/learn/reference").await.json();
    let entries = reference.as_array().unwrap();
    assert!(entries.len() > 150, "{}", entries.len());
    assert!(entries.iter().all(|entry| !entry["text"].as_str().unwrap().is_empty()));
    for entry in entries.iter().filter(|entry| !entry["example"].is_null()) {
        let id = entry["example"].as_str().unwrap();
        let answer = anna.get(&format!("/api/learn/examples/{id}")).await;
        assert_eq!(answer.status, StatusCode::OK, "{id}");
    }
}

#[tokio::test]
async fn hints_are_given_against_easy_bots_only() {
    let anna = TestServer::new().sign_up("Anna", "en").await;
    let start = async |bots: [&str; 6]| {
        let game = json!({ "preset": "bots", "join": true, "power": "turkey", "bots": bots });
        let made = anna.post("/api/games", game).await;
        assert!(made.status.is_success(), "{}", made.text);
        made.json()["id"].as_str().unwrap().to_owned()
    };
    let easy = start(["novice", "novice", "novice", "novice", "novice", "amateur"]).await;
    let hint = anna.post(&format!("/api/games/{easy}/hint"), json!({})).await;
    assert_eq!(hint.status, StatusCode::OK, "{}", hint.text);
    let hint = hint.json();
    let lines = hint["lines"].as_array().unwrap();
    assert_eq!((hint["phase"].as_str().unwrap(), lines.len()), ("S1901M", 3), "one order for each unit");
    assert!(lines.iter().all(|line| line["reason"].is_string() && line["long"].is_string()));
    let hard = start(["novice", "novice", "novice", "novice", "novice", "strong"]).await;
    let refused = anna.post(&format!("/api/games/{hard}/hint"), json!({})).await;
    assert_eq!(refused.refusal_id(), "no_hints");
}
