//! The address of a client, which rate limits count: the peer of the connection, or what trusted proxies wrote
//! into `X-Forwarded-For`.

use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use axum::http::HeaderMap;

/// A range of addresses: those that begin with the same bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Network {
    address: IpAddr,
    prefix_bits: u8,
}

/// Why a text is not a network.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct InvalidNetwork;

impl fmt::Display for InvalidNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not an address or network, for example 192.0.2.7, 10.1.0.0/16 or 2001:db8::/32")
    }
}

impl std::error::Error for InvalidNetwork {}

/// `192.0.2.7`, `10.1.0.0/16` or `2001:db8::/32`.
impl FromStr for Network {
    type Err = InvalidNetwork;

    fn from_str(text: &str) -> Result<Self, InvalidNetwork> {
        let (address, prefix) = match text.trim().split_once('/') {
            Some((address, prefix)) => (address, Some(prefix)),
            None => (text.trim(), None),
        };
        let address: IpAddr = address.parse().map_err(|_| InvalidNetwork)?;
        let all_bits = if address.is_ipv4() { 32 } else { 128 };
        let prefix_bits = match prefix {
            Some(prefix) => prefix.parse().map_err(|_| InvalidNetwork)?,
            None => all_bits,
        };
        if prefix_bits > all_bits {
            return Err(InvalidNetwork);
        }
        Ok(Self { address, prefix_bits })
    }
}

impl Network {
    fn contains(self, address: IpAddr) -> bool {
        let same = |one: u128, other: u128, all_bits: u8| {
            let rest = u32::from(all_bits - self.prefix_bits);
            (one ^ other).checked_shr(rest).unwrap_or(0) == 0
        };
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(other)) => same(own.to_bits().into(), other.to_bits().into(), 32),
            (IpAddr::V6(own), IpAddr::V6(other)) => same(own.to_bits(), other.to_bits(), 128),
            (IpAddr::V4(_), IpAddr::V6(_)) | (IpAddr::V6(_), IpAddr::V4(_)) => false,
        }
    }
}

/// Which peers may say for whom they speak.
#[derive(Clone, Debug, Default)]
pub struct TrustedProxies {
    pub local_peers: LocalPeers,
    /// These are trusted as peers, and also inside the header: several proxies in a row.
    pub networks: Vec<Network>,
}

/// Whether a peer on this machine or in a private network counts as the one proxy in front.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum LocalPeers {
    #[default]
    AreClients,
    /// Only what the peer itself added is believed. A client in the same private network must not be able to
    /// speak for others through the proxy.
    AreProxies,
}

impl TrustedProxies {
    /// Whether a connection from this address carries the requests of others.
    pub(crate) fn is_proxy(&self, peer: IpAddr) -> bool {
        self.is_listed(peer) || (self.local_peers == LocalPeers::AreProxies && is_local(peer))
    }

    /// The client's address. The header is read from the right: each proxy adds the address that it sees at
    /// the end, so everything left of the first address that is not a trusted proxy may be invented. All
    /// lines of the header are one list. An entry that is no address ends the search.
    pub(crate) fn client(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        if !self.is_proxy(peer) {
            return peer;
        }
        let lines = headers.get_all("x-forwarded-for").iter().rev();
        let entries = lines.flat_map(|line| line.to_str().unwrap_or_default().rsplit(','));
        let mut client = peer;
        for entry in entries {
            let Some(address) = read_address(entry.trim()) else { break };
            client = address;
            if !self.is_listed(address) {
                break;
            }
        }
        client
    }

    fn is_listed(&self, address: IpAddr) -> bool {
        self.networks.iter().any(|network| network.contains(address))
    }
}

/// Some proxies add the port.
fn read_address(entry: &str) -> Option<IpAddr> {
    entry.parse().ok().or_else(|| entry.parse::<SocketAddr>().ok().map(|address| address.ip()))
}

