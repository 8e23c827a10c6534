//! Files: reads go to the host through [`crate::host::FileSystem`]; writes go nowhere but standard output and error.

use super::{Arguments, Outcome, Row, rows, zero};
use crate::host::{Errno, OpenFile};
use crate::interp::{Raise, Res};
use crate::program::{ObjId, ThreadId};
use crate::vm::Vm;

impl Vm {
    /// The number behind the `FileDescriptor` in field `fd` of a stream.
    fn descriptor_of(&mut self, stream: ObjId) -> Res<i32> {
        let class = self.state.heap.class_of(stream);
        let slot = self.slot(class, "fd");
        let descriptor = ObjId(self.state.heap.field(stream, slot) as u32);
        self.descriptor_number(descriptor)
    }

    pub(super) fn descriptor_number(&mut self, descriptor: ObjId) -> Res<i32> {
        if descriptor.is_null() {
            return Ok(-1);
        }
        let class = self.class("java/io/FileDescriptor")?;
        let slot = self.slot(class, "fd");
        Ok(self.state.heap.field(descriptor, slot) as u32 as i32)
    }

    pub(super) fn set_descriptor_number(&mut self, descriptor: ObjId, number: i32) -> Res<()> {
        let class = self.class("java/io/FileDescriptor")?;
        let slot = self.slot(class, "fd");
        self.state.heap.set_field(descriptor, slot, u64::from(number as u32));
        Ok(())
    }

    fn path_of_file(&mut self, file: ObjId) -> Res<String> {
        let class = self.class("java/io/File")?;
        let slot = self.slot(class, "path");
        let path = self.text(ObjId(self.state.heap.field(file, slot) as u32)).unwrap_or_default();
        Ok(self.absolute(&path))
    }

    pub(super) fn absolute(&self, path: &str) -> String {
        if path.starts_with('/') { path.to_string() } else { format!("{}/{path}", self.config.directory) }
    }

    /// An open file by its number.
    pub(super) fn open_file(&self, fd: i32) -> Option<&OpenFile> {
        usize::try_from(fd - 3).ok().and_then(|i| self.tables.open_files.get(i)).and_then(Option::as_ref)
    }

    /// The same for a change of its position.
    pub(super) fn change_file(&mut self, fd: i32, what: &str) -> Res<Option<&mut OpenFile>> {
        let files = &mut self.change_tables(what)?.open_files;
        Ok(usize::try_from(fd - 3).ok().and_then(|i| files.get_mut(i)).and_then(Option::as_mut))
    }

    /// Opens a file or directory for reading and gives its number.
    pub(super) fn open_path(&mut self, path: &str) -> Res<Result<i32, Errno>> {
        self.refuse_in_search("opening a file")?;
        let info = match self.world.files.stat(path) {
            Ok(info) => info,
            Err(errno) => return Ok(Err(errno)),
        };
        let random = matches!(path, "/dev/random" | "/dev/urandom");
        let (content, names) = if info.is_directory() {
            (Ok(Vec::new()), self.world.files.list(path))
        } else if info.is_regular() {
            (self.world.files.read(path), Ok(Vec::new()))
        } else if random || path == "/dev/null" {
            (Ok(Vec::new()), Ok(Vec::new()))
        } else {
            return Err(Raise::Unsupported(format!("reading {path}, which is no regular file")));
        };
        let (content, names) = match (content, names) {
            (Ok(content), Ok(names)) => (content, names),
            (Err(errno), _) | (_, Err(errno)) => return Ok(Err(errno)),
        };
        let file = Some(OpenFile { info, content, at: 0, names, random });
        let files = &mut self.change_tables("opening a file")?.open_files;
        let at = match files.iter().position(Option::is_none) {
            Some(free) => {
                files[free] = file;
                free
            }
            None => {
                files.push(file);
                files.len() - 1
            }
        };
        Ok(Ok(at as i32 + 3))
    }

    /// Closes a file. A search may go back to where it was open, so there it stays open: its descriptor says that it is not,
    /// and no other file is opened that could get its number.
    pub(super) fn close_number(&mut self, fd: i32) {
        let Ok(tables) = self.change_tables("closing a file") else { return };
        if let Some(file) = usize::try_from(fd - 3).ok().and_then(|i| tables.open_files.get_mut(i)) {
            *file = None;
        }
    }

    /// Reads from where the file is; `None` at its end.
    pub(super) fn read_open(&mut self, fd: i32, count: usize) -> Res<Option<Vec<u8>>> {
        if fd != 0 {
            self.refuse_in_search("reading a file")?;
        }
        if self.open_file(fd).is_some_and(|file| file.random) {
            return Ok(Some(self.random_bytes(count)));
        }
        if fd == 0 {
            self.await_input()?;
        }
        let (content, at): (&[u8], &mut usize) = if fd == 0 {
            (&self.config.stdin, &mut self.state.scalars.stdin)
        } else {
            match self.change_file(fd, "reading a file")? {
                Some(file) => (&file.content, &mut file.at),
                None => return Err(Raise::new("java/io/IOException", "Stream Closed")),
            }
        };
        if *at >= content.len() {
            return Ok(None);
        }
        let end = at.saturating_add(count).min(content.len());
        let bytes = content[*at..end].to_vec();
        *at = end;
        Ok(Some(bytes))
    }

