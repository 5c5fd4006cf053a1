//! Names of tools: from the `operationId`, or from method and path where there is none.

use std::collections::{HashMap, HashSet};

/// Namespace levels a name may have; what an id has beyond them is one segment.
const MAX_SEGMENTS: usize = 16;

/// The segments of an operation's name before collisions are looked at.
pub(crate) fn segments(operation_id: Option<&str>, method: &str, path: &str) -> Vec<String> {
    match operation_id.filter(|id| !id.is_empty()) {
        Some(id) => id.splitn(MAX_SEGMENTS, '.').map(sanitize).collect(),
        None => vec![synthesize(method, path)],
    }
}

fn sanitize(segment: &str) -> String {
    let mut text = String::with_capacity(segment.len());
    let mut replacing = false;
    for c in segment.chars() {
        let kept = c.is_ascii_alphanumeric() || matches!(c, '_' | '$');
        match (kept, replacing) {
            (true, _) => text.push(c),
            (false, false) => text.push('_'),
            (false, true) => {}
        }
        replacing = !kept;
    }
    let trimmed = text.trim_matches('_');
    match trimmed.chars().next() {
        None => "operation".into(),
        Some(first) if first.is_ascii_digit() => format!("_{trimmed}"),
        Some(_) => trimmed.into(),
    }
}

/// `GET /ports/{portCode}/berths` as `getPortsByPortcodeBerths`.
fn synthesize(method: &str, path: &str) -> String {
    let mut name = method.to_ascii_lowercase();
    let words = |text: &str, name: &mut String| {
        for word in text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
            let (first, rest) = word.split_at(1);
            name.push_str(&first.to_ascii_uppercase());
            name.push_str(&rest.to_ascii_lowercase());
        }
    };
    for part in path.split('/').filter(|part| !part.is_empty()) {
        match part.strip_prefix('{').and_then(|part| part.strip_suffix('}')) {
            Some(inner) if !inner.contains(['{', '}']) => {
                words("by", &mut name);
                words(inner, &mut name);
            }
            _ => words(part, &mut name),
        }
    }
    sanitize(&name)
}

/// The names given so far.
#[derive(Default)]
pub(crate) struct Names {
    tools: HashSet<String>,
    namespaces: HashSet<String>,
    /// The last number given to a joined name, so that many equal names stay cheap.
    numbers: HashMap<String, u64>,
}

impl Names {
    /// Gives out a name for `segments` that no other tool has, and under which no tool is a namespace as well.
    pub(crate) fn reserve(&mut self, segments: &[String]) -> String {
        let mut segments = segments.to_vec();
        if !self.is_free(&segments) {
            segments = self.alternative(&segments);
        }
        for end in 1..segments.len() {
            self.namespaces.insert(segments.get(..end).unwrap_or_default().join("."));
        }
        let name = segments.join(".");
        self.tools.insert(name.clone());
        name
    }

    fn is_free(&self, segments: &[String]) -> bool {
        let path = segments.join(".");
        !self.tools.contains(&path) && !self.namespaces.contains(&path) && self.tool_prefix(segments).is_none()
    }

    /// The length of the shortest proper prefix that is a tool.
    fn tool_prefix(&self, segments: &[String]) -> Option<usize> {
        (1..segments.len()).find(|end| self.tools.contains(&segments.get(..*end).unwrap_or_default().join(".")))
    }

    fn alternative(&mut self, segments: &[String]) -> Vec<String> {
        if let Some(end) = self.tool_prefix(segments)
            && let (Some((last, before)), Some((next, after))) = (
                segments.get(..end).and_then(<[String]>::split_last),
                segments.get(end..).and_then(<[String]>::split_first),
            )
        {
            let mut merged = before.to_vec();
            merged.push(camel_join(last, next));
            merged.extend_from_slice(after);
            if self.is_free(&merged) {
                return merged;
            }
        }
        let joined = segments.join("_");
        let mut number = self.numbers.get(&joined).copied().unwrap_or(1);
        loop {
            number += 1;
            let candidate = vec![format!("{joined}_{number}")];
            if self.is_free(&candidate) {
                self.numbers.insert(joined, number);
                return candidate;
            }
        }
    }
}

fn camel_join(left: &str, right: &str) -> String {
    let mut chars = right.chars();
    let first = chars.next().map(|c| c.to_ascii_uppercase());
    left.chars().chain(first).chain(chars).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_follow_the_table() {
        let rows: [(&str, &[&str]); 6] = [
            ("9to5.run", &["_9to5", "run"]),
            ("a/b-c", &["a_b_c"]),
            (".x", &["operation", "x"]),
            ("日本", &["operation"]),
            ("crew..notes", &["crew", "operation", "notes"]),
            ("__proto__", &["proto"]),
        ];
        for (id, expected) in rows {
            assert_eq!(segments(Some(id), "get", "/"), expected, "{id}");
        }
    }

    #[test]
    fn names_without_an_id_come_from_the_path() {
        let rows = [
            ("get", "/berths", "getBerths"),
            ("post", "/berths", "postBerths"),
            ("get", "/berths/{berthNo}", "getBerthsByBerthno"),
            ("get", "/ports/{portCode}/berths/{n}", "getPortsByPortcodeBerthsByN"),
            ("get", "/", "get"),
            ("get", "/r/{name}.csv", "getRNameCsv"),
        ];
        for (method, path, expected) in rows {
            assert_eq!(segments(None, method, path), [expected]);
        }
    }

    #[test]
    fn collisions_leave_the_first_name_alone() {
        let mut names = Names::default();
        let mut reserve = |id: &str| names.reserve(&segments(Some(id), "get", "/"));
        assert_eq!(reserve("fleet.list"), "fleet.list");
        assert_eq!(reserve("fleet.list"), "fleet_list_2");
        assert_eq!(reserve("fleet.list"), "fleet_list_3");
        assert_eq!(reserve("fleet"), "fleet_2");
        assert_eq!(reserve("dock"), "dock");
        assert_eq!(reserve("dock.crane.lift"), "dockCrane.lift");
        assert_eq!(reserve("dock.crane.lift"), "dock_crane_lift_2");
    }
}
