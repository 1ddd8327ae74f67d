//! The figures as a page with plots: nothing to load, so it can be mailed and kept.

use std::fmt::Write;

use bots::arena::{Interval, Report};

use super::Args;
use super::run::Outcome;

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;\
color:#222;background:#fff}table{border-collapse:collapse;width:100%;margin:1rem 0}\
th,td{padding:.3rem .5rem;border-bottom:1px solid #ddd;text-align:right}th:first-child,td:first-child\
{text-align:left}svg{width:100%;height:auto}text{font:12px system-ui,sans-serif;fill:#444}small{color:#666}";

pub(crate) fn write(args: &Args, outcomes: &[Outcome]) -> String {
    let mut page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Detente arena</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><style>{STYLE}</style><h1>Detente arena</h1>\
         <p>To {}, seed {}, {} players. In brackets: 95 % intervals.</p>",
        args.until, args.seed, args.players
    );
    for outcome in outcomes {
        section(&mut page, outcome);
    }
    page.push_str("</html>\n");
    page
}

fn section(page: &mut String, outcome: &Outcome) {
    let others = outcome.seats.len() - 1;
    let (challenger, field) = (outcome.challenger.key(), outcome.field.key());
    put(page, format_args!("<h2>1 {challenger} v {others} {field}</h2>"));
    put(
        page,
        format_args!(
            "<p>{} games in {:.0} s; illegal orders or budgets broken: {}.</p><table><tr><th></th>\
             <th>games</th><th>solos %</th><th>survivals %</th><th>eliminations %</th>\
             <th>sum of squares %</th><th>centres</th></tr>",
            outcome.games.len(),
            outcome.took.as_secs_f64(),
            outcome.misdeeds
        ),
    );
    row(page, challenger, &outcome.tally(|score| score.challenger).report());
    let mut bars = Vec::new();
    for (seat, powers) in outcome.seats.iter().enumerate() {
        let report = outcome.tally(|score| score.challenger && score.seat == seat).report();
        row(page, &format!("as {powers}"), &report);
        bars.push((powers.as_str(), report.solos));
    }
    let report = outcome.tally(|score| !score.challenger).report();
    row(page, &format!("{field}, each"), &report);
    page.push_str("</table><h3>Solos by power</h3>");
    bar_plot(page, &bars);
    page.push_str("<h3>Centres of the challenger, year by year</h3>");
    growth_plot(page, outcome);
}

fn row(page: &mut String, name: &str, report: &Report) {
    put(page, format_args!("<tr><td>{name}</td><td>{}</td>", report.games));
    for i in [report.solos, report.survivals, report.eliminations, report.squares] {
        let (value, low, high) = (i.value * 100.0, i.low * 100.0, i.high * 100.0);
        put(page, format_args!("<td>{value:.1} <small>({low:.1}–{high:.1})</small></td>"));
    }
    let Interval { value, low, high } = report.centres;
    put(page, format_args!("<td>{value:.2} <small>({low:.2}–{high:.2})</small></td></tr>"));
}

/// One bar a power, with a whisker for its interval.
fn bar_plot(page: &mut String, bars: &[(&str, Interval)]) {
    let height = bars.len() * 28 + 24;
    put(page, format_args!("<svg viewBox=\"0 0 800 {height}\" role=\"img\" aria-label=\"Solos by power\">"));
    for (i, (name, share)) in bars.iter().enumerate() {
        let y = i * 28;
        let x = |value: f64| 170.0 + value * 560.0;
        put(
            page,
            format_args!(
                "<text x=\"0\" y=\"{}\">{name}</text><rect x=\"170\" y=\"{y}\" width=\"{:.1}\" height=\"20\" \
                 fill=\"#4a78a8\"/><path d=\"M{:.1} {}H{:.1}\" stroke=\"#222\" stroke-width=\"2\"/>\
                 <text x=\"740\" y=\"{}\">{:.0} %</text>",
                y + 15,
                share.value * 560.0,
                x(share.low),
                y + 10,
                x(share.high),
                y + 15,
                share.value * 100.0
            ),
        );
    }
    page.push_str("</svg>");
}

/// The mean number of centres after each year, and the middle half of the games. A game that is over
/// keeps its last count.
fn growth_plot(page: &mut String, outcome: &Outcome) {
    let years = outcome.games.iter().map(|game| game.growth.len()).max().unwrap_or(0);
    let x = |year: usize| 40.0 + year as f64 * 740.0 / (years.max(2) - 1) as f64;
    let y = |centres: f64| 300.0 - centres * 12.0;
    let (mut mean, mut upper, mut lower) = (String::new(), String::new(), Vec::new());
    for year in 0..years {
        let at = |growth: &[usize]| growth.get(year).or(growth.last()).copied().unwrap_or(0);
        let mut counts: Vec<usize> = outcome.games.iter().map(|game| at(&game.growth)).collect();
        counts.sort_unstable();
        let sum: usize = counts.iter().sum();
        put(&mut mean, format_args!("{:.1},{:.1} ", x(year), y(sum as f64 / counts.len().max(1) as f64)));
        let quarter = |part: usize| counts[(counts.len() - 1) * part / 4] as f64;
        put(&mut upper, format_args!("{:.1},{:.1} ", x(year), y(quarter(3))));
        lower.push(format!("{:.1},{:.1} ", x(year), y(quarter(1))));
    }
    lower.reverse();
    put(
        page,
        format_args!(
            "<svg viewBox=\"0 0 800 320\" role=\"img\" aria-label=\"Centres by year\">\
             <polygon points=\"{upper}{}\" fill=\"#4a78a8\" opacity=\".25\"/><polyline points=\"{mean}\" \
             fill=\"none\" stroke=\"#4a78a8\" stroke-width=\"3\"/>",
            lower.concat()
        ),
    );
    for centres in [0, 3, 6, 9, 12, 15, 18] {
        let height = y(f64::from(centres));
        put(
            page,
            format_args!(
                "<path d=\"M40 {height}H780\" stroke=\"#ccc\"/><text x=\"10\" y=\"{}\">{centres}</text>",
                height + 4.0
            ),
        );
    }
    page.push_str("</svg><p><small>Line: mean. Band: the middle half of the games.</small></p>");
}

fn put(page: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = page.write_fmt(text);
}
