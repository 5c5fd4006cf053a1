//! What models wrap around a program, and what they submit instead of one.
//!
//! A program inside one Markdown code fence is unwrapped; locations keep referring to what was submitted. Everything
//! else is recognized only to say in one sentence what to write instead.

use std::borrow::Cow;

/// The text to parse: the submitted source with a fence around it replaced by blanks, byte for byte.
pub(crate) fn unwrap_fence(source: &str) -> Cow<'_, str> {
    let Some((start, end)) = fenced(source) else { return Cow::Borrowed(source) };
    let blank = |text: &str| -> String {
        text.bytes().map(|byte| if matches!(byte, b'\n' | b'\r') { char::from(byte) } else { ' ' }).collect()
    };
    let (before, rest) = source.split_at(start);
    let (inside, after) = rest.split_at(end - start);
    Cow::Owned([&blank(before), inside, &blank(after)].concat())
}

/// The bytes between the lines of a fence that surrounds the whole source.
fn fenced(source: &str) -> Option<(usize, usize)> {
    let text = source.trim();
    let mark = ["```", "~~~"].into_iter().find(|mark| text.starts_with(mark))?;
    let fence_char = mark.chars().next()?;
    let width = text.len() - text.trim_start_matches(fence_char).len();
    let fence = text.get(..width)?;
    let first_line_end = text.find('\n')?;
    // An info string is one word at most, such as `js` or `typescript`.
    let info = text.get(width..first_line_end)?.trim();
    if info.contains(|ch: char| ch.is_whitespace() || ch == fence_char) {
        return None;
    }
    let last_line_start = text.rfind('\n')? + 1;
    let last_line = text.get(last_line_start..)?.trim();
    if !last_line.starts_with(fence) || !last_line.chars().all(|ch| ch == fence_char) {
        return None;
    }
    let offset = source.len() - source.trim_start().len();
    let (start, end) = (offset + first_line_end + 1, offset + last_line_start);
    // Several fences with prose between them are no program.
    let inside = source.get(start..end)?;
    if inside.lines().any(|line| line.trim_start().starts_with(fence)) {
        return None;
    }
    Some((start, end))
}

/// What to write instead of Markdown.
pub(crate) const ONLY_CODE: &str = "submit only the code of the program, without Markdown and explanations around it";

/// The text is Markdown, though it may parse: its fences read as templates.
pub(crate) fn is_markdown(text: &str) -> bool {
    text.trim_start().starts_with("```")
}

/// What to write instead of a text that does not parse, when it is plainly something other than a program.
pub(crate) fn instead_of_program(source: &str) -> Option<&'static str> {
    let text = source.trim();
    let first_line = text.lines().next().unwrap_or("").trim();
    if text.lines().any(|line| line.trim_start().starts_with("```")) {
        return Some(ONLY_CODE);
    }
    if first_line.starts_with(['{', '[', '"']) && is_json_like(text) {
        return Some("submit the program itself, not JSON around it: no quotes, no escapes, no `code` property");
    }
    if is_shell(first_line) {
        return Some("this runs JavaScript, not shell commands; call the functions under `tools` instead");
    }
    if is_sql(text) {
        return Some("this runs JavaScript, not SQL; call the functions under `tools` instead");
    }
    if is_ruby(text) {
        return Some("this runs JavaScript or TypeScript; rewrite the Ruby program in one of them");
    }
    if is_prose(first_line) {
        return Some(ONLY_CODE);
    }
    if is_python(text) {
        return Some("this runs JavaScript or TypeScript; rewrite the Python program in one of them");
    }
    if first_line.starts_with('<') {
        return Some("this runs JavaScript or TypeScript, not markup; submit only the code");
    }
    None
}

/// What to write instead of a text that parses but is a quoted program or a lone command.
pub(crate) fn instead_of_text(source: &str) -> Option<&'static str> {
    let text = source.trim().trim_end_matches(';');
    let quoted = text.len() >= 2 && text.starts_with('"') && text.ends_with('"');
    if quoted && (text.contains("\\n") || text.contains("tools.") || text.contains("return ")) {
        return Some("the program is one quoted string; submit its content, without the quotes and escapes");
    }
    let first_line = text.lines().next().unwrap_or("").trim();
    if text.lines().count() == 1 && matches!(first_line, "ls" | "pwd" | "env" | "whoami" | "help" | "exit" | "id") {
        return Some("this runs JavaScript, not shell commands; call the functions under `tools` instead");
    }
    None
}

