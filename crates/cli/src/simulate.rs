//! `detente simulate`: programs play whole games in simulated time, so that days take milliseconds.
//!
//! Everything goes through [`game::Game`] as it does for people: joining, talking, voting, being away, coming
//! back. All randomness comes from a seed, so a game that breaks something can be played again.

mod checks;
mod player_kinds;
mod simulation;
mod tally;

use std::fs;
use std::io::BufWriter;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, bail};

use interchange::StoredGame;

use self::player_kinds::PlayerKind;
use self::simulation::{SimulatedGame, Simulation};
use self::tally::Tally;
use crate::output::print_line;

/// Play whole games by programs in made-up time and check them.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// How many games.
    #[arg(long, default_value_t = 100)]
    games: u64,
    /// The first seed; each game has the next.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Players at the table, 2 to 7; left out: all tables in turn.
    #[arg(long, value_parser = clap::value_parser!(u8).range(2..=7))]
    players: Option<u8>,
    /// Who plays; with several, each seat has one of them by lot.
    #[arg(long, value_enum, value_delimiter = ',', default_values_t = [PlayerKind::Random, PlayerKind::Holding])]
    minds: Vec<PlayerKind>,
    /// Years after which a game is decided by centres.
    #[arg(long, default_value_t = 8)]
    years: u16,
    /// A folder for the games: one file each, a line of JSON for the charter and for every event, as
    /// `store export` writes them.
    #[arg(long)]
    out: Option<PathBuf>,
}

/// Plays the games and prints a summary. Fails if an invariant is broken.
pub(crate) fn run(args: Args) -> anyhow::Result<()> {
    if let Some(folder) = &args.out {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    }
    let board = &atlas::standard().board;
    let began = Instant::now();
    let mut tally = Tally::default();
    let mut faults = Vec::new();
    for number in 0..args.games {
        let seed = args.seed.wrapping_add(number);
        let players = args.players.map_or(2 + (number % 6) as usize, usize::from);
        let played = Simulation::new(board, seed, players, &args.minds, args.years)?.play();
        tally.add(&played);
        faults.extend(
            checks::broken_invariants(board, &played)
                .into_iter()
                .map(|fault| format!("seed {seed}: {fault}")),
        );
        if let Some(folder) = &args.out {
            save(board, &played, &folder.join(format!("{seed:08}.jsonl")))?;
        }
    }
    print_line!("{}", tally.summary(began.elapsed()));
    for fault in faults.iter().take(20) {
        print_line!("BROKEN {fault}");
    }
    if faults.is_empty() {
        print_line!("no invariant broken");
        Ok(())
    } else {
        bail!("{} invariants broken", faults.len())
    }
}

fn save(board: &rules::Board, played: &SimulatedGame, path: &Path) -> anyhow::Result<()> {
    let file = fs::File::create(path).with_context(|| format!("cannot write {}", path.display()))?;
    let mut out = BufWriter::new(file);
    let written = StoredGame::write(board, &played.charter, &played.events, &mut out);
    written.with_context(|| format!("cannot write {}", path.display()))
}