    fn left_in(&mut self, fd: i32) -> usize {
        if fd == 0 {
            let more = self.world.input.as_ref().map_or(0, |input| input.ready());
            return self.config.stdin.len() - self.state.scalars.stdin + more;
        }
        self.open_file(fd).map_or(0, |file| file.content.len().saturating_sub(file.at))
    }

    /// Makes sure that there is standard input to take, or that it has ended. If what the program has written must be seen
    /// before anybody answers, the thread first gives way to whoever shows output.
    fn await_input(&mut self) -> Res<()> {
        let Some(input) = &self.world.input else { return Ok(()) };
        if self.state.scalars.stdin < self.config.stdin.len() {
            return Ok(());
        }
        if self.run.stop_depth.is_some() || !input.waits_for_output() {
            self.take_input();
            return Ok(());
        }
        (self.run.needs_input, self.run.yielded) = (true, true);
        Err(Raise::Again)
    }

    /// Takes what standard input has next, waiting for it if need be.
    pub(crate) fn take_input(&mut self) {
        match self.world.input.as_mut().and_then(|input| input.next()) {
            Some(bytes) => self.config.stdin.extend_from_slice(&bytes),
            None => self.world.input = None,
        }
    }
}

fn read_bytes(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let fd = vm.descriptor_of(args.obj(0))?;
    let (array, offset, len) = (args.non_null(1)?, args.int(2), args.int(3));
    let size = vm.state.heap.array_len(array) as i32;
    if offset < 0 || len < 0 || offset > size - len {
        return Err(Raise::bare("java/lang/IndexOutOfBoundsException"));
    }
    if len == 0 {
        return Outcome::int(0);
    }
    match vm.read_open(fd, len as usize)? {
        None => Outcome::int(-1),
        Some(bytes) => {
            vm.state.heap.bytes_mut(array, offset as usize, bytes.len()).copy_from_slice(&bytes);
            Outcome::int(bytes.len() as i32)
        }
    }
}

fn read_one(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let fd = vm.descriptor_of(args.obj(0))?;
    match vm.read_open(fd, 1)? {
        None => Outcome::int(-1),
        Some(bytes) => Outcome::int(i32::from(bytes[0])),
    }
}

fn available(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let fd = vm.descriptor_of(args.obj(0))?;
    Outcome::int(vm.left_in(fd) as i32)
}

fn skip(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let fd = vm.descriptor_of(args.obj(0))?;
    let count = args.long(1);
    let file = if fd == 0 { None } else { vm.change_file(fd, "moving in a file")? };
    match file {
        // Seeking may go beyond the end, and back.
        Some(file) => {
            let before = file.at as i64;
            file.at = usize::try_from(before.saturating_add(count))
                .map_err(|_| Raise::new("java/io/IOException", "Invalid argument"))?;
            Outcome::long(file.at as i64 - before)
        }
        None => Outcome::long(vm.read_open(fd, count.max(0) as usize)?.map_or(0, |b| b.len()) as i64),
    }
}

fn length(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let fd = vm.descriptor_of(args.obj(0))?;
    Outcome::long(vm.open_file(fd).map_or(0, |file| file.content.len() as i64))
}

fn position(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let fd = vm.descriptor_of(args.obj(0))?;
    Outcome::long(vm.open_file(fd).map_or(0, |file| file.at as i64))
}

fn seek(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let fd = vm.descriptor_of(args.obj(0))?;
    let to = usize::try_from(args.long(1)).map_err(|_| Raise::new("java/io/IOException", "Negative seek offset"))?;
    match vm.change_file(fd, "moving in a file")? {
        Some(file) => {
            file.at = to;
            Outcome::void()
        }
        None => Err(Raise::new("java/io/IOException", "Stream Closed")),
    }
}

fn open_read(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let name = vm.text(args.non_null(1)?).unwrap_or_default();
    let path = vm.absolute(&name);
    let opened = match vm.world.files.stat(&path) {
        Ok(info) if info.is_directory() => Err(Errno::IS_DIRECTORY),
        Ok(_) => vm.open_path(&path)?,
        Err(errno) => Err(errno),
    };
    let number =
        opened.map_err(|errno| Raise::new("java/io/FileNotFoundException", format!("{name} ({})", errno.text())))?;
    let class = vm.state.heap.class_of(args.obj(0));
    let slot = vm.slot(class, "fd");
    let descriptor = ObjId(vm.state.heap.field(args.obj(0), slot) as u32);
    vm.set_descriptor_number(descriptor, number)?;
    Outcome::void()
}

