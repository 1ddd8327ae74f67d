//! What the server takes from its machine: the time, random numbers, and threads on which bots think. A
//! simulation has its own, so that everything follows from a seed.

use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;

/// The source of the current time in seconds: the system clock, or a clock that a test sets.
pub type TimeSource = Arc<dyn Fn() -> i64 + Send + Sync>;

/// The same in milliseconds.
pub type MillisecondSource = Arc<dyn Fn() -> i64 + Send + Sync>;

/// A source of random numbers that need not be secret.
pub type RandomSource = Arc<dyn Fn() -> u64 + Send + Sync>;

/// Where bots think.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BotThreads {
    /// On threads for blocking work.
    Separate,
    /// On the thread that asks, which does nothing else meanwhile. Only a simulation can afford it.
    Same,
}

/// What the server takes from its machine.
#[derive(Clone)]
pub struct Machine {
    pub time: TimeSource,
    /// The same time, for pages that show it to the second: half a second more or less is seen there.
    pub time_ms: MillisecondSource,
    pub random: RandomSource,
    pub bot_threads: BotThreads,
}

impl Machine {
    /// The real machine, with the time from this source, in whole seconds.
    pub fn system(time: TimeSource) -> Self {
        let seconds = Arc::clone(&time);
        Self { time, ..Self::with_milliseconds(Arc::new(move || seconds() * 1000)) }
    }

    /// The real machine, with the time from this source, in milliseconds.
    pub fn with_milliseconds(time_ms: MillisecondSource) -> Self {
        // Every `RandomState` has new keys.
        let random = || RandomState::new().build_hasher().finish();
        let milliseconds = Arc::clone(&time_ms);
        Self {
            time: Arc::new(move || milliseconds().div_euclid(1000)),
            time_ms,
            random: Arc::new(random),
            bot_threads: BotThreads::Separate,
        }
    }

    /// Lets a bot think. None if it panicked.
    pub(crate) async fn run_bot<T: Send + 'static>(
        &self,
        think: impl FnOnce() -> T + Send + 'static,
    ) -> Option<T> {
        match self.bot_threads {
            BotThreads::Separate => tokio::task::spawn_blocking(think).await.ok(),
            BotThreads::Same => Some(think()),
        }
    }
}

impl fmt::Debug for Machine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Machine").field("bot_threads", &self.bot_threads).finish_non_exhaustive()
    }
}
