//! Writes the results of matches as JSON.

use bots::arena::{Interval, Report};
use interchange::{ArenaResults, GameResult, MatchResults, MoveTimes, SeatResults, Statistics};

use super::Args;
use super::play_match::MatchOutcome;

pub(crate) fn write(args: &Args, outcomes: &[MatchOutcome]) -> String {
    let cells = outcomes.iter().map(match_results).collect();
    ArenaResults { until: args.until, seed: args.seed, players: args.players, cells }.write()
}

fn match_results(outcome: &MatchOutcome) -> MatchResults {
    let seat = |(seat, powers): (usize, &String)| SeatResults {
        powers: powers.clone(),
        report: report(&outcome.tally(|score| score.challenger && score.seat == seat).report()),
    };
    let game = |game: &super::play_match::PlayedGame| GameResult {
        game: game.number,
        seed: game.seed,
        challenger_seat: game.scores.iter().find(|score| score.challenger).map_or(0, |score| score.seat),
        last_year: game.year,
        winner_seat: game.scores.iter().find(|score| score.won).map(|score| score.seat),
        centres: game.scores.iter().map(|score| score.centres).collect(),
        growth: game.centres_by_year.clone(),
    };
    let mean_ms = |side| {
        let times = outcome.move_times(side);
        let sum: f64 = times.iter().map(|time| time.as_secs_f64() * 1e3).sum();
        sum / times.len().max(1) as f64
    };
    MatchResults {
        challenger: outcome.challenger.key().to_owned(),
        field: outcome.field.key().to_owned(),
        budget: outcome.budgets,
        misdeeds: outcome.violations,
        all: report(&outcome.tally(|score| score.challenger).report()),
        seats: outcome.seats.iter().enumerate().map(seat).collect(),
        field_each: outcome.field_report().as_ref().map(report),
        games: outcome.games.iter().map(game).collect(),
        times: MoveTimes {
            seconds: outcome.elapsed.as_secs_f64(),
            challenger_move_ms: mean_ms(0),
            field_move_ms: mean_ms(1),
        },
    }
}

fn report(report: &Report) -> Statistics {
    let triple = |i: Interval| [i.value, i.low, i.high];
    Statistics {
        games: report.games,
        solos: triple(report.solos),
        survivals: triple(report.survivals),
        eliminations: triple(report.eliminations),
        sum_of_squares: triple(report.squares),
        centres: triple(report.centres),
    }
}
