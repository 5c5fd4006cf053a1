//! Interoperability with others' MCP software: finds what is needed and runs `tests/interop/run.mjs`.

use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};

/// Runs the tests, or says why it does not.
pub(crate) fn main(arguments: &[String]) -> ExitCode {
    for (program, flag) in [("node", "--version"), ("npm", "--version"), ("python3", "--version")] {
        let found = Command::new(program).arg(flag).stdout(Stdio::null()).stderr(Stdio::null()).status();
        if !found.is_ok_and(|status| status.success()) {
            println!("SKIPPED: interoperability needs {program}, which is not installed");
            return ExitCode::SUCCESS;
        }
    }
    let root = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let built = ["release", "quick", "debug"].map(|profile| target.join(profile).join("codemode"));
    let newest = built.into_iter().filter_map(|path| Some((path.metadata().ok()?.modified().ok()?, path))).max();
    let codemode = match (std::env::var_os("CODEMODE"), newest) {
        (Some(path), _) => PathBuf::from(path),
        (None, Some((_, path))) => path,
        (None, None) => {
            eprintln!("xtask: build codemode first: cargo build --release -p codemode-cli");
            return ExitCode::from(2);
        }
    };
    println!("interoperability of {}", codemode.display());
    let done = Command::new("node")
        .arg(root.join("tests/interop/run.mjs"))
        .args(arguments)
        .env("CODEMODE", codemode)
        .env("CARGO_TARGET_DIR", target)
        .status();
    match done {
        Ok(status) if status.success() => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("xtask: node: {error}");
            ExitCode::from(2)
        }
    }
}
