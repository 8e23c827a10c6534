//! Zip archives, read for what class paths need: a table of the entries, and one entry's contents at a time.
//!
//! The archive may be hostile. Nothing is allocated on the word of a length field alone: the table of entries is bounded by the
//! file, and an entry is inflated no further than its declared size, which must be within [`MAX_ENTRY`] and within what
//! deflate can produce from its compressed size.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use flate2::{Crc, read::DeflateDecoder};

use super::error::SourceError;

/// Larger entries are refused.
const MAX_ENTRY: u64 = 256 << 20;
/// Deflate cannot do better than 1032:1; a declared size beyond that is a lie.
const MAX_RATIO: u64 = 1032;

const LOCAL_HEADER: u32 = 0x0403_4B50;
const CENTRAL_HEADER: u32 = 0x0201_4B50;
const END: u32 = 0x0605_4B50;
const END_64: u32 = 0x0606_4B50;
const END_64_LOCATOR: u32 = 0x0706_4B50;

/// An open archive.
pub(super) struct Zip {
    path: PathBuf,
    file: Mutex<File>,
    /// Where the table of entries starts; their contents lie before it.
    table_at: u64,
    entries: Vec<ZipEntry>,
    problems: Vec<SourceError>,
}

/// One entry, as the table has it.
pub(super) struct ZipEntry {
    pub(super) name: Box<str>,
    flags: u16,
    method: u16,
    pub(super) crc: u32,
    compressed: u64,
    pub(super) size: u64,
    header_at: u64,
}

impl Zip {
    /// Reads the table of entries. Entries that are no use are left out and reported by [`Self::problems`].
    pub(super) fn open(path: &Path) -> Result<Self, SourceError> {
        let io = |error| SourceError::io(path, error);
        let mut file = File::open(path).map_err(io)?;
        let len = file.metadata().map_err(io)?.len();
        let end = End::find(&mut file, len, path)?;
        // Bytes before the archive (a jmod's magic number, a shell script) shift all offsets.
        let table_at = end.at.checked_sub(end.table_size);
        let Some((table_at, shift)) = table_at.and_then(|at| Some((at, at.checked_sub(end.table_offset)?))) else {
            return Err(SourceError::new(path, "the archive's table of entries lies outside the file"));
        };
        let table = read_at(&mut file, table_at, end.table_size).map_err(io)?;
        let mut zip =
            Self { path: path.to_owned(), file: Mutex::new(file), table_at, entries: Vec::new(), problems: Vec::new() };
        zip.read_table(&table, shift)?;
        Ok(zip)
    }

    fn read_table(&mut self, table: &[u8], shift: u64) -> Result<(), SourceError> {
        let mut rest = table;
        while !rest.is_empty() {
            let at = table.len() - rest.len();
            let Some((raw, after)) = take_central(rest) else {
                let what = format!("the table of entries is malformed {at} bytes after its start");
                return Err(SourceError::new(&self.path, what));
            };
            rest = after;
            let Ok(name) = std::str::from_utf8(raw.name) else {
                let name = String::from_utf8_lossy(raw.name);
                self.problems.push(self.refuse(&name, "the entry's name is not UTF-8"));
                continue;
            };
            if let Some(what) = bad_name(name) {
                self.problems.push(self.refuse(name, what));
                continue;
            }
            if name.ends_with('/') {
                continue;
            }
            self.entries.push(ZipEntry {
                name: name.into(),
                flags: raw.flags,
                method: raw.method,
                crc: raw.crc,
                compressed: raw.compressed,
                size: raw.size,
                header_at: raw.header_at.saturating_add(shift),
            });
        }
        Ok(())
    }

