//! Operations of well-known APIs, as their documents declare them (`tests/excerpts/`, cut down to a few operations and
//! fields each), called against a server that tells what arrived.

use codemode_openapi::{Api, Document, StaticCredentials};
use serde_json::{Value, json};
use url::Url;

use crate::support::{Server, call, pairs};

/// All excerpts with their names.
pub const ALL: [(&str, &str); 6] = [
    ("docker", include_str!("../excerpts/docker.json")),
    ("kubernetes", include_str!("../excerpts/kubernetes.json")),
    ("petstore", include_str!("../excerpts/petstore.json")),
    ("slack", include_str!("../excerpts/slack.json")),
    ("stripe", include_str!("../excerpts/stripe.json")),
    ("twilio", include_str!("../excerpts/twilio.json")),
];

fn document(name: &str) -> Document {
    let (_, text) = ALL.into_iter().find(|(known, _)| *known == name).unwrap();
    Document::from_text(text).unwrap()
}

async fn api(name: &str, credentials: StaticCredentials) -> Api {
    let server = Server::echo().await;
    let api = Api::builder(document(name)).base_url(format!("{}/base", server.url)).auth(credentials).build().unwrap();
    assert_eq!(api.skipped(), []);
    api
}

/// `METHOD target` below the base, and the rest of what arrived.
async fn sent(api: &Api, name: &str, input: Value) -> (String, Value) {
    let echoed = call(api, name, input).await.unwrap();
    let target = echoed["target"].as_str().unwrap().strip_prefix("/base").unwrap();
    (format!("{} {target}", echoed["method"].as_str().unwrap()), echoed)
}

fn form(echoed: &Value) -> Vec<(String, String)> {
    assert_eq!(echoed["headers"]["content-type"], "application/x-www-form-urlencoded");
    pairs(echoed["body"].as_str().unwrap())
}

fn owned(expected: &[(&str, &str)]) -> Vec<(String, String)> {
    expected.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect()
}

