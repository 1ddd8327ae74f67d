//! Sends what is due: takes channels, sends their deliveries, tries again later, and gives up at last.

use std::sync::Arc;
use std::time::Duration;

use store::{ChannelKind, ChannelRow, ChannelState, ClaimedChannel, DeliveryRow, StoreError};
use tokio::task::JoinSet;

use super::channels::Address;
use super::text::{self, Quote, Written};
use super::{Facts, NotificationKind, plan};
use crate::app::App;
use crate::content::LanguagePack;
use crate::refusals::Refused;
use crate::secrets::hash_secret;
use crate::wire::ContentKey;

/// The store is asked at least this often.
const MAX_WAIT: Duration = Duration::from_secs(1);
/// How many channels this node sends to at the same time.
pub(crate) const MAX_PARALLEL_CHANNELS: usize = 16;
/// How long a channel belongs to this node. Longer than sending to it may take.
const LEASE_SECONDS: i64 = 60;
/// How long this node sends to one channel before others have their turn.
const MAX_SECONDS_PER_CHANNEL: Duration = Duration::from_secs(30);
/// How long one message may take, with its redirects.
pub(crate) const MAX_SENDING_SECONDS: u64 = 10;
/// The wait after the first failure. It doubles with each further one.
const MIN_RETRY_SECONDS: i64 = 15;
pub(crate) const MAX_RETRY_SECONDS: i64 = 3600;
/// A channel to which nothing could be sent for so long is given up.
pub(crate) const MAX_FAILING_SECONDS: i64 = 24 * 3600;
/// How many mails one address gets per day. What comes after them waits, and is sent in one.
pub(crate) const MAX_MAILS_PER_DAY: u32 = 30;

/// Why something could not be sent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SendError {
    /// A key with a sentence below `notifications.problems`, and a number where there is one.
    pub(crate) problem: String,
    pub(crate) again: Again,
}

/// Whether it is worth trying again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Again {
    Later,
    /// The receiver does not exist any more.
    Never,
}

impl SendError {
    pub(crate) fn later(problem: impl Into<String>) -> Self {
        Self { problem: problem.into(), again: Again::Later }
    }

    pub(crate) fn never(problem: impl Into<String>) -> Self {
        Self { problem: problem.into(), again: Again::Never }
    }
}

/// A notification as it is sent.
#[derive(Clone, Debug)]
pub(crate) struct Outgoing {
    /// The same each time it is sent.
    pub(crate) id: String,
    pub(crate) at: i64,
    pub(crate) game: Option<String>,
    pub(crate) facts: Facts,
    pub(crate) written: Written,
    /// When nobody needs it any more.
    pub(crate) expires: Option<i64>,
    /// The full address of what it is about.
    pub(crate) url: String,
}

/// Runs until the server stops.
pub(super) async fn run(app: Arc<App>) {
    loop {
        if let Err(error) = send_due(&app).await {
            tracing::error!(%error, "reading what is to be sent failed");
        }
        let _ = tokio::time::timeout(MAX_WAIT, app.deliveries.notified()).await;
    }
}

/// Sends everything that is due. Returns to how many channels.
pub async fn send_due(app: &Arc<App>) -> Result<usize, StoreError> {
    let mut running = JoinSet::new();
    let mut count = 0;
    loop {
        let now = app.now().seconds();
        // Only as many as can start at once: a claim must not wait.
        let free = MAX_PARALLEL_CHANNELS - running.len();
        let claimed = app.store.claim_channels(now, now + LEASE_SECONDS, free).await?;
        count += claimed.len();
        for one in claimed {
            let app = Arc::clone(app);
            running.spawn(async move { serve(&app, one).await });
        }
        match running.join_next().await {
            None => return Ok(count),
            Some(Ok(Ok(()))) => {}
            Some(Ok(Err(refused))) => tracing::warn!(id = refused.reason.key(), "sending failed"),
            Some(Err(error)) => tracing::error!(%error, "sending stopped"),
        }
    }
}

