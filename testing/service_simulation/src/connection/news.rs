//! Notifications and channels as a simulated node sees them. The simulated parts of the service tell nobody
//! anything: what they append only marks its game.

use store::{
    ChannelRow, Channels, ClaimedChannel, GameId, NewChannel, News, NotificationAccount, NotificationRow,
    Notifications, ReminderRow, Reply, SecretHash,
};

use super::{Connection, not_simulated};

impl Notifications for Connection {
    fn claim_games_with_news(&self, _now: i64, _until: i64, _limit: usize) -> Reply<'_, Vec<(GameId, u64)>> {
        not_simulated()
    }

    fn queue_news(&self, _news: News) -> Reply<'_, bool> {
        not_simulated()
    }

    fn due_reminders(&self, _now: i64, _limit: usize) -> Reply<'_, Vec<ReminderRow>> {
        not_simulated()
    }

    fn claim_channels(&self, _now: i64, _until: i64, _limit: usize) -> Reply<'_, Vec<ClaimedChannel>> {
        not_simulated()
    }

    fn delete_deliveries(&self, _numbers: Vec<u64>) -> Reply<'_, ()> {
        not_simulated()
    }

    fn release_channel(&self, _channel: ChannelRow, _not_before: i64) -> Reply<'_, ()> {
        not_simulated()
    }

    fn notifications_of(&self, _person: u64, _limit: usize) -> Reply<'_, Vec<(u64, NotificationRow)>> {
        not_simulated()
    }

    fn mark_read(&self, _person: u64, _up_to: u64) -> Reply<'_, ()> {
        not_simulated()
    }

    fn delete_old_notifications(&self, _before: i64) -> Reply<'_, u64> {
        not_simulated()
    }

    fn waiting_deliveries(&self) -> Reply<'_, (u64, Option<i64>)> {
        not_simulated()
    }
}

impl Channels for Connection {
    fn notification_accounts(&self, _people: Vec<u64>) -> Reply<'_, Vec<NotificationAccount>> {
        not_simulated()
    }

    fn set_notification_settings(&self, _person: u64, _settings: &str) -> Reply<'_, bool> {
        not_simulated()
    }

    fn add_channel(&self, _channel: NewChannel) -> Reply<'_, Option<u64>> {
        not_simulated()
    }

    fn channel_by_secret(&self, _secret: &str) -> Reply<'_, Option<ChannelRow>> {
        not_simulated()
    }

    fn update_channel(&self, _channel: ChannelRow) -> Reply<'_, bool> {
        not_simulated()
    }

    fn delete_channel(&self, _number: u64, _person: u64) -> Reply<'_, bool> {
        not_simulated()
    }

    fn set_feed(&self, _person: u64, _hash: Option<SecretHash>) -> Reply<'_, bool> {
        not_simulated()
    }

    fn person_by_feed(&self, _hash: SecretHash) -> Reply<'_, Option<u64>> {
        not_simulated()
    }

    fn server_secret(&self, _name: &str, _new: &str) -> Reply<'_, String> {
        not_simulated()
    }

    fn known_server_secret(&self, _name: &str) -> Reply<'_, Option<String>> {
        not_simulated()
    }

    fn count_sent(&self, _address: SecretHash, _day: i64, _most: u32) -> Reply<'_, bool> {
        not_simulated()
    }
}
