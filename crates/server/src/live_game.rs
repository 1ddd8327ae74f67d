//! One live game: loaded from its stored events, changed by appending events, watched by listeners.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use game::{Actor, Command, Event, Game, Timestamp, Viewer};
use store::{Append, Appended, GameId, NewEvent, record};
use tokio::sync::{Mutex, watch};
use tracing::Instrument;

use crate::app::App;
use crate::bot_turns::BotTurns;
use crate::change_events::{ChangeCache, ChangeEvent};
use crate::content::Content;
use crate::game_columns::{GameColumns, bots_have_work};
use crate::notifications::decide::has_news;
use crate::refusals::{Reason, Refused};
use crate::storage_budget::{charge_storage, check_storage, stored_bytes};
use crate::stored_game::{EVENTS_PER_PAGE, apply_stored_events, read_charter, read_event, rewrite_count};

/// A game in memory. It is a copy that may be older than the store; the store is authoritative.
#[derive(Debug)]
pub struct LiveGame {
    pub id: GameId,
    /// The map of the game.
    pub content: &'static Content,
    pub listed: bool,
    /// When it was last asked for, as a count of all such requests.
    last_use: AtomicU64,
    /// How often stored events had been rewritten (names erased) when the game was read.
    rewrites: AtomicU64,
    /// How often something happened after which the stored events may differ from this copy: a standby that
    /// misses some took over, or an append failed and may be stored nevertheless.
    doubts: AtomicU64,
    /// How many of these doubts the last complete reading has removed.
    doubts_removed: AtomicU64,
    /// Whether a task reads the game again after a failed append.
    recovering: AtomicBool,
    game: RwLock<Arc<Game>>,
    /// Commands are decided one after another. In parallel all but one would conflict.
    decide_lock: Mutex<()>,
    version_sender: watch::Sender<u64>,
    change_cache: ChangeCache,
    /// The game as delayed spectators see it, and the time of that state.
    delayed: Mutex<Option<(Timestamp, Arc<Game>)>>,
    pub(crate) bot_turns: BotTurns,
    /// Held by the task that lets the bots vote.
    pub(crate) bot_votes: Mutex<()>,
}

/// The version that listeners receive when this copy is no longer used. They then connect again.
pub(crate) const RETIRED: u64 = u64::MAX;

/// How long bots that are due belong to the node that took them. If it dies, they are this late.
pub(crate) const BOT_LEASE_SECONDS: i64 = 20;

/// How often a game is read again after a failed append, until that succeeds.
const RECOVERY_INTERVAL: Duration = Duration::from_secs(1);
/// How often an append is tried when another writer was faster. A slow node loses many times in a row if all
/// nodes write to one game.
const MAX_APPEND_ATTEMPTS: u32 = 40;

impl LiveGame {
    pub(crate) fn new(id: GameId, content: &'static Content, listed: bool, game: Game) -> Self {
        let (news, _) = watch::channel(game.version());
        Self {
            id,
            content,
            listed,
            last_use: AtomicU64::new(0),
            rewrites: AtomicU64::new(0),
            doubts: AtomicU64::new(0),
            doubts_removed: AtomicU64::new(0),
            recovering: AtomicBool::new(false),
            game: RwLock::new(Arc::new(game)),
            decide_lock: Mutex::new(()),
            version_sender: news,
            change_cache: ChangeCache::default(),
            delayed: Mutex::new(None),
            bot_turns: BotTurns::new(),
            bot_votes: Mutex::new(()),
        }
    }

    pub(crate) async fn load(app: &App, id: GameId) -> Result<Self, Refused> {
        let rewrites = rewrite_count(app, id).await?;
        let row = app.store.game(id).await?.ok_or(Reason::NoSuchGame)?;
        let content = app.variants.get(&row.variant).ok_or_else(|| {
            tracing::error!(game = %id, variant = row.variant, "variant of a stored game is not loaded");
            Reason::InternalError
        })?;
        let mut game = Game::new(read_charter(content, &row)?);
        apply_stored_events(app, content, id, &mut game).await?;
        let live_game = Self::new(id, content, row.listed, game);
        live_game.rewrites.store(rewrites, Ordering::SeqCst);
        Ok(live_game)
    }

