//! Reads what happened in games, and queues what people are notified of. What that is, `decide` and `plan` say.

use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

use game::{Event, Game, OrdersStatus, Person, Sender, StateView, Timestamp, Viewer};
use store::{GameId, News, NotificationAccount, ReminderRow, StoreError};
use tokio::task::JoinSet;
use tokio::time::Instant;

use super::{Notification, decide, plan};
use crate::app::App;
use crate::live_game::LiveGame;
use crate::refusals::Refused;
use crate::restrictions::restrictions_in;
use crate::stored_game::{EVENTS_PER_PAGE, read_event};

/// The store is asked at least this often: another node may have stopped, and reminders become due.
const MAX_WAIT: Duration = Duration::from_secs(1);
/// How long a node keeps the games whose events it reads.
const LEASE_SECONDS: i64 = 20;
const MAX_GAMES_PER_QUERY: usize = 1000;
const MAX_PARALLEL_GAMES: usize = 64;
const MAX_REMINDERS_PER_QUERY: usize = 1000;
/// How long notifications are kept.
pub(crate) const MAX_NOTIFICATION_AGE_SECONDS: i64 = 60 * 86_400;
const CLEANING_INTERVAL: Duration = Duration::from_secs(3600);
/// In a shorter stage nobody is reminded.
const MIN_REMINDED_STAGE_SECONDS: u32 = 3600;
/// A reminder that is later than this is not made any more.
const MAX_REMINDER_DELAY_SECONDS: i64 = 3600;

