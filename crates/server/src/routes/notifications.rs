//! What the caller was notified of, how the caller wants to be notified, and the caller's channels.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use store::{ChannelKind, ChannelRow, ChannelState, NewChannel, NewDelivery, News, NotificationRow};

use super::extractors::{ClientAddress, Json, NumberInPath, RequestLanguage, check_limit, public_url};
use crate::app::App;
use crate::content::{LanguageId, LanguagePack};
use crate::notifications::channels::{self, Address, MAX_CHANNELS};
use crate::notifications::plan::{self, MAX_REMIND_MINUTES, MIN_REMIND_MINUTES};
use crate::notifications::{Facts, NotificationKind, reliability, sender, text};
use crate::rate_limits::RateLimitKind;
use crate::refusals::{Reason, Refused};
use crate::secrets::{hash_secret, new_secret};
use crate::session::Caller;
#[cfg(test)]
use crate::wire::Problem;
use crate::wire::{
    AddedChannel, ChannelOptions, FeedAddresses, NewChannelBody, NotificationList, NotificationOverview,
    NotificationSettings, NotificationView, ReadUpTo, ReliabilityView,
};

/// How many notifications the page shows.
pub(crate) const MAX_SHOWN_NOTIFICATIONS: usize = 100;
/// How many questions for confirmation one e-mail address gets per day, whoever asks.
pub(crate) const MAX_CONFIRMATIONS_PER_DAY: u32 = 2;
/// How long a test message waits for its channel.
const TEST_SECONDS: i64 = 3600;

/// What the caller was notified of, the newest first.
#[cfg_attr(test, utoipa::path(get, path = "/me/notifications", tag = "people",
    responses((status = 200, body = NotificationList), (status = 401, body = Problem))))]
pub(crate) async fn list_notifications(
    State(app): State<Arc<App>>,
    caller: Caller,
    RequestLanguage(language_id): RequestLanguage,
) -> Result<Json<NotificationList>, Refused> {
    let person = caller.person.0;
    let rows = app.store.notifications_of(person, MAX_SHOWN_NOTIFICATIONS).await?;
    let accounts = app.store.notification_accounts(vec![person]).await?;
    let zone = plan::zone(&plan::settings_of(accounts.first()).zone).unwrap_or(jiff::tz::TimeZone::UTC);
    let language = app.standard.language_pack(language_id);
    let mut notifications = Vec::new();
    for (number, row) in rows {
        let Ok(facts) = serde_json::from_str::<Facts>(&row.body) else { continue };
        let quote = sender::quote(&app, row.game, person, &facts, &language.code).await?;
        let game = row.game.map(|game| game.to_string());
        let written = text::write(language, game.as_deref(), &facts, quote.as_ref(), &zone);
        notifications.push(NotificationView {
            number,
            at: row.at,
            kind: facts.kind,
            game,
            title: facts.title,
            text: written.sentence,
            path: written.path,
            is_read: row.is_read,
        });
    }
    let unread = notifications.iter().filter(|one| !one.is_read).count();
    Ok(Json(NotificationList { notifications, unread }))
}

/// Marks notifications as read.
#[cfg_attr(test, utoipa::path(post, path = "/me/notifications/read", tag = "people", request_body = ReadUpTo,
    responses((status = 204), (status = 401, body = Problem))))]
pub(crate) async fn mark_notifications_read(
    State(app): State<Arc<App>>,
    caller: Caller,
    Json(body): Json<ReadUpTo>,
) -> Result<StatusCode, Refused> {
    app.store.mark_read(caller.person.0, body.number).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// How the caller is notified, and what this server offers.
#[cfg_attr(test, utoipa::path(get, path = "/me/notifications/settings", tag = "people",
    responses((status = 200, body = NotificationOverview), (status = 401, body = Problem))))]
pub(crate) async fn get_notification_settings(
    State(app): State<Arc<App>>,
    caller: Caller,
    RequestLanguage(language_id): RequestLanguage,
) -> Result<Json<NotificationOverview>, Refused> {
    overview(&app, caller, language_id).await.map(Json)
}

