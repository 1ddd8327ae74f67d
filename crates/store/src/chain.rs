//! The hash chain of a game, by which a changed, lost or swapped record is noticed.
//!
//! Each record carries a hash of itself and of everything before it; the charter is record 0. The row of the
//! game keeps the hash of the last record. A record that was rewritten on purpose (see
//! [`Games::redact`](crate::Games::redact)) keeps the digest of its original text, so the chain still fits,
//! and a seal over the new text. The game counts its rewrites: a forged or removed mark is noticed too.

use sha2::{Digest, Sha256};

use crate::{Fault, GameId};

/// A SHA-256 hash.
pub type ChainHash = [u8; 32];

/// The hash before the charter.
pub(crate) const CHAIN_START: ChainHash = [0; 32];

/// The part of a game's stored data that shows whether its records are the ones that were written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chain {
    /// By version. Shorter than the game if a node of an older version wrote its last events.
    pub links: Vec<Link>,
    /// How many times a record was rewritten since the game has a chain.
    pub rewrites: u64,
}

/// The link of one record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Link {
    /// None: a node of an older version wrote it.
    pub hash: Option<ChainHash>,
    pub rewrite: Option<Rewrite>,
}

/// The mark of a record that was rewritten.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rewrite {
    /// The digest of the text that was stored first.
    pub original: ChainHash,
    pub count: u64,
    /// Covers the original, the count and the present text.
    pub seal: ChainHash,
}

impl Rewrite {
    /// The mark after a record is rewritten once more.
    pub(crate) fn next(
        before: Option<Self>,
        version: u64,
        at: i64,
        old_record: &str,
        new_record: &str,
    ) -> Self {
        let original = before.map_or_else(|| digest(version, at, old_record), |mark| mark.original);
        let count = before.map_or(0, |mark| mark.count) + 1;
        Self { original, count, seal: seal(&original, count, &digest(version, at, new_record)) }
    }
}

/// The digest of one record: its number, its time and its text.
pub(crate) fn digest(version: u64, at: i64, record: &str) -> ChainHash {
    let mut hasher = Sha256::new();
    hasher.update(version.to_be_bytes());
    hasher.update(at.to_be_bytes());
    hasher.update(record);
    hasher.finalize().into()
}

/// The hash of a record: the hash before it, and its digest.
pub(crate) fn link(previous: &ChainHash, digest: &ChainHash) -> ChainHash {
    let mut hasher = Sha256::new();
    hasher.update(previous);
    hasher.update(digest);
    hasher.finalize().into()
}

/// The same text is in `postgres/schema/2.sql`, for nodes of older versions.
const SEAL_PREFIX: &str = "rewritten";

fn seal(original: &ChainHash, count: u64, present: &ChainHash) -> ChainHash {
    let mut hasher = Sha256::new();
    hasher.update(SEAL_PREFIX);
    hasher.update(original);
    hasher.update(count.to_be_bytes());
    hasher.update(present);
    hasher.finalize().into()
}

/// A record with its link, as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LinkedRecord {
    pub(crate) version: u64,
    pub(crate) at: i64,
    pub(crate) record: String,
    pub(crate) link: Link,
}

impl LinkedRecord {
    /// The digest that the chain has for this record.
    pub(crate) fn digest(&self) -> ChainHash {
        self.link.rewrite.map_or_else(|| digest(self.version, self.at, &self.record), |mark| mark.original)
    }
}

/// What the row of a game says about its chain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ChainHead {
    pub(crate) version: u64,
    /// The number of the last record with a hash; None if no record has one.
    pub(crate) chained: Option<u64>,
    pub(crate) hash: Option<ChainHash>,
    pub(crate) rewrites: u64,
}

/// Whether a record is the one that was written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Integrity {
    /// It is, or nothing shows the opposite.
    Good,
    Bad,
}

/// Goes through the records of one game, in order, and collects the faults.
#[derive(Debug)]
pub(crate) struct ChainCheck {
    game: GameId,
    head: ChainHead,
    next_version: u64,
    /// None after a hole: the next hash cannot be compared.
    previous: Option<ChainHash>,
    rewrites: u64,
    faults: Vec<Fault>,
}

impl ChainCheck {
    pub(crate) fn new(game: GameId, head: ChainHead) -> Self {
        Self { game, head, next_version: 0, previous: Some(CHAIN_START), rewrites: 0, faults: Vec::new() }
    }

