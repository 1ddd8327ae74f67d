//! Runs other programs.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, bail};

/// A command that must succeed. Its output is shown if it fails.
pub(crate) struct ExternalCommand(Command);

impl ExternalCommand {
    pub(crate) fn new(program: impl AsRef<OsStr>) -> Self {
        Self(Command::new(program))
    }

    pub(crate) fn cargo() -> Self {
        Self::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
    }

    pub(crate) fn args<A: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = A>) -> Self {
        self.0.args(args);
        self
    }

    pub(crate) fn arg(mut self, arg: impl AsRef<OsStr>) -> Self {
        self.0.arg(arg);
        self
    }

    pub(crate) fn folder(mut self, folder: &Path) -> Self {
        self.0.current_dir(folder);
        self
    }

    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.0.env(name, value);
        self
    }

    pub(crate) fn without_env(mut self, name: &str) -> Self {
        self.0.env_remove(name);
        self
    }

    /// Runs it and shows its output at once.
    pub(crate) fn run_visibly(mut self) -> anyhow::Result<()> {
        let status = self.0.status().with_context(|| format!("{:?}", self.0))?;
        if !status.success() {
            bail!("{:?} ended with {status}", self.0);
        }
        Ok(())
    }

    /// Runs it and returns its standard output.
    pub(crate) fn output(mut self) -> anyhow::Result<String> {
        let output = self.0.output().with_context(|| format!("{:?}", self.0))?;
        let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        if !output.status.success() {
            bail!("{:?} ended with {}\n{out}{err}", self.0, output.status);
        }
        Ok(out.into_owned())
    }

    /// Runs it and returns its standard output and standard error.
    pub(crate) fn output_and_errors(mut self) -> anyhow::Result<String> {
        let output = self.0.output().with_context(|| format!("{:?}", self.0))?;
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8_lossy(&said).into_owned();
        if !output.status.success() {
            bail!("{:?} ended with {}\n{said}", self.0, output.status);
        }
        Ok(said)
    }

    pub(crate) fn run_silently(self) -> anyhow::Result<()> {
        self.output().map(drop)
    }
}

/// Whether a command exists and succeeds.
pub(crate) fn is_available(program: &str, argument: &str) -> bool {
    Command::new(program).arg(argument).output().is_ok_and(|output| output.status.success())
}
