//! Games in SQLite.

use rusqlite::types::Type;
use rusqlite::{Connection, Error, OptionalExtension, Result, Row, named_params, params};

use crate::{
    Append, Appended, CardRow, Created, EventRow, GameId, GameRow, GameState, MOST_ROWS, Mark, NewEvent,
    NewGame,
};

pub(super) fn create(db: &Connection, new: &NewGame) -> Result<Created> {
    let made = db
        .prepare_cached(
            "INSERT OR IGNORE INTO games (id, variant, maker, made, listed, version, state, due, errand, card)
             VALUES (:id, :variant, :maker, :made, :listed, :version, :state, :due, :errand, :card)",
        )?
        .execute(named_params! {
            ":id": new.id.to_string(),
            ":variant": new.variant,
            ":maker": new.maker.cast_signed(),
            ":made": new.made,
            ":listed": new.listed,
            ":version": new.events.len() as i64,
            ":state": state_number(new.state),
            ":due": new.due,
            ":errand": new.errand,
            ":card": new.card,
        })?;
    if made == 0 {
        return Ok(Created::Exists);
    }
    let number = db.last_insert_rowid();
    let charter = NewEvent { at: new.made, record: new.charter.clone() };
    add_events(db, number, 0, std::slice::from_ref(&charter))?;
    add_events(db, number, 1, &new.events)?;
    set_members(db, number, &new.members)?;
    Ok(Created::Done)
}

pub(super) fn append(db: &Connection, append: &Append) -> Result<Appended> {
    let known = db
        .prepare_cached("SELECT number, version, state, due, errand FROM games WHERE id = ?1")?
        .query_row([append.game.to_string()], |row| {
            let listed: (i64, Option<i64>, bool) = (row.get(2)?, row.get(3)?, row.get(4)?);
            Ok((row.get::<_, i64>(0)?, row.get::<_, i64>(1)?, listed))
        })
        .optional()?;
    let Some((number, version, listed)) = known else { return Ok(Appended::NoGame) };
    if let Some(nonce) = &append.nonce {
        let before = db
            .prepare_cached("SELECT version FROM nonces WHERE game = ?1 AND nonce = ?2")?
            .query_row(params![number, nonce], |row| row.get::<_, i64>(0))
            .optional()?;
        if let Some(version) = before {
            return Ok(Appended::Repeated { version: version.cast_unsigned() });
        }
    }
    if version.cast_unsigned() != append.expected {
        return Ok(Appended::Conflict { version: version.cast_unsigned() });
    }
    add_events(db, number, version + 1, &append.events)?;
    let version = version + append.events.len() as i64;
    db.prepare_cached("UPDATE games SET version = ?2, card = ?3 WHERE number = ?1")?.execute(params![
        number,
        version,
        append.card
    ])?;
    // Most sheets and messages change none of these, and to write them is to write four indexes.
    let now = (state_number(append.state), append.due, append.errand);
    if now != listed {
        db.prepare_cached("UPDATE games SET state = ?2, due = ?3, errand = ?4 WHERE number = ?1")?
            .execute(params![number, now.0, now.1, now.2])?;
    }
    if let Some(nonce) = &append.nonce {
        db.prepare_cached("INSERT INTO nonces (game, nonce, version) VALUES (?1, ?2, ?3)")?
            .execute(params![number, nonce, version])?;
    }
    if let Some(members) = &append.members {
        set_members(db, number, members)?;
    }
    Ok(Appended::Done { version: version.cast_unsigned() })
}

pub(super) fn add_events(db: &Connection, game: i64, first: i64, events: &[NewEvent]) -> Result<()> {
    let mut insert =
        db.prepare_cached("INSERT INTO events (game, version, at, record) VALUES (?1, ?2, ?3, ?4)")?;
    for (version, event) in (first..).zip(events) {
        insert.execute(params![game, version, event.at, event.record])?;
    }
    Ok(())
}

pub(super) fn set_members(db: &Connection, game: i64, members: &[u64]) -> Result<()> {
    db.prepare_cached("DELETE FROM members WHERE game = ?1")?.execute([game])?;
    let mut insert = db.prepare_cached("INSERT OR IGNORE INTO members (game, person) VALUES (?1, ?2)")?;
    for member in members {
        insert.execute([game, member.cast_signed()])?;
    }
    Ok(())
}

pub(super) fn done(db: &Connection, id: GameId, nonce: &str) -> Result<Option<u64>> {
    db.prepare_cached(
        "SELECT nonces.version FROM nonces JOIN games ON number = game WHERE id = ?1 AND nonce = ?2",
    )?
    .query_row(params![id.to_string(), nonce], |row| unsigned(row, 0))
    .optional()
}

pub(super) fn game(db: &Connection, id: GameId) -> Result<Option<GameRow>> {
    db.prepare_cached(
        "SELECT number, variant, maker, made, listed, games.version, state, due, errand, card, record
         FROM games JOIN events ON events.game = number AND events.version = 0 WHERE id = ?1",
    )?
    .query_row([id.to_string()], |row| {
        Ok(GameRow {
            id,
            number: unsigned(row, 0)?,
            variant: row.get(1)?,
            maker: unsigned(row, 2)?,
            made: row.get(3)?,
            listed: row.get(4)?,
            version: unsigned(row, 5)?,
            state: state(row, 6)?,
            due: row.get(7)?,
            errand: row.get(8)?,
            card: row.get(9)?,
            charter: row.get(10)?,
        })
    })
    .optional()
}

