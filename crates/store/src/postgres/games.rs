//! Games in PostgreSQL. Every deed is one statement, so that no lock outlives a connection that broke.

use tokio_postgres::Row;
use tokio_postgres::error::SqlState;
use tokio_postgres::types::FromSqlOwned;

use super::pool::{Again, Fault, Pool};
use crate::{
    Append, Appended, CardRow, Created, EventRow, GameId, GameRow, GameState, MOST_ROWS, Mark, NewGame,
    StoreError,
};

pub(super) async fn create(db: &Pool, new: &NewGame, tag: i64) -> Result<Created, StoreError> {
    let members = signed_all(&new.members);
    let (mut ats, mut records) = (vec![new.made], vec![new.charter.as_str()]);
    ats.extend(new.events.iter().map(|event| event.at));
    records.extend(new.events.iter().map(|event| event.record.as_str()));
    let made = db
        .query(
            Again::May,
            "WITH made AS (
               INSERT INTO games (id, variant, maker, made, listed, version, state, due, errand, card)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (id) DO NOTHING RETURNING number),
             added AS (
               INSERT INTO events (game, version, at, tag, record)
               SELECT number, i - 1, at, $11, record
               FROM made, unnest($12::bigint[], $13::text[]) WITH ORDINALITY AS new (at, record, i)),
             seated AS (
               INSERT INTO members (game, person) SELECT DISTINCT number, person
               FROM made, unnest($14::bigint[]) AS person)
             SELECT number FROM made",
            &[
                &new.id.to_string(),
                &new.variant,
                &new.maker.cast_signed(),
                &new.made,
                &new.listed,
                &(new.events.len() as i64),
                &state_number(new.state),
                &new.due,
                &new.errand,
                &new.card,
                &tag,
                &ats,
                &records,
                &members,
            ],
        )
        .await?;
    if !made.is_empty() {
        return Ok(Created::Done);
    }
    // It may be there because the answer to an earlier attempt was lost.
    match found(db, new.id, 0, tag, None).await? {
        Some(Found::Tag) => Ok(Created::Done),
        Some(Found::Nonce(_)) | None => Ok(Created::Exists),
    }
}

pub(super) async fn append(db: &Pool, append: &Append, tag: i64) -> Result<Appended, StoreError> {
    let id = append.game.to_string();
    let expected = signed(append.expected);
    let members = append.members.as_deref().map(signed_all);
    let ats: Vec<i64> = append.events.iter().map(|event| event.at).collect();
    let records: Vec<&str> = append.events.iter().map(|event| event.record.as_str()).collect();
    let moved = db
        .query(
            Again::May,
            // Who comes second waits for the row, and then finds another version.
            "WITH moved AS (
               UPDATE games SET version = version + $3, card = $4, state = $5, due = $6, errand = $7,
                 due_taken = 0, errand_taken = $8
               WHERE id = $1 AND version = $2
                 AND ($9::text IS NULL
                   OR NOT EXISTS (SELECT FROM nonces WHERE game = number AND nonce = $9))
               RETURNING number, version),
             added AS (
               INSERT INTO events (game, version, at, tag, record)
               SELECT number, $2 + i, at, $10, record
               FROM moved, unnest($11::bigint[], $12::text[]) WITH ORDINALITY AS new (at, record, i)),
             named AS (
               INSERT INTO nonces (game, nonce, version)
               SELECT number, $9, version FROM moved WHERE $9 IS NOT NULL),
             gone AS (
               DELETE FROM members USING moved
               WHERE game = number AND $13::bigint[] IS NOT NULL AND person <> ALL ($13)),
             seated AS (
               INSERT INTO members (game, person)
               SELECT DISTINCT number, person FROM moved, unnest($13) AS person ON CONFLICT DO NOTHING)
             SELECT version FROM moved",
            &[
                &id,
                &expected,
                &(append.events.len() as i64),
                &append.card,
                &state_number(append.state),
                &append.due,
                &append.errand,
                &append.errand_taken,
                &append.nonce,
                &tag,
                &ats,
                &records,
                &members,
            ],
        )
        .await;
    match moved {
        Ok(rows) => {
            if let Some(row) = rows.first() {
                return Ok(Appended::Done { version: unsigned(row, 0)? });
            }
        }
        // The same nonce was written in the same moment.
        Err(Fault::Refused(state, _)) if state == SqlState::UNIQUE_VIOLATION => {}
        Err(fault) => return Err(fault.into()),
    }
    why_not(db, append, tag).await
}

