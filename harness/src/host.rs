//! What a checked program sees of the machine that Braid runs on: standard input and files, to read.

use crate::changes::Files;
use crate::output::complain;
use braid_engine::host::{Errno, FileInfo, FileSystem, Input};
use braid_engine::state::{Entry, Outside};
use std::cell::OnceCell;
use std::io::{ErrorKind, IsTerminal as _, Read as _};
use std::os::unix::fs::MetadataExt as _;
use std::path::Path;
use std::rc::Rc;

/// The command's own standard input, piece by piece.
pub struct HostInput;

impl Input for HostInput {
    fn next(&mut self) -> Option<Vec<u8>> {
        let mut bytes = vec![0; 64 << 10];
        // Past the buffer of the standard library, which would hide what is in it from `ready`.
        let count = rustix::io::read(std::io::stdin(), &mut bytes[..]).ok().filter(|&count| count > 0)?;
        bytes.truncate(count);
        Some(bytes)
    }

    fn ready(&self) -> usize {
        rustix::io::ioctl_fionread(std::io::stdin()).ok().and_then(|count| count.try_into().ok()).unwrap_or(0)
    }

    fn waits_for_output(&self) -> bool {
        true
    }
}

/// All of the command's standard input, the same in every schedule. It is read when the first schedule asks for it:
/// who starts Braid may leave it open for ever. A terminal counts as empty, since a search cannot ask.
#[derive(Clone, Default)]
pub struct WholeInput {
    bytes: Rc<OnceCell<Vec<u8>>>,
    taken: bool,
}

impl WholeInput {
    /// These bytes instead.
    pub fn known(bytes: Vec<u8>) -> Self {
        WholeInput { bytes: Rc::new(OnceCell::from(bytes)), taken: false }
    }

    /// Whether a schedule has asked for it.
    pub fn was_read(&self) -> bool {
        self.bytes.get().is_some()
    }

    fn bytes(&self) -> &[u8] {
        self.bytes.get_or_init(|| {
            let mut bytes = Vec::new();
            if !std::io::stdin().is_terminal()
                && let Err(error) = std::io::stdin().read_to_end(&mut bytes)
            {
                complain(format!("standard input: {error}"));
            }
            bytes
        })
    }
}

impl Input for WholeInput {
    fn next(&mut self) -> Option<Vec<u8>> {
        let first = !std::mem::replace(&mut self.taken, true);
        first.then(|| self.bytes().to_vec())
    }

    fn ready(&self) -> usize {
        if self.taken { 0 } else { self.bytes().len() }
    }

    fn waits_for_output(&self) -> bool {
        false
    }
}

/// The host's files, to read.
#[derive(Default)]
pub struct HostFiles {
    /// Takes note of what is read.
    pub seen: Rc<Files>,
}

impl FileSystem for HostFiles {
    fn stat(&self, path: &str) -> Result<FileInfo, Errno> {
        std::fs::metadata(path).map(|meta| info(&meta)).map_err(errno)
    }

    fn lstat(&self, path: &str) -> Result<FileInfo, Errno> {
        std::fs::symlink_metadata(path).map(|meta| info(&meta)).map_err(errno)
    }

    fn read(&self, path: &str) -> Result<Rc<[u8]>, Errno> {
        self.seen.note(Path::new(path));
        std::fs::read(path).map(Rc::from).map_err(errno)
    }

    fn list(&self, path: &str) -> Result<Vec<String>, Errno> {
        let entries = std::fs::read_dir(path).map_err(errno)?;
        let mut names: Vec<String> = entries.filter_map(|e| e.ok()?.file_name().into_string().ok()).collect();
        names.sort();
        Ok(names)
    }

    fn canonical(&self, path: &str) -> Result<String, Errno> {
        std::fs::canonicalize(path).map(|p| p.display().to_string()).map_err(errno)
    }

    fn read_link(&self, path: &str) -> Result<String, Errno> {
        std::fs::read_link(path).map(|p| p.display().to_string()).map_err(errno)
    }

    fn user(&self) -> u32 {
        // The owner of a process's own directory is the user it runs as.
        std::fs::metadata("/proc/self").map_or(0, |meta| meta.uid())
    }
}

/// Does to the disk what a program has done to files, and tells what could not be done. What is removed goes first, from the inside out,
/// since something of another kind may be there now.
pub fn write(outside: &Outside) -> Vec<String> {
    let mut failures = Vec::new();
    let mut note = |path: &str, done: std::io::Result<()>| match done {
        Ok(()) => {}
        Err(error) => failures.push(format!("{path}: {error}")),
    };
    let remove = |path: &str| match std::fs::symlink_metadata(path) {
        Ok(there) if there.is_dir() => std::fs::remove_dir(path),
        Ok(_) => std::fs::remove_file(path),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    };
    for (path, entry) in outside.paths.iter().rev() {
        let is_folder = Path::new(&**path).is_dir();
        match entry {
            Entry::Gone => note(path, remove(path)),
            Entry::File(_) if is_folder => note(path, remove(path)),
            Entry::File(_) | Entry::Directory => {}
        }
    }
    for (path, entry) in &outside.paths {
        match entry {
            Entry::Gone => {}
            Entry::Directory if Path::new(&**path).is_dir() => {}
            Entry::Directory => note(path, remove(path).and_then(|()| std::fs::create_dir(&**path))),
            Entry::File(number) => {
                let content = outside.files.get(number).map(|content| content.as_slice()).unwrap_or_default();
                let is_same = std::fs::read(&**path).is_ok_and(|there| there == content);
                note(path, if is_same { Ok(()) } else { std::fs::write(&**path, content) });
            }
        }
    }
    failures
}

fn errno(error: std::io::Error) -> Errno {
    error.raw_os_error().map_or(Errno::INVALID, Errno)
}

fn info(meta: &std::fs::Metadata) -> FileInfo {
    let nanos = |seconds: i64, rest: i64| seconds.saturating_mul(1_000_000_000).saturating_add(rest);
    let created = meta.created().ok().and_then(|t| t.duration_since(std::time::UNIX_EPOCH).ok());
    FileInfo {
        mode: meta.mode(),
        inode: meta.ino(),
        device: meta.dev(),
        links: meta.nlink(),
        user: meta.uid(),
        group: meta.gid(),
        len: meta.len(),
        accessed: nanos(meta.atime(), meta.atime_nsec()),
        modified: nanos(meta.mtime(), meta.mtime_nsec()),
        changed: nanos(meta.ctime(), meta.ctime_nsec()),
        created: created.and_then(|d| i64::try_from(d.as_nanos()).ok()),
    }
}
