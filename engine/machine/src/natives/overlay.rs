//! Files as the program sees them: those of the host, and over them what the program has written, made, renamed and removed.
//!
//! What it does to files is part of the state ([`Outside`]) and never reaches the disk. A file of the host's that is opened
//! for writing is copied first, for all that have it open. So it is in a single run.

use crate::host::{Errno, FileInfo};
use crate::interp::{Raise, Res};
use crate::state::{EPOCH_MILLIS, Entry, HostFile, Open, Opened, Outside};
use crate::vm::Vm;
use std::collections::BTreeSet;
use std::rc::Rc;

/// What comes of a system call.
type Call<T> = Res<Result<T, Errno>>;

/// Files that programs write are numbered from here, beyond what file systems use.
const INODES: u64 = 1 << 62;

/// How a file is opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct OpenMode {
    pub reads: bool,
    pub writes: bool,
    pub appends: bool,
    /// Made if there is none.
    pub creates: bool,
    /// It is an error if there is one.
    pub is_new: bool,
    pub truncates: bool,
}

impl OpenMode {
    /// For reading alone.
    pub(super) const READ: OpenMode =
        OpenMode { reads: true, writes: false, appends: false, creates: false, is_new: false, truncates: false };
}

/// What is at a path, the program's own doings considered.
enum There {
    Nothing(Errno),
    Directory(FileInfo),
    /// A file that the program has written.
    Written(u32),
    /// Something else of the host's.
    Host(FileInfo),
}

/// A path without `.`, `..` and double slashes.
fn normal(path: &str) -> String {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop();
            }
            name => parts.push(name),
        }
    }
    format!("/{}", parts.join("/"))
}

fn parent(path: &str) -> &str {
    match path.rfind('/') {
        Some(0) | None => "/",
        Some(at) => &path[..at],
    }
}

impl Outside {
    /// The lowest number that no file has.
    fn free_number(&self) -> u32 {
        (0..u32::MAX).find(|number| !self.files.contains_key(number)).unwrap_or(u32::MAX)
    }

    /// Forgets files that are neither at a path nor open.
    fn forget_files(&mut self) {
        let mut kept: BTreeSet<u32> = BTreeSet::new();
        kept.extend(self.paths.values().filter_map(|entry| match entry {
            Entry::File(number) => Some(*number),
            Entry::Gone | Entry::Directory => None,
        }));
        kept.extend(self.open.iter().flatten().filter_map(|open| match open.what {
            Opened::Written(number) => Some(number),
            Opened::Host(_) | Opened::Directory { .. } | Opened::Random | Opened::Null => None,
        }));
        self.files.retain(|number, _| kept.contains(number));
    }
}

impl Vm {
    /// The name that a path has in the layer: the host's links on the way are followed, and one at the end if `follows`.
    fn layer_name(&self, path: &str, follows: bool) -> String {
        let full = if path.contains("/..") {
            self.world.files.canonical(path).unwrap_or_else(|_| normal(path))
        } else {
            normal(path)
        };
        if follows && let Ok(real) = self.world.files.canonical(&full) {
            return real;
        }
        let mut known = parent(&full);
        loop {
            if let Ok(real) = self.world.files.canonical(known) {
                return normal(&format!("{real}{}", &full[known.trim_end_matches('/').len()..]));
            }
            if known == "/" {
                return full;
            }
            known = parent(known);
        }
    }

    fn there(&self, path: &str, follows: bool) -> There {
        let outside = self.state.outside();
        if !outside.paths.is_empty() {
            let name = self.layer_name(path, follows);
            match outside.paths.get(&*name) {
                Some(Entry::Gone) => return There::Nothing(Errno::NOT_FOUND),
                Some(Entry::Directory) => return There::Directory(self.written_info(0o040_755, 0, 0)),
                Some(Entry::File(number)) => return There::Written(*number),
                None => {}
            }
        }
        let found = if follows { self.world.files.stat(path) } else { self.world.files.lstat(path) };
        match found {
            Ok(info) if info.is_directory() => There::Directory(info),
            Ok(info) => There::Host(info),
            Err(errno) => There::Nothing(errno),
        }
    }

    /// What is known of something that the program has made. It has no time of its own: that is among the assumptions.
    fn written_info(&self, mode: u32, number: u32, len: usize) -> FileInfo {
        let time = EPOCH_MILLIS * 1_000_000;
        FileInfo {
            mode,
            inode: INODES + u64::from(number),
            device: 1,
            links: 1,
            user: self.world.files.user(),
            group: 0,
            len: len as u64,
            accessed: time,
            modified: time,
            changed: time,
            created: None,
        }
    }

