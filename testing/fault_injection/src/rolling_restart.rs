//! Every node is restarted in turn while seven people play. Nobody sees an error, and nobody misses a change.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::json;

use crate::balancer::Balancer;
use crate::http::{HttpClient, RequestParts, Response};
use crate::nodes::Nodes;
use crate::setup;

#[derive(Debug, Default, Clone, Copy)]
pub struct Tally {
    pub restarts: usize,
    pub requests: usize,
    /// Changes that were received, by all listeners together.
    pub received: usize,
    /// How often a node reported listeners to reconnect.
    pub reconnects: usize,
    /// The longest response time.
    pub max_response_time: Duration,
}

pub fn run(mut fleet: Nodes, rounds: usize) -> anyhow::Result<Tally> {
    let balancer = Balancer::start(fleet.addresses())?;
    let mut line = HttpClient::new(balancer.address);
    let people = setup::create_people(&mut line, "Player", 7)?;
    let settings = setup::settings(&mut line, 3600)?;
    let game = setup::create_game(&mut line, &settings, &people)?;
    let stop = AtomicBool::new(false);
    // The newest version in any response, and the newest version of each listener.
    let newest = AtomicU64::new(0);
    let known: Vec<AtomicU64> = people.iter().map(|_| AtomicU64::new(0)).collect();
    let (heard, moved) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let mut tally = Tally::default();
    std::thread::scope(|scope| {
        let players: Vec<_> = people
            .iter()
            .map(|cookie| {
                let (game, stop, newest, address) = (&game, &stop, &newest, balancer.address);
                scope.spawn(move || play(address, game, cookie, stop, newest))
            })
            .collect();
        let listeners: Vec<_> = people
            .iter()
            .zip(&known)
            .map(|(cookie, known)| {
                let (game, stop, address) = (&game, &stop, balancer.address);
                let (heard, moved) = (&heard, &moved);
                scope.spawn(move || listen(address, game, cookie, known, stop, heard, moved))
            })
            .collect();
        let restarted = restart_all(&mut fleet, &balancer, rounds);
        stop.store(true, Ordering::SeqCst);
        let mut faults = Vec::new();
        for player in players {
            match player.join().map_err(|_| anyhow::anyhow!("a player panicked")).and_then(|done| done) {
                Ok((requests, longest)) => {
                    tally.requests += requests;
                    tally.max_response_time = tally.max_response_time.max(longest);
                }
                Err(fault) => faults.push(fault),
            }
        }
        // All listeners must receive the last version.
        let until = Instant::now() + Duration::from_secs(20);
        let last = newest.load(Ordering::SeqCst);
        while known.iter().any(|known| known.load(Ordering::SeqCst) < last) && Instant::now() < until {
            std::thread::sleep(Duration::from_millis(10));
        }
        let all_heard = known.iter().all(|known| known.load(Ordering::SeqCst) >= last);
        // Listeners end when their connections close.
        fleet.nodes.clear();
        for listener in listeners {
            listener.join().map_err(|_| anyhow::anyhow!("a listener panicked"))?;
        }
        tally.restarts = restarted?;
        if let Some(fault) = faults.pop() {
            return Err(fault);
        }
        ensure!(all_heard, "a listener missed version {last}: {known:?}");
        Ok(())
    })?;
    fleet.check_logs()?;
    tally.received = heard.load(Ordering::SeqCst);
    tally.reconnects = moved.load(Ordering::SeqCst);
    Ok(tally)
}

fn restart_all(fleet: &mut Nodes, balancer: &Balancer, rounds: usize) -> anyhow::Result<usize> {
    let mut count = 0;
    let nodes = fleet.nodes.len();
    for i in (0..rounds).flat_map(|_| 0..nodes) {
        std::thread::sleep(Duration::from_millis(300));
        let service = fleet.nodes[i].take().context("the node runs")?;
        let old = service.address;
        service.terminate()?;
        fleet.restart(i)?;
        let new = fleet.service(i)?.address;
        balancer.replace(old, new);
        let until = Instant::now() + Duration::from_secs(20);
        while !balancer.is_ready(new) {
            ensure!(Instant::now() < until, "a node is not ready again");
            std::thread::sleep(Duration::from_millis(10));
        }
        count += 1;
    }
    Ok(count)
}

/// Reads and sends like a page. Returns the number of requests and the longest response time.
fn play(
    address: SocketAddr,
    game: &str,
    cookie: &str,
    stop: &AtomicBool,
    newest: &AtomicU64,
) -> anyhow::Result<(usize, Duration)> {
    let mut line = HttpClient::new(address);
    let (mut requests, mut longest) = (0, Duration::ZERO);
    while !stop.load(Ordering::SeqCst) {
        let begun = Instant::now();
        let answer = if requests % 2 == 0 {
            request_with_retry(
                &mut line,
                "GET",
                &format!("/api/games/{game}"),
                RequestParts { cookie, ..RequestParts::default() },
            )?
        } else {
            let body =
                json!({ "do": "stand", "stance": if requests % 4 == 1 { "ready" } else { "undecided" } });
            let (body, key) = (body.to_string(), requests.to_string());
            let with = RequestParts { cookie, idempotency_key: &key, body: body.as_bytes() };
            request_with_retry(&mut line, "POST", &format!("/api/games/{game}/commands"), with)?
        };
        // A refusal by the rules is no error.
        ensure!(answer.status < 500, "a player sees an error: {} {}", answer.status, answer.text());
        if let Some(version) = answer.json()?["version"].as_u64() {
            newest.fetch_max(version, Ordering::SeqCst);
        }
        longest = longest.max(begun.elapsed());
        requests += 1;
        std::thread::sleep(Duration::from_millis(20));
    }
    Ok((requests, longest))
}

/// Like a browser: a kept connection that was closed is opened again once, unseen by the player.
fn request_with_retry(
    line: &mut HttpClient,
    method: &str,
    path: &str,
    with: RequestParts<'_>,
) -> anyhow::Result<Response> {
    if line.is_open()
        && let Ok(answer) = line.request(method, path, with)
    {
        return Ok(answer);
    }
    line.request(method, path, with).context("a new connection failed")
}

/// Like a page: reconnects at once when it is reported to, and sends the last version that it knows.
fn listen(
    address: SocketAddr,
    game: &str,
    cookie: &str,
    known: &AtomicU64,
    stop: &AtomicBool,
    heard: &AtomicUsize,
    moved: &AtomicUsize,
) {
    while !stop.load(Ordering::SeqCst) {
        let Ok(mut stream) = TcpStream::connect(address) else { continue };
        let last = known.load(Ordering::SeqCst);
        let head = format!(
            "GET /api/games/{game}/events HTTP/1.1\r\nhost: {address}\r\ncookie: {cookie}\r\nlast-event-id: {last}\r\n\r\n"
        );
        if stream.write_all(head.as_bytes()).is_err() {
            continue;
        }
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            if let Some(version) = line.strip_prefix("id: ").and_then(|version| version.trim().parse().ok()) {
                known.fetch_max(version, Ordering::SeqCst);
                heard.fetch_add(1, Ordering::SeqCst);
            }
            if line == "event: moved" {
                moved.fetch_add(1, Ordering::SeqCst);
            }
        }
    }
}
