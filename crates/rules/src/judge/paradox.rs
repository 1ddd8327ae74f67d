//! Convoy paradoxes: voyages whose outcomes depend on each other in a cycle (decision 0004).
//!
//! Among the undecided voyages, take a smallest group whose outcomes depend only on each other. If exactly
//! one combination of outcomes is consistent, the rules decide it. If none is, or more than one, it is a
//! paradox, and those convoys have no effect (4.A.2).

use super::Input;
use super::convoys::{BROKEN, Convoys, OPEN, THROUGH_RULE_21_FLEET};
use super::sorted_orders::SortedOrders;
use crate::bits::Word;

/// The largest number of combinations of outcomes that are tried. A larger group counts as a paradox. On the
/// standard board no position has so many: each voyage of a cycle needs four units.
const MAX_COMBINATIONS: usize = 10_000;

/// Buffers, used only if a position has a cycle.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    /// The undecided voyages.
    undecided: Vec<usize>,
    /// Their possible outcomes.
    choices: Vec<PossibleOutcomes>,
    /// For each combination: the outcome of each undecided voyage that follows from it.
    results: Vec<u8>,
    /// For each undecided voyage: one bit per voyage that it depends on.
    depends: Vec<u128>,
    /// The possible outcomes of each voyage before combinations are tried.
    before: Vec<u8>,
}

/// The possible outcomes of a voyage, as a list.
#[derive(Clone, Copy, Debug)]
struct PossibleOutcomes {
    outcomes: [u8; 3],
    count: u8,
}

impl PossibleOutcomes {
    fn among(possible: u8) -> Self {
        let mut found = Self { outcomes: [BROKEN; 3], count: 0 };
        for fate in [BROKEN, THROUGH_RULE_21_FLEET, OPEN] {
            if possible & fate != 0 {
                found.outcomes[usize::from(found.count)] = fate;
                found.count += 1;
            }
        }
        found
    }

    fn len(&self) -> usize {
        usize::from(self.count)
    }
}

impl Buffers {
    fn combinations(&self) -> usize {
        self.choices
            .iter()
            .try_fold(1_usize, |product, choice| product.checked_mul(choice.len()))
            .unwrap_or(usize::MAX)
    }

    /// The outcome that a combination assumes for an undecided voyage.
    fn choice(&self, combination: usize, open: usize) -> u8 {
        let step: usize = self.choices[..open].iter().map(PossibleOutcomes::len).product();
        let choice = &self.choices[open];
        choice.outcomes[combination / step % choice.len()]
    }

    fn result(&self, combination: usize, open: usize) -> u8 {
        self.results[combination * self.undecided.len() + open]
    }

    /// Finds which undecided voyages depend on which: changing only the one changes the other.
    fn find_dependencies(&mut self, combinations: usize) {
        self.depends.clear();
        self.depends.resize(self.undecided.len(), 0);
        let mut step = 1;
        for cause in 0..self.undecided.len() {
            let fates = self.choices[cause].len();
            for combination in 0..combinations {
                if combination / step % fates + 1 == fates {
                    continue;
                }
                for effect in 0..self.undecided.len() {
                    if self.result(combination, effect) != self.result(combination + step, effect) {
                        self.depends[effect] |= 1 << cause;
                    }
                }
            }
            step *= fates;
        }
        // Transitive: the effect also depends on everything that its causes depend on.
        for _ in 0..self.undecided.len() {
            for effect in 0..self.undecided.len() {
                for cause in 0..self.undecided.len() {
                    if self.depends[effect] >> cause & 1 != 0 {
                        self.depends[effect] |= self.depends[cause];
                    }
                }
            }
        }
    }

    /// A group that depends only on itself: all its members depend on each other.
    fn smallest_cycle(&self) -> Option<u128> {
        self.depends.iter().copied().find(|group| {
            *group != 0 && (0..self.undecided.len()).all(|i| group >> i & 1 == 0 || self.depends[i] == *group)
        })
    }

