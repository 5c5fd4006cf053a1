//! `search(...)`: requests, pages, scopes and order.
#![allow(clippy::unwrap_used)]

use codemode::{Catalog, DiscoveryOptions, Group, ReferenceIndex, SearchRequest, Tool, ToolSet};
use proptest::prelude::*;
use serde_json::{Value, json};

fn tool(name: &str, description: &str, properties: Value) -> Tool {
    let input = json!({ "type": "object", "properties": properties });
    Tool::raw(name).description(description).input(input).run(|input| async { Ok(input) }).unwrap()
}

fn catalog(tools: Vec<Tool>) -> Catalog {
    Catalog::new(ToolSet::new(tools).unwrap(), DiscoveryOptions::default()).unwrap()
}

fn example() -> Catalog {
    catalog(vec![
        tool("mail.send", "Send one message", json!({ "to": { "description": "Address" }, "body": {} })),
        tool("mail.list", "List messages", json!({ "folder": {} })),
        tool("files.sendCopy", "Copy a file", json!({ "path": { "description": "Where the message goes" } })),
        tool("calendar.list", "List events", json!({ "day": {} })),
    ])
}

fn found<'a>(catalog: &'a Catalog, query: &str) -> Vec<&'a str> {
    catalog.search_paths(&SearchRequest::new(query)).into_iter().map(|(path, _)| path).collect()
}

#[test]
fn the_specified_orders_hold() {
    let catalog = example();
    assert_eq!(found(&catalog, "send message"), ["mail.send", "files.sendCopy", "mail.list"]);
    assert_eq!(found(&catalog, "lists"), ["calendar.list", "mail.list"]);
    assert_eq!(found(&catalog, "addresses"), ["mail.send"]);
    assert_eq!(found(&catalog, "sendCopy"), ["files.sendCopy", "mail.send"]);
    for exact in ["mail.list", "tools.mail.list", " mail.list "] {
        assert_eq!(found(&catalog, exact), ["mail.list"]);
    }
    assert_eq!(found(&catalog, ""), ["calendar.list", "files.sendCopy", "mail.list", "mail.send"]);
    assert_eq!(found(&catalog, " * "), found(&catalog, ""));
}

#[test]
fn letters_that_match_nothing_find_nothing() {
    let catalog = example();
    assert!(found(&catalog, "邮件").is_empty());
    assert!(found(&catalog, "zqx").is_empty());
}

#[test]
fn every_script_is_searched() {
    let catalog = catalog(vec![
        tool("m.a", "发送邮件", json!({})),
        tool("m.b", "Größe einer Datei", json!({})),
        tool("m.c", "Отправить письмо", json!({})),
    ]);
    assert_eq!(found(&catalog, "邮件"), ["m.a"]);
    assert_eq!(found(&catalog, "发送一封邮件"), ["m.a"]);
    assert_eq!(found(&catalog, "GRÖSSE größe")[0], "m.b");
    assert_eq!(found(&catalog, "письмо"), ["m.c"]);
}

#[test]
fn words_match_however_they_are_written() {
    let catalog = catalog(vec![
        tool("git.createPullRequest", "", json!({})),
        tool("git.list_branches", "", json!({})),
        tool("git.delete-tag", "", json!({})),
        tool("db.query", "Run a query", json!({})),
    ]);
    for (query, expected) in [
        ("pull request", "git.createPullRequest"),
        ("open a PR", "git.createPullRequest"),
        ("pullRequest", "git.createPullRequest"),
        ("create_pull_request", "git.createPullRequest"),
        ("show branch", "git.list_branches"),
        ("get branches", "git.list_branches"),
        ("brnaches", "git.list_branches"),
        ("remove tags", "git.delete-tag"),
        ("drop the tag", "git.delete-tag"),
        ("queries", "db.query"),
        ("qurey", "db.query"),
    ] {
        assert_eq!(found(&catalog, query).first(), Some(&expected), "{query}");
    }
}

