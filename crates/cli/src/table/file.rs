//! The file of a game at a table: text that people can read, one entry per line. It only grows, so a crash loses at
//! most the line that was being written.
//!
//! ```text
//! detente table 1: rules 2000, players 7, language nl
//! S1901M FRANCE: A PAR - BUR; A MAR - SPA; F BRE - PIC
//! S1901M clear ITALY
//! S1901M judge
//! undo
//! ```

use std::fmt;
use std::fs::File;
use std::io::{ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use rules::{Edition, Phase};

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Entry {
    /// A sheet in the international notation. It replaces the one before.
    Sheet {
        phase: Phase,
        power: String,
        orders: Vec<String>,
    },
    Clear {
        phase: Phase,
        power: String,
    },
    Judge {
        phase: Phase,
    },
    /// The last phase that was judged does not count.
    Undo,
}

/// The first line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Header {
    pub(super) edition: Edition,
    pub(super) players: usize,
    pub(super) language: String,
}

/// A larger file is not one of ours.
const MAX_FILE_BYTES: u64 = 16 * 1024 * 1024;

const MAGIC: &str = "detente table 1: ";

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Sheet { phase, power, orders } => {
                write!(f, "{} {power}: {}", phase.key(), orders.join("; "))
            }
            Self::Clear { phase, power } => write!(f, "{} clear {power}", phase.key()),
            Self::Judge { phase } => write!(f, "{} judge", phase.key()),
            Self::Undo => f.write_str("undo"),
        }
    }
}

impl Entry {
    fn parse(line: &str) -> Option<Self> {
        if line == "undo" {
            return Some(Self::Undo);
        }
        let (phase, rest) = line.split_once(' ')?;
        let phase = Phase::from_key(phase)?;
        if rest == "judge" {
            return Some(Self::Judge { phase });
        }
        if let Some(power) = rest.strip_prefix("clear ") {
            return Some(Self::Clear { phase, power: power.to_owned() });
        }
        let (power, orders) = rest.split_once(':')?;
        let orders =
            orders.split(';').map(str::trim).filter(|order| !order.is_empty()).map(str::to_owned).collect();
        Some(Self::Sheet { phase, power: power.to_owned(), orders })
    }
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{MAGIC}rules {}, players {}, language {}", self.edition.key(), self.players, self.language)
    }
}

impl Header {
    fn parse(line: &str) -> Option<Self> {
        let mut parts = line.strip_prefix(MAGIC)?.split(", ");
        let mut part = |name: &str| parts.next()?.strip_prefix(name)?.strip_prefix(' ').map(str::to_owned);
        let edition = Edition::from_key(&part("rules")?)?;
        let players = part("players")?.parse().ok()?;
        Some(Self { edition, players, language: part("language")? })
    }
}

/// The entries of a file, with the numbers of their lines.
pub(super) type Entries = Vec<(usize, Entry)>;

/// The open file.
#[derive(Debug)]
pub(super) struct SaveFile {
    file: File,
    path: PathBuf,
    /// Written with the first entry of a new game.
    header: Option<Header>,
}

impl SaveFile {
    /// Opens or makes the file. Returns its entries with their line numbers.
    pub(super) fn open(path: &Path, new: Header) -> Result<(Self, Header, Entries)> {
        let mut file = File::options().read(true).append(true).create(true).open(path);
        let name = || path.display().to_string();
        if let Err(error) = &file
            && error.kind() == ErrorKind::NotFound
        {
            bail!("the folder of {} does not exist", name());
        }
        let file_ref = file.as_mut().map_err(|error| anyhow::anyhow!("cannot open {}: {error}", name()))?;
        if file_ref.metadata()?.len() > MAX_FILE_BYTES {
            bail!("{} is no game of `detente table`: it is too large", name());
        }
        let lock = file_ref.try_lock();
        if lock.is_err() {
            bail!("{} is in use by another `detente table`", name());
        }
        let mut bytes = Vec::new();
        file_ref.read_to_end(&mut bytes)?;
        let text = String::from_utf8_lossy(&bytes);
        // A line without its end was being written when the machine stopped. It did not count.
        let whole = text.rfind('\n').map_or("", |end| &text[..end]);
        if whole.len() + 1 < text.len() || whole.is_empty() && !text.is_empty() {
            file_ref.set_len(if whole.is_empty() { 0 } else { whole.len() as u64 + 1 })?;
        }
        let mut lines = whole.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
        let header = match lines.next() {
            None => None,
            Some((_, line)) => {
                let parsed = Header::parse(line);
                Some(parsed.with_context(|| format!("{} is no game of `detente table`", name()))?)
            }
        };
        let mut entries = Vec::new();
        for (number, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
            let entry = Entry::parse(line);
            entries.push((number, entry.with_context(|| format!("line {number} of {}: '{line}'", name()))?));
        }
        let is_new = header.is_none();
        let header = header.unwrap_or(new);
        let kept = is_new.then(|| header.clone());
        let file = file.map_err(|error| anyhow::anyhow!("cannot open {}: {error}", name()))?;
        Ok((Self { file, path: path.to_owned(), header: kept }, header, entries))
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The first line of a new file.
    pub(super) fn write_header(&mut self) -> Result<()> {
        match self.header.take() {
            Some(header) => self.write_line(&header.to_string()),
            None => Ok(()),
        }
    }

    /// The entry is on the disk when this returns.
    pub(super) fn append(&mut self, entry: &Entry) -> Result<()> {
        self.write_line(&entry.to_string())
    }

    fn write_line(&mut self, line: &str) -> Result<()> {
        let written =
            self.file.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.file.sync_data());
        written.with_context(|| format!("cannot write {}", self.path.display()))
    }
}
