//! How a bot votes on the end of a game: it compares the proposed end with what it expects of going on.
//!
//! Both are shares of the game from 0 to 1. A won game is worth 1, and a draw is divided equally. To know what to
//! expect, the bot plays the game on several times, quickly, for all players. So a leader who keeps growing
//! refuses a draw. When the board is stuck and nobody is about to win, everybody agrees to it.

use rules::Power;

use crate::arena::{Player, Score, Setup, play, score};
use crate::{BotKind, Seat, SeededRng, seed_for};

/// A proposed end of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProposedEnd {
    /// The players of these powers share a draw.
    Draw(Vec<Power>),
    /// The player of these powers wins.
    Win(Vec<Power>),
    /// Whoever has the most centres wins. Equal players share a draw.
    MostCentres,
}

/// The share of a bot if the game ends as proposed, and the share that it expects of going on.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Outlook {
    pub ending: f64,
    pub going_on: f64,
}

/// The bot that plays all powers when the game is played on. It needs a few milliseconds per year.
const PLAYED_ON_BY: BotKind = BotKind::Amateur;
/// How often a bot plays the game on before it votes.
pub const GAMES_PLAYED_ON: u32 = 6;
const YEARS_PLAYED_ON: u16 = 3;
/// The board is stuck if no centre changed hands for this number of years.
pub const STUCK_YEARS: u16 = 3;
/// On a stuck board a bot insists on a win only if it wins so many of the games that are played on.
const LIKELY: f64 = 0.5;
/// After so many years without a change it no longer does: it would have won by now.
pub const GIVE_UP_YEARS: u16 = 2 * STUCK_YEARS;
/// A leader with this part of the centres that win the game (8 of 18) does not let a few quick games talk it into a
/// draw.
const STRONG_LEAD: f64 = 0.4;
/// A smaller share than this is lost: the bot does not insist on playing it out.
const LOST_SHARE: f64 = 0.02;

impl Outlook {
    pub fn agrees(&self) -> bool {
        self.ending >= self.going_on
    }
}

/// What a bot gets from a proposed end and from going on. The history of the seat must reach back
/// [`GIVE_UP_YEARS`]; if it does not reach back [`STUCK_YEARS`], the board never counts as stuck. The same input always gives the same outlook.
pub fn outlook(seat: &Seat<'_>, proposed: &ProposedEnd, games: u32, game_seed: u64) -> Outlook {
    let players = players(seat);
    let played_on: Vec<Vec<Score>> =
        (0..u64::from(games)).map(|game| play_on(seat, &players, game_seed, game)).collect();
    let own = |of: fn(&Score) -> f64| {
        played_on.iter().map(|scores| scores.first().map_or(0.0, of)).sum::<f64>() / f64::from(games)
    };
    let years = years_without_change(seat);
    let going_on = if years >= STUCK_YEARS {
        let wins = own(|score| f64::from(u8::from(score.won)));
        if wins >= LIKELY && years < GIVE_UP_YEARS { wins } else { 1.0 / players.len() as f64 }
    } else {
        // Quick games are noisy, and what one has is worth something too.
        let present = present_share(seat, &players);
        let mean = f64::midpoint(own(|score| score.squares), present);
        if leads_strongly(seat, &players) { mean.max(present) } else { mean }
    };
    let going_on = if going_on < LOST_SHARE { 0.0 } else { going_on };
    Outlook { ending: share_of_end(seat, &players, proposed), going_on }
}

/// The powers of each player who still has units or centres. The own player is the first.
fn players(seat: &Seat<'_>) -> Vec<Vec<Power>> {
    let position = seat.position;
    let lives = |power: &Power| {
        !position.players.in_disorder(*power)
            && (position.owners.count(*power) > 0
                || position.forces.count(*power) > 0
                || position.dislodged.iter().any(|dislodged| dislodged.unit.power == *power))
    };
    let mut players = vec![seat.own_powers().collect::<Vec<Power>>()];
    let mut numbers: Vec<u8> = Vec::new();
    for power in seat.board.powers().filter(|power| !seat.is_own(*power)).filter(lives) {
        let player = position.players.by_power[power.index()];
        if let Some(known) = numbers.iter().position(|number| *number == player) {
            players[known + 1].push(power);
        } else {
            numbers.push(player);
            players.push(vec![power]);
        }
    }
    players
}

/// Plays the game on for some years. Returns the results of all players, the own player first.
fn play_on(seat: &Seat<'_>, players: &[Vec<Power>], game_seed: u64, game: u64) -> Vec<Score> {
    let bot = PLAYED_ON_BY.bot();
    let player =
        |powers: &Vec<Power>| Player { powers: powers.clone(), bot: &*bot, budget: PLAYED_ON_BY.budget() };
    let finished = play(
        &Setup {
            board: seat.board,
            edition: seat.edition,
            start: seat.position.clone(),
            players: players.iter().map(player).collect(),
            goal: seat.goal,
            neutral: None,
            until: seat.position.phase.turn().year + YEARS_PLAYED_ON,
            end_when_out: None,
            seed: SeededRng::derive_seed(seed_for(game_seed, seat.position.phase, seat.powers), game),
        },
        &mut (),
    );
    score(seat.board, &finished)
}

/// For how many years no centre has changed hands, as far as the history of the seat goes.
pub fn years_without_change(seat: &Seat<'_>) -> u16 {
    let now = seat.position;
    let same = seat.history.iter().rev().take_while(|phase| phase.before.owners == now.owners);
    same.last().map_or(0, |oldest| now.phase.turn().year - oldest.before.phase.turn().year)
}

/// Whether nobody has more than the own player, who has a good part of what wins the game.
fn leads_strongly(seat: &Seat<'_>, players: &[Vec<Power>]) -> bool {
    let score =
        |powers: &Vec<Power>| seat.goal.score(powers.iter().map(|power| seat.position.owners.count(*power)));
    let own = players.first().map_or(0, score);
    own as f64 >= seat.goal.centres as f64 * STRONG_LEAD && players.iter().all(|player| score(player) <= own)
}

/// The share of the own player by the centres that everybody has now: its square by the sum of all squares.
fn present_share(seat: &Seat<'_>, players: &[Vec<Power>]) -> f64 {
    let square = |powers: &Vec<Power>| {
        let centres: usize = powers.iter().map(|power| seat.position.owners.count(*power)).sum();
        (centres * centres) as f64
    };
    let all: f64 = players.iter().map(square).sum();
    players.first().map_or(0.0, square) / all.max(1.0)
}

fn share_of_end(seat: &Seat<'_>, players: &[Vec<Power>], proposed: &ProposedEnd) -> f64 {
    let plays_one_of =
        |player: &Vec<Power>, powers: &[Power]| player.iter().any(|power| powers.contains(power));
    let sharing: Vec<usize> = match proposed {
        ProposedEnd::Draw(powers) | ProposedEnd::Win(powers) => {
            (0..players.len()).filter(|player| plays_one_of(&players[*player], powers)).collect()
        }
        ProposedEnd::MostCentres => {
            let centres = |powers: &Vec<Power>| {
                seat.goal.score(powers.iter().map(|power| seat.position.owners.count(*power)))
            };
            let most = players.iter().map(centres).max();
            (0..players.len()).filter(|player| Some(centres(&players[*player])) == most).collect()
        }
    };
    if sharing.contains(&0) { 1.0 / sharing.len() as f64 } else { 0.0 }
}
