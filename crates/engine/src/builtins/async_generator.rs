//! `async_generator`.

use crate::completion::Completion;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::Value;
use crate::vm::Vm;

pub(crate) static PROTOTYPE: ObjectTable = ordinary(Intrinsic::AsyncIteratorPrototype, &[]);

pub(crate) static ASYNC_FROM_SYNC_ITERATOR_PROTOTYPE: ObjectTable = ordinary(Intrinsic::AsyncIteratorPrototype, &[]);
