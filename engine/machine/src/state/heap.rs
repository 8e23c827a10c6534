//! The heap: objects in one array of words, with copy-on-first-write undo.
//!
//! An object is a header and a run of eight-byte words. Instances take one word a field, in register form; arrays are
//! packed by element size, little-endian, so that `Unsafe` can read a `long` out of a `byte[]` as the hardware would.
//!
//! **Undo.** Between two checkpoints the first write to an object saves the object (for a large array: the block that is
//! written), later writes are free. Rolling back restores what was saved and cuts off what was allocated, so it costs
//! what the step changed. The saved objects since the last checkpoint are exactly the objects that changed, which is what
//! canonicalization asks for.

use super::collect::Reuse;
use crate::program::{ClassId, Kind, ObjId};
use rustc_hash::FxHashSet;

/// Objects of more words than this are saved in blocks of this many words.
const BLOCK: usize = 64;

/// What is known of an object apart from its content.
#[derive(Clone, Copy, Debug)]
pub struct Header {
    /// Its class.
    pub class: ClassId,
    /// First word of its content.
    pub(super) start: u32,
    /// Array length, or number of field slots.
    pub len: u32,
    /// The checkpoint since which the whole object has been saved or did not exist.
    pub(super) epoch: u32,
    /// Identity hash code, once asked for; zero before.
    pub hash: u32,
    /// Words of content.
    pub(super) words: u32,
    /// Where an array was allocated: a position in the code, and [`Header::OWN`] if that is the program's own; zero for
    /// other objects.
    pub site: u32,
}

impl Header {
    /// Set in the position of what the program's own code allocates.
    pub const OWN: u32 = 1 << 31;
}

/// A point that the heap can be rolled back to.
#[derive(Clone, Copy, Debug)]
pub struct HeapMark {
    saves: usize,
    saved_words: usize,
    headers: usize,
    words: usize,
    shared: usize,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Save {
    obj: ObjId,
    /// Offset of the saved words within the object.
    offset: u32,
    count: u32,
    epoch: u32,
    hash: u32,
}

impl HeapMark {
    /// How many objects there were, null included.
    pub fn objects(&self) -> usize {
        self.headers
    }
}

/// An interval that is undone in any case.
pub(super) struct HeapTrial {
    pub(super) mark: HeapMark,
    epoch: u32,
    interval: usize,
    saved_blocks: FxHashSet<(ObjId, u32)>,
}

/// Words of an object that were written, as they were before.
#[derive(Clone, Copy, Debug)]
pub struct HeapChange<'a> {
    /// The object.
    pub obj: ObjId,
    /// First of the words within the object.
    pub offset: usize,
    /// What they were.
    pub words: &'a [u64],
    /// What the identity hash was.
    pub hash: u32,
}

/// The parts of a heap that the meaning of a state rests on, or what is done with it.
pub struct WholeHeap<'a> {
    /// What is known of each object apart from its content.
    pub headers: &'a [Header],
    /// The contents of all objects.
    pub words: &'a [u64],
    /// Which objects other threads may reach.
    pub shared: &'a [bool],
}

/// The objects of a state.
#[derive(Clone, Debug, Default)]
pub struct Heap {
    pub(super) headers: Vec<Header>,
    pub(super) words: Vec<u64>,
    /// Number of the current checkpoint; zero while nothing is recorded.
    pub(super) epoch: u32,
    last_epoch: u32,
    pub(super) saves: Vec<Save>,
    saved_words: Vec<u64>,
    saved_blocks: FxHashSet<(ObjId, u32)>,
    /// Number of saves at the last checkpoint.
    interval: usize,
    /// Which objects other threads may reach. Sticky: it over-approximates, so it is right whichever path led here.
    pub(super) shared: Vec<bool>,
    pub(super) shared_log: Vec<ObjId>,
    /// Numbers of dead objects, in single runs.
    pub(super) reuse: Reuse,
}

impl Heap {
    /// A heap with only `null`.
    pub fn new() -> Self {
        let null = Header { class: ClassId(u32::MAX), start: 0, len: 0, epoch: 0, hash: 0, words: 0, site: 0 };
        Heap { headers: vec![null], shared: vec![true], ..Self::default() }
    }

