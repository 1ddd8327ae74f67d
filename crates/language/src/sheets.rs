//! From the lines that players handed in to one sheet, with what could not be taken.

use rules::{Entry, Illegality, Order, Position, Power, Province, RetreatOrder, Sheet, UnitKind};

use crate::{Notation, Written, WrittenOrder};

/// Why a line is not on the sheet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Problem {
    /// Not an order of the notation.
    Unreadable,
    Illegal(Illegality),
}

impl Problem {
    pub const fn key(self) -> &'static str {
        match self {
            Self::Unreadable => "unreadable",
            Self::Illegal(illegality) => illegality.key(),
        }
    }
}

/// A line that could not be taken, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refused {
    pub line: usize,
    pub problem: Problem,
}

/// A sheet and who wrote what on it.
#[derive(Clone, Debug)]
pub struct HandedIn<T> {
    pub sheet: Sheet<T>,
    /// By province: the number of the line that was taken.
    pub lines: Sheet<usize>,
    pub refused: Vec<Refused>,
    twice: Vec<Province>,
}

impl<T: Copy + PartialEq> HandedIn<T> {
    pub fn new(notation: &Notation<'_>) -> Self {
        Self {
            sheet: Sheet::new(notation.board()),
            lines: Sheet::new(notation.board()),
            refused: Vec::new(),
            twice: Vec::new(),
        }
    }

    /// Wipes it for the next position.
    pub fn clear(&mut self) {
        self.sheet.clear();
        self.lines.clear();
        self.refused.clear();
        self.twice.clear();
    }

    /// Whether the unit there was given two different orders.
    pub fn ordered_twice(&self, province: Province) -> bool {
        self.twice.contains(&province)
    }

    fn refuse(&mut self, line: usize, problem: Problem) {
        self.refused.push(Refused { line, problem });
    }

    /// Two different orders to one unit are ambiguous: neither counts (E4).
    fn enter(&mut self, line: usize, province: Province, entry: T) {
        let two = Problem::Illegal(Illegality::TwoOrders);
        if self.twice.contains(&province) {
            self.refuse(line, two);
            return;
        }
        match self.sheet.set(province, entry) {
            Some(before) if before != entry => {
                self.sheet.remove(province);
                if let Some(first) = self.lines.remove(province) {
                    self.refuse(first, two);
                }
                self.refuse(line, two);
                self.twice.push(province);
            }
            Some(_) => {}
            None => {
                self.lines.set(province, line);
            }
        }
    }
}

impl HandedIn<Order> {
    /// Takes the lines of a movement phase.
    pub fn movement<'t>(
        &mut self,
        notation: &Notation<'_>,
        position: &Position,
        lines: impl IntoIterator<Item = (Power, &'t str)>,
    ) {
        for (line, (power, text)) in lines.into_iter().enumerate() {
            match read(notation, text) {
                Err(problem) => self.refuse(line, problem),
                Ok(written) => {
                    let province = notation.board().province_of(written.at);
                    let unit = position.forces.at(province);
                    match written.written {
                        Written::Order(order) if unit.is_some_and(|unit| unit.power == power) => {
                            if position.table.in_disorder(power) {
                                self.refuse(line, Problem::Illegal(Illegality::InDisorder));
                            } else {
                                let kind = unit.map(|unit| unit.kind);
                                self.enter(line, province, plain(notation, kind, order));
                            }
                        }
                        Written::Order(_) => self.refuse(line, Problem::Illegal(Illegality::NoSuchUnit)),
                        Written::Retreat(_) | Written::Disband | Written::Build => {
                            self.refuse(line, Problem::Illegal(Illegality::WrongPhase));
                        }
                    }
                }
            }
        }
    }
}

impl HandedIn<RetreatOrder> {
    /// Takes the lines of a retreat phase.
    pub fn retreats<'t>(
        &mut self,
        notation: &Notation<'_>,
        position: &Position,
        lines: impl IntoIterator<Item = (Power, &'t str)>,
    ) {
        for (line, (power, text)) in lines.into_iter().enumerate() {
            let written = match read(notation, text) {
                Ok(written) => written,
                Err(problem) => {
                    self.refuse(line, problem);
                    continue;
                }
            };
            let order = match written.written {
                Written::Retreat(to) => RetreatOrder::To(to),
                Written::Disband => RetreatOrder::Disband,
                Written::Order(_) | Written::Build => {
                    self.refuse(line, Problem::Illegal(Illegality::WrongPhase));
                    continue;
                }
            };
            let province = notation.board().province_of(written.at);
            let fallen = position.fallen(notation.board(), province);
            if fallen.is_none_or(|fallen| fallen.unit.power != power) {
                self.refuse(line, Problem::Illegal(Illegality::NoSuchUnit));
            } else if position.table.in_disorder(power) {
                self.refuse(line, Problem::Illegal(Illegality::InDisorder));
            } else {
                self.enter(line, province, order);
            }
        }
    }
}

/// The lines of an adjustment phase in the order given, each with its number.
#[derive(Clone, Debug, Default)]
pub struct HandedInEntries {
    pub entries: Vec<(Power, Entry)>,
    /// The line of each entry.
    pub lines: Vec<usize>,
    pub refused: Vec<Refused>,
}

impl HandedInEntries {
    /// Takes the lines of an adjustment phase. What each is worth is for the judge to say.
    pub fn adjustments<'t>(
        notation: &Notation<'_>,
        lines: impl IntoIterator<Item = (Power, &'t str)>,
    ) -> Self {
        let mut taken = Self::default();
        for (line, (power, text)) in lines.into_iter().enumerate() {
            match entry(notation, text) {
                Ok(entry) => {
                    taken.entries.push((power, entry));
                    taken.lines.push(line);
                }
                Err(problem) => taken.refused.push(Refused { line, problem }),
            }
        }
        taken
    }
}

/// A coast named for an army's destination means nothing (4.B.6).
fn plain(notation: &Notation<'_>, kind: Option<UnitKind>, order: Order) -> Order {
    if let (Order::Move { to, passage }, Some(UnitKind::Army)) = (order, kind) {
        let board = notation.board();
        return Order::Move { to: board.bare(board.province_of(to)), passage };
    }
    order
}

fn entry(notation: &Notation<'_>, text: &str) -> Result<Entry, Problem> {
    if notation.is_waive(text) {
        return Ok(Entry::Waive);
    }
    let board = notation.board();
    let written = read(notation, text)?;
    let province = board.province_of(written.at);
    match written.written {
        Written::Disband => Ok(Entry::Remove { at: province }),
        Written::Build => {
            // Without a letter, inland means an army and a coast means a fleet (4.C.3).
            let kind = match written.kind {
                Some(kind) => kind,
                None if board.coast(written.at).is_some() => UnitKind::Fleet,
                None if board.places(UnitKind::Fleet, province).is_empty() => UnitKind::Army,
                None => return Err(Problem::Unreadable),
            };
            Ok(Entry::Build { kind, at: written.at })
        }
        Written::Order(_) | Written::Retreat(_) => Err(Problem::Illegal(Illegality::WrongPhase)),
    }
}

fn read(notation: &Notation<'_>, text: &str) -> Result<WrittenOrder, Problem> {
    // What is no order is seldom, so only then is it looked at again.
    notation.order(text).map_err(|_| {
        if notation.is_waive(text) { Problem::Illegal(Illegality::WrongPhase) } else { Problem::Unreadable }
    })
}
