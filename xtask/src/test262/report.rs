//! What is printed, and the comparison with the known failures.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::process::ExitCode;

use super::case::Case;
use super::known::KnownFailures;

/// How to report.
pub struct ReportOptions {
    pub known: PathBuf,
    pub is_filtered: bool,
    pub show: bool,
    pub update: bool,
    pub json: bool,
    pub floor: Option<f64>,
}

/// Prints the report by group and compares with the known failures.
pub fn report(options: &ReportOptions, cases: &[Case], results: &[Result<(), String>]) -> ExitCode {
    let mut groups: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let mut failing = BTreeSet::new();
    for (case, result) in cases.iter().zip(results) {
        let group = groups.entry(case.group.as_str()).or_default();
        group.1 += 1;
        match result {
            Ok(()) => group.0 += 1,
            Err(reason) => {
                failing.insert(case.path.clone());
                if options.show {
                    println!("{}\t{}", case.path, reason.replace('\n', " "));
                }
            }
        }
        if options.json {
            let line = serde_json::json!({
                "path": case.path,
                "pass": result.is_ok(),
                "reason": result.as_ref().err(),
            });
            println!("{line}");
        }
    }
    let total = cases.len();
    let passed = total - failing.len();
    let percent = if total == 0 { 100.0 } else { passed as f64 * 100.0 / total as f64 };
    if !options.json {
        println!("\n{:>7} {:>7} {:>7}  group", "passed", "of", "%");
        for (group, (passed, total)) in &groups {
            println!("{passed:>7} {total:>7} {:>7.1}  {group}", *passed as f64 * 100.0 / *total as f64);
        }
        println!("{passed:>7} {total:>7} {percent:>7.2}  all\n");
    }
    if options.update {
        let known = KnownFailures::parse(&std::fs::read_to_string(&options.known).unwrap_or_default());
        let text = known.updated(&failing);
        if let Err(error) = std::fs::write(&options.known, text) {
            eprintln!("{}: {error}", options.known.display());
            return ExitCode::FAILURE;
        }
        println!("{} known failures written", failing.len());
        return ExitCode::SUCCESS;
    }
    let mut code = ExitCode::SUCCESS;
    if let Ok(text) = std::fs::read_to_string(&options.known) {
        let list = KnownFailures::parse(&text);
        for path in list.without_cause() {
            println!("no cause is given above it in {}: {path}", options.known.display());
            code = ExitCode::FAILURE;
        }
        let known = list.paths();
        let ran: BTreeSet<&String> = cases.iter().map(|case| &case.path).collect();
        let new: Vec<_> = failing.difference(&known).collect();
        let fixed: Vec<_> = known.iter().filter(|path| ran.contains(path) && !failing.contains(*path)).collect();
        for path in new.iter().take(50) {
            println!("stopped passing: {path}");
        }
        if !options.is_filtered {
            for path in fixed.iter().take(50) {
                println!("passes now (run with --update): {path}");
            }
        }
        if !new.is_empty() || (!options.is_filtered && !fixed.is_empty()) {
            println!("{} stopped passing, {} pass now", new.len(), fixed.len());
            code = ExitCode::FAILURE;
        }
    }
    if let Some(floor) = options.floor
        && percent < floor
    {
        println!("below the floor of {floor} %");
        code = ExitCode::FAILURE;
    }
    code
}
