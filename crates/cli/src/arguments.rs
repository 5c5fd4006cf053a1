//! What the command line accepts. The texts are the help that `codemode --help` prints.

use clap::{Args, Parser, Subcommand};

use crate::openapi::{OpenApiCommand, OpenApiOptions};

/// Runs small JavaScript or TypeScript programs that call many tools at once.
///
/// A program reaches nothing but the tools it is given. Without further configuration these are the tools of an
/// embedded demo: a small shop with orders, customers, inventory and support tickets.
#[derive(Debug, Parser)]
#[command(name = "codemode", version, arg_required_else_help = true)]
pub struct Arguments {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Run a program and print its result
    Run(RunOptions),
    /// Check a program without running it
    Check(CheckOptions),
    /// List the tools with their signatures
    Tools(ToolsOptions),
    /// Search the tools as a program would
    Search(SearchOptions),
    /// Print what a model is told about writing programs
    Instructions(InstructionsOptions),
    /// Look at OpenAPI documents
    #[command(subcommand)]
    Openapi(OpenApiCommand),
}

/// Where the program comes from.
#[derive(Debug, Args)]
pub struct Source {
    /// The program: a file, or `-` for standard input
    #[arg(value_name = "FILE", required_unless_present = "code", conflicts_with = "code")]
    pub file: Option<String>,
    /// The program itself
    #[arg(short = 'e', long = "eval", value_name = "CODE")]
    pub code: Option<String>,
}

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  codemode run program.js
  codemode run -e 'const open = await tools.tickets.list({ status: \"open\" }); return open.items.length'
  cat program.ts | codemode run - --json
  codemode run program.js --openapi shop=openapi.yaml --header 'Authorization: Bearer …'

Exit codes: 0 the program succeeded, 1 it failed, 2 the command line was wrong.")]
pub struct RunOptions {
    #[command(flatten)]
    pub source: Source,
    #[command(flatten)]
    pub openapi: OpenApiOptions,
    /// Print the exact result as JSON
    #[arg(long)]
    pub json: bool,
    /// Stop after this much wall-clock time
    #[arg(long, value_name = "MS")]
    pub timeout_ms: Option<u64>,
    /// Refuse further tool calls after this many
    #[arg(long, value_name = "N")]
    pub max_tool_calls: Option<u64>,
    /// Cut the result and logs to this size
    #[arg(long, value_name = "BYTES")]
    pub max_output_bytes: Option<u64>,
    /// Stop when the program's heap exceeds this size
    #[arg(long, value_name = "BYTES")]
    pub max_memory_bytes: Option<u64>,
    /// Stop after this many instructions
    #[arg(long, value_name = "N")]
    pub max_instructions: Option<u64>,
    /// Run at most this many tool calls at the same time
    #[arg(long, value_name = "N")]
    pub max_concurrent_tool_calls: Option<u64>,
    /// Time zone that dates show (IANA name)
    #[arg(long, value_name = "ZONE", default_value = "UTC")]
    pub time_zone: String,
    /// Default locale (BCP 47 tag)
    #[arg(long, value_name = "TAG", default_value = "en-US")]
    pub locale: String,
    /// Make random numbers repeat
    #[arg(long, value_name = "N")]
    pub seed: Option<u64>,
    /// Stop the clock at this moment: milliseconds since 1970, or an ISO date such as 2026-01-31T09:00:00Z
    #[arg(long, value_name = "TIME", value_parser = parse_clock)]
    pub clock: Option<f64>,
}

#[derive(Debug, Args)]
pub struct CheckOptions {
    #[command(flatten)]
    pub source: Source,
    #[command(flatten)]
    pub openapi: OpenApiOptions,
}

#[derive(Debug, Args)]
pub struct ToolsOptions {
    #[command(flatten)]
    pub openapi: OpenApiOptions,
    /// Show only paths that contain this text
    pub pattern: Option<String>,
}

#[derive(Debug, Args)]
pub struct SearchOptions {
    #[command(flatten)]
    pub openapi: OpenApiOptions,
    /// What to look for
    pub query: String,
    /// Most results
    #[arg(long, default_value_t = 10)]
    pub limit: usize,
    /// Only tools of this namespace
    #[arg(long)]
    pub namespace: Option<String>,
    /// Print what a program's `search` would return
    #[arg(long)]
    pub json: bool,
}

#[derive(Debug, Args)]
pub struct InstructionsOptions {
    #[command(flatten)]
    pub openapi: OpenApiOptions,
}

/// Milliseconds, or an ISO date in UTC.
fn parse_clock(text: &str) -> Result<f64, String> {
    if let Ok(number) = text.parse::<f64>() {
        return if number.is_finite() { Ok(number) } else { Err("the time must be finite".into()) };
    }
    let wrong = || format!("'{text}' is neither milliseconds nor a date such as 2026-01-31T09:00:00Z");
    let (date, time) = text.split_once(['T', ' ']).unwrap_or((text, "00:00:00"));
    let time = time.trim_end_matches('Z');
    let numbers = |text: &str, separator: char| {
        text.split(separator).map(|part| part.parse::<f64>().map_err(|_| wrong())).collect::<Result<Vec<_>, _>>()
    };
    let date = numbers(date, '-')?;
    let time = numbers(time, ':')?;
    let ([year, month, day], [hours, minutes, rest @ ..]) = (date.as_slice(), time.as_slice()) else {
        return Err(wrong());
    };
    let in_range = (1.0..=12.0).contains(month)
        && (1.0..=31.0).contains(day)
        && (0.0..=24.0).contains(hours)
        && (0.0..60.0).contains(minutes);
    if !in_range || rest.len() > 1 {
        return Err(wrong());
    }
    // Days from the civil calendar, counted from March so that leap days come last.
    let (y, m) = if *month <= 2.0 { (*year - 1.0, *month + 9.0) } else { (*year, *month - 3.0) };
    let era = (y / 400.0).floor();
    let year_of_era = y - era * 400.0;
    let day_of_year = ((153.0 * m + 2.0) / 5.0).floor() + day - 1.0;
    let day_of_era = year_of_era * 365.0 + (year_of_era / 4.0).floor() - (year_of_era / 100.0).floor() + day_of_year;
    let days = era * 146_097.0 + day_of_era - 719_468.0;
    let seconds = rest.first().copied().unwrap_or(0.0);
    Ok(((days * 24.0 + hours) * 60.0 + minutes) * 60_000.0 + seconds * 1000.0)
}
