//! The store of a test: in memory, or the kind in `DETENTE_TEST_STORE`, so that all tests run on each kind.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, OnceLock};

use store::{Memory, Postgres, Sqlite, Store};
use tokio::runtime::Runtime;

pub fn new_store() -> Arc<dyn Store> {
    match std::env::var("DETENTE_TEST_STORE").as_deref() {
        Err(_) | Ok("memory") => Arc::new(Memory::default()),
        Ok("sqlite") => Arc::new(Sqlite::open(&folder()).unwrap()),
        Ok("postgres") => postgres(),
        Ok(other) => panic!("DETENTE_TEST_STORE is memory, sqlite or postgres, not {other}"),
    }
}

/// A folder below the build folder, named after the test, so that the next run replaces it.
pub fn folder() -> std::path::PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let thread = std::thread::current();
    let name = format!("{}-{number}", thread.name().unwrap_or("test").replace(':', "-"));
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&path);
    path
}

/// The store's background tasks need a runtime that outlives the test.
fn postgres() -> Arc<dyn Store> {
    static RUNTIME: OnceLock<Runtime> = OnceLock::new();
    let url = test_postgres::shared_database().unwrap();
    let runtime = RUNTIME.get_or_init(|| {
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap()
    });
    // In a separate thread, because a test already runs in a runtime.
    let opened = std::thread::spawn(move || runtime.block_on(Postgres::open(&url)));
    Arc::new(opened.join().unwrap().unwrap())
}
