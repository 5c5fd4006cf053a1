//! The Model Context Protocol on both sides: MCP servers become namespaces of tools for programs, and a
//! [`codemode::CodeMode`] runtime becomes an MCP server with a single `execute` tool.
#![forbid(unsafe_code)]

mod config;
mod expand;

pub use config::{McpConfigError, McpServers, OAuthConfig, ServerConfig, Transport, TransportType};
pub use expand::{Environment, ExpandError, process_environment};