    fn refuse(&self, entry: &str, what: impl Into<String>) -> SourceError {
        SourceError::new(&self.path, what).in_entry(entry)
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

    /// The contents of an entry.
    pub(super) fn read(&self, entry: &ZipEntry) -> Result<Vec<u8>, SourceError> {
        let refuse = |what: String| Err(self.refuse(&entry.name, what));
        if entry.flags & 1 != 0 {
            return refuse("the entry is encrypted".into());
        }
        let (compressed, size) = (entry.compressed, entry.size);
        if size > MAX_ENTRY || compressed > MAX_ENTRY {
            return refuse(format!("{size} bytes, from {compressed}; the limit is {MAX_ENTRY}"));
        }
        match entry.method {
            0 if compressed == size => self.contents(entry),
            0 => refuse(format!("stored, but {compressed} bytes became {size}")),
            8 if size > compressed.saturating_mul(MAX_RATIO) => {
                refuse(format!("{compressed} bytes cannot inflate to {size}"))
            }
            8 => {
                let deflated = self.contents(entry)?;
                let mut bytes = Vec::new();
                let result = DeflateDecoder::new(&deflated[..]).take(size + 1).read_to_end(&mut bytes);
                if let Err(error) = result {
                    return refuse(format!("does not inflate: {error}"));
                }
                if bytes.len() as u64 != size {
                    return refuse(format!("inflates to another size than the {size} bytes declared"));
                }
                Ok(bytes)
            }
            method => refuse(format!("compression method {method} is not supported")),
        }
        .and_then(|bytes| {
            let mut crc = Crc::new();
            crc.update(&bytes);
            if crc.sum() != entry.crc {
                return refuse(format!("checksum {:08x} instead of {:08x}", crc.sum(), entry.crc));
            }
            Ok(bytes)
        })
    }

    /// The bytes of the entry in the archive.
    fn contents(&self, entry: &ZipEntry) -> Result<Vec<u8>, SourceError> {
        let io = |error| SourceError::io(&self.path, error).in_entry(&*entry.name);
        let outside = || self.refuse(&entry.name, "the entry lies outside the archive");
        let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let data_at = entry.header_at.checked_add(30).filter(|&at| at <= self.table_at).ok_or_else(outside)?;
        let header = read_at(&mut file, entry.header_at, 30).map_err(io)?;
        if u32_at(&header, 0) != LOCAL_HEADER {
            return Err(self.refuse(&entry.name, "the entry has no local header"));
        }
        let data_at = data_at + u64::from(u16_at(&header, 26)) + u64::from(u16_at(&header, 28));
        if data_at.saturating_add(entry.compressed) > self.table_at {
            return Err(outside());
        }
        read_at(&mut file, data_at, entry.compressed).map_err(io)
    }
}

/// The record at the end of an archive.
struct End {
    at: u64,
    table_size: u64,
    table_offset: u64,
}

impl End {
    fn find(file: &mut File, len: u64, path: &Path) -> Result<Self, SourceError> {
        let refuse = |what: &str| Err(SourceError::new(path, what));
        // The record is 22 bytes and a comment of up to 65,535.
        let tail_len = len.min(22 + 0xFFFF);
        let tail = read_at(file, len - tail_len, tail_len).map_err(|error| SourceError::io(path, error))?;
        let found = (0..tail.len().saturating_sub(21))
            .rev()
            .find(|&at| u32_at(&tail, at) == END && at + 22 + usize::from(u16_at(&tail, at + 20)) == tail.len());
        let Some(at) = found else {
            return refuse("not a zip archive, or cut short: there is no end record");
        };
        let end_at = len - tail_len + at as u64;
        let record = &tail[at..];
        if u16_at(record, 4) != u16_at(record, 6) {
            return refuse("the archive is one part of several");
        }
        let mut end =
            Self { at: end_at, table_size: u32_at(record, 12).into(), table_offset: u32_at(record, 16).into() };
        let is_64 = u16_at(record, 10) == 0xFFFF || end.table_size == 0xFFFF_FFFF || end.table_offset == 0xFFFF_FFFF;
        if is_64 && at >= 20 && u32_at(&tail, at - 20) == END_64_LOCATOR {
            // The record is found by where it ends, so that bytes before the archive do not matter.
            let Some(at) = end_at.checked_sub(20 + 56) else {
                return refuse("the archive is cut short");
            };
            let record = read_at(file, at, 56).map_err(|error| SourceError::io(path, error))?;
            if u32_at(&record, 0) != END_64 {
                return refuse("the archive's zip64 end record is missing or extended");
            }
            end = Self { at, table_size: u64_at(&record, 40), table_offset: u64_at(&record, 48) };
        }
        Ok(end)
    }
}

/// One row of the table, as it stands in the file.
struct Central<'a> {
    name: &'a [u8],
    flags: u16,
    method: u16,
    crc: u32,
    compressed: u64,
    size: u64,
    header_at: u64,
}

fn take_central(table: &[u8]) -> Option<(Central<'_>, &[u8])> {
    let (fixed, rest) = table.split_at_checked(46)?;
    if u32_at(fixed, 0) != CENTRAL_HEADER {
        return None;
    }
    let (name, rest) = rest.split_at_checked(u16_at(fixed, 28).into())?;
    let (extra, rest) = rest.split_at_checked(u16_at(fixed, 30).into())?;
    let (_comment, rest) = rest.split_at_checked(u16_at(fixed, 32).into())?;
    let mut entry = Central {
        name,
        flags: u16_at(fixed, 8),
        method: u16_at(fixed, 10),
        crc: u32_at(fixed, 16),
        compressed: u32_at(fixed, 20).into(),
        size: u32_at(fixed, 24).into(),
        header_at: u32_at(fixed, 42).into(),
    };
    // The zip64 extra field holds, in this order, those of the three that are all ones.
    let mut large = zip64_field(extra);
    for value in [&mut entry.size, &mut entry.compressed, &mut entry.header_at] {
        if *value == 0xFFFF_FFFF
            && let Some((first, after)) = large.split_at_checked(8)
        {
            *value = u64_at(first, 0);
            large = after;
        }
    }
    Some((entry, rest))
}

fn zip64_field(mut extra: &[u8]) -> &[u8] {
    while let Some((header, rest)) = extra.split_at_checked(4) {
        let Some((data, rest)) = rest.split_at_checked(u16_at(header, 2).into()) else {
            break;
        };
        if u16_at(header, 0) == 1 {
            return data;
        }
        extra = rest;
    }
    &[]
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

/// Reads exactly `len` bytes, which the caller has bounded by the file's length or a limit.
fn read_at(file: &mut File, at: u64, len: u64) -> std::io::Result<Vec<u8>> {
    file.seek(SeekFrom::Start(at))?;
    let mut bytes = Vec::new();
    file.take(len).read_to_end(&mut bytes)?;
    if bytes.len() as u64 != len {
        return Err(std::io::ErrorKind::UnexpectedEof.into());
    }
    Ok(bytes)
}

fn u16_at(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    u32::from(u16_at(bytes, at)) | u32::from(u16_at(bytes, at + 2)) << 16
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    u64::from(u32_at(bytes, at)) | u64::from(u32_at(bytes, at + 4)) << 32
}
