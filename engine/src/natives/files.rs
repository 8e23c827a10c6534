//! Files: reads go to the host through [`crate::vm::FileSystem`]; writes go nowhere but standard output and error.

use super::{Arguments, Outcome, Row, rows, zero};
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

    fn descriptor_number(&mut self, descriptor: ObjId) -> Res<i32> {
        if descriptor.is_null() {
            return Ok(-1);
        }
        let class = self.class("java/io/FileDescriptor")?;
        let slot = self.slot(class, "fd");
        Ok(self.state.heap.field(descriptor, slot) as u32 as i32)
    }

    fn path_of_file(&mut self, file: ObjId) -> Res<String> {
        let class = self.class("java/io/File")?;
        let slot = self.slot(class, "path");
        let path = self.text(ObjId(self.state.heap.field(file, slot) as u32)).unwrap_or_default();
        Ok(self.absolute(&path))
    }

    fn absolute(&self, path: &str) -> String {
        if path.starts_with('/') { path.to_string() } else { format!("{}/{path}", self.config.directory) }
    }

    fn read_open(&mut self, fd: i32, count: usize) -> Res<Option<Vec<u8>>> {
        let (content, at): (&[u8], &mut usize) = if fd == 0 {
            (&self.config.stdin, &mut self.state.scalars.stdin)
        } else {
            match usize::try_from(fd - 3).ok().and_then(|i| self.open_files.get_mut(i)) {
                Some(Some((content, at))) => (content, at),
                _ => return Err(Raise::new("java/io/IOException", "Stream Closed")),
            }
        };
        if *at >= content.len() {
            return Ok(None);
        }
        let end = (*at + count).min(content.len());
        let bytes = content[*at..end].to_vec();
        *at = end;
        Ok(Some(bytes))
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
    let left = if fd == 0 {
        vm.config.stdin.len() - vm.state.scalars.stdin
    } else {
        match usize::try_from(fd - 3).ok().and_then(|i| vm.open_files.get(i)) {
            Some(Some((content, at))) => content.len() - at,
            _ => 0,
        }
    };
    Outcome::int(left as i32)
}

fn skip(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let fd = vm.descriptor_of(args.obj(0))?;
    let count = args.long(1).max(0) as usize;
    let skipped = vm.read_open(fd, count)?.map_or(0, |b| b.len());
    Outcome::long(skipped as i64)
}

fn length(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let fd = vm.descriptor_of(args.obj(0))?;
    match usize::try_from(fd - 3).ok().and_then(|i| vm.open_files.get(i)) {
        Some(Some((content, _))) => Outcome::long(content.len() as i64),
        _ => Outcome::long(0),
    }
}

fn position(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let fd = vm.descriptor_of(args.obj(0))?;
    match usize::try_from(fd - 3).ok().and_then(|i| vm.open_files.get(i)) {
        Some(Some((_, at))) => Outcome::long(*at as i64),
        _ => Outcome::long(0),
    }
}

fn open_read(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let name = vm.text(args.non_null(1)?).unwrap_or_default();
    let path = vm.absolute(&name);
    let not_found = |why: &str| Raise::new("java/io/FileNotFoundException", format!("{name} ({why})"));
    match vm.files.stat(&path) {
        None => return Err(not_found("No such file or directory")),
        Some(info) if info.directory => return Err(not_found("Is a directory")),
        Some(_) => {}
    }
    let content = vm.files.read(&path).map_err(|why| not_found(&why))?;
    vm.open_files.push(Some((content, 0)));
    let number = vm.open_files.len() as i32 + 2;
    let class = vm.state.heap.class_of(args.obj(0));
    let slot = vm.slot(class, "fd");
    let descriptor = ObjId(vm.state.heap.field(args.obj(0), slot) as u32);
    let class = vm.class("java/io/FileDescriptor")?;
    let slot = vm.slot(class, "fd");
    vm.state.heap.set_field(descriptor, slot, u64::from(number as u32));
    Outcome::void()
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
    let class = vm.class("java/io/FileDescriptor")?;
    let slot = vm.slot(class, "fd");
    vm.state.heap.set_field(args.obj(0), slot, u64::from(-1i32 as u32));
    Outcome::void()
}

