//! Converts a line into a typed position, or reports what is wrong with it.

use notation::Notation;
use rules::{
    Board, Dislodged, Edition, Phase, PhaseKind, Players, Position, Power, Province, Unit, UnitKind,
};

use crate::phase_line_ref::{Pairs, PhaseLineRef, Text, Texts};

/// Writes the position of the line into `position` and returns the edition.
pub fn read_position(
    notation: &Notation<'_>,
    line: &PhaseLineRef<'_>,
    position: &mut Position,
) -> Result<Edition, String> {
    let board = notation.board();
    position.phase = Phase::from_key(&line.phase.0)
        .ok_or_else(|| format!("there is no phase '{}'", shortened(&line.phase)))?;
    reset_position(board, position);
    read_players(notation, line, position)?;
    for (power, units) in &line.units.0 {
        let power = known_power(notation, power)?;
        for text in &units.0 {
            let unit = known_unit(notation, power, text)?;
            let placed = position.forces.place(board, unit);
            placed.map_err(|why| placement_message(text, why))?;
        }
    }
    for (power, centres) in &line.centers.0 {
        let power = known_power(notation, power)?;
        for text in &centres.0 {
            let centre = notation.province(&text.0).filter(|centre| board.is_centre(*centre));
            let centre = centre.ok_or_else(|| format!("'{}' is no supply centre", shortened(text)))?;
            if position.owners.of(centre).is_some() {
                return Err(format!("{} has two owners", notation.province_code(centre)));
            }
            position.owners.set_owner(centre, Some(power));
        }
    }
    if position.phase.kind() == PhaseKind::Retreat {
        read_dislodged(notation, &line.dislodged, position)?;
    }
    match &line.rules {
        None => Ok(Edition::Y2000),
        Some(key) => Edition::from_key(&key.0)
            .ok_or_else(|| format!("there are no rules '{}': use 2000, 2023 or datc", shortened(key))),
    }
}

/// Removes all units and owners, and gives every power its own player.
pub(crate) fn reset_position(board: &Board, position: &mut Position) {
    position.winner = None;
    position.dislodged.clear();
    position.forces.clear();
    position.owners.clear(board);
    position.players = Players::default();
}

/// The provinces that the line closes.
pub fn closed_land(notation: &Notation<'_>, line: &PhaseLineRef<'_>) -> Result<Vec<Province>, String> {
    let known = |text: &Text<'_>| {
        notation.province(&text.0).ok_or_else(|| format!("there is no province '{}'", shortened(text)))
    };
    line.closed.0.iter().map(known).collect()
}

/// Input text, shortened so that a message can quote it.
fn shortened(text: &Text<'_>) -> String {
    text.0.chars().take(40).collect()
}

fn known_power(notation: &Notation<'_>, text: &Text<'_>) -> Result<Power, String> {
    notation.power(&text.0).ok_or_else(|| format!("there is no power '{}'", shortened(text)))
}

fn known_unit(notation: &Notation<'_>, power: Power, text: &Text<'_>) -> Result<Unit, String> {
    let (kind, location) = notation.unit(&text.0).ok_or_else(|| {
        let hint = "write 'A PAR' or 'F STP/SC'";
        format!("'{}' is no unit of this board: {hint}", shortened(text))
    })?;
    Ok(Unit { kind, power, location })
}

fn placement_message(text: &Text<'_>, why: rules::PlacementError) -> String {
    let why = match why {
        rules::PlacementError::WrongLocation => "such a unit cannot stand there",
        rules::PlacementError::Occupied => "two units are in that province",
        rules::PlacementError::TooManyUnits => "there are too many units",
    };
    format!("'{}': {why}", shortened(text))
}

/// Reads which player has which powers, and which powers are in disorder.
fn read_players(
    notation: &Notation<'_>,
    line: &PhaseLineRef<'_>,
    position: &mut Position,
) -> Result<(), String> {
    let mut table = Players::default();
    let mut seated = [false; Power::MAX_POWERS];
    for (_, powers) in &line.players.0 {
        let mut player = None;
        for text in &powers.0 {
            let power = known_power(notation, text)?;
            if std::mem::replace(&mut seated[power.index()], true) {
                return Err(format!("{} has two players", notation.power_code(power)));
            }
            table.by_power[power.index()] = *player.get_or_insert(table.by_power[power.index()]);
        }
    }
    for text in &line.disorder.0 {
        table.set_disorder(known_power(notation, text)?, true);
    }
    for text in &line.unplayed.0 {
        table.set_unplayed(known_power(notation, text)?);
    }
    position.players = table;
    Ok(())
}

/// Reads the dislodged units with their retreats. The places are taken as given, and unknown places are
/// ignored.
pub(crate) fn read_dislodged(
    notation: &Notation<'_>,
    dislodged: &Pairs<'_, Pairs<'_, Texts<'_>>>,
    position: &mut Position,
) -> Result<(), String> {
    let board = notation.board();
    for (power, units) in &dislodged.0 {
        let power = known_power(notation, power)?;
        for (text, places) in &units.0 {
            let unit = known_unit(notation, power, text)?;
            if !board.can_stand(unit.kind, unit.location) {
                return Err(placement_message(text, rules::PlacementError::WrongLocation));
            }
            let here = board.province_of(unit.location);
            if position.dislodged_at(board, here).is_some() {
                return Err(format!("'{}': two units were dislodged there", shortened(text)));
            }
            let mut open = Vec::new();
            for place in places.0.iter().filter_map(|place| notation.location(&place.0)) {
                if board.can_stand(unit.kind, place) {
                    open.push(place);
                } else {
                    // A coast is missing, or is named for an army.
                    let there = board.province_of(place);
                    let near = board.neighbours(unit.kind, unit.location).iter();
                    let bare = place == board.coastless(there) || unit.kind == UnitKind::Army;
                    open.extend(near.filter(|near| bare && board.province_of(**near) == there));
                }
            }
            open.sort_unstable();
            open.dedup();
            position.dislodged.push(Dislodged { unit, open_retreats: open });
        }
    }
    Ok(())
}
