//! The figures as a table for a terminal.

use bots::arena::{Interval, Report};

use super::run::Outcome;

pub(crate) fn print(outcomes: &[Outcome]) {
    for outcome in outcomes {
        let others = outcome.seats.len() - 1;
        println!(
            "1 {} v {others} {}: {} games in {:.1} s",
            outcome.challenger.key(),
            outcome.field.key(),
            outcome.games.len(),
            outcome.took.as_secs_f64()
        );
        println!(
            "{:<24} {:>5}  {:<20} {:<20} {:<20} {:<20} {:<20}",
            "", "games", "solos %", "survivals %", "eliminations %", "sum of squares %", "centres"
        );
        row(outcome.challenger.key(), &outcome.tally(|score| score.challenger).report());
        for (seat, powers) in outcome.seats.iter().enumerate() {
            let tally = outcome.tally(|score| score.challenger && score.seat == seat);
            row(&format!("  as {powers}"), &tally.report());
        }
        let field = outcome.tally(|score| !score.challenger);
        row(&format!("{} (each of {others})", outcome.field.key()), &field.report());
        for (side, kind) in [outcome.challenger, outcome.field].into_iter().enumerate() {
            let times = outcome.times(side);
            let Some(slowest) = times.last() else { continue };
            let mean = times.iter().map(|time| time.as_secs_f64()).sum::<f64>() / times.len() as f64;
            println!(
                "{:<24} a move takes {:.3} ms, 99 of 100 under {:.3} ms, the slowest {:.3} ms",
                kind.key(),
                mean * 1e3,
                times[times.len() * 99 / 100].as_secs_f64() * 1e3,
                slowest.as_secs_f64() * 1e3
            );
        }
        println!("illegal orders or budgets broken: {}\n", outcome.misdeeds);
    }
}

fn row(name: &str, report: &Report) {
    let share = |i: Interval| format!("{:.1} ({:.1}-{:.1})", i.value * 100.0, i.low * 100.0, i.high * 100.0);
    println!(
        "{name:<24} {:>5}  {:<20} {:<20} {:<20} {:<20} {:<20}",
        report.games,
        share(report.solos),
        share(report.survivals),
        share(report.eliminations),
        share(report.squares),
        format!("{:.2} ({:.2}-{:.2})", report.centres.value, report.centres.low, report.centres.high)
    );
}
