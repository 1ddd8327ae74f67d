//! How much each source has open at the same time: connections, requests, event streams.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::limits::Limits;
use crate::rate_limits::{MAX_ADDRESSES_PER_NETWORK, Source};

/// What is counted while it is open.
#[derive(Debug)]
pub(crate) struct OpenThings {
    pub(crate) connections: Arc<OpenCounts>,
    /// Requests that came through a trusted proxy, because the proxy's connections say nothing about clients.
    pub(crate) proxied_requests: Arc<OpenCounts>,
    pub(crate) streams_by_address: Arc<OpenCounts>,
    pub(crate) streams_by_person: Arc<OpenCounts>,
}

impl OpenThings {
    pub(crate) fn new(limits: &Limits) -> Self {
        let counts = |max_per_source, max_total| Arc::new(OpenCounts::new(max_per_source, max_total));
        Self {
            connections: counts(limits.max_connections_per_address, limits.max_connections),
            proxied_requests: counts(limits.max_connections_per_address, usize::MAX),
            streams_by_address: counts(limits.max_streams_per_address, usize::MAX),
            streams_by_person: counts(limits.max_streams_per_person, usize::MAX),
        }
    }
}

/// Counts of one kind. A source without anything open takes no memory.
#[derive(Debug)]
pub(crate) struct OpenCounts {
    max_per_source: usize,
    max_total: usize,
    open: Mutex<Open>,
}

#[derive(Debug, Default)]
struct Open {
    by_source: HashMap<Source, usize>,
    total: usize,
}

/// Which limit is reached.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Full {
    OfSource,
    Total,
}

/// Whether the limit of one source holds for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Share {
    Limited,
    /// For a proxy, which has the connections of many clients.
    Everything,
}

/// One open thing. It is counted until it is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    counts: Arc<OpenCounts>,
    source: Source,
}

impl OpenCounts {
    pub(crate) fn new(max_per_source: usize, max_total: usize) -> Self {
        Self { max_per_source, max_total, open: Mutex::default() }
    }

    pub(crate) const fn max_per_source(&self) -> usize {
        self.max_per_source
    }

    pub(crate) fn total(&self) -> usize {
        self.lock().total
    }

    /// Counts one more, or says which limit is reached.
    pub(crate) fn enter(self: &Arc<Self>, source: Source, share: Share) -> Result<Place, Full> {
        let mut open = self.lock();
        if open.total >= self.max_total {
            return Err(Full::Total);
        }
        let count = |source| open.by_source.get(&source).copied().unwrap_or(0);
        let max_per_network = self.max_per_source.saturating_mul(MAX_ADDRESSES_PER_NETWORK as usize);
        let is_full = count(source) >= self.max_per_source
            || source.network().is_some_and(|network| count(network) >= max_per_network);
        if share == Share::Limited && is_full {
            return Err(Full::OfSource);
        }
        for source in [Some(source), source.network()].into_iter().flatten() {
            *open.by_source.entry(source).or_default() += 1;
        }
        open.total += 1;
        drop(open);
        Ok(Place { counts: Arc::clone(self), source })
    }

    fn lock(&self) -> MutexGuard<'_, Open> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut open = self.counts.lock();
        open.total -= 1;
        for source in [Some(self.source), self.source.network()].into_iter().flatten() {
            if let Some(of_source) = open.by_source.get_mut(&source) {
                *of_source -= 1;
                if *of_source == 0 {
                    open.by_source.remove(&source);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use game::Person;

    use super::*;

    const ANN: Source = Source::Person(Person(1));
    const BEN: Source = Source::Person(Person(2));

    #[test]
    fn a_source_and_all_sources_together_are_limited() {
        let counts = Arc::new(OpenCounts::new(2, 3));
        let enter = |source| counts.enter(source, Share::Limited);
        let first = enter(ANN).expect("the first");
        let second = enter(ANN).expect("the second");
        assert_eq!(enter(ANN).map(drop), Err(Full::OfSource));
        let third = enter(BEN).expect("another source");
        assert_eq!(enter(BEN).map(drop), Err(Full::Total));
        drop(first);
        assert_eq!(enter(ANN).map(drop), Ok(()), "what is closed makes room");
        drop((second, third));
        assert_eq!(counts.total(), 0);
        assert!(counts.lock().by_source.is_empty(), "nothing open takes no memory");
    }

    #[test]
    fn an_ipv6_site_has_sixteen_times_the_share_of_an_address() {
        let counts = Arc::new(OpenCounts::new(2, 1000));
        let from = |site: u16, network: u16| {
            let address = std::net::Ipv6Addr::new(0x2001, 0xdb8, site, network, 0, 0, 0, 1);
            counts.enter(Source::of_address(address.into()), Share::Limited)
        };
        let open: Vec<_> = (0..100).filter_map(|network| from(1, network).ok()).collect();
        assert_eq!(open.len(), 32);
        assert_eq!(from(2, 0).map(drop), Ok(()), "another site");
        drop(open);
        assert!(counts.lock().by_source.is_empty());
    }

    #[test]
    fn a_proxy_has_only_the_total_limit() {
        let counts = Arc::new(OpenCounts::new(1, 3));
        let open: Vec<_> = (0..4).map(|_| counts.enter(ANN, Share::Everything)).collect();
        assert_eq!(open.iter().filter(|place| place.is_ok()).count(), 3);
        assert_eq!(open[3].as_ref().map(|_| ()), Err(&Full::Total));
    }

    #[test]
    fn a_place_is_small() {
        // Thousands of idle listeners hold up to three each.
        assert!(size_of::<Place>() <= 32, "{}", size_of::<Place>());
    }
}
