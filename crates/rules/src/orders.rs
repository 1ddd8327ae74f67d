//! The orders of a whole phase: what one player hands in, or those of all players together.

use crate::{Board, Entry, Location, Order, Power, Province, RetreatOrder, Sheet, Stage};

/// What is ordered in one phase.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Orders {
    Movement(Sheet<Order>),
    Retreats(Sheet<RetreatOrder>),
    /// As they were written: the judge follows them in turn (4.D.4).
    Adjustments(Vec<(Power, Entry)>),
}

/// Orders for one kind of phase where another kind is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WrongPhase {
    pub played: Stage,
    pub ordered: Stage,
}

impl Orders {
    /// Nothing is ordered.
    pub fn none(board: &Board, stage: Stage) -> Self {
        match stage {
            Stage::Movement => Self::Movement(Sheet::new(board)),
            Stage::Retreat => Self::Retreats(Sheet::new(board)),
            Stage::Adjustment => Self::Adjustments(Vec::new()),
        }
    }

    /// The kind of phase that they are for.
    pub const fn stage(&self) -> Stage {
        match self {
            Self::Movement(_) => Stage::Movement,
            Self::Retreats(_) => Stage::Retreat,
            Self::Adjustments(_) => Stage::Adjustment,
        }
    }

    pub fn is_empty(&self) -> bool {
        match self {
            Self::Movement(sheet) => sheet.is_empty(),
            Self::Retreats(sheet) => sheet.is_empty(),
            Self::Adjustments(entries) => entries.is_empty(),
        }
    }

    /// Whether every place in them is one of this board.
    pub fn fit(&self, board: &Board) -> bool {
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
                Entry::Build { at, .. } => known(at),
                Entry::Remove { at } => exists(at),
                Entry::Waive => true,
            }),
        }
    }

    /// Takes away the order of the unit in a province; adjustments have none.
    pub(crate) fn remove(&mut self, at: Province) {
        match self {
            Self::Movement(sheet) => drop(sheet.remove(at)),
            Self::Retreats(sheet) => drop(sheet.remove(at)),
            Self::Adjustments(_) => {}
        }
    }

    /// Adds the orders of another player. Players order different units: where they do not, the later
    /// order counts.
    pub fn add(&mut self, others: &Self) -> Result<(), WrongPhase> {
        match (self, others) {
            (Self::Movement(all), Self::Movement(some)) => copy(all, some),
            (Self::Retreats(all), Self::Retreats(some)) => copy(all, some),
            (Self::Adjustments(all), Self::Adjustments(some)) => all.extend_from_slice(some),
            (all, some) => return Err(WrongPhase { played: all.stage(), ordered: some.stage() }),
        }
        Ok(())
    }
}

fn copy<T: Copy>(all: &mut Sheet<T>, some: &Sheet<T>) {
    for (province, order) in some.iter() {
        all.set(province, *order);
    }
}
