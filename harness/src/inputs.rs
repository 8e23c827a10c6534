//! What a verdict rests on beside the options: classes, what else is on the class path, the JDK.

use crate::report::model::{Class, Jdk};
use crate::target::Target;
use braid_engine::vm::Vm;
use braid_jvm_front::source::{ClassPath, ClassSource};
use sha2::{Digest, Sha256};
use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};

/// The classes of the class path that a machine has loaded, with hashes. Classes that the program has made up are not there.
pub fn classes(vm: &Vm, class_path: &ClassPath) -> Vec<Class> {
    let own = vm.program.classes.iter().filter(|class| !class.is_library());
    let names: BTreeSet<&str> = own.map(|class| vm.program.name(class.name)).collect();
    let hashed = names.into_iter().filter_map(|name| {
        let sha256 = class_hash(name, class_path)?;
        Some(Class { name: name.replace('/', "."), sha256 })
    });
    hashed.collect()
}

/// The hash of a class as the class path has it now; the name is as class files write it.
pub fn class_hash(name: &str, class_path: &ClassPath) -> Option<String> {
    // A class that cannot be read is none that was loaded.
    let found = class_path.find_class(name).ok().flatten()?;
    Some(hex(&Sha256::digest(&found.bytes[..])))
}

/// A hash of the names of everything on a class path, and of the contents of what is no class: classes that were looked for in
/// vain, and resources. Of archives all contents count, by their checksums. The current directory and the class path's words
/// count, too: a program may be told them as parts of other names. Nothing if something cannot be read.
pub fn surroundings(target: &Target) -> Option<String> {
    let mut hash = Sha256::new();
    let mut add = |bytes: &[u8]| {
        hash.update((bytes.len() as u64).to_le_bytes());
        hash.update(bytes);
    };
    // Of models everything counts: they are few.
    let models = target.model_path().ok()?;
    let is_model = |source: &ClassSource| models.sources().iter().any(|model| std::ptr::eq(model, source));
    add(std::env::current_dir().ok()?.as_os_str().as_encoded_bytes());
    add(target.class_path_words().unwrap_or_default().as_bytes());
    for source in target.class_path().sources().iter().chain(models.sources()) {
        match source {
            ClassSource::Archive(archive) => {
                add(b"archive");
                for (name, crc, size) in archive.checksums() {
                    add(name.as_bytes());
                    add(&crc.to_le_bytes());
                    add(&size.to_le_bytes());
                }
            }
            ClassSource::Directory(_) | ClassSource::Image(_) => {
                add(b"directory");
                // A folder can be found, too, even if there is nothing in it.
                folders(source.path()).iter().for_each(|folder| add(folder.as_bytes()));
                for listed in source.list().ok()? {
                    add(listed.name.as_bytes());
                    if !listed.name.ends_with(".class") || is_model(source) {
                        add(&source.read(&listed).ok()??.bytes);
                    }
                }
            }
        }
    }
    target.step_files()?.iter().for_each(|text| add(text));
    target.told_otherwise().iter().for_each(|word| add(word.as_bytes()));
    for file in target.host_files() {
        let names = if file.is_dir() { files_below(file) } else { vec![file.to_path_buf()] };
        for name in names {
            add(name.as_os_str().as_encoded_bytes());
            add(&std::fs::read(name).ok()?);
        }
    }
    Some(hex(&hash.finalize()))
}

/// The files below a folder, in order.
fn files_below(top: &Path) -> Vec<PathBuf> {
    let folders = folders(top).into_iter().map(|folder| top.join(folder));
    let inside = folders.flat_map(|folder| std::fs::read_dir(folder).into_iter().flatten().flatten());
    let mut files: Vec<PathBuf> = inside.map(|entry| entry.path()).filter(|path| path.is_file()).collect();
    files.sort();
    files
}

/// The folders below a directory, in order; each once, whatever links lead there.
fn folders(top: &Path) -> Vec<String> {
    let mut been = HashSet::new();
    let mut all = Vec::new();
    let mut todo = vec![top.to_path_buf()];
    while let Some(folder) = todo.pop() {
        if !std::fs::canonicalize(&folder).is_ok_and(|real| been.insert(real)) {
            continue;
        }
        all.push(folder.strip_prefix(top).unwrap_or(&folder).to_string_lossy().into_owned());
        let inside = std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path());
        todo.extend(inside.filter(|path| path.is_dir()));
    }
    all.sort();
    all
}

/// The JDK that a target runs on. Its class library is too large to be read whole: a JDK is told from another one by what its
/// `release` file says (version, vendor, build) and by the size of the library.
pub fn jdk(target: &Target) -> Jdk {
    let jdk = target.jdk();
    let mut hash = Sha256::new();
    hash.update(std::fs::read(jdk.home().join("release")).unwrap_or_default());
    let size = std::fs::metadata(jdk.home().join("lib/modules")).map_or(0, |meta| meta.len());
    hash.update(size.to_le_bytes());
    Jdk { version: jdk.version().to_string(), feature: jdk.feature(), release: hex(&hash.finalize()) }
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
