//! Three nodes on one PostgreSQL under load. Nodes and database processes are killed, and at the end a
//! standby replaces the database: everything that was acknowledged must be there, once.

use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use store::{Maintenance, Postgres};
use test_postgres::{Durability, TestPostgres};

use crate::Chance;
use crate::http::HttpClient;
use crate::kill::{CLIENTS, Games, KILLS_PER_GAME, Tally};
use crate::seat::Seat;
use crate::service::{Folder, Service};

/// How often to kill what.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    pub nodes: usize,
    pub backends: usize,
    pub seed: u64,
}

/// What is killed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum KillTarget {
    Node,
    Backend,
    Primary,
}

pub const NODES: usize = 3;

/// Servers on one database, each with its own folder for its log.
pub struct Nodes {
    program: std::path::PathBuf,
    pub url: String,
    more: Vec<String>,
    pub nodes: Vec<Option<Service>>,
    folders: Vec<Folder>,
}

impl Nodes {
    pub fn start(program: &Path, url: &str, count: usize, more: &[&str]) -> anyhow::Result<Self> {
        let folders = (0..count).map(|i| Folder::new(&format!("node-{i}-{}", url.len() + count)));
        let mut fleet = Self {
            program: program.to_owned(),
            url: url.to_owned(),
            more: more.iter().map(|&arg| arg.to_owned()).collect(),
            nodes: (0..count).map(|_| None).collect(),
            folders: folders.collect::<Result<_, _>>()?,
        };
        for i in 0..count {
            fleet.restart(i)?;
        }
        Ok(fleet)
    }

    pub fn restart(&mut self, i: usize) -> anyhow::Result<()> {
        let mut args = vec!["--rate", "1000000", "--database-url", &self.url];
        args.extend(self.more.iter().map(String::as_str));
        // A recovering database refuses connections for a while.
        let until = Instant::now() + Duration::from_secs(60);
        loop {
            match Service::start(&self.program, &self.folders[i], &args) {
                Ok(service) => {
                    self.nodes[i] = Some(service);
                    return Ok(());
                }
                Err(error) if Instant::now() > until => return Err(error),
                Err(_) => std::thread::sleep(Duration::from_millis(200)),
            }
        }
    }

    pub fn service(&self, i: usize) -> anyhow::Result<&Service> {
        self.nodes[i].as_ref().context("the node runs")
    }

    pub fn addresses(&self) -> Vec<std::net::SocketAddr> {
        self.nodes.iter().flatten().map(|node| node.address).collect()
    }

    /// No node may have panicked.
    pub fn check_logs(&self) -> anyhow::Result<()> {
        for folder in &self.folders {
            let log = std::fs::read_to_string(folder.log())?;
            ensure!(!log.contains("panicked"), "a node panicked:\n{log}");
        }
        Ok(())
    }
}

pub fn run(program: &Path, plan: Plan) -> anyhow::Result<Tally> {
    let mut chance = Chance::new(plan.seed);
    let mut primary = TestPostgres::start(Durability::Synced)?;
    let standby = primary.standby()?;
    primary.sql("postgres", "CREATE DATABASE games")?;
    let url = format!("postgres://postgres@127.0.0.1:{},127.0.0.1:{}/games", primary.port(), standby.port());
    let mut fleet = Nodes::start(program, &url, NODES, &[])?;
    let mut victims = vec![KillTarget::Node; plan.nodes];
    victims.extend(vec![KillTarget::Backend; plan.backends]);
    // In random order, and the primary last: it does not come back.
    for i in (1..victims.len()).rev() {
        victims.swap(i, chance.below(i + 1));
    }
    victims.push(KillTarget::Primary);
    let mut tally = Tally::default();
    let mut tables = Games::create(fleet.service(0)?, &mut chance)?;
    for (round, victim) in victims.iter().enumerate() {
        let moment = Duration::from_millis(20 + chance.below(280) as u64);
        let node = chance.below(NODES);
        kill_under_load(&mut fleet, &mut primary, &standby, &mut tables, *victim, node, moment)
            .with_context(|| format!("round {round}, {victim:?}, seed {}", plan.seed))?;
        tally.kills += 1;
        tally.pending += tables.pending();
        let looked_at = fleet.service(chance.below(NODES))?;
        tables
            .check(looked_at)
            .with_context(|| format!("after round {round}, {victim:?}, of seed {}", plan.seed))?;
        if (round + 1) % KILLS_PER_GAME == 0 || round + 1 == victims.len() {
            tally.add(&tables);
            if round + 1 < victims.len() {
                tables = Games::create(fleet.service(0)?, &mut chance)?;
            }
        }
    }
    drop(tables);
    fleet.check_logs()?;
    check_database(&url)?;
    Ok(tally)
}

