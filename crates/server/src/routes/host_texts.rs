//! The texts of the host of the server: imprint and privacy.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use super::extractors::Json;
use crate::app::App;
use crate::refusals::{Reason, Refused};
use crate::wire::HostTexts;
#[cfg(test)]
use crate::wire::Problem;

/// Which texts the host has published.
#[cfg_attr(test, utoipa::path(get, path = "/host", tag = "host", responses((status = 200, body = HostTexts))))]
pub(crate) async fn list_host_texts(State(app): State<Arc<App>>) -> Json<HostTexts> {
    let texts = &app.config.host_texts;
    Json(HostTexts { imprint: texts.imprint.is_some(), privacy: texts.privacy.is_some() })
}

/// Who is responsible for this server.
#[cfg_attr(test, utoipa::path(get, path = "/host/imprint", tag = "host",
    responses((status = 200, content_type = "text/plain"), (status = 404, body = Problem))))]
pub(crate) async fn get_imprint(State(app): State<Arc<App>>) -> Result<Response, Refused> {
    send(app.config.host_texts.imprint.as_deref())
}

/// What the host does with personal data.
#[cfg_attr(test, utoipa::path(get, path = "/host/privacy", tag = "host",
    responses((status = 200, content_type = "text/plain"), (status = 404, body = Problem))))]
pub(crate) async fn get_privacy(State(app): State<Arc<App>>) -> Result<Response, Refused> {
    send(app.config.host_texts.privacy.as_deref())
}

fn send(text: Option<&str>) -> Result<Response, Refused> {
    let text = text.ok_or(Reason::NotFound)?.to_owned();
    Ok(([(CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}
