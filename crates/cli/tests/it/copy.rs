//! `detente store copy`: a host moves from a folder to PostgreSQL and back, and nothing changes.

use std::path::Path;
use std::process::Command;

use fault_injection::http::HttpClient;
use fault_injection::service::{Folder, Service};
use fault_injection::setup;
use serde_json::json;
use store::{KeyKind, KeyRow, Maintenance, People, PersonRow, Postgres, ReportRow, Restriction, Sqlite};
use test_postgres::{Durability, start_for_test};

const PROGRAM: &str = env!("CARGO_BIN_EXE_detente");

fn detente(args: &[&str]) -> (bool, String) {
    let output = Command::new(PROGRAM).arg("store").args(args).output().unwrap();
    (output.status.success(), String::from_utf8([output.stdout, output.stderr].concat()).unwrap())
}

fn block<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(work)
}

/// Data of a server, and at least one row of everything that can be stored.
fn fill_store(folder: &Folder) -> (String, Vec<String>) {
    let service = Service::start(Path::new(PROGRAM), folder, &[]).unwrap();
    let mut line = HttpClient::new(service.address);
    let people = setup::create_people(&mut line, "Player", 7).unwrap();
    let settings = setup::settings(&mut line, 3600).unwrap();
    setup::create_game(&mut line, &settings, &people[..6]).unwrap();
    let game = setup::create_game(&mut line, &settings, &people).unwrap();
    for i in 0..30 {
        let body = json!({ "do": "announce", "text": format!("Wörd {i}") });
        line.post(&format!("/api/games/{game}/commands"), &people[i % 7], &body).unwrap();
    }
    service.kill().unwrap();
    block(async {
        let store = Sqlite::open(&folder.data()).unwrap();
        for (id, handle) in [(u64::MAX, "far"), (5, "near")] {
            let row = PersonRow {
                id,
                handle: handle.to_owned(),
                name: "Ann".to_owned(),
                language: "fr".to_owned(),
                made: 1,
                last_seen: 2,
                passphrase: Some("hash".to_owned()),
                recovery: Some([handle.len() as u8; 32]),
            };
            assert!(store.add_person(row).await.unwrap());
        }
        let key = KeyRow {
            scope: store::Scope::Read,
            used: Some(3),
            hash: [7; 32],
            person: u64::MAX,
            kind: KeyKind::Program,
            label: "script".to_owned(),
            made: 3,
            expires: None,
        };
        assert!(store.add_key(key).await.unwrap());
        store.set_restriction(5, u64::MAX, Some(Restriction::Block)).await.unwrap();
        assert!(store.set_course_progress(5, r#"{"aim":3}"#).await.unwrap());
        for text in ["one", "two"] {
            let game = game.parse().ok();
            let report = ReportRow { at: 9, by: Some(5), about: Some(u64::MAX), game, text: text.to_owned() };
            store.add_report(report).await.unwrap();
        }
        store.close().await.unwrap();
    });
    (game, people)
}

#[test]
fn a_host_moves_to_postgres_and_back() {
    let Some(cluster) = start_for_test(Durability::Unsynced) else { return };
    let (folder, back) = (Folder::new("copy-from").unwrap(), Folder::new("copy-back").unwrap());
    let (game, people) = fill_store(&folder);
    let (data, back_data) = (folder.data().display().to_string(), back.data().display().to_string());
    let url = cluster.database().unwrap();

    let (well, there) = detente(&["copy", &data, &url]);
    assert!(well, "{there}");
    assert!(there.contains("9 people, 2 reports, 2 games"), "{there}");
    let (well, reported) = detente(&["copy", &data, &url]);
    assert!(!well && reported.contains("empty"), "{reported}");

    // The game continues there.
    // The address, with its password, comes from a file.
    let url_file = cluster.folder().join("database-url");
    std::fs::write(&url_file, format!("{url}\n")).unwrap();
    let url_file = url_file.to_str().unwrap();
    let more = ["--rate", "1000000", "--database-url-file", url_file];
    let service = Service::start(Path::new(PROGRAM), &back, &more).unwrap();
    let mut line = HttpClient::new(service.address);
    let heard = line.get(&format!("/api/games/{game}/messages"), &people[0]).unwrap();
    assert_eq!(heard["messages"].as_array().unwrap().len(), 30);
    let body = json!({ "do": "announce", "text": "Here now" });
    line.post(&format!("/api/games/{game}/commands"), &people[0], &body).unwrap();
    // A store in use cannot be copied.
    let (well, reported) = detente(&["copy", &url, &back_data]);
    assert!(!well && reported.contains("stop it first"), "{reported}");
    service.kill().unwrap();

    let (well, again) = detente(&["copy", &url, &back_data]);
    assert!(well, "{again}");
    let count =
        |said: &str| said.split(", ").last().unwrap().split(' ').next().unwrap().parse::<u64>().unwrap();
    assert_eq!(count(&again), count(&there) + 1, "{there} {again}");
    let (well, reported) = detente(&["check", "--data", &back_data]);
    assert!(well, "{reported}");
    let (well, reported) = detente(&["check", "--database-url-file", url_file]);
    assert!(!detente(&["check", "--database-url-file", "/nowhere"]).0);
    assert!(well && reported.contains("0 faults"), "{reported}");
}

#[test]
fn a_copy_that_differs_is_reported() {
    let Some(cluster) = start_for_test(Durability::Unsynced) else { return };
    let (folder, back) = (Folder::new("copy-differs").unwrap(), Folder::new("copy-differs-back").unwrap());
    fill_store(&folder);
    let url = cluster.database().unwrap();
    block(async { Postgres::open(&url).await.unwrap().close().await.unwrap() });
    // A database that changes what is written to it.
    let name = url.rsplit('/').next().unwrap();
    cluster
        .sql(
            name,
            "CREATE FUNCTION spoil() RETURNS trigger LANGUAGE plpgsql AS $$
             BEGIN IF NEW.version = 7 THEN NEW.record := NEW.record || ' '; END IF; RETURN NEW; END $$;
             CREATE TRIGGER spoil BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION spoil()",
        )
        .unwrap();
    let (well, reported) = detente(&["copy", &folder.data().display().to_string(), &url]);
    assert!(!well && reported.contains("differs at event 7"), "{reported}");
    let (well, reported) = detente(&["copy", "nowhere-at-all", &back.data().display().to_string()]);
    assert!(!well && reported.contains("there is no"), "{reported}");
}
