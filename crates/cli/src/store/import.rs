//! Whole games out of a store and into one, with a report of what could not be taken over.

use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::{Context, bail, ensure};
use game::{Charter, Counts, Event, Game, Record, Viewer};
use interchange::{Log, Shape};
use rules::{Board, Edition};
use server::Players;
use store::record::{read_charter, read_event};
use store::{Created, GameId};

use super::place::Place;
use super::python::{self, Imported};
use super::{PAGE, again};

/// The largest file that is read.
const MOST_BYTES: u64 = 64 << 20;

/// Writes a game as it is kept: a line of JSON for the charter, then one for every event.
pub(super) async fn export(place: &Place, game: GameId, to: &Path) -> anyhow::Result<()> {
    let store = place.look().await?;
    let row = store.game(game).await?.with_context(|| format!("there is no game {game}"))?;
    let file = std::fs::File::create_new(to).with_context(|| format!("cannot write {}", to.display()))?;
    let mut out = BufWriter::new(file);
    writeln!(out, "{}", row.charter)?;
    let mut after = 0;
    loop {
        let events = store.events(game, after, PAGE).await?;
        let Some(last) = events.last() else { break };
        after = last.version;
        for event in &events {
            writeln!(out, "{}", event.record)?;
        }
    }
    out.flush()?;
    store.close().await?;
    println!("{after} events written to {}", to.display());
    Ok(())
}

/// Whether to store the game or only to tell what would be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Intent {
    Keep,
    Look,
}

pub(super) async fn import(
    place: &Place,
    file: &Path,
    edition: Edition,
    intent: Intent,
) -> anyhow::Result<()> {
    let size = std::fs::metadata(file).with_context(|| format!("there is no {}", file.display()))?.len();
    ensure!(size <= MOST_BYTES, "{} is larger than {} MB", file.display(), MOST_BYTES >> 20);
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let board = &atlas::standard().board;
    let title = file.file_stem().and_then(|name| name.to_str()).unwrap_or("imported");
    let title: String = title.chars().take(40).collect();
    let first = text.lines().next().unwrap_or_default();
    let (imported, players) = match read_charter(board, first) {
        Ok(charter) => (own(board, charter, &text)?, Players::Ours),
        Err(fault) => {
            let imported = match interchange::shape(text.as_bytes()) {
                Some(Shape::SavedGame) => {
                    let saved = serde_json::from_str(&text);
                    let saved = saved.context("this is no saved game of the Python package")?;
                    python::play_again(board, edition, &title, &saved)?
                }
                Some(Shape::Log) => page_log(board, &title, &text)?,
                Some(Shape::Lines) | None => {
                    bail!("neither a log of ours ({fault}) nor a saved game of the Python package")
                }
            };
            (imported, Players::Strangers)
        }
    };
    for line in &imported.left_out {
        println!("left out: {line}");
    }
    for line in &imported.differences {
        println!("differs: {line}");
    }
    let counts = format!(
        "{} events; {} left out, {} differences",
        imported.events.len(),
        imported.left_out.len(),
        imported.differences.len()
    );
    if intent == Intent::Look {
        println!("{counts}; nothing was stored");
        return Ok(());
    }
    let new = server::take_over(atlas::standard(), imported.charter, &imported.events, players);
    let new =
        new.map_err(|refused| anyhow::anyhow!("system randomness unavailable: {}", refused.reason.key()))?;
    let id = new.id;
    let store = place.join().await?;
    let created = store.create(new).await?;
    store.close().await?;
    ensure!(created == Created::Done, "there is a game {id} already");
    println!("{id}: {counts}");
    Ok(())
}

/// A log as the page exports it, which has what its reader could see and no more.
fn page_log(board: &Board, title: &str, text: &str) -> anyhow::Result<Imported> {
    let log = Log::read(text).map_err(anyhow::Error::msg)?;
    let players = log.seats.len();
    ensure!(
        log.seats.iter().all(|powers| powers.len() == 1) && players == board.powers().len(),
        "a log of a game for {players} can be drawn, explained and judged again, but not stored: \
         use what `detente store export` writes"
    );
    let edition = log.rules().context("the game has not begun")?;
    let edition = Edition::from_key(edition).with_context(|| format!("there are no rules '{edition}'"))?;
    python::play_again(board, edition, title, &log.saved_game())
}

/// A log of ours: every event is read and applied, every phase judged again.
fn own(board: &Board, charter: Charter, text: &str) -> anyhow::Result<Imported> {
    let mut events: Vec<Event> = Vec::new();
    for (i, line) in text.lines().enumerate().skip(1).filter(|(_, line)| !line.trim().is_empty()) {
        events.push(read_event(board, line).with_context(|| format!("line {}", i + 1))?);
    }
    let game = Game::replay(charter.clone(), &events);
    let history = game.view(Viewer::Spectator).history;
    let records: Vec<&Record> =
        history.iter().filter(|(_, counts)| *counts == Counts::Counts).map(|(record, _)| &**record).collect();
    let differences = again::differences(board, &again::phases(board, &charter, &records));
    let mut left_out = Vec::new();
    if game.ending().is_none() {
        left_out.push("nothing; but the game is not over, and its clock goes on here".to_owned());
    }
    Ok(Imported { charter, events, left_out, differences })
}
