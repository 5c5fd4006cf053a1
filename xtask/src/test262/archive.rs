//! The suite in memory.

use std::collections::HashMap;
use std::io::Read;
use std::path::Path;

/// All files of the archive by path, without its top folder.
pub struct Suite {
    files: HashMap<String, String>,
}

impl Suite {
    /// Reads a `.tar.zst` archive.
    pub fn read(path: &Path) -> Result<Suite, String> {
        let shown = path.display();
        let file = std::fs::File::open(path).map_err(|error| format!("{shown}: {error}"))?;
        let mut decoder = zstd::Decoder::new(file).map_err(|error| format!("{shown}: {error}"))?;
        decoder.window_log_max(27).map_err(|error| format!("{shown}: {error}"))?;
        let mut archive = tar::Archive::new(decoder);
        let mut files = HashMap::new();
        let entries = archive.entries().map_err(|error| format!("{shown}: {error}"))?;
        for entry in entries {
            let mut entry = entry.map_err(|error| format!("{shown}: {error}"))?;
            if !entry.header().entry_type().is_file() {
                continue;
            }
            let name = entry.path().map_err(|error| format!("{shown}: {error}"))?.to_string_lossy().into_owned();
            let mut text = Vec::new();
            entry.read_to_end(&mut text).map_err(|error| format!("{shown}: {name}: {error}"))?;
            files.insert(name, String::from_utf8_lossy(&text).into_owned());
        }
        Ok(Suite { files })
    }

    /// A test by its path in the list.
    pub fn test(&self, path: &str) -> Option<&str> {
        [format!("test/{path}"), path.to_owned(), format!("test262/test/{path}")]
            .iter()
            .find_map(|name| self.files.get(name))
            .map(String::as_str)
    }

    /// A file of the harness.
    pub fn harness(&self, name: &str) -> Option<&str> {
        [format!("harness/{name}"), format!("test262/harness/{name}")]
            .iter()
            .find_map(|path| self.files.get(path))
            .map(String::as_str)
    }
}
