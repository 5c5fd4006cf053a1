//! `fetch` as a granted capability: nothing without a grant, nothing beyond the policy, and what browsers have otherwise.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::sync::{Arc, Mutex};

use codemode::{
    BoxFuture, CodeMode, Fetch, FetchError, FetchPolicy, FetchRequest, FetchResponse, FetchTransport, Limits, Observer,
    Tool, ToolError, ToolSet,
};
use serde_json::{Value, json};

/// A network that answers by path, and remembers what was asked.
#[derive(Default)]
struct Network(Mutex<Vec<FetchRequest>>);

impl Network {
    fn asked(&self) -> Vec<FetchRequest> {
        self.0.lock().unwrap().clone()
    }
}

impl FetchTransport for Network {
    fn send(&self, request: FetchRequest) -> BoxFuture<'static, Result<FetchResponse, FetchError>> {
        self.0.lock().unwrap().push(request.clone());
        let url = request.url.clone();
        let path = url.splitn(4, '/').nth(3).unwrap_or("").to_owned();
        Box::pin(async move {
            let redirect = |status: u16, to: &str| {
                Ok(FetchResponse { status, headers: vec![("Location".into(), to.into())], ..FetchResponse::default() })
            };
            match path.as_str() {
                "json" => Ok(FetchResponse {
                    status: 200,
                    status_text: "OK".into(),
                    headers: vec![
                        ("content-type".into(), "application/json".into()),
                        ("set-cookie".into(), "session=1".into()),
                    ],
                    body: br#"{"n":[1,2,3]}"#.to_vec(),
                }),
                "bytes" => Ok(FetchResponse { status: 200, body: vec![0xff, 0, 0x80], ..FetchResponse::default() }),
                "missing" => Ok(FetchResponse { status: 404, body: b"no".to_vec(), ..FetchResponse::default() }),
                "echo" => {
                    let body = json!({
                        "method": request.method,
                        "headers": request.headers,
                        "body": request.body.map(|body| String::from_utf8(body).unwrap()),
                    });
                    Ok(FetchResponse { status: 200, body: body.to_string().into_bytes(), ..FetchResponse::default() })
                }
                "moved" => redirect(302, "/echo"),
                "kept" => redirect(307, "/echo"),
                "away" => redirect(302, "https://evil.test/echo"),
                "other" => redirect(302, "https://b.ok.test/echo"),
                "loop" => redirect(302, "/loop"),
                "large" => Err(FetchError::TooLarge(request.max_response_bytes)),
                _ => std::future::pending().await,
            }
        })
    }
}

fn policy(more: Value) -> FetchPolicy {
    let mut policy = json!({
        "origins": [
            { "origin": "https://a.test", "methods": ["GET", "POST"], "headers": { "Authorization": "Bearer secret" } },
            "https://*.ok.test",
        ],
        "requestHeaders": ["accept", "content-type", "x-mine", "authorization"],
        "maxRequestBytes": 20,
        "timeoutMs": 300,
        "maxRedirects": 3,
    });
    policy.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    serde_json::from_value(policy).unwrap()
}

fn runtime(more: Value) -> (CodeMode, Arc<Network>) {
    let network = Arc::new(Network::default());
    let fetch = Fetch::new(policy(more), network.clone()).unwrap();
    let tool = Tool::new("x.y").run(|| async { Ok::<_, ToolError>(1) });
    let limits = Limits { max_tool_calls: Some(20), ..Limits::default() };
    (CodeMode::builder(ToolSet::new([tool]).unwrap()).limits(limits).fetch(fetch).build().unwrap(), network)
}

async fn value(source: &str) -> Value {
    let (runtime, _) = runtime(json!({}));
    let result = runtime.execute(source).await;
    result.value().cloned().unwrap_or_else(|| panic!("{source}: {:?}", result.error()))
}

async fn failure(source: &str) -> String {
    let (runtime, _) = runtime(json!({}));
    let result = runtime.execute(source).await;
    result.error().unwrap_or_else(|| panic!("{source}: {:?}", result.value())).message.clone()
}

#[tokio::test]
async fn without_a_grant_there_is_no_fetch() {
    let runtime = CodeMode::new(ToolSet::default()).unwrap();
    let result = runtime.execute("return [typeof fetch, typeof Response, typeof Request]").await;
    assert_eq!(result.value(), Some(&json!(["undefined", "undefined", "undefined"])));
    let result = runtime.execute("return await tools['\\u0000fetch']({ url: 'https://a.test/json' })").await;
    assert_eq!(result.error().unwrap().kind.as_str(), "UnknownTool");
    assert!(!runtime.instructions().contains("Granted"));
}