    pub(crate) fn add(&mut self, row: &LinkedRecord) -> Integrity {
        if row.version > self.head.version {
            self.report(row.version, format!("the game's row counts only {} events", self.head.version));
            return Integrity::Bad;
        }
        let before = self.faults.len();
        self.advance_to(row.version);
        self.check_mark(row);
        self.check_hash(row);
        if self.faults.len() == before { Integrity::Good } else { Integrity::Bad }
    }

    /// A record that is there but cannot be read.
    pub(crate) fn add_unreadable(&mut self, version: u64, why: &str) {
        self.advance_to(version);
        self.report(version, format!("it cannot be read: {why}"));
        self.previous = None;
    }

    fn advance_to(&mut self, version: u64) {
        if version > self.next_version {
            self.report_missing(self.next_version, version - 1);
            self.previous = None;
        }
        self.next_version = version.saturating_add(1);
    }

    fn check_mark(&mut self, row: &LinkedRecord) {
        let Some(mark) = row.link.rewrite else { return };
        self.rewrites = self.rewrites.saturating_add(mark.count);
        if mark.seal != seal(&mark.original, mark.count, &digest(row.version, row.at, &row.record)) {
            self.report(row.version, "it was changed after it was rewritten on purpose".to_owned());
        }
    }

    fn check_hash(&mut self, row: &LinkedRecord) {
        let must_have_one = self.head.chained.is_some_and(|chained| row.version <= chained);
        match (row.link.hash, self.previous) {
            (None, _) if must_have_one => self.report(row.version, "its hash is missing".to_owned()),
            (Some(hash), Some(previous)) if hash != link(&previous, &row.digest()) => {
                self.report(row.version, "it is not the record that was stored".to_owned());
            }
            (None | Some(_), _) => {}
        }
        self.previous = row.link.hash;
    }

    /// The faults, after the last record.
    pub(crate) fn finish(mut self) -> Vec<Fault> {
        if self.next_version <= self.head.version {
            self.report_missing(self.next_version, self.head.version);
        } else if self.head.chained == Some(self.head.version) && self.head.hash != self.previous {
            let text = "the game's row has another hash for its last event".to_owned();
            self.faults.push(Fault::of_game(self.game, text));
        }
        if self.rewrites != self.head.rewrites {
            let text = format!(
                "{} rewrites of records are counted, and {} are marked",
                self.head.rewrites, self.rewrites
            );
            self.faults.push(Fault::of_game(self.game, text));
        }
        self.faults
    }

    fn report(&mut self, version: u64, text: String) {
        self.faults.push(Fault::of_event(self.game, version, text));
    }

    fn report_missing(&mut self, first: u64, last: u64) {
        let more = if first == last { String::new() } else { format!(", and all up to event {last}") };
        self.report(first, format!("it is missing{more}"));
    }
}

impl Chain {
    #[cfg(feature = "postgres")]
    pub(crate) fn hashes(&self) -> impl Iterator<Item = Option<&[u8]>> {
        self.links.iter().map(|link| link.hash.as_ref().map(|hash| &hash[..]))
    }