#[test]
fn the_own_name_comes_first() {
    let catalog = catalog(vec![
        tool("a.get", "Get something: list, list, list and list again; a list tool for lists", json!({ "list": {} })),
        tool("b.list", "", json!({})),
        tool("c.list_all", "List all, list and list", json!({ "list": {} })),
        tool("c.sendCopy", "", json!({})),
        tool("c.send", "send copy: sends a copy", json!({ "copy": {} })),
    ]);
    assert_eq!(found(&catalog, "list")[0], "b.list");
    for query in ["sendCopy", "send_copy", "SENDCOPY", "send copy", "call sendCopy now"] {
        assert_eq!(found(&catalog, query)[0], "c.sendCopy", "{query}");
    }
}

#[test]
fn everyday_words_meet_those_of_interfaces() {
    let catalog = catalog(vec![
        tool("chat.post_message", "Sends a message", json!({})),
        tool("chat.delete_message", "Deletes a message", json!({})),
        tool("chat.set_snooze", "Turns Do Not Disturb on", json!({})),
        tool("channel.members", "Lists members", json!({})),
        tool("channel.remove_member", "Removes a member", json!({})),
        tool("alarm.disable", "", json!({})),
        tool("alarm.enable", "", json!({})),
        tool("money.create_refund", "", json!({})),
        tool("money.get_balance", "", json!({})),
        tool("code.list_commits", "", json!({})),
        tool("code.list_contributors", "", json!({})),
    ]);
    for (query, expected) in [
        // A phrase around what is meant.
        ("turn the loud alarm off", "alarm.disable"),
        ("throw somebody out of the channel", "channel.remove_member"),
        ("give the customer their money back", "money.create_refund"),
        // Irregular past forms.
        ("who wrote the code", "code.list_contributors"),
        // Other words for the same.
        ("who is in this channel", "channel.members"),
        ("how much money is there", "money.get_balance"),
        ("mute the chat for an hour", "chat.set_snooze"),
        ("write a message", "chat.post_message"),
        // Nothing is deleted that nobody asked to delete.
        ("message the team", "chat.post_message"),
        ("kill that message", "chat.delete_message"),
    ] {
        assert_eq!(found(&catalog, query).first(), Some(&expected), "{query}");
    }
}

/// Names made of method and path say `post` whatever the tool does.
#[test]
fn what_a_generated_name_does_is_read_off_the_description() {
    let call = |name: &str, call: &str, description: &str| {
        let tool = Tool::raw(name).description(description).keywords(format!("\n{call}"));
        tool.run(|input| async { Ok(input) }).unwrap()
    };
    let catalog = catalog(vec![
        call("PostInvoices", "POST /invoices", "<p>This endpoint creates a draft invoice.</p>"),
        call("PostInvoicesInvoice", "POST /invoices/{invoice}", "Draft invoices are fully editable."),
        call("PostInvoicesInvoiceVoid", "POST /invoices/{invoice}/void", "Voids a finalized invoice."),
        call("PostSecretsGone", "POST /secrets/gone", "Deletes a secret."),
        call("PostSecrets", "POST /secrets", "Creates a secret."),
        call("GetSecrets", "GET /secrets", "Every secret"),
        call("GetInvoices", "GET /invoices", "Every invoice"),
        call("DeleteInvoicesInvoice", "DELETE /invoices/{invoice}", "Draft invoices go for good."),
    ]);
    for (query, expected) in [
        ("create an invoice", "PostInvoices"),
        ("remove a secret", "PostSecretsGone"),
        ("list invoices", "GetInvoices"),
        ("remove an invoice", "DeleteInvoicesInvoice"),
    ] {
        assert_eq!(found(&catalog, query).first(), Some(&expected), "{query}");
    }
}