    /// Takes the heap apart.
    pub fn whole(&self) -> WholeHeap<'_> {
        let Heap {
            headers,
            words,
            shared,
            // How to go back.
            epoch: _,
            last_epoch: _,
            saves: _,
            saved_words: _,
            saved_blocks: _,
            interval: _,
            // The order in which `shared` came about.
            shared_log: _,
            // For single runs, which have no keys.
            reuse: _,
        } = self;
        WholeHeap { headers, words, shared }
    }

    /// Starts recording, or continues with a fresh interval: what is written from now on can be undone to here.
    pub fn checkpoint(&mut self) -> HeapMark {
        self.next_epoch();
        HeapMark {
            saves: self.saves.len(),
            saved_words: self.saved_words.len(),
            headers: self.headers.len(),
            words: self.words.len(),
            shared: self.shared_log.len(),
        }
    }

    /// Undoes everything since the checkpoint. The mark stays valid.
    pub fn rollback(&mut self, mark: &HeapMark) {
        while self.saves.len() > mark.saves {
            let save = self.saves.pop().expect("invariant: saves outnumber the mark's");
            let from = self.saved_words.len() - save.count as usize;
            let header = &mut self.headers[save.obj.index()];
            let to = header.start as usize + save.offset as usize;
            self.words[to..to + save.count as usize].copy_from_slice(&self.saved_words[from..]);
            header.epoch = save.epoch;
            header.hash = save.hash;
            self.saved_words.truncate(from);
        }
        debug_assert_eq!(self.saved_words.len(), mark.saved_words);
        for obj in self.shared_log.drain(mark.shared..) {
            self.shared[obj.index()] = false;
        }
        self.shared.truncate(mark.headers);
        self.headers.truncate(mark.headers);
        self.words.truncate(mark.words);
        self.next_epoch();
    }

    /// Starts an interval within the present one, which [`Heap::end_trial`] undoes and leaves no trace of.
    pub(super) fn begin_trial(&mut self) -> HeapTrial {
        let (epoch, interval) = (self.epoch, self.interval);
        let saved_blocks = std::mem::take(&mut self.saved_blocks);
        HeapTrial { mark: self.checkpoint(), epoch, interval, saved_blocks }
    }

    /// Undoes a trial. What was saved before it counts as saved again.
    pub(super) fn end_trial(&mut self, trial: HeapTrial) {
        let HeapTrial { mark, epoch, interval, saved_blocks } = trial;
        self.rollback(&mark);
        (self.epoch, self.interval, self.saved_blocks) = (epoch, interval, saved_blocks);
    }

    fn next_epoch(&mut self) {
        self.last_epoch = self.last_epoch.checked_add(1).expect("fewer than 2^32 checkpoints in one search");
        self.epoch = self.last_epoch;
        self.saved_blocks.clear();
        self.interval = self.saves.len();
    }

    /// The objects that were written since `mark`, some perhaps more than once.
    pub fn written_since(&self, mark: &HeapMark) -> impl Iterator<Item = ObjId> {
        self.saves[mark.saves..].iter().map(|save| save.obj)
    }

    /// What was written since `mark`, and what was there before. Each word of an object is reported at most once, provided
    /// that `mark` is the last checkpoint.
    pub fn changes_since(&self, mark: &HeapMark) -> impl Iterator<Item = HeapChange<'_>> {
        debug_assert_eq!(mark.saves, self.interval, "the mark is not the last checkpoint");
        let mut from = mark.saved_words;
        self.saves[mark.saves..].iter().map(move |save| {
            let words = &self.saved_words[from..from + save.count as usize];
            from += save.count as usize;
            HeapChange { obj: save.obj, offset: save.offset as usize, words, hash: save.hash }
        })
    }

    /// The objects allocated since `mark`.
    pub fn allocated_since(&self, mark: &HeapMark) -> impl Iterator<Item = ObjId> + use<> {
        (mark.headers..self.headers.len()).map(ObjId::new)
    }

    /// Whether other threads may reach an object.
    #[inline(always)]
    pub fn is_shared(&self, obj: ObjId) -> bool {
        self.shared[obj.index()]
    }

    /// Other threads may reach the object from now on.
    pub fn set_shared(&mut self, obj: ObjId) {
        if !std::mem::replace(&mut self.shared[obj.index()], true) {
            self.shared_log.push(obj);
        }
    }

    /// The objects that other threads may reach, in the order in which that came about during the search.
    pub fn sharing(&self) -> &[ObjId] {
        &self.shared_log
    }

    /// Everything that exists now may be reached by other threads; not to be undone.
    pub fn share_everything(&mut self) {
        self.shared.fill(true);
        self.shared_log.clear();
    }

    /// Remembers where an array was allocated.
    pub fn set_site(&mut self, obj: ObjId, site: u32) {
        self.headers[obj.index()].site = site;
    }

    /// Number of objects, `null` included.
    pub fn object_count(&self) -> usize {
        self.headers.len()
    }

    /// Bytes in use.
    pub fn bytes(&self) -> usize {
        let objects = self.headers.len() - self.reuse.free.len();
        self.words.len() * 8 + objects * size_of::<Header>() + self.saved_words.len() * 8
    }

    /// A new object of `slots` zeroed fields.
    pub fn alloc(&mut self, class: ClassId, slots: u32) -> ObjId {
        self.push(class, slots, slots)
    }

    /// A new zeroed array.
    pub fn alloc_array(&mut self, class: ClassId, kind: Kind, len: u32) -> ObjId {
        let words = (len as usize * kind.element_bytes()).div_ceil(8);
        self.push(class, len, u32::try_from(words).expect("invariant: the memory limit is below 2^32 words"))
    }

    fn push(&mut self, class: ClassId, len: u32, words: u32) -> ObjId {
        let start = u32::try_from(self.words.len()).expect("invariant: the memory limit is below 2^32 words");
        self.words.resize(self.words.len() + words as usize, 0);
        let header = Header { class, start, len, epoch: self.epoch, hash: 0, words, site: 0 };
        if let Some(id) = self.reuse.free.pop() {
            self.headers[id.index()] = header;
            return id;
        }
        let id = ObjId::new(self.headers.len());
        self.headers.push(header);
        self.shared.push(false);
        id
    }

    /// A shallow copy of an object or array.
    pub fn clone_object(&mut self, obj: ObjId) -> ObjId {
        let h = self.headers[obj.index()];
        let id = self.push(h.class, h.len, h.words);
        let from = h.start as usize;
        let to = self.headers[id.index()].start as usize;
        self.words.copy_within(from..from + h.words as usize, to);
        id
    }

    /// The header of an object.
    #[inline(always)]
    pub fn header(&self, obj: ObjId) -> &Header {
        &self.headers[obj.index()]
    }

    /// The class of an object.
    #[inline(always)]
    pub fn class_of(&self, obj: ObjId) -> ClassId {
        self.headers[obj.index()].class
    }

    /// The length of an array.
    #[inline(always)]
    pub fn array_len(&self, obj: ObjId) -> u32 {
        self.headers[obj.index()].len
    }

    /// Sets the identity hash of an object that has none.
    pub fn set_hash(&mut self, obj: ObjId, hash: u32) {
        self.save(obj, 0);
        self.headers[obj.index()].hash = hash;
    }

    /// Gives an object another class of the same shape (`java/lang/Class` mirrors made before that class was known).
    pub fn set_class(&mut self, obj: ObjId, class: ClassId) {
        self.headers[obj.index()].class = class;
    }

    #[inline(always)]
    fn save(&mut self, obj: ObjId, word: usize) {
        if self.headers[obj.index()].epoch != self.epoch {
            self.save_now(obj, word);
        }
    }

    #[cold]
    fn save_now(&mut self, obj: ObjId, word: usize) {
        let header = &mut self.headers[obj.index()];
        let words = header.words as usize;
        let (offset, count) = if words <= BLOCK {
            let before = header.epoch;
            header.epoch = self.epoch;
            self.saves.push(Save { obj, offset: 0, count: header.words, epoch: before, hash: header.hash });
            (0, words)
        } else {
            let block = word / BLOCK;
            if !self.saved_blocks.insert((obj, block as u32)) {
                return;
            }
            let offset = block * BLOCK;
            let count = BLOCK.min(words - offset);
            self.saves.push(Save {
                obj,
                offset: offset as u32,
                count: count as u32,
                epoch: header.epoch,
                hash: header.hash,
            });
            (offset, count)
        };
        let from = header.start as usize + offset;
        self.saved_words.extend_from_slice(&self.words[from..from + count]);
    }

    /// Saves all of an object before a write to many places in it.
    fn save_range(&mut self, obj: ObjId, first: usize, last: usize) {
        if self.headers[obj.index()].epoch == self.epoch {
            return;
        }
        let mut word = first;
        while word <= last {
            self.save(obj, word);
            word = (word / BLOCK + 1) * BLOCK;
        }
    }

    /// A field in register form.
    #[inline(always)]
    pub fn field(&self, obj: ObjId, slot: u16) -> u64 {
        self.words[self.headers[obj.index()].start as usize + slot as usize]
    }

    /// Writes a field.
    #[inline(always)]
    pub fn set_field(&mut self, obj: ObjId, slot: u16, value: u64) {
        self.save(obj, slot as usize);
        let at = self.headers[obj.index()].start as usize + slot as usize;
        self.words[at] = value;
    }

    /// The content of an object as bytes.
    #[inline(always)]
    pub fn bytes_of(&self, obj: ObjId) -> &[u8] {
        let h = &self.headers[obj.index()];
        bytemuck::cast_slice(&self.words[h.start as usize..h.start as usize + h.words as usize])
    }

    /// The content of an object as words.
    #[inline(always)]
    pub fn words_of(&self, obj: ObjId) -> &[u64] {
        let h = &self.headers[obj.index()];
        &self.words[h.start as usize..h.start as usize + h.words as usize]
    }

    /// The content of an object as bytes, to write `count` of them from `offset`.
    #[inline(always)]
    pub fn bytes_mut(&mut self, obj: ObjId, offset: usize, count: usize) -> &mut [u8] {
        if count > 0 {
            self.save_range(obj, offset / 8, (offset + count - 1) / 8);
        }
        let h = &self.headers[obj.index()];
        let words = &mut self.words[h.start as usize..h.start as usize + h.words as usize];
        &mut bytemuck::cast_slice_mut::<u64, u8>(words)[offset..offset + count]
    }

    /// Copies bytes within or between objects, overlapping or not.
    pub fn copy_bytes(&mut self, from: ObjId, from_offset: usize, to: ObjId, to_offset: usize, count: usize) {
        if count == 0 {
            return;
        }
        self.save_range(to, to_offset / 8, (to_offset + count - 1) / 8);
        let src = self.headers[from.index()].start as usize * 8 + from_offset;
        let dst = self.headers[to.index()].start as usize * 8 + to_offset;
        bytemuck::cast_slice_mut::<u64, u8>(&mut self.words).copy_within(src..src + count, dst);
    }
}

