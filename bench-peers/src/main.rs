//! Runs the same programs in codemode, QuickJS, Boa and zapcode, one after the other in one process, checks that the
//! answers agree, and prints medians and ratios.
//!
//! `cargo run --release -- [WORKLOAD …] [--json] [--rounds N]`; a workload may also be a FILE.js that defines `main()`,
//! or `patterns`: everyday regular expressions, one by one.

mod patterns;

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// Name and source of every workload. Each defines `main()`.
const WORKLOADS: &[(&str, &str)] = &[
    ("cold", include_str!("../../benches/workloads/cold.js")),
    ("loop", include_str!("../../benches/workloads/loop.js")),
    ("fib", include_str!("../../benches/workloads/fib.js")),
    ("objects", include_str!("../../benches/workloads/objects.js")),
    ("pipeline", include_str!("../../benches/workloads/pipeline.js")),
    ("strings", include_str!("../../benches/workloads/strings.js")),
    ("regex", include_str!("../../benches/workloads/regex.js")),
    ("json", include_str!("../../benches/workloads/json.js")),
    ("collections", include_str!("../../benches/workloads/collections.js")),
    ("closures", include_str!("../../benches/workloads/closures.js")),
    ("classes", include_str!("../../benches/workloads/classes.js")),
    ("generators", include_str!("../../benches/workloads/generators.js")),
    ("async", include_str!("../../benches/workloads/async.js")),
    ("garbage", include_str!("../../benches/workloads/garbage.js")),
    ("cold-typical", include_str!("../../benches/workloads/cold-typical.js")),
    ("calls", include_str!("../../benches/workloads/calls.js")),
    ("bigdata", include_str!("../../benches/workloads/bigdata.js")),
];

/// Workloads that call functions of the host: `host_async(value)` gives a promise of its argument, `host_orders()` one
/// of 5 MB of records.
const WITH_HOST: &[&str] = &["cold-typical", "calls", "bigdata"];

/// A peer gets this long for one run; slower cells are left out.
const PATIENCE: Duration = Duration::from_secs(20);

type Answer = Result<String, String>;

struct Engine {
    name: &'static str,
    run: fn(&str, bool) -> Answer,
    /// Workloads that it cannot run or takes minutes for.
    skips: &'static [&'static str],
}

impl Engine {
    fn skips(&self, workload: &str) -> bool {
        let kind = if workload.starts_with("pattern-") { "regex" } else { workload };
        self.skips.contains(&kind)
    }
}

const ENGINES: &[Engine] = &[
    Engine { name: "codemode", run: run_codemode, skips: &[] },
    Engine { name: "quickjs", run: run_quickjs, skips: &[] },
    // The four take it minutes; a host is not set up for it.
    Engine {
        name: "boa",
        run: run_boa,
        skips: &["strings", "regex", "collections", "json", "cold-typical", "calls", "bigdata"],
    },
    Engine {
        name: "zapcode",
        run: run_zapcode,
        // No Map, Set or RegExp, arrays that do not grow, an allocation limit that ends fib(27): see its documentation.
        skips: &[
            "loop",
            "fib",
            "objects",
            "pipeline",
            "strings",
            "regex",
            "json",
            "collections",
            "closures",
            "classes",
            "generators",
            "async",
            "garbage",
            "cold-typical",
            "calls",
            "bigdata",
        ],
    },
];

/// The record of number `index` of the 20,000 that `host_orders` answers with.
fn order(index: u64) -> serde_json::Value {
    serde_json::json!({
        "id": format!("order-{index:06}"),
        "customer": format!("customer-{:04}", index * 7919 % 1000),
        "total": index * 104_729 % 1000,
        "status": "shipped",
        "lines": (0..3)
            .map(|line| serde_json::json!({ "sku": format!("sku-{line}-{index}"), "units": line + 1 }))
            .collect::<serde_json::Value>(),
    })
}

static ORDERS: LazyLock<serde_json::Value> = LazyLock::new(|| (0..20_000).map(order).collect());
static ORDERS_TEXT: LazyLock<String> = LazyLock::new(|| ORDERS.to_string());