#[test]
fn what_stands_in_a_request_body_is_found() {
    let user = json!({ "type": "object", "properties": { "nickname": { "description": "How friends say it" } } });
    let shared = std::sync::Arc::new(json!({ "User": user }).as_object().unwrap().clone());
    let input =
        json!({ "type": "object", "properties": { "id": {}, "body": { "$ref": "#/components/schemas/User" } } });
    let update = Tool::raw("users.update").input(codemode::SchemaDocument::with_shared(input, shared));
    let update = update.run(|input| async { Ok(input) }).unwrap();
    let inline = json!({ "body": { "type": "object", "properties": { "shoeSize": {} } } });
    let catalog = catalog(vec![update, tool("users.measure", "", inline), tool("users.get", "", json!({ "id": {} }))]);
    assert_eq!(found(&catalog, "nickname"), ["users.update"]);
    assert_eq!(found(&catalog, "friends"), ["users.update"]);
    assert_eq!(found(&catalog, "shoe size")[0], "users.measure");
}

#[test]
fn rare_words_decide() {
    let mut tools: Vec<Tool> =
        (0..50).map(|n| tool(&format!("repo.list{n}"), "List a thing of a repository", json!({}))).collect();
    tools.push(tool("repo.webhooks", "Webhook deliveries of a repository", json!({})));
    assert_eq!(found(&catalog(tools), "list repository webhook")[0], "repo.webhooks");
}

#[test]
fn pages() {
    let catalog = catalog((0..25).map(|n| tool(&format!("many.tool{n:02}"), "One of many", json!({}))).collect());
    let page = |input: Value| catalog.search(&SearchRequest::from_json(&input).unwrap()).to_json();
    let first = page(json!({}));
    assert_eq!(first["items"].as_array().unwrap().len(), 10);
    assert_eq!(first["items"][0]["path"], "tools.many.tool00");
    assert_eq!((&first["remaining"], &first["next"]), (&json!(15), &json!({ "offset": 10 })));
    let last = page(json!({ "query": "many", "offset": 20 }));
    assert_eq!(last["items"].as_array().unwrap().len(), 5);
    assert_eq!((&last["remaining"], &last["next"]), (&json!(0), &json!(null)));
    let beyond = page(json!({ "offset": 99, "limit": 1000 }));
    assert_eq!(beyond, json!({ "items": [], "remaining": 0, "next": null }));
    let exact = page(json!({ "query": "many.tool13" }));
    assert_eq!(exact["items"].as_array().unwrap().len(), 1);
    assert_eq!(page(json!({ "query": "many.tool13", "offset": 1 }))["items"], json!([]));
    let mut offset = 0;
    let mut all = Vec::new();
    loop {
        let part = page(json!({ "query": "one tool", "limit": 7, "offset": offset }));
        all.extend(part["items"].as_array().unwrap().iter().map(|item| item["path"].as_str().unwrap().to_owned()));
        match part["next"]["offset"].as_u64() {
            Some(next) => offset = next,
            None => break,
        }
    }
    all.sort();
    all.dedup();
    assert_eq!(all.len(), 25);
}

#[test]
fn items_carry_callable_paths_and_signatures() {
    let catalog = catalog(vec![tool("ctx7.resolve-id", "Line one\nline two", json!({ "id": { "type": "string" } }))]);
    for query in ["resolve", r#"tools.ctx7["resolve-id"]"#] {
        let page = catalog.search(&SearchRequest::new(query)).to_json();
        assert_eq!(
            page["items"],
            json!([{
                "path": r#"tools.ctx7["resolve-id"]"#,
                "description": "Line one\nline two",
                "signature": "tools.ctx7[\"resolve-id\"](input: {\n  id?: string,\n}): Promise<unknown>",
            }])
        );
    }
    let scored = catalog.search(&SearchRequest::from_json(&json!({ "query": "resolve", "scores": true })).unwrap());
    assert!(scored.to_json()["items"][0]["score"].as_u64().unwrap() > 0);
}

