//! Regret matching for one player: how good each of its plans is against the plans of the others, and how
//! often it is played.

use rules::{Judge, Order, Sheet};

use crate::planner::evaluator::Evaluator;
use crate::planner::search::PlanSearch;
use crate::{SeededRng, WorkBudget};

use super::players::PlayerPlans;

/// By player: the plan that was drawn.
pub(super) type Profile = Vec<u16>;

/// Regret matching for one player: plans that would have been better are played more often.
#[derive(Debug)]
pub(super) struct RegretMatcher<'a> {
    /// One per profile that is tried in parallel, with the values of all plans against it.
    trials: Vec<(Trial<'a>, Vec<f32>)>,
    /// By plan: how much better than the mixture it would have been so far. Never below zero.
    regret: Vec<f32>,
    /// By plan: how often it is drawn now, and on average. Later rounds have more weight.
    mixture: Vec<f32>,
    average: Vec<f32>,
    /// By plan: the sum of its values, and of their weights.
    sums: Vec<f32>,
    weights: Vec<f32>,
    rounds: f32,
}

/// The plans of one player, to be tried against one profile.
#[derive(Debug)]
pub(super) struct TrialTask<'l, 'a> {
    me: usize,
    profile: &'l Profile,
    trial: &'l mut Trial<'a>,
    values: &'l mut Vec<f32>,
}

impl TrialTask<'_, '_> {
    pub(super) fn run(&mut self, members: &[PlayerPlans<'_>]) {
        self.trial.values_of_all_plans(self.me, members, self.profile, self.values);
    }
}

impl<'a> RegretMatcher<'a> {
    /// Tries this number of profiles in parallel.
    pub(super) fn new(member: &PlayerPlans<'a>, profiles: usize) -> Self {
        let mut learner = Self {
            trials: (0..profiles).map(|_| (Trial::new(member), Vec::new())).collect(),
            regret: Vec::new(),
            mixture: Vec::new(),
            average: Vec::new(),
            sums: Vec::new(),
            weights: Vec::new(),
            rounds: 0.0,
        };
        learner.add_plans(member.plans.len());
        learner
    }

    /// Adds new plans. They start with the largest regret, so that they are tried soon.
    pub(super) fn add_plans(&mut self, plans: usize) {
        let trust = self.regret.iter().copied().fold(0.0, f32::max);
        self.regret.resize(plans, trust);
        self.average.resize(plans, 0.0);
        self.sums.resize(plans, 0.0);
        self.weights.resize(plans, 0.0);
        self.mix();
    }

    /// The cost of trying all plans once.
    pub(super) fn cost(&self) -> u64 {
        self.regret.len() as u64
    }

    fn mix(&mut self) {
        let total: f32 = self.regret.iter().sum();
        let even = 1.0 / self.regret.len() as f32;
        self.mixture.clear();
        self.mixture.extend(self.regret.iter().map(|regret| if total > 0.0 { regret / total } else { even }));
    }

    /// Draws a plan from the current mixture.
    pub(super) fn draw(&self, chance: &mut SeededRng) -> u16 {
        draw(&self.mixture, chance)
    }

    /// Draws a plan from the average mixture of all rounds.
    pub(super) fn draw_average(&self, chance: &mut SeededRng) -> u16 {
        if self.rounds == 0.0 { self.draw(chance) } else { draw(&self.average, chance) }
    }

    /// By plan: its share over all rounds. The sum is 1.
    pub(super) fn shares(&self) -> Vec<f32> {
        let total: f32 = self.average.iter().sum();
        if total > 0.0 {
            self.average.iter().map(|share| share / total).collect()
        } else {
            self.mixture.clone()
        }
    }

    /// The mean value of a plan so far.
    pub(super) fn mean(&self, plan: usize) -> f32 {
        if self.weights[plan] > 0.0 { self.sums[plan] / self.weights[plan] } else { f32::MIN }
    }

