//! The realm: how built-ins come into being.
//!
//! Built-ins are static tables ([`table`]), one per intrinsic object, listed in [`intrinsics`]. An [`Engine`] turns them
//! once per process into shared templates. An execution starts with nothing: an intrinsic object is made from its
//! template when it is first touched, and the functions in its slots stay *lazy* values until they are read.

pub(crate) mod engine;
pub(crate) mod intrinsics;
pub(crate) mod materialize;
pub(crate) mod names;
pub(crate) mod natives;
pub(crate) mod statics;
pub(crate) mod table;

pub use engine::Engine;
pub use intrinsics::Intrinsic;
