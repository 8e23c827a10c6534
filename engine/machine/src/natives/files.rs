//! `java.io`: files as `overlay.rs` shows them, standard input, output and error.

use super::effect::{Answer, Effect, PinnedAnswer, part};
use super::overlay::{OpenMode, Removed};
use super::{Arguments, Outcome, Row, rows, zero};
use crate::host::Errno;
use crate::interp::{Raise, Res};
use crate::program::{ObjId, ThreadId};
use crate::state::{FrameExit, Opened};
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

    /// Reads from where the file is; `None` at its end.
    pub(super) fn read_open(&mut self, fd: i32, count: usize) -> Res<Option<Vec<u8>>> {
        if fd == 0 {
            self.await_input()?;
            let at = &mut self.state.scalars.stdin;
            let bytes = self.config.stdin[(*at).min(self.config.stdin.len())..].iter().take(count).copied().collect();
            *at += Vec::len(&bytes);
            return Ok((!bytes.is_empty() || count == 0).then_some(bytes));
        }
        let Some(open) = self.opened(fd) else { return Err(Raise::new("java/io/IOException", "Stream Closed")) };
        if open.what == Opened::Random {
            return Ok(Some(self.random_bytes(count)));
        }
        let at = open.at;
        let content = self.opened_content(fd);
        if at >= content.len() {
            return Ok(None);
        }
        let end = at.saturating_add(count).min(content.len());
        let bytes = content[at..end].to_vec();
        self.move_to(fd, end);
        Ok(Some(bytes))
    }

    fn left_in(&mut self, fd: i32) -> usize {
        if fd == 0 {
            let more = self.world.input.as_ref().map_or(0, |input| input.ready());
            return self.config.stdin.len() - self.state.scalars.stdin + more;
        }
        self.opened(fd).map_or(0, |open| self.opened_content(fd).len().saturating_sub(open.at))
    }

    /// Makes sure that there is standard input to take, or that it has ended. If what the program has written must be seen
    /// before there is an answer, the thread first gives way to threads that show output.
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
    match vm.opened(fd).map(|open| open.at) {
        // Seeking may go beyond the end, and back.
        Some(before) => {
            let to = usize::try_from((before as i64).saturating_add(count))
                .map_err(|_| Raise::new("java/io/IOException", "Invalid argument"))?;
            vm.move_to(fd, to);
            Outcome::long(to as i64 - before as i64)
        }
        None => Outcome::long(vm.read_open(fd, count.max(0) as usize)?.map_or(0, |b| b.len()) as i64),
    }
}

fn length(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let fd = vm.descriptor_of(args.obj(0))?;
    Outcome::long(vm.opened_content(fd).len() as i64)
}

fn position(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let fd = vm.descriptor_of(args.obj(0))?;
    Outcome::long(vm.opened(fd).map_or(0, |open| open.at as i64))
}

fn seek(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let fd = vm.descriptor_of(args.obj(0))?;
    let to = usize::try_from(args.long(1)).map_err(|_| Raise::new("java/io/IOException", "Negative seek offset"))?;
    if vm.opened(fd).is_none() {
        return Err(Raise::new("java/io/IOException", "Stream Closed"));
    }
    vm.move_to(fd, to);
    Outcome::void()
}

/// Opens a file for a stream, whose descriptor then has its number.
fn open_stream(vm: &mut Vm, args: Arguments, mode: OpenMode) -> Res<Outcome> {
    let name = vm.text(args.non_null(1)?).unwrap_or_default();
    let path = vm.absolute(&name);
    let opened = match vm.stat(&path, true) {
        Ok(info) if info.is_directory() => Err(Errno::IS_DIRECTORY),
        Ok(info) if mode.reads && !info.allows(vm.world.files.user(), 4) => Err(Errno::ACCESS),
        Ok(_) | Err(_) => vm.open_path(&path, mode)?,
    };
    let number =
        opened.map_err(|errno| Raise::new("java/io/FileNotFoundException", format!("{name} ({})", errno.text())))?;
    let class = vm.state.heap.class_of(args.obj(0));
    let slot = vm.slot(class, "fd");
    let descriptor = ObjId(vm.state.heap.field(args.obj(0), slot) as u32);
    vm.set_descriptor_number(descriptor, number)?;
    Outcome::void()
}

fn open_read(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    open_stream(vm, args, OpenMode::READ)
}

/// `RandomAccessFile.open0`: 1 is for reading alone, 2 for both.
fn open_random(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let mode = match args.int(2) & 1 {
        1 => OpenMode::READ,
        _ => OpenMode { writes: true, creates: true, ..OpenMode::READ },
    };
    open_stream(vm, args, mode)
}

fn open_write(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let appends = args.bool(2);
    let mode = OpenMode { writes: true, creates: true, appends, truncates: !appends, ..OpenMode::default() };
    open_stream(vm, args, mode)
}

