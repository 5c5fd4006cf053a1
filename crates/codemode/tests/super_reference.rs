//! References to properties of `super`, where the order of steps is that of the specification (§13.3.7, §6.2.5.5):
//! `this`, the key expression, the base, and only at the access the conversion of the key.
#![allow(clippy::unwrap_used)]

use codemode::{CodeMode, ToolSet};
use serde_json::json;

#[tokio::test]
async fn the_base_is_read_before_the_key_is_converted_and_before_the_right_side() {
    let runtime = CodeMode::builder(ToolSet::new([]).unwrap()).build().unwrap();
    let setup = "const log = [];
        const first = { p: 1, set q(v) { log.push(`first ${v}`) }, call() { return 'first' } };
        const second = { p: -1, set q(v) { log.push(`second ${v}`) }, call() { return 'second' } };
        const swap = () => Object.setPrototypeOf(object, second);
        const key = (name) => ({ toString() { log.push(`key ${name}`); swap(); return name } });
        const object = { __proto__: first, run() { return BODY } };
        const attempt = () => { try { return object.run() ?? null } catch (error) { return error.name } };";
    for (body, result, log) in [
        ("super[key('p')]", json!(1), json!(["key p"])),
        ("super[key('q')] = 7", json!(7), json!(["key q", "first 7"])),
        ("super[key('p')] += 10", json!(11), json!(["key p"])),
        ("super[key('p')]++", json!(1), json!(["key p"])),
        ("++super[key('p')]", json!(2), json!(["key p"])),
        ("super[key('p')] ??= 5", json!(1), json!(["key p"])),
        ("super[key('none')] ??= 5", json!(5), json!(["key none"])),
        ("super[key('call')]()", json!("first"), json!(["key call"])),
        ("super.q = (swap(), 3)", json!(3), json!(["first 3"])),
        ("super['q'] = (swap(), 4)", json!(4), json!(["first 4"])),
        ("super[(swap(), 'call')]()", json!("second"), json!([])),
        ("[super.q] = [6]", json!([6]), json!(["first 6"])),
    ] {
        let source = format!("{} [attempt(), log]", setup.replace("BODY", body));
        let found = runtime.execute(&source).await;
        assert_eq!(found.value(), Some(&json!([result, log])), "{body}: {:?}", found.error());
    }
    // Without a base nothing is converted.
    for body in ["super[key('p')]", "super[key('p')] = 1", "super[key('p')] += 1", "super[key('p')]()", "super.p"] {
        let source = format!("{} Object.setPrototypeOf(object, null); [attempt(), log]", setup.replace("BODY", body));
        let found = runtime.execute(&source).await;
        assert_eq!(found.value(), Some(&json!(["TypeError", []])), "{body}: {:?}", found.error());
    }
}
