//! Temporary PostgreSQL servers for tests. A server can be started, killed, copied and promoted.
//!
//! A server has its data in the folder for temporary files. It runs as the user `postgres` if the tests run
//! as root. It ends with the program that started it.

mod folder;
mod programs;

use std::fmt;
use std::io;
use std::net::TcpListener;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{OnceLock, mpsc};
use std::time::{Duration, Instant};

use folder::Folder;
use programs::Programs;

/// Whether commits are synced to disk. Tests that kill the server need that; other tests are faster without.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Durability {
    Synced,
    Unsynced,
}

/// A running server.
#[derive(Debug)]
pub struct TestPostgres {
    programs: Programs,
    folder: Folder,
    port: u16,
    disk: Durability,
    process: Option<Child>,
}

/// Why a PostgreSQL server or program failed.
#[derive(Debug)]
pub struct PostgresError(String);

impl fmt::Display for PostgresError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for PostgresError {}

impl From<io::Error> for PostgresError {
    fn from(error: io::Error) -> Self {
        Self(error.to_string())
    }
}

/// If this environment variable is set, tests that need PostgreSQL are skipped.
const SKIP_VARIABLE: &str = "DETENTE_WITHOUT_POSTGRES";

/// How long a server may take to start, or a standby to follow.
const START_TIMEOUT: Duration = Duration::from_secs(60);

/// Starts a server for a test. Returns None, with a message on standard error, if the environment says that
/// such tests are skipped.
///
/// # Panics
///
/// If the server does not start, for example because PostgreSQL is not installed: a test that checks nothing
/// must not pass unnoticed.
#[allow(clippy::panic, reason = "this is for tests")]
pub fn start_for_test(disk: Durability) -> Option<TestPostgres> {
    if std::env::var_os(SKIP_VARIABLE).is_some() {
        eprintln!("skipped: {SKIP_VARIABLE} is set, and this test needs PostgreSQL");
        return None;
    }
    match TestPostgres::start(disk) {
        Ok(cluster) => Some(cluster),
        Err(trouble) => panic!(
            "this test needs PostgreSQL: {trouble}. `tools/postgres` installs it; {SKIP_VARIABLE}=1 skips such tests"
        ),
    }
}

/// The environment variable with the port of a server that many tests share; `main.rs` sets it.
pub const SHARED: &str = "DETENTE_TEST_POSTGRES_PORT";

/// The URL of a new empty database on the shared server. If there is no shared server, this program starts
/// one, which ends with the program.
pub fn shared_database() -> Result<String, PostgresError> {
    static OWN: OnceLock<Result<TestPostgres, PostgresError>> = OnceLock::new();
    let given = std::env::var(SHARED).ok().and_then(|port| port.parse().ok());
    if let Some(port) = given {
        return database(&Programs::find()?, port);
    }
    match OWN.get_or_init(|| TestPostgres::start(Durability::Unsynced)) {
        Ok(cluster) => cluster.database(),
        Err(trouble) => Err(PostgresError(trouble.0.clone())),
    }
}

fn database(programs: &Programs, port: u16) -> Result<String, PostgresError> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    // The process id is in the name because several programs may share the server.
    let name = format!("games_{}_{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
    sql(programs, &url(port, "postgres"), &format!("CREATE DATABASE {name}"))?;
    Ok(url(port, &name))
}

fn url(port: u16, database: &str) -> String {
    format!("postgres://postgres@127.0.0.1:{port}/{database}")
}

fn sql(programs: &Programs, url: &str, sql: &str) -> Result<String, PostgresError> {
    let form = ["--no-psqlrc", "--quiet", "--tuples-only", "--no-align", "--set=ON_ERROR_STOP=1"];
    programs.run("psql", &[&form[..], &["--command", sql, url]].concat(), &[])
}

impl TestPostgres {
    pub fn start(disk: Durability) -> Result<Self, PostgresError> {
        let mut cluster = Self::create(disk)?;
        cluster.resume()?;
        Ok(cluster)
    }

