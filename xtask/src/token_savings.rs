//! What a model must read with one MCP tool per operation, and with code mode: `docs/token-savings.md`.
//!
//! Tokens are those of cl100k. Servers are started and asked for their tools; nothing is called.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::{Command, ExitCode};

use codemode::{CodeMode, DiscoveryOptions, LiveCodeMode, SchemaDocument, ToolSet};
use codemode_mcp::{ConnectOptions, McpClient, McpServer, McpServers, ServeOptions, ServerState};
use codemode_openapi::{Api, Document};
use serde_json::{Map, Value, json};
use tiktoken_rs::CoreBPE;

const SERVERS: &str = "xtask/token-savings/servers.json";
const PAGE: &str = "docs/token-savings.md";
const EXAMPLES: &str = "examples";

/// Bytes that GitHub's document may have; it has about 12 MB.
const MAX_DOCUMENT: usize = 128 * 1024 * 1024;

/// Runs the task.
pub fn main(arguments: &[String]) -> ExitCode {
    match run(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask token-savings: {message}");
            ExitCode::FAILURE
        }
    }
}

/// What a set of tools costs.
struct Row {
    what: String,
    tools: usize,
    plain: usize,
    code_mode: usize,
    /// Code mode where the instructions list no tool.
    unlisted: usize,
    /// Tools that the instructions list by name.
    listed: usize,
}

fn run(arguments: &[String]) -> Result<(), String> {
    let option = |name: &str| {
        let at = arguments.iter().position(|argument| argument == name)?;
        arguments.get(at + 1).cloned()
    };
    let servers_file = option("--servers").unwrap_or_else(|| SERVERS.to_owned());
    let github =
        option("--github").ok_or("name GitHub's OpenAPI document with --github FILE (npm: @octokit/openapi)")?;
    let binary = option("--codemode").ok_or("name the codemode binary with --codemode FILE")?;
    let tokens = tiktoken_rs::cl100k_base().map_err(|error| error.to_string())?;
    let runtime =
        tokio::runtime::Builder::new_multi_thread().enable_all().build().map_err(|error| error.to_string())?;
    let (rows, left_out) = runtime.block_on(rows(&tokens, &servers_file, &github))?;
    let examples = examples(&tokens, &binary)?;
    std::fs::write(PAGE, page(&rows, &left_out, &examples)).map_err(|error| format!("{PAGE}: {error}"))
}

async fn rows(tokens: &CoreBPE, servers_file: &str, github: &str) -> Result<(Vec<Row>, Vec<String>), String> {
    let text = std::fs::read_to_string(servers_file).map_err(|error| format!("{servers_file}: {error}"))?;
    let json: Value = serde_json::from_str(&text).map_err(|error| format!("{servers_file}: {error}"))?;
    let mut servers = McpServers::from_json(&json).map_err(|error| error.to_string())?;
    for server in servers.0.values_mut() {
        // The first start of a server downloads it.
        server.start_timeout_ms = Some(240_000);
    }
    let client = McpClient::connect(&servers, ConnectOptions::default()).await;
    let ready = |status: &&codemode_mcp::ServerStatus| status.state == ServerState::Ready;
    let status = client.status();
    let names: Vec<String> = status.iter().filter(ready).map(|status| status.name.clone()).collect();
    let problem = |status: &codemode_mcp::ServerStatus| {
        format!("{}: {}", status.name, status.problem.as_deref().unwrap_or("not ready"))
    };
    let left_out: Vec<String> = status.iter().filter(|status| !ready(status)).map(problem).collect();
    let mut all = ToolSet::builder();
    for source in client.sources() {
        if names.iter().any(|name| name == source.name()) {
            all = all.source(&*source).await.map_err(|error| error.to_string())?;
        }
    }
    let all = all.build().map_err(|error| error.to_string())?;
    client.shutdown().await;
    let document = Document::from_file(github, MAX_DOCUMENT).map_err(|error| error.to_string())?;
    let api = Api::builder(document).build().map_err(|error| error.to_string())?;
    let github = ToolSet::builder().group(api.group("github")).build().map_err(|error| error.to_string())?;
    let only = serde_json::from_value(json!({ "allow": ["everything.*"] })).map_err(|error| error.to_string())?;
    let mix = format!("{} servers together: {}", names.len(), names.join(", "));
    Ok((
        vec![
            row(tokens, "server-everything", all.allowed(&only)).await?,
            row(tokens, "GitHub's OpenAPI document", github).await?,
            row(tokens, &mix, all).await?,
        ],
        left_out,
    ))
}