fn is_regular(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let fd = vm.descriptor_number(args.obj(1))?;
    Outcome::bool(vm.opened_info(fd).is_some_and(|info| info.is_regular()))
}

fn set_length(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let fd = vm.descriptor_of(args.obj(0))?;
    vm.set_len(fd, args.long(1))?;
    // As `ftruncate` and what the class library's native does after it: no position is beyond the end.
    if let Some(at) = vm.opened(fd).map(|open| open.at)
        && at as i64 > args.long(1)
    {
        vm.move_to(fd, args.long(1).max(0) as usize);
    }
    Outcome::void()
}

fn write_bytes(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let (array, offset, len) = (args.non_null(1)?, args.int(2), args.int(3));
    let size = vm.state.heap.array_len(array) as i32;
    if offset < 0 || len < 0 || offset > size - len {
        return Err(Raise::bare("java/lang/IndexOutOfBoundsException"));
    }
    write_from(vm, args.obj(0), array, offset, len)
}

fn write_one(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let array = vm.new_array("[B", 1)?;
    vm.state.heap.bytes_mut(array, 0, 1)[0] = args.int(1) as u8;
    write_from(vm, args.obj(0), array, 0, 1)
}

/// Output is written at once. A file is written by a native of its own: other threads can see that.
fn write_from(vm: &mut Vm, stream: ObjId, array: ObjId, offset: i32, len: i32) -> Res<Outcome> {
    let fd = vm.descriptor_of(stream)?;
    if matches!(fd, 1 | 2) {
        let bytes = vm.state.heap.bytes_of(array)[offset as usize..(offset + len) as usize].to_vec();
        vm.state.write(fd as u8, &bytes);
        return Outcome::void();
    }
    let int = |v: i32| u64::from(v as u32);
    let args = vec![u64::from(stream.0), u64::from(array.0), int(offset), int(len)];
    Ok(Outcome::Tail { method: vm.known.write_file, args, exit: FrameExit::Plain })
}

