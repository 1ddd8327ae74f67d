//! Advice for a player: what `regent` would order, how certain it is, and what it expects of the others.

use rules::{Order, Orders, PhaseKind, Power, Sheet};

use crate::{Bot, Seat, SeededRng, WorkBudget};

use super::final_comparison::RankedPlan;
use super::joint_search::{JointSearch, ME};
use super::{COMPARED_PLANS, MIN_SEARCH_WORK, Regent, lookahead_retreats_and_builds};

/// Suggested orders, the best first, and the expected orders of the others.
#[derive(Clone, Debug)]
pub struct Advice {
    /// Empty if there is nothing to order.
    pub suggestions: Vec<Suggestion>,
    /// In movement phases, for every other player.
    pub expected: Vec<Expected>,
}

/// One suggestion.
#[derive(Clone, Debug)]
pub struct Suggestion {
    pub orders: Orders,
    /// Its value in centres two years from now. A won game counts a hundred or more; a game that somebody
    /// else wins is negative. None if it was not computed.
    pub value: Option<f32>,
    /// The uncertainty of the value: over the possible orders of the others, and between several searches.
    pub uncertainty: Option<f32>,
    /// The share of times (from 0 to 1) that an unpredictable player would play it.
    pub share: Option<f32>,
}

/// The expected plans of another player with their probabilities, the most likely first.
#[derive(Clone, Debug)]
pub struct Expected {
    pub powers: Vec<Power>,
    pub plans: Vec<(f32, Sheet<Order>)>,
}

/// The maximum number of expected plans per player, and the minimum probability of each.
const MAX_EXPECTED_PLANS: usize = 3;
const MIN_EXPECTED_SHARE: f32 = 0.05;
/// The number of smaller searches that also value the suggestions, and the percentage of the budget for
/// each. One search alone underestimates its uncertainty: it knows only the plans of the others that it
/// found.
const SECOND_SEARCHES: usize = 3;
const SECOND_SEARCH_PERCENT: u64 = 10;

impl Regent {
    /// The best orders for a seat, at most this number of suggestions. With a budget that is too small for a
    /// comparison there is one suggestion without a value.
    pub fn advise(
        &self,
        seat: &Seat<'_>,
        most: usize,
        work: &mut WorkBudget,
        chance: &mut SeededRng,
    ) -> Advice {
        let weighed = |choices: Vec<(Orders, Option<f32>)>| {
            let one = |(orders, worth)| Suggestion { orders, value: worth, uncertainty: None, share: None };
            Advice { suggestions: choices.into_iter().map(one).collect(), expected: Vec::new() }
        };
        let mut advice = match seat.position.phase.kind() {
            PhaseKind::Movement => self.advise_orders(seat, most, work, chance),
            PhaseKind::Retreat => {
                let ranked =
                    lookahead_retreats_and_builds::retreats(seat, work, chance).into_iter().take(most);
                weighed(ranked.map(|(orders, worth)| (Orders::Retreats(orders), worth)).collect())
            }
            PhaseKind::Adjustment => {
                let ranked =
                    lookahead_retreats_and_builds::adjustments(seat, work, chance).into_iter().take(most);
                weighed(ranked.map(|(entries, worth)| (Orders::Adjustments(entries), worth)).collect())
            }
        };
        advice.suggestions.retain(|one| !one.orders.is_empty());
        advice
    }

