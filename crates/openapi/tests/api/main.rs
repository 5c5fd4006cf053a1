//! The adapter from outside: documents in, tools and HTTP requests out. The other side is a real server in this process.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod auth;
mod bodies;
mod damage;
mod direction;
mod documents;
mod dry_run;
mod events;
mod excerpts;
mod generation;
mod host;
mod mutations;
mod oracle;
mod parameters;
mod response_headers;
mod responses;
mod safety;
mod skips;
mod support;
