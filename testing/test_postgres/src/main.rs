//! `test_postgres COMMAND…` runs a command with a PostgreSQL server that its tests share.

use std::process::{Command, ExitCode};

use test_postgres::{Durability, SHARED, TestPostgres};

fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1);
    let Some(program) = args.next() else {
        eprintln!("say what to run");
        return ExitCode::FAILURE;
    };
    let cluster = match TestPostgres::start(Durability::Unsynced) {
        Ok(cluster) => cluster,
        Err(trouble) => {
            eprintln!("no PostgreSQL: {trouble}. `tools/postgres` installs it");
            return ExitCode::FAILURE;
        }
    };
    match Command::new(program).args(args).env(SHARED, cluster.port().to_string()).status() {
        Ok(done) if done.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
