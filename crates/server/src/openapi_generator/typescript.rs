//! TypeScript from OpenAPI: a type per schema, and one table of the routes with request and response types.
//!
//! It supports only what our description uses, and panics on anything else. Only a test runs it.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use serde_json::Value;

const HEADING: &str = "// Made from crates/server/openapi.json by `cargo test -p server --lib openapi_generator`: do not edit.\n";

/// `wire.ts`, and the files below `wire/` that it collects: one per Rust file of wire types, with the same name.
/// The pages import from `wire.ts`.
pub(super) fn write_types(api: &Value, modules: &[(String, String)]) -> BTreeMap<String, String> {
    let mut files: BTreeMap<&str, Vec<(&str, String)>> = BTreeMap::new();
    for (name, schema) in fields(&api["components"]["schemas"]) {
        let text = format!("{}export type {name} = {};\n", comment(schema, ""), top_level_type(schema));
        files.entry(module_of(name, modules)).or_default().push((name, text));
    }
    let mut written = BTreeMap::new();
    let mut all = String::from(HEADING);
    for (module, types) in &files {
        let _ = writeln!(all, "export type * from './wire/{module}';");
        let text: String = types.iter().map(|(_, text)| text.as_str()).collect();
        let words = words_of(&text);
        let others = files.iter().filter(|(other, _)| *other != module).flat_map(|(_, types)| types);
        let mut used: Vec<&str> = others.map(|(name, _)| *name).filter(|name| words.contains(name)).collect();
        used.sort_unstable();
        let imports = match used.as_slice() {
            [] => String::new(),
            names => format!("import type {{\n  {},\n}} from '../wire';\n\n", names.join(",\n  ")),
        };
        written.insert(format!("wire/{module}.ts"), format!("{HEADING}{imports}{text}"));
    }
    written.insert("wire.ts".to_owned(), all);
    written
}

/// The Rust file that declares a type: its name without `.rs`.
fn module_of<'m>(name: &str, modules: &'m [(String, String)]) -> &'m str {
    let declares = |text: &str| {
        let starts = ["pub struct ", "pub enum ", "key_enum!("].map(|word| format!("\n{word}{name}"));
        starts
            .iter()
            .any(|start| [' ', ';', '('].iter().any(|after| text.contains(&format!("{start}{after}"))))
            || text.contains(&format!("\n    {name} = "))
    };
    // A macro with a description has the name on a line of its own; so has a variant of an enum.
    let declares_by_macro =
        |text: &str| text.contains("key_enum!(\n") && text.contains(&format!("\n    {name} {{"));
    let module = modules.iter().find(|(_, text)| declares(text));
    let module = module.or_else(|| modules.iter().find(|(_, text)| declares_by_macro(text)));
    // The rest is declared where it is used.
    module.map_or("common", |(module, _)| module)
}

fn words_of(text: &str) -> BTreeSet<&str> {
    text.split(|one: char| !one.is_alphanumeric()).collect()
}

/// `routes.ts`: the routes, and which types they use.
pub(super) fn write_routes(api: &Value) -> String {
    let mut table = String::from(
        "/** Every route: what it takes, and what it answers if that is JSON. */\nexport type Routes = {\n",
    );
    for (path, methods) in fields(&api["paths"]) {
        for (method, operation) in fields(methods) {
            let _ = writeln!(table, "  '{} {path}': {};", method.to_uppercase(), route_type(operation));
        }
    }
    table.push_str("};\n");
    let words = words_of(&table);
    let mut out = format!("{HEADING}import type {{\n");
    for (name, _) in fields(&api["components"]["schemas"]).filter(|(name, _)| words.contains(*name)) {
        let _ = writeln!(out, "  {name},");
    }
    out + "} from './wire';\n\n" + &table
}

/// How long a line with several fields or choices may be.
const LINE_CHARS: usize = 180;

/// A top-level schema: fields with a description have their own lines. Others share lines.
fn top_level_type(schema: &Value) -> String {
    if let Some(choices) = schema["oneOf"].as_array() {
        let line = type_expression(schema);
        if line.len() < LINE_CHARS - 40 {
            return line;
        }
        return choices.iter().map(|choice| format!("\n  | {}", type_expression(choice))).collect();
    }
    let described = fields(&schema["properties"]).any(|(_, field)| description(field).is_some());
    if !described {
        return type_expression(schema);
    }
    let mut out = String::from("{");
    let mut room = 0;
    for (name, field) in fields(&schema["properties"]) {
        let text = format!(" {};", property(schema, name, field));
        let mut comment = comment(field, "  ");
        if !comment.is_empty() || text.len() > room {
            // A short description stands on the line of its field.
            if comment.lines().count() == 1 && comment.len() + text.len() <= LINE_CHARS {
                comment = comment.trim_end().to_owned();
            } else {
                comment.push(' ');
            }
            let _ = write!(out, "\n{comment}");
            room = LINE_CHARS - 1;
        }
        out.push_str(&text);
        // What follows a described field starts a new line: the description is not about it.
        room = if comment.is_empty() { room - text.len().min(room) } else { 0 };
    }
    out + "\n}"
}

