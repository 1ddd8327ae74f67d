//! The server is killed under load and loses nothing that it acknowledged.
//!
//! The long version: `cargo xtask kill --times 200`.

use std::path::Path;

use fault_injection::http::{HttpClient, RequestParts};
use fault_injection::service::{Folder, Service};
use fault_injection::{kill, setup};
use serde_json::json;
use store::{GameId, Games, Sqlite};

const PROGRAM: &str = env!("CARGO_BIN_EXE_detente");

#[test]
fn a_killed_server_has_everything_that_it_acknowledged() {
    let tally = kill::run(Path::new(PROGRAM), 5, 1901).unwrap();
    assert_eq!(tally.kills, 5);
    assert!(tally.acknowledged > 20, "too little was sent to learn anything: {tally:?}");
}

/// The file is read through a second connection as soon as the response is there. `store` asserts that a
/// commit waits for the disk, where it opens the connection.
#[test]
fn what_was_answered_is_in_the_file() {
    let folder = Folder::new("answered").unwrap();
    let service = Service::start(Path::new(PROGRAM), &folder, &[]).unwrap();
    let mut line = HttpClient::new(service.address);
    let people = setup::create_people(&mut line, "Player", 7).unwrap();
    let settings = setup::settings(&mut line, 3600).unwrap();
    let game = setup::create_game(&mut line, &settings, &people).unwrap();
    let id: GameId = game.parse().unwrap();
    let file = Sqlite::open_read_only(&folder.data()).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    for i in 0..20 {
        let text = format!("Hear number {i}");
        let body = json!({ "do": "announce", "text": text }).to_string();
        let with = RequestParts { cookie: &people[i % 7], idempotency_key: "", body: body.as_bytes() };
        let answer = line.request("POST", &format!("/api/games/{game}/commands"), with).unwrap();
        let version = answer.json().unwrap()["version"].as_u64().unwrap();
        let rows = runtime.block_on(file.events(id, version - 1, 1)).unwrap();
        assert_eq!(rows[0].version, version);
        assert!(rows[0].record.contains(&text), "{}", rows[0].record);
    }
}