    /// The consistent combination of a group, if there is exactly one.
    fn only_consistent(&self, combinations: usize, group: u128) -> Option<usize> {
        let mut found: Option<usize> = None;
        let members = || (0..self.undecided.len()).filter(|i| group >> i & 1 != 0);
        for combination in 0..combinations {
            if !members().all(|i| self.choice(combination, i) == self.result(combination, i)) {
                continue;
            }
            match found {
                Some(other) if members().any(|i| self.choice(other, i) != self.choice(combination, i)) => {
                    return None;
                }
                _ => found = Some(combination),
            }
        }
        found
    }
}

impl<T: Word> Convoys<T> {
    pub(super) fn decide_paradoxes(&mut self, input: &Input<'_>, orders: &SortedOrders<T>) {
        let mut buffers = std::mem::take(&mut self.paradox);
        while self.list_undecided(&mut buffers) {
            let combinations = buffers.combinations();
            if combinations > MAX_COMBINATIONS {
                for &voyage in &buffers.undecided {
                    self.mark_paradox(voyage);
                }
                break;
            }
            self.try_all(input, orders, &mut buffers, combinations);
            if self.decide_constant(&buffers, combinations) {
                continue;
            }
            buffers.find_dependencies(combinations);
            let Some(group) = buffers.smallest_cycle() else {
                unreachable!("what depends on nothing is constant, and a chain of causes ends in a cycle");
            };
            let only = buffers.only_consistent(combinations, group);
            for (i, &voyage) in buffers.undecided.iter().enumerate() {
                if group >> i & 1 != 0 {
                    match only {
                        Some(combination) => {
                            self.voyages[voyage].possible_outcomes = buffers.choice(combination, i)
                        }
                        None => self.mark_paradox(voyage),
                    }
                }
            }
        }
        self.paradox = buffers;
    }

    fn mark_paradox(&mut self, voyage: usize) {
        self.voyages[voyage].possible_outcomes = BROKEN;
        self.voyages[voyage].paradox = true;
    }

    fn list_undecided(&self, buffers: &mut Buffers) -> bool {
        buffers.undecided.clear();
        buffers.choices.clear();
        for (i, voyage) in self.voyages.iter().enumerate() {
            if !voyage.possible_outcomes.is_power_of_two() {
                buffers.undecided.push(i);
                buffers.choices.push(PossibleOutcomes::among(voyage.possible_outcomes));
            }
        }
        !buffers.undecided.is_empty()
    }

    /// Computes the result of every combination.
    fn try_all(
        &mut self,
        input: &Input<'_>,
        orders: &SortedOrders<T>,
        buffers: &mut Buffers,
        combinations: usize,
    ) {
        buffers.before.clear();
        buffers.before.extend(self.voyages.iter().map(|voyage| voyage.possible_outcomes));
        buffers.results.clear();
        for combination in 0..combinations {
            for (i, &voyage) in buffers.undecided.iter().enumerate() {
                self.voyages[voyage].possible_outcomes = buffers.choice(combination, i);
            }
            for &voyage in &buffers.undecided {
                let fate = self.outcomes_now(input, orders, voyage);
                debug_assert!(fate.is_power_of_two(), "with all outcomes assumed nothing is undecided");
                buffers.results.push(fate);
            }
        }
        for (voyage, fates) in self.voyages.iter_mut().zip(&buffers.before) {
            voyage.possible_outcomes = *fates;
        }
    }

    /// Decides the voyages that have the same result in every combination. Returns whether there are any.
    fn decide_constant(&mut self, buffers: &Buffers, combinations: usize) -> bool {
        let mut any = false;
        for (i, &voyage) in buffers.undecided.iter().enumerate() {
            let fate = buffers.result(0, i);
            if (1..combinations).all(|combination| buffers.result(combination, i) == fate) {
                self.voyages[voyage].possible_outcomes = fate;
                any = true;
            }
        }
        any
    }
}
