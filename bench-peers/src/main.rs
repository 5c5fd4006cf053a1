//! Runs the same programs in codemode, QuickJS, Boa and zapcode, one after the other in one process, checks that the
//! answers agree, and prints medians and ratios.
//!
//! `cargo run --release -- [WORKLOAD …] [--json] [--rounds N]`

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// Name and source of every workload. Each defines `main()`.
const WORKLOADS: &[(&str, &str)] = &[
    ("cold", include_str!("../workloads/cold.js")),
    ("loop", include_str!("../workloads/loop.js")),
    ("fib", include_str!("../workloads/fib.js")),
    ("objects", include_str!("../workloads/objects.js")),
    ("pipeline", include_str!("../workloads/pipeline.js")),
    ("strings", include_str!("../workloads/strings.js")),
    ("regex", include_str!("../workloads/regex.js")),
    ("json", include_str!("../workloads/json.js")),
    ("collections", include_str!("../workloads/collections.js")),
    ("closures", include_str!("../workloads/closures.js")),
    ("classes", include_str!("../workloads/classes.js")),
    ("generators", include_str!("../workloads/generators.js")),
    ("async", include_str!("../workloads/async.js")),
    ("garbage", include_str!("../workloads/garbage.js")),
];

/// A peer gets this long for one run; slower cells are left out.
const PATIENCE: Duration = Duration::from_secs(20);

type Answer = Result<String, String>;

struct Engine {
    name: &'static str,
    run: fn(&str) -> Answer,
    /// Workloads that it cannot run or takes minutes for.
    skips: &'static [&'static str],
}

const ENGINES: &[Engine] = &[
    Engine { name: "codemode", run: run_codemode, skips: &[] },
    Engine { name: "quickjs", run: run_quickjs, skips: &[] },
    Engine { name: "boa", run: run_boa, skips: &["strings", "regex", "collections", "json"] },
    Engine {
        name: "zapcode",
        run: run_zapcode,
        skips: &["objects", "pipeline", "strings", "regex", "json", "collections", "closures", "classes", "async", "loop"],
    },
];

fn run_codemode(source: &str) -> Answer {
    let tools = codemode::ToolSet::new([]).map_err(|error| error.to_string())?;
    // The runtime is what a host keeps; an execution is measured whole, its program compiled anew.
    thread_local! {
        static RUNTIME: std::cell::OnceCell<codemode::CodeMode> = const { std::cell::OnceCell::new() };
        static TOKIO: tokio::runtime::Runtime =
            tokio::runtime::Builder::new_current_thread().enable_time().build().expect("a runtime");
        static COUNT: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
    }
    let count = COUNT.get();
    COUNT.set(count + 1);
    // A different comment each time keeps the program cache out of the measurement.
    let source = format!("{source}\nreturn await main(); // {count}");
    let result = RUNTIME.with(|runtime| {
        let runtime = runtime.get_or_init(|| codemode::CodeMode::new(tools).expect("a runtime"));
        TOKIO.with(|tokio| tokio.block_on(runtime.execute(&source)))
    });
    match result.value() {
        Some(value) => Ok(value.as_str().map_or_else(|| value.to_string(), str::to_owned)),
        None => Err(result.error().map(|error| error.message.clone()).unwrap_or_default()),
    }
}

fn run_quickjs(source: &str) -> Answer {
    let runtime = rquickjs::Runtime::new().map_err(|error| error.to_string())?;
    let context = rquickjs::Context::full(&runtime).map_err(|error| error.to_string())?;
    context.with(|ctx| {
        let program = format!("{source}\nglobalThis.answer = undefined; Promise.resolve(main()).then(v => {{ globalThis.answer = String(v); }});");
        ctx.eval::<(), _>(program).map_err(|error| error.to_string())
    })?;
    while runtime.is_job_pending() {
        runtime.execute_pending_job().map_err(|_| "a job failed".to_owned())?;
    }
    context.with(|ctx| ctx.globals().get::<_, String>("answer").map_err(|error| error.to_string()))
}

fn run_boa(source: &str) -> Answer {
    let mut context = boa_engine::Context::default();
    let program = format!("{source}\nvar answer; Promise.resolve(main()).then(v => {{ answer = String(v); }});");
    context
        .eval(boa_engine::Source::from_bytes(&program))
        .map_err(|error| error.to_string())?;
    context.run_jobs().map_err(|error| error.to_string())?;
    let answer = context.eval(boa_engine::Source::from_bytes("answer")).map_err(|error| error.to_string())?;
    answer.to_string(&mut context).map(|text| text.to_std_string_escaped()).map_err(|error| error.to_string())
}

fn run_zapcode(source: &str) -> Answer {
    let value = zapcode_core::vm::eval_ts(&format!("{source}\nmain()")).map_err(|error| error.to_string())?;
    Ok(format!("{value:?}")
        .trim_start_matches("Int(")
        .trim_start_matches("Float(")
        .trim_start_matches("Number(")
        .trim_end_matches(')')
        .trim_end_matches(".0")
        .to_owned())
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
    for (row, (name, source)) in WORKLOADS.iter().enumerate() {
        if !wanted.is_empty() && !wanted.iter().any(|w| w == name) {
            continue;
        }
        let mut times: BTreeMap<&str, Vec<u128>> = BTreeMap::new();
        let mut answers: BTreeMap<&str, String> = BTreeMap::new();
        let repeat = if *name == "cold" { 200 } else { 1 };
        for round in 0..=rounds {
            for engine in ENGINES {
                if engine.skips.contains(name) || times.get(engine.name).is_some_and(|t| t.iter().any(|&t| t > PATIENCE.as_nanos())) {
                    continue;
                }
                let start = Instant::now();
                let mut answer = (engine.run)(source);
                for _ in 1..repeat {
                    answer = (engine.run)(source);
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
    print!("{:<12}", "workload");
    for engine in ENGINES {
        print!("{:>14}", engine.name);
    }
    println!("{:>16}", "codemode/quickjs");
    for (row, cells) in &table {
        print!("{:<12}", WORKLOADS[*row].0);
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