    /// Reads what other nodes have stored, so that a caller sees everything that was confirmed before.
    pub(crate) async fn sync(&self, app: &App) -> Result<(), Refused> {
        // This copy before the question: a later one may be newer than the answer.
        let game = self.game();
        let versions = app.store.versions(vec![self.id]).await?;
        let Some((_, stored)) = versions.first() else {
            app.remove_live_game(self.id);
            return Err(Reason::NoSuchGame.into());
        };
        let same = stored.rewrites == self.rewrites.load(Ordering::SeqCst);
        if !same || stored.version < game.version() || self.is_stale() {
            return self.reload(app).await;
        }
        if stored.version > game.version() {
            self.apply_newer_events(app, &game).await?;
        }
        Ok(())
    }

    pub(crate) fn note_use(&self, count: u64) {
        self.last_use.store(count, Ordering::Relaxed);
    }

    pub(crate) fn last_use(&self) -> u64 {
        self.last_use.load(Ordering::Relaxed)
    }

    pub(crate) fn mark_stale(&self) {
        self.doubts.fetch_add(1, Ordering::SeqCst);
    }

    pub(crate) fn is_stale(&self) -> bool {
        self.doubts.load(Ordering::SeqCst) != self.doubts_removed.load(Ordering::SeqCst)
    }

    /// An append failed, but its events may be stored. Reads the game as soon as the store answers again, so
    /// that listeners need not wait for the next request.
    fn recover(self: &Arc<Self>, app: &Arc<App>) {
        self.mark_stale();
        if self.recovering.swap(true, Ordering::SeqCst) {
            return;
        }
        let (live_game, app) = (Arc::clone(self), Arc::clone(app));
        tokio::spawn(async move {
            while live_game.is_stale() {
                tokio::time::sleep(RECOVERY_INTERVAL).await;
                if live_game.is_stale()
                    && let Err(refused) = live_game.sync(&app).await
                {
                    tracing::info!(game = %live_game.id, id = refused.reason.key(), "reading a game again failed");
                }
            }
            live_game.recovering.store(false, Ordering::SeqCst);
        });
    }

    pub(crate) fn listener_count(&self) -> usize {
        self.version_sender.receiver_count()
    }

