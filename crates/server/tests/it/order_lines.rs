//! Which lines of an order sheet are accepted, as text and as a list.

use serde_json::{Value, json};

use crate::support::{TestServer, TestUser, game_of_seven, player_of};

/// A new game and the player of Austria.
async fn austria() -> (String, TestUser) {
    let (game, people) = game_of_seven(&TestServer::new()).await;
    let austria = player_of(&people, &game, "austria").await.clone();
    (game, austria)
}

async fn sheet(guest: &TestUser, game: &str) -> Value {
    guest.game(game).await["desk"]["sheet"].clone()
}

fn problems(answer: &Value) -> Vec<(u64, &str)> {
    let lines = answer["lines"].as_array().unwrap().iter();
    let refused = lines.filter(|line| line["result"] == "refused");
    refused.map(|line| (line["line"].as_u64().unwrap(), line["problem"].as_str().unwrap())).collect()
}

/// E4: two different orders to one unit are ambiguous and neither counts; the same order twice counts once.
#[tokio::test]
async fn text_and_list_refuse_the_same_lines_and_accept_the_rest() {
    let (game, austria) = austria().await;
    let text = "A Vie - Gal\nA Bud - Ser\nA Vie - Boh\nA Bud - Ser\nF Lon - Nth";
    let list = json!([
        { "order": "move", "at": "vie", "to": "gal" },
        { "order": "move", "at": "bud", "to": "ser" },
        { "order": "move", "at": "vie", "to": "boh" },
        { "order": "move", "at": "bud", "to": "ser" },
        { "order": "move", "at": "lon", "to": "nth" },
    ]);
    let mut sheets = Vec::new();
    for body in [json!({ "text": text }), json!({ "deeds": list })] {
        let done = austria.orders(&game, body.clone()).await;
        assert_eq!(done["taken"], true, "{done}");
        assert_eq!(problems(&done), [(1, "two_orders"), (3, "two_orders"), (5, "no_such_unit")], "{body}");
        let sentences = done["lines"].as_array().unwrap().iter().filter(|line| line["result"] == "refused");
        assert!(sentences.into_iter().all(|line| !line["message"].as_str().unwrap().is_empty()), "{done}");
        sheets.push(sheet(&austria, &game).await);
    }
    assert_eq!(sheets[0], sheets[1]);
    assert_eq!(sheets[0].as_array().unwrap().len(), 1, "only Budapest has an order: {}", sheets[0]);
}

/// An empty sheet has an effect: dislodged units disband. So a sheet of refused lines is not submitted.
#[tokio::test]
async fn a_sheet_with_only_refused_lines_changes_nothing() {
    let (game, austria) = austria().await;
    austria.orders(&game, json!({ "text": "A Vie - Gal" })).await;
    let before = sheet(&austria, &game).await;
    let wrong_phase =
        json!([{ "order": "retreat", "at": "vie", "to": "boh" }, { "order": "waive", "power": "austria" }]);
    for body in
        [json!({ "deeds": wrong_phase }), json!({ "text": "A Vie R Boh\nwaive" }), json!({ "text": "hello" })]
    {
        let done = austria.orders(&game, body.clone()).await;
        assert_eq!(done["taken"], false, "{body}: {done}");
        assert!(!problems(&done).is_empty(), "{body}: {done}");
    }
    assert_eq!(sheet(&austria, &game).await, before);
    // An empty list is a valid sheet: all units hold.
    assert_eq!(austria.orders(&game, json!({ "deeds": [] })).await["taken"], true);
    assert_eq!(sheet(&austria, &game).await, json!([]));
}

#[tokio::test]
async fn orders_for_another_phase_are_refused_in_every_form() {
    let (game, austria) = austria().await;
    let orders = format!("/api/games/{game}/orders");
    for date in ["F1901M", "S1902M", "S1901R", "spring"] {
        for sheet in
            [json!({ "text": "A Vie - Gal" }), json!({ "deeds": [{ "order": "hold", "at": "vie" }] })]
        {
            for draft in [true, false] {
                let mut body = sheet.clone();
                body["phase"] = json!(date);
                body["draft"] = json!(draft);
                let answer = austria.post(&orders, body).await;
                assert_eq!(
                    (answer.status.as_u16(), answer.refusal_id()),
                    (409, "wrong_paper".to_owned()),
                    "{date}"
                );
            }
        }
    }
}
