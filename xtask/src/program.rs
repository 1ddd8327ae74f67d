//! Builds the program and Python environments that tasks need.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, ensure};

/// Builds `detente` with the same profile as this task, unless DETENTE_BIN names one that is built already.
/// Returns its path.
pub(crate) fn build() -> anyhow::Result<PathBuf> {
    if let Some(program) = std::env::var_os("DETENTE_BIN") {
        return Ok(program.into());
    }
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["build", "--quiet", "--package", "cli", "--features", "postgres,channels"]);
    if !cfg!(debug_assertions) {
        command.arg("--release");
    }
    let built = command.status()?;
    ensure!(built.success(), "detente does not build");
    let program = std::env::current_exe()?.with_file_name(format!("detente{}", std::env::consts::EXE_SUFFIX));
    ensure!(program.exists(), "{} is not there", program.display());
    Ok(program)
}

/// A Python environment below `target` with these packages. It is made on first use.
pub(crate) fn python(name: &str, packages: &[&str]) -> anyhow::Result<PathBuf> {
    let target = std::env::current_exe()?;
    let folder = target.parent().and_then(|folder| folder.parent()).context("a target folder")?;
    let folder = folder.join("python").join(name);
    let ready = folder.join("ready");
    if std::fs::read_to_string(&ready).is_ok_and(|installed| installed == packages.join("\n")) {
        return Ok(folder.join("bin"));
    }
    println!("installing {} into {}", packages.join(" "), folder.display());
    let made = Command::new("python3").args(["-m", "venv"]).arg(&folder).status().context("python3")?;
    ensure!(made.success(), "python3 -m venv failed");
    let installed =
        Command::new(folder.join("bin/pip")).args(["install", "--quiet"]).args(packages).status()?;
    ensure!(installed.success(), "pip install failed");
    std::fs::write(ready, packages.join("\n"))?;
    Ok(folder.join("bin"))
}
