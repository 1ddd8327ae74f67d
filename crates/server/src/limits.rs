//! The limits that a host can set. `limit_table.rs` lists them with all others.

use std::time::Duration;

/// How much people may have open, waiting or under way.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// Connections of all clients together.
    pub max_connections: usize,
    /// Connections of one address. Behind a trusted proxy: requests that are open at the same time.
    pub max_connections_per_address: usize,
    /// Event streams of one address.
    pub max_streams_per_address: usize,
    /// Event streams of one known person.
    pub max_streams_per_person: usize,
    /// Requests that wait for a picture, for advice, or for a passphrase to be hashed. More get 503.
    pub max_waiting_pictures: usize,
    pub max_waiting_advice: usize,
    pub max_waiting_passphrases: usize,
    /// Open games that one person has created.
    pub max_open_games: usize,
    pub timeouts: Timeouts,
}

/// How long a client may keep a connection waiting.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// For the head of a request, and between two requests.
    pub head: Duration,
    /// For the body of a request, from its head to its last byte.
    pub body: Duration,
    /// While the client takes nothing of an answer that is ready.
    pub write: Duration,
}

/// Open files that clients cannot use: the store, the administrators' address with its connections,
/// connections that are being refused, standard streams and the log.
pub const RESERVED_OPEN_FILES: usize = 128;
/// However few files may be open, this many clients are served.
pub(crate) const MIN_CONNECTIONS: usize = 16;
/// The usual limits of one address. A club or a school may be behind one, and the last quarter of its
/// connections is free for requests when all others are event streams.
pub(crate) const MAX_CONNECTIONS_PER_ADDRESS: usize = 256;
pub(crate) const MAX_STREAMS_PER_ADDRESS: usize = 192;
/// A program may listen to all games that it plays.
pub(crate) const MAX_STREAMS_PER_PERSON: usize = 100;
pub(crate) const MAX_WAITING_PICTURES: usize = 32;
pub(crate) const MAX_WAITING_ADVICE: usize = 4;
pub(crate) const MAX_WAITING_PASSPHRASES: usize = 32;
pub(crate) const MAX_OPEN_GAMES: usize = 50;

impl Timeouts {
    pub const DEFAULT: Self =
        Self { head: Duration::from_secs(20), body: Duration::from_secs(30), write: Duration::from_secs(30) };
}

impl Limits {
    /// The limits of a process that may open this many files, as long as the host sets no others.
    pub const fn for_open_files(open_files: usize) -> Self {
        let free = open_files.saturating_sub(RESERVED_OPEN_FILES);
        let max_connections = if free < MIN_CONNECTIONS { MIN_CONNECTIONS } else { free };
        // One address must leave room for others, also on a machine with few open files.
        let quarter = max_connections / 4;
        let share = if quarter < MAX_CONNECTIONS_PER_ADDRESS { quarter } else { MAX_CONNECTIONS_PER_ADDRESS };
        Self {
            max_connections,
            max_connections_per_address: share,
            max_streams_per_address: share * MAX_STREAMS_PER_ADDRESS / MAX_CONNECTIONS_PER_ADDRESS,
            max_streams_per_person: MAX_STREAMS_PER_PERSON,
            max_waiting_pictures: MAX_WAITING_PICTURES,
            max_waiting_advice: MAX_WAITING_ADVICE,
            max_waiting_passphrases: MAX_WAITING_PASSPHRASES,
            max_open_games: MAX_OPEN_GAMES,
            timeouts: Timeouts::DEFAULT,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_address_never_has_more_than_a_quarter() {
        for open_files in [0, 100, 256, 1024, 65_536] {
            let limits = Limits::for_open_files(open_files);
            assert!(limits.max_connections_per_address * 4 <= limits.max_connections, "{open_files}");
            assert!(limits.max_streams_per_address < limits.max_connections_per_address, "{open_files}");
            let fits = limits.max_connections + RESERVED_OPEN_FILES <= open_files;
            assert!(fits || limits.max_connections == MIN_CONNECTIONS, "{open_files}");
        }
        let usual = Limits::for_open_files(65_536);
        assert_eq!(usual.max_connections_per_address, MAX_CONNECTIONS_PER_ADDRESS);
        assert_eq!(usual.max_streams_per_address, MAX_STREAMS_PER_ADDRESS);
    }
}
