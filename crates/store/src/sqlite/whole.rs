//! Everything that is kept, for whoever moves to another store.

use rusqlite::{Connection, Result, params};

use super::games::{add_events, id, limit, set_members, signed, state_number, unsigned};
use super::people::{person_row, report_row};
use crate::{Backstage, Census, GameId, NewEvent, PersonRow, ReportRow, WholeGame};

pub(super) fn census(db: &Connection, now: i64) -> Result<Census> {
    db.prepare_cached(
        "SELECT (SELECT count(*) FROM games WHERE state = 0), (SELECT count(*) FROM games WHERE state = 1),
               (SELECT count(*) FROM games WHERE state = 2), (SELECT count(*) FROM people),
               (SELECT count(*) FROM games WHERE due <= ?1), (SELECT count(*) FROM games WHERE errand = 1)",
    )?
    .query_row([now], |row| {
        Ok(Census {
            gathering: unsigned(row, 0)?,
            underway: unsigned(row, 1)?,
            over: unsigned(row, 2)?,
            people: unsigned(row, 3)?,
            due: unsigned(row, 4)?,
            errands: unsigned(row, 5)?,
        })
    })
}

pub(super) fn people(db: &Connection, after: Option<u64>, most: usize) -> Result<Vec<PersonRow>> {
    db.prepare_cached(
        "SELECT id, handle, name, language, made, seen, passphrase, recovery FROM people
         WHERE ?1 IS NULL OR id > ?1 ORDER BY id LIMIT ?2",
    )?
    .query_map(params![after.map(u64::cast_signed), limit(most)], person_row)?
    .collect()
}

pub(super) fn reports(db: &Connection, after: u64, most: usize) -> Result<Vec<(u64, ReportRow)>> {
    db.prepare_cached(
        "SELECT at, by_person, about, game, text, number FROM reports
         WHERE number > ?1 ORDER BY number LIMIT ?2",
    )?
    .query_map(params![signed(after), limit(most)], |row| Ok((unsigned(row, 5)?, report_row(row)?)))?
    .collect()
}

pub(super) fn games(db: &Connection, after: u64, most: usize) -> Result<Vec<(u64, GameId)>> {
    db.prepare_cached("SELECT number, id FROM games WHERE number > ?1 ORDER BY number LIMIT ?2")?
        .query_map(params![signed(after), limit(most)], |row| Ok((unsigned(row, 0)?, id(row, 1)?)))?
        .collect()
}

pub(super) fn backstage(db: &Connection, game: GameId) -> Result<Backstage> {
    let game = game.to_string();
    let mut members: Vec<u64> = db
        .prepare_cached("SELECT person FROM members JOIN games ON game = number WHERE id = ?1")?
        .query_map([&game], |row| unsigned(row, 0))?
        .collect::<Result<_>>()?;
    let mut nonces: Vec<(String, u64)> = db
        .prepare_cached("SELECT nonce, nonces.version FROM nonces JOIN games ON game = number WHERE id = ?1")?
        .query_map([&game], |row| Ok((row.get(0)?, unsigned(row, 1)?)))?
        .collect::<Result<_>>()?;
    // However the database sorts.
    members.sort_unstable();
    nonces.sort_unstable();
    Ok(Backstage { members, nonces })
}

pub(super) fn put(db: &Connection, whole: &WholeGame) -> Result<bool> {
    let game = &whole.game;
    let made = db
        .prepare_cached(
            "INSERT OR IGNORE INTO games (id, variant, maker, made, listed, version, state, due, errand, card)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        )?
        .execute(params![
            game.id.to_string(),
            game.variant,
            game.maker.cast_signed(),
            game.made,
            game.listed,
            signed(game.version),
            state_number(game.state),
            game.due,
            game.errand,
            game.card,
        ])?;
    if made == 0 {
        return Ok(false);
    }
    let number = db.last_insert_rowid();
    add_events(db, number, 0, &[NewEvent { at: game.made, record: game.charter.clone() }])?;
    let events: Vec<NewEvent> =
        whole.events.iter().map(|event| NewEvent { at: event.at, record: event.record.clone() }).collect();
    add_events(db, number, 1, &events)?;
    set_members(db, number, &whole.backstage.members)?;
    let mut name = db.prepare_cached("INSERT INTO nonces (game, nonce, version) VALUES (?1, ?2, ?3)")?;
    for (nonce, version) in &whole.backstage.nonces {
        name.execute(params![number, nonce, signed(*version)])?;
    }
    Ok(true)
}
