//! The budgets of one execution. Nothing is limited unless the host says so (execution.md 6.1), apart from the limits of
//! the language itself, which live in the engine.

use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::ConfigError;

/// The largest integer a JavaScript number holds exactly; every limit stays at or below it.
pub const MAX_SAFE_INTEGER: u64 = (1 << 53) - 1;

/// Execution budgets. `None` means unlimited.
///
/// ```
/// use codemode::Limits;
///
/// let limits = Limits { timeout_ms: Some(30_000), max_tool_calls: Some(100), ..Limits::default() };
/// limits.validate()?;
/// # Ok::<(), codemode::ConfigError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "camelCase", deny_unknown_fields)]
pub struct Limits {
    /// Wall-clock milliseconds for the whole run, parsing and cleanup included. At least 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub timeout_ms: Option<u64>,
    /// Admitted tool calls, `search` included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_tool_calls: Option<u64>,
    /// UTF-8 bytes of value and logs that are kept; warnings have a budget of the same size of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_output_bytes: Option<u64>,
    /// Bytes of memory a program may hold at once. At least 1. Without it, [`Limits::MEMORY_CEILING`] holds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub max_memory_bytes: Option<u64>,
    /// Units of work (deterministic fuel). At least 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub max_instructions: Option<u64>,
    /// Tool calls running at the same time; further calls wait. At least 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1))]
    pub max_concurrent_tool_calls: Option<u64>,
    /// UTF-8 bytes of log lines kept while the program runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_log_bytes: Option<u64>,
    /// Milliseconds that interrupted tools get for their cleanup before they are dropped. Unset means 1000.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cleanup_grace_ms: Option<u64>,
}

type Access = fn(&mut Limits) -> &mut Option<u64>;

/// One row per limit: JSON name, smallest value, access.
const FIELDS: [(&str, u64, Access); 8] = [
    ("timeoutMs", 1, |limits| &mut limits.timeout_ms),
    ("maxToolCalls", 0, |limits| &mut limits.max_tool_calls),
    ("maxOutputBytes", 0, |limits| &mut limits.max_output_bytes),
    ("maxMemoryBytes", 1, |limits| &mut limits.max_memory_bytes),
    ("maxInstructions", 1, |limits| &mut limits.max_instructions),
    ("maxConcurrentToolCalls", 1, |limits| &mut limits.max_concurrent_tool_calls),
    ("maxLogBytes", 0, |limits| &mut limits.max_log_bytes),
    ("cleanupGraceMs", 0, |limits| &mut limits.cleanup_grace_ms),
];

impl Limits {
    /// No limit at all.
    pub const UNLIMITED: Limits = Limits {
        timeout_ms: None,
        max_tool_calls: None,
        max_output_bytes: None,
        max_memory_bytes: None,
        max_instructions: None,
        max_concurrent_tool_calls: None,
        max_log_bytes: None,
        cleanup_grace_ms: None,
    };

    /// What no program may exceed, whatever the host allows: the reach of the handles in its heap (4 GiB).
    pub const MEMORY_CEILING: u64 = 4 << 30;

    /// The memory limit in force, in bytes.
    #[must_use]
    pub fn memory_ceiling(&self) -> u64 {
        self.max_memory_bytes.unwrap_or(Self::MEMORY_CEILING).min(Self::MEMORY_CEILING)
    }

    /// The cleanup grace used when the host names none.
    pub const DEFAULT_CLEANUP_GRACE: Duration = Duration::from_millis(1000);

    /// Checks every limit against its minimum.
    ///
    /// # Errors
    /// [`ConfigError::OutOfRange`] naming the first field that is out of range and its minimum.
    pub fn validate(&self) -> Result<(), ConfigError> {
        let mut copy = *self;
        for (field, minimum, access) in FIELDS {
            if let Some(value) = *access(&mut copy) {
                check_range(field, minimum, value)?;
            }
        }
        Ok(())
    }

