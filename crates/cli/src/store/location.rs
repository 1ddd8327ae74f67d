//! The place of a server's data: a folder, or a PostgreSQL database.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use anyhow::Context as _;
use store::{Access, DATABASE_FILE, Sqlite, Store, StoreError, open_postgres};

#[derive(Clone)]
pub(crate) enum StoreLocation {
    Folder(PathBuf),
    Database(String),
}

impl FromStr for StoreLocation {
    type Err = std::convert::Infallible;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let is_address = ["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme));
        Ok(if is_address { Self::Database(text.to_owned()) } else { Self::Folder(text.into()) })
    }
}

/// The address without the part before the host, which may contain a password.
impl fmt::Display for StoreLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(folder) => write!(f, "{}", folder.display()),
            Self::Database(url) => {
                let after = url.split_once("://").map_or("", |(_, after)| after);
                let address = after.rsplit_once('@').map_or(after, |(_, address)| address);
                write!(f, "postgres://{}", address.split('?').next().unwrap_or_default())
            }
        }
    }
}

impl fmt::Debug for StoreLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Place({self})")
    }
}

impl StoreLocation {
    /// The location that the options name: a database if there is a URL or a file with one, else the folder.
    pub(crate) fn from_options(
        folder: &Path,
        url: Option<&str>,
        url_file: Option<&Path>,
    ) -> anyhow::Result<Self> {
        if let Some(url) = url {
            return Ok(Self::Database(url.to_owned()));
        }
        let Some(file) = url_file else { return Ok(Self::Folder(folder.to_owned())) };
        // The error names the file, not what is in it.
        let text = std::fs::read_to_string(file).with_context(|| format!("{}", file.display()))?;
        match text.trim() {
            "" => anyhow::bail!("{}: the file is empty", file.display()),
            url => Ok(Self::Database(url.to_owned())),
        }
    }

    /// Opens it for reading, also while servers use it.
    pub(crate) async fn open_read_only(&self) -> Result<Arc<dyn Store>, StoreError> {
        Ok(match self {
            Self::Folder(folder) => Arc::new(Sqlite::open_read_only(folder)?),
            Self::Database(url) => open_postgres(url, Access::Shared).await?,
        })
    }

    /// Opens it to add games. A folder allows one writer, a database any number.
    pub(crate) async fn open(&self) -> Result<Arc<dyn Store>, StoreError> {
        Ok(match self {
            Self::Folder(folder) => Arc::new(Sqlite::open(folder)?),
            Self::Database(url) => open_postgres(url, Access::Shared).await?,
        })
    }

    /// Opens it for changes while no server uses it. Creates it if it does not exist.
    pub(crate) async fn open_exclusive(&self) -> Result<Arc<dyn Store>, StoreError> {
        Ok(match self {
            Self::Folder(folder) => Arc::new(Sqlite::open(folder)?),
            Self::Database(url) => open_postgres(url, Access::Exclusive).await?,
        })
    }

    /// The same, but fails if there is no store.
    pub(crate) async fn open_existing_exclusive(&self) -> Result<Arc<dyn Store>, StoreError> {
        // Opening would create a store.
        if let Self::Folder(folder) = self
            && !folder.join(DATABASE_FILE).exists()
        {
            return Err(StoreError::Missing { path: folder.join(DATABASE_FILE).display().to_string() });
        }
        self.open_exclusive().await
    }
}
