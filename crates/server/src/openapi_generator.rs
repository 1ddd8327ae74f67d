//! Generates `openapi.json` from the routes and wire types, and the pages' `wire.ts`, `wire/` and `routes.ts` from that. All files
//! are in git; a test compares them.

mod typescript;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

use serde_json::Value;
use utoipa::OpenApi as _;
use utoipa::openapi::{ContentBuilder, Info, OpenApi, Ref, RefOr, ResponseBuilder};

use crate::routes::{ApiDescription, TABLE};

const UPDATE_COMMAND: &str = "UPDATE_TYPES=1 cargo test -p server --lib openapi_generator";

#[test]
fn openapi_json_and_the_pages_types_are_up_to_date() {
    let api = serde_json::to_value(openapi()).unwrap();
    check("openapi.json", &one_line_each(&api));
    let types = typescript::write_types(&api, &wire_modules());
    for (file, text) in &types {
        check(&format!("../../web/src/lib/{file}"), text);
    }
    for file in files_in("../../web/src/lib/wire") {
        assert!(
            types.contains_key(&format!("wire/{file}")),
            "web/src/lib/wire/{file} is left over: delete it"
        );
    }
    check("../../web/src/lib/routes.ts", &typescript::write_routes(&api));
}

#[test]
fn openapi_lists_exactly_the_served_routes() {
    let described = ApiDescription::openapi();
    let described: BTreeSet<(String, String)> = serde_json::to_value(described.paths)
        .unwrap()
        .as_object()
        .unwrap()
        .iter()
        .flat_map(|(path, methods)| {
            methods.as_object().unwrap().keys().map(|method| (method.clone(), path.clone()))
        })
        .collect();
    let served = TABLE.iter().map(|(method, path)| ((*method).to_owned(), (*path).to_owned()));
    assert_eq!(described, served.collect());
}

/// OpenAPI requires it. The id of an operation is the name of its handler.
#[test]
fn no_two_handlers_have_the_same_name() {
    let api = serde_json::to_value(openapi()).unwrap();
    let operations =
        api["paths"].as_object().unwrap().values().flat_map(|methods| methods.as_object().unwrap());
    let mut ids = BTreeSet::new();
    for (_, operation) in operations {
        let id = operation["operationId"].as_str().unwrap();
        assert!(ids.insert(id.to_owned()), "two handlers are called {id}");
    }
}

/// The OpenAPI description of all routes.
fn openapi() -> OpenApi {
    let mut info = Info::new("Detente", env!("CARGO_PKG_VERSION"));
    info.description = Some(
        "Games of Diplomacy over HTTP. A caller is known by a cookie, or by `Authorization: Bearer` with a \
         token from `/api/me/tokens`. A refusal has a stable `id` and a `message` in the caller's language \
         (`?language=` or `Accept-Language`), and changes nothing."
            .to_owned(),
    );
    let mut api = OpenApi::new(info, utoipa::openapi::Paths::new()).nest("/api", ApiDescription::openapi());
    for item in api.paths.paths.values_mut() {
        let operations = [&mut item.get, &mut item.post, &mut item.put, &mut item.delete];
        for operation in operations.into_iter().flatten() {
            operation.responses.responses.entry("4XX".to_owned()).or_insert_with(any_refusal);
        }
    }
    api
}

/// The refusals that every route can return: unreadable body, too large, too many requests.
fn any_refusal() -> RefOr<utoipa::openapi::Response> {
    let content = ContentBuilder::new().schema(Some(Ref::from_schema_name("Problem"))).build();
    let refusal = ResponseBuilder::new().description("refused: nothing has changed");
    refusal.content("application/json", content).build().into()
}

/// One line per path and per schema, so that a diff shows what changed.
fn one_line_each(api: &Value) -> String {
    let lines = |value: &Value| {
        let entries = value.as_object().unwrap().iter();
        entries
            .map(|(key, value)| format!("{}:{value}", Value::from(key.as_str())))
            .collect::<Vec<_>>()
            .join(",\n")
    };
    let mut text = String::new();
    let _ = write!(text, "{{\"openapi\":{},\n\"info\":{},\n", api["openapi"], api["info"]);
    let _ = write!(text, "\"paths\":{{\n{}\n}},\n", lines(&api["paths"]));
    let _ =
        writeln!(text, "\"components\":{{\"schemas\":{{\n{}\n}}}}}}", lines(&api["components"]["schemas"]));
    assert_eq!(
        &serde_json::from_str::<Value>(&text).unwrap(),
        api,
        "a part of the description was not written"
    );
    text
}

/// The Rust files with wire types: their names without `.rs`, and their texts.
fn wire_modules() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/wire");
    let text = |file: &String| std::fs::read_to_string(folder.join(file)).unwrap();
    let name = |file: &str| match file.trim_end_matches(".rs") {
        "mod" => "common".to_owned(),
        name => name.to_owned(),
    };
    files_in("src/wire").iter().map(|file| (name(file), text(file))).collect()
}

fn files_in(folder: &str) -> BTreeSet<String> {
    let entries = std::fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(folder)).unwrap();
    entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
}

/// Compares a file of this crate with the generated text, or writes it.
fn check(file: &str, made: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var_os("UPDATE_TYPES").is_some() {
        std::fs::write(&path, made).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == made, "crates/server/{file} is old: run {UPDATE_COMMAND}");
}
