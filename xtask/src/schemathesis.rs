//! `cargo xtask schemathesis`: tests the API against its OpenAPI description with the tool of that name from
//! PyPI.

use std::process::Command;

use anyhow::{Context, ensure};
use serde_json::{Value, json};

use crate::program;
use fault_injection::http::{HttpClient, RequestParts};
use fault_injection::service::{Folder, Service};
use fault_injection::setup;

const PACKAGES: [&str; 1] = ["schemathesis==4.32.5"];
const CHECKS: &str =
    "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance";
/// The event stream never ends, and the others would remove the caller's key or the caller.
const EXCLUDED_OPERATIONS: [&str; 3] =
    ["GET /api/games/{id}/events", "DELETE /api/me", "POST /api/me/sign-out"];

/// Sends what the description allows, and what it does not, to a running server with a game in it.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// How many cases for each operation.
    #[arg(long, default_value_t = 100)]
    examples: usize,
    #[arg(long, default_value_t = 1901)]
    seed: u64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let program = program::build()?;
    let tool = program::python("schemathesis", &PACKAGES)?.join("st");
    let folder = Folder::new("schemathesis")?;
    let service = Service::start(&program, &folder, &[])?;
    let mut line = HttpClient::new(service.address);
    let people = setup::create_people(&mut line, "Player", 7)?;
    let settings = setup::settings(&mut line, 86_400)?;
    let game = setup::create_game(&mut line, &settings, &people)?;
    // One phase is played.
    for person in &people {
        line.post(&format!("/api/games/{game}/orders"), person, &json!({ "deeds": [], "stance": "ready" }))?;
    }
    let token = line.post("/api/me/tokens", &people[0], &json!({ "label": "schemathesis" }))?;
    let token = token["token"].as_str().context("a token")?.to_owned();

    let mut api = line.get("/api/openapi.json", "")?;
    insert_game_id(&mut api, &game);
    let schema = folder.path().join("openapi.json");
    std::fs::write(&schema, api.to_string())?;
    let examples = args.examples.to_string();
    let mut command = Command::new(tool);
    command.arg("run").arg(&schema).current_dir(folder.path());
    command.args(["--url", &format!("http://{}", service.address)]);
    command.args(["--header", &format!("Authorization: Bearer {token}")]);
    command.args(["--checks", CHECKS, "--max-examples", &examples, "--seed", &args.seed.to_string()]);
    command.args([
        "--phases",
        "examples,coverage,fuzzing",
        "--request-timeout",
        "30",
        "--continue-on-failure",
    ]);
    command.args(["--suppress-health-check", "all"]);
    for name in EXCLUDED_OPERATIONS {
        command.args(["--exclude-name", name]);
    }
    let status = command.status()?;

    // The server must still answer. The earlier connection has been closed meanwhile.
    let answer = HttpClient::new(service.address).request(
        "GET",
        &format!("/api/games/{game}"),
        RequestParts { cookie: &people[1], ..RequestParts::default() },
    )?;
    ensure!(answer.status == 200, "afterwards: {} {}", answer.status, answer.text());
    let log = std::fs::read_to_string(folder.log())?;
    ensure!(!log.contains("panicked"), "the server panicked:\n{log}");
    ensure!(status.success(), "schemathesis found something; see above");
    Ok(())
}

/// Writes the id of the game into the description, because a random id would never be found.
fn insert_game_id(api: &mut Value, game: &str) {
    let Some(paths) = api["paths"].as_object_mut() else { return };
    for operation in
        paths.values_mut().filter_map(Value::as_object_mut).flat_map(|methods| methods.values_mut())
    {
        // Indexing with [] would insert null for a missing key.
        let Some(parameters) = operation.get_mut("parameters").and_then(Value::as_array_mut) else {
            continue;
        };
        for parameter in parameters.iter_mut().filter(|parameter| parameter["name"] == "id") {
            parameter["schema"] = json!({ "type": "string", "enum": [game] });
        }
    }
}
