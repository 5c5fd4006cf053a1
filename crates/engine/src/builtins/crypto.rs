//! `crypto`.

use crate::completion::Completion;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::Value;
use crate::vm::Vm;

pub(crate) static CRYPTO: ObjectTable = ordinary(Intrinsic::ObjectPrototype, &[]);
