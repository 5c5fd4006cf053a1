//! An API: the tools that a document makes, and what it could not make.

use std::collections::BTreeMap;
use std::sync::Arc;

use codemode::{Group, SchemaDocument, Tool, ToolAnnotations, ToolError};
use reqwest::Method;
use serde_json::{Map, Value};

use crate::auth::{OperationInfo, requirements};
use crate::body::{self, Body};
use crate::builder::{ApiBuilder, Decisions, Fate};
use crate::document::Document;
use crate::fields::{self, Fields};
use crate::naming::{self, Names};
use crate::operation::{self, Found, Piece};
use crate::parameters::{self, Location, Parameter};
use crate::refs::Refs;
use crate::request::HttpRequest;
use crate::request::draft::{Plan, Source, WireBody, WireParameter};
use crate::response;
use crate::schemas::Schemas;
use crate::servers::Servers;
use crate::skip::{Reason, SkipKind, Skipped};
use crate::tool::{Handler, OperationHandler, Shared};

/// An operation that is a tool.
#[derive(Clone)]
pub struct ApiTool {
    /// The tool. Its name is relative to the namespace the API gets.
    pub tool: Tool,
    /// The operation it calls.
    pub operation: Arc<OperationInfo>,
    handler: Arc<OperationHandler>,
}

impl std::fmt::Debug for ApiTool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ApiTool")
            .field("name", &self.tool.name())
            .field("operation", &self.operation)
            .finish_non_exhaustive()
    }
}

/// The tools of one document.
#[derive(Debug, Clone)]
pub struct Api {
    title: String,
    description: String,
    tools: Vec<ApiTool>,
    skipped: Vec<Skipped>,
    external: Vec<String>,
}

impl Api {
    /// Starts an API from its document.
    pub fn builder(document: Document) -> ApiBuilder {
        ApiBuilder::new(document)
    }

    /// The tools in document order.
    pub fn tools(&self) -> &[ApiTool] {
        &self.tools
    }

    /// The operations that are no tools, in document order.
    pub fn skipped(&self) -> &[Skipped] {
        &self.skipped
    }

    /// How many operations the document has.
    pub fn operations(&self) -> usize {
        self.tools.len() + self.skipped.len()
    }

    /// How many operations were skipped for each reason.
    pub fn skipped_by_kind(&self) -> BTreeMap<&'static str, usize> {
        let mut counts = BTreeMap::new();
        for skipped in &self.skipped {
            *counts.entry(skipped.kind.as_str()).or_default() += 1;
        }
        counts
    }

    /// References into other documents, which are not followed. Types behind them are `unknown`.
    pub fn external_references(&self) -> &[String] {
        &self.external
    }

    /// The title of the document.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Keeps the tools for which `is_wanted` says yes.
    pub fn retain(&mut self, is_wanted: impl Fn(&Tool) -> bool) {
        self.tools.retain(|tool| is_wanted(&tool.tool));
    }

    /// All tools under one namespace.
    pub fn group(&self, name: impl Into<String>) -> Group {
        let description = match (self.title.is_empty(), self.description.lines().find(|line| !line.trim().is_empty())) {
            (false, Some(line)) if line.trim() != self.title => format!("{}: {}", self.title, line.trim()),
            (true, Some(line)) => line.trim().to_owned(),
            (_, _) => self.title.clone(),
        };
        let group = Group::new(name).description(description);
        group.tools(self.tools.iter().map(|tool| tool.tool.clone()))
    }

    /// The HTTP request that a call of the tool `name` would send, with credentials masked. Nothing is sent, but a
    /// credential resolver is asked. Names are relative, as in [`Api::tools`].
    ///
    /// # Errors
    /// For an unknown name, and whatever a call would fail with before it is sent. Missing credentials are no error; see
    /// [`HttpRequest::obstacle`].
    pub async fn request(&self, name: &str, input: &Value) -> Result<HttpRequest, ToolError> {
        let Some(tool) = self.tools.iter().find(|tool| tool.tool.name() == name) else {
            return Err(ToolError::invalid_input(format!("there is no tool called `{name}`")));
        };
        tool.handler.request(input).await
    }
}

