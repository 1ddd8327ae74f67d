//! People, their keys, whom they shun, and reports, in SQLite.

use rusqlite::{Connection, Error, OptionalExtension, Result, Row, params};

use super::games::{limit, unsigned};
use crate::{Hash, KeyKind, KeyRow, PersonRow, ReportRow, Shun};

pub(super) fn add_person(db: &Connection, row: &PersonRow) -> Result<bool> {
    let added = db
        .prepare_cached(
            "INSERT OR IGNORE INTO people (id, handle, name, language, made, seen, passphrase, recovery)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
        )?
        .execute(params![
            row.id.cast_signed(),
            row.handle,
            row.name,
            row.language,
            row.made,
            row.seen,
            row.passphrase,
            row.recovery,
        ])?;
    Ok(added > 0)
}

pub(super) fn update_person(db: &Connection, row: &PersonRow) -> Result<bool> {
    let changed = db
        .prepare_cached(
            "UPDATE OR IGNORE people SET handle = ?2, name = ?3, language = ?4, made = ?5, seen = ?6,
             passphrase = ?7, recovery = ?8 WHERE id = ?1",
        )?
        .execute(params![
            row.id.cast_signed(),
            row.handle,
            row.name,
            row.language,
            row.made,
            row.seen,
            row.passphrase,
            row.recovery,
        ])?;
    Ok(changed > 0)
}

pub(super) fn person(db: &Connection, id: u64) -> Result<Option<PersonRow>> {
    db.prepare_cached(
        "SELECT id, handle, name, language, made, seen, passphrase, recovery FROM people WHERE id = ?1",
    )?
    .query_row([id.cast_signed()], person_row)
    .optional()
}

pub(super) fn person_by_handle(db: &Connection, handle: &str) -> Result<Option<PersonRow>> {
    db.prepare_cached(
        "SELECT id, handle, name, language, made, seen, passphrase, recovery FROM people WHERE handle = ?1",
    )?
    .query_row([handle], person_row)
    .optional()
}

pub(super) fn person_by_recovery(db: &Connection, hash: Hash) -> Result<Option<PersonRow>> {
    db.prepare_cached(
        "SELECT id, handle, name, language, made, seen, passphrase, recovery FROM people WHERE recovery = ?1",
    )?
    .query_row([hash], person_row)
    .optional()
}

pub(super) fn person_row(row: &Row<'_>) -> Result<PersonRow> {
    Ok(PersonRow {
        id: unsigned(row, 0)?,
        handle: row.get(1)?,
        name: row.get(2)?,
        language: row.get(3)?,
        made: row.get(4)?,
        seen: row.get(5)?,
        passphrase: row.get(6)?,
        recovery: row.get(7)?,
    })
}

pub(super) fn delete_person(db: &Connection, id: u64) -> Result<bool> {
    let id = id.cast_signed();
    // Keys go with the person.
    if db.prepare_cached("DELETE FROM people WHERE id = ?1")?.execute([id])? == 0 {
        return Ok(false);
    }
    db.prepare_cached("DELETE FROM members WHERE person = ?1")?.execute([id])?;
    db.prepare_cached("DELETE FROM shuns WHERE person = ?1 OR other = ?1")?.execute([id])?;
    db.prepare_cached("UPDATE reports SET by_person = NULL WHERE by_person = ?1")?.execute([id])?;
    db.prepare_cached("UPDATE reports SET about = NULL WHERE about = ?1")?.execute([id])?;
    Ok(true)
}

pub(super) fn add_key(db: &Connection, row: &KeyRow) -> Result<bool> {
    let added = db
        .prepare_cached(
            "INSERT OR IGNORE INTO keys (hash, person, kind, label, made, expires)
             SELECT ?1, id, ?3, ?4, ?5, ?6 FROM people WHERE id = ?2",
        )?
        .execute(params![
            row.hash,
            row.person.cast_signed(),
            kind_number(row.kind),
            row.label,
            row.made,
            row.expires,
        ])?;
    Ok(added > 0)
}

pub(super) fn key(db: &Connection, hash: Hash) -> Result<Option<KeyRow>> {
    db.prepare_cached("SELECT hash, person, kind, label, made, expires FROM keys WHERE hash = ?1")?
        .query_row([hash], key_row)
        .optional()
}

pub(super) fn take_key(db: &Connection, hash: Hash) -> Result<Option<KeyRow>> {
    let taken = key(db, hash)?;
    if taken.is_some() {
        db.prepare_cached("DELETE FROM keys WHERE hash = ?1")?.execute([hash])?;
    }
    Ok(taken)
}

