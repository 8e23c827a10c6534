//! Whether files that a check rests on have changed while it ran: then it may have seen some of the old ones and some of the new.

use braid_engine::vm::Vm;
use braid_jvm_front::source::{ClassPath, ClassSource};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

/// What tells a file from a changed one: where it is on the disk, how long it is, when it and its entry were last written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Stamp {
    device: u64,
    inode: u64,
    len: u64,
    modified: (i64, i64),
    changed: (i64, i64),
}

impl Stamp {
    /// That of a file; nothing of what is none.
    fn of(path: &Path) -> Option<Stamp> {
        let meta = std::fs::metadata(path).ok().filter(std::fs::Metadata::is_file)?;
        Some(Stamp {
            device: meta.dev(),
            inode: meta.ino(),
            len: meta.len(),
            modified: (meta.mtime(), meta.mtime_nsec()),
            changed: (meta.ctime(), meta.ctime_nsec()),
        })
    }
}

/// Files as they were when they were first looked at.
#[derive(Default, Debug)]
pub struct Files {
    /// What the program has read, and the jars of the class path.
    read: RefCell<BTreeMap<PathBuf, Option<Stamp>>>,
    /// Class files, by the internal names of their classes.
    classes: BTreeMap<String, (PathBuf, Option<Stamp>)>,
}

impl Files {
    /// The files of a class path.
    pub fn of(class_path: &ClassPath) -> Files {
        let mut files = Files::default();
        for source in class_path.sources() {
            match source {
                ClassSource::Archive(_) => files.note(source.path()),
                ClassSource::Directory(_) => {
                    // What cannot be listed is told where it is needed.
                    for listed in source.list().unwrap_or_default() {
                        let Some(name) = listed.class_name() else { continue };
                        let path = source.path().join(&*listed.name);
                        files.classes.entry(name.to_owned()).or_insert_with(|| (path.clone(), Stamp::of(&path)));
                    }
                }
                ClassSource::Image(_) => {}
            }
        }
        files
    }

    /// Takes note of a file that is about to be read. What the system makes up while it is read is none.
    pub fn note(&self, path: &Path) {
        let is_made_up = ["/proc", "/sys", "/dev"].iter().any(|top| path.starts_with(top));
        let mut read = self.read.borrow_mut();
        if !is_made_up && !read.contains_key(path) {
            read.insert(path.to_owned(), Stamp::of(path));
        }
    }

    /// A file that is another one now than when it was first looked at, in words; of class files those that a machine has loaded.
    pub fn changed(&self, vm: &Vm) -> Option<String> {
        let loaded = vm.program.classes.iter().filter(|class| !class.is_library());
        let loaded = loaded.filter_map(|class| self.classes.get(vm.program.name(class.name)));
        let read = self.read.borrow();
        let all = read.iter().map(|(path, stamp)| (path, *stamp)).chain(loaded.map(|(path, stamp)| (path, *stamp)));
        let mut different = all.map(|(path, then)| (path, then, Stamp::of(path))).filter(|(_, then, now)| then != now);
        different.next().map(|(path, _, now)| {
            let what = if now.is_some() { "has changed" } else { "has vanished" };
            format!("{} {what} while the check ran", path.display())
        })
    }
}
