#![allow(clippy::unwrap_used, clippy::panic)]
use super::*;
use crate::result::{Failure, Success};
use proptest::prelude::*;
use serde_json::json;

fn success(value: Value, logs: &[&str]) -> ExecutionResult {
    Success { value, logs: logs.iter().map(|&line| line.to_owned()).collect(), ..Success::default() }.into()
}

fn cut(result: ExecutionResult, limit: u64) -> ExecutionResult {
    truncate(result, limit, TruncationMode::Prefix)
}

fn text(result: &ExecutionResult) -> &str {
    result.value().unwrap().as_str().unwrap()
}

#[test]
fn a_large_value_becomes_a_marked_prefix_of_its_json() {
    let result = cut(success(json!({ "note": "z".repeat(60) }), &[]), 24);
    assert!(text(&result).starts_with("{\"note\":\"zzzzzzzzzzzzzzz ["), "{}", text(&result));
    assert!(text(&result).contains("71") && text(&result).contains("24"));
    assert!(result.truncated());
}

#[test]
fn an_incomplete_character_is_dropped() {
    let result = cut(success(json!("é".repeat(10)), &[]), 6);
    assert!(text(&result).starts_with("\"éé ["));
    assert!(text(&result).contains("22") && text(&result).contains('6'));
}

#[test]
fn a_genuine_replacement_character_at_the_cut_survives() {
    let result = cut(success(json!("\u{fffd}\u{fffd}"), &[]), 4);
    assert!(text(&result).starts_with("\"\u{fffd} ["));
}

#[test]
fn a_value_of_exactly_the_limit_stays_and_leaves_no_room_for_logs() {
    assert_eq!(cut(success(json!("ab"), &[]), 4), success(json!("ab"), &[]));
    let result = cut(success(json!("ab"), &[""]), 4);
    assert_eq!(result.value(), Some(&json!("ab")));
    assert_eq!(result.logs(), ["[logs truncated: showing 0 of 1 lines]"]);
    assert!(result.truncated());
}

#[test]
fn logs_keep_a_prefix_of_whole_lines() {
    let result = cut(success(json!(1), &["alpha", "beta-long"]), 10);
    assert_eq!(result.logs(), ["alpha", "[logs truncated: showing 1 of 2 lines]"]);
    let result = cut(success(json!(1), &["much too long line", "ok"]), 10);
    assert_eq!(result.logs(), ["[logs truncated: showing 0 of 2 lines]"]);
}

#[test]
fn limit_zero_cuts_even_null() {
    let result = cut(success(Value::Null, &[]), 0);
    assert!(text(&result).starts_with(" [") && text(&result).contains('4') && text(&result).contains('0'));
}

#[test]
fn warnings_have_their_own_budget() {
    let long = Diagnostic::new(DiagnosticKind::ExecutionFailure, "m".repeat(1000));
    let result = cut(Success { value: json!("d"), warnings: vec![long; 100], ..Success::default() }.into(), 64);
    assert_eq!(result.value(), Some(&json!("d")));
    let [only] = result.warnings() else { panic!("{:?}", result.warnings()) };
    assert_eq!(only.kind, DiagnosticKind::Truncated);
    assert!(only.message.contains("100"));

    let short = Diagnostic::new(DiagnosticKind::ToolFailure, "no");
    let kept =
        cut(Success { value: "x".repeat(500).into(), warnings: vec![short.clone()], ..Success::default() }.into(), 128);
    assert_eq!(kept.warnings(), [short]);
    assert!(kept.truncated());
}

#[test]
fn an_error_message_is_bounded_and_calls_are_kept() {
    let failed = |message: &str| Failure::new(Diagnostic::new(DiagnosticKind::ExecutionFailure, message)).into();
    let result = cut(failed("long text"), 5);
    assert_eq!(result.error().unwrap().message, "long  [message truncated: 9 bytes, limit 5]");
    assert!(result.truncated());
    assert_eq!(cut(failed("short"), 5), failed("short"));
}

