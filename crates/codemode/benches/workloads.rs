//! The workloads by which this project and others are compared (`benches/workloads/*.js`; `bench-peers` runs the same
//! files in other engines): `cargo bench -p codemode --bench workloads`.
//!
//! Each measured run compiles the program anew and executes it in fresh globals.
#![allow(clippy::unwrap_used)]

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, LazyLock};

use codemode::{CodeMode, Limits, Tool, ToolSet};
use divan::Bencher;
use serde_json::{Value, json};
use tokio::sync::Semaphore;

/// Shows what each workload allocates beside its time.
#[global_allocator]
static ALLOCATIONS: divan::AllocProfiler = divan::AllocProfiler::system();

fn main() {
    divan::main();
}

/// What the workloads with tools call: `host.value` answers at once, `host.orders` with 5 MB, `host.wait` when `gate`
/// opens.
fn runtime(gate: Arc<Semaphore>, limits: Limits) -> CodeMode {
    let value = Tool::raw("host.value")
        .run(|input: Value| async move { Ok(input.get("value").cloned().unwrap_or(Value::Null)) })
        .unwrap();
    static ORDERS: LazyLock<Value> = LazyLock::new(|| (0..20_000u64).map(order).collect());
    let orders = Tool::raw("host.orders").run(|_| async { Ok(ORDERS.clone()) }).unwrap();
    let wait = Tool::raw("host.wait")
        .run(move |_| {
            let gate = gate.clone();
            async move {
                gate.acquire().await.unwrap().forget();
                Ok(json!(1))
            }
        })
        .unwrap();
    CodeMode::builder(ToolSet::new([value, orders, wait]).unwrap()).limits(limits).build().unwrap()
}

fn order(index: u64) -> Value {
    json!({
        "id": format!("order-{index:06}"),
        "customer": format!("customer-{:04}", index * 7919 % 1000),
        "total": index * 104_729 % 1000,
        "status": "shipped",
        "lines": (0..3).map(|line| json!({ "sku": format!("sku-{line}-{index}"), "units": line + 1 })).collect::<Value>(),
    })
}

/// Binds the names that the workloads use to tools.
const HOST: &str = "const host_async = value => tools.host.value({ value });
const host_orders = () => tools.host.orders();
const host_wait = () => tools.host.wait();
";

/// A program text that no cache knows.
fn fresh(source: &str) -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    format!("{source}\nreturn await main(); // {}", COUNT.fetch_add(1, Ordering::Relaxed))
}

fn measure(bencher: Bencher<'_, '_>, source: &str, limits: Limits) {
    let tokio = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
    let runtime = runtime(Arc::new(Semaphore::new(0)), limits);
    bencher.with_inputs(|| fresh(source)).bench_local_refs(|source| {
        let result = tokio.block_on(runtime.execute(source));
        assert!(result.error().is_none(), "{:?}", result.error());
        result
    });
}

macro_rules! workloads {
    ($($name:ident $file:literal;)*) => {
        $(#[divan::bench(name = $file)]
        fn $name(bencher: Bencher<'_, '_>) {
            measure(bencher, include_str!(concat!("../../../benches/workloads/", $file, ".js")), Limits::UNLIMITED);
        })*
    };
}

workloads! {
    cold "cold";
    repeated_additions "loop";
    fib "fib";
    objects "objects";
    pipeline "pipeline";
    strings "strings";
    regex "regex";
    json_text "json";
    collections "collections";
    closures "closures";
    classes "classes";
    generators "generators";
    promises "async";
}

macro_rules! workloads_with_tools {
    ($($name:ident $file:literal;)*) => {
        $(#[divan::bench(name = $file)]
        fn $name(bencher: Bencher<'_, '_>) {
            let source = include_str!(concat!("../../../benches/workloads/", $file, ".js"));
            measure(bencher, &format!("{HOST}{source}"), Limits::UNLIMITED);
        })*
    };
}

workloads_with_tools! {
    cold_typical "cold-typical";
    calls "calls";
    bigdata "bigdata";
}

/// Much garbage inside 32 MB.
#[divan::bench]
fn garbage(bencher: Bencher<'_, '_>) {
    let limits = Limits { max_memory_bytes: Some(32 << 20), ..Limits::UNLIMITED };
    measure(bencher, include_str!("../../../benches/workloads/garbage.js"), limits);
}

/// 10,000 executions that wait on one tool each, then all complete. The allocation columns tell what one costs.
#[divan::bench(sample_count = 5, sample_size = 1)]
fn suspended(bencher: Bencher<'_, '_>) {
    const COUNT: usize = 10_000;
    let source = format!("{HOST}{}\nreturn await main();", include_str!("../../../benches/workloads/suspended.js"));
    bencher.bench_local(|| {
        let tokio = tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap();
        let gate = Arc::new(Semaphore::new(0));
        let runtime = runtime(gate.clone(), Limits::UNLIMITED);
        tokio.block_on(async {
            let program = runtime.compile(&source).unwrap();
            let mut waiting = tokio::task::JoinSet::new();
            for _ in 0..COUNT {
                let (runtime, program) = (runtime.clone(), program.clone());
                waiting.spawn(async move { runtime.execute_program(&program).await.error().is_none() });
            }
            tokio::task::yield_now().await;
            gate.add_permits(COUNT);
            assert!(waiting.join_all().await.into_iter().all(|ok| ok));
        });
    });
}
