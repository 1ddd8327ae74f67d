//! Advice: what `regent` would do in somebody's place, how sure it is, and what it expects of the others.

use rules::{Order, Orders, Power, Sheet, Stage};

use crate::{Bot, Chance, Seat, Work};

use super::choice::Ranked;
use super::deliberate::{Council, ME};
use super::{FINALISTS, LEAST, Regent, prospects};

/// What could be done, the best first, and what the others are expected to do.
#[derive(Clone, Debug)]
pub struct Advice {
    /// None if there is nothing to order.
    pub suggestions: Vec<Suggestion>,
    /// In movement phases, for every other player.
    pub expected: Vec<Expected>,
}

/// One way to go on.
#[derive(Clone, Debug)]
pub struct Suggestion {
    pub orders: Orders,
    /// What it is worth, in centres two years from now: a game won counts a hundred and more, one that
    /// somebody else wins less than nothing. None if it could not be told.
    pub worth: Option<f32>,
    /// How far the worth may be off: over what the others may do, and over what other searches expect of
    /// them.
    pub doubt: Option<f32>,
    /// How often it would be played, of 1, by somebody who does not want to be read.
    pub share: Option<f32>,
}

/// What another player may do, the likeliest first, each with how likely it is.
#[derive(Clone, Debug)]
pub struct Expected {
    pub powers: Vec<Power>,
    pub plans: Vec<(f32, Sheet<Order>)>,
}

/// So many plans of another player are told, if they are this likely.
const PLANS: usize = 3;
const LIKELY: f32 = 0.05;
/// So many smaller searches are asked what they think of the suggestions, each for so many parts of a
/// hundred of the budget. One search alone is surer than it should be: it knows only the plans of the
/// others that it came upon.
const OPINIONS: usize = 3;
const OPINION_PERCENT: u64 = 10;

impl Regent {
    /// The best few ways to go on for the powers of a seat. With too small a budget for a comparison
    /// there is one suggestion without a worth.
    pub fn advise(&self, seat: &Seat<'_>, most: usize, work: &mut Work, chance: &mut Chance) -> Advice {
        let weighed = |choices: Vec<(Orders, Option<f32>)>| {
            let one = |(orders, worth)| Suggestion { orders, worth, doubt: None, share: None };
            Advice { suggestions: choices.into_iter().map(one).collect(), expected: Vec::new() }
        };
        let mut advice = match seat.position.phase.stage() {
            Stage::Movement => self.advise_orders(seat, most, work, chance),
            Stage::Retreat => {
                let ranked = prospects::retreats(seat, work, chance).into_iter().take(most);
                weighed(ranked.map(|(orders, worth)| (Orders::Retreats(orders), worth)).collect())
            }
            Stage::Adjustment => {
                let ranked = prospects::adjustments(seat, work, chance).into_iter().take(most);
                weighed(ranked.map(|(entries, worth)| (Orders::Adjustments(entries), worth)).collect())
            }
        };
        advice.suggestions.retain(|one| !one.orders.is_empty());
        advice
    }

    fn advise_orders(&self, seat: &Seat<'_>, most: usize, work: &mut Work, chance: &mut Chance) -> Advice {
        let share = work.left() * OPINION_PERCENT / 100;
        let opinions = if share < LEAST { 0 } else { OPINIONS };
        let mut own = Work::units(work.left() - share * opinions as u64);
        let advice = self.in_council(seat, &mut own, chance, |council, work, chance| {
            let ranked = council.rank(most.max(FINALISTS), work, chance);
            let shares = council.learners[ME].shares();
            let suggestion = |one: &Ranked| Suggestion {
                orders: Orders::Movement(council.sheet(ME, one.plan)),
                worth: Some(one.worth),
                doubt: Some(one.doubt),
                share: Some(shares[one.plan]),
            };
            let suggestions = ranked.iter().take(most).map(suggestion).collect();
            let expected =
                (0..council.members.len()).filter(|i| *i != ME).map(|i| council.expect(i)).collect();
            Advice { suggestions, expected }
        });
        let mut advice = advice.unwrap_or_else(|| {
            let orders = Orders::Movement(self.movement(seat, &mut own, chance));
            let suggestions = vec![Suggestion { orders, worth: None, doubt: None, share: None }];
            Advice { suggestions, expected: Vec::new() }
        });
        work.settle(own.spent());
        let opinions: Vec<Vec<f32>> = (0..opinions)
            .map(|_| {
                let mut own = Work::units(share);
                let opinion = self.opinion(seat, &advice.suggestions, &mut own, chance.next());
                work.settle(own.spent());
                opinion
            })
            .collect();
        for (i, one) in advice.suggestions.iter_mut().enumerate() {
            one.doubt = doubt(one, opinions.iter().map(|opinion| opinion[i]));
        }
        advice
    }

    /// What another search thinks that the suggestions are worth.
    fn opinion(&self, seat: &Seat<'_>, on: &[Suggestion], work: &mut Work, seed: u64) -> Vec<f32> {
        let mut chance = Chance::new(seed);
        let opinion = self.in_council(seat, work, &mut chance, |council, work, chance| {
            let own = &mut council.members[ME];
            let mut ranked: Vec<Ranked> = on
                .iter()
                .filter_map(|one| match &one.orders {
                    Orders::Movement(sheet) => Some(own.propose(sheet)),
                    Orders::Retreats(_) | Orders::Adjustments(_) => None,
                })
                .map(|plan| Ranked { plan, worth: f32::NAN, doubt: f32::INFINITY })
                .collect();
            council.compare_now(&mut ranked, work.left(), work, chance);
            ranked.iter().map(|one| one.worth).collect()
        });
        opinion.unwrap_or_else(|| vec![f32::NAN; on.len()])
    }
}

/// How far a worth may be off: its own doubt, and twice the spread over all searches.
fn doubt(one: &Suggestion, others: impl Iterator<Item = f32>) -> Option<f32> {
    let (worth, own) = (one.worth?, one.doubt?);
    let worths: Vec<f32> = others.filter(|worth| worth.is_finite()).chain([worth]).collect();
    let count = worths.len() as f32;
    let mean = worths.iter().sum::<f32>() / count;
    let squares: f32 = worths.iter().map(|worth| (worth - mean) * (worth - mean)).sum();
    // Nobody else was asked: there is no telling.
    let spread = (count > 1.0).then(|| (squares / (count - 1.0)).sqrt())?;
    Some(own.hypot(2.0 * spread)).filter(|doubt| doubt.is_finite())
}

impl Council<'_> {
    fn expect(&self, member: usize) -> Expected {
        let mut plans: Vec<(f32, usize)> = self.learners[member]
            .shares()
            .into_iter()
            .enumerate()
            .map(|(plan, share)| (share, plan))
            .collect();
        plans.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let plans = plans.into_iter().take(PLANS).filter(|(share, _)| *share >= LIKELY);
        Expected {
            powers: self.members[member].view.seat.powers.to_vec(),
            plans: plans.map(|(share, plan)| (share, self.sheet(member, plan))).collect(),
        }
    }
}
