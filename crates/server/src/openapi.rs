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

/// Before the faces of the site: colours and measures as in `web/src/styles/tokens.css`, without a script.
const PAGE_STYLE: &str = "<!doctype html><html lang=en><meta charset=utf-8>\
<meta name=viewport content='width=device-width, initial-scale=1'><link rel=icon href=/icon.svg type=image/svg+xml>\
<title>API · Detente</title><style>\
:root{color-scheme:light dark;--paper:light-dark(#faf5e9,#14181a);--surface:light-dark(#fffdf6,#1b2124);\
--ink:light-dark(#2a2418,#f2ead8);--soft:light-dark(#5d5341,#b9b09c);--line:light-dark(#d8cdb4,#39413f);\
--accent:light-dark(#1d5366,#8fc5d8);--serif:'Detente Map',Georgia,'Times New Roman',serif}\
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 Inter,system-ui,sans-serif;\
overflow-wrap:break-word}a{color:var(--accent)}\
header{display:flex;align-items:center;gap:0 1.4rem;height:52px;padding:0 .75rem;\
border-bottom:1px solid var(--line);background:var(--surface)}\
header nav{display:flex;gap:1.25rem;flex:1}header nav :last-child{margin-inline-start:auto}\
header a{line-height:44px;color:inherit;text-decoration:none}header a:hover{text-decoration:underline}\
header .name{display:flex;align-items:center;gap:.5rem;font:700 1.3rem/44px var(--serif)}\
h1,h2{font-family:var(--serif);font-weight:700}\
main{max-width:60rem;margin:0 auto;padding:1.25rem 1rem 3rem}h1{font-size:2rem;margin:.5rem 0}\
h2{font-size:1.3rem;margin:2rem 0 .5rem}p{margin:0 0 .75rem}\
details{border-bottom:1px solid var(--line)}summary{padding:.65rem 0;cursor:pointer}\
code{font:.9em ui-monospace,Consolas,monospace}summary code{font-weight:700}\
pre{overflow:auto;margin:0 0 1rem;padding:.75rem;border:1px solid var(--line);\
border-radius:10px;background:var(--surface);font-size:.875rem}\
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}\
@media(max-width:25rem){header .name span{position:absolute;clip-path:inset(50%)}}";

const PAGE_HEADER: &str = "</style><header><a class=name href=/><img src=/icon.svg width=28 height=28 alt=''>\
<span>Detente</span></a><nav><a href=/games>Games</a><a href=/learn>Learn</a><a href=/me>Account</a></nav></header>\
<main><h1>API</h1>";

/// The faces of the web app, whose file names contain hashes: family, weight, start of the path.
const FACES: [(&str, u16, &str); 3] = [
    ("Detente Map", 700, "assets/bold-"),
    ("Inter", 400, "assets/inter-regular-"),
    ("Inter", 600, "assets/inter-semibold-"),
];

fn faces() -> String {
    let files = web_app::all().iter().filter(|asset| asset.path.ends_with(".woff2"));
    let face = |path: &str| FACES.into_iter().find(|(_, _, start)| path.starts_with(start));
    files
        .filter_map(|file| face(file.path).map(|face| (face, file.path)))
        .map(|((family, weight, _), path)| {
            format!(
                "@font-face{{font-family:'{family}';font-weight:{weight};font-display:swap;src:url(/{path})}}"
            )
        })
        .collect()
}

/// A description: what stands between backticks is code.
fn description(text: &serde_json::Value) -> String {
    let parts = text.as_str().unwrap_or_default().split('`').map(escape);
    parts
        .enumerate()
        .map(|(at, part)| if at % 2 == 1 { format!("<code>{part}</code>") } else { part })
        .collect()
}

fn write_page() -> String {
    let api: serde_json::Value = serde_json::from_str(OPENAPI).unwrap_or_default();
    let mut out = [PAGE_STYLE, &faces(), PAGE_HEADER].concat();
    let _ = write!(
        out,
        "<p>{}</p><p><a href=/api/openapi.json>OpenAPI</a></p><h2>Routes</h2>",
        description(&api["info"]["description"])
    );
    if let Some(paths) = api["paths"].as_object() {
        for (path, methods) in paths {
            for (method, route) in methods.as_object().into_iter().flatten() {
                let about = description(&route["summary"]);
                let more = description(&route["description"]);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_has_the_frame_and_the_faces_of_the_site() {
        let page = write_page();
        assert!(page.contains("<a href=/games>Games</a>"));
        // A build without pages has no faces.
        let count = if web_app::index().is_some() { FACES.len() } else { 0 };
        assert_eq!(page.matches("@font-face").count(), count);
    }

    #[test]
    fn what_stands_between_backticks_is_code() {
        let text = serde_json::json!("The `id` of <b>, or `?language=`.");
        assert_eq!(description(&text), "The <code>id</code> of &lt;b&gt;, or <code>?language=</code>.");
    }
}
