//! `cargo xtask load`: measures how much load the server can handle, compared with the Python `diplomacy`
//! server in the same run.

mod deadlines;
mod listeners;
pub(crate) mod process;
mod python;
pub(crate) mod submissions;

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::program;
use fault_injection::service::{Folder, Service};
use listeners::Reach;

/// Measures submissions, listeners and deadlines on this machine.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How long submissions are sent to each server.
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// How many connections send at a time, to each server.
    #[arg(long, default_value_t = 256)]
    connections: usize,
    #[arg(long, default_value_t = 5000)]
    listeners: usize,
    /// How many games are due in one second.
    #[arg(long, default_value_t = 1000)]
    games: usize,
    /// Only our own server.
    #[arg(long)]
    alone: bool,
    /// Compare the sheets and the idle listeners with those of this program instead, by turns.
    #[arg(long, value_name = "PROGRAM")]
    against: Option<PathBuf>,
    /// How many turns each program has then.
    #[arg(long, default_value_t = 9)]
    turns: usize,
}

/// How fast sheets were accepted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rate {
    count: usize,
    wall: Duration,
    /// Processor time of the server.
    processor: Duration,
    p50: Duration,
    p99: Duration,
}

impl Rate {
    fn new(mut times: Vec<Duration>, wall: Duration, processor: Duration) -> Self {
        times.sort_unstable();
        let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or_default();
        Self { count: times.len(), wall, processor, p50: at(0.5), p99: at(0.99) }
    }

    fn per_second(&self) -> f64 {
        self.count as f64 / self.wall.as_secs_f64()
    }

    fn per_processor_second(&self) -> f64 {
        self.count as f64 / self.processor.as_secs_f64().max(0.001)
    }

    pub(crate) fn print(&self, who: &str) {
        println!(
            "{who}: {:.0} submissions/s, {:.0} a processor second of the server, p50 {:.1} ms, p99 {:.1} ms ({} in {:.1} s)",
            self.per_second(),
            self.per_processor_second(),
            self.p50.as_secs_f64() * 1e3,
            self.p99.as_secs_f64() * 1e3,
            self.count,
            self.wall.as_secs_f64()
        );
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let program = program::build()?;
    if let Some(other) = &args.against {
        return compare_by_turns(&program, other, args);
    }
    let folder = Folder::new("load")?;
    let service = Service::start(&program, &folder, &[])?;
    println!("load before: {}", std::fs::read_to_string("/proc/loadavg").unwrap_or_default().trim());

    let seconds = Duration::from_secs(args.seconds);
    let theirs = if args.alone { None } else { Some(python::run(args.connections, seconds)?) };
    let ours = submissions::run(&[&service], args.connections, seconds)?;
    ours.print("Detente");
    if let Some(theirs) = theirs {
        theirs.print("Python diplomacy 1.1.2");
        println!(
            "times as many: {:.1} by the clock, {:.1} by the processor",
            ours.per_second() / theirs.per_second(),
            ours.per_processor_second() / theirs.per_processor_second()
        );
    }
    listeners::run(&service, args.listeners)?.print("Detente", args.listeners);
    deadlines::run(&service, args.games)?;
    Ok(())
}

/// Loads two programs by turns, so that other load meets both, and prints the medians.
fn compare_by_turns(ours: &Path, theirs: &Path, args: &Args) -> anyhow::Result<()> {
    compare_sheets([ours, theirs], args)?;
    compare_listeners([ours, theirs], args)
}

/// Both programs run all the time, and sheets are sent to one of them.
fn compare_sheets(programs: [&Path; 2], args: &Args) -> anyhow::Result<()> {
    let folders = [Folder::new("load-ours")?, Folder::new("load-theirs")?];
    let mut services = Vec::new();
    for (program, folder) in programs.iter().zip(&folders) {
        services.push(Service::start(program, folder, &[])?);
    }
    let mut rates: [Vec<Rate>; 2] = [Vec::new(), Vec::new()];
    for _ in 0..args.turns {
        for (service, rates) in services.iter().zip(&mut rates) {
            let seconds = Duration::from_secs(args.seconds);
            rates.push(submissions::run(&[service], args.connections, seconds)?);
        }
    }
    print_medians("sheets per second", &rates, Rate::per_second);
    print_medians("sheets per second of the server's processor", &rates, Rate::per_processor_second);
    Ok(())
}

/// Each turn starts a new server: what an earlier turn freed would hide the memory of the next.
fn compare_listeners(programs: [&Path; 2], args: &Args) -> anyhow::Result<()> {
    let mut turns: [Vec<Reach>; 2] = [Vec::new(), Vec::new()];
    for _ in 0..args.turns {
        for (program, turns) in programs.iter().zip(&mut turns) {
            let folder = Folder::new("load-listeners")?;
            let service = Service::start(program, &folder, &[])?;
            turns.push(listeners::run(&service, args.listeners)?);
        }
    }
    println!("{} idle listeners", args.listeners);
    print_medians("bytes for each", &turns, |turn| turn.bytes_each);
    print_medians("ms until an event is with all", &turns, |turn| turn.slowest.as_secs_f64() * 1e3);
    Ok(())
}

fn print_medians<T>(what: &str, turns: &[Vec<T>; 2], figure: impl Fn(&T) -> f64) {
    let [ours, theirs] = [&turns[0], &turns[1]].map(|turns| {
        let mut figures: Vec<f64> = turns.iter().map(&figure).collect();
        figures.sort_by(f64::total_cmp);
        figures.get(figures.len() / 2).copied().unwrap_or_default()
    });
    println!("{what}, medians: {ours:.0}, against {theirs:.0}: {:+.1} %", (ours / theirs - 1.0) * 100.0);
}
