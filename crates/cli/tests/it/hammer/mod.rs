//! The real program under load, killed at any moment: what it acknowledged must be there afterwards.
//!
//! Shared by `cargo xtask kill`, `load` and `schemathesis`, and by the short test that runs always.
#![allow(dead_code, reason = "each of those who share it uses a part")]

pub(crate) mod balancer;
pub(crate) mod check;
pub(crate) mod http;
pub(crate) mod kill;
pub(crate) mod ledger;
pub(crate) mod news;
pub(crate) mod nodes;
pub(crate) mod proxy;
pub(crate) mod rolling;
pub(crate) mod seat;
pub(crate) mod service;
pub(crate) mod table;

/// Chance that is the same for the same seed.
#[derive(Debug, Clone)]
pub(crate) struct Chance(u64);

impl Chance {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// SplitMix64.
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Below `most`, which is not 0.
    pub(crate) fn below(&mut self, most: usize) -> usize {
        (self.next() % most as u64) as usize
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> Option<&'a T> {
        if from.is_empty() { None } else { from.get(self.below(from.len())) }
    }
}