/// The native that writes a file.
pub(super) const WRITE_FILE: Row = Row {
    class: "<engine>",
    name: "writeFile",
    descriptor: "(Ljava/lang/Object;[BII)V",
    effect: Effect::Outside(&[part(1)]),
    answer: Answer::Pinned(PinnedAnswer::Files),
    run: |vm, _, args| {
        let fd = vm.descriptor_of(args.obj(0))?;
        let (offset, len) = (args.int(2) as usize, args.int(3) as usize);
        let bytes = vm.state.heap.bytes_of(args.obj(1))[offset..offset + len].to_vec();
        if vm.opened(fd).is_none() {
            return Err(Raise::new("java/io/IOException", "Stream Closed"));
        }
        vm.write_open(fd, &bytes, None)?;
        Outcome::void()
    },
};

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
    Outcome::int(vm.stat(&path, true).map_or(0, |info| {
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
    Outcome::long(vm.stat(&path, true).map_or(0, |info| info.len as i64))
}

fn last_modified(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let path = vm.path_of_file(args.non_null(1)?)?;
    Outcome::long(vm.stat(&path, true).map_or(0, |info| info.modified.div_euclid(1_000_000)))
}

fn check_access(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let path = vm.path_of_file(args.non_null(1)?)?;
    let (user, wanted) = (vm.world.files.user(), args.int(2) as u32);
    Outcome::bool(vm.stat(&path, true).is_ok_and(|info| info.allows(user, wanted)))
}

fn list(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let path = vm.path_of_file(args.non_null(1)?)?;
    let Ok(names) = vm.list(&path) else { return Outcome::obj(ObjId::NULL) };
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
    let canonical = vm.canonical(&full).unwrap_or(full);
    Outcome::obj(vm.new_string(&canonical))
}

fn make_directory(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let path = vm.path_of_file(args.non_null(1)?)?;
    let made = vm.make_directory(&path)?;
    Outcome::bool(made.is_ok())
}

/// Permissions of files are what they are: giving one that is there works, and changing one does not, as on file systems without.
fn set_permission(vm: &mut Vm, tid: ThreadId, args: Arguments) -> Res<Outcome> {
    if args.raw(3) == 0 {
        return Outcome::bool(false);
    }
    check_access(vm, tid, args)
}

fn delete(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let path = vm.path_of_file(args.non_null(1)?)?;
    let removed = vm.remove(&path, Removed::Either)?;
    Outcome::bool(removed.is_ok())
}

fn rename(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let (from, to) = (vm.path_of_file(args.non_null(1)?)?, vm.path_of_file(args.non_null(2)?)?);
    let renamed = vm.rename(&from, &to)?;
    Outcome::bool(renamed.is_ok())
}

fn create_exclusively(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let name = vm.text(args.non_null(1)?).unwrap_or_default();
    let path = vm.absolute(&name);
    match vm.make_file(&path)? {
        Ok(made) => Outcome::bool(made),
        Err(errno) => Err(Raise::new("java/io/IOException", errno.text())),
    }
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
        "setLength" "(J)V" [Outside(&[]), Pinned(PinnedAnswer::Files)] => set_length,
        "setLength0" "(J)V" [Outside(&[]), Pinned(PinnedAnswer::Files)] => set_length,
        "write0" "(I)V" [Outside(&[]), Pinned(PinnedAnswer::Files)] => write_one,
        "writeBytes" "([BII)V" [Outside(&[part(1)]), Pinned(PinnedAnswer::Files)] => write_bytes,
        "writeBytes0" "([BII)V" [Outside(&[part(1)]), Pinned(PinnedAnswer::Files)] => write_bytes,
    }
    "java/io/FileOutputStream" {
        "open0" "(Ljava/lang/String;Z)V" [Outside(&[]), Pinned(PinnedAnswer::Files)] => open_write,
        "writeBytes" "([BIIZ)V" [Output(&[part(1)]), Computed] => write_bytes,
        "write" "(IZ)V" [Output(&[]), Computed] => write_one,
    }
    "java/io/UnixFileSystem" {
        "getBooleanAttributes0" "(Ljava/io/File;)I" [Outside(&[]), Pinned(PinnedAnswer::Files)] => attributes,
        "getLength" "(Ljava/io/File;)J" [Outside(&[]), Pinned(PinnedAnswer::Files)] => file_length,
        "getLength0" "(Ljava/io/File;)J" [Outside(&[]), Pinned(PinnedAnswer::Files)] => file_length,
        "getLastModifiedTime" "(Ljava/io/File;)J" [Outside(&[]), Pinned(PinnedAnswer::Files)] => last_modified,
        "getLastModifiedTime0" "(Ljava/io/File;)J" [Outside(&[]), Pinned(PinnedAnswer::Files)] => last_modified,
        "checkAccess" "(Ljava/io/File;I)Z" [Outside(&[]), Pinned(PinnedAnswer::Files)] => check_access,
        "checkAccess0" "(Ljava/io/File;I)Z" [Outside(&[]), Pinned(PinnedAnswer::Files)] => check_access,
        "setPermission" "(Ljava/io/File;IZZ)Z" [Outside(&[]), Pinned(PinnedAnswer::Files)] => set_permission,
        "setPermission0" "(Ljava/io/File;IZZ)Z" [Outside(&[]), Pinned(PinnedAnswer::Files)] => set_permission,
        "setLastModifiedTime" "(Ljava/io/File;J)Z" [Nothing, Pinned(PinnedAnswer::Files)] => zero,
        "setLastModifiedTime0" "(Ljava/io/File;J)Z" [Nothing, Pinned(PinnedAnswer::Files)] => zero,
        "setReadOnly" "(Ljava/io/File;)Z" [Nothing, Pinned(PinnedAnswer::Files)] => zero,
        "setReadOnly0" "(Ljava/io/File;)Z" [Nothing, Pinned(PinnedAnswer::Files)] => zero,
        "list" "(Ljava/io/File;)[Ljava/lang/String;" [Outside(&[]), Pinned(PinnedAnswer::Files)] => list,
        "list0" "(Ljava/io/File;)[Ljava/lang/String;" [Outside(&[]), Pinned(PinnedAnswer::Files)] => list,
        "canonicalize0" "(Ljava/lang/String;)Ljava/lang/String;" [Outside(&[]), Pinned(PinnedAnswer::Files)] => canonicalize,
        "getNameMax0" "(Ljava/lang/String;)J" [Nothing, Computed] => |_, _, _| Outcome::long(255),
        "createFileExclusively" "(Ljava/lang/String;)Z" [Outside(&[]), Pinned(PinnedAnswer::Files)] => create_exclusively,
        "createFileExclusively0" "(Ljava/lang/String;)Z" [Outside(&[]), Pinned(PinnedAnswer::Files)] => create_exclusively,
        "createDirectory" "(Ljava/io/File;)Z" [Outside(&[]), Pinned(PinnedAnswer::Files)] => make_directory,
        "createDirectory0" "(Ljava/io/File;)Z" [Outside(&[]), Pinned(PinnedAnswer::Files)] => make_directory,
        "delete0" "(Ljava/io/File;)Z" [Outside(&[]), Pinned(PinnedAnswer::Files)] => delete,
        "rename0" "(Ljava/io/File;Ljava/io/File;)Z" [Outside(&[]), Pinned(PinnedAnswer::Files)] => rename,
    }
    "java/io/Console" {
        "istty" "()Z" [Nothing, Pinned(PinnedAnswer::Host)] => zero,
        "ttyStatus" "()I" [Nothing, Pinned(PinnedAnswer::Host)] => zero,
        "encoding" "()Ljava/lang/String;" [Nothing, Pinned(PinnedAnswer::Host)] => zero,
    }
};
