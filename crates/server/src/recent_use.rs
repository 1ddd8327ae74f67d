//! How much processor time the bots of each payer have used recently. In the queue for bots, whoever has used
//! least comes first: the many bots of one person wait, and the few bots of another do not.

use std::fmt;

use game::Timestamp;

use crate::hourly_budget::HourlyBudgets;
use crate::machine::TimeSource;
use crate::payer::Payer;
use crate::rate_limits::Source;

/// What is used beyond this counts no more, so that whoever plays all day is not behind every newcomer. It is
/// also what is forgotten per hour.
pub(crate) const MAX_COUNTED_BOT_SECONDS: u64 = 60;

/// Processor time, in microseconds.
pub(crate) struct RecentUse {
    accounts: HourlyBudgets,
    time: TimeSource,
}

impl RecentUse {
    pub(crate) fn new(time: TimeSource) -> Self {
        Self { accounts: HourlyBudgets::new(MAX_COUNTED_BOT_SECONDS * 1_000_000), time }
    }

    pub(crate) fn note(&self, payer: Payer, us: u64) {
        self.accounts.charge(payer, us, self.now());
    }

    /// Calls `ask` with a function that returns how much a source has used.
    pub(crate) fn with_amounts<T>(&self, ask: impl FnOnce(&dyn Fn(Source) -> u64) -> T) -> T {
        self.accounts.with_amounts(self.now(), |used| {
            ask(&|source| used(source).min(MAX_COUNTED_BOT_SECONDS * 1_000_000))
        })
    }

    fn now(&self) -> Timestamp {
        Timestamp::from_seconds((self.time)())
    }
}

impl fmt::Debug for RecentUse {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecentUse").field("accounts", &self.accounts).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicI64, Ordering};

    use game::Person;

    use super::*;

    #[test]
    fn use_is_forgotten_and_much_use_counts_as_a_minute() {
        let time = Arc::new(AtomicI64::new(0));
        let clock = Arc::clone(&time);
        let used = RecentUse::new(Arc::new(move || clock.load(Ordering::SeqCst)));
        let (ann, ben) = (Source::Person(Person(1)), Source::Person(Person(2)));
        used.note(Payer::of_person(Person(1), None), 30_000_000);
        used.note(Payer::of_person(Person(2), None), 3_000_000_000);
        let amounts = || used.with_amounts(|used| (used(ann), used(ben), used(Source::Account(0))));
        assert_eq!(amounts(), (30_000_000, 60_000_000, 0));
        time.store(600, Ordering::SeqCst);
        assert_eq!(amounts(), (20_000_000, 60_000_000, 0));
        time.store(1800, Ordering::SeqCst);
        assert_eq!(amounts(), (0, 60_000_000, 0));
    }
}
