//! Damaged files: a check finds the damage or nothing was changed, and what is salvaged is as it was stored.

use std::collections::BTreeMap;
use std::path::Path;

use seeded_random::SeededRng;
use store::{
    AuditRow, DATABASE_FILE, GameId, GameInternals, Games, KeyRow, Maintenance, Moderation, NewEvent,
    NewGame, NoticeRow, People, PersonRow, PersonStatus, ReportDetails, ReportRow, Restriction, Role,
    Salvage, Sqlite, Store,
};

use crate::support::{TempFolder, append, id, key, new_game, person};

const PAGE: usize = 4096;
const GAMES: u8 = 12;
const PEOPLE: u8 = 60;
/// Each makes a few damaged copies.
const SEEDS: u64 = 25;

/// The records of each game, from the charter on.
type Records = BTreeMap<GameId, Vec<String>>;

/// A store with games of different lengths, some records longer than a page, and people.
async fn write_store(folder: &Path) -> (Records, BTreeMap<u64, PersonRow>) {
    let store = Sqlite::open(folder).unwrap();
    let mut people = BTreeMap::new();
    for n in 0..PEOPLE {
        let row = person(u64::from(n) << 40 | 7, &format!("player {n}"));
        store.add_person(row.clone()).await.unwrap();
        store.add_key(key(n, row.id, None)).await.unwrap();
        people.insert(row.id, row);
    }
    store.set_restriction(7, 1 << 40 | 7, Some(Restriction::Block)).await.unwrap();
    store.set_course_progress(7, PROGRESS).await.unwrap();
    write_moderation(&store).await;
    for n in 1..=GAMES {
        store.create(NewGame { events: vec![record(n, 1)], ..new_game(n) }).await.unwrap();
        for version in 1..u64::from(n) * 9 {
            let mut next = append(n, version, &[]);
            next.events = vec![record(n, version + 1)];
            next.nonce = (version % 5 == 0).then(|| format!("{n}/{version}"));
            store.append(next).await.unwrap();
        }
        store.redact(id(n), 1, "rewritten".to_owned()).await.unwrap();
    }
    // Pages that are free again still have the rows of this game.
    store.create(NewGame { events: vec![record(1, 1); 40], ..new_game(200) }).await.unwrap();
    store.delete_game(id(200)).await.unwrap();
    let records = read_records(&store).await.unwrap();
    store.close().await.unwrap();
    (records, people)
}

const PROGRESS: &str = r#"{"aim":3}"#;
const SUSPENDED: PersonStatus = PersonStatus { role: Role::Player, suspended_until: Some(99) };
const ADMINISTRATOR: PersonStatus = PersonStatus { role: Role::Administrator, suspended_until: None };

/// A row in each table of the moderators, and one that was deleted.
async fn write_moderation(store: &Sqlite) {
    let (one, other) = (7, 1 << 40 | 7);
    store.set_status(one, ADMINISTRATOR).await.unwrap();
    store.set_status(other, SUSPENDED).await.unwrap();
    store.set_game_restriction(one, other, id(3), Some(Restriction::Mute)).await.unwrap();
    store.set_game_restriction(one, other, id(4), Some(Restriction::Block)).await.unwrap();
    store.set_game_restriction(one, other, id(4), None).await.unwrap();
    for text in ["first", "second"] {
        let report = report(text);
        let number = store.add_report(report).await.unwrap();
        let details = ReportDetails { message: Some(number), closed: (text == "second").then_some(50) };
        store.set_report_details(number, details).await.unwrap();
    }
    store.add_notice(notice(other)).await.unwrap();
    for reason in ["", "why"] {
        store.add_audit(audit(reason)).await.unwrap();
    }
}

fn report(text: &str) -> ReportRow {
    ReportRow { at: 3, by: Some(7), about: None, game: Some(id(3)), text: text.to_owned() }
}

fn notice(person: u64) -> NoticeRow {
    let (kind, reason) = ("suspended".to_owned(), "be kind".to_owned());
    NoticeRow { person, kind, at: 4, game: None, reason, until: Some(99) }
}

fn audit(reason: &str) -> AuditRow {
    let (action, reason) = ("suspend".to_owned(), reason.to_owned());
    AuditRow { at: 4, action, by: Some(7), about: Some(1 << 40 | 7), game: Some(id(3)), reason }
}

fn record(game: u8, version: u64) -> NewEvent {
    let length = if version.is_multiple_of(11) { 9000 } else { 100 + version as usize * 3 };
    NewEvent { at: 1000, record: format!("game {game} version {version} {}", "x".repeat(length)) }
}

