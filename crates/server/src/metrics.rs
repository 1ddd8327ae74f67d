//! Metrics of a node: counters and histograms, written in the text format of Prometheus.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Upper bounds of the histogram buckets in milliseconds.
const BUCKET_BOUNDS_MS: [u64; 10] = [1, 2, 5, 10, 25, 50, 100, 250, 1000, 5000];

#[derive(Debug, Default)]
pub(crate) struct Metrics {
    /// Responses by the first digit of their status.
    pub(crate) responses: [Counter; 6],
    pub(crate) response_time: Histogram,
    /// How long the store took to append.
    pub(crate) append_time: Histogram,
    pub(crate) conflicts: Counter,
    pub(crate) repeats: Counter,
    pub(crate) store_failures: Counter,
    /// What was not written because the disk is full.
    pub(crate) full_refusals: Counter,
    /// Due games that this node has ticked.
    pub(crate) ticks: Counter,
    /// How long after the deadline the tick came.
    pub(crate) tick_delay: Histogram,
    /// How long deadlines waited for bots.
    pub(crate) bot_hold: Histogram,
    /// How often changes of other nodes were read.
    pub(crate) changes_read: Counter,
    /// Orders that bots handed in on this node.
    pub(crate) bot_sheets: Counter,
    /// Mails, push messages and webhooks that were sent, and those that failed.
    pub(crate) notifications_sent: Counter,
    pub(crate) notifications_failed: Counter,
    /// Connections above a limit.
    pub(crate) refused_connections: Counter,
}

#[derive(Debug, Default)]
pub(crate) struct Counter(AtomicU64);

impl Counter {
    pub(crate) fn increment(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

#[derive(Debug, Default)]
pub(crate) struct Histogram {
    /// The last bucket is for values above all bounds.
    buckets: [Counter; BUCKET_BOUNDS_MS.len() + 1],
    microseconds: AtomicU64,
}

impl Histogram {
    pub(crate) fn observe(&self, time: Duration) {
        let ms = time.as_millis();
        let bucket = BUCKET_BOUNDS_MS
            .iter()
            .position(|bound| ms <= u128::from(*bound))
            .unwrap_or(BUCKET_BOUNDS_MS.len());
        self.buckets[bucket].increment();
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.microseconds.fetch_add(micros, Ordering::Relaxed);
    }

    pub(crate) fn count(&self) -> u64 {
        self.buckets.iter().map(Counter::get).sum()
    }

    fn write(&self, out: &mut String, name: &str, help: &str) {
        let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} histogram");
        let mut sum = 0;
        for (bucket, bound) in self.buckets.iter().zip(BUCKET_BOUNDS_MS) {
            sum += bucket.get();
            let _ = writeln!(out, "{name}_bucket{{le=\"{}\"}} {sum}", bound as f64 / 1000.0);
        }
        let count = self.count();
        let seconds = self.microseconds.load(Ordering::Relaxed) as f64 / 1e6;
        let _ =
            writeln!(out, "{name}_bucket{{le=\"+Inf\"}} {count}\n{name}_sum {seconds}\n{name}_count {count}");
    }
}

/// Values that are measured when the metrics are read.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Gauges {
    pub(crate) live_games: usize,
    pub(crate) listeners: usize,
    /// Open connections on the public address.
    pub(crate) connections: usize,
    pub(crate) max_connections: usize,
    /// Seconds since the earliest deadline that no node has handled. None if the store did not answer.
    pub(crate) overdue: Option<i64>,
    pub(crate) ready: bool,
}

impl Metrics {
    pub(crate) fn observe_response(&self, status: u16, time: Duration) {
        self.responses[usize::from(status / 100).min(5)].increment();
        self.response_time.observe(time);
    }

    /// How many responses were server errors.
    pub(crate) fn errors(&self) -> u64 {
        self.responses[5].get()
    }

