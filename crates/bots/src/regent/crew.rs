//! Work that is shared out among threads. Who does what never changes what comes out.

use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Threads that stay together while a move is thought over: they are called thousands of times.
#[derive(Debug)]
pub(super) struct Crew(Option<ThreadPool>);

impl Crew {
    /// Of so many. If the machine gives no threads, whoever asks does the work alone.
    pub(super) fn of(threads: usize) -> Self {
        let pool = (threads > 1).then(|| ThreadPoolBuilder::new().num_threads(threads).build().ok());
        Self(pool.flatten())
    }

    /// Does what shares out work again and again. One of the crew does it, so that nobody has to be woken
    /// for every share.
    pub(super) fn lead<T: Send>(&self, task: impl FnOnce() -> T + Send) -> T {
        match &self.0 {
            Some(pool) => pool.install(task),
            None => task(),
        }
    }

    /// Does a task for each item.
    pub(super) fn each<T: Send>(&self, items: &mut [T], task: impl Fn(usize, &mut T) + Sync) {
        match &self.0 {
            Some(pool) => pool.install(|| {
                let items = items.par_iter_mut().with_max_len(1).enumerate();
                items.for_each(|(i, item)| task(i, item));
            }),
            None => items.iter_mut().enumerate().for_each(|(i, item)| task(i, item)),
        }
    }
}
