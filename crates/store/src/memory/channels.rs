//! Channels in the in-memory store.

use super::{Memory, Tables};
use crate::{ChannelRow, Channels, NewChannel, NotificationAccount, Reply, SecretHash};

impl Channels for Memory {
    fn notification_accounts(&self, people: Vec<u64>) -> Reply<'_, Vec<NotificationAccount>> {
        self.with_tables(|tables| {
            let accounts = people.into_iter().map(|person| tables.account(person));
            accounts
                .filter(|one| one.settings.is_some() || one.has_feed || !one.channels.is_empty())
                .collect()
        })
    }

    fn set_notification_settings(&self, person: u64, settings: &str) -> Reply<'_, bool> {
        self.with_tables(|tables| {
            let exists = tables.people.contains_key(&person);
            if exists {
                tables.news.settings.insert(person, settings.to_owned());
            }
            exists
        })
    }

    fn add_channel(&self, new: NewChannel) -> Reply<'_, Option<u64>> {
        self.with_tables(|tables| {
            let is_taken = tables.news.channels.values().any(|(channel, _)| channel.secret == new.secret);
            if is_taken || !tables.people.contains_key(&new.person) {
                return None;
            }
            tables.news.last_number += 1;
            let number = tables.news.last_number;
            let row = ChannelRow {
                number,
                person: new.person,
                kind: new.kind,
                address: new.address,
                options: new.options,
                secret: new.secret,
                state: new.state,
                made: new.made,
                sent: None,
                failing_since: None,
                failures: 0,
                problem: None,
            };
            tables.news.channels.insert(number, (row, 0));
            Some(number)
        })
    }

    fn channel_by_secret(&self, secret: &str) -> Reply<'_, Option<ChannelRow>> {
        self.with_tables(|tables| {
            let mut channels = tables.news.channels.values();
            channels.find(|(channel, _)| channel.secret == secret).map(|(channel, _)| channel.clone())
        })
    }

    fn update_channel(&self, new: ChannelRow) -> Reply<'_, bool> {
        self.with_tables(|tables| {
            let known = tables.news.channels.get_mut(&new.number);
            let Some((known, _)) = known.filter(|(known, _)| known.person == new.person) else {
                return false;
            };
            let kept = (known.kind, std::mem::take(&mut known.secret), known.made, known.sent);
            *known = ChannelRow { kind: kept.0, secret: kept.1, made: kept.2, sent: kept.3, ..new };
            true
        })
    }

    fn delete_channel(&self, number: u64, person: u64) -> Reply<'_, bool> {
        self.with_tables(|tables| {
            let known = tables.news.channels.get(&number);
            let is_own = known.is_some_and(|(channel, _)| channel.person == person);
            if is_own {
                tables.news.channels.remove(&number);
                tables.news.deliveries.retain(|_, delivery| delivery.channel != number);
            }
            is_own
        })
    }

    fn set_feed(&self, person: u64, hash: Option<SecretHash>) -> Reply<'_, bool> {
        self.with_tables(|tables| match hash {
            None => tables.news.feeds.remove(&person).is_some(),
            Some(hash) => {
                let exists = tables.people.contains_key(&person);
                if exists {
                    tables.news.feeds.insert(person, hash);
                }
                exists
            }
        })
    }

    fn person_by_feed(&self, hash: SecretHash) -> Reply<'_, Option<u64>> {
        self.with_tables(|tables| {
            tables.news.feeds.iter().find(|(_, known)| **known == hash).map(|(person, _)| *person)
        })
    }

    fn server_secret(&self, name: &str, new: &str) -> Reply<'_, String> {
        self.with_tables(|tables| {
            tables.news.secrets.entry(name.to_owned()).or_insert_with(|| new.to_owned()).clone()
        })
    }

    fn known_server_secret(&self, name: &str) -> Reply<'_, Option<String>> {
        self.with_tables(|tables| tables.news.secrets.get(name).cloned())
    }

    fn count_sent(&self, address: SecretHash, day: i64, most: u32) -> Reply<'_, bool> {
        self.with_tables(|tables| {
            let count = tables.news.sent_counts.entry((address, day)).or_default();
            let is_allowed = *count < most;
            *count += u32::from(is_allowed);
            is_allowed
        })
    }
}

impl Tables {
    fn account(&self, person: u64) -> NotificationAccount {
        let channels = self.news.channels.values().map(|(channel, _)| channel);
        NotificationAccount {
            person,
            settings: self.news.settings.get(&person).cloned(),
            channels: channels.filter(|channel| channel.person == person).cloned().collect(),
            has_feed: self.news.feeds.contains_key(&person),
        }
    }

    /// Forgets how a deleted person was notified, and what.
    pub(super) fn forget_news_of(&mut self, person: u64) {
        let news = &mut self.news;
        news.settings.remove(&person);
        news.feeds.remove(&person);
        news.channels.retain(|_, (channel, _)| channel.person != person);
        news.notifications.retain(|_, row| row.person != person);
        news.reminders.retain(|reminder| reminder.person != person);
        let (channels, notifications) = (&news.channels, &news.notifications);
        news.deliveries.retain(|_, delivery| {
            channels.contains_key(&delivery.channel) && notifications.contains_key(&delivery.notification)
        });
    }
}