    fn file_info(&self, number: u32) -> FileInfo {
        let len = self.state.outside().files.get(&number).map_or(0, |bytes| bytes.len());
        self.written_info(0o100_644, number, len)
    }

    /// What is at a path, a link at its end followed or not.
    pub(super) fn stat(&self, path: &str, follows: bool) -> Result<FileInfo, Errno> {
        match self.there(path, follows) {
            There::Nothing(errno) => Err(errno),
            There::Directory(info) | There::Host(info) => Ok(info),
            There::Written(number) => Ok(self.file_info(number)),
        }
    }

    /// The path with links followed.
    pub(super) fn canonical(&self, path: &str) -> Result<String, Errno> {
        match self.there(path, true) {
            There::Nothing(errno) => Err(errno),
            There::Directory(_) | There::Written(_) | There::Host(_) => {
                self.world.files.canonical(path).or_else(|_| Ok(self.layer_name(path, true)))
            }
        }
    }

    /// The names in a directory, sorted.
    pub(super) fn list(&self, path: &str) -> Result<Vec<String>, Errno> {
        match self.there(path, true) {
            There::Nothing(errno) => return Err(errno),
            There::Directory(_) => {}
            There::Written(_) | There::Host(_) => return Err(Errno::NOT_DIRECTORY),
        }
        let names = self.world.files.list(path).unwrap_or_default();
        let outside = self.state.outside();
        if outside.paths.is_empty() {
            return Ok(names);
        }
        let mut names: BTreeSet<String> = names.into_iter().collect();
        let name = self.layer_name(path, true);
        for (path, entry) in outside.paths.iter().filter(|(path, _)| parent(path) == name && ***path != *"/") {
            let last = &path[path.rfind('/').map_or(0, |at| at + 1)..];
            match entry {
                Entry::Gone => names.remove(last),
                Entry::Directory | Entry::File(_) => names.insert(last.to_owned()),
            };
        }
        Ok(names.into_iter().collect())
    }

    /// Whether something can be made at a path or removed there.
    fn check_parent(&self, name: &str) -> Result<(), Errno> {
        let info = self.stat(parent(name), true)?;
        match info.is_directory() {
            true if info.allows(self.world.files.user(), 2) => Ok(()),
            true => Err(Errno::ACCESS),
            false => Err(Errno::NOT_DIRECTORY),
        }
    }

    // ----- descriptors -----

    /// What is open under a number.
    pub(super) fn opened(&self, fd: i32) -> Option<&Open> {
        usize::try_from(fd - 3).ok().and_then(|at| self.state.outside().open.get(at)).and_then(Option::as_ref)
    }

    /// The content of an open file; none of what is open has it.
    pub(super) fn opened_content(&self, fd: i32) -> &[u8] {
        match self.opened(fd).map(|open| &open.what) {
            Some(Opened::Host(file)) => &file.content,
            Some(Opened::Written(number)) => self.state.outside().files.get(number).map_or(&[], |bytes| bytes),
            Some(Opened::Directory { .. } | Opened::Random | Opened::Null) | None => &[],
        }
    }

    /// What is known of what is open.
    pub(super) fn opened_info(&self, fd: i32) -> Option<FileInfo> {
        Some(match &self.opened(fd)?.what {
            Opened::Host(file) => file.info,
            Opened::Written(number) => self.file_info(*number),
            Opened::Directory { path, .. } => self.stat(path, true).unwrap_or_default(),
            Opened::Random | Opened::Null => FileInfo { mode: 0o020_666, ..FileInfo::default() },
        })
    }

    /// Moves in an open file.
    pub(super) fn move_to(&mut self, fd: i32, to: usize) {
        let open = &mut self.state.outside_mut().open;
        if let Some(open) = usize::try_from(fd - 3).ok().and_then(|at| open.get_mut(at)).and_then(Option::as_mut) {
            open.at = to;
        }
    }

    fn add_open(&mut self, open: Open) -> i32 {
        let files = &mut self.state.outside_mut().open;
        let at = files.iter().position(Option::is_none).unwrap_or(files.len());
        if at == files.len() {
            files.push(None);
        }
        files[at] = Some(open);
        at as i32 + 3
    }

