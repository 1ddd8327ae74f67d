//! People, their keys, whom they shun, and reports, in PostgreSQL.

use tokio_postgres::Row;
use tokio_postgres::error::SqlState;

use super::games::{get, limit, unsigned};
use super::pool::{Again, Fault, Pool};
use crate::{Hash, KeyKind, KeyRow, PersonRow, ReportRow, Shun, StoreError};

pub(super) async fn add_person(db: &Pool, row: &PersonRow) -> Result<bool, StoreError> {
    let sql = "INSERT INTO people (id, handle, name, language, made, seen, passphrase, recovery)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING RETURNING id";
    changed(write_person(db, Again::MayNot, sql, row).await)
}

pub(super) async fn update_person(db: &Pool, row: &PersonRow) -> Result<bool, StoreError> {
    let sql = "UPDATE people SET handle = $2, name = $3, language = $4, made = $5, seen = $6,
         passphrase = $7, recovery = $8 WHERE id = $1 RETURNING id";
    changed(write_person(db, Again::May, sql, row).await)
}

async fn write_person(
    db: &Pool,
    again: Again,
    sql: &'static str,
    row: &PersonRow,
) -> Result<Vec<Row>, Fault> {
    db.query(
        again,
        sql,
        &[
            &row.id.cast_signed(),
            &row.handle,
            &row.name,
            &row.language,
            &row.made,
            &row.seen,
            &row.passphrase,
            &row.recovery.as_ref().map(Hash::as_slice),
        ],
    )
    .await
}

/// Whether something was written; what belongs to somebody else already, or to nobody, was not.
fn changed(written: Result<Vec<Row>, Fault>) -> Result<bool, StoreError> {
    match written {
        Ok(rows) => Ok(!rows.is_empty()),
        Err(Fault::Refused(state, _))
            if state == SqlState::UNIQUE_VIOLATION || state == SqlState::FOREIGN_KEY_VIOLATION =>
        {
            Ok(false)
        }
        Err(fault) => Err(fault.into()),
    }
}

pub(super) async fn person(db: &Pool, id: u64) -> Result<Option<PersonRow>, StoreError> {
    let sql = "SELECT id, handle, name, language, made, seen, passphrase, recovery FROM people WHERE id = $1";
    db.query(Again::May, sql, &[&id.cast_signed()]).await?.first().map(person_row).transpose()
}

pub(super) async fn person_by_handle(db: &Pool, handle: &str) -> Result<Option<PersonRow>, StoreError> {
    let sql =
        "SELECT id, handle, name, language, made, seen, passphrase, recovery FROM people WHERE handle = $1";
    db.query(Again::May, sql, &[&handle]).await?.first().map(person_row).transpose()
}

pub(super) async fn person_by_recovery(db: &Pool, hash: Hash) -> Result<Option<PersonRow>, StoreError> {
    let sql =
        "SELECT id, handle, name, language, made, seen, passphrase, recovery FROM people WHERE recovery = $1";
    db.query(Again::May, sql, &[&hash.as_slice()]).await?.first().map(person_row).transpose()
}

pub(super) fn person_row(row: &Row) -> Result<PersonRow, StoreError> {
    Ok(PersonRow {
        id: unsigned(row, 0)?,
        handle: get(row, 1)?,
        name: get(row, 2)?,
        language: get(row, 3)?,
        made: get(row, 4)?,
        seen: get(row, 5)?,
        passphrase: get(row, 6)?,
        recovery: get::<Option<Vec<u8>>>(row, 7)?.map(hash_of).transpose()?,
    })
}

fn hash_of(bytes: Vec<u8>) -> Result<Hash, StoreError> {
    bytes.try_into().map_err(|_| StoreError::Damaged("a hash has not 32 bytes".to_owned()))
}

pub(super) async fn delete_person(db: &Pool, id: u64) -> Result<bool, StoreError> {
    // Keys go with the person.
    let sql = "WITH gone AS (DELETE FROM people WHERE id = $1 RETURNING id),
         seats AS (DELETE FROM members USING gone WHERE person = id),
         shunned AS (DELETE FROM shuns USING gone WHERE person = id OR other = id),
         told AS (
           UPDATE reports SET by_person = nullif(by_person, id), about = nullif(about, id)
           FROM gone WHERE by_person = id OR about = id)
         SELECT id FROM gone";
    changed(db.query(Again::MayNot, sql, &[&id.cast_signed()]).await)
}

pub(super) async fn add_key(db: &Pool, row: &KeyRow) -> Result<bool, StoreError> {
    let sql = "INSERT INTO keys (hash, person, kind, label, made, expires)
         SELECT $1, id, $3, $4, $5, $6 FROM people WHERE id = $2 ON CONFLICT DO NOTHING RETURNING person";
    let added = db
        .query(
            Again::MayNot,
            sql,
            &[
                &row.hash.as_slice(),
                &row.person.cast_signed(),
                &kind_number(row.kind),
                &row.label,
                &row.made,
                &row.expires,
            ],
        )
        .await;
    changed(added)
}

pub(super) async fn key(db: &Pool, hash: Hash) -> Result<Option<KeyRow>, StoreError> {
    let sql = "SELECT hash, person, kind, label, made, expires FROM keys WHERE hash = $1";
    db.query(Again::May, sql, &[&hash.as_slice()]).await?.first().map(key_row).transpose()
}

