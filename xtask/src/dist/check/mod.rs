//! `cargo xtask dist --check`: uses the packages as people will use them.

mod http_player;
mod installed;
mod lint;
mod minimal_debian;
mod service;

use std::fs;

use anyhow::ensure;

use super::external_command::{ExternalCommand, is_available};
use super::source::{Source, TARGET};
use super::steps::Steps;
use super::{ReleaseFiles, archive, bill_of_materials, debian};
use minimal_debian::MinimalDebian;

pub(crate) fn check_all(source: &Source, made: &ReleaseFiles, steps: &mut Steps) -> anyhow::Result<()> {
    steps.run("check the sums", || {
        ExternalCommand::new("sha256sum")
            .args(["--check", "--strict"])
            .arg(&made.sums)
            .folder(&source.packages())
            .run_silently()
    })?;
    steps.run("check the bill of materials", || lint::bill(made))?;
    steps.run("check the container file and the workflows", || lint::files(source))?;
    steps.run("look for names of folders in the program", || check_no_local_paths(source))?;

    let next = next_version(&made.version)?;
    let folder = source.target.join("check");
    fs::create_dir_all(&folder)?;
    let higher = steps.run("pack the same as a higher version", || debian::pack(source, &next, &folder))?;
    let root = steps.run("make a clean Debian", || MinimalDebian::new(&folder))?;
    installed::package(source, made, &higher, &root, steps)?;
    installed::archive(made, &root, steps)?;
    root.remove()?;

    steps.run("cargo install from the repository", || {
        let place = folder.join("installed");
        source
            .cargo("install")?
            .args(["--path", "crates/cli", "--features", "postgres,channels", "--force", "--root"])
            .arg(&place)
            .run_visibly()?;
        let said = ExternalCommand::new(place.join("bin/detente")).arg("--version").output()?;
        ensure!(said.trim() == format!("detente {}", made.version), "{said}");
        Ok(())
    })?;
    container(source, steps)
}

/// Builds the archive again in another folder and compares the bytes.
pub(crate) fn rebuild(source: &Source, made: &ReleaseFiles, steps: &mut Steps) -> anyhow::Result<()> {
    let changed =
        ExternalCommand::new("git").args(["status", "--porcelain"]).folder(&source.root).output()?;
    ensure!(changed.is_empty(), "commit first, only what is committed is built again:\n{changed}");
    let folder = std::env::temp_dir().join(format!("another-place-{}", std::process::id()));
    let other = source.other_checkout(folder.clone());
    steps.run("build the program again elsewhere", || {
        ExternalCommand::new("git")
            .args(["clone", "--quiet"])
            .arg(&source.root)
            .arg(&folder)
            .run_silently()?;
        other.build()
    })?;
    steps.run("compare the archives", || {
        fs::create_dir_all(other.packages())?;
        other.write_package_files()?;
        bill_of_materials::write(&other)?;
        let again = archive::pack(&other)?;
        ensure!(
            fs::read(&made.archive)? == fs::read(&again)?,
            "{} and {} differ; both are kept",
            made.archive.display(),
            again.display()
        );
        println!("    the same bytes");
        Ok(fs::remove_dir_all(&folder)?)
    })
}

/// The program contains no path of the machine that it was built on.
fn check_no_local_paths(source: &Source) -> anyhow::Result<()> {
    let program = fs::read(source.program())?;
    let mut folders = vec![source.root.clone(), source.target.clone()];
    folders.extend(
        std::env::home_dir().filter(|home| home.join(".cargo").exists()).map(|home| home.join(".cargo")),
    );
    for folder in folders {
        let name = folder.to_string_lossy().into_owned();
        let found = program.windows(name.len()).filter(|bytes| *bytes == name.as_bytes()).count();
        ensure!(found == 0, "{name} is {found} times in the program");
    }
    Ok(())
}

/// 0.2.0 becomes 0.2.1.
fn next_version(version: &str) -> anyhow::Result<String> {
    let (start, last) = version.rsplit_once('.').unwrap_or(("0", version));
    Ok(format!("{start}.{}", last.parse::<u32>()? + 1))
}

fn container(source: &Source, steps: &mut Steps) -> anyhow::Result<()> {
    // `docker` without its service cannot build.
    let Some(engine) = ["podman", "docker"].into_iter().find(|engine| is_available(engine, "info")) else {
        println!("left out: the container is not built, neither podman nor docker works here");
        return Ok(());
    };
    steps.run("build the container", || {
        ExternalCommand::new(engine)
            .args(["build", "--file", "Containerfile", "--tag", "detente", "."])
            .folder(&source.root)
            .run_visibly()?;
        ExternalCommand::new(engine).args(["run", "--rm", "detente", "--version"]).run_visibly()
    })
}

/// Debian's name for the machine.
const ARCHITECTURE: &str = match TARGET.as_bytes() {
    b"x86_64-unknown-linux-gnu" => "amd64",
    _ => panic!("add the Debian name of this target"),
};
