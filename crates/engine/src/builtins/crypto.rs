//! `crypto`.

use crate::realm::intrinsics::Intrinsic;
use crate::realm::table::*;

pub(crate) static CRYPTO: ObjectTable = ordinary(Intrinsic::ObjectPrototype, &[]);
