//! A minimal Debian in a folder.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use crate::dist::external_command::{ExternalCommand, is_available};

pub(crate) struct MinimalDebian(PathBuf);

impl MinimalDebian {
    /// Unpacks it. debootstrap makes it on first use, from the package source of this machine.
    pub(crate) fn new(folder: &Path) -> anyhow::Result<Self> {
        let (suite, place) = package_source()?;
        let kept = folder.join(format!("{suite}.tar"));
        let root = Self(folder.join("root"));
        root.remove()?;
        if !kept.exists() {
            if !is_available("debootstrap", "--version") {
                ExternalCommand::new("apt-get")
                    .args(["install", "--yes", "--no-install-recommends", "debootstrap"])
                    .run_silently()?;
            }
            println!("    debootstrap {suite}");
            let fresh = folder.join("fresh");
            if fresh.exists() {
                fs::remove_dir_all(&fresh)?;
            }
            let architecture = format!("--arch={}", super::ARCHITECTURE);
            ExternalCommand::new("debootstrap")
                .args(["--variant=minbase", &architecture, &suite])
                .arg(&fresh)
                .arg(&place)
                .run_silently()?;
            ExternalCommand::new("tar")
                .arg("--create")
                .arg("--file")
                .arg(&kept)
                .arg("--directory")
                .arg(&fresh)
                .arg(".")
                .run_silently()?;
            fs::remove_dir_all(&fresh)?;
        }
        fs::create_dir_all(&root.0)?;
        ExternalCommand::new("tar")
            .arg("--extract")
            .arg("--file")
            .arg(&kept)
            .arg("--directory")
            .arg(&root.0)
            .run_silently()?;
        Ok(root)
    }

    pub(crate) fn remove(&self) -> anyhow::Result<()> {
        // Nothing of the machine is mounted below it, so removing it is safe.
        if self.0.exists() {
            fs::remove_dir_all(&self.0)?;
        }
        Ok(())
    }

    /// The path of one of its files, seen from outside.
    pub(crate) fn path(&self, inside: &str) -> PathBuf {
        self.0.join(inside.trim_start_matches('/'))
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.0
    }

    /// Runs a command inside as root.
    pub(crate) fn run(&self, command: &[&str]) -> anyhow::Result<String> {
        let path = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
        let run = ExternalCommand::new("chroot").arg(&self.0).args([
            "/usr/bin/env",
            "-i",
            "DEBIAN_FRONTEND=noninteractive",
            path,
        ]);
        run.args(command).output()
    }

    /// Copies a file into it. Returns its path inside.
    pub(crate) fn copy_in(&self, file: &Path) -> anyhow::Result<String> {
        let inside = format!("/tmp/{}", file.file_name().unwrap_or_default().to_string_lossy());
        fs::copy(file, self.path(&inside))?;
        Ok(inside)
    }

    /// The user id of a user inside.
    pub(crate) fn user(&self, name: &str) -> anyhow::Result<Option<u32>> {
        let users = fs::read_to_string(self.path("/etc/passwd"))?;
        let line = users.lines().find(|line| line.split(':').next() == Some(name));
        line.map(|line| line.split(':').nth(2).context("a number")?.parse().context("a number")).transpose()
    }

    pub(crate) fn ensure_there(&self, files: &[&str]) -> anyhow::Result<()> {
        for file in files {
            ensure!(self.path(file).exists(), "{file} is not there");
        }
        Ok(())
    }

    pub(crate) fn ensure_gone(&self, files: &[&str]) -> anyhow::Result<()> {
        for file in files {
            ensure!(!self.path(file).exists(), "{file} is still there");
        }
        Ok(())
    }
}

/// This machine's Debian release and its package source, from apt.
fn package_source() -> anyhow::Result<(String, String)> {
    let about = fs::read_to_string("/etc/os-release")?;
    let suite = about.lines().find_map(|line| line.strip_prefix("VERSION_CODENAME="));
    let suite = suite.context("the check needs a Debian")?.trim_matches('"').to_owned();
    let format = ["indextargets", "--format", "$(CODENAME) $(COMPONENT) $(REPO_URI)", "Created-By: Packages"];
    let known = ExternalCommand::new("apt-get").args(format).output()?;
    let place = known.lines().find_map(|line| line.strip_prefix(&format!("{suite} main ")));
    Ok((suite.clone(), place.with_context(|| format!("apt knows no {suite}:\n{known}"))?.to_owned()))
}
