//! Advice: what `regent` would do in somebody's place, how sure it is, and what it expects of the others.

use rules::{Order, Power, Sheet, Stage};

use crate::{Bot, Chance, Deeds, Seat, Work};

use super::choice::Ranked;
use super::deliberate::{Council, ME};
use super::{FINALISTS, Regent, prospects};

/// What could be done, the best first, and what the others are expected to do.
#[derive(Clone, Debug)]
pub struct Advice {
    pub suggestions: Vec<Suggestion>,
    /// In movement phases, for every other player.
    pub expected: Vec<Expected>,
}

/// One way to go on.
#[derive(Clone, Debug)]
pub struct Suggestion {
    pub deeds: Deeds,
    /// What it is worth, in centres two years from now; a game won counts for more than all of them.
    pub worth: Option<f32>,
    /// How far the worth may be off: two standard errors over what the others may do.
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

impl Regent {
    /// The best few ways to go on for the powers of a seat. With too small a budget for a comparison
    /// there is one suggestion without a worth.
    pub fn advise(&self, seat: &Seat<'_>, most: usize, work: &mut Work, chance: &mut Chance) -> Advice {
        let weighed = |(deeds, worth)| Suggestion { deeds, worth, doubt: None, share: None };
        let suggestions: Vec<Suggestion> = match seat.position.phase.stage() {
            Stage::Movement => return self.advise_orders(seat, most, work, chance),
            Stage::Retreat => prospects::retreats(seat, work, chance)
                .into_iter()
                .map(|(orders, worth)| weighed((Deeds::Retreats(orders), worth)))
                .take(most)
                .collect(),
            Stage::Adjustment => prospects::adjustments(seat, work, chance)
                .into_iter()
                .map(|(entries, worth)| weighed((Deeds::Adjustments(entries), worth)))
                .take(most)
                .collect(),
        };
        Advice { suggestions, expected: Vec::new() }
    }

    fn advise_orders(&self, seat: &Seat<'_>, most: usize, work: &mut Work, chance: &mut Chance) -> Advice {
        let advice = self.in_council(seat, work, chance, |council, work, chance| {
            let ranked = council.rank(most.max(FINALISTS), work, chance);
            let shares = council.learners[ME].shares();
            let suggestion = |one: &Ranked| Suggestion {
                deeds: Deeds::Movement(council.sheet(ME, one.plan)),
                worth: Some(one.worth),
                doubt: Some(one.doubt).filter(|doubt| doubt.is_finite()),
                share: Some(shares[one.plan]),
            };
            let suggestions = ranked.iter().take(most).map(suggestion).collect();
            let expected =
                (0..council.members.len()).filter(|i| *i != ME).map(|i| council.expect(i)).collect();
            Advice { suggestions, expected }
        });
        advice.unwrap_or_else(|| {
            let deeds = Deeds::Movement(self.movement(seat, work, chance));
            Advice {
                suggestions: vec![Suggestion { deeds, worth: None, doubt: None, share: None }],
                expected: Vec::new(),
            }
        })
    }
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
