//! `regent`: looks for orders that do well whatever the others find best.
//!
//! Every player at the board gets a handful of plans: what one of its kind usually does (the planner's,
//! made in its place), and its best replies to what the others seem to play. Regret matching finds how
//! often each is played. In the end our own plans are compared on one sample of what the others play; with
//! much time the best of them are played on for a turn.

mod advice;
mod book;
mod choice;
mod council;
mod crew;
mod deliberate;
mod learner;
mod manners;
mod onward;
mod prospects;
mod sequel;

use rules::{Entry, Order, Power, RetreatOrder, Sheet};

use crate::planner::minds::Minds;
use crate::{Bot, Chance, Habits, Planner, Seat, Work};

pub use advice::{Advice, Expected, Suggestion};

use choice::Ranked;
use council::{Member, players, views};
use crew::Crew;
use deliberate::{Council, ME};

#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Regent {
    /// How many threads think. The answer does not depend on it.
    pub threads: usize,
    /// How far it misjudges its own plans in the end, in centres: nothing at its best.
    pub blur: f32,
}

/// With less than this there is nothing to weigh against each other: the planner does better.
const LEAST: u64 = 1_500;
/// Own plans that come to the last comparison.
const FINALISTS: usize = 8;
/// In the first turn, and in the rest of the first year, plans that are this little worse than the best
/// are played as often: who always opens alike is read.
const OPENING_MARGIN: f32 = 0.3;
const FIRST_YEAR_MARGIN: f32 = 0.08;

impl Regent {
    /// At its best, on one thread.
    pub const FULL: Self = Self { threads: 1, blur: 0.0 };

    /// Lets everybody at the board deliberate, then asks for what came of it. None if the budget is too
    /// small for that.
    fn in_council<T: Send>(
        &self,
        seat: &Seat<'_>,
        work: &mut Work,
        chance: &mut Chance,
        ask: impl FnOnce(&mut Council<'_>, &mut Work, &mut Chance) -> T + Send,
    ) -> Option<T> {
        if work.left() < LEAST || seat.own_units().is_empty() {
            return None;
        }
        let crew = Crew::of(self.threads);
        let answer = crew.lead(|| {
            let powers = players(seat);
            let views = views(seat, &powers, &crew);
            let minds = Minds::at(seat);
            let members = views.iter().map(|view| Member::new(view, &minds, chance)).collect();
            let mut council = Council::new(members, &minds, &crew);
            council.deliberate(work, chance);
            ask(&mut council, work, chance)
        });
        Some(answer)
    }

    /// The plan that is played, of those that came to the last comparison.
    fn choose(&self, seat: &Seat<'_>, mut ranked: Vec<Ranked>, chance: &mut Chance) -> usize {
        for one in &mut ranked {
            // The sum of three dice is nearly a bell: its spread is `blur`.
            let dice: f32 = (0..3).map(|_| chance.below(2001) as f32 / 1000.0 - 1.0).sum();
            one.worth += self.blur * dice;
        }
        ranked.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        let Some(best) = ranked.first().copied() else { return 0 };
        let (date, first) = (seat.position.phase.date(), seat.board.first());
        let margin = if date == first {
            OPENING_MARGIN
        } else if date.year == first.year {
            FIRST_YEAR_MARGIN
        } else {
            return best.plan;
        };
        ranked.retain(|one| one.worth >= best.worth - margin);
        chance.pick(&ranked).map_or(best.plan, |one| one.plan)
    }
}

impl Bot for Regent {
    fn movement(&self, seat: &Seat<'_>, work: &mut Work, chance: &mut Chance) -> Sheet<Order> {
        let best = self.in_council(seat, work, chance, |council, work, chance| {
            let ranked = council.rank(FINALISTS, work, chance);
            council.sheet(ME, self.choose(seat, ranked, chance))
        });
        best.unwrap_or_else(|| Planner { habits: Habits::FULL }.movement(seat, work, chance))
    }

    fn retreats(&self, seat: &Seat<'_>, work: &mut Work, chance: &mut Chance) -> Sheet<RetreatOrder> {
        let ranked = prospects::retreats(seat, work, chance);
        ranked.into_iter().next().map_or_else(|| Sheet::new(seat.board), |(orders, _)| orders)
    }

    fn adjustments(&self, seat: &Seat<'_>, work: &mut Work, chance: &mut Chance) -> Vec<(Power, Entry)> {
        let ranked = prospects::adjustments(seat, work, chance);
        ranked.into_iter().next().map_or_else(Vec::new, |(entries, _)| entries)
    }
}
