//! Everything that is kept, for whoever moves to another store.

use super::games::{get, id, limit, signed, signed_all, state_number, unsigned};
use super::people::{person_row, report_row};
use super::pool::{Again, Pool};
use crate::{Backstage, Census, GameId, PersonRow, ReportRow, StoreError, WholeGame};

pub(super) async fn census(db: &Pool, now: i64) -> Result<Census, StoreError> {
    let sql =
        "SELECT (SELECT count(*) FROM games WHERE state = 0), (SELECT count(*) FROM games WHERE state = 1),
               (SELECT count(*) FROM games WHERE state = 2), (SELECT count(*) FROM people),
               (SELECT count(*) FROM games WHERE due <= $1), (SELECT count(*) FROM games WHERE errand)";
    let rows = db.query(Again::May, sql, &[&now]).await?;
    let Some(row) = rows.first() else { return Ok(Census::default()) };
    Ok(Census {
        gathering: unsigned(row, 0)?,
        underway: unsigned(row, 1)?,
        over: unsigned(row, 2)?,
        people: unsigned(row, 3)?,
        due: unsigned(row, 4)?,
        errands: unsigned(row, 5)?,
    })
}

pub(super) async fn people(db: &Pool, after: Option<u64>, most: usize) -> Result<Vec<PersonRow>, StoreError> {
    let sql = "SELECT id, handle, name, language, made, seen, passphrase, recovery FROM people
         WHERE $1::bigint IS NULL OR id > $1 ORDER BY id LIMIT $2";
    let after = after.map(u64::cast_signed);
    db.query(Again::May, sql, &[&after, &limit(most)]).await?.iter().map(person_row).collect()
}

pub(super) async fn reports(db: &Pool, after: u64, most: usize) -> Result<Vec<(u64, ReportRow)>, StoreError> {
    let sql = "SELECT at, by_person, about, game, text, number FROM reports
         WHERE number > $1 ORDER BY number LIMIT $2";
    let rows = db.query(Again::May, sql, &[&signed(after), &limit(most)]).await?;
    rows.iter().map(|row| Ok((unsigned(row, 5)?, report_row(row)?))).collect()
}

pub(super) async fn games(db: &Pool, after: u64, most: usize) -> Result<Vec<(u64, GameId)>, StoreError> {
    let sql = "SELECT number, id FROM games WHERE number > $1 ORDER BY number LIMIT $2";
    let rows = db.query(Again::May, sql, &[&signed(after), &limit(most)]).await?;
    rows.iter().map(|row| Ok((unsigned(row, 0)?, id(row, 1)?))).collect()
}

pub(super) async fn backstage(db: &Pool, id: GameId) -> Result<Backstage, StoreError> {
    let id = id.to_string();
    let sql = "SELECT person FROM members JOIN games ON game = number WHERE id = $1";
    let members = db.query(Again::May, sql, &[&id]).await?;
    let sql = "SELECT nonce, nonces.version FROM nonces JOIN games ON game = number WHERE id = $1";
    let nonces = db.query(Again::May, sql, &[&id]).await?;
    let mut members: Vec<u64> = members.iter().map(|row| unsigned(row, 0)).collect::<Result<_, _>>()?;
    let mut nonces: Vec<(String, u64)> =
        nonces.iter().map(|row| Ok((get(row, 0)?, unsigned(row, 1)?))).collect::<Result<_, StoreError>>()?;
    // However the database sorts.
    members.sort_unstable();
    nonces.sort_unstable();
    Ok(Backstage { members, nonces })
}

pub(super) async fn put(db: &Pool, whole: &WholeGame, tag: i64) -> Result<bool, StoreError> {
    let (game, backstage) = (&whole.game, &whole.backstage);
    let ats: Vec<i64> = std::iter::once(game.made).chain(whole.events.iter().map(|event| event.at)).collect();
    let records: Vec<&str> = std::iter::once(game.charter.as_str())
        .chain(whole.events.iter().map(|event| event.record.as_str()))
        .collect();
    let names: Vec<&str> = backstage.nonces.iter().map(|(nonce, _)| nonce.as_str()).collect();
    let versions: Vec<i64> = backstage.nonces.iter().map(|(_, version)| signed(*version)).collect();
    let rows = db
        .query(
            Again::MayNot,
            "WITH made AS (
               INSERT INTO games (id, variant, maker, made, listed, version, state, due, errand, card)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (id) DO NOTHING RETURNING number),
             added AS (
               INSERT INTO events (game, version, at, tag, record)
               SELECT number, i - 1, at, $11, record
               FROM made, unnest($12::bigint[], $13::text[]) WITH ORDINALITY AS new (at, record, i)),
             seated AS (
               INSERT INTO members (game, person) SELECT number, person
               FROM made, unnest($14::bigint[]) AS person),
             named AS (
               INSERT INTO nonces (game, nonce, version) SELECT number, nonce, version
               FROM made, unnest($15::text[], $16::bigint[]) AS new (nonce, version))
             SELECT number FROM made",
            &[
                &game.id.to_string(),
                &game.variant,
                &game.maker.cast_signed(),
                &game.made,
                &game.listed,
                &signed(game.version),
                &state_number(game.state),
                &game.due,
                &game.errand,
                &game.card,
                &tag,
                &ats,
                &records,
                &signed_all(&backstage.members),
                &names,
                &versions,
            ],
        )
        .await?;
    Ok(!rows.is_empty())
}
