//! The catalogue and the instructions.
#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use codemode::{Catalog, ConfigError, DiscoveryOptions, Group, Tokenizer, Tool, ToolSet, estimate_tokens};
use insta::assert_snapshot;
use serde_json::{Value, json};

fn tool(name: &str, description: &str, input: Value, output: Option<Value>) -> Tool {
    let mut tool = Tool::raw(name).description(description).input(input);
    if let Some(output) = output {
        tool = tool.output(output);
    }
    tool.run(|input| async { Ok(input) }).unwrap()
}

fn strings(names: &[&str]) -> Value {
    let properties: serde_json::Map<String, Value> =
        names.iter().map(|name| ((*name).to_owned(), json!({ "type": "string" }))).collect();
    json!({ "type": "object", "properties": properties, "required": names })
}

fn example() -> Vec<Tool> {
    vec![
        tool("mail.send", "Send one message", strings(&["to", "body"]), Some(json!({ "type": "boolean" }))),
        tool(
            "calendar.create-event",
            "Create an event\nwith a second line",
            strings(&["day", "title"]),
            Some(
                json!({ "type": "object", "properties": { "id": { "type": "string", "description": "Use it to refer to the event later" } }, "required": ["id"] }),
            ),
        ),
        tool(
            "calendar.list",
            "List events",
            strings(&["day"]),
            Some(json!({ "type": "array", "items": { "type": "string" } })),
        ),
        tool("ping", "", json!({ "type": "object" }), Some(json!({ "type": "string" }))),
    ]
}

fn catalog(tools: Vec<Tool>, catalog_budget: u64) -> Catalog {
    let options = DiscoveryOptions { catalog_budget, ..DiscoveryOptions::default() };
    Catalog::new(ToolSet::new(tools).unwrap(), options).unwrap()
}

/// The last section of the instructions.
fn listing(catalog: &Catalog) -> String {
    let text = catalog.instructions();
    text[text.find("## Available tools").unwrap()..].to_owned()
}

#[test]
fn entries_have_three_keys_and_do_not_depend_on_insertion_order() {
    let forward = catalog(example(), 2000);
    let backward = catalog(example().into_iter().rev().collect(), 2000);
    assert_eq!(serde_json::to_string(&forward.entries()).unwrap(), serde_json::to_string(&backward.entries()).unwrap());
    assert_eq!(forward.instructions(), backward.instructions());
    assert_eq!(forward.entries(), forward.entries());
    let entries = serde_json::to_value(forward.entries()).unwrap();
    assert_eq!(entries[0]["path"], "calendar.create-event");
    assert_eq!(entries[0]["description"], "Create an event\nwith a second line");
    assert_eq!(entries[1]["signature"], "tools.calendar.list(input: {\n  day: string,\n}): Promise<Array<string>>");
    assert_eq!(entries[0].as_object().unwrap().keys().collect::<Vec<_>>(), ["path", "description", "signature"]);
    assert_eq!(entries.as_array().unwrap().len(), 4);
}

#[test]
fn a_complete_list() {
    let catalog = catalog(example(), 2000);
    assert_snapshot!("complete", catalog.instructions());
}

#[test]
fn a_partial_list() {
    let catalog = catalog(example(), 0);
    assert_snapshot!("partial", catalog.instructions());
}

#[test]
fn no_tools() {
    let catalog = catalog(Vec::new(), 2000);
    assert_snapshot!("no_tools", catalog.instructions());
}

#[test]
fn the_fixed_part_is_small() {
    // 450 tokens of the cl100k encoding are about 4.4 characters each for this text; the count itself was taken with a
    // tokenizer (see the documentation of discovery).
    let partial = catalog(example(), 0);
    let fixed = partial.instructions();
    assert!(fixed.len() < 2000, "{}", fixed.len());
}

