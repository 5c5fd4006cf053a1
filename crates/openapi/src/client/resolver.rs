//! Name resolution that hands out public addresses only, so that a name cannot lead where a literal address may not.

use std::io;
use std::net::SocketAddr;

use reqwest::dns::{Addrs, Name, Resolve, Resolving};

use crate::safety;

pub(super) struct PublicOnly;

impl Resolve for PublicOnly {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let addresses: Vec<SocketAddr> = found.collect();
            if addresses.iter().any(|address| !safety::is_public(address.ip())) {
                // One private address is enough: which one is used is not ours to choose.
                return Err(io::Error::new(io::ErrorKind::PermissionDenied, safety::PRIVATE).into());
            }
            let addresses: Addrs = Box::new(addresses.into_iter());
            Ok(addresses)
        })
    }
}