/// The records of all games; None if something cannot be read.
async fn read_records(store: &dyn Store) -> Option<Records> {
    let mut records = Records::new();
    for (_, id) in store.games_after(0, 100).await.ok()? {
        let charter = store.game(id).await.ok()??.charter;
        let events = store.events(id, 0, 1000).await.ok()?;
        records
            .insert(id, std::iter::once(charter).chain(events.into_iter().map(|one| one.record)).collect());
    }
    Some(records)
}

/// Some damage that disks and people do.
fn damaged(bytes: &[u8], rng: &mut SeededRng) -> Vec<(&'static str, Vec<u8>)> {
    let mut place = |below: usize| rng.below(below);
    let pages = bytes.len() / PAGE;
    let mut flipped = bytes.to_vec();
    for _ in 0..1 + place(6) {
        let at = place(bytes.len());
        flipped[at] ^= 1 << place(8);
    }
    let mut zeroed = bytes.to_vec();
    for _ in 0..1 + place(3) {
        let page = place(pages) * PAGE;
        zeroed[page..page + PAGE].fill(0);
    }
    let mut swapped = bytes.to_vec();
    let (one, other) = (place(pages) * PAGE, place(pages) * PAGE);
    swapped.copy_within(one..one + PAGE, other);
    swapped[one..one + PAGE].copy_from_slice(&bytes[other..other + PAGE]);
    let truncated = bytes[..place(bytes.len())].to_vec();
    vec![("flipped", flipped), ("zeroed", zeroed), ("swapped", swapped), ("truncated", truncated)]
}

#[tokio::test]
async fn damage_is_found_and_the_rest_is_salvaged() {
    let whole = TempFolder::new();
    let (records, people) = write_store(whole.path()).await;
    let bytes = std::fs::read(whole.path().join(DATABASE_FILE)).unwrap();
    let (mut found, mut saved_events, mut all_events) = (0, 0, 0);
    for seed in 0..SEEDS {
        let mut rng = SeededRng::new(seed);
        for (kind, damaged) in damaged(&bytes, &mut rng) {
            if damaged == bytes {
                continue;
            }
            let folder = TempFolder::new();
            let path = folder.path().join(DATABASE_FILE);
            std::fs::write(&path, &damaged).unwrap();
            let saved = salvage(folder.path());
            assert_eq!(std::fs::read(&path).unwrap(), damaged, "{kind} {seed}: the damaged file was changed");
            assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "{kind} {seed}");
            for (id, events) in &saved.records {
                let stored =
                    records.get(id).unwrap_or_else(|| panic!("{kind} {seed}: game {id} is invented"));
                assert!(stored.starts_with(events), "{kind} {seed}: game {id} has other events");
                saved_events += events.len();
            }
            if kind != "flipped" {
                for row in &saved.people {
                    assert_eq!(people.get(&row.id), Some(row), "{kind} {seed}");
                }
                assert!(saved.keys.iter().all(|key| people.contains_key(&key.person)), "{kind} {seed}");
            }
            all_events += records.values().map(Vec::len).sum::<usize>();
            found += usize::from(is_found(folder.path(), &records, &format!("{kind} {seed}")).await);
        }
    }
    assert!(found > 3 * SEEDS as usize, "{found}");
    assert!(saved_events * 10 > all_events * 6, "{saved_events} of {all_events}");
}

/// Whether a check finds the damage. If not, every record must be as it was.
async fn is_found(folder: &Path, records: &Records, what: &str) -> bool {
    let Ok(store) = Sqlite::open_read_only(folder) else { return true };
    let faults = store.check().await;
    let read = read_records(&store).await;
    store.close().await.unwrap();
    if faults.is_ok_and(|faults| faults.is_empty()) {
        assert_eq!(read.as_ref(), Some(records), "{what} was not found");
        return false;
    }
    true
}

struct Saved {
    records: Records,
    internals: BTreeMap<GameId, GameInternals>,
    people: Vec<PersonRow>,
    keys: Vec<KeyRow>,
    restrictions: usize,
    losses: usize,
}

