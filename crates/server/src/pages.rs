//! The web pages: serves the files of the web app, compressed if the browser accepts that.

use std::sync::Arc;

use axum::extract::State;
use axum::http::header::{
    ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{Html, IntoResponse, Response};
use sha2::{Digest, Sha256};
use store::GameId;
use web_app::Asset;

use crate::app::App;
use crate::compression::accepts_encoding;
use crate::link_preview;
use crate::refusals::{Reason, Refused};
use crate::routes::extractors::{RequestLanguage, public_url};
use crate::secrets::base32;

/// The page of a server that was built without the web app.
const NO_WEB_APP_HTML: &str = "<!doctype html><html lang=en><meta charset=utf-8><title>Detente</title><h1>Detente</h1>\
    <p>This server was built without its pages. The API is at <a href=/api>/api</a>.";

/// Serves a file of the web app. Any other address gets the app's index page, except below `/api`: with status
/// 404 if no page has this address, and with a preview if it is a game.
pub(crate) async fn serve(
    State(app): State<Arc<App>>,
    RequestLanguage(language_id): RequestLanguage,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
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
    match page_at(path) {
        Page::Fixed => index_page(&headers),
        Page::Unknown | Page::Game(None) => not_found(headers),
        Page::Game(Some(id)) => match app.store.game(id).await {
            Ok(Some(row)) => {
                let site = public_url(&app, &headers);
                let talked =
                    link_preview::talk_language(&row).filter(|_| !headers.contains_key(ACCEPT_LANGUAGE));
                let language_id =
                    talked.and_then(|code| app.standard.language_id(&code)).unwrap_or(language_id);
                game_page(&link_preview::tags(&row, &site, app.standard.language_pack(language_id)))
            }
            // Whoever asks for the game itself gets the same answer.
            Ok(None) => not_found(headers),
            // The page says what is wrong.
            Err(_) => index_page(&headers),
        },
    }
}

/// What is at an address that is not a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Page {
    Fixed,
    /// None if no game can have this id.
    Game(Option<GameId>),
    Unknown,
}

/// The same pages as in `web/src/lib/router.svelte.ts`. Both are tested with `web/tests/page-addresses.json`.
fn page_at(path: &str) -> Page {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    match parts.as_slice() {
        []
        | ["games" | "new" | "join" | "me" | "learn" | "moderation" | "imprint" | "privacy"]
        | ["in" | "join" | "table", _]
        | ["me", "notifications"]
        | ["learn", "sample" | "places" | "reference" | "summary" | "guess" | "practice"]
        | ["learn", "lessons" | "course", _] => Page::Fixed,
        ["learn", "rules", number] if number.parse().is_ok_and(|number| (1..=22).contains(&number)) => {
            Page::Fixed
        }
        ["g", id] => Page::Game(id.parse().ok()),
        _ => Page::Unknown,
    }
}

fn index_page(headers: &HeaderMap) -> Response {
    match web_app::index() {
        Some(index) => send(index, headers),
        None => Html(NO_WEB_APP_HTML).into_response(),
    }
}

/// The index page with further tags in its head. It is too small to be worth compressing.
fn game_page(tags: &str) -> Response {
    let index = web_app::index().and_then(|index| std::str::from_utf8(index.plain).ok());
    let page = index.unwrap_or(NO_WEB_APP_HTML).replacen("<title>", &format!("{tags}<title>"), 1);
    ([(CACHE_CONTROL, "no-cache"), (VARY, "accept-language")], Html(page)).into_response()
}

/// The index page, which says that nothing is here. Never 304: the whole page is sent again.
fn not_found(mut headers: HeaderMap) -> Response {
    headers.remove(IF_NONE_MATCH);
    let mut response = index_page(&headers);
    *response.status_mut() = StatusCode::NOT_FOUND;
    response
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_server_knows_the_pages_of_the_web_app() {
        let addresses = include_str!("../../../web/tests/page-addresses.json");
        let addresses: serde_json::Value = serde_json::from_str(addresses).expect("JSON");
        let list = |kind: &str| {
            let list = addresses[kind].as_array().expect("a list").iter();
            list.map(|path| path.as_str().expect("a text").trim_start_matches('/')).collect::<Vec<_>>()
        };
        let known = list("pages");
        assert!(known.len() > 10);
        for path in known {
            assert_ne!(page_at(path), Page::Unknown, "{path}");
        }
        for path in list("not_found") {
            assert_eq!(page_at(path), Page::Unknown, "{path}");
        }
    }
}
