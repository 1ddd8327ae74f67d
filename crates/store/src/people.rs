//! The trait and the row types for people: accounts, login keys, mutes and blocks, reports.

use crate::{GameId, Reply};

/// The hash of a secret that must not be readable in the database: a key or a recovery code.
pub type SecretHash = [u8; 32];

/// People, the keys they log in with, whom they mute or block, how far they got in the course,
/// and what they report.
pub trait People: Send + Sync + 'static {
    /// False if somebody has the id, the handle or the recovery code already.
    fn add_person(&self, row: PersonRow) -> Reply<'_, bool>;

    fn person(&self, id: u64) -> Reply<'_, Option<PersonRow>>;

    fn person_by_handle(&self, handle: &str) -> Reply<'_, Option<PersonRow>>;

    fn person_by_recovery(&self, hash: SecretHash) -> Reply<'_, Option<PersonRow>>;

    /// False if there is no such person, or if somebody else has the handle or the recovery code.
    fn update_person(&self, row: PersonRow) -> Reply<'_, bool>;

    /// Deletes a person with all keys, memberships, restrictions and the progress in the course. Reports stay, without the person's id.
    fn delete_person(&self, id: u64) -> Reply<'_, bool>;

    /// False if a key with this hash exists already or there is no such person.
    fn add_key(&self, row: KeyRow) -> Reply<'_, bool>;

    /// The key, also if it has expired.
    fn key(&self, hash: SecretHash) -> Reply<'_, Option<KeyRow>>;

    /// Deletes a key and returns it. If several callers try, one gets it.
    fn take_key(&self, hash: SecretHash) -> Reply<'_, Option<KeyRow>>;

    /// Deletes a key if it belongs to this person.
    fn delete_key(&self, hash: SecretHash, person: u64) -> Reply<'_, bool>;

    fn keys_of(&self, person: u64) -> Reply<'_, Vec<KeyRow>>;

    /// Notes when a key was used, and until when it works from now on.
    fn touch_key(&self, hash: SecretHash, used: i64, expires: Option<i64>) -> Reply<'_, ()>;

    /// Makes `person` mute or block `other`; None ends that.
    fn set_restriction(&self, person: u64, other: u64, restriction: Option<Restriction>) -> Reply<'_, ()>;

    /// Whom this person mutes or blocks.
    fn restrictions(&self, person: u64) -> Reply<'_, Vec<(u64, Restriction)>>;

    /// Stores how far this person got in the course. False if there is no such person.
    fn set_course_progress(&self, person: u64, progress: &str) -> Reply<'_, bool>;

    /// What was stored last of this person's progress.
    fn course_progress(&self, person: u64) -> Reply<'_, Option<String>>;

    /// Returns the number of the report.
    fn add_report(&self, row: ReportRow) -> Reply<'_, u64>;
}

/// A stored person.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PersonRow {
    pub id: u64,
    /// The unique public name of this person.
    pub handle: String,
    pub name: String,
    pub language: String,
    pub made: i64,
    pub last_seen: i64,
    /// The hash of the passphrase, in the text format of the password hash.
    pub passphrase: Option<String>,
    /// The hash of the recovery code.
    pub recovery: Option<SecretHash>,
}

/// A login key: a secret that proves who somebody is. Only its hash is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyRow {
    pub hash: SecretHash,
    pub person: u64,
    pub kind: KeyKind,
    pub label: String,
    pub made: i64,
    pub expires: Option<i64>,
    /// What an API token may do. The key of a browser may do everything.
    pub scope: Scope,
    pub used: Option<i64>,
}

/// What an API token may do. Each may do what those before it may.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Scope {
    /// Read what its person may read.
    Read,
    /// Make, join, lead and play games.
    Play,
    /// Change the name, mute, block and report.
    Manage,
}

rules::keyed!(Scope { Read = "read", Play = "play", Manage = "manage" });

/// What a login key is used for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum KeyKind {
    /// A session in a browser.
    Cookie,
    /// An API token for a program.
    Program,
    /// A login link that works once.
    Link,
}

rules::keyed!(KeyKind { Cookie = "browser", Program = "program", Link = "link" });

/// What a person does not want from another person.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Restriction {
    /// Their messages.
    Mute,
    /// To be in a game with them.
    Block,
}

/// A stored report about a person or a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportRow {
    pub at: i64,
    /// The person who reports; None if that person is deleted.
    pub by: Option<u64>,
    pub about: Option<u64>,
    pub game: Option<GameId>,
    pub text: String,
}
