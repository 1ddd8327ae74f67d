//! Thousands of pages that wait for events: the memory of each, and when all have received an event.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::json;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::task::JoinSet;

use super::process;
use fault_injection::http::HttpClient;
use fault_injection::service::Service;
use fault_injection::setup;

/// How many connect at the same time: the queue of a listening socket is limited.
const MAX_CONNECTING: usize = 100;
const ROUNDS: usize = 5;

/// A spectator's event stream.
pub(super) struct Listener(BufReader<TcpStream>);

impl Listener {
    /// Connects and waits for the first event, which has the state of the game.
    pub(super) async fn new(address: SocketAddr, game: &str) -> anyhow::Result<Self> {
        let mut stream = TcpStream::connect(address).await?;
        let request = format!("GET /api/games/{game}/events HTTP/1.1\r\nhost: {address}\r\n\r\n");
        stream.write_all(request.as_bytes()).await?;
        let mut listener = Self(BufReader::with_capacity(2048, stream));
        listener.wait_for_event("").await?;
        Ok(listener)
    }

    /// Waits for an event that contains this text.
    pub(super) async fn wait_for_event(&mut self, wanted: &str) -> anyhow::Result<Instant> {
        let mut line = String::new();
        loop {
            line.clear();
            ensure!(self.0.read_line(&mut line).await? > 0, "a listener was cut off");
            if line.starts_with("data:") && line.contains(wanted) {
                return Ok(Instant::now());
            }
        }
    }
}

/// Connects one listener per game of the list.
pub(super) async fn connect(address: SocketAddr, games: &[String]) -> anyhow::Result<Vec<Listener>> {
    let mut listeners = Vec::with_capacity(games.len());
    for games in games.chunks(MAX_CONNECTING) {
        let mut connecting = JoinSet::new();
        for game in games {
            let game = game.clone();
            connecting.spawn(async move { Listener::new(address, &game).await });
        }
        while let Some(listener) = connecting.join_next().await {
            listeners.push(listener??);
        }
    }
    Ok(listeners)
}

/// What idle listeners cost, and how soon an event reaches all of them.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reach {
    pub(super) bytes_each: f64,
    /// The slowest of the rounds.
    pub(super) slowest: Duration,
}

impl Reach {
    pub(super) fn print(&self, who: &str, count: usize) {
        println!(
            "{who}: {count} listeners, {:.1} kB each; an event reaches all of them within {:.0} ms",
            self.bytes_each / 1000.0,
            self.slowest.as_secs_f64() * 1e3
        );
    }
}

pub(super) fn run(service: &Service, count: usize) -> anyhow::Result<Reach> {
    let mut line = HttpClient::new(service.address);
    let people = setup::create_people(&mut line, "Speaker", 7)?;
    let settings = setup::settings(&mut line, 86_400)?;
    let game = setup::create_game(&mut line, &settings, &people)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    let before = process::memory(service.id())?;
    let games = vec![game.clone(); count];
    let mut listeners = runtime
        .block_on(connect(service.address, &games))
        .context("is the limit of open files (ulimit -n) high enough?")?;
    let bytes_each = process::memory(service.id())?.saturating_sub(before) as f64 / count as f64;
    let mut slowest = Duration::ZERO;
    for round in 1..=ROUNDS {
        let wanted = format!("\"messages\":{round},");
        let hearing: Vec<_> = listeners
            .drain(..)
            .map(|mut listener| {
                let wanted = wanted.clone();
                runtime.spawn(
                    async move { listener.wait_for_event(&wanted).await.map(|heard| (listener, heard)) },
                )
            })
            .collect();
        let start = Instant::now();
        let said = json!({ "do": "announce", "text": format!("Hear {round}") });
        line.post(&format!("/api/games/{game}/commands"), &people[0], &said)?;
        for one in hearing {
            let (listener, heard) = runtime.block_on(one)??;
            slowest = slowest.max(heard.duration_since(start));
            listeners.push(listener);
        }
    }
    Ok(Reach { bytes_each, slowest })
}
