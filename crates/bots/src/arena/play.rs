//! One game from its first turn to its end.

use rules::{Board, Edition, Judge, Position, Power, Season, Sheet, Stage, judge_retreats};

use super::{Misdeed, check};
use crate::{Bot, Deeds, Past, Seat, Work, answer, seed_for};

/// Who plays which powers.
#[derive(Debug)]
pub struct Player<'a> {
    pub powers: Vec<Power>,
    pub bot: &'a dyn Bot,
    /// Work units for each answer.
    pub budget: u64,
}

/// What wins a game before its last year.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// One power has the board's number of centres (J1).
    Power,
    /// All powers of a player together have so many (K5).
    Player(usize),
}

/// A game to be played.
#[derive(Debug)]
pub struct Setup<'a> {
    pub board: &'a Board,
    pub edition: Edition,
    pub start: Position,
    pub players: Vec<Player<'a>>,
    pub goal: Goal,
    /// The last year that is played.
    pub until: u16,
    pub seed: u64,
}

/// A game that is over.
#[derive(Debug)]
pub struct Finished {
    pub last: Position,
    /// Every phase that was played.
    pub history: Vec<Past>,
    /// The player who won, if one did.
    pub winner: Option<usize>,
    /// What bots did wrong: always empty, if they keep their promises.
    pub misdeeds: Vec<(usize, Misdeed)>,
}

/// Somebody who looks on.
pub trait Watcher {
    /// A player is about to be asked.
    fn asks(&mut self, _player: usize) {}
    /// It has answered, at this cost.
    fn answered(&mut self, _player: usize, _stage: Stage, _spent: u64) {}
}

impl Watcher for () {}

/// Plays a game. The same setup gives the same game.
pub fn play(setup: &Setup<'_>, watcher: &mut dyn Watcher) -> Finished {
    let board = setup.board;
    let mut judge = Judge::new(board, setup.edition);
    let mut position = setup.start.clone();
    let mut history: Vec<Past> = Vec::new();
    let mut misdeeds = Vec::new();
    let mut winner = None;
    while winner.is_none() && position.phase.date().year <= setup.until {
        let deeds = collect(setup, &position, &history, watcher, &mut misdeeds);
        let past = Past { position: position.clone(), deeds };
        go_on(&mut judge, &mut position, &past.deeds);
        history.push(past);
        winner = winner_of(setup, &position);
    }
    Finished { last: position, history, winner, misdeeds }
}

/// Asks everybody; nobody sees what the others hand in.
fn collect(
    setup: &Setup<'_>,
    position: &Position,
    history: &[Past],
    watcher: &mut dyn Watcher,
    misdeeds: &mut Vec<(usize, Misdeed)>,
) -> Deeds {
    let board = setup.board;
    let mut all = match position.phase.stage() {
        Stage::Movement => Deeds::Movement(Sheet::new(board)),
        Stage::Retreat => Deeds::Retreats(Sheet::new(board)),
        Stage::Adjustment => Deeds::Adjustments(Vec::new()),
    };
    for (number, player) in setup.players.iter().enumerate() {
        let seat = Seat { board, edition: setup.edition, position, history, powers: &player.powers };
        if !has_something_to_do(&seat) {
            continue;
        }
        let mut work = Work::units(player.budget);
        let seed = seed_for(setup.seed, position.phase, &player.powers);
        watcher.asks(number);
        let deeds = answer(player.bot, &seat, &mut work, seed);
        watcher.answered(number, position.phase.stage(), work.spent());
        if work.spent() > player.budget {
            misdeeds.push((number, Misdeed::OverBudget));
        }
        misdeeds.extend(check(&seat, &deeds).into_iter().map(|misdeed| (number, misdeed)));
        merge(&mut all, deeds);
    }
    all
}

fn has_something_to_do(seat: &Seat<'_>) -> bool {
    match seat.position.phase.stage() {
        Stage::Movement => !seat.own_units().is_empty(),
        Stage::Retreat => !seat.own_fallen().is_empty(),
        Stage::Adjustment => seat.own_powers().any(|power| seat.accounts().owed(power) != 0),
    }
}

fn merge(all: &mut Deeds, some: Deeds) {
    match (all, some) {
        (Deeds::Movement(all), Deeds::Movement(some)) => {
            for (at, order) in some.iter() {
                all.set(at, *order);
            }
        }
        (Deeds::Retreats(all), Deeds::Retreats(some)) => {
            for (at, order) in some.iter() {
                all.set(at, *order);
            }
        }
        (Deeds::Adjustments(all), Deeds::Adjustments(some)) => all.extend(some),
        (Deeds::Movement(_) | Deeds::Retreats(_) | Deeds::Adjustments(_), _) => {
            unreachable!("a bot is asked for what the phase needs")
        }
    }
}

fn go_on(judge: &mut Judge<'_>, position: &mut Position, deeds: &Deeds) {
    let (board, edition) = (judge.board(), judge.edition());
    match deeds {
        Deeds::Movement(orders) => {
            let verdict = judge.movement(&position.forces, &position.table, orders);
            position.after_movement(board, verdict);
        }
        Deeds::Retreats(orders) => {
            let rulings =
                judge_retreats(board, &position.forces, &position.table, &position.dislodged, orders);
            position.after_retreats(board, orders, &rulings);
        }
        Deeds::Adjustments(entries) => {
            let rulings = position.adjustments(board, edition).judge(entries);
            position.after_adjustments(board, &rulings);
        }
    }
}

fn winner_of(setup: &Setup<'_>, position: &Position) -> Option<usize> {
    match setup.goal {
        Goal::Power => {
            let power = position.winner?;
            setup.players.iter().position(|player| player.powers.contains(&power))
        }
        Goal::Player(centres) => {
            // Centres change hands after Fall only; every other phase sees the same count.
            let counted = position.phase.stage() != Stage::Retreat
                && position.phase.date().season == Season::Spring
                || position.phase.stage() == Stage::Adjustment;
            let count = |player: &Player<'_>| -> usize {
                player.powers.iter().map(|power| position.owners.count(*power)).sum()
            };
            setup.players.iter().position(|player| counted && count(player) >= centres)
        }
    }
}
