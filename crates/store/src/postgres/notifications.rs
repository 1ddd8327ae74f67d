//! Notifications in PostgreSQL. A node claims games and channels; a claim that is lost costs a message twice.

use tokio_postgres::Row;

use super::Postgres;
use super::channels::channel_row;
use super::pool::Retry;
use super::rows::{first, game_id, get, get_u64, ids_as_i64, row_limit, rows, saturating_i64};
use crate::{
    ChannelRow, ChannelState, ClaimedChannel, DeliveryRow, GameId, MAX_CLAIM_SECONDS, MAX_CLAIMED_DELIVERIES,
    News, NotificationRow, Notifications, ReminderRow, Reply, StoreError,
};

/// How many games a node claims at a time, so that other nodes get some too.
const MAX_CLAIMED_GAMES: usize = 64;

impl Notifications for Postgres {
    fn claim_games_with_news(&self, now: i64, until: i64, limit: usize) -> Reply<'_, Vec<(GameId, u64)>> {
        Box::pin(async move {
            let sql = "UPDATE games SET news_taken = $2 WHERE number IN (
                   SELECT number FROM games
                   WHERE news_after IS NOT NULL AND (news_taken <= $1 OR news_taken > $4)
                   ORDER BY number LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED)
                 RETURNING id, news_after";
            let limit = row_limit(limit.min(MAX_CLAIMED_GAMES));
            let wrong = now.saturating_add(MAX_CLAIM_SECONDS);
            let found = self.unsynced.query(Retry::Unsafe, sql, &[&now, &until, &limit, &wrong]).await;
            rows(found, |row| Ok((game_id(row, 0)?, get_u64(row, 1)?)))
        })
    }

    fn queue_news(&self, news: News) -> Reply<'_, bool> {
        Box::pin(async move { queue(self, &news).await })
    }

    fn due_reminders(&self, now: i64, limit: usize) -> Reply<'_, Vec<ReminderRow>> {
        Box::pin(async move {
            let sql = "SELECT at, game, person FROM reminders WHERE at <= $1 ORDER BY at LIMIT $2";
            let found = self.db.query(Retry::Safe, sql, &[&now, &row_limit(limit)]).await;
            rows(found, |row| {
                Ok(ReminderRow { at: get(row, 0)?, game: game_id(row, 1)?, person: get_u64(row, 2)? })
            })
        })
    }

    fn claim_channels(&self, now: i64, until: i64, limit: usize) -> Reply<'_, Vec<ClaimedChannel>> {
        Box::pin(async move {
            // Two nodes may choose the same channels: the second waits for the first, and then finds them taken.
            let sql = "UPDATE channels SET taken = $2 FROM (
                   SELECT channel FROM deliveries JOIN channels ON channels.number = channel
                   WHERE due <= $1 AND (taken <= $1 OR taken > $4) GROUP BY channel ORDER BY min(due) LIMIT $3) AS due_now
                 WHERE channels.number = channel AND (taken <= $1 OR taken > $4)
                 RETURNING channels.number, person, kind, address, options, secret, state, made, sent,
                   failing_since, failures, problem";
            let wrong = now.saturating_add(MAX_CLAIM_SECONDS);
            let found = self.db.query(Retry::Unsafe, sql, &[&now, &until, &row_limit(limit), &wrong]).await;
            let channels = rows(found, channel_row)?;
            let mut claimed = Vec::new();
            for channel in channels {
                let sql =
                    "SELECT notifications.number, id, notifications.person, at, game, body, on_page, is_read,
                       deliveries.number, due, expires
                     FROM deliveries JOIN notifications ON notifications.number = notification
                     WHERE channel = $1 AND due <= $2 ORDER BY deliveries.number LIMIT $3";
                let most = row_limit(MAX_CLAIMED_DELIVERIES);
                let number = channel.number.cast_signed();
                let found = self.db.query(Retry::Safe, sql, &[&number, &now, &most]).await;
                claimed.push(ClaimedChannel { channel, deliveries: rows(found, delivery_row)? });
            }
            Ok(claimed)
        })
    }

    fn delete_deliveries(&self, numbers: Vec<u64>) -> Reply<'_, ()> {
        Box::pin(async move {
            let sql = "DELETE FROM deliveries WHERE number = ANY ($1)";
            self.db.query(Retry::Safe, sql, &[&ids_as_i64(&numbers)]).await?;
            Ok(())
        })
    }

    fn release_channel(&self, channel: ChannelRow, not_before: i64) -> Reply<'_, ()> {
        Box::pin(async move {
            // Its person may have changed its address meanwhile: only what the sender knows is written.
            let sql = "WITH released AS (
                   UPDATE channels SET taken = 0, sent = $2, failing_since = $3, failures = $4, problem = $5,
                     state = CASE WHEN state = $7 THEN $6 ELSE state END WHERE number = $1)
                 UPDATE deliveries SET due = $8 WHERE channel = $1 AND due < $8";
            let failures = i64::from(channel.failures);
            let number = channel.number.cast_signed();
            let (state, active) = (channel.state.code(), ChannelState::Active.code());
            self.db
                .query(
                    Retry::Safe,
                    sql,
                    &[
                        &number,
                        &channel.sent,
                        &channel.failing_since,
                        &failures,
                        &channel.problem,
                        &state,
                        &active,
                        &not_before,
                    ],
                )
                .await?;
            Ok(())
        })
    }

    fn notifications_of(&self, person: u64, limit: usize) -> Reply<'_, Vec<(u64, NotificationRow)>> {
        Box::pin(async move {
            let sql = "SELECT number, id, person, at, game, body, on_page, is_read FROM notifications
                 WHERE person = $1 AND on_page ORDER BY number DESC LIMIT $2";
            let found = self.db.query(Retry::Safe, sql, &[&person.cast_signed(), &row_limit(limit)]).await;
            rows(found, |row| Ok((get_u64(row, 0)?, notification_row(row)?)))
        })
    }

    fn mark_read(&self, person: u64, up_to: u64) -> Reply<'_, ()> {
        Box::pin(async move {
            let sql = "UPDATE notifications SET is_read = true
                 WHERE person = $1 AND number <= $2 AND NOT is_read";
            self.db.query(Retry::Safe, sql, &[&person.cast_signed(), &saturating_i64(up_to)]).await?;
            Ok(())
        })
    }

    fn delete_old_notifications(&self, before: i64) -> Reply<'_, u64> {
        Box::pin(async move {
            let sql = "DELETE FROM sent_counts WHERE day < $1";
            self.db.query(Retry::Safe, sql, &[&(before / 86_400)]).await?;
            let sql = "DELETE FROM notifications WHERE at < $1 RETURNING number";
            Ok(self.db.query(Retry::Safe, sql, &[&before]).await?.len() as u64)
        })
    }

    fn waiting_deliveries(&self) -> Reply<'_, (u64, Option<i64>)> {
        Box::pin(async move {
            let sql = "SELECT count(*), min(due) FROM deliveries";
            let found = self.db.query(Retry::Safe, sql, &[]).await;
            Ok(first(found, |row| Ok((get_u64(row, 0)?, get(row, 1)?)))?.unwrap_or_default())
        })
    }
}

