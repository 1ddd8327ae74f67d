//! `cargo xtask attack`: strangers with scripts attack a server while somebody else plays on it.
//!
//! The server has one processor core, attackers and player share another. All addresses are on loopback, and
//! every attack ends by itself.

mod player;
mod scenarios;

use std::net::{IpAddr, Ipv4Addr};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};

use crate::load::process;
use crate::program;
use fault_injection::service::{Folder, Service};
use player::{Experience, Player};
pub(crate) use scenarios::Scenario;

/// Strangers flood a server in several ways, and a player's page and bots are watched meanwhile.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// Attack this program instead of building one from here.
    #[arg(long)]
    program: Option<PathBuf>,
    /// Only this attack; may be given several times.
    #[arg(long, value_enum)]
    only: Vec<Scenario>,
    /// For how long each attack goes on.
    #[arg(long, default_value_t = 40)]
    seconds: u64,
}

/// What is promised to others during an attack: the 99th percentile of a page, and how late a deadline is.
const MAX_PAGE_MS: u128 = 200;
const MAX_DEADLINE_DELAY: Duration = Duration::from_secs(5);
/// What is promised about the player's six bots: a new phase does not wait longer for their orders.
const MAX_BOTS_WAIT: Duration = Duration::from_secs(3);

/// The player's own address. Attackers have others.
const PLAYER_ADDRESS: IpAddr = IpAddr::V4(Ipv4Addr::new(127, 0, 0, 2));

/// The running attack: when it ends, and how the server answered the attackers.
pub(crate) struct Attack {
    pub(crate) until: Instant,
    pub(crate) accepted: AtomicU64,
    pub(crate) refused: AtomicU64,
    over: AtomicBool,
}

impl Attack {
    pub(crate) fn is_over(&self) -> bool {
        self.over.load(Ordering::SeqCst) || Instant::now() > self.until
    }

    /// Counts the answer to an attacker's request.
    pub(crate) fn count(&self, is_accepted: bool) {
        let counter = if is_accepted { &self.accepted } else { &self.refused };
        counter.fetch_add(1, Ordering::Relaxed);
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let program = match &args.program {
        Some(program) => program.clone(),
        None => program::build()?,
    };
    pin(std::process::id(), 1)?;
    let scenarios = if args.only.is_empty() { &Scenario::ALL[..] } else { &args.only };
    println!(
        "{:<10} {:>22} {:>9} {:>13} {:>9} {:>12} {:>9} {:>17}",
        "attack",
        "page p50/p99/max ms",
        "failures",
        "phases played",
        "bots, s",
        "late by, s",
        "disorder",
        "accepted/refused"
    );
    let mut kept = true;
    for scenario in scenarios {
        kept &= run_one(&program, *scenario, Duration::from_secs(args.seconds))
            .with_context(|| format!("{scenario:?}"))?;
    }
    ensure!(kept, "a promise was broken; see above");
    Ok(())
}

/// Runs one attack on a fresh server. Returns whether the promises were kept.
fn run_one(program: &Path, scenario: Scenario, length: Duration) -> anyhow::Result<bool> {
    let folder = Folder::new("attack")?;
    // The rate of a public server, not that of our other tests.
    let service = Service::start_with(Command::new(program), &folder, &["--rate", "20"])?;
    pin(service.id(), 0)?;
    let player = Player::join(service.address, PLAYER_ADDRESS)?;
    let attack = Attack {
        until: Instant::now() + length,
        accepted: AtomicU64::new(0),
        refused: AtomicU64::new(0),
        over: AtomicBool::new(false),
    };
    let (seen, memory) = std::thread::scope(|scope| {
        let playing = scope.spawn(|| player.play(attack.until));
        let weighing = scope.spawn(|| max_memory(&service, &attack));
        let attacking = scope.spawn(|| scenarios::run(scenario, service.address, &attack));
        let seen = playing.join().map_err(|_| anyhow::anyhow!("the player panicked"))?;
        attack.over.store(true, Ordering::SeqCst);
        attacking.join().map_err(|_| anyhow::anyhow!("the attackers panicked"))??;
        let memory = weighing.join().map_err(|_| anyhow::anyhow!("reading memory panicked"))?;
        anyhow::Ok((seen?, memory))
    })?;
    let log = std::fs::read_to_string(folder.log())?;
    ensure!(!log.contains("panicked"), "the server panicked:\n{log}");
    print_row(scenario, &seen, &attack, memory);
    Ok(seen.page_ms(99) <= MAX_PAGE_MS
        && seen.failures == 0
        && seen.bots_in_disorder == 0
        && seen.max_bots_wait <= MAX_BOTS_WAIT
        && seen.max_delay <= MAX_DEADLINE_DELAY)
}

fn print_row(scenario: Scenario, seen: &Experience, attack: &Attack, memory: u64) {
    println!(
        "{:<10} {:>22} {:>9} {:>13} {:>9.1} {:>12.1} {:>9} {:>17}   {} MB",
        format!("{scenario:?}").to_lowercase(),
        format!("{} / {} / {}", seen.page_ms(50), seen.page_ms(99), seen.page_ms(100)),
        seen.failures,
        seen.phases,
        seen.max_bots_wait.as_secs_f64(),
        seen.max_delay.as_secs_f64(),
        seen.bots_in_disorder,
        format!("{} / {}", attack.accepted.load(Ordering::Relaxed), attack.refused.load(Ordering::Relaxed)),
        memory / 1_000_000
    );
}

fn max_memory(service: &Service, attack: &Attack) -> u64 {
    let mut max = 0;
    while !attack.is_over() {
        max = max.max(process::memory(service.id()).unwrap_or(0));
        std::thread::sleep(Duration::from_millis(100));
    }
    max
}

/// Binds all threads of a process to one core, and those that it starts later.
fn pin(process: u32, core: u32) -> anyhow::Result<()> {
    let done = Command::new("taskset")
        .args(["--all-tasks", "--cpu-list", "--pid", &core.to_string(), &process.to_string()])
        .output()
        .context("taskset, of util-linux")?;
    ensure!(done.status.success(), "taskset: {}", String::from_utf8_lossy(&done.stderr));
    Ok(())
}