#[test]
fn items_tell_what_found_them_on_request() {
    let catalog = catalog(vec![
        tool("git.delete_ref", "Deletes the provided reference", json!({ "ref": { "type": "string" } })),
        tool(
            "notes.add",
            "Adds a note",
            json!({ "text": { "type": "string", "description": "What the branch says" } }),
        ),
    ]);
    let explained = |query: &str| {
        let request = json!({ "query": query, "explain": true, "limit": 1 });
        let page = catalog.search(&SearchRequest::from_json(&request).unwrap()).to_json();
        (page["items"][0]["path"].as_str().unwrap().to_owned(), page["items"][0]["matches"].clone())
    };
    let (path, matches) = explained("remove my branch please");
    assert_eq!(path, "tools.git.delete_ref");
    assert_eq!(
        matches,
        json!([
            { "term": "remove", "word": "delete", "places": ["name"], "likeness": 85 },
            { "term": "branch", "word": "ref", "places": ["name", "parameter"], "likeness": 70 },
        ])
    );
    let (path, matches) = explained("the saying");
    assert_eq!(path, "tools.notes.add");
    assert_eq!(matches, json!([{ "term": "saying", "word": "says", "places": ["parameter text"], "likeness": 95 }]));
    assert_eq!(explained("tools.notes.add").1, json!([]), "the path itself was asked for");
    let plain = catalog.search(&SearchRequest::new("remove")).to_json();
    assert_eq!(plain["items"][0]["matches"], json!(null), "only on request");
}

#[test]
fn namespaces() {
    let catalog = catalog(
        ["slack.admin", "slack.admin.users.list", "slack.administrator.list", "slack.send", "slack-b.send"]
            .map(|name| tool(name, "", json!({})))
            .to_vec(),
    );
    let within = |namespace: &str| {
        let request = SearchRequest { namespace: Some(namespace.into()), ..SearchRequest::default() };
        catalog.search_paths(&request).into_iter().map(|(path, _)| path).collect::<Vec<_>>()
    };
    assert_eq!(within("slack.admin"), ["slack.admin", "slack.admin.users.list"]);
    assert_eq!(within("tools.slack.admin"), within("slack.admin"));
    assert_eq!(within("slack").len(), 4);
    assert_eq!(within("tools").len(), 5);
    assert!(within("").is_empty() && within("nope").is_empty() && within("Slack").is_empty());
    let request = SearchRequest { namespace: Some("slack".into()), ..SearchRequest::new("slack-b.send") };
    assert!(!catalog.search_paths(&request).iter().any(|(path, _)| *path == "slack-b.send"));
}

#[test]
fn namespace_descriptions_are_searched() {
    let group = Group::new("crm").description("Customer relations").tool(tool("get", "", json!({})));
    let tools = ToolSet::builder().group(group).tool(tool("x.get", "", json!({}))).build().unwrap();
    let catalog = Catalog::new(tools, DiscoveryOptions::default()).unwrap();
    assert_eq!(found(&catalog, "relations"), ["crm.get"]);
}

#[test]
fn wrong_requests_are_refused() {
    for bad in [
        json!(null),
        json!(3),
        json!([]),
        json!({ "query": 5 }),
        json!({ "query": null }),
        json!({ "namespace": 1 }),
        json!({ "limit": 0 }),
        json!({ "limit": 0.5 }),
        json!({ "limit": "5" }),
        json!({ "limit": 1u64 << 53 }),
        json!({ "offset": -1 }),
        json!({ "offset": 1.5 }),
        json!({ "offset": null }),
    ] {
        assert!(SearchRequest::from_json(&bad).is_err(), "{bad}");
    }
    assert_eq!(SearchRequest::from_json(&json!({ "other": 1 })).unwrap(), SearchRequest::default());
    assert_eq!(SearchRequest::from_json(&json!({ "limit": 5.0 })).unwrap().limit, 5);
    assert_eq!(SearchRequest::from_json(&json!("text")).unwrap(), SearchRequest::new("text"));
}