fn codemode_runtime() -> codemode::CodeMode {
    let value = codemode::Tool::raw("host.value")
        .run(|input: serde_json::Value| async move { Ok(input.get("value").cloned().unwrap_or_default()) })
        .expect("a tool");
    let orders = codemode::Tool::raw("host.orders").run(|_| async { Ok(ORDERS.clone()) }).expect("a tool");
    codemode::CodeMode::new(codemode::ToolSet::new([value, orders]).expect("tools")).expect("a runtime")
}

fn run_codemode(source: &str, host: bool) -> Answer {
    // The runtime is what a host keeps; an execution is measured whole, its program compiled anew.
    thread_local! {
        static RUNTIME: codemode::CodeMode = codemode_runtime();
        static TOKIO: tokio::runtime::Runtime =
            tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
        static COUNT: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
    }
    let count = COUNT.get();
    COUNT.set(count + 1);
    let prefix = if host {
        "const host_async = value => tools.host.value({ value });\nconst host_orders = () => tools.host.orders();\n"
    } else {
        ""
    };
    // A different comment each time keeps the program cache out of the measurement.
    let source = format!("{prefix}{source}\nreturn await main(); // {count}");
    let result = RUNTIME.with(|runtime| TOKIO.with(|tokio| tokio.block_on(runtime.execute(&source))));
    match result.value() {
        Some(value) => Ok(value.as_str().map_or_else(|| value.to_string(), str::to_owned)),
        None => Err(result.error().map(|error| error.message.clone()).unwrap_or_default()),
    }
}

fn run_quickjs(source: &str, host: bool) -> Answer {
    let runtime = rquickjs::Runtime::new().map_err(|error| error.to_string())?;
    let context = rquickjs::Context::full(&runtime).map_err(|error| error.to_string())?;
    context.with(|ctx| {
        let mut prefix = "";
        if host {
            let value = rquickjs::Function::new(ctx.clone(), |value: f64| value)?;
            ctx.globals().set("host_value", value)?;
            let orders = rquickjs::Function::new(ctx.clone(), || ORDERS_TEXT.as_str())?;
            ctx.globals().set("host_orders_text", orders)?;
            prefix = "const host_async = async value => host_value(value);
                const host_orders = async () => JSON.parse(host_orders_text());";
        }
        let program = format!(
            "{prefix}{source}\nglobalThis.answer = undefined;
            Promise.resolve(main()).then(v => {{ globalThis.answer = String(v); }}, e => {{ globalThis.answer = 'failed: ' + e; }});"
        );
        ctx.eval::<(), _>(program)
    })
    .map_err(|error| error.to_string())?;
    while runtime.is_job_pending() {
        runtime.execute_pending_job().map_err(|_| "a job failed".to_owned())?;
    }
    context.with(|ctx| ctx.globals().get::<_, String>("answer").map_err(|error| error.to_string()))
}

fn run_boa(source: &str, _host: bool) -> Answer {
    let mut context = boa_engine::Context::default();
    let program = format!("{source}\nvar answer; Promise.resolve(main()).then(v => {{ answer = String(v); }});");
    context.eval(boa_engine::Source::from_bytes(&program)).map_err(|error| error.to_string())?;
    context.run_jobs().map_err(|error| error.to_string())?;
    let answer = context.eval(boa_engine::Source::from_bytes("answer")).map_err(|error| error.to_string())?;
    answer.to_string(&mut context).map(|text| text.to_std_string_escaped()).map_err(|error| error.to_string())
}

fn run_zapcode(source: &str, _host: bool) -> Answer {
    let value = zapcode_core::vm::eval_ts(&format!("{source}\nmain()")).map_err(|error| error.to_string())?;
    Ok(format!("{value:?}")
        .trim_start_matches("Int(")
        .trim_start_matches("Float(")
        .trim_start_matches("Number(")
        .trim_end_matches(')')
        .trim_end_matches(".0")
        .to_owned())
}

