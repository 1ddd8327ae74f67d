//! `detente`: everything is in the library.

fn main() -> anyhow::Result<std::process::ExitCode> {
    cli::run()
}
