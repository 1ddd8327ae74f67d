//! Rate limits: how many requests each caller may send.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::refusals::{Reason, Refused};

/// Who is counted: a session key, or an IP address.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Source {
    Key([u8; 32]),
    Address(IpAddr),
}

/// What is counted separately.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum LimitKind {
    /// A request that changes something.
    Write,
    /// Any request from one address.
    Read,
    /// A new identity.
    NewIdentity,
    /// A sign-in attempt.
    SignIn,
    /// Pictures, exports and new games, which cost more.
    Expensive,
    /// Advice, which costs the most.
    Advice,
}

/// Token buckets: they fill with time, and each request takes one token.
#[derive(Debug)]
pub(crate) struct Limits {
    rate: u32,
    buckets: Mutex<HashMap<(Source, LimitKind), (f64, Instant)>>,
}

const MAX_BUCKETS: usize = 100_000;

impl Limits {
    pub(crate) fn new(rate: u32) -> Self {
        Self { rate, buckets: Mutex::default() }
    }

    /// The refill rate per second, and the size of the bucket.
    fn rate_and_burst(&self, act: LimitKind) -> (f64, f64) {
        let rate = f64::from(self.rate);
        match act {
            LimitKind::Write => (rate, rate * 3.0),
            LimitKind::Read => (rate * 20.0, rate * 60.0),
            LimitKind::NewIdentity => (rate / 40.0, rate * 2.0),
            LimitKind::SignIn => (rate / 200.0, rate / 2.0),
            LimitKind::Expensive => (rate / 4.0, rate * 2.0),
            LimitKind::Advice => (rate / 20.0, rate / 2.0),
        }
    }

    /// Counts one request, or refuses it.
    pub(crate) fn count(&self, source: Source, act: LimitKind) -> Result<(), Refused> {
        let (rate, burst) = self.rate_and_burst(act);
        let now = Instant::now();
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= MAX_BUCKETS {
            buckets.retain(|_, (_, since)| since.elapsed().as_secs() < 60);
        }
        let (left, since) = buckets.entry((source, act)).or_insert((burst, now));
        *left = (*left + now.duration_since(*since).as_secs_f64() * rate).min(burst);
        *since = now;
        if *left < 1.0 {
            return Err(Reason::RateLimited.into());
        }
        *left -= 1.0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_allowed_and_more_is_refused() {
        let limits = Limits::new(10);
        let one = Source::Key([1; 32]);
        assert!((0..30).all(|_| limits.count(one, LimitKind::Write).is_ok()));
        assert_eq!(limits.count(one, LimitKind::Write), Err(Reason::RateLimited.into()));
        assert!(
            limits.count(Source::Key([2; 32]), LimitKind::Write).is_ok(),
            "other callers are not limited"
        );
    }
}
