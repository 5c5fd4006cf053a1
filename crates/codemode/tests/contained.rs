//! Faults that are not the program's end one execution, with what was obtained; the host goes on.
#![allow(clippy::unwrap_used, clippy::panic)]

use codemode::{CodeMode, DiagnosticKind, Tool, ToolError, ToolSet};
use serde_json::json;

fn runtime() -> CodeMode {
    let tool = Tool::new("shop.open").run(|| async { Ok::<_, ToolError>(7) });
    CodeMode::builder(ToolSet::new([tool]).unwrap()).clock(|| panic!("no clock today")).build().unwrap()
}

#[tokio::test]
async fn a_panic_in_the_machine_fails_one_execution_and_loses_nothing() {
    let runtime = runtime();
    let program = "console.log('before'); await tools.shop.open({}); return Date.now()";
    let result = runtime.execute(program).await;
    let error = result.error().unwrap();
    assert_eq!(error.kind, DiagnosticKind::ExecutionFailure);
    assert!(error.message.starts_with("internal error of the interpreter: no clock today"), "{error:?}");
    assert!(error.suggestions[0].starts_with("this is no fault of the program"), "{error:?}");
    assert_eq!((result.logs().len(), result.tool_calls().len()), (1, 1));
    assert_eq!(runtime.execute("return 40 + 2").await.value(), Some(&json!(42)));
}

#[tokio::test]
async fn a_session_is_started_anew_after_a_panic() {
    let mut session = runtime().session();
    session.execute("let kept = 1").await;
    let result = session.execute("kept = 2; Date.now()").await;
    let advice = &result.error().unwrap().suggestions;
    assert!(advice.iter().any(|advice| advice.contains("the session was started anew")), "{advice:?}");
    assert_eq!(session.execute("typeof kept").await.value(), Some(&json!("undefined")));
}
