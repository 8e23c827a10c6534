//! A directory that goes away with its owner.

use std::path::{Path, PathBuf};

/// A fresh directory under the system's temporary directory, removed on drop.
pub struct TempDir(PathBuf);

impl TempDir {
    pub fn new(label: &str) -> std::io::Result<TempDir> {
        let base = std::env::temp_dir();
        let pid = std::process::id();
        for n in 0.. {
            let path = base.join(format!("braid-{label}-{pid}-{n}"));
            match std::fs::create_dir(&path) {
                Ok(()) => return Ok(TempDir(path)),
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(error),
            }
        }
        unreachable!("some number is free")
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        // Nothing sensible can be done about a failure here, and the system clears the place anyway.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
