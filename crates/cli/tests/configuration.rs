//! Configuration files as people meet them: found upwards, mistakes shown at their place, flags before settings.
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "support/common.rs"]
mod common;

use common::Folder;

#[test]
fn a_configuration_above_is_found_and_flags_go_before_it() {
    let folder = Folder::with(
        "codemode.json",
        r#"{ "clock": "2026-01-31T09:00:00Z", "seed": 7, "timeZone": "Asia/Tokyo", "locale": "de-DE",
             "limits": { "maxToolCalls": 0 } } // comments are fine"#,
    );
    folder
        .write("a/b/program.js", "return [Date.now(), Math.random(), new Date(0).getHours(), (1.5).toLocaleString()]");
    let ran = folder.codemode_in("a/b", &["run", "program.js", "--json"], "");
    let value = ran.json()["value"].clone();
    assert_eq!((&value[0], &value[2], &value[3]), (&1_769_850_000_000_i64.into(), &9.into(), &"1,5".into()), "{ran:?}");
    assert_eq!(folder.codemode_in("a/b", &["run", "program.js", "--json"], "").json()["value"][1], value[1]);
    let ran = folder.codemode_in("a/b", &["run", "program.js", "--json", "--clock", "5", "--locale", "en-US"], "");
    assert_eq!((ran.json()["value"][0].clone(), ran.json()["value"][3].clone()), (5.into(), "1.5".into()));
    let ran = folder.codemode_in("a/b", &["run", "program.js", "--json", "--no-config"], "");
    assert_ne!(ran.json()["value"][1], value[1]);
}

#[test]
fn the_demo_is_open_only_when_nothing_is_configured_or_on_request() {
    let program = ["run", "--json", "-e", "return Object.keys(tools)"];
    let folder = Folder::new();
    assert!(folder.codemode(&program).json()["value"].as_array().unwrap().contains(&"orders".into()));
    folder.write("codemode.toml", "");
    assert_eq!(folder.codemode(&program).json()["value"], serde_json::json!([]));
    let with_demo = [&program[..], &["--demo"]].concat();
    assert!(folder.codemode(&with_demo).json()["value"].as_array().unwrap().contains(&"orders".into()));
    let ran = folder.codemode(&["tools", "--config", "codemode.toml"]);
    assert_eq!(ran.code, Some(1));
    ran.says(&["there are no tools"]);
}

#[test]
fn a_policy_of_the_configuration_hides_tools() {
    let folder = Folder::with("codemode.toml", "[policy]\nallow = ['orders.*']\ndeny = ['*.list']\n");
    let names = folder.codemode(&["tools", "--demo", "--json"]).json();
    let names: Vec<&str> = names.as_array().unwrap().iter().map(|tool| tool["path"].as_str().unwrap()).collect();
    assert!(!names.is_empty() && names.iter().all(|name| name.starts_with("orders.") && *name != "orders.list"));
    let ran = folder.codemode(&["run", "--json", "--demo", "-e", "return await tools.tickets.list({})"]);
    assert_eq!(ran.json()["error"]["kind"], "UnknownTool");
}

#[test]
fn mistakes_are_shown_with_file_line_column_and_what_was_meant() {
    let folder = Folder::with("codemode.json", "{\n  \"limits\": {\n    \"timeoutms\": 5\n  },\n  \"fetsh\": 1,\n}");
    let ran = folder.codemode(&["run", "-e", "1"]);
    assert_eq!(ran.code, Some(2));
    ran.says(&[
        "codemode.json:3:5",
        "there is no key `timeoutms` in `limits`",
        "did you mean `timeoutMs`?",
        "codemode.json:5:3",
        "\"timeoutms\": 5",
        "^",
    ]);
    let folder = Folder::with("codemode.toml", "[limits]\ntimeoutMs = \"soon\"\n[mcpServers.files]\ncomand = 'x'\n");
    let ran = folder.codemode(&["tools"]);
    assert_eq!(ran.code, Some(2));
    ran.says(&["codemode.toml:2:13", "expected a whole number", "codemode.toml:4:1", "did you mean `command`?"]);
    assert!(!ran.err.contains('\x1b'), "piped output has no colours: {}", ran.err);
}

#[test]
fn broken_syntax_missing_files_and_doubles_are_explained() {
    let folder = Folder::with("codemode.json", "{ \"limits\": { \"timeoutMs\": 5 }");
    folder.codemode(&["tools"]).says(&["codemode.json:1:31", "expected ',' or '}', but the file ends here"]);
    folder.write("codemode.toml", "");
    folder.codemode(&["tools"]).says(&["codemode.json", "codemode.toml", "keep one of them"]);
    let ran = folder.codemode(&["tools", "--config", "missing.json"]);
    assert_eq!(ran.code, Some(2));
    ran.says(&["missing.json: No such file"]);
    let ran = folder.codemode(&["tools", "--config", "x.json", "--no-config"]);
    assert_eq!(ran.code, Some(2));
    let ran = folder.codemode(&["run", "-e", "1", "--no-config", "--time-zone", "Mars/Olympus"]);
    ran.says(&["there is no time zone 'Mars/Olympus'"]);
}

#[test]
fn the_published_schema_is_up_to_date() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/codemode.schema.json");
    let printed = Folder::new().codemode(&["config", "schema"]);
    assert_eq!(printed.code, Some(0));
    if std::env::var_os("UPDATE_EXAMPLES").is_some() {
        std::fs::write(&path, &printed.out).unwrap();
    }
    let published = std::fs::read_to_string(&path).unwrap();
    assert_eq!(printed.out, published, "run this test with UPDATE_EXAMPLES=1");
}

#[test]
fn the_configuration_in_use_can_be_shown() {
    let folder = Folder::with("codemode.toml", "locale = 'ja'\n[openapi]\npets = 'pets.yaml'\n");
    let ran = folder.codemode(&["config", "show"]);
    assert_eq!(ran.json(), serde_json::json!({ "openapi": { "pets": { "spec": "pets.yaml" } }, "locale": "ja" }));
    ran.says(&["codemode.toml"]);
}
