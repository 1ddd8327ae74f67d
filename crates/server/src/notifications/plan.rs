//! Where and when somebody is notified, from what they chose. Pure: the time is an argument.

use jiff::civil::Time;
use jiff::tz::{TimeZone, TimeZoneDatabase};
use jiff::{Timestamp as Instant, ToSpan as _};
use store::{ChannelKind, ChannelState, NewDelivery, NotificationAccount, NotificationRow};

use super::{Facts, Notification, NotificationKind};
use crate::wire::{ChannelOptions, KindChoice, NotificationSettings, QuietHours, TimingKey};

/// How many minutes before a deadline somebody may be reminded.
pub(crate) const MIN_REMIND_MINUTES: u32 = 10;
pub(crate) const MAX_REMIND_MINUTES: u32 = 3 * 24 * 60;

/// The rows that follow from one notification: for the page, and for each channel that is wanted.
pub(crate) fn rows(
    game: store::GameId,
    notification: &Notification,
    account: Option<&NotificationAccount>,
    now: i64,
) -> Option<(NotificationRow, Vec<NewDelivery>)> {
    let settings = settings_of(account);
    let choice = choice(&settings, notification.facts.kind);
    let id = format!("{game}-{}", notification.id);
    let mut deliveries = Vec::new();
    for channel in account.map(|account| account.channels.as_slice()).unwrap_or_default() {
        let is_wanted = match channel.kind {
            ChannelKind::Email => choice.email,
            ChannelKind::Push => choice.push,
            ChannelKind::Webhook => choice.webhook,
        };
        if !is_wanted || channel.state != ChannelState::Active {
            continue;
        }
        let options = options_of(&channel.options);
        let due = send_at(&settings, channel.kind, options.timing, now);
        let expires = notification.expires.map(game::Timestamp::seconds);
        // After quiet hours or in a digest nobody needs it any more.
        if expires.is_none_or(|expires| expires > due) {
            deliveries.push(NewDelivery { notification: id.clone(), channel: channel.number, due, expires });
        }
    }
    if !choice.page && deliveries.is_empty() {
        return None;
    }
    let row = NotificationRow {
        id,
        person: notification.person.0,
        at: notification.at.seconds(),
        game: Some(game),
        body: body(&notification.facts),
        on_page: choice.page,
        is_read: false,
    };
    Some((row, deliveries))
}

/// The facts as they are stored.
pub(crate) fn body(facts: &Facts) -> String {
    // Texts and numbers only, so serializing cannot fail.
    serde_json::to_string(facts).unwrap_or_default()
}

pub(crate) fn settings_of(account: Option<&NotificationAccount>) -> NotificationSettings {
    let text = account.and_then(|account| account.settings.as_deref());
    text.and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default()
}

pub(crate) fn options_of(text: &str) -> ChannelOptions {
    serde_json::from_str(text).unwrap_or_default()
}

/// Where a kind goes: as chosen, or as usual. Usually only what needs an answer leaves the page.
pub(crate) fn choice(settings: &NotificationSettings, kind: NotificationKind) -> KindChoice {
    let chosen = settings.choices.iter().find(|choice| choice.kind == kind);
    chosen.cloned().unwrap_or_else(|| usual(kind))
}

pub(crate) const fn usual(kind: NotificationKind) -> KindChoice {
    let is_urgent = match kind {
        NotificationKind::YourTurn
        | NotificationKind::DeadlineNear
        | NotificationKind::CheckIn
        | NotificationKind::SeatOffered
        | NotificationKind::GameOver
        | NotificationKind::Channel => true,
        NotificationKind::Results
        | NotificationKind::Message
        | NotificationKind::Proposal
        | NotificationKind::Answer
        | NotificationKind::SeatOpen
        | NotificationKind::ChannelLost => false,
    };
    let is_talk = matches!(kind, NotificationKind::Message | NotificationKind::Proposal);
    KindChoice { kind, page: true, push: is_urgent || is_talk, email: is_urgent, webhook: is_urgent }
}

/// When a channel sends what happens now.
pub(crate) fn send_at(
    settings: &NotificationSettings,
    kind: ChannelKind,
    timing: TimingKey,
    now: i64,
) -> i64 {
    let zone = zone(&settings.zone).unwrap_or(TimeZone::UTC);
    match (kind, timing) {
        (ChannelKind::Email, TimingKey::Digest) => {
            time_of_day(&settings.digest_at).map_or(now, |at| next_time(&zone, at, now))
        }
        (
            ChannelKind::Email | ChannelKind::Push | ChannelKind::Webhook,
            TimingKey::AtOnce | TimingKey::Digest,
        ) => settings.quiet.as_ref().map_or(now, |quiet| after_quiet_hours(&zone, quiet, now)),
    }
}

