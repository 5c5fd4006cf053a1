//! The HTTP client of this crate.

use std::sync::Once;

/// Makes the TLS implementation known, once per process. Another part of the process may have done so before.
pub(crate) fn prepare_tls() {
    static PREPARED: Once = Once::new();
    PREPARED.call_once(|| drop(rustls::crypto::ring::default_provider().install_default()));
}

/// A client for sessions with one server. Redirects are not followed: they would carry headers to other hosts, and turn
/// the calls into something else.
pub(crate) fn streaming() -> Result<reqwest::Client, String> {
    prepare_tls();
    reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .connect_timeout(std::time::Duration::from_secs(10))
        // An idle connection that the server has half closed stalls the next request for a moment.
        .pool_max_idle_per_host(0)
        .build()
        .map_err(|error| format!("the HTTP client cannot be made: {error}"))
}
