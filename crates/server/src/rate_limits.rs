//! Rate limits: how many requests each caller may send.

use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use game::Person;

use crate::refusals::{Reason, Refused};

/// Who is counted: a person that the server knows, or else an address. Passphrases also count for the account
/// that they should open.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Source {
    Person(Person),
    Address(IpAddr),
    /// An IPv6 network that one site may have: a /48 has 65,536 networks that count as addresses.
    Network(Ipv6Addr),
    /// The hash of a handle, whether somebody has it or not: refusals must not reveal which handles exist.
    Account(u64),
}

impl Source {
    /// One household has a whole /64 of IPv6 addresses, so only that part counts.
    pub(crate) fn of_address(address: IpAddr) -> Self {
        const NETWORK_BITS: u128 = !(u64::MAX as u128);
        Self::Address(match address.to_canonical() {
            IpAddr::V4(address) => IpAddr::V4(address),
            IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & NETWORK_BITS)),
        })
    }
}

/// All addresses of an IPv6 /48 together may send this many times what one address may.
pub(crate) const MAX_ADDRESSES_PER_NETWORK: u32 = 16;

impl Source {
    /// The wider network of an address. None for IPv4, where addresses are dear.
    pub(crate) fn network(self) -> Option<Self> {
        const NETWORK_BITS: u128 = u128::MAX << 80;
        match self {
            Self::Address(IpAddr::V6(address)) => {
                Some(Self::Network(Ipv6Addr::from_bits(address.to_bits() & NETWORK_BITS)))
            }
            Self::Address(IpAddr::V4(_)) | Self::Network(_) | Self::Person(_) | Self::Account(_) => None,
        }
    }
}

/// What is counted separately.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum RateLimitKind {
    /// A request that changes something.
    Write,
    /// Any request from one address.
    Read,
    /// A new identity.
    NewIdentity,
    /// A sign-in attempt.
    SignIn,
    /// A passphrase for one account, from any address.
    PassphraseGuess,
    /// Pictures, exports and new games, which cost more.
    Expensive,
    /// Advice, which costs the most.
    Advice,
    /// The short code of a game at a table.
    TableCode,
}

/// Token buckets: they fill with time, and each request takes one token.
///
/// Every request does the same small amount of work, however many callers there are: the buckets are in
/// shards with a lock each, and a full shard drops those that were not used for the longest time.
#[derive(Debug)]
pub(crate) struct RateLimits<S = RandomState> {
    rate: u32,
    hasher: S,
    shards: [Mutex<Shard<S>>; SHARDS],
}

/// Buckets of some callers. `recent` has those used since the last change of generations.
#[derive(Debug)]
struct Shard<S> {
    recent: HashMap<(Source, RateLimitKind), Bucket, S>,
    older: HashMap<(Source, RateLimitKind), Bucket, S>,
}

#[derive(Clone, Copy, Debug)]
struct Bucket {
    tokens: f64,
    since: Instant,
}

const SHARDS: usize = 64;
/// All shards together have at most this many buckets, about 10 MB.
pub(crate) const MAX_BUCKETS: usize = 131_072;
const MAX_RECENT_PER_SHARD: usize = MAX_BUCKETS / SHARDS / 2;

impl<S: BuildHasher> Shard<S> {
    fn bucket(&mut self, key: (Source, RateLimitKind), full: Bucket) -> &mut Bucket {
        if !self.recent.contains_key(&key) && self.recent.len() >= MAX_RECENT_PER_SHARD {
            // Both maps keep their memory, so that no request has to make them grow again.
            std::mem::swap(&mut self.recent, &mut self.older);
            self.recent.clear();
        }
        let older = &mut self.older;
        self.recent.entry(key).or_insert_with(|| older.remove(&key).unwrap_or(full))
    }
}

impl RateLimitKind {
    /// How many requests per second, and how many at once, for a setting of `--rate`.
    pub(crate) fn rate_and_burst(self, rate: u32) -> (f64, f64) {
        let rate = f64::from(rate);
        match self {
            Self::Write => (rate, rate * 3.0),
            Self::Read => (rate * 20.0, rate * 60.0),
            Self::NewIdentity => (rate / 40.0, rate * 2.0),
            Self::SignIn => (rate / 200.0, rate / 2.0),
            // Slow, because all addresses share it. The owner's browsers, recovery code and links do not.
            Self::PassphraseGuess => (rate / 1200.0, rate / 2.0),
            Self::Expensive => (rate / 4.0, rate * 2.0),
            Self::Advice => (rate / 20.0, rate / 2.0),
            // Slow enough that nobody finds a table by guessing; seven phones in one room may mistype.
            Self::TableCode => (rate / 40.0, rate * 2.0),
        }
    }
}

impl RateLimits {
    pub(crate) fn new(rate: u32) -> Self {
        Self::with_hasher(rate, RandomState::new())
    }
}

impl<S: BuildHasher + Clone> RateLimits<S> {
    fn with_hasher(rate: u32, hasher: S) -> Self {
        let map = || HashMap::with_hasher(hasher.clone());
        let shards = std::array::from_fn(|_| Mutex::new(Shard { recent: map(), older: map() }));
        Self { rate, hasher, shards }
    }

    /// Whom a passphrase for this handle counts for.
    pub(crate) fn account(&self, handle: &str) -> Source {
        Source::Account(self.hasher.hash_one(handle))
    }

