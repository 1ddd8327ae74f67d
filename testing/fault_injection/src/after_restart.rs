//! Checks after a restart: everything that was acknowledged is there once, and every phase follows the
//! previous one.

use std::collections::BTreeMap;

use anyhow::{Context, bail, ensure};
use serde_json::Value;

use crate::http::HttpClient;
use crate::seat::{Seat, list, number, text};
use crate::sent_requests::{Orders, RequestKind};

/// The phases of a game that have been checked.
#[derive(Debug, Default)]
pub struct KnownPhases {
    records: Vec<Value>,
}

impl KnownPhases {
    pub fn count(&self) -> usize {
        self.records.len()
    }

    /// Reads the new phases. The known ones must not have changed.
    pub fn read(&mut self, line: &mut HttpClient, game: &str, cookie: &str) -> anyhow::Result<()> {
        let listed = line.get(&format!("/api/games/{game}/records"), cookie)?;
        let listed = list(&listed["records"]);
        ensure!(listed.len() >= self.records.len(), "{game}: phases are gone");
        for (i, summary) in listed.iter().enumerate() {
            ensure!(
                number(&summary["number"]) == i,
                "{game}: record {i} has the number {}",
                summary["number"]
            );
            match self.records.get(i) {
                Some(known) => ensure!(
                    known["phase"] == summary["phase"] && known["at"] == summary["at"],
                    "{game}: record {i} was {} and is {summary}",
                    known["phase"]
                ),
                None => {
                    let record = line.get(&format!("/api/games/{game}/records/{i}"), cookie)?;
                    self.check_follows(&record).with_context(|| format!("{game}, record {i}"))?;
                    self.records.push(record);
                }
            }
        }
        Ok(())
    }

    /// Each phase begins where the previous one ended, so none was judged twice or left out.
    fn check_follows(&self, record: &Value) -> anyhow::Result<()> {
        ensure!(record["phase"] == record["before"]["phase"], "{} begins as another", record["phase"]);
        let Some(last) = self.records.last() else {
            ensure!(record["phase"] == "S1901M", "the first phase is {}", record["phase"]);
            return Ok(());
        };
        ensure!(
            last["after"] == record["before"],
            "{} ended with {}, {} begins with {}",
            last["phase"],
            last["after"],
            record["phase"],
            record["before"]
        );
        let (before, now) = (text(&last["phase"]), text(&record["phase"]));
        ensure!(phase_sort_key(&before) < phase_sort_key(&now), "{now} after {before}");
        Ok(())
    }

    /// The orders of some powers in a phase. None for adjustments, which have no orders by unit.
    fn orders(&self, i: usize, powers: &[String]) -> Option<Orders> {
        let record = self.records.get(i)?;
        if text(&record["phase"]).ends_with('A') {
            return None;
        }
        let own = list(&record["ruled"]).iter().filter(|ruled| powers.contains(&text(&ruled["power"])));
        Some(
            own.filter(|ruled| !ruled["deed"].is_null())
                .map(|ruled| order_by_province(&ruled["deed"]))
                .collect(),
        )
    }
}

/// `F1901R` as a comparable key.
fn phase_sort_key(phase: &str) -> (String, usize, usize) {
    let year = phase.get(1..5).unwrap_or_default().to_owned();
    let season = "SFW".find(phase.get(..1).unwrap_or("?")).unwrap_or(9);
    let stage = "MRA".find(phase.get(5..).unwrap_or("?")).unwrap_or(9);
    (year, season, stage)
}

fn order_by_province(deed: &Value) -> (String, Value) {
    (text(&deed["at"]), deed.clone())
}

/// Sends the pending request again, then compares what the seat sees with the responses that it got.
pub fn check_seat(line: &mut HttpClient, seat: &mut Seat, past: &KnownPhases) -> anyhow::Result<()> {
    resend_pending(line, seat)?;
    let view = line.get(&format!("/api/games/{}", seat.game), &seat.cookie)?;
    let records = number(&view["records"]);
    seat.ledger.set_phase_count(records);
    check_messages(line, seat)?;
    for question in list(&view["questions"]) {
        if let Some(ballot) = seat.ledger.ballots.get(&(number(&question["number"]) as u64)) {
            ensure!(question["own"] == ballot.as_str(), "voted {ballot}, but {question}");
        }
    }
    let powers: Vec<String> = list(&view["viewer"]["powers"]).iter().map(text).collect();
    for i in 0..past.count() {
        if let Some(found) = past.orders(i, &powers) {
            check_sheet(seat, i, &found)?;
        }
    }
    let phase = text(&view["state"]["phase"]);
    // A phase may have closed since the records were read. The next check covers it.
    if records == past.count() && !phase.is_empty() && !phase.ends_with('A') {
        let found =
            list(&view["desk"]["sheet"]).iter().map(|entry| order_by_province(&entry["deed"])).collect();
        check_sheet(seat, records, &found)?;
    }
    Ok(())
}

fn check_sheet(seat: &Seat, number: usize, found: &Orders) -> anyhow::Result<()> {
    let may_be = seat.ledger.possible_sheets(number);
    if may_be.contains(found) {
        return Ok(());
    }
    bail!("phase {number} of {}: found {found:?}, but the sheet was one of {may_be:?}", seat.game);
}

/// The pending request is sent again with its key, and so is the last message. Each must count once.
fn resend_pending(line: &mut HttpClient, seat: &mut Seat) -> anyhow::Result<()> {
    if let Some(sent) = seat.ledger.pending.take() {
        let done = seat.send(line, &sent)?;
        seat.record_result(sent, done);
    }
    if let Some((_, sent)) = seat.ledger.messages.last().cloned() {
        ensure!(seat.send(line, &sent)?, "a message that had been taken was refused: {}", sent.body);
    }
    Ok(())
}

fn check_messages(line: &mut HttpClient, seat: &Seat) -> anyhow::Result<()> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    let mut after = 0;
    loop {
        let path = format!("/api/games/{}/messages?after={after}", seat.game);
        let heard = line.get(&path, &seat.cookie)?;
        for message in list(&heard["messages"]) {
            *counts.entry(message["text"].as_str().unwrap_or_default().to_owned()).or_default() += 1;
            after = message["number"].as_u64().unwrap_or(after);
        }
        if heard["more"] != true {
            break;
        }
    }
    for (said, sent) in &seat.ledger.messages {
        ensure!(matches!(sent.kind, RequestKind::Message { .. }));
        let count = counts.get(said.as_str()).copied().unwrap_or(0);
        ensure!(count == 1, "'{said}' is there {count} times");
    }
    for said in &seat.ledger.refused {
        ensure!(!counts.contains_key(said.as_str()), "'{said}' was refused and is there");
    }
    Ok(())
}
