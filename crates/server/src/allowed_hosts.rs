//! Which `Host` headers links may follow. A header that anybody can write must not decide where links lead.

use std::net::IpAddr;

/// Names of this server besides those of the local machine and network.
#[derive(Clone, Debug, Default)]
pub struct AllowedHosts(pub Vec<String>);

impl AllowedHosts {
    /// Whether links may lead to this host: a loopback or private address, a name of the local network, or one
    /// that the host of the server allows.
    pub(crate) fn allows(&self, host: &str) -> bool {
        let Some(name) = name_of(host) else { return false };
        if let Ok(address) = name.trim_matches(['[', ']']).parse::<IpAddr>() {
            return is_local(address);
        }
        let name = name.to_ascii_lowercase();
        let is_local_name = !name.contains('.') || name.ends_with(".local") || name.ends_with(".localhost");
        is_local_name || self.0.iter().any(|allowed| allowed.eq_ignore_ascii_case(&name))
    }
}

/// The host without its port. None if it has characters that no host has.
fn name_of(host: &str) -> Option<&str> {
    let is_known = |c: char| c.is_ascii_alphanumeric() || ".:-[]".contains(c);
    if host.is_empty() || host.len() > 200 || !host.chars().all(is_known) {
        return None;
    }
    match host.rsplit_once(':') {
        Some((name, port)) if port.parse::<u16>().is_ok() && (!name.contains(':') || name.ends_with(']')) => {
            Some(name)
        }
        Some(_) | None => Some(host),
    }
}

/// Whether an address is of this machine or of a private network.
pub(crate) fn is_local(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(address) => address.is_loopback() || address.is_private() || address.is_link_local(),
        IpAddr::V6(address) => {
            address.is_loopback() || address.is_unique_local() || address.is_unicast_link_local()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_follow_only_local_and_allowed_hosts() {
        let hosts = AllowedHosts(vec!["games.example.org".to_owned()]);
        for host in [
            "127.0.0.1:1901",
            "localhost",
            "localhost:1901",
            "[::1]:1901",
            "192.168.1.7:1901",
            "10.0.0.1",
            "mypc",
            "mypc.local:80",
            "games.example.org",
            "Games.Example.Org:443",
            "[fd00::1]:1901",
        ] {
            assert!(hosts.allows(host), "{host}");
        }
        for host in [
            "evil.example",
            "games.example.org.evil.example",
            "evil.example:1901",
            "8.8.8.8",
            "[2001:db8::1]",
            "",
            "a b",
            "evil.example/",
            "user@localhost",
        ] {
            assert!(!hosts.allows(host), "{host}");
        }
    }
}
