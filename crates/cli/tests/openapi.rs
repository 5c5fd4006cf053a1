//! OpenAPI documents on the command line, against a server in this process.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Command, Output};

use serde_json::{Value, json};

const DOCUMENT: &str = r#"
openapi: 3.1.0
info: { title: Harbor }
servers: [{ url: 'https://harbor.test/v1' }]
security: [{ token: [] }]
paths:
  /ships/{imo}:
    get:
      operationId: ships.fetch
      summary: Fetch a vessel by its number
      parameters: [{ name: imo, in: path, required: true, schema: { type: string } }]
      responses: { 200: { description: ok, content: { application/json: { schema: { type: object } } } } }
  /events:
    get:
      operationId: events
      x-websocket: true
      responses: { 101: { description: ok } }
components: { securitySchemes: { token: { type: http, scheme: bearer } } }
"#;

/// A document in a file of its own, removed with the value.
struct File(PathBuf);

impl File {
    fn new(name: &str, text: &str) -> File {
        let path = std::env::temp_dir().join(format!("codemode-cli-{}-{name}", std::process::id()));
        std::fs::write(&path, text).unwrap();
        File(path)
    }

    fn path(&self) -> &str {
        self.0.to_str().unwrap()
    }
}

impl Drop for File {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

/// A server that answers with the request line and the authorization it got.
fn serve() -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
            let first = lines.next().unwrap_or_default();
            let headers: Vec<String> = lines.take_while(|line| !line.is_empty()).collect();
            let authorization = headers.iter().find_map(|line| line.strip_prefix("authorization: "));
            let body = json!({ "line": first, "authorization": authorization }).to_string();
            let _ = write!(
                stream,
                "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
                body.len()
            );
        }
    });
    url
}

fn codemode(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_codemode")).args(arguments).env("HARBOR_TOKEN", "t0ken").output().unwrap()
}

