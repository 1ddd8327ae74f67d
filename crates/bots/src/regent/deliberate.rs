//! The deliberation: what everybody usually does, best replies to it, and how often each is played.

use rules::{Legality, Order, Sheet};

use crate::planner::foresee::surprise;
use crate::planner::minds::Minds;
use crate::{Chance, Habits, Planner, Work};

use super::council::Member;
use super::crew::each;
use super::learner::{Learner, Profile, reply};
use super::manners::{self, Bygones};

/// All players and what they have learned.
#[derive(Debug)]
pub(super) struct Council<'a> {
    pub(super) members: Vec<Member<'a>>,
    pub(super) learners: Vec<Learner<'a>>,
    minds: &'a Minds<'a>,
    threads: usize,
}

/// Our own place in it.
pub(super) const ME: usize = 0;

/// Parts of a hundred of the budget: what the others usually do; then, of the rest, own replies, those
/// of all others, and the last comparison. Learning gets what remains.
const USUAL: u64 = 30;
const OWN_REPLIES: u64 = 25;
const OTHER_REPLIES: u64 = 25;
const LAST_LOOK: u64 = 6;
/// How many usual plans of another player are made, and what one may cost.
const USUAL_PLANS: u64 = 4;
const USUAL_COST: std::ops::RangeInclusive<u64> = 450..=900;
/// How many of a hundred times another player does what is usual, not what it would find best. Regret
/// matching alone takes everybody for a better player than anybody is.
const USUAL_PERCENT: usize = 60;
/// With less than this nobody's past is looked at.
const READING: u64 = 8_000;
/// About so much work is one round of replies and learning.
const ROUND: u64 = 8_000;
const MOST_ROUNDS: u64 = 12;
/// Sheets on which a reply is tried.
const OWN_SHEETS: usize = 12;
const OTHER_SHEETS: usize = 6;
/// Profiles that are drawn at a time.
const BATCH: usize = 4;

/// Whether the mixture of now is drawn from, or that of all rounds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mixture {
    Now,
    Average,
}

impl<'a> Council<'a> {
    pub(super) fn new(members: Vec<Member<'a>>, minds: &'a Minds<'a>, threads: usize) -> Self {
        let learners = members.iter().map(Learner::new).collect();
        Self { members, learners, minds, threads }
    }

    /// Rounds of replies and learning, until all but the last comparison's part is spent.
    pub(super) fn deliberate(&mut self, work: &mut Work, chance: &mut Chance) {
        self.add_usual(work.left() * USUAL / 100, work, chance);
        let total = work.left();
        let rounds = (total / ROUND).clamp(1, MOST_ROUNDS);
        let round = total / rounds;
        for _ in 0..rounds {
            let before = work.left();
            self.add_replies(round, work, chance);
            let spent = before - work.left();
            self.learn((round - round * LAST_LOOK / 100).saturating_sub(spent), work, chance);
        }
    }

    /// Everybody else gets the plans that a planner would make in its place.
    fn add_usual(&mut self, budget: u64, work: &mut Work, chance: &mut Chance) {
        let share = budget / (self.members.len() as u64 - 1).max(1);
        let count = (share / USUAL_COST.start()).clamp(1, USUAL_PLANS);
        let cost = (share / count).min(*USUAL_COST.end());
        let (members, minds) = (&self.members, self.minds);
        let past = Bygones::of(&members[ME].view.seat);
        let mut tasks: Vec<Usual> = members.iter().map(|_| Usual::new(chance.next())).collect();
        let reading = if work.left() < READING { 0 } else { manners::COST };
        each(self.threads, &mut tasks, |i, Usual { seed, haste_percent, plans, spent }| {
            if i == ME {
                return;
            }
            let mut chance = Chance::new(*seed);
            let mut own = Work::units(reading);
            *haste_percent = past.haste_percent(&members[i].view.seat, &mut own, &mut chance);
            *spent += own.spent();
            for _ in 0..count {
                let mut own = Work::units(cost);
                let planner = Planner { habits: Habits::FULL };
                let view = members[i].view;
                plans.push(planner.plan(&view.seat, &view.ground, minds, &mut own, &mut chance));
                *spent += own.spent();
            }
        });
        for (i, task) in tasks.into_iter().enumerate() {
            work.settle(task.spent);
            self.members[i].haste_percent = task.haste_percent;
            for plan in task.plans {
                let plan = self.members[i].propose(&plan) as u16;
                self.members[i].usual.push(plan);
            }
            self.learners[i].welcome(self.members[i].plans.len());
        }
    }

    /// Everybody adds its best reply to what the others seem to play.
    fn add_replies(&mut self, round: u64, work: &mut Work, chance: &mut Chance) {
        let others = (self.members.len() as u64 - 1).max(1);
        let mut tasks: Vec<Task> = (0..self.members.len())
            .map(|i| {
                let (sheets, share) = if i == ME {
                    (OWN_SHEETS, round * OWN_REPLIES / 100)
                } else {
                    (OTHER_SHEETS, round * OTHER_REPLIES / 100 / others)
                };
                let from = usize::from(self.learners[i].draw_average(chance));
                Task { from, sheets: self.sheets(i, sheets, chance), work: Work::units(share), plan: None }
            })
            .collect();
        let members = &self.members;
        each(self.threads, &mut tasks, |i, task| {
            task.plan = Some(reply(&members[i], task.from, std::mem::take(&mut task.sheets), &mut task.work));
        });
        for (i, task) in tasks.into_iter().enumerate() {
            work.settle(task.work.spent());
            if let Some(plan) = task.plan {
                self.members[i].propose(&plan);
                self.learners[i].welcome(self.members[i].plans.len());
            }
        }
    }

