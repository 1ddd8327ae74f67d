//! The program `detente`. All of its code is in the library.

// Linked for its allocator only.
use allocator as _;

fn main() -> std::process::ExitCode {
    cli::run()
}