#[test]
fn structural_mode_keeps_the_shape() {
    let rows: Vec<Value> = (0..500).map(|id| json!({ "id": id, "body": "b".repeat(400) })).collect();
    let result = truncate(success(json!({ "rows": rows, "total": 500 }), &[]), 2000, TruncationMode::Structural);
    let value = result.value().unwrap();
    assert!(serde_json::to_string(value).unwrap().len() <= 2000);
    assert_eq!(value["total"], 500);
    let kept = value["rows"].as_array().unwrap();
    assert!(kept.len() > 3, "{kept:?}");
    assert_eq!(kept[0]["id"], 0);
    assert_eq!(*kept.last().unwrap(), json!(format!("[{} of 500 items left out]", 501 - kept.len())));
    assert!(kept[0]["body"].as_str().unwrap().contains("of 400 characters left out]"));
    assert!(result.truncated());
}

#[test]
fn structural_mode_keeps_the_kind_however_small_the_limit() {
    let small = |value: Value| truncate(success(value, &[]), 8, TruncationMode::Structural).value().unwrap().clone();
    assert_eq!(small(json!({ "a": "x".repeat(100) })), json!({ "...": "[1 of 1 entries left out]" }));
    assert_eq!(small(json!([1000, 2000, 3000])), json!(["[3 of 3 items left out]"]));
    assert_eq!(small(json!("x".repeat(100))), json!("... [100 of 100 characters left out]"));
    assert_eq!(small(json!(1_234_567_890_u64)), json!(1_234_567_890_u64));
}

#[test]
fn structural_mode_shortens_wide_objects() {
    let wide: serde_json::Map<String, Value> = (0..1000).map(|n| (format!("key{n}"), json!(n))).collect();
    let result = truncate(success(wide.into(), &[]), 900, TruncationMode::Structural);
    let value = result.value().unwrap().as_object().unwrap();
    assert!(value["..."].as_str().unwrap().ends_with("of 1000 entries left out]"));
}

fn data() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "[a-zé😀\"\\n]{0,80}".prop_map(Value::from),
    ];
    leaf.prop_recursive(4, 60, 12, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..40).prop_map(Value::from),
            prop::collection::vec(("[a-z]{1,6}", inner), 0..40)
                .prop_map(|fields| Value::Object(fields.into_iter().collect())),
        ]
    })
}

/// Whether `cut` is `whole` with parts left out, each of which is said to be.
fn is_part_of(cut: &Value, whole: &Value) -> bool {
    let is_note = |value: &Value| value.as_str().is_some_and(|text| text.ends_with(" left out]"));
    match (cut, whole) {
        (Value::String(cut), Value::String(whole)) => {
            cut == whole || cut.split_once("... [").is_some_and(|(kept, _)| whole.starts_with(kept))
        }
        (Value::Array(cut), Value::Array(whole)) => {
            match cut.len() == whole.len() && !cut.last().is_some_and(is_note) {
                true => cut.iter().zip(whole).all(|(cut, whole)| is_part_of(cut, whole)),
                false => {
                    let (note, kept) = cut.split_last().unwrap();
                    (is_note(note) || is_part_of(note, &whole[kept.len()]))
                        && kept.iter().zip(whole).all(|(cut, whole)| is_part_of(cut, whole))
                }
            }
        }
        (Value::Object(cut), Value::Object(whole)) => {
            let kept = cut.iter().filter(|(name, _)| whole.contains_key(*name));
            let same_order = kept.clone().map(|(name, _)| name).eq(whole.keys().take(kept.clone().count()));
            let is_told = cut.len() == whole.len() || cut.get("...").is_some_and(is_note);
            same_order && is_told && kept.into_iter().all(|(name, value)| is_part_of(value, &whole[name]))
        }
        _ => cut == whole,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, ..ProptestConfig::default() })]

    /// What is cut keeps its shape at every budget, and fits it unless the note alone is larger.
    #[test]
    fn structural_mode_gives_parts_of_the_value(value in data(), limit in 0_u64..1500) {
        let size = serde_json::to_string(&value).unwrap().len() as u64;
        let result = truncate(success(value.clone(), &[]), limit, TruncationMode::Structural);
        let cut = result.value().unwrap();
        prop_assert_eq!(result.truncated(), size > limit);
        prop_assert!(is_part_of(cut, &value), "{} of {}", cut, value);
        let text = serde_json::to_string(cut).unwrap();
        prop_assert!(text.len() as u64 <= limit.max(64), "{} bytes: {}", text.len(), text);
        prop_assert_eq!(&serde_json::from_str::<Value>(&text).unwrap(), cut);
    }
}
