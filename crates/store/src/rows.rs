//! What goes into a store and what comes out.

use crate::{GameId, Hash};

/// A game to be made.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGame {
    pub id: GameId,
    pub variant: String,
    pub maker: u64,
    pub made: i64,
    /// Whether everybody may find it.
    pub listed: bool,
    pub charter: String,
    /// What lists show of the game; the store does not look into it.
    pub card: String,
    pub state: GameState,
    pub due: Option<i64>,
    /// Whether programs owe something.
    pub errand: bool,
    pub members: Vec<u64>,
    /// They get the versions from 1 on.
    pub events: Vec<NewEvent>,
}

/// Events to be added, and what the game is like after them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Append {
    pub game: GameId,
    /// The version before these events.
    pub expected: u64,
    pub events: Vec<NewEvent>,
    /// A name for this append that no other of the game has: if it comes a second time, because an
    /// answer was lost, it is not done twice. Put the person into it: people must not guess others'.
    pub nonce: Option<String>,
    pub card: String,
    pub state: GameState,
    pub due: Option<i64>,
    pub errand: bool,
    /// Until when the writer takes on what programs owe: other nodes leave it alone.
    pub errand_taken: i64,
    /// All members from now on; None: those who were.
    pub members: Option<Vec<u64>>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewEvent {
    pub at: i64,
    pub record: String,
}

/// How far a game has come.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameState {
    Gathering,
    Underway,
    Over,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRow {
    pub id: GameId,
    /// Games are counted as they are made; the number of a deleted one is not given again.
    pub number: u64,
    pub variant: String,
    pub maker: u64,
    pub made: i64,
    pub listed: bool,
    pub charter: String,
    pub card: String,
    pub version: u64,
    pub state: GameState,
    pub due: Option<i64>,
    pub errand: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventRow {
    pub version: u64,
    pub at: i64,
    pub record: String,
}

/// How far a game has come, for whoever has it in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mark {
    pub version: u64,
    /// How often a stored record was rewritten.
    pub rewrites: u64,
}

/// Something that another node may have done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Hint {
    /// The game has this version or a higher one; the highest of all says: look again.
    Changed { game: GameId, version: u64 },
    /// Hints may have been lost: any game may have changed.
    Missed,
}

/// How much there is, for administrators.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Census {
    pub gathering: u64,
    pub underway: u64,
    pub over: u64,
    pub people: u64,
    /// Games whose deadline has passed.
    pub due: u64,
    /// Games in which programs owe something.
    pub errands: u64,
}

/// A game with everything that is kept of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WholeGame {
    pub game: GameRow,
    pub events: Vec<EventRow>,
    pub backstage: Backstage,
}

/// What players never see of a game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Backstage {
    /// In the order of their numbers.
    pub members: Vec<u64>,
    /// Appends that had a name, with the version that each led to, by name.
    pub nonces: Vec<(String, u64)>,
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardRow {
    pub id: GameId,
    /// What the next page of the list starts below.
    pub number: u64,
    pub card: String,
    pub state: GameState,
    pub version: u64,
    pub made: i64,
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

/// What somebody does not want of somebody else.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shun {
    /// Their words.
    Mute,
    /// Their company.
    Block,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportRow {
    pub at: i64,
    /// None: somebody who has since been forgotten.
    pub by: Option<u64>,
    pub about: Option<u64>,
    pub game: Option<GameId>,
    pub text: String,
}
