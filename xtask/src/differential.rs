//! Differential tests against Node: random programs and a corpus, compared value by value.
//!
//! Programs print what they compute with a description that is written in the language itself
//! (`xtask/differential/harness.js`), so that both sides say the same about the same value.

mod grammar;
mod node;
mod random;
mod tree;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use crate::test262::case::{self, End};
use grammar::{Derivation, Grammar};
use node::Node as Oracle;
use random::Random;
use tree::Node as Tree;

const HARNESS: &str = include_str!("../differential/harness.js");
/// What random programs need besides.
const GENERATED: &str = include_str!("../differential/generated.js");
const GRAMMAR: &[&str] = &[
    include_str!("../differential/values.grammar"),
    include_str!("../differential/library.grammar"),
    include_str!("../differential/statements.grammar"),
    include_str!("../differential/protocols.grammar"),
    include_str!("../differential/data.grammar"),
];

/// No program needs nearly as long.
const LIMIT: Duration = Duration::from_secs(2);

struct Options {
    count: u64,
    seed: u64,
    node: Option<PathBuf>,
    show: bool,
    most: usize,
    corpus: PathBuf,
    only_corpus: bool,
    needed: bool,
    update: bool,
    start: String,
}

fn parse(arguments: &[String]) -> Result<Options, String> {
    let mut options = Options {
        count: 2000,
        seed: 1,
        node: None,
        show: false,
        most: 10,
        corpus: PathBuf::from("tests/differential"),
        only_corpus: false,
        needed: false,
        update: false,
        start: "program".to_owned(),
    };
    let mut rest = arguments.iter();
    while let Some(argument) = rest.next() {
        let mut value = || rest.next().cloned().ok_or_else(|| format!("{argument} needs a value"));
        let number = |text: String| text.parse::<u64>().map_err(|_| format!("{argument} needs a number"));
        match argument.as_str() {
            "--count" => options.count = number(value()?)?,
            "--seed" => options.seed = number(value()?)?,
            "--most" => options.most = number(value()?)? as usize,
            "--node" => options.node = Some(value()?.into()),
            "--corpus" => options.corpus = value()?.into(),
            "--rule" => options.start = value()?,
            "--show" => options.show = true,
            "--only-corpus" => options.only_corpus = true,
            "--update" => options.update = true,
            "--needed" => options.needed = true,
            other => return Err(format!("unknown option {other}")),
        }
    }
    Ok(options)
}

/// Runs the differential tests.
pub fn main(arguments: &[String]) -> ExitCode {
    let run = parse(arguments).and_then(|options| {
        let path = match node::find(options.node.as_deref()) {
            Ok(path) => path,
            Err(message) if options.needed => return Err(message),
            Err(message) => {
                println!("differential: {message}: skipped");
                return Ok(0);
            }
        };
        let mut tester = Tester::new(&options, Oracle::start(&path)?)?;
        tester.corpus()?;
        if !options.only_corpus {
            tester.generated()?;
        }
        Ok(tester.differences)
    });
    match run {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("xtask differential: {message}");
            ExitCode::from(2)
        }
    }
}

struct Tester<'a> {
    options: &'a Options,
    grammar: Grammar,
    start: usize,
    oracle: Oracle,
    differences: usize,
    /// Differences by the shape of their first line.
    kinds: BTreeMap<String, usize>,
}

/// The whole source of a program.
fn complete(body: &str) -> String {
    format!("{HARNESS}\n{body}\nawait settle();\n")
}

/// The whole source of a random program.
fn complete_random(body: &str) -> String {
    format!("{HARNESS}\n{GENERATED}\n{body}\nawait settle();\n")
}

fn run_here(source: &str) -> Vec<String> {
    let started = Instant::now();
    let outcome = std::panic::catch_unwind(|| case::execute_within(LIMIT, source, false, false, true));
    let Ok(outcome) = outcome else { return vec!["PANIC of the machine".to_owned()] };
    let mut lines = outcome.printed;
    if started.elapsed() > LIMIT * 2 {
        lines.push(format!("outlived its limit: {:.1} s", started.elapsed().as_secs_f64()));
    }
    match outcome.end {
        End::Done => {}
        End::Threw(class, _) => lines.push(format!("threw {class}")),
        End::DidNotCompile(message) => lines.push(format!("does not compile: {message}")),
        End::Stopped(message) => lines.push(format!("stopped: {message}")),
    }
    lines
}

/// A line that differs: its number, ours, Node's.
type Difference = (usize, String, String);

