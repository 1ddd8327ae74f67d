//! Games in PostgreSQL. Every change is one statement, so that no lock stays after a connection breaks.

use tokio::sync::broadcast;
use tokio_postgres::Row;
use tokio_postgres::error::SqlState;

use super::pool::{Pool, QueryError, Retry, Values};
use super::rows::{
    enum_from_code, first, game_id, get, get_u64, ids_as_i64, row_limit, rows, saturating_i64,
};
use super::{Postgres, chain, random_tag};
use crate::chain::digest;
use crate::{
    Append, Appended, Chain, ChainHash, ChangeNotice, Created, EventRow, GameId, GameRow, GameState,
    GameSummaryRow, Games, NewGame, Reply, StoreError, VersionStamp,
};

/// A version above all real ones: the other nodes then read the game's version again.
const UNKNOWN_VERSION: u64 = u64::MAX;

impl Games for Postgres {
    fn create(&self, new: NewGame) -> Reply<'_, Created> {
        Box::pin(async move { create(&self.db, &new, random_tag()).await })
    }

    fn append(&self, append: Append) -> Reply<'_, Appended> {
        Box::pin(async move {
            let appended = append_to_game(&self.db, &append, random_tag()).await?;
            if let Appended::Done { version } = appended {
                self.notifier.notify(append.game, version);
            }
            Ok(appended)
        })
    }

    fn find_append(&self, id: GameId, nonce: &str) -> Reply<'_, Option<u64>> {
        let nonce = nonce.to_owned();
        Box::pin(async move {
            // An append whose node stopped waiting may still run, and then it holds the row lock. Wait for
            // it: after this method reports that the append was not done, it must not be done later.
            let sql = "SELECT number FROM games WHERE id = $1 FOR UPDATE";
            self.db.query(Retry::Safe, sql, &[&id.to_string()]).await?;
            // No event has this version, so the append is found by its nonce only.
            match find_earlier_attempt(&self.db, id, u64::MAX, 0, Some(&nonce)).await? {
                Some(EarlierAttempt::ByNonce(version)) => Ok(Some(version)),
                Some(EarlierAttempt::ByTag) | None => Ok(None),
            }
        })
    }

    fn game(&self, id: GameId) -> Reply<'_, Option<GameRow>> {
        Box::pin(async move {
            let sql =
                "SELECT number, variant, maker, made, listed, games.version, state, due, errand, card, record, id
                 FROM games JOIN events ON events.game = number AND events.version = 0 WHERE id = $1";
            first(self.db.query(Retry::Safe, sql, &[&id.to_string()]).await, game_row)
        })
    }

    fn events(&self, id: GameId, after: u64, limit: usize) -> Reply<'_, Vec<EventRow>> {
        Box::pin(async move {
            let sql = "SELECT version, at, record FROM events
                 WHERE game = (SELECT number FROM games WHERE id = $1) AND version > $2
                 ORDER BY version LIMIT $3";
            let (id, after, limit) = (id.to_string(), saturating_i64(after), row_limit(limit));
            rows(self.db.query(Retry::Safe, sql, &[&id, &after, &limit]).await, |row| {
                Ok(EventRow { version: get_u64(row, 0)?, at: get(row, 1)?, record: get(row, 2)? })
            })
        })
    }

    fn versions(&self, ids: Vec<GameId>) -> Reply<'_, Vec<(GameId, VersionStamp)>> {
        Box::pin(async move {
            let sql = "SELECT id, version, rewrites FROM games WHERE id = ANY ($1)";
            let ids: Vec<String> = ids.iter().map(GameId::to_string).collect();
            rows(self.db.query(Retry::Safe, sql, &[&ids]).await, |row| {
                let stamp = VersionStamp { version: get_u64(row, 1)?, rewrites: get_u64(row, 2)? };
                Ok((game_id(row, 0)?, stamp))
            })
        })
    }

    fn change_notices(&self) -> Option<broadcast::Receiver<ChangeNotice>> {
        Some(self.notices.subscribe())
    }

    fn listed_games(
        &self,
        state: Option<GameState>,
        before: Option<u64>,
        limit: usize,
    ) -> Reply<'_, Vec<GameSummaryRow>> {
        Box::pin(async move {
            let (before, limit) = (saturating_i64(before.unwrap_or(u64::MAX)), row_limit(limit));
            let found = match state {
                Some(state) => {
                    let sql = "SELECT id, number, card, state, version, made FROM games
                         WHERE listed AND state = $1 AND number < $2 ORDER BY number DESC LIMIT $3";
                    self.db.query(Retry::Safe, sql, &[&state.code(), &before, &limit]).await
                }
                None => {
                    let sql = "SELECT id, number, card, state, version, made FROM games
                         WHERE listed AND number < $1 ORDER BY number DESC LIMIT $2";
                    self.db.query(Retry::Safe, sql, &[&before, &limit]).await
                }
            };
            rows(found, summary_row)
        })
    }

    fn all_games(&self, before: Option<u64>, limit: usize) -> Reply<'_, Vec<GameSummaryRow>> {
        Box::pin(async move {
            let sql = "SELECT id, number, card, state, version, made FROM games
                 WHERE number < $1 ORDER BY number DESC LIMIT $2";
            let before = saturating_i64(before.unwrap_or(u64::MAX));
            rows(self.db.query(Retry::Safe, sql, &[&before, &row_limit(limit)]).await, summary_row)
        })
    }

    fn games_of(&self, person: u64, limit: usize) -> Reply<'_, Vec<GameSummaryRow>> {
        Box::pin(async move {
            let sql = "SELECT id, number, card, state, version, made FROM members JOIN games ON number = game
                 WHERE person = $1 ORDER BY game DESC LIMIT $2";
            let person = person.cast_signed();
            rows(self.db.query(Retry::Safe, sql, &[&person, &row_limit(limit)]).await, summary_row)
        })
    }

    fn open_games_between(&self, from: GameId, to: GameId, limit: usize) -> Reply<'_, Vec<GameId>> {
        Box::pin(async move {
            let sql = "SELECT id FROM games WHERE id BETWEEN $1 AND $2 AND state <> $3 ORDER BY id LIMIT $4";
            let (from, to) = (from.to_string(), to.to_string());
            let (over, limit) = (GameState::Over.code(), row_limit(limit));
            rows(self.db.query(Retry::Safe, sql, &[&from, &to, &over, &limit]).await, |row| game_id(row, 0))
        })
    }

    fn count_open_games(&self, maker: u64) -> Reply<'_, u64> {
        Box::pin(async move {
            let sql = "SELECT count(*) FROM games WHERE maker = $1 AND state IN (0, 1)";
            let found = self.db.query(Retry::Safe, sql, &[&maker.cast_signed()]).await;
            Ok(first(found, |row| get_u64(row, 0))?.unwrap_or_default())
        })
    }

    fn redact(&self, id: GameId, version: u64, record: String) -> Reply<'_, bool> {
        Box::pin(async move {
            // A trigger marks the record as rewritten. A second attempt finds the new text and counts nothing.
            let sql = "WITH rewritten AS (
                   UPDATE events SET record = $3
                   WHERE game = (SELECT number FROM games WHERE id = $1) AND version = $2 AND record <> $3
                   RETURNING game),
                 counted AS (
                   UPDATE games SET rewrites = rewrites + 1 FROM rewritten WHERE number = game)
                 SELECT game FROM events
                 WHERE game = (SELECT number FROM games WHERE id = $1) AND version = $2";
            let found = self
                .db
                .query(Retry::Safe, sql, &[&id.to_string(), &saturating_i64(version), &record])
                .await?;
            self.notifier.notify(id, UNKNOWN_VERSION);
            Ok(!found.is_empty())
        })
    }

    fn set_summary(&self, id: GameId, summary: String) -> Reply<'_, bool> {
        Box::pin(async move {
            let sql = "UPDATE games SET card = $2 WHERE id = $1 RETURNING number";
            Ok(!self.db.query(Retry::Safe, sql, &[&id.to_string(), &summary]).await?.is_empty())
        })
    }

    fn games_naming(&self, person: u64, after: u64, limit: usize) -> Reply<'_, Vec<(u64, GameId)>> {
        Box::pin(async move {
            let sql = "SELECT number, id FROM appearances JOIN games ON number = game
                 WHERE person = $1 AND game > $2 ORDER BY game LIMIT $3";
            let values: Values<'_> = &[&person.cast_signed(), &saturating_i64(after), &row_limit(limit)];
            let found = self.db.query(Retry::Safe, sql, values).await;
            rows(found, |row| Ok((get_u64(row, 0)?, game_id(row, 1)?)))
        })
    }

    fn delete_game(&self, id: GameId) -> Reply<'_, bool> {
        Box::pin(async move {
            let sql = "DELETE FROM games WHERE id = $1 RETURNING number";
            let found = self.db.query(Retry::Unsafe, sql, &[&id.to_string()]).await?;
            self.notifier.notify(id, UNKNOWN_VERSION);
            Ok(!found.is_empty())
        })
    }
}

