//! The player who has nothing to do with the attack: a live game against bots, and a page that is read all the
//! time.

use std::net::{IpAddr, SocketAddr};
use std::time::{Duration, Instant};

use anyhow::Context;
use serde_json::{Value, json};

use fault_injection::http::{HttpClient, RequestParts};
use fault_injection::setup;

/// Seconds per phase.
const PHASE_SECONDS: u32 = 8;
/// The time between two readings of the page.
const PAGE_INTERVAL: Duration = Duration::from_millis(40);

pub(super) struct Player {
    line: HttpClient,
    cookie: String,
    game: String,
}

/// What the player noticed.
#[derive(Default)]
pub(super) struct Experience {
    /// How long each answer took, sorted.
    times: Vec<Duration>,
    /// Requests that were refused or not answered.
    pub(super) failures: usize,
    pub(super) phases: u64,
    /// How long after its deadline a phase ended, at most.
    pub(super) max_delay: Duration,
    /// How long the bots needed for their orders after a phase began, at most.
    pub(super) max_bots_wait: Duration,
    /// Bots in civil disorder at the end.
    pub(super) bots_in_disorder: usize,
}

impl Experience {
    pub(super) fn page_ms(&self, percentile: usize) -> u128 {
        let at = (self.times.len() * percentile / 100).min(self.times.len().saturating_sub(1));
        self.times.get(at).map_or(u128::MAX, Duration::as_millis)
    }
}

impl Player {
    /// Starts a live game against six strong bots.
    pub(super) fn join(server: SocketAddr, from: IpAddr) -> anyhow::Result<Self> {
        let mut line = HttpClient::from_address(from, server);
        let cookie = line.create_person("Player")?;
        let settings = setup::settings(&mut line, PHASE_SECONDS)?;
        let body =
            json!({ "preset": "daily", "settings": settings, "bots": vec!["strong"; 6], "join": true });
        let made = line.post("/api/games", &cookie, &body)?;
        let game = made["id"].as_str().context("the id of the game")?.to_owned();
        Ok(Self { line, cookie, game })
    }

    /// Reads the page and hands in a sheet in each phase, without "ready": every phase lasts to its deadline.
    pub(super) fn play(mut self, until: Instant) -> anyhow::Result<Experience> {
        let mut seen = Experience::default();
        let mut phase: Option<(u64, i64)> = None;
        let mut bots_wait_since = None;
        let mut last = Value::Null;
        while Instant::now() < until {
            let Some(view) = self.read_page(&mut seen) else { continue };
            let records = view["records"].as_u64().unwrap_or(0);
            if let Some((before, due)) = phase
                && records > before
            {
                // The server's time has no fractions.
                let late = view["now"].as_i64().unwrap_or(0) - due;
                seen.max_delay = seen.max_delay.max(Duration::from_secs(u64::try_from(late).unwrap_or(0)));
            }
            let due = view["state"]["due"].as_i64();
            if phase.is_none_or(|(before, _)| before != records)
                && let Some(due) = due
            {
                bots_wait_since = Some(Instant::now());
                self.hand_in(&mut seen);
                phase = Some((records, due));
            }
            if let Some(since) = bots_wait_since {
                seen.max_bots_wait = seen.max_bots_wait.max(since.elapsed());
                if !bots_owe_orders(&view) {
                    bots_wait_since = None;
                }
            }
            seen.phases = records;
            last = view;
            std::thread::sleep(PAGE_INTERVAL);
        }
        // A phase that should have ended long ago counts as late too.
        if let Some((_, due)) = phase {
            let late = last["now"].as_i64().unwrap_or(0) - due;
            seen.max_delay = seen.max_delay.max(Duration::from_secs(u64::try_from(late).unwrap_or(0)));
        }
        let seats = last["seats"].as_array().cloned().unwrap_or_default();
        let is_lost_bot =
            |seat: &&Value| seat["in_disorder"] == true && seat["occupant"].get("bot").is_some();
        seen.bots_in_disorder = seats.iter().filter(is_lost_bot).count();
        seen.times.sort_unstable();
        Ok(seen)
    }

    fn read_page(&mut self, seen: &mut Experience) -> Option<Value> {
        let path = format!("/api/games/{}", self.game);
        let parts = RequestParts { cookie: &self.cookie, ..RequestParts::default() };
        let started = Instant::now();
        let answer = self.line.request("GET", &path, parts);
        seen.times.push(started.elapsed());
        match answer {
            Ok(answer) if answer.is_success() => answer.json().ok(),
            Ok(_) | Err(_) => {
                seen.failures += 1;
                std::thread::sleep(PAGE_INTERVAL);
                None
            }
        }
    }

    fn hand_in(&mut self, seen: &mut Experience) {
        let path = format!("/api/games/{}/orders", self.game);
        let body = json!({ "deeds": [], "stance": "undecided" }).to_string();
        let parts = RequestParts { cookie: &self.cookie, body: body.as_bytes(), ..RequestParts::default() };
        let started = Instant::now();
        let answer = self.line.request("POST", &path, parts);
        seen.times.push(started.elapsed());
        // Another refusal is no failure: the phase may have ended just now.
        let is_failure = answer.map_or(true, |answer| answer.status == 429 || answer.status >= 500);
        seen.failures += usize::from(is_failure);
    }
}

fn bots_owe_orders(view: &Value) -> bool {
    let owes = |seat: &Value| seat["sheet"] == "not_in" && seat["occupant"].get("bot").is_some();
    view["seats"].as_array().is_some_and(|seats| seats.iter().any(owes))
}
