//! Addresses of the local network: ours, and those that are near.

use std::net::{IpAddr, Ipv4Addr, UdpSocket};

/// Is somebody in the same network, as far as an address says? The internet is not let in, even
/// where this machine can be reached from there.
pub(super) fn is_near(from: IpAddr, here: IpAddr) -> bool {
    let near = |address: Ipv4Addr| {
        address.is_private() || address.is_loopback() || address.is_link_local()
    };
    from == here || matches!(from.to_canonical(), IpAddr::V4(address) if near(address))
}

/// The addresses of this machine that friends can reach, the likeliest first; its own alone if it is
/// in no network.
pub(super) fn own() -> Vec<Ipv4Addr> {
    let all = if_addrs::get_if_addrs().unwrap_or_default();
    let mut found: Vec<Ipv4Addr> = all
        .into_iter()
        .filter_map(|one| match one.ip() {
            IpAddr::V4(address) if !address.is_loopback() => Some(address),
            _ => None,
        })
        .collect();
    let usual = usual();
    found.sort_by_key(|address| (Some(*address) != usual, !address.is_private(), *address));
    found.dedup();
    if found.is_empty() {
        found.push(Ipv4Addr::LOCALHOST);
    }
    found
}

/// The address this machine would speak from. Nothing is sent: it is only looked up.
fn usual() -> Option<Ipv4Addr> {
    // An address nobody has, kept for documents.
    let elsewhere = (Ipv4Addr::new(192, 0, 2, 1), 9);
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(elsewhere).ok()?;
    match socket.local_addr().ok()?.ip() {
        IpAddr::V4(address) => Some(address),
        IpAddr::V6(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::is_near;
    use std::net::IpAddr;

    #[test]
    fn only_the_local_network_is_near() {
        let here: IpAddr = "203.0.113.7".parse().unwrap();
        for near in
            ["192.168.1.20", "10.0.0.4", "172.20.1.1", "169.254.3.3", "127.0.0.2", "203.0.113.7"]
        {
            assert!(is_near(near.parse().unwrap(), here), "{near}");
        }
        for far in
            ["8.8.8.8", "203.0.113.8", "172.32.0.1", "100.64.0.1", "2001:db8::1", "::ffff:8.8.8.8"]
        {
            assert!(!is_near(far.parse().unwrap(), here), "{far}");
        }
    }
}
