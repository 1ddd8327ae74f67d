//! What one player learns about its plans: how each does against what the others seem to play.

use rules::{Judge, Order, Sheet};

use crate::planner::search::Search;
use crate::planner::weigh::Scales;
use crate::{Chance, Work};

use super::council::Member;

/// The plans that everybody has drawn, by member.
pub(super) type Profile = Vec<u16>;

/// Regret matching for one member: plans that would have done better are played more.
#[derive(Debug)]
pub(super) struct Learner<'a> {
    /// One for each profile that is looked at side by side, with how all plans did against it.
    looks: Vec<(Trial<'a>, Vec<f32>)>,
    /// By plan: how much better than the mixture it would have done so far; never below nothing.
    regret: Vec<f32>,
    /// By plan: how often it is drawn now, and on average, later rounds counting more.
    mixture: Vec<f32>,
    average: Vec<f32>,
    /// By plan: the sum of its values, and of their weights.
    sums: Vec<f32>,
    weights: Vec<f32>,
    rounds: f32,
}

/// Somebody's plans that are to be tried against one profile.
#[derive(Debug)]
pub(super) struct Look<'l, 'a> {
    me: usize,
    profile: &'l Profile,
    trial: &'l mut Trial<'a>,
    values: &'l mut Vec<f32>,
}

impl Look<'_, '_> {
    pub(super) fn take(&mut self, members: &[Member<'_>]) {
        self.trial.all(self.me, members, self.profile, self.values);
    }
}

impl<'a> Learner<'a> {
    /// Looks at so many profiles at a time.
    pub(super) fn new(member: &Member<'a>, profiles: usize) -> Self {
        let mut learner = Self {
            looks: (0..profiles).map(|_| (Trial::new(member), Vec::new())).collect(),
            regret: Vec::new(),
            mixture: Vec::new(),
            average: Vec::new(),
            sums: Vec::new(),
            weights: Vec::new(),
            rounds: 0.0,
        };
        learner.welcome(member.plans.len());
        learner
    }

    /// Makes room for new plans. They are given the benefit of the doubt.
    pub(super) fn welcome(&mut self, plans: usize) {
        let trust = self.regret.iter().copied().fold(0.0, f32::max);
        self.regret.resize(plans, trust);
        self.average.resize(plans, 0.0);
        self.sums.resize(plans, 0.0);
        self.weights.resize(plans, 0.0);
        self.mix();
    }

    /// What plans cost to be looked at once.
    pub(super) fn cost(&self) -> u64 {
        self.regret.len() as u64
    }

    fn mix(&mut self) {
        let total: f32 = self.regret.iter().sum();
        let even = 1.0 / self.regret.len() as f32;
        self.mixture.clear();
        self.mixture.extend(self.regret.iter().map(|regret| if total > 0.0 { regret / total } else { even }));
    }

    /// A plan by the mixture of now.
    pub(super) fn draw(&self, chance: &mut Chance) -> u16 {
        draw(&self.mixture, chance)
    }

    /// A plan by the mixture of all rounds.
    pub(super) fn draw_average(&self, chance: &mut Chance) -> u16 {
        if self.rounds == 0.0 { self.draw(chance) } else { draw(&self.average, chance) }
    }

    /// By plan: how often it was drawn over all rounds, of 1.
    pub(super) fn shares(&self) -> Vec<f32> {
        let total: f32 = self.average.iter().sum();
        if total > 0.0 {
            self.average.iter().map(|share| share / total).collect()
        } else {
            self.mixture.clone()
        }
    }

    /// By plan: its mean value so far.
    pub(super) fn mean(&self, plan: usize) -> f32 {
        if self.weights[plan] > 0.0 { self.sums[plan] / self.weights[plan] } else { f32::MIN }
    }

    /// What is to be looked at before it can learn from some profiles: no look needs another.
    pub(super) fn looks<'l>(
        &'l mut self,
        me: usize,
        profiles: &'l [Profile],
    ) -> impl Iterator<Item = Look<'l, 'a>> {
        let looks = self.looks.iter_mut().zip(profiles);
        looks.map(move |((trial, values), profile)| Look { me, profile, trial, values })
    }

    /// Learns from the looks at so many profiles.
    pub(super) fn learn(&mut self, profiles: usize) {
        for i in 0..profiles {
            self.rounds += 1.0;
            let weight = self.rounds;
            let values = &self.looks[i].1;
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

/// Trying plans of one member against what the others drew. Keeps its buffers.
#[derive(Debug)]
pub(super) struct Trial<'a> {
    judge: Judge<'a>,
    scales: Scales<'a>,
    sheet: Sheet<Order>,
}

impl<'a> Trial<'a> {
    pub(super) fn new(member: &Member<'a>) -> Self {
        let seat = &member.view.seat;
        Self {
            judge: Judge::new(seat.board, seat.edition),
            scales: member.scales(),
            sheet: Sheet::new(seat.board),
        }
    }

    /// The values of all its plans.
    fn all(&mut self, me: usize, members: &[Member<'_>], profile: &Profile, values: &mut Vec<f32>) {
        self.write_others(me, members, profile);
        values.clear();
        values.extend((0..members[me].plans.len()).map(|plan| self.value(&members[me], plan)));
    }

    /// The value of one plan.
    pub(super) fn one(&mut self, me: usize, plan: usize, members: &[Member<'_>], profile: &Profile) -> f32 {
        self.write_others(me, members, profile);
        self.value(&members[me], plan)
    }

    fn write_others(&mut self, me: usize, members: &[Member<'_>], profile: &Profile) {
        self.sheet.clear();
        for (other, member) in members.iter().enumerate() {
            if other != me {
                member.write(usize::from(profile[other]), &mut self.sheet);
            }
        }
    }

    fn value(&mut self, member: &Member<'_>, plan: usize) -> f32 {
        member.write(plan, &mut self.sheet);
        let position = member.view.seat.position;
        let verdict = self.judge.movement(&position.forces, &position.table, &self.sheet);
        self.scales.weigh(verdict)
    }
}

/// The best reply that a member finds, starting from one of its plans, to what is on some sheets.
pub(super) fn reply(
    member: &Member<'_>,
    from: usize,
    sheets: Vec<Sheet<Order>>,
    work: &mut Work,
) -> Sheet<Order> {
    let seat = &member.view.seat;
    let favours = member.possibilities.favours(&sheets);
    let mut start = Sheet::new(seat.board);
    member.write(from, &mut start);
    let mut search = Search::new(
        Judge::new(seat.board, seat.edition),
        member.scales(),
        seat.position,
        sheets,
        start,
        work,
    );
    search.improve(&member.possibilities, true, &favours, work);
    search.into_plan()
}

fn draw(shares: &[f32], chance: &mut Chance) -> u16 {
    let total: f32 = shares.iter().sum();
    // 24 bits are what a share has.
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