macro_rules! elements {
    ($($get:ident $set:ident $ty:ty, $size:literal;)*) => {
        impl Heap {$(
            /// An array element; the index must be in range.
            #[inline(always)]
            pub fn $get(&self, obj: ObjId, index: u32) -> $ty {
                let h = &self.headers[obj.index()];
                let all: &[$ty] = bytemuck::cast_slice(&self.words);
                all[h.start as usize * (8 / $size) + index as usize]
            }

            /// Writes an array element; the index must be in range.
            #[inline(always)]
            pub fn $set(&mut self, obj: ObjId, index: u32, value: $ty) {
                self.save(obj, index as usize * $size / 8);
                let h = &self.headers[obj.index()];
                let start = h.start as usize * (8 / $size) + index as usize;
                let all: &mut [$ty] = bytemuck::cast_slice_mut(&mut self.words);
                all[start] = value;
            }
        )*}
    };
}

elements! {
    byte_at set_byte_at u8, 1;
    short_at set_short_at u16, 2;
    int_at set_int_at u32, 4;
    long_at set_long_at u64, 8;
}

impl Heap {
    /// A reference element.
    #[inline(always)]
    pub fn ref_at(&self, obj: ObjId, index: u32) -> ObjId {
        ObjId(self.int_at(obj, index))
    }

