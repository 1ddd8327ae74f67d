//! Games that older versions stored stay readable.
//!
//! The files below `data/` never change. When the record format gets a new version, the last `#[ignore]`d
//! test writes files for it.

use crate::support::TempFolder;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::describe::{describe_game, kind, without_locations_after};
use game::{Charter, Event, Fact, Game, RoundFact};
use rules::{Because, Board, Illegality, Judge, Phase, RuledOrders};
use store::record::{read_charter, read_event, write_charter, write_event};
use store::{DATABASE_FILE, Games, Maintenance, Sqlite};
use test_kit::games::random_game::RandomGame;

fn board() -> &'static Board {
    &atlas::standard().board
}

fn data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data")
}

fn files(version: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(data().join(version)).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|e| e == "jsonl")).collect();
    files.sort();
    files
}

/// The lines of a file, its game, and a description of the game.
fn read_game(path: &Path) -> (Vec<String>, Game, String) {
    let text = std::fs::read_to_string(path).unwrap();
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let charter = read_charter(board(), &lines[0]).unwrap();
    let events: Vec<Event> = lines[1..].iter().map(|line| read_event(board(), line).unwrap()).collect();
    let game = Game::replay(charter, &events);
    let description = describe_game(board(), &game, &events);
    (lines, game, description)
}

#[test]
fn games_of_version_1_open_and_are_the_same_games() {
    let files = files("v1");
    assert!(files.len() >= 2);
    let mut kinds = BTreeSet::new();
    for path in files {
        let (lines, game, description) = read_game(&path);
        assert_eq!(game.version(), lines.len() as u64 - 1);
        let expected = std::fs::read_to_string(path.with_extension("txt")).unwrap();
        assert_eq!(description, expected, "{}", path.display());
        kinds.extend(lines[1..].iter().map(|line| kind(line)));
        // While version 1 is the format that is written, the same text must be written again, except for
        // fields that were added since.
        assert_eq!(write_charter(board(), game.charter()), lines[0]);
        for line in &lines[1..] {
            let written = write_event(board(), &read_event(board(), line).unwrap());
            assert_eq!(&without_locations_after(&written), line);
            let again = read_event(board(), &written).unwrap();
            assert_eq!(format!("{again:?}"), format!("{:?}", read_event(board(), line).unwrap()));
        }
    }
    assert_eq!(kinds.len(), 40, "every kind of fact occurs: {kinds:?}");
}

/// The games of a database that a release wrote.
async fn games_of_release(file: &str) -> Vec<(Charter, Vec<Event>)> {
    let folder = TempFolder::new();
    std::fs::copy(data().join(file), folder.path().join(DATABASE_FILE)).unwrap();
    let store = Sqlite::open(folder.path()).unwrap();
    let mut games = Vec::new();
    for (_, id) in store.games_after(0, 100).await.unwrap() {
        let charter = store.game(id).await.unwrap().unwrap().charter;
        let events = store.events(id, 0, 1000).await.unwrap();
        let events = events.iter().map(|event| read_event(board(), &event.record).unwrap());
        games.push((read_charter(board(), &charter).unwrap(), events.collect()));
    }
    store.close().await.unwrap();
    games
}

/// Older records contain neither the locations of units after the phase nor the closed provinces. What is
/// read must still equal what the judge decides for the same orders.
#[tokio::test]
async fn phases_of_older_versions_are_read_as_they_were_judged() {
    let mut games: Vec<(Charter, Vec<Event>)> = Vec::new();
    for file in ["release-0.1.0/detente", "release-0.1.0/two-and-rolled-back", "release-0.2.0/detente"] {
        games.extend(games_of_release(&format!("{file}.sqlite")).await);
    }
    for path in files("v1") {
        let (lines, game, _) = read_game(&path);
        let events = lines[1..].iter().map(|line| read_event(board(), line).unwrap());
        games.push((game.charter().clone(), events.collect()));
    }
    let (mut moves, mut dislodged, mut closed) = (0, 0, 0);
    for (charter, events) in &games {
        for event in events {
            let Fact::Round(RoundFact::PhaseResolved(record)) = &event.fact else { continue };
            let stored = &record.resolution;
            let board = record.board(charter.seating(), board());
            let mut judge = Judge::new(board, charter.settings().edition);
            let judged = stored.before.resolve(&mut judge, &stored.orders()).unwrap();
            let mut stored = stored.clone();
            replace_old_reasons(&mut stored.ruled_orders, &judged.ruled_orders);
            assert_eq!(
                format!("{:?}", stored.ruled_orders),
                format!("{:?}", judged.ruled_orders),
                "{}",
                record.phase().key()
            );
            moves += usize::from(matches!(record.phase(), Phase::Movement(_)));
            dislodged += stored.after.dislodged.len() + stored.destroyed().len();
            closed += usize::from(!board.closed().is_empty());
        }
    }
    assert!(moves > 20 && dislodged > 5 && closed > 10, "{moves} {dislodged} {closed}");
}

/// Replaces reasons of older versions, whose judge had no separate reason for closed provinces.
fn replace_old_reasons(stored: &mut RuledOrders, judged: &RuledOrders) {
    let (RuledOrders::Movement { rulings: old, .. }, RuledOrders::Movement { rulings: new, .. }) =
        (stored, judged)
    else {
        return;
    };
    for (old, new) in old.iter_mut().zip(new) {
        if new.because == Because::Illegal(Illegality::Closed) && matches!(old.because, Because::Illegal(_)) {
            old.because = new.because;
        }
    }
}

#[test]
#[ignore = "writes the missing description of a new game file"]
fn write_missing_descriptions() {
    for path in files("v1") {
        let description_file = path.with_extension("txt");
        if !description_file.exists() {
            std::fs::write(description_file, read_game(&path).2).unwrap();
        }
    }
}

#[test]
#[ignore = "writes the data of a new version"]
fn write_data() {
    let mut missing: BTreeSet<String> = BTreeSet::new();
    let mut candidates = Vec::new();
    for seed in 0..400 {
        let mut world = RandomGame::new(seed);
        for _ in 0..500 {
            world.step();
        }
        let records: Vec<String> = world.events.iter().map(|event| write_event(board(), event)).collect();
        missing.extend(records.iter().map(|record| kind(record)));
        candidates.push((seed, write_charter(board(), &world.charter), records));
    }
    let folder = data().join("new");
    std::fs::create_dir_all(&folder).unwrap();
    // Repeatedly choose the start of a game with the most new kinds of facts for its size.
    while !missing.is_empty() {
        let (_, seed, charter, records) = candidates
            .iter()
            .filter_map(|(seed, charter, records)| {
                let mut found: BTreeSet<String> = BTreeSet::new();
                let (mut size, mut best, mut end) = (2000.0, 0.0, 0);
                for (i, record) in records.iter().enumerate() {
                    size += record.len() as f64;
                    if missing.contains(&kind(record)) && found.insert(kind(record)) {
                        // The square prefers few files with many new kinds.
                        let worth = (found.len() as f64).powi(2) / size;
                        if worth > best {
                            (best, end) = (worth, i + 1);
                        }
                    }
                }
                (end > 0).then(|| (best, *seed, charter, &records[..end]))
            })
            .max_by(|one, other| one.0.total_cmp(&other.0))
            .unwrap();
        for record in records {
            missing.remove(&kind(record));
        }
        let path = folder.join(format!("seed-{seed}.jsonl"));
        std::fs::write(&path, format!("{charter}\n{}\n", records.join("\n"))).unwrap();
        std::fs::write(path.with_extension("txt"), read_game(&path).2).unwrap();
    }
}