    /// Counts one request, or refuses it.
    pub(crate) fn count(&self, source: Source, kind: RateLimitKind) -> Result<(), Refused> {
        self.take_token(source, kind, self.rate)?;
        match source.network() {
            Some(network) => {
                self.take_token(network, kind, self.rate.saturating_mul(MAX_ADDRESSES_PER_NETWORK))
            }
            None => Ok(()),
        }
    }

    fn take_token(&self, source: Source, kind: RateLimitKind, rate: u32) -> Result<(), Refused> {
        let (rate, burst) = kind.rate_and_burst(rate);
        let now = Instant::now();
        let key = (source, kind);
        let shard = &self.shards[self.hasher.hash_one(key) as usize % SHARDS];
        let mut shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
        let bucket = shard.bucket(key, Bucket { tokens: burst, since: now });
        bucket.tokens = (bucket.tokens + now.duration_since(bucket.since).as_secs_f64() * rate).min(burst);
        bucket.since = now;
        if bucket.tokens < 1.0 {
            return Err(Reason::RateLimited.into());
        }
        bucket.tokens -= 1.0;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::hash::DefaultHasher;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    /// Counts how many keys are hashed: the work of lookups, and of maps that grow.
    #[derive(Clone, Default)]
    struct CountingHasher(Arc<AtomicUsize>);

    impl BuildHasher for CountingHasher {
        type Hasher = DefaultHasher;

        fn build_hasher(&self) -> DefaultHasher {
            self.0.fetch_add(1, Ordering::Relaxed);
            DefaultHasher::new()
        }
    }

    #[test]
    fn every_request_does_the_same_work_for_200000_callers() {
        const CALLERS: u64 = 200_000;
        let hasher = CountingHasher::default();
        let limits = RateLimits::with_hasher(10, hasher.clone());
        let work_of = |number| {
            let before = hasher.0.load(Ordering::Relaxed);
            let _ = limits.count(Source::Person(Person(number)), RateLimitKind::Write);
            hasher.0.load(Ordering::Relaxed) - before
        };
        // The maps grow to their full size once. A single request then moves at most one full map.
        let first: Vec<usize> = (0..CALLERS).map(work_of).collect();
        let grown = first.iter().max().expect("callers");
        assert!(*grown <= MAX_RECENT_PER_SHARD * 2, "{grown}");
        let all: usize = first.iter().sum();
        assert!(all <= CALLERS as usize * 6, "{all}");
        // After that, each request looks into its shard, however many callers there were.
        let later = (CALLERS..2 * CALLERS).map(work_of).max();
        assert_eq!(later, Some(4), "the shard, both looks into `recent`, one into `older`");
    }

    #[test]
    fn a_burst_is_allowed_and_more_is_refused() {
        let limits = RateLimits::new(10);
        let one = Source::Person(Person(1));
        assert!((0..30).all(|_| limits.count(one, RateLimitKind::Write).is_ok()));
        assert_eq!(limits.count(one, RateLimitKind::Write), Err(Reason::RateLimited.into()));
        assert!(
            limits.count(Source::Person(Person(2)), RateLimitKind::Write).is_ok(),
            "other callers are not limited"
        );
    }

    #[test]
    fn a_flood_of_callers_takes_bounded_memory() {
        let limits = RateLimits::new(10);
        for number in 0..3 * MAX_BUCKETS as u64 {
            let _ = limits.count(Source::Person(Person(number)), RateLimitKind::Write);
        }
        let size = |shard: &Mutex<Shard<RandomState>>| {
            let shard = shard.lock().unwrap_or_else(PoisonError::into_inner);
            shard.recent.len() + shard.older.len()
        };
        assert!(limits.shards.iter().map(size).sum::<usize>() <= MAX_BUCKETS);
    }

    #[test]
    fn a_caller_who_keeps_sending_is_not_forgotten_in_a_flood() {
        let limits = RateLimits::new(10);
        let one = Source::Person(Person(u64::MAX));
        while limits.count(one, RateLimitKind::SignIn).is_ok() {}
        for number in 0..2 * MAX_BUCKETS as u64 {
            let _ = limits.count(Source::Person(Person(number)), RateLimitKind::Write);
            if number % 100 == 0 {
                assert!(limits.count(one, RateLimitKind::SignIn).is_err(), "after {number} other callers");
            }
        }
    }

    #[test]
    fn the_networks_of_one_ipv6_site_share_sixteen_times_the_rate() {
        let limits = RateLimits::new(2);
        let from = |site: u16, network: u16| {
            let address = Ipv6Addr::new(0x2001, 0xdb8, site, network, 0, 0, 0, 1);
            limits.count(Source::of_address(address.into()), RateLimitKind::Advice)
        };
        // One request at once for each address, so sixteen for the site.
        let allowed = (0..1000).filter(|network| from(1, *network).is_ok()).count();
        assert!((16..32).contains(&allowed), "{allowed}");
        assert!(from(2, 0).is_ok(), "another site");
    }

    #[test]
    fn an_ipv6_network_counts_as_one_address() {
        let of = |text: &str| Source::of_address(text.parse().expect("an address"));
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), of("2001:db8:1:2:ffff::1"));
        assert_ne!(of("2001:db8:1:2::1"), of("2001:db8:1:3::1"));
        assert_eq!(of("::ffff:192.0.2.1"), of("192.0.2.1"));
        assert_ne!(of("192.0.2.1"), of("192.0.2.2"));
    }
}
