//! What a program sees of the host: its files, read only, and standard input. The harness implements these.

/// An error number of the operating system, as Linux numbers them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Errno(pub i32);

impl Errno {
    /// No such file or directory.
    pub const NOT_FOUND: Errno = Errno(2);
    /// Permission denied.
    pub const ACCESS: Errno = Errno(13);
    /// Not a directory.
    pub const NOT_DIRECTORY: Errno = Errno(20);
    /// Is a directory.
    pub const IS_DIRECTORY: Errno = Errno(21);
    /// Invalid argument.
    pub const INVALID: Errno = Errno(22);

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
            40 => "Too many levels of symbolic links",
            _ => "Unknown error",
        }
    }
}

/// Reads of the host's file system, all the program can do with it.
pub trait FileSystem {
    /// What is at a path, symbolic links followed.
    fn stat(&self, path: &str) -> Result<FileInfo, Errno>;
    /// What is at a path, a symbolic link at its end not followed.
    fn lstat(&self, path: &str) -> Result<FileInfo, Errno>;
    /// The content of a file.
    fn read(&self, path: &str) -> Result<Vec<u8>, Errno>;
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
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
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
    fn read(&self, _path: &str) -> Result<Vec<u8>, Errno> {
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

/// An open file or directory; its number is its position in the table plus three.
pub(crate) struct OpenFile {
    pub(crate) info: FileInfo,
    pub(crate) content: Vec<u8>,
    pub(crate) at: usize,
    /// Names of a directory.
    pub(crate) names: Vec<String>,
    /// It gives random bytes.
    pub(crate) random: bool,
}