pub(super) fn marks(db: &Connection, ids: &[GameId]) -> Result<Vec<(GameId, Mark)>> {
    let mut find = db.prepare_cached("SELECT version FROM games WHERE id = ?1")?;
    let mut marks = Vec::new();
    for id in ids {
        let version = find.query_row([id.to_string()], |row| unsigned(row, 0)).optional()?;
        marks.extend(version.map(|version| (*id, Mark { version, rewrites: 0 })));
    }
    Ok(marks)
}

pub(super) fn events(db: &Connection, id: GameId, after: u64, most: usize) -> Result<Vec<EventRow>> {
    db.prepare_cached(
        "SELECT version, at, record FROM events
         WHERE game = (SELECT number FROM games WHERE id = ?1) AND version > ?2 ORDER BY version LIMIT ?3",
    )?
    .query_map(params![id.to_string(), signed(after), limit(most)], |row| {
        Ok(EventRow { version: unsigned(row, 0)?, at: row.get(1)?, record: row.get(2)? })
    })?
    .collect()
}

pub(super) fn due(db: &Connection, now: i64, most: usize) -> Result<Vec<GameId>> {
    db.prepare_cached("SELECT id FROM games WHERE due <= ?1 ORDER BY due, number LIMIT ?2")?
        .query_map(params![now, limit(most)], |row| id(row, 0))?
        .collect()
}

pub(super) fn next_due(db: &Connection) -> Result<Option<i64>> {
    db.prepare_cached("SELECT min(due) FROM games WHERE due IS NOT NULL")?.query_row([], |row| row.get(0))
}

pub(super) fn errands(db: &Connection, most: usize) -> Result<Vec<GameId>> {
    db.prepare_cached("SELECT id FROM games WHERE errand = 1 ORDER BY number LIMIT ?1")?
        .query_map([limit(most)], |row| id(row, 0))?
        .collect()
}

pub(super) fn listed(
    db: &Connection,
    state: Option<GameState>,
    before: Option<u64>,
    most: usize,
) -> Result<Vec<CardRow>> {
    let before = signed(before.unwrap_or(u64::MAX));
    match state {
        Some(state) => db
            .prepare_cached(
                "SELECT id, number, card, state, version, made FROM games
                 WHERE listed = 1 AND state = ?1 AND number < ?2 ORDER BY number DESC LIMIT ?3",
            )?
            .query_map(params![state_number(state), before, limit(most)], card)?
            .collect(),
        None => db
            .prepare_cached(
                "SELECT id, number, card, state, version, made FROM games
                 WHERE listed = 1 AND number < ?1 ORDER BY number DESC LIMIT ?2",
            )?
            .query_map(params![before, limit(most)], card)?
            .collect(),
    }
}

pub(super) fn every_game(db: &Connection, before: Option<u64>, most: usize) -> Result<Vec<CardRow>> {
    db.prepare_cached(
        "SELECT id, number, card, state, version, made FROM games
         WHERE number < ?1 ORDER BY number DESC LIMIT ?2",
    )?
    .query_map(params![signed(before.unwrap_or(u64::MAX)), limit(most)], card)?
    .collect()
}

pub(super) fn games_of(db: &Connection, person: u64, most: usize) -> Result<Vec<CardRow>> {
    db.prepare_cached(
        "SELECT id, number, card, state, version, made FROM members JOIN games ON number = game
         WHERE person = ?1 ORDER BY game DESC LIMIT ?2",
    )?
    .query_map(params![person.cast_signed(), limit(most)], card)?
    .collect()
}

pub(super) fn count_games_of_maker(db: &Connection, maker: u64) -> Result<u64> {
    db.prepare_cached("SELECT count(*) FROM games WHERE maker = ?1 AND state IN (0, 1)")?
        .query_row([maker.cast_signed()], |row| unsigned(row, 0))
}

pub(super) fn redact(db: &Connection, id: GameId, version: u64, record: &str) -> Result<bool> {
    let changed = db
        .prepare_cached(
            "UPDATE events SET record = ?3
             WHERE game = (SELECT number FROM games WHERE id = ?1) AND version = ?2",
        )?
        .execute(params![id.to_string(), signed(version), record])?;
    Ok(changed > 0)
}

pub(super) fn delete(db: &Connection, id: GameId) -> Result<bool> {
    Ok(db.prepare_cached("DELETE FROM games WHERE id = ?1")?.execute([id.to_string()])? > 0)
}

fn card(row: &Row<'_>) -> Result<CardRow> {
    Ok(CardRow {
        id: id(row, 0)?,
        number: unsigned(row, 1)?,
        card: row.get(2)?,
        state: state(row, 3)?,
        version: unsigned(row, 4)?,
        made: row.get(5)?,
    })
}

/// What counts or compares: the largest that SQLite has is as good as larger.
pub(super) fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

pub(super) fn limit(most: usize) -> i64 {
    most.min(MOST_ROWS) as i64
}

pub(super) fn unsigned(row: &Row<'_>, column: usize) -> Result<u64> {
    row.get::<_, i64>(column).map(i64::cast_unsigned)
}

pub(super) fn id(row: &Row<'_>, column: usize) -> Result<GameId> {
    let text: String = row.get(column)?;
    text.parse().map_err(|error| {
        Error::FromSqlConversionFailure(column, Type::Text, Box::<crate::NoGameId>::new(error))
    })
}

pub(super) fn state_number(state: GameState) -> i64 {
    match state {
        GameState::Gathering => 0,
        GameState::Underway => 1,
        GameState::Over => 2,
    }
}

fn state(row: &Row<'_>, column: usize) -> Result<GameState> {
    match row.get(column)? {
        0 => Ok(GameState::Gathering),
        1 => Ok(GameState::Underway),
        2 => Ok(GameState::Over),
        other => Err(Error::IntegralValueOutOfRange(column, other)),
    }
}
