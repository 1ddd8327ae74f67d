//! `cargo xtask schemathesis`: the API against its own description, by the tool of that name from PyPI.

use std::process::Command;

use anyhow::{Context, ensure};
use serde_json::{Value, json};

use crate::hammer::http::{Line, With};
use crate::hammer::service::{Folder, Service};
use crate::hammer::table;
use crate::program;

const PACKAGES: [&str; 1] = ["schemathesis==4.32.5"];
const CHECKS: &str =
    "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance";
/// News that never ends, and what would take the caller's own key or the caller away.
const LEFT_OUT: [&str; 3] = ["GET /api/games/{id}/events", "DELETE /api/me", "POST /api/me/sign-out"];

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
    let mut line = Line::new(service.address);
    let people = table::people(&mut line, "Player", 7)?;
    let settings = table::settings(&mut line, 86_400)?;
    let game = table::game(&mut line, &settings, &people)?;
    // A phase that has been played.
    for person in &people {
        line.post(&format!("/api/games/{game}/orders"), person, &json!({ "deeds": [], "stance": "ready" }))?;
    }
    let token = line.post("/api/me/tokens", &people[0], &json!({ "label": "schemathesis" }))?;
    let token = token["token"].as_str().context("a token")?.to_owned();

    let mut api = line.get("/api/openapi.json", "")?;
    name_the_game(&mut api, &game);
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
    for name in LEFT_OUT {
        command.args(["--exclude-name", name]);
    }
    let status = command.status()?;

    // Whatever was sent, the server is well and says so. The connection of before has been closed meanwhile.
    let answer = Line::new(service.address).ask(
        "GET",
        &format!("/api/games/{game}"),
        With { cookie: &people[1], ..With::default() },
    )?;
    ensure!(answer.status == 200, "afterwards: {} {}", answer.status, answer.text());
    let log = std::fs::read_to_string(folder.log())?;
    ensure!(!log.contains("panicked"), "the server panicked:\n{log}");
    ensure!(status.success(), "schemathesis found something; see above");
    Ok(())
}

/// Nobody guesses the id of a game: it is given away.
fn name_the_game(api: &mut Value, game: &str) {
    let Some(paths) = api["paths"].as_object_mut() else { return };
    for operation in
        paths.values_mut().filter_map(Value::as_object_mut).flat_map(|methods| methods.values_mut())
    {
        // Asked for by index, what is not there would be made, as null.
        let Some(parameters) = operation.get_mut("parameters").and_then(Value::as_array_mut) else {
            continue;
        };
        for parameter in parameters.iter_mut().filter(|parameter| parameter["name"] == "id") {
            parameter["schema"] = json!({ "type": "string", "enum": [game] });
        }
    }
}
