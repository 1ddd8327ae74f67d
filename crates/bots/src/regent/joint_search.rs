//! The search over the plans of all players: usual plans, best replies, and regret matching.

use rules::{Order, Sheet};

use crate::planner::predict::add_random_orders;
use crate::planner::valuations::Valuations;
use crate::{Planner, PlannerOptions, SeededRng, WorkBudget};

use super::lookahead_moves;
use super::opponent_model::{self, RecentTurns};
use super::players::PlayerPlans;
use super::regret_matching::{Profile, RegretMatcher, TrialTask, best_reply};
use super::threads::Threads;

/// All players with their plans and their regret matching.
#[derive(Debug)]
pub(super) struct JointSearch<'a> {
    pub(super) players: Vec<PlayerPlans<'a>>,
    pub(super) matchers: Vec<RegretMatcher<'a>>,
    valuations: &'a Valuations<'a>,
    pub(super) threads: &'a Threads,
    /// The part of the budget that is kept for lookahead.
    pub(super) lookahead_work: u64,
}

/// The index of our own player.
pub(super) const ME: usize = 0;

/// Percentages of the budget: usual plans of the others; then, of the rest, own replies, replies of all
/// others, and the final comparison. Regret matching gets what remains.
const PLANNER_PLANS_PERCENT: u64 = 30;
const OWN_REPLIES_PERCENT: u64 = 25;
const OTHER_REPLIES_PERCENT: u64 = 25;
const FINAL_COMPARISON_PERCENT: u64 = 6;
/// How many usual plans each other player gets, and the cost of one. A larger budget gives more plans: one
/// per this amount of work.
const PLANNER_PLANS_PER_PLAYER: std::ops::RangeInclusive<u64> = 4..=12;
const PLANNER_PLAN_WORK: std::ops::RangeInclusive<u64> = 450..=900;
const WORK_PER_EXTRA_PLANNER_PLAN: u64 = 6 * 900;
/// The percentage of times that another player plays a usual plan and not a plan from regret matching.
/// Regret matching alone expects better play than real opponents show.
const USUAL_PLAN_PERCENT: usize = 60;
/// The minimum budget for the opponent model.
const MIN_OPPONENT_MODEL_WORK: u64 = 8_000;
/// The approximate work of one round of replies and regret matching.
const ROUND_WORK: u64 = 8_000;
const MAX_ROUNDS: u64 = 16;
/// The number of sheets on which a reply is tried.
const OWN_REPLY_SHEETS: usize = 12;
const OTHER_REPLY_SHEETS: usize = 6;
/// The number of profiles that are drawn at a time.
const PROFILES_PER_BATCH: usize = 4;

/// Which mixture plans are drawn from: the current one, or the average of all rounds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Mixture {
    Now,
    Average,
}

impl<'a> JointSearch<'a> {
    pub(super) fn new(
        members: Vec<PlayerPlans<'a>>,
        valuations: &'a Valuations<'a>,
        threads: &'a Threads,
    ) -> Self {
        let learners = members.iter().map(|member| RegretMatcher::new(member, PROFILES_PER_BATCH)).collect();
        Self { players: members, matchers: learners, valuations, threads, lookahead_work: 0 }
    }

    /// Runs rounds of replies and regret matching. It leaves the budget of the final comparison.
    pub(super) fn run_rounds(&mut self, work: &mut WorkBudget, chance: &mut SeededRng) {
        self.add_planner_plans(work.left() * PLANNER_PLANS_PERCENT / 100, work, chance);
        self.lookahead_work = lookahead_moves::lookahead_work(work.left());
        let total = work.left() - self.lookahead_work;
        let rounds = (total / ROUND_WORK).clamp(1, MAX_ROUNDS);
        let round = total / rounds;
        for _ in 0..rounds {
            let before = work.left();
            self.add_replies(round, work, chance);
            let spent = before - work.left();
            self.learn((round - round * FINAL_COMPARISON_PERCENT / 100).saturating_sub(spent), work, chance);
        }
    }

    /// Adds, for every other player, the plans that a planner would make.
    fn add_planner_plans(&mut self, budget: u64, work: &mut WorkBudget, chance: &mut SeededRng) {
        let share = budget / (self.players.len() as u64 - 1).max(1);
        let most = (budget / WORK_PER_EXTRA_PLANNER_PLAN)
            .clamp(*PLANNER_PLANS_PER_PLAYER.start(), *PLANNER_PLANS_PER_PLAYER.end());
        let count = (share / PLANNER_PLAN_WORK.start()).clamp(1, most);
        let cost = (share / count).min(*PLANNER_PLAN_WORK.end());
        let (members, valuations) = (&self.players, self.valuations);
        let past = RecentTurns::of(&members[ME].view.seat);
        let mut tasks: Vec<PlannerTask> =
            members.iter().map(|_| PlannerTask::new(chance.next_u64())).collect();
        let reading = if work.left() < MIN_OPPONENT_MODEL_WORK { 0 } else { opponent_model::MAX_WORK };
        self.threads.for_each(
            &mut tasks,
            |i, PlannerTask { seed, greedy_percent: haste_percent, plans, spent }| {
                if i == ME {
                    return;
                }
                let mut chance = SeededRng::new(*seed);
                let mut own = WorkBudget::units(reading);
                *haste_percent = past.greedy_percent(&members[i].view.seat, &mut own, &mut chance);
                *spent += own.spent();
                for _ in 0..count {
                    let mut own = WorkBudget::units(cost);
                    let planner = Planner { options: PlannerOptions::FULL };
                    let view = members[i].view;
                    plans.push(planner.plan(&view.seat, &view.analysis, valuations, &mut own, &mut chance));
                    *spent += own.spent();
                }
            },
        );
        for (i, task) in tasks.into_iter().enumerate() {
            work.add_spent(task.spent);
            self.players[i].greedy_percent = task.greedy_percent;
            for plan in task.plans {
                let plan = self.players[i].add_plan(&plan) as u16;
                self.players[i].planner_plans.push(plan);
            }
            self.matchers[i].add_plans(self.players[i].plans.len());
        }
    }

