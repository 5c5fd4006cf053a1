//! Tools that come and go: sources, their changes, their failures, and what programs see of it.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::sync::{Arc, Mutex};
use std::time::Duration;

use codemode::{
    BoxFuture, CodeMode, DiscoveryOptions, Group, LiveCodeMode, SearchRequest, Tool, ToolChanges, ToolError, ToolSet,
    ToolSource,
};
use serde_json::{Value, json};

/// A source whose tools a test sets.
struct Names {
    name: &'static str,
    tools: Mutex<Result<Vec<Tool>, String>>,
    changes: ToolChanges,
}

impl Names {
    fn new(name: &'static str, tools: &[&str]) -> Arc<Names> {
        let tools = Mutex::new(Ok(tools.iter().map(|name| tool(name)).collect()));
        Arc::new(Names { name, tools, changes: ToolChanges::new() })
    }

    fn set(&self, tools: Result<Vec<Tool>, String>) {
        *self.tools.lock().unwrap() = tools;
        self.changes.announce();
    }
}

impl ToolSource for Names {
    fn name(&self) -> &str {
        self.name
    }

    fn list(&self) -> BoxFuture<'_, Result<Group, ToolError>> {
        Box::pin(async {
            let tools = self.tools.lock().unwrap().clone();
            Ok(Group::new(self.name).tools(tools.map_err(ToolError::new)?))
        })
    }

    fn changes(&self) -> Option<&ToolChanges> {
        Some(&self.changes)
    }
}

fn tool(name: &str) -> Tool {
    let answer = name.to_owned();
    Tool::raw(name)
        .run(move |_| {
            let answer = answer.clone();
            async move { Ok(json!(answer)) }
        })
        .unwrap()
}

async fn live(fixed: ToolSet, sources: &[&Arc<Names>]) -> LiveCodeMode {
    let sources = sources.iter().map(|source| Arc::clone(source) as Arc<dyn ToolSource>);
    CodeMode::builder(fixed).live(sources).await.unwrap()
}

fn paths(live: &LiveCodeMode) -> Vec<String> {
    live.current().catalog().into_iter().map(|entry| entry.path).collect()
}

async fn changed(live: &LiveCodeMode, version: u64) -> u64 {
    tokio::time::timeout(Duration::from_secs(10), live.changes().after(version)).await.unwrap()
}

#[tokio::test]
async fn announced_changes_reach_the_next_execution() {
    let (a, b) = (Names::new("a", &["one"]), Names::new("b", &["two"]));
    let live = live(ToolSet::new([tool("fixed")]).unwrap(), &[&a, &b]).await;
    assert_eq!(paths(&live), ["a.one", "b.two", "fixed"]);
    let follower = live.clone();
    let following = tokio::spawn(async move { follower.follow().await });
    let before = live.current();
    let version = live.changes().version();

    a.set(Ok(vec![tool("one"), tool("extra")]));
    let version = changed(&live, version).await;
    assert_eq!(paths(&live), ["a.extra", "a.one", "b.two", "fixed"]);
    assert_eq!(live.execute("return await tools.a.extra()").await.value(), Some(&json!("extra")));
    assert_eq!(live.execute("return search('extra').items[0].path").await.value(), Some(&json!("tools.a.extra")));
    // What began before keeps its tools.
    assert!(before.execute("return await tools.a.extra()").await.error().unwrap().message.contains("Unknown tool"));

    b.set(Ok(Vec::new()));
    changed(&live, version).await;
    assert_eq!(paths(&live), ["a.extra", "a.one", "fixed"]);
    assert_eq!(live.execute("return await tools.fixed()").await.value(), Some(&json!("fixed")));
    following.abort();
}

#[tokio::test]
async fn a_change_before_the_follower_starts_is_not_missed() {
    let a = Names::new("a", &["one"]);
    let live = live(ToolSet::default(), &[&a]).await;
    let version = live.changes().version();
    a.set(Ok(vec![tool("late")]));
    let follower = live.clone();
    let following = tokio::spawn(async move { follower.follow().await });
    changed(&live, version).await;
    assert_eq!(paths(&live), ["a.late"]);
    following.abort();
}

#[tokio::test]
async fn a_failing_source_keeps_its_tools_and_takes_no_other_down() {
    let (a, b) = (Names::new("a", &["one"]), Names::new("b", &["two"]));
    b.set(Err("no answer".into()));
    let live = live(ToolSet::default(), &[&a, &b]).await;
    assert_eq!(paths(&live), ["a.one"]);
    let problems = live.problems();
    assert_eq!((problems.len(), problems[0].source.as_str(), problems[0].reason.as_str()), (1, "b", "no answer"));
    assert!(live.current().instructions().contains("- b (no tools) // unavailable: no answer"));
    let failure = live.execute("return await tools.b.two()").await;
    let message = &failure.error().unwrap().message;
    assert_eq!(message, "Unknown tool 'b.two': the namespace 'b' has no tools (unavailable: no answer)");

    b.set(Ok(vec![tool("two")]));
    live.refresh().await;
    assert_eq!((paths(&live), live.problems().len()), (vec!["a.one".to_owned(), "b.two".to_owned()], 0));
    b.set(Err("gone again".into()));
    live.refresh().await;
    assert_eq!(paths(&live), ["a.one", "b.two"]);
    assert_eq!(live.problems()[0].reason, "gone again");
}

