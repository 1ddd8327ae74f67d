//! Writes the bill of materials (SBOM) of the program, as CycloneDX 1.5.

use std::collections::HashSet;
use std::path::PathBuf;

use serde_json::{Value, json};

use super::external_command::ExternalCommand;
use super::source::{Source, TARGET};

pub(crate) fn name(source: &Source) -> String {
    format!("detente-{}.cdx.json", source.version)
}

pub(crate) fn write(source: &Source) -> anyhow::Result<PathBuf> {
    let parts = ExternalCommand::new(source.program()).args(["licences", "--format", "json"]).output()?;
    let parts: Vec<Value> = serde_json::from_str(&parts)?;
    // The program lists crates of all features; this list has what was built.
    let tree = ExternalCommand::cargo()
        .args(["tree", "--locked", "--package", "cli", "--edges", "normal,no-proc-macro", "--prefix", "none"])
        .args(["--format", "{p}", "--target", TARGET])
        .folder(&source.root)
        .output()?;
    let built: HashSet<String> =
        tree.lines().map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect();
    let is_inside = |part: &&Value| {
        part["kind"] != "crate"
            || built.contains(&format!("{} v{}", text(part, "name"), text(part, "version")))
    };
    let is_program = |part: &&Value| part["kind"] == "program";
    let of_others: Vec<Value> =
        parts.iter().filter(|part| !is_program(part)).filter(is_inside).map(component).collect();
    let bill = json!({
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": parts.iter().find(is_program).map(component) },
        "components": of_others,
    });
    let path = source.packages().join(name(source));
    std::fs::write(&path, format!("{bill:#}\n"))?;
    Ok(path)
}

fn component(part: &Value) -> Value {
    let (name, version, kind) = (text(part, "name"), text(part, "version"), text(part, "kind"));
    let of_kind = match kind {
        "program" => "application",
        "font" => "file",
        "data" => "data",
        _ => "library",
    };
    let mut component = json!({
        "type": of_kind,
        "bom-ref": format!("{kind}:{name}@{version}"),
        "name": name,
        "licenses": [{ "expression": text(part, "licence") }],
    });
    if !version.is_empty() {
        component["version"] = json!(version);
    }
    // A scope is part of the name, and its sign is escaped.
    let address = match kind {
        "crate" => Some(format!("pkg:cargo/{name}@{version}")),
        "npm" => Some(format!("pkg:npm/{}@{version}", name.replace('@', "%40"))),
        _ => None,
    };
    if let Some(address) = address {
        component["purl"] = json!(address);
    }
    component
}

fn text<'a>(part: &'a Value, key: &str) -> &'a str {
    part[key].as_str().unwrap_or_default()
}
