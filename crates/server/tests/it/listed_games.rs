//! The list of public games and its filters.
use crate::support;

use serde_json::json;
use support::TestServer;

#[tokio::test]
async fn filters_search_all_listed_games_and_the_language_of_the_answer_is_none() {
    let house = TestServer::new();
    let maker = house.sign_up("Grey", "en").await;
    let presets = maker.get("/api/presets").await.json();
    let settings = |preset: &str| {
        presets["presets"].as_array().unwrap().iter().find(|one| one["key"] == preset).unwrap()["settings"]
            .clone()
    };
    for (preset, title, language, press) in [
        ("daily", "Balkan nights", json!("en"), "full"),
        ("correspondence", "Quiet letters", json!("nl"), "full"),
        ("evening", "Friday evening", json!("de"), "public_only"),
        ("daily", "Anybody", json!(null), "none"),
    ] {
        let mut settings = settings(preset);
        settings["title"] = json!(title);
        settings["language"] = language;
        settings["press"] = json!(press);
        maker
            .create_game(json!({ "preset": preset, "settings": settings, "listed": true, "join": true }))
            .await;
    }
    let titles = async |query: &str| {
        let list = maker.get(&format!("/api/games?state=gathering{query}")).await.json();
        let mut titles: Vec<String> = list["games"]
            .as_array()
            .unwrap()
            .iter()
            .map(|game| game["title"].as_str().unwrap().to_owned())
            .collect();
        titles.sort_unstable();
        titles.join(", ")
    };
    let all = "Anybody, Balkan nights, Friday evening, Quiet letters";
    assert_eq!(titles("").await, all);
    // Every request of the pages names the language of the reader; it hides no game.
    assert_eq!(titles("&language=de").await, all);
    assert_eq!(titles("&talk_language=nl&language=de").await, "Anybody, Quiet letters");
    assert_eq!(titles("&press=public_only").await, "Friday evening");
    assert_eq!(titles("&turn_from=129601").await, "Quiet letters");
    assert_eq!(titles("&players=7&turn_to=10800").await, "Friday evening");
    assert_eq!(titles("&players=3").await, "");
}
