//! Collects orders from outside: from text, lists, the map, bots, imports and files.
//!
//! Only this module decides which lines count: whose unit it is, whether the phase is right, whether a unit
//! has two orders, whether the land is closed. The judge decides whether an order is legal: an illegal order
//! counts, but the unit does not follow it (E4).

use crate::{
    AdjustmentOrder, Board, Illegality, Order, Orders, Position, Power, Province, RetreatOrder, Sheet, Unit,
    UnitKind,
};

/// Collects the order lines of one phase, one after the other.
#[derive(Clone, Debug)]
pub struct OrderCollector<'a> {
    board: &'a Board,
    position: &'a Position,
    /// The powers whose orders count. In a game these are the powers of one seat, even if the position says
    /// that they are in disorder: a power that writes orders again is no longer in disorder (I1).
    powers: &'a [Power],
    collected: CollectedOrders,
    /// Lines that repeat the order of an earlier line.
    repeats: Vec<(Province, usize)>,
}

/// The collected orders, and the lines that were refused.
#[derive(Clone, Debug)]
pub struct CollectedOrders {
    /// The orders that count.
    pub orders: Orders,
    /// Lines that do not count, by the caller's line numbers.
    pub refused: Vec<(usize, Illegality)>,
    /// The lines that the orders come from. In an adjustment phase: one per order, in the same sequence.
    sources: Vec<(usize, Option<Province>)>,
    /// Units whose orders were all refused, and why: two different orders, or an order into closed land.
    refused_units: Vec<(Province, Illegality)>,
}

impl<'a> OrderCollector<'a> {
    /// Starts to collect orders of these powers for the phase of a position.
    pub fn new(board: &'a Board, position: &'a Position, powers: &'a [Power]) -> Self {
        let taken = CollectedOrders {
            orders: Orders::none(board, position.phase.kind()),
            refused: Vec::new(),
            // One line per unit, usually: growing costs more than some unused space.
            sources: Vec::with_capacity(position.forces.units().len()),
            refused_units: Vec::new(),
        };
        Self { board, position, powers, collected: taken, repeats: Vec::new() }
    }

    /// Adds a line of a movement phase. `by`: the power that the line is for; None: any of `powers`.
    pub fn add_order(&mut self, line: usize, by: Option<Power>, at: Province, order: Order) {
        let Orders::Movement(sheet) = &mut self.collected.orders else {
            return self.refuse(line, Illegality::WrongPhase);
        };
        let order = match owned_unit(self.powers, by, self.position.forces.at(at)) {
            Ok(unit) => without_coast_of_army(self.board, unit.kind, order),
            Err(problem) => return self.refuse(line, problem),
        };
        // Usually no land is closed: then it does not matter what the order is about, which is unpredictable.
        if !self.board.closed().is_empty()
            && order.target_province(self.board).is_some_and(|goal| self.board.is_closed(goal))
        {
            return self.refuse_unit(line, at, Illegality::Closed);
        }
        let entered = write_to_sheet(sheet, at, order);
        self.record_line(line, at, entered);
    }

    /// Adds a line of a retreat phase.
    pub fn add_retreat(&mut self, line: usize, by: Option<Power>, at: Province, order: RetreatOrder) {
        let Orders::Retreats(sheet) = &mut self.collected.orders else {
            return self.refuse(line, Illegality::WrongPhase);
        };
        let unit = self.position.dislodged_at(self.board, at).map(|dislodged| &dislodged.unit);
        if let Err(problem) = owned_unit(self.powers, by, unit) {
            return self.refuse(line, problem);
        }
        if let RetreatOrder::To(to) = order
            && self.board.is_closed(self.board.province_of(to))
        {
            return self.refuse_unit(line, at, Illegality::Closed);
        }
        let entered = write_to_sheet(sheet, at, order);
        self.record_line(line, at, entered);
    }

    /// Adds a line of an adjustment phase. `by`: None for a removal that names only its unit. All lines are
    /// kept, also repeated ones: the judge follows them one after the other (4.D.4).
    pub fn add_adjustment(&mut self, line: usize, by: Option<Power>, entry: AdjustmentOrder) {
        let Orders::Adjustments(entries) = &mut self.collected.orders else {
            return self.refuse(line, Illegality::WrongPhase);
        };
        let (place, of_unit) = match entry {
            AdjustmentOrder::Build { at, .. } => (Some(self.board.province_of(at)), None),
            AdjustmentOrder::Remove { at } => (Some(at), self.position.forces.at(at).map(|unit| unit.power)),
            AdjustmentOrder::Waive => (None, None),
        };
        match by.or(of_unit) {
            Some(power) if self.powers.contains(&power) => {
                entries.push((power, entry));
                self.collected.sources.push((line, place));
            }
            Some(_) if by.is_some() => self.refuse(line, Illegality::InDisorder),
            Some(_) | None => self.refuse(line, Illegality::NoSuchUnit),
        }
    }

