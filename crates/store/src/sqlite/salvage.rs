//! Saves what can be read from the folder of a damaged store. The folder itself is not changed.

mod moderation;
mod pages;

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use rusqlite::params;

use self::moderation::ModerationRows;
use self::pages::{PageRow, Pages, Place, Value};
use super::file::{self, DATABASE_FILE, OpenMode};
use super::lock::io_error;
use super::private_files::{create_file, create_folder};
use super::query::{get_u64, rows};
use crate::chain::{ChainCheck, ChainHead, Integrity, LinkedRecord};
use crate::{
    Chain, ChainHash, EventRow, Fault, FullGame, GameId, GameInternals, GameRow, GameState, KeyKind, KeyRow,
    Link, PersonRow, ReportRow, Restriction, Rewrite, Scope, StoreError,
};

/// What could be read from a damaged store.
#[derive(Debug)]
pub struct Salvage {
    pages: Pages,
    /// By number.
    games: BTreeMap<i64, GameColumns>,
    /// By number of the game and version. A page may be there twice, in an older and a newer form.
    events: BTreeMap<(i64, i64), Vec<Place>>,
    nonces: BTreeMap<i64, Vec<(String, u64)>>,
    people: BTreeMap<i64, PersonRow>,
    keys: BTreeMap<ChainHash, KeyRow>,
    restrictions: Vec<(u64, u64, Restriction)>,
    course_progress: BTreeMap<i64, String>,
    reports: BTreeMap<i64, ReportRow>,
    moderation: ModerationRows,
    /// Names that indexes have, with the number of their row.
    names: BTreeSet<(String, i64)>,
    lost: Vec<Fault>,
}

/// The row of a game, without its charter.
#[derive(Debug)]
struct GameColumns {
    row: GameRow,
    head: ChainHead,
}

/// How many bytes of a file are read at once. If they cannot be read, they count as zero.
const BLOCK_BYTES: usize = 4096;

impl Salvage {
    /// Reads a copy of the store in `from`, which is made in the folder `scratch`.
    pub fn open(from: &Path, scratch: &Path) -> Result<Self, StoreError> {
        let source = from.join(DATABASE_FILE);
        if !source.exists() {
            return Err(StoreError::Missing { path: source.display().to_string() });
        }
        create_folder(scratch)?;
        let copy = scratch.join(DATABASE_FILE);
        let mut lost = Vec::new();
        for suffix in ["", "-wal"] {
            let name = format!("{DATABASE_FILE}{suffix}");
            if from.join(&name).exists() {
                copy_readable(&from.join(&name), &scratch.join(&name), &mut lost)?;
            }
        }
        let restrictions = read_with_sqlite(&copy, &mut lost);
        let pages = Pages::open(&copy)?;
        let mut salvage = Self {
            pages,
            games: BTreeMap::new(),
            events: BTreeMap::new(),
            nonces: BTreeMap::new(),
            people: BTreeMap::new(),
            keys: BTreeMap::new(),
            restrictions,
            course_progress: BTreeMap::new(),
            reports: BTreeMap::new(),
            moderation: ModerationRows::default(),
            names: BTreeSet::new(),
            lost,
        };
        salvage.read_pages();
        salvage.report_lost_rows();
        salvage.report_lost_audit();
        Ok(salvage)
    }

    pub fn people(&self) -> impl Iterator<Item = &PersonRow> {
        self.people.values()
    }

    /// The keys of people who could be read.
    pub fn keys(&self) -> impl Iterator<Item = &KeyRow> {
        self.keys.values().filter(|key| self.people.contains_key(&key.person.cast_signed()))
    }

    /// Who mutes or blocks whom.
    pub fn restrictions(&self) -> &[(u64, u64, Restriction)] {
        &self.restrictions
    }

    /// How far people got in the course.
    pub fn course_progress(&self) -> impl Iterator<Item = (u64, &str)> {
        self.course_progress.iter().map(|(person, progress)| (person.cast_unsigned(), progress.as_str()))
    }

    /// With their numbers, oldest first.
    pub fn reports(&self) -> impl Iterator<Item = (u64, &ReportRow)> {
        self.reports.iter().map(|(number, report)| (number.cast_unsigned(), report))
    }

    /// The numbers of the games, oldest first.
    pub fn games(&self) -> Vec<i64> {
        self.games.keys().copied().collect()
    }

