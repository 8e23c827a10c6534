//! The key of a state, kept up to date: each step adds and subtracts what it changed.

use super::encode::{self, Earlier, Held, Slots, frame_slots};
use super::hashing::{Hashing, ref_term, value_term};
use super::locations::{Locations, LocationsMark, Referrer};
use super::slots::{FactsTable, Root, live_threads, other_roots};
use super::times::Times;
use braid_machine::state::{Changed, Init, Mark};
use braid_machine::vm::Vm;
use braid_program::{ClassId, ObjId, ThreadId};
use rustc_hash::FxHashMap;

/// What is known of a frame.
#[derive(Clone, Copy)]
struct FrameRecord {
    /// Sum of the terms of its live registers.
    content: u128,
    /// What it adds to the key.
    hash: u128,
    /// Number of references in this frame and those below it.
    roots: usize,
}

/// What is known of a thread.
#[derive(Default)]
struct ThreadRecord {
    frames: Vec<FrameRecord>,
    /// References in live registers to objects made during the search, from the bottom up.
    roots: Vec<(Root, ObjId)>,
    /// Its other roots.
    others: [ObjId; 2],
}

/// What is known of an object from before the search that has been written.
#[derive(Clone, Copy)]
struct BootRecord {
    earlier: Earlier,
    /// How the sum of its slots' terms differs from what it was.
    difference: u128,
    hash: u128,
}

enum KeyUndo {
    Frame(ThreadId, u32, FrameRecord),
    Thread(ThreadId, Box<TailSave>),
    Boot(ObjId, Option<BootRecord>),
    Class(ClassId, u128),
}

/// The upper part of a thread's record.
struct TailSave {
    first: usize,
    frames: Vec<FrameRecord>,
    roots: Vec<(Root, ObjId)>,
    others: [ObjId; 2],
}

/// A point that the canonicalizer can be rolled back to.
#[derive(Clone, Copy, Debug)]
pub(super) struct IncrementalMark {
    locations: LocationsMark,
    log: usize,
    sum: u128,
}

/// Keeps the key of a state up to date.
pub(super) struct Incremental {
    first_search_object: ObjId,
    init: Vec<Init>,
    locations: Locations,
    threads: Vec<ThreadRecord>,
    boots: FxHashMap<ObjId, BootRecord>,
    classes: FxHashMap<ClassId, u128>,
    /// Sum of the hashes of objects, frames and classes.
    sum: u128,
    log: Vec<KeyUndo>,
    facts: FactsTable,
    /// Frames whose content changed in this pass.
    dirty_frames: Vec<(ThreadId, u32)>,
    dirty_boots: Vec<ObjId>,
}

impl Incremental {
    pub fn new(vm: &Vm) -> Self {
        let first_search_object = ObjId::new(vm.state.heap.object_count());
        let mut canonicalizer = Incremental {
            first_search_object,
            init: vm.state.inits().to_vec(),
            locations: Locations::new(first_search_object),
            threads: Vec::new(),
            boots: FxHashMap::default(),
            classes: FxHashMap::default(),
            sum: 0,
            log: Vec::new(),
            facts: FactsTable::default(),
            dirty_frames: Vec::new(),
            dirty_boots: Vec::new(),
        };
        canonicalizer.locations.begin(vm);
        for id in live_threads(vm) {
            canonicalizer.thread_changed(vm, id);
        }
        canonicalizer.finish(vm);
        canonicalizer
    }

    pub fn mark(&self) -> IncrementalMark {
        IncrementalMark { locations: self.locations.mark(), log: self.log.len(), sum: self.sum }
    }

    pub fn rollback(&mut self, mark: &IncrementalMark) {
        while self.log.len() > mark.log {
            match self.log.pop().expect("invariant: the log is longer than the mark") {
                KeyUndo::Frame(id, depth, frame) => self.threads[id.index()].frames[depth as usize] = frame,
                KeyUndo::Thread(id, save) => {
                    let TailSave { first, frames, roots, others } = *save;
                    let record = &mut self.threads[id.index()];
                    record.roots.truncate(record.roots_below(first));
                    record.frames.truncate(first);
                    record.frames.extend(frames);
                    record.roots.extend(roots);
                    record.others = others;
                }
                KeyUndo::Boot(obj, Some(boot)) => {
                    self.boots.insert(obj, boot);
                }
                KeyUndo::Boot(obj, None) => {
                    self.boots.remove(&obj);
                }
                KeyUndo::Class(class, hash) => {
                    self.classes.insert(class, hash);
                }
            }
        }
        self.locations.rollback(mark.locations);
        self.sum = mark.sum;
    }

