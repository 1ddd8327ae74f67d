//! The text that is printed when the server has started, and opening the browser.

use std::fmt::Write as _;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use crate::store::StoreLocation;

/// The contents of the start text.
pub(crate) struct StartInfo {
    address: SocketAddr,
    public_url: Option<String>,
    location: StoreLocation,
    pub(crate) admin_listen: Option<SocketAddr>,
    open: bool,
}

impl StartInfo {
    pub(crate) fn new(args: &super::Args, address: SocketAddr, location: StoreLocation) -> Self {
        Self {
            address,
            public_url: args.public_url.clone(),
            location,
            admin_listen: args.admin_listen,
            open: args.open,
        }
    }

    /// The start text. Programs read the address from its first line.
    pub(crate) fn start_text(&self, administrators: Option<SocketAddr>) -> String {
        let mut block = format!("Detente is ready: {}\n\n", self.url());
        let mut line = |label: &str, value: &str| {
            let _ = writeln!(block, "  {label:<7}{value}");
        };
        line("Open", &self.url());
        line("Data", &self.location.to_string());
        let ip = self.address.ip();
        let port = self.address.port();
        if ip.is_loopback() {
            line(
                "Reach",
                &format!("this machine only; for your network: --listen 0.0.0.0:{port} (docs/hosting.md)"),
            );
        } else if ip.is_unspecified() {
            line("Reach", &format!("everybody who reaches this machine, on port {port} (--listen)"));
        } else {
            line("Reach", &format!("everybody who reaches {} (--listen)", self.address));
        }
        if let Some(administrators) = administrators {
            line("Admin", &format!("http://{administrators}"));
        }
        line("Stop", "Ctrl-C");
        block
    }

    /// Opens the page if `--open` was given. Without a browser the server runs all the same.
    pub(crate) fn open_browser(&self) {
        if self.open
            && let Err(error) = open::that_detached(self.url())
        {
            eprintln!("No browser could be opened ({error}): open {} yourself.", self.url());
        }
    }

    fn url(&self) -> String {
        match &self.public_url {
            Some(url) => url.clone(),
            None => format!("http://{}", browser_address(self.address)),
        }
    }
}

/// An address that a browser on this machine can open. 0.0.0.0 means all addresses and cannot be opened
/// itself.
fn browser_address(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        ip if !ip.is_unspecified() => ip,
        IpAddr::V4(_) => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(_) => IpAddr::V6(Ipv6Addr::LOCALHOST),
    };
    SocketAddr::new(ip, address.port())
}
