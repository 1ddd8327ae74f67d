//! The time of this node: the system's clock, except for a while after it jumped.
//!
//! A clock that jumps ahead would close every game at once. A second clock, which only counts the time that
//! passes, shows the jump while the process runs. Nobody can know at once which of the two is right: the jump
//! may be an error that is set right soon, or set an error right. So for some minutes time goes on as if
//! nothing had happened, and only then the jump is believed.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::machine::MillisecondSource;

/// A smaller difference is no jump: clocks are set right by little all the time.
const MAX_STEP_MS: i64 = 60_000;
/// How long a jump is not believed.
const MAX_DOUBT: Duration = Duration::from_secs(10 * 60);

/// A time source that follows `system`, milliseconds since 1970.
pub fn steady_clock(system: fn() -> i64) -> MillisecondSource {
    let started = Instant::now();
    let clock = Mutex::new(SteadyClock { milliseconds: system(), passed: Duration::ZERO, doubt_since: None });
    Arc::new(move || {
        let mut clock = clock.lock().unwrap_or_else(PoisonError::into_inner);
        clock.read(system(), started.elapsed())
    })
}

#[derive(Debug)]
struct SteadyClock {
    /// The system's clock when it was last believed.
    milliseconds: i64,
    /// The time since the start at that moment.
    passed: Duration,
    doubt_since: Option<Duration>,
}

impl SteadyClock {
    fn read(&mut self, system: i64, passed: Duration) -> i64 {
        let since = i64::try_from(passed.saturating_sub(self.passed).as_millis()).unwrap_or(i64::MAX);
        let expected = self.milliseconds.saturating_add(since);
        let jump = system.saturating_sub(expected);
        if jump.saturating_abs() > MAX_STEP_MS {
            let doubt_since = *self.doubt_since.get_or_insert_with(|| {
                tracing::error!(
                    jump_ms = jump,
                    "the clock jumped; this is believed if it lasts for ten minutes"
                );
                passed
            });
            if passed.saturating_sub(doubt_since) < MAX_DOUBT {
                return expected;
            }
            tracing::error!(jump_ms = jump, "the clock jumped and stays there: deadlines now follow it");
        } else if self.doubt_since.is_some() {
            tracing::info!("the clock is back");
        }
        *self = Self { milliseconds: system, passed, doubt_since: None };
        system
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const YEAR: i64 = 365 * 86_400;

    /// Reads the clock at these times: what the system says, seconds since the start, what is believed.
    fn check(readings: &[(i64, u64, i64)]) {
        let mut clock = SteadyClock { milliseconds: 1_000_000, passed: Duration::ZERO, doubt_since: None };
        for (system, passed, expected) in readings {
            let read = clock.read(*system * 1000 + 7, Duration::from_secs(*passed));
            assert_eq!(read.div_euclid(1000), *expected, "after {passed} s");
        }
    }

    #[test]
    fn small_steps_are_followed() {
        check(&[(1000, 0, 1000), (1010, 10, 1010), (1071, 12, 1071), (1020, 20, 1020), (1500, 500, 1500)]);
    }

    #[test]
    fn a_jump_ahead_and_back_leaves_no_trace() {
        check(&[
            (1010, 10, 1010),
            (1020 + 10 * YEAR, 20, 1020),
            (1300 + 10 * YEAR, 300, 1300),
            (1310, 310, 1310),
            // A second one is doubted anew.
            (1320 + 10 * YEAR, 320, 1320),
            (1900 + 10 * YEAR, 900, 1900),
        ]);
    }

    #[test]
    fn a_jump_that_lasts_is_believed() {
        check(&[(2000 + YEAR, 10, 1010), (2595 + YEAR, 605, 1605), (2600 + YEAR, 610, 2600 + YEAR)]);
        check(&[(-YEAR, 10, 1010), (600 - YEAR, 610, 600 - YEAR), (601 - YEAR, 611, 601 - YEAR)]);
    }
}
