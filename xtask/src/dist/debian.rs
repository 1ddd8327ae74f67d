//! Makes the Debian package with cargo-deb. Its contents are listed in crates/cli/Cargo.toml.

use std::path::{Path, PathBuf};

use super::external_command::ExternalCommand;
use super::source::{Source, TARGET};

const CARGO_DEB: &str = "3.8.0";

/// Packs the built program under this version into a folder.
pub(crate) fn pack(source: &Source, version: &str, folder: &Path) -> anyhow::Result<PathBuf> {
    let tool = source.tool("cargo-deb", CARGO_DEB)?;
    let package = folder.join(format!("detente_{version}_amd64.deb"));
    ExternalCommand::new(tool)
        .args(["--package", "cli", "--no-build", "--no-strip", "--profile", "dist", "--deb-version", version])
        .arg("--output")
        .arg(&package)
        .folder(&source.root)
        .env("CARGO_TARGET_DIR", &source.target)
        .env("SOURCE_DATE_EPOCH", &source.time)
        .run_silently()?;
    Ok(package)
}

impl Source {
    /// A tool from the registry, installed below `target` on first use.
    pub(crate) fn tool(&self, name: &str, version: &str) -> anyhow::Result<PathBuf> {
        let folder = self.target.join("tools").join(format!("{name}-{version}"));
        let program = folder.join("bin").join(name);
        if !program.exists() {
            println!("    installing {name} {version} into {}", folder.display());
            ExternalCommand::cargo()
                .args([
                    "install",
                    "--locked",
                    "--quiet",
                    name,
                    "--version",
                    version,
                    "--target",
                    TARGET,
                    "--root",
                ])
                .arg(&folder)
                // Not below this repository, whose Cargo settings are not for the tool.
                .folder(&std::env::temp_dir())
                .run_visibly()?;
        }
        Ok(program)
    }
}
