//! `codemode.json` and `codemode.toml`: what they may say, where they are found, how they are read.
//!
//! Reading a configuration starts nothing and looks at no environment; `${VAR}` stays as written.

mod decode;
mod file;
pub mod jsonc;
mod mistake;
mod nearest;
pub mod node;
mod settings;
mod shape;
pub mod toml_text;

pub use file::{ConfigFile, FILE_NAMES, find};
pub use nearest::nearest;
pub use settings::{ApiKeyOrLogin, ClockSetting, Config, LocaleTag, OpenApiConfig, TimeZoneName, parse_clock, schema};