/// Runs until the server stops.
pub async fn run(app: Arc<App>) {
    let mut next_cleaning = Instant::now() + CLEANING_INTERVAL;
    let mut sending = JoinSet::new();
    sending.spawn(super::sender::run(Arc::clone(&app)));
    loop {
        if let Err(error) = tell(&app).await {
            tracing::error!(%error, "reading what is new in games failed");
        }
        if Instant::now() >= next_cleaning {
            let before = app.now().seconds() - MAX_NOTIFICATION_AGE_SECONDS;
            if let Err(error) = app.store.delete_old_notifications(before).await {
                tracing::error!(%error, "deleting old notifications failed");
            }
            next_cleaning = Instant::now() + CLEANING_INTERVAL;
        }
        let _ = tokio::time::timeout(MAX_WAIT, app.news.notified()).await;
        // Several events at almost the same time need only one query.
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

/// Queues everything that is new, and the reminders whose time has come. Returns how many games had news.
pub async fn tell(app: &Arc<App>) -> Result<usize, StoreError> {
    let mut seen = HashSet::new();
    loop {
        let now = app.now().seconds();
        let games = app.store.claim_games_with_news(now, now + LEASE_SECONDS, MAX_GAMES_PER_QUERY).await?;
        let fresh: Vec<(GameId, u64)> = games.into_iter().filter(|game| seen.insert(*game)).collect();
        if fresh.is_empty() {
            break;
        }
        tell_games(app, fresh).await;
    }
    remind(app).await?;
    Ok(seen.len())
}

async fn tell_games(app: &Arc<App>, games: Vec<(GameId, u64)>) {
    let mut running = JoinSet::new();
    for (id, after) in games {
        if running.len() >= MAX_PARALLEL_GAMES {
            running.join_next().await;
        }
        let app = Arc::clone(app);
        running.spawn(async move {
            // It is tried again after the lease.
            if let Err(refused) = tell_game(&app, id, after).await {
                tracing::warn!(game = %id, id = refused.reason.key(), "telling what is new in a game failed");
            }
        });
    }
    while running.join_next().await.is_some() {}
}

async fn tell_game(app: &Arc<App>, id: GameId, after: u64) -> Result<(), Refused> {
    let live_game = app.live_game(id).await?;
    let game = live_game.game();
    let events = events(app, &live_game, after, game.version()).await?;
    let Some((up_to, _)) = events.last() else { return Ok(()) };
    let up_to = *up_to;
    let mut notifications = decide::notifications(&game, &events);
    remove_muted(app, id, &game, &events, &mut notifications).await?;
    let turns = turns(&game);
    let mut people: Vec<u64> = notifications.iter().map(|one| one.person.0).collect();
    people.extend(turns.iter().map(|turn| turn.person.0));
    people.sort_unstable();
    people.dedup();
    let accounts = app.store.notification_accounts(people).await?;
    let now = app.now().seconds();
    let mut news = rows(id, &notifications, &accounts, now);
    let reminders = turns.iter().filter_map(|turn| {
        let settings = plan::settings_of(account(&accounts, turn.person));
        let at = turn.reminder(settings.remind_minutes)?;
        (at > now - MAX_REMINDER_DELAY_SECONDS).then_some(ReminderRow { at, game: id, person: turn.person.0 })
    });
    news.reminders = Some((id, reminders.collect()));
    news.read = Some((id, after, up_to));
    queue(app, news).await
}

/// The events with versions above `after`, up to `up_to`.
async fn events(
    app: &App,
    live_game: &LiveGame,
    after: u64,
    up_to: u64,
) -> Result<Vec<(u64, Event)>, Refused> {
    let mut events = Vec::new();
    let mut after = after;
    while after < up_to {
        let rows = app.store.events(live_game.id, after, EVENTS_PER_PAGE).await?;
        let Some(last) = rows.last() else { break };
        after = last.version;
        for row in rows.iter().filter(|row| row.version <= up_to) {
            events.push((row.version, read_event(live_game.content, &row.record)?));
        }
    }
    Ok(events)
}

/// Nobody is notified of a message whose sender they mute.
async fn remove_muted(
    app: &App,
    id: GameId,
    game: &Game,
    events: &[(u64, Event)],
    notifications: &mut Vec<Notification>,
) -> Result<(), Refused> {
    if !events.iter().any(|(_, event)| matches!(event.fact, game::Fact::Message(_))) {
        return Ok(());
    }
    let mut kept = Vec::with_capacity(notifications.len());
    for one in notifications.drain(..) {
        let is_muted = match one.facts.message {
            None => false,
            Some(message) => {
                let view = game.view(game.viewer(one.person));
                let sender = message.find(&view).and_then(|message| match message.from {
                    Sender::Seat(seat) => game.person_at(seat),
                    Sender::Master => None,
                });
                match sender {
                    None => false,
                    Some(sender) => {
                        let muted = restrictions_in(app, one.person, id, game).await?;
                        muted.iter().any(|(other, _)| *other == sender.0)
                    }
                }
            }
        };
        if !is_muted {
            kept.push(one);
        }
    }
    *notifications = kept;
    Ok(())
}

fn account(accounts: &[NotificationAccount], person: Person) -> Option<&NotificationAccount> {
    accounts.iter().find(|account| account.person == person.0)
}

fn rows(id: GameId, notifications: &[Notification], accounts: &[NotificationAccount], now: i64) -> News {
    let mut news = News::default();
    for one in notifications {
        if let Some((row, deliveries)) = plan::rows(id, one, account(accounts, one.person), now) {
            news.notifications.push(row);
            news.deliveries.extend(deliveries);
        }
    }
    news
}

async fn queue(app: &App, news: News) -> Result<(), Refused> {
    let is_sent = !news.deliveries.is_empty();
    if app.store.queue_news(news).await? && is_sent {
        app.deliveries.notify_one();
    }
    Ok(())
}

/// Somebody who must hand in orders in this stage.
struct Turn {
    person: Person,
    opened: Timestamp,
    due: Timestamp,
}

impl Turn {
    /// As many minutes before the deadline as somebody wants, but not in the first half of the stage.
    fn reminder(&self, minutes: u32) -> Option<i64> {
        let length = self.due.since(self.opened).count();
        let half = self.opened.seconds() + i64::from(length / 2);
        let wanted = self.due.seconds() - i64::from(minutes) * 60;
        (length >= MIN_REMINDED_STAGE_SECONDS).then_some(wanted.max(half))
    }
}

fn turns(game: &Game) -> Vec<Turn> {
    let mut turns = Vec::new();
    for person in game.people() {
        let view = game.view(game.viewer(person));
        let (Viewer::Seat(seat), StateView::Underway { opened, due, pause: None, .. }) =
            (view.viewer, &view.state)
        else {
            continue;
        };
        let writes =
            view.seats.get(seat.index()).is_some_and(|seat| seat.orders_status != OrdersStatus::NotNeeded);
        if writes {
            turns.push(Turn { person, opened: *opened, due: *due });
        }
    }
    turns
}

/// Reminds those who still have handed in nothing.
async fn remind(app: &Arc<App>) -> Result<(), StoreError> {
    let reminders = app.store.due_reminders(app.now().seconds(), MAX_REMINDERS_PER_QUERY).await?;
    for reminder in reminders {
        if let Err(refused) = remind_of(app, reminder).await {
            tracing::warn!(game = %reminder.game, id = refused.reason.key(), "a reminder failed");
        }
    }
    Ok(())
}

async fn remind_of(app: &Arc<App>, reminder: ReminderRow) -> Result<(), Refused> {
    let person = Person(reminder.person);
    let notification = match app.live_game(reminder.game).await {
        Ok(live_game) => decide::reminder(&live_game.game(), person, app.now()),
        // The game was deleted.
        Err(refused) if refused.reason == crate::refusals::Reason::NoSuchGame => None,
        Err(refused) => return Err(refused),
    };
    let accounts = app.store.notification_accounts(vec![person.0]).await?;
    let notifications: Vec<Notification> = notification.into_iter().collect();
    let mut news = rows(reminder.game, &notifications, &accounts, app.now().seconds());
    news.reminders_done = vec![reminder];
    queue(app, news).await
}
