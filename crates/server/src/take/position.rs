//! A position that somebody sends, in the shape in which positions are shown.

use rules::{Board, CannotStand, Dislodged, Forces, Owners, Phase, Position, Power, Stage, Table, Unit};

use super::command::{location, power};
use crate::refused::{Reason, Refused};
use crate::wire::{DislodgedView, PositionView, UnitView};

/// The position, with everybody at the table.
pub(crate) fn position(board: &Board, sent: &PositionView, table: Table) -> Result<Position, Refused> {
    let mut forces = Forces::new(board);
    for one in &sent.units {
        forces.place(board, unit(board, one)?).map_err(|why| match why {
            CannotStand::WrongPlace => Reason::CannotStand.about(&one.at),
            CannotStand::Occupied => Reason::TwoUnits.about(&one.at),
            CannotStand::TooMany => Reason::TooManyUnits.bound(Forces::MOST),
        })?;
    }
    let mut owners = Owners::none(board);
    for (key, owner) in &sent.owners {
        let centre = board.province(key).ok_or_else(|| Reason::NoSuchPlace.about(key))?;
        if !board.is_centre(centre) {
            return Err(Reason::NotACentre.about(key));
        }
        owners.give(centre, Some(power(board, owner)?));
    }
    let phase = Phase::from_key(&sent.phase).ok_or_else(|| Reason::NoSuchPhase.about(&sent.phase))?;
    let mut position = Position { phase, forces, owners, dislodged: Vec::new(), table, winner: None };
    if phase.stage() != Stage::Retreat && !sent.dislodged.is_empty() {
        return Err(Reason::NoRetreatsNow.into());
    }
    for one in &sent.dislodged {
        let fallen = fallen(board, &position, one)?;
        position.dislodged.push(fallen);
    }
    Ok(position)
}

/// Who plays which powers, and who is not played.
pub(crate) fn table(board: &Board, players: &[Vec<String>], disorder: &[String]) -> Result<Table, Refused> {
    if players.len() > Power::MOST || disorder.len() > Power::MOST {
        return Err(Reason::TooManyPlayers.bound(Power::MOST));
    }
    let mut table = Table::default();
    let mut seated = [false; Power::MOST];
    for powers in players {
        let mut player = None;
        for key in powers {
            let power = power(board, key)?;
            if std::mem::replace(&mut seated[power.index()], true) {
                return Err(Reason::TwoPlayers.about(key));
            }
            table.player[power.index()] = *player.get_or_insert(table.player[power.index()]);
        }
    }
    for key in disorder {
        table.set_disorder(power(board, key)?, true);
    }
    Ok(table)
}

fn unit(board: &Board, sent: &UnitView) -> Result<Unit, Refused> {
    Ok(Unit { kind: sent.kind.0, power: power(board, &sent.power)?, location: location(board, &sent.at)? })
}

/// A unit was driven out by the one that stands there now, to empty places beside it (G1).
fn fallen(board: &Board, position: &Position, sent: &DislodgedView) -> Result<Dislodged, Refused> {
    let unit = unit(board, &sent.unit)?;
    let here = board.province_of(unit.location);
    let by_whom = position.forces.at(here);
    let refused = |reason: Reason| Err(reason.about(&sent.unit.at));
    if !board.can_stand(unit.kind, unit.location) {
        return refused(Reason::CannotStand);
    }
    if position.fallen(board, here).is_some() {
        return refused(Reason::TwoUnits);
    }
    if by_whom.is_none_or(|other| other.power == unit.power) {
        return refused(Reason::NotDislodged);
    }
    let mut open = Vec::new();
    for key in &sent.open {
        let place = location(board, key)?;
        let is_near = board.neighbours(unit.kind, unit.location).contains(&place);
        if !is_near || position.forces.at(board.province_of(place)).is_some() {
            return Err(Reason::NoRetreatThere.about(key));
        }
        open.push(place);
    }
    open.sort_unstable();
    open.dedup();
    Ok(Dislodged { unit, open })
}