fn is_json_like(text: &str) -> bool {
    let Some(inner) = text.strip_prefix('{') else { return text.starts_with('"') && text.ends_with('"') };
    let inner = inner.trim_start();
    inner.starts_with('"') && text.trim_end().ends_with('}')
}

fn is_shell(first_line: &str) -> bool {
    const COMMANDS: [&str; 42] = [
        "apt", "apt-get", "awk", "bash", "brew", "bun", "cargo", "cat", "cd", "chmod", "cp", "curl", "deno", "docker",
        "echo", "export", "find", "gcloud", "git", "grep", "head", "jq", "kubectl", "ls", "make", "mkdir", "mv",
        "node", "npm", "npx", "pip", "pnpm", "python", "python3", "rm", "sed", "sh", "sudo", "tail", "touch", "wget",
        "yarn",
    ];
    let line = first_line.strip_prefix("$ ").unwrap_or(first_line);
    if line.starts_with("#!") && !line.contains("node") && !line.contains("deno") && !line.contains("bun") {
        return true;
    }
    let Some((command, rest)) = line.split_once(' ') else { return false };
    let rest = rest.trim_start();
    COMMANDS.contains(&command) && !rest.starts_with(['=', '(', '.', ',', ';', ':', '?']) && !is_export(command, rest)
}

/// `export` is a word of both languages.
fn is_export(command: &str, rest: &str) -> bool {
    const FOLLOWERS: [&str; 12] = [
        "default",
        "const",
        "let",
        "var",
        "function",
        "class",
        "async",
        "type",
        "interface",
        "enum",
        "abstract",
        "namespace",
    ];
    let next = rest.split(|ch: char| !ch.is_ascii_alphabetic()).next().unwrap_or("");
    command == "export" && (FOLLOWERS.contains(&next) || rest.starts_with(['{', '*']))
}

fn is_sql(text: &str) -> bool {
    let mut words = text.split_whitespace();
    let first = words.next().unwrap_or("");
    let second = words.next().unwrap_or("");
    match first.to_ascii_uppercase().as_str() {
        "SELECT" => words.any(|word| word.eq_ignore_ascii_case("from")),
        "INSERT" => second.eq_ignore_ascii_case("into"),
        "DELETE" => second.eq_ignore_ascii_case("from"),
        "UPDATE" => words.any(|word| word.eq_ignore_ascii_case("set")),
        _ => false,
    }
}

fn is_ruby(text: &str) -> bool {
    let ends = text.lines().any(|line| line.trim() == "end");
    ends && text.lines().map(str::trim).any(|line| {
        line.starts_with("def ") || line.ends_with(" do") || line.contains(" do |") || line.starts_with("puts ")
    })
}

/// A sentence: words and the punctuation of prose only.
fn is_prose(line: &str) -> bool {
    const KEYWORDS: [&str; 16] = [
        "const", "let", "var", "return", "if", "for", "while", "function", "class", "await", "async", "throw", "try",
        "import", "export", "type",
    ];
    let first = line.split(' ').next().unwrap_or("");
    let words = line.split_whitespace().count();
    let plain = line
        .chars()
        .all(|ch| ch.is_alphanumeric() || matches!(ch, ' ' | ',' | '.' | '\'' | '’' | ':' | '-' | '!' | '?' | '"'));
    words >= 4 && plain && !KEYWORDS.contains(&first) && first.chars().all(char::is_alphanumeric)
}

fn is_python(text: &str) -> bool {
    let mut signs = 0;
    for line in text.lines().take(200) {
        let line = line.trim();
        let block = line.ends_with(':')
            && ["def ", "if ", "for ", "while ", "class ", "elif ", "with ", "try:", "except", "else:"]
                .iter()
                .any(|word| line.starts_with(word));
        let import = (line.starts_with("import ") || (line.starts_with("from ") && line.contains(" import ")))
            && !line.contains(['\'', '"', '{', ';', '(']);
        if block || import {
            signs += 1;
        }
    }
    signs > 0
}