pub(super) fn drop_key(db: &Connection, hash: Hash, person: u64) -> Result<bool> {
    let dropped = db
        .prepare_cached("DELETE FROM keys WHERE hash = ?1 AND person = ?2")?
        .execute(params![hash, person.cast_signed()])?;
    Ok(dropped > 0)
}

pub(super) fn keys_of(db: &Connection, person: u64) -> Result<Vec<KeyRow>> {
    db.prepare_cached(
        "SELECT hash, person, kind, label, made, expires FROM keys WHERE person = ?1 ORDER BY made, hash",
    )?
    .query_map([person.cast_signed()], key_row)?
    .collect()
}

pub(super) fn drop_expired_keys(db: &Connection, now: i64) -> Result<u64> {
    Ok(db.prepare_cached("DELETE FROM keys WHERE expires <= ?1")?.execute([now])? as u64)
}

fn key_row(row: &Row<'_>) -> Result<KeyRow> {
    Ok(KeyRow {
        hash: row.get(0)?,
        person: unsigned(row, 1)?,
        kind: kind(row, 2)?,
        label: row.get(3)?,
        made: row.get(4)?,
        expires: row.get(5)?,
    })
}

pub(super) fn set_shun(db: &Connection, person: u64, other: u64, shun: Option<Shun>) -> Result<()> {
    let (person, other) = (person.cast_signed(), other.cast_signed());
    let number = match shun {
        Some(Shun::Mute) => 0,
        Some(Shun::Block) => 1,
        None => {
            db.prepare_cached("DELETE FROM shuns WHERE person = ?1 AND other = ?2")?
                .execute([person, other])?;
            return Ok(());
        }
    };
    db.prepare_cached("INSERT OR REPLACE INTO shuns (person, other, shun) VALUES (?1, ?2, ?3)")?
        .execute([person, other, number])?;
    Ok(())
}

pub(super) fn shuns(db: &Connection, person: u64) -> Result<Vec<(u64, Shun)>> {
    let mut shuns: Vec<(u64, Shun)> = db
        .prepare_cached("SELECT other, shun FROM shuns WHERE person = ?1")?
        .query_map([person.cast_signed()], |row| {
            let shun = match row.get(1)? {
                0 => Shun::Mute,
                1 => Shun::Block,
                other => return Err(Error::IntegralValueOutOfRange(1, other)),
            };
            Ok((unsigned(row, 0)?, shun))
        })?
        .collect::<Result<_>>()?;
    // The database would sort large numbers as negative ones.
    shuns.sort_by_key(|(other, _)| *other);
    Ok(shuns)
}

pub(super) fn add_report(db: &Connection, row: &ReportRow) -> Result<()> {
    db.prepare_cached("INSERT INTO reports (at, by_person, about, game, text) VALUES (?1, ?2, ?3, ?4, ?5)")?
        .execute(params![
            row.at,
            row.by.map(u64::cast_signed),
            row.about.map(u64::cast_signed),
            row.game.map(|game| game.to_string()),
            row.text,
        ])?;
    Ok(())
}

pub(super) fn reports(db: &Connection, most: usize) -> Result<Vec<ReportRow>> {
    db.prepare_cached("SELECT at, by_person, about, game, text FROM reports ORDER BY number DESC LIMIT ?1")?
        .query_map([limit(most)], report_row)?
        .collect()
}

pub(super) fn report_row(row: &Row<'_>) -> Result<ReportRow> {
    Ok(ReportRow {
        at: row.get(0)?,
        by: row.get::<_, Option<i64>>(1)?.map(i64::cast_unsigned),
        about: row.get::<_, Option<i64>>(2)?.map(i64::cast_unsigned),
        game: row.get::<_, Option<String>>(3)?.and_then(|id| id.parse().ok()),
        text: row.get(4)?,
    })
}

fn kind_number(kind: KeyKind) -> i64 {
    match kind {
        KeyKind::Cookie => 0,
        KeyKind::Program => 1,
        KeyKind::Link => 2,
    }
}

fn kind(row: &Row<'_>, column: usize) -> Result<KeyKind> {
    match row.get(column)? {
        0 => Ok(KeyKind::Cookie),
        1 => Ok(KeyKind::Program),
        2 => Ok(KeyKind::Link),
        other => Err(Error::IntegralValueOutOfRange(column, other)),
    }
}
