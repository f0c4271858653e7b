//! Addresses of the local network: this machine's own, and whether another one is local.

use std::net::{IpAddr, Ipv4Addr, UdpSocket};

use if_addrs::IfAddr;

/// Whether `from` is on the local network, judged by its address: private, or in a network of this
/// machine. The rest of the internet is not, even where it can reach this machine.
pub(super) fn is_near(from: IpAddr, here: IpAddr) -> bool {
    let IpAddr::V4(address) = from.to_canonical() else { return from == here };
    from == here
        || is_local(address)
        || networks().any(|(own, mask)| same_network(address, own, mask))
}

/// Whether an address is private, loopback or link-local.
fn is_local(address: Ipv4Addr) -> bool {
    address.is_private() || address.is_loopback() || address.is_link_local()
}

/// The IPv4 networks of this machine: its address and the netmask.
fn networks() -> impl Iterator<Item = (Ipv4Addr, Ipv4Addr)> {
    let all = if_addrs::get_if_addrs().unwrap_or_default().into_iter();
    all.filter_map(|one| match one.addr {
        IfAddr::V4(own) => Some((own.ip, own.netmask)),
        IfAddr::V6(_) => None,
    })
}

fn same_network(one: Ipv4Addr, other: Ipv4Addr, mask: Ipv4Addr) -> bool {
    // A mask of 0 bits would match every address.
    !mask.is_unspecified() && (one & mask) == (other & mask)
}

/// The addresses of this machine that friends can reach, the likeliest first. Only the loopback
/// address if it is in no network.
pub(super) fn own() -> Vec<Ipv4Addr> {
    let mut found: Vec<Ipv4Addr> =
        networks().map(|(own, _)| own).filter(|own| !own.is_loopback()).collect();
    let preferred = outgoing_address();
    found.sort_by_key(|address| (Some(*address) != preferred, !address.is_private(), *address));
    found.dedup();
    if found.is_empty() {
        found.push(Ipv4Addr::LOCALHOST);
    }
    found
}

/// The source address of outgoing traffic. Sends nothing: connecting a UDP socket only looks up
/// the route.
fn outgoing_address() -> Option<Ipv4Addr> {
    // Reserved for documentation (TEST-NET-1), so never assigned.
    let remote = (Ipv4Addr::new(192, 0, 2, 1), 9);
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(remote).ok()?;
    match socket.local_addr().ok()?.ip() {
        IpAddr::V4(address) => Some(address),
        IpAddr::V6(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{is_local, is_near, same_network};
    use std::net::IpAddr;

    #[test]
    fn a_network_is_what_its_mask_says() {
        let same = |one: &str, other: &str, mask: &str| {
            same_network(one.parse().unwrap(), other.parse().unwrap(), mask.parse().unwrap())
        };
        assert!(same("198.51.100.9", "198.51.100.200", "255.255.255.0"));
        assert!(!same("198.51.100.9", "198.51.100.200", "255.255.255.128"));
        assert!(!same("198.51.100.9", "198.51.100.200", "0.0.0.0"), "everybody");
    }

    #[test]
    fn addresses_of_the_internet_are_not_local() {
        for local in ["192.168.1.20", "10.0.0.4", "172.20.1.1", "169.254.3.3", "127.0.0.2"] {
            assert!(is_local(local.parse().unwrap()), "{local}");
        }
        for far in ["8.8.8.8", "203.0.113.8", "172.32.0.1", "100.64.0.1"] {
            assert!(!is_local(far.parse().unwrap()), "{far}");
        }
        let (far, here): (IpAddr, IpAddr) =
            ("2001:db8::1".parse().unwrap(), "203.0.113.7".parse().unwrap());
        assert!(!is_near(far, here) && is_near(here, here));
    }
}