/// Changes how the caller is notified. The answer lists every kind with its channels.
#[cfg_attr(test, utoipa::path(put, path = "/me/notifications/settings", tag = "people",
    request_body = NotificationSettings,
    responses((status = 200, body = NotificationOverview), (status = 401, body = Problem),
        (status = 422, body = Problem))))]
pub(crate) async fn set_notification_settings(
    State(app): State<Arc<App>>,
    caller: Caller,
    RequestLanguage(language_id): RequestLanguage,
    Json(body): Json<NotificationSettings>,
) -> Result<Json<NotificationOverview>, Refused> {
    let settings = checked(body)?;
    let written = serde_json::to_string(&settings).map_err(|_| Reason::InternalError)?;
    if !app.store.set_notification_settings(caller.person.0, &written).await? {
        return Err(Reason::IdentityNeeded.into());
    }
    overview(&app, caller, language_id).await.map(Json)
}

fn checked(mut settings: NotificationSettings) -> Result<NotificationSettings, Refused> {
    plan::zone(&settings.zone).ok_or(Reason::NoSuchZone)?;
    let mut times = vec![&settings.digest_at];
    times.extend(settings.quiet.iter().flat_map(|quiet| [&quiet.from, &quiet.until]));
    if times.into_iter().any(|time| plan::time_of_day(time).is_none()) {
        return Err(Reason::NoSuchTime.into());
    }
    if !(MIN_REMIND_MINUTES..=MAX_REMIND_MINUTES).contains(&settings.remind_minutes) {
        return Err(Reason::NoSuchReminder.into());
    }
    settings.choices = all_choices(&settings);
    Ok(settings)
}

fn all_choices(settings: &NotificationSettings) -> Vec<crate::wire::KindChoice> {
    NotificationKind::CHOICES.into_iter().map(|kind| plan::choice(settings, kind)).collect()
}

async fn overview(
    app: &App,
    caller: Caller,
    language_id: LanguageId,
) -> Result<NotificationOverview, Refused> {
    let language = app.standard.language_pack(language_id);
    let accounts = app.store.notification_accounts(vec![caller.person.0]).await?;
    let account = accounts.into_iter().next().unwrap_or_default();
    let mut settings = plan::settings_of(Some(&account));
    settings.choices = all_choices(&settings);
    Ok(NotificationOverview {
        settings,
        channels: account.channels.iter().map(|channel| channels::view(channel, language)).collect(),
        offers: channels::offers(app, language).await?,
        has_feed: account.has_feed,
    })
}

/// Adds a channel. An e-mail address gets one message, and is used when its link was followed. A browser that is
/// added again replaces its older channel.
#[cfg_attr(test, utoipa::path(post, path = "/me/channels", tag = "people", request_body = NewChannelBody,
    responses((status = 200, body = AddedChannel), (status = 401, body = Problem), (status = 409, body = Problem),
        (status = 422, body = Problem), (status = 429, body = Problem))))]
pub(crate) async fn add_channel(
    State(app): State<Arc<App>>,
    caller: Caller,
    RequestLanguage(language_id): RequestLanguage,
    ClientAddress(client): ClientAddress,
    Json(body): Json<NewChannelBody>,
) -> Result<Json<AddedChannel>, Refused> {
    check_limit(&app, client, RateLimitKind::Expensive)?;
    let address = Address::new(body)?;
    let kind = address.kind();
    if channels::why_off(&app, kind).is_some() {
        return Err(Reason::ChannelOff.into());
    }
    let person = caller.person.0;
    remove_same(&app, person, &address).await?;
    if own_channels(&app, person).await?.len() >= MAX_CHANNELS {
        return Err(Reason::TooManyChannels.with_limit(MAX_CHANNELS));
    }
    let now = app.now().seconds();
    if let Address::Email { address } = &address {
        let hash = hash_secret(&format!("confirm:{}", address.to_lowercase()));
        if !app.store.count_sent(hash, now / 86_400, MAX_CONFIRMATIONS_PER_DAY).await? {
            return Err(Reason::TooManyMails.into());
        }
    }
    let state = match kind {
        ChannelKind::Email => ChannelState::Unconfirmed,
        ChannelKind::Push | ChannelKind::Webhook => ChannelState::Active,
    };
    let secret = new_secret()?;
    let new = NewChannel {
        person,
        kind,
        address: address.write(),
        options: String::from("{}"),
        secret: secret.clone(),
        state,
        made: now,
    };
    let number = app.store.add_channel(new).await?.ok_or(Reason::Busy)?;
    let channel = own_channel(&app, person, number).await?;
    if kind == ChannelKind::Email {
        queue_test(&app, &channel).await?;
    }
    let language = app.standard.language_pack(language_id);
    let secret = (kind == ChannelKind::Webhook).then_some(secret);
    Ok(Json(AddedChannel { channel: channels::view(&channel, language), secret }))
}

