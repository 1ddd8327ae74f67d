//! Finds and runs the programs of PostgreSQL, such as `initdb` and `psql`, as the right user.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::folder::Folder;
use crate::{Durability, PostgresError, spawn_for_good};

#[derive(Clone, Debug)]
pub(crate) struct Programs {
    folder: PathBuf,
    /// Whether the tests run as root. PostgreSQL refuses to run as root, so it runs as `postgres` then.
    is_root: bool,
}

impl Programs {
    pub(crate) fn find() -> Result<Self, PostgresError> {
        let mut folders: Vec<PathBuf> =
            std::env::var_os("DETENTE_POSTGRES").map(Into::into).into_iter().collect();
        // Debian installs several versions, none of them in PATH. After sorting the newest is last.
        let mut versions: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
            .map(|entries| entries.flatten().map(|entry| entry.path().join("bin")).collect())
            .unwrap_or_default();
        versions.sort();
        folders.extend(versions.into_iter().rev());
        folders.extend(std::env::var_os("PATH").iter().flat_map(std::env::split_paths));
        let all = ["initdb", "postgres", "psql", "pg_basebackup", "pg_dump", "pg_restore"];
        let folder = folders.into_iter().find(|folder| all.iter().all(|name| folder.join(name).exists()));
        let folder = folder.ok_or_else(|| PostgresError("it is not installed".to_owned()))?;
        Ok(Self { folder, is_root: text("id", &["-u"])?.trim() == "0" })
    }

    /// Makes the user of the server the owner of a folder.
    pub(crate) fn own(&self, folder: &Path) -> Result<(), PostgresError> {
        if !self.is_root {
            return Ok(());
        }
        let owned = Command::new("chown").arg("postgres:postgres").arg(folder).status()?;
        if owned.success() { Ok(()) } else { Err(PostgresError("there is no user postgres".to_owned())) }
    }

    pub(crate) fn run(&self, name: &str, args: &[&str], paths: &[&Path]) -> Result<String, PostgresError> {
        let mut command = self.command(name);
        let done = command.args(args).args(paths).stdin(Stdio::null()).output()?;
        if done.status.success() {
            return Ok(String::from_utf8_lossy(&done.stdout).into_owned());
        }
        Err(PostgresError(format!("{name}: {}", String::from_utf8_lossy(&done.stderr))))
    }

    pub(crate) fn serve(&self, folder: &Folder, port: u16, disk: Durability) -> Result<Child, PostgresError> {
        let synced = match disk {
            Durability::Synced => "on",
            Durability::Unsynced => "off",
        };
        let mut command = self.command("postgres");
        command.arg("-D").arg(folder.data()).arg("-k").arg(folder.path());
        command.args(["-p", &port.to_string(), "-h", "127.0.0.1", "-c", "max_connections=200"]);
        command.args(["-c", "shared_buffers=64MB", "-c", "wal_level=replica", "-c", "max_wal_senders=4"]);
        for setting in ["fsync", "full_page_writes"] {
            command.args(["-c", &format!("{setting}={synced}")]);
        }
        let log = File::options().create(true).append(true).open(folder.log())?;
        command.stdout(log.try_clone()?).stderr(log);
        Ok(spawn_for_good(command)?)
    }

    /// A command that runs a program as the right user, in a folder that this user can enter. As root, the
    /// program ends when this process ends.
    fn command(&self, name: &str) -> Command {
        let program = self.folder.join(name);
        let mut command = if self.is_root {
            let mut command = Command::new("setpriv");
            command.args([
                "--reuid=postgres",
                "--regid=postgres",
                "--clear-groups",
                "--pdeathsig=SIGQUIT",
                "--",
            ]);
            // With TLS, psql looks for a certificate in the home folder, and fails if it may not enter it.
            command.arg(program).env("HOME", std::env::temp_dir());
            command
        } else {
            Command::new(program)
        };
        command.current_dir(std::env::temp_dir()).env_remove("PGOPTIONS").env("LC_ALL", "C");
        command
    }
}

pub(crate) fn kill(pid: &str) -> Result<(), PostgresError> {
    text("kill", &["-KILL", pid]).map(|_| ())
}

/// The ids of a process and its children.
pub(crate) fn family(pid: u32) -> Vec<String> {
    let pid = pid.to_string();
    let children = text("ps", &["-o", "pid=", "--ppid", &pid]).unwrap_or_default();
    let children = children.split_whitespace().map(str::to_owned);
    std::iter::once(pid.clone()).chain(children).collect()
}

fn text(program: &str, args: &[&str]) -> Result<String, PostgresError> {
    let done = Command::new(program).args(args).stdin(Stdio::null()).output()?;
    if done.status.success() {
        return Ok(String::from_utf8_lossy(&done.stdout).into_owned());
    }
    Err(PostgresError(format!("{program}: {}", String::from_utf8_lossy(&done.stderr))))
}
