//! Messages between players while servers are killed: each must be notified to its receiver at least once, and
//! again only if a server was killed just then.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::json;
use test_postgres::{Durability, TestPostgres};

use crate::http::{HttpClient, RequestParts};
use crate::nodes::Nodes;
use crate::service::{Folder, Service};
use crate::{Chance, setup};

/// How much happens, and on what.
#[derive(Debug, Clone, Copy)]
pub struct Plan {
    pub events: usize,
    pub kills: usize,
    pub database: Database,
    pub seed: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Database {
    /// One server on a folder.
    Sqlite,
    /// Two servers on one PostgreSQL.
    Postgres,
}

/// What arrived.
#[derive(Debug, Default, Clone, Copy)]
pub struct Arrived {
    pub events: usize,
    pub kills: usize,
    /// How often something came again.
    pub repeated: usize,
    pub seconds: f64,
}

/// Messages per game: a player may send so many in a stage.
const MESSAGES_PER_GAME: usize = 100;
/// A node that is killed keeps what it had claimed for a minute.
const MAX_WAIT: Duration = Duration::from_secs(180);
/// Webhooks go to this machine.
const OPTIONS: [&str; 3] = ["--rate", "1000000", "--private-receivers"];

/// The servers, which can be killed one by one.
enum Servers {
    One { program: std::path::PathBuf, folder: Folder, service: Option<Service> },
    Two { nodes: Nodes, _database: TestPostgres },
}

impl Servers {
    fn start(program: &Path, plan: Plan) -> anyhow::Result<Self> {
        match plan.database {
            Database::Sqlite => {
                let folder = Folder::new(&format!("notifications-{}", plan.seed))?;
                let service = Some(Service::start(program, &folder, &OPTIONS)?);
                Ok(Self::One { program: program.to_owned(), folder, service })
            }
            Database::Postgres => {
                let database = TestPostgres::start(Durability::Synced)?;
                let nodes = Nodes::start(program, &database.database()?, 2, &["--private-receivers"])?;
                Ok(Self::Two { nodes, _database: database })
            }
        }
    }

    fn address(&self, turn: usize) -> anyhow::Result<SocketAddr> {
        match self {
            Self::One { service, .. } => Ok(service.as_ref().context("the server runs")?.address),
            Self::Two { nodes, .. } => Ok(nodes.service(turn % 2)?.address),
        }
    }

