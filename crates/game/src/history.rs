//! What has been played, stored as it was ruled: a corrected judge never changes it.

use rules::{Adjustment, Board, Order, Phase, Position, Resolution, RetreatOrder, Ruling, Unit};

use crate::{Circle, Neutrality, Timestamp};

/// How many times a game may be rolled back: also the game master cannot hold it up for ever.
pub const MOST_ROLL_BACKS: u32 = 20;

/// One phase that was resolved.
#[derive(Clone, Debug)]
pub struct Record {
    /// Counted from 0 over the whole game; a roll-back names it.
    pub number: usize,
    pub at: Timestamp,
    pub before: Position,
    pub neutrality: Option<Neutrality>,
    pub ruled: Ruled,
    /// The seats whose sheet was in.
    pub papers_in: Circle,
    pub after: Position,
}

/// Orders and rulings, revealed together (C5).
#[derive(Clone, Debug)]
pub enum Ruled {
    Movement(Vec<RuledOrder>),
    Retreats(Vec<RuledRetreat>),
    Adjustments(Vec<Adjustment>),
}

#[derive(Clone, Copy, Debug)]
pub struct RuledOrder {
    pub unit: Unit,
    pub order: Option<Order>,
    pub ruling: Ruling,
}

#[derive(Clone, Copy, Debug)]
pub struct RuledRetreat {
    pub unit: Unit,
    pub order: Option<RetreatOrder>,
    pub ruling: Ruling,
}

/// Whether a record is part of the game or was undone by a roll-back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counts {
    Counts,
    Undone,
}

impl Ruled {
    /// What is kept of a phase that was resolved. Orders to a power in disorder are not: nobody gave them.
    pub fn of(board: &Board, resolution: &Resolution) -> Self {
        let table = &resolution.before.table;
        match &resolution.ruled {
            rules::Ruled::Movement { .. } => {
                let ruled = resolution.moves().map(|(unit, order, ruling)| RuledOrder {
                    unit: *unit,
                    order: order.copied().filter(|_| !table.in_disorder(unit.power)),
                    ruling: *ruling,
                });
                Self::Movement(ruled.collect())
            }
            rules::Ruled::Retreats { .. } => {
                let ruled = resolution.retreats(board).map(|(fallen, order, ruling)| RuledRetreat {
                    unit: fallen.unit,
                    order: order.copied(),
                    ruling: *ruling,
                });
                Self::Retreats(ruled.collect())
            }
            rules::Ruled::Adjustments(list) => Self::Adjustments(list.clone()),
        }
    }
}

impl Record {
    pub const fn phase(&self) -> Phase {
        self.before.phase
    }
}
