//! `cargo xtask beginner-survival`: how long a beginner lives among bots of a level.

use std::sync::Mutex;

use anyhow::{Context, bail};
use bots::arena::{Player, Setup, play, table_setup};
use bots::{Bot, BotKind, Random, Seat, SeededRng, WorkBudget};
use rules::{AdjustmentOrder, Board, Edition, Location, Order, Passage, Power, RetreatOrder, Sheet, Unit};

use crate::in_parallel;

/// Plays games of one beginner among six bots. The beginner is a program that moves at random toward centres.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[arg(long, default_value_t = 700)]
    games: u64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, default_value = "novice")]
    bot: String,
    /// The last year that is played.
    #[arg(long, default_value_t = 1903)]
    until: u16,
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Fails if fewer survive, in percent.
    #[arg(long, default_value_t = 90)]
    at_least: u64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let table = table_setup(&atlas::standard().board, 7).context("the board has no table for seven")?;
    let kind = BotKind::from_key(&args.bot).with_context(|| format!("no bot {}", args.bot))?;
    let bot = kind.bot();
    let seats = table.powers.len();
    // By seat of the beginner: games, survivals, centres.
    let results = Mutex::new(vec![(0_u64, 0_u64, 0_usize); seats]);
    in_parallel::for_each(args.games, args.threads, |game| {
        let own = (game % seats as u64) as usize;
        let player = |(number, powers): (usize, &Vec<Power>)| Player {
            powers: powers.clone(),
            bot: if number == own { &Beginner as &dyn Bot } else { &*bot },
            budget: if number == own { 0 } else { kind.budget() },
        };
        let finished = play(
            &Setup {
                board: &table.board,
                edition: Edition::Y2000,
                start: table.start.clone(),
                players: table.powers.iter().enumerate().map(player).collect(),
                goal: table.goal,
                neutral: None,
                until: args.until,
                end_when_out: Some(own),
                seed: SeededRng::derive_seed(args.seed, game),
            },
            &mut (),
        );
        let power = table.powers[own][0];
        let centres = finished.last.owners.count(power);
        let lives = centres > 0 || finished.last.forces.count(power) > 0;
        let mut results = results.lock().expect("no worker panics");
        let (games, survivals, sum) = &mut results[own];
        (*games, *survivals, *sum) = (*games + 1, *survivals + u64::from(lives), *sum + centres);
    });
    let results = results.into_inner().context("a game was not played")?;
    for (powers, (games, survivals, centres)) in table.powers.iter().zip(&results) {
        let name = table.board.power_key(powers[0]);
        let mean = *centres as f64 / (*games).max(1) as f64;
        println!("{name}: {survivals} of {games} survive to the end of {}, {mean:.2} centres", args.until);
    }
    let survivals: u64 = results.iter().map(|(_, survivals, _)| survivals).sum();
    println!("{survivals} of {} among six of {}", args.games, kind.key());
    if survivals * 100 < args.games * args.at_least {
        bail!("fewer than {} % survive", args.at_least);
    }
    Ok(())
}

/// A beginner: every unit goes at random to a neighbour that is nearer to a centre which it does not own. It knows
/// nothing about support or about its neighbours.
#[derive(Debug)]
struct Beginner;

/// So many units do nothing, in percent.
const HOLD_PERCENT: usize = 15;

impl Bot for Beginner {
    fn movement(&self, seat: &Seat<'_>, _: &mut WorkBudget, chance: &mut SeededRng) -> Sheet<Order> {
        let mut sheet = Sheet::new(seat.board);
        for (_, unit) in seat.own_units() {
            let here = distance_to_centre(seat, &unit, unit.location);
            let near = seat.board.neighbours(unit.kind, unit.location).iter().copied();
            let nearer: Vec<Location> =
                near.filter(|to| distance_to_centre(seat, &unit, *to) < here).collect();
            let to = chance.pick(&nearer).filter(|_| !chance.percent(HOLD_PERCENT));
            let order = to.map_or(Order::Hold, |to| Order::Move { to, passage: Passage::Unstated });
            sheet.set(seat.board.province_of(unit.location), order);
        }
        sheet
    }

    fn retreats(
        &self,
        seat: &Seat<'_>,
        work: &mut WorkBudget,
        chance: &mut SeededRng,
    ) -> Sheet<RetreatOrder> {
        Random.retreats(seat, work, chance)
    }

    fn adjustments(
        &self,
        seat: &Seat<'_>,
        work: &mut WorkBudget,
        chance: &mut SeededRng,
    ) -> Vec<(Power, AdjustmentOrder)> {
        Random.adjustments(seat, work, chance)
    }
}

/// How many steps it is to the nearest centre of somebody else, or of nobody.
fn distance_to_centre(seat: &Seat<'_>, unit: &Unit, from: Location) -> usize {
    let board: &Board = seat.board;
    let is_goal = |at: Location| {
        let there = board.province_of(at);
        board.is_centre(there) && seat.position.owners.of(there) != Some(unit.power)
    };
    let (mut seen, mut distance) = (vec![from], 0);
    let mut edge = vec![from];
    while !edge.is_empty() {
        if edge.iter().any(|at| is_goal(*at)) {
            return distance;
        }
        distance += 1;
        let next: Vec<Location> =
            edge.iter().flat_map(|at| board.neighbours(unit.kind, *at)).copied().collect();
        edge.clear();
        for at in next {
            if !seen.contains(&at) {
                seen.push(at);
                edge.push(at);
            }
        }
    }
    usize::MAX
}
