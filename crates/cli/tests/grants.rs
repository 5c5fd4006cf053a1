//! What programs get besides tools only when it is granted: timers and `fetch`, by configuration or command line.
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "support/common.rs"]
mod common;

use common::Folder;
use serde_json::json;

const REST: &str = "const begun = Date.now(); await new Promise((done) => setTimeout(done, 40)); \
                    await scheduler.wait(40); return Date.now() - begun >= 80";

#[test]
fn timers_are_granted_by_configuration_or_flag_and_bounded() {
    let folder = Folder::new();
    assert_eq!(folder.codemode(&["run", "--json", "-e", "return typeof setTimeout"]).json()["value"], "undefined");
    let granted = folder.codemode(&["run", "--json", "--timers-ms", "1000", "-e", REST]);
    assert_eq!(granted.json()["value"], true, "{granted:?}");
    folder.write("codemode.json", r#"{ "timersMs": 50 }"#);
    let over = folder.codemode(&["run", "--json", "-e", REST]).json();
    let message = over["error"]["message"].as_str().unwrap();
    assert!(message.contains("would wait 80 ms in all, and the host allows 50 ms"), "{message}");
    // The flag goes before the file, and takes away as well.
    assert_eq!(folder.codemode(&["run", "--json", "--timers-ms", "1000", "-e", REST]).json()["value"], true);
    let none = folder.codemode(&["run", "--json", "--timers-ms", "0", "-e", "return typeof setTimeout"]);
    assert_eq!(none.json()["value"], "undefined");
    let session = folder.codemode_in("", &["repl"], "await scheduler.wait(1); 'rested'\n");
    assert_eq!(session.out.trim(), "\"rested\"", "{session:?}");
}

#[test]
fn instructions_say_what_is_granted() {
    let folder = Folder::new();
    let told = folder.codemode(&["instructions"]).out;
    assert!(told.contains("No import/export, timers, fetch, eval") && !told.contains("Granted here"), "{told}");
    let told = folder.codemode(&["instructions", "--timers-ms", "2500"]).out;
    assert!(told.contains("No import/export, fetch, eval"), "{told}");
    assert!(told.contains("Granted here: timers (`setTimeout`") && told.contains("at most 2.5 s"), "{told}");
    let told = folder.codemode(&["instructions", "--allow-fetch", "https://api.example.com"]).out;
    assert!(told.contains("No import/export, timers, eval"), "{told}");
    assert!(told.contains("Granted here: `fetch` reaches https://api.example.com with GET, HEAD."), "{told}");
}

#[test]
fn check_knows_what_is_granted() {
    let folder = Folder::new();
    let program = "await scheduler.wait(1); setTimeout(() => 1, 5); return typeof (await fetch('https://a.test'))";
    let found = |flags: &[&str]| {
        let ran = folder.codemode(&[&["check", "--json", "-e", program], flags].concat());
        let unknown: Vec<String> =
            ran.json().as_array().unwrap().iter().map(|one| one["message"].to_string()).collect();
        unknown.join("\n")
    };
    let without = found(&[]);
    assert!(["scheduler", "setTimeout", "fetch"].iter().all(|name| without.contains(name)), "{without}");
    let with = found(&["--timers-ms", "1000", "--allow-fetch", "https://a.test"]);
    assert!(["scheduler", "setTimeout", "fetch"].iter().all(|name| !with.contains(name)), "{with}");
}

#[test]
fn doctor_and_show_tell_of_timers_and_mistakes_have_places() {
    let folder = Folder::with("codemode.toml", "timersMs = 3000\n");
    let ran = folder.codemode(&["doctor"]);
    assert!(ran.out.contains("timers: the delays of a program may add up to 3000 ms"), "{ran:?}");
    assert_eq!(folder.codemode(&["config", "show"]).json(), json!({ "timersMs": 3000 }));
    let folder = Folder::with("codemode.json", "{\n  \"timerMs\": 3000\n}");
    folder.codemode(&["run", "-e", "1"]).says(&["codemode.json:2:3", "did you mean `timersMs`?"]);
    folder.codemode(&["run", "--no-config", "-e", "1", "--allow-fetch", "example.com"]).says(&["is no origin"]);
}