    /// The trials that must run before `learn`. They are independent of each other.
    pub(super) fn trial_tasks<'l>(
        &'l mut self,
        me: usize,
        profiles: &'l [Profile],
    ) -> impl Iterator<Item = TrialTask<'l, 'a>> {
        let looks = self.trials.iter_mut().zip(profiles);
        looks.map(move |((trial, values), profile)| TrialTask { me, profile, trial, values })
    }

    /// Updates the regrets from the trials of this number of profiles.
    pub(super) fn learn(&mut self, profiles: usize) {
        for i in 0..profiles {
            self.rounds += 1.0;
            let weight = self.rounds;
            let values = &self.trials[i].1;
            let mixed: f32 = self.mixture.iter().zip(values).map(|(share, value)| share * value).sum();
            for (plan, value) in values.iter().enumerate() {
                self.regret[plan] = (self.regret[plan] + weight * (value - mixed)).max(0.0);
                self.average[plan] += weight * self.mixture[plan];
                self.sums[plan] += weight * value;
                self.weights[plan] += weight;
            }
            self.mix();
        }
    }
}

/// Tries plans of one player against the drawn plans of the others. It reuses its buffers.
#[derive(Debug)]
pub(super) struct Trial<'a> {
    judge: Judge<'a>,
    evaluator: Evaluator<'a>,
    sheet: Sheet<Order>,
}

impl<'a> Trial<'a> {
    pub(super) fn new(member: &PlayerPlans<'a>) -> Self {
        let seat = &member.view.seat;
        Self {
            judge: Judge::new(seat.board, seat.edition),
            evaluator: member.evaluator(),
            sheet: Sheet::new(seat.board),
        }
    }

    /// The values of all plans of the player.
    fn values_of_all_plans(
        &mut self,
        me: usize,
        members: &[PlayerPlans<'_>],
        profile: &Profile,
        values: &mut Vec<f32>,
    ) {
        self.write_others(me, members, profile);
        values.clear();
        values.extend((0..members[me].plans.len()).map(|plan| self.value(&members[me], plan)));
    }

    /// The value of one plan.
    pub(super) fn value_of_plan(
        &mut self,
        me: usize,
        plan: usize,
        members: &[PlayerPlans<'_>],
        profile: &Profile,
    ) -> f32 {
        self.write_others(me, members, profile);
        self.value(&members[me], plan)
    }

    fn write_others(&mut self, me: usize, members: &[PlayerPlans<'_>], profile: &Profile) {
        self.sheet.clear();
        for (other, member) in members.iter().enumerate() {
            if other != me {
                member.write(usize::from(profile[other]), &mut self.sheet);
            }
        }
    }

    fn value(&mut self, member: &PlayerPlans<'_>, plan: usize) -> f32 {
        member.write(plan, &mut self.sheet);
        let position = member.view.seat.position;
        let verdict = self.judge.movement(&position.forces, &position.players, &self.sheet);
        self.evaluator.evaluate(verdict)
    }
}

/// The best reply of a player to the orders on these sheets. The search starts from one of its plans.
pub(super) fn best_reply(
    member: &PlayerPlans<'_>,
    from: usize,
    sheets: Vec<Sheet<Order>>,
    work: &mut WorkBudget,
) -> Sheet<Order> {
    let seat = &member.view.seat;
    let favours = member.candidates.supports_for_others(&sheets);
    let mut start = Sheet::new(seat.board);
    member.write(from, &mut start);
    let mut search = PlanSearch::new(
        Judge::new(seat.board, seat.edition),
        member.evaluator(),
        seat.position,
        sheets,
        start,
        work,
    );
    search.improve(&member.candidates, true, &favours, work);
    search.into_plan()
}

fn draw(shares: &[f32], chance: &mut SeededRng) -> u16 {
    let total: f32 = shares.iter().sum();
    // An `f32` has 24 significant bits.
    let mut left = total * chance.below(1 << 24) as f32 / (1 << 24) as f32;
    let mut last = 0;
    for (plan, share) in shares.iter().enumerate() {
        if *share > 0.0 {
            if left < *share {
                return plan as u16;
            }
            left -= share;
            last = plan;
        }
    }
    last as u16
}
