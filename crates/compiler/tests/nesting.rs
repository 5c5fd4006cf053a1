//! Deeply nested sources must neither crash the process nor take long, whatever they nest, at any size.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::time::{Duration, Instant};

use codemode_compiler::{CheckOptions, CompileErrorKind, CompileOptions, check, compile, validate};

/// `prefix`, then `open` n times, `middle`, `close` n times, `suffix`.
struct Shape(&'static str, &'static str, &'static str, &'static str, &'static str);

impl Shape {
    fn text(&self, levels: usize) -> String {
        let Shape(prefix, open, middle, close, suffix) = *self;
        [prefix, &open.repeat(levels), middle, &close.repeat(levels), suffix].concat()
    }

    /// The same without what closes it.
    fn torn(&self, levels: usize) -> String {
        [self.0, &self.1.repeat(levels)].concat()
    }
}

const SHAPES: &[Shape] = &[
    // Brackets.
    Shape("x = ", "(", "1", ")", ""),
    Shape("x = ", "[", "1", "]", ""),
    Shape("", "{", "1", "}", ""),
    Shape("x = ", "{a:", "1", "}", ""),
    Shape("x = ", "{...", "1", "}", ""),
    Shape("x = ", "{[", "1", "]:1}", ""),
    Shape("x = ", "{a(){", "", "}}", ""),
    Shape("x = ", "{get a(){return", "", "}}", ""),
    Shape("", "f(", "1", ")", ""),
    Shape("", "f(x => ", "1", ")", ""),
    Shape("", "f(...", "1", ")", ""),
    Shape("", "new F(", "1", ")", ""),
    Shape("", "a[", "1", "]", ""),
    Shape("", "a?.[", "1", "]", ""),
    Shape("x = ", "`${", "1", "}`", ""),
    Shape("x = ", "f`${", "1", "}`", ""),
    Shape("x = ", "(a, ", "1", ")", ""),
    Shape("x = ", "function(){", "", "}", ""),
    Shape("", "function f(){", "", "}", ""),
    Shape("x = ", "()=>{", "", "}", ""),
    Shape("x = ", "async()=>{await ", "1", "}", ""),
    Shape("x = ", "(function(){", "", "})()", ""),
    Shape("x = ", "(a = ", "1", ") => 1", ""),
    Shape("x = ", "class{static{", "", "}}", ""),
    Shape("x = ", "class{a=", "1", "}", ""),
    Shape("x = ", "class{[", "1", "](){}}", ""),
    Shape("x = ", "class extends ", "A", " {}", ""),
    Shape("x = ", "class extends a, a, ", "A", "{}", ""),
    Shape("var ", "[", "a", "]", " = 1"),
    Shape("var ", "{a:", "b", "}", " = 1"),
    Shape("var ", "[a = ", "1", "]", " = 1"),
    Shape("(", "[", "a", "]", " = 1)"),
    Shape("(", "{a = ", "1", "}", ")"),
    Shape("(", "({a:", "b", "} = 1)", ")"),
    Shape("import(", "import(", "1", ")", ")"),
    // Statements.
    Shape("", "if(a)", ";", "", ""),
    Shape("", "if(a);else ", ";", "", ""),
    Shape("", "if(a){}else ", ";", "", ""),
    Shape("", "if(a)b\nelse ", ";", "", ""),
    Shape("", "for(;;)", ";", "", ""),
    Shape("", "for(a of b)", ";", "", ""),
    Shape("", "for await(a of b)", ";", "", ""),
    Shape("", "while(a)", ";", "", ""),
    Shape("", "do ", ";", "while(a);", ""),
    Shape("", "do{", ";", "}while(a)", ""),
    Shape("", "a:", ";", "", ""),
    Shape("", "try{", "", "}finally{}", ""),
    Shape("", "try{}catch{", "", "}", ""),
    Shape("", "switch(a){case 1:", "", "}", ""),
    Shape("", "with(a)", ";", "", ""),
    // Operators that nest.
    Shape("x = ", "!", "1", "", ""),
    Shape("x = ", "- ", "1", "", ""),
    Shape("x = ", "+ ", "1", "", ""),
    Shape("x = ", "~", "1", "", ""),
    Shape("x = ", "-", "1", "", ""),
    Shape("x = ", "typeof ", "1", "", ""),
    Shape("x = ", "typeof\u{a0}", "1", "", ""),
    Shape("x = ", "void ", "1", "", ""),
    Shape("x = ", "delete ", "a.b", "", ""),
    Shape("x = ", "await ", "1", "", ""),
    Shape("x = ", "await\n", "1", "", ""),
    Shape("function* g(){", "yield ", "1", "", "}"),
    Shape("function* g(){", "yield* ", "1", "", "}"),
    Shape("x = ", "new ", "A", "", ""),
    Shape("x = ", "new ", "A", "()", ""),
    Shape("x = ", "a => ", "1", "", ""),
    Shape("x = ", "y\\u{61}b => ", "1", "", ""),
    Shape("x = ", "é => ", "1", "", ""),
    Shape("x = ", "(a) => ", "1", "", ""),
    Shape("x = ", "async a => ", "1", "", ""),
    Shape("x = ", "async (a) => ", "1", "", ""),
    Shape("x = ", "a = ", "1", "", ""),
    Shape("x = ", "a += ", "1", "", ""),
    Shape("x = ", "a ??= ", "1", "", ""),
    Shape("x = ", "a >>>= ", "1", "", ""),
    Shape("x = ", "a ** ", "1", "", ""),
    Shape("x = ", "a ? b : ", "1", "", ""),
    Shape("x = ", "a ? ", "1", " : b", ""),
    Shape("x = ", "a?(b)=>", "1", "", ""),
    Shape("x = ", "a?(b):", "1", "", ""),
    Shape("x = ", "a?(b):c=>", "1", "", ""),
    Shape("x = ", "async(a)?", "1", ":b", ""),
    Shape("x = ", "a\n? ", "1", "\n: b", ""),
    // Chains.
    Shape("x = ", "1+", "1", "", ""),
    Shape("x = ", "1\n+", "1", "", ""),
    Shape("x = ", "1*2+", "1", "", ""),
    Shape("x = ", "a || ", "1", "", ""),
    Shape("x = ", "a && ", "1", "", ""),
    Shape("x = ", "a ?? ", "1", "", ""),
    Shape("x = ", "a < ", "1", "", ""),
    Shape("x = ", "a <= ", "1", "", ""),
    Shape("x = ", "a > ", "1", "", ""),
    Shape("x = ", "a << ", "1", "", ""),
    Shape("x = ", "a == ", "1", "", ""),
    Shape("x = ", "a in ", "1", "", ""),
    Shape("x = ", "a instanceof ", "1", "", ""),
    Shape("x = ", "a, ", "1", "", ""),
    Shape("x = a", ".b", "", "", ""),
    Shape("x = 1.5", ".b", "", "", ""),
    Shape("x = a", "\n.b", "", "", ""),
    Shape("x = a", "?.b", "", "", ""),
    Shape("x = a", "?.()", "", "", ""),
    Shape("x = a", "[0]", "", "", ""),
    Shape("x = a", "()", "", "", ""),
    Shape("x = a", ".b()", "", "", ""),
    Shape("x = a", "`b`", "", "", ""),
    Shape("x = a", "`${0}`", "", "", ""),
    // Regular expressions, and slashes that are hard to read.
    Shape("x = /", "(", "a", ")", "/"),
    Shape("x = /", "(?:", "a", ")", "/"),
    Shape("x = /", "(?=", "a", ")", "/"),
    Shape("x = /", "[", "a", "]", "/v"),
    Shape("x = /", "a|", "a", "", "/"),
    Shape("x = /", "a?", "a", "", "/"),
    Shape("x = {} / ", "(", "1", ")", ""),
    Shape("({})/`/`) + ", "(", "1", ")", ""),
    Shape("x = function(){} / `/` + ", "(", "1", ")", ""),
    Shape("let / `/` + ", "(", "1", ")", ""),
    Shape("{if: (1) / ", "(", "1", ")", "}"),
    Shape("x = a++ / ", "(", "1 / b", ")", ""),
    Shape("of / `/` + ", "(", "1", ")", ""),
    Shape("\n<!-- `\n", "(", "1", ")", ""),
    Shape("<!-- `\n", "(", "1", ")", ""),
    // TypeScript.
    Shape("let x: ", "A<", "B", ">", ""),
    Shape("let x: ", "A<", "B", " >", " = 1"),
    Shape("let x: ", "A<B, ", "B", ">", " = 1"),
    Shape("let x: ", "keyof ", "A", "", ""),
    Shape("let x: ", "keyof\n", "A", "", ""),
    Shape("let x: ", "readonly ", "A[]", "", ""),
    Shape("let x: ", "(", "A", ")", ""),
    Shape("let x: ", "[", "A", "]", ""),
    Shape("let x: ", "{a: ", "A", "}", ""),
    Shape("let x: A", "[]", "", "", ""),
    Shape("let x: A", "[B]", "", "", ""),
    Shape("let x: ", "A | ", "A", "", ""),
    Shape("let x: ", "(A | ", "A", ")", ""),
    Shape("let x: ", "() => ", "A", "", ""),
    Shape("let x: ", "new () => ", "A", "", ""),
    Shape("let x: ", "<T>() => ", "A", "", ""),
    Shape("let x: ", "(a: ", "A", ") => B", ""),
    Shape("let x: ", "`${", "A", "}`", ""),
    Shape("type X = ", "A extends B ? C : ", "D", "", ""),
    Shape("type X = ", "A extends B ? ", "D", " : C", ""),
    Shape("type X = ", "A extends ", "D", " ? C : E", ""),
    Shape("type X = ", "A extends infer U extends ", "D", "", ""),
    Shape("type X<T> = ", "{[K in ", "A", "]: T}", ""),
    Shape("let x = y", " as A", "", "", ""),
    Shape("let x = y", " satisfies A", "", "", ""),
    Shape("let x: A = y", "!", "", "", ""),
    Shape("let x: A = ", "<A>", "y", "", ""),
    Shape("let x: A = ", "<A>(", "y", ")", ""),
    Shape("let x: A = ", "f<A>(", "y", ")", ""),
    Shape("let x: A = ", "f<(", "y", ")>()", ""),
    Shape("let x: A = ", "a<(b", "", ")", ""),
    Shape("let x: A = ", "a<b<(", "", ")", ""),
    Shape("let x: A = ", "<T>(a: A) => ", "1", "", ""),
    Shape("let x: A = ", "(a: A): B => ", "1", "", ""),
    Shape("let x: A = ", "a ? (b): c => ", "1", " : d", ""),
    Shape("let x: A = ", "a ? (b) : ", "1", "", ""),
    Shape("let x: A = ", "(a = ", "1", "): B => 1", ""),
    Shape("let x: A = ", "async <T>(a: ", "1", ") => 1", ""),
    Shape("let x: A = ", "a < b > (", "1", ")", ""),
    Shape("let x: ", "a<b<(x = {}\n(", "", "", ""),
    Shape("let x: A = ", "<T>(x = a<", "", "", ""),
    Shape("let x: A = ", "f<(x = [", "", "", ""),
    Shape("", "namespace a{", "", "}", ""),
    Shape("namespace a", ".b", "", "", "{}"),
    Shape("", "declare module 'a'{", "", "}", ""),
    Shape("let x: A; ", "enum E{a=", "1", "}", ""),
    Shape("let x: typeof a", ".b", "", "", ""),
    Shape("let x: ", "a is ", "A", "", ""),
    Shape("function f(this: ", "A<", "", ">", ") {}"),
    // Markup and decorators, which are refused.
    Shape("x = ", "<a>", "", "</a>", ""),
    Shape("x = ", "<a b={", "", "}/>", ""),
    Shape("", "@a ", "class A {}", "", ""),
    Shape("", "@(", "a", ")", " class A {}"),
    Shape("let x: A; ", "@a(class { ", "", "}) class B {}", ""),
];

/// Longest that one source may take. Generous, because tests run on busy machines with unoptimized code.
const PATIENCE: Duration = Duration::from_secs(15);

fn survives(text: &str) -> Duration {
    let start = Instant::now();
    let result = compile(text, &CompileOptions::default()).map(|_| ());
    let script = compile(text, &CompileOptions { script_goal: true, ..CompileOptions::default() }).map(|_| ());
    let _ = check(text, &CheckOptions::default());
    let took = start.elapsed();
    let shown: String = text.chars().take(60).collect();
    assert!(took < PATIENCE, "{shown} ({} bytes) took {took:?}", text.len());
    for errors in [result, script].into_iter().filter_map(Result::err) {
        assert!(!errors.is_empty());
        assert!(errors.iter().all(|error| error.span.start as usize <= text.len()), "{shown}: {errors:?}");
    }
    took
}

#[test]
fn hostile_shapes_of_all_sizes_survive() {
    let verbose = std::env::var_os("NESTING_TIMES").is_some();
    for shape in SHAPES {
        for levels in [3, 9, 10, 12, 20, 40, 150, 300, 450, 700, 990, 3_000, 10_000, 100_000] {
            if verbose {
                eprintln!("{:?} {levels}", shape.text(1));
            }
            let took = survives(&shape.text(levels));
            let torn = survives(&shape.torn(levels));
            if verbose && took + torn > Duration::from_millis(20) {
                println!("{:?} {levels}: {took:?} {torn:?}", shape.text(1));
            }
        }
    }
}

/// Openers of several shapes in turn, with things between them that end statements, expressions or neither.
#[test]
fn mixed_shapes_survive() {
    const BETWEEN: [&str; 18] = [
        "",
        "",
        "",
        "",
        "\n",
        "a\n",
        "a;",
        "a, ",
        "{}",
        "{}\n",
        "else ",
        "a: ",
        "while(a) ",
        "'s'\n",
        "/r/ + ",
        "`t`\n",
        "a as B\n",
        "x = {}\n",
    ];
    let mut state: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut random = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % bound as u64) as usize
    };
    for _ in 0..200 {
        let parts: Vec<(&str, &str)> =
            (0..1 + random(4)).map(|_| (SHAPES[random(SHAPES.len())].1, BETWEEN[random(BETWEEN.len())])).collect();
        let prefix = SHAPES[random(SHAPES.len())].0;
        let unit: String = parts.iter().map(|(open, between)| [*open, *between].concat()).collect();
        for levels in [60, 300, 20_000] {
            let text = [prefix, &unit.repeat(levels)].concat();
            if std::env::var_os("NESTING_TIMES").is_some() {
                eprintln!("{prefix:?} {unit:?} {levels}");
            }
            survives(&text);
        }
    }
}

