//! What a program sees of the host: its files, read only, standard input, and native methods that something outside of the
//! machine answers. The harness implements these.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::rc::Rc;

/// An error number of the operating system, as Linux numbers them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Errno(pub i32);

impl Errno {
    /// No such file or directory.
    pub const NOT_FOUND: Errno = Errno(2);
    /// Permission denied.
    pub const ACCESS: Errno = Errno(13);
    /// A file has no extended attribute of that name.
    pub const NO_ATTRIBUTE: Errno = Errno(61);
    /// File exists.
    pub const EXISTS: Errno = Errno(17);
    /// Not a directory.
    pub const NOT_DIRECTORY: Errno = Errno(20);
    /// Is a directory.
    pub const IS_DIRECTORY: Errno = Errno(21);
    /// Invalid argument.
    pub const INVALID: Errno = Errno(22);
    /// Directory not empty.
    pub const NOT_EMPTY: Errno = Errno(39);

    /// What `strerror` says.
    pub fn text(self) -> &'static str {
        match self.0 {
            1 => "Operation not permitted",
            2 => "No such file or directory",
            5 => "Input/output error",
            9 => "Bad file descriptor",
            13 => "Permission denied",
            17 => "File exists",
            20 => "Not a directory",
            21 => "Is a directory",
            22 => "Invalid argument",
            30 => "Read-only file system",
            36 => "File name too long",
            39 => "Directory not empty",
            40 => "Too many levels of symbolic links",
            _ => "Unknown error",
        }
    }
}

/// Reads of the host's file system. What the program writes stays in its state.
pub trait FileSystem {
    /// What is at a path, symbolic links followed.
    fn stat(&self, path: &str) -> Result<FileInfo, Errno>;
    /// What is at a path, a symbolic link at its end not followed.
    fn lstat(&self, path: &str) -> Result<FileInfo, Errno>;
    /// The content of a file.
    fn read(&self, path: &str) -> Result<Rc<[u8]>, Errno>;
    /// The names in a directory, sorted.
    fn list(&self, path: &str) -> Result<Vec<String>, Errno>;
    /// The path with symbolic links resolved.
    fn canonical(&self, path: &str) -> Result<String, Errno>;
    /// Where a symbolic link points.
    fn read_link(&self, path: &str) -> Result<String, Errno>;
    /// User on whose behalf files are read.
    fn user(&self) -> u32;
}

/// What is known of a file; times in nanoseconds since the epoch.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct FileInfo {
    /// Type and permissions, as `st_mode` encodes them.
    pub mode: u32,
    /// Number of the file on its device.
    pub inode: u64,
    /// Device.
    pub device: u64,
    /// Names it has.
    pub links: u64,
    /// Owner.
    pub user: u32,
    /// Group.
    pub group: u32,
    /// Size in bytes.
    pub len: u64,
    /// Last access.
    pub accessed: i64,
    /// Last modification of the content.
    pub modified: i64,
    /// Last change of the file's data.
    pub changed: i64,
    /// When it was made, if the file system knows.
    pub created: Option<i64>,
}

impl FileInfo {
    const TYPE: u32 = 0o170_000;

    /// Whether it is a directory.
    pub fn is_directory(&self) -> bool {
        self.mode & Self::TYPE == 0o040_000
    }

    /// Whether it is a regular file.
    pub fn is_regular(&self) -> bool {
        self.mode & Self::TYPE == 0o100_000
    }

    /// Whether a user may do what `wanted` asks: 4 to read, 2 to write, 1 to execute. Group membership beyond the
    /// file's own permissions for others is not looked at.
    pub fn allows(&self, user: u32, wanted: u32) -> bool {
        let shift = if user == self.user { 6 } else { 0 };
        let granted = match user {
            0 if self.mode & 0o111 != 0 || self.is_directory() => 7,
            0 => 6,
            _ => self.mode >> shift & 7,
        };
        wanted & !granted & 7 == 0
    }
}

/// Standard input that is read while the program runs.
pub trait Input {
    /// What comes next, waiting for it; `None` at the end.
    fn next(&mut self) -> Option<Vec<u8>>;
    /// How many bytes can be had without waiting.
    fn ready(&self) -> usize;
    /// Whether what comes next may depend on what the program has written: that must be seen before `next` is called.
    fn waits_for_output(&self) -> bool;
}

/// A file system with nothing in it.
pub struct NoFiles;

impl FileSystem for NoFiles {
    fn stat(&self, _path: &str) -> Result<FileInfo, Errno> {
        Err(Errno::NOT_FOUND)
    }
    fn lstat(&self, _path: &str) -> Result<FileInfo, Errno> {
        Err(Errno::NOT_FOUND)
    }
    fn read(&self, _path: &str) -> Result<Rc<[u8]>, Errno> {
        Err(Errno::NOT_FOUND)
    }
    fn list(&self, _path: &str) -> Result<Vec<String>, Errno> {
        Err(Errno::NOT_FOUND)
    }
    fn canonical(&self, _path: &str) -> Result<String, Errno> {
        Err(Errno::NOT_FOUND)
    }
    fn read_link(&self, _path: &str) -> Result<String, Errno> {
        Err(Errno::NOT_FOUND)
    }
    fn user(&self) -> u32 {
        0
    }
}

/// What was answered, by path.
type Answers<T> = RefCell<FxHashMap<Rc<str>, Result<T, Errno>>>;

