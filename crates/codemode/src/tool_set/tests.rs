#![allow(clippy::unwrap_used, clippy::panic)]
use super::*;
use crate::{BoxFuture, ToolError};

fn tool(name: &str) -> Tool {
    Tool::new(name).description(name).run(|| async { Ok::<_, ToolError>(1) })
}

fn paths(set: &ToolSet) -> Vec<&str> {
    set.tools().map(|(path, _)| path).collect()
}

#[test]
fn dotted_names_and_groups_are_the_same() {
    let dotted = ToolSet::new([tool("issues.list"), tool("a.b.c")]).unwrap();
    let nested = ToolSet::builder()
        .group(Group::new("issues").tool(tool("list")))
        .group(Group::new("a.b").tool(tool("c")))
        .build()
        .unwrap();
    assert_eq!(paths(&dotted), paths(&nested));
    assert_eq!(paths(&dotted), ["a.b.c", "issues.list"]);
    assert_eq!(dotted.children("").unwrap(), ["issues", "a"]);
    assert_eq!(dotted.children("a").unwrap(), ["b"]);
    assert_eq!(dotted.children("a.b.c").unwrap(), [""; 0]);
    assert!(dotted.children("nope").is_none());
}

#[test]
fn spellings_merge_and_keep_their_first_position() {
    let set = ToolSet::builder()
        .tool(tool("x.one"))
        .tool(tool("y"))
        .group(Group::new("x").description("about x").tool(tool("two")))
        .build()
        .unwrap();
    assert_eq!(set.children("").unwrap(), ["x", "y"]);
    assert_eq!(set.children("x").unwrap(), ["one", "two"]);
    assert_eq!(set.namespace_description("x"), "about x");
}

#[test]
fn duplicates_are_refused_unless_replaced() {
    let twice = ToolSet::builder().tool(tool("a.b")).group(Group::new("a").tool(tool("b"))).build();
    assert_eq!(twice.unwrap_err(), ConfigError::DuplicateTool { path: "a.b".into() });
    let later = Tool::new("b").description("later").run(|| async { Ok::<_, ToolError>(2) });
    let replaced = ToolSet::builder().tool(tool("a.b")).group(Group::new("a").replace(later)).build().unwrap();
    assert_eq!(replaced.get("a.b").unwrap().description(), "later");
}

#[test]
fn a_node_can_be_tool_and_namespace() {
    let set = ToolSet::new([tool("issues"), tool("issues.list")]).unwrap();
    assert!(matches!(set.resolve("issues"), Resolved::Tool(_)));
    assert!(matches!(set.resolve("issues.list"), Resolved::Tool(_)));
    assert_eq!(set.children("issues").unwrap(), ["list"]);
    assert_eq!(set.len(), 2);
}

#[test]
fn every_segment_is_ordinary() {
    let names = ["__proto__.x", "constructor", "n.prototype", "n.then", "n.to-string", "1.2", "a b.c\"d", "ü.😀"];
    let set = ToolSet::new(names.map(tool)).unwrap();
    for name in names {
        assert!(set.get(name).is_some(), "{name}");
    }
    assert!(matches!(set.resolve("n"), Resolved::Namespace));
    assert!(matches!(set.resolve("toString"), Resolved::Unknown));
    assert_eq!(set.children("n").unwrap(), ["prototype", "then", "to-string"]);
}

#[test]
fn empty_segments_are_refused_everywhere() {
    for name in ["", "a..b", ".x", "x."] {
        let expected = ConfigError::EmptySegment { name: name.into() };
        assert!(expected.to_string().contains("empty segment"));
        assert_eq!(ToolSet::new([tool(name)]).unwrap_err(), expected);
        assert_eq!(ToolSet::builder().group(Group::new(name).tool(tool("t"))).build().unwrap_err(), expected);
        assert_eq!(ToolSet::builder().group(Group::new("g").tool(tool(name))).build().unwrap_err(), expected);
    }
}

#[test]
fn an_empty_group_is_a_namespace_without_tools() {
    let set = ToolSet::builder().group(Group::new("ns")).build().unwrap();
    assert_eq!(set.children("").unwrap(), ["ns"]);
    assert_eq!(set.len(), 0);
    assert!(ToolSet::new([]).unwrap().children("").unwrap().is_empty());
}

#[tokio::test]
async fn sources_are_asked_once() {
    struct Two;
    impl ToolSource for Two {
        fn name(&self) -> &str {
            "two"
        }
        fn list(&self) -> BoxFuture<'_, Result<Group, ToolError>> {
            Box::pin(async { Ok(Group::new("two").tool(tool("a")).tool(tool("b"))) })
        }
    }
    struct Broken;
    impl ToolSource for Broken {
        fn name(&self) -> &str {
            "broken"
        }
        fn list(&self) -> BoxFuture<'_, Result<Group, ToolError>> {
            Box::pin(async { Err(ToolError::new("not today")) })
        }
    }
    let set = ToolSet::builder().source(&Two).await.unwrap().build().unwrap();
    assert_eq!(paths(&set), ["two.a", "two.b"]);
    let error = ToolSet::builder().source(&Broken).await.unwrap_err();
    assert_eq!(error.to_string(), "the tools of `broken` could not be listed: not today");
}

#[test]
fn a_policy_leaves_no_trace_of_what_it_denies() {
    let set = ToolSet::new(["a.b.x", "a.b.y", "a.c", "d", "d.e", "f.g.h"].map(tool)).unwrap();
    let policy = |text: &str| serde_json::from_str(text).unwrap();
    let some = set.allowed(&policy(r#"{ "allow": ["a.*", "d.e"], "deny": ["a.b.*"] }"#));
    assert_eq!(paths(&some), ["a.c", "d.e"]);
    assert_eq!(some.children("").unwrap(), ["a", "d"]);
    assert_eq!(some.children("a").unwrap(), ["c"]);
    assert!(matches!(some.resolve("d"), Resolved::Namespace));
    assert!(matches!(some.resolve("f.g"), Resolved::Unknown));
    let none = set.allowed(&policy(r#"{ "deny": ["*"] }"#));
    assert!(none.is_empty() && none.children("").unwrap().is_empty());
    assert_eq!(paths(&set.allowed(&policy("{}"))).len(), 6);
}
