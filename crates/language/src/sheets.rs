//! From the lines that players handed in, in the international notation, to the orders of a phase.

use rules::{Entry, Illegality, Intake, Orders, Position, Power, Province, RetreatOrder, Stage, UnitKind};

use crate::{Notation, Written, WrittenOrder};

/// Why a line does not count.
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

/// A line that does not count, by its number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refused {
    pub line: usize,
    pub problem: Problem,
}

/// The orders of a phase as they were handed in, and which line said what.
#[derive(Clone, Debug)]
pub struct HandedIn {
    pub refused: Vec<Refused>,
    taken: rules::Taken,
}

impl HandedIn {
    /// Takes lines for the phase of this position, each with the power that wrote it. Powers in disorder
    /// give no orders.
    pub fn read<'t>(
        notation: &Notation<'_>,
        position: &Position,
        lines: impl IntoIterator<Item = (Power, &'t str)>,
    ) -> Self {
        let powers = notation.board().powers().filter(|power| !position.table.in_disorder(*power));
        Self::read_for(notation, position, &powers.collect::<Vec<_>>(), lines)
    }

    /// Takes the lines of these powers, whatever the position says of disorder.
    pub fn read_for<'t>(
        notation: &Notation<'_>,
        position: &Position,
        powers: &[Power],
        lines: impl IntoIterator<Item = (Power, &'t str)>,
    ) -> Self {
        let mut intake = Intake::new(notation.board(), position, powers);
        let mut refused = Vec::new();
        let stage = position.phase.stage();
        for (line, (power, text)) in lines.into_iter().enumerate() {
            if let Err(problem) = add(notation, stage, &mut intake, line, power, text) {
                refused.push(Refused { line, problem });
            }
        }
        let taken = intake.finish();
        let illegal = |(line, problem): &(usize, Illegality)| Refused {
            line: *line,
            problem: Problem::Illegal(*problem),
        };
        refused.extend(taken.refused.iter().map(illegal));
        refused.sort_by_key(|refused| refused.line);
        Self { refused, taken }
    }

    pub const fn orders(&self) -> &Orders {
        &self.taken.orders
    }

    pub fn into_orders(self) -> Orders {
        self.taken.orders
    }

    /// The line that a unit's order comes from.
    pub fn line_of_unit(&self, at: Province) -> Option<usize> {
        self.taken.line_of_unit(at)
    }

    /// The lines that the entries of an adjustment phase come from.
    pub fn lines_of_entries(&self) -> impl Iterator<Item = usize> {
        self.taken.lines_of_entries()
    }

    /// Why a unit has no order although lines were written for it.
    pub fn refused_at(&self, at: Province) -> Option<Illegality> {
        self.taken.refused_at(at)
    }
}

/// Reads a line and gives it to the intake.
fn add(
    notation: &Notation<'_>,
    stage: Stage,
    intake: &mut Intake<'_>,
    line: usize,
    power: Power,
    text: &str,
) -> Result<(), Problem> {
    let by = Some(power);
    // What is no order is seldom, so only then is it looked at again.
    let Ok(WrittenOrder { kind, at, written }) = notation.order(text) else {
        if notation.is_waive(text) {
            intake.adjust(line, by, Entry::Waive);
            return Ok(());
        }
        return Err(Problem::Unreadable);
    };
    let board = notation.board();
    let province = board.province_of(at);
    match written {
        Written::Order(order) => intake.order(line, by, province, order),
        Written::Retreat(to) => intake.retreat(line, by, province, RetreatOrder::To(to)),
        Written::Disband => match stage {
            Stage::Movement | Stage::Retreat => intake.retreat(line, by, province, RetreatOrder::Disband),
            Stage::Adjustment => intake.adjust(line, by, Entry::Remove { at: province }),
        },
        Written::Build => {
            // Without a letter, inland means an army and a coast means a fleet (4.C.3).
            let kind = match kind {
                Some(kind) => kind,
                None if board.coast(at).is_some() => UnitKind::Fleet,
                None if board.places(UnitKind::Fleet, province).is_empty() => UnitKind::Army,
                None if stage == Stage::Adjustment => return Err(Problem::Unreadable),
                None => UnitKind::Army,
            };
            intake.adjust(line, by, Entry::Build { kind, at });
        }
    }
    Ok(())
}