    pub fn game(&self) -> Arc<Game> {
        Arc::clone(&self.game.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// A channel that receives the version after each change.
    pub fn subscribe(&self) -> watch::Receiver<u64> {
        self.version_sender.subscribe()
    }

    pub(crate) fn retire(&self) {
        self.version_sender.send_replace(RETIRED);
    }

    /// The change event for a viewer in this state of the game.
    pub(crate) fn change_event(&self, game: &Game, viewer: Viewer) -> ChangeEvent {
        self.change_cache.get(game, viewer)
    }

    /// Replaces the game, unless the one in memory is newer: a slower reader may have fewer events.
    fn replace_if_newer(&self, game: Game) {
        let version = game.version();
        {
            let mut now = self.game.write().unwrap_or_else(PoisonError::into_inner);
            if now.version() >= version {
                return;
            }
            *now = Arc::new(game);
        }
        self.version_sender.send_replace(version);
    }

    /// Executes a command. When this returns Ok, the events are on disk.
    pub async fn execute(
        self: &Arc<Self>,
        app: &Arc<App>,
        actor: Actor,
        command: Command,
        nonce: Option<String>,
    ) -> Result<u64, Refused> {
        // A separate task: if the caller disconnects, the command must not stop between storing the events
        // and notifying the listeners.
        let (live_game, app) = (Arc::clone(self), Arc::clone(app));
        let work = async move { live_game.decide_and_append(&app, actor, command, nonce).await };
        // Its log lines carry the id of the request.
        let task = tokio::spawn(work.in_current_span());
        task.await.unwrap_or(Err(Reason::InternalError.into()))
    }

    async fn decide_and_append(
        self: &Arc<Self>,
        app: &Arc<App>,
        actor: Actor,
        command: Command,
        nonce: Option<String>,
    ) -> Result<u64, Refused> {
        if let Actor::Person(person) = actor {
            check_storage(app, person)?;
        }
        let _turn = self.decide_lock.lock().await;
        for attempt in 0..MAX_APPEND_ATTEMPTS {
            backoff(app, attempt).await;
            let game = self.game();
            let decided = decide(self.content, &game, actor, command.clone(), app.now());
            let events = match decided {
                Ok(events) => events,
                // Another node may have stored events that make the command legal, or that executed it.
                Err(refusal) => {
                    if self.apply_newer_events(app, &game).await? {
                        continue;
                    }
                    return Err(refusal.into());
                }
            };
            if events.is_empty() {
                return Ok(game.version());
            }
            let mut next = Game::clone(&game);
            for event in &events {
                next.apply(event);
            }
            let append = self.append_request(app, &game, &next, &events, nonce.clone());
            let bytes = stored_bytes(&append.events);
            let started = Instant::now();
            let appended = app.store.append(append).await.inspect_err(|_| {
                app.metrics.store_failures.increment();
                self.recover(app);
            })?;
            app.metrics.append_time.observe(started.elapsed());
            app.note_room();
            match appended {
                Appended::Done { version } => {
                    let bots_due = bots_have_work(&next);
                    // Also when the last bot hands in after the deadline.
                    let sooner =
                        next.closes_at().is_some_and(|at| game.closes_at().is_none_or(|before| at < before));
                    charge_storage(app, &game, actor, bytes);
                    self.replace_if_newer(next);
                    if has_news(&events) {
                        app.news.notify_one();
                    }
                    if bots_due {
                        crate::bot_runner::start_bots(app, self.id);
                    }
                    if sooner {
                        app.due_sooner.notify_one();
                    }
                    return Ok(version);
                }
                Appended::Repeated { version } => {
                    app.metrics.repeats.increment();
                    // The first attempt may have been stored without this copy learning of it.
                    if game.version() < version {
                        self.apply_newer_events(app, &game).await?;
                    }
                    return Ok(version);
                }
                Appended::Conflict { version } if version < game.version() => {
                    app.metrics.conflicts.increment();
                    self.reload_locked(app).await?;
                }
                Appended::Conflict { .. } => {
                    app.metrics.conflicts.increment();
                    self.apply_newer_events(app, &game).await?;
                }
                Appended::NoGame => {
                    app.remove_live_game(self.id);
                    return Err(Reason::NoSuchGame.into());
                }
            }
        }
        Err(Reason::Busy.into())
    }

    /// Reads the game again from its first event, because stored events were rewritten.
    pub(crate) async fn reload(&self, app: &App) -> Result<(), Refused> {
        let _turn = self.decide_lock.lock().await;
        self.reload_locked(app).await
    }

    async fn reload_locked(&self, app: &App) -> Result<(), Refused> {
        loop {
            let before = self.game();
            // The copy stays stale until it is replaced: a request in the meantime must not use it.
            let doubts = self.doubts.load(Ordering::SeqCst);
            let rewrites = rewrite_count(app, self.id).await?;
            let row = app.store.game(self.id).await?.ok_or(Reason::NoSuchGame)?;
            let mut game = Game::new(read_charter(self.content, &row)?);
            apply_stored_events(app, self.content, self.id, &mut game).await?;
            let version = game.version();
            // Delayed spectators must not see the erased name either.
            *self.delayed.lock().await = None;
            {
                let mut now = self.game.write().unwrap_or_else(PoisonError::into_inner);
                // Somebody else has read newer events in the meantime: this reading may lack them.
                if !Arc::ptr_eq(&now, &before) {
                    continue;
                }
                *now = Arc::new(game);
            }
            self.rewrites.store(rewrites, Ordering::SeqCst);
            self.doubts_removed.store(doubts, Ordering::SeqCst);
            self.version_sender.send_replace(version);
            return Ok(());
        }
    }

    /// Applies newer events from the store. Returns whether there were any.
    async fn apply_newer_events(&self, app: &App, game: &Game) -> Result<bool, Refused> {
        let mut newer = game.clone();
        if apply_stored_events(app, self.content, self.id, &mut newer).await? == 0 {
            return Ok(false);
        }
        app.metrics.changes_read.increment();
        self.replace_if_newer(newer);
        Ok(true)
    }

    fn append_request(
        &self,
        app: &App,
        before: &Game,
        after: &Game,
        events: &[Event],
        nonce: Option<String>,
    ) -> Append {
        let columns = GameColumns::of(after);
        let members_changed =
            !before.people().into_iter().map(|who| who.0).eq(columns.members.iter().copied());
        Append {
            game: self.id,
            expected: before.version(),
            events: events.iter().map(|event| new_event(self.content, event)).collect(),
            nonce,
            summary: columns.summary,
            state: columns.state,
            due: columns.due,
            bots_due: columns.bots_due,
            has_news: has_news(events),
            // This node runs the bots.
            bots_claimed_until: app.now().seconds() + BOT_LEASE_SECONDS,
            members: members_changed.then_some(columns.members),
        }
    }

    /// The game as it was at a time, for delayed spectators. It is read once for all of them.
    pub(crate) async fn as_of(&self, app: &App, until: Timestamp) -> Result<Arc<Game>, Refused> {
        let mut delayed = self.delayed.lock().await;
        let mut game = match &*delayed {
            Some((then, game)) if *then == until => return Ok(Arc::clone(game)),
            Some((then, game)) if *then < until => Game::clone(game),
            Some(_) | None => {
                let row = app.store.game(self.id).await?.ok_or(Reason::NoSuchGame)?;
                Game::new(read_charter(self.content, &row)?)
            }
        };
        // Everything up to the last event that had happened then. If the clock was ahead for a while, earlier
        // events have later times.
        let mut pending = Vec::new();
        let mut after = game.version();
        loop {
            let rows = app.store.events(self.id, after, EVENTS_PER_PAGE).await?;
            let is_last = rows.len() < EVENTS_PER_PAGE;
            for row in rows {
                after = row.version;
                let has_happened = row.at <= until.seconds();
                pending.push(row.record);
                if has_happened {
                    for record in pending.drain(..) {
                        game.apply(&read_event(self.content, &record)?);
                    }
                }
            }
            if is_last {
                break;
            }
        }
        let game = Arc::new(game);
        *delayed = Some((until, Arc::clone(&game)));
        Ok(game)
    }
}

/// Waits a random time before the next attempt, longer after each lost one, so that nodes stop colliding.
async fn backoff(app: &App, attempt: u32) {
    if attempt > 1 {
        let max_ms = 2 * u64::from(attempt.min(20));
        let wait_ms = (app.machine.random)() % (max_ms + 1);
        tokio::time::sleep(Duration::from_millis(wait_ms)).await;
    }
}

/// If a refused request was executed before under the same nonce, returns `result` of the version that it made:
/// the first response may have been lost.
pub async fn replay_if_done<T>(
    app: &App,
    id: GameId,
    nonce: Option<String>,
    done: Result<T, Refused>,
    result: impl FnOnce(u64) -> T,
) -> Result<T, Refused> {
    let (Err(_), Some(nonce)) = (&done, nonce) else { return done };
    match app.store.find_append(id, &nonce).await? {
        Some(version) => Ok(result(version)),
        None => done,
    }
}

/// The events that follow if `actor` sends this command now.
pub(crate) fn decide(
    content: &Content,
    game: &Game,
    actor: Actor,
    command: Command,
    now: Timestamp,
) -> Result<Vec<Event>, game::Refusal> {
    let edition = game.charter().settings().edition;
    content.with_judge(edition, |judge| game.decide(judge, actor, command, now))
}

pub(crate) fn new_event(content: &Content, event: &Event) -> NewEvent {
    NewEvent { at: event.at.seconds(), record: record::write_event(content.board(), event) }
}