    fn advise_orders(
        &self,
        seat: &Seat<'_>,
        most: usize,
        work: &mut WorkBudget,
        chance: &mut SeededRng,
    ) -> Advice {
        let share = work.left() * SECOND_SEARCH_PERCENT / 100;
        let opinions = if share < MIN_SEARCH_WORK { 0 } else { SECOND_SEARCHES };
        let mut own = WorkBudget::units(work.left() - share * opinions as u64);
        let advice = self.with_search(seat, &mut own, chance, |council, work, chance| {
            let ranked = council.rank(most.max(COMPARED_PLANS), work, chance);
            let shares = council.matchers[ME].shares();
            let suggestion = |one: &RankedPlan| Suggestion {
                orders: Orders::Movement(council.sheet(ME, one.plan)),
                value: Some(one.value),
                uncertainty: Some(one.uncertainty),
                share: Some(shares[one.plan]),
            };
            let suggestions = ranked.iter().take(most).map(suggestion).collect();
            let expected =
                (0..council.players.len()).filter(|i| *i != ME).map(|i| council.expected_plans(i)).collect();
            Advice { suggestions, expected }
        });
        let mut advice = advice.unwrap_or_else(|| {
            let orders = Orders::Movement(self.movement(seat, &mut own, chance));
            let suggestions = vec![Suggestion { orders, value: None, uncertainty: None, share: None }];
            Advice { suggestions, expected: Vec::new() }
        });
        work.add_spent(own.spent());
        let opinions: Vec<Vec<f32>> = (0..opinions)
            .map(|_| {
                let mut own = WorkBudget::units(share);
                let opinion = self.value_again(seat, &advice.suggestions, &mut own, chance.next_u64());
                work.add_spent(own.spent());
                opinion
            })
            .collect();
        for (i, one) in advice.suggestions.iter_mut().enumerate() {
            one.uncertainty = uncertainty(one, opinions.iter().map(|opinion| opinion[i]));
        }
        advice
    }

    /// The values of the suggestions in another search.
    fn value_again(&self, seat: &Seat<'_>, on: &[Suggestion], work: &mut WorkBudget, seed: u64) -> Vec<f32> {
        let mut chance = SeededRng::new(seed);
        let opinion = self.with_search(seat, work, &mut chance, |council, work, chance| {
            let own = &mut council.players[ME];
            let mut ranked: Vec<RankedPlan> = on
                .iter()
                .filter_map(|one| match &one.orders {
                    Orders::Movement(sheet) => Some(own.add_plan(sheet)),
                    Orders::Retreats(_) | Orders::Adjustments(_) => None,
                })
                .map(|plan| RankedPlan { plan, value: f32::NAN, uncertainty: f32::INFINITY })
                .collect();
            council.compare_by_this_turn(&mut ranked, work.left(), work, chance);
            ranked.iter().map(|one| one.value).collect()
        });
        opinion.unwrap_or_else(|| vec![f32::NAN; on.len()])
    }
}

/// The uncertainty of a value: its own uncertainty, and twice the standard deviation over all searches.
fn uncertainty(one: &Suggestion, others: impl Iterator<Item = f32>) -> Option<f32> {
    let (worth, own) = (one.value?, one.uncertainty?);
    let worths: Vec<f32> = others.filter(|worth| worth.is_finite()).chain([worth]).collect();
    let count = worths.len() as f32;
    let mean = worths.iter().sum::<f32>() / count;
    let squares: f32 = worths.iter().map(|worth| (worth - mean) * (worth - mean)).sum();
    // With one search the uncertainty is unknown.
    let spread = (count > 1.0).then(|| (squares / (count - 1.0)).sqrt())?;
    Some(own.hypot(2.0 * spread)).filter(|doubt| doubt.is_finite())
}

impl JointSearch<'_> {
    fn expected_plans(&self, member: usize) -> Expected {
        let mut plans: Vec<(f32, usize)> = self.matchers[member]
            .shares()
            .into_iter()
            .enumerate()
            .map(|(plan, share)| (share, plan))
            .collect();
        plans.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let plans =
            plans.into_iter().take(MAX_EXPECTED_PLANS).filter(|(share, _)| *share >= MIN_EXPECTED_SHARE);
        Expected {
            powers: self.players[member].view.seat.powers.to_vec(),
            plans: plans.map(|(share, plan)| (share, self.sheet(member, plan))).collect(),
        }
    }
}
