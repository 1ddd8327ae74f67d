//! Test support: temporary folders and sample rows.

#![allow(clippy::unwrap_used, dead_code, unreachable_pub, reason = "each test file uses its own part")]

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use store::{Append, GameId, GameState, KeyKind, KeyRow, NewEvent, NewGame, PersonRow, Scope};

/// A temporary folder, which is deleted when the test ends.
pub struct TempFolder(PathBuf);

impl TempFolder {
    pub fn new() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!("detente-store-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TempFolder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

pub fn id(n: u8) -> GameId {
    GameId::from_bits([n; 10])
}

pub fn event(text: &str) -> NewEvent {
    NewEvent { at: 1000, record: text.to_owned() }
}

pub fn new_game(n: u8) -> NewGame {
    NewGame {
        id: id(n),
        variant: "standard".to_owned(),
        maker: 7,
        made: 900 + i64::from(n),
        listed: true,
        charter: format!("charter {n}"),
        summary: format!("card {n}"),
        state: GameState::Gathering,
        due: None,
        bots_due: false,
        has_news: false,
        members: Vec::new(),
        events: Vec::new(),
    }
}

pub fn append(n: u8, expected: u64, events: &[&str]) -> Append {
    Append {
        game: id(n),
        expected,
        events: events.iter().map(|text| event(text)).collect(),
        nonce: None,
        summary: format!("card {n} after {expected}"),
        state: GameState::Underway,
        due: None,
        bots_due: false,
        has_news: false,
        bots_claimed_until: 0,
        members: None,
    }
}

pub fn person(id: u64, handle: &str) -> PersonRow {
    PersonRow {
        id,
        handle: handle.to_owned(),
        name: handle.to_uppercase(),
        language: "nl".to_owned(),
        made: 5,
        last_seen: 6,
        passphrase: None,
        recovery: None,
    }
}

pub fn key(hash: u8, person: u64, expires: Option<i64>) -> KeyRow {
    KeyRow {
        hash: [hash; 32],
        person,
        kind: KeyKind::Link,
        label: "telephone".to_owned(),
        made: 1,
        expires,
        scope: Scope::Play,
        used: None,
    }
}
