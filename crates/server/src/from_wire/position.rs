//! A position in a request, in the same form in which the server shows positions.

use rules::{
    Board, Dislodged, Forces, Owners, Phase, PhaseKind, PlacementError, Players, Position, Power, Unit,
};

use super::{location, power};
use crate::refusals::{Reason, Refused};
use crate::wire::{DislodgedView, PositionView, UnitView};

/// The position, with `table` saying who plays which power.
pub(crate) fn position(board: &Board, sent: &PositionView, table: Players) -> Result<Position, Refused> {
    let mut forces = Forces::new(board);
    for one in &sent.units {
        forces.place(board, unit(board, one)?).map_err(|why| match why {
            PlacementError::WrongLocation => Reason::CannotStand.about(&one.at),
            PlacementError::Occupied => Reason::TwoUnits.about(&one.at),
            PlacementError::TooManyUnits => Reason::TooManyUnits.with_limit(Forces::MAX_UNITS),
        })?;
    }
    let mut owners = Owners::none(board);
    for (key, owner) in &sent.owners {
        let centre = board.province(key).ok_or_else(|| Reason::NoSuchPlace.about(key))?;
        if !board.is_centre(centre) {
            return Err(Reason::NotACentre.about(key));
        }
        owners.set_owner(centre, Some(power(board, owner)?));
    }
    let phase = Phase::from_key(&sent.phase).ok_or_else(|| Reason::NoSuchPhase.about(&sent.phase))?;
    let mut position =
        Position { phase, forces, owners, dislodged: Vec::new(), players: table, winner: None };
    if phase.kind() != PhaseKind::Retreat && !sent.dislodged.is_empty() {
        return Err(Reason::NoRetreatsNow.into());
    }
    for one in &sent.dislodged {
        let dislodged = dislodged(board, &position, one)?;
        position.dislodged.push(dislodged);
    }
    Ok(position)
}

/// Who plays which powers, and which powers are in disorder.
pub(crate) fn table(board: &Board, players: &[Vec<String>], disorder: &[String]) -> Result<Players, Refused> {
    if players.len() > Power::MAX_POWERS || disorder.len() > Power::MAX_POWERS {
        return Err(Reason::TooManyPlayers.with_limit(Power::MAX_POWERS));
    }
    let mut table = Players::default();
    let mut seated = [false; Power::MAX_POWERS];
    for powers in players {
        let mut player = None;
        for key in powers {
            let power = power(board, key)?;
            if std::mem::replace(&mut seated[power.index()], true) {
                return Err(Reason::PowerHasTwoPlayers.about(key));
            }
            table.by_power[power.index()] = *player.get_or_insert(table.by_power[power.index()]);
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

/// A dislodged unit: an enemy unit is in its province, and its retreats are empty neighbours (G1).
fn dislodged(board: &Board, position: &Position, sent: &DislodgedView) -> Result<Dislodged, Refused> {
    let unit = unit(board, &sent.unit)?;
    let here = board.province_of(unit.location);
    let attacker = position.forces.at(here);
    let refused = |reason: Reason| Err(reason.about(&sent.unit.at));
    if !board.can_stand(unit.kind, unit.location) {
        return refused(Reason::CannotStand);
    }
    if position.dislodged_at(board, here).is_some() {
        return refused(Reason::TwoUnits);
    }
    if attacker.is_none_or(|other| other.power == unit.power) {
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
    Ok(Dislodged { unit, open_retreats: open })
}
