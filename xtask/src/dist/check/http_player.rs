//! A player over HTTP.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use serde_json::{Value, json};

use fault_injection::http::{HttpClient, RequestParts};

/// Bots need less than a second each.
const TIMEOUT: Duration = Duration::from_secs(60);

/// A seat in a game against bots.
pub(crate) struct Seat {
    cookie: String,
    game: String,
}

impl Seat {
    /// Opens the page, creates a person and starts a game against bots.
    pub(crate) fn start_game(at: SocketAddr) -> anyhow::Result<Self> {
        let mut line = HttpClient::new(at);
        let page = line.request("GET", "/", RequestParts::default())?;
        ensure!(page.is_success() && page.text().contains("<script"), "the page carries no web app");
        let cookie = line.create_person("Packed")?;
        let bots = vec!["novice"; 6];
        let game = json!({ "preset": "bots", "join": true, "power": "france", "bots": bots });
        let game = line.post("/api/games", &cookie, &game)?;
        let game = game["id"].as_str().context("a game has an id")?.to_owned();
        Ok(Self { cookie, game })
    }

    /// The seat that a file describes. Its person signs in with a recovery code, because a cookie would
    /// expire.
    pub(crate) fn sign_in_again(at: SocketAddr, text: &str) -> anyhow::Result<Self> {
        let seat: Value = serde_json::from_str(text)?;
        let game = seat["game"].as_str().context("no game")?.to_owned();
        let body = json!({ "with": "recovery_code", "code": seat["recovery_code"] }).to_string();
        let with = RequestParts { body: body.as_bytes(), ..RequestParts::default() };
        let answer = HttpClient::new(at).request("POST", "/api/me/sign-in", with)?;
        let (status, text) = (answer.status, answer.text());
        let cookie = answer.cookie.with_context(|| format!("not recognised: {status} {text}"))?;
        Ok(Self { cookie, game })
    }

    /// Submits orders and waits for the result. Returns the phase that was played.
    pub(crate) fn play(&self, at: SocketAddr) -> anyhow::Result<String> {
        let mut line = HttpClient::new(at);
        let path = format!("/api/games/{}", self.game);
        let start = Instant::now();
        let mut handed_in = None;
        let played = loop {
            let records = line.get(&path, &self.cookie)?["records"].as_u64().context("records")?;
            match handed_in {
                Some(before) if records > before => break before,
                Some(_) => {}
                None => handed_in = self.submit_orders(&mut line, &path)?.then_some(records),
            }
            ensure!(start.elapsed() < TIMEOUT, "nothing came of the orders in {TIMEOUT:?}");
            std::thread::sleep(Duration::from_millis(50));
        };
        let record = line.get(&format!("{path}/records/{played}?language=en"), &self.cookie)?;
        let explained = |one: &Value| one["sentence"].as_str().is_some_and(|sentence| !sentence.is_empty());
        let ruled = record["ruled"].as_array().context("rulings")?;
        ensure!(ruled.iter().all(explained), "an order was not explained");
        Ok(record["phase"].as_str().unwrap_or_default().to_owned())
    }

    /// Submits an empty sheet. Returns false if only others have to write in this phase.
    fn submit_orders(&self, line: &mut HttpClient, path: &str) -> anyhow::Result<bool> {
        let body = json!({ "deeds": [], "stance": "ready" }).to_string();
        let with = RequestParts { cookie: &self.cookie, body: body.as_bytes(), ..RequestParts::default() };
        let answer = line.request("POST", &format!("{path}/orders"), with)?;
        if answer.status == 409 && answer.json()?["id"] == "nothing_to_write" {
            return Ok(false);
        }
        ensure!(answer.is_success(), "orders: {} {}", answer.status, answer.text());
        Ok(true)
    }
}
