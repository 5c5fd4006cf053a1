//! Abstract operations of the specification, by their names there.

pub(crate) mod conversion;
pub(crate) mod descriptor;
pub(crate) mod equality;
pub(crate) mod exotic;
pub(crate) mod iterator;
pub(crate) mod object;
pub(crate) mod operator;
pub(crate) mod property;
pub(crate) mod tool_reference;