#[test]
fn long_flat_shapes_stay_fast() {
    // `#` stands for a number that differs in each repetition.
    let shapes: &[(&str, &str, &str)] = &[
        ("", "var a;", ""),
        ("", "var a#;", ""),
        ("", "let a#=1;", ""),
        ("", "function f(){}", ""),
        ("var f;", "function f(){}", ""),
        ("function g(){", "function f(){}", "}"),
        ("", "function f#(){}", ""),
        ("", "{let a#}", ""),
        ("x = class{", "a=1;", "}"),
        ("x = class{", "a#=1;", "}"),
        ("x = class{", "#a#;", "}"),
        ("x = class{", "get a#(){}", "}"),
        ("x = class{", "static{}", "}"),
        ("x = class{#a;", "b(){#a in this}", "}"),
        ("x = {", "a:1,", "}"),
        ("x = {", "a#,", "}"),
        ("x = {", "get a(){},", "}"),
        ("x = function(", "a#,", "b){}"),
        ("x = (", "a#,", "b)=>1"),
        ("x = (", "a#,", "b)"),
        ("f(", "a=>a,", "b)"),
        ("f(", "(a=1)=>a,", "b)"),
        ("f(", "(a=1),", "b)"),
        ("x = [", "[a],", "]"),
        ("[", "a#,", "b] = c"),
        ("var [", "a#,", "b] = c"),
        ("({", "a#=1,", "b} = c)"),
        ("switch(x){", "case 1:", "}"),
        ("", "a#:;", ""),
        ("", "try{}catch(e){}", ""),
        ("", "`a`;", ""),
        ("x = `", "${a}", "`"),
        ("", "/a(b)c/;", ""),
        ("x = /", "(?<a#>b)", "/"),
        ("x = /", "(a)\\1", "/"),
        ("x = /[", "a-z", "]/v"),
        ("x = '", "\\u{61}", "'"),
        ("x = '", "\\ud800", "'"),
        ("", "// a\n", ""),
        ("", "/* a */", "1"),
        ("", "a\n", ""),
        ("", "a;;", ""),
        ("", "await a;", ""),
        ("", "import 'a';", ""),
        ("", "import('a');", ""),
        ("", "export const a# = 1;", ""),
        ("", "with(a);", ""),
        ("", "return;", ""),
        ("", "break;", ""),
        ("", "let a;", ""),
        ("", "(a = 1): B => 1;", ""),
        ("", "type A# = B<C>;", ""),
        ("let x: ", "A | ", "B"),
        ("let x: {", "a: A;", "}"),
        ("", "enum E# {A}", ""),
        ("let y: A; enum E {", "A#,", "}"),
        ("let y: A; enum E {", "A# = B,", "}"),
        ("", "enum E {A#}", ""),
        ("", "namespace N {export const a# = 1}", ""),
        ("", "interface I {}", ""),
        ("", "declare function f(): A;", ""),
        ("function f(a: A): B;", "function f(a: A): B;", "function f() {}"),
        ("let y: A; x = <", "T#,", "U>() => 1"),
        ("", "@a ", "class A {}"),
        ("let y: A; x = class {", "@a b#;", "}"),
        ("", "﻿", "1"),
        ("", "é = 1;", ""),
        ("", "\u{2028}", "1"),
        ("", "}", ""),
        ("", "(a", ""),
        ("", "`", ""),
        ("", "'", ""),
        ("", "#", ""),
        ("", "\\", ""),
    ];
    for (prefix, repeated, suffix) in shapes {
        let mut text = (*prefix).to_owned();
        let mut number = 0;
        while text.len() < 200_000 {
            number += 1;
            let unit = if repeated.starts_with('#') && repeated.len() > 1 {
                format!("#{}", repeated[1..].replace('#', &number.to_string()))
            } else {
                repeated.replace('#', &number.to_string())
            };
            text.push_str(&unit);
        }
        text.push_str(suffix);
        let took = survives(&text);
        if std::env::var_os("NESTING_TIMES").is_some() {
            println!("{prefix}{repeated}{suffix}: {took:?}");
        }
    }
}

