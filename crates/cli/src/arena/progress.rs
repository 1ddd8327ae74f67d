//! A progress bar with the remaining time, on standard error.

use std::io::{IsTerminal, Write, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

#[derive(Debug)]
pub(crate) struct Progress {
    title: String,
    total: u64,
    start: Instant,
    /// Games played, and when the bar was last drawn.
    state: Mutex<(u64, Option<Instant>)>,
    quiet: bool,
}

const WIDTH: u64 = 30;
const REDRAW_INTERVAL: Duration = Duration::from_millis(200);

impl Progress {
    pub(crate) fn new(title: String, all: u64, quiet: bool) -> Self {
        let quiet = quiet || !stderr().is_terminal();
        Self { title, total: all, start: Instant::now(), state: Mutex::new((0, None)), quiet }
    }

    pub(crate) fn step(&self) {
        let Ok(mut state) = self.state.lock() else { return };
        state.0 += 1;
        let due = state.1.is_none_or(|drawn| drawn.elapsed() >= REDRAW_INTERVAL) || state.0 == self.total;
        if self.quiet || !due {
            return;
        }
        state.1 = Some(Instant::now());
        let done = state.0;
        let left = self.start.elapsed().as_secs_f64() / done as f64 * (self.total - done) as f64;
        let full = done * WIDTH / self.total;
        let bar: String = (0..WIDTH).map(|i| if i < full { '#' } else { '.' }).collect();
        // A bar that cannot be drawn is no reason to stop a match.
        let _ = write!(stderr(), "\r{} [{bar}] {done}/{} {left:.0} s left   ", self.title, self.total);
        let _ = stderr().flush();
    }

    pub(crate) fn finish(&self) {
        if !self.quiet {
            let _ = writeln!(stderr());
        }
    }
}
