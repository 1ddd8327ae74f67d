//! The course, and examples that are judged with the orders of a learner. Nothing is kept.

use std::sync::Arc;

use axum::extract::{Path, State};
use game::Record;

use super::extractors::{Json, RequestLanguage};
use crate::app::App;
use crate::course;
use crate::from_wire;
use crate::refusals::{Reason, Refused};
use crate::rulebook_examples::{self, RulebookExample};
use crate::to_wire;
#[cfg(test)]
use crate::wire::Problem;
use crate::wire::{CourseLesson, CourseLessonTitle, PlayableExample, RecordView, ReferenceEntry, TryBody};

/// The lessons of the course.
#[cfg_attr(test, utoipa::path(get, path = "/learn/course", tag = "learn",
    responses((status = 200, body = Vec<CourseLessonTitle>))))]
pub(crate) async fn list_course(
    State(app): State<Arc<App>>,
    RequestLanguage(language_id): RequestLanguage,
) -> Result<Json<Vec<CourseLessonTitle>>, Refused> {
    let voice = app.standard.language_pack(language_id);
    Ok(Json(course::lessons().iter().map(|lesson| to_wire::course::title(voice, lesson)).collect()))
}

/// One lesson of the course with all its steps.
#[cfg_attr(test, utoipa::path(get, path = "/learn/course/{key}", tag = "learn", params(("key" = String, Path)),
    responses((status = 200, body = CourseLesson), (status = 404, body = Problem))))]
pub(crate) async fn get_course_lesson(
    State(app): State<Arc<App>>,
    Path(key): Path<String>,
    RequestLanguage(language_id): RequestLanguage,
) -> Result<Json<CourseLesson>, Refused> {
    let lesson = course::lessons().iter().find(|lesson| lesson.key == key).ok_or(Reason::NotFound)?;
    let voice = app.standard.language_pack(language_id);
    Ok(Json(to_wire::course::lesson(app.standard.board(), voice, lesson)))
}

/// Everything that the rulebooks say, in our words: the rules, the course and the examples.
#[cfg_attr(test, utoipa::path(get, path = "/learn/reference", tag = "learn",
    responses((status = 200, body = Vec<ReferenceEntry>))))]
pub(crate) async fn list_reference(
    State(app): State<Arc<App>>,
    RequestLanguage(language_id): RequestLanguage,
) -> Result<Json<Vec<ReferenceEntry>>, Refused> {
    let voice = app.standard.language_pack(language_id);
    Ok(Json(to_wire::course::reference(app.standard.board(), voice)))
}

fn example(id: &str) -> Result<&'static RulebookExample, Refused> {
    rulebook_examples::find(id).ok_or(Reason::NotFound.into())
}

/// An example of the rulebooks with the legal orders of all its units.
#[cfg_attr(test, utoipa::path(get, path = "/learn/examples/{id}", tag = "learn", params(("id" = String, Path)),
    responses((status = 200, body = PlayableExample), (status = 404, body = Problem))))]
pub(crate) async fn get_example(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    RequestLanguage(language_id): RequestLanguage,
) -> Result<Json<PlayableExample>, Refused> {
    let voice = app.standard.language_pack(language_id);
    Ok(Json(to_wire::course::playable(app.standard.board(), voice, example(&id)?)))
}

/// Judges an example with other orders. Nothing is kept.
#[cfg_attr(test, utoipa::path(post, path = "/learn/examples/{id}/try", tag = "learn", params(("id" = String, Path)),
    request_body = TryBody,
    responses((status = 200, body = RecordView), (status = 404, body = Problem), (status = 422, body = Problem))))]
pub(crate) async fn try_orders(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    RequestLanguage(language_id): RequestLanguage,
    Json(body): Json<TryBody>,
) -> Result<Json<RecordView>, Refused> {
    let board = app.standard.board();
    let record: &Record = example(&id)?.records.get(body.phase).ok_or(Reason::NotFound)?;
    let power = body.power.as_deref().map(|key| from_wire::power(board, key)).transpose()?;
    let judged = rulebook_examples::judge_with(record, power, &body.deeds)?;
    let voice = app.standard.language_pack(language_id);
    Ok(Json(to_wire::course::record_view(board, voice, &judged)))
}