/// An operation that passed every check, before the shared schemas are known.
struct Ready {
    name: String,
    info: Arc<OperationInfo>,
    plan: Plan,
    input: Value,
    output: Option<Value>,
}

/// Makes an API of a document.
pub(crate) fn assemble(document: &Document, decisions: Decisions, shared: Arc<Shared>) -> Api {
    let refs = Refs::new(document);
    let schemas = Schemas::new(&refs);
    let mut servers = Servers::new(refs.root(), document.location(), decisions.base.clone(), &decisions.variables);
    let mut names = Names::default();
    let mut ready = Vec::new();
    let mut skipped = Vec::new();
    for found in operation::all(&refs) {
        let info = Arc::new(info(&found));
        match prepare(&found, &info, &refs, &schemas, &mut servers, &decisions, &shared) {
            Ok((plan, input, output)) => {
                let segments = naming::segments(info.operation_id.as_deref(), &found.method, found.path);
                ready.push(Ready { name: names.reserve(&segments), info, plan, input, output });
            }
            Err(reason) => skipped.push(Skipped {
                method: found.method.to_ascii_uppercase(),
                path: found.path.to_owned(),
                kind: reason.kind,
                reason: reason.text,
            }),
        }
    }
    let [request, response] = schemas.definitions();
    let tools = ready.into_iter().map(|ready| finish(ready, &shared, &request, &response)).collect();
    let title = document.title().trim().to_owned();
    let description = document.info("description").to_owned();
    Api { title, description, tools, skipped, external: refs.external() }
}

fn info(found: &Found<'_>) -> OperationInfo {
    let none = Map::new();
    let operation = found.operation.as_ref().copied().unwrap_or(&none);
    let text =
        |key: &str| operation.get(key).and_then(Value::as_str).filter(|text| !text.is_empty()).map(str::to_owned);
    let tags = operation.get("tags").and_then(Value::as_array).into_iter().flatten();
    OperationInfo {
        operation_id: text("operationId"),
        method: found.method.clone(),
        path: found.path.to_owned(),
        summary: text("summary"),
        description: text("description"),
        tags: tags.filter_map(Value::as_str).map(str::to_owned).collect(),
    }
}

/// The checks in their order (openapi.md 2.3): response, server, path, parameters, body, security.
fn prepare<'a>(
    found: &Found<'a>,
    info: &Arc<OperationInfo>,
    refs: &Refs<'a>,
    schemas: &Schemas<'a>,
    servers: &mut Servers<'a>,
    decisions: &Decisions,
    shared: &Shared,
) -> Result<(Plan, Value, Option<Value>), Reason> {
    let operation = found.operation.clone()?;
    operation::check_method(&found.method)?;
    if !decisions.is_wanted(info) {
        return Err(Reason::new(SkipKind::Filtered, "the host left the operation out"));
    }
    let answers = response::answers(refs, schemas, operation)?;
    let base = servers.base(found.item, operation)?;
    let mut parameters = parameters::merged(refs, found.item, operation)?;
    let template = operation::template(found.path, &parameters)?;
    let pieces = without_unused(&mut parameters, template.pieces);
    let body = body::of_operation(refs, schemas, operation)?;
    let security = requirements::of_operation(refs, operation)?;
    let fates: Vec<Fate> = parameters.iter().map(|parameter| decisions.fate(parameter, &shared.host)).collect();
    let is_visible = |parameter: &Parameter<'a>| matches!(decisions.fate(parameter, &shared.host), Fate::Visible);
    let fields = fields::lay_out(schemas, &parameters, body.as_ref(), is_visible);
    let Fields { schema, parameters: names, body: body_fields } = fields;
    let method = Method::from_bytes(found.method.as_bytes())
        .map_err(|_| Reason::new(SkipKind::MethodInvalid, format!("`{}` is no method", found.method)))?;
    let plan = Plan {
        label: format!("{} {}", found.method, found.path),
        method,
        base,
        pieces,
        parameters: wire_parameters(parameters, fates, names),
        body: body.zip(body_fields).map(|(body, fields)| wire_body(body, fields)),
        accept: answers.accept,
        security,
        info: info.clone(),
    };
    Ok((plan, schema, answers.output))
}

