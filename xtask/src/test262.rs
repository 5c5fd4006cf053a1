//! The conformance runner: reads the archive, runs each listed test in a machine of its own, compares the failures
//! with the committed list.

mod archive;
pub mod case;
mod findings;
mod known;
mod report;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use archive::Suite;
use case::Case;

/// What the command line asks for.
struct Options {
    archive: PathBuf,
    list: Option<PathBuf>,
    known: PathBuf,
    filter: Option<String>,
    show: bool,
    update: bool,
    json: bool,
    floor: Option<f64>,
    check: bool,
    every: usize,
}

fn parse(arguments: &[String]) -> Result<Options, String> {
    let mut options = Options {
        archive: PathBuf::from("../shared/test262/test262.tar.zst"),
        list: None,
        known: PathBuf::from("tests/test262/known-failures.txt"),
        filter: None,
        show: false,
        update: false,
        json: false,
        floor: None,
        check: false,
        every: 1,
    };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let mut value = || rest.next().cloned().ok_or_else(|| format!("{argument} needs a value"));
        match argument.as_str() {
            "--archive" => options.archive = value()?.into(),
            "--list" => options.list = Some(value()?.into()),
            "--known" => options.known = value()?.into(),
            "--filter" => options.filter = Some(value()?),
            "--floor" => options.floor = Some(value()?.parse().map_err(|_| "--floor needs a number".to_owned())?),
            "--every" => {
                options.every =
                    value()?.parse().ok().filter(|&every| every > 0).ok_or("--every needs a number above 0")?;
            }
            "--show" => options.show = true,
            "--update" => options.update = true,
            "--json" => options.json = true,
            "--check" => options.check = true,
            other => return Err(format!("unknown option {other}")),
        }
    }
    Ok(options)
}

/// Runs the suite.
pub fn main(arguments: &[String]) -> ExitCode {
    let options = match parse(arguments) {
        Ok(options) => options,
        Err(message) => {
            eprintln!("xtask test262: {message}");
            return ExitCode::from(2);
        }
    };
    if !options.archive.exists() {
        println!("test262: no archive at {}: skipped", options.archive.display());
        return ExitCode::SUCCESS;
    }
    let list = options.list.clone().unwrap_or_else(|| options.archive.with_file_name("in-scope.txt"));
    let loaded = Suite::read(&options.archive).and_then(|suite| Ok((suite, case::read_list(&list)?)));
    let (suite, mut cases) = match loaded {
        Ok(loaded) => loaded,
        Err(message) => {
            eprintln!("xtask test262: {message}");
            return ExitCode::from(2);
        }
    };
    if let Some(filter) = &options.filter {
        cases.retain(|case| case.path.contains(filter.as_str()));
    }
    if options.every > 1 {
        // A sample that is the same at every run.
        let mut index = 0;
        cases.retain(|_| {
            index += 1;
            index % options.every == 1
        });
    }
    if options.check {
        let known = options.known.with_file_name("check-findings.txt");
        let is_filtered = options.is_filtered();
        return findings::main(&suite, &cases, &known, is_filtered, options.update).unwrap_or_else(|message| {
            eprintln!("xtask test262: {message}");
            ExitCode::from(2)
        });
    }
    let results = run_all(&suite, &cases);
    report::report(&options.into_report(), &cases, &results)
}

impl Options {
    /// Whether only some of the tests are run.
    fn is_filtered(&self) -> bool {
        self.filter.is_some() || self.every > 1
    }

    fn into_report(self) -> report::ReportOptions {
        report::ReportOptions {
            is_filtered: self.is_filtered(),
            known: self.known,
            show: self.show,
            update: self.update,
            json: self.json,
            floor: self.floor,
        }
    }
}

/// Runs every case on all processors; the results are in the order of the cases.
fn run_all(suite: &Suite, cases: &[Case]) -> Vec<Result<(), String>> {
    // Panics of the engine are failures with a reason, not noise.
    std::panic::set_hook(Box::new(|_| {}));
    let next = AtomicUsize::new(0);
    let results: Vec<Mutex<Result<(), String>>> =
        cases.iter().map(|_| Mutex::new(Err("did not run".to_owned()))).collect();
    let threads = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            let work = || {
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    let (Some(case), Some(slot)) = (cases.get(index), results.get(index)) else { break };
                    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| case::run(suite, case)))
                        .unwrap_or_else(|panic| Err(format!("PANIC: {}", panic_text(&panic))));
                    if let Ok(mut slot) = slot.lock() {
                        *slot = outcome;
                    }
                }
            };
            let _ = std::thread::Builder::new().stack_size(8 << 20).spawn_scoped(scope, work);
        }
    });
    let _ = std::panic::take_hook();
    results.into_iter().map(|slot| slot.into_inner().unwrap_or_else(|_| Err("poisoned".to_owned()))).collect()
}

fn panic_text(panic: &Box<dyn std::any::Any + Send>) -> String {
    panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "unknown".to_owned())
}

/// Runs one file and prints what it prints and how it ends.
pub fn run_file(path: &str) -> ExitCode {
    let source = match std::fs::read_to_string(path) {
        Ok(source) => source,
        Err(error) => {
            eprintln!("{path}: {error}");
            return ExitCode::from(2);
        }
    };
    let outcome = case::execute(&source, false, true, false);
    for line in &outcome.printed {
        println!("{line}");
    }
    match outcome.end {
        case::End::Done => ExitCode::SUCCESS,
        end => {
            println!("{end:?}");
            ExitCode::FAILURE
        }
    }
}
