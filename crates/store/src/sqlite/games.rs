//! Games in SQLite: event logs, and lists of games.

use rusqlite::{Connection, Result, Row, named_params, params};
use tokio::sync::broadcast;

use super::Sqlite;
use super::query::{enum_from_code, execute, first, game_id, get_u64, row_limit, rows, saturating_i64};
use crate::chain::{CHAIN_START, LinkedRecord, digest, link};
use crate::{
    Append, Appended, ChainHash, ChangeNotice, Created, EventRow, GameId, GameRow, GameState, GameSummaryRow,
    Games, Link, NewEvent, NewGame, Reply, Rewrite, VersionStamp,
};

impl Games for Sqlite {
    fn create(&self, new: NewGame) -> Reply<'_, Created> {
        self.write(move |db| create(db, &new))
    }

    fn append(&self, append: Append) -> Reply<'_, Appended> {
        self.write(move |db| append_to_game(db, &append))
    }

    fn find_append(&self, id: GameId, nonce: &str) -> Reply<'_, Option<u64>> {
        let nonce = nonce.to_owned();
        self.read(move |db| {
            let sql =
                "SELECT nonces.version FROM nonces JOIN games ON number = game WHERE id = ?1 AND nonce = ?2";
            first(db, sql, params![id.to_string(), nonce], |row| get_u64(row, 0))
        })
    }

    fn game(&self, id: GameId) -> Reply<'_, Option<GameRow>> {
        self.read(move |db| {
            let sql =
                "SELECT number, variant, maker, made, listed, games.version, state, due, errand, card, record, id
                 FROM games JOIN events ON events.game = number AND events.version = 0 WHERE id = ?1";
            first(db, sql, params![id.to_string()], game_row)
        })
    }

    fn events(&self, id: GameId, after: u64, limit: usize) -> Reply<'_, Vec<EventRow>> {
        self.read(move |db| {
            let sql = "SELECT version, at, record FROM events
                 WHERE game = (SELECT number FROM games WHERE id = ?1) AND version > ?2
                 ORDER BY version LIMIT ?3";
            rows(db, sql, params![id.to_string(), saturating_i64(after), row_limit(limit)], |row| {
                Ok(EventRow { version: get_u64(row, 0)?, at: row.get(1)?, record: row.get(2)? })
            })
        })
    }

    fn versions(&self, ids: Vec<GameId>) -> Reply<'_, Vec<(GameId, VersionStamp)>> {
        self.read(move |db| {
            let mut versions = Vec::new();
            for id in ids {
                let sql = "SELECT version, rewrites FROM games WHERE id = ?1";
                let stamp = first(db, sql, params![id.to_string()], |row| {
                    Ok(VersionStamp { version: get_u64(row, 0)?, rewrites: get_u64(row, 1)? })
                })?;
                versions.extend(stamp.map(|stamp| (id, stamp)));
            }
            Ok(versions)
        })
    }

    fn change_notices(&self) -> Option<broadcast::Receiver<ChangeNotice>> {
        None
    }

    fn listed_games(
        &self,
        state: Option<GameState>,
        before: Option<u64>,
        limit: usize,
    ) -> Reply<'_, Vec<GameSummaryRow>> {
        let before = saturating_i64(before.unwrap_or(u64::MAX));
        self.read(move |db| match state {
            Some(state) => {
                let sql = "SELECT id, number, card, state, version, made FROM games
                     WHERE listed = 1 AND state = ?1 AND number < ?2 ORDER BY number DESC LIMIT ?3";
                rows(db, sql, params![state.code(), before, row_limit(limit)], summary_row)
            }
            None => {
                let sql = "SELECT id, number, card, state, version, made FROM games
                     WHERE listed = 1 AND number < ?1 ORDER BY number DESC LIMIT ?2";
                rows(db, sql, params![before, row_limit(limit)], summary_row)
            }
        })
    }

    fn all_games(&self, before: Option<u64>, limit: usize) -> Reply<'_, Vec<GameSummaryRow>> {
        let before = saturating_i64(before.unwrap_or(u64::MAX));
        self.read(move |db| {
            let sql = "SELECT id, number, card, state, version, made FROM games
                 WHERE number < ?1 ORDER BY number DESC LIMIT ?2";
            rows(db, sql, params![before, row_limit(limit)], summary_row)
        })
    }

    fn games_of(&self, person: u64, limit: usize) -> Reply<'_, Vec<GameSummaryRow>> {
        self.read(move |db| {
            let sql = "SELECT id, number, card, state, version, made FROM members JOIN games ON number = game
                 WHERE person = ?1 ORDER BY game DESC LIMIT ?2";
            rows(db, sql, params![person.cast_signed(), row_limit(limit)], summary_row)
        })
    }

    fn open_games_between(&self, from: GameId, to: GameId, limit: usize) -> Reply<'_, Vec<GameId>> {
        self.read(move |db| {
            let sql = "SELECT id FROM games WHERE id BETWEEN ?1 AND ?2 AND state <> ?3 ORDER BY id LIMIT ?4";
            let over = GameState::Over.code();
            rows(db, sql, params![from.to_string(), to.to_string(), over, row_limit(limit)], |row| {
                game_id(row, 0)
            })
        })
    }

    fn count_open_games(&self, maker: u64) -> Reply<'_, u64> {
        self.read(move |db| {
            let sql = "SELECT count(*) FROM games WHERE maker = ?1 AND state IN (0, 1)";
            Ok(first(db, sql, params![maker.cast_signed()], |row| get_u64(row, 0))?.unwrap_or_default())
        })
    }

    fn redact(&self, id: GameId, version: u64, record: String) -> Reply<'_, bool> {
        self.write(move |db| rewrite(db, id, version, &record))
    }

    fn set_summary(&self, id: GameId, summary: String) -> Reply<'_, bool> {
        self.write(move |db| {
            let sql = "UPDATE games SET card = ?2 WHERE id = ?1";
            Ok(execute(db, sql, params![id.to_string(), summary])? > 0)
        })
    }

    fn games_naming(&self, person: u64, after: u64, limit: usize) -> Reply<'_, Vec<(u64, GameId)>> {
        self.read(move |db| {
            let sql = "SELECT number, id FROM appearances JOIN games ON number = game
                 WHERE person = ?1 AND game > ?2 ORDER BY game LIMIT ?3";
            rows(db, sql, params![person.cast_signed(), saturating_i64(after), row_limit(limit)], |row| {
                Ok((get_u64(row, 0)?, game_id(row, 1)?))
            })
        })
    }

    fn delete_game(&self, id: GameId) -> Reply<'_, bool> {
        self.write(move |db| Ok(execute(db, "DELETE FROM games WHERE id = ?1", params![id.to_string()])? > 0))
    }
}

