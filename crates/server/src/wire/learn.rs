//! The rules, and the rulebook's examples.

use serde::Serialize;

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
