//! Everyday regular expressions over a megabyte of text, each a workload of its own: `pattern-NAME`.

/// Name and expression; `text` is prose with names, numbers, dates, addresses and log lines.
const PATTERNS: &[(&str, &str)] = &[
    ("log-lines", r"text.match(/^(\d{4}-\d{2}-\d{2})T([\d:.]+)Z \[(INFO|WARN|ERROR)\] (.*)$/gm).length"),
    (
        "log-groups",
        r"[...text.matchAll(/^(?<day>\S+)T\S+ \[(?<level>\w+)\] (?<what>.*)$/gm)].filter((m) => m.groups.level === 'ERROR').length",
    ),
    ("e-mail", r"text.match(/[\w.+-]+@[\w-]+\.[\w.-]+/g).length"),
    ("e-mail-anchored", r"text.split(/\s+/).filter((word) => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(word)).length"),
    ("dates", r"text.match(/\b\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])\b/g).length"),
    ("dates-replace", r"text.replace(/(\d{4})-(\d{2})-(\d{2})/g, '$3.$2.$1').length"),
    ("whitespace", r"text.replace(/\s+/g, ' ').length"),
    ("trim-lines", r"text.replace(/^\s+|\s+$/gm, '').length"),
    ("split-commas", r"text.split(/\s*,\s*/).length"),
    ("split-lines", r"text.split(/\r?\n/).length"),
    ("words", r"text.match(/\b[a-z]+\b/g).length"),
    ("words-ignoring-case", r"text.match(/\b(error|warning|invoice|failed)\b/gi).length"),
    ("literal-ignoring-case", r"text.match(/lazy dog/gi).length"),
    ("literal", r"text.match(/lazy dog/g).length"),
    ("absent", r"String(/xyzzy\d/.test(text))"),
    ("capitals", r"text.match(/[A-Z][a-z]+ [A-Z][a-z]+/g).length"),
    ("quoted", r#"text.match(/"(?:[^"\\]|\\.)*"/g).length"#),
    ("lazy", r"text.match(/<b>.*?<\/b>/g).length"),
    ("tags", r"text.replace(/<[^>]+>/g, '').length"),
    ("links", r"text.match(/https?:\/\/[^\s)]+/g).length"),
    ("numbers", r"text.match(/-?\d+(?:\.\d+)?/g).reduce((sum, n) => sum + Number(n), 0).toFixed(0)"),
    ("money", r"text.match(/(?<=\$)\d+(?:\.\d{2})?/g).length"),
    ("not-followed", r"text.match(/\b\w+\b(?!,)/g).length"),
    ("key-value", r#"text.match(/(\w+)=("[^"]*"|\S+)/g).length"#),
    ("camel-to-snake", r"text.replace(/([a-z])([A-Z])/g, '$1_$2').length"),
    ("replace-function", r"text.replace(/\d+/g, (digits) => '<' + digits.length + '>').length"),
    ("escape-html", r"text.replace(/[&<>]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c]).length"),
    ("unicode-letters", r"text.match(/\p{Lu}\p{Ll}+/gu).length"),
    ("repeated-word", r"String(text.match(/\b(\w+) \1\b/g)?.length)"),
    ("sticky", r"{ const token = /\s*(?:(\d+)|(\w+)|(.))/sy; let n = 0; while (token.exec(text)) n++; return n }"),
];

const TEXT: &str = r#"
  const text = [
    'The quick brown fox jumps over the lazy dog. ',
    'Contact john.smith@example.com or mary_jones@test.org for details, ',
    'call 555-1234 before 2024-03-15 and ask for Alice Cooper. ',
    'status: all systems normal\n',
    '2024-03-15T10:12:01.123Z [ERROR] request failed id=42 path="/api/orders" took=1250ms\n',
    '2024-03-15T10:12:02.456Z [INFO] request done id=43 path="/api/items" took=12ms\r\n',
    '   Warning: disk usage is at 91% on node17   \n',
    'apples, pears , plums, cherries and figs were on the list; ',
    'the total of $1250.75 is due, and <b>not a day</b> later (see https://example.com/terms?x=1). ',
    'She said "it is \\"fine\\", really" and and left with camelCaseNames. ',
  ].join('').repeat(1700);
"#;

/// Name and source of every pattern.
pub fn workloads() -> impl Iterator<Item = (String, String)> {
    PATTERNS.iter().map(|(name, expression)| {
        let body = match expression.starts_with('{') {
            true => format!("{TEXT} {expression}"),
            false => format!("{TEXT} return {expression};"),
        };
        (format!("pattern-{name}"), format!("function main() {{ {body} }}"))
    })
}