pub(super) async fn take_key(db: &Pool, hash: Hash) -> Result<Option<KeyRow>, StoreError> {
    let sql = "DELETE FROM keys WHERE hash = $1 RETURNING hash, person, kind, label, made, expires";
    db.query(Again::MayNot, sql, &[&hash.as_slice()]).await?.first().map(key_row).transpose()
}

pub(super) async fn drop_key(db: &Pool, hash: Hash, person: u64) -> Result<bool, StoreError> {
    let sql = "DELETE FROM keys WHERE hash = $1 AND person = $2 RETURNING person";
    changed(db.query(Again::MayNot, sql, &[&hash.as_slice(), &person.cast_signed()]).await)
}

pub(super) async fn keys_of(db: &Pool, person: u64) -> Result<Vec<KeyRow>, StoreError> {
    let sql =
        "SELECT hash, person, kind, label, made, expires FROM keys WHERE person = $1 ORDER BY made, hash";
    db.query(Again::May, sql, &[&person.cast_signed()]).await?.iter().map(key_row).collect()
}

pub(super) async fn drop_expired_keys(db: &Pool, now: i64) -> Result<u64, StoreError> {
    let sql = "DELETE FROM keys WHERE expires <= $1 RETURNING person";
    Ok(db.query(Again::May, sql, &[&now]).await?.len() as u64)
}

fn key_row(row: &Row) -> Result<KeyRow, StoreError> {
    Ok(KeyRow {
        hash: hash_of(get(row, 0)?)?,
        person: unsigned(row, 1)?,
        kind: kind(row, 2)?,
        label: get(row, 3)?,
        made: get(row, 4)?,
        expires: get(row, 5)?,
    })
}

pub(super) async fn set_shun(
    db: &Pool,
    person: u64,
    other: u64,
    shun: Option<Shun>,
) -> Result<(), StoreError> {
    let (person, other) = (person.cast_signed(), other.cast_signed());
    match shun {
        Some(shun) => {
            let sql = "INSERT INTO shuns (person, other, shun) VALUES ($1, $2, $3)
                 ON CONFLICT (person, other) DO UPDATE SET shun = excluded.shun";
            db.query(Again::May, sql, &[&person, &other, &shun_number(shun)]).await?;
        }
        None => {
            let sql = "DELETE FROM shuns WHERE person = $1 AND other = $2";
            db.query(Again::May, sql, &[&person, &other]).await?;
        }
    }
    Ok(())
}

pub(super) async fn shuns(db: &Pool, person: u64) -> Result<Vec<(u64, Shun)>, StoreError> {
    let sql = "SELECT other, shun FROM shuns WHERE person = $1";
    let rows = db.query(Again::May, sql, &[&person.cast_signed()]).await?;
    let mut shuns: Vec<(u64, Shun)> = rows
        .iter()
        .map(|row| {
            let shun = match get::<i16>(row, 1)? {
                0 => Shun::Mute,
                1 => Shun::Block,
                other => return Err(StoreError::Damaged(format!("{other} is no way to shun"))),
            };
            Ok((unsigned(row, 0)?, shun))
        })
        .collect::<Result<_, StoreError>>()?;
    // The database would sort large numbers as negative ones.
    shuns.sort_by_key(|(other, _)| *other);
    Ok(shuns)
}

pub(super) async fn add_report(db: &Pool, row: &ReportRow) -> Result<(), StoreError> {
    let sql = "INSERT INTO reports (at, by_person, about, game, text) VALUES ($1, $2, $3, $4, $5)";
    let (by, about) = (row.by.map(u64::cast_signed), row.about.map(u64::cast_signed));
    let game = row.game.map(|game| game.to_string());
    db.query(Again::MayNot, sql, &[&row.at, &by, &about, &game, &row.text]).await?;
    Ok(())
}

pub(super) async fn reports(db: &Pool, most: usize) -> Result<Vec<ReportRow>, StoreError> {
    let sql = "SELECT at, by_person, about, game, text FROM reports ORDER BY number DESC LIMIT $1";
    db.query(Again::May, sql, &[&limit(most)]).await?.iter().map(report_row).collect()
}

pub(super) fn report_row(row: &Row) -> Result<ReportRow, StoreError> {
    Ok(ReportRow {
        at: get(row, 0)?,
        by: get::<Option<i64>>(row, 1)?.map(i64::cast_unsigned),
        about: get::<Option<i64>>(row, 2)?.map(i64::cast_unsigned),
        game: get::<Option<String>>(row, 3)?.and_then(|id| id.parse().ok()),
        text: get(row, 4)?,
    })
}

const fn kind_number(kind: KeyKind) -> i16 {
    match kind {
        KeyKind::Cookie => 0,
        KeyKind::Program => 1,
        KeyKind::Link => 2,
    }
}

fn kind(row: &Row, column: usize) -> Result<KeyKind, StoreError> {
    match get::<i16>(row, column)? {
        0 => Ok(KeyKind::Cookie),
        1 => Ok(KeyKind::Program),
        2 => Ok(KeyKind::Link),
        other => Err(StoreError::Damaged(format!("{other} is no kind of key"))),
    }
}

const fn shun_number(shun: Shun) -> i16 {
    match shun {
        Shun::Mute => 0,
        Shun::Block => 1,
    }
}
