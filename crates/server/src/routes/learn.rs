//! For newcomers and for the page: the board, the rules and the rulebook's own examples.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use game::Counts;
use rules::Rule;
use serde::Deserialize;

use super::asked::{Asked, Language, Number};
use crate::app::App;
use crate::lessons;
use crate::refused::{Reason, Refused};
use crate::show;
#[cfg(test)]
use crate::wire::{BoardAsset, Problem};
use crate::wire::{Diagram, RecordView, RulePage, RuleText};

/// Which map.
#[derive(Debug, Deserialize)]
#[cfg_attr(test, derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub(crate) struct Map {
    /// By its key; else `standard`.
    #[cfg_attr(test, param(max_length = 40))]
    variant: Option<String>,
}

/// The drawing of the board for a page: paths, places, names and colours.
#[cfg_attr(test, utoipa::path(get, path = "/board", tag = "learn", params(Map),
    responses((status = 200, body = BoardAsset), (status = 404, body = Problem))))]
pub(crate) async fn board(
    State(app): State<Arc<App>>,
    Language(tongue): Language,
    Asked(map): Asked<Map>,
) -> Result<Response, Refused> {
    let world = match map.variant.as_deref() {
        None => app.world,
        Some(key) => app.worlds.get(key).ok_or(Reason::NotFound)?,
    };
    let code = world.voice(tongue).code.clone();
    let written = tokio::task::spawn_blocking(move || {
        let drawing = world.drawing;
        let language = drawing.language(&code).unwrap_or(picture::LanguageCode::ENGLISH);
        serde_json::to_string(&show::board::board_asset(drawing, language)).ok()
    });
    let text = written.await.ok().flatten().ok_or(Reason::Broken)?;
    Ok(([(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "public, max-age=3600")], text).into_response())
}

/// The rules.
#[cfg_attr(test, utoipa::path(get, path = "/rules", tag = "learn", responses((status = 200, body = Vec<RuleText>))))]
pub(crate) async fn rules(
    State(app): State<Arc<App>>,
    Language(tongue): Language,
) -> Result<axum::Json<Vec<RuleText>>, Refused> {
    let explainer = &app.world.voice(tongue).explainer;
    let text = |rule: Rule| RuleText { number: rule.number(), text: explainer.rule(rule).to_owned() };
    Ok(axum::Json(Rule::ALL.into_iter().map(text).collect()))
}

/// The sample game of the rulebook, phase by phase, with a sentence for every order.
#[cfg_attr(test, utoipa::path(get, path = "/learn/sample", tag = "learn", responses((status = 200, body = Vec<RecordView>))))]
pub(crate) async fn sample(
    State(app): State<Arc<App>>,
    Language(tongue): Language,
) -> Result<axum::Json<Vec<RecordView>>, Refused> {
    let voice = app.world.voice(tongue);
    let records = lessons::sample().iter();
    let shown = records.map(|record| show::record::record(app.world.board(), voice, record, Counts::Counts));
    Ok(axum::Json(shown.collect()))
}

/// One rule with its diagrams.
#[cfg_attr(test, utoipa::path(get, path = "/learn/rules/{number}", tag = "learn", params(("number" = u8, Path)),
    responses((status = 200, body = RulePage), (status = 404, body = Problem))))]
pub(crate) async fn diagrams(
    State(app): State<Arc<App>>,
    Number(number): Number,
    Language(tongue): Language,
) -> Result<axum::Json<RulePage>, Refused> {
    let rule = Rule::ALL.into_iter().find(|rule| usize::from(rule.number()) == number);
    let rule = rule.ok_or(Reason::NotFound)?;
    let voice = app.world.voice(tongue);
    let show = |record| show::record::record(app.world.board(), voice, record, Counts::Counts);
    let diagrams = lessons::diagrams(rule)
        .into_iter()
        .map(|lesson| Diagram { id: lesson.id.clone(), records: lesson.records.iter().map(show).collect() });
    Ok(axum::Json(RulePage {
        number: rule.number(),
        text: voice.explainer.rule(rule).to_owned(),
        diagrams: diagrams.collect(),
    }))
}
