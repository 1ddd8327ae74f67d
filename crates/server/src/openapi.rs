//! The API documentation: `openapi.json`, and an HTML page made from it without any external resource.

use std::fmt::Write as _;
use std::sync::LazyLock;

use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse, Response};

/// The OpenAPI description of all routes. `openapi_generator.rs` writes it in a test, so that a normal build
/// does not compile the generator.
pub const OPENAPI: &str = include_str!("../openapi.json");

pub(crate) async fn json() -> Response {
    ([(CONTENT_TYPE, "application/json")], OPENAPI).into_response()
}

/// The documentation page: each route with its request and response.
pub(crate) async fn page() -> Html<&'static str> {
    static PAGE: LazyLock<String> = LazyLock::new(write_page);
    Html(&PAGE)
}

fn write_page() -> String {
    let api: serde_json::Value = serde_json::from_str(OPENAPI).unwrap_or_default();
    let mut out = String::from(
        "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width'>\
         <title>Detente: the API</title><style>:root{color-scheme:light dark}body{font:16px/1.5 system-ui,\
         sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}code,pre{font-size:.95em}pre{overflow:auto;\
         padding:.5rem;border:1px solid}summary{padding:.4rem 0;cursor:pointer}</style><h1>Detente: the API</h1>",
    );
    let text = |value: &serde_json::Value| escape(value.as_str().unwrap_or_default());
    let _ = write!(
        out,
        "<p>{}</p><p><a href=/api/openapi.json>OpenAPI</a></p>",
        text(&api["info"]["description"])
    );
    if let Some(paths) = api["paths"].as_object() {
        for (path, methods) in paths {
            for (method, route) in methods.as_object().into_iter().flatten() {
                let about = text(&route["summary"]);
                let more = text(&route["description"]);
                let _ = write!(
                    out,
                    "<details><summary><code>{} {}</code> {about}</summary><p>{more}</p><pre>{}</pre></details>",
                    method.to_uppercase(),
                    escape(path),
                    escape(&serde_json::to_string_pretty(route).unwrap_or_default()),
                );
            }
        }
    }
    out.push_str("<h2>Shapes</h2>");
    if let Some(shapes) = api["components"]["schemas"].as_object() {
        for (name, shape) in shapes {
            let _ = write!(
                out,
                "<details><summary><code>{}</code></summary><pre>{}</pre></details>",
                escape(name),
                escape(&serde_json::to_string_pretty(shape).unwrap_or_default()),
            );
        }
    }
    out
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
