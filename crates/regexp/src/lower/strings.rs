//! Properties of strings (`\p{RGI_Emoji}` and its parts, `v` mode only).

use super::class::ClassValue;

/// The characters and strings with the property `name`; `None` if we have no data for it.
pub(super) fn resolve(_name: &str) -> Option<ClassValue> {
    None
}