async fn create(db: &Pool, new: &NewGame, tag: i64) -> Result<Created, StoreError> {
    let members = ids_as_i64(&new.members);
    let (mut times, mut records) = (vec![new.made], vec![new.charter.as_str()]);
    times.extend(new.events.iter().map(|event| event.at));
    records.extend(new.events.iter().map(|event| event.record.as_str()));
    let named = ids_as_i64(&new.people());
    let chain = Chain::default().complete(times.iter().copied().zip(records.iter().copied()));
    let hashes: Vec<Option<&[u8]>> = chain.hashes().collect();
    let last = hashes.last().copied().flatten();
    let made = db
        .query(
            Retry::Safe,
            "WITH made AS (
               INSERT INTO games
                 (id, variant, maker, made, listed, version, state, due, errand, card, chained, hash,
                  news_after)
               VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $6, $15, CASE WHEN $18 THEN 0 END)
               ON CONFLICT (id) DO NOTHING RETURNING number),
             added AS (
               INSERT INTO events (game, version, at, tag, record, hash)
               SELECT number, i - 1, at, $11, record, hash
               FROM made, unnest($12::bigint[], $13::text[], $16::bytea[])
                 WITH ORDINALITY AS new (at, record, hash, i)),
             seated AS (
               INSERT INTO members (game, person) SELECT DISTINCT number, person
               FROM made, unnest($14::bigint[]) AS person),
             named AS (
               INSERT INTO appearances (person, game) SELECT DISTINCT person, number
               FROM made, unnest($17::bigint[]) AS person ON CONFLICT DO NOTHING)
             SELECT number FROM made",
            &[
                &new.id.to_string(),
                &new.variant,
                &new.maker.cast_signed(),
                &new.made,
                &new.listed,
                &(new.events.len() as i64),
                &new.state.code(),
                &new.due,
                &new.bots_due,
                &new.summary,
                &tag,
                &times,
                &records,
                &members,
                &last,
                &hashes,
                &named,
                &new.has_news,
            ],
        )
        .await?;
    if !made.is_empty() {
        return Ok(Created::Done);
    }
    // The game may exist because the reply to an earlier attempt was lost.
    match find_earlier_attempt(db, new.id, 0, tag, None).await? {
        Some(EarlierAttempt::ByTag) => Ok(Created::Done),
        Some(EarlierAttempt::ByNonce(_)) | None => Ok(Created::Exists),
    }
}

