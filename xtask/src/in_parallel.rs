//! Numbered pieces of work on several threads.

use std::sync::atomic::{AtomicU64, Ordering};

/// Does the work for every number below `count`, each once, on so many threads.
pub(crate) fn for_each(count: u64, threads: usize, work: impl Fn(u64) + Sync) {
    let next = AtomicU64::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    work(number);
                }
            });
        }
    });
}
