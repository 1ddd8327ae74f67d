//! The orders of a whole phase, of one player or of all players together.

use crate::{AdjustmentOrder, Board, Location, Order, PhaseKind, Power, Province, RetreatOrder, Sheet};

/// The orders of one phase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Orders {
    /// Orders of a movement phase.
    Movement(Sheet<Order>),
    /// Orders of a retreat phase.
    Retreats(Sheet<RetreatOrder>),
    /// Orders of an adjustment phase, as written: the judge follows them one after the other (4.D.4).
    Adjustments(Vec<(Power, AdjustmentOrder)>),
}

/// Error: the orders are for another kind of phase than the one that is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrongPhase {
    /// The kind of phase that is played.
    pub played: PhaseKind,
    /// The kind of phase that the orders are for.
    pub ordered: PhaseKind,
}

impl Orders {
    /// No orders, for a phase of this kind.
    pub fn none(board: &Board, stage: PhaseKind) -> Self {
        match stage {
            PhaseKind::Movement => Self::Movement(Sheet::new(board)),
            PhaseKind::Retreat => Self::Retreats(Sheet::new(board)),
            PhaseKind::Adjustment => Self::Adjustments(Vec::new()),
        }
    }

    /// The kind of phase that they are for.
    pub const fn phase_kind(&self) -> PhaseKind {
        match self {
            Self::Movement(_) => PhaseKind::Movement,
            Self::Retreats(_) => PhaseKind::Retreat,
            Self::Adjustments(_) => PhaseKind::Adjustment,
        }
    }

    /// Whether there is no order.
    pub fn is_empty(&self) -> bool {
        match self {
            Self::Movement(sheet) => sheet.is_empty(),
            Self::Retreats(sheet) => sheet.is_empty(),
            Self::Adjustments(entries) => entries.is_empty(),
        }
    }

    /// Whether every province and location in the orders is one of this board.
    pub fn fits_board(&self, board: &Board) -> bool {
        let known = |location: Location| location.index() < board.locations().len();
        let exists = |province: Province| province.index() < board.provinces().len();
        match self {
            Self::Movement(sheet) => sheet.iter().all(|(at, order)| {
                exists(at)
                    && match *order {
                        Order::Hold => true,
                        Order::Move { to, .. } => known(to),
                        Order::SupportHold { of } => exists(of),
                        Order::SupportMove { from, to } => exists(from) && known(to),
                        Order::Convoy { from, to } => exists(from) && exists(to),
                    }
            }),
            Self::Retreats(sheet) => sheet.iter().all(|(at, order)| {
                exists(at)
                    && match *order {
                        RetreatOrder::Disband => true,
                        RetreatOrder::To(to) => known(to),
                    }
            }),
            Self::Adjustments(entries) => entries.iter().all(|(_, entry)| match *entry {
                AdjustmentOrder::Build { at, .. } => known(at),
                AdjustmentOrder::Remove { at } => exists(at),
                AdjustmentOrder::Waive => true,
            }),
        }
    }

    /// Removes the order of the unit in a province. Does nothing to adjustments.
    pub(crate) fn remove(&mut self, at: Province) {
        match self {
            Self::Movement(sheet) => drop(sheet.remove(at)),
            Self::Retreats(sheet) => drop(sheet.remove(at)),
            Self::Adjustments(_) => {}
        }
    }

    /// Adds the orders of another player. Players normally order different units; where they do not, the
    /// added order replaces the old one.
    pub fn add(&mut self, others: &Self) -> Result<(), WrongPhase> {
        match (self, others) {
            (Self::Movement(all), Self::Movement(some)) => copy(all, some),
            (Self::Retreats(all), Self::Retreats(some)) => copy(all, some),
            (Self::Adjustments(all), Self::Adjustments(some)) => all.extend_from_slice(some),
            (all, some) => return Err(WrongPhase { played: all.phase_kind(), ordered: some.phase_kind() }),
        }
        Ok(())
    }
}

fn copy<T: Copy>(all: &mut Sheet<T>, some: &Sheet<T>) {
    for (province, order) in some.iter() {
        all.set(province, *order);
    }
}
