//! The options that set limits, and the number of files that the process may open.

use clap::builder::RangedU64ValueParser;
use server::{Config, Limits, RESERVED_OPEN_FILES};

/// docs/hosting.md has these and all other limits, with what happens above them.
#[derive(Debug, Clone, clap::Args)]
#[command(next_help_heading = "Limits (docs/hosting.md has all)")]
pub(crate) struct LimitArgs {
    /// Requests a second of one caller that change something.
    #[arg(long, env = "DETENTE_RATE", value_name = "COUNT", default_value_t = Config::DEFAULT_RATE)]
    rate: u32,
    /// Open connections in all [default: what the limit of open files allows].
    #[arg(long, env = "DETENTE_MAX_CONNECTIONS", value_name = "COUNT", value_parser = count())]
    max_connections: Option<usize>,
    /// Open connections of one address; of one client address behind a proxy [default: 256, at most a quarter
    /// of all].
    #[arg(long, env = "DETENTE_MAX_CONNECTIONS_PER_ADDRESS", value_name = "COUNT", value_parser = count())]
    max_connections_per_address: Option<usize>,
    /// Event streams of one address [default: three quarters of its connections].
    #[arg(long, env = "DETENTE_MAX_STREAMS_PER_ADDRESS", value_name = "COUNT", value_parser = count())]
    max_streams_per_address: Option<usize>,
    /// Event streams of one person.
    #[arg(long, env = "DETENTE_MAX_STREAMS_PER_PERSON", value_name = "COUNT", value_parser = count(),
        default_value_t = USUAL.max_streams_per_person)]
    max_streams_per_person: usize,
    /// Requests that wait for a picture.
    #[arg(long, env = "DETENTE_MAX_WAITING_PICTURES", value_name = "COUNT", value_parser = count(),
        default_value_t = USUAL.max_waiting_pictures)]
    max_waiting_pictures: usize,
    /// Requests that wait for advice.
    #[arg(long, env = "DETENTE_MAX_WAITING_ADVICE", value_name = "COUNT", value_parser = count(),
        default_value_t = USUAL.max_waiting_advice)]
    max_waiting_advice: usize,
    /// Requests that wait for a passphrase to be checked.
    #[arg(long, env = "DETENTE_MAX_WAITING_PASSPHRASES", value_name = "COUNT", value_parser = count(),
        default_value_t = USUAL.max_waiting_passphrases)]
    max_waiting_passphrases: usize,
    /// Open games that one person has created.
    #[arg(long, env = "DETENTE_MAX_OPEN_GAMES", value_name = "COUNT", value_parser = count(),
        default_value_t = USUAL.max_open_games)]
    max_open_games: usize,
    /// Seconds of processor time an hour that one person, and one address, may use for pictures, exports,
    /// advice and games of bots.
    #[arg(long, env = "DETENTE_WORK_BUDGET", value_name = "SECONDS",
        default_value_t = Config::DEFAULT_WORK_SECONDS_PER_HOUR)]
    work_budget: u32,
}

const USUAL: Limits = Limits::for_open_files(Config::DEFAULT_OPEN_FILES);
const MAX_COUNT: u64 = 1_000_000_000;

fn count() -> RangedU64ValueParser<usize> {
    RangedU64ValueParser::new().range(1..=MAX_COUNT)
}

impl LimitArgs {
    pub(crate) fn rate(&self) -> u32 {
        self.rate.max(1)
    }

    pub(crate) fn work_seconds_per_hour(&self) -> u32 {
        self.work_budget.max(1)
    }

    /// The limits of this process. Raises its limit of open files if necessary.
    pub(crate) fn limits(&self) -> Limits {
        let asked = self.max_connections.unwrap_or(USUAL.max_connections);
        let open_files = raise_open_files(asked.saturating_add(RESERVED_OPEN_FILES));
        let usual = Limits::for_open_files(open_files.min(Config::DEFAULT_OPEN_FILES));
        let possible = Limits::for_open_files(open_files).max_connections;
        if self.max_connections.is_some() && asked > possible {
            tracing::warn!(
                asked,
                possible,
                open_files,
                "fewer connections than wanted: the limit of open files is too low"
            );
        }
        let max_connections = asked.min(possible);
        let share = usual.max_connections_per_address.min((max_connections / 4).max(1));
        let max_connections_per_address = self.max_connections_per_address.unwrap_or(share);
        let streams = (max_connections_per_address * 3 / 4).max(1);
        Limits {
            max_connections,
            max_connections_per_address,
            max_streams_per_address: self.max_streams_per_address.unwrap_or(streams),
            max_streams_per_person: self.max_streams_per_person,
            max_waiting_pictures: self.max_waiting_pictures,
            max_waiting_advice: self.max_waiting_advice,
            max_waiting_passphrases: self.max_waiting_passphrases,
            max_open_games: self.max_open_games,
            ..usual
        }
    }
}

/// What is assumed if the system does not say how many files may be open.
const ASSUMED_OPEN_FILES: u64 = 256;

/// Raises the limit of open files as far as the server has a use for it and the system allows. Returns it.
fn raise_open_files(wanted: usize) -> usize {
    let open_files = rlimit::increase_nofile_limit(wanted as u64).unwrap_or_else(|error| {
        tracing::warn!(%error, "the limit of open files could not be raised");
        ASSUMED_OPEN_FILES
    });
    usize::try_from(open_files).unwrap_or(usize::MAX)
}
