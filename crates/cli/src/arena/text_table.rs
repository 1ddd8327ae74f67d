//! Writes the results of matches as a table for a terminal.

use std::fmt::Write;

use bots::arena::{Interval, Report};

use super::play_match::MatchOutcome;

pub(crate) fn write(outcomes: &[MatchOutcome]) -> String {
    outcomes.iter().map(match_table).collect()
}

fn match_table(outcome: &MatchOutcome) -> String {
    let others = outcome.seats.len() - 1;
    let mut out = format!(
        "1 {} v {others} {}: {} games in {:.1} s\n{:<24} {:>5}  {:<20} {:<20} {:<20} {:<20} {:<20}\n",
        outcome.challenger.key(),
        outcome.field.key(),
        outcome.games.len(),
        outcome.elapsed.as_secs_f64(),
        "",
        "games",
        "solos %",
        "survivals %",
        "eliminations %",
        "sum of squares %",
        "centres"
    );
    row(&mut out, outcome.challenger.key(), &outcome.tally(|score| score.challenger).report());
    for (seat, powers) in outcome.seats.iter().enumerate() {
        let tally = outcome.tally(|score| score.challenger && score.seat == seat);
        row(&mut out, &format!("  as {powers}"), &tally.report());
    }
    if let Some(field) = outcome.field_report() {
        row(&mut out, &format!("{} (each of {others})", outcome.field.key()), &field);
    }
    for (side, kind) in [outcome.challenger, outcome.field].into_iter().enumerate() {
        let times = outcome.move_times(side);
        let Some(slowest) = times.last() else { continue };
        let ms = |time: &std::time::Duration| time.as_secs_f64() * 1e3;
        // Writing to a string cannot fail.
        let _ = writeln!(
            out,
            "{:<24} a move takes {:.3} ms (median {:.3}), 99 of 100 under {:.3} ms, the slowest {:.3} ms",
            kind.key(),
            times.iter().map(ms).sum::<f64>() / times.len() as f64,
            ms(&times[times.len() / 2]),
            ms(&times[times.len() * 99 / 100]),
            ms(slowest)
        );
    }
    let _ = writeln!(out, "illegal orders or budgets broken: {}\n", outcome.violations);
    out
}

fn row(out: &mut String, name: &str, report: &Report) {
    let share = |i: Interval| format!("{:.1} ({:.1}-{:.1})", i.value * 100.0, i.low * 100.0, i.high * 100.0);
    let _ = writeln!(
        out,
        "{name:<24} {:>5}  {:<20} {:<20} {:<20} {:<20} {:.2} ({:.2}-{:.2})",
        report.games,
        share(report.solos),
        share(report.survivals),
        share(report.eliminations),
        share(report.squares),
        report.centres.value,
        report.centres.low,
        report.centres.high
    );
}
