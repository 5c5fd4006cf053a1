//! Parameters as they arrive at a server: every style, escaping, cookies, values at the edge (openapi.md 5.1, C rows).

use codemode_openapi::Api;
use serde_json::{Value, json};

use crate::support::{Server, builder, call_only, document, failure, with_response};

async fn api(server: &Server, path: &str, parameters: Value) -> Api {
    let root = document(json!({ path: { "get": with_response(json!({ "parameters": parameters })) } }));
    builder(root).base_url(&server.url).build().unwrap()
}

/// What arrives for one parameter `p` of a location: target, header or cookie.
async fn arrived(server: &Server, mut parameter: Value, value: Value) -> String {
    let location = parameter["in"].as_str().unwrap().to_owned();
    let name = if location == "header" { "X-P" } else { "p" };
    parameter["name"] = json!(name);
    parameter["required"] = json!(true);
    if parameter.get("content").is_none() {
        parameter.as_object_mut().unwrap().entry("schema").or_insert(json!({}));
    }
    let path = if location == "path" { "/{p}" } else { "/" };
    let api = api(server, path, json!([parameter])).await;
    let echoed = match call_only(&api, json!({ name: value })).await {
        Ok(echoed) => echoed,
        Err(error) => return format!("error: {}", error.message()),
    };
    let header = |name: &str| echoed["headers"][name].as_str().unwrap_or("(none)").to_owned();
    match location.as_str() {
        "header" => header("x-p"),
        "cookie" => header("cookie"),
        _ => echoed["target"].as_str().unwrap().to_owned(),
    }
}

fn styled(location: &str, style: &str, explode: bool) -> Value {
    json!({ "in": location, "style": style, "explode": explode })
}

#[tokio::test]
async fn every_style_is_written_as_the_table_says() {
    let server = Server::echo().await;
    let list = json!(["a", "b"]);
    let record = json!({ "k": "v", "l": "w" });
    let rows = [
        ("path", "simple", false, "/v", "/a,b", "/k,v,l,w"),
        ("path", "simple", true, "/v", "/a,b", "/k=v,l=w"),
        ("path", "label", false, "/.v", "/.a,b", "/.k,v,l,w"),
        ("path", "label", true, "/.v", "/.a.b", "/.k=v.l=w"),
        ("path", "matrix", false, "/;p=v", "/;p=a,b", "/;p=k,v,l,w"),
        ("path", "matrix", true, "/;p=v", "/;p=a;p=b", "/;k=v;l=w"),
        ("header", "simple", false, "v", "a,b", "k,v,l,w"),
        ("header", "simple", true, "v", "a,b", "k=v,l=w"),
        ("query", "form", true, "/?p=v", "/?p=a&p=b", "/?k=v&l=w"),
        ("query", "form", false, "/?p=v", "/?p=a%2Cb", "/?p=k%2Cv%2Cl%2Cw"),
        ("query", "spaceDelimited", false, "/?p=v", "/?p=a%20b", "/?p=k%20v%20l%20w"),
        ("query", "pipeDelimited", false, "/?p=v", "/?p=a%7Cb", "/?p=k%7Cv%7Cl%7Cw"),
        ("query", "spaceDelimited", true, "/?p=v", "/?p=a&p=b", "/?k=v&l=w"),
        ("query", "deepObject", true, "error", "error", "/?p%5Bk%5D=v&p%5Bl%5D=w"),
        ("cookie", "form", true, "p=v", "p=a; p=b", "k=v; l=w"),
        ("cookie", "form", false, "p=v", "p=a,b", "p=k,v,l,w"),
        ("cookie", "cookie", true, "p=v", "p=a; p=b", "k=v; l=w"),
    ];
    for (location, style, explode, scalar, items, entries) in rows {
        for (value, expected) in [(json!("v"), scalar), (list.clone(), items), (record.clone(), entries)] {
            let text = arrived(&server, styled(location, style, explode), value.clone()).await;
            let label = format!("{location} {style} {explode} {value}");
            if expected == "error" {
                assert!(text.contains("must be an object"), "{label}: {text}");
            } else {
                assert_eq!(text, expected, "{label}");
            }
        }
    }
}

#[tokio::test]
async fn defaults_follow_the_location() {
    let server = Server::echo().await;
    let rows = [("path", "/a,b"), ("query", "/?p=a&p=b"), ("header", "a,b"), ("cookie", "p=a; p=b")];
    for (location, expected) in rows {
        assert_eq!(arrived(&server, json!({ "in": location }), json!(["a", "b"])).await, expected);
    }
}

