//! Several servers on one PostgreSQL: changes reach the other servers, nothing is lost or doubled when
//! servers or the database are killed, a broken connection is reported, and a rolling restart goes unnoticed.
//!
//! The long version: `cargo xtask nodes`.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use fault_injection::http::{HttpClient, RequestParts};
use fault_injection::nodes::{Nodes, Plan, run};
use fault_injection::proxy::Proxy;
use fault_injection::{event_listener, rolling_restart, setup};
use serde_json::json;
use test_postgres::{Durability, start_for_test};

const PROGRAM: &str = env!("CARGO_BIN_EXE_detente");

#[test]
fn three_nodes_share_their_games() {
    let Some(cluster) = start_for_test(Durability::Unsynced) else { return };
    let fleet = Nodes::start(Path::new(PROGRAM), &cluster.database().unwrap(), 3, &[]).unwrap();
    changes_reach_other_nodes(&fleet);
    a_deadline_is_judged_once(&fleet);
    fleet.check_logs().unwrap();
}

/// A message is sent to one node, and the others announce and show it at once: clients may use any node.
fn changes_reach_other_nodes(fleet: &Nodes) {
    let addresses = fleet.addresses();
    let mut lines: Vec<HttpClient> = addresses.iter().map(|address| HttpClient::new(*address)).collect();
    let people = setup::create_people(&mut lines[0], "Player", 7).unwrap();
    let settings = setup::settings(&mut lines[1], 3600).unwrap();
    let game = setup::create_game(&mut lines[2], &settings, &people).unwrap();
    let ears: Vec<_> = addresses[1..]
        .iter()
        .map(|address| event_listener::listen(*address, &game, &people[1]).unwrap())
        .collect();
    let mut delays = Vec::new();
    for i in 0..20 {
        let body = json!({ "do": "announce", "text": format!("Word {i}") });
        let done = lines[0].post(&format!("/api/games/{game}/commands"), &people[0], &body).unwrap();
        let (version, asked) = (done["version"].as_u64().unwrap(), Instant::now());
        let there = lines[1 + i % 2].get(&format!("/api/games/{game}/messages"), &people[1]).unwrap();
        assert_eq!(there["messages"].as_array().unwrap().len(), i + 1, "read at another node at once");
        for ear in &ears {
            delays.push(event_listener::arrival_time(ear, version).unwrap().saturating_duration_since(asked));
        }
    }
    delays.sort();
    // Without notices between nodes this would take up to two seconds. `cargo xtask nodes` measures it on a
    // quiet machine.
    assert!(delays[delays.len() / 2] < Duration::from_millis(500), "{delays:?}");
}

/// Nobody is ready, so the clocks of all three nodes try to close the phase.
fn a_deadline_is_judged_once(fleet: &Nodes) {
    let mut line = HttpClient::new(fleet.addresses()[0]);
    let people = setup::create_people(&mut line, "Late", 7).unwrap();
    let settings = setup::settings(&mut line, 1).unwrap();
    let until = Instant::now() + Duration::from_secs(60);
    for _ in 0..3 {
        let game = setup::create_game(&mut line, &settings, &people).unwrap();
        loop {
            // A game that everybody has left would end. This player writes orders and is never ready.
            let body = json!({ "deeds": [], "stance": "undecided" }).to_string();
            let with = RequestParts { cookie: &people[0], idempotency_key: "", body: body.as_bytes() };
            line.request("POST", &format!("/api/games/{game}/orders"), with).unwrap();
            let records = line.get(&format!("/api/games/{game}/records"), &people[0]).unwrap();
            let records = records["records"].as_array().unwrap().clone();
            let mut phases: Vec<String> = records.iter().map(|record| record["phase"].to_string()).collect();
            let count = phases.len();
            phases.sort();
            phases.dedup();
            assert_eq!(phases.len(), count, "a phase was judged twice");
            if count >= 3 {
                break;
            }
            assert!(Instant::now() < until, "only {count} phases were judged");
            std::thread::sleep(Duration::from_millis(50));
        }
    }
}

