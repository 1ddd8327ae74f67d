//! The one way in for orders from outside: text, lists, the map, bots, imports, files.
//!
//! Here, and only here, it is decided which lines count: whose unit it is, whether the phase is the right
//! one, whether a unit has two orders, whether the land is closed. What the orders are worth is for the
//! judge: an illegal order counts and is not followed (E4).

use crate::{
    Board, Entry, Illegality, Order, Orders, Position, Power, Province, RetreatOrder, Sheet, Unit, UnitKind,
};

/// Takes the lines of one phase, one after the other.
#[derive(Clone, Debug)]
pub struct Intake<'a> {
    board: &'a Board,
    position: &'a Position,
    /// Whose orders count. In a game these are the powers of one seat, whatever the position says of disorder:
    /// who writes again has left it (I1).
    powers: &'a [Power],
    taken: Taken,
    /// Lines that repeat what another has said.
    repeats: Vec<(Province, usize)>,
}

/// What became of the lines.
#[derive(Clone, Debug)]
pub struct Taken {
    pub orders: Orders,
    /// Lines that do not count, by the caller's numbers.
    pub refused: Vec<(usize, Illegality)>,
    /// The lines that the orders come from. In an adjustment phase one for each entry, in their order.
    sources: Vec<(usize, Option<Province>)>,
    /// Units whose orders were all refused, and why: two different ones, or one into closed land.
    without: Vec<(Province, Illegality)>,
}

impl<'a> Intake<'a> {
    pub fn new(board: &'a Board, position: &'a Position, powers: &'a [Power]) -> Self {
        let taken = Taken {
            orders: Orders::none(board, position.phase.stage()),
            refused: Vec::new(),
            sources: Vec::new(),
            without: Vec::new(),
        };
        Self { board, position, powers, taken, repeats: Vec::new() }
    }

    /// A line of a movement phase. `by`: the power that it was written for; None: any of the writer's.
    pub fn order(&mut self, line: usize, by: Option<Power>, at: Province, order: Order) {
        let Orders::Movement(sheet) = &mut self.taken.orders else {
            return self.refuse(line, Illegality::WrongPhase);
        };
        let order = match owned(self.powers, by, self.position.forces.at(at)) {
            Ok(unit) => without_coast_of_army(self.board, unit.kind, order),
            Err(problem) => return self.refuse(line, problem),
        };
        if order.goal(self.board).is_some_and(|goal| self.board.is_closed(goal)) {
            return self.refuse_unit(line, at, Illegality::Closed);
        }
        let entered = enter(sheet, at, order);
        self.note(line, at, entered);
    }

    /// A line of a retreat phase.
    pub fn retreat(&mut self, line: usize, by: Option<Power>, at: Province, order: RetreatOrder) {
        let Orders::Retreats(sheet) = &mut self.taken.orders else {
            return self.refuse(line, Illegality::WrongPhase);
        };
        let unit = self.position.fallen(self.board, at).map(|fallen| &fallen.unit);
        if let Err(problem) = owned(self.powers, by, unit) {
            return self.refuse(line, problem);
        }
        if let RetreatOrder::To(to) = order
            && self.board.is_closed(self.board.province_of(to))
        {
            return self.refuse_unit(line, at, Illegality::Closed);
        }
        let entered = enter(sheet, at, order);
        self.note(line, at, entered);
    }

    /// A line of an adjustment phase. `by`: None for a removal that names its unit only. Lines are kept as
    /// they come, also those that repeat each other: the judge follows them in turn (4.D.4).
    pub fn adjust(&mut self, line: usize, by: Option<Power>, entry: Entry) {
        let Orders::Adjustments(entries) = &mut self.taken.orders else {
            return self.refuse(line, Illegality::WrongPhase);
        };
        let (place, of_unit) = match entry {
            Entry::Build { at, .. } => (Some(self.board.province_of(at)), None),
            Entry::Remove { at } => (Some(at), self.position.forces.at(at).map(|unit| unit.power)),
            Entry::Waive => (None, None),
        };
        match by.or(of_unit) {
            Some(power) if self.powers.contains(&power) => {
                entries.push((power, entry));
                self.taken.sources.push((line, place));
            }
            Some(_) if by.is_some() => self.refuse(line, Illegality::InDisorder),
            Some(_) | None => self.refuse(line, Illegality::NoSuchUnit),
        }
    }

