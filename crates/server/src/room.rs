//! One live game: loaded from its events, changed by appending to them, watched by its listeners.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, PoisonError, RwLock};
use std::time::{Duration, Instant};

use game::{Actor, Command, Event, Game, StateView, Timestamp, View, Viewer};
use store::{Append, Appended, GameId, GameRow, GameState, NewEvent, record};
use tokio::sync::{Mutex, watch};
use tracing::Instrument;

use crate::app::App;
use crate::card;
use crate::news::{News, Newsstand};
use crate::refused::{Reason, Refused};
use crate::world::World;

/// A game in memory. What is in the store counts; this is a copy that may lag behind.
#[derive(Debug)]
pub struct Room {
    pub id: GameId,
    /// The map of the game.
    pub world: &'static World,
    pub listed: bool,
    /// How often stored records had been rewritten when the game was read.
    rewrites: AtomicU64,
    /// Whether the database may have forgotten what this has read from it: a standby has taken over.
    doubted: AtomicBool,
    game: RwLock<Arc<Game>>,
    /// One at a time decides: the others would only meet a conflict.
    turn: Mutex<()>,
    news: watch::Sender<u64>,
    stand: Newsstand,
    /// The game as those see it who watch later, and until when that is.
    late: Mutex<Option<(Timestamp, Arc<Game>)>>,
}

/// What listeners of a room are told that nobody uses any more: they come back to another.
pub(crate) const GONE: u64 = u64::MAX;

/// How long other nodes leave to this one what programs owe; one that is dead is late by so much.
pub(crate) const ERRAND_SECONDS: i64 = 20;

/// How many events are read from the store at a time.
const PAGE: usize = 1000;
/// How often an append is tried again when somebody else was faster: in a game that all nodes write to at
/// once, a slow one loses many times in a row.
const ATTEMPTS: u32 = 40;

impl Room {
    pub(crate) fn new(id: GameId, world: &'static World, listed: bool, game: Game) -> Self {
        let (news, _) = watch::channel(game.version());
        Self {
            id,
            world,
            listed,
            rewrites: AtomicU64::new(0),
            doubted: AtomicBool::new(false),
            game: RwLock::new(Arc::new(game)),
            turn: Mutex::new(()),
            news,
            stand: Newsstand::default(),
            late: Mutex::new(None),
        }
    }

    pub(crate) async fn load(app: &App, id: GameId) -> Result<Self, Refused> {
        let rewrites = rewrites(app, id).await?;
        let row = app.store.game(id).await?.ok_or(Reason::NoSuchGame)?;
        let world = app.worlds.get(&row.variant).ok_or_else(|| {
            tracing::error!(game = %id, variant = row.variant, "the variant of a stored game is not loaded");
            Reason::Broken
        })?;
        let mut game = Game::new(charter(world, &row)?);
        catch_up(app, world, id, &mut game).await?;
        let room = Self::new(id, world, row.listed, game);
        room.rewrites.store(rewrites, Ordering::SeqCst);
        Ok(room)
    }

    /// Takes over what other nodes have done: whoever looks sees everything that was answered before.
    pub(crate) async fn look(&self, app: &App) -> Result<(), Refused> {
        let versions = app.store.versions(vec![self.id]).await?;
        let Some((_, stored)) = versions.first() else {
            app.forget(self.id);
            return Err(Reason::NoSuchGame.into());
        };
        let game = self.game();
        let same = stored.rewrites == self.rewrites.load(Ordering::SeqCst);
        if !same || stored.version < game.version() || self.doubted.load(Ordering::SeqCst) {
            return self.reload(app).await;
        }
        if stored.version > game.version() {
            self.refresh(app, &game).await?;
        }
        Ok(())
    }

    pub(crate) fn doubt(&self) {
        self.doubted.store(true, Ordering::SeqCst);
    }

    pub(crate) fn listeners(&self) -> usize {
        self.news.receiver_count()
    }

