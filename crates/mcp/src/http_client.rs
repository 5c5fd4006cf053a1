//! The HTTP client of this crate.

use std::sync::Once;

/// Makes the TLS implementation known, once per process. Another part of the process may have done so before.
pub(crate) fn prepare_tls() {
    static PREPARED: Once = Once::new();
    PREPARED.call_once(|| drop(rustls::crypto::ring::default_provider().install_default()));
}

/// Redirects that are followed in a row.
const REDIRECTS: usize = 5;

/// A client for sessions with one server. Only redirects that keep the request and the origin are followed; others would
/// carry headers to other hosts, or turn calls into something else.
pub(crate) fn streaming() -> Result<reqwest::Client, String> {
    prepare_tls();
    reqwest::Client::builder()
        .redirect(reqwest::redirect::Policy::custom(|attempt| {
            let keeps_request = matches!(attempt.status().as_u16(), 307 | 308);
            let first = attempt.previous().first();
            let keeps_origin = first.is_some_and(|first| first.origin() == attempt.url().origin());
            if keeps_request && keeps_origin && attempt.previous().len() <= REDIRECTS {
                attempt.follow()
            } else {
                attempt.stop()
            }
        }))
        .connect_timeout(std::time::Duration::from_secs(10))
        // An idle connection that the server has half closed stalls the next request for a moment.
        .pool_max_idle_per_host(0)
        .build()
        .map_err(|error| format!("the HTTP client cannot be made: {error}"))
}