fn stdout(arguments: &[&str]) -> String {
    let output = codemode(arguments);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn stderr(arguments: &[&str]) -> String {
    let output = codemode(arguments);
    assert_eq!(output.status.code(), Some(2));
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn programs_call_operations() {
    let file = File::new("run.yaml", DOCUMENT);
    let url = serve();
    let harbor = format!("harbor={}", file.path());
    let program = "return await tools.harbor.ships.fetch({ imo: 'a/b' })";
    for (option, value) in [("--header", "Authorization: Bearer t0ken"), ("--auth", "token=env:HARBOR_TOKEN")] {
        let text = stdout(&["run", "-e", program, "--openapi", &harbor, "--base-url", &url, option, value]);
        let value: Value = serde_json::from_str(&text).unwrap();
        assert_eq!(value, json!({ "line": "GET /ships/a%2Fb HTTP/1.1", "authorization": "Bearer t0ken" }));
    }
    let output = codemode(&["run", "-e", program, "--openapi", &harbor, "--base-url", &url]);
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(text.contains("GET /ships/{imo} needs credentials that are not available: `token`"), "{text}");
}

#[test]
fn programs_see_the_headers_they_are_shown() {
    let file = File::new("headers.yaml", DOCUMENT);
    let url = serve();
    let harbor = format!("harbor={}", file.path());
    let shared = ["--openapi", &harbor, "--base-url", &url, "--header", "Authorization: Bearer t0ken"];
    let program = "const { status, headers, body } = await tools.harbor.ships.fetch({ imo: '1' });
        return [status, headers, body.line];";
    let shown = ["--response-header", "Content-Type", "--response-header", "link"];
    let text = stdout(&[&["run", "-e", program][..], &shared, &shown].concat());
    let value: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(value, json!([200, { "content-type": "application/json" }, "GET /ships/1 HTTP/1.1"]));
    let message = stderr(&["tools", "--openapi", &harbor, "--response-header", "set-cookie"]);
    assert!(message.contains("the response header `set-cookie` cannot be shown to programs"), "{message}");
}

#[test]
fn pinned_parameters_are_the_hosts() {
    let chat = r#"
openapi: 3.1.0
info: { title: Chat }
servers: [{ url: 'https://chat.test' }]
paths:
  /history:
    get:
      operationId: history
      parameters:
        - { name: token, in: query, required: true, schema: { type: string } }
        - { name: channel, in: query, schema: { type: string } }
      responses: { 200: { description: ok } }
  /post:
    post:
      operationId: post
      parameters: [{ name: token, in: header, required: true, schema: { type: string } }]
      responses: { 200: { description: ok } }
"#;
    let file = File::new("pins.yaml", chat);
    let pinned = ["--pin", "token=xoxb-secret"];
    let text = stdout(&[&["openapi", "inspect", file.path()][..], &pinned].concat());
    assert!(text.contains("history(input: { channel?: string })") && text.contains("post()"), "{text}");
    let shown = |tool: &str, argument: &str| {
        stdout(&[&["openapi", "request", file.path(), tool, argument][..], &pinned].concat())
    };
    let (history, post) = (shown("history", "{ \"channel\": \"C1\" }"), shown("post", "{}"));
    assert!(history.starts_with("GET /history?token=***&channel=C1 HTTP/1.1"), "{history}");
    assert!(post.contains("\ntoken: ***\n"), "{post}");
    let url = serve();
    let source = format!("chat={}", file.path());
    let program = "return (await tools.chat.history()).line";
    let run = ["run", "-e", program, "--openapi", &source, "--base-url", &url, "--pin", "token=env:HARBOR_TOKEN"];
    assert_eq!(stdout(&run).trim(), r#""GET /history?token=t0ken HTTP/1.1""#);
    let entry = json!({ "spec": file.path(), "baseUrl": url, "pins": { "token": "${HARBOR_TOKEN}" } });
    let config = File::new("pins.json", &json!({ "openapi": { "chat": entry } }).to_string());
    let run = ["run", "-e", program, "--config", config.path()];
    assert_eq!(stdout(&run).trim(), r#""GET /history?token=t0ken HTTP/1.1""#);
    let message = stderr(&["tools", "--openapi", &source, "--pin", "token"]);
    assert!(message.contains("--pin: write it as PARAMETER=VALUE"), "{message}");
    let message = stderr(&["tools", "--openapi", &source, "--pin", "token=env:NO_SUCH_VARIABLE"]);
    assert!(message.contains("the variable NO_SUCH_VARIABLE is not set"), "{message}");
}

#[test]
fn documents_are_inspected() {
    let file = File::new("inspect.yaml", DOCUMENT);
    let text = stdout(&["openapi", "inspect", file.path()]);
    assert!(text.starts_with("Harbor\n2 operations: 1 tools, 1 skipped\n\nwebsocket: 1\n  GET /events: "), "{text}");
    assert!(text.contains("\nships\n  fetch(input: { imo: string }): Promise<"), "{text}");
    let shown: Value = serde_json::from_str(&stdout(&["openapi", "inspect", file.path(), "--json"])).unwrap();
    assert_eq!((&shown["operations"], &shown["tools"]), (&json!(2), &json!(1)));
    let skipped = shown["skipped"].as_array().unwrap();
    assert_eq!(
        (skipped.len(), &skipped[0]["kind"], &skipped[0]["method"], &skipped[0]["path"]),
        (1, &json!("websocket"), &json!("GET"), &json!("/events"))
    );
    assert!(skipped[0]["reason"].as_str().unwrap().contains("WebSocket"));
}

#[test]
fn requests_are_shown_without_credentials() {
    let file = File::new("request.yaml", DOCUMENT);
    let call = ["openapi", "request", file.path(), "ships.fetch", r#"{ "imo": "7" }"#];
    let text = stdout(&[&call[..], &["--auth", "token=env:HARBOR_TOKEN"]].concat());
    assert!(text.starts_with("GET /v1/ships/7 HTTP/1.1\nhost: harbor.test\n"), "{text}");
    assert!(text.contains("\nauthorization: Bearer ***\n") && !text.contains("t0ken"), "{text}");
    let shown: Value = serde_json::from_str(&stdout(&[&call[..], &["--json"]].concat())).unwrap();
    assert_eq!(shown["url"], "https://harbor.test/v1/ships/7");
    assert!(shown["obstacle"].as_str().unwrap().contains("`token`"));
    assert!(stderr(&["openapi", "request", file.path(), "ships.fetch"]).contains("path parameter `imo` is missing"));
    assert!(stderr(&["openapi", "request", file.path(), "fetch"]).contains("similar ones are ships.fetch"));
    assert!(stderr(&["openapi", "request", file.path(), "ships.fetch", "{imo}"]).contains("not JSON"));
}

#[test]
fn operations_are_found_and_listed() {
    let file = File::new("search.yaml", DOCUMENT);
    let harbor = format!("harbor={}", file.path());
    let found: Value =
        serde_json::from_str(&stdout(&["search", "vessel", "--openapi", &harbor, "--limit", "1", "--json"])).unwrap();
    assert!(found.to_string().contains("tools.harbor.ships.fetch"), "{found}");
    assert!(stdout(&["tools", "--openapi", &harbor]).contains("tools.harbor.ships.fetch(input: {"));
    assert!(stdout(&["instructions", "--openapi", &harbor]).contains("harbor"));
    let checked = stdout(&["check", "-e", "return await tools.harbor.ships.fetch({ imo: '1' })", "--openapi", &harbor]);
    assert!(checked.contains("no problems found"), "{checked}");
}

#[test]
fn values_belong_to_one_of_several_documents() {
    let (one, two) = (File::new("one.yaml", DOCUMENT), File::new("two.yaml", DOCUMENT));
    let (url_one, url_two) = (serve(), serve());
    let (one, two) = (format!("one={}", one.path()), format!("two={}", two.path()));
    let documents = [
        "run",
        "-e",
        "return [await tools.one.ships.fetch({ imo: 1 }), await tools.two.ships.fetch({ imo: 2 })]",
        "--openapi",
        &one,
        "--openapi",
        &two,
    ];
    let base_urls = [format!("one={url_one}"), format!("two={url_two}")];
    let rest = [
        "--base-url",
        &base_urls[0],
        "--base-url",
        &base_urls[1],
        "--header",
        "one=Authorization: Bearer a",
        "--auth",
        "two=token=b",
    ];
    let value: Value = serde_json::from_str(&stdout(&[&documents[..], &rest].concat())).unwrap();
    assert_eq!((&value[0]["authorization"], &value[1]["authorization"]), (&json!("Bearer a"), &json!("Bearer b")));
    let ambiguous = stderr(&[&documents[..], &["--header", "X-Key: sesame"]].concat());
    assert!(ambiguous.contains("say which one it is for (one, two)") && !ambiguous.contains("sesame"), "{ambiguous}");
}

#[test]
fn mistakes_are_explained() {
    let file = File::new("mistakes.yaml", DOCUMENT);
    let harbor = format!("harbor={}", file.path());
    let run = |rest: &[&str]| stderr(&[&["run", "-e", "1"], rest].concat());
    assert!(run(&["--openapi", file.path()]).contains("NAME=SPEC"));
    assert!(run(&["--openapi", &harbor, "--openapi", &harbor]).contains("two documents called `harbor`"));
    assert!(run(&["--openapi", "x=no-such-file.yaml"]).contains("no-such-file.yaml"));
    assert!(run(&["--base-url", "https://h.test"]).contains("name one with --openapi"));
    let nameless = run(&["--openapi", &harbor, "--header", "sesame"]);
    assert!(nameless.contains("`Name: value`") && !nameless.contains("sesame"), "{nameless}");
    assert!(
        run(&["--openapi", &harbor, "--auth", "token=env:NOT_THERE_AT_ALL"]).contains("NOT_THERE_AT_ALL is not set")
    );
    assert!(run(&["--openapi", &harbor, "--base-url", "/v1"]).contains("does not start with http"));
    let swagger = File::new("swagger.json", r#"{ "swagger": "2.0", "paths": {} }"#);
    assert!(stderr(&["openapi", "inspect", swagger.path()]).contains("npx swagger2openapi"));
}

#[test]
fn documents_are_fetched_from_urls() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/api.yaml", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        let (mut stream, _) = listener.accept().unwrap();
        let mut head = [0; 1024];
        let _ = stream.read(&mut head);
        let _ = write!(
            stream,
            "HTTP/1.1 200 OK\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{DOCUMENT}",
            DOCUMENT.len()
        );
    });
    assert!(stdout(&["openapi", "inspect", &url]).contains("2 operations: 1 tools"));
}