/// Sends to one channel, and writes down what became of it.
async fn serve(app: &Arc<App>, claimed: ClaimedChannel) -> Result<(), Refused> {
    let ClaimedChannel { mut channel, deliveries } = claimed;
    let now = app.now().seconds();
    let (wanted, unwanted): (Vec<DeliveryRow>, Vec<DeliveryRow>) =
        deliveries.into_iter().partition(|delivery| is_wanted(&channel, delivery, now));
    delete(app, &unwanted).await?;
    let started = tokio::time::Instant::now();
    let mut not_before = 0;
    for batch in batches(channel.kind, &wanted) {
        if started.elapsed() > MAX_SECONDS_PER_CHANNEL {
            break;
        }
        if channel.kind == ChannelKind::Email && !may_mail(app, &channel, now).await? {
            not_before = (now / 86_400 + 1) * 86_400;
            break;
        }
        let sent = match outgoing(app, &channel, batch).await {
            Ok((language, messages)) => send(app, &channel, language, &messages).await,
            Err(refused) => {
                app.store.release_channel(channel, now + MIN_RETRY_SECONDS).await?;
                return Err(refused);
            }
        };
        match sent {
            Ok(()) => {
                // At once: what was sent and not deleted is sent again if this node stops.
                delete(app, batch).await?;
                app.metrics.notifications_sent.increment();
                (channel.sent, channel.failing_since, channel.failures) = (Some(now), None, 0);
                channel.problem = None;
            }
            Err(error) => {
                app.metrics.notifications_failed.increment();
                not_before = note_failure(&mut channel, error, now);
                if channel.state == ChannelState::GivenUp {
                    give_up(app, &channel, &wanted, now).await?;
                }
                break;
            }
        }
    }
    Ok(app.store.release_channel(channel, not_before).await?)
}

/// Mail goes out together, everything else on its own.
fn batches(kind: ChannelKind, wanted: &[DeliveryRow]) -> Vec<&[DeliveryRow]> {
    match kind {
        ChannelKind::Email if wanted.is_empty() => Vec::new(),
        ChannelKind::Email => vec![wanted],
        ChannelKind::Push | ChannelKind::Webhook => wanted.chunks(1).collect(),
    }
}

fn facts_of(delivery: &DeliveryRow) -> Option<Facts> {
    serde_json::from_str(&delivery.notification.body).ok()
}

/// Before an address is confirmed, only the question whether it is right may be sent to it.
fn is_wanted(channel: &ChannelRow, delivery: &DeliveryRow, now: i64) -> bool {
    let is_in_time = delivery.expires.is_none_or(|expires| expires > now);
    let is_about_channel = facts_of(delivery).is_some_and(|facts| facts.kind == NotificationKind::Channel);
    match channel.state {
        ChannelState::Active => is_in_time,
        ChannelState::Unconfirmed => is_in_time && is_about_channel,
        ChannelState::GivenUp | ChannelState::Stopped => false,
    }
}

async fn delete(app: &App, deliveries: &[DeliveryRow]) -> Result<(), Refused> {
    if !deliveries.is_empty() {
        app.store.delete_deliveries(deliveries.iter().map(|delivery| delivery.number).collect()).await?;
    }
    Ok(())
}

async fn may_mail(app: &App, channel: &ChannelRow, now: i64) -> Result<bool, Refused> {
    let address = hash_secret(&format!("mail:{}", channel.address));
    Ok(app.store.count_sent(address, now / 86_400, MAX_MAILS_PER_DAY).await?)
}

/// Notes a failure in the channel. Returns when to try again.
fn note_failure(channel: &mut ChannelRow, error: SendError, now: i64) -> i64 {
    let since = *channel.failing_since.get_or_insert(now);
    channel.failures = channel.failures.saturating_add(1);
    channel.problem = Some(error.problem);
    if error.again == Again::Never || now - since >= MAX_FAILING_SECONDS {
        channel.state = ChannelState::GivenUp;
    }
    now + retry_seconds(channel.failures)
}

fn retry_seconds(failures: u32) -> i64 {
    let doubled = MIN_RETRY_SECONDS << failures.saturating_sub(1).min(20);
    doubled.min(MAX_RETRY_SECONDS)
}

/// Reports that a channel is given up: in the log, and on the page of its person.
async fn give_up(
    app: &App,
    channel: &ChannelRow,
    deliveries: &[DeliveryRow],
    now: i64,
) -> Result<(), Refused> {
    let problem = channel.problem.as_deref().unwrap_or_default();
    // Not the address: it may be a secret.
    tracing::warn!(channel = channel.number, kind = channel.kind.key(), problem, "notifications given up");
    delete(app, deliveries).await?;
    let label = Address::read(&channel.address).map(|address| address.label()).unwrap_or_default();
    let facts =
        Facts { kind: NotificationKind::ChannelLost, title: label, phase: None, due: None, message: None };
    let row = store::NotificationRow {
        id: format!("lost-{}-{}", channel.number, channel.failing_since.unwrap_or(now)),
        person: channel.person,
        at: now,
        game: None,
        body: plan::body(&facts),
        on_page: true,
        is_read: false,
    };
    app.store.queue_news(store::News { notifications: vec![row], ..store::News::default() }).await?;
    Ok(())
}

