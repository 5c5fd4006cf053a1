//! What could follow: commands, paths of tools, bindings, globals, properties of values. Nothing runs for it.

use std::path::Path;

use codemode::{Members, Resolved, Session, ToolSet};

use super::command::COMMANDS;

const KEYWORDS: [&str; 24] = [
    "async", "await", "break", "catch", "class", "const", "continue", "delete", "else", "false", "finally", "for",
    "function", "if", "let", "new", "null", "return", "switch", "throw", "true", "try", "typeof", "while",
];

/// What every object inherits: shown to those who begin to type it.
const OF_EVERY_OBJECT: [&str; 7] =
    ["constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable", "toLocaleString", "toString", "valueOf"];

/// Where the text before the cursor that is replaced begins, and what it could become.
pub fn complete(line: &str, cursor: usize, session: &mut Session) -> (usize, Vec<String>) {
    let before = line.get(..cursor).unwrap_or(line);
    if before.starts_with('.') {
        return command(before);
    }
    let start = before.len() - before.chars().rev().take_while(|c| is_part(*c)).map(char::len_utf8).sum::<usize>();
    let (head, word) = before.split_at(start);
    let Some(object) = head.strip_suffix('.') else { return (start, names(word, session)) };
    // A number such as `1.` or a spread.
    if object.ends_with('.') {
        return if object.ends_with("..") { (start, names(word, session)) } else { (start, Vec::new()) };
    }
    let Some(path) = receiver(object.strip_suffix('?').unwrap_or(object)) else { return (start, Vec::new()) };
    match session.members(path) {
        Some(Members::Names(found)) => {
            let is_shown =
                |name: &&String| name.starts_with(word) && (!name.starts_with("__") || word.starts_with('_'));
            let mut fitting: Vec<String> = Vec::new();
            for name in found.iter().filter(is_shown) {
                if !fitting.contains(name) {
                    fitting.push(name.clone());
                }
            }
            if word.is_empty() && fitting.iter().any(|name| !OF_EVERY_OBJECT.contains(&name.as_str())) {
                fitting.retain(|name| !OF_EVERY_OBJECT.contains(&name.as_str()));
            }
            properties(start, fitting.into_iter().map(|name| (name, "")).collect())
        }
        Some(Members::Tools(segments)) => {
            tool_names(start, &segments.join("."), word, session.runtime().discovery().tools())
        }
        None => (start, Vec::new()),
    }
}

/// Commands, patterns of tools after `.tools`, files after `.load`.
fn command(before: &str) -> (usize, Vec<String>) {
    let Some((name, rest)) = before.split_once(' ') else {
        let names = COMMANDS.iter().map(|(name, ..)| (*name).to_owned());
        return (0, names.filter(|name| name.starts_with(before)).collect());
    };
    let start = name.len() + 1;
    if name != ".load" {
        return (before.len(), Vec::new());
    }
    let (folder, begun) = rest.rsplit_once('/').map_or(("", rest), |(folder, begun)| (folder, begun));
    let place = if folder.is_empty() && !rest.starts_with('/') { Path::new(".") } else { Path::new(folder) };
    let place = if folder.is_empty() && rest.starts_with('/') { Path::new("/") } else { place };
    let entries = std::fs::read_dir(place).into_iter().flatten().flatten();
    let mut names: Vec<String> = entries
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok().filter(|name| name.starts_with(begun))?;
            Some(if entry.path().is_dir() { name + "/" } else { name })
        })
        .filter(|name| !name.starts_with('.') || begun.starts_with('.'))
        .collect();
    names.sort();
    (start + rest.len() - begun.len(), names)
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

fn is_name(text: &str) -> bool {
    !text.starts_with(|c: char| c.is_ascii_digit()) && !text.is_empty() && text.chars().all(is_part)
}

