//! The board for a page that draws it. Positions and lines are in tenths of a board unit.

use std::collections::BTreeMap;

use serde::Serialize;

/// The drawing of a board in one language.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct BoardAsset {
    /// The key of the variant: `standard`.
    pub variant: String,
    /// The powers in the order of the board. The number of a power is its index here.
    pub power_order: Vec<String>,
    /// Powers that are easy for beginners.
    pub beginners: Vec<String>,
    /// Who plays which powers, for each possible number of players in ascending order.
    pub tables: Vec<TableAsset>,
    /// How many supply centres there are.
    pub centres: usize,
    /// How many centres win the game.
    pub centres_to_win: usize,
    /// Width and height in board units.
    pub size: (f64, f64),
    /// Border lines, each once: the first point, then the difference of each point to the one before.
    pub arcs: Vec<Vec<i32>>,
    pub provinces: BTreeMap<String, ProvinceAsset>,
    pub powers: BTreeMap<String, PowerAsset>,
    /// Impassable areas: rings of border lines.
    pub nobodys: BTreeMap<String, Vec<Vec<i32>>>,
    /// The impassable areas that are water. The others are land.
    pub nobodys_water: Vec<String>,
    /// Paths of moves that are not straight: from, to, and the corners between them.
    pub ways: Vec<(String, String, Vec<i32>)>,
    /// The abbreviation of each coast.
    pub coasts: BTreeMap<String, String>,
    /// The shapes of the pieces, by the kind of unit.
    pub pieces: BTreeMap<String, PieceAsset>,
    /// The patterns along the rims of the pieces, by the number of the power.
    pub rims: Vec<RimAsset>,
    /// SVG of rivers, borders and lakes.
    pub over: String,
    /// Style sheets by palette and shade.
    pub styles: BTreeMap<String, String>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct ProvinceAsset {
    pub name: String,
    pub short: String,
    /// Indexes of border lines. `!n` (bitwise not) means line n in reverse.
    pub rings: Vec<Vec<i32>>,
    /// Where a unit is drawn.
    pub unit: (i32, i32),
    /// Where a dislodged unit is drawn.
    pub aside: (i32, i32),
    /// The position of the short name, and the largest size that fits.
    pub at: (i32, i32, i32),
    /// The position of the name, its size and its lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub label: Option<(i32, i32, i32, Vec<String>)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub centre: Option<(i32, i32)>,
    /// Where a fleet is drawn, by coast.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub coasts: BTreeMap<String, (i32, i32)>,
    /// Where a dislodged fleet is drawn, by coast.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub asides: BTreeMap<String, (i32, i32)>,
    /// The power whose homeland includes it although it has no centre.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub nation: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub home: Option<String>,
    /// Whether it is water. Left out for land.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub water: bool,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct PowerAsset {
    pub name: String,
    pub short: String,
}

/// The SVG paths of a piece, for a box from -26 to 26.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct PieceAsset {
    pub body: String,
    /// The line that has the pattern of the power.
    pub rim: String,
    /// The picture on the body, filled with the rule "evenodd".
    pub mark: String,
    /// A larger and simpler picture, for a small piece without a rim.
    pub small_mark: String,
    /// A wooden block: front, right side, lower side, and the line of its pattern.
    pub block: Vec<String>,
}

/// A pattern along a rim, in 24ths of its length.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct RimAsset {
    /// The lengths of a dash and of a gap. Left out for a whole line.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(nullable = false))]
    pub dashes: Option<(f32, f32)>,
    /// The width of the line; 0 if there is none.
    pub width: f32,
}

/// Who plays which powers with this number of players.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct TableAsset {
    pub players: usize,
    /// The powers of each seat.
    pub seats: Vec<Vec<String>>,
}