    pub(crate) fn write(&self, now: Gauges) -> String {
        let mut out = String::new();
        let name = "detente_answers_total";
        let _ =
            writeln!(out, "# HELP {name} Answers by the first digit of their status.\n# TYPE {name} counter");
        for (digit, counter) in self.responses.iter().enumerate().skip(1) {
            let _ = writeln!(out, "{name}{{status=\"{digit}xx\"}} {}", counter.get());
        }
        self.response_time.write(
            &mut out,
            "detente_answer_seconds",
            "From a request to the head of its answer.",
        );
        self.append_time.write(&mut out, "detente_append_seconds", "How long the store took to append.");
        self.tick_delay.write(
            &mut out,
            "detente_deadline_delay_seconds",
            "How late deadlines were looked after.",
        );
        self.bot_hold.write(
            &mut out,
            "detente_deadline_hold_seconds",
            "How long deadlines waited for bots that owed orders.",
        );
        for (name, help, counter) in [
            ("detente_conflicts_total", "Appends for which another was faster.", &self.conflicts),
            ("detente_repeats_total", "Requests that had been done before.", &self.repeats),
            (
                "detente_store_failures_total",
                "Times that the store failed or was out of reach.",
                &self.store_failures,
            ),
            (
                "detente_store_full_total",
                "What was not written because the disk is full.",
                &self.full_refusals,
            ),
            (
                "detente_notifications_sent_total",
                "Mails, push messages and webhooks that were sent.",
                &self.notifications_sent,
            ),
            (
                "detente_notifications_failed_total",
                "Mails, push messages and webhooks that failed. They are tried again.",
                &self.notifications_failed,
            ),
            ("detente_deadlines_total", "Games whose deadline this node has looked after.", &self.ticks),
            ("detente_taken_over_total", "Times that changes of other nodes were read.", &self.changes_read),
            ("detente_program_sheets_total", "Sheets that programs wrote on this node.", &self.bot_sheets),
            (
                "detente_connections_refused_total",
                "Connections that were refused because too many were open.",
                &self.refused_connections,
            ),
        ] {
            let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} counter\n{name} {}", counter.get());
        }
        let overdue = now.overdue.unwrap_or(0);
        for (name, help, value) in [
            ("detente_rooms", "Games in memory.", now.live_games as i64),
            ("detente_listeners", "Open connections that wait for news.", now.listeners as i64),
            ("detente_connections", "Open connections of clients.", now.connections as i64),
            (
                "detente_connections_limit",
                "How many connections of clients may be open.",
                now.max_connections as i64,
            ),
            (
                "detente_overdue_seconds",
                "Age of the earliest deadline that nobody has looked after.",
                overdue,
            ),
            ("detente_ready", "1 if this node takes requests and reaches its store.", i64::from(now.ready)),
        ] {
            let _ = writeln!(out, "# HELP {name} {help}\n# TYPE {name} gauge\n{name} {value}");
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_add_up() {
        let metrics = Metrics::default();
        for ms in [0, 3, 3, 70_000] {
            metrics.observe_response(200, Duration::from_millis(ms));
        }
        metrics.observe_response(503, Duration::ZERO);
        let now = Gauges {
            live_games: 1,
            listeners: 2,
            connections: 3,
            max_connections: 9,
            overdue: Some(3),
            ready: true,
        };
        let text = metrics.write(now);
        for line in [
            "detente_answers_total{status=\"2xx\"} 4",
            "detente_answers_total{status=\"5xx\"} 1",
            "detente_answer_seconds_bucket{le=\"0.001\"} 2",
            "detente_answer_seconds_bucket{le=\"0.005\"} 4",
            "detente_answer_seconds_bucket{le=\"5\"} 4",
            "detente_answer_seconds_bucket{le=\"+Inf\"} 5",
            "detente_answer_seconds_count 5",
            "detente_overdue_seconds 3",
        ] {
            assert!(text.lines().any(|found| found == line), "{line} is not in\n{text}");
        }
    }
}
