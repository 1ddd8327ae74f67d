//! How much one caller may ask in a while.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::refused::{Reason, Refused};

/// Who is counted: a key, or where the request came from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Source {
    Key([u8; 32]),
    Address(IpAddr),
}

/// What is counted by itself.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Act {
    /// Anything that changes something.
    Write,
    /// Anything at all from one address.
    Read,
    /// A new identity.
    Arrive,
    /// Trying to come in as somebody.
    SignIn,
    /// Pictures and whole games, which cost more.
    Heavy,
    /// Advice, which costs most.
    Think,
}

/// Buckets that fill with time and are emptied by asking.
#[derive(Debug)]
pub(crate) struct Limits {
    rate: u32,
    buckets: Mutex<HashMap<(Source, Act), (f64, Instant)>>,
}

const MOST_BUCKETS: usize = 100_000;

impl Limits {
    pub(crate) fn new(rate: u32) -> Self {
        Self { rate, buckets: Mutex::default() }
    }

    /// How many a second, and how many at once.
    fn measure(&self, act: Act) -> (f64, f64) {
        let rate = f64::from(self.rate);
        match act {
            Act::Write => (rate, rate * 3.0),
            Act::Read => (rate * 20.0, rate * 60.0),
            Act::Arrive => (rate / 40.0, rate * 2.0),
            Act::SignIn => (rate / 200.0, rate / 2.0),
            Act::Heavy => (rate / 4.0, rate * 2.0),
            Act::Think => (rate / 20.0, rate / 2.0),
        }
    }

    /// Counts one request, or refuses it.
    pub(crate) fn count(&self, source: Source, act: Act) -> Result<(), Refused> {
        let (rate, most) = self.measure(act);
        let now = Instant::now();
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MOST_BUCKETS {
            buckets.retain(|_, (_, since)| since.elapsed().as_secs() < 60);
        }
        let (left, since) = buckets.entry((source, act)).or_insert((most, now));
        *left = (*left + now.duration_since(*since).as_secs_f64() * rate).min(most);
        *since = now;
        if *left < 1.0 {
            return Err(Reason::TooFast.into());
        }
        *left -= 1.0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_taken_and_a_flood_is_not() {
        let limits = Limits::new(10);
        let one = Source::Key([1; 32]);
        assert!((0..30).all(|_| limits.count(one, Act::Write).is_ok()));
        assert_eq!(limits.count(one, Act::Write), Err(Reason::TooFast.into()));
        assert!(limits.count(Source::Key([2; 32]), Act::Write).is_ok(), "others are not held up");
    }
}
