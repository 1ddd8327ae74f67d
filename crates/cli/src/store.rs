//! `detente store`: what an administrator does with a server's data.
//!
//! Taking a backup, checking and listing can be done while the server runs; restoring and deleting
//! cannot.

use std::future::Future;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Subcommand;
use game::Game;
use store::record::{read_charter, read_event};
use store::{CardRow, Existing, FILE, GameId, GameState, Sqlite, Store, StoreError};

/// Backs up, restores, checks, lists and deletes a server's games.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    deed: Deed,
    /// The server's folder.
    #[arg(long, global = true, env = "DETENTE_DATA", default_value = "./detente-data")]
    data: PathBuf,
}

#[derive(Debug, Subcommand)]
enum Deed {
    /// Copies everything into one new file, also while the server runs.
    Backup { to: PathBuf },
    /// Puts a backup into the folder. The server must not run.
    Restore {
        from: PathBuf,
        /// Also if there is a store already; it is kept beside the new one, with `.before` after its name.
        #[arg(long)]
        force: bool,
    },
    /// Looks whether everything is there and can be read, also while the server runs.
    Check,
    /// Lists the games, the newest first: name, state, number of events, what lists show of it.
    List,
    /// Deletes a game with everything in it. The server must not run.
    Delete { game: GameId },
}

/// How many rows are asked for at a time.
const PAGE: usize = 1000;

/// Answers whether all was well.
pub(crate) fn run(args: &Args) -> anyhow::Result<bool> {
    let data = args.data.as_path();
    match &args.deed {
        Deed::Backup { to } => {
            store::backup(data, to)?;
            println!("backed up to {}", to.display());
        }
        Deed::Restore { from, force } => {
            let existing = if *force { Existing::PutAside } else { Existing::Keep };
            match store::restore(from, data, existing) {
                Err(StoreError::Exists { path }) => bail!("{path} is there already; --force puts it aside"),
                other => other?,
            }
            println!("restored to {}", data.display());
        }
        Deed::Check => return wait(check(data)),
        Deed::List => wait(list(data))?,
        Deed::Delete { game } => wait(delete(data, *game))?,
    }
    Ok(true)
}

fn wait<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    tokio::runtime::Builder::new_current_thread().build()?.block_on(work)
}

async fn list(data: &Path) -> anyhow::Result<()> {
    let store = Sqlite::look(data)?;
    let mut before = None;
    loop {
        let cards = store.every_game(before, PAGE).await?;
        let Some(last) = cards.last() else { break };
        before = Some(last.number);
        for CardRow { id, state, version, card, .. } in &cards {
            println!("{id}  {:<9}  {version:>6}  {card}", state_word(*state));
        }
    }
    store.close().await?;
    Ok(())
}

fn state_word(state: GameState) -> &'static str {
    match state {
        GameState::Gathering => "gathering",
        GameState::Underway => "underway",
        GameState::Over => "over",
    }
}

async fn delete(data: &Path, game: GameId) -> anyhow::Result<()> {
    // Opening would make a store where there is none.
    if !data.join(FILE).exists() {
        bail!("there is no {}", data.join(FILE).display());
    }
    let store = Sqlite::open(data)?;
    let deleted = store.delete_game(game).await?;
    store.close().await?;
    if !deleted {
        bail!("there is no game {game}");
    }
    println!("deleted {game}");
    Ok(())
}

async fn check(data: &Path) -> anyhow::Result<bool> {
    let store = Sqlite::look(data)?;
    let mut faults = store.check().await?;
    let (mut games, mut events) = (0, 0);
    let mut before = None;
    loop {
        let cards = store.every_game(before, PAGE).await?;
        let Some(last) = cards.last() else { break };
        before = Some(last.number);
        for card in &cards {
            games += 1;
            match read(&store, card.id).await {
                Ok(count) => events += count,
                Err(fault) => faults.push(format!("game {}: {fault:#}", card.id)),
            }
        }
    }
    store.close().await?;
    for fault in &faults {
        println!("{fault}");
    }
    println!("{games} games, {events} events, {} faults", faults.len());
    Ok(faults.is_empty())
}

/// Reads a game and plays it through; answers how many events it has.
async fn read(store: &Sqlite, id: GameId) -> anyhow::Result<u64> {
    let row = store.game(id).await?.context("it was deleted meanwhile")?;
    if row.variant != "standard" {
        bail!("there is no variant {:?}", row.variant);
    }
    let board = &atlas::standard().board;
    let mut game = Game::new(read_charter(board, &row.charter).context("the charter")?);
    loop {
        let events = store.events(id, game.version(), PAGE).await?;
        if events.is_empty() {
            return Ok(game.version());
        }
        for event in events {
            let read = read_event(board, &event.record);
            game.apply(&read.with_context(|| format!("event {}", event.version))?);
        }
    }
}
