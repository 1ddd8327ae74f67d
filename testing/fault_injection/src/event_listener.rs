//! A listener of a game over one connection. It records when each version arrived.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Context, bail};

/// The first arrival time of each version.
pub type Arrivals = Arc<Mutex<BTreeMap<u64, Instant>>>;

/// Listens in its own thread until the server ends the stream.
pub fn listen(address: SocketAddr, game: &str, cookie: &str) -> anyhow::Result<Arrivals> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(Duration::from_secs(60)))?;
    write!(stream, "GET /api/games/{game}/events HTTP/1.1\r\nhost: {address}\r\ncookie: {cookie}\r\n\r\n")?;
    let mut lines = BufReader::new(stream).lines();
    let status = lines.next().context("an answer")??;
    if !status.contains("200") {
        bail!("listening: {status}");
    }
    let heard = Arrivals::default();
    let noted = Arc::clone(&heard);
    std::thread::spawn(move || {
        for line in lines.map_while(Result::ok) {
            if let Some(version) = line.strip_prefix("id: ").and_then(|version| version.trim().parse().ok()) {
                let mut heard = noted.lock().unwrap_or_else(PoisonError::into_inner);
                heard.entry(version).or_insert_with(Instant::now);
            }
        }
    });
    Ok(heard)
}

/// The arrival time of this version or a later one. Waits for it up to 20 seconds.
pub fn arrival_time(heard: &Arrivals, version: u64) -> anyhow::Result<Instant> {
    let until = Instant::now() + Duration::from_secs(20);
    loop {
        let found = {
            let heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
            heard.range(version..).map(|(_, at)| *at).min()
        };
        match found {
            Some(at) => return Ok(at),
            None if Instant::now() > until => bail!("version {version} was never heard"),
            None => std::thread::sleep(Duration::from_millis(1)),
        }
    }
}
