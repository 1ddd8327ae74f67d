//! Bots vote on the result of a game (J2): one person among bots cannot end it alone as it likes.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::support::{TestServer, TestUser};

/// Waits until all bots of a game have voted, and returns the open questions.
async fn after_the_bots_voted(ann: &TestUser, game: &str) -> Value {
    let live_game = ann.server.app.live_game(game.parse().unwrap()).await.unwrap();
    let mut changes = live_game.subscribe();
    while !live_game.game().votes_due_from_bots().is_empty() {
        changes.changed().await.unwrap();
    }
    ann.game(game).await["questions"].clone()
}

#[tokio::test]
async fn bots_refuse_a_draw_that_is_worth_less_to_them_than_going_on() {
    let house = TestServer::new();
    let ann = house.sign_up("Ann", "en").await;
    let new = json!({ "preset": "bots", "join": true, "bots": vec!["hold"; 6] });
    let game = ann.create_game(new).await;
    let everybody: Vec<usize> = (0..7).collect();
    ann.command(&game, json!({ "do": "propose", "motion": { "motion": "draw", "between": everybody } }))
        .await;
    let questions = after_the_bots_voted(&ann, &game).await;
    let question = &questions[0];
    assert_eq!((&question["needed"], &question["missing"]), (&json!(7), &json!(0)), "{question}");
    assert!(question["yes"].as_u64() < Some(7), "Russia begins with more than the others: {question}");
    assert_eq!(ann.game(&game).await["state"]["state"], "underway");
}

#[tokio::test]
async fn nobody_proposes_to_win() {
    let house = TestServer::new();
    let ann = house.sign_up("Ann", "en").await;
    let game = ann.create_game(json!({ "preset": "bots", "join": true, "bots": vec!["hold"; 6] })).await;
    let seat = ann.game(&game).await["viewer"]["seat"].clone();
    let own_win = json!({ "do": "propose", "motion": { "motion": "concede", "to": seat } });
    let refused = ann.post(&format!("/api/games/{game}/commands"), own_win).await;
    assert_eq!((refused.status, refused.refusal_id()), (StatusCode::FORBIDDEN, "not_a_voter".to_owned()));
}

#[tokio::test]
async fn people_stop_a_game_without_a_result_without_the_bots() {
    let house = TestServer::new();
    let ann = house.sign_up("Ann", "en").await;
    let game = ann.create_game(json!({ "preset": "bots", "join": true, "bots": vec!["hold"; 6] })).await;
    ann.command(&game, json!({ "do": "propose", "motion": { "motion": "abandon" } })).await;
    assert_eq!(ann.game(&game).await["state"]["ending"]["how"], "agreed");
}
