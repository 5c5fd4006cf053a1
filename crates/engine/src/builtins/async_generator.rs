//! Async generator objects (ECMA-262 §27.6) and the async iterators made from sync ones (§27.1.6).

use crate::completion::{Abort, Completion, Unwind};
use crate::heap::gc::Tracer;
use crate::heap::object::{ObjectData, ObjectKind};
use crate::heap::shape::Attributes;
use crate::ops::iterator::IteratorRecord;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::names::key;
use crate::realm::natives::Args;
use crate::realm::table::{ObjectTable, method, object, ordinary, tag};
use crate::value::{ObjectId, Value};
use crate::vm::Vm;
use crate::vm::coroutine::{CoroutineKind, Resume};
use crate::vm::frame::OnReturn;
use crate::vm::job::Reaction;

fn enqueue(cx: &mut Vm, this: Value, name: &str, resume: Resume) -> Completion {
    let promise = cx.new_promise()?;
    let generator =
        this.as_object().filter(|&id| cx.coroutine(id).is_some_and(|data| data.kind == CoroutineKind::AsyncGenerator));
    let Some(generator) = generator else {
        let shown = cx.describe(this);
        return match cx.type_error(&format!("{name} method called on incompatible receiver {shown}")) {
            Unwind::Throw(error) => {
                cx.reject_promise(promise, error);
                Ok(promise.into())
            }
            abort => Err(abort),
        };
    };
    match cx.async_generator_enqueue(generator, resume, promise, OnReturn::Native)? {
        Some(result) => Ok(result),
        None => Err(Abort::TailCall.into()),
    }
}

/// %AsyncGeneratorPrototype%.next (§27.6.1.2)
fn next(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let value = args.at(cx, 0);
    enqueue(cx, this, "next", Resume::Next(value))
}

/// %AsyncGeneratorPrototype%.return (§27.6.1.3)
fn return_(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let value = args.at(cx, 0);
    enqueue(cx, this, "return", Resume::Return(value))
}

/// %AsyncGeneratorPrototype%.throw (§27.6.1.4)
fn throw(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let value = args.at(cx, 0);
    enqueue(cx, this, "throw", Resume::Throw(value))
}

/// The sync iterator behind an async one.
#[derive(Debug)]
struct AsyncFromSync {
    sync: IteratorRecord,
}

impl ObjectData for AsyncFromSync {
    fn trace(&self, tracer: &mut Tracer) {
        tracer.object(self.sync.iterator);
        tracer.value(self.sync.next);
    }

    fn bytes(&self) -> usize {
        size_of::<AsyncFromSync>()
    }
}

/// CreateAsyncFromSyncIterator (§27.1.6.1)
pub(crate) fn create_async_from_sync_iterator(cx: &mut Vm, sync: IteratorRecord) -> Completion<ObjectId> {
    let proto = cx.intrinsic(Intrinsic::AsyncFromSyncIteratorPrototype);
    let data = AsyncFromSync { sync };
    Ok(cx.heap.new_object_with_proto(Some(proto), ObjectKind::Data(Box::new(data))))
}

fn sync_of(cx: &mut Vm, this: Value) -> Completion<IteratorRecord> {
    match this.as_object().and_then(|id| cx.heap.data::<AsyncFromSync>(id)) {
        Some(data) => Ok(data.sync),
        None => Err(cx.type_error("not an async iterator of a sync iterator")),
    }
}

/// Turns a throw into a rejection of `promise`.
fn reject_with(cx: &mut Vm, promise: ObjectId, result: Completion<()>) -> Completion {
    match result {
        Ok(()) => {}
        Err(Unwind::Throw(error)) => cx.reject_promise(promise, error),
        Err(abort) => return Err(abort),
    }
    Ok(promise.into())
}

/// %AsyncFromSyncIteratorPrototype%.next (§27.1.6.2.1)
fn from_sync_next(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let sync = sync_of(cx, this)?;
    let promise = cx.new_promise()?;
    let arguments = args.to_vec(cx, 0);
    let result = cx.call(sync.next, sync.iterator.into(), arguments.get(..1).unwrap_or(&[]));
    let result = result.and_then(|result| continuation(cx, result, promise, sync, true));
    reject_with(cx, promise, result)
}

/// %AsyncFromSyncIteratorPrototype%.return (§27.1.6.2.2)
fn from_sync_return(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let sync = sync_of(cx, this)?;
    let promise = cx.new_promise()?;
    let arguments = args.to_vec(cx, 0);
    let value = args.at(cx, 0);
    let result = cx.get_method(sync.iterator.into(), key::RETURN).and_then(|method| match method {
        None => {
            let done = cx.create_iter_result(value, true);
            cx.fulfill_promise(promise, done);
            Ok(())
        }
        Some(method) => {
            let result = cx.call(method, sync.iterator.into(), arguments.get(..1).unwrap_or(&[]))?;
            if !result.is_object() {
                return Err(cx.type_error("the result of the iterator's return method is not an object"));
            }
            continuation(cx, result, promise, sync, false)
        }
    });
    reject_with(cx, promise, result)
}

/// %AsyncFromSyncIteratorPrototype%.throw (§27.1.6.2.3)
fn from_sync_throw(cx: &mut Vm, this: Value, args: Args) -> Completion {
    let sync = sync_of(cx, this)?;
    let promise = cx.new_promise()?;
    let arguments = args.to_vec(cx, 0);
    let result = cx.get_method(sync.iterator.into(), key::THROW).and_then(|method| match method {
        None => {
            cx.iterator_close(sync.iterator)?;
            Err(cx.type_error("The iterator does not provide a 'throw' method"))
        }
        Some(method) => {
            let result = cx.call(method, sync.iterator.into(), arguments.get(..1).unwrap_or(&[]))?;
            if !result.is_object() {
                return Err(cx.type_error("the result of the iterator's throw method is not an object"));
            }
            continuation(cx, result, promise, sync, true)
        }
    });
    reject_with(cx, promise, result)
}

/// AsyncFromSyncIteratorContinuation (§27.1.6.4)
fn continuation(cx: &mut Vm, result: Value, promise: ObjectId, sync: IteratorRecord, close: bool) -> Completion<()> {
    let Some(result) = result.as_object() else {
        let shown = cx.describe(result);
        return Err(cx.type_error(&format!("iterator result {shown} is not an object")));
    };
    let done = cx.get(result, key::DONE)?;
    let done = cx.to_boolean(done);
    let value = cx.get(result, key::VALUE)?;
    let wrapper = match cx.promise_resolve(value) {
        Ok(wrapper) => wrapper,
        Err(unwind) if !done && close => return Err(cx.iterator_close_with(sync.iterator, unwind)),
        Err(unwind) => return Err(unwind),
    };
    let iterator = (!done && close).then_some(sync.iterator);
    cx.add_reaction(wrapper, Reaction::Unwrap { promise, done, iterator });
    Ok(())
}

pub(crate) static PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::AsyncIteratorPrototype,
    &[
        object("constructor", Intrinsic::AsyncGeneratorFunctionPrototype).with(Attributes::CONFIGURABLE),
        method("next", 1, next),
        method("return", 1, return_),
        method("throw", 1, throw),
        tag("AsyncGenerator"),
    ],
);

pub(crate) static ASYNC_FROM_SYNC_ITERATOR_PROTOTYPE: ObjectTable = ordinary(
    Intrinsic::AsyncIteratorPrototype,
    &[method("next", 1, from_sync_next), method("return", 1, from_sync_return), method("throw", 1, from_sync_throw)],
);
