//! The real program under load, killed at any moment: everything that it acknowledged must be there
//! afterwards.
//!
//! Used by `cargo xtask kill`, `load` and `schemathesis`, and by the short tests of this crate.
#![allow(missing_debug_implementations, clippy::should_implement_trait, reason = "for tests only")]

pub mod after_restart;
pub mod balancer;
pub mod event_listener;
pub mod http;
pub mod kill;
pub mod nodes;
pub mod notifications;
pub mod proxy;
pub mod rolling_restart;
pub mod seat;
pub mod sent_requests;
pub mod service;
pub mod setup;

/// Pseudo-random numbers from a seed.
#[derive(Debug, Clone)]
pub struct Chance(u64);

impl Chance {
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// SplitMix64.
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Below `most`, which must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        if from.is_empty() { None } else { from.get(self.below(from.len())) }
    }
}
