//! The saved-game JSON of the Python package `diplomacy`. Fields that only the package needs are written but
//! not read.

use std::collections::{BTreeMap, BTreeSet};

use notation::Notation;
use rules::{Location, Position, UnitKind};
use serde::{Deserialize, Serialize};

use crate::phase_line::{closed_land_codes, players_with_several_powers};
use crate::recorded_game::COMPLETED;
use crate::{ByPower, PhaseLine, Recipients, RecordedGame, RecordedMessage, RecordedPhase};

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct PythonGame {
    #[serde(skip_deserializing)]
    pub id: String,
    #[serde(default)]
    pub map: String,
    #[serde(skip_deserializing)]
    pub rules: Vec<String>,
    pub phases: Vec<SavedPhase>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct SavedPhase {
    pub name: String,
    pub state: State,
    #[serde(default)]
    pub orders: Option<ByPower<Option<Vec<String>>>>,
    #[serde(skip_deserializing)]
    pub results: BTreeMap<String, Vec<String>>,
    #[serde(default)]
    pub messages: Vec<Message>,
    /// The players with more than one power. The package has no such players and ignores this key, as the
    /// next.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub players: BTreeMap<String, Vec<String>>,
    /// Land that nobody may enter (K5).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closed: Vec<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct State {
    /// In microseconds.
    #[serde(default)]
    pub timestamp: i64,
    #[serde(skip_deserializing)]
    pub zobrist_hash: String,
    #[serde(default)]
    pub note: String,
    #[serde(skip_deserializing)]
    pub name: String,
    #[serde(flatten)]
    pub stand: Placement,
    #[serde(skip_deserializing)]
    pub homes: ByPower<Vec<String>>,
    #[serde(skip_deserializing)]
    pub influence: ByPower<Vec<String>>,
    /// 1 for powers that nobody plays.
    #[serde(default)]
    pub civil_disorder: ByPower<u8>,
    #[serde(skip_deserializing)]
    pub builds: ByPower<Builds>,
    #[serde(skip_deserializing)]
    pub game_id: String,
    #[serde(skip_deserializing)]
    pub map: String,
    #[serde(skip_deserializing)]
    pub rules: Vec<String>,
}

#[derive(Clone, Debug, Default, Serialize)]
pub struct Builds {
    pub count: i32,
    pub homes: Vec<String>,
}

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Message {
    pub sender: String,
    pub recipient: String,
    #[serde(skip_deserializing)]
    pub time_sent: i64,
    #[serde(skip_deserializing)]
    pub phase: String,
    pub message: String,
}

/// All units, centres and retreats, in the notation.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Placement {
    /// The package marks a dislodged unit with a star.
    #[serde(default)]
    pub units: ByPower<Vec<String>>,
    #[serde(default)]
    pub centers: ByPower<Vec<String>>,
    /// By unit: where it may retreat.
    #[serde(default)]
    pub retreats: ByPower<BTreeMap<String, Vec<String>>>,
}

impl Placement {
    pub fn of(notation: &Notation<'_>, position: &Position) -> Self {
        let mut placement = Self::default();
        for power in notation.board().powers() {
            let code = notation.power_code(power).to_owned();
            placement.units.insert(code.clone(), Vec::new());
            placement.centers.insert(code, Vec::new());
        }
        let unit = |kind: UnitKind, location: Location| {
            let mut out = String::new();
            notation.push_unit(&mut out, kind, location);
            out
        };
        for one in position.forces.units() {
            let code = notation.power_code(one.power).to_owned();
            placement.units.entry(code).or_default().push(unit(one.kind, one.location));
        }
        for dislodged in &position.dislodged {
            let code = notation.power_code(dislodged.unit.power).to_owned();
            let open =
                dislodged.open_retreats.iter().map(|open| notation.location_code(*open).to_owned()).collect();
            let name = unit(dislodged.unit.kind, dislodged.unit.location);
            placement.retreats.entry(code).or_default().insert(name, open);
        }
        for centre in notation.board().centres() {
            if let Some(owner) = position.owners.of(*centre) {
                let code = notation.power_code(owner).to_owned();
                placement.centers.entry(code).or_default().push(notation.province_code(*centre).to_owned());
            }
        }
        placement
    }