/// Whatever character a text ends with, also one that means nothing.
#[test]
fn every_last_character_survives() {
    let characters =
        (0..=0x17f).chain([0x2028, 0x2029, 0xfeff, 0xfffd, 0x1_f600, 0x10_ffff]).filter_map(char::from_u32);
    for character in characters {
        for prefix in ["return 1", "return 'some longer text' + ", "return `${(", "const value = /"] {
            for count in [1, 2, 30] {
                survives(&[prefix, &character.to_string().repeat(count)].concat());
            }
        }
    }
}

#[test]
fn absurd_nesting_is_a_located_parse_error() {
    for shape in SHAPES.iter().take(5) {
        let errors = validate(&shape.text(100_000), &CompileOptions::default()).unwrap_err();
        assert_eq!(errors.len(), 1);
        assert_eq!(errors[0].kind, CompileErrorKind::Parse);
        assert!(errors[0].message.contains("nests deeper than 1000 levels"), "{}", errors[0]);
        assert!(errors[0].position.column > 900);
    }
}

#[test]
fn flat_programs_of_any_length_are_accepted() {
    let statements = [
        "if (a) b(); else c();\n",
        "if (a) { b() } else if (c) { d() }\n",
        "const f0 = async (a) => { return a ? b : c }\n",
        "foo(!a, -b, x => y, { if: 1, else: 2, get: 3 })\n",
        "do { a++ } while (a < 10)\n",
        "for (let i = 0; i < n; i++) x += i\n",
        "a.b.c(1)[2]`x${y}`\n",
        "switch (a) { case 1: case 2: b(); break; default: c() }\n",
        "x = a < b && c > d\n",
        "if (!/re/.test(s)) s = s.replace(/[/(]/g, '\"')\n",
        "try { a() } catch (e) { b() } finally { c() }\n",
        "label: for (const x of y) continue label\n",
        "async function f() { await g() }\n",
        "class A { static x = 1; get y() { return 1 } async *z() {} }\n",
    ];
    for statement in statements {
        let text: String = (0..4_000).map(|number| statement.replace("f0", &format!("f{number}"))).collect();
        let text = text.replace("class A", "x = class A");
        if let Err(errors) = validate(&text, &CompileOptions::default()) {
            panic!("{statement}: {}", errors[0]);
        }
    }
    let list = format!("x = [{}]", "{ a: 1 < 2, b: -3, c: !d, e: f ? g : h, i: j => k, l: [1, 2] },\n".repeat(4_000));
    assert_eq!(validate(&list, &CompileOptions::default()), Ok(()));
    let types =
        format!("type A0 = 1\n{}", "interface B { a: string\n b?: C<D, E>\n f(x?: number): void }\n".repeat(2_000));
    assert_eq!(validate(&types, &CompileOptions::default()), Ok(()));
    let sum = format!("x = 'a'{}", " +\n 'line'".repeat(5_000));
    assert_eq!(validate(&sum, &CompileOptions::default()), Ok(()));
    let ladder = format!("if (a) {{ b() }}{}", " else if (c) { d() }".repeat(400));
    assert_eq!(validate(&ladder, &CompileOptions::default()), Ok(()));
}