/// Writes what is sent, in the language of its receiver.
async fn outgoing(
    app: &App,
    channel: &ChannelRow,
    deliveries: &[DeliveryRow],
) -> Result<(&'static LanguagePack, Vec<Outgoing>), Refused> {
    let person = app.store.person(channel.person).await?;
    let code = person.map(|person| person.language).unwrap_or_default();
    let language_id = app.standard.language_id(&code).unwrap_or_else(|| app.standard.english());
    let language = app.standard.language_pack(language_id);
    let account = app.store.notification_accounts(vec![channel.person]).await?;
    let settings = plan::settings_of(account.first());
    let zone = plan::zone(&settings.zone).unwrap_or(jiff::tz::TimeZone::UTC);
    let site = site(app);
    let content = plan::options_of(&channel.options).content;
    let mut all = Vec::new();
    for delivery in deliveries {
        let row = &delivery.notification;
        let Some(facts) = facts_of(delivery) else { continue };
        let quote = match content {
            ContentKey::Brief => None,
            ContentKey::Full => quote(app, row.game, row.person, &facts, &code).await?,
        };
        let game = row.game.map(|game| game.to_string());
        let written = text::write(language, game.as_deref(), &facts, quote.as_ref(), &zone);
        let url = format!("{site}{}", written.path);
        let (id, at, expires) = (row.id.clone(), row.at, delivery.expires);
        all.push(Outgoing { id, at, game, facts, written, expires, url });
    }
    Ok((language, all))
}

/// The words of the message that a notification is about, if its person may still read them.
pub(crate) async fn quote(
    app: &App,
    game: Option<store::GameId>,
    person: u64,
    facts: &Facts,
    language: &str,
) -> Result<Option<Quote>, Refused> {
    let (Some(id), Some(message)) = (game, facts.message) else { return Ok(None) };
    let Ok(live_game) = app.live_game(id).await else { return Ok(None) };
    let game = live_game.game();
    let view = game.view(game.viewer(game::Person(person)));
    let Some(message) = message.find(&view).filter(|one| one.status == game::MessageStatus::Shown) else {
        return Ok(None);
    };
    let content = live_game.content;
    let language_id = content.language_id(language).unwrap_or_else(|| content.english());
    let pack = content.language_pack(language_id);
    let from = match message.from {
        game::Sender::Master => pack.phrases.get("notifications.master").unwrap_or_default().to_owned(),
        game::Sender::Seat(seat) => {
            let powers = view.seats.get(seat.index()).map(|seat| seat.powers.clone()).unwrap_or_default();
            crate::routes::games::power_names(content, language_id, &powers).join(", ")
        }
    };
    Ok(Some(Quote { from, text: message.text.to_string() }))
}

/// The public address of this server, for links in what is sent.
pub(crate) fn site(app: &App) -> String {
    match &app.config.public_url {
        Some(url) => url.trim_end_matches('/').to_owned(),
        None => format!("http://{}", app.config.listen),
    }
}

#[cfg(feature = "channels")]
async fn send(
    app: &Arc<App>,
    channel: &ChannelRow,
    language: &LanguagePack,
    messages: &[Outgoing],
) -> Result<(), SendError> {
    let Some(address) = Address::read(&channel.address) else { return Err(SendError::never("unreadable")) };
    if messages.is_empty() {
        return Ok(());
    }
    let sending = async {
        match &address {
            Address::Email { address } => super::email::send(app, channel, address, language, messages).await,
            Address::Push { endpoint, p256dh, auth, .. } => {
                super::push::send(app, endpoint, p256dh, auth, language, messages).await
            }
            Address::Webhook { url, form } => {
                super::webhook::send(app, channel, url, *form, language, messages).await
            }
        }
    };
    let limit = Duration::from_secs(MAX_SENDING_SECONDS);
    tokio::time::timeout(limit, sending).await.unwrap_or_else(|_| Err(SendError::later("timeout")))
}

/// A program without channels keeps what others have queued.
#[cfg(not(feature = "channels"))]
async fn send(
    _app: &Arc<App>,
    _channel: &ChannelRow,
    _language: &LanguagePack,
    _messages: &[Outgoing],
) -> Result<(), SendError> {
    std::future::ready(Err(SendError::later("not_built"))).await
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn attempts_become_rare_and_end_after_a_day() {
        let waits: Vec<i64> = [1, 2, 3, 4, 9, 30].map(retry_seconds).to_vec();
        assert_eq!(waits, [15, 30, 60, 120, 3600, 3600]);
        let mut now = 0;
        let mut failures = 0;
        while now < MAX_FAILING_SECONDS {
            failures += 1;
            now += retry_seconds(failures);
        }
        assert!((25..40).contains(&failures), "{failures}");
    }
}
