//! What keeps a call inside the request that the document describes: path segments, header text, addresses.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use url::{Host, Url};

use crate::client::HttpOptions;
use crate::refs::percent;

/// Whether a header parameter of this name is left out silently: OpenAPI excludes the first three, the others carry
/// credentials of their own or steer the connection.
pub(crate) fn is_reserved_header(name: &str) -> bool {
    ["accept", "content-type", "authorization", "cookie"].iter().any(|reserved| name.eq_ignore_ascii_case(reserved))
        || codemode::is_connection_header(name)
}

/// Headers that a host cannot set either, since they describe the message itself.
pub(crate) fn is_framing_header(name: &str) -> bool {
    ["host", "content-length", "transfer-encoding", "connection", "upgrade", "te", "trailer"]
        .iter()
        .any(|framing| name.eq_ignore_ascii_case(framing))
}

/// RFC 9110 `token`.
pub(crate) fn is_header_name(name: &str) -> bool {
    let is_token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    !name.is_empty() && name.bytes().all(is_token)
}

/// Whether text can be the value of a header: no line ends, no other control characters.
pub(crate) fn is_header_value(value: &str) -> bool {
    value.bytes().all(|byte| byte == b'\t' || (byte >= 0x20 && byte != 0x7f))
}

/// `.` and `..`, also percent-encoded.
pub(crate) fn is_dot_segment(segment: &str) -> bool {
    matches!(segment.to_ascii_lowercase().replace("%2e", ".").as_str(), "." | "..")
}

/// Whether a path value holds a `.` or `..` segment beside others, for servers that decode once or twice before they look
/// at segments.
pub(crate) fn has_dot_segments(value: &str) -> bool {
    let mut text = value.to_owned();
    for _ in 0..3 {
        let is_separator = |c: char| c == '/' || c == '\\';
        if text.contains(is_separator) && text.split(is_separator).any(is_dot_segment) {
            return true;
        }
        match percent::decode(&text) {
            Some(decoded) if decoded != text => text = decoded.into_owned(),
            _ => break,
        }
    }
    false
}

/// Whether a value that fills a segment alone would leave it.
pub(crate) fn climbs(value: &str) -> bool {
    let mut text = value.to_owned();
    for _ in 0..3 {
        if is_dot_segment(&text) {
            return true;
        }
        match percent::decode(&text) {
            Some(decoded) if decoded != text => text = decoded.into_owned(),
            _ => break,
        }
    }
    has_dot_segments(value)
}

/// Refuses hosts that are private addresses, if the host program forbids them. Names are checked when they are resolved.
pub(crate) fn check_host(url: &Url, options: &HttpOptions) -> Result<(), String> {
    if !options.forbid_private_addresses {
        return Ok(());
    }
    let address = match url.host() {
        Some(Host::Ipv4(address)) => IpAddr::V4(address),
        Some(Host::Ipv6(address)) => IpAddr::V6(address),
        Some(Host::Domain(_)) => return Ok(()),
        None => return Err("the URL names no host".into()),
    };
    if is_public(address) { Ok(()) } else { Err(PRIVATE.into()) }
}

/// What is said of an address that is not public.
pub(crate) const PRIVATE: &str = "its address is private or reserved, which is forbidden here";

/// Whether an address belongs to the public internet.
pub(crate) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [a, b, c, _] = address.octets();
    !(address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_broadcast()
        || address.is_documentation()
        || address.is_multicast()
        || a == 0
        || a >= 240
        || (a == 100 && (64..128).contains(&b))
        || (a == 192 && b == 0 && c == 0)
        || (a == 192 && b == 88 && c == 99)
        || (a == 198 && (18..20).contains(&b)))
}

fn is_public_v6(address: Ipv6Addr) -> bool {
    let segments = address.segments();
    // Addresses that carry an IPv4 one: mapped, compatible, NAT64, 6to4.
    let embedded = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    match segments {
        [0, 0, 0, 0, 0, 0xffff | 0, high, low] => !address.is_loopback() && embedded(high, low),
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => embedded(high, low),
        [0x2002, high, low, ..] => embedded(high, low),
        // Protocol assignments (Teredo among them) and documentation.
        [0x2001, second, ..] if second < 0x200 || second == 0xdb8 => false,
        [0x3fff, second, ..] if second < 0x1000 => false,
        // Nothing else than these is given out for use on the internet.
        [first, ..] => first & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::*;

    #[test]
    fn private_addresses_in_every_disguise() {
        let private = [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "0.0.0.0",
            "100.64.0.1",
            "198.18.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:127.0.0.1",
            "::ffff:10.0.0.1",
            "64:ff9b::7f00:1",
            "2002:7f00:1::",
            "fc00::1",
            "fd12::1",
            "fe80::1",
            "fec0::1",
            "ff02::1",
            "2001:db8::1",
            "::ffff:0:127.0.0.1",
            "64:ff9b:1::a00:1",
            "100::1",
            "2001::1",
            "2001:2::1",
            "3fff::1",
            "4000::1",
            "192.88.99.1",
        ];
        for text in private {
            assert!(!is_public(text.parse().unwrap()), "{text}");
        }
        for text in
            ["1.1.1.1", "93.184.216.34", "172.32.0.1", "2606:4700::1111", "::ffff:8.8.8.8", "2001:4860:4860::8888"]
        {
            assert!(is_public(text.parse().unwrap()), "{text}");
        }
    }

    #[test]
    fn urls_spell_addresses_in_odd_ways() {
        let options = HttpOptions { forbid_private_addresses: true, ..HttpOptions::default() };
        for text in ["http://127.1/", "http://0x7f000001/", "http://2130706433/", "http://[::1]/", "http://0177.0.0.1/"]
        {
            assert!(check_host(&Url::parse(text).unwrap(), &options).is_err(), "{text}");
        }
        assert!(check_host(&Url::parse("http://127.0.0.1/").unwrap(), &HttpOptions::default()).is_ok());
    }

    #[test]
    fn values_that_climb() {
        for text in
            ["..", ".", "%2e%2e", "%252e%252E", "../admin", "a/../../b", "a\\..\\b", "..%2fadmin", "%2e./x", "./x"]
        {
            assert!(climbs(text), "{text}");
        }
        for text in ["a..b", "...", "v1.2", "a/b", "x%2e", "..a/b", "100%", "%zz..", "a b/c"] {
            assert!(!climbs(text), "{text}");
        }
    }

    #[test]
    fn header_text() {
        assert!(is_header_name("X-Span") && !is_header_name("") && !is_header_name("a b") && !is_header_name("a:b"));
        assert!(is_header_value("plain, text") && !is_header_value("a\r\nb") && !is_header_value("a\0"));
    }
}