/// Whether two lines say the same: what a program is refused for may be worded differently.
fn is_same(ours: &str, theirs: &str) -> bool {
    let refused = |line: &str| line.starts_with("does not compile");
    ours == theirs || (refused(ours) && refused(theirs))
}

/// The first lines that differ: number, ours, theirs.
fn first_difference(ours: &[String], theirs: &[String]) -> Option<Difference> {
    let length = ours.len().max(theirs.len());
    let line = |lines: &[String], at: usize| lines.get(at).cloned().unwrap_or_else(|| "(nothing)".to_owned());
    (0..length).map(|at| (at, line(ours, at), line(theirs, at))).find(|(_, ours, theirs)| !is_same(ours, theirs))
}

/// All lines that differ, for programs whose lines stand for themselves.
fn differing_lines(ours: &[String], theirs: &[String]) -> Vec<Difference> {
    if ours.len() != theirs.len() {
        return first_difference(ours, theirs).into_iter().collect();
    }
    let pairs = ours.iter().zip(theirs).enumerate();
    pairs.filter(|(_, (a, b))| !is_same(a, b)).map(|(line, (a, b))| (line, a.clone(), b.clone())).collect()
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn corpus_files(folder: &Path) -> Result<Vec<PathBuf>, String> {
    let entries = std::fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "js"));
    files.sort();
    Ok(files)
}