#[tokio::test]
async fn clashing_names_leave_the_later_source_out() {
    let (a, b) = (Names::new("a", &["one"]), Names::new("a", &["one", "two"]));
    let live = live(ToolSet::default(), &[&a, &b]).await;
    assert_eq!(paths(&live), ["a.one"]);
    assert!(live.problems()[0].reason.contains("two tools are called `a.one`"));
}

#[tokio::test]
async fn only_what_models_read_counts_as_a_change() {
    let a = Names::new("a", &["one"]);
    let live = live(ToolSet::default(), &[&a]).await;
    let version = live.changes().version();
    let instructions = live.current().instructions().to_owned();
    // Other code behind the same words: installed, but nothing to announce.
    a.set(Ok(vec![Tool::raw("one").run(|_| async { Ok(json!("new code")) }).unwrap()]));
    live.refresh().await;
    assert_eq!(live.changes().version(), version);
    assert_eq!(live.current().instructions(), instructions);
    assert_eq!(live.execute("return await tools.a.one()").await.value(), Some(&json!("new code")));
    a.set(Ok(vec![tool("one"), Tool::raw("two").description("More").run(|_| async { Ok(Value::Null) }).unwrap()]));
    live.refresh().await;
    assert_eq!(live.changes().version(), version + 1);
}

#[tokio::test]
async fn results_are_observed_when_asked_for_and_survive_changes() {
    let any = || {
        vec![
            Tool::raw("user").run(|_| async { Ok(json!({ "id": 1, "name": "x" })) }).unwrap(),
            Tool::raw("typed")
                .output(json!({ "type": "number" }))
                .run(|_| async { Ok(json!("not a number")) })
                .unwrap(),
            Tool::raw("fails").run(|_| async { Err(ToolError::new("no")) }).unwrap(),
        ]
    };
    let program = "await tools.user(); await tools.typed(); await tools.fails().catch(() => {}); return 1";
    let signatures =
        |runtime: &CodeMode| runtime.catalog().into_iter().map(|entry| entry.signature).collect::<Vec<_>>();
    let plain = CodeMode::new(ToolSet::new(any()).unwrap()).unwrap();
    assert!(plain.execute(program).await.is_ok());
    let unknown =
        ["tools.fails(): Promise<unknown>", "tools.typed(): Promise<number>", "tools.user(): Promise<unknown>"];
    assert_eq!(signatures(&plain), unknown);

    let options = DiscoveryOptions { infer_outputs: true, ..DiscoveryOptions::default() };
    let learning = CodeMode::builder(ToolSet::new(any()).unwrap()).discovery(options).build().unwrap();
    let instructions = learning.instructions().to_owned();
    assert_eq!(signatures(&learning), unknown);
    assert!(learning.execute(program).await.is_ok());
    let seen = "tools.user(): Promise<unknown> /* seen in 1 result: { id: number, name: string } */";
    assert_eq!(signatures(&learning)[2], seen);
    assert_eq!(&signatures(&learning)[..2], &unknown[..2]);
    assert_eq!(learning.discovery().search(&SearchRequest::new("user")).items[0].signature, seen);
    let found = learning.execute("return search('user').items[0].signature").await;
    assert_eq!(found.value(), Some(&json!(seen)));
    assert_eq!(learning.instructions(), instructions, "instructions stay the same bytes");

    let user = any().remove(0);
    let more = learning.with_tools(ToolSet::new([user.clone(), tool("new")]).unwrap());
    assert_eq!(signatures(&more)[1], seen);
    let other = Tool::raw("user").description("Another tool").run(|_| async { Ok(json!(1)) }).unwrap();
    let replaced = learning.with_tools(ToolSet::new([other]).unwrap());
    assert_eq!(signatures(&replaced), ["tools.user(): Promise<unknown>"]);
}

#[tokio::test]
async fn a_policy_holds_for_tools_that_come_later() {
    let source = Names::new("srv", &["read", "drop"]);
    let policy = serde_json::from_value(json!({ "deny": ["*.drop*"] })).unwrap();
    let sources = [Arc::clone(&source) as Arc<dyn ToolSource>];
    let live = CodeMode::builder(ToolSet::default()).policy(policy).live(sources).await.unwrap();
    let paths = |live: &LiveCodeMode| live.current().catalog().into_iter().map(|entry| entry.path).collect::<Vec<_>>();
    assert_eq!(paths(&live), ["srv.read"]);
    let version = live.changes().version();
    source.set(Ok(["read", "drop", "drop_all"].map(tool).to_vec()));
    live.refresh().await;
    assert_eq!((paths(&live), live.changes().version()), (vec!["srv.read".to_owned()], version));
    source.set(Ok(["read", "write"].map(tool).to_vec()));
    live.refresh().await;
    assert_eq!(paths(&live), ["srv.read", "srv.write"]);
    assert_eq!(live.execute("return await tools.srv.drop({})").await.error().unwrap().kind.as_str(), "UnknownTool");
}
