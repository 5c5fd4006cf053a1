//! Built-in functions: their signature and the table of all of them.

use crate::completion::Completion;
use crate::value::{StringId, Value};
use crate::vm::Vm;

/// A built-in function. `this` is what the caller passed; arguments lie on the machine's stack. When it is constructed,
/// [`Vm::new_target`] is not undefined.
pub(crate) type NativeFn = fn(cx: &mut Vm, this: Value, args: Args) -> Completion;

/// Arguments of a built-in: a window of the stack, which stays rooted during the call.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Args {
    pub(crate) start: u32,
    pub(crate) len: u32,
}

impl Args {
    pub(crate) const NONE: Args = Args { start: 0, len: 0 };

    /// Number of arguments.
    #[inline]
    pub(crate) fn len(self) -> usize {
        self.len as usize
    }

    /// The argument at `index`, undefined when it was not passed.
    #[inline(always)]
    pub(crate) fn at(self, cx: &Vm, index: usize) -> Value {
        if index < self.len as usize {
            cx.stack.get(self.start as usize + index).copied().unwrap_or(Value::UNDEFINED)
        } else {
            Value::UNDEFINED
        }
    }

    /// The argument at `index`, if it was passed.
    pub(crate) fn get(self, cx: &Vm, index: usize) -> Option<Value> {
        (index < self.len as usize).then(|| self.at(cx, index))
    }

    /// All arguments from `from` on, copied.
    pub(crate) fn to_vec(self, cx: &Vm, from: usize) -> Vec<Value> {
        let start = self.start as usize;
        let end = start + self.len as usize;
        cx.stack.get((start + from).min(end)..end).unwrap_or(&[]).to_vec()
    }
}

/// Index into the natives of an [`Engine`](super::Engine).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct NativeId(pub(crate) u16);

#[derive(Debug, Clone, Copy)]
pub(crate) enum NativeBody {
    Rust(NativeFn),
    /// Index of a function in the prelude.
    Prelude(u32),
}

/// A built-in function in the shared table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct NativeInfo {
    pub(crate) name: StringId,
    pub(crate) length: u8,
    pub(crate) body: NativeBody,
    pub(crate) constructs: bool,
}
