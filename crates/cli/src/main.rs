//! `detente`: everything is in the library.

fn main() -> std::process::ExitCode {
    cli::run()
}
