//! Which addresses a webhook may reach: only public ones, so that nobody reaches the host's own network with it.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whether an address is on the public internet.
pub(crate) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    let is_special = address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_broadcast()
        || address.is_documentation()
        || address.is_multicast()
        || a == 0
        // Addresses of providers (RFC 6598), protocol assignments, benchmarks, reserved.
        || a == 100 && (64..128).contains(&b)
        || a == 192 && b == 0 && c == 0
        || a == 192 && b == 88 && c == 99
        || a == 198 && (18..20).contains(&b)
        || a >= 240;
    !is_special
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    // Addresses that carry one of version 4: mapped, NAT64, 6to4.
    if let Some(inner) = address.to_ipv4_mapped() {
        return is_public_v4(inner);
    }
    let inner = |high: u16, low: u16| Ipv4Addr::from((u32::from(high) << 16) | u32::from(low));
    match segments {
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => is_public_v4(inner(high, low)),
        [0x2002, high, low, ..] => is_public_v4(inner(high, low)),
        // Teredo, documentation, benchmarks.
        [0x2001, 0, ..] | [0x2001, 0xdb8, ..] | [0x2001, 2, 0, ..] | [0x3fff, ..] => false,
        // The public part of version 6.
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_and_special_addresses_are_refused() {
        for refused in [
            "127.0.0.1",
            "127.9.9.9",
            "0.0.0.0",
            "10.1.2.3",
            "172.16.0.1",
            "172.31.255.255",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "192.0.0.1",
            "198.18.0.1",
            "224.0.0.1",
            "240.0.0.1",
            "255.255.255.255",
            "203.0.113.5",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "fd12::1",
            "ff02::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "2002:c0a8:101::1",
            "2001:db8::1",
            "2001::1",
            "::127.0.0.1",
        ] {
            assert!(!is_public(refused.parse().expect("an address")), "{refused}");
        }
        for allowed in ["1.1.1.1", "172.32.0.1", "100.63.0.1", "2606:4700::1111", "64:ff9b::101:101"] {
            assert!(is_public(allowed.parse().expect("an address")), "{allowed}");
        }
    }
}
