//! An ordered list of sources, as `java -cp` takes it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use rustc_hash::FxHashSet;

use super::{Archive, ClassSource, Directory, Found, Image, SourceError};

/// Sources that are searched one after the other; the first that has a class gives it.
#[derive(Default)]
pub struct ClassPath {
    sources: Vec<ClassSource>,
}

impl ClassPath {
    /// The classes of a JDK: its `lib/modules`.
    pub fn boot(image: Image) -> Self {
        Self { sources: vec![ClassSource::Image(image)] }
    }

    /// Opens a class path in the syntax of `java -cp`: paths separated by `:` (`;` on Windows), `dir/*` for all jars of a
    /// directory, an empty path for the current directory. What does not exist is left out, and so is, as by the JDK, a
    /// second mention of the same file. Unlike the JDK we do not pass over an archive that cannot be read.
    ///
    /// `feature` is the Java version that multi-release jars are read for.
    pub fn open(spec: &str, feature: u16) -> Result<Self, SourceError> {
        let paths = env::split_paths(spec).flat_map(|path| match path.as_os_str().is_empty() {
            true => vec![PathBuf::from(".")],
            false => expand(path),
        });
        Self::from_paths(paths, feature)
    }

    /// The same class path without wildcards, as the program finds it in `java.class.path`: the `java` command puts the jars
    /// of a directory in place of `dir/*`, and leaves one alone that has none.
    pub fn expand(spec: &str) -> String {
        let entries: Vec<PathBuf> = env::split_paths(spec).flat_map(expand).collect();
        // Names that hold the separator cannot have come from a list, and a name of a file in a directory may.
        env::join_paths(&entries).map_or_else(|_| spec.to_owned(), |joined| joined.to_string_lossy().into_owned())
    }

    /// Opens directories, jars and jmods in this order; those that jars name in their manifest follow each jar.
    pub fn from_paths(paths: impl IntoIterator<Item = PathBuf>, feature: u16) -> Result<Self, SourceError> {
        let mut todo: Vec<PathBuf> = paths.into_iter().collect();
        todo.reverse();
        let mut been = FxHashSet::default();
        let mut class_path = Self::default();
        while let Some(path) = todo.pop() {
            // Canonical paths, so that a cycle of `Class-Path`s through links or `..` ends.
            let Ok(canonical) = fs::canonicalize(&path) else {
                continue;
            };
            if !been.insert(canonical.clone()) {
                continue;
            }
            let source = open_source(&path, &canonical, feature)?;
            if let ClassSource::Archive(jar) = &source {
                todo.extend(jar.class_path().into_iter().rev());
            }
            class_path.sources.push(source);
        }
        Ok(class_path)
    }

    /// Adds a source at the end.
    pub fn push(&mut self, source: ClassSource) {
        self.sources.push(source);
    }

    /// The sources in the order of search.
    pub fn sources(&self) -> &[ClassSource] {
        &self.sources
    }

    /// A class by its internal name (`java/lang/String`).
    pub fn find_class(&self, name: &str) -> Result<Option<Found>, SourceError> {
        self.find(&format!("{name}.class"))
    }

    /// The first class file or resource of that name.
    pub fn find(&self, name: &str) -> Result<Option<Found>, SourceError> {
        for source in &self.sources {
            if let Some(found) = source.find(name)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// All resources of that name, one a source at most, in the order of search.
    pub fn find_resource(&self, name: &str) -> Result<Vec<Found>, SourceError> {
        let found = self.sources.iter().map(|source| source.find(name));
        found.filter_map(Result::transpose).collect()
    }

    /// The names of all classes: each once, in internal form, by source and then by name.
    pub fn class_names(&self) -> Result<Vec<String>, SourceError> {
        let mut been = FxHashSet::default();
        let mut names = Vec::new();
        for source in &self.sources {
            for listed in source.list()? {
                if let Some(name) = listed.class_name()
                    && been.insert(name.to_owned())
                {
                    names.push(name.to_owned());
                }
            }
        }
        Ok(names)
    }
}

fn open_source(path: &Path, canonical: &Path, feature: u16) -> Result<ClassSource, SourceError> {
    let data = fs::metadata(canonical).map_err(|error| SourceError::io(path, error))?;
    if data.is_dir() {
        return Ok(ClassSource::Directory(Directory::new(path)));
    }
    if !data.is_file() {
        return Err(SourceError::new(path, "neither a directory nor a file"));
    }
    if path.extension().is_some_and(|extension| extension == "jmod") {
        return Ok(ClassSource::Archive(Archive::open_jmod(path)?));
    }
    Ok(ClassSource::Archive(Archive::open_jar(path, feature)?))
}

/// The jars directly in a directory, by name. The JDK leaves the order open.
/// The jars that an entry of a class path stands for, or the entry itself.
fn expand(path: PathBuf) -> Vec<PathBuf> {
    if path.file_name().is_none_or(|name| name != "*") {
        return vec![path];
    }
    let jars = jars_in(path.parent().unwrap_or(Path::new("")));
    if jars.is_empty() { vec![path] } else { jars }
}

fn jars_in(directory: &Path) -> Vec<PathBuf> {
    let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    let Ok(entries) = fs::read_dir(directory) else {
        return Vec::new();
    };
    let is_jar = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "jar" || extension == "JAR");
    let mut jars: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_jar).collect();
    jars.iter_mut().for_each(|jar| *jar = jar.strip_prefix("./").unwrap_or(jar).to_owned());
    jars.sort();
    jars
}
