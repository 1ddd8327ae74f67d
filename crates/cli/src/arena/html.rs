//! Writes the results of matches as an HTML page with plots. The page loads nothing, so it can be mailed and
//! kept.

use std::fmt::Write;

use bots::arena::{Interval, Report};

use super::Args;
use super::play_match::MatchOutcome;

/// Light or dark by the reader's system. Colour is never the only sign: every bar and line has its value or
/// its name beside it.
const CSS: &str = ":root{color-scheme:light dark;--ink:#222;--soft:#555;--line:#ccc;--paper:#fff;--fill:#4a78a8}\
@media(prefers-color-scheme:dark){:root{--ink:#e8e6e1;--soft:#b3b0aa;--line:#4a4a4a;--paper:#16181b;--fill:#3f6c9a}}\
body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;\
color:var(--ink);background:var(--paper)}\
.wide{overflow-x:auto}table{border-collapse:collapse;min-width:100%;margin:1rem 0;font-variant-numeric:tabular-nums}\
th,td{padding:.3rem .6rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}\
th:first-child,td:first-child{text-align:left}td small{display:block}small{color:var(--soft)}\
svg{width:100%;min-width:34rem;height:auto}text{font:13px system-ui,sans-serif;fill:var(--ink)}text.soft{fill:var(--soft)}\
.bar{fill:var(--fill)}.whisker{stroke:var(--ink);stroke-width:2}.grid{stroke:var(--line)}\
.goal{stroke:var(--ink);stroke-dasharray:6 4}.band{fill:var(--fill);opacity:.3}\
.mean{fill:none;stroke:var(--ink);stroke-width:2.5}";

pub(crate) fn write(args: &Args, outcomes: &[MatchOutcome]) -> String {
    let mut page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Detente arena</title>\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><style>{CSS}</style><h1>Detente arena</h1>\
         <p>To {}, seed {}, {} players. In brackets: 95 % intervals.</p>",
        args.until, args.seed, args.players
    );
    for outcome in outcomes {
        push_match(&mut page, outcome);
    }
    page.push_str("</html>\n");
    page
}

fn push_match(page: &mut String, outcome: &MatchOutcome) {
    let others = outcome.seats.len() - 1;
    let (challenger, field) = (outcome.challenger.key(), outcome.field.key());
    push_fmt(page, format_args!("<h2>1 {challenger} v {others} {field}</h2>"));
    push_fmt(
        page,
        format_args!(
            "<p>{} games in {:.1} s; illegal orders or budgets broken: {}.</p><div class=\"wide\"><table>\
             <tr><th scope=\"col\">Seat</th><th scope=\"col\">games</th><th scope=\"col\">solos %</th>\
             <th scope=\"col\">survivals %</th><th scope=\"col\">eliminations %</th>\
             <th scope=\"col\">sum of squares %</th><th scope=\"col\">centres</th></tr>",
            outcome.games.len(),
            outcome.elapsed.as_secs_f64(),
            outcome.violations
        ),
    );
    row(page, challenger, &outcome.tally(|score| score.challenger).report());
    let mut bars = Vec::new();
    for (seat, powers) in outcome.seats.iter().enumerate() {
        let report = outcome.tally(|score| score.challenger && score.seat == seat).report();
        row(page, &format!("as {powers}"), &report);
        bars.push((powers.as_str(), report.solos));
    }
    if let Some(report) = outcome.field_report() {
        row(page, &format!("{field}, each"), &report);
    }
    page.push_str("</table></div><h3>Solos by power</h3>");
    push_bar_plot(page, &bars);
    page.push_str("<h3>Centres of the challenger, year by year</h3>");
    push_centres_plot(page, outcome);
}

fn row(page: &mut String, name: &str, report: &Report) {
    push_fmt(page, format_args!("<tr><td>{name}</td><td>{}</td>", report.games));
    for i in [report.solos, report.survivals, report.eliminations, report.squares] {
        let (value, low, high) = (i.value * 100.0, i.low * 100.0, i.high * 100.0);
        push_fmt(page, format_args!("<td>{value:.1} <small>({low:.1}–{high:.1})</small></td>"));
    }
    let Interval { value, low, high } = report.centres;
    push_fmt(page, format_args!("<td>{value:.2} <small>({low:.2}–{high:.2})</small></td></tr>"));
}

