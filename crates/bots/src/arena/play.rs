//! One game from its first turn to its end.

use rules::{Board, Edition, Goal, Judge, Orders, Phase, Position, Power, Resolution, Season, Stage};

use super::{Misdeed, Neutral, check};
use crate::{Bot, Chance, Seat, Work, answer, seed_for};

/// Who plays which powers.
#[derive(Debug)]
pub struct Player<'a> {
    pub powers: Vec<Power>,
    pub bot: &'a dyn Bot,
    /// Work units for each answer.
    pub budget: u64,
}

/// A game to be played.
#[derive(Debug)]
pub struct Setup<'a> {
    pub board: &'a Board,
    pub edition: Edition,
    pub start: Position,
    pub players: Vec<Player<'a>>,
    pub goal: Goal,
    /// A power that is won by a toss (K5).
    pub neutral: Option<&'a Neutral>,
    /// The last year that is played.
    pub until: u16,
    /// The player for whose sake it is played, if one is: when that one is out, nothing more is.
    pub hero: Option<usize>,
    pub seed: u64,
}

/// A game that is over.
#[derive(Debug)]
pub struct Finished {
    pub last: Position,
    /// By player: the powers at the end.
    pub powers: Vec<Vec<Power>>,
    /// Every phase that was played.
    pub history: Vec<Resolution>,
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
    let mut course = Course {
        setup,
        judge: Judge::new(setup.board, setup.edition),
        position: setup.start.clone(),
        powers: setup.players.iter().map(|player| player.powers.clone()).collect(),
        neutral: setup.neutral,
        history: Vec::new(),
        misdeeds: Vec::new(),
    };
    let mut winner = None;
    while winner.is_none()
        && course.position.phase.date().year <= setup.until
        && !setup.hero.is_some_and(|hero| course.is_out(hero))
    {
        course.open_neutral();
        let orders = course.collect(watcher);
        course.go_on(&orders);
        winner = course.winner();
    }
    let Course { position, powers, history, misdeeds, .. } = course;
    Finished { last: position, powers, history, winner, misdeeds }
}

/// A game under way.
struct Course<'a> {
    setup: &'a Setup<'a>,
    judge: Judge<'a>,
    position: Position,
    /// By player. The winner of the toss gets one more (K5).
    powers: Vec<Vec<Power>>,
    /// Until somebody has it.
    neutral: Option<&'a Neutral>,
    history: Vec<Resolution>,
    misdeeds: Vec<(usize, Misdeed)>,
}

impl Course<'_> {
    /// From the Spring after the toss on the neutral power is its winner's, and its land is open (K5).
    fn open_neutral(&mut self) {
        let Some(neutral) = self.neutral.filter(|neutral| self.position.phase.date().year > neutral.toss)
        else {
            return;
        };
        let seat = toss(self.setup.seed, self.powers.len());
        self.powers[seat].push(neutral.power);
        self.position.table.player[neutral.power.index()] = seat as u8;
        self.position.table.set_disorder(neutral.power, false);
        self.judge = Judge::new(&neutral.board, self.setup.edition);
        self.neutral = None;
    }

    /// Asks everybody; nobody sees what the others hand in.
    fn collect(&mut self, watcher: &mut dyn Watcher) -> Orders {
        let (setup, board, stage) = (self.setup, self.judge.board(), self.position.phase.stage());
        let mut all = Orders::none(board, stage);
        let history: Vec<&Resolution> = self.history.iter().collect();
        for (number, player) in setup.players.iter().enumerate() {
            let seat = Seat {
                board,
                edition: setup.edition,
                position: &self.position,
                history: &history,
                powers: &self.powers[number],
                goal: setup.goal,
            };
            if !has_something_to_do(&seat) {
                continue;
            }
            let mut work = Work::units(player.budget);
            let seed = seed_for(setup.seed, self.position.phase, &player.powers);
            watcher.asks(number);
            let orders = answer(player.bot, &seat, &mut work, seed);
            watcher.answered(number, stage, work.spent());
            if work.spent() > player.budget {
                self.misdeeds.push((number, Misdeed::OverBudget));
            }
            self.misdeeds.extend(check(&seat, &orders).into_iter().map(|misdeed| (number, misdeed)));
            all.add(&orders).expect("a bot is asked for what the phase needs");
        }
        all
    }

    /// Whether a player has neither units, not even dislodged ones, nor centres.
    fn is_out(&self, player: usize) -> bool {
        let Position { forces, dislodged, owners, .. } = &self.position;
        let has = |power: Power| {
            forces.count(power) > 0
                || owners.count(power) > 0
                || dislodged.iter().any(|one| one.unit.power == power)
        };
        !self.powers[player].iter().any(|power| has(*power))
    }

    fn go_on(&mut self, orders: &Orders) {
        let played = self.position.resolve(&mut self.judge, orders).expect("the orders are for this phase");
        self.position = played.after.clone();
        self.history.push(played);
    }

    /// Centres change hands after Fall only, so only what follows it is looked at.
    fn winner(&self) -> Option<usize> {
        let fall_is_over = match self.position.phase {
            Phase::Movement(date) => date.season == Season::Spring,
            Phase::Retreat(_) => false,
            Phase::Adjustment { .. } => true,
        };
        let has_won = |powers: &Vec<Power>| self.setup.goal.is_reached(&self.position.owners, powers);
        self.powers.iter().position(has_won).filter(|_| fall_is_over)
    }
}

/// The player who wins the coin toss of a game.
pub fn toss(seed: u64, players: usize) -> usize {
    // No answer of a bot has a part this large.
    Chance::new(Chance::derive(seed, u64::MAX)).below(players)
}

fn has_something_to_do(seat: &Seat<'_>) -> bool {
    match seat.position.phase.stage() {
        Stage::Movement => !seat.own_units().is_empty(),
        Stage::Retreat => !seat.own_fallen().is_empty(),
        Stage::Adjustment => seat.own_powers().any(|power| seat.accounts().owed(power) != 0),
    }
}
