//! The JDK's run-time image, `lib/modules` (JEP 220), memory-mapped.
//!
//! The format is that of `jdk.internal.jimage.BasicImageReader`: a header, a perfect hash table from path to place (the table of
//! redirects and the table of offsets), the places as tagged attributes, a table of strings, and then the resources.
//! Words are in the byte order of the machine that made the image. Resources compressed by `jlink --compress=zip` are
//! inflated; other compressions are refused.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use flate2::read::ZlibDecoder;
use memmap2::Mmap;

use super::error::SourceError;
use crate::classfile::Bytes;

const MAGIC: u32 = 0xCAFE_DADA;
const HEADER: usize = 28;
const HASH_MULTIPLIER: u32 = 0x0100_0193;
/// Larger resources are refused if they are compressed.
const MAX_INFLATED: u64 = 256 << 20;

const COMPRESSED_MAGIC: u32 = 0xCAFE_FAFA;
const COMPRESSED_HEADER: usize = 29;

/// An open image.
pub struct Image {
    path: PathBuf,
    map: Arc<Mmap>,
    swapped: bool,
    table_len: u32,
    redirects: usize,
    offsets: usize,
    locations: usize,
    strings: usize,
    resources: usize,
}

/// Where a resource is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Location<'a> {
    module: &'a str,
    parent: &'a str,
    base: &'a str,
    extension: &'a str,
    offset: u64,
    compressed: u64,
    size: u64,
}

impl Location<'_> {
    /// The path below the module.
    fn name(&self) -> String {
        let slash = if self.parent.is_empty() { "" } else { "/" };
        let dot = if self.extension.is_empty() { "" } else { "." };
        [self.parent, slash, self.base, dot, self.extension].concat()
    }

    /// Whether the full path is `/module/name`.
    fn is(&self, module: &str, name: &str) -> bool {
        let after = |text: &str, part: &str, separator: &str| {
            if part.is_empty() {
                Some(text.len())
            } else {
                text.strip_prefix(part)?.strip_prefix(separator).map(str::len)
            }
        };
        let check = || {
            let rest = &name[name.len() - after(name, self.parent, "/")?..];
            let rest = rest.strip_prefix(self.base)?;
            let rest =
                if self.extension.is_empty() { rest } else { rest.strip_prefix('.')?.strip_prefix(self.extension)? };
            rest.is_empty().then_some(())
        };
        self.module == module && check().is_some()
    }
}

impl Image {
    /// Maps an image and checks that its tables lie inside the file.
    pub fn open(path: &Path) -> Result<Self, SourceError> {
        let io = |error| SourceError::io(path, error);
        let file = File::open(path).map_err(io)?;
        if !file.metadata().map_err(io)?.is_file() {
            return Err(SourceError::new(path, "not a file"));
        }
        // SAFETY: the map is read-only and private. A JDK's image is not written to while a program uses it; if someone cuts
        // it short all the same, reading ends this process with SIGBUS, as it does the JVM, which maps it too.
        #[allow(unsafe_code, reason = "mapping a file has no safe form; copying 130 MB at every start is too slow")]
        let map = unsafe { Mmap::map(&file) }.map_err(io)?;
        Self::new(path, map)
    }

    fn new(path: &Path, map: Mmap) -> Result<Self, SourceError> {
        let refuse = |what: String| Err(SourceError::new(path, what));
        let Some(header) = map.first_chunk::<HEADER>() else {
            return refuse("too short for a JDK image".into());
        };
        let words = header.as_chunks::<4>().0;
        let swapped = match u32::from_ne_bytes(words[0]) {
            MAGIC => false,
            magic if magic.swap_bytes() == MAGIC => true,
            magic => return refuse(format!("magic number {magic:#010x} is not that of a JDK image")),
        };
        let word = |i: usize| swap(u32::from_ne_bytes(words[i]), swapped);
        if word(1) != 1 << 16 {
            return refuse(format!("JDK image of version {}.{}; 1.0 is supported", word(1) >> 16, word(1) & 0xFFFF));
        }
        let (table_len, locations_size, strings_size) = (word(4), word(5), word(6));
        // In u64 none of these can overflow.
        let redirects = HEADER as u64;
        let offsets = redirects + 4 * u64::from(table_len);
        let locations = offsets + 4 * u64::from(table_len);
        let strings = locations + u64::from(locations_size);
        let resources = strings + u64::from(strings_size);
        if resources > map.len() as u64 {
            return refuse(format!("the image's tables need {resources} bytes, the file has {}", map.len()));
        }
        Ok(Self {
            path: path.to_owned(),
            swapped,
            table_len,
            redirects: redirects as usize,
            offsets: offsets as usize,
            locations: locations as usize,
            strings: strings as usize,
            resources: resources as usize,
            map: Arc::new(map),
        })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn word(&self, at: usize) -> u32 {
        let bytes = self.map[at..].first_chunk().expect("invariant: the tables lie inside the file");
        swap(u32::from_ne_bytes(*bytes), self.swapped)
    }

    fn string(&self, at: u64) -> Option<&str> {
        let at = usize::try_from(at).ok()?;
        let text = self.map[self.strings..self.resources].get(at..)?;
        std::str::from_utf8(&text[..text.iter().position(|&b| b == 0)?]).ok()
    }

    /// The place stored in a row of the hash table.
    fn location(&self, row: u32) -> Option<Location<'_>> {
        let at = self.word(self.offsets + 4 * row as usize) as usize;
        let mut bytes = self.map[self.locations..self.strings].get(at..)?;
        let mut values = [0u64; 8];
        loop {
            let (&first, rest) = bytes.split_first()?;
            let kind = usize::from(first >> 3);
            if kind == 0 {
                break;
            }
            let (value, rest) = rest.split_at_checked(usize::from(first & 7) + 1)?;
            *values.get_mut(kind)? = value.iter().fold(0, |acc, &b| acc << 8 | u64::from(b));
            bytes = rest;
        }
        let [_, module, parent, base, extension, offset, compressed, size] = values;
        Some(Location {
            module: self.string(module)?,
            parent: self.string(parent)?,
            base: self.string(base)?,
            extension: self.string(extension)?,
            offset,
            compressed,
            size,
        })
    }