/// `RandomAccessFile.open0`: reading (mode 1) is what there is.
fn open_random(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    if args.int(2) & 1 == 1 { open_read(vm, tid, args) } else { open_write(vm, tid, args) }
}

fn is_regular(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let fd = vm.descriptor_number(args.obj(1))?;
    Outcome::bool(vm.open_file(fd).is_some_and(|file| file.info.is_regular()))
}

fn open_write(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let name = vm.text(args.non_null(1)?).unwrap_or_default();
    Err(Raise::Unsupported(format!("writing the file {name} (a checked program must not write the disk)")))
}

fn write_bytes(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let fd = vm.descriptor_of(args.obj(0))?;
    let (array, offset, len) = (args.non_null(1)?, args.int(2) as usize, args.int(3) as usize);
    let bytes = vm.state.heap.bytes_of(array)[offset..offset + len].to_vec();
    write_to(vm, fd, &bytes)
}

fn write_one(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let fd = vm.descriptor_of(args.obj(0))?;
    write_to(vm, fd, &[args.int(1) as u8])
}

fn write_to(vm: &mut Vm, fd: i32, bytes: &[u8]) -> Res<Outcome> {
    match fd {
        1 | 2 => {
            vm.state.write(fd as u8, bytes);
            Outcome::void()
        }
        _ => Err(Raise::new("java/io/IOException", "Stream Closed")),
    }
}

fn close(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let fd = vm.descriptor_number(args.obj(0))?;
    vm.close_number(fd);
    vm.set_descriptor_number(args.obj(0), -1)?;
    Outcome::void()
}

fn attributes(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    const EXISTS: i32 = 1;
    const REGULAR: i32 = 2;
    const DIRECTORY: i32 = 4;
    let path = vm.path_of_file(args.non_null(1)?)?;
    Outcome::int(vm.world.files.stat(&path).map_or(0, |info| {
        EXISTS
            + if info.is_directory() {
                DIRECTORY
            } else if info.is_regular() {
                REGULAR
            } else {
                0
            }
    }))
}

fn file_length(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let path = vm.path_of_file(args.non_null(1)?)?;
    Outcome::long(vm.world.files.stat(&path).map_or(0, |info| info.len as i64))
}

fn last_modified(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let path = vm.path_of_file(args.non_null(1)?)?;
    Outcome::long(vm.world.files.stat(&path).map_or(0, |info| info.modified.div_euclid(1_000_000)))
}

fn check_access(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let path = vm.path_of_file(args.non_null(1)?)?;
    let (user, wanted) = (vm.world.files.user(), args.int(2) as u32);
    Outcome::bool(vm.world.files.stat(&path).is_ok_and(|info| info.allows(user, wanted)))
}

fn list(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let path = vm.path_of_file(args.non_null(1)?)?;
    let Ok(names) = vm.world.files.list(&path) else { return Outcome::obj(ObjId::NULL) };
    let array = vm.new_array("[Ljava/lang/String;", names.len() as u32)?;
    for (i, name) in names.iter().enumerate() {
        let name = vm.new_string(name);
        vm.state.heap.set_ref_at(array, i as u32, name);
    }
    Outcome::obj(array)
}

fn canonicalize(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let path = vm.text(args.non_null(1)?).unwrap_or_default();
    let full = vm.absolute(&path);
    let canonical = vm.world.files.canonical(&full).unwrap_or(full);
    Outcome::obj(vm.new_string(&canonical))
}

