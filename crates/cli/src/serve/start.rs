//! The text that is printed when the server has started, and opening the browser.

use std::fmt::Write as _;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use server::reach::{
    Reach, ReachProblem, default_route_address, interface_addresses, is_local_url, reach, terminal_qr_code,
};

use crate::store::StoreLocation;

/// The contents of the start text.
pub(crate) struct StartInfo {
    address: SocketAddr,
    public_url: Option<String>,
    location: StoreLocation,
    pub(crate) admin_listen: Option<SocketAddr>,
    open: bool,
    /// How phones reach the server. None without `--table`.
    reach: Option<Reach>,
}

impl StartInfo {
    pub(crate) fn new(args: &super::Args, address: SocketAddr, location: StoreLocation) -> Self {
        let phones =
            || reach(args.public_url.as_deref(), address, &interface_addresses(), default_route_address());
        Self {
            reach: args.table.then(phones),
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
        if let Some(reach) = &self.reach {
            phone_lines(reach, &mut line);
        } else if ip.is_loopback() {
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
        if let Some(url) = self.reach.as_ref().and_then(|reach| reach.urls.first()) {
            // After the line that programs wait for.
            block.push('\n');
            block.push_str(&terminal_qr_code(url));
        }
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

/// Which address phones open, or why there is none, and what that means.
fn phone_lines(reach: &Reach, line: &mut impl FnMut(&str, &str)) {
    match (reach.urls.split_first(), reach.problem) {
        (Some((first, others)), _) => {
            line("Phones", &format!("{first} in the same network, or the QR code below"));
            for other in others {
                line("", &format!("{other} if that does not work"));
            }
            let who = if reach.urls.iter().all(|url| is_local_url(url)) {
                "everybody in this network can open the page; nothing is encrypted, so use no passphrase of yours"
            } else {
                "ATTENTION: one of these addresses is public, so strangers on the internet may open the page"
            };
            line("Safety", who);
        }
        (None, Some(ReachProblem::LoopbackOnly)) => {
            line(
                "Phones",
                "cannot reach this machine: --listen names an address of this machine only; leave it out",
            );
        }
        (None, Some(ReachProblem::NoNetwork) | None) => {
            line(
                "Phones",
                "cannot reach this machine: it is in no network. Connect it to the Wi-Fi of the phones,",
            );
            line("", "or to a hotspot that one of them opens, and start again");
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
