//! The web pages: serves the files of the web app, compressed if the browser accepts that.

use axum::http::header::{CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Response};
use sha2::{Digest, Sha256};
use web_app::Asset;

use crate::compression::accepts_encoding;
use crate::refusals::{Reason, Refused};
use crate::secrets::base32;

/// The page of a server that was built without the web app.
const NO_WEB_APP_HTML: &str = "<!doctype html><html lang=en><meta charset=utf-8><title>Detente</title><h1>Detente</h1>\
    <p>This server was built without its pages. The API is at <a href=/api>/api</a>.";

/// Serves a file of the web app. Any other address gets the app's index page, except below `/api`.
pub(crate) async fn serve(uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path().trim_start_matches('/');
    if path == "api" || path.starts_with("api/") {
        return Refused::from(Reason::NotFound).into_response();
    }
    if let Some(asset) = web_app::find(path) {
        return send(asset, &headers);
    }
    // A name with a dot is a missing file, not a page.
    if path.rsplit('/').next().is_some_and(|name| name.contains('.')) {
        return StatusCode::NOT_FOUND.into_response();
    }
    match web_app::index() {
        Some(index) => send(index, &headers),
        None => Html(NO_WEB_APP_HTML).into_response(),
    }
}

fn send(asset: &'static Asset, headers: &HeaderMap) -> Response {
    let accepts = |name: &str| accepts_encoding(headers, name);
    let (bytes, encoding) = match (asset.brotli, asset.gzip) {
        (Some(packed), _) if accepts("br") => (packed, Some("br")),
        (_, Some(packed)) if accepts("gzip") => (packed, Some("gzip")),
        (_, _) => (asset.plain, None),
    };
    let tag = format!("\"{}\"", base32(&Sha256::digest(bytes)[..10]));
    let keep = if asset.is_immutable() { "public, max-age=31536000, immutable" } else { "no-cache" };
    let known = headers.get(IF_NONE_MATCH).and_then(|known| known.to_str().ok()) == Some(tag.as_str());
    let mut response = if known {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        ([(CONTENT_TYPE, asset.media_type())], bytes).into_response()
    };
    let set = response.headers_mut();
    if let (Some(encoding), false) = (encoding, known) {
        set.insert(CONTENT_ENCODING, axum::http::HeaderValue::from_static(encoding));
    }
    set.insert(CACHE_CONTROL, axum::http::HeaderValue::from_static(keep));
    set.insert(VARY, axum::http::HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = tag.parse() {
        set.insert(ETAG, tag);
    }
    response
}