    /// Closes what is open under a number.
    pub(super) fn close_number(&mut self, fd: i32) {
        let Some(at) = usize::try_from(fd - 3).ok().filter(|_| self.opened(fd).is_some()) else { return };
        let outside = self.state.outside_mut();
        outside.open[at] = None;
        while outside.open.last().is_some_and(Option::is_none) {
            outside.open.pop();
        }
        outside.forget_files();
    }

    /// Opens a file or directory and gives its number.
    pub(super) fn open_path(&mut self, path: &str, mode: OpenMode) -> Call<i32> {
        let there = self.there(path, true);
        if mode.is_new && mode.creates && !matches!(there, There::Nothing(_)) {
            return Ok(Err(Errno::EXISTS));
        }
        let what = match there {
            There::Nothing(Errno::NOT_FOUND) if mode.creates => {
                let name = self.layer_name(path, true);
                if let Err(errno) = self.check_parent(&name) {
                    return Ok(Err(errno));
                }
                Opened::Written(self.add_file(&name, Vec::new()))
            }
            There::Nothing(errno) => return Ok(Err(errno)),
            There::Directory(_) if mode.writes => return Ok(Err(Errno::IS_DIRECTORY)),
            There::Directory(_) => match self.list(path) {
                Ok(names) => Opened::Directory { path: path.into(), names: names.into() },
                Err(errno) => return Ok(Err(errno)),
            },
            There::Written(number) => Opened::Written(number),
            There::Host(info) => match self.open_of_host(path, info, mode)? {
                Ok(what) => what,
                Err(errno) => return Ok(Err(errno)),
            },
        };
        if let Opened::Written(number) = what
            && mode.truncates
            && mode.writes
        {
            self.state.outside_mut().files.insert(number, Rc::default());
        }
        Ok(Ok(self.add_open(Open { what, at: 0, writes: mode.writes, appends: mode.appends })))
    }

    fn open_of_host(&mut self, path: &str, info: FileInfo, mode: OpenMode) -> Call<Opened> {
        if matches!(path, "/dev/random" | "/dev/urandom") {
            return Ok(Ok(Opened::Random));
        }
        if path == "/dev/null" {
            return Ok(Ok(Opened::Null));
        }
        if !info.is_regular() {
            return Err(Raise::Unsupported(format!("opening {path}, which is no regular file")));
        }
        if mode.writes {
            if !info.allows(self.world.files.user(), 2) {
                return Ok(Err(Errno::ACCESS));
            }
            return Ok(self.copy_of_host(path).map(Opened::Written));
        }
        let content = match self.world.files.read(path) {
            Ok(content) => content,
            Err(errno) => return Ok(Err(errno)),
        };
        let info = FileInfo { len: content.len() as u64, ..info };
        let path = self.layer_name(path, true).into();
        Ok(Ok(Opened::Host(Rc::new(HostFile { path, info, content }))))
    }

    /// Takes a file of the host's into the layer, for all that have it open.
    fn copy_of_host(&mut self, path: &str) -> Result<u32, Errno> {
        let content = self.world.files.read(path)?;
        let name = self.layer_name(path, true);
        let number = self.add_file(&name, content.to_vec());
        for open in self.state.outside_mut().open.iter_mut().flatten() {
            if matches!(&open.what, Opened::Host(file) if *file.path == *name) {
                open.what = Opened::Written(number);
            }
        }
        Ok(number)
    }

    fn add_file(&mut self, name: &str, bytes: Vec<u8>) -> u32 {
        let outside = self.state.outside_mut();
        let number = outside.free_number();
        outside.files.insert(number, Rc::new(bytes));
        outside.paths.insert(name.into(), Entry::File(number));
        number
    }

    /// Writes where an open file is, or at a position; gives the position after it.
    pub(super) fn write_open(&mut self, fd: i32, bytes: &[u8], position: Option<usize>) -> Res<()> {
        let closed = || Raise::new("java/io/IOException", "Bad file descriptor");
        let Some(open) = self.opened(fd).filter(|open| open.writes) else { return Err(closed()) };
        let (number, at, appends) = match open.what {
            Opened::Written(number) => (number, open.at, open.appends),
            Opened::Null | Opened::Random => return Ok(()),
            Opened::Host(_) | Opened::Directory { .. } => return Err(closed()),
        };
        let files = &mut self.state.outside_mut().files;
        let content = Rc::make_mut(files.entry(number).or_default());
        let at = match position {
            Some(position) => position,
            None if appends => content.len(),
            None => at,
        };
        let end = at.checked_add(bytes.len()).filter(|&end| end <= i32::MAX as usize);
        let Some(end) = end else { return Err(Raise::new("java/io/IOException", "File too large")) };
        if content.len() < end {
            content.resize(end, 0);
        }
        content[at..end].copy_from_slice(bytes);
        if position.is_none() {
            self.move_to(fd, end);
        }
        Ok(())
    }

