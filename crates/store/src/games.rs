//! The trait and the row types for games: event logs, and lists of games.

use tokio::sync::broadcast;

use crate::maintenance::people_in_records;
use crate::{Appended, Created, GameId, Reply};

/// Games: an append-only event log per game, and lists of games.
pub trait Games: Send + Sync + 'static {
    /// Creates a game with its first events.
    fn create(&self, new: NewGame) -> Reply<'_, Created>;

    /// Appends events if the game still has the expected version.
    fn append(&self, append: Append) -> Reply<'_, Appended>;

    /// The version after the append with this nonce, if that append was done.
    fn find_append(&self, id: GameId, nonce: &str) -> Reply<'_, Option<u64>>;

    fn game(&self, id: GameId) -> Reply<'_, Option<GameRow>>;

    /// The events with versions above `after`, in order. The first event of a game has version 1.
    fn events(&self, id: GameId, after: u64, limit: usize) -> Reply<'_, Vec<EventRow>>;

    /// The versions of these games. Deleted games are left out.
    fn versions(&self, ids: Vec<GameId>) -> Reply<'_, Vec<(GameId, VersionStamp)>>;

    /// Notices that games have changed; None if only the owner of this store can change them. A notice may be
    /// lost; [`versions`](Self::versions) is reliable.
    fn change_notices(&self) -> Option<broadcast::Receiver<ChangeNotice>>;

    /// Public games with a number below `before`, newest first.
    fn listed_games(
        &self,
        state: Option<GameState>,
        before: Option<u64>,
        limit: usize,
    ) -> Reply<'_, Vec<GameSummaryRow>>;

    /// All games, also private ones, for administrators; same order as [`listed_games`](Self::listed_games).
    fn all_games(&self, before: Option<u64>, limit: usize) -> Reply<'_, Vec<GameSummaryRow>>;

    /// The games that a person is a member of, newest first.
    fn games_of(&self, person: u64, limit: usize) -> Reply<'_, Vec<GameSummaryRow>>;

    /// The games from this id to that one, both included, that are not over, with the smallest ids first.
    fn open_games_between(&self, first: GameId, last: GameId, limit: usize) -> Reply<'_, Vec<GameId>>;

    /// The number of games of this maker that are not over.
    fn count_open_games(&self, maker: u64) -> Reply<'_, u64>;

    /// Replaces the record of one event, or of the charter (version 0). False if there is no such record.
    /// It has one purpose: to remove the name of a person who wants to be deleted. The record is marked as
    /// rewritten, so that the change does not count as damage.
    fn redact(&self, id: GameId, version: u64, record: String) -> Reply<'_, bool>;

    /// Replaces the summary of a game, for the same purpose.
    fn set_summary(&self, id: GameId, summary: String) -> Reply<'_, bool>;

    /// Games with a number above `after` that this person made, or was ever a member of, with their numbers,
    /// oldest first.
    fn games_naming(&self, person: u64, after: u64, limit: usize) -> Reply<'_, Vec<(u64, GameId)>>;

    fn delete_game(&self, id: GameId) -> Reply<'_, bool>;
}

/// A game to create.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGame {
    pub id: GameId,
    pub variant: String,
    pub maker: u64,
    pub made: i64,
    /// Whether public lists show it.
    pub listed: bool,
    pub charter: String,
    /// The summary of the game for lists. The store does not read it.
    pub summary: String,
    pub state: GameState,
    pub due: Option<i64>,
    /// Whether bots owe orders.
    pub bots_due: bool,
    /// Whether somebody should be notified of these events.
    pub has_news: bool,
    pub members: Vec<u64>,
    /// Their versions start at 1.
    pub events: Vec<NewEvent>,
}

impl NewGame {
    /// Everybody whom the records name, and the maker.
    pub(crate) fn people(&self) -> Vec<u64> {
        let events = self.events.iter().map(|event| event.record.as_str());
        people_in_records(self.maker, std::iter::once(self.charter.as_str()).chain(events))
    }
}

/// Events to append, and the columns of the game after them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Append {
    pub game: GameId,
    /// The version before these events.
    pub expected: u64,
    pub events: Vec<NewEvent>,
    /// An identifier of this append, unique within the game. If the same append comes again because a reply
    /// was lost, it is not done twice. Include the person's id, so that nobody can use the nonce of another.
    pub nonce: Option<String>,
    pub summary: String,
    pub state: GameState,
    pub due: Option<i64>,
    /// Whether bots owe orders.
    pub bots_due: bool,
    /// Whether somebody should be notified of these events.
    pub has_news: bool,
    /// Until this time the caller runs the bots that owe orders, and other nodes do not.
    pub bots_claimed_until: i64,
    /// All members from now on; None: the members do not change.
    pub members: Option<Vec<u64>>,
}

/// An event to store.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewEvent {
    pub at: i64,
    pub record: String,
}

/// The state of a game: not started, being played, or over.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GameState {
    Gathering,
    Underway,
    Over,
}

rules::keyed!(GameState { Gathering = "gathering", Underway = "underway", Over = "over" });

/// A stored game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameRow {
    pub id: GameId,
    /// A serial number in the order of creation. The number of a deleted game is not used again.
    pub number: u64,
    pub variant: String,
    pub maker: u64,
    pub made: i64,
    pub listed: bool,
    pub charter: String,
    pub summary: String,
    pub version: u64,
    pub state: GameState,
    pub due: Option<i64>,
    pub bots_due: bool,
}

/// A stored event.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EventRow {
    pub version: u64,
    pub at: i64,
    pub record: String,
}

/// The state of a game's log. A cached copy of the game is current if it has the same stamp.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct VersionStamp {
    pub version: u64,
    /// How many times a stored record was replaced (see [`Games::redact`]).
    pub rewrites: u64,
}

/// A notice about a change that another node made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChangeNotice {
    /// The game has this version or a higher one. `u64::MAX` means: read its version again.
    Changed { game: GameId, version: u64 },
    /// Notices may be lost: any game may have changed.
    Missed,
}

/// A game in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameSummaryRow {
    pub id: GameId,
    /// The next page of the list starts below this number.
    pub number: u64,
    pub summary: String,
    pub state: GameState,
    pub version: u64,
    pub made: i64,
}
