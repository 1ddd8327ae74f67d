//! Sends order sheets over kept connections into many games.

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::{Value, json};

use super::{Rate, process};
use fault_injection::http::{HttpClient, RequestParts};
use fault_injection::seat::list;
use fault_injection::service::Service;
use fault_injection::setup;

/// Two sheets per power, sent in turn so that each changes something. The same lines go to the Python server.
pub(super) const SHEETS: [(&str, [&str; 2]); 7] = [
    ("austria", ["A VIE - TRI\nA BUD - SER\nF TRI - ALB", "A VIE - GAL\nA BUD - RUM\nF TRI H"]),
    ("england", ["F LON - NTH\nF EDI - NWG\nA LVP - YOR", "F LON - ENG\nF EDI - NTH\nA LVP - WAL"]),
    ("france", ["A PAR - BUR\nA MAR - SPA\nF BRE - MAO", "A PAR - PIC\nA MAR S A PAR - BUR\nF BRE - ENG"]),
    ("germany", ["A BER - KIE\nA MUN - RUH\nF KIE - DEN", "A BER - SIL\nA MUN - BUR\nF KIE - HOL"]),
    ("italy", ["A ROM - APU\nA VEN H\nF NAP - ION", "A ROM - VEN\nA VEN - TYR\nF NAP - TYS"]),
    (
        "russia",
        [
            "A MOS - UKR\nA WAR - GAL\nF SEV - BLA\nF STP/SC - BOT",
            "A MOS - STP\nA WAR - UKR\nF SEV - RUM\nF STP/SC - FIN",
        ],
    ),
    ("turkey", ["A CON - BUL\nA SMY - CON\nF ANK - BLA", "A CON - BUL\nA SMY - ARM\nF ANK - CON"]),
];

/// Games per connection, so many that no seat reaches its limit of actions per stage.
const GAMES: usize = 4;

/// The number of client threads. Clients and server share the processors. Each thread has many connections,
/// like the single thread of the Python client.
const CLIENTS: usize = 4;

/// A seat with its prepared requests.
struct Writer {
    path: String,
    cookie: String,
    bodies: [String; 2],
}

/// RequestParts several servers that share their games, connections are distributed over them.
pub(crate) fn run(services: &[&Service], connections: usize, length: Duration) -> anyhow::Result<Rate> {
    let first = services.first().context("a server")?;
    let mut line = HttpClient::new(first.address);
    let settings = setup::settings(&mut line, 86_400)?;
    let mut shares: Vec<Vec<Writer>> = Vec::new();
    for connection in 0..connections {
        shares.push(create_seats(&mut line, &settings, connection)?);
    }
    let processor = || {
        services.iter().map(|service| process::processor_time(service.id())).sum::<anyhow::Result<Duration>>()
    };
    let before = processor()?;
    let start = Instant::now();
    let times = std::thread::scope(|scope| {
        let clients: Vec<_> = shares
            .chunks(shares.len().div_ceil(CLIENTS))
            .enumerate()
            .map(|(number, shares)| {
                let mut connections: Vec<Connection<'_>> = shares
                    .iter()
                    .zip(services.iter().cycle().skip(number))
                    .map(|(share, service)| Connection::new(service, share))
                    .collect();
                scope.spawn(move || send(&mut connections, start + length))
            })
            .collect();
        let times = clients
            .into_iter()
            .map(|client| client.join().map_err(|_| anyhow::anyhow!("a client panicked"))?);
        times.collect::<anyhow::Result<Vec<_>>>()
    })?;
    let wall = start.elapsed();
    Ok(Rate::new(times.concat(), wall, processor()? - before))
}

/// Sends `count` sheets over one connection, each after the response to the previous one.
pub(crate) fn send_count(service: &Service, count: usize) -> anyhow::Result<()> {
    let mut line = HttpClient::new(service.address);
    let settings = setup::settings(&mut line, 86_400)?;
    let share = create_seats(&mut line, &settings, 0)?;
    let mut connection = Connection::new(service, &share);
    for _ in 0..count {
        connection.send()?;
        connection.read_response()?;
    }
    Ok(())
}

/// Creates the seats of one connection.
fn create_seats(line: &mut HttpClient, settings: &Value, connection: usize) -> anyhow::Result<Vec<Writer>> {
    let people = setup::create_people(line, &format!("Writer {connection}"), 7)?;
    let mut share = Vec::new();
    for _ in 0..GAMES {
        let game = setup::create_game(line, settings, &people)?;
        for person in &people {
            share.push(writer(line, &game, person)?);
        }
    }
    Ok(share)
}

fn writer(line: &mut HttpClient, game: &str, cookie: &str) -> anyhow::Result<Writer> {
    let view = line.get(&format!("/api/games/{game}"), cookie)?;
    let own = list(&view["viewer"]["powers"]).first().context("a power")?;
    let (_, sheets) = SHEETS.iter().find(|(power, _)| own == power).context("a known power")?;
    let bodies = sheets.map(|text| json!({ "text": text }).to_string());
    Ok(Writer { path: format!("/api/games/{game}/orders"), cookie: cookie.to_owned(), bodies })
}

/// A connection that sends the sheets of its seats in turn.
struct Connection<'a> {
    line: HttpClient,
    share: &'a [Writer],
    count: usize,
    since: Instant,
}

impl<'a> Connection<'a> {
    fn new(service: &Service, share: &'a [Writer]) -> Self {
        Self { line: HttpClient::new(service.address), share, count: 0, since: Instant::now() }
    }

    fn send(&mut self) -> anyhow::Result<()> {
        let (round, i) = (self.count / self.share.len(), self.count % self.share.len());
        let writer = &self.share[i];
        let (key, body) = (format!("{round}"), writer.bodies[round % 2].as_bytes());
        self.count += 1;
        self.since = Instant::now();
        self.line.send(
            "POST",
            &writer.path,
            RequestParts { cookie: &writer.cookie, idempotency_key: &key, body },
        )?;
        Ok(())
    }

    /// Every sheet must be accepted in full.
    fn read_response(&mut self) -> anyhow::Result<Duration> {
        let answer = self.line.read_response()?;
        ensure!(
            answer.status == 200 && !answer.text().contains("refused"),
            "{} {}",
            answer.status,
            answer.text()
        );
        Ok(self.since.elapsed())
    }
}

/// The response times. All connections wait for a response at the same time, and send again when they have
/// it.
fn send(connections: &mut [Connection<'_>], until: Instant) -> anyhow::Result<Vec<Duration>> {
    let mut times = Vec::new();
    for connection in &mut *connections {
        connection.send()?;
    }
    while Instant::now() < until {
        for connection in &mut *connections {
            times.push(connection.read_response()?);
            connection.send()?;
        }
    }
    for connection in connections {
        connection.read_response()?;
    }
    Ok(times)
}
