//! After a Fall turn: the coin, the goal, the time that was set (J, K5).

use rules::Date;

use super::Course;
use crate::state::Play;
use crate::{
    Abandonment, Circle, DrawnBy, Ending, Fact, Game, LimitVerdict, LimitWhen, Neutrality, RoundFact, SeatId,
    Timestamp, Victory, lot,
};

impl Course<'_> {
    /// Centres have changed hands; adjustments are still to come.
    pub(super) fn end_fall(&mut self, date: Date) {
        let now = self.now;
        let seed = self.start.charter.seed();
        let toss = self.start.charter.seating().neutral().map(|neutral| neutral.toss);
        let Some(play) = self.play() else { return };
        if toss == Some(date) && play.neutrality == Some(Neutrality::Closed) {
            self.happen(Fact::Round(RoundFact::CoinTossed { winner: lot::coin(seed) }));
        }
        let game = self.game();
        let Some(play) = game.play() else { return };
        let ending = game.reached_goal(play).or_else(|| game.reached_limit(play, date, now));
        if let Some(ending) = ending {
            self.happen(Fact::Ended(ending));
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

    /// The centres of a player's best power, or of all of them, whichever the goal asks for (K6).
    pub(crate) fn score(&self, play: &Play, seat: SeatId) -> usize {
        let counts = self.powers_of(play, seat).map(|power| play.position.owners.count(power));
        self.charter.settings().goal.score(counts)
    }

    fn reached_limit(&self, play: &Play, date: Date, now: Timestamp) -> Option<Ending> {
        let limit = self.charter.settings().limit?;
        let reached = match limit.when {
            LimitWhen::Year(year) => date.year >= year,
            LimitWhen::After(length) => now >= play.started.plus(length),
        };
        if !reached {
            return None;
        }
        let survivors = self.survivors(play);
        let best = survivors.iter().map(|seat| self.score(play, seat)).max();
        let between: Circle = match limit.verdict {
            LimitVerdict::Shared => survivors,
            LimitVerdict::MostCentres => {
                survivors.iter().filter(|seat| Some(self.score(play, *seat)) == best).collect()
            }
        };
        let mut seats = between.iter();
        Some(match (limit.verdict, seats.next(), seats.next()) {
            (_, None, _) => Ending::Abandoned(Abandonment::EverybodyLeft),
            (LimitVerdict::MostCentres, Some(seat), None) => Ending::Won { seat, by: Victory::MostCentres },
            (LimitVerdict::MostCentres | LimitVerdict::Shared, Some(_), _) => {
                Ending::Drawn { between, by: DrawnBy::Limit }
            }
        })
    }
}
