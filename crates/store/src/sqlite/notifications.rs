//! Notifications in SQLite. Only one server uses a folder, so a claim of a game is not stored; one of a channel
//! is, because several are sent to at the same time.

use rusqlite::{Connection, Result, Row, params};

use super::Sqlite;
use super::channels::{CHANNEL_COLUMNS, channel_row};
use super::query::{execute, first, game_id, get_u64, row_limit, rows, saturating_i64};
use crate::{
    ChannelRow, ClaimedChannel, DeliveryRow, GameId, MAX_CLAIM_SECONDS, MAX_CLAIMED_DELIVERIES, News,
    NotificationRow, Notifications, ReminderRow, Reply,
};

/// The columns that `notification_row` reads.
const NOTIFICATION_COLUMNS: &str =
    "notifications.number, id, notifications.person, at, game, body, on_page, is_read";

/// Whatever was being sent when the last server stopped may be sent again.
pub(super) fn end_claims(db: &Connection) -> Result<()> {
    // A store on a full disk is opened without a write.
    let taken = first(db, "SELECT 1 FROM channels WHERE taken <> 0 LIMIT 1", &[], |_| Ok(()))?;
    if taken.is_some() {
        execute(db, "UPDATE channels SET taken = 0 WHERE taken <> 0", &[])?;
    }
    Ok(())
}

impl Notifications for Sqlite {
    fn claim_games_with_news(&self, _now: i64, _until: i64, limit: usize) -> Reply<'_, Vec<(GameId, u64)>> {
        self.read(move |db| {
            let sql =
                "SELECT id, news_after FROM games WHERE news_after IS NOT NULL ORDER BY number LIMIT ?1";
            rows(db, sql, params![row_limit(limit)], |row| Ok((game_id(row, 0)?, get_u64(row, 1)?)))
        })
    }

    fn queue_news(&self, news: News) -> Reply<'_, bool> {
        self.write(move |db| queue(db, &news))
    }

    fn due_reminders(&self, now: i64, limit: usize) -> Reply<'_, Vec<ReminderRow>> {
        self.read(move |db| {
            let sql = "SELECT at, game, person FROM reminders WHERE at <= ?1 ORDER BY at LIMIT ?2";
            rows(db, sql, params![now, row_limit(limit)], |row| {
                Ok(ReminderRow { at: row.get(0)?, game: game_id(row, 1)?, person: get_u64(row, 2)? })
            })
        })
    }

    fn claim_channels(&self, now: i64, until: i64, limit: usize) -> Reply<'_, Vec<ClaimedChannel>> {
        self.write(move |db| {
            let sql = format!(
                "SELECT {CHANNEL_COLUMNS} FROM channels WHERE number IN (
                   SELECT channel FROM deliveries JOIN channels ON channels.number = channel
                   WHERE due <= ?1 AND (taken <= ?1 OR taken > ?3) GROUP BY channel ORDER BY min(due) LIMIT ?2)"
            );
            let wrong = now.saturating_add(MAX_CLAIM_SECONDS);
            let mut claimed = Vec::new();
            for channel in rows(db, &sql, params![now, row_limit(limit), wrong], channel_row)? {
                let number = channel.number.cast_signed();
                execute(db, "UPDATE channels SET taken = ?2 WHERE number = ?1", params![number, until])?;
                let sql = format!(
                    "SELECT {NOTIFICATION_COLUMNS}, deliveries.number, due, expires
                     FROM deliveries JOIN notifications ON notifications.number = notification
                     WHERE channel = ?1 AND due <= ?2 ORDER BY deliveries.number LIMIT ?3"
                );
                let values = params![number, now, row_limit(MAX_CLAIMED_DELIVERIES)];
                let deliveries = rows(db, &sql, values, delivery_row)?;
                claimed.push(ClaimedChannel { channel, deliveries });
            }
            Ok(claimed)
        })
    }

    fn delete_deliveries(&self, numbers: Vec<u64>) -> Reply<'_, ()> {
        self.write(move |db| {
            for number in &numbers {
                execute(db, "DELETE FROM deliveries WHERE number = ?1", params![number.cast_signed()])?;
            }
            Ok(())
        })
    }

    fn release_channel(&self, channel: ChannelRow, not_before: i64) -> Reply<'_, ()> {
        self.write(move |db| {
            let number = channel.number.cast_signed();
            // Its person may have changed its address meanwhile: only what the sender knows is written.
            let sql =
                "UPDATE channels SET taken = 0, sent = ?2, failing_since = ?3, failures = ?4, problem = ?5,
                   state = CASE WHEN state = ?7 THEN ?6 ELSE state END WHERE number = ?1";
            let state = channel.state.code();
            let active = crate::ChannelState::Active.code();
            let values = params![
                number,
                channel.sent,
                channel.failing_since,
                channel.failures,
                channel.problem,
                state,
                active
            ];
            execute(db, sql, values)?;
            let sql = "UPDATE deliveries SET due = ?2 WHERE channel = ?1 AND due < ?2";
            execute(db, sql, params![number, not_before])?;
            Ok(())
        })
    }

    fn notifications_of(&self, person: u64, limit: usize) -> Reply<'_, Vec<(u64, NotificationRow)>> {
        self.read(move |db| {
            let sql = format!(
                "SELECT {NOTIFICATION_COLUMNS} FROM notifications WHERE person = ?1 AND on_page = 1
                 ORDER BY number DESC LIMIT ?2"
            );
            rows(db, &sql, params![person.cast_signed(), row_limit(limit)], |row| {
                Ok((get_u64(row, 0)?, notification_row(row)?))
            })
        })
    }

    fn mark_read(&self, person: u64, up_to: u64) -> Reply<'_, ()> {
        self.write(move |db| {
            let sql =
                "UPDATE notifications SET is_read = 1 WHERE person = ?1 AND number <= ?2 AND is_read = 0";
            execute(db, sql, params![person.cast_signed(), saturating_i64(up_to)])?;
            Ok(())
        })
    }

    fn delete_old_notifications(&self, before: i64) -> Reply<'_, u64> {
        self.write(move |db| {
            execute(db, "DELETE FROM sent_counts WHERE day < ?1", params![before / 86_400])?;
            Ok(execute(db, "DELETE FROM notifications WHERE at < ?1", params![before])? as u64)
        })
    }

    fn waiting_deliveries(&self) -> Reply<'_, (u64, Option<i64>)> {
        self.read(|db| {
            let sql = "SELECT count(*), min(due) FROM deliveries";
            let waiting = first(db, sql, &[], |row| Ok((get_u64(row, 0)?, row.get(1)?)))?;
            Ok(waiting.unwrap_or_default())
        })
    }
}