    /// Writes a reference element.
    #[inline(always)]
    pub fn set_ref_at(&mut self, obj: ObjId, index: u32, value: ObjId) {
        self.set_int_at(obj, index, value.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rollback_restores_fields_arrays_hashes_and_allocation() {
        let mut heap = Heap::new();
        let o = heap.alloc(ClassId(1), 3);
        let big = heap.alloc_array(ClassId(2), Kind::Byte, 10_000);
        heap.set_field(o, 1, 7);
        heap.set_byte_at(big, 9_999, 1);
        let mark = heap.checkpoint();
        heap.set_field(o, 1, 8);
        heap.set_hash(o, 42);
        heap.set_byte_at(big, 9_999, 2);
        heap.set_byte_at(big, 0, 3);
        let inner = heap.checkpoint();
        heap.set_field(o, 1, 9);
        heap.alloc(ClassId(1), 3);
        heap.rollback(&inner);
        assert_eq!((heap.field(o, 1), heap.header(o).hash), (8, 42));
        heap.set_field(o, 1, 10);
        heap.rollback(&mark);
        assert_eq!((heap.field(o, 1), heap.header(o).hash), (7, 0));
        assert_eq!((heap.byte_at(big, 9_999), heap.byte_at(big, 0)), (1, 0));
        assert_eq!(heap.object_count(), 3);
    }

    #[test]
    fn copying_within_an_array_handles_overlap() {
        let mut heap = Heap::new();
        let a = heap.alloc_array(ClassId(2), Kind::Int, 5);
        (0..5).for_each(|i| heap.set_int_at(a, i, i));
        heap.copy_bytes(a, 0, a, 4, 16);
        assert_eq!((0..5).map(|i| heap.int_at(a, i)).collect::<Vec<_>>(), [0, 0, 1, 2, 3]);
    }
}