    /// What is lost, as far as it is known before the games are read.
    pub fn lost(&self) -> &[Fault] {
        &self.lost
    }

    /// A game up to its last event that is certainly as it was stored, and what of it is lost. None if it
    /// has no charter. Its columns are those of the whole game.
    pub fn game(&mut self, number: i64) -> (Option<FullGame>, Vec<Fault>) {
        let Some(columns) = self.games.get(&number) else { return (None, Vec::new()) };
        let (id, head) = (columns.row.id, columns.head);
        let places: Vec<(i64, Vec<Place>)> = self
            .events
            .range((number, 0)..=(number, i64::MAX))
            .map(|((_, version), places)| (*version, places.clone()))
            .collect();
        let mut check = ChainCheck::new(id, head);
        let mut good: Vec<LinkedRecord> = Vec::new();
        for (version, places) in places {
            let read = places.iter().filter_map(|place| linked_record(&self.pages.row(*place)?));
            // A later rewrite wins: the name that it removed must not come back.
            let Some(record) = read.max_by_key(|record| record.link.rewrite.map_or(0, |mark| mark.count))
            else {
                check.add_unreadable(version.cast_unsigned(), "damaged");
                continue;
            };
            let is_next = record.version == good.len() as u64;
            if check.add(&record) == Integrity::Good && is_next {
                good.push(record);
            }
        }
        let faults = check.finish();
        (self.full_game(number, good), faults)
    }

    fn full_game(&self, number: i64, good: Vec<LinkedRecord>) -> Option<FullGame> {
        let columns = self.games.get(&number)?;
        let marks = good.iter().filter_map(|record| record.link.rewrite);
        let chain = Chain {
            rewrites: marks.map(|mark| mark.count).sum(),
            links: good.iter().map(|record| record.link).collect(),
        };
        let mut records = good.into_iter();
        let charter = records.next()?.record;
        let events: Vec<EventRow> = records
            .map(|record| EventRow { version: record.version, at: record.at, record: record.record })
            .collect();
        let version = events.len() as u64;
        let mut nonces = self.nonces.get(&number).cloned().unwrap_or_default();
        nonces.retain(|(_, after)| *after <= version);
        nonces.sort_unstable();
        nonces.dedup();
        let game = GameRow { charter, version, ..columns.row.clone() };
        Some(FullGame { game, events, internals: GameInternals { members: Vec::new(), nonces, chain } })
    }

    fn read_pages(&mut self) {
        let mut found = Vec::new();
        for number in 1..=self.pages.count {
            self.pages.rows_of(number, |place, row| found.push((place, row)));
            for (place, row) in found.drain(..) {
                match row.rowid {
                    Some(rowid) => self.add_table_row(place, rowid, &row.values),
                    None => self.add_index_row(&row.values),
                }
            }
        }
        if !self.pages.knows_free_pages() {
            // A deleted key must not open a door again.
            self.keys.clear();
            let text = "the list of free pages; games and people that were deleted may be back, keys and the roles of \
                 administrators are left out";
            self.lost.push(Fault::of_store(text));
        }
    }

    /// The tables differ in the number and the types of their columns.
    fn add_table_row(&mut self, place: Place, rowid: i64, values: &[Value]) {
        match values {
            [Value::Integer(game), Value::Integer(version), Value::Integer(_), Value::Text(_), ..]
                if matches!(values.len(), 4..=8) =>
            {
                self.events.entry((*game, *version)).or_default().push(place);
            }
            [Value::Null, Value::Text(id), Value::Text(_), Value::Integer(_), ..]
                if matches!(values.len(), 11..=14) && id.parse::<GameId>().is_ok() =>
            {
                if let Some(columns) = game_columns(rowid, values) {
                    let known = self.games.get(&rowid);
                    if known.is_none_or(|known| known.row.version <= columns.row.version) {
                        self.games.insert(rowid, columns);
                    }
                }
            }
            [Value::Null, Value::Text(_), Value::Text(_), Value::Text(_), ..] if values.len() == 8 => {
                if let Some(person) = person_row(rowid, values) {
                    let known = self.people.get(&rowid);
                    if known.is_none_or(|known| known.last_seen <= person.last_seen) {
                        self.people.insert(rowid, person);
                    }
                }
            }
            [Value::Null, Value::Integer(at), by, about, game, Value::Text(text)] => {
                let person = |value: &Value| optional_integer(value).map(|who| who.map(i64::cast_unsigned));
                let game = match game {
                    Value::Text(game) => game.parse().ok(),
                    Value::Null | Value::Integer(_) | Value::Real | Value::Blob(_) => None,
                };
                if let (Some(by), Some(about)) = (person(by), person(about)) {
                    self.reports.insert(rowid, ReportRow { at: *at, by, about, game, text: text.clone() });
                }
            }
            [Value::Null, Value::Text(progress)] => {
                self.course_progress.insert(rowid, progress.clone());
            }
            _ => self.moderation.add_table_row(rowid, values),
        }
    }

