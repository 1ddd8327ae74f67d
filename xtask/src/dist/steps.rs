//! Prints each step and how long it took.

use std::time::Instant;

pub(crate) struct Steps {
    count: usize,
}

impl Steps {
    pub(crate) fn new() -> Self {
        Self { count: 0 }
    }

    pub(crate) fn run<T>(
        &mut self,
        what: &str,
        step: impl FnOnce() -> anyhow::Result<T>,
    ) -> anyhow::Result<T> {
        self.count += 1;
        println!("{:>2}. {what}", self.count);
        let start = Instant::now();
        let done = step().map_err(|error| error.context(what.to_owned()))?;
        println!("    {:.1} s", start.elapsed().as_secs_f64());
        Ok(done)
    }
}
