//! BigInts in the heap.

use num_bigint::BigInt;

use super::Heap;
use crate::completion::Completion;
use crate::value::{BigIntId, Value};

/// The largest BigInt in bits; larger results are a RangeError.
pub const MAX_BIGINT_BITS: u64 = 1 << 20;

impl Heap {
    /// A new BigInt. The caller has checked [`MAX_BIGINT_BITS`].
    ///
    /// # Errors
    /// The memory limit.
    pub fn new_bigint(&mut self, value: BigInt) -> Completion<Value> {
        self.charge(size_of::<BigInt>() + value.bits() as usize / 8)?;
        Ok(Value::bigint(BigIntId(self.bigints.insert(value))))
    }

    /// The number behind a BigInt.
    #[must_use]
    pub fn bigint(&self, id: BigIntId) -> &BigInt {
        self.bigints.get(id.0)
    }
}
