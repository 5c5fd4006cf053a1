//! `codemode openapi request`: the dry run of one call.

use std::io::Write;

use codemode_openapi::Api;
use serde_json::Value;

use super::RequestOptions;
use super::sources::{load, single};

/// Similar names that are offered for one that does not exist.
const OFFERED: usize = 5;

pub fn main(options: &RequestOptions) -> Result<String, String> {
    let input: Value = serde_json::from_str(&options.input)
        .map_err(|error| format!("the argument is not JSON: {error}; write it like '{{ \"id\": 7 }}'"))?;
    let api = load(single(&options.document, &options.call)?)?;
    let name = options.tool.strip_prefix("tools.").unwrap_or(&options.tool);
    if !api.tools().iter().any(|tool| tool.tool.name() == name) {
        return Err(unknown(&api, name));
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| format!("cannot start the async runtime: {error}"))?;
    let request = runtime.block_on(api.request(name, &input)).map_err(|error| error.message().to_owned())?;
    if options.json {
        let text = serde_json::to_string_pretty(&request.to_json()).map_err(|error| error.to_string())?;
        return Ok(format!("{text}\n"));
    }
    if let Some(obstacle) = request.obstacle() {
        let _ = writeln!(anstream::stderr(), "codemode: the call would be refused: {obstacle}");
    }
    Ok(request.to_text())
}

fn unknown(api: &Api, name: &str) -> String {
    let wanted = name.to_lowercase();
    let last = wanted.rsplit('.').next().unwrap_or_default();
    let is_similar = |known: &str| {
        let known = known.to_lowercase();
        known.contains(last) || (!known.is_empty() && last.contains(&known))
    };
    let similar: Vec<&str> =
        api.tools().iter().map(|tool| tool.tool.name()).filter(|known| is_similar(known)).take(OFFERED).collect();
    let skipped = api.skipped().iter().find(|skipped| skipped.path.contains(name));
    match (similar.is_empty(), skipped) {
        (false, _) => format!("there is no tool called `{name}`; similar ones are {}", similar.join(", ")),
        (true, Some(skipped)) => {
            format!("there is no tool for {} {}: {}", skipped.method, skipped.path, skipped.reason)
        }
        (true, None) => format!("there is no tool called `{name}`; `codemode openapi inspect` lists all"),
    }
}