/// Name and source of the workloads that were asked for: all of `benches/workloads/` where none was.
fn chosen(wanted: &[String]) -> Vec<(String, String)> {
    let own = WORKLOADS.iter().map(|(name, source)| ((*name).to_owned(), (*source).to_owned()));
    let (own, patterns): (Vec<_>, Vec<_>) = (own.collect(), patterns::workloads().collect());
    if wanted.is_empty() {
        return own;
    }
    let mut chosen = Vec::new();
    for name in wanted {
        if name == "patterns" {
            chosen.extend(patterns.iter().cloned());
        } else if let Some(known) = own.iter().chain(&patterns).find(|(known, _)| known == name) {
            chosen.push(known.clone());
        } else {
            match std::fs::read_to_string(name) {
                Ok(source) => chosen.push((name.clone(), source)),
                Err(error) => {
                    eprintln!("{name} is no workload, and no file that can be read: {error}");
                    std::process::exit(2);
                }
            }
        }
    }
    chosen
}

fn main() {
    let mut wanted = Vec::new();
    let mut json = false;
    let mut rounds = 5;
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--json" => json = true,
            "--rounds" => rounds = arguments.next().and_then(|n| n.parse().ok()).unwrap_or(rounds),
            other => wanted.push(other.to_owned()),
        }
    }
    let mut table: BTreeMap<usize, BTreeMap<&str, u128>> = BTreeMap::new();
    let workloads = chosen(&wanted);
    for (row, (name, source)) in workloads.iter().enumerate() {
        let (name, source) = (name.as_str(), source.as_str());
        let mut times: BTreeMap<&str, Vec<u128>> = BTreeMap::new();
        let mut answers: BTreeMap<&str, String> = BTreeMap::new();
        let repeat = if name.starts_with("cold") { 200 } else { 1 };
        let host = WITH_HOST.contains(&name);
        for round in 0..=rounds {
            for engine in ENGINES {
                if engine.skips(name)
                    || times.get(engine.name).is_some_and(|t| t.iter().any(|&t| t > PATIENCE.as_nanos()))
                {
                    continue;
                }
                let start = Instant::now();
                let mut answer = (engine.run)(source, host);
                for _ in 1..repeat {
                    answer = (engine.run)(source, host);
                }
                let elapsed = start.elapsed().as_nanos() / repeat;
                match answer {
                    Ok(answer) => {
                        answers.insert(engine.name, answer);
                        // The first round warms up.
                        if round > 0 || elapsed > PATIENCE.as_nanos() {
                            times.entry(engine.name).or_default().push(elapsed);
                        }
                    }
                    Err(error) => {
                        eprintln!("{name}: {} failed: {error}", engine.name);
                        if engine.name == "codemode" {
                            std::process::exit(1);
                        }
                    }
                }
            }
        }
        let ours = answers.get("codemode").cloned().unwrap_or_default();
        for (engine, answer) in &answers {
            if *answer != ours {
                eprintln!("{name}: {engine} answers {answer}, codemode {ours}: not compared");
                times.remove(engine);
            }
        }
        for (engine, mut times) in times {
            times.sort_unstable();
            let median = times[times.len() / 2];
            table.entry(row).or_default().insert(engine, median);
            if json {
                println!("{}", serde_json::json!({ "workload": name, "engine": engine, "median_ns": median as u64 }));
            }
        }
    }
    if json {
        return;
    }
    print!("{:<29}", "workload");
    for engine in ENGINES {
        print!("{:>14}", engine.name);
    }
    println!("{:>16}", "codemode/quickjs");
    for (row, cells) in &table {
        print!("{:<29}", workloads[*row].0);
        for engine in ENGINES {
            match cells.get(engine.name) {
                Some(&ns) if ns < 1_000_000 => print!("{:>11.1} µs", ns as f64 / 1000.0),
                Some(&ns) => print!("{:>11.1} ms", ns as f64 / 1_000_000.0),
                None => print!("{:>14}", "-"),
            }
        }
        match (cells.get("codemode"), cells.get("quickjs")) {
            (Some(&ours), Some(&theirs)) => println!("{:>15.2}x", ours as f64 / theirs as f64),
            _ => println!(),
        }
    }
}