#[tokio::test]
async fn answers_are_responses_as_in_browsers() {
    let program = "
        const r = await fetch('https://a.test/json#part');
        const copy = r.clone();
        const first = [r.ok, r.status, r.statusText, r.url, r.redirected, r.headers.get('Content-Type'), r.bodyUsed];
        const data = await r.json();
        let again;
        try { await r.text() } catch (error) { again = error.name }
        return [...first, data.n.length, r.bodyUsed, again, await copy.text(), r.headers.get('set-cookie'),
            r instanceof Response]";
    let expected = json!([
        true,
        200,
        "OK",
        "https://a.test/json",
        false,
        "application/json",
        false,
        3,
        true,
        "TypeError",
        "{\"n\":[1,2,3]}",
        null,
        true
    ]);
    assert_eq!(value(program).await, expected);
    let program = "const r = await fetch(new URL('https://a.test/bytes')); return [...await r.bytes()]";
    assert_eq!(value(program).await, json!([255, 0, 128]));
    let program = "const r = await fetch('https://a.test/missing'); return [r.ok, r.status, await r.text()]";
    assert_eq!(value(program).await, json!([false, 404, "no"]));
}

#[tokio::test]
async fn requests_carry_method_headers_and_body() {
    let program = "
        const request = new Request('https://a.test/echo', {
            method: 'post', body: JSON.stringify({ a: 1 }), headers: { 'Content-Type': 'application/json', 'X-Mine': 'm',
                Authorization: 'Bearer mine' } });
        return (await fetch(request)).json()";
    let seen = value(program).await;
    assert_eq!((&seen["method"], &seen["body"]), (&json!("POST"), &json!("{\"a\":1}")));
    let headers = seen["headers"].to_string();
    assert!(
        headers.contains(r#"["content-type","application/json"]"#) && headers.contains(r#"["x-mine","m"]"#),
        "{headers}"
    );
    assert!(headers.contains("Bearer secret") && !headers.contains("Bearer mine"), "the host's headers win: {headers}");
    let program = "return (await (await fetch('https://a.test/echo', { method: 'POST',
        body: new URLSearchParams({ q: 'a b' }) })).json())";
    let seen = value(program).await;
    assert_eq!(seen["body"], "q=a+b");
    assert!(seen["headers"].to_string().contains("application/x-www-form-urlencoded"), "{seen}");
}

#[tokio::test]
async fn what_the_policy_does_not_allow_is_refused_before_anything_is_sent() {
    let refused = [
        ("fetch('https://evil.test/json')", "fetch may not reach https://evil.test; it may reach https://a.test"),
        ("fetch('http://a.test/json')", "fetch may not reach http://a.test"),
        ("fetch('https://a.test:444/json')", "fetch may not reach https://a.test:444"),
        ("fetch('https://ok.test/json')", "fetch may not reach https://ok.test"),
        ("fetch('https://x.ok.test/echo', { method: 'POST', body: '' })", "fetch may not use POST"),
        ("fetch('https://a.test/echo', { method: 'DELETE' })", "it may use GET, POST"),
        ("fetch('https://a.test/json', { headers: { Cookie: 'x' } })", "may not set the header 'cookie'"),
        ("fetch('https://a.test/echo', { method: 'POST', body: 'x'.repeat(21) })", "more than the 20 allowed"),
        ("fetch('https://user:secret@a.test/json')", "user name or password"),
        ("fetch('https://a.test/json', { body: 'x' })", "a GET request has no body"),
        ("fetch('https://a.test/json', { headers: { 'x-mine': 'a\\u0001b' } })", "control character"),
        ("fetch('file:///etc/passwd')", "fetch may not reach null"),
    ];
    for (call, expected) in refused {
        let (runtime, network) = runtime(json!({}));
        let result = runtime.execute(&format!("return (await {call}).status")).await;
        let message = &result.error().unwrap_or_else(|| panic!("{call} was allowed")).message;
        assert!(message.contains(expected), "{call}: {message}");
        assert!(network.asked().is_empty(), "{call}");
    }
}

