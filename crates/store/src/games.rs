//! Games: their logs, and lists of them.

use tokio::sync::broadcast;

use crate::{Appended, Created, GameId, Reply};

/// Games: the log of each, which only grows, and lists of them.
pub trait Games: Send + Sync + 'static {
    /// Makes a game with its first events.
    fn create(&self, new: NewGame) -> Reply<'_, Created>;

    /// Adds events if the game still has the expected version.
    fn append(&self, append: Append) -> Reply<'_, Appended>;

    /// The version that the append with this nonce led to, if it was done.
    fn find_append(&self, id: GameId, nonce: &str) -> Reply<'_, Option<u64>>;

    fn game(&self, id: GameId) -> Reply<'_, Option<GameRow>>;

    /// The events with versions above `after`, in order; the first event of a game has version 1.
    fn events(&self, id: GameId, after: u64, limit: usize) -> Reply<'_, Vec<EventRow>>;

    /// The versions of these games; those that are gone are left out.
    fn versions(&self, ids: Vec<GameId>) -> Reply<'_, Vec<(GameId, VersionStamp)>>;

    /// Notices that games have changed, if others than this store's owner can change them. One may be lost;
    /// [`versions`](Self::versions) are certain.
    fn change_notices(&self) -> Option<broadcast::Receiver<ChangeNotice>>;

    /// Games that everybody may find, the newest first, from those with a number below `before`.
    fn listed_games(
        &self,
        state: Option<GameState>,
        before: Option<u64>,
        limit: usize,
    ) -> Reply<'_, Vec<CardRow>>;

    /// All games, for administrators, in the order of [`listed_games`](Self::listed_games).
    fn all_games(&self, before: Option<u64>, limit: usize) -> Reply<'_, Vec<CardRow>>;

    /// The games that a person is a member of, the newest first.
    fn games_of(&self, person: u64, limit: usize) -> Reply<'_, Vec<CardRow>>;

    /// How many games of this maker are not over.
    fn count_open_games(&self, maker: u64) -> Reply<'_, u64>;

    /// Rewrites one event, or the charter (version 0), and the log is otherwise as it was. For one
    /// thing only: removing the name of somebody who wants to be forgotten.
    fn redact(&self, id: GameId, version: u64, record: String) -> Reply<'_, bool>;

    fn delete_game(&self, id: GameId) -> Reply<'_, bool>;
}

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
    /// Whether bots owe orders.
    pub bots_due: bool,
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
    /// Whether bots owe orders.
    pub bots_due: bool,
    /// Until when the writer runs the bots that owe orders: other nodes leave them alone.
    pub bots_taken_until: i64,
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

rules::keyed!(GameState { Gathering = "gathering", Underway = "underway", Over = "over" });

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
    pub bots_due: bool,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventRow {
    pub version: u64,
    pub at: i64,
    pub record: String,
}

/// Which state of its log a game has, for whoever has it in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VersionStamp {
    pub version: u64,
    /// How often a stored record was rewritten.
    pub rewrites: u64,
}

/// Something that another node may have done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChangeNotice {
    /// The game has this version or a higher one; the highest of all means: read its version again.
    Changed { game: GameId, version: u64 },
    /// Notices may have been lost: any game may have changed.
    Missed,
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
