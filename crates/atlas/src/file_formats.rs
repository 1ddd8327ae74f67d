//! The formats of a variant's TOML files: `board.toml`, `start.toml`, `tables.toml`, `openings.toml`.

use std::collections::BTreeMap;

use serde::Deserialize;

/// `board.toml`: provinces and borders. Lists of keys are separated by spaces.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct BoardFile {
    pub(crate) centres_to_win: usize,
    pub(crate) powers: Vec<String>,
    pub(crate) provinces: BTreeMap<String, ProvinceFile>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct ProvinceFile {
    pub(crate) kind: TerrainKey,
    #[serde(default)]
    pub(crate) armies: String,
    pub(crate) fleets: Option<FleetNeighbours>,
    #[serde(default)]
    pub(crate) centre: bool,
    pub(crate) home: Option<String>,
}

#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum TerrainKey {
    Inland,
    Coast,
    Water,
}

/// One list of neighbours, or one list per named coast.
#[derive(Deserialize, Debug)]
#[serde(untagged)]
pub(crate) enum FleetNeighbours {
    OneCoast(String),
    Coasts(BTreeMap<CoastKey, String>),
}

#[derive(Deserialize, PartialEq, Eq, PartialOrd, Ord, Clone, Copy, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum CoastKey {
    Nc,
    Ec,
    Sc,
    Wc,
}

/// `start.toml`: the first turn and the starting units.
#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct StartFile {
    /// The first turn: season and year, `S1901`.
    pub(crate) first: String,
    /// Powers that are easy to play. Empty: all powers.
    #[serde(default)]
    pub(crate) beginners: Vec<String>,
    pub(crate) units: BTreeMap<String, String>,
}

/// `tables.toml`: who plays which powers, for each number of players. The names of the tables are for readers
/// (`[three_players]`). Lists of keys are separated by spaces.
pub(crate) type TablesFile = BTreeMap<String, TableFile>;

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct TableFile {
    pub(crate) players: usize,
    /// The powers of each seat. Empty: each power that is played has its own seat.
    #[serde(default)]
    pub(crate) seats: Vec<String>,
    #[serde(default)]
    pub(crate) unplayed: String,
    pub(crate) neutral: Option<NeutralFile>,
    pub(crate) first: Option<String>,
    pub(crate) goal_of_player: Option<usize>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct NeutralFile {
    pub(crate) power: String,
    pub(crate) land: String,
    pub(crate) toss: String,
}

/// `openings.toml`: known openings by power, written as `bud-ser tri-alb`.
pub(crate) type OpeningsFile = BTreeMap<String, Vec<String>>;
