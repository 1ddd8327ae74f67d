//! Improves a plan step by step: tries candidate changes against the guesses of what the others do.

use std::collections::HashSet;

use rules::{Judge, Order, Position, Province, Sheet};

use crate::WorkBudget;

use super::candidates::{Candidate, CandidateGenerator};
use super::evaluator::Evaluator;

/// The plan that is improved. The same own orders are on every guessed sheet.
#[derive(Debug)]
pub(crate) struct PlanSearch<'a> {
    judge: Judge<'a>,
    evaluator: Evaluator<'a>,
    position: &'a Position,
    /// The guessed orders of the others, with the own plan added.
    sheets: Vec<Sheet<Order>>,
    /// The value of the plan on each sheet.
    scores: Vec<f32>,
    /// The own plan alone.
    plan: Sheet<Order>,
    /// Buffers: the replaced orders of a sheet, and the values of a candidate.
    before: Vec<Option<Order>>,
    tried: Vec<f32>,
    /// Candidates that do not improve the current plan. They are not tried again.
    rejected: HashSet<Vec<(Province, Order)>>,
}

/// The minimum improvement per guess. Without it the plan would change between equal plans.
const MIN_IMPROVEMENT: f32 = 0.004;
/// A candidate that is this much worse on the first guesses is not tried on the rest.
const MAX_EARLY_LOSS: f32 = 0.15;
const EARLY_GUESSES: usize = 3;

impl<'a> PlanSearch<'a> {
    /// Starts with a plan. It is evaluated if the budget is large enough.
    pub(crate) fn new(
        judge: Judge<'a>,
        evaluator: Evaluator<'a>,
        position: &'a Position,
        sheets: Vec<Sheet<Order>>,
        plan: Sheet<Order>,
        work: &mut WorkBudget,
    ) -> Self {
        let scores = vec![f32::MIN; sheets.len()];
        let mut search = Self {
            judge,
            evaluator,
            position,
            sheets,
            scores,
            plan,
            before: Vec::new(),
            tried: Vec::new(),
            rejected: HashSet::new(),
        };
        let first = search.plan.clone();
        search.try_plan(&first, work);
        search
    }

    pub(crate) fn into_plan(self) -> Sheet<Order> {
        self.plan
    }

    /// Takes another plan if it is better. Returns false if the budget is spent.
    pub(crate) fn try_plan(&mut self, plan: &Sheet<Order>, work: &mut WorkBudget) -> bool {
        let idea = Candidate { orders: plan.iter().map(|(at, order)| (at, *order)).collect(), priority: 0.0 };
        self.try_candidate(&idea, work)
    }

    /// Improves the plan until no candidate helps or the budget is spent.
    pub(crate) fn improve(
        &mut self,
        possibilities: &CandidateGenerator<'_>,
        convoys: bool,
        favours: &[Candidate],
        work: &mut WorkBudget,
    ) {
        loop {
            let before = self.total();
            let ideas = possibilities.candidates(&self.plan, convoys);
            for idea in ideas.into_iter().chain(favours.iter().cloned()) {
                if self.rejected.contains(&idea.orders) {
                    continue;
                }
                let total = self.total();
                if !self.try_candidate(&idea, work) {
                    return;
                }
                if self.total() > total {
                    self.rejected.clear();
                } else {
                    self.rejected.insert(idea.orders);
                }
            }
            if self.total() <= before {
                return;
            }
        }
    }

    /// The sum of the values of the plan over all guesses.
    pub(crate) fn total(&self) -> f32 {
        self.scores.iter().sum()
    }

    /// Tries a candidate and keeps it if the plan is better. Returns false if the budget is spent.
    fn try_candidate(&mut self, idea: &Candidate, work: &mut WorkBudget) -> bool {
        self.tried.clear();
        let mut lead = 0.0;
        for i in 0..self.sheets.len() {
            if !work.spend(1) {
                return false;
            }
            let score = self.try_on(i, &idea.orders);
            lead += score - self.scores[i];
            self.tried.push(score);
            if i + 1 == EARLY_GUESSES && lead < -MAX_EARLY_LOSS * EARLY_GUESSES as f32 {
                return true;
            }
        }
        if lead <= MIN_IMPROVEMENT * self.sheets.len() as f32 {
            return true;
        }
        std::mem::swap(&mut self.scores, &mut self.tried);
        for &(at, order) in &idea.orders {
            self.plan.set(at, order);
            for sheet in &mut self.sheets {
                sheet.set(at, order);
            }
        }
        true
    }

    /// The value of the plan on one guess with some orders changed.
    fn try_on(&mut self, i: usize, orders: &[(Province, Order)]) -> f32 {
        let sheet = &mut self.sheets[i];
        self.before.clear();
        self.before.extend(orders.iter().map(|(at, order)| sheet.set(*at, *order)));
        let verdict = self.judge.movement(&self.position.forces, &self.position.players, sheet);
        let score = self.evaluator.evaluate(verdict);
        // In reverse, so that a province that was written twice gets its first order back.
        for ((at, _), before) in orders.iter().zip(&self.before).rev() {
            match before {
                Some(order) => sheet.set(*at, *order),
                None => sheet.remove(*at),
            };
        }
        score
    }
}
