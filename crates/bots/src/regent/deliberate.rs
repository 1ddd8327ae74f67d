//! The deliberation: what everybody usually does, best replies to it, and how often each is played.

use rules::{Order, Sheet};

use crate::planner::foresee::surprise;
use crate::planner::minds::Minds;
use crate::{Chance, Habits, Planner, Work};

use super::council::Member;
use super::crew::Crew;
use super::learner::{Learner, Look, Profile, reply};
use super::manners::{self, Bygones};
use super::sequel;

/// All players and what they have learned.
#[derive(Debug)]
pub(super) struct Council<'a> {
    pub(super) members: Vec<Member<'a>>,
    pub(super) learners: Vec<Learner<'a>>,
    minds: &'a Minds<'a>,
    pub(super) crew: &'a Crew,
    /// What is kept for playing plans on.
    pub(super) later: u64,
}

/// Our own place in it.
pub(super) const ME: usize = 0;

/// Parts of a hundred of the budget: what the others usually do; then, of the rest, own replies, those
/// of all others, and the last comparison. Learning gets what remains.
const USUAL: u64 = 30;
const OWN_REPLIES: u64 = 25;
const OTHER_REPLIES: u64 = 25;
const LAST_LOOK: u64 = 6;
/// How many usual plans of another player are made, and what one may cost. With much time there are more:
/// so much for one of everybody.
const USUAL_PLANS: std::ops::RangeInclusive<u64> = 4..=12;
const USUAL_COST: std::ops::RangeInclusive<u64> = 450..=900;
const USUAL_ROUND: u64 = 6 * 900;
/// How many of a hundred times another player does what is usual, not what it would find best. Regret
/// matching alone takes everybody for a better player than anybody is.
const USUAL_PERCENT: usize = 60;
/// With less than this nobody's past is looked at.
const READING: u64 = 8_000;
/// About so much work is one round of replies and learning.
const ROUND: u64 = 8_000;
const MOST_ROUNDS: u64 = 16;
/// Sheets on which a reply is tried.
const OWN_SHEETS: usize = 12;
const OTHER_SHEETS: usize = 6;
/// Profiles that are drawn at a time.
const BATCH: usize = 4;

/// Whether the mixture of now is drawn from, or that of all rounds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mixture {
    Now,
    Average,
}

impl<'a> Council<'a> {
    pub(super) fn new(members: Vec<Member<'a>>, minds: &'a Minds<'a>, crew: &'a Crew) -> Self {
        let learners = members.iter().map(|member| Learner::new(member, BATCH)).collect();
        Self { members, learners, minds, crew, later: 0 }
    }

    /// Rounds of replies and learning, until all but the last comparison's part is spent.
    pub(super) fn deliberate(&mut self, work: &mut Work, chance: &mut Chance) {
        self.add_usual(work.left() * USUAL / 100, work, chance);
        self.later = sequel::share(work.left());
        let total = work.left() - self.later;
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
        let most = (budget / USUAL_ROUND).clamp(*USUAL_PLANS.start(), *USUAL_PLANS.end());
        let count = (share / USUAL_COST.start()).clamp(1, most);
        let cost = (share / count).min(*USUAL_COST.end());
        let (members, minds) = (&self.members, self.minds);
        let past = Bygones::of(&members[ME].view.seat);
        let mut tasks: Vec<Usual> = members.iter().map(|_| Usual::new(chance.next())).collect();
        let reading = if work.left() < READING { 0 } else { manners::COST };
        self.crew.each(&mut tasks, |i, Usual { seed, haste_percent, plans, spent }| {
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
        // In longer rounds there is more to reply to.
        let ease = (round as f32 / ROUND as f32).sqrt().max(1.0);
        let mut tasks: Vec<Task> = (0..self.members.len())
            .map(|i| {
                let (sheets, share) = if i == ME {
                    (OWN_SHEETS, round * OWN_REPLIES / 100)
                } else {
                    (OTHER_SHEETS, round * OTHER_REPLIES / 100 / others)
                };
                let sheets = (sheets as f32 * ease) as usize;
                let from = usize::from(self.learners[i].draw_average(chance));
                Task { from, sheets: self.sheets(i, sheets, chance), work: Work::units(share), plan: None }
            })
            .collect();
        let members = &self.members;
        self.crew.each(&mut tasks, |i, task| {
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

    pub(super) fn profile(&self, mixture: Mixture, chance: &mut Chance) -> Profile {
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
            let learners = self.learners.iter_mut().enumerate();
            let mut looks: Vec<Look<'_, '_>> =
                learners.flat_map(|(i, learner)| learner.looks(i, &profiles)).collect();
            self.crew.each(&mut looks, |_, look| look.take(&self.members));
            self.learners.iter_mut().for_each(|learner| learner.learn(count));
        }
    }

    /// A plan as it can be handed in.
    pub(super) fn sheet(&self, member: usize, plan: usize) -> Sheet<Order> {
        let member = &self.members[member];
        let mut sheet = Sheet::new(member.view.seat.board);
        member.write(plan, &mut sheet);
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
