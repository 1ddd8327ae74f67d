//! Structured entries become a paper.

use game::View;
use rules::{Board, Entry, Order, Orders, Passage, Power, Province, RetreatOrder, Sheet, Stage, UnitKind};

use super::command::{location, power};
use crate::refused::Refused;
use crate::wire::{Deed, UnitKindKey};

/// No sheet has more lines: a unit has one.
pub(crate) const MOST_DEEDS: usize = 200;

pub(crate) const fn kind(key: UnitKindKey) -> UnitKind {
    match key {
        UnitKindKey::Army => UnitKind::Army,
        UnitKindKey::Fleet => UnitKind::Fleet,
    }
}

/// The stage of the position that the view shows.
pub(crate) fn stage(view: &View) -> Result<Stage, Refused> {
    let board = view.board.as_ref().ok_or(Refused::bad("not_underway"))?;
    Ok(board.position.phase.stage())
}

/// The paper that these entries make in this phase. Two entries for one unit are refused.
pub(crate) fn paper(board: &Board, view: &View, deeds: &[Deed]) -> Result<Orders, Refused> {
    if deeds.len() > MOST_DEEDS {
        return Err(Refused::bound("too_many_entries", MOST_DEEDS));
    }
    Ok(match stage(view)? {
        Stage::Movement => {
            let mut sheet = Sheet::new(board);
            for deed in deeds {
                let (at, order) = movement(board, deed)?;
                enter(&mut sheet, at, order)?;
            }
            Orders::Movement(sheet)
        }
        Stage::Retreat => {
            let mut sheet = Sheet::new(board);
            for deed in deeds {
                let (at, order) = retreat(board, deed)?;
                enter(&mut sheet, at, order)?;
            }
            Orders::Retreats(sheet)
        }
        Stage::Adjustment => {
            let entries = deeds.iter().map(|deed| adjustment(board, view, deed));
            Orders::Adjustments(entries.collect::<Result<_, _>>()?)
        }
    })
}

fn enter<T>(sheet: &mut Sheet<T>, at: Province, entry: T) -> Result<(), Refused> {
    match sheet.set(at, entry) {
        None => Ok(()),
        Some(_) => Err(Refused::bad("two_orders")),
    }
}

fn province(board: &Board, key: &str) -> Result<Province, Refused> {
    Ok(board.province_of(location(board, key)?))
}

fn movement(board: &Board, deed: &Deed) -> Result<(Province, Order), Refused> {
    let at = |key: &str| province(board, key);
    Ok(match deed {
        Deed::Hold { at: unit } => (at(unit)?, Order::Hold),
        Deed::Move { at: unit, to, by_convoy } => {
            let passage = if *by_convoy { Passage::Convoy } else { Passage::Unstated };
            (at(unit)?, Order::Move { to: location(board, to)?, passage })
        }
        Deed::SupportHold { at: unit, of } => (at(unit)?, Order::SupportHold { of: at(of)? }),
        Deed::SupportMove { at: unit, from, to } => {
            (at(unit)?, Order::SupportMove { from: at(from)?, to: location(board, to)? })
        }
        Deed::Convoy { at: unit, from, to } => (at(unit)?, Order::Convoy { from: at(from)?, to: at(to)? }),
        Deed::Retreat { .. }
        | Deed::Disband { .. }
        | Deed::Build { .. }
        | Deed::Remove { .. }
        | Deed::Waive { .. } => return Err(Refused::bad("wrong_paper")),
    })
}

fn retreat(board: &Board, deed: &Deed) -> Result<(Province, RetreatOrder), Refused> {
    Ok(match deed {
        Deed::Retreat { at, to } => (province(board, at)?, RetreatOrder::To(location(board, to)?)),
        Deed::Disband { at } => (province(board, at)?, RetreatOrder::Disband),
        Deed::Hold { .. }
        | Deed::Move { .. }
        | Deed::SupportHold { .. }
        | Deed::SupportMove { .. }
        | Deed::Convoy { .. }
        | Deed::Build { .. }
        | Deed::Remove { .. }
        | Deed::Waive { .. } => return Err(Refused::bad("wrong_paper")),
    })
}

fn adjustment(board: &Board, view: &View, deed: &Deed) -> Result<(Power, Entry), Refused> {
    Ok(match deed {
        Deed::Build { power: key, kind: of, at } => {
            (power(board, key)?, Entry::Build { kind: kind(*of), at: location(board, at)? })
        }
        Deed::Remove { at } => {
            let at = province(board, at)?;
            let position = &view.board.as_ref().ok_or(Refused::bad("not_underway"))?.position;
            let unit = position.forces.at(at).ok_or(Refused::bad("not_your_unit"))?;
            (unit.power, Entry::Remove { at })
        }
        Deed::Waive { power: key } => (power(board, key)?, Entry::Waive),
        Deed::Hold { .. }
        | Deed::Move { .. }
        | Deed::SupportHold { .. }
        | Deed::SupportMove { .. }
        | Deed::Convoy { .. }
        | Deed::Retreat { .. }
        | Deed::Disband { .. } => return Err(Refused::bad("wrong_paper")),
    })
}
