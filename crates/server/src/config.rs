//! What whoever runs the server chooses.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use crate::world::Worlds;

#[derive(Clone, Debug)]
pub struct Config {
    pub listen: SocketAddr,
    pub data: PathBuf,
    /// How people reach the server, for links; none: as the request says.
    pub public_url: Option<String>,
    /// Requests a second and caller that change something; more are refused.
    pub rate: u32,
    /// Whether `X-Forwarded-For` and `X-Forwarded-Proto` are believed.
    pub behind_proxy: bool,
    /// How many programs think at a time.
    pub thinkers: usize,
    /// The maps that are played.
    pub worlds: Worlds,
    /// How long to serve on after it was told to stop, so that a balancer notices.
    pub drain: Duration,
}

impl Config {
    pub const PORT: u16 = 1901;
    pub const RATE: u32 = 20;

    /// A server on this machine, for this machine.
    pub fn local(data: PathBuf) -> Self {
        Self {
            listen: SocketAddr::from(([127, 0, 0, 1], Self::PORT)),
            data,
            public_url: None,
            rate: Self::RATE,
            behind_proxy: false,
            drain: Duration::ZERO,
            worlds: Worlds::built_in(),
            thinkers: std::thread::available_parallelism().map_or(1, |cores| cores.get().div_ceil(2)),
        }
    }

    /// Whether browsers should send the cookie over TLS only.
    pub fn is_secure(&self) -> bool {
        self.public_url.as_deref().is_some_and(|url| url.starts_with("https://"))
    }
}
