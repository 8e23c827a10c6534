//! States as 128-bit sums: where objects are, what slots add to their objects, and the sink that hashes parts.
//!
//! A key is the sum of the hashes of the parts, and so is the content of an object or frame: one term for each slot that
//! does not hold zero. So a slot that changes costs one subtraction and one addition, whatever the size of the object.

use super::super::hash::{Hasher128, slot_hash};
use super::encode::{Held, Part, Sink, Slots};
use super::slots::Root;
use braid_machine::vm::Vm;
use braid_program::{ClassId, MethodId, ObjId, SiteId};

// What a hash is of: its first word.
const BOOT: u64 = 1;
const OBJECT: u64 = 2;
const EDGE: u64 = 3;
const THREAD: u64 = 4;
const HOLDS: u64 = 5;
const CLASS: u64 = 6;
const MIRROR: u64 = 7;
const SCALARS: u64 = 8;
const ROOT: u64 = 9;
const FRAME: u64 = 10;
const READING: u64 = 11;
const BEAD: u64 = 12;
const STRAND: u64 = 13;
const CHANGED: u64 = 14;
const ITEM: u64 = 15;
const WAITS: u64 = 16;
const AWAITS: u64 = 18;
const MISSES: u64 = 19;
const OUTSIDE: u64 = 20;
const DEFINED: u64 = 17;

/// What counts as the location of an object that is located with others (`locations/beads.rs`).
pub(super) const ON_STRAND: u128 = 1;

/// Says where objects are.
pub(super) trait Locate {
    /// The location of an object; zero for `null` and for what cannot be reached.
    fn location(&self, vm: &Vm, obj: ObjId) -> u128;
    /// What a reference to an object in a slot counts as: its location, or [`ON_STRAND`].
    fn counted(&self, vm: &Vm, obj: ObjId) -> u128;
}

// ----- locations -----

/// The location of an object that was there when the search started.
pub(super) fn boot_location(obj: ObjId) -> u128 {
    let mut hasher = Hasher128::new(BOOT);
    hasher.word(u64::from(obj.0));
    hasher.finish()
}

/// The location of a class mirror, however it is reached.
pub(super) fn mirror_location(vm: &Vm, obj: ObjId) -> Option<u128> {
    if vm.state.heap.class_of(obj) != vm.known.class {
        return None;
    }
    let class = vm.state.class_of_mirror(obj)?;
    let mut hasher = Hasher128::new(MIRROR);
    hasher.word(vm.program.class(class).key);
    Some(hasher.finish())
}

/// The location that a thread's root gives.
pub(super) fn root_location(thread: u64, root: Root) -> u128 {
    let mut hasher = Hasher128::new(ROOT);
    hasher.word(thread);
    hasher.word(u64::from(root.depth));
    hasher.word(u64::from(root.register));
    hasher.finish()
}

/// The location that a slot of an object gives to what it refers to.
pub(super) fn edge_location(vm: &Vm, from: u128, slot: u32, target: ObjId) -> u128 {
    let header = vm.state.heap.header(target);
    let mut hasher = Hasher128::new(EDGE);
    hasher.wide(from);
    hasher.word(u64::from(slot));
    hasher.word(vm.program.class(header.class).key);
    hasher.word(u64::from(header.len));
    hasher.finish()
}

/// The location of a bead, by how many come before it on its strand.
pub(super) fn bead_location(vm: &Vm, anchor: u128, slot: u32, bead: ObjId, position: u32) -> u128 {
    let mut hasher = Hasher128::new(BEAD);
    hasher.wide(anchor);
    hasher.word(u64::from(slot));
    hasher.word(vm.program.class(vm.state.heap.class_of(bead)).key);
    hasher.word(u64::from(position));
    hasher.finish()
}

/// What a strand of beads like this one adds to the key, where the beads' own hashes make up a number.
pub(super) fn strand_hash(vm: &Vm, anchor: u128, slot: u32, bead: ObjId, len: u32, number: u128) -> u128 {
    let mut hasher = Hasher128::new(STRAND);
    hasher.wide(anchor);
    hasher.word(u64::from(slot));
    hasher.word(vm.program.class(vm.state.heap.class_of(bead)).key);
    hasher.word(u64::from(len));
    hasher.wide(number);
    hasher.finish()
}

// ----- terms -----

/// What a slot with a value that is no reference adds to its object.
#[inline]
pub(super) fn value_term(slot: u32, value: u64) -> u128 {
    if value == 0 { 0 } else { slot_hash(u64::from(slot), value, 0) }
}

/// What a slot with a reference to this location adds to its object.
#[inline]
pub(super) fn ref_term(slot: u32, location: u128) -> u128 {
    if location == 0 { 0 } else { slot_hash(u64::from(slot), location as u64, (location >> 64) as u64) }
}

