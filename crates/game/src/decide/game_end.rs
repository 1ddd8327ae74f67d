//! How a game ends after a Fall turn: by the goal or by the time limit. Also the coin toss (J, K5).

use rules::Turn;

use super::EventBuilder;
use crate::state::Play;
use crate::{
    Abandonment, DrawnBy, Ending, Fact, Game, LimitResult, LimitWhen, Neutrality, RoundFact, SeatId, SeatSet,
    Timestamp, Victory, seat_draw,
};

impl EventBuilder<'_> {
    /// Runs after the centres have new owners and before the adjustments.
    pub(super) fn end_fall(&mut self, date: Turn) {
        let now = self.now;
        let seed = self.before.charter.seed();
        let toss = self.before.charter.seating().neutral().map(|neutral| neutral.toss);
        let Some(play) = self.play() else { return };
        if toss == Some(date) && play.neutrality == Some(Neutrality::Closed) {
            self.emit(Fact::Round(RoundFact::CoinTossed { winner: seat_draw::coin_winner(seed) }));
        }
        let game = self.game();
        let Some(play) = game.play() else { return };
        let ending = game.reached_goal(play).or_else(|| game.reached_limit(play, date, now));
        if let Some(ending) = ending {
            self.emit(Fact::Ended(ending));
        }
    }
}

impl Game {
    fn reached_goal(&self, play: &Play) -> Option<Ending> {
        let goal = self.charter.settings().goal;
        let mut seats = self.charter.seating().seats();
        let seat = seats.find(|seat| self.score(play, *seat) >= goal.centres)?;
        Some(Ending::Won { seat, by: Victory::Centres })
    }

    /// The centres of a player's largest power or of all its powers, as the goal says (K6).
    pub(crate) fn score(&self, play: &Play, seat: SeatId) -> usize {
        let counts = self.powers_of(play, seat).map(|power| play.position.owners.count(power));
        self.charter.settings().goal.score(counts)
    }

    fn reached_limit(&self, play: &Play, date: Turn, now: Timestamp) -> Option<Ending> {
        let limit = self.charter.settings().limit?;
        let reached = match limit.when {
            LimitWhen::Year(year) => date.year >= year,
            LimitWhen::After(length) => now >= play.started.plus(length),
        };
        if !reached {
            return None;
        }
        Some(match limit.result {
            LimitResult::MostCentres => self.most_centres(play, DrawnBy::Limit),
            LimitResult::Shared => {
                let between = self.survivors(play);
                if between.is_empty() {
                    Ending::Abandoned(Abandonment::EverybodyLeft)
                } else {
                    Ending::Drawn { between, by: DrawnBy::Limit }
                }
            }
        })
    }

    /// The end of a game that the player with the most centres wins (J2). Equal players share a draw.
    pub(crate) fn most_centres(&self, play: &Play, by: DrawnBy) -> Ending {
        let survivors = self.survivors(play);
        let best = survivors.iter().map(|seat| self.score(play, seat)).max();
        let between: SeatSet =
            survivors.iter().filter(|seat| Some(self.score(play, *seat)) == best).collect();
        let mut seats = between.iter();
        match (seats.next(), seats.next()) {
            (None, _) => Ending::Abandoned(Abandonment::EverybodyLeft),
            (Some(seat), None) => Ending::Won { seat, by: Victory::MostCentres },
            (Some(_), Some(_)) => Ending::Drawn { between, by },
        }
    }
}
