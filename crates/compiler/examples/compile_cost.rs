//! Time that compiling takes for each byte of the given files: `compile_cost FILE…` prints nanoseconds and the outcome.

use std::time::Instant;

use codemode_compiler::{CheckOptions, CompileOptions, check, compile};

fn main() {
    for path in std::env::args().skip(1) {
        let Ok(source) = std::fs::read_to_string(&path) else { continue };
        let per_byte = |start: Instant| start.elapsed().as_nanos() as f64 / source.len() as f64;
        let start = Instant::now();
        let outcome = match compile(&source, &CompileOptions::default()) {
            Ok(program) => format!("{} instructions", program.ops.len()),
            Err(errors) => {
                let text = errors.first().map(|error| error.message.clone()).unwrap_or_default();
                text.chars().take(60).collect::<String>().replace('\n', " ")
            }
        };
        let compiled = per_byte(start);
        let start = Instant::now();
        let options =
            CheckOptions { globals: vec!["Math".to_owned()], tools: Some(Vec::new()), ..CheckOptions::default() };
        let findings = check(&source, &options).len();
        println!("{compiled:8.0} {:8.0} {:9} {path}: {outcome}; {findings} findings", per_byte(start), source.len());
    }
}
