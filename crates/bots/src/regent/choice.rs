//! The last comparison: our own plans side by side, now and a turn later.

use rules::{Judge, Order, Sheet};

use crate::{Chance, Work};

use super::deliberate::{Council, ME, Mixture};
use super::learner::{Profile, Trial};
use super::sequel;

/// How many of the best plans are played on, if they are not this much worse than the best.
const PLAYED_ON: usize = 4;
const CLOSE: f32 = 0.4;
/// With so many samples a turn later counts as much as now; with fewer less.
const EVEN: f32 = 50.0;
/// Samples of the turn itself that are drawn at a time: however large the budget, no more are kept.
const DRAWN: u64 = 512;
/// Samples that are played on at a time.
const BATCH: usize = 4;

/// How one of our plans does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    pub(super) plan: usize,
    /// Its mean worth, and how far that may be off: two standard errors.
    pub(super) worth: f32,
    pub(super) doubt: f32,
}

impl Council<'_> {
    /// Our own plans that do best on a sample of what the others play, the best first.
    pub(super) fn rank(&mut self, most: usize, work: &mut Work, chance: &mut Chance) -> Vec<Ranked> {
        let plans = 0..self.members[ME].plans.len();
        let mut ranked: Vec<Ranked> = plans
            .map(|plan| Ranked { plan, worth: self.learners[ME].mean(plan), doubt: f32::INFINITY })
            .collect();
        sort(&mut ranked);
        ranked.truncate(most);
        self.compare_now(&mut ranked, work.left().saturating_sub(self.later), work, chance);
        sort(&mut ranked);
        self.compare_later(&mut ranked, self.later.min(work.left()), work, chance);
        sort(&mut ranked);
        ranked
    }

    /// By what the turn itself brings.
    pub(super) fn compare_now(
        &self,
        ranked: &mut [Ranked],
        budget: u64,
        work: &mut Work,
        chance: &mut Chance,
    ) {
        let mut samples = budget / ranked.len().max(1) as u64;
        work.settle(samples * ranked.len() as u64);
        let mut trials: Vec<(usize, Trial<'_>, Sample)> =
            ranked.iter().map(|one| (one.plan, Trial::new(&self.members[ME]), Sample::default())).collect();
        while samples > 0 {
            let count = samples.min(DRAWN);
            samples -= count;
            let profiles: Vec<Profile> = (0..count).map(|_| self.profile(Mixture::Average, chance)).collect();
            self.crew.each(&mut trials, |_, (plan, trial, sample)| {
                for profile in &profiles {
                    sample.add(trial.one(ME, *plan, &self.members, profile));
                }
            });
        }
        for (one, (_, _, sample)) in ranked.iter_mut().zip(trials) {
            if let Some((worth, doubt)) = sample.close() {
                (one.worth, one.doubt) = (worth, doubt);
            }
        }
    }

    /// By what can be made of it a turn later, where the turn itself does not decide.
    fn compare_later(&self, ranked: &mut [Ranked], budget: u64, work: &mut Work, chance: &mut Chance) {
        let Some(best) = ranked.first().map(|one| one.worth) else { return };
        let count = ranked.iter().take(PLAYED_ON).filter(|one| one.worth > best - CLOSE).count();
        let ranked = &mut ranked[..count];
        let cost = sequel::COST * count as u64;
        let mut later = vec![Sample::default(); count];
        let mut own = Work::units(budget);
        while count > 1 && own.left() >= cost {
            let batch = (own.left() / cost).min(BATCH as u64);
            let mut sequels: Vec<Sequel> = (0..batch).map(|_| self.sequel(chance)).collect();
            self.crew.each(&mut sequels, |_, one| one.play(self, ranked));
            for one in sequels {
                own.settle(one.spent);
                later.iter_mut().zip(one.values).for_each(|(sample, value)| sample.add(value));
            }
        }
        work.settle(own.spent());
        // A turn later everybody has more or less: only the differences count, so that plans that were
        // not played on can be compared.
        let samples = later.first().map_or(0.0, |sample| sample.count);
        let gains: Vec<(f32, f32)> = later.into_iter().filter_map(Sample::close).collect();
        let sums = ranked.iter().zip(&gains).map(|(one, (worth, _))| worth - one.worth);
        let growth = sums.sum::<f32>() / count.max(1) as f32;
        let trust = samples / (samples + EVEN);
        for (one, (worth, doubt)) in ranked.iter_mut().zip(gains) {
            one.worth += trust * (worth - growth - one.worth);
            one.doubt = ((1.0 - trust) * one.doubt).hypot(trust * doubt);
        }
    }

    fn sequel(&self, chance: &mut Chance) -> Sequel {
        let profile = self.profile(Mixture::Average, chance);
        let mut orders = Sheet::new(self.members[ME].view.seat.board);
        for (member, plan) in self.members.iter().zip(profile) {
            member.write(usize::from(plan), &mut orders);
        }
        Sequel { orders, seed: chance.next(), values: Vec::new(), spent: 0 }
    }
}

/// What the others do this turn, and how each of our plans does after it.
struct Sequel {
    orders: Sheet<Order>,
    /// The turn after is guessed alike for all plans, or chance would decide between equals.
    seed: u64,
    values: Vec<f32>,
    spent: u64,
}

impl Sequel {
    fn play(&mut self, council: &Council<'_>, plans: &[Ranked]) {
        let members = &council.members;
        let seat = &members[ME].view.seat;
        let mut judge = Judge::new(seat.board, seat.edition);
        for one in plans {
            members[ME].write(one.plan, &mut self.orders);
            let mut work = Work::units(sequel::COST);
            let mut chance = Chance::new(self.seed);
            let value = sequel::worth(ME, members, &mut judge, &self.orders, &mut work, &mut chance);
            self.values.push(value);
            self.spent += work.spent();
        }
    }
}

fn sort(ranked: &mut [Ranked]) {
    ranked.sort_by(|a, b| b.worth.total_cmp(&a.worth));
}

/// The mean of some values, and how far it may be off.
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

    /// The mean and two standard errors; none of a single value.
    fn close(self) -> Option<(f32, f32)> {
        let mean = self.sum / self.count;
        let spread = (self.squares / self.count - mean * mean).max(0.0);
        (self.count > 1.0).then(|| (mean, 2.0 * (spread / self.count).sqrt()))
    }
}