async fn row(tokens: &CoreBPE, what: &str, tools: ToolSet) -> Result<Row, String> {
    let count = |value: &Value| tokens.encode_ordinary(&value.to_string()).len();
    let plain: Vec<Value> = tools.tools().map(|(path, tool)| definition(path, tool)).collect();
    let paths: Vec<String> = tools.tools().map(|(path, _)| codemode::path_expression(path)).collect();
    let nothing = DiscoveryOptions { catalog_budget: 0, ..DiscoveryOptions::default() };
    let unlisted = CodeMode::builder(tools.clone()).discovery(nothing).live([]).await;
    let unlisted = unlisted.map_err(|error| error.to_string())?;
    let live = CodeMode::builder(tools).live([]).await.map_err(|error| error.to_string())?;
    let listed = paths.iter().filter(|path| live.current().instructions().contains(&format!("{path}("))).count();
    let cost = |live: LiveCodeMode| -> usize {
        let definitions = McpServer::new(live, ServeOptions::default()).tool_definitions();
        definitions.iter().map(definition_of_server).map(|value| count(&value)).sum()
    };
    Ok(Row {
        what: what.to_owned(),
        tools: plain.len(),
        plain: plain.iter().map(count).sum(),
        code_mode: cost(live),
        unlisted: cost(unlisted),
        listed,
    })
}

/// A tool as a client puts it before a model: name, description, input schema.
fn definition(path: &str, tool: &codemode::Tool) -> Value {
    json!({
        "name": path.replace('.', "_"),
        "description": tool.description(),
        "input_schema": closed(tool.input_schema()),
    })
}

/// The same of a tool that our server lists.
fn definition_of_server(tool: &Value) -> Value {
    json!({ "name": tool["name"], "description": tool["description"], "input_schema": tool["inputSchema"] })
}

/// The schema with the shared definitions it needs, and no others.
fn closed(schema: &SchemaDocument) -> Value {
    let Some(shared) = schema.definitions() else { return schema.root().clone() };
    let mut needed: BTreeMap<String, Value> = BTreeMap::new();
    let mut pending = vec![schema.root()];
    while let Some(value) = pending.pop() {
        match value {
            Value::Object(members) => {
                let name =
                    members.get("$ref").and_then(Value::as_str).and_then(|reference| reference.rsplit('/').next());
                if let Some((name, target)) = name.and_then(|name| Some((name, shared.get(name)?)))
                    && !needed.contains_key(name)
                {
                    needed.insert(name.to_owned(), target.clone());
                    pending.push(target);
                }
                pending.extend(members.values());
            }
            Value::Array(items) => pending.extend(items),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    let mut root = schema.root().clone();
    if let (Value::Object(root), false) = (&mut root, needed.is_empty()) {
        root.insert("$defs".into(), Value::Object(needed.into_iter().collect::<Map<_, _>>()));
    }
    root
}

/// What an example program kept to itself.
struct Example {
    name: String,
    calls: u64,
    /// Bytes and tokens of all tool results.
    results: (u64, usize),
    /// Bytes and tokens of the value of the program.
    value: (usize, usize),
    /// Tokens of the program, which the model writes.
    program: usize,
}

/// Counts what tools return, and hands it on. Stands before the program.
const COUNTING: &str = "const $seen = [];
const $watch = (tool) => new Proxy(function () {}, {
  get: (_, name) => $watch(tool[name]),
  ownKeys: () => Reflect.ownKeys(tool),
  apply: async (_, self, input) => {
    const result = await tool(input[0]);
    $seen.push(JSON.stringify(result));
    return result;
  },
});
const $value = await (async (tools) => {
";

const REPORTING: &str = "
})($watch(globalThis.tools));
return { value: $value, seen: $seen };
";

fn examples(tokens: &CoreBPE, binary: &str) -> Result<Vec<Example>, String> {
    let entries = std::fs::read_dir(EXAMPLES).map_err(|error| format!("{EXAMPLES}: {error}"))?;
    let mut paths: Vec<_> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "js" || ending == "ts"));
    paths.sort();
    paths.iter().map(|path| example(tokens, binary, path)).collect()
}

