//! `detente store`: backup, restore, check, list, delete.

use std::path::{Path, PathBuf};
use std::process::Command;

use game::Game;
use rusqlite::Connection;
use store::record::{read_charter, read_event};
use store::{
    AuditRow, DATABASE_FILE, GameId, Games, Maintenance, Moderation, NewEvent, NewGame, NoticeRow, People,
    PersonRow, PersonStatus, ReportDetails, ReportRow, Restriction, Role, Sqlite,
};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("detente-store-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Runs the command. Returns whether it succeeded and its output.
fn detente(data: &Path, args: &[&str]) -> (bool, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_detente"));
    let output = command.arg("store").args(args).env("DETENTE_DATA", data).output().unwrap();
    let said = [output.stdout, output.stderr].concat();
    (output.status.success(), String::from_utf8(said).unwrap())
}

fn block<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(work)
}

const FIRST: GameId = GameId::from_bits([1; 10]);
const SECOND: GameId = GameId::from_bits([2; 10]);

/// The game that its lines describe, as the server would store it.
fn game(id: GameId, log: &str) -> NewGame {
    let board = &atlas::standard().board;
    let mut lines = log.lines().map(str::to_owned);
    let charter = lines.next().unwrap();
    let records: Vec<String> = lines.collect();
    let events: Vec<game::Event> = records.iter().map(|line| read_event(board, line).unwrap()).collect();
    let played = Game::replay(read_charter(board, &charter).unwrap(), &events);
    let columns = server::GameColumns::of(&played);
    let events = records.into_iter().zip(&events);
    NewGame {
        id,
        variant: "standard".to_owned(),
        maker: played.charter().creator().0,
        made: played.charter().created_at().seconds(),
        listed: false,
        charter,
        summary: columns.summary,
        state: columns.state,
        due: columns.due,
        bots_due: columns.bots_due,
        has_news: false,
        members: columns.members,
        events: events.map(|(record, event)| NewEvent { at: event.at.seconds(), record }).collect(),
    }
}

/// A store with two games of the stored form's own tests.
fn open(data: &Path) -> Sqlite {
    let store = Sqlite::open(data).unwrap();
    block(store.create(game(FIRST, include_str!("../../../store/tests/data/v1/seed-56.jsonl")))).unwrap();
    block(store.create(game(SECOND, include_str!("../../../store/tests/data/v1/seed-204.jsonl")))).unwrap();
    store
}

#[test]
fn a_running_store_is_listed_checked_and_backed_up_and_the_copy_restored() {
    let (folder, copy) = (Folder::new("running"), Folder::new("copy"));
    let store = open(&folder.0);
    let (well, said) = detente(&folder.0, &["list"]);
    assert!(well, "{said}");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 2, "{said}");
    assert!(lines[0].starts_with(&format!("{SECOND}  over")), "the newest first: {said}");
    assert!(lines[1].contains("underway") && lines[1].contains("{\"title\":"), "{said}");
    assert_eq!(detente(&folder.0, &["check"]), (true, "2 games, 60 events, 0 faults\n".to_owned()));

    let file = copy.0.join("backup");
    let file = file.to_str().unwrap();
    let (well, said) = detente(&folder.0, &["backup", file]);
    assert!(well, "{said}");
    let (well, said) = detente(&folder.0, &["backup", file]);
    assert!(!well && said.contains("is there already"), "{said}");
    // A folder in use is refused.
    let (well, said) = detente(&folder.0, &["restore", file, "--force"]);
    assert!(!well && said.contains("stop it first"), "{said}");
    let (well, said) = detente(&folder.0, &["delete", &FIRST.to_string()]);
    assert!(!well && said.contains("stop it first"), "{said}");
    block(store.close()).unwrap();

    let new = copy.0.join("new");
    let (well, said) = detente(&new, &["restore", file]);
    assert!(well, "{said}");
    let (well, said) = detente(&new, &["restore", file]);
    assert!(!well && said.contains("--force"), "{said}");
    let (well, said) = detente(&new, &["restore", file, "--force"]);
    assert!(well, "{said}");
    assert_eq!(detente(&new, &["check"]).1, "2 games, 60 events, 0 faults\n");
}

