//! The Model Context Protocol on both sides: MCP servers become namespaces of tools for programs, and a
//! [`codemode::CodeMode`] runtime becomes an MCP server with a single `execute` tool.
#![forbid(unsafe_code)]

mod client;
mod config;
mod expand;
mod http_client;
mod oauth;
mod server;

pub use client::{ConnectOptions, McpClient, ServerState, ServerStatus};
pub use config::{HttpDialect, McpConfigError, McpServers, OAuthConfig, ServerConfig, Transport, TransportType};
pub use expand::{Environment, ExpandError, expand, process_environment};
pub use oauth::{LoginError, default_token_folder, login, logout, token_file};
pub use server::{HttpOptions, HttpServeError, McpServer, ServeOptions, StatusReport, serve_http, serve_stdio};
