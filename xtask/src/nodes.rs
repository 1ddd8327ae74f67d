//! `cargo xtask nodes`: three servers on one PostgreSQL, killed, restarted and measured.

use std::time::{Duration, Instant};

use anyhow::Context;
use serde_json::json;
use test_postgres::{Durability, TestPostgres};

use crate::load::submissions;
use crate::program;
use fault_injection::http::HttpClient;
use fault_injection::nodes::{self, NODES, Nodes, Plan};
use fault_injection::{event_listener, rolling_restart, setup};

/// Kills and restarts servers that share a PostgreSQL, and measures them.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Kills servers, the database's processes, and at last the database itself.
    Kill {
        #[arg(long, default_value_t = 200)]
        nodes: usize,
        #[arg(long, default_value_t = 50)]
        backends: usize,
        #[arg(long, default_value_t = 1901)]
        seed: u64,
    },
    /// Restarts every server in turn under seven players.
    Roll {
        #[arg(long, default_value_t = 5)]
        rounds: usize,
    },
    /// How long news takes from one server to another, under a little load.
    News {
        #[arg(long, default_value_t = 500)]
        messages: usize,
    },
    /// Submissions a second with one, two and three servers.
    Load {
        #[arg(long, default_value_t = 10)]
        seconds: u64,
        #[arg(long, default_value_t = 48)]
        connections: usize,
    },
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let program = program::build()?;
    println!("load before: {}", std::fs::read_to_string("/proc/loadavg").unwrap_or_default().trim());
    match args.what {
        What::Kill { nodes, backends, seed } => {
            let start = Instant::now();
            let tally = nodes::run(&program, Plan { nodes, backends, seed })?;
            println!(
                "{nodes} kills of nodes, {backends} of the database's processes, 1 of the database in {:.0} s: {} acknowledged, all there, none doubled; {} requests had no answer; {} phases, each once",
                start.elapsed().as_secs_f64(),
                tally.acknowledged,
                tally.pending,
                tally.phases
            );
        }
        What::Roll { rounds } => {
            let cluster = TestPostgres::start(Durability::Synced)?;
            let fleet = Nodes::start(&program, &cluster.database()?, NODES, &["--drain", "1"])?;
            let tally = rolling_restart::run(fleet, rounds)?;
            println!(
                "{} restarts under seven players: {} requests, no error, the longest took {:.0} ms; {} changes heard, listeners moved {} times, none missed the last",
                tally.restarts,
                tally.requests,
                tally.max_response_time.as_secs_f64() * 1e3,
                tally.received,
                tally.reconnects
            );
        }
        What::News { messages } => {
            let cluster = TestPostgres::start(Durability::Synced)?;
            let fleet = Nodes::start(&program, &cluster.database()?, NODES, &[])?;
            measure_event_delay(&fleet, messages)?;
        }
        What::Load { seconds, connections } => {
            for count in 1..=NODES {
                let cluster = TestPostgres::start(Durability::Synced)?;
                let fleet = Nodes::start(&program, &cluster.database()?, count, &[])?;
                let services = (0..count).map(|i| fleet.service(i)).collect::<anyhow::Result<Vec<_>>>()?;
                let rate = submissions::run(&services, connections, Duration::from_secs(seconds))?;
                rate.print(&format!("{count} nodes"));
            }
        }
    }
    Ok(())
}

/// Measures the time from a request at one node to the event at the others.
fn measure_event_delay(fleet: &Nodes, messages: usize) -> anyhow::Result<()> {
    let addresses = fleet.addresses();
    let mut line = HttpClient::new(*addresses.first().context("a node")?);
    let people = setup::create_people(&mut line, "Player", 7)?;
    let settings = setup::settings(&mut line, 86_400)?;
    let mut delays = Vec::new();
    let mut game = String::new();
    let mut listeners = Vec::new();
    for i in 0..messages {
        // A game accepts a limited number of messages per stage.
        if i % 50 == 0 {
            game = setup::create_game(&mut line, &settings, &people)?;
            let others = addresses.iter().skip(1);
            listeners = others
                .map(|address| event_listener::listen(*address, &game, &people[1]))
                .collect::<Result<_, _>>()?;
        }
        let body = json!({ "do": "announce", "text": format!("Word {i}") });
        let asked = Instant::now();
        let done = line.post(&format!("/api/games/{game}/commands"), &people[i % 7], &body)?;
        let version = done["version"].as_u64().context("a version")?;
        for ear in &listeners {
            delays.push(event_listener::arrival_time(ear, version)?.saturating_duration_since(asked));
        }
    }
    delays.sort();
    let at = |share: f64| delays.get((delays.len() as f64 * share) as usize).copied().unwrap_or_default();
    println!(
        "{} times from a request at one node to the news at another: median {:.1} ms, 99 of 100 below {:.1} ms",
        delays.len(),
        at(0.5).as_secs_f64() * 1e3,
        at(0.99).as_secs_f64() * 1e3
    );
    Ok(())
}
