//! What a host sees of one execution: calls, progress, attachments.
#![allow(clippy::unwrap_used, clippy::panic)]

use std::sync::{Arc, Mutex};

use codemode::{
    Attachment, CodeMode, Group, Observer, Tool, ToolContext, ToolError, ToolOutcome, ToolProgress, ToolSet,
};
use serde_json::{Value, json};

fn camera() -> ToolSet {
    let shoot = Tool::raw("camera.shoot")
        .run_with_context(|call: ToolContext, input: Value| async move {
            call.report_progress(ToolProgress { progress: 1.0, total: Some(2.0), message: Some("focus".into()) });
            let attachment = Attachment {
                tool: call.name.clone(),
                media_type: "image/png".into(),
                uri: None,
                base64: input["data"].as_str().unwrap_or("").to_owned(),
            };
            Ok(json!({ "type": "image", "attachment": call.attach(attachment) }))
        })
        .unwrap();
    ToolSet::new([shoot]).unwrap()
}

const TWO_SHOTS: &str = "
    const [first, second] = await Promise.all(['AA', 'BB'].map((data) => tools.camera.shoot({ data })));
    return { kept: second };";

#[tokio::test]
async fn an_observer_sees_its_execution_only() {
    let runtime = CodeMode::new(camera()).unwrap();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let observe = |seen: &Arc<Mutex<Vec<String>>>| {
        let note = |seen: &Arc<Mutex<Vec<String>>>| {
            let seen = seen.clone();
            move |text: String| seen.lock().unwrap().push(text)
        };
        let (start, end, progress) = (note(seen), note(seen), note(seen));
        Observer {
            on_start: Some(Arc::new(move |call| {
                start(format!("start {}", call.index));
                Box::pin(async { Ok(()) })
            })),
            on_end: Some(Arc::new(move |call| end(format!("end {} {:?}", call.index, call.outcome)))),
            on_progress: Some(Arc::new(move |call| {
                progress(format!("{} {} {}", call.name, call.progress.progress, call.progress.message.unwrap()));
            })),
            attachments: Default::default(),
        }
    };
    let observer = observe(&seen);
    let result = runtime.observed(observer.clone()).execute(TWO_SHOTS).await;
    assert_eq!(result.value().unwrap(), &json!({ "kept": { "type": "image", "attachment": 2 } }));
    assert_eq!(
        *seen.lock().unwrap(),
        ["start 0", "camera.shoot 1 focus", "end 0 Success", "start 1", "camera.shoot 1 focus", "end 1 Success"]
    );
    let kept = observer.attachments.of_result(result.value().unwrap());
    assert_eq!(kept.iter().map(|(number, one)| (*number, &*one.base64)).collect::<Vec<_>>(), [(2, "BB")]);

    seen.lock().unwrap().clear();
    let result = runtime.execute(TWO_SHOTS).await;
    assert_eq!(result.value().unwrap()["kept"]["attachment"], 2);
    assert!(seen.lock().unwrap().is_empty());
}

#[tokio::test]
async fn hooks_of_the_runtime_come_first_and_may_deny() {
    let outcomes = Arc::new(Mutex::new(Vec::new()));
    let (all, own) = (outcomes.clone(), outcomes.clone());
    let runtime = CodeMode::builder(camera())
        .on_tool_call_start(Arc::new(|_| Box::pin(async { Err(ToolError::new("not today")) })))
        .on_tool_call_end(Arc::new(move |end| all.lock().unwrap().push(("runtime", end.outcome))))
        .build()
        .unwrap();
    let observer = Observer {
        on_start: Some(Arc::new(|_| panic!("the runtime has denied the call"))),
        on_end: Some(Arc::new(move |end| own.lock().unwrap().push(("observer", end.outcome)))),
        ..Observer::default()
    };
    let result = runtime.observed(observer).execute("await tools.camera.shoot({ data: 'AA' })").await;
    assert_eq!(result.error().unwrap().message, "not today");
    assert_eq!(*outcomes.lock().unwrap(), [("runtime", ToolOutcome::Failure), ("observer", ToolOutcome::Failure)]);
}

#[tokio::test]
async fn a_namespace_without_tools_says_why() {
    let down = Group::new("github").description("unavailable: the server did not start");
    let tools = ToolSet::builder().group(down).tools(camera().tools().map(|(_, tool)| tool.clone())).build().unwrap();
    let runtime = CodeMode::new(tools).unwrap();
    let listed = runtime.instructions().lines().find(|line| line.contains("github")).unwrap().to_owned();
    assert_eq!(listed, "- github (no tools) // unavailable: the server did not start");
    let result = runtime.execute("return await tools.github.issues.list({})").await;
    assert_eq!(
        result.error().unwrap().message,
        "Unknown tool 'github.issues.list': the namespace 'github' has no tools (unavailable: the server did not start)"
    );
}
