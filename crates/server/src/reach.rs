//! The addresses at which phones in the same network reach this server.

use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};

/// The addresses, or what is missing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reach {
    /// The best first: `http://192.168.1.7:1901`.
    pub urls: Vec<String>,
    pub problem: Option<ReachProblem>,
}

/// Why phones cannot reach the server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReachProblem {
    /// The server listens for this machine only.
    LoopbackOnly,
    /// This machine is in no network.
    NoNetwork,
}

rules::keyed!(ReachProblem { LoopbackOnly = "loopback_only", NoNetwork = "no_network" });

/// At most this many addresses are shown: a machine with many virtual networks has hundreds.
pub const MAX_REACH_URLS: usize = 6;

/// An address of this machine, and the name of its interface.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InterfaceAddress {
    pub ip: IpAddr,
    pub interface: String,
}

/// How a server that listens there is reached. `default_route` is the address from which this machine reaches the
/// rest of the world, most often that of the network with the phones.
pub fn reach(
    public_url: Option<&str>,
    listen: SocketAddr,
    addresses: &[InterfaceAddress],
    default_route: Option<IpAddr>,
) -> Reach {
    if let Some(url) = public_url {
        return Reach { urls: vec![url.trim_end_matches('/').to_owned()], problem: None };
    }
    if listen.ip().is_loopback() {
        return Reach { urls: Vec::new(), problem: Some(ReachProblem::LoopbackOnly) };
    }
    let mut found: Vec<(Preference, IpAddr)> = addresses
        .iter()
        .filter(|address| {
            listen.ip().is_unspecified() && (listen.is_ipv6() || address.ip.is_ipv4())
                || address.ip == listen.ip()
        })
        .filter(|address| can_be_typed(address.ip))
        .map(|address| (preference(address, default_route), address.ip))
        .collect();
    if found.is_empty() && !listen.ip().is_unspecified() {
        found.push((Preference::Usual, listen.ip()));
    }
    found.sort_unstable();
    found.dedup();
    let url = |(_, ip): (Preference, IpAddr)| format!("http://{}", SocketAddr::new(ip, listen.port()));
    let urls: Vec<String> = found.into_iter().take(MAX_REACH_URLS).map(url).collect();
    let problem = urls.is_empty().then_some(ReachProblem::NoNetwork);
    Reach { urls, problem }
}

/// Which addresses come first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Preference {
    DefaultRoute,
    Usual,
    /// Nobody types them with pleasure.
    Ipv6,
    /// Only other programs of this machine are there.
    Virtual,
}

fn preference(address: &InterfaceAddress, default_route: Option<IpAddr>) -> Preference {
    const VIRTUAL: [&str; 5] = ["docker", "br-", "virbr", "podman", "vEthernet"];
    if VIRTUAL.iter().any(|name| address.interface.starts_with(name)) {
        Preference::Virtual
    } else if Some(address.ip) == default_route {
        Preference::DefaultRoute
    } else if address.ip.is_ipv6() {
        Preference::Ipv6
    } else {
        Preference::Usual
    }
}

/// Loopback addresses are this machine. Link-local addresses of IPv6 have a zone that differs from device to device.
fn can_be_typed(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => !ip.is_loopback() && !ip.is_unspecified(),
        IpAddr::V6(ip) => !ip.is_loopback() && !ip.is_unspecified() && !ip.is_unicast_link_local(),
    }
}

/// A QR code for a terminal, with a white border, so that it can be read on dark and on light screens.
pub fn terminal_qr_code(text: &str) -> String {
    use qrcode::render::unicode::Dense1x2;
    let Ok(code) = qrcode::QrCode::new(text) else { return String::new() };
    let mut picture =
        code.render::<Dense1x2>().dark_color(Dense1x2::Light).light_color(Dense1x2::Dark).build();
    picture.push('\n');
    picture
}

/// Whether the host of this address is in a private network.
pub fn is_local_url(url: &str) -> bool {
    let host = url.split_once("://").map_or(url, |(_, rest)| rest);
    host.parse::<SocketAddr>().is_ok_and(|address| crate::allowed_hosts::is_local(address.ip()))
}

/// The addresses of this machine. Empty if the system does not say.
pub fn interface_addresses() -> Vec<InterfaceAddress> {
    let found = if_addrs::get_if_addrs().unwrap_or_else(|error| {
        tracing::warn!(%error, "the addresses of this machine are not known");
        Vec::new()
    });
    found
        .into_iter()
        .filter(|one| !one.is_loopback())
        .map(|one| InterfaceAddress { ip: one.ip(), interface: one.name })
        .collect()
}

/// The address from which this machine would send to the internet. Nothing is sent.
pub fn default_route_address() -> Option<IpAddr> {
    // An address for documents: nobody has it.
    const ELSEWHERE: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(ELSEWHERE).ok()?;
    Some(socket.local_addr().ok()?.ip()).filter(|ip| !ip.is_unspecified())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(
        public_url: Option<&str>,
        listen: &str,
        addresses: &[(&str, &str)],
        expected: Result<&[&str], ReachProblem>,
    ) {
        let addresses: Vec<InterfaceAddress> = addresses
            .iter()
            .map(|(interface, ip)| InterfaceAddress {
                ip: ip.parse().expect("an address"),
                interface: (*interface).to_owned(),
            })
            .collect();
        let route = addresses.last().map(|address| address.ip);
        let found = reach(public_url, listen.parse().expect("an address"), &addresses, route);
        let expected = match expected {
            Ok(urls) => Reach { urls: urls.iter().map(|url| (*url).to_owned()).collect(), problem: None },
            Err(problem) => Reach { urls: Vec::new(), problem: Some(problem) },
        };
        assert_eq!(found, expected, "{listen}");
    }

    #[test]
    fn the_address_of_the_network_with_the_phones_comes_first() {
        let all = [
            ("docker0", "172.17.0.1"),
            ("eth0", "10.0.0.4"),
            ("wlan0", "fe80::1"),
            ("wlan0", "fd00::7"),
            ("wlan0", "192.168.1.7"),
        ];
        let four = ["http://192.168.1.7:1901", "http://10.0.0.4:1901", "http://172.17.0.1:1901"];
        check(None, "0.0.0.0:1901", &all, Ok(&four));
        let with_six =
            ["http://192.168.1.7:80", "http://10.0.0.4:80", "http://[fd00::7]:80", "http://172.17.0.1:80"];
        check(None, "[::]:80", &all, Ok(&with_six));
        check(None, "10.0.0.4:1901", &all, Ok(&["http://10.0.0.4:1901"]));
        check(Some("https://games.example/"), "127.0.0.1:1901", &all, Ok(&["https://games.example"]));
    }

    #[test]
    fn what_is_missing_is_said() {
        check(None, "127.0.0.1:1901", &[("eth0", "10.0.0.4")], Err(ReachProblem::LoopbackOnly));
        check(None, "0.0.0.0:1901", &[("wlan0", "fe80::1")], Err(ReachProblem::NoNetwork));
        check(None, "0.0.0.0:1901", &[], Err(ReachProblem::NoNetwork));
    }

    #[test]
    fn few_addresses_are_shown() {
        let names: Vec<String> = (1..100).map(|i| format!("10.0.0.{i}")).collect();
        let all: Vec<InterfaceAddress> = names
            .iter()
            .map(|ip| InterfaceAddress { ip: ip.parse().expect("an address"), interface: "tap".to_owned() })
            .collect();
        let found = reach(None, SocketAddr::from(([0, 0, 0, 0], 1901)), &all, None);
        assert_eq!(found.urls.len(), MAX_REACH_URLS);
    }
}