#[tokio::test]
async fn stripe() {
    let api = api("stripe", StaticCredentials::new().with("bearerAuth", "sk_test_1")).await;
    let (line, echoed) = sent(
        &api,
        "GetCustomers",
        json!({ "created": { "gte": 1_700_000_000, "lt": 1_800_000_000 }, "limit": 3, "expand": ["data.sources", "data.tax"] }),
    )
    .await;
    let (path, query) = line.split_once('?').unwrap();
    assert_eq!(path, "GET /v1/customers");
    let expected = [
        ("created[gte]", "1700000000"),
        ("created[lt]", "1800000000"),
        ("expand[0]", "data.sources"),
        ("expand[1]", "data.tax"),
        ("limit", "3"),
    ];
    assert_eq!(pairs(query), owned(&expected));
    assert_eq!(echoed["headers"]["authorization"], "Bearer sk_test_1");
    // The document gives reads an empty form as a body, which is none.
    let (line, echoed) = sent(&api, "GetCustomersCustomer", json!({ "customer": "cus_1" })).await;
    assert_eq!(
        (line.as_str(), &echoed["body"], &echoed["headers"]["content-type"]),
        ("GET /v1/customers/cus_1", &json!(""), &Value::Null)
    );
    assert_eq!(
        sent(&api, "DeleteCustomersCustomer", json!({ "customer": "cus/1" })).await.0,
        "DELETE /v1/customers/cus%2F1"
    );
    let session = json!({
        "mode": "payment",
        "success_url": "https://shop.test/ok?x=1",
        "line_items": [{ "price_data": { "currency": "eur", "product_data": { "name": "T & shirt" } }, "quantity": 2 }, { "price": "price_1" }],
        "metadata": { "order id": "7" },
        "payment_method_types": ["card", "sepa_debit"],
        "automatic_tax": { "enabled": true },
    });
    let (line, echoed) = sent(&api, "PostCheckoutSessions", session).await;
    assert_eq!(line, "POST /v1/checkout/sessions");
    let expected = [
        ("automatic_tax[enabled]", "true"),
        ("line_items[0][price_data][currency]", "eur"),
        ("line_items[0][price_data][product_data][name]", "T & shirt"),
        ("line_items[0][quantity]", "2"),
        ("line_items[1][price]", "price_1"),
        ("metadata[order id]", "7"),
        ("mode", "payment"),
        ("payment_method_types[0]", "card"),
        ("payment_method_types[1]", "sepa_debit"),
        ("success_url", "https://shop.test/ok?x=1"),
    ];
    assert_eq!(form(&echoed), owned(&expected));
    let file = json!({ "base64": "JVBERg==", "mediaType": "application/pdf", "filename": "a \"b\".pdf" });
    let link = json!({ "create": true, "metadata": { "k": "v" } });
    let upload = json!({ "file": file, "purpose": "dispute_evidence", "file_link_data": link, "expand": ["url"] });
    let (_, echoed) = sent(&api, "PostFiles", upload).await;
    let body = echoed["body"].as_str().unwrap();
    for part in [
        "name=\"file\"; filename=\"a %22b%22.pdf\"\r\ncontent-type: application/pdf\r\n\r\n%PDF\r\n",
        "name=\"purpose\"\r\n\r\ndispute_evidence\r\n",
        "name=\"file_link_data[create]\"\r\n\r\ntrue\r\n",
        "name=\"file_link_data[metadata][k]\"\r\n\r\nv\r\n",
        "name=\"expand[0]\"\r\n\r\nurl\r\n",
    ] {
        assert!(body.to_lowercase().contains(&part.to_lowercase()), "{part}\n{body}");
    }
    // Uploads have a server of their own.
    let plain = Api::builder(document("stripe")).build().unwrap();
    let shown = async |name: &str, input: Value| plain.request(name, &input).await.unwrap().url().to_owned();
    assert_eq!(
        shown("PostFiles", json!({ "file": "x", "purpose": "pci_document" })).await,
        "https://files.stripe.com/v1/files"
    );
    assert_eq!(shown("GetCustomers", json!({})).await, "https://api.stripe.com/v1/customers");
}

#[tokio::test]
async fn kubernetes() {
    let api = api("kubernetes", StaticCredentials::new().with("BearerToken", "Bearer t0ken")).await;
    let pod = json!({ "namespace": "default", "name": "web-0" });
    let with = |more: Value| {
        let mut input = pod.clone();
        input.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        input
    };
    let list = json!({ "namespace": "kube-system", "labelSelector": "app in (a,b),tier!=web", "limit": 5 });
    let (line, echoed) = sent(&api, "listCoreV1NamespacedPod", list).await;
    let (path, query) = line.split_once('?').unwrap();
    assert_eq!(path, "GET /api/v1/namespaces/kube-system/pods");
    assert_eq!(pairs(query), owned(&[("labelSelector", "app in (a,b),tier!=web"), ("limit", "5")]));
    assert_eq!(echoed["headers"]["accept"], "application/json, */*;q=0.1");
    assert_eq!(echoed["headers"]["authorization"], "Bearer t0ken");
    // A JSON Patch is a list, and the document says that the body is an object.
    let patch = json!({ "metadata": { "labels": { "app": null } } });
    let (line, echoed) = sent(&api, "patchCoreV1NamespacedPod", with(json!({ "force": true, "body": patch }))).await;
    assert_eq!(line, "PATCH /api/v1/namespaces/default/pods/web-0?force=true");
    assert_eq!(echoed["headers"]["content-type"], "application/merge-patch+json");
    assert_eq!(echoed["body"], patch.to_string());
    // `*/*` with an object is JSON.
    let (line, echoed) =
        sent(&api, "createCoreV1NamespacedPodEviction", with(json!({ "body": { "kind": "Eviction" } }))).await;
    assert_eq!(line, "POST /api/v1/namespaces/default/pods/web-0/eviction");
    assert_eq!(
        (&echoed["headers"]["content-type"], &echoed["body"]),
        (&json!("application/json"), &json!("{\"kind\":\"Eviction\"}"))
    );
    let (line, echoed) = sent(&api, "deleteCoreV1NamespacedPod", with(json!({ "gracePeriodSeconds": 0 }))).await;
    assert_eq!(
        (line.as_str(), &echoed["body"]),
        ("DELETE /api/v1/namespaces/default/pods/web-0?gracePeriodSeconds=0", &json!(""))
    );
    let (line, _) =
        sent(&api, "readCoreV1NamespacedPodLog", with(json!({ "container": "app", "tailLines": 20 }))).await;
    assert_eq!(line, "GET /api/v1/namespaces/default/pods/web-0/log?container=app&tailLines=20");
}

