//! What everything in one run shares: the dice, the true time, the log, and what was found.

use std::fmt;
use std::hash::{DefaultHasher, Hasher};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use seeded_random::SeededRng;
use tokio::time::Instant;

use crate::faults::{FaultCounts, FaultKind, FaultRates};

/// Noon on 1 May 2026: when every run begins.
const START_SECONDS: i64 = 1_777_636_800;

/// Whether the lines of the log are kept, or only their hash.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Log {
    HashOnly,
    Print,
}

/// What everything in one run shares.
#[derive(Debug)]
pub(crate) struct World {
    began: Instant,
    dice: Mutex<SeededRng>,
    rates: FaultRates,
    faults_on: AtomicBool,
    counts: Mutex<FaultCounts>,
    /// By how many seconds all clocks have jumped.
    jumped: AtomicI64,
    log: Log,
    line: Mutex<(String, DefaultHasher)>,
    found: Mutex<Option<String>>,
    requests: AtomicU64,
}

impl World {
    pub(crate) fn new(seed: u64, rates: FaultRates, log: Log) -> Self {
        Self {
            began: Instant::now(),
            dice: Mutex::new(SeededRng::new(SeededRng::derive_seed(seed, 1))),
            rates,
            faults_on: AtomicBool::new(false),
            counts: Mutex::default(),
            jumped: AtomicI64::new(0),
            log,
            line: Mutex::new((String::new(), DefaultHasher::new())),
            found: Mutex::new(None),
            requests: AtomicU64::new(0),
        }
    }

    /// The true time.
    pub(crate) fn now_seconds(&self) -> i64 {
        let passed = self.began.elapsed().as_secs();
        START_SECONDS + passed.cast_signed() + self.jumped.load(Ordering::Relaxed)
    }

    /// All clocks jump.
    pub(crate) fn jump(&self, seconds: i64) {
        self.log(format_args!("all clocks jump by {seconds} s"));
        self.jumped.fetch_add(seconds, Ordering::Relaxed);
    }

    pub(crate) fn start_faults(&self) {
        self.log(format_args!("faults begin"));
        self.faults_on.store(true, Ordering::Relaxed);
    }

    pub(crate) fn stop_faults(&self) {
        self.log(format_args!("faults end"));
        self.faults_on.store(false, Ordering::Relaxed);
    }

    pub(crate) fn faults_on(&self) -> bool {
        self.faults_on.load(Ordering::Relaxed)
    }

    /// Whether a fault of this kind strikes now.
    pub(crate) fn strikes(&self, kind: FaultKind) -> bool {
        let rate = self.rates.of(kind);
        if rate == 0 || !self.faults_on() || self.below(1000) >= rate {
            return false;
        }
        lock(&self.counts).count(kind);
        self.log(format_args!("fault: {}", kind.name()));
        true
    }

    pub(crate) fn below(&self, bound: usize) -> usize {
        lock(&self.dice).below(bound)
    }

    pub(crate) fn random(&self) -> u64 {
        lock(&self.dice).next_u64()
    }

    /// A random length in milliseconds from `least` to below `end`.
    pub(crate) fn milliseconds(&self, least: usize, end: usize) -> Duration {
        Duration::from_millis((least + self.below(end - least)) as u64)
    }

    /// Writes a line into the log. Its hash is what two runs of one seed must have in common.
    pub(crate) fn log(&self, what: fmt::Arguments<'_>) {
        use fmt::Write as _;
        let (line, hash) = &mut *lock(&self.line);
        line.clear();
        let ms = self.began.elapsed().as_millis();
        let _ = write!(line, "{:>3}.{:03} {what}", ms / 1000, ms % 1000);
        hash.write(line.as_bytes());
        if self.log == Log::Print {
            println!("{line}");
        }
    }

    pub(crate) fn log_hash(&self) -> u64 {
        lock(&self.line).1.finish()
    }

    /// Something must not be as it is. The first finding ends the run.
    pub(crate) fn report(&self, what: String) {
        self.log(format_args!("FOUND {what}"));
        lock(&self.found).get_or_insert(what);
    }

    pub(crate) fn found(&self) -> Option<String> {
        lock(&self.found).clone()
    }

    pub(crate) fn counts(&self) -> FaultCounts {
        lock(&self.counts).clone()
    }

    pub(crate) fn count_request(&self) {
        self.requests.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn requests(&self) -> u64 {
        self.requests.load(Ordering::Relaxed)
    }
}

/// Everything runs on one thread, and nothing is left half changed by a panic.
pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
