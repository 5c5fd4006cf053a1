//! `codemode tools`, `codemode search` and `codemode instructions`.

use std::process::ExitCode;

use codemode::{CodeMode, SearchRequest};

use crate::arguments::{InstructionsOptions, SearchOptions, ToolsOptions};
use crate::openapi::{self, OpenApiOptions};

fn runtime(options: &OpenApiOptions) -> Result<CodeMode, ExitCode> {
    let tools = openapi::tools_or_demo(options);
    tools.and_then(|tools| CodeMode::new(tools).map_err(|error| error.to_string())).map_err(|error| {
        eprintln!("codemode: {error}");
        ExitCode::from(2)
    })
}

/// Lists tools.
pub fn list(options: &ToolsOptions) -> ExitCode {
    let runtime = match runtime(&options.openapi) {
        Ok(runtime) => runtime,
        Err(code) => return code,
    };
    let mut shown = 0;
    for entry in runtime.catalog() {
        if options.pattern.as_deref().is_none_or(|pattern| entry.path.contains(pattern)) {
            println!("{}\n    {}", entry.signature, entry.description);
            shown += 1;
        }
    }
    if shown == 0 {
        eprintln!("no tool matches; `codemode tools` lists all");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Searches tools.
pub fn search(options: &SearchOptions) -> ExitCode {
    let runtime = match runtime(&options.openapi) {
        Ok(runtime) => runtime,
        Err(code) => return code,
    };
    let mut request = SearchRequest::new(options.query.clone());
    request.limit = options.limit;
    request.namespace = options.namespace.clone();
    let page = runtime.discovery().search(&request);
    if options.json {
        println!("{}", page.to_json());
        return ExitCode::SUCCESS;
    }
    for item in &page.items {
        println!("{}\n    {}", item.signature, item.description);
    }
    if page.remaining > 0 {
        println!("({} more; use --limit)", page.remaining);
    }
    ExitCode::SUCCESS
}

/// Prints the instructions.
pub fn instructions(options: &InstructionsOptions) -> ExitCode {
    match runtime(&options.openapi) {
        Ok(runtime) => {
            println!("{}", runtime.instructions());
            ExitCode::SUCCESS
        }
        Err(code) => code,
    }
}
