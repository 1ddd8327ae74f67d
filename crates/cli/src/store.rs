//! `detente store`: an administrator's commands for a server's data.
//!
//! Backup, check and list work while servers run. Restore, copy, salvage and delete do not.

mod check;
mod copy;
mod import;
mod location;
mod rejudge;
mod replay;
mod salvage;
mod seats;

use std::future::Future;
use std::path::PathBuf;

use anyhow::bail;
use clap::Subcommand;
use rules::Edition;
use store::{Existing, GameId, GameSummaryRow, StoreError};

pub(crate) use self::location::StoreLocation;

/// Backs up, restores, copies, checks, salvages, lists and deletes a server's games.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: StoreCommand,
    /// The server's folder.
    #[arg(long, global = true, env = "DETENTE_DATA", default_value = "./detente-data")]
    data: PathBuf,
    /// The servers' PostgreSQL database, instead of a folder: postgres://…
    #[arg(long, global = true, env = "DETENTE_DATABASE_URL", hide_env_values = true)]
    database_url: Option<String>,
    /// A file that contains the URL of the database, so that the password is not in the environment.
    #[arg(long, global = true, env = "DETENTE_DATABASE_URL_FILE", conflicts_with = "database_url")]
    database_url_file: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum StoreCommand {
    /// Copies everything into one new file, also while the server runs.
    Backup { to: PathBuf },
    /// Puts a backup into the folder. The server must not run.
    Restore {
        from: PathBuf,
        /// Also if there is a store already; it is kept beside the new one, with `.before` after its name.
        #[arg(long)]
        force: bool,
    },
    /// Copies everything from one store into another that is empty, and compares it event by event. Each is a
    /// folder or postgres://… No server may run on either.
    Copy { from: StoreLocation, to: StoreLocation },
    /// Goes through everything and prints a line for each fault, also while the server runs: damage of the
    /// file, changed or missing events, rows that disagree with their game.
    Check {
        /// The folder with maps that the server has, besides the built-in ones.
        #[arg(long, env = "DETENTE_VARIANTS")]
        variants: Option<PathBuf>,
    },
    /// Saves what can be read of a damaged folder into a new one, and prints a line for everything that is
    /// lost. Each game is saved up to its last event that is as it was stored. Nothing is written into the
    /// damaged folder.
    Salvage {
        from: PathBuf,
        to: PathBuf,
        /// The folder with maps that the server has, besides the built-in ones.
        #[arg(long, env = "DETENTE_VARIANTS")]
        variants: Option<PathBuf>,
    },
    /// Lists the games, the newest first: name, state, number of events, what lists show of it.
    List,
    /// Writes a game into a new file as it is kept: a line of JSON for the charter, then one for every event.
    Export { game: GameId, to: PathBuf },
    /// Takes a whole game over from a file: what `export`, `simulate` or `arena` wrote, what the page
    /// exports, or the Python package's saved-game JSON. Reports what could not be imported, and every phase
    /// that this program judges otherwise.
    Import {
        file: PathBuf,
        /// By which rules a game is judged if its file names none, as one of the Python package: 2000, 2023
        /// or datc.
        #[arg(long, default_value = "datc", value_parser = parse_edition)]
        rules: Edition,
        /// Only tell, and store nothing.
        #[arg(long)]
        look: bool,
    },
    /// Deletes a game with everything in it. The server must not run.
    Delete { game: GameId },
}

/// The number of rows per query.
const ROWS_PER_QUERY: usize = 1000;

/// Returns false if something was wrong.
pub(crate) fn run(args: &Args) -> anyhow::Result<bool> {
    let data = args.data.as_path();
    let place =
        StoreLocation::from_options(data, args.database_url.as_deref(), args.database_url_file.as_deref())?;
    let is_folder = matches!(place, StoreLocation::Folder(_));
    match &args.command {
        StoreCommand::Backup { .. } | StoreCommand::Restore { .. } if !is_folder => {
            bail!(
                "a PostgreSQL database is backed up with pg_dump and put back with pg_restore: see docs/hosting.md"
            );
        }
        StoreCommand::Copy { from, to } => block_on(copy::copy(from, to))?,
        StoreCommand::Backup { to } => {
            store::backup(data, to)?;
            println!("backed up to {}", to.display());
        }
        StoreCommand::Restore { from, force } => {
            let existing = if *force { Existing::Rename } else { Existing::Keep };
            match store::restore(from, data, existing) {
                Err(StoreError::Exists { path }) => bail!("{path} is there already; --force puts it aside"),
                other => other?,
            }
            println!("restored to {}", data.display());
        }
        StoreCommand::Check { variants } => return block_on(check::check(&place, variants.as_deref())),
        StoreCommand::Salvage { from, to, variants } => {
            return block_on(salvage::salvage(from, to, variants.as_deref()));
        }
        StoreCommand::List => block_on(list(&place))?,
        StoreCommand::Export { game, to } => block_on(import::export(&place, *game, to))?,
        StoreCommand::Import { file, rules, look } => {
            let intent = if *look { import::ImportMode::DryRun } else { import::ImportMode::Store };
            block_on(import::import(&place, file, *rules, intent))?;
        }
        StoreCommand::Delete { game } => block_on(delete(&place, *game))?,
    }
    Ok(true)
}

fn parse_edition(key: &str) -> Result<Edition, String> {
    Edition::from_key(key).ok_or_else(|| format!("there are no rules '{key}': use 2000, 2023 or datc"))
}

fn block_on<T>(work: impl Future<Output = anyhow::Result<T>>) -> anyhow::Result<T> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(work)
}

async fn list(place: &StoreLocation) -> anyhow::Result<()> {
    let store = place.open_read_only().await?;
    let mut before = None;
    loop {
        let cards = store.all_games(before, ROWS_PER_QUERY).await?;
        let Some(last) = cards.last() else { break };
        before = Some(last.number);
        for GameSummaryRow { id, state, version, summary: card, .. } in &cards {
            println!("{id}  {:<9}  {version:>6}  {card}", state.key());
        }
    }
    store.close().await?;
    Ok(())
}

async fn delete(place: &StoreLocation, game: GameId) -> anyhow::Result<()> {
    let store = place.open_existing_exclusive().await?;
    let deleted = store.delete_game(game).await?;
    store.close().await?;
    if !deleted {
        bail!("there is no game {game}");
    }
    println!("deleted {game}");
    Ok(())
}
