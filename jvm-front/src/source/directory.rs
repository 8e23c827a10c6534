//! Directories of class files.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use rustc_hash::FxHashSet;

use super::error::SourceError;
use crate::classfile::Bytes;

/// Larger files are refused.
const MAX_FILE: u64 = 256 << 20;

/// A directory that class and resource names are paths in.
pub struct Directory {
    path: PathBuf,
}

impl Directory {
    /// A directory; whether it exists is seen when something is looked up.
    pub fn new(path: &Path) -> Self {
        Self { path: path.to_owned() }
    }

    /// The directory.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The contents of a file under the directory.
    pub fn find(&self, name: &str) -> Result<Option<Bytes>, SourceError> {
        if !stays_inside(name) {
            return Ok(None);
        }
        let path = self.path.join(name);
        match read(&path) {
            Ok(bytes) => Ok(bytes.map(Bytes::from)),
            Err(error) if is_absence(&error) => Ok(None),
            Err(error) => Err(SourceError::io(&path, error)),
        }
    }

    /// The names of all files under the directory, in order. Symbolic links are followed, each directory once.
    pub fn names(&self) -> Result<Vec<String>, SourceError> {
        let mut names = Vec::new();
        let mut been = FxHashSet::default();
        let mut todo = vec![(self.path.clone(), String::new())];
        while let Some((directory, prefix)) = todo.pop() {
            let io = |error| SourceError::io(&directory, error);
            if !been.insert(fs::canonicalize(&directory).map_err(io)?) {
                continue;
            }
            for entry in fs::read_dir(&directory).map_err(io)? {
                let entry = entry.map_err(io)?;
                // A name that is not Unicode cannot be asked for.
                let Ok(file_name) = entry.file_name().into_string() else {
                    continue;
                };
                let name = format!("{prefix}{file_name}");
                // A dangling link is no file.
                match fs::metadata(entry.path()) {
                    Ok(data) if data.is_dir() => todo.push((entry.path(), format!("{name}/"))),
                    Ok(data) if data.is_file() => names.push(name),
                    Ok(_) | Err(_) => {}
                }
            }
        }
        names.sort_unstable();
        Ok(names)
    }
}

/// The contents of a regular file; `None` for anything else, such as a directory or a pipe.
fn read(path: &Path) -> io::Result<Option<Vec<u8>>> {
    let data = fs::metadata(path)?;
    if !data.is_file() {
        return Ok(None);
    }
    if data.len() > MAX_FILE {
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, format!("larger than {MAX_FILE} bytes")));
    }
    let mut bytes = Vec::with_capacity(data.len() as usize + 1);
    File::open(path)?.take(MAX_FILE).read_to_end(&mut bytes)?;
    Ok(Some(bytes))
}

fn is_absence(error: &io::Error) -> bool {
    use io::ErrorKind::{InvalidFilename, InvalidInput, NotADirectory, NotFound};
    matches!(error.kind(), NotFound | NotADirectory | InvalidFilename | InvalidInput)
}

/// Whether a name is a relative path without steps upwards.
fn stays_inside(name: &str) -> bool {
    !name.is_empty()
        && !name.contains(['\\', '\0', ':'])
        && name.split('/').all(|part| !part.is_empty() && part != "." && part != "..")
}