    /// Starts a server that accepts only connections with TLS, with this certificate and its key (PEM).
    pub fn start_with_tls(certificate: &str, key: &str) -> Result<Self, PostgresError> {
        let mut cluster = Self::create(Durability::Unsynced)?;
        let data = cluster.folder.data();
        for (name, text) in [("server.crt", certificate), ("server.key", key)] {
            let file = data.join(name);
            std::fs::write(&file, text)?;
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o600))?;
            cluster.programs.own(&file)?;
        }
        std::fs::write(data.join("postgresql.auto.conf"), "ssl = on\n")?;
        std::fs::write(data.join("pg_hba.conf"), "hostssl all all 127.0.0.1/32 trust\n")?;
        cluster.resume()?;
        Ok(cluster)
    }

    /// A new server that does not run yet.
    fn create(disk: Durability) -> Result<Self, PostgresError> {
        let programs = Programs::find()?;
        let folder = Folder::new(&programs)?;
        let data = folder.data();
        programs.run(
            "initdb",
            &["--no-sync", "--auth=trust", "--username=postgres", "--encoding=UTF8", "--locale=C", "-D"],
            &[&data],
        )?;
        Ok(Self { programs, folder, port: free_port()?, disk, process: None })
    }

    /// Starts a killed server again, with the data in its folder.
    pub fn resume(&mut self) -> Result<(), PostgresError> {
        let process = self.programs.serve(&self.folder, self.port, self.disk)?;
        self.process = Some(process);
        let until = Instant::now() + START_TIMEOUT;
        while self.sql("postgres", "SELECT 1").is_err() {
            let gone = self.process.as_mut().is_none_or(|process| !matches!(process.try_wait(), Ok(None)));
            if gone || Instant::now() > until {
                let log = std::fs::read_to_string(self.folder.log()).unwrap_or_default();
                return Err(PostgresError(format!("it does not start: {log}")));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// The URL of a new empty database.
    pub fn database(&self) -> Result<String, PostgresError> {
        database(&self.programs, self.port)
    }

    pub fn url(&self, database: &str) -> String {
        url(self.port, database)
    }

    pub fn port(&self) -> u16 {
        self.port
    }

    /// Runs a statement as the administrator. Returns one line per row, with `|` between columns.
    pub fn sql(&self, database: &str, statement: &str) -> Result<String, PostgresError> {
        sql(&self.programs, &self.url(database), statement)
    }

    /// Sends SIGKILL to one backend process. The server then closes all connections and recovers.
    pub fn kill_backend(&self, pid: &str) -> Result<(), PostgresError> {
        programs::kill(pid)
    }

    /// Sends SIGKILL to the whole server, which cannot shut down properly.
    pub fn kill(&mut self) -> Result<(), PostgresError> {
        let Some(mut process) = self.process.take() else { return Ok(()) };
        // Kill the main process and its children, so that none continues to write.
        let family = programs::family(process.id());
        for pid in family {
            let _ = programs::kill(&pid);
        }
        process.wait()?;
        Ok(())
    }

    /// Starts a standby of this server. From now on a commit waits until the standby has it on disk.
    pub fn standby(&self) -> Result<Self, PostgresError> {
        let folder = Folder::new(&self.programs)?;
        let from = format!("host=127.0.0.1 port={} user=postgres application_name=standby", self.port);
        let args = ["--checkpoint=fast", "--no-sync", "--write-recovery-conf", "--dbname", &from, "-D"];
        self.programs.run("pg_basebackup", &args, &[&folder.data()])?;
        let mut standby = Self {
            programs: self.programs.clone(),
            folder,
            port: free_port()?,
            disk: self.disk,
            process: None,
        };
        standby.resume()?;
        self.sql("postgres", "ALTER SYSTEM SET synchronous_standby_names = 'standby'")?;
        self.sql("postgres", "SELECT pg_reload_conf()")?;
        self.wait_for_standby()?;
        Ok(standby)
    }

    /// Waits until a standby follows and commits wait for it.
    pub fn wait_for_standby(&self) -> Result<(), PostgresError> {
        let until = Instant::now() + START_TIMEOUT;
        let state = "SELECT sync_state FROM pg_stat_replication";
        while self.sql("postgres", state)?.trim() != "sync" {
            if Instant::now() > until {
                return Err(PostgresError("the standby does not follow".to_owned()));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// Makes this standby accept writes.
    pub fn promote(&self) -> Result<(), PostgresError> {
        self.sql("postgres", "SELECT pg_promote(true, 60)").map(|_| ())
    }

    /// Copies one database into a file, also while it is used.
    pub fn dump(&self, database: &str, to: &Path) -> Result<(), PostgresError> {
        let url = self.url(database);
        self.programs.run("pg_dump", &["--format=custom", "--dbname", &url, "--file"], &[to]).map(|_| ())
    }

    /// Restores such a file into an empty database.
    pub fn restore(&self, database: &str, from: &Path) -> Result<(), PostgresError> {
        let url = self.url(database);
        self.programs.run("pg_restore", &["--exit-on-error", "--dbname", &url], &[from]).map(|_| ())
    }

    /// A folder in which the user of the server may write.
    pub fn folder(&self) -> PathBuf {
        self.folder.path().to_owned()
    }
}

impl Drop for TestPostgres {
    fn drop(&mut self) {
        let _ = self.kill();
    }
}

/// A port that was free just now. Another program may take it before the server does.
fn free_port() -> Result<u16, PostgresError> {
    Ok(TcpListener::bind("127.0.0.1:0")?.local_addr()?.port())
}

/// Starts a child process from a thread that never ends, because the system ends the child (pdeathsig) when
/// the thread that started it ends.
fn spawn_for_good(mut command: std::process::Command) -> io::Result<Child> {
    let (tell, reported) = mpsc::channel();
    std::thread::spawn(move || {
        command.stdin(Stdio::null());
        let _ = tell.send(command.spawn());
        loop {
            std::thread::park();
        }
    });
    reported.recv().unwrap_or_else(|_| Err(io::Error::other("the thread is gone")))
}
