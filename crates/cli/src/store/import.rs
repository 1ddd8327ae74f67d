//! Exports whole games from a store and imports them, with a report of what could not be imported.

use std::io::{BufWriter, Write};
use std::path::Path;

use anyhow::{Context, bail, ensure};
use game::{Record, RecordStatus, Viewer};
use interchange::{GameFile, RecordedGame, StoredGame};
use rules::{Board, Edition};
use server::ImportedPlayers;
use store::{Created, GameId};

use super::location::StoreLocation;
use super::replay::{self, Imported};
use super::{ROWS_PER_QUERY, rejudge};

/// A larger file is refused.
const MAX_FILE_BYTES: u64 = 64 << 20;

/// Writes a game in its stored form: one line of JSON for the charter, then one per event.
pub(super) async fn export(place: &StoreLocation, game: GameId, to: &Path) -> anyhow::Result<()> {
    let store = place.open_read_only().await?;
    let row = store.game(game).await?.with_context(|| format!("there is no game {game}"))?;
    let mut options = std::fs::File::options();
    options.write(true).create_new(true);
    // It has what only players may know.
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(to).with_context(|| format!("cannot write {}", to.display()))?;
    let mut out = BufWriter::new(file);
    writeln!(out, "{}", row.charter)?;
    let mut after = 0;
    loop {
        let events = store.events(game, after, ROWS_PER_QUERY).await?;
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

/// Whether to store the game or only to report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum ImportMode {
    Store,
    DryRun,
}

pub(super) async fn import(
    place: &StoreLocation,
    file: &Path,
    edition: Edition,
    intent: ImportMode,
) -> anyhow::Result<()> {
    let size = std::fs::metadata(file).with_context(|| format!("there is no {}", file.display()))?.len();
    ensure!(size <= MAX_FILE_BYTES, "{} is larger than {} MB", file.display(), MAX_FILE_BYTES >> 20);
    let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
    let board = &atlas::standard().board;
    let title = file.file_stem().and_then(|name| name.to_str()).unwrap_or("imported");
    let title: String = title.chars().take(40).collect();
    let (imported, players) = match interchange::read_game(board, &text) {
        Some(Ok(GameFile::Stored(kept))) => (import_stored(board, *kept), ImportedPlayers::Local),
        Some(Ok(GameFile::Saved(saved))) => {
            (import_recorded(board, edition, &title, &saved.recorded())?, ImportedPlayers::External)
        }
        Some(Ok(GameFile::Log(log))) => {
            (import_recorded(board, edition, &title, &log.recorded())?, ImportedPlayers::External)
        }
        Some(Err(fault)) => bail!(fault),
        None => {
            let game = RecordedGame::of_lines(&text);
            let game = game.context(
                "neither a game that detente or the page wrote nor a saved game of the Python package",
            )?;
            let game = game.map_err(anyhow::Error::msg)?;
            (import_recorded(board, edition, &title, &game)?, ImportedPlayers::External)
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
    if intent == ImportMode::DryRun {
        println!("{counts}; nothing was stored");
        return Ok(());
    }
    let new = server::import_game(atlas::standard(), imported.charter, &imported.events, players);
    let new =
        new.map_err(|refused| anyhow::anyhow!("system randomness unavailable: {}", refused.reason.key()))?;
    let id = new.id;
    let store = place.open().await?;
    let created = store.create(new).await?;
    store.close().await?;
    ensure!(created == Created::Done, "there is a game {id} already");
    println!("{id}: {counts}");
    Ok(())
}

/// Plays a game again from its orders. The file has only what its reader could see.
fn import_recorded(
    board: &Board,
    edition: Edition,
    title: &str,
    game: &RecordedGame,
) -> anyhow::Result<Imported> {
    let edition = match game.rules() {
        None => edition,
        Some(key) => Edition::from_key(key).with_context(|| {
            let key: String = key.chars().take(40).collect();
            format!("there are no rules '{key}'")
        })?,
    };
    replay::play_again(board, edition, game.title.as_deref().unwrap_or(title), game)
}

/// A game in our own stored form. Every phase is judged again.
fn import_stored(board: &Board, kept: StoredGame) -> Imported {
    let game = kept.game();
    // Whoever has the file may see all of it, also of a game that only its players may watch.
    let history = game.view(Viewer::Master).history;
    let counting = history.iter().filter(|(_, counts)| *counts == RecordStatus::Active);
    let records: Vec<&Record> = counting.map(|(record, _)| &**record).collect();
    let differences = rejudge::differences(board, &rejudge::phases(board, &kept.charter, &records));
    let mut left_out = Vec::new();
    if game.ending().is_none() {
        left_out.push("nothing; but the game is not over, and its clock goes on here".to_owned());
    }
    Imported { charter: kept.charter, events: kept.events, left_out, differences }
}
