//! The server's shared state: configuration, store, live games, caches and limits.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use game::Timestamp;
use store::{GameId, Store};
use tokio::sync::Notify;

use crate::asset_cache::AssetCache;
use crate::bot_games::BotGameMakers;
use crate::config::Config;
use crate::content::{Content, Variants};
use crate::fair_queue::QueueLimits;
use crate::hourly_budget::HourlyBudgets;
use crate::live_game::LiveGame;
use crate::machine::{Machine, TimeSource};
use crate::metrics::Metrics;
use crate::open_counts::OpenThings;
use crate::open_keys::OpenKeys;
use crate::pictures::Pictures;
use crate::rate_limits::RateLimits;
use crate::recent_use::RecentUse;
use crate::refusals::Refused;
use crate::session::SessionCache;
use crate::storage_budget::{
    MAX_ADDRESS_STORED_BYTES_PER_HOUR, MAX_BOT_STORED_BYTES_PER_HOUR, MAX_STORED_BYTES_PER_HOUR,
};
use crate::work_pool::WorkPool;

/// Everything that requests and background tasks share.
pub struct App {
    pub config: Config,
    pub variants: Variants,
    /// The standard map. Its languages are those of the pages.
    pub standard: &'static Content,
    pub store: Arc<dyn Store>,
    pub(crate) machine: Machine,
    /// Whether other nodes use the same store.
    has_other_nodes: bool,
    /// In a fixed order, so that a simulation can be repeated.
    live_games: Mutex<BTreeMap<GameId, Arc<LiveGame>>>,
    /// Counts how often a game was asked for, so that it is known which were not used for the longest time.
    game_uses: AtomicU64,
    /// Wakes the deadline task when a game may be due earlier than it expects.
    pub(crate) due_sooner: Notify,
    /// Wakes the task that notifies people.
    pub(crate) news: Notify,
    /// Wakes the task that sends.
    pub(crate) deliveries: Notify,
    /// Bots that think. Nobody fills this queue with requests: the store knows which bots are due.
    pub(crate) bot_pool: WorkPool,
    /// Pictures and exports.
    pub(crate) picture_pool: WorkPool,
    /// Long texts of orders.
    pub(crate) reading_pool: WorkPool,
    pub(crate) advice_pool: WorkPool,
    /// Hashing a passphrase takes much memory on purpose, so few are hashed at the same time.
    pub(crate) passphrase_pool: WorkPool,
    pub(crate) rate_limits: RateLimits,
    pub(crate) open: OpenThings,
    /// Microseconds of processor time.
    pub(crate) work_budgets: HourlyBudgets,
    /// Bytes that the commands of people add to the store, and those that games of bots alone add for their
    /// makers.
    pub(crate) storage_budgets: HourlyBudgets,
    pub(crate) address_storage_budgets: HourlyBudgets,
    pub(crate) bot_storage_budgets: HourlyBudgets,
    pub(crate) bot_game_makers: BotGameMakers,
    pub(crate) picture_cache: AssetCache,
    /// Boards in each language. Pictures never push them out.
    pub(crate) boards: AssetCache,
    pub(crate) session_cache: SessionCache,
    pub(crate) open_keys: OpenKeys,
    pub(crate) pictures: Pictures,
    pub(crate) metrics: Metrics,
    shutting_down: AtomicBool,
    /// Whether the last write failed because there was no room for it.
    is_full: AtomicBool,
    /// Whether a task already waits to remove deleted data from the files of the store.
    pub(crate) waits_to_wipe: AtomicBool,
}

/// How many games stay in memory. At the limit, some that nothing else refers to are removed.
pub(crate) const MAX_LIVE_GAMES: usize = 4000;
/// How many long texts of orders wait to be read.
pub(crate) const MAX_WAITING_TEXTS: usize = 64;
/// A usual picture has 300 kB, a board 140 kB.
pub(crate) const MAX_PICTURE_CACHE_BYTES: usize = 32 << 20;
pub(crate) const MAX_BOARD_CACHE_BYTES: usize = 8 << 20;

impl fmt::Debug for App {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("App").field("config", &self.config).finish_non_exhaustive()
    }
}

impl App {
    /// The server on this machine, with the time from `clock`.
    pub fn new(config: Config, store: Arc<dyn Store>, clock: TimeSource) -> Arc<Self> {
        Self::on_machine(config, store, Machine::system(clock))
    }

