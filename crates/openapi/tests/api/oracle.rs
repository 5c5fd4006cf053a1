//! The wire compared with that of an independent implementation: `tests/oracle/generate.py` wrote the cases.

use serde_json::{Value, json};

use crate::support::{Server, builder, call_only, document, pairs, with_response};

fn cases() -> Value {
    serde_json::from_str(include_str!("../oracle/cases.json")).unwrap()
}

/// Names and values of a query or form, however they were escaped.
fn decoded(text: &str) -> Value {
    pairs(text).into_iter().map(|(name, value)| json!([name, value])).collect()
}

#[tokio::test]
async fn parameters_arrive_as_others_send_them() {
    let server = Server::echo().await;
    let cases = cases();
    let cases = cases["parameters"].as_array().unwrap();
    assert!(cases.len() >= 200, "{}", cases.len());
    let mut wrong = Vec::new();
    for case in cases {
        let parameter = &case["parameter"];
        let name = parameter["name"].as_str().unwrap();
        let location = parameter["in"].as_str().unwrap();
        let path = if location == "path" { "/x/{p}" } else { "/x" };
        let root = document(json!({ path: { "get": with_response(json!({ "parameters": [parameter] })) } }));
        let api = builder(root).base_url(&server.url).build().unwrap();
        let echoed = call_only(&api, json!({ name: case["value"] })).await.unwrap();
        let target = echoed["target"].as_str().unwrap();
        let arrived = match location {
            "path" => json!(target.strip_prefix("/x/")),
            "query" => decoded(target.split_once('?').map_or("", |(_, query)| query)),
            "cookie" => echoed["headers"]["cookie"].clone(),
            _ => echoed["headers"]["x-param"].clone(),
        };
        if arrived != case["wire"] {
            wrong.push(format!("{parameter} {}: {arrived} instead of {}", case["value"], case["wire"]));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), cases.len(), wrong.join("\n"));
}

#[tokio::test]
async fn forms_arrive_as_others_send_them() {
    let server = Server::echo().await;
    for case in cases()["forms"].as_array().unwrap() {
        let body = json!({ "required": true, "content": { "application/x-www-form-urlencoded": case["media"] } });
        let root = document(json!({ "/x": { "post": with_response(json!({ "requestBody": body })) } }));
        let api = builder(root).base_url(&server.url).build().unwrap();
        let echoed = call_only(&api, json!({ "body": case["value"] })).await.unwrap();
        assert_eq!(decoded(echoed["body"].as_str().unwrap()), case["wire"], "{case}");
    }
}