fn attributes(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let path = vm.path_of_file(args.non_null(1)?)?;
    // BA_EXISTS 1, BA_REGULAR 2, BA_DIRECTORY 4.
    Outcome::int(vm.files.stat(&path).map_or(0, |info| if info.directory { 5 } else { 3 }))
}

fn file_length(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let path = vm.path_of_file(args.non_null(1)?)?;
    Outcome::long(vm.files.stat(&path).map_or(0, |info| info.len as i64))
}

fn last_modified(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let path = vm.path_of_file(args.non_null(1)?)?;
    Outcome::long(vm.files.stat(&path).map_or(0, |info| info.modified))
}

fn check_access(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let path = vm.path_of_file(args.non_null(1)?)?;
    // Reading is what there is: ACCESS_WRITE (2) and ACCESS_EXECUTE (1) are refused.
    Outcome::bool(vm.files.stat(&path).is_some() && args.int(2) == 4)
}

fn list(vm: &mut Vm, _: ThreadId, args: Arguments) -> Res<Outcome> {
    let path = vm.path_of_file(args.non_null(1)?)?;
    let Some(names) = vm.files.list(&path) else { return Outcome::obj(ObjId::NULL) };
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
    let canonical = vm.files.canonical(&full).unwrap_or(full);
    Outcome::obj(vm.new_string(&canonical))
}

fn refuse_write(_: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    Outcome::bool(false)
}

fn working_directory(vm: &mut Vm, _: ThreadId, _: Arguments) -> Res<Outcome> {
    let bytes = vm.config.directory.clone().into_bytes();
    let array = vm.new_array("[B", bytes.len() as u32)?;
    vm.state.heap.bytes_mut(array, 0, bytes.len()).copy_from_slice(&bytes);
    Outcome::obj(array)
}

pub(super) const ROWS: &[Row] = rows! {
    "java/io/FileDescriptor" {
        "getHandle" "(I)J" => |_, _, _| Outcome::long(-1),
        "getAppend" "(I)Z" => zero,
        "close0" "()V" => close,
        "sync" "()V" => super::nothing,
        "sync0" "()V" => super::nothing,
    }
    "java/io/FileInputStream" {
        "open0" "(Ljava/lang/String;)V" => open_read,
        "readBytes" "([BII)I" => read_bytes,
        "read0" "()I" => read_one,
        "available0" "()I" => available,
        "skip0" "(J)J" => skip,
        "length0" "()J" => length,
        "position0" "()J" => position,
        "isRegularFile0" "(Ljava/io/FileDescriptor;)Z" => zero,
    }
    "java/io/FileOutputStream" {
        "open0" "(Ljava/lang/String;Z)V" => open_write,
        "writeBytes" "([BIIZ)V" => write_bytes,
        "write" "(IZ)V" => write_one,
    }
    "java/io/UnixFileSystem" {
        "getBooleanAttributes0" "(Ljava/io/File;)I" => attributes,
        "getLength" "(Ljava/io/File;)J" => file_length,
        "getLength0" "(Ljava/io/File;)J" => file_length,
        "getLastModifiedTime" "(Ljava/io/File;)J" => last_modified,
        "getLastModifiedTime0" "(Ljava/io/File;)J" => last_modified,
        "checkAccess" "(Ljava/io/File;I)Z" => check_access,
        "checkAccess0" "(Ljava/io/File;I)Z" => check_access,
        "list" "(Ljava/io/File;)[Ljava/lang/String;" => list,
        "list0" "(Ljava/io/File;)[Ljava/lang/String;" => list,
        "canonicalize0" "(Ljava/lang/String;)Ljava/lang/String;" => canonicalize,
        "createDirectory" "(Ljava/io/File;)Z" => refuse_write,
        "createDirectory0" "(Ljava/io/File;)Z" => refuse_write,
        "delete0" "(Ljava/io/File;)Z" => refuse_write,
        "rename0" "(Ljava/io/File;Ljava/io/File;)Z" => refuse_write,
    }
    "java/io/Console" {
        "istty" "()Z" => zero,
        "ttyStatus" "()I" => zero,
        "encoding" "()Ljava/lang/String;" => zero,
    }
    "sun/nio/fs/UnixNativeDispatcher" {
        "getcwd" "()[B" => working_directory,
        "init" "()I" => zero,
    }
};
