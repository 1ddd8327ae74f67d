//! Packages the libraries that others can use, and uses the packages as a stranger would.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, ensure};

const PACKAGES: [&str; 3] = ["detente-rules", "detente-notation", "detente-atlas"];

/// The libraries have the version of the workspace, and so has this program.
const VERSION: &str = env!("CARGO_PKG_VERSION");

pub(crate) fn run() -> anyhow::Result<()> {
    let packages = PACKAGES.iter().flat_map(|name| ["--package", name]);
    // Work in progress may be packaged too: nothing is published here.
    run_visibly(Command::new(cargo()).args(["package", "--quiet", "--allow-dirty"]).args(packages))?;

    let folder = TemporaryFolder::new()?;
    let mut manifest = String::from(
        "[package]\nname = \"stranger\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n[workspace]\n\n[dependencies]\n",
    );
    let mut patches = String::from("\n[patch.crates-io]\n");
    for name in PACKAGES {
        let archive = archives()?.join(format!("{name}-{VERSION}.crate"));
        let size = std::fs::metadata(&archive).with_context(|| archive.display().to_string())?.len();
        println!("{} {} kB", archive.display(), size.div_ceil(1000));
        run_visibly(Command::new("tar").arg("-xzf").arg(&archive).arg("-C").arg(&folder.0))?;
        manifest.push_str(&format!("{name} = \"{VERSION}\"\n"));
        patches.push_str(&format!("{name} = {{ path = \"{name}-{VERSION}\" }}\n"));
    }
    std::fs::write(folder.0.join("Cargo.toml"), manifest + &patches)?;
    // The example is written for strangers, so it is their program.
    let notation = folder.0.join(format!("detente-notation-{VERSION}"));
    std::fs::create_dir(folder.0.join("src"))?;
    std::fs::copy(notation.join("examples/play_a_year.rs"), folder.0.join("src/main.rs"))?;
    // Its lock has all that the libraries depend on: nothing has to be downloaded again.
    std::fs::copy(notation.join("Cargo.lock"), folder.0.join("Cargo.lock"))?;
    println!("a program outside the workspace that uses these packages says:");
    run_visibly(Command::new(cargo()).args(["run", "--quiet"]).current_dir(&folder.0))
}

fn cargo() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

fn run_visibly(command: &mut Command) -> anyhow::Result<()> {
    let status = command.status().with_context(|| format!("{command:?}"))?;
    ensure!(status.success(), "{command:?} ended with {status}");
    Ok(())
}

/// Where Cargo puts packages: beside the folder of this program.
fn archives() -> anyhow::Result<PathBuf> {
    let program = std::env::current_exe()?;
    let target = program.parent().and_then(Path::parent).context("a target folder")?;
    Ok(target.join("package"))
}

/// A folder outside the workspace, removed at the end.
struct TemporaryFolder(PathBuf);

impl TemporaryFolder {
    fn new() -> anyhow::Result<Self> {
        let path = std::env::temp_dir().join(format!("detente-package-{}", std::process::id()));
        std::fs::create_dir(&path).with_context(|| path.display().to_string())?;
        Ok(Self(path))
    }
}

impl Drop for TemporaryFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
