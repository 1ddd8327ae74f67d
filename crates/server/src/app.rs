//! What the server is made of, shared by every request.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use game::Timestamp;
use store::{GameId, Store};
use tokio::sync::{Notify, Semaphore};

use crate::config::Config;
use crate::identity::Faces;
use crate::limits::Limits;
use crate::metrics::Metrics;
use crate::pictures::Studio;
use crate::refused::Refused;
use crate::room::Room;
use crate::world::{World, Worlds};

/// Where the time comes from: the machine's clock, or a test's.
pub type Clock = Arc<dyn Fn() -> i64 + Send + Sync>;

pub struct App {
    pub config: Config,
    pub worlds: Worlds,
    /// The standard map: its languages are those of the pages.
    pub world: &'static World,
    pub store: Arc<dyn Store>,
    pub(crate) clock: Clock,
    /// Whether other nodes work on the same store.
    shared: bool,
    rooms: Mutex<HashMap<GameId, Arc<Room>>>,
    /// Wakes the clock when a game may be due sooner than it thinks.
    pub(crate) due_sooner: Notify,
    /// How many programs think at a time: pages stay responsive.
    pub(crate) thinkers: Arc<Semaphore>,
    /// Of those, how many advise somebody.
    pub(crate) advisers: Arc<Semaphore>,
    pub(crate) limits: Limits,
    pub(crate) faces: Faces,
    pub(crate) studio: Studio,
    pub(crate) metrics: Metrics,
    leaving: AtomicBool,
}

/// Games that are kept folded in memory; those that nobody looks at go first.
const MOST_ROOMS: usize = 4000;

impl fmt::Debug for App {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("App").field("config", &self.config).finish_non_exhaustive()
    }
}

impl App {
    pub fn new(config: Config, store: Arc<dyn Store>, clock: Clock) -> Arc<Self> {
        let thinkers = config.thinkers.max(1);
        let worlds = config.worlds.clone();
        Arc::new(Self {
            limits: Limits::new(config.rate),
            config,
            world: worlds.standard(),
            worlds,
            shared: store.change_notices().is_some(),
            store,
            clock,
            rooms: Mutex::default(),
            due_sooner: Notify::new(),
            thinkers: Arc::new(Semaphore::new(thinkers)),
            advisers: Arc::new(Semaphore::new(1)),
            faces: Faces::default(),
            studio: Studio::default(),
            metrics: Metrics::default(),
            leaving: AtomicBool::new(false),
        })
    }

    pub fn now(&self) -> Timestamp {
        Timestamp::from_seconds((self.clock)())
    }

    /// The game, from memory or from its stored events.
    pub async fn room(&self, id: GameId) -> Result<Arc<Room>, Refused> {
        let known = self.rooms().get(&id).map(Arc::clone);
        if let Some(room) = known {
            if self.shared {
                room.look(self).await?;
            }
            return Ok(room);
        }
        let room = Arc::new(Room::load(self, id).await?);
        Ok(self.keep(room))
    }

    /// Of two that were loaded at a time, the first is kept.
    pub(crate) fn keep(&self, room: Arc<Room>) -> Arc<Room> {
        let mut rooms = self.rooms();
        if rooms.len() >= MOST_ROOMS {
            rooms.retain(|_, room| Arc::strong_count(room) > 1);
        }
        Arc::clone(rooms.entry(room.id).or_insert(room))
    }

    pub(crate) fn forget(&self, id: GameId) {
        let gone = self.rooms().remove(&id);
        if let Some(room) = gone {
            room.retire();
        }
    }

    /// From now on this node is not ready: requests should go to others.
    pub fn leave(&self) {
        self.leaving.store(true, Ordering::SeqCst);
    }

    pub(crate) fn is_leaving(&self) -> bool {
        self.leaving.load(Ordering::SeqCst)
    }

    pub(crate) const fn is_shared(&self) -> bool {
        self.shared
    }

    /// The game if it is in memory, as it is there.
    pub(crate) fn known_room(&self, id: GameId) -> Option<Arc<Room>> {
        self.rooms().get(&id).map(Arc::clone)
    }

    pub(crate) fn known_rooms(&self) -> Vec<Arc<Room>> {
        self.rooms().values().map(Arc::clone).collect()
    }

    fn rooms(&self) -> std::sync::MutexGuard<'_, HashMap<GameId, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
