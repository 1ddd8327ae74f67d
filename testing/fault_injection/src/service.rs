//! Starts the real server as a child process.

use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, bail, ensure};

/// A running server. It is killed when this is dropped.
#[derive(Debug)]
pub struct Service {
    child: Child,
    pub address: SocketAddr,
}

/// A temporary folder that is removed when this is dropped.
#[derive(Debug)]
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(name: &str) -> anyhow::Result<Self> {
        let path = std::env::temp_dir().join(format!("detente-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path)?;
        Ok(Self(path))
    }

    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Where the server writes its log.
    pub fn log(&self) -> PathBuf {
        self.0.join("server.log")
    }

    pub fn data(&self) -> PathBuf {
        self.0.join("data")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // After a failure the folder is kept, so that the logs can be read.
        if !std::thread::panicking() && std::env::var_os("DETENTE_KEEP").is_none() {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
}

impl Service {
    /// Starts the server on a free port and waits until it listens.
    pub fn start(program: &Path, folder: &Folder, more: &[&str]) -> anyhow::Result<Self> {
        let mut command = Command::new(program);
        // All clients of a load test have one address.
        command.env("DETENTE_MAX_CONNECTIONS_PER_ADDRESS", "1000000");
        Self::start_with(command, folder, more)
    }

    /// The same with a command that is the program, or runs it under a tool with the same process id.
    pub fn start_with(mut command: Command, folder: &Folder, more: &[&str]) -> anyhow::Result<Self> {
        let log: File = OpenOptions::new().create(true).append(true).open(folder.log())?;
        let mut child = command
            .args(["serve", "--listen", "127.0.0.1:0", "--data"])
            .arg(folder.data())
            .args(if more.is_empty() { &["--rate", "1000000"] } else { more })
            .env("DETENTE_LOG", "warn")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(log)
            .spawn()
            .with_context(|| format!("{command:?}"))?;
        let mut line = String::new();
        let out = child.stdout.take().context("the server has an output")?;
        BufReader::new(out).read_line(&mut line)?;
        let address = line.trim().rsplit_once("http://").and_then(|(_, address)| address.parse().ok());
        let Some(address) = address else {
            let _ = child.kill();
            let _ = child.wait();
            bail!("the server did not start: {line}{}", std::fs::read_to_string(folder.log())?);
        };
        Ok(Self { child, address })
    }

    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// SIGTERM: the program shuts down in order.
    pub fn terminate(mut self) -> anyhow::Result<()> {
        let asked = Command::new("kill").args(["-TERM", &self.id().to_string()]).status()?;
        ensure!(asked.success(), "the server cannot be reported to stop");
        let ended = self.child.wait()?;
        ensure!(ended.success(), "the server ended badly: {ended}");
        Ok(())
    }

    /// SIGKILL: the program cannot clean up.
    pub fn kill(mut self) -> anyhow::Result<()> {
        self.child.kill()?;
        self.child.wait()?;
        Ok(())
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
