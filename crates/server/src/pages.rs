//! What a browser gets: until the web app is built in, one plain page that can do it all with the API.

use axum::http::{StatusCode, Uri};
use axum::response::{Html, IntoResponse, Response};

use crate::refused::Refused;

/// A page, or a refusal below `/api`.
pub(crate) async fn serve(uri: Uri) -> Response {
    if uri.path().starts_with("/api") {
        return Refused::NOT_FOUND.into_response();
    }
    if uri.path() == "/plain.js" {
        let kind = [(axum::http::header::CONTENT_TYPE, "text/javascript; charset=utf-8")];
        return (kind, include_str!("pages/plain.js")).into_response();
    }
    if uri.path().contains('.') {
        return StatusCode::NOT_FOUND.into_response();
    }
    Html(include_str!("pages/plain.html")).into_response()
}
