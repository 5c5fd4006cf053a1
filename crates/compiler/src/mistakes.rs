//! What to do about a parse error, by the mistakes that models make most: words of other languages, brackets that are not
//! closed, quotes that are not straight, placeholders that are left in.
//!
//! Everything here looks at the text around the place that the parser names, and says nothing when it is not sure.

use codemode_bytecode::Span;

use crate::nesting;

/// What to do about an `await` in a plain function.
pub(crate) const MAKE_ASYNC: &str = "make the function around it `async`, and await what it returns";

const NO_JSX: &str = "JSX is not part of the language; build strings or plain objects";

/// A parse error and the text it is about.
pub(crate) struct Mistake<'t> {
    /// The parser's own words.
    pub(crate) message: &'t str,
    pub(crate) text: &'t str,
    pub(crate) span: Span,
}

/// Words of other languages, and what stands for them.
const WORDS: [(&[&str], &str); 8] = [
    (&["elif", "elsif", "elseif"], "write `else if (…) { … }`"),
    (&["and"], "write `&&` for `and`"),
    (&["or"], "write `||` for `or`"),
    (&["not"], "write `!` for `not`"),
    (&["then", "end", "endif", "do", "begin", "unless"], "write blocks as `if (…) { … }` and `for (…) { … }`"),
    (&["def", "fn", "func", "fun", "sub", "lambda"], "write functions as `function name(…) { … }` or `(…) => …`"),
    (
        &["goto", "pass", "raise", "except", "print", "puts", "echo"],
        "this is no statement of JavaScript: use `throw`, `catch`, or a call such as `console.log(…)`",
    ),
    (&["is", "isnt"], "write `===` for `is`"),
];

