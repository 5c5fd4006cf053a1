//! Listings of what the emitter makes of the shapes that matter, and programs that once were trouble.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use codemode_bytecode::{disassemble, verify};

use crate::{CompileOptions, compile};

fn listing(source: &str) -> String {
    let program = compile(source, &CompileOptions::default()).expect("the source compiles");
    verify(&program).expect("the program keeps its promises");
    format!("{}\n\n{}", source.trim(), disassemble(&program))
}

macro_rules! listings {
    ($($name:ident: $source:expr;)*) => {
        $(#[test]
        fn $name() {
            insta::assert_snapshot!(listing($source));
        })*
    };
}

listings! {
    arithmetic_loop: "
        let sum = 0;
        for (let i = 0; i < 10; i++) { sum += i * 2; if (sum > 5 && i !== 3) continue; sum--; }
        return sum;
    ";
    recursion: "
        function fib(n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
        return fib(27);
    ";
    method_chain: "
        const f = (text, list) => text.trim().split(',')[0].length + list?.[1]?.name.concat('x');
    ";
    operands_that_change: "
        let a = 1;
        return a + (a = 2) * a++ + f(a, a = 3);
    ";
    literals: "
        const x = 1;
        return [{ a: x, b: [x, 2], m() { return 1; } }, { [x]: 1, ...x, get y() { return 2; } }, `${x}-${x.y}`];
    ";
    loop_closures: "
        const fs = [];
        for (let i = 0; i < 3; i++) fs.push(() => i);
        for (const x of fs) { if (x()) break; }
    ";
    destructuring: "
        const [a, b = 1] = x;
        const { c, d: { e }, ...rest } = y;
        [o.p, q[r]] = x;
    ";
    finally_exits: "
        function f() {
            for (const x of y) {
                try { if (x) continue; return 1; } catch (e) { break; } finally { g(); }
            }
        }
    ";
    dead_zones: "
        { use(() => later); f(early); let early = 1, later = 2; }
        function f() { return after; }
        let after = 3;
    ";
    class_with_everything: "
        class A extends B {
            #x = 1; static s = 2; [k] = 3;
            #m() { return this.#x; }
            static { this.t = A; }
            constructor(a) { const f = () => super(a); f(); }
            get v() { return super.v; }
        }
    ";
    generators: "
        function* g() { try { const x = yield 1; yield* x; } finally { h(); } }
        async function* ag() { for await (const x of y) yield x; }
    ";
    typescript: "
        enum E { A, B = 2, C = 'c' }
        namespace N { export const x = 1; export function f() { return x; } }
        class P { constructor(private a: number) {} }
        const y = N.x as unknown as string;
    ";
    disposal: "
        { using x = f(); g(x); }
    ";
}

#[test]
fn long_chains_do_not_recurse() {
    let sum = format!("return {}1", "1 + ".repeat(9_000));
    let and = format!("return {}x", "x && ".repeat(9_000));
    let members = format!("return x{}", ".y()".repeat(9_000));
    let branches = format!("{} y()", "if (x) y(); else ".repeat(450));
    for source in [sum, and, members, branches] {
        compile(&source, &CompileOptions::default()).expect("the source compiles");
    }
}

#[test]
fn many_locals_are_wide() {
    let names: Vec<String> = (0..400).map(|at| format!("v{at}")).collect();
    let declared: String = names.iter().map(|name| format!("let {name} = x;")).collect();
    let source = format!("{declared} use(() => v399 + v1); return {};", names.join(" + "));
    listing(&source);
}

#[test]
fn many_arguments_go_through_an_array() {
    let arguments = "x, ".repeat(300);
    let listing = listing(&format!("let x = 1; f({arguments}); new f({arguments}); return [{arguments}]"));
    assert!(listing.contains("CallSpread") && listing.contains("ConstructSpread"));
}

#[test]
fn too_deep_an_expression_is_refused() {
    let source = format!("let a, f; return {}a{}", "f(a, a + ".repeat(300), ")".repeat(300));
    let errors = compile(&source, &CompileOptions::default()).unwrap_err();
    assert!(errors[0].message.contains("nests too deeply"), "{}", errors[0]);
}

#[test]
fn built_in_sources_reach_intrinsics_and_each_other() {
    let options = CompileOptions { builtin: true, intrinsics: &["$First", "$Second"], ..CompileOptions::default() };
    let source = "function a(x) { return $Second(x, 1); } function b() { return a(2); }";
    let program = compile(source, &options).expect("the source compiles");
    insta::assert_snapshot!(disassemble(&program));
}
