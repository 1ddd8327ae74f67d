//! The board for a page that draws it itself. Places and lines are in tenths of a unit of the board.

use std::collections::BTreeMap;

use serde::Serialize;

/// The drawing of a board in one language.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct BoardAsset {
    /// The key of the variant: `standard`.
    pub variant: String,
    /// The powers in the order of the board: the number of a power is its place here.
    pub power_order: Vec<String>,
    /// Powers that are easy to play, for people who play for the first time.
    pub beginners: Vec<String>,
    /// Who plays what, for every number of players that there is a table for, in growing order.
    pub tables: Vec<TableAsset>,
    /// How many supply centres there are.
    pub centres: usize,
    /// How many of them win.
    pub centres_to_win: usize,
    /// Width and height in units of the board.
    pub size: (f64, f64),
    /// Border lines, each once: the first point, then the way from one point to the next.
    pub arcs: Vec<Vec<i32>>,
    pub provinces: BTreeMap<String, ProvinceAsset>,
    pub powers: BTreeMap<String, PowerAsset>,
    /// Land and water that nobody enters: rings of border lines.
    pub nobodys: BTreeMap<String, Vec<Vec<i32>>>,
    /// Those of them that are water; the others are land.
    pub nobodys_water: Vec<String>,
    /// Ways that do not go straight: from, to, and the corners between.
    pub ways: Vec<(String, String, Vec<i32>)>,
    /// The letters of coasts.
    pub coasts: BTreeMap<String, String>,
    /// Units and signs, ready to be used by their ids.
    pub shapes: String,
    /// Rivers, borders and lakes, ready to be drawn.
    pub over: String,
    /// Style sheets by palette and shade.
    pub styles: BTreeMap<String, String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct ProvinceAsset {
    pub name: String,
    pub short: String,
    /// Numbers of border lines; `!n` for one walked backwards.
    pub rings: Vec<Vec<i32>>,
    pub unit: (i32, i32),
    /// Where a dislodged unit stands.
    pub aside: (i32, i32),
    /// Where the short name goes, and the largest size that fits.
    pub at: (i32, i32, i32),
    /// Where the name goes, its size and its lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub label: Option<(i32, i32, i32, Vec<String>)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub centre: Option<(i32, i32)>,
    /// Where a fleet stands, by coast.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub coasts: BTreeMap<String, (i32, i32)>,
    /// Where a dislodged fleet stands, by coast.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub asides: BTreeMap<String, (i32, i32)>,
    /// Whose homeland it is, though it has no centre.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub nation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub home: Option<String>,
    /// Left out for land.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub water: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct PowerAsset {
    pub name: String,
    pub short: String,
}

/// Who plays what when there are so many players.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct TableAsset {
    pub players: usize,
    /// By seat: its powers.
    pub seats: Vec<Vec<String>>,
}