    pub fn game(&self) -> Arc<Game> {
        Arc::clone(&self.game.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// Tells when the game has changed.
    pub fn listen(&self) -> watch::Receiver<u64> {
        self.news.subscribe()
    }

    pub(crate) fn retire(&self) {
        self.news.send_replace(GONE);
    }

    /// What a viewer is told of this state of the game.
    pub(crate) fn news(&self, game: &Game, viewer: Viewer) -> News {
        self.stand.get(game, viewer)
    }

    /// Moves on. Of two who have read the store, who is slower may have less.
    fn set(&self, game: Game) {
        let version = game.version();
        {
            let mut now = self.game.write().unwrap_or_else(PoisonError::into_inner);
            if now.version() >= version {
                return;
            }
            *now = Arc::new(game);
        }
        self.news.send_replace(version);
    }

    /// Asks something of the game. When this answers Ok, it is on disk.
    pub async fn execute(
        self: &Arc<Self>,
        app: &Arc<App>,
        actor: Actor,
        command: Command,
        nonce: Option<String>,
    ) -> Result<u64, Refused> {
        // A task of its own: a caller who hangs up must not stop what has begun, for it would be stored
        // and nobody would hear of it.
        let (room, app) = (Arc::clone(self), Arc::clone(app));
        let deed = async move { room.carry_out(&app, actor, command, nonce).await };
        // What goes wrong there is told under the name of the request.
        let task = tokio::spawn(deed.in_current_span());
        task.await.unwrap_or(Err(Reason::Broken.into()))
    }

    async fn carry_out(
        &self,
        app: &Arc<App>,
        actor: Actor,
        command: Command,
        nonce: Option<String>,
    ) -> Result<u64, Refused> {
        let _turn = self.turn.lock().await;
        for attempt in 0..ATTEMPTS {
            rest(attempt).await;
            let game = self.game();
            let decided = decide(self.world, &game, actor, command.clone(), app.now());
            let events = match decided {
                Ok(events) => events,
                // What another node has stored may have made it possible, or have done it.
                Err(refusal) => {
                    if self.refresh(app, &game).await? {
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
            let append = self.append(app, &game, &next, &events, nonce.clone());
            let begun = Instant::now();
            let appended =
                app.store.append(append).await.inspect_err(|_| app.metrics.store_failures.add())?;
            app.metrics.append_time.note(begun.elapsed());
            match appended {
                Appended::Done { version } => {
                    let owes = !next.programs_owing().is_empty();
                    let sooner = next.due().is_some_and(|due| game.due().is_none_or(|before| due < before));
                    self.set(next);
                    if owes {
                        crate::robots::wake(app, self.id);
                    }
                    if sooner {
                        app.due_sooner.notify_one();
                    }
                    return Ok(version);
                }
                Appended::Repeated { version } => {
                    app.metrics.repeats.add();
                    return Ok(version);
                }
                Appended::Conflict { version } if version < game.version() => {
                    app.metrics.conflicts.add();
                    self.read_again(app).await?;
                }
                Appended::Conflict { .. } => {
                    app.metrics.conflicts.add();
                    self.refresh(app, &game).await?;
                }
                Appended::NoGame => {
                    app.forget(self.id);
                    return Err(Reason::NoSuchGame.into());
                }
            }
        }
        Err(Reason::Busy.into())
    }

    /// Reads the game again from its first event: stored records have been rewritten.
    pub(crate) async fn reload(&self, app: &App) -> Result<(), Refused> {
        let _turn = self.turn.lock().await;
        self.read_again(app).await
    }

    async fn read_again(&self, app: &App) -> Result<(), Refused> {
        self.doubted.store(false, Ordering::SeqCst);
        let again = async {
            let rewrites = rewrites(app, self.id).await?;
            let row = app.store.game(self.id).await?.ok_or(Reason::NoSuchGame)?;
            let mut game = Game::new(charter(self.world, &row)?);
            catch_up(app, self.world, self.id, &mut game).await?;
            Ok((rewrites, game))
        };
        let (rewrites, game) = again.await.inspect_err(|_: &Refused| self.doubt())?;
        // Those who watch later must not see the name either.
        *self.late.lock().await = None;
        let version = game.version();
        *self.game.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(game);
        self.rewrites.store(rewrites, Ordering::SeqCst);
        self.news.send_replace(version);
        Ok(())
    }

    /// Takes over what others have stored; whether there was anything.
    async fn refresh(&self, app: &App, game: &Game) -> Result<bool, Refused> {
        let mut newer = game.clone();
        if catch_up(app, self.world, self.id, &mut newer).await? == 0 {
            return Ok(false);
        }
        app.metrics.taken_over.add();
        self.set(newer);
        Ok(true)
    }

    fn append(
        &self,
        app: &App,
        before: &Game,
        after: &Game,
        events: &[Event],
        nonce: Option<String>,
    ) -> Append {
        let public = after.view(Viewer::Stranger);
        let people = after.people();
        let members = (people != before.people()).then(|| people.into_iter().map(|who| who.0).collect());
        Append {
            game: self.id,
            expected: before.version(),
            events: events.iter().map(|event| new_event(self.world, event)).collect(),
            nonce,
            card: card::write(&public, after),
            state: state(&public),
            due: after.due().map(Timestamp::seconds),
            bots_due: !after.programs_owing().is_empty(),
            // This node lets them think.
            bots_taken_until: app.now().seconds() + ERRAND_SECONDS,
            members,
        }
    }

    /// The game as it was then, for those who watch later than the players.
    /// However many they are, it is read once.
    pub(crate) async fn past(&self, app: &App, until: Timestamp) -> Result<Arc<Game>, Refused> {
        let mut late = self.late.lock().await;
        let mut game = match &*late {
            Some((then, game)) if *then == until => return Ok(Arc::clone(game)),
            Some((then, game)) if *then < until => Game::clone(game),
            Some(_) | None => {
                let row = app.store.game(self.id).await?.ok_or(Reason::NoSuchGame)?;
                Game::new(charter(self.world, &row)?)
            }
        };
        'pages: loop {
            let rows = app.store.events(self.id, game.version(), PAGE).await?;
            for row in &rows {
                if row.at > until.seconds() {
                    break 'pages;
                }
                game.apply(&read_event(self.world, &row.record)?);
            }
            if rows.len() < PAGE {
                break;
            }
        }
        let game = Arc::new(game);
        *late = Some((until, Arc::clone(&game)));
        Ok(game)
    }
}

/// Nodes that race each other step back for different times, and longer the more often they lost.
async fn rest(attempt: u32) {
    if attempt > 1 {
        let chance = RandomState::new().build_hasher().finish();
        let most = 2 * u64::from(attempt.min(20));
        tokio::time::sleep(Duration::from_millis(chance % (most + 1))).await;
    }
}

/// What happens if `actor` asks this now.
pub(crate) fn decide(
    world: &World,
    game: &Game,
    actor: Actor,
    command: Command,
    now: Timestamp,
) -> Result<Vec<Event>, game::Refusal> {
    let edition = game.charter().settings().edition;
    world.judging(edition, |judge| game.decide(judge, actor, command, now))
}

pub(crate) fn new_event(world: &World, event: &Event) -> NewEvent {
    NewEvent { at: event.at.seconds(), record: record::write_event(world.board(), event) }
}

/// How far the game has come, for the store's lists.
pub(crate) fn state(public: &View) -> GameState {
    match public.state {
        StateView::Gathering { .. } => GameState::Gathering,
        StateView::Underway { .. } => GameState::Underway,
        StateView::Over(_) => GameState::Over,
    }
}

fn charter(world: &World, row: &GameRow) -> Result<game::Charter, Refused> {
    record::read_charter(world.board(), &row.charter).map_err(|fault| {
        tracing::error!(game = %row.id, %fault, "a stored charter cannot be read");
        Reason::Broken.into()
    })
}

fn read_event(world: &World, text: &str) -> Result<Event, Refused> {
    record::read_event(world.board(), text).map_err(|fault| {
        tracing::error!(%fault, "a stored event cannot be read");
        Reason::Broken.into()
    })
}

/// How often records of a game were rewritten. Asked before they are read, so that none is missed.
async fn rewrites(app: &App, id: GameId) -> Result<u64, Refused> {
    if !app.is_shared() {
        return Ok(0);
    }
    let versions = app.store.versions(vec![id]).await?;
    versions.first().map(|(_, stored)| stored.rewrites).ok_or(Reason::NoSuchGame.into())
}

/// Applies everything that was stored since; how much that was.
async fn catch_up(app: &App, world: &World, id: GameId, game: &mut Game) -> Result<usize, Refused> {
    let mut count = 0;
    loop {
        let rows = app.store.events(id, game.version(), PAGE).await?;
        count += rows.len();
        for row in &rows {
            game.apply(&read_event(world, &row.record)?);
        }
        if rows.len() < PAGE {
            return Ok(count);
        }
    }
}