    /// Gives an open file a length.
    pub(super) fn set_len(&mut self, fd: i32, len: i64) -> Res<()> {
        let invalid = || Raise::new("java/io/IOException", "Invalid argument");
        let len = usize::try_from(len).ok().filter(|&len| len <= i32::MAX as usize).ok_or_else(invalid)?;
        let Some(&Open { what: Opened::Written(number), writes: true, .. }) = self.opened(fd) else {
            return Err(invalid());
        };
        Rc::make_mut(self.state.outside_mut().files.entry(number).or_default()).resize(len, 0);
        Ok(())
    }

    // ----- names -----

    /// Makes a directory.
    pub(super) fn make_directory(&mut self, path: &str) -> Call<()> {
        if !matches!(self.there(path, false), There::Nothing(_)) {
            return Ok(Err(Errno::EXISTS));
        }
        let name = self.layer_name(path, false);
        if let Err(errno) = self.check_parent(&name) {
            return Ok(Err(errno));
        }
        self.state.outside_mut().paths.insert(name.into(), Entry::Directory);
        Ok(Ok(()))
    }

    /// Removes a file, or a directory that is empty.
    pub(super) fn remove(&mut self, path: &str, kind: Removed) -> Call<()> {
        match (self.there(path, false), kind) {
            (There::Nothing(errno), _) => return Ok(Err(errno)),
            (There::Directory(_), Removed::File) => return Ok(Err(Errno::IS_DIRECTORY)),
            (There::Written(_) | There::Host(_), Removed::Directory) => return Ok(Err(Errno::NOT_DIRECTORY)),
            (There::Directory(_), Removed::Directory | Removed::Either) => {
                if self.list(path).is_ok_and(|names| !names.is_empty()) {
                    return Ok(Err(Errno::NOT_EMPTY));
                }
            }
            (There::Written(_) | There::Host(_), Removed::File | Removed::Either) => {}
        }
        let name = self.layer_name(path, false);
        if let Err(errno) = self.check_parent(&name) {
            return Ok(Err(errno));
        }
        self.forget_path(&name);
        Ok(Ok(()))
    }

    /// Nothing is at a path any more.
    fn forget_path(&mut self, name: &str) {
        let on_host = self.world.files.lstat(name).is_ok();
        let outside = self.state.outside_mut();
        match on_host {
            true => outside.paths.insert(name.into(), Entry::Gone),
            false => outside.paths.remove(name),
        };
        outside.forget_files();
    }

    /// Gives a file another name.
    pub(super) fn rename(&mut self, from: &str, to: &str) -> Call<()> {
        let number = match self.there(from, false) {
            There::Nothing(errno) => return Ok(Err(errno)),
            There::Directory(_) => return Err(Raise::Unsupported(format!("renaming the directory {from}"))),
            There::Written(number) => Some(number),
            There::Host(info) if info.is_regular() => None,
            There::Host(_) => return Err(Raise::Unsupported(format!("renaming {from}, which is no regular file"))),
        };
        if matches!(self.there(to, false), There::Directory(_)) {
            return Ok(Err(Errno::IS_DIRECTORY));
        }
        let (old, new) = (self.layer_name(from, false), self.layer_name(to, false));
        for name in [&old, &new] {
            if let Err(errno) = self.check_parent(name) {
                return Ok(Err(errno));
            }
        }
        if old == new {
            return Ok(Ok(()));
        }
        let number = match number {
            Some(number) => number,
            None => match self.copy_of_host(from) {
                Ok(number) => number,
                Err(errno) => return Ok(Err(errno)),
            },
        };
        self.state.outside_mut().paths.insert(new.into(), Entry::File(number));
        self.forget_path(&old);
        Ok(Ok(()))
    }

    /// Makes an empty file if there is nothing; answers whether it did.
    pub(super) fn make_file(&mut self, path: &str) -> Call<bool> {
        if !matches!(self.there(path, false), There::Nothing(_)) {
            return Ok(Ok(false));
        }
        let name = self.layer_name(path, false);
        if let Err(errno) = self.check_parent(&name) {
            return Ok(Err(errno));
        }
        self.add_file(&name, Vec::new());
        Ok(Ok(true))
    }
}

/// What may be removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Removed {
    File,
    Directory,
    Either,
}