#[tokio::test]
async fn slack() {
    let api = api("slack", StaticCredentials::new().with("slackAuth", "xoxb-1")).await;
    let blocks = json!([{ "type": "divider" }]).to_string();
    let message = json!({ "channel": "C1", "text": "a & b = ✓", "blocks": blocks, "unfurl_links": true });
    let (line, echoed) = sent(&api, "chat_postMessage", json!({ "token": "xoxb-2", "body": message })).await;
    assert_eq!((line.as_str(), &echoed["headers"]["token"]), ("POST /chat.postMessage", &json!("xoxb-2")));
    assert_eq!(echoed["headers"]["authorization"], "Bearer xoxb-1");
    let expected = [("channel", "C1"), ("text", "a & b = ✓"), ("blocks", blocks.as_str()), ("unfurl_links", "true")];
    assert_eq!(form(&echoed), owned(&expected));
    let (line, _) = sent(&api, "conversations_list", json!({ "types": "im,mpim", "exclude_archived": false })).await;
    assert_eq!(line, "GET /conversations.list?exclude_archived=false&types=im%2Cmpim");
    let (line, echoed) =
        sent(&api, "files_upload", json!({ "body": { "content": "1;2\n", "filename": "a.csv" } })).await;
    assert_eq!(line, "POST /files.upload");
    assert_eq!(form(&echoed), owned(&[("content", "1;2\n"), ("filename", "a.csv")]));
}

#[tokio::test]
async fn twilio() {
    let api = api("twilio", StaticCredentials::new().with("accountSid_authToken", "AC1:s3cret")).await;
    let message = json!({ "To": "+15558881111", "From": "+1 555", "Body": "hi", "MediaUrl": ["https://a.test/1.png", "https://a.test/2.png"] });
    let (line, echoed) = sent(&api, "CreateMessage", json!({ "AccountSid": "AC1", "body": message })).await;
    assert_eq!(line, "POST /2010-04-01/Accounts/AC1/Messages.json");
    assert_eq!(echoed["headers"]["authorization"], "Basic QUMxOnMzY3JldA==");
    let expected = [
        ("To", "+15558881111"),
        ("From", "+1 555"),
        ("Body", "hi"),
        ("MediaUrl", "https://a.test/1.png"),
        ("MediaUrl", "https://a.test/2.png"),
    ];
    assert_eq!(form(&echoed), owned(&expected));
    let (line, _) = sent(&api, "ListMessage", json!({ "AccountSid": "AC1", "To": "+1555" })).await;
    assert_eq!(line, "GET /2010-04-01/Accounts/AC1/Messages.json?To=%2B1555");
    let (line, _) = sent(&api, "DeleteMessage", json!({ "AccountSid": "AC1", "Sid": "SM1" })).await;
    assert_eq!(line, "DELETE /2010-04-01/Accounts/AC1/Messages/SM1.json");
}

