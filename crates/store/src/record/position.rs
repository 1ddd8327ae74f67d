//! The stored format of positions: phase, units, centres, dislodged units.

use std::collections::BTreeMap;

use rules::{Dislodged, Forces, Owners, Players, Position};
use serde::{Deserialize, Serialize};

use super::RecordError;
use super::keys::{self, BoardKeys};

#[derive(Debug, Serialize, Deserialize)]
pub(super) struct PositionRecord {
    phase: String,
    /// In the order of the position, because rulings and options have the same order.
    units: Vec<String>,
    /// By power.
    centres: BTreeMap<String, Vec<String>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    dislodged: Vec<DislodgedRecord>,
    /// By power: the number of its player. Only for powers whose player is not the default one.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    players: BTreeMap<String, u8>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    disorder: Vec<String>,
    /// Those in `disorder` that nobody plays. Records of versions up to 0.2.0 do not have it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    unplayed: Vec<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    winner: Option<String>,
}

#[derive(Debug, Serialize, Deserialize)]
struct DislodgedRecord {
    unit: String,
    open: Vec<String>,
}

impl PositionRecord {
    pub(super) fn of(keys: BoardKeys<'_>, position: &Position) -> Self {
        let Position { phase, forces, owners, dislodged, players, winner } = position;
        let board = keys.0;
        let default_players = Players::default();
        let centres = |power| owners.centres_of(power).map(|centre| keys.province_key(centre)).collect();
        Self {
            phase: phase.key(),
            units: forces.units().iter().map(|unit| keys.unit_key(unit)).collect(),
            centres: board.powers().map(|power| (keys.power_key(power), centres(power))).collect(),
            dislodged: dislodged
                .iter()
                .map(|Dislodged { unit, open_retreats }| DislodgedRecord {
                    unit: keys.unit_key(unit),
                    open: open_retreats.iter().map(|open| keys.location_key(*open)).collect(),
                })
                .collect(),
            players: board
                .powers()
                .filter(|power| players.by_power[power.index()] != default_players.by_power[power.index()])
                .map(|power| (keys.power_key(power), players.by_power[power.index()]))
                .collect(),
            disorder: board
                .powers()
                .filter(|power| players.in_disorder(*power))
                .map(|power| keys.power_key(power))
                .collect(),
            unplayed: board
                .powers()
                .filter(|power| players.is_unplayed(*power))
                .map(|power| keys.power_key(power))
                .collect(),
            winner: winner.map(|power| keys.power_key(power)),
        }
    }

    pub(super) fn position(&self, keys: BoardKeys<'_>) -> Result<Position, RecordError> {
        let board = keys.0;
        let mut forces = Forces::new(board);
        for unit in &self.units {
            let placement_error = |_| RecordError::Impossible { what: "a unit where none can stand" };
            forces.place(board, keys.unit(unit)?).map_err(placement_error)?;
        }
        let mut owners = Owners::none(board);
        for (power, centres) in &self.centres {
            let power = keys.power(power)?;
            for centre in centres {
                owners.set_owner(keys.province(centre)?, Some(power));
            }
        }
        let mut players = Players::default();
        for (power, player) in &self.players {
            players.by_power[keys.power(power)?.index()] = *player;
        }
        for power in &self.disorder {
            players.set_disorder(keys.power(power)?, true);
        }
        for power in &self.unplayed {
            players.set_unplayed(keys.power(power)?);
        }
        let read_dislodged = |dislodged: &DislodgedRecord| {
            let open_retreats =
                dislodged.open.iter().map(|open| keys.location(open)).collect::<Result<_, _>>()?;
            Ok(Dislodged { unit: keys.unit(&dislodged.unit)?, open_retreats })
        };
        Ok(Position {
            phase: keys::phase(&self.phase)?,
            forces,
            owners,
            dislodged: self.dislodged.iter().map(read_dislodged).collect::<Result<_, _>>()?,
            players,
            winner: self.winner.as_deref().map(|power| keys.power(power)).transpose()?,
        })
    }
}