fn queue(db: &Connection, news: &News) -> Result<bool> {
    if let Some((game, after, up_to)) = news.read {
        let sql = "UPDATE games SET news_after = CASE WHEN version = ?3 THEN NULL ELSE ?3 END
             WHERE id = ?1 AND news_after = ?2";
        let values = params![game.to_string(), saturating_i64(after), saturating_i64(up_to)];
        if execute(db, sql, values)? == 0 {
            return Ok(false);
        }
    }
    for row in &news.notifications {
        let sql = "INSERT OR IGNORE INTO notifications (id, person, at, game, body, on_page, is_read)
             SELECT ?1, id, ?3, ?4, ?5, ?6, ?7 FROM people WHERE id = ?2";
        let game = row.game.map(|game| game.to_string());
        let values =
            params![row.id, row.person.cast_signed(), row.at, game, row.body, row.on_page, row.is_read];
        if execute(db, sql, values)? == 0 {
            continue;
        }
        let number = db.last_insert_rowid();
        for delivery in news.deliveries.iter().filter(|delivery| delivery.notification == row.id) {
            let sql = "INSERT INTO deliveries (notification, channel, due, expires)
                 SELECT ?1, number, ?3, ?4 FROM channels WHERE number = ?2";
            let channel = delivery.channel.cast_signed();
            execute(db, sql, params![number, channel, delivery.due, delivery.expires])?;
        }
    }
    if let Some((game, reminders)) = &news.reminders {
        execute(db, "DELETE FROM reminders WHERE game = ?1", params![game.to_string()])?;
        for reminder in reminders {
            let sql = "INSERT OR REPLACE INTO reminders (at, game, person)
                 SELECT ?1, ?2, id FROM people WHERE id = ?3";
            let values = params![reminder.at, reminder.game.to_string(), reminder.person.cast_signed()];
            execute(db, sql, values)?;
        }
    }
    for done in &news.reminders_done {
        let sql = "DELETE FROM reminders WHERE game = ?1 AND person = ?2 AND at = ?3";
        execute(db, sql, params![done.game.to_string(), done.person.cast_signed(), done.at])?;
    }
    Ok(true)
}

/// From the columns `NOTIFICATION_COLUMNS`.
fn notification_row(row: &Row<'_>) -> Result<NotificationRow> {
    let game = row.get::<_, Option<String>>(4)?;
    Ok(NotificationRow {
        id: row.get(1)?,
        person: get_u64(row, 2)?,
        at: row.get(3)?,
        game: game.map(|_| game_id(row, 4)).transpose()?,
        body: row.get(5)?,
        on_page: row.get(6)?,
        is_read: row.get(7)?,
    })
}

fn delivery_row(row: &Row<'_>) -> Result<DeliveryRow> {
    Ok(DeliveryRow {
        number: get_u64(row, 8)?,
        notification: notification_row(row)?,
        due: row.get(9)?,
        expires: row.get(10)?,
    })
}