fn type_expression(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str() {
        return name.trim_start_matches("#/components/schemas/").to_owned();
    }
    if let Some(words) = schema["enum"].as_array() {
        return words.iter().map(Value::to_string).collect::<Vec<_>>().join(" | ");
    }
    if let Some(choices) = schema["oneOf"].as_array() {
        return choices.iter().map(type_expression).collect::<Vec<_>>().join(" | ");
    }
    if let Some(parts) = schema["allOf"].as_array() {
        return parts.iter().map(type_expression).collect::<Vec<_>>().join(" & ");
    }
    if let Some(kinds) = schema["type"].as_array() {
        let kind = |kind: &Value| type_expression(&with_type(schema, kind));
        return kinds.iter().map(kind).collect::<Vec<_>>().join(" | ");
    }
    match schema["type"].as_str() {
        Some("integer" | "number") => "number".to_owned(),
        Some("string") => "string".to_owned(),
        Some("boolean") => "boolean".to_owned(),
        Some("null") => "null".to_owned(),
        Some("array") => match schema["prefixItems"].as_array() {
            Some(parts) => format!("[{}]", parts.iter().map(type_expression).collect::<Vec<_>>().join(", ")),
            None => format!("Array<{}>", type_expression(&schema["items"])),
        },
        Some("object") if schema["additionalProperties"].is_object() => {
            format!("Record<string, {}>", type_expression(&schema["additionalProperties"]))
        }
        Some("object") => {
            let fields = fields(&schema["properties"]).map(|(name, field)| property(schema, name, field));
            format!("{{ {} }}", fields.collect::<Vec<_>>().join("; "))
        }
        _ => panic!("no TypeScript for {schema}"),
    }
}

fn with_type(schema: &Value, kind: &Value) -> Value {
    let mut schema = schema.clone();
    schema["type"] = kind.clone();
    schema
}

fn property(of: &Value, name: &str, field: &Value) -> String {
    let required = of["required"].as_array().is_some_and(|names| names.iter().any(|known| known == name));
    format!("{name}{}: {}", if required { "" } else { "?" }, type_expression(field))
}

/// The parameters, the body and the response of a route.
fn route_type(operation: &Value) -> String {
    let mut parts = Vec::new();
    for place in ["path", "query"] {
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        let parameters: Vec<&Value> = parameters.filter(|parameter| parameter["in"] == place).collect();
        let optional = |parameter: &Value| if parameter["required"] == true { "" } else { "?" };
        let name = |parameter: &Value| parameter["name"].as_str().unwrap().to_owned();
        let each = parameters
            .iter()
            .map(|p| format!("{}{}: {}", name(p), optional(p), type_expression(&p["schema"])));
        let each = each.collect::<Vec<_>>().join("; ");
        if !parameters.is_empty() {
            let all_optional = parameters.iter().all(|parameter| optional(parameter) == "?");
            parts.push(format!("{place}{}: {{ {each} }}", if all_optional { "?" } else { "" }));
        }
    }
    let body = &operation["requestBody"]["content"]["application/json"]["schema"];
    if !body.is_null() {
        parts.push(format!("body: {}", type_expression(body)));
    }
    if !operation["responses"]["204"].is_null() {
        parts.push("answer: null".to_owned());
    }
    let answer = &operation["responses"]["200"]["content"]["application/json"]["schema"];
    if !answer.is_null() {
        parts.push(format!("answer: {}", type_expression(answer)));
    }
    format!("{{ {} }}", parts.join("; "))
}

fn comment(schema: &Value, indent: &str) -> String {
    let Some(text) = description(schema) else { return String::new() };
    format!("{indent}/** {} */\n", text.lines().collect::<Vec<_>>().join(" "))
}

/// The description of a schema. A nullable one is a `oneOf`, with the description in its first choice.
fn description(schema: &Value) -> Option<&str> {
    schema["description"].as_str().or_else(|| schema["oneOf"][0]["description"].as_str())
}

fn fields(object: &Value) -> impl Iterator<Item = (&str, &Value)> {
    object.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}