#[tokio::test]
async fn empty_and_null_values() {
    let server = Server::echo().await;
    let (list, record) = (json!([]), json!({}));
    let rows = [
        ("query", true, json!(null), "/?p=null"),
        ("query", true, json!(""), "/?p="),
        ("query", true, list.clone(), "/"),
        ("query", false, list.clone(), "/?p="),
        ("query", true, record.clone(), "/"),
        ("query", false, record, "/?p="),
        ("query", true, json!([null, ""]), "/?p=null&p="),
        ("header", false, json!(""), ""),
        ("header", false, list, ""),
        ("cookie", true, json!(null), "p=null"),
    ];
    for (location, explode, value, expected) in rows {
        let text = arrived(&server, json!({ "in": location, "explode": explode }), value.clone()).await;
        assert_eq!(text, expected, "{location} {explode} {value}");
    }
    for value in [json!(""), json!([]), json!({})] {
        let text = arrived(&server, json!({ "in": "path" }), value.clone()).await;
        assert!(text.contains("invalid path parameter `p`: it is empty"), "{value}: {text}");
    }
    assert_eq!(arrived(&server, styled("path", "matrix", false), json!("")).await, "/;p");
    assert_eq!(arrived(&server, json!({ "in": "path" }), json!(null)).await, "/null");
}

#[tokio::test]
async fn numbers_and_escapes() {
    let server = Server::echo().await;
    let query = json!({ "in": "query" });
    assert_eq!(arrived(&server, query.clone(), json!(1e21)).await, "/?p=1e%2B21");
    assert_eq!(arrived(&server, query.clone(), json!(-0.0)).await, "/?p=0");
    assert_eq!(
        arrived(&server, query.clone(), json!("a~b !*'()é/&=+")).await,
        "/?p=a%7Eb+%21*%27%28%29%C3%A9%2F%26%3D%2B"
    );
    assert_eq!(
        arrived(&server, json!({ "in": "path" }), json!(["x(1)", "y'z", "a/b?c#d%"])).await,
        "/x%281%29,y%27z,a%2Fb%3Fc%23d%25"
    );
    assert_eq!(arrived(&server, json!({ "in": "cookie" }), json!("a b;c=d,é")).await, "p=a%20b%3Bc%3Dd%2C%C3%A9");
    assert_eq!(arrived(&server, json!({ "in": "header" }), json!("a b; c, é")).await, "a b; c, é");
}

#[tokio::test]
async fn reserved_characters_stay_when_they_may() {
    let server = Server::echo().await;
    let allowed = json!({ "in": "query", "allowReserved": true });
    assert_eq!(
        arrived(&server, allowed.clone(), json!("items(id,name):/a?b@c;d=e'f")).await,
        "/?p=items(id,name):/a?b@c;d=e%27f"
    );
    // What would end the value or the query stays escaped; escapes that are there already stay as they are.
    assert_eq!(arrived(&server, allowed.clone(), json!("a&b#c+d e%2Ff")).await, "/?p=a%26b%23c%2Bd%20e%2Ff");
    let list = json!({ "in": "query", "allowReserved": true, "explode": false });
    assert_eq!(arrived(&server, list, json!(["a/b", "c:d"])).await, "/?p=a/b,c:d");
    let path = json!({ "in": "path", "allowReserved": true });
    assert_eq!(arrived(&server, path, json!("a:b@c/d?e")).await, "/a:b@c%2Fd%3Fe");
}

#[tokio::test]
async fn values_in_media_types() {
    let server = Server::echo().await;
    let content =
        |location: &str, media_type: &str| json!({ "in": location, "content": { media_type: { "schema": {} } } });
    let value = json!({ "a": [1, { "b": "c d" }] });
    assert_eq!(
        arrived(&server, content("query", "application/json"), value.clone()).await,
        "/?p=%7B%22a%22%3A%5B1%2C%7B%22b%22%3A%22c+d%22%7D%5D%7D"
    );
    assert_eq!(
        arrived(&server, content("header", "application/json"), value.clone()).await,
        r#"{"a":[1,{"b":"c d"}]}"#
    );
    assert_eq!(arrived(&server, content("path", "application/json"), json!([1])).await, "/%5B1%5D");
    assert_eq!(arrived(&server, content("cookie", "application/json"), json!([1])).await, "p=%5B1%5D");
    assert_eq!(arrived(&server, content("query", "text/plain"), json!("a b")).await, "/?p=a+b");
    assert!(arrived(&server, content("query", "text/plain"), value).await.contains("must be text"));
}

