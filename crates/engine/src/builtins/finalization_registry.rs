//! `FinalizationRegistry` (ECMA-262 §26.2). Cleanup is never due within one execution, so nothing but the tokens is
//! remembered: they decide what `unregister` answers.

use super::collection::{Collection, OrderedTable, trace_table};
use crate::completion::Completion;
use crate::heap::gc::Tracer;
use crate::heap::object::{ObjectData, ObjectKind};
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::Value;
use crate::vm::Vm;

struct RegistryData {
    /// Unregister tokens in use.
    tokens: OrderedTable<()>,
}

impl ObjectData for RegistryData {
    fn trace(&self, tracer: &mut Tracer) {
        trace_table(&self.tokens, tracer, |()| Value::UNDEFINED);
    }

    fn bytes(&self) -> usize {
        size_of::<RegistryData>() + self.tokens.bytes()
    }
}

impl Collection for RegistryData {
    type Item = ();
    const NAME: &'static str = "FinalizationRegistry";

    fn table(&self) -> &OrderedTable<()> {
        &self.tokens
    }

    fn table_mut(&mut self) -> &mut OrderedTable<()> {
        &mut self.tokens
    }
}

/// FinalizationRegistry (§26.2.1.1)
pub(crate) fn construct(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let new_target = cx.new_target();
    if new_target.is_undefined() {
        return Err(cx.type_error("Constructor FinalizationRegistry requires 'new'"));
    }
    if !cx.is_callable(args.at(cx, 0)) {
        return Err(cx.type_error("FinalizationRegistry: cleanup must be callable"));
    }
    let kind = ObjectKind::Data(Box::new(RegistryData { tokens: OrderedTable::new() }));
    Ok(cx.ordinary_create_from_constructor(new_target, Intrinsic::FinalizationRegistryPrototype, kind)?.into())
}

/// FinalizationRegistry.prototype.register (§26.2.3.2)
fn register(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let registry = cx.this_collection::<RegistryData>(this, "register")?;
    let (target, held, token) = (args.at(cx, 0), args.at(cx, 1), args.at(cx, 2));
    if !cx.can_be_held_weakly(target) {
        return Err(cx.type_error("FinalizationRegistry.prototype.register: invalid target"));
    }
    if cx.same_value(target, held) {
        return Err(cx.type_error("FinalizationRegistry.prototype.register: target and holdings must not be same"));
    }
    if cx.can_be_held_weakly(token) {
        let token = cx.map_key(token)?;
        cx.collection_insert::<RegistryData>(registry, token, ())?;
    } else if !token.is_undefined() {
        let shown = cx.describe(token);
        return Err(cx.type_error(&format!("Invalid unregisterToken ('{shown}')")));
    }
    Ok(Value::UNDEFINED)
}

/// FinalizationRegistry.prototype.unregister (§26.2.3.3)
fn unregister(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let registry = cx.this_collection::<RegistryData>(this, "unregister")?;
    let token = args.at(cx, 0);
    if !cx.can_be_held_weakly(token) {
        let shown = cx.describe(token);
        return Err(cx.type_error(&format!("Invalid unregisterToken ('{shown}')")));
    }
    let token = cx.map_key(token)?;
    Ok(cx.collection_delete::<RegistryData>(registry, token).into())
}

pub(crate) static CONSTRUCTOR: ObjectTable =
    class("FinalizationRegistry", 1, construct, Intrinsic::FinalizationRegistryPrototype, &[]);

pub(crate) static PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::ObjectPrototype,
    &[
        constructor(Intrinsic::FinalizationRegistry),
        method("register", 2, register),
        method("unregister", 1, unregister),
        tag("FinalizationRegistry"),
    ],
);
