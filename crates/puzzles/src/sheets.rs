//! The sheets that a solver can write for a few units while all other orders are known.

use std::ops::ControlFlow;

use rules::{Board, Forces, Judge, Options, Order, Position, Province, Sheet, Verdict};

use crate::puzzle::{Grade, Plan};

/// The legal orders of some units.
pub(crate) struct Choices {
    pub(crate) free: Vec<Province>,
    /// By free unit. The first one is [`Order::Hold`].
    pub(crate) orders: Vec<Vec<Order>>,
}

impl Choices {
    /// Every legal order of the free units.
    pub(crate) fn all(options: &Options<'_>, forces: &Forces, free: &[Province]) -> Self {
        let legal = |at: &Province| -> Vec<Order> {
            forces.slot(*at).map_or_else(Vec::new, |slot| options.of(slot).iter().collect())
        };
        Self { free: free.to_vec(), orders: free.iter().map(legal).collect() }
    }

    /// How many sheets these are.
    pub(crate) fn count(&self) -> usize {
        self.orders.iter().fold(1, |product, orders| product.saturating_mul(orders.len()))
    }

    /// Without the orders that have no effect beside the known orders. See [`is_effective`].
    pub(crate) fn effective(mut self, board: &Board, known: &Sheet<Order>) -> Self {
        for (at, orders) in self.free.iter().zip(&mut self.orders) {
            orders.retain(|order| {
                is_effective(board, *order, |of| {
                    if self.free.contains(&of) && of != *at {
                        Known::Open
                    } else {
                        Known::As(known.get(of).copied())
                    }
                })
            });
        }
        self
    }

    /// Calls `visit` for every sheet whose orders all have an effect, those with few orders first, with the number of
    /// orders that are no holds. Leaves the sheet without orders of the free units.
    pub(crate) fn for_each_by_size(&self, board: &Board, sheet: &mut Sheet<Order>, visit: &mut Visit<'_>) {
        for size in 0..=self.free.len() {
            if self.visit_from(board, 0, (size, size), sheet, visit).is_break() {
                break;
            }
        }
        for at in &self.free {
            sheet.remove(*at);
        }
    }

