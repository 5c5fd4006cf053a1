//! `math`.

use crate::completion::Completion;
use crate::realm::intrinsics::Intrinsic;
use crate::realm::natives::Args;
use crate::realm::table::*;
use crate::value::Value;
use crate::vm::Vm;

pub(crate) static MATH: ObjectTable = ordinary(Intrinsic::ObjectPrototype, &[]);
