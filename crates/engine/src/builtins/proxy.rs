//! `Proxy` (ECMA-262 §28.2). The internal methods of proxies are in [`methods`].

mod methods;

use crate::completion::Completion;
use crate::heap::object::{ObjectKind, ProxyData};
use crate::heap::shape::Attributes;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::names::{self, key};
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::{ObjectId, Value};
use crate::vm::Vm;

/// Proxy ( target, handler ) §28.2.1.1
pub(crate) fn construct(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    if cx.new_target().is_undefined() {
        return Err(cx.type_error("Constructor Proxy requires 'new'"));
    }
    let (target, handler) = (args.at(cx, 0), args.at(cx, 1));
    proxy_create(cx, target, handler).map(Value::object)
}

/// ProxyCreate ( target, handler ) §10.5.14
fn proxy_create(cx: &mut Vm, target: Value, handler: Value) -> Completion<ObjectId> {
    let (Some(target_object), Some(handler_object)) = (target.as_object(), handler.as_object()) else {
        return Err(cx.type_error("Cannot create proxy with a non-object as target or handler"));
    };
    let data = ProxyData {
        target: Some(target_object),
        handler: Some(handler_object),
        is_callable: cx.is_callable(target),
        is_constructor: cx.is_constructor(target),
    };
    cx.heap.count(size_of::<ProxyData>());
    Ok(cx.heap.new_object_with_proto(None, ObjectKind::Proxy(Box::new(data))))
}

/// Proxy.revocable ( target, handler ) §28.2.2.1
fn revocable(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let (target, handler) = (args.at(cx, 0), args.at(cx, 1));
    let proxy = proxy_create(cx, target, handler)?;
    let revoker = cx.new_native_closure(revoke, names::EMPTY, 0, vec![proxy.into()]);
    let result = cx.new_object();
    cx.heap.add_named(result, key::PROXY, proxy.into(), Attributes::ALL);
    cx.heap.add_named(result, key::REVOKE, revoker.into(), Attributes::ALL);
    Ok(result.into())
}

/// Proxy revocation functions §28.2.2.1.1
fn revoke(cx: &mut Vm, _this: Value, _args: Args) -> Completion {
    if let Some(proxy) = cx.captured(0).as_object() {
        cx.set_captured(0, Value::NULL);
        if let ObjectKind::Proxy(data) = &mut cx.heap.object_mut(proxy).kind {
            data.target = None;
            data.handler = None;
        }
    }
    Ok(Value::UNDEFINED)
}

pub(crate) static CONSTRUCTOR: ObjectTable = ObjectTable {
    role: Role::Constructor { name: "Proxy", length: 2, function: construct, constructs: true, prototype: None },
    proto: Some(Intrinsic::FunctionPrototype),
    properties: &[method("revocable", 2, revocable)],
};
