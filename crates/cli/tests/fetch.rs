//! `fetch` as a configuration grants it, over a real connection.
#![allow(clippy::unwrap_used, clippy::panic)]

#[path = "support/common.rs"]
mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;

use common::Folder;

/// Answers every request with what it said, and with a redirect for `/away`. Gives its port.
fn server() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = BufReader::new(stream.unwrap());
            let mut lines = Vec::new();
            loop {
                let mut line = String::new();
                stream.read_line(&mut line).unwrap();
                if line.trim().is_empty() {
                    break;
                }
                lines.push(line.trim().to_owned());
            }
            let length =
                lines.iter().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
            let mut body = vec![0; length.unwrap_or(0)];
            stream.read_exact(&mut body).unwrap();
            let answer = serde_json::json!({ "lines": lines, "body": String::from_utf8_lossy(&body) }).to_string();
            let head = if lines.first().is_some_and(|line| line.contains(" /away ")) {
                "302 Found\r\nlocation: http://localhost:1/x".to_owned()
            } else {
                "200 OK\r\ncontent-type: application/json".to_owned()
            };
            let text =
                format!("HTTP/1.1 {head}\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{answer}", answer.len());
            let _ = stream.get_mut().write_all(text.as_bytes());
        }
    });
    port
}

#[test]
fn a_configuration_grants_fetch_within_its_policy() {
    let port = server();
    let folder = Folder::with(
        "codemode.toml",
        &format!(
            "[fetch]\nmethods = ['GET', 'POST']\n[[fetch.origins]]\norigin = 'http://127.0.0.1:{port}'\n\
             headers = {{ X-Key = '${{MISSING_KEY:-sesame}}' }}\n"
        ),
    );
    let program = format!(
        "const response = await fetch('http://127.0.0.1:{port}/orders?open=1', {{ method: 'POST', body: '{{\"a\":1}}',
            headers: {{ 'content-type': 'application/json' }} }});
        return {{ ok: response.ok, type: response.headers.get('content-type'), seen: await response.json() }};"
    );
    let ran = folder.codemode(&["run", "--json", "-e", &program]);
    let value = ran.json()["value"].clone();
    assert_eq!((&value["ok"], &value["type"]), (&true.into(), &"application/json".into()), "{ran:?}");
    let seen = value["seen"].to_string().to_lowercase();
    assert!(seen.contains("post /orders?open=1") && seen.contains("x-key: sesame"), "{seen}");
    assert_eq!(value["seen"]["body"], "{\"a\":1}");
    assert_eq!(ran.json()["toolCalls"], serde_json::json!([{ "name": "fetch" }]));
    let refused = |url: &str| {
        let program = format!("return (await fetch('{url}')).status");
        folder.codemode(&["run", "--json", "-e", &program]).json()["error"]["message"].to_string()
    };
    assert!(refused("http://localhost:1/").contains("fetch may not reach http://localhost:1"));
    assert!(refused(&format!("http://127.0.0.1:{port}/away")).contains("fetch may not reach http://localhost:1"));
    let told = folder.codemode(&["instructions"]).out;
    assert!(told.contains("Granted here: `fetch`") && !told.contains("sesame"), "{told}");
}

#[test]
fn patterns_of_origins_do_not_reach_this_machine() {
    let port = server();
    let folder = Folder::with("codemode.json", &format!("{{ \"fetch\": {{ \"origins\": [\"http://*:{port}\"] }} }}"));
    for host in ["127.0.0.1", "localhost", "[::1]", "2130706433"] {
        let program = format!("return (await fetch('http://{host}:{port}/')).status");
        let message = folder.codemode(&["run", "--json", "-e", &program]).json()["error"]["message"].to_string();
        assert!(message.contains("private or reserved"), "{host}: {message}");
    }
}

#[test]
fn fetch_is_off_by_default_and_its_mistakes_have_places() {
    let folder = Folder::with("codemode.json", "{ \"fetch\": { \"methods\": [\"GET\"] } }");
    assert_eq!(folder.codemode(&["run", "--json", "-e", "return typeof fetch"]).json()["value"], "undefined");
    let text = "{\n  \"fetch\": {\n    \"origins\": [\"api.example.com\", { \"orgin\": \"https://a.test\" }],\n    \"bodys\": 1\n  }\n}";
    let ran = Folder::with("codemode.json", text).codemode(&["tools"]);
    ran.says(&[
        "codemode.json:3:17",
        "'api.example.com' is no origin",
        "did you mean `origin`?",
        "did you mean `bodies`?",
    ]);
    let folder = Folder::with(
        "codemode.json",
        r#"{ "fetch": { "origins": [{ "origin": "https://a.test", "headers": { "X": "${NOT_SET_HERE}" } }] } }"#,
    );
    let ran = folder.codemode(&["run", "-e", "1"]);
    assert_eq!(ran.code, Some(2));
    ran.says(&["NOT_SET_HERE", "https://a.test"]);
    let ran = folder.codemode(&["doctor"]);
    assert!(ran.code == Some(1) && ran.out.contains("NOT_SET_HERE"), "{ran:?}");
}
