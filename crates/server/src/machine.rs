//! What the server takes from its machine: the time, random numbers, and threads on which bots think. A
//! simulation has its own, so that everything follows from a seed.

use std::fmt;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::Arc;

/// The source of the current time in seconds: the system clock, or a clock that a test sets.
pub type TimeSource = Arc<dyn Fn() -> i64 + Send + Sync>;

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
    pub random: RandomSource,
    pub bot_threads: BotThreads,
}

impl Machine {
    /// The real machine, with the time from this source.
    pub fn system(time: TimeSource) -> Self {
        // Every `RandomState` has new keys.
        let random = || RandomState::new().build_hasher().finish();
        Self { time, random: Arc::new(random), bot_threads: BotThreads::Separate }
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