    fn kill_and_restart(&mut self, turn: usize) -> anyhow::Result<()> {
        match self {
            Self::One { program, folder, service } => {
                service.take().context("the server runs")?.kill()?;
                *service = Some(Service::start(program, folder, &OPTIONS)?);
                Ok(())
            }
            Self::Two { nodes, .. } => {
                nodes.nodes[turn % 2].take().context("the node runs")?.kill()?;
                nodes.restart(turn % 2)
            }
        }
    }
}

pub fn run(program: &Path, plan: Plan) -> anyhow::Result<Arrived> {
    let start = Instant::now();
    let mut chance = Chance::new(plan.seed);
    let receiver = Receiver::start()?;
    let mut servers = Servers::start(program, plan)?;
    let mut line = HttpClient::new(servers.address(0)?);
    let people = setup::create_people(&mut line, "Player", 2)?;
    let (ann, bob) = (&people[0], &people[1]);
    let url = format!("http://{}/", receiver.address);
    line.post("/api/me/channels", bob, &json!({ "kind": "webhook", "url": url, "form": "json" }))?;
    let only_messages = json!({ "choices": [
        { "kind": "message", "page": true, "push": false, "email": false, "webhook": true },
        { "kind": "your_turn", "page": true, "push": false, "email": false, "webhook": false },
    ] })
    .to_string();
    let with = RequestParts { cookie: bob, body: only_messages.as_bytes(), ..RequestParts::default() };
    let set = line.request("PUT", "/api/me/notifications/settings", with)?;
    ensure!(set.is_success(), "{}", set.text());
    let settings = setup::settings(&mut line, 86_400)?;
    let mut games = Vec::new();
    for _ in 0..plan.events.div_ceil(MESSAGES_PER_GAME) {
        games.push(setup::create_game(&mut line, &settings, &people)?);
    }
    let mut kill_at: Vec<usize> = (0..plan.kills).map(|_| chance.below(plan.events)).collect();
    kill_at.sort_unstable();
    for event in 0..plan.events {
        say(&mut line, &mut servers, ann, &games[event / MESSAGES_PER_GAME], event)?;
        for _ in kill_at.iter().filter(|at| **at == event) {
            std::thread::sleep(Duration::from_millis(chance.below(60) as u64));
            servers.kill_and_restart(chance.below(2))?;
            line = HttpClient::new(servers.address(event)?);
        }
    }
    let until = Instant::now() + MAX_WAIT;
    while receiver.count() < plan.events {
        ensure!(Instant::now() < until, "only {} of {} arrived", receiver.count(), plan.events);
        std::thread::sleep(Duration::from_millis(50));
    }
    // Whatever would come too often comes soon.
    std::thread::sleep(Duration::from_secs(2));
    let times: Vec<usize> = receiver
        .times
        .lock()
        .map_err(|_| anyhow::anyhow!("the receiver failed"))?
        .values()
        .copied()
        .collect();
    ensure!(times.len() == plan.events, "{} different notifications of {} events", times.len(), plan.events);
    let repeated: usize = times.iter().map(|count| count - 1).sum();
    // There is one channel, and it has one message on its way at a time.
    ensure!(repeated <= plan.kills, "{repeated} came again in {} kills", plan.kills);
    let seconds = start.elapsed().as_secs_f64();
    Ok(Arrived { events: plan.events, kills: plan.kills, repeated, seconds })
}

/// Says something, again and again until it is acknowledged. The key says that it is the same.
fn say(
    line: &mut HttpClient,
    servers: &mut Servers,
    who: &str,
    game: &str,
    event: usize,
) -> anyhow::Result<()> {
    let body = json!({ "do": "announce", "text": format!("Hear number {event}") }).to_string();
    let key = format!("event-{event}");
    let until = Instant::now() + MAX_WAIT;
    loop {
        let with = RequestParts { cookie: who, idempotency_key: &key, body: body.as_bytes() };
        match line.request("POST", &format!("/api/games/{game}/commands"), with) {
            Ok(answer) if answer.is_success() => return Ok(()),
            Ok(answer) => ensure!(answer.status >= 500, "{}", answer.text()),
            Err(_) => {}
        }
        ensure!(Instant::now() < until, "the server does not answer");
        *line = HttpClient::new(servers.address(event)?);
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// Counts how often each notification came.
struct Receiver {
    address: SocketAddr,
    times: Arc<Mutex<BTreeMap<String, usize>>>,
}

impl Receiver {
    fn start() -> anyhow::Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let receiver = Self { address: listener.local_addr()?, times: Arc::default() };
        let times = Arc::clone(&receiver.times);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let times = Arc::clone(&times);
                std::thread::spawn(move || receive(stream, &times));
            }
        });
        Ok(receiver)
    }

    fn count(&self) -> usize {
        self.times.lock().map_or(0, |times| times.len())
    }
}

/// Reads one request, counts it, and answers.
fn receive(stream: TcpStream, times: &Mutex<BTreeMap<String, usize>>) -> Option<()> {
    let mut stream = BufReader::new(stream);
    let (mut id, mut length) = (String::new(), 0);
    loop {
        let mut line = String::new();
        stream.read_line(&mut line).ok()?;
        let Some((name, value)) = line.trim_end().split_once(": ") else {
            if line == "\r\n" {
                break;
            }
            if line.is_empty() {
                return None;
            }
            continue;
        };
        match name.to_ascii_lowercase().as_str() {
            "x-detente-id" => id = value.to_owned(),
            "content-length" => length = value.parse().ok()?,
            _ => {}
        }
    }
    let mut body = vec![0; length];
    stream.read_exact(&mut body).ok()?;
    *times.lock().ok()?.entry(id).or_default() += 1;
    stream.get_mut().write_all(b"HTTP/1.1 204 No Content\r\n\r\n").ok()
}
