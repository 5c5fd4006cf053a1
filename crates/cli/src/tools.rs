//! `codemode tools`, `codemode search` and `codemode instructions`.

use std::io::Write;
use std::process::ExitCode;

use codemode::{CodeMode, SearchItem, SearchRequest, ToolPattern, estimate_tokens};

use crate::arguments::{InstructionsOptions, SearchOptions, ToolsOptions};
use crate::grants::Grants;
use crate::render;
use crate::setup::{Failure, Setup, ToolOptions, tokio};

/// Gives the configured runtime to `work`.
pub fn with_runtime<R>(
    options: &ToolOptions,
    grants: &Grants,
    work: impl FnOnce(&CodeMode) -> R,
) -> Result<R, Failure> {
    let setup = Setup::read(options)?.granting(grants);
    tokio()?.block_on(async {
        let running = setup.start("program").await?;
        let result = work(&running.live.current());
        running.shutdown().await;
        Ok(result)
    })
}

/// A pattern of the command line: plain text stands for a part of the path.
pub fn pattern(text: &str) -> Result<ToolPattern, Failure> {
    let is_plain = !text.contains(['*', '?', '@']);
    let pattern = if is_plain { format!("*{text}*") } else { text.to_owned() };
    pattern.parse().map_err(|error: codemode::ToolPatternError| Failure(error.to_string()))
}

/// Lists tools.
pub fn list(options: &ToolsOptions) -> Result<ExitCode, Failure> {
    let pattern = options.pattern.as_deref().map(pattern).transpose()?;
    let entries = with_runtime(&options.tools, &Grants::default(), |runtime| {
        let tools = runtime.discovery().tools();
        let mut entries = runtime.catalog();
        entries.retain(|entry| match (&pattern, tools.get(&entry.path)) {
            (Some(pattern), Some(tool)) => pattern.matches(&entry.path, tool.annotations()),
            _ => true,
        });
        entries
    })?;
    let mut out = std::io::stdout().lock();
    if options.json {
        let text = serde_json::to_string_pretty(&entries).map_err(|error| Failure(error.to_string()))?;
        let _ = writeln!(out, "{text}");
        return Ok(ExitCode::SUCCESS);
    }
    for entry in &entries {
        let _ = writeln!(out, "{}", render::tool(&entry.signature, &entry.description));
    }
    if entries.is_empty() {
        let hint = match options.pattern {
            Some(_) => "no tool matches; `codemode tools` lists all",
            None => "there are no tools; `codemode doctor` says why, and what to do",
        };
        let _ = writeln!(anstream::stderr(), "{hint}");
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

/// Searches tools.
pub fn search(options: &SearchOptions) -> Result<ExitCode, Failure> {
    let mut request = SearchRequest::new(options.query.clone());
    request.limit = options.limit;
    request.namespace = options.namespace.clone();
    (request.scores, request.explain) = (options.explain, options.explain);
    let page = with_runtime(&options.tools, &Grants::default(), |runtime| runtime.discovery().search(&request))?;
    let mut out = std::io::stdout().lock();
    if options.json {
        let _ = writeln!(out, "{}", page.to_json());
        return Ok(ExitCode::SUCCESS);
    }
    for item in &page.items {
        let _ = writeln!(out, "{}", render::tool(&item.signature, &item.description));
        if options.explain {
            let _ = writeln!(out, "    {}", render::plain(&explanation(item)));
        }
    }
    if page.remaining > 0 {
        let _ = writeln!(out, "({} more; use --limit)", page.remaining);
    }
    if page.items.is_empty() {
        let _ = writeln!(anstream::stderr(), "nothing matches; `codemode tools` lists all tools");
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

/// What found a tool, on one line.
fn explanation(item: &SearchItem) -> String {
    let score = item.score.unwrap_or_default();
    let matches = item.matches.as_deref().unwrap_or_default();
    if matches.is_empty() {
        return "[its own path]".to_owned();
    }
    let each = matches.iter().map(|found| {
        let word = if found.term == found.word { String::new() } else { format!(" = {}", found.word) };
        let likeness = if found.likeness < 100 { format!(" {} %", found.likeness) } else { String::new() };
        format!("{}{word}{likeness} in {}", found.term, found.places.join(", "))
    });
    format!("[score {score}: {}]", each.collect::<Vec<_>>().join("; "))
}

/// Prints the instructions.
pub fn instructions(options: &InstructionsOptions) -> Result<ExitCode, Failure> {
    let text = with_runtime(&options.tools, &options.grants, |runtime| runtime.instructions().to_owned())?;
    let mut out = std::io::stdout().lock();
    let _ = if options.tokens { writeln!(out, "{}", estimate_tokens(&text)) } else { writeln!(out, "{text}") };
    Ok(ExitCode::SUCCESS)
}