/// Why an append moved nothing: somebody was faster, or it had been done and the answer was lost.
async fn why_not(db: &Pool, append: &Append, tag: i64) -> Result<Appended, StoreError> {
    let nonce = append.nonce.as_deref();
    match found(db, append.game, append.expected + 1, tag, nonce).await? {
        Some(Found::Tag) => {
            return Ok(Appended::Done { version: append.expected + append.events.len() as u64 });
        }
        Some(Found::Nonce(version)) => return Ok(Appended::Repeated { version }),
        None => {}
    }
    let sql = "SELECT version FROM games WHERE id = $1";
    match db.query(Again::May, sql, &[&append.game.to_string()]).await?.first() {
        Some(row) => Ok(Appended::Conflict { version: unsigned(row, 0)? }),
        None => Ok(Appended::NoGame),
    }
}

/// By what an earlier attempt was found.
enum Found {
    Tag,
    /// And the version that it led to.
    Nonce(u64),
}

/// Whether something that nobody got an answer to was done, and is there to stay.
///
/// A backend that dies while it waits for a standby leaves a commit that others see and the standby may not
/// have. So this commits something too, behind it, and looks in the same statement: once it is answered, the
/// standby has both. Looked at in another statement, the standby could have taken over in between.
async fn found(
    db: &Pool,
    id: GameId,
    version: u64,
    tag: i64,
    nonce: Option<&str>,
) -> Result<Option<Found>, StoreError> {
    let rows = db
        .query(
            Again::May,
            "UPDATE games SET card = card
             WHERE id = $1
               AND (EXISTS (SELECT FROM nonces WHERE game = number AND nonce = $2)
                 OR EXISTS (SELECT FROM events
                     WHERE game = number AND events.version = $3 AND tag = $4))
             RETURNING (SELECT nonces.version FROM nonces WHERE game = number AND nonce = $2),
               EXISTS (SELECT FROM events WHERE game = number AND events.version = $3 AND tag = $4)",
            &[&id.to_string(), &nonce, &signed(version), &tag],
        )
        .await?;
    let Some(row) = rows.first() else { return Ok(None) };
    if get(row, 1)? {
        return Ok(Some(Found::Tag));
    }
    Ok(get::<Option<i64>>(row, 0)?.map(|version| Found::Nonce(version.cast_unsigned())))
}

pub(super) async fn done(db: &Pool, id: GameId, nonce: &str) -> Result<Option<u64>, StoreError> {
    // An append that its node has given up may still be under way, and hold the row. Whoever is told that
    // nothing was done must not find it done later, so that one is waited for.
    let sql = "SELECT number FROM games WHERE id = $1 FOR UPDATE";
    db.query(Again::May, sql, &[&id.to_string()]).await?;
    // No append has this version.
    match found(db, id, u64::MAX, 0, Some(nonce)).await? {
        Some(Found::Nonce(version)) => Ok(Some(version)),
        Some(Found::Tag) | None => Ok(None),
    }
}

pub(super) async fn game(db: &Pool, id: GameId) -> Result<Option<GameRow>, StoreError> {
    let rows = db
        .query(
            Again::May,
            "SELECT number, variant, maker, made, listed, games.version, state, due, errand, card, record
             FROM games JOIN events ON events.game = number AND events.version = 0 WHERE id = $1",
            &[&id.to_string()],
        )
        .await?;
    let Some(row) = rows.first() else { return Ok(None) };
    Ok(Some(GameRow {
        id,
        number: unsigned(row, 0)?,
        variant: get(row, 1)?,
        maker: unsigned(row, 2)?,
        made: get(row, 3)?,
        listed: get(row, 4)?,
        version: unsigned(row, 5)?,
        state: state(row, 6)?,
        due: get(row, 7)?,
        errand: get(row, 8)?,
        card: get(row, 9)?,
        charter: get(row, 10)?,
    }))
}

