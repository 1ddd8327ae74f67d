//! Positions and orders as JSON, in the form that `adjudicate` takes, as far as explaining needs it.

use std::collections::BTreeMap;

use anyhow::{Context, anyhow};
use language::{Notation, read_phase};
use rules::{Board, Dislodged, Edition, Owners, Position, Power, Unit};
use serde::Deserialize;

#[derive(Deserialize)]
struct TurnJson {
    phase: String,
    #[serde(default)]
    units: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    centers: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    orders: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    dislodged: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    rules: Option<String>,
    #[serde(default)]
    players: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    disorder: Vec<String>,
}

/// A phase to be explained.
pub(crate) struct Turn {
    pub(crate) position: Position,
    pub(crate) edition: Edition,
    pub(crate) orders: Vec<(Power, String)>,
}

/// Reads one object or several after each other.
pub(crate) fn read(board: &Board, text: &str) -> anyhow::Result<Vec<Turn>> {
    let notation = Notation::new(board);
    let turns = serde_json::Deserializer::from_str(text).into_iter::<TurnJson>();
    turns.map(|turn| into_turn(&notation, turn.context("not a position with orders")?)).collect()
}

fn into_turn(notation: &Notation<'_>, json: TurnJson) -> anyhow::Result<Turn> {
    let board = notation.board();
    let power = |text: &str| notation.power(text).ok_or_else(|| anyhow!("no power '{text}'"));
    let unit_of = |owner: Power, text: &str| {
        let (kind, location) = notation.unit(text).ok_or_else(|| anyhow!("no unit '{text}'"))?;
        Ok::<_, anyhow::Error>(Unit { kind, power: owner, location })
    };
    let mut position = Position::start(board);
    position.phase = read_phase(&json.phase).ok_or_else(|| anyhow!("no phase '{}'", json.phase))?;
    position.forces.clear();
    position.owners = Owners::none(board);
    for (owner, units) in &json.units {
        for text in units {
            let placed = position.forces.place(board, unit_of(power(owner)?, text)?);
            placed.map_err(|why| anyhow!("'{text}' cannot stand there: {why:?}"))?;
        }
    }
    for (owner, centres) in &json.centers {
        for text in centres {
            let centre = notation.province(text).ok_or_else(|| anyhow!("no province '{text}'"))?;
            position.owners.give(centre, Some(power(owner)?));
        }
    }
    for (owner, units) in &json.dislodged {
        for (text, places) in units {
            let place =
                |place: &String| notation.location(place).ok_or_else(|| anyhow!("no place '{place}'"));
            let open = places.iter().map(place).collect::<Result<_, _>>()?;
            position.dislodged.push(Dislodged { unit: unit_of(power(owner)?, text)?, open });
        }
    }
    for powers in json.players.values() {
        let powers = powers.iter().map(|text| power(text)).collect::<Result<Vec<_>, _>>()?;
        if let Some((first, others)) = powers.split_first() {
            let player = position.table.player[first.index()];
            others.iter().for_each(|other| position.table.player[other.index()] = player);
        }
    }
    for text in &json.disorder {
        position.table.set_disorder(power(text)?, true);
    }
    let edition = match json.rules.as_deref() {
        None => Edition::Y2000,
        Some(key) => Edition::from_key(key).ok_or_else(|| anyhow!("no rules '{key}'"))?,
    };
    let mut orders = Vec::new();
    for (owner, lines) in json.orders {
        let owner = power(&owner)?;
        orders.extend(lines.into_iter().map(|line| (owner, line)));
    }
    Ok(Turn { position, edition, orders })
}
