//! `cargo xtask dist --check`: uses the packages as people will use them.

mod installed;
mod lint;
mod play;
mod root;
mod service;

use std::fs;

use anyhow::ensure;

use super::run::{Run, works};
use super::source::{Source, TARGET};
use super::steps::Steps;
use super::{Made, archive, bill, debian};
use root::Root;

pub(crate) fn all(source: &Source, made: &Made, steps: &mut Steps) -> anyhow::Result<()> {
    steps.take("check the sums", || {
        Run::new("sha256sum")
            .args(["--check", "--strict"])
            .arg(&made.sums)
            .folder(&source.packages())
            .quietly()
    })?;
    steps.take("check the bill of materials", || lint::bill(made))?;
    steps.take("check the container file and the workflows", || lint::files(source))?;
    steps.take("look for names of folders in the program", || leaves_no_trace(source))?;

    let next = next_version(&made.version)?;
    let folder = source.target.join("check");
    fs::create_dir_all(&folder)?;
    let higher = steps.take("pack the same as a higher version", || debian::pack(source, &next, &folder))?;
    let root = steps.take("make a clean Debian", || Root::new(&folder))?;
    installed::package(source, made, &higher, &root, steps)?;
    installed::archive(made, &root, steps)?;
    root.remove()?;

    steps.take("cargo install from the repository", || {
        let place = folder.join("installed");
        source.cargo("install")?.args(["--path", "crates/cli", "--force", "--root"]).arg(&place).show()?;
        let said = Run::new(place.join("bin/detente")).arg("--version").output()?;
        ensure!(said.trim() == format!("detente {}", made.version), "{said}");
        Ok(())
    })?;
    container(source, steps)
}

/// Builds the archive again in another folder and compares the bytes.
pub(crate) fn rebuild(source: &Source, made: &Made, steps: &mut Steps) -> anyhow::Result<()> {
    let changed = Run::new("git").args(["status", "--porcelain"]).folder(&source.root).output()?;
    ensure!(changed.is_empty(), "commit first, only what is committed is built again:\n{changed}");
    let folder = std::env::temp_dir().join(format!("another-place-{}", std::process::id()));
    let other = source.elsewhere(folder.clone());
    steps.take("build the program again elsewhere", || {
        Run::new("git").args(["clone", "--quiet"]).arg(&source.root).arg(&folder).quietly()?;
        other.build()
    })?;
    steps.take("compare the archives", || {
        fs::create_dir_all(other.packages())?;
        other.accompany()?;
        bill::write(&other)?;
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
fn leaves_no_trace(source: &Source) -> anyhow::Result<()> {
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
    let Some(engine) = ["podman", "docker"].into_iter().find(|engine| works(engine, "info")) else {
        println!("left out: the container is not built, neither podman nor docker works here");
        return Ok(());
    };
    steps.take("build the container", || {
        Run::new(engine)
            .args(["build", "--file", "Containerfile", "--tag", "detente", "."])
            .folder(&source.root)
            .show()?;
        Run::new(engine).args(["run", "--rm", "detente", "--version"]).show()
    })
}

/// Debian's name for the machine.
const ARCHITECTURE: &str = match TARGET.as_bytes() {
    b"x86_64-unknown-linux-gnu" => "amd64",
    _ => panic!("add the Debian name of this target"),
};
