//! Pools for work that needs the processor: bots, pictures, advice and passphrases have one each, so that a
//! flood of one kind does not delay the others. Within a pool, those who cause the work take turns
//! (`fair_queue.rs`), so that a flood by one caller does not delay the other callers.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

use crate::fair_queue::{FairQueue, Priority, QueueLimits, Ticket};
use crate::payer::Payer;
use crate::recent_use::RecentUse;
use crate::refusals::{Reason, Refused};

/// Work of one kind: how much is done at the same time, and how much may wait.
#[derive(Debug)]
pub(crate) struct WorkPool(Arc<Mutex<PoolState>>);

#[derive(Debug)]
struct PoolState {
    /// While a place is free, nobody waits.
    free_places: usize,
    queue: FairQueue<oneshot::Sender<Place>>,
    /// What the payers have used recently. None: it does not matter, they take turns.
    use_of: Option<RecentUse>,
}

/// A place in a pool. Dropping it gives it to the next in the queue.
#[derive(Debug)]
pub(crate) struct Place {
    /// None if somebody else has got the place.
    pool: Option<Arc<Mutex<PoolState>>>,
}

impl WorkPool {
    pub(crate) fn new(places: usize, limits: QueueLimits) -> Self {
        Self::with_use(places, limits, None)
    }

    /// A pool in which those who have used least are served first.
    pub(crate) fn least_used_first(places: usize, limits: QueueLimits, use_of: RecentUse) -> Self {
        Self::with_use(places, limits, Some(use_of))
    }

    fn with_use(places: usize, limits: QueueLimits, use_of: Option<RecentUse>) -> Self {
        let queue = FairQueue::new(limits);
        Self(Arc::new(Mutex::new(PoolState { free_places: places.max(1), queue, use_of })))
    }

    /// Waits for a place. Refuses if too many wait already.
    pub(crate) async fn enter(&self, payer: Payer, priority: Priority) -> Result<Place, Refused> {
        let (sender, receiver) = oneshot::channel();
        let ticket = {
            let mut state = lock(&self.0);
            if state.free_places > 0 {
                state.free_places -= 1;
                return Ok(Place { pool: Some(Arc::clone(&self.0)) });
            }
            state.queue.push(priority, payer, sender).map_err(|_| Reason::Busy)?
        };
        let _waiting = WaitingEntry { pool: &self.0, ticket };
        receiver.await.map_err(|_| Reason::Busy.into())
    }

    #[cfg(test)]
    pub(crate) fn waiting(&self) -> usize {
        lock(&self.0).queue.len()
    }
}

/// One who waits. It leaves the queue also when its request is cancelled.
struct WaitingEntry<'a> {
    pool: &'a Mutex<PoolState>,
    ticket: Ticket,
}

impl Drop for WaitingEntry<'_> {
    fn drop(&mut self) {
        lock(self.pool).queue.remove(self.ticket);
    }
}

impl Place {
    /// Notes how much was used in this place.
    pub(crate) fn note_use(&self, payer: Payer, us: u64) {
        let Some(pool) = &self.pool else { return };
        if let Some(use_of) = &lock(pool).use_of {
            use_of.note(payer, us);
        }
    }
}

impl PoolState {
    fn next(&mut self) -> Option<oneshot::Sender<Place>> {
        match &self.use_of {
            Some(use_of) => use_of.with_amounts(|used| self.queue.pop(used)),
            None => self.queue.pop(|_| 0),
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let Some(pool) = self.pool.take() else { return };
        loop {
            let next = {
                let mut state = lock(&pool);
                let next = state.next();
                if next.is_none() {
                    state.free_places += 1;
                }
                next
            };
            let Some(next) = next else { return };
            // If the receiver was cancelled in the meantime, the place goes to the one after it.
            match next.send(Self { pool: Some(Arc::clone(&pool)) }) {
                Ok(()) => return,
                Err(mut place) => place.pool = None,
            }
        }
    }
}

fn lock(pool: &Mutex<PoolState>) -> MutexGuard<'_, PoolState> {
    pool.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use game::Person;

    use super::*;

    fn payer(person: u64) -> Payer {
        Payer::of_person(Person(person), None)
    }

    /// Starts a task that waits for a place and then writes down its person.
    async fn wait(
        pool: &Arc<WorkPool>,
        person: u64,
        served: &Arc<Mutex<Vec<u64>>>,
    ) -> tokio::task::JoinHandle<()> {
        let before = pool.waiting();
        let task = tokio::spawn({
            let (pool, served) = (Arc::clone(pool), Arc::clone(served));
            async move {
                let _place = pool.enter(payer(person), Priority::Usual).await.expect("room in the queue");
                served.lock().expect("no panic").push(person);
            }
        });
        while pool.waiting() == before {
            tokio::task::yield_now().await;
        }
        task
    }

    #[tokio::test]
    async fn a_flood_by_one_caller_delays_another_by_one_unit_of_work() {
        let pool = Arc::new(WorkPool::new(1, QueueLimits::UNLIMITED));
        let served = Arc::default();
        let first = pool.enter(payer(1), Priority::Usual).await.expect("a free place");
        let mut tasks = Vec::new();
        for person in [1, 1, 1, 1, 2] {
            tasks.push(wait(&pool, person, &served).await);
        }
        drop(first);
        for task in tasks {
            task.await.expect("not cancelled");
        }
        assert_eq!(*served.lock().expect("no panic"), [1, 2, 1, 1, 1]);
    }

    #[tokio::test]
    async fn a_full_queue_refuses_and_has_room_again_later() {
        let limits = QueueLimits { total: 2, per_address: 2, per_person: 2 };
        let (pool, served) = (Arc::new(WorkPool::new(1, limits)), Arc::default());
        let first = pool.enter(payer(1), Priority::Usual).await.expect("a free place");
        let second = wait(&pool, 2, &served).await;
        let third = wait(&pool, 3, &served).await;
        let refused = pool.enter(payer(4), Priority::Usual).await;
        assert_eq!(refused.map(drop), Err(Reason::Busy.into()), "two wait already");
        third.abort();
        assert!(third.await.is_err());
        let fourth = wait(&pool, 4, &served).await;
        drop(first);
        second.await.expect("not cancelled");
        fourth.await.expect("not cancelled");
        assert_eq!(*served.lock().expect("no panic"), [2, 4], "a cancelled request leaves the queue");
        assert!(pool.enter(payer(5), Priority::Usual).await.is_ok());
    }

    #[tokio::test]
    async fn a_place_that_came_too_late_goes_to_the_next() {
        let (pool, served) = (Arc::new(WorkPool::new(1, QueueLimits::UNLIMITED)), Arc::default());
        let first = pool.enter(payer(1), Priority::Usual).await.expect("a free place");
        let second = wait(&pool, 2, &served).await;
        let third = wait(&pool, 3, &served).await;
        // The place is sent to the second, which is cancelled before it runs again.
        drop(first);
        second.abort();
        assert!(second.await.is_err());
        third.await.expect("not cancelled");
        assert_eq!(*served.lock().expect("no panic"), [3]);
    }
}