    /// The key of the machine's state, everything up to which has been worked in.
    pub fn key(&mut self, vm: &Vm) -> u128 {
        let times = Times::of(vm, &mut self.facts);
        self.sum.wrapping_add(Hashing::of(vm, &self.locations, |sink| encode::small_parts(sink, vm, &times)))
    }

    /// Works in what was changed since a checkpoint.
    pub fn advance(&mut self, vm: &Vm, mark: &Mark) {
        self.locations.begin(vm);
        let mut threads: Vec<ThreadId> = Vec::new();
        for change in vm.state.changes_since(mark) {
            match change {
                Changed::Class(class) => self.class_changed(vm, class),
                Changed::Interned(obj) if obj >= self.first_search_object => self.locations.header_changed(obj),
                Changed::Interned(obj) => {
                    self.boot_mut(obj, vm.state.heap.header(obj).hash).earlier.interned = true;
                }
                Changed::Thread(id) if threads.contains(&id) => {}
                Changed::Thread(id) => threads.push(id),
            }
        }
        for change in vm.state.heap.changes_since(mark.heap()) {
            if change.obj < self.first_search_object {
                let difference = self.locations.difference(vm, change.obj, change.offset, change.words);
                let boot = self.boot_mut(change.obj, change.hash);
                boot.difference = boot.difference.wrapping_add(difference);
            } else if self.locations.holds(change.obj) {
                self.locations.words_changed(vm, change.obj, change.offset, change.words);
            }
        }
        for id in threads {
            self.thread_changed(vm, id);
        }
        self.finish(vm);
    }

    /// The record of an object from before, to change it. `identity` is its identity hash before this step.
    fn boot_mut(&mut self, obj: ObjId, identity: u32) -> &mut BootRecord {
        self.dirty_boots.push(obj);
        self.log.push(KeyUndo::Boot(obj, self.boots.get(&obj).copied()));
        let fresh = BootRecord { earlier: Earlier { hash: identity, interned: false }, difference: 0, hash: 0 };
        self.boots.entry(obj).or_insert(fresh)
    }

    fn class_changed(&mut self, vm: &Vm, class: ClassId) {
        let init = vm.state.init(class);
        let now = match init == self.init.get(class.index()).copied().unwrap_or_default() {
            true => 0,
            false => Hashing::of(vm, &self.locations, |sink| encode::class_init(sink, class, init)),
        };
        let before = self.classes.insert(class, now).unwrap_or(0);
        self.log.push(KeyUndo::Class(class, before));
        self.sum = self.sum.wrapping_sub(before).wrapping_add(now);
        if let Some(mirror) = vm.state.mirror(class).filter(|&m| m >= self.first_search_object) {
            self.locations.set_root(mirror, init != Init::Linked);
        }
    }

    /// Works in the frames that a thread has changed.
    fn thread_changed(&mut self, vm: &Vm, id: ThreadId) {
        if self.threads.len() <= id.index() {
            self.threads.resize_with(id.index() + 1, ThreadRecord::default);
        }
        let thread = vm.state.thread(id);
        let frames = if thread.is_terminated() { 0 } else { thread.frames.len() };
        let record = &mut self.threads[id.index()];
        let first = record.frames.len().min(thread.unchanged_frames()).min(frames);
        let below = record.roots_below(first);
        let save = TailSave {
            first,
            frames: record.frames.drain(first..).collect(),
            roots: record.roots.drain(below..).collect(),
            others: record.others,
        };
        for frame in &save.frames {
            self.sum = self.sum.wrapping_sub(frame.hash);
        }
        for depth in first..frames {
            let mut registers = Registers {
                locations: &self.locations,
                first_search_object: self.first_search_object,
                depth: depth as u32,
                roots: &mut record.roots,
                content: 0,
            };
            frame_slots(vm, thread, depth, &mut self.facts, &mut registers);
            let content = registers.content;
            record.frames.push(FrameRecord { content, hash: 0, roots: record.roots.len() });
            self.dirty_frames.push((id, depth as u32));
        }
        update_roots(vm, &mut self.locations, id, &save.roots, &record.roots[below..]);
        let others = match thread.is_terminated() {
            true => [ObjId::NULL; 2],
            false => other_roots(thread).map(|(_, obj)| obj),
        };
        for (index, (root, _)) in other_roots(thread).into_iter().enumerate() {
            if save.others[index] != others[index] {
                self.locations.remove(vm, save.others[index], Referrer::Thread(id, root));
                self.locations.add(vm, others[index], Referrer::Thread(id, root));
            }
        }
        record.others = others;
        self.log.push(KeyUndo::Thread(id, Box::new(save)));
    }

