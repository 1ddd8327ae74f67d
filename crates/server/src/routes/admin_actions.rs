//! What administrators do.

use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;

use super::extractors::Json;
use crate::app::App;
use crate::moderation::{self, Administrator};
use crate::refusals::Refused;
use crate::wire::AdminBody;
#[cfg(test)]
use crate::wire::Problem;

/// Keeps order: closes a report, removes words, ends or deletes a game, renames, suspends or bans somebody.
#[cfg_attr(test, utoipa::path(post, path = "/admin/actions", tag = "administrators", request_body = AdminBody,
    responses((status = 204), (status = 401, body = Problem), (status = 403, body = Problem),
        (status = 404, body = Problem), (status = 409, body = Problem), (status = 422, body = Problem))))]
pub(crate) async fn take_action(
    State(app): State<Arc<App>>,
    administrator: Administrator,
    Json(body): Json<AdminBody>,
) -> Result<StatusCode, Refused> {
    moderation::take_action(&app, administrator, body.action, &body.reason).await?;
    Ok(StatusCode::NO_CONTENT)
}
