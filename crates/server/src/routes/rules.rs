//! The rules, each with its diagrams, the lessons with examples, and the sample game of the rulebook.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use game::RecordStatus;
use rules::Rule;

use super::extractors::{Json, NumberInPath, RequestLanguage};
use crate::app::App;
use crate::asset_cache::AssetKey;
use crate::content::LanguagePack;
use crate::refusals::{Reason, Refused};
use crate::rulebook_examples::{self, LESSONS, Lesson};
use crate::to_wire;
use crate::wire::{Diagram, LessonExample, LessonPage, LessonTitle, RulePage, RuleText};
#[cfg(test)]
use crate::wire::{Problem, RecordView};

/// The rules.
#[cfg_attr(test, utoipa::path(get, path = "/rules", tag = "learn", responses((status = 200, body = Vec<RuleText>))))]
pub(crate) async fn list_rules(
    State(app): State<Arc<App>>,
    RequestLanguage(language_id): RequestLanguage,
) -> Result<Json<Vec<RuleText>>, Refused> {
    let explainer = &app.standard.language_pack(language_id).explainer;
    let text = |rule: Rule| RuleText { number: rule.number(), text: explainer.rule(rule).to_owned() };
    Ok(Json(Rule::ALL.into_iter().map(text).collect()))
}

/// One rule with its diagrams.
#[cfg_attr(test, utoipa::path(get, path = "/learn/rules/{number}", tag = "learn", params(("number" = u8, Path)),
    responses((status = 200, body = RulePage), (status = 404, body = Problem))))]
pub(crate) async fn get_rule(
    State(app): State<Arc<App>>,
    NumberInPath(number): NumberInPath,
    RequestLanguage(language_id): RequestLanguage,
) -> Result<Json<RulePage>, Refused> {
    let rule = Rule::ALL.into_iter().find(|rule| usize::from(rule.number()) == number);
    let rule = rule.ok_or(Reason::NotFound)?;
    let voice = app.standard.language_pack(language_id);
    let show = |record| to_wire::record::record(app.standard.board(), voice, record, RecordStatus::Active);
    let diagrams = rulebook_examples::diagrams(rule)
        .into_iter()
        .map(|lesson| Diagram { id: lesson.id.clone(), records: lesson.records.iter().map(show).collect() });
    Ok(Json(RulePage {
        number: rule.number(),
        text: voice.explainer.rule(rule).to_owned(),
        diagrams: diagrams.collect(),
    }))
}

/// The lessons with worked examples.
#[cfg_attr(test, utoipa::path(get, path = "/learn/lessons", tag = "learn",
    responses((status = 200, body = Vec<LessonTitle>))))]
pub(crate) async fn list_lessons(
    State(app): State<Arc<App>>,
    RequestLanguage(language_id): RequestLanguage,
) -> Result<Json<Vec<LessonTitle>>, Refused> {
    let voice = app.standard.language_pack(language_id);
    Ok(Json(LESSONS.iter().map(|lesson| lesson_title(voice, lesson)).collect()))
}

/// One lesson with its examples, resolved and explained.
#[cfg_attr(test, utoipa::path(get, path = "/learn/lessons/{key}", tag = "learn", params(("key" = String, Path)),
    responses((status = 200, body = LessonPage), (status = 404, body = Problem))))]
pub(crate) async fn get_lesson(
    State(app): State<Arc<App>>,
    Path(key): Path<String>,
    RequestLanguage(language_id): RequestLanguage,
) -> Result<Json<LessonPage>, Refused> {
    let lesson = LESSONS.iter().find(|lesson| lesson.key == key).ok_or(Reason::NotFound)?;
    let voice = app.standard.language_pack(language_id);
    let show = |record| to_wire::record::record(app.standard.board(), voice, record, RecordStatus::Active);
    let examples = lesson.examples().map(|example| LessonExample {
        id: example.id.clone(),
        title: lesson_text(voice, "examples", &example.id),
        records: example.records.iter().map(show).collect(),
    });
    Ok(Json(LessonPage { lesson: lesson_title(voice, lesson), examples: examples.collect() }))
}

fn lesson_title(voice: &LanguagePack, lesson: &Lesson) -> LessonTitle {
    LessonTitle {
        key: lesson.key.to_owned(),
        title: lesson_text(voice, "lessons", lesson.key),
        introduction: lesson_text(voice, "introductions", lesson.key),
    }
}

fn lesson_text(voice: &LanguagePack, section: &str, key: &str) -> String {
    voice.explainer.lesson_text(&format!("{section}.{key}")).unwrap_or(key).to_owned()
}

/// The sample game of the rulebook, phase by phase, with a sentence for each order.
#[cfg_attr(test, utoipa::path(get, path = "/learn/sample", tag = "learn",
    responses((status = 200, body = Vec<RecordView>), (status = 304))))]
pub(crate) async fn get_sample_game(
    State(app): State<Arc<App>>,
    RequestLanguage(language_id): RequestLanguage,
    headers: HeaderMap,
) -> Result<Response, Refused> {
    let voice = app.standard.language_pack(language_id);
    // It is the same for everybody, so it is written once.
    let sample = app.boards.get_or_make(AssetKey::of(("sample game", &voice.code)), async || {
        let records = rulebook_examples::sample_game().iter();
        let show =
            |record| to_wire::record::record(app.standard.board(), voice, record, RecordStatus::Active);
        serde_json::to_vec(&records.map(show).collect::<Vec<_>>()).map_err(|_| Reason::InternalError.into())
    });
    Ok(sample.await?.response(&headers, "application/json", "public, max-age=3600"))
}
