//! What is accepted, what is refused, and in which words.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::sync::Arc;

use codemode_compiler::{CompileError, CompileErrorKind, CompileOptions, hint, validate};

fn errors(source: &str) -> Vec<CompileError> {
    validate(source, &CompileOptions::default()).err().unwrap_or_default()
}

/// `kind line:column message | suggestion | …`
fn first(source: &str) -> String {
    let errors = errors(source);
    let Some(error) = errors.first() else { return "accepted".to_owned() };
    let kind = match error.kind {
        CompileErrorKind::Parse => "P",
        CompileErrorKind::UnsupportedSyntax => "U",
        CompileErrorKind::Interrupted => "I",
    };
    let place = format!("{}:{}", error.position.line, error.position.column);
    [vec![format!("{kind} {place} {}", error.message)], error.suggestions.clone()].concat().join(" | ")
}

fn table(rows: &[(&str, &str)]) {
    let mut wrong = String::new();
    for (source, expected) in rows {
        let found = first(source);
        if found != *expected {
            wrong.push_str(&format!("\nsource   {source:?}\nexpected {expected}\nfound    {found}\n"));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn accepts_what_a_function_body_accepts() {
    for source in [
        "return 1",
        "return",
        "await f()",
        "const x = await f(); return x",
        "for await (const x of y) {}",
        "function f() {} function f() {}",
        "var f; function f() {}",
        "function f() {} var f = 1",
        "var a; var a",
        "#!/usr/bin/env node\nreturn 1",
        "\u{feff}return 1",
        "// only a comment",
        "'use strict'",
        "debugger",
        "await using x = y",
        "using x = y",
        "const f = async () => await g()",
        "function f() { var await_ = 1 }",
        "class A { #x = 1; static { A.y = 2 } get z() { return this.#x } }",
        "/(?<year>\\d{4})/u.exec(x)",
        "eval('1')",
        "new Function('return 1')",
        "x = a <!--b",
        "label: for (;;) break label",
    ] {
        assert_eq!(first(source), "accepted", "{source}");
    }
}

#[test]
fn accepts_typescript() {
    for source in [
        "const n: number = 1; return n",
        "const xs: Array<{a: number}> = []",
        "let x = y as string",
        "let x = y satisfies A",
        "let x = y!.z",
        "interface A { x: string } type B = A | null",
        "enum E { A, B = 2, C = A | B }",
        "const enum E { A = 'a' }",
        "namespace N { export const a = 1; export namespace M { export function f() {} } }",
        "class A { constructor(private readonly x: number, public y?: string) {} }",
        "abstract class A { abstract f(): void; declare x: number; override g(): string { return '' } }",
        "function f(this: Date, a?: number, ...rest: string[]): asserts a is number {}",
        "function f(a: string): string; function f(a: any) { return a }",
        "const f = <T,>(x: T): x is T => true",
        "declare const x: number; declare function f(): void",
        "declare global { interface Window {} }",
        "for (const x of y as string[]) {}",
        "try {} catch (e: unknown) {}",
        "const f = async (x: number): Promise<string> => { return String(x) }",
        "let [a, b]: [number, string] = [1, 'x']",
        "const x = <any>y",
        "f<string>(x as unknown as A<B<C>>)",
        "type F = (a: number) => Promise<void>; type K = keyof typeof x; type C = A extends infer U ? U : never",
        "function f() {} function f() {} const x: number = 1",
    ] {
        assert_eq!(first(source), "accepted", "{source}");
    }
}

#[test]
fn refuses_with_the_offending_line() {
    table(&[
        ("", "P 1:1 code may not be empty | submit the statements of a program that ends with `return value`"),
        (
            " \n\u{feff}\u{a0}\n",
            "P 1:1 code may not be empty | submit the statements of a program that ends with `return value`",
        ),
        ("const x = ;", "P 1:11 unexpected `;`; offending line: const x = ;"),
        (
            "let a = 1;\nlet b = [1, 2;\nreturn b",
            "P 2:14 expected `,` or `]` but found `;`; offending line: let b = [1, 2; | close the `[` opened at line 2, col 9",
        ),
        (
            "let a;\nlet a;",
            "P 2:5 identifier `a` has already been declared; offending line: let a; | rename one of the declarations, or \
             assign to the first one",
        ),
        (
            "function f() {\n  await g();\n}",
            "P 2:3 `await` is only allowed within async functions and at the top level of the program; offending line: \
             await g(); | make the function around it `async`, and await what it returns",
        ),
        (
            "xs.map((x) => await (f(x)))",
            "P 1:15 `await` is only allowed within async functions and at the top level of the program; offending line: \
             xs.map((x) => await (f(x))) | make the function around it `async`, and await what it returns",
        ),
        (
            "if (a) {\n  b();\n",
            "P 3:1 unexpected end of the program, expected `}`: the `{` of line 1 is never closed; offending line: b(); | \
             close the `{` opened at line 1, col 8",
        ),
        (
            "return f(1, {\n  a: [1, 2,\n  b: 3 });",
            "P 3:4 expected `,` or `]` but found `:`; offending line: b: 3 }); | close the `[` opened at line 2, col 6",
        ),
        (
            "const s = 'it;\nreturn s",
            "P 1:11 unterminated string; offending line: const s = 'it; | close the quote on the same line, or use a \
             template literal for text with line breaks",
        ),
        (
            "return 1 2",
            "P 1:9 two expressions stand next to each other without an operator or semicolon between them; offending \
             line: return 1 2",
        ),
        (
            "break",
            "P 1:1 illegal break statement; offending line: break | a `break` statement can only be used within an \
             enclosing iteration or switch statement",
        ),
        (
            "const a;",
            "P 1:7 missing initializer in const declaration; offending line: const a; | give the constant a value, or use `let`",
        ),
        (
            "x = /(/",
            "P 1:6 invalid regular expression: Unterminated capturing group; offending line: x = /(/ | add the missing closing delimiter",
        ),
        (
            "x = 010",
            "P 1:5 '0'-prefixed octal literals and octal escape sequences are deprecated; offending line: x = 010 | write the number without leading zeros, or as a string",
        ),
        ("const é = '🙂' +;", "P 1:17 unexpected `;`; offending line: const é = '🙂' +;"),
        (
            "return <div>hi</div>",
            "P 1:8 unexpected JSX expression; offending line: return <div>hi</div> | JSX is not part of the language; build \
             strings or plain objects",
        ),
        ("delete x", "P 1:8 delete of an unqualified identifier in strict mode; offending line: delete x"),
        ("const x: = 1", "P 1:10 unexpected `=`; offending line: const x: = 1"),
        (
            "{ let f; var f }",
            "P 1:14 identifier `f` has already been declared; offending line: { let f; var f } | rename one of the declarations, or assign to the first one",
        ),
        (
            "{ function f() {} function f() {} }",
            "P 1:28 identifier `f` has already been declared; offending line: { function f() {} function f() {} } | rename one of the declarations, or assign to the first one",
        ),
    ]);
}

#[test]
fn a_long_line_is_quoted_around_the_place() {
    let source = format!("x = [{}, ], y) + [{}]", "1, ".repeat(200), "2, ".repeat(200));
    let message = &errors(&source)[0].message;
    assert!(message.contains("…") && message.chars().count() < 220, "{message}");
}

#[test]
fn refuses_syntax_outside_the_language_before_anything_runs() {
    let tools = "a program is one file: call the functions under `tools` instead";
    table(&[
        ("import fs from 'fs';\nreturn 1", &format!("U 1:1 import declarations are not supported | {tools}")),
        ("import 'x'", &format!("U 1:1 import declarations are not supported | {tools}")),
        ("import type { A } from 'x'", &format!("U 1:1 import declarations are not supported | {tools}")),
        (
            "export const q = 1",
            "U 1:1 export declarations are not supported | remove `export`; end the program with `return value`",
        ),
        ("export default 1", "U 1:1 export declarations are not supported | replace `export default` with `return`"),
        (
            "const a = 1;\nexport { a }",
            "U 2:1 export declarations are not supported | remove it; end the program with `return value`",
        ),
        ("export * from 'x'", &format!("U 1:1 export declarations are not supported | {tools}")),
        ("export { a } from 'x'", &format!("U 1:1 export declarations are not supported | {tools}")),
        (
            "const fs = await import('node:fs')",
            &format!("U 1:18 dynamic imports (`import(…)`) are not supported | {tools}"),
        ),
        (
            "if (false) { () => import.meta.url }",
            "U 1:20 `import.meta` is not supported | a program has no file and no address; remove it",
        ),
        (
            "with (a) { b }",
            "U 1:1 `with` statements are not supported | take the properties apart: `const { a, b } = object`",
        ),
        (
            "@d class A {}",
            "U 1:1 decorators are not supported | call the decorating function with the class or method instead",
        ),
        (
            "class A { @d x: number = 1 }",
            "U 1:11 decorators are not supported | call the decorating function with the class or method instead",
        ),
        ("import x = require('y')", &format!("U 1:1 `import … = require(…)` is not supported | {tools}")),
        ("const x: number = 1; export = x", "U 1:22 `export =` is not supported | replace `export =` with `return`"),
    ]);
    let all = errors("import 'a';\nimport('b');\nexport default 1");
    assert_eq!(all.iter().map(|error| error.position.line).collect::<Vec<_>>(), [1, 2, 3]);
}

#[test]
fn unwraps_one_fence_around_the_program() {
    for source in [
        "```js\nreturn 1\n```",
        "```\nreturn 1\n```\n",
        "\n ```typescript\nconst n: number = 1\nreturn n\n```  \n",
        "~~~js\nreturn 1\n~~~",
        "````js\nreturn `x`\n````",
    ] {
        assert_eq!(first(source), "accepted", "{source}");
    }
    assert!(first("```js\nreturn é +;\n```").starts_with("P 2:11 unexpected `;`; offending line: return é +;"));
    assert!(first("```js\n```").starts_with("P 1:1 code may not be empty"));
    assert!(
        first("Here is it:\n```js\nreturn 1\n```").contains("submit only the code of the program, without Markdown")
    );
    assert!(first("```js\nreturn 1 +\n```\nand\n```js\nreturn 2\n```").contains("without Markdown"));
}

#[test]
fn says_what_to_write_instead() {
    let json = "submit the program itself, not JSON around it: no quotes, no escapes, no `code` property";
    let shell = "this runs JavaScript, not shell commands; call the functions under `tools` instead";
    for (source, expected) in [
        ("{\"code\": \"return 1\"}", json),
        ("npm install lodash", shell),
        ("curl https://example.com | jq .", shell),
        ("$ node script.js --x", shell),
        ("export FOO=bar", shell),
        (
            "import json\nprint(json.dumps(1))",
            "this runs JavaScript or TypeScript; rewrite the Python program in one of them",
        ),
        ("def f(x):\n    return x\n", "this runs JavaScript or TypeScript; rewrite the Python program in one of them"),
    ] {
        let suggestions = &errors(source)[0].suggestions;
        assert_eq!(suggestions.first().map(String::as_str), Some(expected), "{source}");
    }
    for source in ["() => 1", "async () => {\n  return 1\n}", "(async function () {})", "return () => 1"] {
        assert_eq!(first(source), "accepted");
        assert!(hint(source).unwrap().starts_with("the program is only a function"), "{source}");
    }
    assert!(hint("async function main() { return 1 }").unwrap().contains("only declares a function"));
    assert!(hint("\"const a = 1;\\nreturn a\"").unwrap().contains("quoted string"));
    assert!(hint("ls").unwrap().contains("not shell"));
    for source in
        ["return 1", "(async () => 1)()", "\"use strict\"", "function f() {} f()", "const f = () => 1; return f()", "("]
    {
        assert_eq!(hint(source), None, "{source}");
    }
}

#[test]
fn bounds_the_length_of_the_source() {
    let options = CompileOptions { max_source_bytes: Some(8), name: Arc::from("short"), ..CompileOptions::default() };
    assert_eq!(validate("return 1", &options), Ok(()));
    let errors = validate("return 12", &options).unwrap_err();
    assert_eq!(errors[0].message, "the program has 9 bytes, more than the 8 allowed");
}

#[test]
fn an_arrow_function_cannot_leave_a_loop_around_it() {
    for source in [
        "for (const a of []) { (() => { continue; })(); }",
        "switch (1) { case 1: (() => { break; })(); }",
        "outer: for (;;) { (async () => { break outer; })(); }",
        "while (1) [1].forEach((x) => { if (x) break; })",
    ] {
        let errors = codemode_compiler::compile(source, &CompileOptions::default()).unwrap_err();
        assert!(errors[0].message.starts_with("illegal "), "{source}: {}", errors[0].message);
    }
    let source = "for (const a of [1]) { (() => { for (;;) { if (a) continue; break; } })(); }";
    assert!(codemode_compiler::compile(source, &CompileOptions::default()).is_ok());
}

#[test]
fn the_script_goal_is_that_of_a_strict_script() {
    let options = CompileOptions { script_goal: true, ..CompileOptions::default() };
    for source in ["var await = 1", "function f() {} function f() {}", "x = 1"] {
        assert_eq!(validate(source, &options), Ok(()), "{source}");
    }
    for source in ["return 1", "await f()", "x = 010", "with (a) b", "const n: number = 1", "import('x')"] {
        assert!(validate(source, &options).is_err(), "{source}");
    }
}
