//! Times and lengths of time as plain numbers. The game never reads a clock.

/// A time in whole seconds since the start of 1970, UTC.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Timestamp(i64);

/// A length of time in whole seconds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Seconds(u32);

/// How much earlier than the last event of a game the clock may be. Clocks of several machines differ a little,
/// and within this bound the time of a game stands still. Beyond it, the clock was wrong then.
pub const MAX_CLOCK_DIFFERENCE: Seconds = Seconds::minutes(10);

impl Timestamp {
    /// Late enough for any game, and within the range of calendars.
    const MAX_SECONDS: i64 = 200_000_000_000;

    /// A time before 1970 or thousands of years ahead is moved to the nearest valid one.
    pub const fn from_seconds(seconds: i64) -> Self {
        if seconds < 0 {
            Self(0)
        } else if seconds > Self::MAX_SECONDS {
            Self(Self::MAX_SECONDS)
        } else {
            Self(seconds)
        }
    }

    pub const fn seconds(self) -> i64 {
        self.0
    }

    #[must_use]
    pub const fn plus(self, length: Seconds) -> Self {
        Self::from_seconds(self.0 + length.0 as i64)
    }

    /// The time since `earlier`. Zero if `earlier` is in the future.
    pub fn since(self, earlier: Self) -> Seconds {
        Seconds(u32::try_from(self.0 - earlier.0).unwrap_or(if self > earlier { u32::MAX } else { 0 }))
    }
}

impl Seconds {
    pub const ZERO: Self = Self(0);

    pub const fn new(seconds: u32) -> Self {
        Self(seconds)
    }

    pub const fn minutes(minutes: u32) -> Self {
        Self(minutes.saturating_mul(60))
    }

    pub const fn hours(hours: u32) -> Self {
        Self(hours.saturating_mul(3600))
    }

    pub const fn days(days: u32) -> Self {
        Self(days.saturating_mul(86_400))
    }

    pub const fn count(self) -> u32 {
        self.0
    }

    #[must_use]
    pub const fn plus(self, more: Self) -> Self {
        Self(self.0.saturating_add(more.0))
    }

    #[must_use]
    pub const fn minus(self, gone: Self) -> Self {
        Self(self.0.saturating_sub(gone.0))
    }
}
