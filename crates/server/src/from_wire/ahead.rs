//! Plans for the next movement, from the wire type.

use game::{BoardFact, Condition, ConditionPart, MAX_CONDITION_PARTS, MAX_PLANS_AHEAD, PlanAhead};
use rules::{Board, Order, Passage, Province, Sheet};

use super::orders::MAX_ORDERS_PER_LIST;
use super::{location, power};
use crate::refusals::{Reason, Refused};
use crate::wire::{BoardFactBody, ConditionBody, OrderEntry, PlanBody};

pub(super) fn plans(board: &Board, plans: &[PlanBody]) -> Result<Vec<PlanAhead>, Refused> {
    // The game has the same limits. Checked here first, so that nothing longer is converted.
    if plans.len() > MAX_PLANS_AHEAD || plans.iter().any(|plan| plan.when.len() > MAX_CONDITION_PARTS) {
        return Err(game::Refusal::TooManyPlans.into());
    }
    plans.iter().map(|body| plan(board, body)).collect()
}

fn plan(board: &Board, body: &PlanBody) -> Result<PlanAhead, Refused> {
    if body.deeds.len() > MAX_ORDERS_PER_LIST {
        return Err(Reason::TooManyEntries.with_limit(MAX_ORDERS_PER_LIST));
    }
    let mut orders = Sheet::new(board);
    for deed in &body.deeds {
        let (at, order) = order(board, deed)?;
        orders.set(at, order);
    }
    let parts = body.when.iter().map(|part| condition(board, part)).collect::<Result<_, Refused>>()?;
    Ok(PlanAhead { condition: Condition { join: body.join.0, parts }, orders })
}

fn province(board: &Board, key: &str) -> Result<Province, Refused> {
    Ok(board.province_of(location(board, key)?))
}

fn condition(board: &Board, body: &ConditionBody) -> Result<ConditionPart, Refused> {
    let fact = match &body.fact {
        BoardFactBody::HeldBy { at, power: key } => {
            BoardFact::HeldBy(province(board, at)?, power(board, key)?)
        }
        BoardFactBody::Empty { at } => BoardFact::Empty(province(board, at)?),
        BoardFactBody::OwnUnit { at } => BoardFact::OwnUnit(province(board, at)?),
    };
    Ok(ConditionPart { fact, negation: body.is.0 })
}

/// Only a movement can be planned.
fn order(board: &Board, entry: &OrderEntry) -> Result<(Province, Order), Refused> {
    let place = |key: &str| province(board, key);
    Ok(match entry {
        OrderEntry::Hold { at } => (place(at)?, Order::Hold),
        OrderEntry::Move { at, to, by_convoy } => {
            let passage = if *by_convoy { Passage::Convoy } else { Passage::Unstated };
            (place(at)?, Order::Move { to: location(board, to)?, passage })
        }
        OrderEntry::SupportHold { at, of } => (place(at)?, Order::SupportHold { of: place(of)? }),
        OrderEntry::SupportMove { at, from, to } => {
            (place(at)?, Order::SupportMove { from: place(from)?, to: location(board, to)? })
        }
        OrderEntry::Convoy { at, from, to } => {
            (place(at)?, Order::Convoy { from: place(from)?, to: place(to)? })
        }
        OrderEntry::Retreat { .. }
        | OrderEntry::Disband { .. }
        | OrderEntry::Build { .. }
        | OrderEntry::Remove { .. }
        | OrderEntry::Waive { .. } => return Err(game::Refusal::WrongPaper.into()),
    })
}