    /// Adds orders that are already typed, from a bot or another part of the program.
    pub fn add_all(&mut self, orders: &Orders) {
        match orders {
            Orders::Movement(sheet) => {
                for (line, (at, order)) in sheet.iter().enumerate() {
                    self.add_order(line, None, at, *order);
                }
            }
            Orders::Retreats(sheet) => {
                for (line, (at, order)) in sheet.iter().enumerate() {
                    self.add_retreat(line, None, at, *order);
                }
            }
            Orders::Adjustments(entries) => {
                for (line, (power, entry)) in entries.iter().enumerate() {
                    self.add_adjustment(line, Some(*power), *entry);
                }
            }
        }
    }

    /// The collected orders.
    pub fn finish(self) -> CollectedOrders {
        self.collected
    }

    fn refuse(&mut self, line: usize, problem: Illegality) {
        self.collected.refused.push((line, problem));
    }

    fn refuse_unit(&mut self, line: usize, at: Province, problem: Illegality) {
        self.refuse(line, problem);
        if self.collected.refused_at(at).is_none() && self.collected.line_of_unit(at).is_none() {
            self.collected.refused_units.push((at, problem));
        }
    }

    /// Two different orders to one unit are ambiguous: neither counts (E4). The same order twice counts once.
    fn record_line(&mut self, line: usize, at: Province, entered: SheetChange) {
        match entered {
            SheetChange::New if self.collected.refused_at(at) == Some(Illegality::TwoOrders) => {
                self.collected.orders.remove(at);
                self.refuse(line, Illegality::TwoOrders);
            }
            SheetChange::New => {
                self.collected.refused_units.retain(|(place, _)| *place != at);
                self.collected.sources.push((line, Some(at)));
            }
            SheetChange::Repeated => self.repeats.push((at, line)),
            SheetChange::Conflict => {
                self.collected.orders.remove(at);
                let CollectedOrders { sources, refused, refused_units: without, .. } = &mut self.collected;
                let first = sources.extract_if(.., |(_, place)| *place == Some(at)).map(|(line, _)| line);
                let repeated = self.repeats.extract_if(.., |(place, _)| *place == at).map(|(_, line)| line);
                let all = first.chain(repeated).chain([line]);
                refused.extend(all.map(|line| (line, Illegality::TwoOrders)));
                without.retain(|(place, _)| *place != at);
                without.push((at, Illegality::TwoOrders));
            }
        }
    }
}

impl CollectedOrders {
    /// The line that a unit's order comes from.
    pub fn line_of_unit(&self, at: Province) -> Option<usize> {
        self.sources.iter().find(|(_, place)| *place == Some(at)).map(|(line, _)| *line)
    }

    /// The lines that the orders of an adjustment phase come from.
    pub fn lines_of_adjustments(&self) -> impl Iterator<Item = usize> {
        self.sources.iter().map(|(line, _)| *line)
    }

    /// Why a unit has no order although there are lines for it.
    pub fn refused_at(&self, at: Province) -> Option<Illegality> {
        self.refused_units.iter().find(|(place, _)| *place == at).map(|(_, problem)| *problem)
    }

    /// Whether there are lines and none counts. Such orders must not be submitted: an empty sheet also means
    /// something, because dislodged units without an order disband.
    pub fn is_all_refused(&self) -> bool {
        self.orders.is_empty() && !self.refused.is_empty()
    }
}

/// What a line changed on the sheet.
enum SheetChange {
    New,
    /// The sheet had the same order.
    Repeated,
    /// The sheet had another order.
    Conflict,
}

fn write_to_sheet<T: Copy + PartialEq>(sheet: &mut Sheet<T>, at: Province, order: T) -> SheetChange {
    match sheet.set(at, order) {
        None => SheetChange::New,
        Some(before) if before == order => SheetChange::Repeated,
        Some(_) => SheetChange::Conflict,
    }
}

/// The unit, if these powers may order it.
fn owned_unit<'u>(
    powers: &[Power],
    by: Option<Power>,
    unit: Option<&'u Unit>,
) -> Result<&'u Unit, Illegality> {
    let unit = unit.ok_or(Illegality::NoSuchUnit)?;
    match (by, powers.contains(&unit.power)) {
        (Some(by), _) if by != unit.power => Err(Illegality::NoSuchUnit),
        (_, true) => Ok(unit),
        (Some(_), false) => Err(Illegality::InDisorder),
        (None, false) => Err(Illegality::NoSuchUnit),
    }
}

/// The order without the coast of the destination, if the unit is an army: it has no meaning (4.B.6).
fn without_coast_of_army(board: &Board, kind: UnitKind, order: Order) -> Order {
    if let (Order::Move { to, passage }, UnitKind::Army) = (order, kind) {
        return Order::Move { to: board.coastless(board.province_of(to)), passage };
    }
    order
}
