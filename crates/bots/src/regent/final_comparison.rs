//! The final comparison of the own plans: by this turn, and by lookahead to the next turn.

use rules::{Judge, Order, Sheet};

use crate::{SeededRng, WorkBudget};

use super::joint_search::{JointSearch, ME, Mixture};
use super::lookahead_moves;
use super::regret_matching::{Profile, Trial};

/// The maximum number of plans for lookahead, and how much worse than the best plan they may be.
const MAX_LOOKAHEAD_PLANS: usize = 4;
const MAX_VALUE_GAP: f32 = 0.4;
/// With this number of samples the next turn counts as much as this turn. With fewer it counts less.
const EQUAL_WEIGHT_SAMPLES: f32 = 50.0;
/// The maximum number of profiles that are drawn at a time. It bounds the memory.
const MAX_PROFILES_AT_A_TIME: u64 = 512;
/// The number of lookahead samples at a time.
const LOOKAHEAD_SAMPLES_PER_BATCH: usize = 4;

/// One of our plans with its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct RankedPlan {
    pub(super) plan: usize,
    /// Its mean value, and the uncertainty of it: two standard errors.
    pub(super) value: f32,
    pub(super) uncertainty: f32,
}

impl JointSearch<'_> {
    /// Our best plans on a sample of the plans of the others, the best first.
    pub(super) fn rank(
        &mut self,
        most: usize,
        work: &mut WorkBudget,
        chance: &mut SeededRng,
    ) -> Vec<RankedPlan> {
        let plans = 0..self.players[ME].plans.len();
        let mut ranked: Vec<RankedPlan> = plans
            .map(|plan| RankedPlan { plan, value: self.matchers[ME].mean(plan), uncertainty: f32::INFINITY })
            .collect();
        sort(&mut ranked);
        ranked.truncate(most);
        self.compare_by_this_turn(&mut ranked, work.left().saturating_sub(self.lookahead_work), work, chance);
        sort(&mut ranked);
        self.compare_by_lookahead(&mut ranked, self.lookahead_work.min(work.left()), work, chance);
        sort(&mut ranked);
        ranked
    }

    /// Compares the plans by the result of this turn.
    pub(super) fn compare_by_this_turn(
        &self,
        ranked: &mut [RankedPlan],
        budget: u64,
        work: &mut WorkBudget,
        chance: &mut SeededRng,
    ) {
        let mut samples = budget / ranked.len().max(1) as u64;
        work.add_spent(samples * ranked.len() as u64);
        let mut trials: Vec<(usize, Trial<'_>, Sample)> =
            ranked.iter().map(|one| (one.plan, Trial::new(&self.players[ME]), Sample::default())).collect();
        while samples > 0 {
            let count = samples.min(MAX_PROFILES_AT_A_TIME);
            samples -= count;
            let profiles: Vec<Profile> = (0..count).map(|_| self.profile(Mixture::Average, chance)).collect();
            self.threads.for_each(&mut trials, |_, (plan, trial, sample)| {
                for profile in &profiles {
                    sample.add(trial.value_of_plan(ME, *plan, &self.players, profile));
                }
            });
        }
        for (one, (_, _, sample)) in ranked.iter_mut().zip(trials) {
            if let Some((worth, doubt)) = sample.mean_and_error() {
                (one.value, one.uncertainty) = (worth, doubt);
            }
        }
    }

    /// Compares the plans by their value one turn later, if this turn does not decide.
    fn compare_by_lookahead(
        &self,
        ranked: &mut [RankedPlan],
        budget: u64,
        work: &mut WorkBudget,
        chance: &mut SeededRng,
    ) {
        let Some(best) = ranked.first().map(|one| one.value) else { return };
        let count =
            ranked.iter().take(MAX_LOOKAHEAD_PLANS).filter(|one| one.value > best - MAX_VALUE_GAP).count();
        let ranked = &mut ranked[..count];
        let cost = lookahead_moves::MAX_WORK * count as u64;
        let mut later = vec![Sample::default(); count];
        let mut own = WorkBudget::units(budget);
        while count > 1 && own.left() >= cost {
            let batch = (own.left() / cost).min(LOOKAHEAD_SAMPLES_PER_BATCH as u64);
            let mut sequels: Vec<LookaheadSample> =
                (0..batch).map(|_| self.draw_lookahead_sample(chance)).collect();
            self.threads.for_each(&mut sequels, |_, one| one.play(self, ranked));
            for one in sequels {
                own.add_spent(one.spent);
                later.iter_mut().zip(one.values).for_each(|(sample, value)| sample.add(value));
            }
        }
        work.add_spent(own.spent());
        // Only the differences between plans count, and not the general change of one turn. So plans
        // without lookahead can still be compared.
        let samples = later.first().map_or(0.0, |sample| sample.count);
        let gains: Vec<(f32, f32)> = later.into_iter().filter_map(Sample::mean_and_error).collect();
        let sums = ranked.iter().zip(&gains).map(|(one, (worth, _))| worth - one.value);
        let growth = sums.sum::<f32>() / count.max(1) as f32;
        let trust = samples / (samples + EQUAL_WEIGHT_SAMPLES);
        for (one, (worth, doubt)) in ranked.iter_mut().zip(gains) {
            one.value += trust * (worth - growth - one.value);
            one.uncertainty = ((1.0 - trust) * one.uncertainty).hypot(trust * doubt);
        }
    }

    fn draw_lookahead_sample(&self, chance: &mut SeededRng) -> LookaheadSample {
        let profile = self.profile(Mixture::Average, chance);
        let mut orders = Sheet::new(self.players[ME].view.seat.board);
        for (member, plan) in self.players.iter().zip(profile) {
            member.write(usize::from(plan), &mut orders);
        }
        LookaheadSample { orders, seed: chance.next_u64(), values: Vec::new(), spent: 0 }
    }
}

/// One lookahead sample: orders of the others this turn, and the value of each of our plans after it.
struct LookaheadSample {
    orders: Sheet<Order>,
    /// All plans get the same guesses of the next turn. Otherwise chance would decide between equal plans.
    seed: u64,
    values: Vec<f32>,
    spent: u64,
}

impl LookaheadSample {
    fn play(&mut self, council: &JointSearch<'_>, plans: &[RankedPlan]) {
        let members = &council.players;
        let seat = &members[ME].view.seat;
        let mut judge = Judge::new(seat.board, seat.edition);
        for one in plans {
            members[ME].write(one.plan, &mut self.orders);
            let mut work = WorkBudget::units(lookahead_moves::MAX_WORK);
            let mut chance = SeededRng::new(self.seed);
            let value = lookahead_moves::value_next_turn(
                ME,
                members,
                &mut judge,
                &self.orders,
                &mut work,
                &mut chance,
            );
            self.values.push(value);
            self.spent += work.spent();
        }
    }
}

fn sort(ranked: &mut [RankedPlan]) {
    ranked.sort_by(|a, b| b.value.total_cmp(&a.value));
}

/// Computes the mean of some values and its uncertainty.
#[derive(Clone, Copy, Default)]
struct Sample {
    count: f32,
    sum: f32,
    squares: f32,
}

impl Sample {
    fn add(&mut self, value: f32) {
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    /// The mean and two standard errors. None for fewer than two values.
    fn mean_and_error(self) -> Option<(f32, f32)> {
        let mean = self.sum / self.count;
        let spread = (self.squares / self.count - mean * mean).max(0.0);
        (self.count > 1.0).then(|| (mean, 2.0 * (spread / self.count).sqrt()))
    }
}