    /// Reads limits from a JSON object with camel-case names (`{"timeoutMs": 1000}`). A key with value `null` counts as
    /// absent. The result is validated.
    ///
    /// # Errors
    /// [`ConfigError`] for a wrong type, a fraction, a number out of range or an unknown field.
    pub fn from_json(json: &Value) -> Result<Limits, ConfigError> {
        let object: &Map<String, Value> = json.as_object().ok_or(ConfigError::NotAnObject { what: "limits" })?;
        let mut limits = Limits::default();
        for (name, value) in object {
            let Some((field, minimum, access)) = FIELDS.iter().find(|(field, ..)| field == name) else {
                let known = FIELDS.map(|(field, ..)| field).join(", ");
                return Err(ConfigError::UnknownField { field: name.clone(), known });
            };
            if !value.is_null() {
                *access(&mut limits) = Some(integer_from_json(field, *minimum, value)?);
            }
        }
        Ok(limits)
    }

    /// The wall-clock budget.
    pub fn timeout(&self) -> Option<Duration> {
        self.timeout_ms.map(Duration::from_millis)
    }

    /// How long interrupted tools may clean up.
    pub fn cleanup_grace(&self) -> Duration {
        self.cleanup_grace_ms.map_or(Self::DEFAULT_CLEANUP_GRACE, Duration::from_millis)
    }
}

/// Refuses a number below `minimum` or beyond the safe integers.
pub(crate) fn check_range(field: &'static str, minimum: u64, value: u64) -> Result<u64, ConfigError> {
    if value < minimum || value > MAX_SAFE_INTEGER {
        return Err(ConfigError::OutOfRange { field, minimum, found: value.to_string() });
    }
    Ok(value)
}

/// Reads a safe integer of at least `minimum`; whole numbers written as `1.0` or `1e3` count.
pub(crate) fn integer_from_json(field: &'static str, minimum: u64, value: &Value) -> Result<u64, ConfigError> {
    let refused = || ConfigError::OutOfRange { field, minimum, found: value.to_string() };
    if let Some(integer) = value.as_u64() {
        return check_range(field, minimum, integer);
    }
    let number = value.as_f64().ok_or_else(refused)?;
    if number.fract() != 0.0 || !(0.0..=MAX_SAFE_INTEGER as f64).contains(&number) {
        return Err(refused());
    }
    check_range(field, minimum, number as u64)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use serde_json::json;

    #[test]
    fn defaults_are_unlimited_and_valid() {
        assert_eq!(Limits::default(), Limits::UNLIMITED);
        Limits::default().validate().unwrap();
        assert_eq!(Limits::from_json(&json!({})).unwrap(), Limits::UNLIMITED);
        assert_eq!(Limits::default().cleanup_grace(), Duration::from_secs(1));
    }

    #[test]
    fn refuses_out_of_range_naming_field_and_minimum() {
        for bad in [json!(0), json!(-1), json!(1.5), json!(1u64 << 53), json!("5"), json!(true), json!([])] {
            let text = Limits::from_json(&json!({ "timeoutMs": bad })).unwrap_err().to_string();
            assert!(text.starts_with("timeoutMs must be an integer between 1 and"), "{text}");
        }
        for field in ["maxToolCalls", "maxOutputBytes", "maxLogBytes"] {
            assert!(Limits::from_json(&json!({ field: 0 })).is_ok());
            assert!(Limits::from_json(&json!({ field: -1 })).is_err());
        }
        let bad = Limits { timeout_ms: Some(0), ..Limits::default() };
        assert!(matches!(bad.validate(), Err(ConfigError::OutOfRange { field: "timeoutMs", minimum: 1, .. })));
        let bad = Limits { max_tool_calls: Some(1 << 53), ..Limits::default() };
        assert!(bad.validate().is_err());
    }

    #[test]
    fn reads_whole_numbers_and_ignores_null() {
        let limits = Limits::from_json(&json!({ "timeoutMs": 1e3, "maxToolCalls": null })).unwrap();
        assert_eq!(limits.timeout(), Some(Duration::from_secs(1)));
        assert_eq!(limits.max_tool_calls, None);
        assert!(matches!(Limits::from_json(&json!({ "timeout": 5 })), Err(ConfigError::UnknownField { .. })));
        assert!(matches!(Limits::from_json(&json!([])), Err(ConfigError::NotAnObject { .. })));
    }
}