/// One bar per power, with a whisker for its interval.
fn push_bar_plot(page: &mut String, bars: &[(&str, Interval)]) {
    // Room for the longest name of a seat, or the bars would cover it.
    let left = 20.0 + 7.5 * bars.iter().map(|(name, _)| name.len()).max().unwrap_or(0) as f64;
    let x = |value: f64| left + value * (700.0 - left);
    let height = bars.len() * 28 + 28;
    push_fmt(
        page,
        format_args!(
            "<div class=\"wide\"><svg viewBox=\"0 0 800 {height}\" role=\"img\" aria-label=\"Solos by power\">"
        ),
    );
    for percent in [0, 25, 50, 75, 100] {
        let at = x(f64::from(percent) / 100.0);
        let bottom = height - 26;
        push_fmt(
            page,
            format_args!(
                "<path class=\"grid\" d=\"M{at:.1} 0V{bottom}\"/>\
                 <text class=\"soft\" x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{percent} %</text>",
                height - 8
            ),
        );
    }
    for (i, (name, share)) in bars.iter().enumerate() {
        let y = i * 28 + 2;
        let (low, high) = (x(share.low), x(share.high));
        push_fmt(
            page,
            format_args!(
                "<text x=\"0\" y=\"{}\">{name}</text><rect class=\"bar\" x=\"{left}\" y=\"{y}\" \
                 width=\"{:.1}\" height=\"20\"/><path class=\"whisker\" \
                 d=\"M{low:.1} {middle}H{high:.1}M{low:.1} {}v8M{high:.1} {}v8\"/>\
                 <text x=\"800\" y=\"{}\" text-anchor=\"end\">{:.0} %</text>",
                y + 15,
                x(share.value) - left,
                y + 6,
                y + 6,
                y + 15,
                share.value * 100.0,
                middle = y + 10,
            ),
        );
    }
    page.push_str("</svg></div><p><small>Bar: the share of games won. Whisker: 95 % interval.</small></p>");
}

/// The mean number of centres after each year, with the middle half of the games. A game that has ended keeps
/// its last count.
fn push_centres_plot(page: &mut String, outcome: &MatchOutcome) {
    const FLOOR: f64 = 300.0;
    let years = outcome.games.iter().map(|game| game.centres_by_year.len()).max().unwrap_or(0);
    let counts = |year: usize| {
        let at = |growth: &[usize]| growth.get(year).or(growth.last()).copied().unwrap_or(0);
        let mut counts: Vec<usize> = outcome.games.iter().map(|game| at(&game.centres_by_year)).collect();
        counts.sort_unstable();
        counts
    };
    let by_year: Vec<Vec<usize>> = (0..years).map(counts).collect();
    let max_centres = by_year.iter().filter_map(|counts| counts.last()).copied().max().unwrap_or(0);
    let top = max_centres.max(outcome.goal.centres) + 2;
    let x = |year: usize| 40.0 + year as f64 * 740.0 / (years.max(2) - 1) as f64;
    let y = |centres: f64| FLOOR - centres * (FLOOR - 10.0) / top as f64;
    let (mut mean, mut upper, mut lower) = (String::new(), String::new(), Vec::new());
    for (year, counts) in by_year.iter().enumerate() {
        let sum: usize = counts.iter().sum();
        push_fmt(
            &mut mean,
            format_args!("{:.1},{:.1} ", x(year), y(sum as f64 / counts.len().max(1) as f64)),
        );
        let quarter = |part: usize| counts[(counts.len() - 1) * part / 4] as f64;
        push_fmt(&mut upper, format_args!("{:.1},{:.1} ", x(year), y(quarter(3))));
        lower.push(format!("{:.1},{:.1} ", x(year), y(quarter(1))));
    }
    lower.reverse();
    page.push_str(
        "<div class=\"wide\"><svg viewBox=\"0 0 800 330\" role=\"img\" aria-label=\"Centres by year\">",
    );
    for centres in (0..=top).step_by(if top > 24 { 6 } else { 3 }) {
        let height = y(centres as f64);
        push_fmt(
            page,
            format_args!(
                "<path class=\"grid\" d=\"M40 {height:.1}H780\"/><text class=\"soft\" x=\"30\" y=\"{:.1}\" \
                 text-anchor=\"end\">{centres}</text>",
                height + 4.0
            ),
        );
    }
    // About ten years are labelled.
    for year in (0..years).step_by(years.div_ceil(10).max(1)) {
        let label = usize::from(outcome.first_year) + year;
        push_fmt(
            page,
            format_args!(
                "<text class=\"soft\" x=\"{:.1}\" y=\"322\" text-anchor=\"middle\">{label}</text>",
                x(year)
            ),
        );
    }
    let goal = y(outcome.goal.centres as f64);
    push_fmt(
        page,
        format_args!(
            "<polygon class=\"band\" points=\"{upper}{}\"/><polyline class=\"mean\" points=\"{mean}\"/>\
             <path class=\"goal\" d=\"M40 {goal:.1}H780\"/>\
             <text x=\"44\" y=\"{:.1}\">{} centres win</text>",
            lower.concat(),
            goal - 5.0,
            outcome.goal.centres
        ),
    );
    page.push_str(
        "</svg></div><p><small>Line: mean at the start of each year. Band: the middle half of the games.</small></p>",
    );
}

fn push_fmt(page: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = page.write_fmt(text);
}
