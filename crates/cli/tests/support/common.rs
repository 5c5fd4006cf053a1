//! Running the real binary in a folder of its own.
#![allow(dead_code, clippy::unwrap_used)]

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A folder that goes away with this value.
pub struct Folder(tempfile::TempDir);

impl Folder {
    pub fn new() -> Folder {
        Folder(tempfile::tempdir().unwrap())
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// A folder with one file.
    pub fn with(name: &str, text: &str) -> Folder {
        let folder = Folder::new();
        folder.write(name, text);
        folder
    }

    pub fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, text).unwrap();
        path
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path().join(name)).unwrap()
    }

    /// Runs the binary here, with a home of its own.
    pub fn codemode(&self, arguments: &[&str]) -> Ran {
        self.codemode_in("", arguments, "")
    }

    /// Runs the binary in a folder below, with standard input.
    pub fn codemode_in(&self, below: &str, arguments: &[&str], input: &str) -> Ran {
        let mut child = Command::new(env!("CARGO_BIN_EXE_codemode"))
            .args(arguments)
            .current_dir(self.path().join(below))
            .env("HOME", self.path().join("home"))
            .env("XDG_CONFIG_HOME", self.path().join("home/.config"))
            .env("APPDATA", self.path().join("home/AppData"))
            .env_remove("NO_COLOR")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        // A program that fails early may not read its input.
        let _ = child.stdin.as_mut().unwrap().write_all(input.as_bytes());
        drop(child.stdin.take());
        child.wait_with_output().unwrap().into()
    }
}

/// What a run of the binary left.
#[derive(Debug)]
pub struct Ran {
    pub code: Option<i32>,
    pub out: String,
    pub err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Ran { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }
}

impl Ran {
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Whether all of these are in the text on standard error.
    #[track_caller]
    pub fn says(&self, parts: &[&str]) -> &Ran {
        for part in parts {
            assert!(self.err.contains(part), "no {part:?} in:\n{}", self.err);
        }
        self
    }
}
