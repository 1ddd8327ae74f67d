//! The temporary folder of a server, and the removal of folders that killed programs left.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::PostgresError;
use crate::programs::Programs;

const PREFIX: &str = "detente-postgres-";

#[derive(Debug)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(programs: &Programs) -> Result<Self, PostgresError> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        sweep();
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("{PREFIX}{}-{number}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path)?;
        programs.own(&path)?;
        Ok(Self(path))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn data(&self) -> PathBuf {
        self.0.join("data")
    }

    pub(crate) fn log(&self) -> PathBuf {
        self.0.join("log")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // With DETENTE_KEEP the folder stays, to find out what went wrong.
        if std::env::var_os("DETENTE_KEEP").is_none() {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
}

/// Removes the folders of programs that no longer run.
fn sweep() {
    if !Path::new("/proc/self").exists() {
        return;
    }
    let Ok(entries) = std::fs::read_dir(std::env::temp_dir()) else { return };
    for entry in entries.flatten() {
        let name = entry.file_name();
        let pid = name.to_str().and_then(|name| name.strip_prefix(PREFIX)?.split('-').next());
        if let Some(pid) = pid
            && pid.parse::<u32>().is_ok()
            && !Path::new("/proc").join(pid).exists()
        {
            let _ = std::fs::remove_dir_all(entry.path());
        }
    }
}
