//! What programs may do besides calling tools, as the command line grants it.

use std::collections::BTreeMap;

use clap::Args;
use codemode::{OriginPattern, OriginRule};

use crate::config::Config;

/// Capabilities. Each adds to what the configuration grants.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Capabilities")]
pub struct Grants {
    /// Give programs `setTimeout`, `setInterval` and `scheduler.wait`, whose delays may add up to this much; 0 takes away
    /// those of the configuration
    #[arg(long, value_name = "MS")]
    pub timers_ms: Option<u64>,
    /// Give programs `fetch` for this origin, such as https://api.example.com (GET and HEAD, unless `fetch` of the
    /// configuration says otherwise); repeatable
    #[arg(long, value_name = "ORIGIN")]
    pub allow_fetch: Vec<OriginPattern>,
}

impl Grants {
    /// Adds them to a configuration.
    pub fn apply(&self, config: &mut Config) {
        config.timers_ms = self.timers_ms.or(config.timers_ms);
        let rule =
            |origin: &OriginPattern| OriginRule { origin: origin.clone(), methods: None, headers: BTreeMap::new() };
        if !self.allow_fetch.is_empty() {
            config.fetch.get_or_insert_default().origins.extend(self.allow_fetch.iter().map(rule));
        }
    }
}