/// Everything that can stand alone.
fn names(word: &str, session: &mut Session) -> Vec<String> {
    let mut known: Vec<String> = session.bindings().into_iter().map(|binding| binding.name).collect();
    if let Some(Members::Names(globals)) = session.members("globalThis") {
        known.extend(globals.into_iter().filter(|name| word.starts_with('_') || !name.starts_with('_')));
    }
    known.extend(KEYWORDS.map(str::to_owned));
    known.retain(|name| name.starts_with(word));
    known.sort();
    known.dedup();
    known
}

/// The path at the end of a text, whose value the dot after it asks for. Literals stand for their prototypes.
fn receiver(text: &str) -> Option<&str> {
    if text.ends_with(['"', '\'', '`']) {
        return Some("String.prototype");
    }
    let mut start = text.len();
    loop {
        let head = text.get(..start)?;
        let name = head.chars().rev().take_while(|c| is_part(*c)).map(char::len_utf8).sum::<usize>();
        if name > 0 {
            start -= name;
            match head.get(..start)?.strip_suffix('.') {
                Some(rest) if !rest.ends_with('.') => start = rest.strip_suffix('?').unwrap_or(rest).len(),
                _ => break,
            }
            continue;
        }
        if !head.ends_with(']') {
            return None;
        }
        start = opening_bracket(head)?;
        let object = head.get(..start)?;
        if !object.ends_with(|c: char| is_part(c) || c == ']' || c == ')') {
            return (head.len() == text.len()).then_some("Array.prototype");
        }
    }
    let path = text.get(start..)?;
    is_name(path.split(['.', '[', '?']).next()?).then_some(path)
}

/// Where the bracket opens that ends the text.
fn opening_bracket(text: &str) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, c) in text.char_indices().rev() {
        match c {
            ']' => depth += 1,
            '[' if depth == 1 => return Some(at),
            '[' => depth = depth.checked_sub(1)?,
            _ => {}
        }
    }
    None
}

/// Names below a place of the tools.
fn tool_names(start: usize, parent: &str, begun: &str, tools: &ToolSet) -> (usize, Vec<String>) {
    let Some(children) = tools.children(parent) else { return (start, Vec::new()) };
    let fitting = children.iter().filter(|child| child.starts_with(begun));
    let with_end = fitting.map(|child| {
        let full = if parent.is_empty() { child.clone() } else { format!("{parent}.{child}") };
        (child.clone(), if matches!(tools.resolve(&full), Resolved::Tool(_)) { "(" } else { "." })
    });
    properties(start, with_end.collect())
}

