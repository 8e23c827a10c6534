//! A bounds-checked big-endian reader that knows where it is.

use std::borrow::Cow;

use super::constants::ConstantPool;
use super::error::{ParseError, ParseErrorKind};

/// Reads from `at` up to `end`; both are offsets from the start of the class file, so every error has a place.
#[derive(Clone, Copy)]
pub(crate) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    pool: Option<&'a ConstantPool>,
}

impl<'a> Cursor<'a> {
    /// A reader of `bytes[at..end]`; the range is clipped to the bytes there are.
    pub(crate) fn new(bytes: &'a [u8], at: usize, end: usize, pool: Option<&'a ConstantPool>) -> Self {
        let end = end.min(bytes.len());
        Self { bytes: &bytes[..end], at: at.min(end), pool }
    }

    pub(crate) fn offset(&self) -> usize {
        self.at
    }

    pub(crate) fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    pub(crate) fn is_done(&self) -> bool {
        self.left() == 0
    }

    /// The class being read, looked up only when there is something to complain about.
    fn class(&self) -> Option<&'a str> {
        self.pool.and_then(ConstantPool::this_name)
    }

    pub(crate) fn malformed(&self, offset: usize, what: impl Into<Cow<'static, str>>) -> ParseError {
        ParseError::new(ParseErrorKind::Malformed, self.class(), offset, what)
    }

    #[cold]
    fn truncated(&self, needed: usize) -> ParseError {
        ParseError::new(
            ParseErrorKind::Truncated,
            self.class(),
            self.at,
            format!("{needed} bytes needed, {} left", self.left()),
        )
    }

    pub(crate) fn take(&mut self, len: usize) -> Result<&'a [u8], ParseError> {
        let Some(slice) = self.bytes[self.at..].get(..len) else {
            return Err(self.truncated(len));
        };
        self.at += len;
        Ok(slice)
    }

    #[inline]
    fn array<const N: usize>(&mut self) -> Result<[u8; N], ParseError> {
        match self.bytes[self.at..].first_chunk::<N>() {
            Some(chunk) => {
                self.at += N;
                Ok(*chunk)
            }
            None => Err(self.truncated(N)),
        }
    }

    #[inline]
    pub(crate) fn u8(&mut self) -> Result<u8, ParseError> {
        Ok(self.array::<1>()?[0])
    }

    #[inline]
    pub(crate) fn u16(&mut self) -> Result<u16, ParseError> {
        Ok(u16::from_be_bytes(self.array()?))
    }

    #[inline]
    pub(crate) fn u32(&mut self) -> Result<u32, ParseError> {
        Ok(u32::from_be_bytes(self.array()?))
    }

    pub(crate) fn i16(&mut self) -> Result<i16, ParseError> {
        Ok(i16::from_be_bytes(self.array()?))
    }

    pub(crate) fn i32(&mut self) -> Result<i32, ParseError> {
        Ok(i32::from_be_bytes(self.array()?))
    }

    /// A table of `u16`-counted items. Nothing is reserved that the bytes left could not hold.
    pub(crate) fn table<T>(
        &mut self,
        item_size: usize,
        mut item: impl FnMut(&mut Self) -> Result<T, ParseError>,
    ) -> Result<Vec<T>, ParseError> {
        let count = usize::from(self.u16()?);
        self.items(count, item_size, &mut item)
    }

    /// `count` items, each of at least `item_size` bytes.
    pub(crate) fn items<T>(
        &mut self,
        count: usize,
        item_size: usize,
        item: &mut impl FnMut(&mut Self) -> Result<T, ParseError>,
    ) -> Result<Vec<T>, ParseError> {
        let needed = count * item_size;
        if needed > self.left() {
            return Err(self.truncated(needed));
        }
        let mut items = Vec::with_capacity(count);
        for _ in 0..count {
            items.push(item(self)?);
        }
        Ok(items)
    }

    /// Fails unless everything was read.
    pub(crate) fn finish(&self, what: &str) -> Result<(), ParseError> {
        if self.is_done() {
            Ok(())
        } else {
            Err(self.malformed(self.at, format!("{what} has {} bytes too many", self.left())))
        }
    }
}
