//! People, and what is kept about them.

use crate::{GameId, Reply};

/// A hash of something that must not be readable in the database: a key, a recovery code.
pub type Hash = [u8; 32];

/// People, the keys that prove who they are, whom they mute or block, and what they report.
pub trait People: Send + Sync + 'static {
    /// False if the id, the handle or the recovery code is somebody's already.
    fn add_person(&self, row: PersonRow) -> Reply<'_, bool>;

    fn person(&self, id: u64) -> Reply<'_, Option<PersonRow>>;

    fn person_by_handle(&self, handle: &str) -> Reply<'_, Option<PersonRow>>;

    fn person_by_recovery(&self, hash: Hash) -> Reply<'_, Option<PersonRow>>;

    /// False if there is no such person, or if somebody else has the handle or the recovery code.
    fn update_person(&self, row: PersonRow) -> Reply<'_, bool>;

    /// Deletes a person with keys, memberships and restrictions. Reports stay, without the person's id.
    fn delete_person(&self, id: u64) -> Reply<'_, bool>;

    /// False if the hash is known already or there is no such person.
    fn add_key(&self, row: KeyRow) -> Reply<'_, bool>;

    /// The key, also if it has expired.
    fn key(&self, hash: Hash) -> Reply<'_, Option<KeyRow>>;

    /// Deletes a key and returns it: of several who try, one gets it.
    fn take_key(&self, hash: Hash) -> Reply<'_, Option<KeyRow>>;

    /// Deletes a key of this person.
    fn delete_key(&self, hash: Hash, person: u64) -> Reply<'_, bool>;

    fn keys_of(&self, person: u64) -> Reply<'_, Vec<KeyRow>>;

    /// None: `person` no longer mutes or blocks `other`.
    fn set_restriction(&self, person: u64, other: u64, restriction: Option<Restriction>) -> Reply<'_, ()>;

    /// Whom this person mutes or blocks.
    fn restrictions(&self, person: u64) -> Reply<'_, Vec<(u64, Restriction)>>;

    fn add_report(&self, row: ReportRow) -> Reply<'_, ()>;
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PersonRow {
    pub id: u64,
    /// A public name of this person that nobody else has.
    pub handle: String,
    pub name: String,
    pub language: String,
    pub made: i64,
    pub seen: i64,
    /// As the password hash writes itself.
    pub passphrase: Option<String>,
    /// The hash of the recovery code.
    pub recovery: Option<Hash>,
}

/// Something that proves who somebody is. Only its hash is kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct KeyRow {
    pub hash: Hash,
    pub person: u64,
    pub kind: KeyKind,
    pub label: String,
    pub made: i64,
    pub expires: Option<i64>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum KeyKind {
    Cookie,
    /// A token for a program.
    Program,
    /// A link that works once.
    Link,
}

rules::keyed!(KeyKind { Cookie = "browser", Program = "program", Link = "link" });

/// What somebody does not want of somebody else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Restriction {
    /// Their messages.
    Mute,
    /// Their company in a game.
    Block,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportRow {
    pub at: i64,
    /// None: somebody who has since been deleted.
    pub by: Option<u64>,
    pub about: Option<u64>,
    pub game: Option<GameId>,
    pub text: String,
}
