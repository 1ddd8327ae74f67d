//! Improving a plan, idea by idea, against what the others may do.

use std::collections::HashSet;

use rules::{Judge, Order, Position, Province, Sheet};

use crate::Work;

use super::ideas::{Idea, Possibilities};
use super::weigh::Scales;

/// A plan under way: the same own orders on every guessed sheet.
#[derive(Debug)]
pub(crate) struct Search<'a> {
    judge: Judge<'a>,
    scales: Scales<'a>,
    position: &'a Position,
    /// What the others may do, with the plan written in.
    sheets: Vec<Sheet<Order>>,
    /// How the plan does on each.
    scores: Vec<f32>,
    /// The plan alone.
    plan: Sheet<Order>,
    /// Buffers: what stood on a sheet, and how an idea does.
    before: Vec<Option<Order>>,
    tried: Vec<f32>,
    /// Ideas that do not help the plan as it is: not looked at twice.
    rejected: HashSet<Vec<(Province, Order)>>,
}

/// An idea must be this much better, or the plan would drift between equals.
const BETTER: f32 = 0.004;
/// An idea that is this much worse on the first guesses is not tried on the rest.
const HOPELESS: f32 = 0.15;
const FIRST: usize = 3;

impl<'a> Search<'a> {
    /// Starts with a plan, if the budget allows a look at it.
    pub(crate) fn new(
        judge: Judge<'a>,
        scales: Scales<'a>,
        position: &'a Position,
        sheets: Vec<Sheet<Order>>,
        plan: Sheet<Order>,
        work: &mut Work,
    ) -> Self {
        let scores = vec![f32::MIN; sheets.len()];
        let mut search = Self {
            judge,
            scales,
            position,
            sheets,
            scores,
            plan,
            before: Vec::new(),
            tried: Vec::new(),
            rejected: HashSet::new(),
        };
        let first = search.plan.clone();
        search.adopt(&first, work);
        search
    }

    pub(crate) fn into_plan(self) -> Sheet<Order> {
        self.plan
    }

    /// Takes another plan if it does better; false if the budget is spent.
    pub(crate) fn adopt(&mut self, plan: &Sheet<Order>, work: &mut Work) -> bool {
        let idea = Idea { orders: plan.iter().map(|(at, order)| (at, *order)).collect(), promise: 0.0 };
        self.consider(&idea, work)
    }

    /// Improves the plan until nothing helps or the budget is spent.
    pub(crate) fn improve(
        &mut self,
        possibilities: &Possibilities<'_>,
        convoys: bool,
        favours: &[Idea],
        work: &mut Work,
    ) {
        loop {
            let before = self.total();
            let ideas = possibilities.ideas(&self.plan, convoys);
            for idea in ideas.into_iter().chain(favours.iter().cloned()) {
                if self.rejected.contains(&idea.orders) {
                    continue;
                }
                let total = self.total();
                if !self.consider(&idea, work) {
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

    /// The sum of what the plan is worth on every guess.
    pub(crate) fn total(&self) -> f32 {
        self.scores.iter().sum()
    }

    /// Tries an idea and keeps it if the plan is better with it; false if the budget is spent.
    fn consider(&mut self, idea: &Idea, work: &mut Work) -> bool {
        self.tried.clear();
        let mut lead = 0.0;
        for i in 0..self.sheets.len() {
            if !work.spend(1) {
                return false;
            }
            let score = self.try_on(i, &idea.orders);
            lead += score - self.scores[i];
            self.tried.push(score);
            if i + 1 == FIRST && lead < -HOPELESS * FIRST as f32 {
                return true;
            }
        }
        if lead <= BETTER * self.sheets.len() as f32 {
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

    /// How the plan does on one guess with some orders changed.
    fn try_on(&mut self, i: usize, orders: &[(Province, Order)]) -> f32 {
        let sheet = &mut self.sheets[i];
        self.before.clear();
        self.before.extend(orders.iter().map(|(at, order)| sheet.set(*at, *order)));
        let verdict = self.judge.movement(&self.position.forces, &self.position.table, sheet);
        let score = self.scales.weigh(verdict);
        // Backwards, so that an order written twice gets its first one back.
        for ((at, _), before) in orders.iter().zip(&self.before).rev() {
            match before {
                Some(order) => sheet.set(*at, *order),
                None => sheet.remove(*at),
            };
        }
        score
    }
}