    /// Every line of orders that are typed already, from a bot or another part of the program.
    pub fn all(&mut self, orders: &Orders) {
        match orders {
            Orders::Movement(sheet) => {
                for (line, (at, order)) in sheet.iter().enumerate() {
                    self.order(line, None, at, *order);
                }
            }
            Orders::Retreats(sheet) => {
                for (line, (at, order)) in sheet.iter().enumerate() {
                    self.retreat(line, None, at, *order);
                }
            }
            Orders::Adjustments(entries) => {
                for (line, (power, entry)) in entries.iter().enumerate() {
                    self.adjust(line, Some(*power), *entry);
                }
            }
        }
    }

    pub fn finish(self) -> Taken {
        self.taken
    }

    fn refuse(&mut self, line: usize, problem: Illegality) {
        self.taken.refused.push((line, problem));
    }

    fn refuse_unit(&mut self, line: usize, at: Province, problem: Illegality) {
        self.refuse(line, problem);
        if self.taken.refused_at(at).is_none() && self.taken.line_of_unit(at).is_none() {
            self.taken.without.push((at, problem));
        }
    }

    /// Two different orders to one unit are ambiguous: none counts (E4). The same twice is one.
    fn note(&mut self, line: usize, at: Province, entered: Entered) {
        match entered {
            Entered::New if self.taken.refused_at(at) == Some(Illegality::TwoOrders) => {
                self.taken.orders.remove(at);
                self.refuse(line, Illegality::TwoOrders);
            }
            Entered::New => {
                self.taken.without.retain(|(place, _)| *place != at);
                self.taken.sources.push((line, Some(at)));
            }
            Entered::Again => self.repeats.push((at, line)),
            Entered::Another => {
                self.taken.orders.remove(at);
                let Taken { sources, refused, without, .. } = &mut self.taken;
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

impl Taken {
    /// The line that a unit's order comes from.
    pub fn line_of_unit(&self, at: Province) -> Option<usize> {
        self.sources.iter().find(|(_, place)| *place == Some(at)).map(|(line, _)| *line)
    }

    /// The lines that the entries of an adjustment phase come from.
    pub fn lines_of_entries(&self) -> impl Iterator<Item = usize> {
        self.sources.iter().map(|(line, _)| *line)
    }

    /// Why a unit has no order although lines were written for it.
    pub fn refused_at(&self, at: Province) -> Option<Illegality> {
        self.without.iter().find(|(place, _)| *place == at).map(|(_, problem)| *problem)
    }

    /// Whether lines were given and none counts. Such a sheet is not handed in: an empty one is an order
    /// too, by which dislodged units disband.
    pub fn is_all_refused(&self) -> bool {
        self.orders.is_empty() && !self.refused.is_empty()
    }
}

/// What a line did to the sheet.
enum Entered {
    New,
    /// It stood there already.
    Again,
    /// Another order stood there.
    Another,
}

fn enter<T: Copy + PartialEq>(sheet: &mut Sheet<T>, at: Province, order: T) -> Entered {
    match sheet.set(at, order) {
        None => Entered::New,
        Some(before) if before == order => Entered::Again,
        Some(_) => Entered::Another,
    }
}

/// The unit, if these powers may order it.
fn owned<'u>(powers: &[Power], by: Option<Power>, unit: Option<&'u Unit>) -> Result<&'u Unit, Illegality> {
    let unit = unit.ok_or(Illegality::NoSuchUnit)?;
    match (by, powers.contains(&unit.power)) {
        (Some(by), _) if by != unit.power => Err(Illegality::NoSuchUnit),
        (_, true) => Ok(unit),
        (Some(_), false) => Err(Illegality::InDisorder),
        (None, false) => Err(Illegality::NoSuchUnit),
    }
}

/// A coast named for an army's destination means nothing (4.B.6).
fn without_coast_of_army(board: &Board, kind: UnitKind, order: Order) -> Order {
    if let (Order::Move { to, passage }, UnitKind::Army) = (order, kind) {
        return Order::Move { to: board.bare(board.province_of(to)), passage };
    }
    order
}