pub(super) async fn marks(db: &Pool, ids: &[GameId]) -> Result<Vec<(GameId, Mark)>, StoreError> {
    let ids: Vec<String> = ids.iter().map(GameId::to_string).collect();
    let rows =
        db.query(Again::May, "SELECT id, version, rewrites FROM games WHERE id = ANY ($1)", &[&ids]).await?;
    rows.iter()
        .map(|row| Ok((id(row, 0)?, Mark { version: unsigned(row, 1)?, rewrites: unsigned(row, 2)? })))
        .collect()
}

pub(super) async fn events(
    db: &Pool,
    id: GameId,
    after: u64,
    most: usize,
) -> Result<Vec<EventRow>, StoreError> {
    let rows = db
        .query(
            Again::May,
            "SELECT version, at, record FROM events
             WHERE game = (SELECT number FROM games WHERE id = $1) AND version > $2 ORDER BY version LIMIT $3",
            &[&id.to_string(), &signed(after), &limit(most)],
        )
        .await?;
    rows.iter()
        .map(|row| Ok(EventRow { version: unsigned(row, 0)?, at: get(row, 1)?, record: get(row, 2)? }))
        .collect()
}

pub(super) async fn due(db: &Pool, now: i64, most: usize) -> Result<Vec<GameId>, StoreError> {
    let sql = "SELECT id FROM games WHERE due <= $1 ORDER BY due, number LIMIT $2";
    ids(&db.query(Again::May, sql, &[&now, &limit(most)]).await?)
}

/// Asked of the light connections: if a promise is lost, another node takes the game on as well.
pub(super) async fn take_due(
    db: &Pool,
    now: i64,
    until: i64,
    most: usize,
) -> Result<Vec<GameId>, StoreError> {
    let rows = db
        .query(
            Again::MayNot,
            "UPDATE games SET due_taken = $2 WHERE number IN (
               SELECT number FROM games WHERE due <= $1 AND due_taken <= $1
               ORDER BY due, number LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED)
             RETURNING id",
            &[&now, &until, &limit(most)],
        )
        .await?;
    ids(&rows)
}

pub(super) async fn next_due(db: &Pool) -> Result<Option<i64>, StoreError> {
    let rows = db.query(Again::May, "SELECT min(due) FROM games WHERE due IS NOT NULL", &[]).await?;
    rows.first().map_or(Ok(None), |row| get(row, 0))
}

pub(super) async fn errands(db: &Pool, most: usize) -> Result<Vec<GameId>, StoreError> {
    let sql = "SELECT id FROM games WHERE errand ORDER BY number LIMIT $1";
    ids(&db.query(Again::May, sql, &[&limit(most)]).await?)
}

pub(super) async fn take_errands(
    db: &Pool,
    now: i64,
    until: i64,
    most: usize,
) -> Result<Vec<GameId>, StoreError> {
    let rows = db
        .query(
            Again::MayNot,
            "UPDATE games SET errand_taken = $2 WHERE number IN (
               SELECT number FROM games WHERE errand AND errand_taken <= $1
               ORDER BY number LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED)
             RETURNING id",
            &[&now, &until, &limit(most)],
        )
        .await?;
    ids(&rows)
}

pub(super) async fn listed(
    db: &Pool,
    state: Option<GameState>,
    before: Option<u64>,
    most: usize,
) -> Result<Vec<CardRow>, StoreError> {
    let before = signed(before.unwrap_or(u64::MAX));
    let rows = match state {
        Some(state) => {
            let sql = "SELECT id, number, card, state, version, made FROM games
                 WHERE listed AND state = $1 AND number < $2 ORDER BY number DESC LIMIT $3";
            db.query(Again::May, sql, &[&state_number(state), &before, &limit(most)]).await?
        }
        None => {
            let sql = "SELECT id, number, card, state, version, made FROM games
                 WHERE listed AND number < $1 ORDER BY number DESC LIMIT $2";
            db.query(Again::May, sql, &[&before, &limit(most)]).await?
        }
    };
    rows.iter().map(card).collect()
}