/// Making a directory that is there, or removing or renaming a file that is not, fails; anything else would write.
fn refuse_write(vm: &mut Vm, args: Arguments, fails_if: Presence) -> Res<Outcome> {
    let path = vm.path_of_file(args.non_null(1)?)?;
    let presence = if vm.world.files.lstat(&path).is_ok() { Presence::There } else { Presence::Missing };
    if presence == fails_if {
        return Outcome::bool(false);
    }
    Err(Raise::Unsupported(format!("changing the file {path} (a checked program must not write the disk)")))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Presence {
    There,
    Missing,
}

pub(super) const ROWS: &[Row] = rows! {
    "java/io/FileDescriptor" {
        "getHandle" "(I)J" [Nothing, Computed] => |_, _, _| Outcome::long(-1),
        "getAppend" "(I)Z" [Nothing, Computed] => zero,
        "close0" "()V" [Outside(&[]), Computed] => close,
        "sync" "()V" [Nothing, Computed] => super::nothing,
        "sync0" "()V" [Nothing, Computed] => super::nothing,
    }
    "java/io/FileInputStream" {
        "open0" "(Ljava/lang/String;)V" [Outside(&[]), Pinned(PinnedAnswer::Files)] => open_read,
        "readBytes" "([BII)I" [Outside(&[filled(1)]), Pinned(PinnedAnswer::Files)] => read_bytes,
        "read0" "()I" [Outside(&[]), Pinned(PinnedAnswer::Files)] => read_one,
        "available0" "()I" [Outside(&[]), Pinned(PinnedAnswer::Files)] => available,
        "skip0" "(J)J" [Outside(&[]), Pinned(PinnedAnswer::Files)] => skip,
        "length0" "()J" [Outside(&[]), Pinned(PinnedAnswer::Files)] => length,
        "position0" "()J" [Outside(&[]), Pinned(PinnedAnswer::Files)] => position,
        "isRegularFile0" "(Ljava/io/FileDescriptor;)Z" [Outside(&[]), Pinned(PinnedAnswer::Files)] => is_regular,
    }
    "java/io/RandomAccessFile" {
        "open0" "(Ljava/lang/String;I)V" [Outside(&[]), Pinned(PinnedAnswer::Files)] => open_random,
        "read0" "()I" [Outside(&[]), Pinned(PinnedAnswer::Files)] => read_one,
        "readBytes" "([BII)I" [Outside(&[filled(1)]), Pinned(PinnedAnswer::Files)] => read_bytes,
        "readBytes0" "([BII)I" [Outside(&[filled(1)]), Pinned(PinnedAnswer::Files)] => read_bytes,
        "getFilePointer" "()J" [Outside(&[]), Pinned(PinnedAnswer::Files)] => position,
        "seek0" "(J)V" [Outside(&[]), Pinned(PinnedAnswer::Files)] => seek,
        "length" "()J" [Outside(&[]), Pinned(PinnedAnswer::Files)] => length,
        "length0" "()J" [Outside(&[]), Pinned(PinnedAnswer::Files)] => length,
    }
    "java/io/FileOutputStream" {
        "open0" "(Ljava/lang/String;Z)V" [Outside(&[]), Pinned(PinnedAnswer::Files)] => open_write,
        "writeBytes" "([BIIZ)V" [Output(&[part(1)]), Computed] => write_bytes,
        "write" "(IZ)V" [Output(&[]), Computed] => write_one,
    }
    "java/io/UnixFileSystem" {
        "getBooleanAttributes0" "(Ljava/io/File;)I" [Nothing, Pinned(PinnedAnswer::Files)] => attributes,
        "getLength" "(Ljava/io/File;)J" [Nothing, Pinned(PinnedAnswer::Files)] => file_length,
        "getLength0" "(Ljava/io/File;)J" [Nothing, Pinned(PinnedAnswer::Files)] => file_length,
        "getLastModifiedTime" "(Ljava/io/File;)J" [Nothing, Pinned(PinnedAnswer::Files)] => last_modified,
        "getLastModifiedTime0" "(Ljava/io/File;)J" [Nothing, Pinned(PinnedAnswer::Files)] => last_modified,
        "checkAccess" "(Ljava/io/File;I)Z" [Nothing, Pinned(PinnedAnswer::Files)] => check_access,
        "checkAccess0" "(Ljava/io/File;I)Z" [Nothing, Pinned(PinnedAnswer::Files)] => check_access,
        "list" "(Ljava/io/File;)[Ljava/lang/String;" [Nothing, Pinned(PinnedAnswer::Files)] => list,
        "list0" "(Ljava/io/File;)[Ljava/lang/String;" [Nothing, Pinned(PinnedAnswer::Files)] => list,
        "canonicalize0" "(Ljava/lang/String;)Ljava/lang/String;" [Nothing, Pinned(PinnedAnswer::Files)] => canonicalize,
        "createDirectory" "(Ljava/io/File;)Z" [Nothing, Pinned(PinnedAnswer::Files)] => |vm, _, args| refuse_write(vm, args, Presence::There),
        "createDirectory0" "(Ljava/io/File;)Z" [Nothing, Pinned(PinnedAnswer::Files)] => |vm, _, args| refuse_write(vm, args, Presence::There),
        "delete0" "(Ljava/io/File;)Z" [Nothing, Pinned(PinnedAnswer::Files)] => |vm, _, args| refuse_write(vm, args, Presence::Missing),
        "rename0" "(Ljava/io/File;Ljava/io/File;)Z" [Nothing, Pinned(PinnedAnswer::Files)] => |vm, _, args| refuse_write(vm, args, Presence::Missing),
    }
    "java/io/Console" {
        "istty" "()Z" [Nothing, Pinned(PinnedAnswer::Host)] => zero,
        "ttyStatus" "()I" [Nothing, Pinned(PinnedAnswer::Host)] => zero,
        "encoding" "()Ljava/lang/String;" [Nothing, Pinned(PinnedAnswer::Host)] => zero,
    }
};