/// This machine, or a network that is not part of the internet.
fn is_local(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => address.is_loopback() || address.is_private() || address.is_link_local(),
        IpAddr::V6(address) => {
            address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local()
        }
    }
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn proxies(local_peers: LocalPeers, networks: &[&str]) -> TrustedProxies {
        let networks = networks.iter().map(|text| text.parse().expect("a network")).collect();
        TrustedProxies { local_peers, networks }
    }

    fn client(proxies: &TrustedProxies, peer: &str, lines: &[&[u8]]) -> String {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append("x-forwarded-for", HeaderValue::from_bytes(line).expect("a header"));
        }
        proxies.client(peer.parse().expect("an address"), &headers).to_string()
    }

    #[test]
    fn networks_are_read_and_contain_addresses() {
        for (network, inside, outside) in [
            ("192.0.2.7", "192.0.2.7", "192.0.2.8"),
            ("10.1.0.0/16", "10.1.255.255", "10.2.0.0"),
            ("0.0.0.0/0", "203.0.113.1", "2001:db8::1"),
            ("2001:db8::/32", "2001:db8:ffff::1", "2001:db9::1"),
            ("::/0", "2001:db8::1", "192.0.2.1"),
            ("192.0.2.7", "::ffff:192.0.2.7", "::192.0.2.7"),
        ] {
            let network: Network = network.parse().expect("a network");
            assert!(network.contains(inside.parse().expect("an address")), "{network:?} {inside}");
            assert!(!network.contains(outside.parse().expect("an address")), "{network:?} {outside}");
        }
        for wrong in ["", "10.0.0.0/33", "2001:db8::/129", "10.0.0/8", "10.0.0.0/", "10.0.0.0/-1", "proxy"] {
            assert_eq!(wrong.parse::<Network>(), Err(InvalidNetwork), "{wrong}");
        }
    }

    #[test]
    fn a_peer_that_is_not_trusted_speaks_for_itself() {
        let direct = TrustedProxies::default();
        assert_eq!(client(&direct, "127.0.0.1", &[b"203.0.113.1"]), "127.0.0.1");
        let listed = proxies(LocalPeers::AreClients, &["192.0.2.7"]);
        assert_eq!(client(&listed, "192.0.2.8", &[b"203.0.113.1"]), "192.0.2.8");
        assert_eq!(client(&listed, "127.0.0.1", &[b"203.0.113.1"]), "127.0.0.1");
        let local = proxies(LocalPeers::AreProxies, &[]);
        assert_eq!(client(&local, "198.51.100.4", &[b"203.0.113.1"]), "198.51.100.4");
    }

    #[test]
    fn the_header_is_read_from_the_right_past_trusted_proxies() {
        let two = proxies(LocalPeers::AreClients, &["192.0.2.7", "10.0.0.0/8"]);
        for (lines, found) in [
            (&[b"203.0.113.1".as_slice()][..], "203.0.113.1"),
            (&[b"198.51.100.1, 203.0.113.1, 10.9.9.9"], "203.0.113.1"),
            (&[b"198.51.100.1", b"203.0.113.1,10.9.9.9", b"10.1.1.1 , 10.2.2.2"], "203.0.113.1"),
            (&[b"2001:db8::5, 10.1.1.1"], "2001:db8::5"),
            (&[b"203.0.113.1:4711, 10.1.1.1"], "203.0.113.1"),
            (&[b"10.5.5.5, 10.1.1.1"], "10.5.5.5"),
            (&[], "192.0.2.7"),
        ] {
            assert_eq!(client(&two, "192.0.2.7", lines), found, "{lines:?}");
        }
    }

    #[test]
    fn garbage_ends_the_search() {
        let two = proxies(LocalPeers::AreClients, &["192.0.2.7", "10.0.0.0/8"]);
        for (lines, found) in [
            (&[b"203.0.113.1, unknown".as_slice()][..], "192.0.2.7"),
            (&[b"203.0.113.1, unknown, 10.1.1.1"], "10.1.1.1"),
            (&[b"203.0.113.1,", b"10.1.1.1"], "10.1.1.1"),
            (&[b"203.0.113.1", b"", b"10.1.1.1"], "10.1.1.1"),
            (&[b"203.0.113.1", b"\xff\xfe", b"10.1.1.1"], "10.1.1.1"),
            (&[b"203.0.113.1, 10.1.1.1/8"], "192.0.2.7"),
        ] {
            assert_eq!(client(&two, "192.0.2.7", lines), found, "{lines:?}");
        }
    }

    #[test]
    fn a_client_in_the_private_network_cannot_speak_for_others() {
        let local = proxies(LocalPeers::AreProxies, &[]);
        assert_eq!(client(&local, "127.0.0.1", &[b"203.0.113.1, 192.168.1.5"]), "192.168.1.5");
        assert_eq!(client(&local, "::ffff:10.0.0.1", &[b"203.0.113.1"]), "203.0.113.1");
        assert_eq!(client(&local, "fd00::1", &[b"203.0.113.1"]), "203.0.113.1");
    }
}