#[test]
fn observed_results_are_shown_only_when_asked_for() {
    let tools = || {
        vec![
            tool("t.any", "", json!({})),
            Tool::raw("t.declared").output(json!({ "type": "string" })).run(|input| async { Ok(input) }).unwrap(),
        ]
    };
    let signature =
        |catalog: &Catalog, query: &str| catalog.search(&SearchRequest::new(query)).items[0].signature.clone();
    let quiet = catalog(tools());
    quiet.observe("t.any", &json!({ "id": 1 }));
    assert_eq!(signature(&quiet, "any"), "tools.t.any(): Promise<unknown>");
    let options = DiscoveryOptions { infer_outputs: true, ..DiscoveryOptions::default() };
    let learning = Catalog::new(ToolSet::new(tools()).unwrap(), options).unwrap();
    assert_eq!(signature(&learning, "any"), "tools.t.any(): Promise<unknown>");
    learning.observe("t.any", &json!({ "id": 1 }));
    learning.observe("t.declared", &json!("x"));
    learning.observe("t.nope", &json!("x"));
    assert_eq!(signature(&learning, "any"), "tools.t.any(): Promise<unknown> /* seen in 1 result: { id: number } */");
    assert_eq!(signature(&learning, "declared"), "tools.t.declared(): Promise<string>");
}

#[test]
fn no_tools_is_no_problem() {
    let catalog = catalog(Vec::new());
    for query in ["", "x", "list all"] {
        assert_eq!(
            catalog.search(&SearchRequest::new(query)).to_json(),
            json!({ "items": [], "remaining": 0, "next": null })
        );
    }
}

/// Tools whose texts are drawn from few letters, so that substrings meet often.
fn random_catalog() -> impl Strategy<Value = Vec<(String, String, String, String)>> {
    let word = "[a-cA-C0-1_ .é-]{1,8}";
    prop::collection::vec(("[a-cA-C1_-]{1,6}", word, word, word), 1..12)
}

proptest! {
    #[test]
    fn whatever_the_specified_rules_find_is_found(tools in random_catalog(), query in "[a-cA-C0-1_ .é-]{1,10}") {
        let mut builder = ToolSet::builder();
        for (name, description, parameter, text) in &tools {
            builder = builder.replace(tool(&format!("n.{name}"), description, json!({ parameter.as_str(): { "description": text } })));
        }
        let catalog = Catalog::new(builder.build().unwrap(), DiscoveryOptions::default()).unwrap();
        let request = SearchRequest { limit: 100, ..SearchRequest::new(query.clone()) };
        let ours: Vec<&str> = catalog.search_paths(&request).into_iter().map(|(path, _)| path).collect();
        for (path, score) in ReferenceIndex::new(&catalog).search(&query) {
            // A query without a term browses there; here only one without letters does.
            if score > 0 {
                prop_assert!(ours.contains(&path.as_str()), "{query:?} lacks {path}: {ours:?}");
            }
        }
    }
}

/// A program can make up a query or a name of any length: matching never sees it.
#[tokio::test]
async fn queries_and_names_that_nobody_means_cost_nothing() {
    let runtime = codemode::CodeMode::new(ToolSet::new([tool("mail.list", "List", json!({}))]).unwrap()).unwrap();
    for source in ["return search('x'.repeat(1e7))", "return search({ query: 'list '.repeat(1e6) })"] {
        let result = runtime.execute(source).await;
        let message = &result.error().unwrap().message;
        assert_eq!(
            message,
            "Invalid input for tool 'search': the query is longer than 1000 characters: give the few words that matter"
        );
    }
    for source in [
        "return tools['x'.repeat(1e7)]()",
        "return tools.mail['y'.repeat(1e7)]()",
        "return Object.keys(tools['x'.repeat(1e7)])",
    ] {
        let result = runtime.execute(source).await;
        let message = &result.error().unwrap().message;
        assert!(message.starts_with("Unknown tool") && message.len() < 400, "{message}");
    }
    assert_eq!(found(&example(), &"messages ".repeat(100_000)), found(&example(), &"messages ".repeat(100)));
}