/// How often an append fills in the chain of a game to which a node of an older version appends too.
const MAX_CHAIN_FILLS: usize = 3;

async fn append_to_game(db: &Pool, append: &Append, tag: i64) -> Result<Appended, StoreError> {
    for _ in 0..MAX_CHAIN_FILLS {
        match try_append(db, append, tag).await? {
            // It has the expected version, and still no row was updated: its chain ends before its last event.
            Appended::Conflict { version } if version == append.expected => {
                chain::fill_game(db, append.game).await?;
            }
            other @ (Appended::Done { .. }
            | Appended::Conflict { .. }
            | Appended::Repeated { .. }
            | Appended::NoGame) => return Ok(other),
        }
    }
    Ok(Appended::Conflict { version: append.expected })
}

async fn try_append(db: &Pool, append: &Append, tag: i64) -> Result<Appended, StoreError> {
    let id = append.game.to_string();
    let expected = saturating_i64(append.expected);
    let members = append.members.as_deref().map(ids_as_i64);
    let times: Vec<i64> = append.events.iter().map(|event| event.at).collect();
    let records: Vec<&str> = append.events.iter().map(|event| event.record.as_str()).collect();
    let digests = (append.expected + 1..).zip(&append.events);
    let digests: Vec<ChainHash> =
        digests.map(|(version, event)| digest(version, event.at, &event.record)).collect();
    let digests: Vec<&[u8]> = digests.iter().map(|digest| &digest[..]).collect();
    let updated = db
        .query(
            Retry::Safe,
            // The second of two appends waits for the row lock, and then finds another version.
            "WITH moved AS (
               UPDATE games SET version = version + $3, card = $4, state = $5, due = $6, errand = $7,
                 due_taken = 0, errand_taken = $8, chained = version + $3, hash_before = hash,
                 hash = COALESCE((detente_chain(hash, $14))[$3::int], hash),
                 news_after = CASE WHEN $15 THEN COALESCE(news_after, version) ELSE news_after END
               WHERE id = $1 AND version = $2 AND chained = version
                 AND ($9::text IS NULL
                   OR NOT EXISTS (SELECT FROM nonces WHERE game = number AND nonce = $9))
               RETURNING number, version, detente_chain(hash_before, $14) AS hashes),
             added AS (
               INSERT INTO events (game, version, at, tag, record, hash)
               SELECT number, $2 + i, at, $10, record, hashes[i::int]
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
                &append.summary,
                &append.state.code(),
                &append.due,
                &append.bots_due,
                &append.bots_claimed_until,
                &append.nonce,
                &tag,
                &times,
                &records,
                &members,
                &digests,
                &append.has_news,
            ],
        )
        .await;
    match updated {
        Ok(rows) => {
            if let Some(row) = rows.first() {
                return Ok(Appended::Done { version: get_u64(row, 0)? });
            }
        }
        // Another statement wrote the same nonce at the same time.
        Err(QueryError::Refused(state, _)) if state == SqlState::UNIQUE_VIOLATION => {}
        Err(error) => return Err(error.into()),
    }
    result_without_update(db, append, tag).await
}