fn create(db: &Connection, new: &NewGame) -> Result<Created> {
    let made = db
        .prepare_cached(
            "INSERT OR IGNORE INTO games (id, variant, maker, made, listed, version, state, due, errand, card,
               news_after)
             VALUES (:id, :variant, :maker, :made, :listed, :version, :state, :due, :errand, :card, :news_after)",
        )?
        .execute(named_params! {
            ":id": new.id.to_string(),
            ":variant": new.variant,
            ":maker": new.maker.cast_signed(),
            ":made": new.made,
            ":listed": new.listed,
            ":version": new.events.len() as i64,
            ":state": new.state.code(),
            ":due": new.due,
            ":errand": new.bots_due,
            ":card": new.summary,
            ":news_after": new.has_news.then_some(0),
        })?;
    if made == 0 {
        return Ok(Created::Exists);
    }
    let number = db.last_insert_rowid();
    let charter = NewEvent { at: new.made, record: new.charter.clone() };
    let hash = add_events(db, number, 0, std::slice::from_ref(&charter), CHAIN_START)?;
    let hash = add_events(db, number, 1, &new.events, hash)?;
    execute(db, "UPDATE games SET hash = ?2 WHERE number = ?1", params![number, hash])?;
    set_members(db, number, &new.members)?;
    add_appearances(db, number, &new.people())?;
    Ok(Created::Done)
}

/// The columns of a game that an append needs.
struct CurrentGame {
    number: i64,
    version: i64,
    state: i16,
    due: Option<i64>,
    bots_due: bool,
    hash: Option<ChainHash>,
}

fn append_to_game(db: &Connection, append: &Append) -> Result<Appended> {
    let sql = "SELECT number, version, state, due, errand, hash FROM games WHERE id = ?1";
    let known = first(db, sql, params![append.game.to_string()], |row| {
        Ok(CurrentGame {
            number: row.get(0)?,
            version: row.get(1)?,
            state: row.get(2)?,
            due: row.get(3)?,
            bots_due: row.get(4)?,
            // A check reports a hash that is missing; the game goes on.
            hash: row.get(5).unwrap_or_default(),
        })
    })?;
    let Some(known) = known else { return Ok(Appended::NoGame) };
    let number = known.number;
    if let Some(nonce) = &append.nonce {
        let sql = "SELECT version FROM nonces WHERE game = ?1 AND nonce = ?2";
        if let Some(version) = first(db, sql, params![number, nonce], |row| get_u64(row, 0))? {
            return Ok(Appended::Repeated { version });
        }
    }
    if known.version.cast_unsigned() != append.expected {
        return Ok(Appended::Conflict { version: known.version.cast_unsigned() });
    }
    let before = known.hash.unwrap_or(CHAIN_START);
    let hash = add_events(db, number, known.version + 1, &append.events, before)?;
    let version = known.version + append.events.len() as i64;
    let sql = "UPDATE games SET version = ?2, card = ?3, hash = ?4 WHERE number = ?1";
    execute(db, sql, params![number, version, append.summary, hash])?;
    // Most orders and messages do not change these columns, and writing them updates four indexes.
    let state = append.state.code();
    if (state, append.due, append.bots_due) != (known.state, known.due, known.bots_due) {
        let sql = "UPDATE games SET state = ?2, due = ?3, errand = ?4 WHERE number = ?1";
        execute(db, sql, params![number, state, append.due, append.bots_due])?;
    }
    if append.has_news {
        let sql = "UPDATE games SET news_after = ?2 WHERE number = ?1 AND news_after IS NULL";
        execute(db, sql, params![number, known.version])?;
    }
    if let Some(nonce) = &append.nonce {
        let sql = "INSERT INTO nonces (game, nonce, version) VALUES (?1, ?2, ?3)";
        execute(db, sql, params![number, nonce, version])?;
    }
    if let Some(members) = &append.members {
        set_members(db, number, members)?;
    }
    Ok(Appended::Done { version: version.cast_unsigned() })
}

