//! Node as the oracle: finding one that is new enough, and a process that runs programs by the batch.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

/// The oldest Node whose language is the one we mean.
pub const OLDEST: u32 = 24;

/// The first of the named Node, the one in `NODE`, and those on the path that is new enough; otherwise what was found.
pub fn find(named: Option<&Path>) -> Result<PathBuf, String> {
    let mut candidates: Vec<PathBuf> = named.into_iter().map(Path::to_owned).collect();
    if candidates.is_empty() {
        candidates.extend(std::env::var_os("NODE").map(PathBuf::from));
        let path = std::env::var_os("PATH").unwrap_or_default();
        candidates.extend(std::env::split_paths(&path).map(|folder| folder.join("node")));
    }
    let mut seen = Vec::new();
    for candidate in candidates {
        let Ok(output) = Command::new(&candidate).arg("--version").output() else { continue };
        let version = String::from_utf8_lossy(&output.stdout).trim().to_owned();
        let major = version.trim_start_matches('v').split('.').next().and_then(|text| text.parse::<u32>().ok());
        if major.is_some_and(|major| major >= OLDEST) {
            return Ok(candidate);
        }
        seen.push(format!("{} is {version}", candidate.display()));
    }
    let seen = if seen.is_empty() { "none was found".to_owned() } else { seen.join(", ") };
    Err(format!(
        "Node {OLDEST} or newer is needed ({seen}); `npm install node@{OLDEST}` gives one, name it with --node"
    ))
}

/// A running Node.
pub struct Node {
    path: PathBuf,
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    programs: usize,
}

/// The folder of the scripts.
pub fn scripts() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("differential")
}

type Started = (Child, ChildStdin, BufReader<ChildStdout>);

fn start(path: &Path) -> Result<Started, String> {
    let mut process = Command::new(path)
        .arg("--stack-size=900")
        .arg("--no-warnings")
        .arg(scripts().join("worker.mjs"))
        .env("TZ", "UTC")
        .env("LC_ALL", "en_US.UTF-8")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("{}: {error}", path.display()))?;
    let input = process.stdin.take().ok_or("no input of the process")?;
    let output = process.stdout.take().ok_or("no output of the process")?;
    Ok((process, input, BufReader::new(output)))
}

impl Node {
    pub fn start(path: &Path) -> Result<Node, String> {
        let (process, input, output) = start(path)?;
        Ok(Node { path: path.to_owned(), process, input, output, programs: 0 })
    }

    /// Runs programs, each in a global scope of its own, and gives what they print.
    pub fn run(&mut self, sources: &[String]) -> Result<Vec<Vec<String>>, String> {
        // Global scopes that are gone are given back slowly.
        if self.programs > 4000 {
            self.stop();
            (self.process, self.input, self.output) = start(&self.path)?;
            self.programs = 0;
        }
        self.programs += sources.len();
        let request = serde_json::to_string(sources).map_err(|error| error.to_string())?;
        let sent = writeln!(self.input, "{request}").and_then(|()| self.input.flush());
        sent.map_err(|error| format!("Node takes no more programs: {error}"))?;
        let mut line = String::new();
        self.output.read_line(&mut line).map_err(|error| error.to_string())?;
        serde_json::from_str(&line).map_err(|error| format!("Node ended early or answers wrongly: {error}"))
    }

    fn stop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.stop();
    }
}
