//! People own their data: they can have all of it, and nothing that names them stays when they are deleted.
use crate::support;

use std::sync::Arc;

use axum::http::StatusCode;
use serde_json::{Value, json};
use store::{Maintenance, Sqlite, Store};
use support::{TestServer, TestUser};

const NAME: &str = "Zenobia Uniquename";
const OLD_NAME: &str = "Quintilla Formername";

/// A person who has done everything that leaves a trace, and others who saw it.
async fn busy_person(house: &TestServer) -> (TestUser, Vec<TestUser>, Vec<String>) {
    let person = house.sign_up(OLD_NAME, "en").await;
    let mut others = Vec::new();
    for i in 0..7 {
        others.push(house.sign_up(&format!("Other {i}"), "en").await);
    }
    // The title of a preset has the name of its maker.
    let mut games =
        vec![person.create_game(json!({ "preset": "daily", "join": true, "listed": true })).await];
    person.post("/api/me", json!({ "name": NAME })).await;
    games.push(person.create_game(json!({ "preset": "bots", "join": true, "bots": vec!["hold"; 6] })).await);
    // A game that the person withdrew from before it started.
    let withdrawn = others[0].create_game(json!({ "preset": "daily", "join": true, "listed": true })).await;
    person.command(&withdrawn, json!({ "do": "join" })).await;
    person.command(&withdrawn, json!({ "do": "leave" })).await;
    games.push(withdrawn);
    // One that the person left while it was played, and one that is over.
    for ending in ["leave", "play"] {
        let game =
            others[1].create_game(json!({ "preset": "daily", "join": true, "bots": vec!["hold"; 4] })).await;
        person.command(&game, json!({ "do": "join" })).await;
        others[2].command(&game, json!({ "do": "join" })).await;
        person.command(&game, json!({ "do": "announce", "text": "words of somebody" })).await;
        person.orders(&game, json!({ "deeds": [], "stance": "waiting" })).await;
        person
            .command(&game, json!({ "do": "keep_sketch", "slot": 0, "sketch": { "caption": "plan" } }))
            .await;
        if ending == "leave" {
            person.command(&game, json!({ "do": "leave" })).await;
        }
        games.push(game);
    }
    // A seat that the person took over.
    let taken =
        others[3].create_game(json!({ "preset": "daily", "join": true, "bots": vec!["hold"; 5] })).await;
    others[4].command(&taken, json!({ "do": "join" })).await;
    let handle = person.get("/api/me").await.json()["handle"].clone();
    others[4].command(&taken, json!({ "do": "offer", "to": handle })).await;
    let seat = others[4].game(&taken).await["viewer"]["seat"].clone();
    person.command(&taken, json!({ "do": "take", "seat": seat })).await;
    games.push(taken.clone());
    let other = others[3].game(&taken).await["viewer"]["seat"].clone();
    let shun = format!("/api/games/{taken}/seats/{other}/shun");
    person.send("PUT", &shun, Some(&json!({ "shun": "mute" }))).await;
    person.post(&format!("/api/games/{taken}/reports"), json!({ "seat": other, "text": "a report" })).await;
    person.post("/api/me/tokens", json!({ "label": "my program" })).await;
    person.post("/api/me/recovery", json!({})).await;
    person.post("/api/me/link", json!({})).await;
    let passphrase = json!({ "passphrase": "correct horse battery" });
    person.send("PUT", "/api/me/passphrase", Some(&passphrase)).await;
    (person, others, games)
}

/// Everything in a store, as text.
async fn whole_store(store: &dyn Store) -> String {
    let mut all = String::new();
    for person in store.people_after(None, 1000).await.unwrap() {
        let keys = store.keys_of(person.id).await.unwrap();
        let restrictions = store.restrictions(person.id).await.unwrap();
        let in_games = store.game_restrictions(person.id).await.unwrap();
        let notices = store.notices_of(person.id).await.unwrap();
        let course = store.course_progress(person.id).await.unwrap();
        all += &format!("{person:?}{keys:?}{restrictions:?}{in_games:?}{notices:?}{course:?}");
    }
    all += &format!("{:?}", store.reports_after(0, 1000).await.unwrap());
    all += &format!("{:?}", store.audit_after(0, 1000).await.unwrap());
    for (_, id) in store.games_after(0, 1000).await.unwrap() {
        let row = store.game(id).await.unwrap().unwrap();
        let events = store.events(id, 0, 10_000).await.unwrap();
        all += &format!("{row:?}{events:?}{:?}", store.game_internals(id).await.unwrap());
    }
    all
}

/// Everything that can be had of a game as a file.
const EXPORTS: &[&str] =
    &["/export/python", "/export/log", "/picture.svg", "/report.txt", "/film.html?width=200"];

/// Everything that others can read or export.
async fn seen_by_others(others: &[TestUser], games: &[String]) -> String {
    let mut all = String::new();
    for other in others {
        for path in ["/api/games", "/api/me/games", "/api/me/data", "/api/me/notices"] {
            all += &other.get(path).await.text;
        }
        for game in games {
            for path in EXPORTS.iter().chain(&["", "/records", "/messages", "/options"]) {
                all += &other.get(&format!("/api/games/{game}{path}")).await.text;
            }
        }
    }
    all
}