/// Adds events after a record with the hash `before`. Returns the hash of the last one.
fn add_events(
    db: &Connection,
    game: i64,
    first: i64,
    events: &[NewEvent],
    before: ChainHash,
) -> Result<ChainHash> {
    let sql = "INSERT INTO events (game, version, at, record, hash) VALUES (?1, ?2, ?3, ?4, ?5)";
    let mut insert = db.prepare_cached(sql)?;
    let mut hash = before;
    for (version, event) in (first..).zip(events) {
        hash = link(&hash, &digest(version.cast_unsigned(), event.at, &event.record));
        insert.execute(params![game, version, event.at, event.record, hash])?;
    }
    Ok(hash)
}

/// Replaces a record, marks it as rewritten and counts that. False if there is no such record.
fn rewrite(db: &Connection, id: GameId, version: u64, record: &str) -> Result<bool> {
    let sql = "SELECT game, version, at, record, hash, original, rewritten, seal FROM events
         WHERE game = (SELECT number FROM games WHERE id = ?1) AND version = ?2";
    let known = first(db, sql, params![id.to_string(), saturating_i64(version)], |row| {
        Ok((row.get::<_, i64>(0)?, linked_record(row)?))
    })?;
    let Some((game, known)) = known else { return Ok(false) };
    if known.record == record {
        return Ok(true);
    }
    let mark = Rewrite::next(known.link.rewrite, version, known.at, &known.record, record);
    let sql = "UPDATE events SET record = ?3, original = ?4, rewritten = ?5, seal = ?6
         WHERE game = ?1 AND version = ?2";
    let count = saturating_i64(mark.count);
    execute(db, sql, params![game, saturating_i64(version), record, mark.original, count, mark.seal])?;
    execute(db, "UPDATE games SET rewrites = rewrites + 1 WHERE number = ?1", params![game])?;
    Ok(true)
}

/// From the columns version, at, record, hash, original, rewritten, seal, which come after one other column.
pub(super) fn linked_record(row: &Row<'_>) -> Result<LinkedRecord> {
    let rewrite = match (row.get(5)?, row.get(7)?) {
        (Some(original), Some(seal)) => Some(Rewrite { original, count: get_u64(row, 6)?, seal }),
        (None | Some(_), _) => None,
    };
    Ok(LinkedRecord {
        version: get_u64(row, 1)?,
        at: row.get(2)?,
        record: row.get(3)?,
        link: Link { hash: row.get(4)?, rewrite },
    })
}

pub(super) fn set_members(db: &Connection, game: i64, members: &[u64]) -> Result<()> {
    execute(db, "DELETE FROM members WHERE game = ?1", params![game])?;
    let mut insert = db.prepare_cached("INSERT OR IGNORE INTO members (game, person) VALUES (?1, ?2)")?;
    for member in members {
        insert.execute(params![game, member.cast_signed()])?;
    }
    Ok(())
}

/// Notes people who are named in a game. A trigger does the same for its members.
pub(super) fn add_appearances(db: &Connection, game: i64, people: &[u64]) -> Result<()> {
    let mut insert = db.prepare_cached("INSERT OR IGNORE INTO appearances (person, game) VALUES (?1, ?2)")?;
    for person in people {
        insert.execute(params![person.cast_signed(), game])?;
    }
    Ok(())
}

fn game_row(row: &Row<'_>) -> Result<GameRow> {
    Ok(GameRow {
        id: game_id(row, 11)?,
        number: get_u64(row, 0)?,
        variant: row.get(1)?,
        maker: get_u64(row, 2)?,
        made: row.get(3)?,
        listed: row.get(4)?,
        version: get_u64(row, 5)?,
        state: enum_from_code(row, 6, GameState::from_code)?,
        due: row.get(7)?,
        bots_due: row.get(8)?,
        summary: row.get(9)?,
        charter: row.get(10)?,
    })
}

fn summary_row(row: &Row<'_>) -> Result<GameSummaryRow> {
    Ok(GameSummaryRow {
        id: game_id(row, 0)?,
        number: get_u64(row, 1)?,
        summary: row.get(2)?,
        state: enum_from_code(row, 3, GameState::from_code)?,
        version: get_u64(row, 4)?,
        made: row.get(5)?,
    })
}
