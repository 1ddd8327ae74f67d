//! Creates people and games over HTTP.

use serde_json::{Value, json};

use crate::http::HttpClient;

/// Creates people. Each has a seat in every game.
pub fn create_people(line: &mut HttpClient, name: &str, count: usize) -> anyhow::Result<Vec<String>> {
    (0..count).map(|i| line.create_person(&format!("{name} {i}"))).collect()
}

/// The settings of a preset, with phases of this many seconds.
pub fn settings(line: &mut HttpClient, seconds: u32) -> anyhow::Result<Value> {
    let presets = line.get("/api/presets", "")?;
    let daily =
        presets["presets"].as_array().and_then(|presets| presets.iter().find(|one| one["key"] == "daily"));
    let mut settings = daily.map_or(Value::Null, |preset| preset["settings"].clone());
    settings["press"] = json!("full");
    settings["absence"] = json!({ "grace": 0, "graces": 0, "then": "disorder" });
    settings["timetable"] =
        json!({ "first": seconds, "writing": seconds, "retreats": seconds, "adjustments": seconds });
    Ok(settings)
}

/// Creates a game for these people, with bots in the other seats.
pub fn create_game(line: &mut HttpClient, settings: &Value, people: &[String]) -> anyhow::Result<String> {
    let made = line.post("/api/games", &people[0], &json!({ "preset": "daily", "settings": settings }))?;
    let id = made["id"].as_str().unwrap_or_default().to_owned();
    let path = format!("/api/games/{id}/commands");
    for person in people {
        line.post(&path, person, &json!({ "do": "join" }))?;
    }
    let seats = settings["players"].as_u64().unwrap_or(7) as usize;
    for _ in people.len()..seats {
        line.post(&path, &people[0], &json!({ "do": "seat_bot", "bot": "novice" }))?;
    }
    Ok(id)
}