#[tokio::test]
async fn a_deleted_person_is_named_nowhere() {
    let house = TestServer::new();
    let (person, others, games) = busy_person(&house).await;
    let before = whole_store(&*house.app.store).await + &seen_by_others(&others, &games).await;
    assert!(before.contains(NAME) && before.contains(OLD_NAME), "the search works");
    assert_eq!(person.send("DELETE", "/api/me", None).await.status, StatusCode::NO_CONTENT);
    let stored = whole_store(&*house.app.store).await;
    let seen = seen_by_others(&others, &games).await;
    for (what, text) in [("store", &stored), ("answers", &seen)] {
        for name in [NAME, OLD_NAME, "Uniquename", "Formername"] {
            let near = text
                .find(name)
                .map(|at| text[at.saturating_sub(200)..].chars().take(300).collect::<String>());
            assert_eq!(near, None, "{name} is still in the {what}");
        }
    }
    // Nothing that was rewritten counts as damage, and every game still opens.
    assert!(house.app.store.check().await.unwrap().is_empty());
    let again = TestServer::on(house.app.store.clone());
    for game in &games {
        let other = TestUser { server: again.clone(), ..others[0].clone() };
        assert_eq!(other.get(&format!("/api/games/{game}")).await.status, StatusCode::OK);
    }
}

/// Neither the bytes of the database and its log, nor a backup that is made afterwards.
#[tokio::test]
async fn no_file_of_the_store_names_a_deleted_person() {
    let folder = support::stores::folder();
    let store = Arc::new(Sqlite::open(&folder).unwrap());
    let house = TestServer::on(store.clone());
    let (person, ..) = busy_person(&house).await;
    let named = |bytes: &[u8]| {
        let is_there = |name: &&str| bytes.windows(name.len()).any(|part| part == name.as_bytes());
        ["Uniquename", "Formername"].into_iter().find(is_there)
    };
    let files = || -> Vec<u8> {
        let files = std::fs::read_dir(&folder).unwrap();
        files.flat_map(|file| std::fs::read(file.unwrap().path()).unwrap()).collect()
    };
    assert!(named(&files()).is_some(), "the search works");
    assert_eq!(person.send("DELETE", "/api/me", None).await.status, StatusCode::NO_CONTENT);
    assert_eq!(named(&files()), None, "the files");
    let backup = folder.join("backup.sqlite");
    store::backup(&folder, &backup).unwrap();
    assert_eq!(named(&std::fs::read(&backup).unwrap()), None, "the backup");
    assert!(store.check().await.unwrap().is_empty());
    store.close().await.unwrap();
    assert_eq!(named(&files()), None, "the files of a server that was stopped");
}

#[tokio::test]
async fn ones_own_data_is_one_file() {
    let house = TestServer::new();
    let (person, _, games) = busy_person(&house).await;
    let answer = person.get("/api/me/data").await;
    assert_eq!(answer.headers["content-disposition"], "attachment; filename=\"detente-my-data.json\"");
    let data = answer.json();
    let account = &data["account"];
    assert_eq!(account["name"], NAME);
    assert_eq!(account["has_passphrase"], true);
    assert_eq!(account["reports"][0]["text"], "a report");
    assert_eq!(account["restrictions"][0]["restriction"], "mute");
    let kinds: Vec<&Value> = account["devices"].as_array().unwrap().iter().map(|one| &one["kind"]).collect();
    assert!(kinds.contains(&&json!("program")) && kinds.contains(&&json!("browser")), "{kinds:?}");
    let listed: Vec<&str> =
        data["games"].as_array().unwrap().iter().map(|one| one["id"].as_str().unwrap()).collect();
    assert!(listed.contains(&games[1].as_str()), "{listed:?}");
    assert!(answer.text.contains("words of somebody"), "with the own messages");
    for secret in ["correct horse", "$argon2"] {
        assert!(!answer.text.contains(secret), "{secret}");
    }
    assert_eq!(house.without_identity("en").get("/api/me/data").await.status, StatusCode::UNAUTHORIZED);
}

/// While somebody reads the store, for example for a backup, deleted data cannot be removed from its log. Every try
/// makes writers wait, so many deletions must not try many times.
#[tokio::test]
async fn one_task_waits_to_remove_deleted_data_for_everybody() {
    let folder = support::stores::folder();
    let house = TestServer::on(Arc::new(Sqlite::open(&folder).unwrap()));
    let mut people = Vec::new();
    for i in 0..4 {
        people.push(house.sign_up(&format!("Leaver {i}"), "en").await);
    }
    let reader = rusqlite::Connection::open(folder.join(store::DATABASE_FILE)).unwrap();
    reader.execute_batch("BEGIN; SELECT count(*) FROM people;").unwrap();
    // Each task holds the app.
    let before = Arc::strong_count(&house.app);
    for person in &people {
        assert_eq!(person.send("DELETE", "/api/me", None).await.status, StatusCode::NO_CONTENT);
        assert_eq!(Arc::strong_count(&house.app), before + 1);
    }
}
