//! Indexed properties: a dense vector with holes, or a sorted map once indices are far apart or have attributes.

use std::collections::BTreeMap;

use super::shape::Attributes;
use crate::value::Value;

/// Indexed properties of an object. Present entries of the dense form are writable, enumerable and configurable.
#[derive(Debug)]
pub(crate) enum Elements {
    Dense(Vec<Value>),
    /// Boxed, so that the enum is no larger than a vector.
    #[allow(clippy::box_collection)]
    Sparse(Box<BTreeMap<u32, SparseElement>>),
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct SparseElement {
    pub(crate) value: Value,
    pub(crate) attributes: Attributes,
}

/// A write this far beyond the end of the dense part makes the elements sparse.
const MAX_GAP: usize = 1 << 12;

impl Elements {
    pub(crate) const EMPTY: Elements = Elements::Dense(Vec::new());

    /// The dense values, empty when sparse.
    #[inline(always)]
    pub(crate) fn dense(&self) -> &[Value] {
        match self {
            Elements::Dense(values) => values,
            Elements::Sparse(_) => &[],
        }
    }

    #[inline(always)]
    pub(crate) fn is_dense(&self) -> bool {
        matches!(self, Elements::Dense(_))
    }

    /// The element and its attributes.
    #[inline]
    pub(crate) fn get(&self, index: u32) -> Option<SparseElement> {
        match self {
            Elements::Dense(values) => values
                .get(index as usize)
                .filter(|value| !value.is_hole())
                .map(|&value| SparseElement { value, attributes: Attributes::ALL }),
            Elements::Sparse(map) => map.get(&index).copied(),
        }
    }

    /// Whether writing `index` keeps the elements dense.
    pub(crate) fn stays_dense(&self, index: u32) -> bool {
        match self {
            Elements::Dense(values) => (index as usize) <= values.len() + values.len() / 2 + MAX_GAP,
            Elements::Sparse(_) => false,
        }
    }

    /// Bytes that a write to `index` adds.
    pub(crate) fn growth(&self, index: u32) -> usize {
        match self {
            Elements::Dense(values) if self.stays_dense(index) => {
                if (index as usize) < values.capacity() {
                    0
                } else {
                    ((index as usize + 1).max(values.capacity() * 2).max(4) - values.capacity()) * 8
                }
            }
            _ => 48,
        }
    }

    /// Writes an element; the caller has charged [`Elements::growth`].
    pub(crate) fn set(&mut self, index: u32, value: Value, attributes: Attributes) {
        if attributes != Attributes::ALL || !self.stays_dense(index) {
            self.make_sparse().insert(index, SparseElement { value, attributes });
            return;
        }
        if let Elements::Dense(values) = self {
            let at = index as usize;
            if let Some(entry) = values.get_mut(at) {
                *entry = value;
            } else {
                while values.len() < at {
                    values.push(Value::HOLE);
                }
                values.push(value);
            }
        }
    }

    pub(crate) fn remove(&mut self, index: u32) {
        match self {
            Elements::Dense(values) => {
                if index as usize + 1 == values.len() {
                    values.pop();
                    // Trailing holes say nothing.
                    while values.last().is_some_and(|value| value.is_hole()) {
                        values.pop();
                    }
                } else if let Some(entry) = values.get_mut(index as usize) {
                    *entry = Value::HOLE;
                }
            }
            Elements::Sparse(map) => {
                map.remove(&index);
            }
        }
    }

    /// The sparse form, converting when needed.
    pub(crate) fn make_sparse(&mut self) -> &mut BTreeMap<u32, SparseElement> {
        loop {
            match self {
                Elements::Sparse(map) => return map,
                Elements::Dense(values) => {
                    let map = values
                        .iter()
                        .enumerate()
                        .filter(|(_, value)| !value.is_hole())
                        .map(|(index, &value)| (index as u32, SparseElement { value, attributes: Attributes::ALL }))
                        .collect();
                    *self = Elements::Sparse(Box::new(map));
                }
            }
        }
    }

    /// Whether there is no element, not even a hole.
    pub(crate) fn is_empty(&self) -> bool {
        match self {
            Elements::Dense(values) => values.is_empty(),
            Elements::Sparse(map) => map.is_empty(),
        }
    }

    /// Indices that are present, in order.
    pub(crate) fn indices(&self) -> Vec<u32> {
        match self {
            Elements::Dense(values) => {
                values.iter().enumerate().filter(|(_, value)| !value.is_hole()).map(|(index, _)| index as u32).collect()
            }
            Elements::Sparse(map) => map.keys().copied().collect(),
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        match self {
            Elements::Dense(values) => values.capacity() * 8,
            Elements::Sparse(map) => map.len() * 48,
        }
    }
}
