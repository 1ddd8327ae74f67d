//! How far the caller got in the course, on all devices.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;

use super::extractors::Json;
use crate::app::App;
use crate::course;
use crate::refusals::{Reason, Refused};
use crate::session::Caller;
use crate::wire::CourseProgress;
#[cfg(test)]
use crate::wire::Problem;

/// Adds what was done on a device to the caller's progress in the course, and returns all of it. A lesson never loses
/// steps; lessons that are not in the course are left out.
#[cfg_attr(test, utoipa::path(post, path = "/me/course", tag = "people", request_body = CourseProgress,
    responses((status = 200, body = CourseProgress), (status = 400, body = Problem), (status = 401, body = Problem))))]
pub(crate) async fn add_course_progress(
    State(app): State<Arc<App>>,
    caller: Caller,
    Json(body): Json<CourseProgress>,
) -> Result<axum::Json<CourseProgress>, Refused> {
    let stored = app.store.course_progress(caller.person.0).await?;
    let known = stored.as_deref().map_or_else(BTreeMap::new, parse);
    let lessons = merge(&known, &body.lessons);
    if lessons != known {
        let text = serde_json::to_string(&lessons).map_err(|_| Reason::InternalError)?;
        if !app.store.set_course_progress(caller.person.0, &text).await? {
            return Err(Reason::IdentityNeeded.into());
        }
    }
    Ok(axum::Json(CourseProgress { lessons }))
}

/// What is stored, by the key of a lesson.
pub(super) fn parse(stored: &str) -> BTreeMap<String, usize> {
    serde_json::from_str(stored).unwrap_or_default()
}

/// The larger number of steps of each lesson, at most as many as it has.
fn merge(known: &BTreeMap<String, usize>, new: &BTreeMap<String, usize>) -> BTreeMap<String, usize> {
    let steps_in = |from: &BTreeMap<String, usize>, key: &str| from.get(key).copied().unwrap_or(0);
    let merged = course::lessons().iter().map(|lesson| {
        let done = steps_in(known, &lesson.key).max(steps_in(new, &lesson.key)).min(lesson.steps.len());
        (lesson.key.clone(), done)
    });
    merged.filter(|(_, done)| *done > 0).collect()
}
