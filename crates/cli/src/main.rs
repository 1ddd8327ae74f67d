//! The program `detente`. All of its code is in the library.

/// The system's allocator took a fifth of the server's time.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    cli::run()
}