#[test]
fn killed_nodes_and_databases_lose_nothing() {
    if start_for_test(Durability::Unsynced).is_none() {
        return;
    }
    let tally = run(Path::new(PROGRAM), Plan { nodes: 4, backends: 2, seed: 1901 }).unwrap();
    assert_eq!(tally.kills, 7);
    assert!(tally.acknowledged > 20, "too little was sent to learn anything: {tally:?}");
}

#[test]
fn a_node_that_cannot_reach_the_database_says_so_and_recovers() {
    let Some(cluster) = start_for_test(Durability::Unsynced) else { return };
    let wire = Proxy::new(SocketAddr::from(([127, 0, 0, 1], cluster.port()))).unwrap();
    let url =
        cluster.database().unwrap().replace(&cluster.port().to_string(), &wire.address.port().to_string());
    let fleet = Nodes::start(Path::new(PROGRAM), &url, 1, &[]).unwrap();
    let mut line = HttpClient::new(fleet.addresses()[0]);
    let people = setup::create_people(&mut line, "Player", 7).unwrap();
    let settings = setup::settings(&mut line, 3600).unwrap();
    let game = setup::create_game(&mut line, &settings, &people).unwrap();
    let path = format!("/api/games/{game}/commands");
    assert_eq!(line.request("GET", "/ready", RequestParts::default()).unwrap().status, 200);
    wire.cut();
    let body = json!({ "do": "announce", "text": "Is anybody there?" }).to_string();
    let with = RequestParts { cookie: &people[0], idempotency_key: "one", body: body.as_bytes() };
    let answer = line.request("POST", &path, with).unwrap();
    assert_eq!((answer.status, answer.json().unwrap()["id"].as_str()), (503, Some("store_away")));
    assert!(answer.json().unwrap()["message"].as_str().unwrap().contains("database"));
    assert_eq!(line.request("GET", "/ready", RequestParts::default()).unwrap().status, 503);
    assert_eq!(
        line.request("GET", "/health", RequestParts::default()).unwrap().status,
        200,
        "it lives all the same"
    );
    wire.restore();
    let until = Instant::now() + Duration::from_secs(30);
    while line.request("GET", "/ready", RequestParts::default()).unwrap().status != 200 {
        assert!(Instant::now() < until, "it does not recover");
        std::thread::sleep(Duration::from_millis(50));
    }
    // A repeated request counts once.
    for _ in 0..2 {
        assert_eq!(line.request("POST", &path, with).unwrap().status, 200);
    }
    let heard = line.get(&format!("/api/games/{game}/messages"), &people[0]).unwrap();
    assert_eq!(heard["messages"].as_array().unwrap().len(), 1);
    fleet.check_logs().unwrap();
}

#[test]
fn a_rolling_restart_goes_unnoticed() {
    let Some(cluster) = start_for_test(Durability::Unsynced) else { return };
    let fleet = Nodes::start(Path::new(PROGRAM), &cluster.database().unwrap(), 3, &["--drain", "1"]).unwrap();
    let tally = rolling_restart::run(fleet, 1).unwrap();
    assert!(tally.requests > 50 && tally.received > 5, "too little happened to learn anything: {tally:?}");
}

/// The restore drill of docs/hosting.md: back up while people play, restore elsewhere, check that everything
/// is there.
/// A dump that is made afterwards has nothing of a person who was deleted.
#[test]
fn a_dump_does_not_name_a_deleted_person() {
    let Some(cluster) = start_for_test(Durability::Unsynced) else { return };
    cluster.sql("postgres", "CREATE DATABASE games").unwrap();
    let fleet = Nodes::start(Path::new(PROGRAM), &cluster.url("games"), 1, &[]).unwrap();
    let mut line = HttpClient::new(fleet.addresses()[0]);
    let ann = line.create_person("Zenobia Uniquename").unwrap();
    let other = line.create_person("Other").unwrap();
    // A title with the name, and a game that the person left.
    line.post("/api/games", &ann, &json!({ "preset": "daily", "join": true })).unwrap();
    let left = line.post("/api/games", &other, &json!({ "preset": "daily", "join": true })).unwrap();
    let commands = format!("/api/games/{}/commands", left["id"].as_str().unwrap());
    for command in ["join", "leave"] {
        line.post(&commands, &ann, &json!({ "do": command })).unwrap();
    }
    let copy = |name: &str| {
        let dump = cluster.folder().join(format!("dump-{name}"));
        cluster.dump("games", &dump).unwrap();
        cluster.sql("postgres", &format!("CREATE DATABASE {name}")).unwrap();
        cluster.restore(name, &dump).unwrap();
        // As a folder, because a dump is compressed.
        let folder = std::env::temp_dir().join(format!("detente-dump-{name}-{}", std::process::id()));
        let (url, target) = (cluster.url(name), folder.to_str().unwrap().to_owned());
        let copied =
            std::process::Command::new(PROGRAM).args(["store", "copy", &url, &target]).output().unwrap();
        assert!(copied.status.success(), "{copied:?}");
        let bytes = std::fs::read(folder.join(store::DATABASE_FILE)).unwrap();
        std::fs::remove_dir_all(&folder).unwrap();
        bytes.windows(10).any(|part| part == b"Uniquename")
    };
    assert!(copy("before"), "the search works");
    let with = RequestParts { cookie: &ann, ..RequestParts::default() };
    assert_eq!(line.request("DELETE", "/api/me", with).unwrap().status, 204);
    assert!(!copy("after"));
    fleet.check_logs().unwrap();
}

