//! Zip archives, read for what class paths need: a table of the entries, and one entry's contents at a time.
//!
//! The zip crate reads them. What it does not do is done here: it keys entries by name, so entries that share one are listed
//! apart; and the archive may be hostile, so an entry is inflated no further than its declared size, which must be within
//! [`MAX_ENTRY`] and within what deflate can produce from its compressed size.

use std::fs::File;
use std::io::{BufReader, Read as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use zip::read::{Config, ZipFileEntry};
use zip::unstable::read::ZipIterable;
use zip::{CompressionMethod, ZipArchive, ZipReadOptions};

use super::error::SourceError;

/// Larger entries are refused.
const MAX_ENTRY: u64 = 256 << 20;
/// Deflate cannot do better than 1032:1; a declared size beyond that is a lie.
const MAX_RATIO: u64 = 1032;

/// An open archive.
pub(super) struct Zip {
    path: PathBuf,
    archive: Mutex<ZipArchive<BufReader<File>>>,
    entries: Vec<ZipEntry>,
    problems: Vec<SourceError>,
}

/// One entry, as the table has it.
pub(super) struct ZipEntry {
    pub(super) name: Box<str>,
    /// Where the archive has what it holds under this name, which is the last of several.
    index: usize,
    encrypted: bool,
    method: CompressionMethod,
    pub(super) crc: u32,
    compressed: u64,
    pub(super) size: u64,
}

impl Zip {
    /// Reads the table of entries. Entries that are no use are left out and reported by [`Self::problems`].
    pub(super) fn open(path: &Path) -> Result<Self, SourceError> {
        let io = |error| SourceError::io(path, error);
        let refuse = |error: zip::result::ZipError| SourceError::new(path, format!("not a zip archive: {error}"));
        let open = || Ok(BufReader::new(File::open(path).map_err(io)?));
        // Bytes before the archive (a jmod's magic number, a shell script) shift all offsets; that is detected.
        let archive = ZipArchive::with_config(Config::default(), open()?).map_err(refuse)?;
        let mut listed = Listed { path, entries: Vec::new(), problems: Vec::new() };
        if archive.has_duplicate_names() {
            let mut all = ZipIterable::try_new(open()?, Config::default()).map_err(refuse)?;
            for entry in all.files().map_err(refuse)? {
                let entry = entry.map_err(refuse)?;
                let index = archive.index_for_name_raw(entry.name_raw());
                listed.add(&entry, index.expect("invariant: the same table"));
            }
        } else {
            for index in 0..archive.len() {
                listed.add(&archive.by_index_data(index).map_err(refuse)?, index);
            }
        }
        let Listed { entries, problems, .. } = listed;
        Ok(Self { path: path.to_owned(), archive: Mutex::new(archive), entries, problems })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// The files in the archive, in the order of the table, duplicates included.
    pub(super) fn entries(&self) -> &[ZipEntry] {
        &self.entries
    }

    /// Entries that were left out, and why.
    pub(super) fn problems(&self) -> &[SourceError] {
        &self.problems
    }

    /// The contents of an entry; of several with one name those of the last.
    pub(super) fn read(&self, entry: &ZipEntry) -> Result<Vec<u8>, SourceError> {
        let refuse = |what: String| Err(SourceError::new(&self.path, what).in_entry(&*entry.name));
        let (compressed, size) = (entry.compressed, entry.size);
        if entry.encrypted {
            return refuse("the entry is encrypted".into());
        }
        if size > MAX_ENTRY || compressed > MAX_ENTRY {
            return refuse(format!("{size} bytes, from {compressed}; the limit is {MAX_ENTRY}"));
        }
        match entry.method {
            CompressionMethod::Stored if compressed != size => {
                return refuse(format!("stored, but {compressed} bytes became {size}"));
            }
            CompressionMethod::Deflated if size > compressed.saturating_mul(MAX_RATIO) => {
                return refuse(format!("{compressed} bytes cannot inflate to {size}"));
            }
            CompressionMethod::Stored | CompressionMethod::Deflated => {}
            #[allow(deprecated, reason = "it is how the crate tells the number")]
            CompressionMethod::Unsupported(method) => {
                return refuse(format!("compression method {method} is not supported"));
            }
            // The enum belongs to the crate, and is open.
            method => return refuse(format!("compression method {method} is not supported")),
        }
        let mut archive = self.archive.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut bytes = Vec::new();
        // The checksum is compared at the end of the entry.
        let read = archive
            .by_index_with_options(entry.index, ZipReadOptions::new())
            .map_err(std::io::Error::from)
            .and_then(|file| file.take(size + 1).read_to_end(&mut bytes));
        match read {
            Err(error) => refuse(format!("cannot be read: {error}")),
            Ok(_) if bytes.len() as u64 != size => {
                refuse(format!("inflates to another size than the {size} bytes declared"))
            }
            Ok(_) => Ok(bytes),
        }
    }
}

/// What is found in a table of entries.
struct Listed<'a> {
    path: &'a Path,
    entries: Vec<ZipEntry>,
    problems: Vec<SourceError>,
}

impl Listed<'_> {
    fn add(&mut self, entry: &ZipFileEntry<'_>, index: usize) {
        let refuse = |name: &str, what: &str| SourceError::new(self.path, what).in_entry(name);
        let Ok(name) = std::str::from_utf8(entry.name_raw()) else {
            let name = String::from_utf8_lossy(entry.name_raw());
            self.problems.push(refuse(&name, "the entry's name is not UTF-8"));
            return;
        };
        if let Some(what) = bad_name(name) {
            self.problems.push(refuse(name, what));
        } else if !name.ends_with('/') {
            self.entries.push(ZipEntry {
                name: name.into(),
                index,
                encrypted: entry.encrypted(),
                method: entry.compression(),
                crc: entry.crc32(),
                compressed: entry.compressed_size(),
                size: entry.size(),
            });
        }
    }
}

/// Names that no class path can mean, and that would be dangerous if anyone unpacked them.
fn bad_name(name: &str) -> Option<&'static str> {
    if name.is_empty() || name.contains('\0') {
        Some("the entry's name is empty or contains NUL")
    } else if name.starts_with(['/', '\\']) || name.as_bytes().get(1) == Some(&b':') {
        Some("the entry's name is an absolute path")
    } else if name.split(['/', '\\']).any(|part| part == "..") {
        Some("the entry's name leads out of the archive")
    } else {
        None
    }
}