/// Lets all clients send, kills a target in the middle, continues a little, and starts the target again.
fn kill_under_load(
    fleet: &mut Nodes,
    primary: &mut TestPostgres,
    standby: &TestPostgres,
    tables: &mut Games,
    victim: KillTarget,
    node: usize,
    moment: Duration,
) -> anyhow::Result<()> {
    let addresses = fleet.addresses();
    let stop = AtomicBool::new(false);
    let share = tables.seats.len().div_ceil(CLIENTS);
    std::thread::scope(|scope| {
        let clients: Vec<_> = tables
            .seats
            .chunks_mut(share)
            .enumerate()
            .map(|(i, seats)| {
                let (addresses, stop) = (&addresses, &stop);
                scope.spawn(move || send_until_stopped(seats, addresses, i, stop))
            })
            .collect();
        std::thread::sleep(moment);
        let struck = match victim {
            KillTarget::Node => fleet.nodes[node].take().map_or(Ok(()), Service::kill),
            KillTarget::Backend => kill_backend(primary),
            KillTarget::Primary => primary.kill().and_then(|()| standby.promote()).map_err(Into::into),
        };
        std::thread::sleep(moment);
        stop.store(true, Ordering::SeqCst);
        for client in clients {
            client.join().map_err(|_| anyhow::anyhow!("a client panicked"))??;
        }
        struck
    })?;
    if victim == KillTarget::Backend {
        // Commits wait for the standby, which needs some seconds to come back.
        primary.wait_for_standby()?;
    }
    if fleet.nodes[node].is_none() {
        fleet.restart(node)?;
    }
    Ok(())
}

/// SIGKILL to a database process that serves the nodes: the database closes all connections and recovers.
fn kill_backend(primary: &TestPostgres) -> anyhow::Result<()> {
    let find =
        "SELECT pid FROM pg_stat_activity WHERE application_name = 'detente' ORDER BY random() LIMIT 1";
    let pid = primary.sql("postgres", find)?;
    ensure!(!pid.trim().is_empty(), "no node is connected");
    primary.kill_backend(pid.trim())?;
    let until = Instant::now() + Duration::from_secs(60);
    while primary.sql("postgres", "SELECT 1").is_err() {
        ensure!(Instant::now() < until, "the database does not recover");
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok(())
}

/// Sends until it is stopped, to one node after the other. A request without a response is sent again with
/// its key.
fn send_until_stopped(
    seats: &mut [Seat],
    addresses: &[std::net::SocketAddr],
    first: usize,
    stop: &AtomicBool,
) -> anyhow::Result<()> {
    let mut turn = first;
    let mut line = HttpClient::new(addresses[turn % addresses.len()]);
    loop {
        for seat in &mut *seats {
            if stop.load(Ordering::SeqCst) {
                return Ok(());
            }
            let done = match seat.ledger.pending.clone() {
                Some(sent) => seat.send(&mut line, &sent).map(|done| {
                    seat.ledger.pending = None;
                    seat.record_result(sent, done);
                }),
                None => seat.send_random_request(&mut line),
            };
            if let Err(fault) = done {
                // A node reports that it cannot reach the database. No other server error is allowed.
                let text = fault.to_string();
                ensure!(fault.kind() != std::io::ErrorKind::Other || text.contains("store_away"), "{text}");
                turn += 1;
                line = HttpClient::new(addresses[turn % addresses.len()]);
            }
        }
    }
}

/// Runs the administrator's check, which must find no faults.
fn check_database(url: &str) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let faults = runtime.block_on(async {
        let store = Postgres::open(url).await?;
        store.check().await
    });
    let faults = faults.map_err(|error| anyhow::anyhow!("{error}"))?;
    ensure!(faults.is_empty(), "{faults:?}");
    Ok(())
}
