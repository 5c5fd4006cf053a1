//! Tokens on disk: one file per server, readable by its owner only, replaced as a whole.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use async_trait::async_trait;
use rmcp::transport::auth::{AuthError, CredentialRefreshGuard, CredentialStore, StoredCredentials};
use serde::{Deserialize, Serialize};

/// The folder for tokens: `codemode/oauth` in the user's configuration folder.
pub fn default_token_folder() -> Option<PathBuf> {
    let set = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let base = if cfg!(windows) {
        set("APPDATA")
    } else {
        set("XDG_CONFIG_HOME").or_else(|| set("HOME").map(|home| home.join(".config")))
    };
    base.map(|base| base.join("codemode").join("oauth"))
}

/// The tokens of one server at one address; they must never go to another.
#[derive(Debug, Clone)]
pub(super) struct FileStore {
    path: PathBuf,
    url: String,
    /// What the server demanded at the login; it says where its metadata are.
    challenge: Option<String>,
}

#[derive(Serialize, Deserialize)]
struct Stored {
    url: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    challenge: Option<String>,
    credentials: StoredCredentials,
}

impl FileStore {
    pub(super) fn new(folder: &Path, name: &str, url: &str) -> FileStore {
        let plain = |c: char| if c.is_ascii_alphanumeric() || c == '-' { c } else { '_' };
        let readable: String = name.chars().take(40).map(plain).collect();
        let path = folder.join(format!("{readable}-{:016x}.json", fnv(&format!("{name}\n{url}"))));
        FileStore { path, url: url.to_owned(), challenge: None }
    }

    /// The store of a login that answers `challenge`.
    pub(super) fn with_challenge(mut self, challenge: Option<String>) -> FileStore {
        self.challenge = challenge;
        self
    }

    /// The challenge that the stored login answered.
    pub(super) fn challenge(&self) -> Option<String> {
        self.read().ok()??.challenge
    }

    /// The rights that the stored login was given.
    pub(super) fn granted_scopes(&self) -> Vec<String> {
        self.read().ok().flatten().map(|stored| stored.credentials.granted_scopes).unwrap_or_default()
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn exists(&self) -> bool {
        self.path.is_file()
    }

    /// Removes the file; false when there is none.
    pub(super) fn remove(&self) -> io::Result<bool> {
        match fs::remove_file(&self.path) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }

    fn read(&self) -> io::Result<Option<Stored>> {
        let text = match fs::read(&self.path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        };
        let stored: Stored = serde_json::from_slice(&text)?;
        Ok((stored.url == self.url).then_some(stored))
    }

    fn write(&self, credentials: StoredCredentials) -> io::Result<()> {
        if let Some(folder) = self.path.parent() {
            create_private_folder(folder)?;
        }
        let challenge = self.challenge.clone().or_else(|| self.challenge());
        let text = serde_json::to_vec_pretty(&Stored { url: self.url.clone(), challenge, credentials })?;
        // Written beside and moved over: a reader sees the old file or the new one.
        let new = self.path.with_extension(format!("{}.new", std::process::id()));
        let _ = fs::remove_file(&new);
        let mut file = create_private_file(&new)?;
        file.write_all(&text)?;
        file.sync_all()?;
        fs::rename(&new, &self.path)
    }

    fn lock(&self) -> io::Result<File> {
        if let Some(folder) = self.path.parent() {
            create_private_folder(folder)?;
        }
        let file = open_private(self.path.with_extension("lock"))?;
        file.lock()?;
        Ok(file)
    }

    async fn off_thread<T: Send + 'static>(
        &self,
        work: impl FnOnce(FileStore) -> io::Result<T> + Send + 'static,
    ) -> Result<T, AuthError> {
        let store = self.clone();
        let path = self.path.display().to_string();
        let done = tokio::task::spawn_blocking(move || work(store)).await;
        let failed = |error: &dyn std::fmt::Display| AuthError::CredentialStoreError(format!("{path}: {error}"));
        done.map_err(|error| failed(&error))?.map_err(|error| failed(&error))
    }
}

#[async_trait]
impl CredentialStore for FileStore {
    async fn load(&self) -> Result<Option<StoredCredentials>, AuthError> {
        self.off_thread(|store| Ok(store.read()?.map(|stored| stored.credentials))).await
    }

    async fn save(&self, credentials: StoredCredentials) -> Result<(), AuthError> {
        self.off_thread(|store| store.write(credentials)).await
    }

    async fn clear(&self) -> Result<(), AuthError> {
        self.off_thread(|store| store.remove().map(drop)).await
    }

    /// Two processes that refresh the same token at the same time would invalidate each other's.
    async fn acquire_refresh_guard(&self) -> Result<Option<CredentialRefreshGuard>, AuthError> {
        let lock = self.off_thread(|store| store.lock()).await?;
        Ok(Some(CredentialRefreshGuard::new(lock)))
    }
}

fn create_private_folder(folder: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

fn private() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options
}

fn create_private_file(path: &Path) -> io::Result<File> {
    private().create_new(true).open(path)
}

fn open_private(path: PathBuf) -> io::Result<File> {
    private().create(true).truncate(false).open(path)
}

/// FNV-1a: the same on every system and in every version, which the standard hashers do not promise.
fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("codemode-store-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    #[tokio::test]
    async fn tokens_are_private_and_bound_to_the_address() {
        let folder = folder("private");
        let store = FileStore::new(&folder, "a/b", "https://one.test/mcp");
        assert!(store.load().await.unwrap().is_none());
        store.save(StoredCredentials::new("client".into(), None, vec!["read".into()], Some(7))).await.unwrap();
        store.save(StoredCredentials::new("client2".into(), None, vec![], None)).await.unwrap();
        assert_eq!(store.load().await.unwrap().unwrap().client_id, "client2");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
            assert_eq!((mode(store.path()), mode(&folder)), (0o600, 0o700));
        }
        let elsewhere = FileStore { url: "https://two.test/mcp".into(), ..store.clone() };
        assert!(elsewhere.load().await.unwrap().is_none());
        assert_ne!(FileStore::new(&folder, "a_b", "https://one.test/mcp").path, store.path);
        drop(store.acquire_refresh_guard().await.unwrap().unwrap());
        drop(store.acquire_refresh_guard().await.unwrap().unwrap());
        store.clear().await.unwrap();
        assert!(!store.exists() && !store.remove().unwrap());
        fs::remove_dir_all(folder).unwrap();
    }

    #[tokio::test]
    async fn a_broken_file_is_reported_with_its_path() {
        let folder = folder("broken");
        let store = FileStore::new(&folder, "x", "https://one.test");
        fs::create_dir_all(&folder).unwrap();
        fs::write(store.path(), "{").unwrap();
        let error = store.load().await.unwrap_err().to_string();
        assert!(error.contains(&store.path().display().to_string()), "{error}");
        fs::remove_dir_all(folder).unwrap();
    }
}
