//! Notifications in the in-memory store. There is only one node, so the claim of a game is not stored.

use super::{Memory, StoredDelivery, Tables};
use crate::{
    ChannelRow, ChannelState, ClaimedChannel, DeliveryRow, GameId, MAX_CLAIM_SECONDS, MAX_CLAIMED_DELIVERIES,
    MAX_ROWS, News, NotificationRow, Notifications, ReminderRow, Reply,
};

impl Notifications for Memory {
    fn claim_games_with_news(&self, _now: i64, _until: i64, limit: usize) -> Reply<'_, Vec<(GameId, u64)>> {
        self.with_tables(|tables| {
            let marked = tables.games.values().filter_map(|game| Some((game.row.id, game.news_after?)));
            marked.take(limit.min(MAX_ROWS)).collect()
        })
    }

    fn queue_news(&self, news: News) -> Reply<'_, bool> {
        self.with_tables(|tables| tables.queue(news))
    }

    fn due_reminders(&self, now: i64, limit: usize) -> Reply<'_, Vec<ReminderRow>> {
        self.with_tables(|tables| {
            let due = tables.news.reminders.iter().take_while(|reminder| reminder.at <= now);
            due.take(limit.min(MAX_ROWS)).copied().collect()
        })
    }

    fn claim_channels(&self, now: i64, until: i64, limit: usize) -> Reply<'_, Vec<ClaimedChannel>> {
        self.with_tables(|tables| {
            let mut due: Vec<(i64, u64)> = Vec::new();
            for delivery in tables.news.deliveries.values().filter(|delivery| delivery.due <= now) {
                match due.iter_mut().find(|(_, channel)| *channel == delivery.channel) {
                    Some((first, _)) => *first = delivery.due.min(*first),
                    None => due.push((delivery.due, delivery.channel)),
                }
            }
            due.sort_unstable();
            let is_free = |taken: i64| taken <= now || taken > now.saturating_add(MAX_CLAIM_SECONDS);
            due.retain(|(_, channel)| {
                tables.news.channels.get(channel).is_some_and(|(_, taken)| is_free(*taken))
            });
            due.into_iter().take(limit).filter_map(|(_, channel)| tables.claim(channel, now, until)).collect()
        })
    }

    fn delete_deliveries(&self, numbers: Vec<u64>) -> Reply<'_, ()> {
        self.with_tables(|tables| tables.news.deliveries.retain(|number, _| !numbers.contains(number)))
    }

    fn release_channel(&self, channel: ChannelRow, not_before: i64) -> Reply<'_, ()> {
        self.with_tables(|tables| {
            if let Some((known, taken)) = tables.news.channels.get_mut(&channel.number) {
                *taken = 0;
                known.sent = channel.sent;
                known.failing_since = channel.failing_since;
                known.failures = channel.failures;
                known.problem = channel.problem;
                if known.state == ChannelState::Active {
                    known.state = channel.state;
                }
            }
            let waiting = tables.news.deliveries.values_mut();
            for delivery in waiting.filter(|delivery| delivery.channel == channel.number) {
                delivery.due = delivery.due.max(not_before);
            }
        })
    }

    fn notifications_of(&self, person: u64, limit: usize) -> Reply<'_, Vec<(u64, NotificationRow)>> {
        self.with_tables(|tables| {
            let own = tables.news.notifications.iter().rev();
            let own = own.filter(|(_, row)| row.person == person && row.on_page);
            own.take(limit.min(MAX_ROWS)).map(|(number, row)| (*number, row.clone())).collect()
        })
    }

    fn mark_read(&self, person: u64, up_to: u64) -> Reply<'_, ()> {
        self.with_tables(|tables| {
            let shown = tables.news.notifications.range_mut(..=up_to);
            for (_, row) in shown.filter(|(_, row)| row.person == person) {
                row.is_read = true;
            }
        })
    }

    fn delete_old_notifications(&self, before: i64) -> Reply<'_, u64> {
        self.with_tables(|tables| {
            let news = &mut tables.news;
            let count = news.notifications.len();
            news.notifications.retain(|_, row| row.at >= before);
            news.deliveries.retain(|_, delivery| news.notifications.contains_key(&delivery.notification));
            news.sent_counts.retain(|(_, day), _| *day >= before / 86_400);
            (count - news.notifications.len()) as u64
        })
    }

    fn waiting_deliveries(&self) -> Reply<'_, (u64, Option<i64>)> {
        self.with_tables(|tables| {
            let waiting = &tables.news.deliveries;
            (waiting.len() as u64, waiting.values().map(|delivery| delivery.due).min())
        })
    }
}

impl Tables {
    fn queue(&mut self, new: News) -> bool {
        if let Some((game, after, up_to)) = new.read {
            let Some(game) = self.game_mut(game).filter(|game| game.news_after == Some(after)) else {
                return false;
            };
            game.news_after = (game.row.version != up_to).then_some(up_to);
        }
        for row in new.notifications {
            let is_known = self.news.notifications.values().any(|known| known.id == row.id);
            if is_known || !self.people.contains_key(&row.person) {
                continue;
            }
            let news = &mut self.news;
            news.last_number += 1;
            let notification = news.last_number;
            for delivery in new.deliveries.iter().filter(|delivery| delivery.notification == row.id) {
                if news.channels.contains_key(&delivery.channel) {
                    news.last_number += 1;
                    let &crate::NewDelivery { channel, due, expires, .. } = delivery;
                    let stored = StoredDelivery { notification, channel, due, expires };
                    news.deliveries.insert(news.last_number, stored);
                }
            }
            news.notifications.insert(notification, row);
        }
        if let Some((game, reminders)) = new.reminders {
            self.news.reminders.retain(|reminder| reminder.game != game);
            let people = &self.people;
            self.news
                .reminders
                .extend(reminders.into_iter().filter(|reminder| people.contains_key(&reminder.person)));
        }
        for done in new.reminders_done {
            self.news.reminders.remove(&done);
        }
        true
    }

    fn claim(&mut self, number: u64, now: i64, until: i64) -> Option<ClaimedChannel> {
        let (channel, taken) = self.news.channels.get_mut(&number)?;
        *taken = until;
        let due = self.news.deliveries.iter();
        let due = due.filter(|(_, delivery)| delivery.channel == number && delivery.due <= now);
        let deliveries = due.filter_map(|(number, delivery)| {
            let notification = self.news.notifications.get(&delivery.notification)?.clone();
            Some(DeliveryRow { number: *number, notification, due: delivery.due, expires: delivery.expires })
        });
        let deliveries = deliveries.take(MAX_CLAIMED_DELIVERIES).collect();
        Some(ClaimedChannel { channel: channel.clone(), deliveries })
    }
}
