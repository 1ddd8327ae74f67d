//! A contest: many games of one bot against a table of another, every seat as often as the next.

use rules::{Board, Edition, Power};

use super::{Finished, Gathering, Player, Setup, Watcher, play};
use crate::{Bot, Chance, Kind};

/// One challenger against a field of equals.
#[derive(Debug)]
pub struct Contest {
    pub challenger: Kind,
    pub field: Kind,
    pub gathering: Gathering,
    pub edition: Edition,
    pub until: u16,
    pub seed: u64,
    /// Work units for an answer of the challenger and of each of the field: what fits the bot, unless
    /// somebody wants to know what more or less would do.
    pub budgets: [u64; 2],
    /// Whether a game ends when the challenger is out: what came of it is known then, and the others'
    /// fate is not.
    pub while_alive: bool,
    bots: [Box<dyn Bot>; 2],
}

/// How a player came out of a game.
#[derive(Clone, Debug)]
pub struct Score {
    pub kind: Kind,
    pub challenger: bool,
    /// The player's seat at the table and its powers.
    pub seat: usize,
    pub powers: Vec<Power>,
    pub centres: usize,
    /// Those of the whole board.
    pub board_centres: usize,
    pub won: bool,
    /// Neither units nor centres left.
    pub eliminated: bool,
    /// The square of its centres over the sum of everybody's squares; all to a winner.
    pub squares: f64,
}

impl Contest {
    pub fn new(challenger: Kind, field: Kind, gathering: Gathering, until: u16, seed: u64) -> Self {
        let bots = [challenger.bot(), field.bot()];
        let budgets = [challenger.budget(), field.budget()];
        Self {
            challenger,
            field,
            gathering,
            edition: Edition::Y2000,
            until,
            seed,
            budgets,
            while_alive: false,
            bots,
        }
    }

    /// The challenger's seat in a game: each in turn.
    pub const fn seat(&self, game: u64) -> usize {
        (game % self.gathering.powers.len() as u64) as usize
    }

    /// The seed of a game.
    pub fn seed_of(&self, game: u64) -> u64 {
        Chance::derive(self.seed, game)
    }

    fn kind(&self, game: u64, player: usize) -> Kind {
        if player == self.seat(game) { self.challenger } else { self.field }
    }

    /// Plays one game of the contest.
    pub fn play(&self, game: u64, watcher: &mut dyn Watcher) -> Finished {
        let player = |(number, powers): (usize, &Vec<Power>)| Player {
            powers: powers.clone(),
            bot: &*self.bots[usize::from(number != self.seat(game))],
            budget: self.budgets[usize::from(number != self.seat(game))],
        };
        let setup = Setup {
            board: &self.gathering.board,
            edition: self.edition,
            start: self.gathering.start.clone(),
            players: self.gathering.powers.iter().enumerate().map(player).collect(),
            goal: self.gathering.goal,
            neutral: self.gathering.neutral.as_ref(),
            until: self.until,
            hero: self.while_alive.then(|| self.seat(game)),
            seed: self.seed_of(game),
        };
        play(&setup, watcher)
    }

    /// How every player came out of a game of this contest.
    pub fn scores(&self, game: u64, finished: &Finished) -> Vec<Score> {
        let mut scores = score(&self.gathering.board, finished);
        for score in &mut scores {
            score.kind = self.kind(game, score.seat);
            score.challenger = score.seat == self.seat(game);
        }
        scores
    }
}

/// How the players came out of a game.
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
            kind: Kind::Hold,
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