    /// The place of `/module/name`.
    fn look_up(&self, module: &str, name: &str) -> Option<Location<'_>> {
        if self.table_len == 0 {
            return None;
        }
        let hash = |seed: u32| {
            let path = b"/".iter().chain(module.as_bytes()).chain(b"/").chain(name.as_bytes());
            path.fold(seed, |hash, &b| hash.wrapping_mul(HASH_MULTIPLIER) ^ u32::from(b)) & 0x7FFF_FFFF
        };
        let redirect = self.word(self.redirects + 4 * (hash(HASH_MULTIPLIER) % self.table_len) as usize) as i32;
        let row = match redirect {
            0 => return None,
            // The row itself, as -1 - row.
            ..0 => !redirect as u32,
            // A seed with which nothing collides.
            1.. => hash(redirect as u32) % self.table_len,
        };
        if row >= self.table_len {
            return None;
        }
        self.location(row).filter(|location| location.is(module, name))
    }

    fn contents(&self, location: &Location<'_>) -> Result<Bytes, SourceError> {
        let refuse = |what: String| {
            Err(SourceError::new(&self.path, what).in_entry(format!("/{}/{}", location.module, location.name())))
        };
        let len = if location.compressed == 0 { location.size } else { location.compressed };
        let start = (self.resources as u64).checked_add(location.offset);
        let range =
            start.and_then(|start| Some(usize::try_from(start).ok()?..usize::try_from(start.checked_add(len)?).ok()?));
        let Some(bytes) = range.and_then(|range| Bytes::mapped(self.map.clone(), range)) else {
            return refuse(format!("{len} bytes at {} lie outside the image", location.offset));
        };
        if location.compressed == 0 {
            return Ok(bytes);
        }
        match self.decompress(&bytes, location.size) {
            Ok(bytes) => Ok(bytes.into()),
            Err(what) => refuse(what),
        }
    }

    /// Undoes one layer of compression; `jlink` writes a header before each.
    fn decompress(&self, bytes: &[u8], size: u64) -> Result<Vec<u8>, String> {
        let Some((header, data)) = bytes.split_at_checked(COMPRESSED_HEADER) else {
            return Err("the compressed resource is cut short".into());
        };
        let word = |at: usize| {
            let bytes = header[at..].first_chunk().expect("invariant: all words lie inside the header");
            swap(u32::from_ne_bytes(*bytes), self.swapped)
        };
        if word(0) != COMPRESSED_MAGIC {
            return Err("the compressed resource has no header".into());
        }
        let method = self.string(word(20).into()).unwrap_or("?");
        if method != "zip" {
            return Err(format!("compressed by {method:?}, which is not supported; use an uncompressed JDK image"));
        }
        if size > MAX_INFLATED || size > data.len() as u64 * 1032 {
            return Err(format!("{} bytes cannot inflate to {size}", data.len()));
        }
        let mut inflated = Vec::new();
        let result = ZlibDecoder::new(data).take(size + 1).read_to_end(&mut inflated);
        if let Err(error) = result {
            return Err(format!("does not inflate: {error}"));
        }
        if inflated.len() as u64 != size {
            return Err(format!("inflates to another size than {size}; is it compressed twice?"));
        }
        Ok(inflated)
    }

    /// The module that has classes in a package (`java/lang`), if any.
    pub fn module_of_package(&self, package: &str) -> Option<&str> {
        let location = self.look_up("packages", &package.replace('/', "."))?;
        let bytes = self.contents(&location).ok()?;
        // Pairs of words: whether the package is empty in the module, and the module's name.
        let pairs = bytes.as_chunks::<8>().0;
        let word = |&[a, b, c, d]: &[u8; 4]| swap(u32::from_ne_bytes([a, b, c, d]), self.swapped);
        let full = pairs.iter().map(|pair| pair.as_chunks::<4>().0).find(|pair| word(&pair[0]) == 0)?;
        self.string(word(&full[1]).into())
    }

    /// A resource of a module, such as `java/lang/String.class` of `java.base`.
    pub fn find(&self, module: &str, name: &str) -> Result<Option<Bytes>, SourceError> {
        self.look_up(module, name).map(|location| self.contents(&location)).transpose()
    }

    /// All resources: module and name, in the order of the file's table.
    pub fn names(&self) -> impl Iterator<Item = (&str, String)> {
        // The two other trees hold the look-up tables of packages and modules.
        let is_resource = |location: &Location<'_>| !matches!(location.module, "packages" | "modules" | "");
        (0..self.table_len)
            .filter_map(|row| self.location(row))
            .filter(is_resource)
            .map(|location| (location.module, location.name()))
    }

    /// How many rows of the table cannot be read.
    pub fn unreadable(&self) -> usize {
        (0..self.table_len).filter(|&row| self.location(row).is_none()).count()
    }
}

fn swap(word: u32, swapped: bool) -> u32 {
    if swapped { word.swap_bytes() } else { word }
}
