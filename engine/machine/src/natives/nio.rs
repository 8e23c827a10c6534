//! `java.nio`: the system calls behind paths, attributes, directory streams and file channels.

use super::overlay::{OpenMode, Removed};
use super::{Arguments, Outcome, Row, nothing, rows, zero};
use crate::host::{Errno, FileInfo};
use crate::interp::{Raise, Res};
use crate::program::{ObjId, ThreadId};
use crate::state::{Open, Opened};
use crate::vm::Vm;

/// `sun.nio.ch.IOStatus.EOF`.
const END: i32 = -1;
/// `sun.nio.ch.IOStatus.UNSUPPORTED`: the class library then copies through a buffer.
const NO_DIRECT_TRANSFER: i64 = -4;
/// Granularity of mappings.
const PAGE: i64 = 4096;

impl Vm {
    /// The path at an address, up to its NUL.
    fn path_at(&mut self, address: i64) -> Res<String> {
        let (array, at) = self.outside_bytes(address)?;
        let bytes = &self.state.heap.bytes_of(array)[at..];
        let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
        let path = String::from_utf8_lossy(&bytes[..end]).into_owned();
        Ok(if path.is_empty() { path } else { self.absolute(&path) })
    }

    fn unix_error(&mut self, errno: Errno) -> Raise {
        match self.make_unix_exception(errno) {
            Ok(exception) => Raise::Object(exception),
            Err(raise) => raise,
        }
    }

    fn make_unix_exception(&mut self, errno: Errno) -> Res<ObjId> {
        let class = self.class("sun/nio/fs/UnixException")?;
        self.init_now(class)?;
        let exception = self.alloc(class);
        let init = self.program.declared_method(class, "<init>", "(I)V");
        let init = init.ok_or_else(|| Raise::Unsupported("UnixException has no constructor".into()))?;
        self.call_now(init, &[u64::from(exception.0), u64::from(errno.0 as u32)])?;
        Ok(exception)
    }

    pub(super) fn bytes_object(&mut self, bytes: &[u8]) -> Res<ObjId> {
        let array = self.new_array("[B", bytes.len() as u32)?;
        self.state.heap.bytes_mut(array, 0, bytes.len()).copy_from_slice(bytes);
        Ok(array)
    }