    /// Tables without row numbers are kept like indexes.
    fn add_index_row(&mut self, values: &[Value]) {
        match values {
            [
                Value::Blob(hash),
                Value::Integer(person),
                Value::Integer(kind),
                Value::Text(label),
                Value::Integer(made),
                expires,
                details @ ..,
            ] if matches!(details.len(), 0 | 2) => {
                let scope = details.first().and_then(|_| integer(details, 0));
                let scope = scope.and_then(|code| Scope::from_code(i16::try_from(code).ok()?));
                let scope = scope.unwrap_or(Scope::Play);
                let used = integer(details, 1);
                let kind = i16::try_from(*kind).ok().and_then(KeyKind::from_code);
                let hash: Option<ChainHash> = hash.as_slice().try_into().ok();
                if let (Some(hash), Some(kind), Some(expires)) = (hash, kind, optional_integer(expires)) {
                    let (person, label) = (person.cast_unsigned(), label.clone());
                    self.keys.insert(
                        hash,
                        KeyRow { hash, person, kind, label, made: *made, expires, scope, used },
                    );
                }
            }
            [Value::Integer(game), Value::Text(nonce), Value::Integer(version)] => {
                self.nonces.entry(*game).or_default().push((nonce.clone(), version.cast_unsigned()));
            }
            [Value::Text(name), Value::Integer(row)] => {
                self.names.insert((name.clone(), *row));
            }
            _ => self.moderation.add_index_row(values),
        }
    }

    /// Indexes name games and people whose rows are gone; events and keys belong to some too.
    fn report_lost_rows(&mut self) {
        for (name, number) in &self.names {
            if self.games.contains_key(number) || self.people.contains_key(number) {
                continue;
            }
            let what = if name.parse::<GameId>().is_ok() && *number > 0 { "game" } else { "person" };
            self.lost.push(Fault::of_store(format!("{what} {name} (number {number}): the row is lost")));
        }
        let strays: BTreeSet<i64> =
            self.events.keys().map(|(game, _)| *game).filter(|game| !self.games.contains_key(game)).collect();
        for game in strays {
            let count = self.events.range((game, 0)..=(game, i64::MAX)).count();
            self.lost
                .push(Fault::of_store(format!("{count} events of game number {game}, whose row is lost")));
        }
        let keys = self.keys.values().filter(|key| !self.people.contains_key(&key.person.cast_signed()));
        let keys = keys.map(|key| format!("a key of person {}, whose row is lost", key.person));
        self.lost.extend(keys.map(Fault::of_store).collect::<Vec<_>>());
    }
}

/// Copies a file; what cannot be read becomes zero.
fn copy_readable(from: &Path, to: &Path, lost: &mut Vec<Fault>) -> Result<(), StoreError> {
    let mut source = File::open(from).map_err(|error| io_error(from, &error))?;
    let length = source.metadata().map_err(|error| io_error(from, &error))?.len();
    create_file(to)?;
    let target = File::options().write(true).truncate(true).open(to);
    let mut target = target.map_err(|error| io_error(to, &error))?;
    let mut at = 0;
    while at < length {
        let wanted = usize::try_from(length - at).unwrap_or(usize::MAX).min(BLOCK_BYTES);
        let mut block = vec![0; wanted];
        let read = source.seek(SeekFrom::Start(at)).and_then(|_| source.read_exact(&mut block));
        if let Err(error) = read {
            lost.push(Fault::of_store(format!("{}: {wanted} bytes at {at}: {error}", from.display())));
            block.fill(0);
        }
        target.write_all(&block).map_err(|error| io_error(to, &error))?;
        at += wanted as u64;
    }
    Ok(())
}

