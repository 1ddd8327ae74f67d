//! The allocator of the program. It is a crate of its own because `cli`, which uses it, is not optimised, and every
//! allocation goes through this one.

/// The system's allocator took a fifth of the server's time.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;
