//! Channels in SQLite: settings of notifications, where people are notified, secrets of the server.

use rusqlite::{Result, Row, params};

use super::Sqlite;
use super::query::{enum_from_code, execute, first, get_u64, rows};
use crate::{
    ChannelKind, ChannelRow, ChannelState, Channels, NewChannel, NotificationAccount, Reply, SecretHash,
};

/// The columns that `channel_row` reads.
pub(super) const CHANNEL_COLUMNS: &str = "channels.number, person, kind, address, options, secret, state, made, \
    sent, failing_since, failures, problem";

impl Channels for Sqlite {
    fn notification_accounts(&self, people: Vec<u64>) -> Reply<'_, Vec<NotificationAccount>> {
        self.read(move |db| {
            let mut accounts = Vec::new();
            for person in people {
                let id = person.cast_signed();
                let sql = "SELECT settings FROM notification_settings WHERE person = ?1";
                let settings = first(db, sql, params![id], |row| row.get(0))?;
                let sql = format!("SELECT {CHANNEL_COLUMNS} FROM channels WHERE person = ?1 ORDER BY number");
                let channels = rows(db, &sql, params![id], channel_row)?;
                let sql = "SELECT 1 FROM feeds WHERE person = ?1";
                let has_feed = first(db, sql, params![id], |_| Ok(()))?.is_some();
                if settings.is_some() || has_feed || !channels.is_empty() {
                    accounts.push(NotificationAccount { person, settings, channels, has_feed });
                }
            }
            Ok(accounts)
        })
    }

    fn set_notification_settings(&self, person: u64, settings: &str) -> Reply<'_, bool> {
        let settings = settings.to_owned();
        self.write(move |db| {
            let sql =
                "INSERT INTO notification_settings (person, settings) SELECT id, ?2 FROM people WHERE id = ?1
                 ON CONFLICT (person) DO UPDATE SET settings = excluded.settings";
            Ok(execute(db, sql, params![person.cast_signed(), settings])? > 0)
        })
    }

    fn add_channel(&self, channel: NewChannel) -> Reply<'_, Option<u64>> {
        self.write(move |db| {
            let sql = "INSERT OR IGNORE INTO channels (person, kind, address, options, secret, state, made)
                 SELECT id, ?2, ?3, ?4, ?5, ?6, ?7 FROM people WHERE id = ?1";
            let values = params![
                channel.person.cast_signed(),
                channel.kind.code(),
                channel.address,
                channel.options,
                channel.secret,
                channel.state.code(),
                channel.made,
            ];
            let added = execute(db, sql, values)? > 0;
            Ok(added.then(|| db.last_insert_rowid().cast_unsigned()))
        })
    }

    fn channel_by_secret(&self, secret: &str) -> Reply<'_, Option<ChannelRow>> {
        let secret = secret.to_owned();
        self.read(move |db| {
            let sql = format!("SELECT {CHANNEL_COLUMNS} FROM channels WHERE secret = ?1");
            first(db, &sql, params![secret], channel_row)
        })
    }

    fn update_channel(&self, channel: ChannelRow) -> Reply<'_, bool> {
        self.write(move |db| {
            let sql = "UPDATE channels SET address = ?3, options = ?4, state = ?5, failing_since = ?6,
                   failures = ?7, problem = ?8 WHERE number = ?1 AND person = ?2";
            let values = params![
                channel.number.cast_signed(),
                channel.person.cast_signed(),
                channel.address,
                channel.options,
                channel.state.code(),
                channel.failing_since,
                channel.failures,
                channel.problem,
            ];
            Ok(execute(db, sql, values)? > 0)
        })
    }

    fn delete_channel(&self, number: u64, person: u64) -> Reply<'_, bool> {
        self.write(move |db| {
            let sql = "DELETE FROM channels WHERE number = ?1 AND person = ?2";
            Ok(execute(db, sql, params![number.cast_signed(), person.cast_signed()])? > 0)
        })
    }

    fn set_feed(&self, person: u64, hash: Option<SecretHash>) -> Reply<'_, bool> {
        let person = person.cast_signed();
        self.write(move |db| match hash {
            None => Ok(execute(db, "DELETE FROM feeds WHERE person = ?1", params![person])? > 0),
            Some(hash) => {
                let sql = "INSERT INTO feeds (person, hash) SELECT id, ?2 FROM people WHERE id = ?1
                     ON CONFLICT (person) DO UPDATE SET hash = excluded.hash";
                Ok(execute(db, sql, params![person, hash])? > 0)
            }
        })
    }

    fn person_by_feed(&self, hash: SecretHash) -> Reply<'_, Option<u64>> {
        self.read(move |db| {
            first(db, "SELECT person FROM feeds WHERE hash = ?1", params![hash], |row| get_u64(row, 0))
        })
    }

    fn server_secret(&self, name: &str, new: &str) -> Reply<'_, String> {
        let (name, new) = (name.to_owned(), new.to_owned());
        self.write(move |db| {
            let sql = "INSERT OR IGNORE INTO server_secrets (name, value) VALUES (?1, ?2)";
            execute(db, sql, params![name, new])?;
            let sql = "SELECT value FROM server_secrets WHERE name = ?1";
            Ok(first(db, sql, params![name], |row| row.get(0))?.unwrap_or_else(|| new.clone()))
        })
    }

    fn known_server_secret(&self, name: &str) -> Reply<'_, Option<String>> {
        let name = name.to_owned();
        self.read(move |db| {
            first(db, "SELECT value FROM server_secrets WHERE name = ?1", params![name], |row| row.get(0))
        })
    }

    fn count_sent(&self, address: SecretHash, day: i64, most: u32) -> Reply<'_, bool> {
        self.write(move |db| {
            let sql = "INSERT INTO sent_counts (address, day, count) VALUES (?1, ?2, 1)
                 ON CONFLICT (address, day) DO UPDATE SET count = count + 1 WHERE count < ?3";
            Ok(execute(db, sql, params![address, day, most])? > 0)
        })
    }
}

/// From the columns `CHANNEL_COLUMNS`.
pub(super) fn channel_row(row: &Row<'_>) -> Result<ChannelRow> {
    Ok(ChannelRow {
        number: get_u64(row, 0)?,
        person: get_u64(row, 1)?,
        kind: enum_from_code(row, 2, ChannelKind::from_code)?,
        address: row.get(3)?,
        options: row.get(4)?,
        secret: row.get(5)?,
        state: enum_from_code(row, 6, ChannelState::from_code)?,
        made: row.get(7)?,
        sent: row.get(8)?,
        failing_since: row.get(9)?,
        failures: row.get(10)?,
        problem: row.get(11)?,
    })
}