/// Drops path parameters that the path has no place for; they could go nowhere.
fn without_unused(parameters: &mut Vec<Parameter<'_>>, pieces: Vec<Piece>) -> Vec<Piece> {
    let mut is_used = vec![false; parameters.len()];
    for piece in &pieces {
        if let Piece::Parameter(position) = piece
            && let Some(used) = is_used.get_mut(*position)
        {
            *used = true;
        }
    }
    let mut new_positions = Vec::with_capacity(parameters.len());
    let mut kept = 0;
    for (parameter, used) in parameters.iter().zip(&is_used) {
        new_positions.push(kept);
        kept += usize::from(parameter.location != Location::Path || *used);
    }
    let mut used = is_used.into_iter();
    parameters.retain(|parameter| used.next() == Some(true) || parameter.location != Location::Path);
    let moved = pieces.into_iter().map(|piece| match piece {
        Piece::Parameter(position) => Piece::Parameter(new_positions.get(position).copied().unwrap_or(position)),
        fixed => fixed,
    });
    moved.collect()
}

fn wire_parameters(parameters: Vec<Parameter<'_>>, fates: Vec<Fate>, names: Vec<Option<String>>) -> Vec<WireParameter> {
    let all = parameters.into_iter().zip(fates).zip(names);
    all.map(|((parameter, fate), name)| WireParameter {
        location: parameter.location,
        name: parameter.name.to_owned(),
        writing: parameter.writing,
        required: parameter.required,
        source: match (fate, name) {
            (Fate::Pinned { value, is_secret }, _) => Source::Pinned { value, is_secret },
            (Fate::Visible, Some(name)) => Source::Field(name),
            (Fate::Hidden, _) | (Fate::Visible, None) => Source::Hidden,
        },
    })
    .collect()
}

fn wire_body(body: Body, fields: fields::BodyFields) -> WireBody {
    let Body { content_type, kind, required, left_out, .. } = body;
    WireBody { content_type, kind, required, left_out, fields }
}

fn finish(
    ready: Ready,
    shared: &Arc<Shared>,
    request: &Arc<Map<String, Value>>,
    response: &Arc<Map<String, Value>>,
) -> ApiTool {
    let Ready { name, info, plan, input, output } = ready;
    let description = info.description.as_ref().or(info.summary.as_ref()).unwrap_or(&plan.label).clone();
    let keywords = format!("{}\n{}", info.summary.as_deref().unwrap_or_default(), plan.label);
    let method = plan.method.as_str();
    let is_read = ["GET", "HEAD", "OPTIONS", "TRACE", "QUERY"].contains(&method);
    let annotations = ToolAnnotations {
        read_only: Some(is_read),
        destructive: Some(method == "DELETE"),
        idempotent: Some(is_read || matches!(method, "PUT" | "DELETE")),
        open_world: Some(true),
    };
    let output = match shared.response_headers.as_slice() {
        [] => output,
        headers => Some(response::with_headers(output, headers)),
    };
    let handler = Arc::new(OperationHandler { plan, shared: shared.clone() });
    let tool = Tool::new(name).description(description).keywords(keywords).annotations(annotations).handler(
        SchemaDocument::with_shared(input, request.clone()),
        output.map(|output| SchemaDocument::with_shared(output, response.clone())),
        Arc::new(Handler(handler.clone())),
    );
    ApiTool { tool, operation: info, handler }
}