/// The result of an append that updated no row: another came first, or an earlier attempt was done.
async fn result_without_update(db: &Pool, append: &Append, tag: i64) -> Result<Appended, StoreError> {
    let nonce = append.nonce.as_deref();
    match find_earlier_attempt(db, append.game, append.expected + 1, tag, nonce).await? {
        Some(EarlierAttempt::ByTag) => {
            return Ok(Appended::Done { version: append.expected + append.events.len() as u64 });
        }
        Some(EarlierAttempt::ByNonce(version)) => return Ok(Appended::Repeated { version }),
        None => {}
    }
    let sql = "SELECT version FROM games WHERE id = $1";
    let found = db.query(Retry::Safe, sql, &[&append.game.to_string()]).await;
    let version = first(found, |row| get_u64(row, 0))?;
    Ok(version.map_or(Appended::NoGame, |version| Appended::Conflict { version }))
}

/// An earlier attempt, and how it was found.
enum EarlierAttempt {
    ByTag,
    /// With the version after that append.
    ByNonce(u64),
}

/// Finds an earlier attempt whose reply was lost, if it was done and is durable.
///
/// A backend that dies while it waits for a standby leaves a commit that others see but the standby may not
/// have. So this function also commits an update, after that commit, and reads in the same statement. When it
/// returns, the standby has both. With two statements, the standby could be promoted between them.
async fn find_earlier_attempt(
    db: &Pool,
    id: GameId,
    version: u64,
    tag: i64,
    nonce: Option<&str>,
) -> Result<Option<EarlierAttempt>, StoreError> {
    let rows = db
        .query(
            Retry::Safe,
            "UPDATE games SET card = card
             WHERE id = $1
               AND (EXISTS (SELECT FROM nonces WHERE game = number AND nonce = $2)
                 OR EXISTS (SELECT FROM events
                     WHERE game = number AND events.version = $3 AND tag = $4))
             RETURNING (SELECT nonces.version FROM nonces WHERE game = number AND nonce = $2),
               EXISTS (SELECT FROM events WHERE game = number AND events.version = $3 AND tag = $4)",
            &[&id.to_string(), &nonce, &saturating_i64(version), &tag],
        )
        .await?;
    let Some(row) = rows.first() else { return Ok(None) };
    if get(row, 1)? {
        return Ok(Some(EarlierAttempt::ByTag));
    }
    Ok(get::<Option<i64>>(row, 0)?.map(|version| EarlierAttempt::ByNonce(version.cast_unsigned())))
}

fn game_row(row: &Row) -> Result<GameRow, StoreError> {
    Ok(GameRow {
        id: game_id(row, 11)?,
        number: get_u64(row, 0)?,
        variant: get(row, 1)?,
        maker: get_u64(row, 2)?,
        made: get(row, 3)?,
        listed: get(row, 4)?,
        version: get_u64(row, 5)?,
        state: enum_from_code(row, 6, GameState::from_code)?,
        due: get(row, 7)?,
        bots_due: get(row, 8)?,
        summary: get(row, 9)?,
        charter: get(row, 10)?,
    })
}

fn summary_row(row: &Row) -> Result<GameSummaryRow, StoreError> {
    Ok(GameSummaryRow {
        id: game_id(row, 0)?,
        number: get_u64(row, 1)?,
        summary: get(row, 2)?,
        state: enum_from_code(row, 3, GameState::from_code)?,
        version: get_u64(row, 4)?,
        made: get(row, 5)?,
    })
}
