//! The kinds of faults, how often each strikes in a run, and how often it did.

use std::fmt;

use seeded_random::SeededRng;

macro_rules! fault_kinds {
    ($($(#[$doc:meta])* $kind:ident = $name:literal, $often:literal;)+) => {
        /// One kind of fault.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum FaultKind { $($(#[$doc])* $kind,)+ }

        impl FaultKind {
            pub const ALL: &'static [Self] = &[$(Self::$kind,)+];

            pub const fn name(self) -> &'static str {
                match self { $(Self::$kind => $name,)+ }
            }

            /// How many of 1,000 opportunities it takes at most.
            const fn max_rate(self) -> usize {
                match self { $(Self::$kind => $often,)+ }
            }
        }
    };
}

fault_kinds! {
    /// A request does not reach the store.
    RequestLost = "requests to the store lost", 40;
    /// The store did what was asked, but its answer is lost.
    ReplyLost = "answers of the store lost after the commit", 150;
    SlowReply = "slow answers of the store", 60;
    SlowDisk = "slow syncs", 150;
    /// The store's machine stops: what was not synced is lost, all connections break.
    PowerCut = "power cuts", 30;
    /// A node cannot reach the store for a while.
    ConnectionCut = "connections cut", 40;
    NoticeDropped = "notices dropped", 400;
    NoticeDuplicated = "notices sent twice", 300;
    NoticeDelayed = "notices delayed, so out of order", 300;
    NodeCrash = "crashes of a node at any time", 40;
    CrashBeforeWrite = "crashes of a node before a write", 30;
    CrashAfterWrite = "crashes of a node between commit and answer", 30;
    /// All clocks.
    ClockAhead = "clocks jump ahead", 40;
    ClockBack = "clocks jump back", 40;
    /// One node's clock.
    ClockDiffers = "clock of one node wrong", 60;
    ClientGone = "players who do not wait for the answer", 60;
    AnswerLost = "answers to players lost", 150;
}

/// How often each kind of fault strikes in one run, of 1,000 opportunities.
#[derive(Clone, Debug)]
pub(crate) struct FaultRates(Vec<usize>);

impl FaultRates {
    /// Half of the kinds are absent from a run: faults that always come together hide each other.
    pub(crate) fn draw(chance: &mut SeededRng) -> Self {
        let rate = |kind: &FaultKind| match chance.below(4) {
            0 | 1 => 0,
            2 => kind.max_rate().div_ceil(4),
            _ => kind.max_rate(),
        };
        Self(FaultKind::ALL.iter().map(rate).collect())
    }

    pub(crate) fn of(&self, kind: FaultKind) -> usize {
        self.0[kind as usize]
    }
}

/// How often each kind of fault struck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FaultCounts(Vec<u64>);

impl Default for FaultCounts {
    fn default() -> Self {
        Self(vec![0; FaultKind::ALL.len()])
    }
}

impl FaultCounts {
    pub(crate) fn count(&mut self, kind: FaultKind) {
        self.0[kind as usize] += 1;
    }

    pub fn of(&self, kind: FaultKind) -> u64 {
        self.0[kind as usize]
    }

    pub fn add(&mut self, other: &Self) {
        for (sum, count) in self.0.iter_mut().zip(&other.0) {
            *sum += count;
        }
    }

    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }
}

impl fmt::Display for FaultCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for kind in FaultKind::ALL {
            writeln!(f, "{:>12}  {}", self.of(*kind), kind.name())?;
        }
        Ok(())
    }
}
