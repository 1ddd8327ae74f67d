//! Runs tasks on several threads. The result does not depend on the number of threads.

use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// A pool of threads for one move. It lives for the whole move, because it is used thousands of times.
#[derive(Debug)]
pub(super) struct Threads(Option<ThreadPool>);

impl Threads {
    /// A pool of this number of threads. If the system refuses, the calling thread does all the work.
    pub(super) fn of(threads: usize) -> Self {
        let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build().ok());
        Self(pool.flatten())
    }

    /// Runs a task that uses the pool many times. It runs on a thread of the pool, so that no thread must be
    /// woken for each part.
    pub(super) fn run<T: Send>(&self, task: impl FnOnce() -> T + Send) -> T {
        match &self.0 {
            Some(pool) => pool.install(task),
            None => task(),
        }
    }

    /// Runs a task for each item.
    pub(super) fn for_each<T: Send>(&self, items: &mut [T], task: impl Fn(usize, &mut T) + Sync) {
        match &self.0 {
            Some(pool) => pool.install(|| {
                let items = items.par_iter_mut().with_max_len(1).enumerate();
                items.for_each(|(i, item)| task(i, item));
            }),
            None => items.iter_mut().enumerate().for_each(|(i, item)| task(i, item)),
        }
    }
}