fn salvage(folder: &Path) -> Saved {
    let scratch = TempFolder::new();
    let mut salvage = Salvage::open(folder, scratch.path()).unwrap();
    let mut saved = Saved {
        records: Records::new(),
        internals: BTreeMap::new(),
        people: salvage.people().cloned().collect(),
        keys: salvage.keys().cloned().collect(),
        restrictions: salvage.restrictions().len(),
        losses: salvage.lost().len(),
    };
    for number in salvage.games() {
        let (game, faults) = salvage.game(number);
        saved.losses += faults.len();
        let Some(game) = game else { continue };
        let events = game.events.into_iter().map(|event| event.record);
        saved.records.insert(game.game.id, std::iter::once(game.game.charter).chain(events).collect());
        saved.internals.insert(game.game.id, game.internals);
    }
    saved
}

/// All of a store that is whole is saved, also what is only in the log; nothing that was deleted.
#[tokio::test]
async fn a_whole_store_is_saved_whole() {
    let folder = TempFolder::new();
    let (records, people) = write_store(folder.path()).await;
    let check = |saved: &Saved, records: &Records| {
        assert_eq!((&saved.records, saved.losses), (records, 0));
        assert_eq!(
            (saved.people.len(), saved.keys.len(), saved.restrictions),
            (people.len(), people.len(), 1)
        );
    };
    let saved = salvage(folder.path());
    check(&saved, &records);
    let store = Sqlite::open(folder.path()).unwrap();
    for (id, internals) in &saved.internals {
        assert_eq!(store.game_internals(*id).await.unwrap(), *internals);
    }
    // The server runs, and its last append is in the log.
    let last = records[&id(3)].len() as u64 - 1;
    store.append(append(3, last, &["in the log"])).await.unwrap();
    let newest = read_records(&store).await.unwrap();
    check(&salvage(folder.path()), &newest);
    // A lost log takes the append with it, and nothing else.
    let without_log = TempFolder::new();
    std::fs::copy(folder.path().join(DATABASE_FILE), without_log.path().join(DATABASE_FILE)).unwrap();
    let saved = salvage(without_log.path());
    assert_eq!(saved.records[&id(3)], records[&id(3)]);
    store.close().await.unwrap();
}

#[tokio::test]
async fn progress_in_the_course_is_saved() {
    let (folder, scratch) = (TempFolder::new(), TempFolder::new());
    write_store(folder.path()).await;
    let salvage = Salvage::open(folder.path(), scratch.path()).unwrap();
    assert_eq!(salvage.course_progress().collect::<Vec<_>>(), [(7, PROGRESS)]);
}

#[tokio::test]
async fn what_administrators_did_is_saved() {
    let (folder, scratch) = (TempFolder::new(), TempFolder::new());
    write_store(folder.path()).await;
    let salvage = Salvage::open(folder.path(), scratch.path()).unwrap();
    let other = 1 << 40 | 7;
    assert_eq!(salvage.lost(), []);
    assert_eq!(salvage.statuses().collect::<Vec<_>>(), [(7, ADMINISTRATOR), (other, SUSPENDED)]);
    assert_eq!(salvage.game_restrictions().collect::<Vec<_>>(), [(7, id(3), other, Restriction::Mute)]);
    assert_eq!(salvage.reports().collect::<Vec<_>>(), [(1, &report("first")), (2, &report("second"))]);
    assert_eq!(salvage.report_details(1), ReportDetails { message: Some(1), closed: None });
    assert_eq!(salvage.report_details(2), ReportDetails { message: Some(2), closed: Some(50) });
    assert_eq!(salvage.notices().collect::<Vec<_>>(), [&notice(other)]);
    assert_eq!(salvage.audit().collect::<Vec<_>>(), [&audit(""), &audit("why")]);
}

/// The last events are lost, or one in the middle: the game is saved up to there.
#[tokio::test]
async fn a_game_is_saved_up_to_its_hole() {
    for (sql, kept, losses) in [
        ("DELETE FROM events WHERE game = 2 AND version > 15", 16, 1),
        ("DELETE FROM events WHERE game = 2 AND version = 9", 9, 1),
        ("UPDATE events SET record = 'x' WHERE game = 2 AND version = 4", 4, 1),
        ("UPDATE events SET original = NULL WHERE game = 2 AND version = 1", 1, 2),
    ] {
        let folder = TempFolder::new();
        let (records, _) = write_store(folder.path()).await;
        let other = rusqlite::Connection::open(folder.path().join(DATABASE_FILE)).unwrap();
        other.execute_batch(sql).unwrap();
        drop(other);
        let saved = salvage(folder.path());
        assert_eq!(saved.records[&id(2)], records[&id(2)][..kept], "{sql}");
        assert_eq!((saved.losses, saved.records.len()), (losses, records.len()), "{sql}");
    }
}