pub(super) async fn every_game(
    db: &Pool,
    before: Option<u64>,
    most: usize,
) -> Result<Vec<CardRow>, StoreError> {
    let sql = "SELECT id, number, card, state, version, made FROM games
         WHERE number < $1 ORDER BY number DESC LIMIT $2";
    let before = signed(before.unwrap_or(u64::MAX));
    db.query(Again::May, sql, &[&before, &limit(most)]).await?.iter().map(card).collect()
}

pub(super) async fn games_of(db: &Pool, person: u64, most: usize) -> Result<Vec<CardRow>, StoreError> {
    let sql = "SELECT id, number, card, state, version, made FROM members JOIN games ON number = game
         WHERE person = $1 ORDER BY game DESC LIMIT $2";
    db.query(Again::May, sql, &[&person.cast_signed(), &limit(most)]).await?.iter().map(card).collect()
}

pub(super) async fn count_games_of_maker(db: &Pool, maker: u64) -> Result<u64, StoreError> {
    let sql = "SELECT count(*) FROM games WHERE maker = $1 AND state IN (0, 1)";
    let rows = db.query(Again::May, sql, &[&maker.cast_signed()]).await?;
    rows.first().map_or(Ok(0), |row| unsigned(row, 0))
}

pub(super) async fn redact(db: &Pool, id: GameId, version: u64, record: &str) -> Result<bool, StoreError> {
    let rows = db
        .query(
            Again::May,
            "WITH rewritten AS (
               UPDATE events SET record = $3
               WHERE game = (SELECT number FROM games WHERE id = $1) AND version = $2 RETURNING game),
             counted AS (
               UPDATE games SET rewrites = rewrites + 1 FROM rewritten WHERE number = game)
             SELECT game FROM rewritten",
            &[&id.to_string(), &signed(version), &record],
        )
        .await?;
    Ok(!rows.is_empty())
}

pub(super) async fn delete(db: &Pool, id: GameId) -> Result<bool, StoreError> {
    let sql = "DELETE FROM games WHERE id = $1 RETURNING number";
    Ok(!db.query(Again::MayNot, sql, &[&id.to_string()]).await?.is_empty())
}

fn card(row: &Row) -> Result<CardRow, StoreError> {
    Ok(CardRow {
        id: id(row, 0)?,
        number: unsigned(row, 1)?,
        card: get(row, 2)?,
        state: state(row, 3)?,
        version: unsigned(row, 4)?,
        made: get(row, 5)?,
    })
}

/// No game has so many events: what is too large is as good as larger.
pub(super) fn signed(number: u64) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}

pub(super) fn signed_all(people: &[u64]) -> Vec<i64> {
    people.iter().map(|person| person.cast_signed()).collect()
}

pub(super) fn limit(most: usize) -> i64 {
    most.min(MOST_ROWS) as i64
}

pub(super) fn get<T: FromSqlOwned>(row: &Row, column: usize) -> Result<T, StoreError> {
    row.try_get(column).map_err(|error| StoreError::Damaged(error.to_string()))
}

pub(super) fn unsigned(row: &Row, column: usize) -> Result<u64, StoreError> {
    get::<i64>(row, column).map(i64::cast_unsigned)
}

pub(super) fn id(row: &Row, column: usize) -> Result<GameId, StoreError> {
    let text: String = get(row, column)?;
    text.parse().map_err(|_| StoreError::Damaged(format!("{text:?} is no game's name")))
}

fn ids(rows: &[Row]) -> Result<Vec<GameId>, StoreError> {
    rows.iter().map(|row| id(row, 0)).collect()
}

pub(super) fn state_number(state: GameState) -> i16 {
    match state {
        GameState::Gathering => 0,
        GameState::Underway => 1,
        GameState::Over => 2,
    }
}

pub(super) fn state(row: &Row, column: usize) -> Result<GameState, StoreError> {
    match get::<i16>(row, column)? {
        0 => Ok(GameState::Gathering),
        1 => Ok(GameState::Underway),
        2 => Ok(GameState::Over),
        other => Err(StoreError::Damaged(format!("{other} is no state of a game"))),
    }
}
