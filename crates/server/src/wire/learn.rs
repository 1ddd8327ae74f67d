//! The rules, the rulebook's examples, the table of places, and the colours of the board.

use std::collections::BTreeMap;

use serde::Serialize;

use super::keys::key_enum;
use super::record::RecordView;

/// One of the 22 rules in our own words.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct RuleText {
    pub number: u8,
    pub text: String,
}

/// A rule and the rulebook's diagrams that show it.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct RulePage {
    pub number: u8,
    pub text: String,
    pub diagrams: Vec<Diagram>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct Diagram {
    pub id: String,
    pub records: Vec<RecordView>,
}

/// A lesson with worked examples of the rulebooks.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct LessonTitle {
    /// `convoys`
    pub key: String,
    pub title: String,
    /// What it is about.
    pub introduction: String,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct LessonPage {
    #[serde(flatten)]
    pub lesson: LessonTitle,
    pub examples: Vec<LessonExample>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct LessonExample {
    pub id: String,
    pub title: String,
    pub records: Vec<RecordView>,
}

key_enum!(TerrainKey { Inland, Coastal, Water });

/// The names of all places, and the signs of orders, in every language.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct PlaceTable {
    pub languages: Vec<LanguageSigns>,
    pub places: Vec<PlaceRow>,
}

/// What may be written in orders in one language.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct LanguageSigns {
    /// `en`
    pub language: String,
    pub signs: Vec<OrderSign>,
}

/// A part of an order: a kind of unit, an action or a coast.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct OrderSign {
    /// `army`, `support`, `nc`.
    pub key: String,
    /// The short form: `A`, `S`.
    pub sign: String,
    /// Everything that is understood.
    pub words: Vec<String>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct PlaceRow {
    pub key: String,
    pub terrain: TerrainKey,
    pub centre: bool,
    /// The power whose home centre it is.
    #[cfg_attr(test, schema(required))]
    pub home: Option<String>,
    /// By language.
    pub names: BTreeMap<String, PlaceNames>,
}

#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct PlaceNames {
    pub full: String,
    pub short: String,
    /// Other names that are understood.
    pub also: Vec<String>,
}

/// The colours of a board as style sheets.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub struct PaletteView {
    /// `clear`, `dutch`, `french` or `german`.
    pub key: String,
    pub light: String,
    pub dark: String,
}
