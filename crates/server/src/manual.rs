//! The API described: OpenAPI as JSON, and as a page that needs nothing from elsewhere.

use std::fmt::Write as _;
use std::sync::Arc;

use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse, Response};
use utoipa::openapi::{ContentBuilder, Info, OpenApi, Ref, RefOr, ResponseBuilder};

use crate::app::App;
use crate::routes;

/// The description of every route.
pub fn openapi() -> OpenApi {
    let (_, mut api) =
        utoipa_axum::router::OpenApiRouter::<Arc<App>>::new().nest("/api", routes::all()).split_for_parts();
    api.info = Info::new("Detente", env!("CARGO_PKG_VERSION"));
    api.info.description = Some(
        "Games of Diplomacy over HTTP. A caller is known by a cookie, or by `Authorization: Bearer` with a \
         token from `/api/me/tokens`. A refusal has a stable `id` and a `message` in the caller's language \
         (`?language=` or `Accept-Language`), and changes nothing."
            .to_owned(),
    );
    for item in api.paths.paths.values_mut() {
        let operations = [&mut item.get, &mut item.post, &mut item.put, &mut item.delete];
        for operation in operations.into_iter().flatten() {
            operation.responses.responses.entry("4XX".to_owned()).or_insert_with(any_refusal);
        }
    }
    api
}

/// What any route may answer: a body that cannot be read, too much of it, too many requests.
fn any_refusal() -> RefOr<utoipa::openapi::Response> {
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build();
    let refusal = ResponseBuilder::new().description("refused: nothing has changed");
    refusal.content("application/json", content).build().into()
}

pub(crate) async fn json() -> Response {
    let text = openapi().to_json().unwrap_or_default();
    ([(CONTENT_TYPE, "application/json")], text).into_response()
}

/// Every route with what it takes and answers.
pub(crate) async fn page() -> Html<String> {
    let api = serde_json::to_value(openapi()).unwrap_or_default();
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
    Html(out)
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