    /// Sheets in which `left` of the units from `unit` on do something, of `size` in all.
    fn visit_from(
        &self,
        board: &Board,
        unit: usize,
        (left, size): (usize, usize),
        sheet: &mut Sheet<Order>,
        visit: &mut Visit<'_>,
    ) -> ControlFlow<()> {
        if self.free.len() - unit < left {
            return ControlFlow::Continue(());
        }
        let Some(at) = self.free.get(unit) else {
            let known = |of: Province| Known::As(sheet.get(of).copied());
            let has_effect =
                |at: &Province| sheet.get(*at).is_none_or(|order| is_effective(board, *order, known));
            return if self.free.iter().all(has_effect) {
                visit(sheet, size)
            } else {
                ControlFlow::Continue(())
            };
        };
        sheet.set(*at, Order::Hold);
        self.visit_from(board, unit + 1, (left, size), sheet, visit)?;
        if left > 0 {
            for order in self.orders[unit].iter().filter(|order| **order != Order::Hold) {
                sheet.set(*at, *order);
                self.visit_from(board, unit + 1, (left - 1, size), sheet, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The orders of the free units on a sheet.
    pub(crate) fn chosen(&self, sheet: &Sheet<Order>) -> Vec<Order> {
        self.free.iter().map(|at| sheet.get(*at).copied().unwrap_or(Order::Hold)).collect()
    }
}

/// Sees a sheet and how many of its orders are no holds.
pub(crate) type Visit<'a> = dyn FnMut(&Sheet<Order>, usize) -> ControlFlow<()> + 'a;

/// The order of another unit.
pub(crate) enum Known {
    As(Option<Order>),
    /// It can still be any.
    Open,
}

/// Whether an order differs from a hold. A support or convoy that does not match the order of the unit that it
/// helps has no effect: the unit stays, can be supported, and is attacked as if it held.
pub(crate) fn is_effective(board: &Board, order: Order, known: impl Fn(Province) -> Known) -> bool {
    match order {
        Order::Hold | Order::Move { .. } => true,
        Order::SupportHold { of } => !matches!(known(of), Known::As(Some(Order::Move { .. }))),
        Order::SupportMove { from, to } => match known(from) {
            Known::Open => true,
            Known::As(Some(Order::Move { to: there, .. })) => {
                board.province_of(there) == board.province_of(to)
            }
            Known::As(_) => false,
        },
        Order::Convoy { from, to } => match known(from) {
            Known::Open => true,
            Known::As(Some(Order::Move { to: there, .. })) => board.province_of(there) == to,
            Known::As(_) => false,
        },
    }
}

/// The chosen orders with a hold in place of every order without effect.
pub(crate) fn with_effect_only(board: &Board, sheet: &Sheet<Order>, chosen: &[Order]) -> Vec<Order> {
    let known = |of: Province| Known::As(sheet.get(of).copied());
    let keep = |order: &Order| if is_effective(board, *order, known) { *order } else { Order::Hold };
    chosen.iter().map(keep).collect()
}

/// Finds all sheets of the free units that reach a goal. None if the solutions are not those of a puzzle of the wanted
/// grade.
pub(crate) fn solve(
    judge: &mut Judge<'_>,
    position: &Position,
    known: &Sheet<Order>,
    choices: &Choices,
    wanted: Grade,
    judged: &mut usize,
    reached: &dyn Fn(&Verdict) -> bool,
) -> Option<Plan> {
    let board = judge.board();
    let mut sheet = known.clone();
    let mut solutions = Solutions::new(wanted);
    choices.for_each_by_size(board, &mut sheet, &mut |sheet, size| {
        *judged += 1;
        let is_solved = reached(judge.movement(&position.forces, &position.players, sheet));
        solutions.add(choices, sheet, size, is_solved)
    });
    solutions.plan(&choices.free)
}

/// A puzzle with more solutions is not one.
const MAX_SOLUTIONS: usize = 200;

/// The solutions of a puzzle, while its sheets are looked at by size.
pub(crate) struct Solutions {
    wanted: Grade,
    found: Vec<Vec<Order>>,
    is_given_up: bool,
}

impl Solutions {
    pub(crate) const fn new(wanted: Grade) -> Self {
        Self { wanted, found: Vec::new(), is_given_up: false }
    }

    /// Adds a sheet. Breaks off as soon as this cannot become a puzzle of the wanted grade: its shortest solution has
    /// as many orders as the grade says.
    pub(crate) fn add(
        &mut self,
        choices: &Choices,
        sheet: &Sheet<Order>,
        size: usize,
        is_solved: bool,
    ) -> ControlFlow<()> {
        let is_first = is_solved && self.found.is_empty();
        let is_late = self.found.is_empty() && size > 0 && Grade::of(size) > self.wanted;
        self.is_given_up = (is_first && (size == 0 || Grade::of(size) != self.wanted))
            || (!is_solved && is_late)
            || self.found.len() >= MAX_SOLUTIONS;
        if self.is_given_up {
            return ControlFlow::Break(());
        }
        if is_solved {
            self.found.push(choices.chosen(sheet));
        }
        ControlFlow::Continue(())
    }

    /// What all solutions have in common. None if that is nothing, or does not solve it alone.
    pub(crate) fn plan(self, free: &[Province]) -> Option<Plan> {
        let Self { wanted, found: solutions, is_given_up } = self;
        let common: Vec<Order> = (0..free.len())
            .map(|unit| {
                let order = solutions.first().map_or(Order::Hold, |first| first[unit]);
                if solutions.iter().all(|solution| solution[unit] == order) { order } else { Order::Hold }
            })
            .collect();
        let key: Vec<(Province, Order)> = free
            .iter()
            .copied()
            .zip(common.iter().copied())
            .filter(|(_, order)| *order != Order::Hold)
            .collect();
        let is_puzzle = !is_given_up && Grade::of(key.len()) == wanted && solutions.contains(&common);
        (is_puzzle && !key.is_empty()).then(|| Plan { free: free.to_vec(), key, solutions })
    }
}
