//! The API documentation: `openapi.json`, and an HTML page made from it without any external resource.

use std::fmt::Write as _;
use std::sync::LazyLock;

use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse, Response};

use crate::html::escape;

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

/// The frame of the site: its name, its links and its colours, without a script.
const PAGE_HEAD: &str = "<!doctype html><html lang=en><meta charset=utf-8>\
<meta name=viewport content='width=device-width'><title>API · Detente</title><style>\
:root{color-scheme:light dark;--paper:light-dark(#faf5e9,#14181a);--surface:light-dark(#fffdf6,#1b2124);\
--ink:light-dark(#2a2418,#f2ead8);--soft:light-dark(#5d5341,#b9b09c);--line:light-dark(#d8cdb4,#39413f);\
--accent:light-dark(#1d5366,#8fc5d8)}\
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif;\
overflow-wrap:break-word}a{color:var(--accent)}\
header{display:flex;flex-wrap:wrap;align-items:center;gap:0 1.5rem;padding:0 1rem;\
border-bottom:1px solid var(--line);background:var(--surface)}\
header a{margin-inline-end:1rem;display:inline-block;line-height:44px;font-weight:600;color:inherit;text-decoration:none}\
header .name,h1,h2{font-family:Georgia,'Times New Roman',serif;font-weight:700}header .name{font-size:1.3rem}\
main{max-width:60rem;margin:0 auto;padding:1.25rem 1rem 3rem}h1{font-size:2rem;margin:.5rem 0}\
h2{font-size:1.3rem;margin:2rem 0 .5rem}p{margin:0 0 .75rem}\
details{border-bottom:1px solid var(--line)}summary{padding:.6rem 0;cursor:pointer}\
summary code{font-weight:700}pre{overflow:auto;margin:0 0 1rem;padding:.75rem;border:1px solid var(--line);\
border-radius:10px;background:var(--surface);font-size:.875rem}\
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}\
</style><header><a class=name href=/>Detente</a><nav><a href=/games>Games</a> \
<a href=/learn>Learn</a> <a href=/me>Account</a></nav></header><main><h1>API</h1>";

fn write_page() -> String {
    let api: serde_json::Value = serde_json::from_str(OPENAPI).unwrap_or_default();
    let mut out = String::from(PAGE_HEAD);
    let text = |value: &serde_json::Value| escape(value.as_str().unwrap_or_default());
    let _ = write!(
        out,
        "<p>{}</p><p><a href=/api/openapi.json>OpenAPI</a></p><h2>Routes</h2>",
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
    out.push_str("</main>");
    out
}