/// What only SQLite can do: write its log into the file, and tell the rows of one table from those of an
/// index of the same form.
fn read_with_sqlite(copy: &Path, lost: &mut Vec<Fault>) -> Vec<(u64, u64, Restriction)> {
    let read = || -> Result<Vec<(u64, u64, i16)>, StoreError> {
        let db = file::connect(copy, OpenMode::Write)?;
        db.query_row("PRAGMA wal_checkpoint(truncate)", [], |_| Ok(()))?;
        let sql = "SELECT person, other, shun FROM shuns";
        Ok(rows(&db, sql, params![], |row| Ok((get_u64(row, 0)?, get_u64(row, 1)?, row.get(2)?)))?)
    };
    match read() {
        Ok(found) => {
            let known = |(who, other, code)| Some((who, other, Restriction::from_code(code)?));
            found.into_iter().filter_map(known).collect()
        }
        Err(error) => {
            lost.push(Fault::of_store(format!(
                "who mutes or blocks whom, perhaps the latest changes: {error}"
            )));
            Vec::new()
        }
    }
}

fn game_columns(rowid: i64, values: &[Value]) -> Option<GameColumns> {
    let version = u64::try_from(integer(values, 6)?).ok()?;
    let row = GameRow {
        id: text(values, 1)?.parse().ok()?,
        number: rowid.cast_unsigned(),
        variant: text(values, 2)?,
        maker: integer(values, 3)?.cast_unsigned(),
        made: integer(values, 4)?,
        listed: integer(values, 5)? != 0,
        charter: String::new(),
        summary: text(values, 10)?,
        version,
        state: GameState::from_code(i16::try_from(integer(values, 7)?).ok()?)?,
        due: optional_integer(values.get(8)?)?,
        bots_due: integer(values, 9)? != 0,
    };
    // A row that was not written since an older version has no chain.
    let hash = hash(values, 11);
    let rewrites = integer(values, 12).map_or(0, i64::cast_unsigned);
    Some(GameColumns { row, head: ChainHead { version, chained: hash.map(|_| version), hash, rewrites } })
}

fn linked_record(row: &PageRow) -> Option<LinkedRecord> {
    let values = &row.values;
    let rewrite = match (hash(values, 5), hash(values, 7)) {
        (Some(original), Some(seal)) => {
            Some(Rewrite { original, count: integer(values, 6)?.cast_unsigned(), seal })
        }
        (None | Some(_), _) => None,
    };
    Some(LinkedRecord {
        version: u64::try_from(integer(values, 1)?).ok()?,
        at: integer(values, 2)?,
        record: text(values, 3)?,
        link: Link { hash: hash(values, 4), rewrite },
    })
}

fn person_row(rowid: i64, values: &[Value]) -> Option<PersonRow> {
    Some(PersonRow {
        id: rowid.cast_unsigned(),
        handle: text(values, 1)?,
        name: text(values, 2)?,
        language: text(values, 3)?,
        made: integer(values, 4)?,
        last_seen: integer(values, 5)?,
        passphrase: text(values, 6),
        recovery: hash(values, 7),
    })
}

fn integer(values: &[Value], column: usize) -> Option<i64> {
    match values.get(column)? {
        Value::Integer(number) => Some(*number),
        Value::Null | Value::Real | Value::Text(_) | Value::Blob(_) => None,
    }
}

/// A number or nothing; None for anything else.
const fn optional_integer(value: &Value) -> Option<Option<i64>> {
    match value {
        Value::Null => Some(None),
        Value::Integer(number) => Some(Some(*number)),
        Value::Real | Value::Text(_) | Value::Blob(_) => None,
    }
}

fn text(values: &[Value], column: usize) -> Option<String> {
    match values.get(column)? {
        Value::Text(text) => Some(text.clone()),
        Value::Null | Value::Integer(_) | Value::Real | Value::Blob(_) => None,
    }
}

fn hash(values: &[Value], column: usize) -> Option<ChainHash> {
    match values.get(column)? {
        Value::Blob(bytes) => bytes.as_slice().try_into().ok(),
        Value::Null | Value::Integer(_) | Value::Real | Value::Text(_) => None,
    }
}
