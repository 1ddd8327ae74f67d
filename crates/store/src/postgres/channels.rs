//! Channels in PostgreSQL: settings of notifications, where people are notified, secrets of the server.

use tokio_postgres::Row;

use super::Postgres;
use super::pool::Retry;
use super::rows::{enum_from_code, first, get, get_u64, ids_as_i64, rows};
use crate::{
    ChannelKind, ChannelRow, ChannelState, Channels, NewChannel, NotificationAccount, Reply, SecretHash,
    StoreError,
};

impl Channels for Postgres {
    fn notification_accounts(&self, people: Vec<u64>) -> Reply<'_, Vec<NotificationAccount>> {
        Box::pin(async move {
            let ids = ids_as_i64(&people);
            let sql =
                "SELECT people.id, settings, feeds.hash IS NOT NULL FROM unnest($1::bigint[]) AS people (id)
                 LEFT JOIN notification_settings ON notification_settings.person = people.id
                 LEFT JOIN feeds ON feeds.person = people.id";
            let mut accounts = rows(self.db.query(Retry::Safe, sql, &[&ids]).await, |row| {
                Ok(NotificationAccount {
                    person: get_u64(row, 0)?,
                    settings: get(row, 1)?,
                    channels: Vec::new(),
                    has_feed: get(row, 2)?,
                })
            })?;
            let sql =
                "SELECT number, person, kind, address, options, secret, state, made, sent, failing_since,
                   failures, problem
                 FROM channels WHERE person = ANY ($1) ORDER BY number";
            for channel in rows(self.db.query(Retry::Safe, sql, &[&ids]).await, channel_row)? {
                if let Some(account) = accounts.iter_mut().find(|account| account.person == channel.person) {
                    account.channels.push(channel);
                }
            }
            accounts.retain(|one| one.settings.is_some() || one.has_feed || !one.channels.is_empty());
            Ok(accounts)
        })
    }

    fn set_notification_settings(&self, person: u64, settings: &str) -> Reply<'_, bool> {
        let settings = settings.to_owned();
        Box::pin(async move {
            let sql = "INSERT INTO notification_settings (person, settings)
                 SELECT id, $2 FROM people WHERE id = $1
                 ON CONFLICT (person) DO UPDATE SET settings = excluded.settings RETURNING person";
            let written = self.db.query(Retry::Safe, sql, &[&person.cast_signed(), &settings]).await?;
            Ok(!written.is_empty())
        })
    }

    fn add_channel(&self, channel: NewChannel) -> Reply<'_, Option<u64>> {
        Box::pin(async move {
            let sql = "INSERT INTO channels (person, kind, address, options, secret, state, made)
                 SELECT id, $2, $3, $4, $5, $6, $7 FROM people WHERE id = $1
                 ON CONFLICT DO NOTHING RETURNING number";
            let (person, kind) = (channel.person.cast_signed(), channel.kind.code());
            let state = channel.state.code();
            let added = self
                .db
                .query(
                    Retry::Unsafe,
                    sql,
                    &[
                        &person,
                        &kind,
                        &channel.address,
                        &channel.options,
                        &channel.secret,
                        &state,
                        &channel.made,
                    ],
                )
                .await;
            first(added, |row| get_u64(row, 0))
        })
    }

    fn channel_by_secret(&self, secret: &str) -> Reply<'_, Option<ChannelRow>> {
        let secret = secret.to_owned();
        Box::pin(async move {
            let sql =
                "SELECT number, person, kind, address, options, secret, state, made, sent, failing_since,
                   failures, problem
                 FROM channels WHERE secret = $1";
            first(self.db.query(Retry::Safe, sql, &[&secret]).await, channel_row)
        })
    }

    fn update_channel(&self, channel: ChannelRow) -> Reply<'_, bool> {
        Box::pin(async move {
            let sql = "UPDATE channels SET address = $3, options = $4, state = $5, failing_since = $6,
                   failures = $7, problem = $8 WHERE number = $1 AND person = $2 RETURNING number";
            let (number, person) = (channel.number.cast_signed(), channel.person.cast_signed());
            let (state, failures) = (channel.state.code(), i64::from(channel.failures));
            let updated = self
                .db
                .query(
                    Retry::Safe,
                    sql,
                    &[
                        &number,
                        &person,
                        &channel.address,
                        &channel.options,
                        &state,
                        &channel.failing_since,
                        &failures,
                        &channel.problem,
                    ],
                )
                .await?;
            Ok(!updated.is_empty())
        })
    }

    fn delete_channel(&self, number: u64, person: u64) -> Reply<'_, bool> {
        Box::pin(async move {
            let sql = "DELETE FROM channels WHERE number = $1 AND person = $2 RETURNING number";
            let gone =
                self.db.query(Retry::Unsafe, sql, &[&number.cast_signed(), &person.cast_signed()]).await?;
            Ok(!gone.is_empty())
        })
    }

    fn set_feed(&self, person: u64, hash: Option<SecretHash>) -> Reply<'_, bool> {
        Box::pin(async move {
            let person = person.cast_signed();
            let changed = match hash {
                None => {
                    let sql = "DELETE FROM feeds WHERE person = $1 RETURNING person";
                    self.db.query(Retry::Unsafe, sql, &[&person]).await?
                }
                Some(hash) => {
                    let sql = "INSERT INTO feeds (person, hash) SELECT id, $2 FROM people WHERE id = $1
                         ON CONFLICT (person) DO UPDATE SET hash = excluded.hash RETURNING person";
                    self.db.query(Retry::Safe, sql, &[&person, &hash.as_slice()]).await?
                }
            };
            Ok(!changed.is_empty())
        })
    }

    fn person_by_feed(&self, hash: SecretHash) -> Reply<'_, Option<u64>> {
        Box::pin(async move {
            let sql = "SELECT person FROM feeds WHERE hash = $1";
            first(self.db.query(Retry::Safe, sql, &[&hash.as_slice()]).await, |row| get_u64(row, 0))
        })
    }

    fn server_secret(&self, name: &str, new: &str) -> Reply<'_, String> {
        let (name, new) = (name.to_owned(), new.to_owned());
        Box::pin(async move {
            // The update changes nothing, but returns the value that is there.
            let sql = "INSERT INTO server_secrets (name, value) VALUES ($1, $2)
                 ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING value";
            let value = first(self.db.query(Retry::Safe, sql, &[&name, &new]).await, |row| get(row, 0))?;
            Ok(value.unwrap_or(new))
        })
    }

    fn known_server_secret(&self, name: &str) -> Reply<'_, Option<String>> {
        let name = name.to_owned();
        Box::pin(async move {
            let sql = "SELECT value FROM server_secrets WHERE name = $1";
            first(self.db.query(Retry::Safe, sql, &[&name]).await, |row| get(row, 0))
        })
    }

    fn count_sent(&self, address: SecretHash, day: i64, most: u32) -> Reply<'_, bool> {
        Box::pin(async move {
            let sql = "INSERT INTO sent_counts (address, day, count) VALUES ($1, $2, 1)
                 ON CONFLICT (address, day) DO UPDATE SET count = sent_counts.count + 1
                 WHERE sent_counts.count < $3 RETURNING count";
            let counted =
                self.db.query(Retry::Unsafe, sql, &[&address.as_slice(), &day, &i64::from(most)]).await?;
            Ok(!counted.is_empty())
        })
    }
}

/// From the columns number, person, kind, address, options, secret, state, made, sent, `failing_since`, failures,
/// problem.
pub(super) fn channel_row(row: &Row) -> Result<ChannelRow, StoreError> {
    Ok(ChannelRow {
        number: get_u64(row, 0)?,
        person: get_u64(row, 1)?,
        kind: enum_from_code(row, 2, ChannelKind::from_code)?,
        address: get(row, 3)?,
        options: get(row, 4)?,
        secret: get(row, 5)?,
        state: enum_from_code(row, 6, ChannelState::from_code)?,
        made: get(row, 7)?,
        sent: get(row, 8)?,
        failing_since: get(row, 9)?,
        failures: u32::try_from(get::<i64>(row, 10)?).unwrap_or(u32::MAX),
        problem: get(row, 11)?,
    })
}