/// Properties after a dot that stands before `start`, each with what follows it. A name that needs brackets takes the
/// place of the dot.
fn properties(start: usize, names: Vec<(String, &str)>) -> (usize, Vec<String>) {
    let is_quoted = names.iter().any(|(name, _)| !is_name(name));
    let written = |(name, end): (String, &str)| match (is_name(&name), is_quoted) {
        (true, false) => format!("{name}{end}"),
        (true, true) => format!(".{name}{end}"),
        (false, _) => format!("[{}]{}", serde_json::Value::from(name.as_str()), end.trim_end_matches('.')),
    };
    (if is_quoted { start.saturating_sub(1) } else { start }, names.into_iter().map(written).collect())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use codemode::{CodeMode, Tool, ToolError};

    async fn session() -> Session {
        let names = ["orders.get", "orders.list", "git-hub.create-issue", "ping"];
        let tool = |name: &str| Tool::new(name).run(|| async { Ok::<_, ToolError>(1) });
        let mut session = CodeMode::new(ToolSet::new(names.map(tool)).unwrap()).unwrap().session();
        let program = "
            const open_orders = [{ id: 1, customer: { name: 'Ada', 'e-mail': 'a@b.c' }, get late() { hits++; return {} } }];
            let hits = 0;
            const { orders } = tools;
            const watched = new Proxy({ a: 1 }, { ownKeys() { hits++; return [] }, get() { hits++ } });
            class Box { #secret = 1; size = 2; open() {} }
            const box = new Box();";
        assert!(session.execute(program).await.is_ok());
        session
    }

    fn at_end(session: &mut Session, line: &str) -> (usize, Vec<String>) {
        complete(line, line.len(), session)
    }

    #[tokio::test]
    async fn paths_of_tools() {
        let session = &mut session().await;
        assert_eq!(at_end(session, "await tools.or"), (12, vec!["orders.".to_owned()]));
        assert_eq!(at_end(session, "tools.orders.").1, ["get(", "list("]);
        assert_eq!(at_end(session, "tools.orders.l"), (13, vec!["list(".to_owned()]));
        assert_eq!(at_end(session, "orders.g").1, ["get("], "a namespace in a variable");
        assert_eq!(at_end(session, "tools.g"), (5, vec!["[\"git-hub\"]".to_owned()]));
        assert_eq!(at_end(session, "tools[\"git-hub\"].cr").1, ["[\"create-issue\"]("]);
        assert_eq!(at_end(session, "tools.nothing.x").1, [""; 0]);
    }

    #[tokio::test]
    async fn properties_of_values_without_running_anything() {
        let session = &mut session().await;
        assert_eq!(at_end(session, "open_orders[0].cu"), (15, vec!["customer".to_owned()]));
        assert_eq!(at_end(session, "f(open_orders[0].customer.na").1, ["name"]);
        assert_eq!(at_end(session, "open_orders[0]?.customer?.na").1, ["name"]);
        assert_eq!(at_end(session, "open_orders[0].customer.e").1, ["[\"e-mail\"]"]);
        assert_eq!(at_end(session, "open_orders[0].customer.name.toUp").1, ["toUpperCase"]);
        assert_eq!(at_end(session, "open_orders.flatM").1, ["flatMap"]);
        assert_eq!(at_end(session, "open_orders[0].late.").1, [""; 0], "a getter is not run");
        assert_eq!(at_end(session, "watched.").1, [""; 0], "nor is a trap");
        let members = at_end(session, "box.").1;
        assert_eq!(members, ["size", "open"], "own ones first, no private names, not what every object has");
        assert_eq!(at_end(session, "box.toS").1, ["toString"]);
        assert_eq!(at_end(session, "box.open.na").1, ["name"]);
        for (line, expected) in [
            ("Math.hy", "hypot"),
            ("\"abc\".toUpper", "toUpperCase"),
            ("[1, [2]].findLastI", "findLastIndex"),
            ("JSON.str", "stringify"),
            ("Promise.allS", "allSettled"),
            ("Object.prototype.hasO", "hasOwnProperty"),
            ("[...open_or", "open_orders"),
            ("console.tab", "table"),
        ] {
            assert_eq!(at_end(session, line).1, [expected], "{line}");
        }
        for line in ["nothing.x", "f().x", "1.", "open_orders[hits].", "a b.c", "hits.nothing."] {
            assert_eq!(at_end(session, line).1, [""; 0], "{line}");
        }
        assert_eq!(session.execute("hits").await.value(), Some(&0.into()), "nothing was run");
    }

    #[tokio::test]
    async fn names_commands_and_files() {
        let session = &mut session().await;
        assert_eq!(at_end(session, "f(ope"), (2, vec!["open_orders".to_owned()]));
        assert_eq!(at_end(session, "struct"), (0, vec!["structuredClone".to_owned()]));
        assert_eq!(at_end(session, ".to"), (0, vec![".tools".to_owned()]));
        assert_eq!(complete("too", 99, session).1, ["tools"]);
        let at = at_end(session, ".load Cargo.t");
        assert_eq!(at, (6, vec!["Cargo.toml".to_owned()]));
        let fresh = &mut CodeMode::new(ToolSet::default()).unwrap().session();
        assert_eq!(at_end(fresh, "Math.hy").1, ["hypot"], "before any program has run");
        assert_eq!(fresh.execute("1 + 1").await.value(), Some(&2.into()));
    }
}
