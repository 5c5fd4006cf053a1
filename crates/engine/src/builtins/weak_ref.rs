//! `WeakRef` (ECMA-262 §26.1). The target lives as long as the reference: `deref` never comes back empty.

use crate::completion::Completion;
use crate::heap::gc::Tracer;
use crate::heap::object::{ObjectData, ObjectKind};
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::Value;
use crate::vm::Vm;

struct WeakRefData {
    target: Value,
}

impl ObjectData for WeakRefData {
    fn trace(&self, tracer: &mut Tracer) {
        tracer.value(self.target);
    }

    fn bytes(&self) -> usize {
        size_of::<WeakRefData>()
    }
}

/// WeakRef (§26.1.1.1)
pub(crate) fn construct(cx: &mut Vm, _this: Value, args: Args) -> Completion {
    let new_target = cx.new_target();
    if new_target.is_undefined() {
        return Err(cx.type_error("Constructor WeakRef requires 'new'"));
    }
    let target = args.at(cx, 0);
    if !cx.can_be_held_weakly(target) {
        let shown = cx.describe(target);
        return Err(cx.type_error(&format!("Invalid value used as WeakRef target: {shown}")));
    }
    let kind = ObjectKind::Data(Box::new(WeakRefData { target }));
    Ok(cx.ordinary_create_from_constructor(new_target, Intrinsic::WeakRefPrototype, kind)?.into())
}

/// WeakRef.prototype.deref (§26.1.3.2)
fn deref(cx: &mut Vm, this: Value, _args: Args) -> Completion {
    match this.as_object().and_then(|id| cx.heap.data::<WeakRefData>(id)) {
        Some(data) => Ok(data.target),
        None => {
            let shown = cx.describe(this);
            Err(cx.type_error(&format!("Method WeakRef.prototype.deref called on incompatible receiver {shown}")))
        }
    }
}

pub(crate) static CONSTRUCTOR: ObjectTable = class("WeakRef", 1, construct, Intrinsic::WeakRefPrototype, &[]);

pub(crate) static PROTOTYPE: ObjectTable =
    ordinary(Intrinsic::ObjectPrototype, &[constructor(Intrinsic::WeakRef), method("deref", 0, deref), tag("WeakRef")]);