    /// Sheets with what everybody but one draws; every other one with a surprise.
    fn sheets(&self, but: usize, count: usize, chance: &mut Chance) -> Vec<Sheet<Order>> {
        (0..count)
            .map(|n| {
                let mut sheet = Sheet::new(self.members[but].view.seat.board);
                for (i, member) in self.members.iter().enumerate().filter(|(i, _)| *i != but) {
                    member.write(usize::from(self.draw(i, Mixture::Average, chance)), &mut sheet);
                    if n % 2 == 1 {
                        let units: Vec<_> = member.view.units.iter().map(|(_, unit)| *unit).collect();
                        surprise(&member.view.seat, &units, &mut sheet, chance);
                    }
                }
                sheet
            })
            .collect()
    }

    /// The plan that a member plays this time.
    fn draw(&self, i: usize, mixture: Mixture, chance: &mut Chance) -> u16 {
        if i != ME && chance.percent(USUAL_PERCENT) {
            if chance.percent(self.members[i].haste_percent) {
                return chance.below(self.members[i].impulses) as u16;
            }
            if let Some(plan) = chance.pick(&self.members[i].usual) {
                return plan;
            }
        }
        match mixture {
            Mixture::Now => self.learners[i].draw(chance),
            Mixture::Average => self.learners[i].draw_average(chance),
        }
    }

    fn profile(&self, mixture: Mixture, chance: &mut Chance) -> Profile {
        (0..self.members.len()).map(|i| self.draw(i, mixture, chance)).collect()
    }

    fn learn(&mut self, budget: u64, work: &mut Work, chance: &mut Chance) {
        let cost: u64 = self.learners.iter().map(Learner::cost).sum();
        let mut left = (budget / cost.max(1)) as usize;
        while left > 0 {
            let count = left.min(BATCH);
            left -= count;
            if !work.spend(cost * count as u64) {
                return;
            }
            let profiles: Vec<Profile> = (0..count).map(|_| self.profile(Mixture::Now, chance)).collect();
            let members = &self.members;
            each(self.threads, &mut self.learners, |i, learner| learner.learn(i, members, &profiles));
        }
    }

    /// Our own plans that do best on a sample of what the others play, the best first.
    pub(super) fn rank(&mut self, most: usize, work: &mut Work, chance: &mut Chance) -> Vec<Ranked> {
        let plans = 0..self.members[ME].plans.len();
        let mut ranked: Vec<Ranked> =
            plans.map(|plan| Ranked::new(plan, self.learners[ME].mean(plan))).collect();
        ranked.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        ranked.truncate(most);
        while !ranked.is_empty() && work.spend(ranked.len() as u64) {
            let profile = self.profile(Mixture::Average, chance);
            for one in &mut ranked {
                one.add(self.learners[ME].try_one(ME, one.plan, &self.members, &profile));
            }
        }
        for one in &mut ranked {
            one.close();
        }
        ranked.sort_by(|a, b| b.worth.total_cmp(&a.worth));
        ranked
    }

    /// A plan as it can be handed in. Who tries again what failed by sea may have no fleets for it now:
    /// that unit holds, as the judge would have it.
    pub(super) fn sheet(&self, member: usize, plan: usize) -> Sheet<Order> {
        let view = self.members[member].view;
        let mut sheet = Sheet::new(view.seat.board);
        self.members[member].write(plan, &mut sheet);
        let legality = Legality::new(view.seat.board, &view.seat.position.forces, view.seat.edition);
        for (_, unit) in &view.units {
            let here = view.seat.board.province_of(unit.location);
            if sheet.get(here).is_some_and(|order| legality.check(unit, *order).is_err()) {
                sheet.set(here, Order::Hold);
            }
        }
        sheet
    }
}

/// What is found out about what a member usually does.
struct Usual {
    seed: u64,
    haste_percent: usize,
    plans: Vec<Sheet<Order>>,
    spent: u64,
}

impl Usual {
    const fn new(seed: u64) -> Self {
        Self { seed, haste_percent: 0, plans: Vec::new(), spent: 0 }
    }
}

/// A reply that somebody looks for.
struct Task {
    from: usize,
    sheets: Vec<Sheet<Order>>,
    work: Work,
    plan: Option<Sheet<Order>>,
}

/// How one of our plans does.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    pub(super) plan: usize,
    /// Its mean worth, and how far that may be off: two standard errors.
    pub(super) worth: f32,
    pub(super) doubt: f32,
    count: f32,
    sum: f32,
    squares: f32,
}

impl Ranked {
    const fn new(plan: usize, worth: f32) -> Self {
        Self { plan, worth, doubt: f32::INFINITY, count: 0.0, sum: 0.0, squares: 0.0 }
    }

    fn add(&mut self, value: f32) {
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    fn close(&mut self) {
        if self.count > 1.0 {
            self.worth = self.sum / self.count;
            let spread = (self.squares / self.count - self.worth * self.worth).max(0.0);
            self.doubt = 2.0 * (spread / self.count).sqrt();
        }
    }
}