#[test]
fn selection_goes_round_the_namespaces() {
    // The costs of the specification's example.
    let costs = |text: &str| match text {
        text if text.contains("mail.send") => 29,
        text if text.contains("create-event") => 51,
        text if text.contains("calendar.list") => 22,
        _ => 11,
    };
    let labels = |budget: u64| {
        let tokenizer: Tokenizer = Arc::new(costs);
        let options =
            DiscoveryOptions { catalog_budget: budget, tokenizer: Some(tokenizer), ..DiscoveryOptions::default() };
        let text = listing(&Catalog::new(ToolSet::new(example()).unwrap(), options).unwrap());
        text.lines()
            .filter(|line| line.starts_with("- ") || line.starts_with("##"))
            .take(4)
            .collect::<Vec<_>>()
            .join("\n")
    };
    assert_snapshot!(labels(2000), @"
    ## Available tools (COMPLETE list)
    - calendar (2 tools)
    - mail (1 tool)
    - ping (1 tool)
    ");
    assert_eq!(labels(113), labels(2000), "a fit exactly equal to the budget is accepted");
    assert_snapshot!(labels(112), @"
    ## Available tools (PARTIAL - 3 of 4 shown; find the rest with search(...))
    - calendar (2 tools, 1 shown)
    - mail (1 tool)
    - ping (1 tool)
    ");
    assert_snapshot!(labels(60), @"
    ## Available tools (PARTIAL - 2 of 4 shown; find the rest with search(...))
    - calendar (2 tools, 1 shown)
    - mail (1 tool)
    - ping (1 tool, none shown)
    ");
    assert_snapshot!(labels(45), @"
    ## Available tools (PARTIAL - 2 of 4 shown; find the rest with search(...))
    - calendar (2 tools, 1 shown)
    - mail (1 tool, none shown)
    - ping (1 tool)
    ");
    assert_snapshot!(labels(0), @"
    ## Available tools (PARTIAL - 0 of 4 shown; find the rest with search(...))
    - calendar (2 tools, none shown)
    - mail (1 tool, none shown)
    - ping (1 tool, none shown)
    ");
}

#[test]
fn budgets_beyond_the_safe_integers_are_refused() {
    let options = DiscoveryOptions { catalog_budget: 1 << 53, ..DiscoveryOptions::default() };
    let error = Catalog::new(ToolSet::default(), options).unwrap_err();
    assert!(matches!(error, ConfigError::OutOfRange { field: "discovery.catalogBudget", minimum: 0, .. }));
    for bad in [json!(-1), json!(1.5), json!("5"), json!(null)] {
        assert!(DiscoveryOptions::from_json(&json!({ "catalogBudget": bad })).is_err());
    }
    assert_eq!(DiscoveryOptions::from_json(&json!({ "catalogBudget": 0 })).unwrap().catalog_budget, 0);
    assert_eq!(DiscoveryOptions::from_json(&json!({})).unwrap().catalog_budget, 2000);
}

#[test]
fn token_estimate_rounds_halves_up_and_counts_utf16() {
    for (text, tokens) in [("", 0), ("a", 0), ("ab", 1), ("abcde", 1), ("abcdef", 2), ("😀", 1), ("日本語", 1)] {
        assert_eq!(estimate_tokens(text), tokens, "{text}");
    }
}

#[test]
fn namespaces_that_interleave_in_path_order_are_listed_once() {
    let tools = ["a.z", "a-b.x", "a.c", "a"].map(|name| tool(name, "", json!({ "type": "object" }), None)).to_vec();
    assert_snapshot!(listing(&catalog(tools, 2000)), @r#"
    ## Available tools (COMPLETE list)

    - a (3 tools)
      - tools.a(): Promise<unknown>
      - tools.a.c(): Promise<unknown>
      - tools.a.z(): Promise<unknown>
    - a-b (1 tool)
      - tools["a-b"].x(): Promise<unknown>
    "#);
}

#[test]
fn descriptions_in_lists_are_one_short_line() {
    let long = format!("{}é{}", "x".repeat(116), "y".repeat(10));
    let tools = vec![
        tool("n.long", &long, json!({ "type": "object" }), None),
        tool("n.exact", &"z".repeat(120), json!({ "type": "object" }), None),
        tool("n.lines", "  first\u{2028}still \nsecond", json!({ "type": "object" }), None),
        tool("n.noted", "\n> [!NOTE]\n> Closing down.\n\n Gets it.\nMore", json!({ "type": "object" }), None),
        tool("n.only_a_note", "> Closing down.\n> Soon", json!({ "type": "object" }), None),
        tool(
            "n.node",
            "Trees",
            json!({ "$ref": "#/$defs/n", "$defs": { "n": { "type": "object", "properties": { "next": { "$ref": "#/$defs/n" } } } } }),
            None,
        ),
        tool("li\nne.x", "", json!({ "type": "object" }), None),
    ];
    let set = ToolSet::builder().tools(tools).group(Group::new("n").description("Things\nof n")).build().unwrap();
    let catalog = Catalog::new(set, DiscoveryOptions::default()).unwrap();
    assert_snapshot!("descriptions", listing(&catalog));
}

#[test]
fn unknown_tools_name_the_closest_one() {
    let names = ["issues", "issues.list", "issues.create_comment", "files.read", "github.repos_get", "ns.only.child"];
    let tools = names.map(|name| tool(name, "", json!({ "type": "object" }), None)).to_vec();
    let catalog = catalog(tools, 2000);
    let message = |path: &str| catalog.unknown_tool(path).message;
    assert_eq!(message("issues.get-list"), "Unknown tool 'issues.get-list'. Did you mean tools.issues.list?");
    assert_eq!(
        message("issues.createComment"),
        "Unknown tool 'issues.createComment'. Did you mean tools.issues.create_comment?"
    );
    assert_eq!(
        message("issues.create.comment"),
        "Unknown tool 'issues.create.comment'. Did you mean tools.issues.create_comment?"
    );
    assert_eq!(message("issues.missing"), "Unknown tool 'issues.missing': tools.issues has list, create_comment");
    assert_eq!(message("github.reposGet"), "Unknown tool 'github.reposGet'. Did you mean tools.github.repos_get?");
    assert_eq!(message("github.repos.get"), "Unknown tool 'github.repos.get'. Did you mean tools.github.repos_get?");
    assert_eq!(message("Files.Read"), "Unknown tool 'Files.Read'. Did you mean tools.files.read?");
    assert_eq!(message("issues.lst"), "Unknown tool 'issues.lst'. Did you mean tools.issues.list?");
    assert_eq!(message("files.raed"), "Unknown tool 'files.raed'. Did you mean tools.files.read?");
    assert_eq!(message("files_read"), "Unknown tool 'files_read'. Did you mean tools.files.read?");
    assert_eq!(message("zzz"), "Unknown tool 'zzz'");
    assert_eq!(message("ns"), "Tool 'ns' is not callable: it is a namespace, with tools.ns.only.child and others");
    assert!(catalog.unknown_namespace("zzz").message.starts_with("Unknown tool namespace 'zzz'"));
    assert_eq!(catalog.unknown_tool("zzz").suggestions.len(), 1);
}
