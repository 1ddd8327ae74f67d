//! The shape of a variant's files.

use std::collections::BTreeMap;

use serde::Deserialize;

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
    pub(crate) kind: Kind,
    #[serde(default)]
    pub(crate) armies: String,
    pub(crate) fleets: Option<Fleets>,
    #[serde(default)]
    pub(crate) centre: bool,
    pub(crate) home: Option<String>,
}

#[derive(Deserialize, Clone, Copy, Debug)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    Inland,
    Coast,
    Water,
}

/// One list of neighbours, or one a coast.
#[derive(Deserialize, Debug)]
#[serde(untagged)]
pub(crate) enum Fleets {
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

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct StartFile {
    /// `S1901`: season and year.
    pub(crate) first: String,
    /// Powers that are easy to play. Empty: all of them.
    #[serde(default)]
    pub(crate) beginners: Vec<String>,
    pub(crate) units: BTreeMap<String, String>,
}

/// `tables.toml`: who plays what with how many players. Lists of keys are written with blanks between them.
#[derive(Deserialize, Default, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct TablesFile {
    #[serde(default)]
    pub(crate) table: Vec<TableFile>,
}

#[derive(Deserialize, Debug)]
#[serde(deny_unknown_fields)]
pub(crate) struct TableFile {
    pub(crate) players: usize,
    /// The powers of each seat. None: each power that is played has its own seat.
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

/// `openings.toml`: by power, first turns as `bud-ser tri-alb`.
pub(crate) type OpeningsFile = BTreeMap<String, Vec<String>>;
