//! Runs the service as its unit file describes it, without systemd, which does not run in a folder.

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, bail, ensure};

use super::minimal_debian::MinimalDebian;

/// The parts of a unit file that are needed to start it.
pub(crate) struct Unit {
    user: String,
    command: Vec<String>,
    environment: BTreeMap<String, String>,
    environment_file: Option<String>,
}

pub(crate) struct Service {
    child: Child,
    pub(crate) address: SocketAddr,
}

impl Unit {
    pub(crate) fn read(path: &Path) -> anyhow::Result<Self> {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let all = |key: &str| -> Vec<String> {
            let lines = text.lines().filter_map(|line| line.strip_prefix(key)?.strip_prefix('='));
            lines.map(str::to_owned).collect()
        };
        let one = |key: &str| all(key).pop().with_context(|| format!("the unit has no {key}"));
        Ok(Self {
            user: one("User")?,
            command: one("ExecStart")?.split(' ').map(str::to_owned).collect(),
            environment: variables(&all("Environment").join("\n")),
            environment_file: all("EnvironmentFile")
                .pop()
                .map(|file| file.trim_start_matches('-').to_owned()),
        })
    }

    /// Starts it inside, as its user, and waits until it listens.
    pub(crate) fn start(&self, root: &MinimalDebian) -> anyhow::Result<Service> {
        let user = root.user(&self.user)?.with_context(|| format!("there is no user {}", self.user))?;
        let mut environment = self.environment.clone();
        if let Some(file) = &self.environment_file {
            environment.extend(variables(&fs::read_to_string(root.path(file)).unwrap_or_default()));
        }
        let mut child = Command::new("chroot")
            .arg(format!("--userspec={0}:{0}", self.user))
            .arg(root.folder())
            .args(["/usr/bin/env", "-i"])
            .args(environment.iter().map(|(name, value)| format!("{name}={value}")))
            .args(&self.command)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()?;
        let out = child.stdout.take().context("the service has an output")?;
        let mut line = String::new();
        BufReader::new(out).read_line(&mut line)?;
        let address = line.trim().rsplit_once("http://").and_then(|(_, address)| address.parse().ok());
        let Some(address) = address else {
            let _ = child.kill();
            let _ = child.wait();
            bail!("the service did not start: {line}");
        };
        let service = Service { child, address };
        let about = fs::read_to_string(format!("/proc/{}/status", service.child.id()))?;
        let runs_as = about.lines().find_map(|line| line.strip_prefix("Uid:")?.split_whitespace().next());
        ensure!(runs_as == Some(user.to_string().as_str()), "it runs as {runs_as:?}, not as {user}");
        Ok(service)
    }
}

impl Service {
    /// Stops it with SIGTERM, as systemd does.
    pub(crate) fn stop(mut self) -> anyhow::Result<()> {
        let asked = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status()?;
        ensure!(asked.success(), "the service cannot be reported to stop");
        let ended = self.child.wait()?;
        ensure!(ended.success(), "the service ended badly: {ended}");
        Ok(())
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Lines of the form `NAME=value`.
fn variables(text: &str) -> BTreeMap<String, String> {
    let lines = text.lines().filter(|line| !line.starts_with('#')).filter_map(|line| line.split_once('='));
    lines.map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned())).collect()
}