#[tokio::test]
async fn every_hop_of_a_redirect_is_judged() {
    let seen = value(
        "const r = await fetch('https://a.test/moved', { method: 'POST', body: 'x' });
        return [r.redirected, r.url, (await r.json()).method]",
    )
    .await;
    assert_eq!(seen, json!([true, "https://a.test/echo", "GET"]));
    let seen =
        value("return (await (await fetch('https://a.test/kept', { method: 'POST', body: 'x' })).json()).body").await;
    assert_eq!(seen, "x");
    let seen = value("return (await (await fetch('https://a.test/other')).json()).headers").await;
    assert!(!seen.to_string().contains("secret"), "credentials stay with their origin: {seen}");
    assert!(failure("return await fetch('https://a.test/away')").await.contains("may not reach https://evil.test"));
    assert!(failure("return await fetch('https://a.test/loop')").await.contains("more than 3 redirects"));
    assert_eq!(value("return (await fetch('https://a.test/away', { redirect: 'manual' })).status").await, 302);
    assert!(failure("return await fetch('https://a.test/moved', { redirect: 'error' })").await.contains("a redirect"));
}

#[tokio::test]
async fn time_size_and_counts_are_bounded() {
    assert!(failure("return await fetch('https://a.test/never')").await.contains("no answer within 300 ms"));
    assert!(failure("return await fetch('https://a.test/large')").await.contains("larger than 10485760 bytes"));
    let (runtime, network) = runtime(json!({}));
    let result = runtime.execute("for (let i = 0; i < 50; i++) await fetch('https://a.test/json')").await;
    assert_eq!(result.error().unwrap().kind.as_str(), "ToolCallLimitExceeded");
    assert_eq!((result.tool_calls().len(), network.asked().len()), (20, 20));
    assert_eq!(result.tool_calls()[0].name, "fetch");
}

#[tokio::test]
async fn failures_point_into_the_program() {
    let (runtime, _) = runtime(json!({}));
    let result = runtime.execute("const a = 1;\nconst b = 2;\nawait fetch('https://evil.test/');").await;
    let location = result.error().unwrap().location.unwrap();
    assert_eq!(location.line, 3, "{:?}", result.error());
    let program =
        "try { await fetch('https://evil.test/') } catch (error) { return [error instanceof Error, error.kind] }";
    assert_eq!(runtime.execute(program).await.value(), Some(&json!([true, "ToolFailure"])));
}

#[tokio::test]
async fn bodies_can_be_summarized_or_attached() {
    let (summing, _) = runtime(json!({ "bodies": "summarize" }));
    let result = summing.execute("return await (await fetch('https://a.test/json')).json()").await;
    let expected = json!({ "mediaType": "application/json", "bytes": 13, "begins": "{\"n\":[1,2,3]}" });
    assert_eq!(result.value(), Some(&expected));
    let (attaching, _) = runtime(json!({ "bodies": "attach" }));
    let observer = Observer::default();
    let attachments = observer.attachments.clone();
    let result = attaching.observed(observer).execute("return await (await fetch('https://a.test/json')).json()").await;
    assert_eq!(result.value().unwrap()["attachment"], 1);
    let attached = attachments.of_result(result.value().unwrap());
    assert_eq!(
        (attached[0].1.media_type.as_str(), attached[0].1.base64.as_str()),
        ("application/json", "eyJuIjpbMSwyLDNdfQ==")
    );
}

#[tokio::test]
async fn models_are_told_and_sessions_keep_it() {
    let (runtime, network) = runtime(json!({}));
    let told = "Granted here: `fetch` reaches https://a.test (GET, POST), https://*.ok.test with GET, HEAD.";
    assert!(runtime.instructions().contains(told), "{}", runtime.instructions());
    let findings = runtime.check("const r = await fetch('https://a.test/'); return r instanceof Response");
    assert!(findings.is_empty(), "{findings:?}");
    let mut session = runtime.session();
    assert_eq!(session.execute("const r = await fetch('https://a.test/json')").await.error(), None);
    assert_eq!(session.execute("(await r.json()).n.length").await.value(), Some(&json!(3)));
    assert_eq!(session.bindings().len(), 1);
    assert!(network.asked()[0].headers.contains(&("authorization".into(), "Bearer secret".into())));
    assert!(!network.asked()[0].only_public_addresses);
    session.execute("await fetch('https://b.ok.test/json')").await;
    assert!(network.asked()[1].only_public_addresses, "patterns reach public addresses only");
}