fn example(tokens: &CoreBPE, binary: &str, path: &Path) -> Result<Example, String> {
    let shown = path.display();
    let program = std::fs::read_to_string(path).map_err(|error| format!("{shown}: {error}"))?;
    let counted = format!("{COUNTING}{program}{REPORTING}");
    let run = Command::new(binary).args(["run", "--json", "--no-config", "-e", &counted]).output();
    let output = run.map_err(|error| format!("{binary}: {error}"))?;
    let result: Value = serde_json::from_slice(&output.stdout).map_err(|error| format!("{shown}: {error}"))?;
    let seen = result["value"]["seen"].as_array().ok_or_else(|| format!("{shown}: {}", result["error"]))?;
    let results: Vec<&str> = seen.iter().filter_map(Value::as_str).collect();
    let count = |text: &str| tokens.encode_ordinary(text).len();
    let value = result["value"]["value"].to_string();
    Ok(Example {
        name: path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default(),
        calls: seen.len() as u64,
        results: (results.iter().map(|text| text.len() as u64).sum(), results.iter().map(|text| count(text)).sum()),
        value: (value.len(), count(&value)),
        program: count(&program),
    })
}

fn page(rows: &[Row], left_out: &[String], examples: &[Example]) -> String {
    // Writing to a String cannot fail.
    let mut text = String::from(
        "# What code mode saves

Made by `cargo xtask token-savings` (tokens of cl100k); do not edit. `cargo xtask help` says how to make it again.

## Before the first call: what a model reads about its tools

Plain MCP: the name, description and input schema of every tool, as clients put them before a model. Code mode: the same
for the tools of `codemode serve`, `execute` (whose description holds the instructions and as many signatures as the budget
of 2,000 tokens allows) and `search`. This is paid again with every request of a conversation, though caches make it cheaper.
The last column is code mode with `discovery.catalogBudget: 0`: nothing is listed, and the model searches first.

| tools | how many | plain MCP | code mode | saved | listed at the start | nothing listed |
| --- | ---: | ---: | ---: | ---: | ---: | ---: |
",
    );
    for row in rows {
        let saved = 100.0 - 100.0 * row.code_mode as f64 / row.plain.max(1) as f64;
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {saved:.1} % | {} | {} |",
            row.what,
            grouped(row.tools as u64),
            grouped(row.plain as u64),
            grouped(row.code_mode as u64),
            grouped(row.listed as u64),
            grouped(row.unlisted as u64)
        );
    }
    text.push_str(
        "\nFor few small tools code mode costs more at the start: its instructions are some 400 tokens, and signatures are hardly
shorter than small schemas. It earns that back with the first results that never reach the model (below), or at once with
`catalogBudget: 0`, at the price of one search.\n",
    );
    for problem in left_out {
        let _ = writeln!(text, "\nNot in the mix, because it could not be started: {problem}");
    }
    text.push_str(
        "
## While it works: what never reaches the model

The programs of `examples/` against the demo shop. With plain MCP every result of a tool goes through the model, and every
call is a round trip; here only the value of the program does.

| program | calls | bytes of tool results | their tokens | bytes of the value | its tokens | program | kept from the model |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |
",
    );
    for example in examples {
        let kept = match example.results.0 {
            0 => "–".to_owned(),
            results => format!("{:.1} %", 100.0 - 100.0 * example.value.0 as f64 / results as f64),
        };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} | {} | {} | {} | {kept} |",
            example.name,
            example.calls,
            grouped(example.results.0),
            grouped(example.results.1 as u64),
            grouped(example.value.0 as u64),
            grouped(example.value.1 as u64),
            grouped(example.program as u64)
        );
    }
    let sum = |of: fn(&Example) -> u64| grouped(examples.iter().map(of).sum());
    let _ = writeln!(
        text,
        "| together | {} | {} | {} | {} | {} | {} | |",
        sum(|example| example.calls),
        sum(|example| example.results.0),
        sum(|example| example.results.1 as u64),
        sum(|example| example.value.0 as u64),
        sum(|example| example.value.1 as u64),
        sum(|example| example.program as u64)
    );
    text.push_str("\n\"program\" are the tokens of the program, which the model writes instead of the calls.\n");
    text
}

/// A number with commas between its thousands.
fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