/// The first word of the hash of a part.
pub(super) fn tag(part: Part) -> u64 {
    match part {
        Part::Object(_) => OBJECT,
        Part::Changed(_) => CHANGED,
        Part::Thread(_) => THREAD,
        Part::Frame(..) => FRAME,
        Part::Holds(_) => HOLDS,
        Part::Waits(_) => WAITS,
        Part::Awaits(_) => AWAITS,
        Part::Misses(_) => MISSES,
        Part::Class(_) => CLASS,
        Part::Reading(_) => READING,
        Part::Scalars => SCALARS,
        Part::Outside => OUTSIDE,
        Part::Defined => DEFINED,
    }
}

// ----- the sink -----

/// Sums up the hashes of parts.
pub(super) struct Hashing<'a, L> {
    vm: &'a Vm,
    locations: &'a L,
    /// The sum over all parts so far.
    sum: u128,
    /// Of the part in the making.
    hasher: Hasher128,
    /// Of the content in the making.
    terms: u128,
}

impl<'a, L: Locate> Hashing<'a, L> {
    pub fn new(vm: &'a Vm, locations: &'a L) -> Self {
        Hashing { vm, locations, sum: 0, hasher: Hasher128::new(0), terms: 0 }
    }

    /// What some parts add to the key.
    #[inline]
    pub fn of(vm: &'a Vm, locations: &'a L, write: impl FnOnce(&mut Self)) -> u128 {
        let mut hashing = Hashing::new(vm, locations);
        write(&mut hashing);
        hashing.sum
    }

    /// Adds the hash of something that only keys by hash know.
    pub fn add(&mut self, hash: u128) {
        self.sum = self.sum.wrapping_add(hash);
    }

    /// The sum.
    pub fn sum(&self) -> u128 {
        self.sum
    }

    fn term(&self, slot: u32, held: Held) -> u128 {
        match held {
            Held::Value(value) => value_term(slot, value),
            Held::Ref(obj) => ref_term(slot, self.locations.counted(self.vm, obj)),
        }
    }
}

impl<L: Locate> Slots for Hashing<'_, L> {
    fn slot(&mut self, slot: u32, now: Held) {
        self.terms = self.terms.wrapping_add(self.term(slot, now));
    }

    fn changed(&mut self, slot: u32, was: Held, now: Held) {
        self.terms = self.terms.wrapping_sub(self.term(slot, was)).wrapping_add(self.term(slot, now));
    }
}

impl<L: Locate> Sink for Hashing<'_, L> {
    type Location = u128;
    type Content = u128;

    #[inline]
    fn part(&mut self, part: Part, write: impl FnOnce(&mut Self)) {
        self.hasher = Hasher128::new(tag(part));
        // A sum has no order.
        if let Some(thread) = part.thread() {
            self.hasher.word(self.vm.state.thread(thread).key);
        }
        if let Part::Frame(_, depth) = part {
            self.hasher.word(depth.into());
        }
        write(self);
        self.add(self.hasher.finish());
    }

    fn gather(&mut self, _: Part, walk: impl FnOnce(&mut Self)) -> u128 {
        self.terms = 0;
        walk(self);
        self.terms
    }

    #[inline]
    fn word(&mut self, word: u64) {
        self.hasher.word(word);
    }

    fn reference(&mut self, obj: ObjId) {
        self.hasher.wide(self.locations.location(self.vm, obj));
    }

    fn reaches(&mut self, obj: ObjId) -> bool {
        self.locations.location(self.vm, obj) != 0
    }

    #[inline]
    fn location(&mut self, location: u128) {
        self.hasher.wide(location);
    }

    #[inline]
    fn content(&mut self, content: u128) {
        self.hasher.wide(content);
    }

    #[inline]
    fn class(&mut self, class: ClassId) {
        self.hasher.word(self.vm.program.class(class).key);
    }

    #[inline]
    fn method(&mut self, method: MethodId) {
        self.hasher.word(self.vm.program.method(method).key);
    }

    #[inline]
    fn site(&mut self, site: SiteId) {
        self.hasher.word(self.vm.program.site_key(site));
    }

    fn set<T>(&mut self, items: impl Iterator<Item = T>, mut write: impl FnMut(&mut Self, T)) {
        let outer = self.hasher;
        let mut hashes: Vec<u128> = items
            .map(|item| {
                self.hasher = Hasher128::new(ITEM);
                write(self, item);
                self.hasher.finish()
            })
            .collect();
        hashes.sort_unstable();
        hashes.dedup();
        self.hasher = outer;
        self.hasher.word(hashes.len() as u64);
        hashes.into_iter().for_each(|hash| self.hasher.wide(hash));
    }
}
