//! Documents from files, URLs and YAML, and what a program makes of them in the end.

use axum::extract::Request;
use codemode::{CodeMode, ToolSet};
use codemode_openapi::{Api, Document, HttpOptions, OpenApiError};
use serde_json::json;

use crate::support::{Server, call, names, response};

const YAML: &str = "\
openapi: 3.1.0
info: { title: Harbor, description: 'Ships and berths.' }
servers: [{ url: /v1 }]
paths:
  /ships:
    get:
      operationId: ships.list
      parameters:
        - { name: limit, in: query, schema: { type: integer } }
      responses:
        200:
          description: ok
          content:
            application/json:
              schema: { type: array, items: { $ref: 'api.yaml#/components/schemas/Ship' } }
components:
  schemas:
    Ship: { type: object, required: [name], properties: { name: { type: string } } }
";

#[tokio::test]
async fn documents_are_fetched_and_called_where_they_come_from() {
    let server = Server::answering(|_, request: Request| match request.uri().path() {
        "/old" => response(301, &[("location", "/docs/api.yaml")], ""),
        "/docs/api.yaml" => response(200, &[("content-type", "application/yaml")], YAML),
        other => response(200, &[("content-type", "application/json")], format!("[{{\"name\":\"{other}\"}}]")),
    })
    .await;
    let url = format!("{}/old", server.url);
    let document = Document::from_url(&url, &HttpOptions::default(), 100_000).await.unwrap();
    let api = Api::builder(document).build().unwrap();
    assert_eq!(names(&api), ["ships.list"]);
    let output =
        api.tools()[0].tool.output_schema().unwrap().to_typescript("Output", codemode::TypeStyle::Compact).text;
    assert_eq!(output, "Array<{ name: string }>", "the document refers to itself by its URL");
    assert_eq!(call(&api, "ships.list", json!({})).await.unwrap(), json!([{ "name": "/v1/ships" }]));
}

#[tokio::test]
async fn documents_are_bounded_and_failures_explained() {
    let server = Server::answering(|_, request: Request| match request.uri().path() {
        "/big" => response(200, &[], "x".repeat(5000)),
        "/binary" => response(200, &[], vec![0xff, 0xfe]),
        _ => response(404, &[], ""),
    })
    .await;
    let fetch = async |path: &str, options: HttpOptions| {
        let url = format!("{}{path}?token=hush", server.url);
        Document::from_url(&url, &options, 4096).await.map(|_| ()).unwrap_err().to_string()
    };
    assert!(fetch("/big", HttpOptions::default()).await.contains("larger than 4096 bytes"));
    assert!(fetch("/binary", HttpOptions::default()).await.contains("not UTF-8"));
    let missing = fetch("/missing", HttpOptions::default()).await;
    assert!(missing.contains("404") && !missing.contains("hush"), "{missing}");
    let private = HttpOptions { forbid_private_addresses: true, ..HttpOptions::default() };
    assert!(fetch("/big", private).await.contains("private or reserved"));
    assert!(matches!(
        Document::from_url("file:///etc/passwd", &HttpOptions::default(), 1).await,
        Err(OpenApiError::Fetch { .. })
    ));
}

#[test]
fn files_are_bounded_too() {
    let path = std::env::temp_dir().join(format!("codemode-openapi-{}.yaml", std::process::id()));
    std::fs::write(&path, YAML).unwrap();
    let api = Api::builder(Document::from_file(&path, 100_000).unwrap()).base_url("https://h.test").build().unwrap();
    assert_eq!(names(&api), ["ships.list"]);
    assert!(matches!(Document::from_file(&path, 100), Err(OpenApiError::TooLarge { limit: 100, .. })));
    std::fs::remove_file(&path).unwrap();
    let missing = Document::from_file(&path, 100).unwrap_err().to_string();
    assert!(
        missing.contains("codemode-openapi-")
            && matches!(Document::from_file(&path, 1), Err(OpenApiError::Read { .. }))
    );
}

#[tokio::test]
async fn programs_call_operations() {
    let server = Server::answering(|number, _| match number {
        0 => response(200, &[("content-type", "application/json")], r#"[{"name":"Ada"},{"name":"Bea"}]"#),
        _ => response(404, &[("content-type", "application/json")], r#"{"message":"no such harbor"}"#),
    })
    .await;
    let api = Api::builder(Document::from_text(YAML).unwrap()).base_url(&server.url).build().unwrap();
    let tools = ToolSet::builder().group(api.group("harbor")).build().unwrap();
    assert_eq!(tools.namespace_description("harbor"), "Harbor: Ships and berths.");
    let runtime = CodeMode::new(tools).unwrap();
    let program = "
        const ships = await tools.harbor.ships.list({ limit: 2 });
        try { await tools.harbor.ships.list() } catch (error) { return [ships.map((ship) => ship.name), error.message] }";
    let result = runtime.execute(program).await;
    let value = serde_json::to_value(&result).unwrap()["value"].clone();
    assert_eq!(value[0], json!(["Ada", "Bea"]));
    assert!(
        value[1].as_str().unwrap().contains("GET /ships failed with status 404 Not Found: no such harbor"),
        "{value}"
    );
    let found = runtime.discovery().search(&codemode::SearchRequest::new("GET /ships")).to_json();
    assert!(found.to_string().contains("harbor.ships.list"), "{found}");
}