#[tokio::test]
async fn deep_objects_go_as_deep_as_their_schema() {
    let server = Server::echo().await;
    let deep = |schema: Value| json!({ "in": "query", "style": "deepObject", "explode": true, "schema": schema });
    let flat = deep(json!({ "type": "object", "properties": { "zone": { "type": "string" } } }));
    assert!(arrived(&server, flat, json!({ "zone": [] })).await.contains("inside another one"));
    let nested = deep(
        json!({ "type": "object", "properties": { "a": { "type": "array", "items": {} }, "b": { "type": "object" } } }),
    );
    assert_eq!(
        arrived(&server, nested, json!({ "a": ["x", { "y": 1 }], "b": { "c": true } })).await,
        "/?p%5Ba%5D%5B0%5D=x&p%5Ba%5D%5B1%5D%5By%5D=1&p%5Bb%5D%5Bc%5D=true"
    );
    let list = deep(json!({ "type": "array", "items": { "type": "string" } }));
    assert_eq!(arrived(&server, list, json!(["x", "y"])).await, "/?p%5B0%5D=x&p%5B1%5D=y");
    let either = deep(
        json!({ "anyOf": [{ "type": "object", "properties": { "gte": { "type": "integer" } } }, { "type": "integer" }] }),
    );
    assert_eq!(arrived(&server, either.clone(), json!(5)).await, "/?p=5");
    assert_eq!(arrived(&server, either, json!({ "gte": 5 })).await, "/?p%5Bgte%5D=5");
}

#[tokio::test]
async fn several_parameters_keep_their_order() {
    let server = Server::echo().await;
    let api = api(
        &server,
        "/v",
        json!([
            { "name": "labels", "in": "query", "schema": { "type": "array" } },
            { "name": "spot", "in": "query", "schema": { "type": "object" } },
            { "name": "near", "in": "query", "style": "deepObject", "explode": true, "schema": { "type": "object" } },
        ]),
    )
    .await;
    let echoed = call_only(
        &api,
        json!({
            "near": { "zone": "/n/e 1", "ref": "a&b" },
            "spot": { "port": "Le Havre", "no": 4 },
            "labels": ["dry dock", "R&D"],
            "unknown": 1,
        }),
    )
    .await
    .unwrap();
    assert_eq!(
        echoed["target"],
        "/v?labels=dry+dock&labels=R%26D&port=Le+Havre&no=4&near%5Bzone%5D=%2Fn%2Fe+1&near%5Bref%5D=a%26b"
    );
    for (input, field) in [
        (json!({ "labels": [{}] }), "labels"),
        (json!({ "spot": { "port": {} } }), "spot"),
        (json!({ "near": { "zone": [] } }), "near"),
    ] {
        let message = failure(&api, input).await;
        assert!(message.contains(&format!("`{field}` holds a list or an object inside another one")), "{message}");
    }
    assert!(failure(&api, json!({ "near": "x" })).await.contains("`near` must be an object"));
}

#[tokio::test]
async fn missing_values_are_named_path_first() {
    let server = Server::echo().await;
    let parameter = |name: &str, place: &str| json!({ "name": name, "in": place, "required": true, "schema": {} });
    let api =
        api(&server, "/{id}", json!([parameter("q", "query"), parameter("X-H", "header"), parameter("id", "path")]))
            .await;
    assert_eq!(failure(&api, json!({})).await, "GET /{id}: the path parameter `id` is missing");
    assert_eq!(failure(&api, json!("text")).await, "GET /{id}: the path parameter `id` is missing");
    assert_eq!(failure(&api, json!({ "id": 1 })).await, "GET /{id}: the query parameter `q` is missing");
    assert_eq!(failure(&api, json!({ "id": 1, "q": null })).await, "GET /{id}: the header parameter `X-H` is missing");
}

#[tokio::test]
async fn fragments_are_dropped_and_literal_queries_kept() {
    let server = Server::echo().await;
    let query = json!([{ "name": "b", "in": "query", "schema": {} }]);
    let plain = api(&server, "/#Action=List", query.clone()).await;
    assert_eq!(call_only(&plain, json!({ "b": 1 })).await.unwrap()["target"], "/?b=1");
    let literal = api(&server, "/x?a=1", query).await;
    assert_eq!(call_only(&literal, json!({ "b": 2 })).await.unwrap()["target"], "/x?a=1&b=2");
    assert_eq!(call_only(&literal, json!({})).await.unwrap()["target"], "/x?a=1");
}

#[tokio::test]
async fn whole_query_strings() {
    let server = Server::echo().await;
    let of =
        |media_type: &str| json!([{ "name": "q", "in": "querystring", "content": { media_type: { "schema": {} } } }]);
    let form = api(&server, "/x", of("application/x-www-form-urlencoded")).await;
    assert_eq!(
        call_only(&form, json!({ "q": { "a": "b c", "l": [1, 2] } })).await.unwrap()["target"],
        "/x?a=b+c&l=1&l=2"
    );
    let json_text = api(&server, "/x", of("application/json")).await;
    assert_eq!(call_only(&json_text, json!({ "q": [1] })).await.unwrap()["target"], "/x?%5B1%5D");
}
