//! One person in one game, who sends sheets, messages and ballots, each after the response to the last.

use std::io;

use serde_json::{Value, json};

use crate::Chance;
use crate::http::{HttpClient, RequestParts, Response};
use crate::sent_requests::{Orders, RequestKind, SentRequest, SentRequests};

#[derive(Debug)]
pub struct Seat {
    pub game: String,
    pub cookie: String,
    /// This seat always votes no, so that no game is abandoned.
    pub always_votes_no: bool,
    pub ledger: SentRequests,
    pub acknowledged: usize,
    chance: Chance,
    count: usize,
}

impl Seat {
    pub fn new(game: &str, cookie: &str, is_stubborn: bool, seed: u64) -> Self {
        Self {
            game: game.to_owned(),
            cookie: cookie.to_owned(),
            always_votes_no: is_stubborn,
            ledger: SentRequests::default(),
            acknowledged: 0,
            chance: Chance::new(seed),
            count: 0,
        }
    }

    /// Reads the game and sends a random request. An error means that the server was killed.
    pub fn send_random_request(&mut self, line: &mut HttpClient) -> io::Result<()> {
        let Some(view) = self.read_game(line)? else { return Ok(()) };
        self.ledger.set_phase_count(number(&view["records"]));
        if view["state"]["state"] != "underway" {
            return Ok(());
        }
        let sent = match self.chance.below(20) {
            0..10 => self.sheet(line, &view)?,
            10..16 => Some(self.message()),
            _ => Some(self.vote(&view)),
        };
        let Some(sent) = sent else { return Ok(()) };
        self.ledger.pending = Some(sent.clone());
        let done = self.send(line, &sent)?;
        self.ledger.pending = None;
        self.record_result(sent, done);
        Ok(())
    }

    pub fn record_result(&mut self, sent: SentRequest, done: bool) {
        if done {
            self.acknowledged += 1;
            self.ledger.acknowledged(sent);
        } else {
            self.ledger.refused(sent);
        }
    }

    /// Returns whether the request was accepted. A refusal is a valid response, a server error is not.
    pub fn send(&self, line: &mut HttpClient, sent: &SentRequest) -> io::Result<bool> {
        let with =
            RequestParts { cookie: &self.cookie, idempotency_key: &sent.key, body: sent.body.as_bytes() };
        let answer = line.request("POST", &sent.path, with)?;
        check_status(&answer)?;
        Ok(answer.is_success())
    }

    fn read_game(&self, line: &mut HttpClient) -> io::Result<Option<Value>> {
        let with = RequestParts { cookie: &self.cookie, ..RequestParts::default() };
        let answer = line.request("GET", &format!("/api/games/{}", self.game), with)?;
        check_status(&answer)?;
        Ok(answer.json().ok())
    }

    fn key(&mut self) -> String {
        self.count += 1;
        format!("{}-{:08x}", self.count, self.chance.next() as u32)
    }

    /// A sheet for the current phase.
    fn sheet(&mut self, line: &mut HttpClient, view: &Value) -> io::Result<Option<SentRequest>> {
        let with = RequestParts { cookie: &self.cookie, ..RequestParts::default() };
        let answer = line.request("GET", &format!("/api/games/{}/options", self.game), with)?;
        check_status(&answer)?;
        let Ok(options) = answer.json() else { return Ok(None) };
        let mut orders = Orders::new();
        for unit in list(&options["units"]) {
            let at = text(&unit["at"]);
            if let Some(deed) = self.random_order(unit, &at) {
                orders.insert(at, deed);
            }
        }
        let stance = if self.chance.below(4) == 0 { "undecided" } else { "ready" };
        let deeds: Vec<&Value> = orders.values().collect();
        let mut body = json!({ "deeds": deeds, "stance": stance });
        let from = number(&view["records"]);
        let mut to = None;
        // Half of the sheets name their phase. The others may count for the next one, in which some units may be
        // elsewhere: such a sheet must count as a whole or not at all.
        if self.chance.below(2) == 0 {
            body["phase"] = view["state"]["phase"].clone();
            to = Some(from);
        } else {
            body["all_or_nothing"] = json!(true);
        }
        let path = format!("/api/games/{}/orders", self.game);
        let what = RequestKind::Sheet { orders, from, to };
        Ok(Some(SentRequest { path, key: self.key(), body: body.to_string(), kind: what }))
    }

    fn random_order(&mut self, unit: &Value, at: &str) -> Option<Value> {
        let retreats = list(&unit["retreats"]);
        if let Some(to) = self.chance.pick(retreats) {
            return Some(json!({ "order": "retreat", "at": at, "to": to }));
        }
        let moves = list(&unit["moves"]);
        if moves.is_empty() {
            return None;
        }
        Some(match self.chance.below(5) {
            0 => json!({ "order": "hold", "at": at }),
            _ => json!({ "order": "move", "at": at, "to": self.chance.pick(moves)?, "by_convoy": false }),
        })
    }

    fn message(&mut self) -> SentRequest {
        let key = self.key();
        let text = format!("Word {key} of {}", self.cookie);
        let body = json!({ "do": "announce", "text": text }).to_string();
        SentRequest { path: self.commands(), key, body, kind: RequestKind::Message { text } }
    }

    /// A ballot on an open question, or a new question.
    fn vote(&mut self, view: &Value) -> SentRequest {
        let question =
            self.chance.pick(list(&view["questions"])).map(|question| number(&question["number"]) as u64);
        let ballot = if self.always_votes_no || self.chance.below(2) == 0 { "no" } else { "yes" };
        let (body, what) = match question {
            Some(question) => (
                json!({ "do": "vote", "question": question, "ballot": ballot }),
                RequestKind::Ballot { question, ballot },
            ),
            None => (json!({ "do": "propose", "motion": { "motion": "abandon" } }), RequestKind::Proposal),
        };
        SentRequest { path: self.commands(), key: self.key(), body: body.to_string(), kind: what }
    }

    fn commands(&self) -> String {
        format!("/api/games/{}/commands", self.game)
    }
}

/// Returns an error for a server error.
fn check_status(answer: &Response) -> io::Result<()> {
    if answer.status >= 500 {
        return Err(io::Error::other(format!("{} {}", answer.status, answer.text())));
    }
    Ok(())
}

pub fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

pub fn number(value: &Value) -> usize {
    value.as_u64().unwrap_or(0) as usize
}

pub fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
