//! `detente advise`: reads positions and writes the best few sets of orders for a power, with their value and
//! the expected orders of the others. JSON Lines, as for `adjudicate`.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, bail};
use bots::{Advice, Regent, Seat, SeededRng, Suggestion, WorkBudget, seed_for};
use notation::Notation;
use rules::{Board, Edition, Goal, Order, Orders, Position, Power, Sheet};
use serde::Serialize;
use serde_json::value::RawValue;

use crate::phase_input::{self, InputPhase};

/// Says what `regent` would order in a position, how sure it is, and what it expects of the others.
#[derive(clap::Args, Debug)]
pub(crate) struct Args {
    /// JSON objects as `adjudicate` takes them, orders ignored; standard input if left out.
    file: Option<PathBuf>,
    /// The power that is advised, together with the others of its player; every player with something to
    /// order if left out.
    #[arg(long, short)]
    power: Option<String>,
    /// How many sets of orders are shown.
    #[arg(long, default_value_t = 3)]
    most: usize,
    /// WorkBudget units for each player; about one and a half microseconds each, more on a crowded board.
    #[arg(long, default_value_t = 70_000)]
    budget: u64,
    /// The same seed gives the same advice.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many threads think; as many as there are cores if left out.
    #[arg(long)]
    threads: Option<usize>,
}

/// This is some minutes of work.
const MAX_WORK_UNITS: u64 = 100_000_000;
const MAX_SETS: usize = 20;
const MAX_THREADS: usize = 64;

#[derive(Serialize)]
struct AdviceJson<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    /// All powers of the player.
    power: String,
    suggestions: Vec<SuggestionJson>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    expected: BTreeMap<String, Vec<ExpectedJson>>,
}

#[derive(Serialize)]
struct SuggestionJson {
    orders: Vec<String>,
    /// In centres. A won game counts 100 or more. Null if it is unknown.
    worth: Option<f32>,
    doubt: Option<f32>,
    share: Option<f32>,
}

#[derive(Serialize)]
struct ExpectedJson {
    orders: Vec<String>,
    share: f32,
}

#[derive(Serialize)]
struct ErrorJson<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    id: Option<&'a RawValue>,
    error: String,
}

/// Answers every object. Returns false if one was bad.
pub(crate) fn run(args: &Args) -> anyhow::Result<bool> {
    check(args)?;
    let board = &atlas::standard().board;
    let notation = Notation::new(board);
    let power = match &args.power {
        Some(name) => Some(notation.power(name).with_context(|| format!("there is no power '{name}'"))?),
        None => None,
    };
    let text = phase_input::read_text(args.file.as_deref())?;
    let objects = phase_input::read_each(board, &text);
    if objects.is_empty() {
        bail!("the input holds no position");
    }
    let mut all_good = true;
    let mut out = std::io::stdout().lock();
    for object in objects {
        let id = object.id.map(RawValue::from_string).transpose()?;
        match object.turn {
            Ok(turn) => {
                for powers in players(&turn.position, board, power) {
                    let asked = power.is_some();
                    if let Some(line) = advise(args, &notation, id.as_deref(), &turn, &powers, asked)? {
                        writeln!(out, "{line}")?;
                    }
                }
            }
            Err(error) => {
                all_good = false;
                let error =
                    ErrorJson { id: id.as_deref(), error: format!("line {}: {error:#}", object.line) };
                writeln!(out, "{}", serde_json::to_string(&error)?)?;
            }
        }
    }
    out.flush()?;
    Ok(all_good)
}

fn check(args: &Args) -> anyhow::Result<()> {
    if args.budget > MAX_WORK_UNITS {
        bail!("advice may cost at most {MAX_WORK_UNITS} work units, not {}", args.budget);
    }
    if !(1..=MAX_SETS).contains(&args.most) {
        bail!("1 to {MAX_SETS} sets of orders can be shown, not {}", args.most);
    }
    if let Some(threads) = args.threads
        && !(1..=MAX_THREADS).contains(&threads)
    {
        bail!("1 to {MAX_THREADS} threads can think, not {threads}");
    }
    Ok(())
}

/// The powers of the player who has this power, or of every player.
fn players(position: &Position, board: &Board, power: Option<Power>) -> Vec<Vec<Power>> {
    let table = &position.players;
    let player = |power: Power| table.by_power[power.index()];
    let of_player = |one: Power| board.powers().filter(|other| player(*other) == player(one)).collect();
    let is_first = |one: &Power| board.powers().find(|other| player(*other) == player(*one)) == Some(*one);
    match power {
        Some(power) => vec![of_player(power)],
        None => board.powers().filter(is_first).map(of_player).collect(),
    }
}

/// The advice for one player as a line. None if there is nothing to order, unless the power was named.
fn advise(
    args: &Args,
    notation: &Notation<'_>,
    id: Option<&RawValue>,
    turn: &InputPhase,
    powers: &[Power],
    was_named: bool,
) -> anyhow::Result<Option<String>> {
    let position = &turn.position;
    let board = turn.board(notation.board());
    let seat = Seat {
        board: &board,
        edition: turn.edition.unwrap_or(Edition::Y2000),
        position,
        history: &[],
        powers,
        goal: Goal::of_board(&board),
    };
    let threads = args.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from));
    let mut chance = SeededRng::new(seed_for(args.seed, position.phase, powers));
    let regent = Regent { threads: threads.min(MAX_THREADS), ..Regent::FULL };
    let advice = regent.advise(&seat, args.most, &mut WorkBudget::units(args.budget), &mut chance);
    let suggestions = suggestions(notation, position, &advice);
    if !was_named && suggestions.is_empty() {
        return Ok(None);
    }
    let names = |powers: &[Power]| {
        powers.iter().map(|power| notation.power_code(*power)).collect::<Vec<_>>().join("+")
    };
    let expected = advice.expected.iter().map(|player| {
        let plans = player.plans.iter().map(|(share, plan)| ExpectedJson {
            orders: written(notation, position, plan),
            share: rounded(*share),
        });
        (names(&player.powers), plans.collect())
    });
    let answer = AdviceJson { id, power: names(powers), suggestions, expected: expected.collect() };
    Ok(Some(serde_json::to_string(&answer)?))
}

fn suggestions(notation: &Notation<'_>, position: &Position, advice: &Advice) -> Vec<SuggestionJson> {
    let line = |one: &Suggestion| SuggestionJson {
        orders: match &one.orders {
            Orders::Movement(sheet) => written(notation, position, sheet),
            Orders::Retreats(sheet) => {
                let retreat = |dislodged: &rules::Dislodged| {
                    let at = notation.board().province_of(dislodged.unit.location);
                    sheet.get(at).map(|order| notation.write_retreat(&dislodged.unit, order))
                };
                position.dislodged.iter().filter_map(retreat).collect()
            }
            Orders::Adjustments(entries) => {
                entries.iter().map(|(_, entry)| notation.write_adjustment(&position.forces, entry)).collect()
            }
        },
        worth: one.value.map(rounded),
        doubt: one.uncertainty.map(rounded),
        share: one.share.map(rounded),
    };
    advice.suggestions.iter().map(line).collect()
}

fn written(notation: &Notation<'_>, position: &Position, sheet: &Sheet<Order>) -> Vec<String> {
    let unit = |at| position.forces.at(at);
    sheet
        .iter()
        .filter_map(|(at, order)| Some(notation.write_order(&position.forces, unit(at)?, order)))
        .collect()
}

/// Rounded to three digits: the values are not more exact.
fn rounded(value: f32) -> f32 {
    (value * 1000.0).round() / 1000.0
}