#[test]
fn the_restore_drill() {
    let (Some(cluster), Some(elsewhere)) =
        (start_for_test(Durability::Synced), start_for_test(Durability::Unsynced))
    else {
        return;
    };
    cluster.sql("postgres", "CREATE DATABASE games").unwrap();
    let fleet = Nodes::start(Path::new(PROGRAM), &cluster.url("games"), 2, &[]).unwrap();
    let addresses = fleet.addresses();
    let mut line = HttpClient::new(addresses[0]);
    let people = setup::create_people(&mut line, "Player", 7).unwrap();
    let settings = setup::settings(&mut line, 3600).unwrap();
    let games: Vec<String> =
        (0..3).map(|_| setup::create_game(&mut line, &settings, &people).unwrap()).collect();
    let reported = Mutex::new(Vec::new());
    let stop = AtomicBool::new(false);
    let dump = cluster.folder().join("dump");
    let before = std::thread::scope(|scope| {
        for (i, game) in games.iter().enumerate() {
            let (reported, stop, people, address) = (&reported, &stop, &people, addresses[i % 2]);
            scope.spawn(move || {
                let mut line = HttpClient::new(address);
                for count in (0..40).take_while(|_| !stop.load(Ordering::SeqCst)) {
                    let text = format!("Word {count}");
                    let body = json!({ "do": "announce", "text": text });
                    line.post(&format!("/api/games/{game}/commands"), &people[count % 7], &body).unwrap();
                    reported.lock().unwrap().push((game.clone(), text));
                }
            });
        }
        while reported.lock().unwrap().len() < 15 {
            std::thread::sleep(Duration::from_millis(5));
        }
        let before = reported.lock().unwrap().clone();
        let dumped = cluster.dump("games", &dump);
        stop.store(true, Ordering::SeqCst);
        dumped.unwrap();
        before
    });
    let readable = std::process::Command::new("chmod").arg("a+r").arg(&dump).status().unwrap();
    assert!(readable.success());
    elsewhere.sql("postgres", "CREATE DATABASE restored").unwrap();
    elsewhere.restore("restored", &dump).unwrap();
    let url = elsewhere.url("restored");
    let checked = std::process::Command::new(PROGRAM)
        .args(["store", "check", "--database-url", &url])
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&checked.stdout).into_owned();
    assert!(checked.status.success() && said.contains("3 games"), "{said}");
    let restored = Nodes::start(Path::new(PROGRAM), &url, 1, &[]).unwrap();
    let mut line = HttpClient::new(restored.addresses()[0]);
    for (game, text) in before {
        let heard = line.get(&format!("/api/games/{game}/messages"), &people[0]).unwrap();
        let count =
            heard["messages"].as_array().unwrap().iter().filter(|one| one["text"] == text.as_str()).count();
        assert_eq!(count, 1, "{game}: {text} was acknowledged before the backup");
    }
    // The game continues there.
    let body = json!({ "do": "announce", "text": "We are back" });
    line.post(&format!("/api/games/{}/commands", games[0]), &people[0], &body).unwrap();
}