impl<'a> Tester<'a> {
    fn new(options: &'a Options, oracle: Oracle) -> Result<Tester<'a>, String> {
        let grammar = Grammar::parse(GRAMMAR)?;
        let start = grammar.rule(&options.start)?;
        Ok(Tester { options, grammar, start, oracle, differences: 0, kinds: BTreeMap::new() })
    }

    fn compare(&mut self, bodies: &[String]) -> Result<Vec<Option<Difference>>, String> {
        let sources: Vec<String> = bodies.iter().map(|body| complete_random(body)).collect();
        let oracle = &mut self.oracle;
        let (ours, theirs) = std::thread::scope(|scope| {
            let theirs = scope.spawn(|| oracle.run(&sources));
            // A program may nest natively: a generous stack.
            let ours = std::thread::Builder::new()
                .stack_size(64 << 20)
                .spawn_scoped(scope, || sources.iter().map(|source| run_here(source)).collect::<Vec<_>>());
            let ours = ours
                .map_err(|error| error.to_string())
                .and_then(|thread| thread.join().map_err(|_| "the thread of the machine ended early".to_owned()));
            (ours, theirs.join())
        });
        let theirs = theirs.map_err(|_| "the thread of Node ended early".to_owned())??;
        Ok(ours?.iter().zip(&theirs).map(|(ours, theirs)| first_difference(ours, theirs)).collect())
    }

    /// The programs of the corpus folder, and what is stored beside them.
    fn corpus(&mut self) -> Result<(), String> {
        let files = corpus_files(&self.options.corpus)?;
        let bodies = files.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>()?;
        let sources: Vec<String> = bodies.iter().map(|body| complete(body)).collect();
        let theirs = self.oracle.run(&sources)?;
        let mut failed = 0;
        for ((path, source), theirs) in files.iter().zip(&sources).zip(&theirs) {
            let ours = run_here(source);
            let wrong = differing_lines(&ours, theirs);
            if let Some(count) = std::num::NonZeroUsize::new(wrong.len()) {
                failed += 1;
                println!("── {}: {count} of {} lines differ", path.display(), theirs.len());
                for (line, ours, theirs) in wrong.iter().take(if self.options.show { usize::MAX } else { 5 }) {
                    println!("  line {line}\n    ours:   {ours}\n    Node's: {theirs}");
                }
            }
            let stored = path.with_extension("out");
            let text = theirs.join("\n") + "\n";
            if self.options.update {
                std::fs::write(&stored, text).map_err(|error| format!("{}: {error}", stored.display()))?;
            } else if read(&stored)? != text {
                failed += 1;
                println!("── {} is not what this Node prints: --update writes it anew", stored.display());
            }
        }
        self.differences += failed;
        println!("differential: {} programs of the corpus, {failed} differ", files.len());
        Ok(())
    }

    fn derive(&self, seed: u64) -> Tree {
        let mut random = Random::new(seed);
        let depth = 3 + random.below(7) as u32;
        Derivation::new(&self.grammar, random, 600).derive(self.start, depth)
    }

    fn generated(&mut self) -> Result<(), String> {
        std::panic::set_hook(Box::new(|_| {}));
        let (first, count) = (self.options.seed, self.options.count);
        println!("differential: {count} random programs, seeds {first} to {}", first + count.saturating_sub(1));
        let started = Instant::now();
        let mut failed = 0;
        let mut done = 0;
        while done < count {
            let seeds: Vec<u64> = (first + done..first + count.min(done + 200)).collect();
            let trees: Vec<Tree> = seeds.iter().map(|seed| self.derive(*seed)).collect();
            let bodies: Vec<String> = trees.iter().map(Tree::text).collect();
            if self.options.show {
                bodies.iter().zip(&seeds).for_each(|(body, seed)| println!("// seed {seed}\n{body}"));
            }
            let results = self.compare(&bodies)?;
            for ((seed, tree), result) in seeds.iter().zip(&trees).zip(results) {
                let Some(difference) = result else { continue };
                failed += 1;
                if failed <= self.options.most {
                    self.report(*seed, tree, difference)?;
                }
            }
            done += seeds.len() as u64;
            if done % 10_000 == 0 {
                println!("differential: {done} done, {failed} differ, {:.0} s", started.elapsed().as_secs_f64());
            }
        }
        self.differences += failed;
        println!("differential: {done} random programs, {failed} differ, {:.1} s", started.elapsed().as_secs_f64());
        if self.kinds.len() > 1 {
            self.kinds.iter().for_each(|(kind, count)| println!("  {count} × {kind}"));
        }
        Ok(())
    }

    /// Prints the seed and the smallest program that still differs.
    fn report(&mut self, seed: u64, tree: &Tree, difference: Difference) -> Result<(), String> {
        let (mut tree, mut difference) = (tree.clone(), difference);
        for _ in 0..60 {
            let candidates = tree.smaller(&self.grammar, 120);
            let bodies: Vec<String> = candidates.iter().map(Tree::text).collect();
            let results = self.compare(&bodies)?;
            let next = candidates.into_iter().zip(results).find_map(|(tree, result)| Some((tree, result?)));
            let Some((smaller, found)) = next else { break };
            (tree, difference) = (smaller, found);
        }
        let (line, ours, theirs) = difference;
        let kind = format!("{:.60} / {:.60}", ours, theirs);
        *self.kinds.entry(kind).or_default() += 1;
        println!("── seed {seed}: line {line}\n  ours:   {ours:.400}\n  Node's: {theirs:.400}\n{}\n", tree.text());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every program ends in our machine, and nearly all of them compile.
    #[test]
    fn random_programs_run() {
        let grammar = Grammar::parse(GRAMMAR).unwrap_or_else(|message| unreachable!("{message}"));
        let start = grammar.rule("program").unwrap_or_default();
        let (mut refused, mut wrong) = (0, Vec::new());
        for seed in 0..300 {
            let body = Derivation::new(&grammar, Random::new(seed), 400).derive(start, 6).text();
            let last = run_here(&complete_random(&body)).pop().unwrap_or_default();
            refused += usize::from(last.starts_with("does not compile"));
            if ["stopped", "outlived", "PANIC"].iter().any(|start| last.starts_with(start)) {
                wrong.push(format!("seed {seed}: {last}\n{body}"));
            }
        }
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
        assert!(refused < 30, "{refused} of 300 programs do not compile");
    }

    /// What Node prints is stored, so that the corpus is a test without Node too.
    #[test]
    fn the_corpus_prints_what_node_prints() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/differential");
        let files = corpus_files(&folder).unwrap_or_default();
        assert!(files.len() >= 80, "{} programs", files.len());
        let wrong: Vec<String> = files
            .iter()
            .filter_map(|path| {
                let stored = read(&path.with_extension("out")).unwrap_or_default();
                let stored: Vec<String> = stored.lines().map(str::to_owned).collect();
                let source = complete(&read(path).unwrap_or_default());
                // Lines of a program may hold line ends: both are split alike.
                let ours = run_here(&source).join("\n").lines().map(str::to_owned).collect::<Vec<_>>();
                let (line, ours, stored) = first_difference(&ours, &stored)?;
                Some(format!("{} line {line}: {ours} instead of {stored}", path.display()))
            })
            .collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn the_same_seed_gives_the_same_program() {
        let grammar = Grammar::parse(GRAMMAR).unwrap_or_else(|message| unreachable!("{message}"));
        let start = grammar.rule("program").unwrap_or_default();
        let text = |seed| Derivation::new(&grammar, Random::new(seed), 400).derive(start, 6).text();
        assert_eq!(text(7), text(7));
        assert_ne!(text(7), text(8));
    }
}