/// Now, or the end of the quiet hours in which it is now.
fn after_quiet_hours(zone: &TimeZone, quiet: &QuietHours, now: i64) -> i64 {
    let (Some(from), Some(until)) = (time_of_day(&quiet.from), time_of_day(&quiet.until)) else { return now };
    let Ok(instant) = Instant::from_second(now) else { return now };
    let time = instant.to_zoned(zone.clone()).time();
    let is_quiet = if from <= until { (from..until).contains(&time) } else { time >= from || time < until };
    if is_quiet { next_time(zone, until, now) } else { now }
}

/// The next time after now at which it is this time of day there.
fn next_time(zone: &TimeZone, at: Time, now: i64) -> i64 {
    let Ok(instant) = Instant::from_second(now) else { return now };
    let today = instant.to_zoned(zone.clone()).date();
    for days in 0..3 {
        let Ok(day) = today.checked_add(days.days()) else { return now };
        // A time that a change of the clock leaves out is moved by an hour.
        if let Ok(then) = day.to_datetime(at).to_zoned(zone.clone())
            && then.timestamp().as_second() > now
        {
            return then.timestamp().as_second();
        }
    }
    now
}

/// A zone of the built-in list.
pub(crate) fn zone(name: &str) -> Option<TimeZone> {
    static ZONES: std::sync::LazyLock<TimeZoneDatabase> = std::sync::LazyLock::new(TimeZoneDatabase::bundled);
    ZONES.get(name).ok()
}

/// `07:30`
pub(crate) fn time_of_day(text: &str) -> Option<Time> {
    let (hour, minute) = text.split_once(':')?;
    if hour.len() != 2 || minute.len() != 2 {
        return None;
    }
    Time::new(hour.parse().ok()?, minute.parse().ok()?, 0, 0).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 18 November 2026, 12:00 UTC.
    const NOON: i64 = 1_795_003_200;

    fn quiet(zone: &str, from: &str, until: &str) -> NotificationSettings {
        let quiet = QuietHours { from: from.to_owned(), until: until.to_owned() };
        NotificationSettings { zone: zone.to_owned(), quiet: Some(quiet), ..NotificationSettings::default() }
    }

    fn sent_after(settings: &NotificationSettings, timing: TimingKey, now: i64) -> i64 {
        (send_at(settings, ChannelKind::Email, timing, now) - now) / 60
    }

    #[test]
    fn quiet_hours_are_hours_of_the_zone_and_may_pass_midnight() {
        let night = quiet("Europe/Amsterdam", "22:30", "07:00");
        assert_eq!(sent_after(&night, TimingKey::AtOnce, NOON), 0, "13:00 there");
        assert_eq!(sent_after(&night, TimingKey::AtOnce, NOON + 10 * 3600), 8 * 60, "23:00 there");
        assert_eq!(sent_after(&night, TimingKey::AtOnce, NOON + 17 * 3600), 60, "6:00 there");
        assert_eq!(sent_after(&night, TimingKey::AtOnce, NOON + 18 * 3600), 0, "7:00 there");
        let siesta = quiet("America/New_York", "06:00", "09:00");
        assert_eq!(sent_after(&siesta, TimingKey::AtOnce, NOON), 2 * 60, "7:00 there");
        assert_eq!(sent_after(&quiet("UTC", "12:00", "12:00"), TimingKey::AtOnce, NOON), 0, "never");
    }

    #[test]
    fn a_digest_is_sent_once_a_day_and_only_by_mail() {
        let settings = NotificationSettings { digest_at: "08:00".to_owned(), ..Default::default() };
        assert_eq!(sent_after(&settings, TimingKey::Digest, NOON), 20 * 60);
        assert_eq!(sent_after(&settings, TimingKey::Digest, NOON - 4 * 3600), 24 * 60, "it is eight now");
        assert_eq!(send_at(&settings, ChannelKind::Push, TimingKey::Digest, NOON), NOON);
    }

    #[test]
    fn an_hour_that_the_clock_leaves_out_or_repeats_is_met_once() {
        // In Amsterdam 29 March 2026 has no 2:30, and 25 October two.
        let spring = NotificationSettings {
            zone: "Europe/Amsterdam".to_owned(),
            digest_at: "02:30".to_owned(),
            ..Default::default()
        };
        let march_28_noon = 1_774_695_600;
        assert_eq!(sent_after(&spring, TimingKey::Digest, march_28_noon), 14 * 60 + 30, "3:30 there");
        let october_24_noon = 1_792_836_000;
        assert_eq!(sent_after(&spring, TimingKey::Digest, october_24_noon), 14 * 60 + 30, "the first 2:30");
    }

    #[test]
    fn usually_only_what_needs_an_answer_is_mailed() {
        let mailed = NotificationKind::CHOICES.into_iter().filter(|kind| usual(*kind).email);
        let keys: Vec<&str> = mailed.map(NotificationKind::key).collect();
        assert_eq!(keys, ["your_turn", "deadline_near", "check_in", "seat_offered", "game_over"]);
    }

    #[test]
    fn times_of_day_have_two_digits_each() {
        for wrong in ["7:00", "24:00", "07:60", "0700", "", "ab:cd", "07:5"] {
            assert_eq!(time_of_day(wrong), None, "{wrong}");
        }
    }
}