    fn fill_attributes(&mut self, attributes: ObjId, info: &FileInfo) {
        let class = self.state.heap.class_of(attributes);
        let seconds = |t: i64| t.div_euclid(1_000_000_000) as u64;
        let nanos = |t: i64| t.rem_euclid(1_000_000_000) as u64;
        // Without a time of creation the class library shows that of the last modification.
        let created = info.created.unwrap_or(info.modified);
        let values: [(&'static str, u64); 16] = [
            ("st_mode", u64::from(info.mode)),
            ("st_ino", info.inode),
            ("st_dev", info.device),
            ("st_rdev", 0),
            ("st_nlink", info.links & 0xffff_ffff),
            ("st_uid", u64::from(info.user)),
            ("st_gid", u64::from(info.group)),
            ("st_size", info.len),
            ("st_atime_sec", seconds(info.accessed)),
            ("st_atime_nsec", nanos(info.accessed)),
            ("st_mtime_sec", seconds(info.modified)),
            ("st_mtime_nsec", nanos(info.modified)),
            ("st_ctime_sec", seconds(info.changed)),
            ("st_ctime_nsec", nanos(info.changed)),
            ("st_birthtime_sec", seconds(created)),
            ("st_birthtime_nsec", nanos(created)),
        ];
        for (field, value) in values {
            if self.program.find_field(class, field).is_some() {
                let slot = self.slot(class, field);
                self.state.heap.set_field(attributes, slot, value);
            }
        }
        if self.program.find_field(class, "birthtime_available").is_some() {
            let slot = self.slot(class, "birthtime_available");
            self.state.heap.set_field(attributes, slot, u64::from(info.created.is_some()));
        }
    }

    fn check_file_access(&mut self, path: &str, wanted: i32) -> Result<(), Errno> {
        let info = self.stat(path, true)?;
        if info.allows(self.world.files.user(), wanted as u32) { Ok(()) } else { Err(Errno::ACCESS) }
    }
}

fn working_directory(vm: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    let bytes = vm.config.directory.clone().into_bytes();
    Outcome::obj(vm.bytes_object(&bytes)?)
}

fn error_text(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let text = Errno(args.int(0)).text();
    Outcome::obj(vm.bytes_object(text.as_bytes())?)
}

fn attributes_of(vm: &mut Vm, found: Result<FileInfo, Errno>, attributes: ObjId) -> Res<Outcome> {
    match found {
        Ok(info) => {
            vm.fill_attributes(attributes, &info);
            Outcome::void()
        }
        Err(errno) => Err(vm.unix_error(errno)),
    }
}

fn stat_or_throw(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let path = vm.path_at(args.long(0))?;
    let found = vm.stat(&path, true);
    attributes_of(vm, found, args.non_null(2)?)
}

fn stat_or_number(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let path = vm.path_at(args.long(0))?;
    match vm.stat(&path, true) {
        Ok(info) => {
            vm.fill_attributes(args.non_null(2)?, &info);
            Outcome::int(0)
        }
        Err(errno) => Outcome::int(errno.0),
    }
}

fn stat_mode(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let path = vm.path_at(args.long(0))?;
    Outcome::int(vm.stat(&path, true).map_or(0, |info| info.mode as i32))
}

fn lstat(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let path = vm.path_at(args.long(0))?;
    let found = vm.stat(&path, false);
    attributes_of(vm, found, args.non_null(2)?)
}

fn fstat(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let found = vm.opened_info(args.int(0)).ok_or(Errno(9));
    attributes_of(vm, found, args.non_null(1)?)
}

fn exists(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let path = vm.path_at(args.long(0))?;
    Outcome::bool(vm.stat(&path, true).is_ok())
}

fn access_or_throw(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let path = vm.path_at(args.long(0))?;
    match vm.check_file_access(&path, args.int(2)) {
        Ok(()) => Outcome::void(),
        Err(errno) => Err(vm.unix_error(errno)),
    }
}

fn access_or_number(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let path = vm.path_at(args.long(0))?;
    Outcome::int(vm.check_file_access(&path, args.int(2)).map_or_else(|errno| errno.0, |()| 0))
}

fn real_path(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let path = vm.path_at(args.long(0))?;
    match vm.canonical(&path) {
        Ok(path) => Outcome::obj(vm.bytes_object(path.as_bytes())?),
        Err(errno) => Err(vm.unix_error(errno)),
    }
}

fn read_link(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let path = vm.path_at(args.long(0))?;
    match vm.world.files.read_link(&path) {
        Ok(path) => Outcome::obj(vm.bytes_object(path.as_bytes())?),
        Err(errno) => Err(vm.unix_error(errno)),
    }
}

fn open(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    const ACCESS_MODE: i32 = 3;
    let path = vm.path_at(args.long(0))?;
    let flags = args.int(2);
    let has = |flag: i32| flags & flag != 0;
    let mode = OpenMode {
        reads: flags & ACCESS_MODE != 1,
        writes: flags & ACCESS_MODE != 0,
        creates: has(0o100),
        is_new: has(0o200),
        truncates: has(0o1_000),
        appends: has(0o2_000),
    };
    match vm.open_path(&path, mode)? {
        Ok(number) => Outcome::int(number),
        Err(errno) => Err(vm.unix_error(errno)),
    }
}

fn writing(path: &str) -> Raise {
    Raise::Unsupported(format!("writing the file {path} (a checked program must not write the disk)"))
}

fn refuse(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let path = vm.path_at(args.long(0))?;
    Err(writing(&path))
}

fn or_throw(vm: &mut Vm, done: Result<(), Errno>) -> Res<Outcome> {
    match done {
        Ok(()) => Outcome::void(),
        Err(errno) => Err(vm.unix_error(errno)),
    }
}

fn remove(vm: &mut Vm, args: Arguments, kind: Removed) -> Res<Outcome> {
    let path = vm.path_at(args.long(0))?;
    let removed = vm.remove(&path, kind)?;
    or_throw(vm, removed)
}

fn rename(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let (from, to) = (vm.path_at(args.long(0))?, vm.path_at(args.long(2))?);
    let renamed = vm.rename(&from, &to)?;
    or_throw(vm, renamed)
}

fn make_directory(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let path = vm.path_at(args.long(0))?;
    let made = vm.make_directory(&path)?;
    or_throw(vm, made)
}

fn close_number(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    vm.close_number(args.int(0));
    Outcome::void()
}

fn open_directory(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let path = vm.path_at(args.long(0))?;
    let opened = match vm.stat(&path, true) {
        Ok(info) if !info.is_directory() => Err(Errno::NOT_DIRECTORY),
        Ok(_) => vm.open_path(&path, OpenMode::READ)?,
        Err(errno) => Err(errno),
    };
    match opened {
        Ok(number) => Outcome::long(i64::from(number)),
        Err(errno) => Err(vm.unix_error(errno)),
    }
}

fn read_directory(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let fd = args.long(0) as i32;
    let next = match vm.opened(fd) {
        Some(Open { what: Opened::Directory { names, .. }, at, .. }) => {
            names.get(*at).cloned().map(|name| (name, at + 1))
        }
        Some(_) | None => None,
    };
    let next = next.map(|(name, at)| {
        vm.move_to(fd, at);
        name
    });
    match next {
        Some(name) => Outcome::obj(vm.bytes_object(name.as_bytes())?),
        None => Outcome::obj(ObjId::NULL),
    }
}

fn close_directory(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    vm.close_number(args.long(0) as i32);
    Outcome::void()
}

/// The name of a user or group in a file such as `/etc/passwd`.
fn name_of(vm: &mut Vm, args: Arguments, file: &str) -> Res<Outcome> {
    let wanted = args.int(0).to_string();
    let text = vm.world.files.read(file).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let name = text.lines().find_map(|line| {
        let mut fields = line.split(':');
        let name = fields.next()?;
        (fields.nth(1)? == wanted).then_some(name)
    });
    match name {
        Some(name) => Outcome::obj(vm.bytes_object(name.as_bytes())?),
        None => Err(vm.unix_error(Errno::NOT_FOUND)),
    }
}

// ----- channels -----

fn into_memory(vm: &mut Vm, address: i64, bytes: &[u8]) -> Res<()> {
    let (array, at) = vm.outside_bytes(address)?;
    vm.state.heap.bytes_mut(array, at, bytes.len()).copy_from_slice(bytes);
    Ok(())
}

fn channel_read(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let fd = vm.descriptor_number(args.obj(0))?;
    match vm.read_open(fd, args.int(3).max(0) as usize)? {
        None => Outcome::int(END),
        Some(bytes) => {
            into_memory(vm, args.long(1), &bytes)?;
            Outcome::int(bytes.len() as i32)
        }
    }
}

fn channel_read_at(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let fd = vm.descriptor_number(args.obj(0))?;
    let (address, count, from) = (args.long(1), args.int(3).max(0) as usize, args.long(4).max(0) as usize);
    if vm.opened(fd).is_none() {
        return Err(Raise::new("java/io/IOException", "Bad file descriptor"));
    }
    let content = vm.opened_content(fd);
    if from >= content.len() {
        return Outcome::int(END);
    }
    let bytes = content[from..content.len().min(from.saturating_add(count))].to_vec();
    into_memory(vm, address, &bytes)?;
    Outcome::int(bytes.len() as i32)
}

fn channel_write(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    write_from(vm, args, None)
}

fn channel_write_at(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let position = usize::try_from(args.long(4)).map_err(|_| Raise::new("java/io/IOException", "Invalid argument"))?;
    write_from(vm, args, Some(position))
}

fn write_from(vm: &mut Vm, args: Arguments, position: Option<usize>) -> Res<Outcome> {
    let fd = vm.descriptor_number(args.obj(0))?;
    let count = args.int(3).max(0) as usize;
    let (array, at) = vm.outside_bytes(args.long(1))?;
    let Some(bytes) = vm.state.heap.bytes_of(array).get(at..at + count).map(<[u8]>::to_vec) else {
        return Err(Raise::Unsupported("writing from beyond the end of memory outside the heap".into()));
    };
    match fd {
        1 | 2 => vm.state.write(fd as u8, &bytes),
        _ => vm.write_open(fd, &bytes, position)?,
    }
    Outcome::int(count as i32)
}

fn channel_truncate(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let fd = vm.descriptor_number(args.obj(0))?;
    vm.set_len(fd, args.long(1))?;
    Outcome::int(0)
}

fn channel_seek(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let fd = vm.descriptor_number(args.obj(0))?;
    let Some(at) = vm.opened(fd).map(|open| open.at) else {
        return Err(Raise::new("java/io/IOException", "Illegal seek"));
    };
    // A negative offset asks where the file is.
    let Ok(to) = usize::try_from(args.long(1)) else { return Outcome::long(at as i64) };
    vm.move_to(fd, to);
    Outcome::long(args.long(1))
}

fn channel_size(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let fd = vm.descriptor_number(args.obj(0))?;
    Outcome::long(vm.opened_content(fd).len() as i64)
}

fn channel_available(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let fd = vm.descriptor_number(args.obj(0))?;
    Outcome::int(vm.opened(fd).map_or(0, |open| vm.opened_content(fd).len().saturating_sub(open.at) as i32))
}

fn channel_close(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let fd = vm.descriptor_number(args.obj(0))?;
    vm.close_number(fd);
    vm.set_descriptor_number(args.obj(0), -1)?;
    Outcome::void()
}

/// A read-only or private mapping is a copy of that part of the file.
fn map(vm: &mut Vm, descriptor: ObjId, prot: i32, position: i64, len: i64) -> Res<Outcome> {
    const READ_WRITE: i32 = 1;
    if prot == READ_WRITE {
        return Err(Raise::Unsupported("mapping a file to write it".into()));
    }
    let fd = vm.descriptor_number(descriptor)?;
    let (from, len) = (position.max(0) as usize, len.max(0) as usize);
    if vm.opened(fd).is_none() {
        return Err(Raise::new("java/io/IOException", "Bad file descriptor"));
    }
    let bytes: Vec<u8> = vm.opened_content(fd).iter().skip(from).take(len).copied().collect();
    let size = u32::try_from(len).map_err(|_| Raise::new("java/lang/OutOfMemoryError", "Map failed"))?;
    let address = vm.take_memory(size)?;
    into_memory(vm, address, &bytes)?;
    Outcome::long(address)
}

fn map_17(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let channel = args.obj(0);
    let slot = vm.slot(vm.state.heap.class_of(channel), "fd");
    let descriptor = ObjId(vm.state.heap.field(channel, slot) as u32);
    map(vm, descriptor, args.int(1), args.long(2), args.long(4))
}

fn map_25(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    map(vm, args.obj(0), args.int(1), args.long(2), args.long(4))
}

fn descriptor_value(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    Outcome::int(vm.descriptor_number(args.non_null(0)?)?)
}

fn set_descriptor_value(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    vm.set_descriptor_number(args.non_null(0)?, args.int(1))?;
    Outcome::void()
}

fn fill_random(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let array = args.non_null(0)?;
    let bytes = vm.random_bytes(vm.state.heap.array_len(array) as usize);
    vm.state.heap.bytes_mut(array, 0, bytes.len()).copy_from_slice(&bytes);
    Outcome::bool(true)
}

// ----- resources of the class library's own modules -----

fn module_resource(vm: &mut Vm, args: Arguments) -> Res<Option<Vec<u8>>> {
    let reader = args.obj(0);
    let slot = vm.slot(vm.state.heap.class_of(reader), "module");
    let module = vm.text(ObjId(vm.state.heap.field(reader, slot) as u32)).unwrap_or_default();
    let name = vm.text(args.non_null(1)?).unwrap_or_default();
    Ok(vm.loader.resources(&format!("/{module}/{name}")).into_iter().next().map(|(_, bytes)| bytes))
}

fn contains_resource(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let found = module_resource(vm, args)?.is_some();
    Outcome::bool(found)
}

fn read_resource(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let bytes = module_resource(vm, args)?;
    let content = match bytes {
        Some(bytes) => {
            let array = vm.bytes_object(&bytes)?;
            let wrap = vm.static_method("java/nio/ByteBuffer", "wrap", "([B)Ljava/nio/ByteBuffer;")?;
            vm.init_now(vm.program.method(wrap).class)?;
            vm.call_now(wrap, &[u64::from(array.0)])?
        }
        None => 0,
    };
    let optional = vm.static_method("java/util/Optional", "ofNullable", "(Ljava/lang/Object;)Ljava/util/Optional;")?;
    vm.init_now(vm.program.method(optional).class)?;
    Ok(Outcome::Value(vm.call_now(optional, &[content])?))
}

pub(super) const ROWS: &[Row] = rows! {
    "sun/nio/fs/UnixNativeDispatcher" {
        "getcwd" "()[B" [Nothing, Pinned(PinnedAnswer::Host)] => working_directory,
        // No optional system calls: directory streams read names, as on systems without openat.
        "init" "()I" [Nothing, Computed] => zero,
        "strerror" "(I)[B" [Nothing, Computed] => error_text,
        "stat0" "(JLsun/nio/fs/UnixFileAttributes;)V" [Outside(&[]), Pinned(PinnedAnswer::Files)] => stat_or_throw,
        "stat0" "(JLsun/nio/fs/UnixFileAttributes;)I" [Outside(&[]), Pinned(PinnedAnswer::Files)] => stat_or_number,
        "stat1" "(J)I" [Outside(&[]), Pinned(PinnedAnswer::Files)] => stat_mode,
        "lstat0" "(JLsun/nio/fs/UnixFileAttributes;)V" [Outside(&[]), Pinned(PinnedAnswer::Files)] => lstat,
        // Files have no extended attributes.
        "fgetxattr0" "(IJJI)I" [Outside(&[]), Pinned(PinnedAnswer::Files)] => |vm, _, _| Err(vm.unix_error(Errno::NO_ATTRIBUTE)),
        "fstat" "(ILsun/nio/fs/UnixFileAttributes;)V" [Outside(&[]), Pinned(PinnedAnswer::Files)] => fstat,
        "fstat0" "(ILsun/nio/fs/UnixFileAttributes;)V" [Outside(&[]), Pinned(PinnedAnswer::Files)] => fstat,
        "exists0" "(J)Z" [Outside(&[]), Pinned(PinnedAnswer::Files)] => exists,
        "access0" "(JI)V" [Outside(&[]), Pinned(PinnedAnswer::Files)] => access_or_throw,
        "access0" "(JI)I" [Outside(&[]), Pinned(PinnedAnswer::Files)] => access_or_number,
        "realpath0" "(J)[B" [Outside(&[]), Pinned(PinnedAnswer::Files)] => real_path,
        "readlink0" "(J)[B" [Outside(&[]), Pinned(PinnedAnswer::Files)] => read_link,
        "open0" "(JII)I" [Outside(&[]), Pinned(PinnedAnswer::Files)] => open,
        "close0" "(I)V" [Outside(&[]), Pinned(PinnedAnswer::Files)] => close_number,
        "opendir0" "(J)J" [Outside(&[]), Pinned(PinnedAnswer::Files)] => open_directory,
        "readdir" "(J)[B" [Outside(&[]), Pinned(PinnedAnswer::Files)] => read_directory,
        "readdir0" "(J)[B" [Outside(&[]), Pinned(PinnedAnswer::Files)] => read_directory,
        "closedir" "(J)V" [Outside(&[]), Pinned(PinnedAnswer::Files)] => close_directory,
        "getpwuid" "(I)[B" [Nothing, Pinned(PinnedAnswer::Files)] => |vm, _, args| name_of(vm, args, "/etc/passwd"),
        "getgrgid" "(I)[B" [Nothing, Pinned(PinnedAnswer::Files)] => |vm, _, args| name_of(vm, args, "/etc/group"),
        "unlink0" "(J)V" [Outside(&[]), Pinned(PinnedAnswer::Files)] => |vm, _, args| remove(vm, args, Removed::File),
        "rmdir0" "(J)V" [Outside(&[]), Pinned(PinnedAnswer::Files)] => |vm, _, args| remove(vm, args, Removed::Directory),
        "mkdir0" "(JI)V" [Outside(&[]), Pinned(PinnedAnswer::Files)] => make_directory,
        "rename0" "(JJ)V" [Outside(&[]), Pinned(PinnedAnswer::Files)] => rename,
        "link0" "(JJ)V" [Outside(&[]), Pinned(PinnedAnswer::Files)] => refuse,
        "chmod0" "(JI)V" [Outside(&[]), Pinned(PinnedAnswer::Files)] => refuse,
        "mknod0" "(JIJ)V" [Outside(&[]), Pinned(PinnedAnswer::Files)] => refuse,
    }
    "sun/nio/fs/LinuxNativeDispatcher" { "init" "()V" [Nothing, Computed] => nothing }
    "sun/nio/ch/IOUtil" {
        "randomBytes" "([B)Z" [Draw, Pinned(PinnedAnswer::Random)] => fill_random,
        "iovMax" "()I" [Nothing, Computed] => |_, _, _| Outcome::int(1024),
        "writevMax" "()J" [Nothing, Computed] => |_, _, _| Outcome::long(i64::from(i32::MAX)),
        "fdVal" "(Ljava/io/FileDescriptor;)I" [Field { name: "fd", write: false }, Computed] => descriptor_value,
        "setfdVal" "(Ljava/io/FileDescriptor;I)V" [Field { name: "fd", write: true }, Computed] => set_descriptor_value,
    }
    "sun/nio/ch/NativeThread" {
        "init" "()V" [Nothing, Computed] => nothing,
        // No thread is ever blocked in a system call.
        "current" "()J" [Nothing, Computed] => zero,
        "current0" "()J" [Nothing, Computed] => zero,
        "signal" "(J)V" [Nothing, Computed] => nothing,
        "signal0" "(J)V" [Nothing, Computed] => nothing,
        "supportPendingSignals0" "()Z" [Nothing, Computed] => zero,
    }
    "sun/nio/ch/FileDispatcherImpl" {
        "init" "()V" [Nothing, Computed] => nothing,
        "init0" "()V" [Nothing, Computed] => nothing,
        "read0" "(Ljava/io/FileDescriptor;JI)I" [Outside(&[]), Pinned(PinnedAnswer::Files)] => channel_read,
        "pread0" "(Ljava/io/FileDescriptor;JIJ)I" [Outside(&[]), Pinned(PinnedAnswer::Files)] => channel_read_at,
        "write0" "(Ljava/io/FileDescriptor;JI)I" [Outside(&[]), Computed] => channel_write,
        "pwrite0" "(Ljava/io/FileDescriptor;JIJ)I" [Outside(&[]), Pinned(PinnedAnswer::Files)] => channel_write_at,
        "truncate0" "(Ljava/io/FileDescriptor;J)I" [Outside(&[]), Pinned(PinnedAnswer::Files)] => channel_truncate,
        "force0" "(Ljava/io/FileDescriptor;Z)I" [Nothing, Computed] => zero,
        "seek0" "(Ljava/io/FileDescriptor;J)J" [Outside(&[]), Pinned(PinnedAnswer::Files)] => channel_seek,
        "size0" "(Ljava/io/FileDescriptor;)J" [Outside(&[]), Pinned(PinnedAnswer::Files)] => channel_size,
        "close0" "(Ljava/io/FileDescriptor;)V" [Outside(&[]), Pinned(PinnedAnswer::Files)] => channel_close,
        "preClose0" "(Ljava/io/FileDescriptor;)V" [Nothing, Computed] => nothing,
        "closeIntFD" "(I)V" [Outside(&[]), Pinned(PinnedAnswer::Files)] => close_number,
        "transferTo0" "(Ljava/io/FileDescriptor;JJLjava/io/FileDescriptor;Z)J" [Nothing, Computed] => |_, _, _| Outcome::long(NO_DIRECT_TRANSFER),
    }
    "sun/nio/ch/UnixFileDispatcherImpl" {
        "read0" "(Ljava/io/FileDescriptor;JI)I" [Outside(&[]), Pinned(PinnedAnswer::Files)] => channel_read,
        "pread0" "(Ljava/io/FileDescriptor;JIJ)I" [Outside(&[]), Pinned(PinnedAnswer::Files)] => channel_read_at,
        "write0" "(Ljava/io/FileDescriptor;JI)I" [Outside(&[]), Computed] => channel_write,
        "pwrite0" "(Ljava/io/FileDescriptor;JIJ)I" [Outside(&[]), Pinned(PinnedAnswer::Files)] => channel_write_at,
        "truncate0" "(Ljava/io/FileDescriptor;J)I" [Outside(&[]), Pinned(PinnedAnswer::Files)] => channel_truncate,
        "force0" "(Ljava/io/FileDescriptor;Z)I" [Nothing, Computed] => zero,
        "seek0" "(Ljava/io/FileDescriptor;J)J" [Outside(&[]), Pinned(PinnedAnswer::Files)] => channel_seek,
        "size0" "(Ljava/io/FileDescriptor;)J" [Outside(&[]), Pinned(PinnedAnswer::Files)] => channel_size,
        "available0" "(Ljava/io/FileDescriptor;)I" [Outside(&[]), Pinned(PinnedAnswer::Files)] => channel_available,
        "isOther0" "(Ljava/io/FileDescriptor;)Z" [Outside(&[]), Pinned(PinnedAnswer::Files)] => zero,
        "closeIntFD" "(I)V" [Outside(&[]), Pinned(PinnedAnswer::Files)] => close_number,
        "allocationGranularity0" "()J" [Nothing, Computed] => |_, _, _| Outcome::long(PAGE),
        "map0" "(Ljava/io/FileDescriptor;IJJZ)J" [Outside(&[]), Pinned(PinnedAnswer::Files)] => map_25,
        "unmap0" "(JJ)I" [Nothing, Computed] => zero,
    }
    "sun/nio/ch/FileChannelImpl" {
        "initIDs" "()J" [Nothing, Computed] => |_, _, _| Outcome::long(PAGE),
        "map0" "(IJJZ)J" [Outside(&[]), Pinned(PinnedAnswer::Files)] => map_17,
        "unmap0" "(JJ)I" [Nothing, Computed] => zero,
        "maxDirectTransferSize0" "()I" [Nothing, Computed] => |_, _, _| Outcome::int(0x7fff_f000),
        "transferTo0" "(Ljava/io/FileDescriptor;JJLjava/io/FileDescriptor;)J" [Nothing, Computed] => |_, _, _| Outcome::long(NO_DIRECT_TRANSFER),
    }
    // The image is the loader's: its readers ask it instead of mapping the file.
    "jdk/internal/module/SystemModuleFinders$SystemModuleReader" {
        "containsImageLocation" "(Ljava/lang/String;)Z" [Nothing, Computed] => contains_resource,
        "read" "(Ljava/lang/String;)Ljava/util/Optional;" [Nothing, Computed] => read_resource,
    }
};
