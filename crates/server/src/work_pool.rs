//! Pools for work that needs the processor: bots, pictures, advice and passphrases have one each, so that a
//! flood of one kind does not delay the others. A queue that people fill is bounded.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::refusals::{Reason, Refused};

/// Work of one kind: how much is done at the same time, and how much may wait.
#[derive(Debug)]
pub(crate) struct WorkPool {
    permits: Arc<Semaphore>,
    waiting: Arc<AtomicUsize>,
    max_waiting: usize,
}

/// One who waits. It leaves the queue when it gets its permit, and also when its request is cancelled.
struct Waiting(Arc<AtomicUsize>);

impl Drop for Waiting {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl WorkPool {
    pub(crate) fn new(at_a_time: usize, max_waiting: usize) -> Self {
        Self { permits: Arc::new(Semaphore::new(at_a_time.max(1))), waiting: Arc::default(), max_waiting }
    }

    /// Waits for a place, first come first served. Refuses if too many wait already.
    pub(crate) async fn enter(&self) -> Result<OwnedSemaphorePermit, Refused> {
        if let Ok(permit) = Arc::clone(&self.permits).try_acquire_owned() {
            return Ok(permit);
        }
        let before = self.waiting.fetch_add(1, Ordering::SeqCst);
        let _waiting = Waiting(Arc::clone(&self.waiting));
        if before >= self.max_waiting {
            return Err(Reason::Busy.into());
        }
        Arc::clone(&self.permits).acquire_owned().await.map_err(|_| Reason::Busy.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_full_queue_refuses_and_has_room_again_later() {
        let pool = Arc::new(WorkPool::new(1, 2));
        let first = pool.enter().await.expect("a free place");
        let wait = || {
            tokio::spawn({
                let pool = Arc::clone(&pool);
                async move { pool.enter().await.map(drop) }
            })
        };
        let (second, third) = (wait(), wait());
        while pool.waiting.load(Ordering::SeqCst) < 2 {
            tokio::task::yield_now().await;
        }
        assert_eq!(pool.enter().await.map(drop), Err(Reason::Busy.into()), "two wait already");
        third.abort();
        let _ = third.await;
        let fourth = wait();
        while pool.waiting.load(Ordering::SeqCst) < 2 {
            tokio::task::yield_now().await;
        }
        drop(first);
        assert_eq!(second.await.expect("not cancelled"), Ok(()));
        assert_eq!(fourth.await.expect("not cancelled"), Ok(()), "a cancelled request leaves the queue");
        assert!(pool.enter().await.is_ok());
    }
}
