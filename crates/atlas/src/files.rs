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
    pub(crate) units: BTreeMap<String, String>,
}