impl Mistake<'_> {
    /// What to write instead, best first.
    pub(crate) fn advice(&self) -> Vec<String> {
        let mut advice = Vec::new();
        if self.message.starts_with("`await` is only allowed") || self.message.contains("`for await` loops are only") {
            advice.extend(self.unclosed_advice());
            advice.push(match self.is_in_map() {
                true => "make the callback `async`, and wait for all of them: `await Promise.all(items.map(async (item) => …))`"
                    .to_owned(),
                false => MAKE_ASYNC.to_owned(),
            });
            return advice;
        }
        let one =
            self.characters().or_else(|| self.brackets()).or_else(|| self.neighbours()).or_else(|| self.by_message());
        advice.extend(one);
        advice
    }

    /// Whether the parser's own advice would mislead.
    pub(crate) fn replaces_help(&self) -> bool {
        self.message.starts_with("Expected a semicolon") || self.message.starts_with("Invalid assignment in object")
    }

    fn before(&self) -> &str {
        self.text.get(..self.span.start as usize).unwrap_or("")
    }

    fn after(&self) -> &str {
        self.text.get(self.span.start as usize..).unwrap_or("")
    }

    fn line_before(&self) -> &str {
        self.before().rsplit('\n').next().unwrap_or("")
    }

    fn place(&self, at: usize) -> String {
        let position = codemode_bytecode::position(self.text, at as u32);
        format!("line {}, col {}", position.line, position.column)
    }

    /// A bracket that nothing closes can make later lines wrong.
    fn unclosed_advice(&self) -> Option<String> {
        let at = nesting::unclosed(self.text)?;
        let bracket = self.text.get(at..)?.chars().next()?;
        Some(format!(
            "the `{bracket}` opened at {} is never closed: check whether it should end before this",
            self.place(at)
        ))
    }

    /// Whether the innermost function around the place is the callback of `map`.
    fn is_in_map(&self) -> bool {
        let Some(brace) = nesting::unclosed(self.before()) else { return false };
        let outside = self.text.get(..brace).unwrap_or("");
        let call = match outside.trim_end().ends_with("=>") {
            true => nesting::unclosed(outside),
            // The arrow function has no block.
            false => Some(brace),
        };
        let callee = call.and_then(|at| self.text.get(..at)).unwrap_or("");
        callee.ends_with(".map")
    }

    /// Characters that a keyboard for programs does not have.
    fn characters(&self) -> Option<String> {
        if self.before().ends_with('#') || self.after().starts_with("# ") {
            return Some("comments start with `//`".to_owned());
        }
        let advice = match self.after().chars().next()? {
            '“' | '”' | '„' | '‘' | '’' | '‚' | '«' | '»' => "use straight quotes: `\"` or `'`",
            '–' | '—' | '−' => "use the plain minus sign `-`",
            '…' => "write out what the ellipsis stands for",
            '×' => "multiply with `*`",
            '≤' | '≥' | '≠' => "compare with `<=`, `>=` and `!==`",
            '\\' if self.after().starts_with("\\n")
                || self.after().starts_with("\\\"")
                || self.after().starts_with("\\t") =>
            {
                "the program arrived with escapes in it: submit real line breaks and plain quotes"
            }
            _ => return None,
        };
        Some(advice.to_owned())
    }

    /// Brackets that are missing or too many.
    fn brackets(&self) -> Option<String> {
        let before = self.before().trim_end();
        let found = self.after().chars().next()?;
        if before.ends_with("...") {
            return Some("`...` needs a value after it; write out the elements that it stands for".to_owned());
        }
        if let Some(placeholder) = placeholder(before) {
            return Some(format!("replace the placeholder `{placeholder}` by a value"));
        }
        let open = nesting::unclosed(self.before()).and_then(|at| Some((at, self.text.get(at..)?.chars().next()?)));
        let closes = |bracket: char| matches!((bracket, found), ('(', ')') | ('[', ']') | ('{', '}'));
        if self.message.starts_with("Expected") && self.message.contains(" but found ") {
            let expected = self.message.split(" but found ").next().unwrap_or("");
            let closer = [('(', "`)`"), ('[', "`]`"), ('{', "`}`")];
            let (at, bracket) = open?;
            closer.iter().find(|(opener, closer)| *opener == bracket && expected.contains(closer))?;
            let wants_comma = expected.contains("`,`");
            let is_value = found.is_alphanumeric() || matches!(found, '"' | '\'' | '`' | '_' | '$' | '{' | '[');
            let is_property = bracket == '{' && found == ';' && self.after().contains(':');
            if wants_comma && is_property {
                return Some("separate the properties of an object by commas".to_owned());
            }
            if wants_comma && is_value && !is_statement(self.after()) {
                return Some(format!("put a comma before it, or close the `{bracket}` opened at {}", self.place(at)));
            }
            return Some(format!("close the `{bracket}` opened at {}", self.place(at)));
        }
        if !self.message.starts_with("Unexpected token") || !matches!(found, ')' | ']' | '}') {
            return None;
        }
        match open {
            None => Some(format!("remove this `{found}`: no bracket is open here")),
            Some((at, bracket)) if !closes(bracket) => {
                Some(format!("close the `{bracket}` opened at {} before it", self.place(at)))
            }
            Some(_) => None,
        }
    }

    /// Two expressions next to each other: what the words say.
    fn neighbours(&self) -> Option<String> {
        let (before, after) = (self.before(), self.after());
        if after.starts_with("|>") || (before.ends_with('|') && after.starts_with('>')) {
            return Some("there is no pipe operator: write `f(x)`".to_owned());
        }
        let left = last_word(before.trim_end());
        let right = first_word(after.trim_start());
        let known = |word: &str| WORDS.iter().find(|(words, _)| words.contains(&word));
        // A condition may stand between the word and the place.
        let mut words = self.line_before().split(|ch: char| !ch.is_alphanumeric());
        let earlier = words.find(|word| matches!(*word, "elif" | "elsif" | "elseif"));
        if let Some((_, advice)) = known(left).or_else(|| known(right)).or_else(|| known(earlier?)) {
            return Some((*advice).to_owned());
        }
        if !self.message.starts_with("Expected a semicolon") {
            return None;
        }
        if matches!(left, "f" | "F" | "r" | "fr" | "rf") && after.starts_with(['"', '\'']) {
            return Some("write a template literal: `${name}` between backticks".to_owned());
        }
        if before.ends_with(['"', '\'']) && after.starts_with(|ch: char| ch.is_alphanumeric()) {
            return Some(
                "a quote ends the string here: escape it with `\\`, or put the text between backticks".to_owned(),
            );
        }
        let brace = nesting::unclosed(before).filter(|_| after.trim_start().starts_with(':'));
        if brace.is_some_and(|at| before.get(..at).is_some_and(|text| text.trim_end().ends_with("=>"))) {
            return Some("an arrow function that gives an object needs parentheses: `() => ({ … })`".to_owned());
        }
        None
    }

    fn by_message(&self) -> Option<String> {
        let advice = match self.message {
            "Line terminator not permitted before arrow" => "write `=>` on the line of the parameters",
            "Unterminated string" if self.is_template() => "close the template with a backtick",
            "Unterminated string" => {
                "close the quote on the same line, or use a template literal for text with line breaks"
            }
            "Missing initializer in const declaration" => "give the constant a value, or use `let`",
            "Cannot assign to this expression" if self.after().lines().next().unwrap_or("").contains("?.") => {
                "nothing can be assigned through `?.`: check the object first, then assign with `.`"
            }
            message if message.contains("JSX") => NO_JSX,
            message if message.contains("already been declared") => {
                "rename one of the declarations, or assign to the first one"
            }
            message if message.contains("reserved word") => "choose another name",
            message if message.starts_with("Invalid assignment in object") => {
                "write `name: value` instead of `name = value`"
            }
            message if message.starts_with("Unterminated regular expression") => {
                "end the pattern with `/`, and escape `/`, `(`, `)`, `[` and `]` that it should match"
            }
            message if message.contains("octal") => "write the number without leading zeros, or as a string",
            _ => {
                let before = self.line_before().trim_end();
                let is_operand = before.ends_with(|ch: char| ch.is_alphanumeric() || matches!(ch, ')' | ']' | '_'));
                if !self.after().starts_with('<') || is_operand {
                    return None;
                }
                NO_JSX
            }
        };
        Some(advice.to_owned())
    }

    /// An unterminated template is reported where its last part begins.
    pub(crate) fn is_template(&self) -> bool {
        self.message == "Unterminated string" && !self.after().starts_with(['"', '\''])
    }
}

/// A `<PLACEHOLDER>` at the end of a text: it reads as a type assertion.
fn placeholder(before: &str) -> Option<&str> {
    let start = before.strip_suffix('>')?.rfind('<')?;
    let text = before.get(start..)?;
    let name = text.get(1..text.len() - 1)?;
    let is_name = name.len() > 1
        && name.chars().all(|ch| ch.is_ascii_uppercase() || ch.is_ascii_digit() || matches!(ch, '_' | '-' | ' '));
    is_name.then_some(text)
}

fn is_statement(text: &str) -> bool {
    matches!(
        first_word(text),
        "const" | "let" | "var" | "return" | "if" | "for" | "while" | "throw" | "try" | "function"
    )
}

fn last_word(text: &str) -> &str {
    let start = text.rfind(|ch: char| !(ch.is_alphanumeric() || ch == '_'));
    text.get(start.map_or(0, |at| at + text.get(at..).and_then(|rest| rest.chars().next()).map_or(1, char::len_utf8))..)
        .unwrap_or("")
}

fn first_word(text: &str) -> &str {
    text.split(|ch: char| !(ch.is_alphanumeric() || ch == '_')).next().unwrap_or("")
}