    /// Settles where objects are and brings the sum up to date.
    fn finish(&mut self, vm: &Vm) {
        self.locations.settle(vm);
        let moved = self.locations.take_moved();
        for change in &moved {
            let (slot, content) = match change.referrer {
                Referrer::Object(obj, slot) => (slot, &mut self.boot_mut(obj, 0).difference),
                // Only registers have a term; the rest is looked up when it is hashed.
                Referrer::Thread(_, root) if root.depth == u32::MAX => continue,
                Referrer::Thread(id, root) => {
                    let frame = &mut self.threads[id.index()].frames[root.depth as usize];
                    self.log.push(KeyUndo::Frame(id, root.depth, *frame));
                    self.dirty_frames.push((id, root.depth));
                    (root.register.into(), &mut frame.content)
                }
            };
            *content = content.wrapping_sub(ref_term(slot, change.before)).wrapping_add(ref_term(slot, change.now));
        }
        self.sum = self.sum.wrapping_add(self.locations.rehash(vm));
        for (id, depth) in self.dirty_frames.drain(..) {
            let frame = &mut self.threads[id.index()].frames[depth as usize];
            let content = frame.content;
            let now = Hashing::of(vm, &self.locations, |sink| encode::frame(sink, vm, id, depth as usize, content));
            self.sum = self.sum.wrapping_sub(frame.hash).wrapping_add(now);
            frame.hash = now;
        }
        for obj in self.dirty_boots.drain(..) {
            let boot = self.boots.get_mut(&obj).expect("invariant: a dirty object is on record");
            let BootRecord { earlier, difference, hash: _ } = *boot;
            let now = Hashing::of(vm, &self.locations, |sink| {
                encode::changed_object(sink, vm, obj, earlier, difference);
            });
            self.sum = self.sum.wrapping_sub(boot.hash).wrapping_add(now);
            boot.hash = now;
        }
        self.locations.give_back(moved);
    }
}

/// Takes the live registers of a frame: sums up their terms and finds the roots among them.
struct Registers<'a> {
    locations: &'a Locations,
    first_search_object: ObjId,
    depth: u32,
    roots: &'a mut Vec<(Root, ObjId)>,
    content: u128,
}

impl Slots for Registers<'_> {
    #[inline]
    fn slot(&mut self, register: u32, now: Held) {
        let term = match now {
            Held::Value(value) => value_term(register, value),
            Held::Ref(obj) => {
                if obj >= self.first_search_object {
                    self.roots.push((Root { depth: self.depth, register: register as u16 }, obj));
                }
                ref_term(register, self.locations.recorded(obj))
            }
        };
        self.content = self.content.wrapping_add(term);
    }

    fn changed(&mut self, _: u32, _: Held, _: Held) {
        unreachable!("invariant: frames are written whole");
    }
}

impl ThreadRecord {
    /// Number of references in the frames below one.
    fn roots_below(&self, depth: usize) -> usize {
        depth.checked_sub(1).map_or(0, |under| self.frames[under].roots)
    }
}

/// Tells the locations which references of a thread came and went. Both lists are sorted by where the references are.
fn update_roots(vm: &Vm, locations: &mut Locations, id: ThreadId, before: &[(Root, ObjId)], now: &[(Root, ObjId)]) {
    let (mut old, mut new) = (before.iter().peekable(), now.iter().peekable());
    loop {
        let order = match (old.peek(), new.peek()) {
            (None, None) => return,
            (Some((a, _)), Some((b, _))) => a.cmp(b),
            (Some(_), None) => std::cmp::Ordering::Less,
            (None, Some(_)) => std::cmp::Ordering::Greater,
        };
        let gone = if order.is_le() { old.next() } else { None };
        let come = if order.is_ge() { new.next() } else { None };
        if gone == come {
            continue;
        }
        if let Some(&(root, obj)) = gone {
            locations.remove(vm, obj, Referrer::Thread(id, root));
        }
        if let Some(&(root, obj)) = come {
            locations.add(vm, obj, Referrer::Thread(id, root));
        }
    }
}
