//! What is wrong with a place where classes come from.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use crate::classfile::ParseError;

/// A directory, archive or image, or something in it, that cannot be used: which file, which entry, and why.
#[derive(Debug)]
pub struct SourceError(Box<Inner>);

#[derive(Debug)]
struct Inner {
    path: PathBuf,
    entry: Option<String>,
    what: What,
}

#[derive(Debug)]
enum What {
    Io(io::Error),
    Class(ParseError),
    Text(String),
}

impl SourceError {
    pub(crate) fn new(path: &Path, what: impl Into<String>) -> Self {
        Self::build(path, What::Text(what.into()))
    }

    pub(crate) fn io(path: &Path, error: io::Error) -> Self {
        Self::build(path, What::Io(error))
    }

    /// A class file from `path` that does not parse.
    pub fn class(path: &Path, error: ParseError) -> Self {
        Self::build(path, What::Class(error))
    }

    fn build(path: &Path, what: What) -> Self {
        Self(Box::new(Inner { path: path.to_owned(), entry: None, what }))
    }

    /// The same, in an entry of the archive or image.
    pub fn in_entry(mut self, entry: impl Into<String>) -> Self {
        self.0.entry = Some(entry.into());
        self
    }

    /// The file or directory.
    pub fn path(&self) -> &Path {
        &self.0.path
    }

    /// The entry in it, if the trouble is in one.
    pub fn entry(&self) -> Option<&str> {
        self.0.entry.as_deref()
    }
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.path.display())?;
        if let Some(entry) = &self.0.entry {
            // An entry's name comes from the archive and may hold anything.
            write!(f, ", entry {}", entry.escape_debug())?;
        }
        match &self.0.what {
            What::Io(error) => write!(f, ": {error}"),
            What::Class(error) => write!(f, ": {error}"),
            What::Text(text) => write!(f, ": {text}"),
        }
    }
}

impl std::error::Error for SourceError {}
