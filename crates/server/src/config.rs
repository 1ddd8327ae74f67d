//! The server's configuration: address, data folder, limits, proxies, variants.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use crate::allowed_hosts::AllowedHosts;
use crate::bot_games::BotGames;
use crate::client_address::TrustedProxies;
use crate::content::Variants;
use crate::limits::Limits;
use crate::notifications::config::NotificationConfig;

#[derive(Clone, Debug)]
pub struct Config {
    pub listen: SocketAddr,
    pub data: PathBuf,
    /// The public address, for links. None: the `Host` header of the request.
    pub public_url: Option<String>,
    /// Which `Host` headers links may follow if there is no public address.
    pub allowed_hosts: AllowedHosts,
    pub host_texts: HostTexts,
    /// How many writing requests each caller may send per second. More are refused.
    pub rate: u32,
    /// Whose `X-Forwarded-For` header is believed.
    pub proxies: TrustedProxies,
    pub limits: Limits,
    /// How many bots think and pictures are drawn at the same time.
    pub max_cpu_tasks: usize,
    /// How many seconds of processor time per hour one person, and one address, may use for pictures, exports,
    /// advice and games of bots.
    pub work_seconds_per_hour: u32,
    /// Whether games that only bots play are allowed.
    pub bot_games: BotGames,
    /// The maps that can be played.
    pub variants: Variants,
    /// How people are notified of what happened.
    pub notifications: NotificationConfig,
    /// How long to keep serving after the stop signal, so that the load balancer notices.
    pub drain: Duration,
}

/// Texts of the host that every page links to.
#[derive(Clone, Debug, Default)]
pub struct HostTexts {
    pub imprint: Option<String>,
    pub privacy: Option<String>,
}

impl HostTexts {
    /// The longest text.
    pub const MAX_BYTES: usize = 100_000;
}

impl Config {
    pub const DEFAULT_PORT: u16 = 1901;
    pub const DEFAULT_RATE: u32 = 20;
    /// The limit of open files that the server asks for, as in its service file.
    pub const DEFAULT_OPEN_FILES: usize = 65_536;
    pub const DEFAULT_WORK_SECONDS_PER_HOUR: u32 = 600;

    /// A server that only this machine can reach.
    pub fn local(data: PathBuf) -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], Self::DEFAULT_PORT)),
            data,
            public_url: None,
            allowed_hosts: AllowedHosts::default(),
            host_texts: HostTexts::default(),
            rate: Self::DEFAULT_RATE,
            proxies: TrustedProxies::default(),
            limits: Limits::for_open_files(Self::DEFAULT_OPEN_FILES),
            drain: Duration::ZERO,
            work_seconds_per_hour: Self::DEFAULT_WORK_SECONDS_PER_HOUR,
            bot_games: BotGames::Slow,
            notifications: NotificationConfig::default(),
            variants: Variants::built_in(),
            max_cpu_tasks: std::thread::available_parallelism().map_or(1, |cores| cores.get().div_ceil(2)),
        }
    }

    /// Whether browsers should send the cookie over TLS only.
    pub fn is_secure(&self) -> bool {
        self.public_url.as_deref().is_some_and(|url| url.starts_with("https://"))
    }
}
