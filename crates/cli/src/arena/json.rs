//! The figures as JSON. Times are kept apart: everything else is the same for the same seed.

use bots::arena::{Interval, Report};
use serde::Serialize;

use super::Args;
use super::run::Outcome;

#[derive(Serialize)]
struct MatchesJson<'a> {
    until: u16,
    seed: u64,
    players: usize,
    cells: Vec<CellJson<'a>>,
}

#[derive(Serialize)]
struct CellJson<'a> {
    challenger: &'a str,
    field: &'a str,
    budget: [u64; 2],
    misdeeds: usize,
    all: ReportJson,
    seats: Vec<SeatJson<'a>>,
    /// Left out if games ended with the challenger.
    #[serde(skip_serializing_if = "Option::is_none")]
    field_each: Option<ReportJson>,
    games: Vec<GameJson>,
    times: TimesJson,
}

#[derive(Serialize)]
struct SeatJson<'a> {
    powers: &'a str,
    #[serde(flatten)]
    report: ReportJson,
}

#[derive(Serialize)]
struct ReportJson {
    games: usize,
    solos: [f64; 3],
    survivals: [f64; 3],
    eliminations: [f64; 3],
    sum_of_squares: [f64; 3],
    centres: [f64; 3],
}

#[derive(Serialize)]
struct GameJson {
    game: u64,
    seed: u64,
    challenger_seat: usize,
    last_year: u16,
    winner_seat: Option<usize>,
    centres: Vec<usize>,
    /// Of the challenger: at the start and after every year.
    growth: Vec<usize>,
}

#[derive(Serialize)]
struct TimesJson {
    seconds: f64,
    challenger_move_ms: f64,
    field_move_ms: f64,
}

pub(crate) fn write(args: &Args, outcomes: &[Outcome]) -> anyhow::Result<String> {
    let cells = outcomes.iter().map(cell).collect();
    let all = MatchesJson { until: args.until, seed: args.seed, players: args.players, cells };
    Ok(serde_json::to_string_pretty(&all)?)
}

fn cell(outcome: &Outcome) -> CellJson<'_> {
    let seat = |(seat, powers)| SeatJson {
        powers,
        report: report(&outcome.tally(|score| score.challenger && score.seat == seat).report()),
    };
    let game = |game: &super::run::Game| GameJson {
        game: game.number,
        seed: game.seed,
        challenger_seat: game.scores.iter().find(|score| score.challenger).map_or(0, |score| score.seat),
        last_year: game.year,
        winner_seat: game.scores.iter().find(|score| score.won).map(|score| score.seat),
        centres: game.scores.iter().map(|score| score.centres).collect(),
        growth: game.growth.clone(),
    };
    let mean_ms = |side| {
        let times = outcome.times(side);
        let sum: f64 = times.iter().map(|time| time.as_secs_f64() * 1e3).sum();
        sum / times.len().max(1) as f64
    };
    CellJson {
        challenger: outcome.challenger.key(),
        field: outcome.field.key(),
        budget: outcome.budgets,
        misdeeds: outcome.misdeeds,
        all: report(&outcome.tally(|score| score.challenger).report()),
        seats: outcome.seats.iter().map(String::as_str).enumerate().map(seat).collect(),
        field_each: outcome.field_report().as_ref().map(report),
        games: outcome.games.iter().map(game).collect(),
        times: TimesJson {
            seconds: outcome.took.as_secs_f64(),
            challenger_move_ms: mean_ms(0),
            field_move_ms: mean_ms(1),
        },
    }
}

fn report(report: &Report) -> ReportJson {
    let triple = |i: Interval| [i.value, i.low, i.high];
    ReportJson {
        games: report.games,
        solos: triple(report.solos),
        survivals: triple(report.survivals),
        eliminations: triple(report.eliminations),
        sum_of_squares: triple(report.squares),
        centres: triple(report.centres),
    }
}
