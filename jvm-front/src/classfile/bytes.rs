//! The bytes of one class, shared and possibly inside a memory map.

use std::fmt;
use std::ops::{Deref, Range};
use std::sync::Arc;

use memmap2::Mmap;

/// A cheaply cloned slice of bytes that keeps its owner alive.
///
/// A class in the JDK's image stays in the memory map; nothing is copied.
#[derive(Clone)]
pub struct Bytes {
    owner: Owner,
    range: Range<usize>,
}

#[derive(Clone)]
enum Owner {
    Heap(Arc<[u8]>),
    Map(Arc<Mmap>),
}

impl Bytes {
    /// A part of a memory map, or `None` if the range is outside of it.
    pub fn mapped(map: Arc<Mmap>, range: Range<usize>) -> Option<Self> {
        map.get(range.clone())?;
        Some(Self { owner: Owner::Map(map), range })
    }
}

impl Deref for Bytes {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        let all: &[u8] = match &self.owner {
            Owner::Heap(heap) => heap,
            Owner::Map(map) => map,
        };
        &all[self.range.clone()]
    }
}

impl From<Vec<u8>> for Bytes {
    fn from(vec: Vec<u8>) -> Self {
        let range = 0..vec.len();
        Self { owner: Owner::Heap(vec.into()), range }
    }
}

impl From<&[u8]> for Bytes {
    fn from(slice: &[u8]) -> Self {
        Self { owner: Owner::Heap(slice.into()), range: 0..slice.len() }
    }
}

impl fmt::Debug for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bytes({} bytes)", self.len())
    }
}
