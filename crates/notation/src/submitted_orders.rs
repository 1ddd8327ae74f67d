//! Reads submitted lines in the international notation into the orders of one phase, and reports the lines
//! that are refused.

use std::fmt;

use detente_rules::{
    AdjustmentOrder, Illegality, OrderCollector, Orders, PhaseKind, Position, Power, Province, RetreatOrder,
    UnitKind,
};

use crate::{Notation, NotationError, WrittenAction, WrittenOrder};

/// Why a line is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineProblem {
    /// The line is not an order of the notation.
    Unreadable,
    /// The line is an order that this power cannot give now.
    Illegal(Illegality),
}

impl LineProblem {
    /// The key used in stored and sent forms.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Unreadable => "unreadable",
            Self::Illegal(illegality) => illegality.key(),
        }
    }
}

impl std::error::Error for LineProblem {}

impl fmt::Display for LineProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable => NotationError.fmt(f),
            Self::Illegal(illegality) => illegality.fmt(f),
        }
    }
}

/// A line that is refused, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LineRefusal {
    /// The number of the line, from 0.
    pub line: usize,
    /// Why it is refused.
    pub problem: LineProblem,
}

/// The orders of a phase read from submitted lines, the refused lines, and the line of each order.
#[derive(Clone, Debug)]
pub struct SubmittedOrders {
    /// The lines that are refused, by line number.
    pub refused: Vec<LineRefusal>,
    taken: detente_rules::CollectedOrders,
}

impl SubmittedOrders {
    /// Reads lines for the phase of this position, each with the power that wrote it. The lines of powers in
    /// civil disorder are refused.
    pub fn read<'t>(
        notation: &Notation<'_>,
        position: &Position,
        lines: impl IntoIterator<Item = (Power, &'t str)>,
    ) -> Self {
        let powers = notation.board().powers().filter(|power| !position.players.in_disorder(*power));
        Self::read_for(notation, position, &powers.collect::<Vec<_>>(), lines)
    }

    /// Reads the lines of these powers, also if the position has them in civil disorder. The lines of other
    /// powers are refused.
    pub fn read_for<'t>(
        notation: &Notation<'_>,
        position: &Position,
        powers: &[Power],
        lines: impl IntoIterator<Item = (Power, &'t str)>,
    ) -> Self {
        let mut intake = OrderCollector::new(notation.board(), position, powers);
        let mut refused = Vec::new();
        let stage = position.phase.kind();
        for (line, (power, text)) in lines.into_iter().enumerate() {
            if let Err(problem) = add(notation, stage, &mut intake, line, power, text) {
                refused.push(LineRefusal { line, problem });
            }
        }
        let taken = intake.finish();
        let illegal = |(line, problem): &(usize, Illegality)| LineRefusal {
            line: *line,
            problem: LineProblem::Illegal(*problem),
        };
        refused.extend(taken.refused.iter().map(illegal));
        refused.sort_by_key(|refused| refused.line);
        Self { refused, taken }
    }

    /// The orders that count.
    pub const fn orders(&self) -> &Orders {
        &self.taken.orders
    }

    /// The orders that count, without the rest.
    pub fn into_orders(self) -> Orders {
        self.taken.orders
    }

    /// The number of the line that a unit's order comes from.
    pub fn line_of_unit(&self, at: Province) -> Option<usize> {
        self.taken.line_of_unit(at)
    }

    /// The numbers of the lines that the builds and removals come from, in their order.
    pub fn lines_of_entries(&self) -> impl Iterator<Item = usize> {
        self.taken.lines_of_adjustments()
    }

    /// Why a unit has no order although there are lines for it.
    pub fn refused_at(&self, at: Province) -> Option<Illegality> {
        self.taken.refused_at(at)
    }
}

/// Parses a line and adds it to the intake.
fn add(
    notation: &Notation<'_>,
    stage: PhaseKind,
    intake: &mut OrderCollector<'_>,
    line: usize,
    power: Power,
    text: &str,
) -> Result<(), LineProblem> {
    let by = Some(power);
    // A waived build is rare, so it is tested last.
    let Ok(WrittenOrder { kind, at, action: written }) = notation.order(text) else {
        if notation.is_waive(text) {
            intake.add_adjustment(line, by, AdjustmentOrder::Waive);
            return Ok(());
        }
        return Err(LineProblem::Unreadable);
    };
    let board = notation.board();
    let province = board.province_of(at);
    match written {
        WrittenAction::Order(order) => intake.add_order(line, by, province, order),
        WrittenAction::Retreat(to) => intake.add_retreat(line, by, province, RetreatOrder::To(to)),
        WrittenAction::Disband => match stage {
            PhaseKind::Movement | PhaseKind::Retreat => {
                intake.add_retreat(line, by, province, RetreatOrder::Disband)
            }
            PhaseKind::Adjustment => {
                intake.add_adjustment(line, by, AdjustmentOrder::Remove { at: province })
            }
        },
        WrittenAction::Build => {
            // Without a letter, an inland province means an army and a named coast means a fleet (4.C.3).
            let kind = match kind {
                Some(kind) => kind,
                None if board.coast(at).is_some() => UnitKind::Fleet,
                None if board.locations_for(UnitKind::Fleet, province).is_empty() => UnitKind::Army,
                None if stage == PhaseKind::Adjustment => return Err(LineProblem::Unreadable),
                None => UnitKind::Army,
            };
            intake.add_adjustment(line, by, AdjustmentOrder::Build { kind, at });
        }
    }
    Ok(())
}
