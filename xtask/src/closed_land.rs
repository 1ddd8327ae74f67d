//! `cargo xtask closed-land`: bots never order into land that is closed (K5).

use std::sync::Mutex;

use anyhow::{Context, bail};
use bots::BotKind;
use bots::arena::table_setup;

use crate::in_parallel;
use test_kit::game_for_two::{ClosedLandReport, play_game};

/// Plays games for two, in which Italy is closed until 1915, between bots of every kind.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Each of the pairs of bots in turn.
    #[arg(long, default_value_t = 200)]
    games: u64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The last year that is played.
    #[arg(long, default_value_t = 1915)]
    until: u16,
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let table = table_setup(&atlas::standard().board, 2).context("the board has no table for two")?;
    let pairs: Vec<[BotKind; 2]> =
        BotKind::ALL.iter().flat_map(|one| BotKind::ALL.map(|other| [*one, other])).collect();
    let total = Mutex::new(ClosedLandReport::default());
    in_parallel::for_each(args.games, args.threads, |game| {
        let kinds = pairs[(game % pairs.len() as u64) as usize];
        let seen = play_game(&table, kinds, u64::MAX, args.until, args.seed + game);
        let mut total = total.lock().expect("no worker panics");
        total.while_closed += seen.while_closed;
        total.once_open += seen.once_open;
        total.errors.extend(seen.errors);
    });
    let ClosedLandReport { errors: faults, while_closed, once_open } =
        total.into_inner().context("a game was not played")?;
    for fault in faults.iter().take(20) {
        println!("{fault}");
    }
    println!(
        "{} games: {while_closed} orders while Italy was closed, {once_open} into it once it was open, {} faults",
        args.games,
        faults.len()
    );
    if faults.is_empty() { Ok(()) } else { bail!("bots ordered into closed land, or void orders") }
}