async fn queue(store: &Postgres, news: &News) -> Result<bool, StoreError> {
    let (read_game, after, up_to) = match news.read {
        Some((game, after, up_to)) => (Some(game.to_string()), saturating_i64(after), saturating_i64(up_to)),
        None => (None, 0, 0),
    };
    let rows_of = &news.notifications;
    let ids: Vec<&str> = rows_of.iter().map(|row| row.id.as_str()).collect();
    let people: Vec<i64> = rows_of.iter().map(|row| row.person.cast_signed()).collect();
    let times: Vec<i64> = rows_of.iter().map(|row| row.at).collect();
    let games: Vec<Option<String>> =
        rows_of.iter().map(|row| row.game.map(|game| game.to_string())).collect();
    let bodies: Vec<&str> = rows_of.iter().map(|row| row.body.as_str()).collect();
    let on_page: Vec<bool> = rows_of.iter().map(|row| row.on_page).collect();
    let is_read: Vec<bool> = rows_of.iter().map(|row| row.is_read).collect();
    let deliveries = &news.deliveries;
    let of: Vec<&str> = deliveries.iter().map(|delivery| delivery.notification.as_str()).collect();
    let channels: Vec<i64> = deliveries.iter().map(|delivery| delivery.channel.cast_signed()).collect();
    let due: Vec<i64> = deliveries.iter().map(|delivery| delivery.due).collect();
    let expires: Vec<Option<i64>> = deliveries.iter().map(|delivery| delivery.expires).collect();
    let reminded = news.reminders.as_ref().map(|(game, _)| game.to_string());
    let reminders = news.reminders.iter().flat_map(|(_, reminders)| reminders);
    let reminder_times: Vec<i64> = reminders.clone().map(|reminder| reminder.at).collect();
    let reminder_people: Vec<i64> = reminders.map(|reminder| reminder.person.cast_signed()).collect();
    let done_games: Vec<String> = news.reminders_done.iter().map(|done| done.game.to_string()).collect();
    let done_people: Vec<i64> = news.reminders_done.iter().map(|done| done.person.cast_signed()).collect();
    let done_times: Vec<i64> = news.reminders_done.iter().map(|done| done.at).collect();
    let queued = store
        .db
        .query(
            Retry::Unsafe,
            "WITH read AS (
               UPDATE games SET news_after = CASE WHEN version = $3 THEN NULL ELSE $3 END, news_taken = 0
               WHERE id = $1 AND news_after = $2 RETURNING number),
             allowed AS (SELECT 1 WHERE $1::text IS NULL OR EXISTS (SELECT FROM read)),
             fresh AS (
               INSERT INTO notifications (id, person, at, game, body, on_page, is_read)
               SELECT new.id, new.person, new.at, new.game, new.body, new.on_page, new.is_read
               FROM allowed, unnest($4::text[], $5::bigint[], $6::bigint[], $7::text[], $8::text[], $9::bool[],
                   $10::bool[]) WITH ORDINALITY AS new (id, person, at, game, body, on_page, is_read, place)
               WHERE EXISTS (SELECT FROM people WHERE people.id = new.person) ORDER BY place
               ON CONFLICT DO NOTHING RETURNING number, id),
             sent AS (
               INSERT INTO deliveries (notification, channel, due, expires)
               SELECT fresh.number, new.channel, new.due, new.expires
               FROM unnest($11::text[], $12::bigint[], $13::bigint[], $14::bigint[]) WITH ORDINALITY
                 AS new (id, channel, due, expires, place)
               JOIN fresh ON fresh.id = new.id JOIN channels ON channels.number = new.channel
               ORDER BY place),
             forgotten AS (
               DELETE FROM reminders USING allowed WHERE game = $15
                 AND NOT (person = ANY ($17::bigint[]))),
             reminded AS (
               INSERT INTO reminders (at, game, person)
               SELECT new.at, $15, new.person
               FROM allowed, unnest($16::bigint[], $17::bigint[]) AS new (at, person)
               WHERE EXISTS (SELECT FROM people WHERE people.id = new.person)
               ON CONFLICT (game, person) DO UPDATE SET at = excluded.at),
             done AS (
               DELETE FROM reminders USING allowed, unnest($18::text[], $19::bigint[], $20::bigint[])
                 AS old (game, person, at)
               WHERE reminders.game = old.game AND reminders.person = old.person AND reminders.at = old.at)
             SELECT 1 FROM allowed",
            &[
                &read_game,
                &after,
                &up_to,
                &ids,
                &people,
                &times,
                &games,
                &bodies,
                &on_page,
                &is_read,
                &of,
                &channels,
                &due,
                &expires,
                &reminded,
                &reminder_times,
                &reminder_people,
                &done_games,
                &done_people,
                &done_times,
            ],
        )
        .await?;
    Ok(!queued.is_empty())
}

/// From the columns number, id, person, at, game, body, `on_page`, `is_read`.
fn notification_row(row: &Row) -> Result<NotificationRow, StoreError> {
    let game = get::<Option<String>>(row, 4)?;
    Ok(NotificationRow {
        id: get(row, 1)?,
        person: get_u64(row, 2)?,
        at: get(row, 3)?,
        game: game.map(|_| game_id(row, 4)).transpose()?,
        body: get(row, 5)?,
        on_page: get(row, 6)?,
        is_read: get(row, 7)?,
    })
}

fn delivery_row(row: &Row) -> Result<DeliveryRow, StoreError> {
    Ok(DeliveryRow {
        number: get_u64(row, 8)?,
        notification: notification_row(row)?,
        due: get(row, 9)?,
        expires: get(row, 10)?,
    })
}
