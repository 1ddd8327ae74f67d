//! Convoy paradoxes: voyages that depend on each other in a circle.
//!
//! Among the voyages still open, take a smallest group whose fates depend on each other only. If
//! exactly one choice of fates is consistent, the rules have settled it. If none is, or more than
//! one, it is a paradox, and those convoys have no effect (4.A.2).

use super::Input;
use super::convoys::{AROUND, Convoys, SHUT, THROUGH};
use super::sorted_orders::SortedOrders;
use crate::bits::Word;

/// How many combinations of fates are tried; a group so large that it has more is a paradox.
/// On the standard board no position has so many: each voyage of a circle needs four units.
const MAX_COMBINATIONS: usize = 10_000;

/// Buffers, used only when a position has a circle.
#[derive(Debug, Default)]
pub(super) struct Buffers {
    /// The open voyages.
    open: Vec<usize>,
    /// Their possible fates.
    choices: Vec<Fates>,
    /// For each combination, what becomes of each open voyage.
    results: Vec<u8>,
    /// For each open voyage, a bit for each that it depends on.
    depends: Vec<u128>,
    /// What was known of each voyage before its fates were tried.
    before: Vec<u8>,
}

/// The fates that a voyage may still have.
#[derive(Clone, Copy, Debug)]
struct Fates {
    fates: [u8; 3],
    count: u8,
}

impl Fates {
    fn among(possible: u8) -> Self {
        let mut found = Self { fates: [SHUT; 3], count: 0 };
        for fate in [SHUT, THROUGH, AROUND] {
            if possible & fate != 0 {
                found.fates[usize::from(found.count)] = fate;
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

    /// The fate that a combination gives to an open voyage.
    fn choice(&self, combination: usize, open: usize) -> u8 {
        let step: usize = self.choices[..open].iter().map(Fates::len).product();
        let choice = &self.choices[open];
        choice.fates[combination / step % choice.len()]
    }

    fn result(&self, combination: usize, open: usize) -> u8 {
        self.results[combination * self.open.len() + open]
    }

    /// Which open voyages depend on which: a change of the one alone changes the other.
    fn find_dependencies(&mut self, combinations: usize) {
        self.depends.clear();
        self.depends.resize(self.open.len(), 0);
        let mut step = 1;
        for cause in 0..self.open.len() {
            let fates = self.choices[cause].len();
            for combination in 0..combinations {
                if combination / step % fates + 1 == fates {
                    continue;
                }
                for effect in 0..self.open.len() {
                    if self.result(combination, effect) != self.result(combination + step, effect) {
                        self.depends[effect] |= 1 << cause;
                    }
                }
            }
            step *= fates;
        }
        // The effect also depends on whatever its causes depend on.
        for _ in 0..self.open.len() {
            for effect in 0..self.open.len() {
                for cause in 0..self.open.len() {
                    if self.depends[effect] >> cause & 1 != 0 {
                        self.depends[effect] |= self.depends[cause];
                    }
                }
            }
        }
    }

    /// A group that depends on itself only: its members all depend on each other.
    fn smallest_circle(&self) -> Option<u128> {
        self.depends.iter().copied().find(|group| {
            *group != 0 && (0..self.open.len()).all(|i| group >> i & 1 == 0 || self.depends[i] == *group)
        })
    }

    /// The one consistent combination for a group, if there is just one.
    fn only_consistent(&self, combinations: usize, group: u128) -> Option<usize> {
        let mut found: Option<usize> = None;
        let members = || (0..self.open.len()).filter(|i| group >> i & 1 != 0);
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
    pub(super) fn settle_paradoxes(&mut self, input: &Input<'_>, orders: &SortedOrders<T>) {
        let mut buffers = std::mem::take(&mut self.paradox);
        while self.list_open(&mut buffers) {
            let combinations = buffers.combinations();
            if combinations > MAX_COMBINATIONS {
                for &voyage in &buffers.open {
                    self.mark_paradox(voyage);
                }
                break;
            }
            self.try_all(input, orders, &mut buffers, combinations);
            if self.settle_constant(&buffers, combinations) {
                continue;
            }
            buffers.find_dependencies(combinations);
            let Some(group) = buffers.smallest_circle() else {
                unreachable!("what depends on nothing is constant, and a chain of causes ends in a circle");
            };
            let only = buffers.only_consistent(combinations, group);
            for (i, &voyage) in buffers.open.iter().enumerate() {
                if group >> i & 1 != 0 {
                    match only {
                        Some(combination) => self.voyages[voyage].fates = buffers.choice(combination, i),
                        None => self.mark_paradox(voyage),
                    }
                }
            }
        }
        self.paradox = buffers;
    }

    fn mark_paradox(&mut self, voyage: usize) {
        self.voyages[voyage].fates = SHUT;
        self.voyages[voyage].paradox = true;
    }

    fn list_open(&self, buffers: &mut Buffers) -> bool {
        buffers.open.clear();
        buffers.choices.clear();
        for (i, voyage) in self.voyages.iter().enumerate() {
            if !voyage.fates.is_power_of_two() {
                buffers.open.push(i);
                buffers.choices.push(Fates::among(voyage.fates));
            }
        }
        !buffers.open.is_empty()
    }

    /// Works every combination out.
    fn try_all(
        &mut self,
        input: &Input<'_>,
        orders: &SortedOrders<T>,
        buffers: &mut Buffers,
        combinations: usize,
    ) {
        buffers.before.clear();
        buffers.before.extend(self.voyages.iter().map(|voyage| voyage.fates));
        buffers.results.clear();
        for combination in 0..combinations {
            for (i, &voyage) in buffers.open.iter().enumerate() {
                self.voyages[voyage].fates = buffers.choice(combination, i);
            }
            for &voyage in &buffers.open {
                let fate = self.fates_now(input, orders, voyage);
                debug_assert!(fate.is_power_of_two(), "with all fates chosen nothing is open");
                buffers.results.push(fate);
            }
        }
        for (voyage, fates) in self.voyages.iter_mut().zip(&buffers.before) {
            voyage.fates = *fates;
        }
    }

    /// Settles what comes out the same in every combination.
    fn settle_constant(&mut self, buffers: &Buffers, combinations: usize) -> bool {
        let mut any = false;
        for (i, &voyage) in buffers.open.iter().enumerate() {
            let fate = buffers.result(0, i);
            if (1..combinations).all(|combination| buffers.result(combination, i) == fate) {
                self.voyages[voyage].fates = fate;
                any = true;
            }
        }
        any
    }
}
