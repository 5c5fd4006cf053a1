//! OpenAPI documents become tools.
//!
//! A [`Document`] is parsed once, an [`Api`] is made of it: one tool for every operation that can be called exactly as
//! the document says, and an entry in [`Api::skipped`] with a reason for every other one.
//!
//! ```
//! use codemode_openapi::{Api, Document};
//! use serde_json::json;
//!
//! let document = Document::from_value(json!({
//!     "openapi": "3.1.0",
//!     "info": { "title": "Harbor", "version": "1" },
//!     "servers": [{ "url": "https://api.harbor.test" }],
//!     "paths": { "/vessels/{imo}": { "get": {
//!         "operationId": "vessels.fetch",
//!         "parameters": [{ "name": "imo", "in": "path", "required": true, "schema": { "type": "string" } }],
//!         "responses": { "200": { "description": "ok", "content": { "application/json": {} } } },
//!     } } },
//! }))?;
//! let api = Api::builder(document).build()?;
//! assert_eq!(api.tools()[0].tool.name(), "vessels.fetch");
//! let tools = codemode::ToolSet::builder().group(api.group("harbor")).build()?;
//! assert!(tools.get("harbor.vessels.fetch").is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod api;
mod auth;
mod body;
mod builder;
mod client;
mod document;
mod error;
mod fetch;
mod fields;
mod media;
mod naming;
mod operation;
mod parameters;
mod refs;
mod request;
mod response;
mod safety;
mod schemas;
mod servers;
mod skip;
mod tool;

pub use api::{Api, ApiTool};
pub use auth::{AuthRequest, Credential, CredentialResolver, OperationInfo, SchemeDefinition, StaticCredentials};
pub use builder::{ApiBuilder, Pin};
pub use client::HttpOptions;
pub use document::Document;
pub use error::OpenApiError;
pub use fetch::HttpFetch;
pub use request::HttpRequest;
pub use skip::{SkipKind, Skipped};