#[test]
fn a_game_is_deleted_once() {
    let folder = Folder::new("delete");
    block(open(&folder.0).close()).unwrap();
    let first = FIRST.to_string();
    assert!(detente(&folder.0, &["delete", &first]).0);
    let (well, said) = detente(&folder.0, &["delete", &first]);
    assert!(!well && said.contains("there is no game"), "{said}");
    let (well, said) = detente(&folder.0, &["delete", "tomorrow"]);
    assert!(!well && said.contains("16 letters and digits"), "{said}");
    assert_eq!(detente(&folder.0, &["check"]).1, "1 games, 20 events, 0 faults\n");
}

#[test]
fn a_check_finds_what_cannot_be_read() {
    let folder = Folder::new("check");
    let store = open(&folder.0);
    block(store.redact(SECOND, 3, "{\"v\":1,\"at\":1,\"fact\":\"danced\"}".to_owned())).unwrap();
    block(store.redact(FIRST, 0, "{\"v\":9}".to_owned())).unwrap();
    block(store.close()).unwrap();
    let (well, said) = detente(&folder.0, &["check"]);
    assert!(!well);
    assert!(said.contains(&format!("game {SECOND}: event 3: the record has no known form")), "{said}");
    assert!(said.contains(&format!("game {FIRST}: the charter: a newer version")), "{said}");
}

/// Every fault is named with its game and its event, and one does not hide another.
#[test]
fn a_check_names_every_fault() {
    let folder = Folder::new("faults");
    block(open(&folder.0).close()).unwrap();
    let db = Connection::open(folder.0.join(DATABASE_FILE)).unwrap();
    db.execute_batch(
        "PRAGMA foreign_keys = off;
         UPDATE events SET record = record || ' ' WHERE version = 30;
         DELETE FROM events WHERE game = 2 AND version = 7;
         UPDATE games SET due = 5, card = '{\"title\":\"x\"}' WHERE number = 1;
         INSERT INTO members (game, person) VALUES (1, 99), (77, 1);
         INSERT INTO nonces (game, nonce, version) VALUES (1, 'late', 41);
         INSERT INTO keys (hash, person, kind, label, made) VALUES (zeroblob(32), 98, 0, 'x', 1);",
    )
    .unwrap();
    drop(db);
    let (well, said) = detente(&folder.0, &["check"]);
    assert!(!well);
    let mut lines: Vec<String> = said
        .lines()
        .map(|line| line.replace(&FIRST.to_string(), "ONE").replace(&SECOND.to_string(), "TWO"))
        .collect();
    lines.retain_mut(|line| {
        // What lists show is long.
        if let Some(at) = line.find("lists show") {
            line.truncate(at + "lists show".len());
        }
        true
    });
    assert_eq!(
        lines,
        [
            "a member of game number 77, which does not exist",
            &format!("a key of a person who does not exist: {}", "00".repeat(32)),
            "game ONE: it remembers a request that led to event 41, which it does not have",
            "game ONE: event 30: it is not the record that was stored",
            "game TWO: event 7: it is missing",
            "game ONE: its row says that it is due Some(5), its events say Some(1791584455)",
            "game ONE: lists show",
            "game ONE: person 99 is listed as a member, but is none",
            "2 games, 59 events, 8 faults",
        ]
    );
}

/// The person that the rows of the moderators are about.
const PERSON: u64 = 1 << 50;

