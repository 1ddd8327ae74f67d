//! Positions.

use std::collections::BTreeMap;

use rules::{Dislodged, Forces, Owners, Position, Table};
use serde::{Deserialize, Serialize};

use super::RecordFault;
use super::keys::{self, Keys};

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct PositionRecord {
    phase: String,
    /// In the order of the game: rulings and options follow it.
    units: Vec<String>,
    /// By power.
    centres: BTreeMap<String, Vec<String>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    dislodged: Vec<DislodgedRecord>,
    /// By power: the number of its player, where that is not the power's own.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    players: BTreeMap<String, u8>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    disorder: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    winner: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct DislodgedRecord {
    unit: String,
    open: Vec<String>,
}

impl PositionRecord {
    pub(super) fn of(keys: Keys<'_>, position: &Position) -> Self {
        let Position { phase, forces, owners, dislodged, table, winner } = position;
        let board = keys.0;
        let usual = Table::default();
        let centres = |power| owners.centres_of(power).map(|centre| keys.province_key(centre)).collect();
        Self {
            phase: phase.key(),
            units: forces.units().iter().map(|unit| keys.unit_key(unit)).collect(),
            centres: board.powers().map(|power| (keys.power_key(power), centres(power))).collect(),
            dislodged: dislodged
                .iter()
                .map(|Dislodged { unit, open }| DislodgedRecord {
                    unit: keys.unit_key(unit),
                    open: open.iter().map(|open| keys.location_key(*open)).collect(),
                })
                .collect(),
            players: board
                .powers()
                .filter(|power| table.player[power.index()] != usual.player[power.index()])
                .map(|power| (keys.power_key(power), table.player[power.index()]))
                .collect(),
            disorder: board
                .powers()
                .filter(|power| table.in_disorder(*power))
                .map(|power| keys.power_key(power))
                .collect(),
            winner: winner.map(|power| keys.power_key(power)),
        }
    }

    pub(super) fn position(&self, keys: Keys<'_>) -> Result<Position, RecordFault> {
        let board = keys.0;
        let mut forces = Forces::new(board);
        for unit in &self.units {
            let crowded = |_| RecordFault::Impossible { what: "a unit where none can stand" };
            forces.place(board, keys.unit(unit)?).map_err(crowded)?;
        }
        let mut owners = Owners::none(board);
        for (power, centres) in &self.centres {
            let power = keys.power(power)?;
            for centre in centres {
                owners.give(keys.province(centre)?, Some(power));
            }
        }
        let mut table = Table::default();
        for (power, player) in &self.players {
            table.player[keys.power(power)?.index()] = *player;
        }
        for power in &self.disorder {
            table.set_disorder(keys.power(power)?, true);
        }
        let fallen = |fallen: &DislodgedRecord| {
            let open = fallen.open.iter().map(|open| keys.location(open)).collect::<Result<_, _>>()?;
            Ok(Dislodged { unit: keys.unit(&fallen.unit)?, open })
        };
        Ok(Position {
            phase: keys::phase(&self.phase)?,
            forces,
            owners,
            dislodged: self.dislodged.iter().map(fallen).collect::<Result<_, _>>()?,
            table,
            winner: self.winner.as_deref().map(|power| keys.power(power)).transpose()?,
        })
    }
}