/// Removes the caller's channel to the same address: a browser that asks again, a mail that was lost.
async fn remove_same(app: &App, person: u64, address: &Address) -> Result<(), Refused> {
    for channel in own_channels(app, person).await? {
        let is_same = match (Address::read(&channel.address), address) {
            (Some(Address::Push { endpoint: known, .. }), Address::Push { endpoint, .. }) => {
                known == *endpoint
            }
            (Some(known @ (Address::Email { .. } | Address::Webhook { .. })), _) => known == *address,
            (Some(Address::Push { .. }) | None, _) => false,
        };
        if is_same {
            app.store.delete_channel(channel.number, person).await?;
        }
    }
    Ok(())
}

async fn own_channels(app: &App, person: u64) -> Result<Vec<ChannelRow>, Refused> {
    let accounts = app.store.notification_accounts(vec![person]).await?;
    Ok(accounts.into_iter().next().unwrap_or_default().channels)
}

async fn own_channel(app: &App, person: u64, number: u64) -> Result<ChannelRow, Refused> {
    let channels = own_channels(app, person).await?;
    channels.into_iter().find(|channel| channel.number == number).ok_or(Reason::NotFound.into())
}

/// Changes what a channel gets, and when. A channel that was stopped or given up is used again.
#[cfg_attr(test, utoipa::path(put, path = "/me/channels/{number}", tag = "people",
    params(("number" = usize, Path)), request_body = ChannelOptions,
    responses((status = 200, body = crate::wire::ChannelView), (status = 401, body = Problem),
        (status = 404, body = Problem))))]
pub(crate) async fn set_channel_options(
    State(app): State<Arc<App>>,
    caller: Caller,
    RequestLanguage(language_id): RequestLanguage,
    NumberInPath(number): NumberInPath,
    Json(body): Json<ChannelOptions>,
) -> Result<Json<crate::wire::ChannelView>, Refused> {
    let mut channel = own_channel(&app, caller.person.0, number as u64).await?;
    channel.options = serde_json::to_string(&body).map_err(|_| Reason::InternalError)?;
    match channel.state {
        ChannelState::GivenUp | ChannelState::Stopped => {
            // An e-mail address is confirmed once more: whoever stopped its mails may be a stranger.
            channel.state = match channel.kind {
                ChannelKind::Email => ChannelState::Unconfirmed,
                ChannelKind::Push | ChannelKind::Webhook => ChannelState::Active,
            };
            (channel.failing_since, channel.failures, channel.problem) = (None, 0, None);
        }
        ChannelState::Unconfirmed | ChannelState::Active => {}
    }
    app.store.update_channel(channel.clone()).await?;
    Ok(Json(channels::view(&channel, app.standard.language_pack(language_id))))
}

/// Removes a channel, and what waits for it.
#[cfg_attr(test, utoipa::path(delete, path = "/me/channels/{number}", tag = "people",
    params(("number" = usize, Path)),
    responses((status = 204), (status = 401, body = Problem), (status = 404, body = Problem))))]
pub(crate) async fn delete_channel(
    State(app): State<Arc<App>>,
    caller: Caller,
    NumberInPath(number): NumberInPath,
) -> Result<StatusCode, Refused> {
    match app.store.delete_channel(number as u64, caller.person.0).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Reason::NotFound.into()),
    }
}

