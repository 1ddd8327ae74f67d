//! The in-memory store: for tests, and for a server whose data may be lost.

mod channels;
mod due_work;
mod games;
mod maintenance;
mod moderation;
mod notifications;
mod people;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::{
    AuditRow, Chain, ChannelRow, EventRow, GameId, GameRow, KeyRow, NoticeRow, NotificationRow, PersonRow,
    PersonStatus, ReminderRow, Reply, ReportDetails, ReportRow, Restriction, SecretHash, StoreError,
};

/// A store whose data exists only while the program runs.
#[derive(Debug)]
pub struct Memory {
    /// None: closed.
    tables: Mutex<Option<Tables>>,
}

#[derive(Clone, Debug, Default)]
struct Tables {
    numbers: HashMap<GameId, u64>,
    /// By number.
    games: BTreeMap<u64, StoredGame>,
    last_number: u64,
    people: BTreeMap<u64, PersonRow>,
    keys: HashMap<SecretHash, KeyRow>,
    restrictions: BTreeMap<(u64, u64), Restriction>,
    reports: Vec<ReportRow>,
    statuses: BTreeMap<u64, PersonStatus>,
    course_progress: BTreeMap<u64, String>,
    game_restrictions: BTreeMap<(u64, GameId, u64), Restriction>,
    report_details: BTreeMap<u64, ReportDetails>,
    audit: Vec<AuditRow>,
    notices: BTreeMap<u64, NoticeRow>,
    last_notice: u64,
    news: NewsTables,
}

#[derive(Clone, Debug, Default)]
struct NewsTables {
    last_number: u64,
    notifications: BTreeMap<u64, NotificationRow>,
    settings: BTreeMap<u64, String>,
    /// With the time until which a node sends to it.
    channels: BTreeMap<u64, (ChannelRow, i64)>,
    deliveries: BTreeMap<u64, StoredDelivery>,
    reminders: BTreeSet<ReminderRow>,
    feeds: BTreeMap<u64, SecretHash>,
    secrets: BTreeMap<String, String>,
    sent_counts: BTreeMap<(SecretHash, i64), u32>,
}

#[derive(Clone, Debug)]
struct StoredDelivery {
    notification: u64,
    channel: u64,
    due: i64,
    expires: Option<i64>,
}

#[derive(Clone, Debug)]
struct StoredGame {
    row: GameRow,
    events: Vec<EventRow>,
    nonces: HashMap<String, u64>,
    members: Vec<u64>,
    chain: Chain,
    /// The version up to which people were notified.
    news_after: Option<u64>,
}

/// A second store with the same data. Later changes of one do not reach the other.
impl Clone for Memory {
    fn clone(&self) -> Self {
        Self { tables: Mutex::new(self.lock().clone()) }
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::new()
    }
}

impl Memory {
    pub fn new() -> Self {
        Self { tables: Mutex::new(Some(Tables::default())) }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Tables>> {
        // No method leaves the tables half changed, so the lock is usable after a panic elsewhere.
        self.tables.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn with_tables<T: Send + 'static>(&self, work: impl FnOnce(&mut Tables) -> T) -> Reply<'_, T> {
        let answer = self.lock().as_mut().map(work).ok_or(StoreError::Closed);
        Box::pin(std::future::ready(answer))
    }
}

impl Tables {
    fn game(&self, id: GameId) -> Option<&StoredGame> {
        self.games.get(self.numbers.get(&id)?)
    }

    fn game_mut(&mut self, id: GameId) -> Option<&mut StoredGame> {
        self.games.get_mut(self.numbers.get(&id)?)
    }
}