    /// The units without those that were dislodged.
    pub fn units_without_dislodged(&self) -> ByPower<Vec<String>> {
        let stands =
            |units: &Vec<String>| units.iter().filter(|unit| !unit.starts_with('*')).cloned().collect();
        self.units.iter().map(|(power, units)| (power.clone(), stands(units))).collect()
    }

    /// Every unit, centre and retreat, as one text each.
    pub fn facts(&self) -> BTreeSet<String> {
        let units = self
            .units_without_dislodged()
            .into_iter()
            .flat_map(|(power, units)| units.into_iter().map(move |unit| format!("{power} has {unit}")));
        let centres = self.centers.iter();
        let centres = centres
            .flat_map(|(power, centres)| centres.iter().map(move |centre| format!("{power} owns {centre}")));
        let dislodged = self.retreats.iter().flat_map(|(power, dislodged)| {
            dislodged.iter().map(move |(unit, open)| {
                let mut open = open.clone();
                open.sort();
                format!("{power} must retreat {unit} to one of [{}]", open.join(" "))
            })
        });
        units.chain(centres).chain(dislodged).collect()
    }
}

impl State {
    /// The powers that nobody plays.
    pub fn powers_in_disorder(&self) -> Vec<String> {
        let in_disorder = self.civil_disorder.iter().filter(|(_, away)| **away != 0);
        in_disorder.map(|(power, _)| power.clone()).collect()
    }
}

impl PythonGame {
    /// Reads a saved game of the Python package.
    pub fn read(text: &str) -> Result<Self, String> {
        serde_json::from_str(text).map_err(|fault| format!("a saved game that cannot be read: {fault}"))
    }

    /// Its phases in the input form of `adjudicate`. The last phase has no orders. When the game is over it
    /// has no name either, and is left out.
    pub fn phases(&self) -> Vec<PhaseLine> {
        let named = self.phases.iter().filter(|phase| phase.name != COMPLETED);
        named.map(SavedPhase::phase_line).collect()
    }

    /// The same for code that plays it again.
    pub fn recorded(&self) -> RecordedGame {
        let phase = |phase: &SavedPhase| RecordedPhase {
            at: phase.state.timestamp / 1_000_000,
            phase: phase.phase_line(),
            messages: phase.messages.iter().map(Message::recorded).collect(),
        };
        RecordedGame {
            map: self.map.clone(),
            phases: self.phases.iter().map(phase).collect(),
            note: self.phases.last().map(|phase| phase.state.note.clone()).unwrap_or_default(),
            ..RecordedGame::default()
        }
    }
}

impl Message {
    fn recorded(&self) -> RecordedMessage {
        let to = match self.recipient.as_str() {
            "GLOBAL" => Recipients::Everybody,
            power => Recipients::Powers(vec![power.to_owned()]),
        };
        RecordedMessage { from: self.sender.clone(), to, text: self.message.clone() }
    }
}

impl SavedPhase {
    /// Adds what the package does not have: players with several powers, and closed land. The notation is
    /// that of the board of the phase.
    pub fn with_players_and_closed_land(self, notation: &Notation<'_>, position: &Position) -> Self {
        Self {
            players: players_with_several_powers(notation, position),
            closed: closed_land_codes(notation),
            ..self
        }
    }

    pub fn phase_line(&self) -> PhaseLine {
        let given = self.orders.as_ref().filter(|orders| orders.values().any(Option::is_some));
        PhaseLine {
            phase: self.name.clone(),
            units: self.state.stand.units_without_dislodged(),
            centers: self.state.stand.centers.clone(),
            dislodged: self.state.stand.retreats.clone(),
            disorder: self.state.powers_in_disorder(),
            unplayed: Vec::new(),
            players: self.players.clone(),
            closed: self.closed.clone(),
            orders: given.cloned(),
            rules: None,
        }
    }
}
