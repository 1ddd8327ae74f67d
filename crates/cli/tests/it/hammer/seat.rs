//! One person in one game, who sends sheets, messages and ballots as fast as they are answered.

use std::io;

use serde_json::{Value, json};

use super::Chance;
use super::http::{Answer, Line, With};
use super::ledger::{Ledger, Orders, Sent, What};

#[derive(Debug)]
pub(crate) struct Seat {
    pub(crate) game: String,
    pub(crate) cookie: String,
    /// The seat that always votes against, so that no game is abandoned.
    pub(crate) is_stubborn: bool,
    pub(crate) ledger: Ledger,
    pub(crate) acknowledged: usize,
    chance: Chance,
    count: usize,
}

impl Seat {
    pub(crate) fn new(game: &str, cookie: &str, is_stubborn: bool, seed: u64) -> Self {
        Self {
            game: game.to_owned(),
            cookie: cookie.to_owned(),
            is_stubborn,
            ledger: Ledger::default(),
            acknowledged: 0,
            chance: Chance::new(seed),
            count: 0,
        }
    }

    /// Looks, chooses something and sends it. An error: the server is gone.
    pub(crate) fn act(&mut self, line: &mut Line) -> io::Result<()> {
        let Some(view) = self.look(line)? else { return Ok(()) };
        self.ledger.settle(number(&view["records"]));
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
        self.note(sent, done);
        Ok(())
    }

    pub(crate) fn note(&mut self, sent: Sent, done: bool) {
        if done {
            self.acknowledged += 1;
            self.ledger.acknowledged(sent);
        } else {
            self.ledger.refused(sent);
        }
    }

    /// Whether it was done; a refusal is an answer too, a fault of the server is not.
    pub(crate) fn send(&self, line: &mut Line, sent: &Sent) -> io::Result<bool> {
        let with = With { cookie: &self.cookie, key: &sent.key, body: sent.body.as_bytes() };
        let answer = line.ask("POST", &sent.path, with)?;
        expect_well(&answer)?;
        Ok(answer.is_done())
    }

    fn look(&self, line: &mut Line) -> io::Result<Option<Value>> {
        let with = With { cookie: &self.cookie, ..With::default() };
        let answer = line.ask("GET", &format!("/api/games/{}", self.game), with)?;
        expect_well(&answer)?;
        Ok(answer.json().ok())
    }

    fn key(&mut self) -> String {
        self.count += 1;
        format!("{}-{:08x}", self.count, self.chance.next() as u32)
    }

    /// A sheet for what the seat has to write now.
    fn sheet(&mut self, line: &mut Line, view: &Value) -> io::Result<Option<Sent>> {
        let with = With { cookie: &self.cookie, ..With::default() };
        let answer = line.ask("GET", &format!("/api/games/{}/options", self.game), with)?;
        expect_well(&answer)?;
        let Ok(options) = answer.json() else { return Ok(None) };
        let mut orders = Orders::new();
        for unit in list(&options["units"]) {
            let at = text(&unit["at"]);
            if let Some(deed) = self.deed(unit, &at) {
                orders.insert(at, deed);
            }
        }
        let stance = if self.chance.below(4) == 0 { "undecided" } else { "ready" };
        let deeds: Vec<&Value> = orders.values().collect();
        let mut body = json!({ "deeds": deeds, "stance": stance });
        let from = number(&view["records"]);
        let mut to = None;
        // Half of them say for which phase they are; the others may fall into the next.
        if self.chance.below(2) == 0 {
            body["phase"] = view["state"]["phase"].clone();
            to = Some(from);
        }
        let path = format!("/api/games/{}/orders", self.game);
        let what = What::Sheet { orders, from, to };
        Ok(Some(Sent { path, key: self.key(), body: body.to_string(), what }))
    }

    fn deed(&mut self, unit: &Value, at: &str) -> Option<Value> {
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

    fn message(&mut self) -> Sent {
        let key = self.key();
        let text = format!("Word {key} of {}", self.cookie);
        let body = json!({ "do": "announce", "text": text }).to_string();
        Sent { path: self.commands(), key, body, what: What::Message { text } }
    }

    /// A ballot on a question that is open, or a new question.
    fn vote(&mut self, view: &Value) -> Sent {
        let question =
            self.chance.pick(list(&view["questions"])).map(|question| number(&question["number"]) as u64);
        let ballot = if self.is_stubborn || self.chance.below(2) == 0 { "no" } else { "yes" };
        let (body, what) = match question {
            Some(question) => (
                json!({ "do": "vote", "question": question, "ballot": ballot }),
                What::Ballot { question, ballot },
            ),
            None => (json!({ "do": "propose", "motion": { "motion": "abandon" } }), What::Proposal),
        };
        Sent { path: self.commands(), key: self.key(), body: body.to_string(), what }
    }

    fn commands(&self) -> String {
        format!("/api/games/{}/commands", self.game)
    }
}

/// A fault of the server is no answer.
fn expect_well(answer: &Answer) -> io::Result<()> {
    if answer.status >= 500 {
        return Err(io::Error::other(format!("{} {}", answer.status, answer.text())));
    }
    Ok(())
}

pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

pub(crate) fn number(value: &Value) -> usize {
    value.as_u64().unwrap_or(0) as usize
}

pub(crate) fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}