#[tokio::test]
async fn docker() {
    let api = api("docker", StaticCredentials::new()).await;
    let config = json!({ "Image": "alpine:3", "Cmd": ["date"], "ExposedPorts": { "22/tcp": {} }, "HostConfig": { "AutoRemove": true } });
    let (line, echoed) = sent(&api, "ContainerCreate", json!({ "name": "/web", "body": config })).await;
    assert_eq!((line.as_str(), &echoed["body"]), ("POST /containers/create?name=%2Fweb", &json!(config.to_string())));
    let filters = json!({ "status": ["exited"] }).to_string();
    let (line, _) = sent(&api, "ContainerList", json!({ "all": true, "filters": filters })).await;
    assert_eq!(pairs(line.split_once('?').unwrap().1), owned(&[("all", "true"), ("filters", &filters)]));
    let tar = json!({ "base64": "dGFy", "mediaType": "application/x-tar" });
    let (line, echoed) = sent(&api, "PutContainerArchive", json!({ "id": "a1", "path": "/etc", "body": tar })).await;
    assert_eq!(line, "PUT /containers/a1/archive?path=%2Fetc");
    assert_eq!((&echoed["headers"]["content-type"], &echoed["body"]), (&json!("application/x-tar"), &json!("tar")));
    let (line, echoed) =
        sent(&api, "ImageCreate", json!({ "fromImage": "alpine", "tag": "3", "X-Registry-Auth": "e30=" })).await;
    assert_eq!(
        (line.as_str(), &echoed["headers"]["x-registry-auth"]),
        ("POST /images/create?fromImage=alpine&tag=3", &json!("e30="))
    );
    // The first server of the document is relative to where the document is.
    let at = Url::parse("http://docker.test:2375/docs/engine.json").unwrap();
    let located = Api::builder(document("docker").located_at(at)).build().unwrap();
    let shown = located.request("ContainerLogs", &json!({ "id": "a1", "stdout": true })).await.unwrap();
    assert_eq!(shown.url(), "http://docker.test:2375/v1.33/containers/a1/logs?stdout=true");
}

#[tokio::test]
async fn petstore() {
    let keys = StaticCredentials::new().with("api_key", "special-key").with("petstore_auth", "t0ken");
    let api = api("petstore", keys).await;
    let pet = json!({ "name": "doggie", "photoUrls": [], "category": { "id": 1 } });
    let (line, echoed) = sent(&api, "addPet", json!({ "body": pet })).await;
    assert_eq!((line.as_str(), &echoed["body"]), ("POST /pet", &json!(pet.to_string())));
    assert_eq!(
        (&echoed["headers"]["content-type"], &echoed["headers"]["authorization"]),
        (&json!("application/json"), &json!("Bearer t0ken"))
    );
    let (line, _) = sent(&api, "findPetsByStatus", json!({ "status": ["available", "sold"] })).await;
    assert_eq!(line, "GET /pet/findByStatus?status=available&status=sold");
    let (line, echoed) = sent(&api, "getPetById", json!({ "petId": 9_007_199_254_740_991_i64 })).await;
    assert_eq!((line.as_str(), &echoed["headers"]["api_key"]), ("GET /pet/9007199254740991", &json!("special-key")));
    let (line, echoed) =
        sent(&api, "updatePetWithForm", json!({ "petId": 7, "body": { "name": "Rex II", "status": "sold" } })).await;
    assert_eq!((line.as_str(), form(&echoed)), ("POST /pet/7", owned(&[("name", "Rex II"), ("status", "sold")])));
    let (line, echoed) = sent(&api, "deletePet", json!({ "petId": 7, "api_key": "mine" })).await;
    assert_eq!((line.as_str(), &echoed["headers"]["api_key"]), ("DELETE /pet/7", &json!("mine")));
    let photo = json!({ "additionalMetadata": "front", "file": { "base64": "/9g=", "mediaType": "image/jpeg", "filename": "rex.jpg" } });
    let (line, echoed) = sent(&api, "uploadFile", json!({ "petId": 7, "body": photo })).await;
    assert_eq!(line, "POST /pet/7/uploadImage");
    let body = echoed["body"].as_str().unwrap();
    assert!(body.contains("filename=\"rex.jpg\"") && body.contains("front") && body.contains("image/jpeg"), "{body}");
}
