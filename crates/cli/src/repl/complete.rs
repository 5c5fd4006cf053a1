//! What could follow: commands, paths of tools, bindings, globals.

use codemode::{Resolved, ToolSet};

use super::command::COMMANDS;

/// Names that every program finds.
const GLOBALS: [&str; 40] = [
    "Array",
    "BigInt",
    "Boolean",
    "Date",
    "Error",
    "Headers",
    "Infinity",
    "Intl",
    "Iterator",
    "JSON",
    "Map",
    "Math",
    "NaN",
    "Number",
    "Object",
    "Promise",
    "Proxy",
    "RangeError",
    "Reflect",
    "RegExp",
    "Set",
    "String",
    "Symbol",
    "TextDecoder",
    "TextEncoder",
    "TypeError",
    "URL",
    "URLSearchParams",
    "WeakMap",
    "WeakSet",
    "atob",
    "btoa",
    "console",
    "crypto",
    "globalThis",
    "parseFloat",
    "parseInt",
    "search",
    "structuredClone",
    "tools",
];

const KEYWORDS: [&str; 16] = [
    "async",
    "await",
    "class",
    "const",
    "else",
    "false",
    "for",
    "function",
    "if",
    "let",
    "new",
    "null",
    "return",
    "true",
    "typeof",
    "undefined",
];

/// Where the word before the cursor begins, and what it could become.
pub fn complete(line: &str, cursor: usize, tools: &ToolSet, bindings: &[String]) -> (usize, Vec<String>) {
    let before = line.get(..cursor).unwrap_or(line);
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$' || c == '.';
    let start = before.char_indices().rev().take_while(|(_, c)| is_part(*c)).last().map_or(before.len(), |(at, _)| at);
    let word = before.get(start..).unwrap_or("");
    if start == 0 && word.starts_with('.') {
        let names = COMMANDS.iter().map(|(name, ..)| (*name).to_owned());
        return (0, names.filter(|name| name.starts_with(word)).collect());
    }
    if let Some(path) = word.strip_prefix("tools.") {
        return complete_path(start + "tools.".len(), path, tools);
    }
    if word.contains('.') {
        return (cursor, Vec::new());
    }
    let known = GLOBALS.iter().chain(&KEYWORDS).map(|name| (*name).to_owned()).chain(bindings.iter().cloned());
    let mut names: Vec<String> = known.filter(|name| name.starts_with(word)).collect();
    names.sort();
    names.dedup();
    (start, names)
}

fn complete_path(start: usize, path: &str, tools: &ToolSet) -> (usize, Vec<String>) {
    let (parent, begun) = path.rsplit_once('.').unwrap_or(("", path));
    let start = start + path.len() - begun.len();
    let Some(children) = tools.children(parent) else { return (start, Vec::new()) };
    let fitting = children.iter().filter(|child| child.starts_with(begun));
    let mut words = Vec::new();
    let mut is_quoted = false;
    for child in fitting {
        let full = if parent.is_empty() { child.clone() } else { format!("{parent}.{child}") };
        let end = if matches!(tools.resolve(&full), Resolved::Tool(_)) { "(" } else { "." };
        let is_name = child.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$')
            && child.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '$');
        is_quoted |= !is_name;
        words.push((child, is_name, end));
    }
    // A name in brackets takes the place of the dot before it.
    let with_dot = |(child, is_name, end): (&String, bool, &str)| match (is_name, is_quoted) {
        (true, false) => format!("{child}{end}"),
        (true, true) => format!(".{child}{end}"),
        (false, _) => format!("[{}]{}", serde_json::Value::from(child.as_str()), end.trim_end_matches('.')),
    };
    (if is_quoted { start - 1 } else { start }, words.into_iter().map(with_dot).collect())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use codemode::{Tool, ToolError};

    #[test]
    fn paths_bindings_globals_and_commands() {
        let names = ["orders.get", "orders.list", "git-hub.create-issue", "ping"];
        let tool = |name: &str| Tool::new(name).run(|| async { Ok::<_, ToolError>(1) });
        let tools = ToolSet::new(names.map(tool)).unwrap();
        let bindings = ["open_orders".to_owned()];
        let at_end = |line: &str| complete(line, line.len(), &tools, &bindings);
        assert_eq!(at_end("await tools.or"), (12, vec!["orders.".to_owned()]));
        assert_eq!(at_end("tools.orders."), (13, vec!["get(".to_owned(), "list(".to_owned()]));
        assert_eq!(at_end("tools.orders.l"), (13, vec!["list(".to_owned()]));
        assert_eq!(at_end("tools.g"), (5, vec!["[\"git-hub\"]".to_owned()]));
        assert_eq!(at_end("tools.nothing.x").1, Vec::<String>::new());
        assert_eq!(at_end("f(ope"), (2, vec!["open_orders".to_owned()]));
        assert_eq!(at_end("struct"), (0, vec!["structuredClone".to_owned()]));
        assert_eq!(at_end(".to"), (0, vec![".tools".to_owned()]));
        assert_eq!(at_end("x.to").1, Vec::<String>::new());
        assert_eq!(complete("too", 99, &tools, &bindings).1, ["tools"]);
    }
}
