//! `detente variant check`: what is wrong with a variant, all of it at once.

use std::path::{Path, PathBuf};

use crate::say::say;
use anyhow::{Context, Result, bail};
use atlas::Variant;
use clap::Subcommand;
use picture::{Geometry, Labels, Tongue};

#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Say everything that is wrong with a variant, with file and line.
    Check {
        /// The variant's folder.
        folder: PathBuf,
    },
}

/// A variant from a folder, with its drawing.
pub(crate) struct Loaded {
    pub(crate) variant: Variant,
    pub(crate) geometry: Geometry,
    folder: PathBuf,
}

impl Loaded {
    /// The variant's own labels in a language, or the English names that it must have.
    pub(crate) fn labels(&self, tongue: Tongue) -> Result<Labels> {
        let path = self.folder.join(format!("labels/{}.toml", tongue.key()));
        if !path.exists() {
            return Ok(Labels::of_variant(&self.variant));
        }
        let text = read(&path)?;
        Labels::read(&self.variant.board, &text).with_context(|| path.display().to_string())
    }
}

pub(crate) fn run(args: Args) -> Result<()> {
    let Command::Check { folder } = args.command;
    let faults = check(&folder);
    for fault in &faults {
        say!("{fault}");
    }
    match faults.len() {
        0 => {
            say!("{}: nothing is wrong", folder.display());
            Ok(())
        }
        1 => bail!("1 fault"),
        count => bail!("{count} faults"),
    }
}

/// A variant and its drawing, or all that is wrong with them.
pub(crate) fn load(folder: &Path) -> Result<Loaded> {
    let variant = Variant::load(folder).with_context(|| format!("the variant {}", folder.display()))?;
    let text = read(&folder.join("geometry.json"))?;
    let geometry =
        Geometry::read(&variant.board, &text).with_context(|| format!("the variant {}", folder.display()))?;
    Ok(Loaded { variant, geometry, folder: folder.to_owned() })
}

fn read(path: &Path) -> Result<String> {
    const MOST_BYTES: u64 = 4 * 1024 * 1024;
    let size = std::fs::metadata(path).with_context(|| format!("cannot read {}", path.display()))?.len();
    if size > MOST_BYTES {
        bail!("{} is larger than 4 MB", path.display());
    }
    std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Every fault on a line of its own, with its file and line.
pub(crate) fn check(folder: &Path) -> Vec<String> {
    let variant = match Variant::load(folder) {
        Ok(variant) => variant,
        // A drawing cannot be held to a board that is not there.
        Err(faults) => return faults.0.iter().map(ToString::to_string).collect(),
    };
    let mut faults = Vec::new();
    // A variant may have English names alone; with one more language it has them all.
    for (kind, least) in [("names", 2), ("labels", 1)] {
        let path = |tongue: Tongue| format!("{kind}/{}.toml", tongue.key());
        let is_there = |tongue: &Tongue| folder.join(path(*tongue)).exists();
        if Tongue::ALL.iter().filter(|tongue| is_there(tongue)).count() >= least {
            let absent = Tongue::ALL.into_iter().filter(|tongue| !is_there(tongue));
            faults.extend(absent.map(|tongue| format!("{}:1: it is not there, others are", path(tongue))));
        }
    }
    for tongue in Tongue::ALL {
        let file = format!("labels/{}.toml", tongue.key());
        let path = folder.join(&file);
        if !path.exists() {
            continue;
        }
        match read(&path) {
            Err(error) => faults.push(format!("{file}:1: {error:#}")),
            Ok(text) => {
                if let Err(bad) = Labels::read(&variant.board, &text) {
                    faults.extend(
                        bad.0.iter().map(|fault| format!("{file}:{}: {}", fault.line, fault.message)),
                    );
                }
            }
        }
    }
    match read(&folder.join("geometry.json")) {
        Err(error) => faults.push(format!("geometry.json:1: {error:#}")),
        Ok(text) => match Geometry::read(&variant.board, &text) {
            Err(bad) => faults.extend(bad.to_string().lines().map(str::to_owned)),
            Ok(geometry) => {
                let found = picture::faults(&variant.board, &geometry, &text);
                faults.extend(
                    found.iter().map(|fault| format!("geometry.json:{}: {}", fault.line, fault.message)),
                );
            }
        },
    }
    faults
}