/// Sends something to a channel, to see whether it works.
#[cfg_attr(test, utoipa::path(post, path = "/me/channels/{number}/test", tag = "people",
    params(("number" = usize, Path)),
    responses((status = 204), (status = 401, body = Problem), (status = 404, body = Problem),
        (status = 409, body = Problem), (status = 429, body = Problem))))]
pub(crate) async fn test_channel(
    State(app): State<Arc<App>>,
    caller: Caller,
    ClientAddress(client): ClientAddress,
    NumberInPath(number): NumberInPath,
) -> Result<StatusCode, Refused> {
    check_limit(&app, client, RateLimitKind::Expensive)?;
    let channel = own_channel(&app, caller.person.0, number as u64).await?;
    if channel.state != ChannelState::Active {
        return Err(Reason::ChannelOff.into());
    }
    queue_test(&app, &channel).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Queues a message about the channel itself: the question to confirm it, or that it works.
async fn queue_test(app: &App, channel: &ChannelRow) -> Result<(), Refused> {
    let now = app.now().seconds();
    let facts = Facts {
        kind: NotificationKind::Channel,
        title: String::from("Detente"),
        phase: None,
        due: None,
        message: None,
    };
    let id = format!("channel-{}-{}", channel.number, new_secret()?);
    let row = NotificationRow {
        id: id.clone(),
        person: channel.person,
        at: now,
        game: None,
        body: plan::body(&facts),
        on_page: false,
        is_read: true,
    };
    let expires = (channel.state == ChannelState::Active).then_some(now + TEST_SECONDS);
    let delivery = NewDelivery { notification: id, channel: channel.number, due: now, expires };
    let news = News { notifications: vec![row], deliveries: vec![delivery], ..News::default() };
    app.store.queue_news(news).await?;
    app.deliveries.notify_one();
    Ok(())
}

/// Makes new secret addresses of the caller's calendar and feed. Older ones end.
#[cfg_attr(test, utoipa::path(post, path = "/me/feed", tag = "people",
    responses((status = 200, body = FeedAddresses), (status = 401, body = Problem))))]
pub(crate) async fn renew_feed(
    State(app): State<Arc<App>>,
    caller: Caller,
    headers: HeaderMap,
) -> Result<Json<FeedAddresses>, Refused> {
    let secret = new_secret()?;
    if !app.store.set_feed(caller.person.0, Some(hash_secret(&secret))).await? {
        return Err(Reason::IdentityNeeded.into());
    }
    let feeds = format!("{}/api/feeds/{secret}", public_url(&app, &headers));
    Ok(Json(FeedAddresses {
        calendar: format!("{feeds}/calendar.ics"),
        notifications: format!("{feeds}/notifications.atom"),
    }))
}

/// Ends the secret addresses.
#[cfg_attr(test, utoipa::path(delete, path = "/me/feed", tag = "people",
    responses((status = 204), (status = 401, body = Problem))))]
pub(crate) async fn delete_feed(State(app): State<Arc<App>>, caller: Caller) -> Result<StatusCode, Refused> {
    app.store.set_feed(caller.person.0, None).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// How reliable the caller was in public games that have ended.
#[cfg_attr(test, utoipa::path(get, path = "/me/reliability", tag = "people",
    responses((status = 200, body = ReliabilityView), (status = 401, body = Problem),
        (status = 429, body = Problem))))]
pub(crate) async fn get_reliability(
    State(app): State<Arc<App>>,
    caller: Caller,
    ClientAddress(client): ClientAddress,
) -> Result<Json<ReliabilityView>, Refused> {
    check_limit(&app, client, RateLimitKind::Expensive)?;
    let record = reliability::record_of(&app, caller.person).await?;
    Ok(Json(reliability::view(record)))
}

/// The language of somebody, as they chose it.
pub(super) async fn language_of(app: &App, person: u64) -> Result<&'static LanguagePack, Refused> {
    let row = app.store.person(person).await?.ok_or(Reason::NotFound)?;
    let language_id = app.standard.language_id(&row.language).unwrap_or_else(|| app.standard.english());
    Ok(app.standard.language_pack(language_id))
}
