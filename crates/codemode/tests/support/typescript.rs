//! The TypeScript compiler from npm (package `typescript`), installed into the build directory. Without npm the tests
//! that use it say so and check nothing.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// The release that is asked for, so that runs repeat.
const PACKAGE: &str = "typescript@7.0.2";

/// The compiler, or `None` (with a message) where npm cannot provide it.
fn compiler(directory: &str) -> Option<PathBuf> {
    static COMPILER: OnceLock<Option<PathBuf>> = OnceLock::new();
    let found = COMPILER.get_or_init(|| {
        let directory = Path::new(directory).join("typescript");
        let binary = directory.join("node_modules/.bin/tsc");
        if !binary.exists() {
            std::fs::create_dir_all(&directory).ok()?;
            let mut install = Command::new("npm");
            install.args(["install", "--no-audit", "--no-fund", "--prefix"]).arg(&directory).arg(PACKAGE);
            install.stdout(Stdio::null()).stderr(Stdio::null()).status().ok().filter(|status| status.success())?;
        }
        binary.exists().then_some(binary)
    });
    if found.is_none() {
        eprintln!("SKIPPED: npm did not provide {PACKAGE}, so nothing was checked by the compiler");
    }
    found.clone()
}

/// Checks a source text; panics with the compiler's first complaints. `directory` is `CARGO_TARGET_TMPDIR` of the test.
pub fn check(directory: &str, name: &str, source: &str) {
    let Some(compiler) = compiler(directory) else { return };
    let file = Path::new(directory).join(format!("{name}.ts"));
    std::fs::write(&file, source).unwrap();
    let output =
        Command::new(compiler).args(["--noEmit", "--strict", "--target", "es2022"]).arg(&file).output().unwrap();
    let report = String::from_utf8_lossy(&output.stdout);
    let first: Vec<&str> = report.lines().take(12).collect();
    assert!(output.status.success(), "{}\n(source in {})", first.join("\n"), file.display());
}
