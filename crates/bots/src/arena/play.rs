//! Plays one game between bots, from the first turn to the end.

use rules::{Board, Edition, Goal, Judge, Orders, Phase, PhaseKind, Position, Power, Resolution, Season};

use super::{Neutral, Violation, check};
use crate::{Bot, Seat, SeededRng, WorkBudget, ask_bot, seed_for};

/// A player: a bot and its powers.
#[derive(Debug)]
pub struct Player<'a> {
    pub powers: Vec<Power>,
    pub bot: &'a dyn Bot,
    /// Work units per set of orders.
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
    /// The power that a coin toss gives to a player (K5).
    pub neutral: Option<&'a Neutral>,
    /// The last year that is played.
    pub until: u16,
    /// The game ends when this player is eliminated. None: it goes on to the end.
    pub end_when_out: Option<usize>,
    pub seed: u64,
}

/// A finished game.
#[derive(Debug)]
pub struct Finished {
    pub last: Position,
    /// By player: the powers at the end.
    pub powers: Vec<Vec<Power>>,
    /// All played phases.
    pub history: Vec<Resolution>,
    /// The player who won, if any.
    pub winner: Option<usize>,
    /// Rule violations by bots. Always empty for a correct bot.
    pub violations: Vec<(usize, Violation)>,
}

/// Receives a call before and after each set of orders.
pub trait Observer {
    /// Before a player is asked.
    fn before_orders(&mut self, _player: usize) {}
    /// After a player has given orders at this cost.
    fn after_orders(&mut self, _player: usize, _stage: PhaseKind, _spent: u64) {}
}

impl Observer for () {}

/// Plays a game. The same setup gives the same game.
pub fn play(setup: &Setup<'_>, watcher: &mut dyn Observer) -> Finished {
    let mut course = RunningGame {
        setup,
        judge: Judge::new(setup.board, setup.edition),
        position: setup.start.clone(),
        powers: setup.players.iter().map(|player| player.powers.clone()).collect(),
        neutral: setup.neutral,
        history: Vec::new(),
        violations: Vec::new(),
    };
    let mut winner = None;
    while winner.is_none()
        && course.position.phase.turn().year <= setup.until
        && !setup.end_when_out.is_some_and(|hero| course.is_out(hero))
    {
        course.open_neutral();
        let orders = course.collect(watcher);
        course.resolve_phase(&orders);
        winner = course.winner();
    }
    let RunningGame { position, powers, history, violations, .. } = course;
    Finished { last: position, powers, history, winner, violations }
}

/// A game that is being played.
struct RunningGame<'a> {
    setup: &'a Setup<'a>,
    judge: Judge<'a>,
    position: Position,
    /// By player. The winner of the toss gets one more (K5).
    powers: Vec<Vec<Power>>,
    /// Set until a player gets the power.
    neutral: Option<&'a Neutral>,
    history: Vec<Resolution>,
    violations: Vec<(usize, Violation)>,
}

impl RunningGame<'_> {
    /// From the Spring after the toss the winner plays the neutral power, and its land is open (K5).
    fn open_neutral(&mut self) {
        let Some(neutral) =
            self.neutral.filter(|neutral| self.position.phase.turn().year > neutral.toss_year)
        else {
            return;
        };
        let seat = toss_winner(self.setup.seed, self.powers.len());
        self.powers[seat].push(neutral.power);
        self.position.players.by_power[neutral.power.index()] = seat as u8;
        self.position.players.set_disorder(neutral.power, false);
        self.judge = Judge::new(&neutral.board, self.setup.edition);
        self.neutral = None;
    }

    /// Asks all players for orders. No player sees the orders of the others.
    fn collect(&mut self, watcher: &mut dyn Observer) -> Orders {
        let (setup, board, stage) = (self.setup, self.judge.board(), self.position.phase.kind());
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
            let mut work = WorkBudget::units(player.budget);
            let seed = seed_for(setup.seed, self.position.phase, &player.powers);
            watcher.before_orders(number);
            let orders = ask_bot(player.bot, &seat, &mut work, seed);
            watcher.after_orders(number, stage, work.spent());
            if work.spent() > player.budget {
                self.violations.push((number, Violation::OverBudget));
            }
            self.violations.extend(check(&seat, &orders).into_iter().map(|violation| (number, violation)));
            all.add(&orders).expect("a bot returns orders for the current phase");
        }
        all
    }

    /// Whether a player has no centres, no units and no dislodged units.
    fn is_out(&self, player: usize) -> bool {
        let Position { forces, dislodged, owners, .. } = &self.position;
        let has = |power: Power| {
            forces.count(power) > 0
                || owners.count(power) > 0
                || dislodged.iter().any(|one| one.unit.power == power)
        };
        !self.powers[player].iter().any(|power| has(*power))
    }

    fn resolve_phase(&mut self, orders: &Orders) {
        let played = self.position.resolve(&mut self.judge, orders).expect("the orders are for this phase");
        self.position = played.after.clone();
        self.history.push(played);
    }

    /// The winner, if any. Centres change owners only after Fall, so it is checked only then.
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
pub fn toss_winner(seed: u64, players: usize) -> usize {
    // No seed for orders uses such a large part, so the toss is independent of them.
    SeededRng::new(SeededRng::derive_seed(seed, u64::MAX)).below(players)
}

fn has_something_to_do(seat: &Seat<'_>) -> bool {
    match seat.position.phase.kind() {
        PhaseKind::Movement => !seat.own_units().is_empty(),
        PhaseKind::Retreat => !seat.own_dislodged().is_empty(),
        PhaseKind::Adjustment => {
            seat.own_powers().any(|power| seat.adjustments().centres_minus_units(power) != 0)
        }
    }
}
