//! Jars and jmods.

use std::path::{Path, PathBuf};

use rustc_hash::FxHashMap;

use super::error::SourceError;
use super::manifest::Manifest;
use super::zip::{Zip, ZipEntry};
use crate::classfile::{Bytes, ClassFile};

/// A jar or jmod, with the entries that a given Java version sees.
pub struct Archive {
    zip: Zip,
    manifest: Manifest,
    module: Option<String>,
    /// Which entry is seen under each name.
    seen: FxHashMap<Box<str>, Seen>,
    problems: Vec<SourceError>,
}

#[derive(Clone, Copy)]
struct Seen {
    entry: usize,
    /// The directory under `META-INF/versions` it comes from; 0 for the jar itself.
    version: u16,
    duplicate: bool,
}

impl Archive {
    /// Opens a jar as the given Java feature version sees it (JEP 238).
    pub fn open_jar(path: &Path, feature: u16) -> Result<Self, SourceError> {
        let mut archive = Self::new(Zip::open(path)?, |name| Some((name, 0)));
        if let Some(entry) = archive.entry("META-INF/MANIFEST.MF")? {
            archive.manifest = Manifest::parse(&archive.zip.read(entry)?);
        }
        if archive.manifest.multi_release {
            let (manifest, zip) = (archive.manifest, archive.zip);
            archive = Self::new(zip, |name| versioned(name, feature));
            archive.manifest = manifest;
        }
        Ok(archive)
    }

    /// Opens a jmod; only its classes and resources are seen.
    pub fn open_jmod(path: &Path) -> Result<Self, SourceError> {
        let mut archive = Self::new(Zip::open(path)?, |name| Some((name.strip_prefix("classes/")?, 0)));
        let Some(bytes) = archive.find("module-info.class")? else {
            return Err(SourceError::new(path, "the jmod has no classes/module-info.class"));
        };
        let place = |error| SourceError::class(path, error).in_entry("classes/module-info.class");
        let class = ClassFile::parse(bytes).map_err(place)?;
        archive.module = class.attributes().module().map_err(place)?.map(|module| module.name.to_owned());
        Ok(archive)
    }

    /// Lists the entries under the name and version that `see` gives them.
    fn new(zip: Zip, see: impl Fn(&str) -> Option<(&str, u16)>) -> Self {
        let mut seen: FxHashMap<Box<str>, Seen> = FxHashMap::default();
        let mut problems = Vec::new();
        for (entry, raw) in zip.entries().iter().enumerate() {
            let Some((name, version)) = see(&raw.name) else {
                continue;
            };
            let mut new = Seen { entry, version, duplicate: false };
            match seen.get_mut(name) {
                Some(old) if old.version > version => {}
                Some(old) => {
                    if old.version == version {
                        new.duplicate = true;
                        problems.push(duplicate(&zip, &raw.name));
                    }
                    *old = new;
                }
                None => drop(seen.insert(name.into(), new)),
            }
        }
        Self { zip, manifest: Manifest::default(), module: None, seen, problems }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        self.zip.path()
    }

    /// The module, for a jmod.
    pub fn module(&self) -> Option<&str> {
        self.module.as_deref()
    }

    /// Whether the manifest says that there are versions for several Java releases.
    pub fn is_multi_release(&self) -> bool {
        self.manifest.multi_release
    }

    /// The `Main-Class` of the manifest.
    pub fn main_class(&self) -> Option<&str> {
        self.manifest.main_class.as_deref()
    }

    /// The files the manifest's `Class-Path` names.
    pub fn class_path(&self) -> Vec<PathBuf> {
        self.manifest.class_path(self.path())
    }

    /// Entries that are no use, and why.
    pub fn problems(&self) -> impl Iterator<Item = &SourceError> {
        self.zip.problems().iter().chain(&self.problems)
    }

    /// The names of all entries seen, in no particular order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.seen.keys().map(|name| &**name)
    }

    /// Name, checksum and size of every entry, in the archive's order: what tells its contents from others.
    pub fn checksums(&self) -> impl Iterator<Item = (&str, u32, u64)> {
        self.zip.entries().iter().map(|entry| (&*entry.name, entry.crc, entry.size))
    }

    fn entry(&self, name: &str) -> Result<Option<&ZipEntry>, SourceError> {
        let Some(seen) = self.seen.get(name) else {
            return Ok(None);
        };
        // For resources the last one counts, as in the JDK; a class must not depend on such a rule.
        if seen.duplicate && name.ends_with(".class") {
            return Err(duplicate(&self.zip, name));
        }
        Ok(Some(&self.zip.entries()[seen.entry]))
    }

    /// The contents of the entry seen under a name.
    pub fn find(&self, name: &str) -> Result<Option<Bytes>, SourceError> {
        match self.entry(name)? {
            Some(entry) => Ok(Some(self.zip.read(entry)?.into())),
            None => Ok(None),
        }
    }

    /// The name in the archive of the entry seen under a name.
    pub fn entry_name(&self, name: &str) -> Option<&str> {
        self.seen.get(name).map(|seen| &*self.zip.entries()[seen.entry].name)
    }
}

fn duplicate(zip: &Zip, name: &str) -> SourceError {
    SourceError::new(zip.path(), "there are several entries of this name").in_entry(name)
}

/// Name and version of an entry of a multi-release jar; `None` if the entry is for a later release.
fn versioned(name: &str, feature: u16) -> Option<(&str, u16)> {
    let Some((version, rest)) = name.strip_prefix("META-INF/versions/").and_then(|rest| rest.split_once('/')) else {
        return Some((name, 0));
    };
    match version.parse::<u16>() {
        // Versions of META-INF itself do not count.
        Ok(version) if version >= 9 && version <= feature && !rest.starts_with("META-INF/") => Some((rest, version)),
        Ok(version) if version > feature => None,
        _ => Some((name, 0)),
    }
}
