//! Load, kill, restart and check the server, many times.

use std::path::Path;
use std::time::Duration;

use anyhow::{Context, ensure};
use store::{Maintenance, Sqlite};

use crate::after_restart::{self, KnownPhases};
use crate::http::HttpClient;
use crate::seat::Seat;
use crate::service::{Folder, Service};
use crate::{Chance, setup};

/// The number of concurrent clients.
pub const CLIENTS: usize = 4;
/// New games start after this many kills, because old ones have long histories.
pub const KILLS_PER_GAME: usize = 10;
/// The length of phases in seconds. Some close because all are ready, some by the clock, also while no server
/// runs.
const PHASE_SECONDS: u32 = 2;

/// Counts of a run.
#[derive(Debug, Default, Clone, Copy)]
pub struct Tally {
    pub kills: usize,
    pub acknowledged: usize,
    /// Requests without a response when the server was killed.
    pub pending: usize,
    pub phases: usize,
}

/// Two games for seven, and what is known of them.
pub struct Games {
    pub seats: Vec<Seat>,
    pasts: Vec<(String, String, KnownPhases)>,
}

pub fn run(program: &Path, times: usize, seed: u64) -> anyhow::Result<Tally> {
    let folder = Folder::new(&format!("kill-{seed}"))?;
    let mut chance = Chance::new(seed);
    let mut tally = Tally::default();
    let mut service = Service::start(program, &folder, &[])?;
    let mut tables = Games::create(&service, &mut chance)?;
    for kill in 1..=times {
        let moment = Duration::from_millis(20 + chance.below(280) as u64);
        service = kill_under_load(service, &mut tables, moment, program, &folder)?;
        tally.kills = kill;
        tally.pending += tables.pending();
        tables.check(&service).with_context(|| format!("after kill {kill} of seed {seed}"))?;
        if kill % KILLS_PER_GAME == 0 || kill == times {
            tally.add(&tables);
            tables = Games::create(&service, &mut chance)?;
        }
    }
    service.kill()?;
    let log = std::fs::read_to_string(folder.log())?;
    ensure!(!log.contains("panicked"), "the server panicked:\n{log}");
    check_database(&folder)?;
    Ok(tally)
}

/// Lets all clients send until the server is killed, and starts it again.
fn kill_under_load(
    service: Service,
    tables: &mut Games,
    moment: Duration,
    program: &Path,
    folder: &Folder,
) -> anyhow::Result<Service> {
    let address = service.address;
    let share = tables.seats.len().div_ceil(CLIENTS);
    let faults: Vec<std::io::Error> = std::thread::scope(|scope| {
        let clients: Vec<_> = tables
            .seats
            .chunks_mut(share)
            .map(|seats| {
                scope.spawn(move || {
                    let mut line = HttpClient::new(address);
                    loop {
                        for seat in &mut *seats {
                            if let Err(fault) = seat.send_random_request(&mut line) {
                                return fault;
                            }
                        }
                    }
                })
            })
            .collect();
        std::thread::sleep(moment);
        let killed = service.kill();
        let faults = clients.into_iter().filter_map(|client| client.join().ok()).collect();
        killed.map(|()| faults)
    })?;
    // A killed server sends nothing. A response with a server error is a fault.
    for fault in faults {
        ensure!(fault.kind() != std::io::ErrorKind::Other, "{fault}");
    }
    Service::start(program, folder, &[])
}

impl Games {
    pub fn create(service: &Service, chance: &mut Chance) -> anyhow::Result<Self> {
        let mut line = HttpClient::new(service.address);
        let people = setup::create_people(&mut line, "Player", 7)?;
        let settings = setup::settings(&mut line, PHASE_SECONDS)?;
        // One game of people, and one with a bot in a seat.
        let full = setup::create_game(&mut line, &settings, &people)?;
        let mixed = setup::create_game(&mut line, &settings, &people[..6])?;
        let mut seats = Vec::new();
        // A client has neighbours of this list, so it works on both games.
        for (i, person) in people.iter().enumerate() {
            seats.push(Seat::new(&full, person, i == 0, chance.next()));
            if i < 6 {
                seats.push(Seat::new(&mixed, person, i == 0, chance.next()));
            }
        }
        let pasts = [full, mixed].map(|game| (game, people[0].clone(), KnownPhases::default()));
        Ok(Self { seats, pasts: pasts.into() })
    }

    /// The number of requests without a response.
    pub fn pending(&self) -> usize {
        self.seats.iter().filter(|seat| seat.ledger.pending.is_some()).count()
    }

    pub fn check(&mut self, service: &Service) -> anyhow::Result<()> {
        let mut line = HttpClient::new(service.address);
        for (game, cookie, past) in &mut self.pasts {
            past.read(&mut line, game, cookie)?;
        }
        for seat in &mut self.seats {
            let past = self.pasts.iter().find(|(game, ..)| *game == seat.game);
            let (_, _, past) = past.context("every seat is in a game")?;
            after_restart::check_seat(&mut line, seat, past)?;
        }
        Ok(())
    }
}

impl Tally {
    pub fn add(&mut self, tables: &Games) {
        self.acknowledged += tables.seats.iter().map(|seat| seat.acknowledged).sum::<usize>();
        self.phases += tables.pasts.iter().map(|(_, _, past)| past.count()).sum::<usize>();
    }
}

/// Runs the administrator's check, which must find no faults.
fn check_database(folder: &Folder) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().build()?;
    let faults = runtime.block_on(async {
        let store = Sqlite::open(&folder.data())?;
        let faults = store.check().await?;
        store.close().await?;
        Ok::<_, store::StoreError>(faults)
    });
    let faults = faults.map_err(|error| anyhow::anyhow!("{error}"))?;
    ensure!(faults.is_empty(), "{faults:?}");
    Ok(())
}
