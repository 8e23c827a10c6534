//! Where classes come from: directories, jars, jmods and the JDK's own image.

mod archive;
mod classpath;
mod directory;
mod error;
mod image;
mod manifest;
mod zip;

use std::path::Path;
use std::sync::Arc;

pub use archive::Archive;
pub use classpath::ClassPath;
pub use directory::Directory;
pub use error::SourceError;
pub use image::Image;

use crate::classfile::{Bytes, ClassFile};

/// One place of a class path.
pub enum ClassSource {
    /// A directory.
    Directory(Directory),
    /// A jar or jmod.
    Archive(Archive),
    /// The JDK's `lib/modules`.
    Image(Image),
}

/// The bytes of a class or resource, and where they are from.
#[derive(Clone, Debug)]
pub struct Found {
    /// The contents.
    pub bytes: Bytes,
    /// Where from.
    pub origin: Origin,
}

impl Found {
    /// Parses the contents as a class file; an error names the place.
    pub fn parse(&self) -> Result<ClassFile, SourceError> {
        ClassFile::parse(self.bytes.clone()).map_err(|error| self.origin.locate(error))
    }
}

/// Where a class or resource is from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The directory, archive or image.
    pub source: Arc<Path>,
    /// The name of the file or entry in it.
    pub entry: String,
    /// The named module it is in; `None` on a class path.
    pub module: Option<Arc<str>>,
}

impl Origin {
    /// An error in the class from here.
    pub fn locate(&self, error: crate::classfile::ParseError) -> SourceError {
        SourceError::class(&self.source, error).in_entry(&*self.entry)
    }
}

/// A class or resource that a source has.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Listed {
    /// The module it is in, if it is in a named one.
    pub module: Option<Arc<str>>,
    /// The name as it is looked up, such as `java/lang/String.class`.
    pub name: String,
}

impl Listed {
    /// The class's name, if it is a class and not a resource or module descriptor.
    pub fn class_name(&self) -> Option<&str> {
        let name = self.name.strip_suffix(".class")?;
        // `META-INF/versions` and the like are no packages.
        let is_class = !name.is_empty() && !name.starts_with("META-INF/") && name != "module-info";
        is_class.then_some(name)
    }
}

impl ClassSource {
    /// The directory or file.
    pub fn path(&self) -> &Path {
        match self {
            Self::Directory(directory) => directory.path(),
            Self::Archive(archive) => archive.path(),
            Self::Image(image) => image.path(),
        }
    }

    /// A class or resource by its name, such as `java/lang/String.class`. In an image, the package decides the module.
    pub fn find(&self, name: &str) -> Result<Option<Found>, SourceError> {
        let (bytes, entry, module) = match self {
            Self::Directory(directory) => (directory.find(name)?, name.to_owned(), None),
            Self::Archive(archive) => {
                let entry = archive.entry_name(name).unwrap_or(name).to_owned();
                (archive.find(name)?, entry, archive.module())
            }
            Self::Image(image) => {
                let package = name.rsplit_once('/').map_or("", |(package, _)| package);
                let Some(module) = image.module_of_package(package) else {
                    return Ok(None);
                };
                (image.find(module, name)?, format!("/{module}/{name}"), Some(module))
            }
        };
        Ok(bytes.map(|bytes| Found {
            bytes,
            origin: Origin { source: self.path().into(), entry, module: module.map(Arc::from) },
        }))
    }

    /// All classes and resources, sorted.
    pub fn list(&self) -> Result<Vec<Listed>, SourceError> {
        let mut list: Vec<Listed> = match self {
            Self::Directory(directory) => {
                directory.names()?.into_iter().map(|name| Listed { module: None, name }).collect()
            }
            Self::Archive(archive) => {
                let module: Option<Arc<str>> = archive.module().map(Arc::from);
                archive.names().map(|name| Listed { module: module.clone(), name: name.to_owned() }).collect()
            }
            Self::Image(image) => {
                let mut modules: Vec<Arc<str>> = Vec::new();
                let mut share = |name: &str| match modules.iter().find(|module| &***module == name) {
                    Some(module) => module.clone(),
                    None => {
                        modules.push(name.into());
                        name.into()
                    }
                };
                image.names().map(|(module, name)| Listed { module: Some(share(module)), name }).collect()
            }
        };
        list.sort_unstable();
        Ok(list)
    }

    /// The contents of something [`Self::list`] gave.
    pub fn read(&self, listed: &Listed) -> Result<Option<Found>, SourceError> {
        match (self, &listed.module) {
            (Self::Image(image), Some(module)) => {
                let entry = format!("/{module}/{}", listed.name);
                let bytes = image.find(module, &listed.name)?;
                let origin = Origin { source: self.path().into(), entry, module: Some(module.clone()) };
                Ok(bytes.map(|bytes| Found { bytes, origin }))
            }
            _ => self.find(&listed.name),
        }
    }

    /// Entries that are no use, and why.
    pub fn problems(&self) -> Vec<String> {
        match self {
            Self::Directory(_) => Vec::new(),
            Self::Archive(archive) => archive.problems().map(ToString::to_string).collect(),
            Self::Image(image) => match image.unreadable() {
                0 => Vec::new(),
                rows => vec![format!("{}: {rows} entries cannot be read", image.path().display())],
            },
        }
    }
}