    /// Adds, for every player, its best reply to the plans of the others.
    fn add_replies(&mut self, round: u64, work: &mut WorkBudget, chance: &mut SeededRng) {
        let others = (self.players.len() as u64 - 1).max(1);
        // A longer round uses more sheets per reply.
        let ease = (round as f32 / ROUND_WORK as f32).sqrt().max(1.0);
        let mut tasks: Vec<ReplyTask> = (0..self.players.len())
            .map(|i| {
                let (sheets, share) = if i == ME {
                    (OWN_REPLY_SHEETS, round * OWN_REPLIES_PERCENT / 100)
                } else {
                    (OTHER_REPLY_SHEETS, round * OTHER_REPLIES_PERCENT / 100 / others)
                };
                let sheets = (sheets as f32 * ease) as usize;
                let from = usize::from(self.matchers[i].draw_average(chance));
                ReplyTask {
                    from,
                    sheets: self.sheets(i, sheets, chance),
                    work: WorkBudget::units(share),
                    plan: None,
                }
            })
            .collect();
        let members = &self.players;
        self.threads.for_each(&mut tasks, |i, task| {
            task.plan =
                Some(best_reply(&members[i], task.from, std::mem::take(&mut task.sheets), &mut task.work));
        });
        for (i, task) in tasks.into_iter().enumerate() {
            work.add_spent(task.work.spent());
            if let Some(plan) = task.plan {
                self.players[i].add_plan(&plan);
                self.matchers[i].add_plans(self.players[i].plans.len());
            }
        }
    }

    /// Sheets with drawn plans of all players but one. Every second sheet gets random changes.
    fn sheets(&self, but: usize, count: usize, chance: &mut SeededRng) -> Vec<Sheet<Order>> {
        (0..count)
            .map(|n| {
                let mut sheet = Sheet::new(self.players[but].view.seat.board);
                for (i, member) in self.players.iter().enumerate().filter(|(i, _)| *i != but) {
                    member.write(usize::from(self.draw(i, Mixture::Average, chance)), &mut sheet);
                    if n % 2 == 1 {
                        let units: Vec<_> = member.view.units.iter().map(|(_, unit)| *unit).collect();
                        add_random_orders(&member.view.seat, &units, &mut sheet, chance);
                    }
                }
                sheet
            })
            .collect()
    }

    /// Draws a plan of a player.
    fn draw(&self, i: usize, mixture: Mixture, chance: &mut SeededRng) -> u16 {
        if i != ME && chance.percent(USUAL_PLAN_PERCENT) {
            if chance.percent(self.players[i].greedy_percent) {
                return chance.below(self.players[i].greedy_plans) as u16;
            }
            if let Some(plan) = chance.pick(&self.players[i].planner_plans) {
                return plan;
            }
        }
        match mixture {
            Mixture::Now => self.matchers[i].draw(chance),
            Mixture::Average => self.matchers[i].draw_average(chance),
        }
    }

    pub(super) fn profile(&self, mixture: Mixture, chance: &mut SeededRng) -> Profile {
        (0..self.players.len()).map(|i| self.draw(i, mixture, chance)).collect()
    }

    fn learn(&mut self, budget: u64, work: &mut WorkBudget, chance: &mut SeededRng) {
        let cost: u64 = self.matchers.iter().map(RegretMatcher::cost).sum();
        let mut left = (budget / cost.max(1)) as usize;
        while left > 0 {
            let count = left.min(PROFILES_PER_BATCH);
            left -= count;
            if !work.spend(cost * count as u64) {
                return;
            }
            let profiles: Vec<Profile> = (0..count).map(|_| self.profile(Mixture::Now, chance)).collect();
            let learners = self.matchers.iter_mut().enumerate();
            let mut looks: Vec<TrialTask<'_, '_>> =
                learners.flat_map(|(i, learner)| learner.trial_tasks(i, &profiles)).collect();
            self.threads.for_each(&mut looks, |_, look| look.run(&self.players));
            self.matchers.iter_mut().for_each(|learner| learner.learn(count));
        }
    }

    /// A plan as a sheet of orders.
    pub(super) fn sheet(&self, member: usize, plan: usize) -> Sheet<Order> {
        let member = &self.players[member];
        let mut sheet = Sheet::new(member.view.seat.board);
        member.write(plan, &mut sheet);
        sheet
    }
}

/// A task: the usual plans of one player.
struct PlannerTask {
    seed: u64,
    greedy_percent: usize,
    plans: Vec<Sheet<Order>>,
    spent: u64,
}

impl PlannerTask {
    const fn new(seed: u64) -> Self {
        Self { seed, greedy_percent: 0, plans: Vec::new(), spent: 0 }
    }
}

/// A task: the best reply of one player.
struct ReplyTask {
    from: usize,
    sheets: Vec<Sheet<Order>>,
    work: WorkBudget,
    plan: Option<Sheet<Order>>,
}