/// Files as they were when the program first looked at them: what every schedule of a check sees.
pub(crate) struct Kept {
    files: Box<dyn FileSystem>,
    stats: Answers<FileInfo>,
    lstats: Answers<FileInfo>,
    contents: Answers<Rc<[u8]>>,
    lists: Answers<Vec<String>>,
    canonical: Answers<String>,
    links: Answers<String>,
}

impl Kept {
    pub(crate) fn new(files: Box<dyn FileSystem>) -> Self {
        Kept {
            files,
            stats: RefCell::default(),
            lstats: RefCell::default(),
            contents: RefCell::default(),
            lists: RefCell::default(),
            canonical: RefCell::default(),
            links: RefCell::default(),
        }
    }
}

/// What was answered before, or what is answered now.
fn kept<T: Clone>(known: &Answers<T>, path: &str, ask: impl FnOnce() -> Result<T, Errno>) -> Result<T, Errno> {
    known.borrow_mut().entry(path.into()).or_insert_with(ask).clone()
}

impl FileSystem for Kept {
    fn stat(&self, path: &str) -> Result<FileInfo, Errno> {
        kept(&self.stats, path, || self.files.stat(path))
    }
    fn lstat(&self, path: &str) -> Result<FileInfo, Errno> {
        kept(&self.lstats, path, || self.files.lstat(path))
    }
    fn read(&self, path: &str) -> Result<Rc<[u8]>, Errno> {
        kept(&self.contents, path, || self.files.read(path))
    }
    fn list(&self, path: &str) -> Result<Vec<String>, Errno> {
        kept(&self.lists, path, || self.files.list(path))
    }
    fn canonical(&self, path: &str) -> Result<String, Errno> {
        kept(&self.canonical, path, || self.files.canonical(path))
    }
    fn read_link(&self, path: &str) -> Result<String, Errno> {
        kept(&self.links, path, || self.files.read_link(path))
    }
    fn user(&self) -> u32 {
        self.files.user()
    }
}

/// Answers native methods outside of the machine: models that a JVM runs, or a library of native code.
///
/// Arguments go there by value, and answers come back by value. A host must answer the same call in the same way each time:
/// a search asks again after it has gone back, and it asks before a call is made to learn what the call writes.
pub trait NativeHost {
    /// The answer to a call; an error says why there is none, which ends the path.
    fn answer(&self, call: &HostCall) -> Result<Rc<HostAnswer>, String>;
    /// What answers a method, for reports.
    fn answered_by(&self, class: &str, name: &str, descriptor: &str) -> String;
    /// Whether it answers native methods of the program's own classes that have no row.
    fn has_libraries(&self) -> bool;
    /// Whether one of its libraries has this file name.
    fn has_library(&self, file: &str) -> bool;
}

/// A value as it goes to a host and comes back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum HostValue {
    Void,
    Null,
    Boolean(bool),
    Byte(i8),
    Char(u16),
    Short(i16),
    Int(i32),
    Long(i64),
    /// By its bits.
    Float(u32),
    /// By its bits.
    Double(u64),
    /// An object of the call or the answer, by its position. Those of the answer come after those of the call.
    Object(u32),
}

/// An object as it goes to a host and comes back. Classes have internal names.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub enum HostObject {
    /// A string, by its UTF-16 units.
    Text(Vec<u16>),
    /// A box of a primitive.
    Boxed(HostValue),
    /// An array of primitives: the descriptor of one, and the elements one after the other, least byte first.
    Primitives { element: char, bytes: Vec<u8> },
    /// An array of references, with the name of the array's class.
    References { class: String, elements: Vec<HostValue> },
    /// A constant of an enum.
    Constant { class: String, name: String },
    /// A record, with name, descriptor and value of its components.
    Record { class: String, components: Vec<(String, String, HostValue)> },
    /// A `java.math.BigInteger`: whether it is negative, and its magnitude, most significant byte first.
    Integer { negative: bool, magnitude: Vec<u8> },
    /// A `java.math.BigDecimal`.
    Decimal { negative: bool, magnitude: Vec<u8>, scale: i32 },
    /// A `java.util.UUID`.
    Uuid { most: u64, least: u64 },
    /// The receiver of a library's instance method: an object of its class of which nothing is known.
    Receiver { class: String },
}

/// A call that a host is to answer.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct HostCall {
    /// Internal name of the class that declares the method.
    pub class: String,
    /// Its name.
    pub name: String,
    /// Its descriptor.
    pub descriptor: String,
    /// Whether it has no receiver.
    pub is_static: bool,
    /// The receiver, if there is one, and the arguments.
    pub arguments: Vec<HostValue>,
    /// The objects that these refer to, and one another.
    pub objects: Vec<HostObject>,
}

/// What a host answers.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HostAnswer {
    /// The result, or what was thrown.
    pub result: Result<HostValue, HostThrown>,
    /// Objects that the call did not have.
    pub objects: Vec<HostObject>,
    /// The arrays of the call that are not as they were, by position.
    pub written: Vec<(u32, HostObject)>,
}

/// A throwable of a host's.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct HostThrown {
    /// Internal name of its class.
    pub class: String,
    /// Its message.
    pub message: Option<Vec<u16>>,
    /// Its stack as far as it was in the host, innermost first.
    pub stack: Vec<HostFrame>,
    /// Its cause.
    pub cause: Option<Box<HostThrown>>,
}

/// An element of a host's stack trace.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[allow(missing_docs)]
pub struct HostFrame {
    pub class: String,
    pub method: String,
    pub file: Option<String>,
    pub line: i32,
}