    /// The chain of these records: what is stored of it, and the hashes that are missing at its end.
    pub(crate) fn complete<'r>(&self, records: impl IntoIterator<Item = (i64, &'r str)>) -> Self {
        let mut previous = CHAIN_START;
        let records = (0..).zip(records);
        let links = records.map(|(version, (at, record))| {
            let stored = usize::try_from(version).ok().and_then(|version| self.links.get(version));
            let rewrite = stored.and_then(|link| link.rewrite);
            let digest = || rewrite.map_or_else(|| digest(version, at, record), |mark| mark.original);
            let hash = stored.and_then(|link| link.hash).unwrap_or_else(|| link(&previous, &digest()));
            previous = hash;
            Link { hash: Some(hash), rewrite }
        });
        Self { links: links.collect(), rewrites: self.rewrites }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: GameId = GameId::from_bits([3; 10]);

    /// A game of five records; the third was rewritten twice.
    fn game() -> (ChainHead, Vec<LinkedRecord>) {
        let texts = ["charter", "a", "b", "c", "d"];
        let chain = Chain::default().complete(texts.map(|text| (7, text)));
        let mut rows: Vec<LinkedRecord> = (0..)
            .zip(texts.iter().zip(&chain.links))
            .map(|(version, (text, link))| LinkedRecord {
                version,
                at: 7,
                record: (*text).to_owned(),
                link: *link,
            })
            .collect();
        for text in ["without Ann", "without Bob"] {
            let row = &mut rows[2];
            row.link.rewrite = Some(Rewrite::next(row.link.rewrite, 2, 7, &row.record, text));
            row.record = text.to_owned();
        }
        let head = ChainHead { version: 4, chained: Some(4), hash: rows[4].link.hash, rewrites: 2 };
        (head, rows)
    }

    fn faults(head: ChainHead, rows: &[LinkedRecord]) -> Vec<String> {
        let mut check = ChainCheck::new(GAME, head);
        for row in rows {
            check.add(row);
        }
        let prefix = format!("game {GAME}: ");
        check.finish().iter().map(|fault| fault.to_string().replacen(&prefix, "", 1)).collect()
    }

    /// Changes the game and compares the faults.
    fn check(change: impl FnOnce(&mut ChainHead, &mut Vec<LinkedRecord>), expected: &[&str]) {
        let (mut head, mut rows) = game();
        change(&mut head, &mut rows);
        assert_eq!(faults(head, &rows), expected);
    }

    #[test]
    fn rewritten_records_are_not_damage() {
        check(|_, _| {}, &[]);
    }

    #[test]
    fn changes_are_found_where_they_are() {
        let stored = "it is not the record that was stored";
        check(|_, rows| rows[1].record.push('x'), &[&format!("event 1: {stored}")]);
        check(|_, rows| rows[0].at += 1, &[&format!("the charter: {stored}")]);
        check(
            |_, rows| rows[2].record.push('x'),
            &["event 2: it was changed after it was rewritten on purpose"],
        );
        let swap = |_: &mut ChainHead, rows: &mut Vec<LinkedRecord>| {
            let text = std::mem::take(&mut rows[3].record);
            rows[3].record = std::mem::replace(&mut rows[4].record, text);
        };
        check(swap, &[&format!("event 3: {stored}"), &format!("event 4: {stored}")]);
        let swap_whole = |_: &mut ChainHead, rows: &mut Vec<LinkedRecord>| {
            rows.swap(3, 4);
            (rows[3].version, rows[4].version) = (3, 4);
        };
        check(
            swap_whole,
            &[
                &format!("event 3: {stored}"),
                &format!("event 4: {stored}"),
                "the game's row has another hash for its last event",
            ],
        );
    }

    #[test]
    fn lost_records_are_found() {
        check(|_, rows| drop(rows.remove(3)), &["event 3: it is missing"]);
        check(
            |_, rows| drop(rows.drain(1..3)),
            &[
                "event 1: it is missing, and all up to event 2",
                "2 rewrites of records are counted, and 0 are marked",
            ],
        );
        check(|_, rows| rows.truncate(4), &["event 4: it is missing"]);
        check(|head, _| head.version = 3, &["event 4: the game's row counts only 3 events"]);
        // The tail is lost from the events and from the number in the row, but not from its hash.
        check(
            |head, rows| {
                rows.truncate(4);
                (head.version, head.chained) = (3, Some(3));
            },
            &["the game's row has another hash for its last event"],
        );
    }

    #[test]
    fn a_removed_or_forged_mark_is_found() {
        check(
            |_, rows| rows[2].link.rewrite = None,
            &[
                "event 2: it is not the record that was stored",
                "2 rewrites of records are counted, and 0 are marked",
            ],
        );
        let forge = |_: &mut ChainHead, rows: &mut Vec<LinkedRecord>| {
            let row = &mut rows[1];
            row.link.rewrite = Some(Rewrite::next(None, 1, 7, &row.record, "forged"));
            row.record = "forged".to_owned();
        };
        check(forge, &["2 rewrites of records are counted, and 3 are marked"]);
        check(|_, rows| rows[3].link.hash = None, &["event 3: its hash is missing"]);
    }

    #[test]
    fn events_of_an_older_version_are_not_damage_until_they_are_chained() {
        check(
            |head, rows| {
                head.chained = Some(2);
                head.hash = rows[2].link.hash;
                rows[3].link.hash = None;
                rows[4].link.hash = None;
            },
            &[],
        );
        check(
            |head, rows| {
                (head.chained, head.hash) = (None, None);
                rows.iter_mut().for_each(|row| row.link.hash = None);
            },
            &[],
        );
    }

    #[test]
    fn a_chain_is_completed_as_if_it_had_always_been_there() {
        let (_, rows) = game();
        let mut chain = Chain { links: rows.iter().map(|row| row.link).collect(), rewrites: 2 };
        let whole = chain.clone();
        chain.links.truncate(3);
        let records = rows.iter().map(|row| (row.at, row.record.as_str()));
        assert_eq!(chain.complete(records), whole);
    }
}
