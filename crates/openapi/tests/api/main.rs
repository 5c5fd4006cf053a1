//! The adapter from outside: documents in, tools and HTTP requests out. The other side is a real server in this process.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod auth;
mod bodies;
mod direction;
mod documents;
mod dry_run;
mod generation;
mod host;
mod mutations;
mod oracle;
mod parameters;
mod responses;
mod safety;
mod skips;
mod support;