    pub fn on_machine(config: Config, store: Arc<dyn Store>, machine: Machine) -> Arc<Self> {
        let cpu_tasks = config.max_cpu_tasks;
        let limits = config.limits;
        let variants = config.variants.clone();
        let bot_use = RecentUse::new(Arc::clone(&machine.time));
        Arc::new(Self {
            rate_limits: RateLimits::new(config.rate),
            open: OpenThings::new(&limits),
            work_budgets: HourlyBudgets::new(u64::from(config.work_seconds_per_hour) * 1_000_000),
            storage_budgets: HourlyBudgets::new(MAX_STORED_BYTES_PER_HOUR),
            address_storage_budgets: HourlyBudgets::new(MAX_ADDRESS_STORED_BYTES_PER_HOUR),
            bot_storage_budgets: HourlyBudgets::new(MAX_BOT_STORED_BYTES_PER_HOUR),
            bot_game_makers: BotGameMakers::default(),
            picture_cache: AssetCache::new(MAX_PICTURE_CACHE_BYTES),
            boards: AssetCache::new(MAX_BOARD_CACHE_BYTES),
            config,
            standard: variants.standard(),
            variants,
            has_other_nodes: store.change_notices().is_some(),
            store,
            machine,
            live_games: Mutex::default(),
            game_uses: AtomicU64::new(0),
            due_sooner: Notify::new(),
            news: Notify::new(),
            deliveries: Notify::new(),
            bot_pool: WorkPool::least_used_first(cpu_tasks, QueueLimits::UNLIMITED, bot_use),
            reading_pool: WorkPool::new(cpu_tasks, QueueLimits::shared(MAX_WAITING_TEXTS)),
            picture_pool: WorkPool::new(cpu_tasks, QueueLimits::shared(limits.max_waiting_pictures)),
            advice_pool: WorkPool::new(1, QueueLimits::shared(limits.max_waiting_advice)),
            passphrase_pool: WorkPool::new(2, QueueLimits::shared(limits.max_waiting_passphrases)),
            session_cache: SessionCache::default(),
            open_keys: OpenKeys::default(),
            pictures: Pictures::default(),
            metrics: Metrics::default(),
            shutting_down: AtomicBool::new(false),
            is_full: AtomicBool::new(false),
            waits_to_wipe: AtomicBool::new(false),
        })
    }

    pub fn now(&self) -> Timestamp {
        Timestamp::from_seconds((self.machine.time)())
    }

    /// The game, from memory or from its stored events.
    pub async fn live_game(&self, id: GameId) -> Result<Arc<LiveGame>, Refused> {
        let known = self.lock_live_games().get(&id).map(Arc::clone);
        if let Some(live_game) = known {
            live_game.note_use(self.game_uses.fetch_add(1, Ordering::Relaxed));
            if self.has_other_nodes || live_game.is_stale() {
                live_game.sync(self).await?;
            }
            return Ok(live_game);
        }
        let live_game = Arc::new(LiveGame::load(self, id).await?);
        Ok(self.add_live_game(live_game))
    }

    /// Adds a loaded game. If another request was faster, its copy is kept and returned.
    pub(crate) fn add_live_game(&self, live_game: Arc<LiveGame>) -> Arc<LiveGame> {
        live_game.note_use(self.game_uses.fetch_add(1, Ordering::Relaxed));
        let mut live_games = self.lock_live_games();
        if live_games.len() >= MAX_LIVE_GAMES {
            remove_unused(&mut live_games);
        }
        Arc::clone(live_games.entry(live_game.id).or_insert(live_game))
    }

    pub(crate) fn remove_live_game(&self, id: GameId) {
        let gone = self.lock_live_games().remove(&id);
        if let Some(live_game) = gone {
            live_game.retire();
        }
    }

    /// From now on this node reports that it is not ready, so that requests go to other nodes.
    pub fn start_shutdown(&self) {
        self.shutting_down.store(true, Ordering::SeqCst);
    }

    pub(crate) fn is_shutting_down(&self) -> bool {
        self.shutting_down.load(Ordering::SeqCst)
    }

    /// Something was not written because the disk is full. This node is not ready until there is room again.
    pub(crate) fn note_full(&self) {
        self.metrics.full_refusals.increment();
        self.is_full.store(true, Ordering::SeqCst);
    }

    /// Something was written, so there is room.
    pub(crate) fn note_room(&self) {
        if self.is_full() {
            self.is_full.store(false, Ordering::SeqCst);
        }
    }

    pub(crate) fn is_full(&self) -> bool {
        self.is_full.load(Ordering::SeqCst)
    }

    pub(crate) const fn has_other_nodes(&self) -> bool {
        self.has_other_nodes
    }

    /// The game if it is in memory. It is not compared with the store.
    pub(crate) fn loaded_game(&self, id: GameId) -> Option<Arc<LiveGame>> {
        self.lock_live_games().get(&id).map(Arc::clone)
    }

    pub(crate) fn loaded_games(&self) -> Vec<Arc<LiveGame>> {
        self.lock_live_games().values().map(Arc::clone).collect()
    }

    fn lock_live_games(&self) -> std::sync::MutexGuard<'_, BTreeMap<GameId, Arc<LiveGame>>> {
        self.live_games.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Removes a quarter of the games: those that nothing else refers to and that were not used for the longest time.
/// Who opens many games so does not remove those that people play.
fn remove_unused(live_games: &mut BTreeMap<GameId, Arc<LiveGame>>) {
    let unused = live_games.values().filter(|live_game| Arc::strong_count(live_game) == 1);
    let mut unused: Vec<(u64, GameId)> =
        unused.map(|live_game| (live_game.last_use(), live_game.id)).collect();
    unused.sort_unstable();
    for (_, id) in unused.into_iter().take(MAX_LIVE_GAMES / 4) {
        live_games.remove(&id);
    }
}