/// A report, a suspended administrator, a notice and an entry of the audit log. Returns them as they are read.
fn write_moderation(store: &Sqlite) -> String {
    let text = |text: &str| text.to_owned();
    let row = PersonRow {
        id: PERSON,
        handle: text("abc"),
        name: text("Ann"),
        language: text("en"),
        made: 1,
        last_seen: 2,
        passphrase: None,
        recovery: None,
    };
    let report =
        ReportRow { at: 3, by: Some(PERSON), about: None, game: Some(FIRST), text: text("Please look.") };
    let notice = NoticeRow {
        person: PERSON,
        kind: text("suspended"),
        at: 4,
        game: None,
        reason: text("Be kind."),
        until: Some(9),
    };
    let audit = AuditRow {
        at: 4,
        action: text("suspend"),
        by: None,
        about: Some(PERSON),
        game: None,
        reason: text("Be kind."),
    };
    block(async {
        store.add_person(row).await?;
        let number = store.add_report(report).await?;
        store.set_report_details(number, ReportDetails { message: Some(2), closed: Some(5) }).await?;
        let status = PersonStatus { role: Role::Administrator, suspended_until: Some(9) };
        store.set_status(PERSON, status).await?;
        store.set_game_restriction(PERSON, 77, FIRST, Some(Restriction::Mute)).await?;
        store.set_restriction(PERSON, 77, Some(Restriction::Block)).await?;
        store.add_notice(notice).await?;
        store.add_audit(audit).await
    })
    .unwrap();
    read_moderation(store)
}

fn read_moderation(store: &Sqlite) -> String {
    let read = async {
        let (reports, details) = (store.reports_after(0, 9).await?, store.report_details(1).await?);
        let (status, notices) = (store.status_of(PERSON).await?, store.notices_of(PERSON).await?);
        let restrictions = (store.restrictions(PERSON).await?, store.game_restrictions(PERSON).await?);
        let audit = store.audit_after(0, 9).await?;
        Ok::<_, store::StoreError>(format!(
            "{reports:?}{details:?}{status:?}{notices:?}{restrictions:?}{audit:?}"
        ))
    };
    block(read).unwrap()
}

/// A page is empty: what is left is saved, and what is lost is listed.
#[test]
fn a_damaged_folder_is_salvaged_into_a_new_one() {
    let (folder, target) = (Folder::new("damaged"), Folder::new("saved"));
    let store = open(&folder.0);
    let written = write_moderation(&store);
    block(store.close()).unwrap();
    let file = folder.0.join(DATABASE_FILE);
    let saved = target.0.join("new");
    let (from, to) = (folder.0.to_str().unwrap(), saved.to_str().unwrap());
    let (well, said) = detente(&folder.0, &["salvage", from, to]);
    assert_eq!((well, said.as_str()), (true, "saved: 1 people, 2 games, 60 events; 0 losses\n"));
    assert_eq!(detente(&saved, &["check"]), (true, "2 games, 60 events, 0 faults\n".to_owned()));
    let store = Sqlite::open(&saved).unwrap();
    assert_eq!(read_moderation(&store), written);
    block(store.close()).unwrap();
    let (well, said) = detente(&folder.0, &["salvage", from, to]);
    assert!(!well && said.contains("there is a store in"), "{said}");

    // The page with event 15 of the second game becomes empty.
    let mut bytes = std::fs::read(&file).unwrap();
    let record = include_str!("../../../store/tests/data/v1/seed-204.jsonl").lines().nth(15).unwrap();
    let start = &record.as_bytes()[..40];
    let at = bytes.windows(start.len()).position(|window| window == start).unwrap();
    let page = at / 4096 * 4096;
    bytes[page..page + 4096].fill(0);
    std::fs::write(&file, &bytes).unwrap();
    assert!(!detente(&folder.0, &["check"]).0);
    let saved = target.0.join("rest");
    let (well, said) = detente(&folder.0, &["salvage", from, saved.to_str().unwrap()]);
    assert!(!well && said.contains(&format!("lost: game {SECOND}: event ")), "{said}");
    assert!(said.contains(&format!("lost: game {SECOND}: it is saved up to event ")), "{said}");
    assert!(said.contains("saved: 1 people, 2 games, "), "{said}");
    assert_eq!(std::fs::read(&file).unwrap(), bytes, "nothing is written into the damaged folder");
    let (well, said) = detente(&saved, &["check"]);
    assert!(well, "{said}");
    assert!(!saved.join("salvage").exists(), "the copy is removed");
}

#[test]
fn no_store_is_created_by_reading() {
    let folder = Folder::new("nothing");
    for args in [&["list"][..], &["check"], &["backup", "x"], &["delete", "0000000000000000"]] {
        let (well, said) = detente(&folder.0, args);
        assert!(!well && said.contains("there is no"), "{said}");
    }
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 0);
}
