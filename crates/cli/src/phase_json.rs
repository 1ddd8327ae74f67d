//! Positions and orders as JSON, one object a phase, as `detente adjudicate` reads them.

use std::collections::BTreeMap;

use anyhow::{Context, Result, anyhow, bail};
use language::{Notation, read_phase};
use rules::{CannotStand, Dislodged, Edition, Forces, Owners, Position, Power, Unit};
use serde::Deserialize;

use crate::story::{Shot, play};

#[derive(Deserialize)]
struct Phase {
    phase: String,
    #[serde(default)]
    units: BTreeMap<String, Vec<String>>,
    #[serde(default, alias = "centres")]
    centers: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    orders: Option<BTreeMap<String, Vec<String>>>,
    #[serde(default)]
    dislodged: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    #[serde(default)]
    rules: Option<String>,
    #[serde(default)]
    players: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    disorder: Vec<String>,
}

/// Longer games are not drawn.
const MOST_PHASES: usize = 2_000;

/// Reads one object, or one a line.
pub(crate) fn read(notation: &Notation<'_>, text: &str, edition: Edition) -> Result<Vec<Shot>> {
    let mut shots = Vec::new();
    let stream = serde_json::Deserializer::from_str(text).into_iter::<Phase>();
    for (i, phase) in stream.enumerate() {
        if i == MOST_PHASES {
            bail!("more than {MOST_PHASES} phases");
        }
        let phase = phase.with_context(|| format!("phase {} of the input is no position", i + 1))?;
        shots.push(shot(notation, &phase, edition).with_context(|| format!("phase {} of the input", i + 1))?);
    }
    if shots.is_empty() {
        bail!("the input holds no position");
    }
    Ok(shots)
}

fn shot(notation: &Notation<'_>, input: &Phase, edition: Edition) -> Result<Shot> {
    let mut position = position(notation, input)?;
    let edition = match &input.rules {
        Some(key) => Edition::from_key(key).with_context(|| format!("no edition '{key}' of the rules"))?,
        None => edition,
    };
    let Some(orders) = &input.orders else { return Ok(Shot::still(position)) };
    let mut lines = Vec::new();
    for (power, texts) in orders {
        let power = known_power(notation, power)?;
        lines.extend(texts.iter().map(|text| (power, text.as_str())));
    }
    Ok(play(notation, edition, &mut position, &lines))
}

fn position(notation: &Notation<'_>, input: &Phase) -> Result<Position> {
    let board = notation.board();
    let mut position = Position::start(board);
    position.phase = read_phase(&input.phase)
        .with_context(|| format!("'{}' is no phase: write S1901M, F1901R or W1901A", input.phase))?;
    position.forces = Forces::new(board);
    position.owners = Owners::none(board);
    for powers in input.players.values() {
        let Some((first, others)) = powers.split_first() else { continue };
        let player = position.table.player[known_power(notation, first)?.index()];
        for power in others {
            position.table.player[known_power(notation, power)?.index()] = player;
        }
    }
    for power in &input.disorder {
        position.table.set_disorder(known_power(notation, power)?, true);
    }
    for (power, units) in &input.units {
        let power = known_power(notation, power)?;
        for text in units {
            let unit = unit(notation, power, text)?;
            position.forces.place(board, unit).map_err(|why| refused(text, why))?;
        }
    }
    for (power, centres) in &input.centers {
        let power = known_power(notation, power)?;
        for key in centres {
            let centre = notation.province(key).with_context(|| format!("no province '{key}'"))?;
            if !board.is_centre(centre) {
                bail!("{key} has no supply centre");
            }
            position.owners.give(centre, Some(power));
        }
    }
    for (power, units) in &input.dislodged {
        let power = known_power(notation, power)?;
        for (text, places) in units {
            let open = places
                .iter()
                .map(|place| notation.location(place).with_context(|| format!("no place '{place}'")))
                .collect::<Result<_>>()?;
            position.dislodged.push(Dislodged { unit: unit(notation, power, text)?, open });
        }
    }
    if position.dislodged.len() > Forces::MOST {
        bail!("more than {} dislodged units", Forces::MOST);
    }
    Ok(position)
}

fn known_power(notation: &Notation<'_>, text: &str) -> Result<Power> {
    notation.power(text).with_context(|| format!("no power '{text}' on this board"))
}

fn unit(notation: &Notation<'_>, power: Power, text: &str) -> Result<Unit> {
    let (kind, location) = notation
        .unit(text)
        .with_context(|| format!("'{text}' is no unit of this board: write 'A PAR' or 'F STP/SC'"))?;
    if !notation.board().can_stand(kind, location) {
        return Err(refused(text, CannotStand::WrongPlace));
    }
    Ok(Unit { kind, power, location })
}

fn refused(unit: &str, why: CannotStand) -> anyhow::Error {
    match why {
        CannotStand::WrongPlace => {
            anyhow!(
                "{unit} cannot stand there: armies stay ashore, fleets off inland places and on one coast"
            )
        }
        CannotStand::Occupied => anyhow!("{unit}: another unit stands in that province"),
        CannotStand::TooMany => anyhow!("{unit}: a board has at most {} units", Forces::MOST),
    }
}
