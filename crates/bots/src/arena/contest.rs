//! A contest: many games of one bot against a table of another bot. The challenger plays all seats equally
//! often.

use rules::{Board, Edition, Power};

use super::{Finished, Observer, Player, Setup, TableSetup, play};
use crate::{Bot, BotKind, SeededRng};

/// One challenger against a field: all other seats have the same bot.
#[derive(Debug)]
pub struct Contest {
    pub challenger: BotKind,
    pub field: BotKind,
    pub table: TableSetup,
    pub edition: Edition,
    pub until: u16,
    pub seed: u64,
    /// Work units per set of orders, for the challenger and for each bot of the field. By default the usual
    /// budgets of the bots.
    pub budgets: [u64; 2],
    /// Whether a game ends when the challenger is eliminated. Its own result is known then; the results of
    /// the others are not.
    pub end_when_challenger_out: bool,
    bots: [Box<dyn Bot>; 2],
}

/// The result of one player in a game.
#[derive(Clone, Debug)]
pub struct Score {
    pub kind: BotKind,
    pub challenger: bool,
    /// The seat of the player and its powers.
    pub seat: usize,
    pub powers: Vec<Power>,
    pub centres: usize,
    /// The number of centres on the whole board.
    pub board_centres: usize,
    pub won: bool,
    /// No units and no centres left.
    pub eliminated: bool,
    /// The square of its centres divided by the sum of the squares of all players. A winner gets 1.
    pub squares: f64,
}

impl Contest {
    pub fn new(challenger: BotKind, field: BotKind, gathering: TableSetup, until: u16, seed: u64) -> Self {
        let bots = [challenger.bot(), field.bot()];
        let budgets = [challenger.budget(), field.budget()];
        Self {
            challenger,
            field,
            table: gathering,
            edition: Edition::Y2000,
            until,
            seed,
            budgets,
            end_when_challenger_out: false,
            bots,
        }
    }

    /// The seat of the challenger in a game. The seats rotate.
    pub const fn seat(&self, game: u64) -> usize {
        (game % self.table.powers.len() as u64) as usize
    }

    /// The seed of a game.
    pub fn seed_of(&self, game: u64) -> u64 {
        SeededRng::derive_seed(self.seed, game)
    }

    fn kind(&self, game: u64, player: usize) -> BotKind {
        if player == self.seat(game) { self.challenger } else { self.field }
    }

    /// Plays one game of the contest.
    pub fn play(&self, game: u64, watcher: &mut dyn Observer) -> Finished {
        let player = |(number, powers): (usize, &Vec<Power>)| Player {
            powers: powers.clone(),
            bot: &*self.bots[usize::from(number != self.seat(game))],
            budget: self.budgets[usize::from(number != self.seat(game))],
        };
        let setup = Setup {
            board: &self.table.board,
            edition: self.edition,
            start: self.table.start.clone(),
            players: self.table.powers.iter().enumerate().map(player).collect(),
            goal: self.table.goal,
            neutral: self.table.neutral.as_ref(),
            until: self.until,
            end_when_out: self.end_when_challenger_out.then(|| self.seat(game)),
            seed: self.seed_of(game),
        };
        play(&setup, watcher)
    }

    /// The results of all players in a game of this contest.
    pub fn scores(&self, game: u64, finished: &Finished) -> Vec<Score> {
        let mut scores = score(&self.table.board, finished);
        for score in &mut scores {
            score.kind = self.kind(game, score.seat);
            score.challenger = score.seat == self.seat(game);
        }
        scores
    }
}

/// The results of all players in a game.
pub fn score(board: &Board, finished: &Finished) -> Vec<Score> {
    let (last, players) = (&finished.last, &finished.powers);
    let centres = |powers: &Vec<Power>| powers.iter().map(|power| last.owners.count(*power)).sum::<usize>();
    let squares: usize = players.iter().map(centres).map(|n| n * n).sum();
    let score = |(seat, powers): (usize, &Vec<Power>)| {
        let centres = centres(powers);
        let units: usize = powers.iter().map(|power| last.forces.count(*power)).sum();
        let won = finished.winner == Some(seat);
        let squares = match finished.winner {
            Some(_) => f64::from(u8::from(won)),
            None => (centres * centres) as f64 / squares.max(1) as f64,
        };
        Score {
            kind: BotKind::Hold,
            challenger: false,
            seat,
            powers: powers.clone(),
            centres,
            board_centres: board.centres().len(),
            won,
            eliminated: centres == 0 && units == 0,
            squares,
        }
    };
    players.iter().enumerate().map(score).collect()
}
