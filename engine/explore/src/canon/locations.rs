//! Canonical locations of objects: least shortest paths from the roots, kept up to date as edges come and go.
//!
//! The *depth* of an object is the length of a shortest path from the roots. Objects that were there when the search
//! started and mirrors of classes in use have depth zero; a thread's registers stand behind every object that the former
//! can reach (depth [`THREADS`]), so that a register that walks along a shared list does not move the list. The
//! *location* of an object is the least hash of (location of the referrer, slot, class, length) over its referrers of the
//! depth before its own. Both are functions of the graph alone, by induction on depth, and local: an object's location
//! follows from those of its referrers.
//!
//! A change is worked in as Ramalingam and Reps do for shortest paths. First, from near to far, objects that lost their
//! last referrer of the depth before are found; they have no depth for now. Then, from near to far again, everything that
//! has an edge more or less, lost its depth, or has a referrer that moved is settled: its referrers are settled already.
//! What ends without a depth is garbage. The work follows the number of objects whose depth, location or referrers
//! changed.
//!
//! Objects are *held* while they have a depth: only held objects are referrers, so garbage costs nothing once it is let
//! go. The content of a referrer is a sum with a term for the location of each thing it refers to; an object that moves adjusts
//! the terms of its referrers.
//!
//! Lists of objects that are found in no other way have no locations of their own and move at once: `beads`.
//!
//! Everything is undone by a log, like the state itself.

mod beads;

pub(super) use beads::may_be_bead;

use super::encode::{Held, Slots, object_slots};
use super::hashing::{Locate, boot_location, edge_location, mirror_location, ref_term, root_location, value_term};
use super::slots::{Root, Shapes, for_each_slot};
use super::strands::{BeadIndex, StrandId, Strands};
use braid_machine::vm::Vm;
use braid_program::{ObjId, ThreadId};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The depth of what thread registers refer to, unless something nearer does.
const THREADS: u32 = 1 << 31;
const NO_DEPTH: u32 = u32::MAX;

/// What is known of an object that was made during the search.
#[derive(Clone, Copy)]
pub(super) struct Located {
    location: u128,
    /// Sum of the terms of its slots, with the locations that are on record.
    content: u128,
    /// What it adds to the key; of a bead, to its strand.
    hash: u128,
    /// Not of a bead.
    depth: u32,
    /// Of a bead.
    place: Option<BeadIndex>,
    /// Whether its references are on record with what they refer to.
    held: bool,
    /// A mirror of a class in use.
    is_root: bool,
}

const NOTHING: Located =
    Located { location: 0, content: 0, hash: 0, depth: NO_DEPTH, place: None, held: false, is_root: false };

/// What refers to an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Referrer {
    Object(ObjId, u32),
    Thread(ThreadId, Root),
}

/// How a change of the referrers of an object is undone.
enum LocationUndo {
    Added(ObjId),
    Removed(ObjId, u32, Referrer),
}

/// A point that locations can be rolled back to.
#[derive(Clone, Copy, Debug)]
pub(super) struct LocationsMark {
    edges: usize,
    nodes: usize,
    strands: usize,
}

/// When something was last done about an object.
#[derive(Clone, Copy, Default)]
struct Handled {
    /// The pass in which its record was put into the log.
    saved: u32,
    /// The round in which it lost its depth.
    cut: u32,
    /// The round in which it found its place.
    settled: u32,
    /// The pass in which it was found that what it adds to the key has to be computed again.
    dirty: u32,
}

/// A term of a referrer that is no object made during the search, to be adjusted where that is kept.
pub(super) struct Moved {
    pub referrer: Referrer,
    pub before: u128,
    pub now: u128,
}

/// Depths and locations of all objects made during the search.
pub(super) struct Locations {
    /// Objects from this one on were made during the search.
    first_search_object: ObjId,
    nodes: Vec<Located>,
    referrers: Vec<Vec<Referrer>>,
    strands: Strands,
    seen: Vec<Handled>,
    /// The number of steps that were worked in.
    pass: u32,
    /// The number of times that locations were settled.
    round: u32,
    edge_log: Vec<LocationUndo>,
    node_log: Vec<(ObjId, Located)>,
    /// Objects with an edge more or less.
    touched: Vec<ObjId>,
    /// Objects that may have become beads.
    candidates: Vec<ObjId>,
    /// Objects that were beads on a strand without a depth.
    dropped: Vec<ObjId>,
    /// By how much the sum of hashes has changed.
    difference: u128,
    /// Objects that the key has to look at again.
    dirty: Vec<ObjId>,
    /// Terms to adjust elsewhere.
    moved: Vec<Moved>,
    /// Room for strands that hang from an object.
    passed: Vec<StrandId>,
    shapes: Shapes,
}

impl Locate for Locations {
    fn location(&self, vm: &Vm, obj: ObjId) -> u128 {
        if obj.is_null() {
            return 0;
        }
        if obj < self.first_search_object {
            return boot_location(obj);
        }
        match self.nodes.get(self.at(obj)) {
            Some(node) if node.held => self.origin(vm, obj),
            Some(_) | None => mirror_location(vm, obj).unwrap_or(0),
        }
    }

    fn counted(&self, _: &Vm, obj: ObjId) -> u128 {
        self.recorded(obj)
    }
}

/// Puts the references of an object on record and sums up the terms of its slots.
struct Holding<'a> {
    vm: &'a Vm,
    obj: ObjId,
    locations: &'a mut Locations,
    content: u128,
}

impl Slots for Holding<'_> {
    fn slot(&mut self, slot: u32, now: Held) {
        let term = match now {
            Held::Value(value) => value_term(slot, value),
            Held::Ref(target) => {
                if target >= self.locations.first_search_object {
                    self.locations.record(self.vm, target, Referrer::Object(self.obj, slot));
                }
                ref_term(slot, self.locations.recorded(target))
            }
        };
        self.content = self.content.wrapping_add(term);
    }

    fn changed(&mut self, _: u32, _: Held, _: Held) {
        unreachable!("invariant: objects made during the search have no content from before");
    }
}

impl Locations {
    pub fn new(first_search_object: ObjId) -> Self {
        Locations {
            first_search_object,
            nodes: Vec::new(),
            referrers: Vec::new(),
            strands: Strands::new(),
            seen: Vec::new(),
            pass: 0,
            round: 0,
            edge_log: Vec::new(),
            node_log: Vec::new(),
            touched: Vec::new(),
            candidates: Vec::new(),
            dropped: Vec::new(),
            difference: 0,
            dirty: Vec::new(),
            moved: Vec::new(),
            passed: Vec::new(),
            shapes: Shapes::default(),
        }
    }

    #[inline]
    fn at(&self, obj: ObjId) -> usize {
        obj.index() - self.first_search_object.index()
    }

    /// Where the logs stand.
    pub fn mark(&self) -> LocationsMark {
        let (edges, nodes, strands) = (self.edge_log.len(), self.node_log.len(), self.strands.mark());
        LocationsMark { edges, nodes, strands }
    }

    /// Undoes everything since the logs stood there.
    pub fn rollback(&mut self, mark: LocationsMark) {
        self.strands.rollback(mark.strands);
        for (obj, node) in self.node_log.drain(mark.nodes..).rev() {
            self.nodes[obj.index() - self.first_search_object.index()] = node;
        }
        while self.edge_log.len() > mark.edges {
            match self.edge_log.pop().expect("invariant: the log is longer than the mark") {
                LocationUndo::Added(obj) => {
                    let at = self.at(obj);
                    self.referrers[at].pop();
                }
                LocationUndo::Removed(obj, index, referrer) => {
                    let at = self.at(obj);
                    let list = &mut self.referrers[at];
                    list.push(referrer);
                    let last = list.len() - 1;
                    list.swap(index as usize, last);
                }
            }
        }
    }

    /// Begins to work in a step.
    pub fn begin(&mut self, vm: &Vm) {
        let count = vm.state.heap.object_count().saturating_sub(self.first_search_object.index());
        if self.nodes.len() < count {
            self.nodes.resize(count, NOTHING);
            self.referrers.resize_with(count, Vec::new);
            self.seen.resize(count, Handled::default());
        }
        self.pass = self.pass.checked_add(1).expect("fewer than 2^32 steps in one search");
        self.strands.begin(self.pass);
        self.touched.clear();
        self.dirty.clear();
        self.moved.clear();
    }

    /// Saves the record of an object before its first change in this pass.
    fn node_mut(&mut self, obj: ObjId) -> &mut Located {
        let at = self.at(obj);
        if self.seen[at].saved != self.pass {
            self.seen[at].saved = self.pass;
            self.node_log.push((obj, self.nodes[at]));
        }
        &mut self.nodes[at]
    }

    fn mark_dirty(&mut self, obj: ObjId) {
        let at = self.at(obj);
        if self.seen[at].dirty != self.pass {
            self.seen[at].dirty = self.pass;
            self.dirty.push(obj);
        }
    }

    /// Whether the object is part of the state.
    pub fn holds(&self, obj: ObjId) -> bool {
        self.nodes.get(self.at(obj)).is_some_and(|n| n.held)
    }

    /// Something about an object other than its slots has changed.
    pub fn header_changed(&mut self, obj: ObjId) {
        if self.holds(obj) {
            self.mark_dirty(obj);
        }
    }

    /// A mirror becomes or ceases to be a root.
    pub fn set_root(&mut self, mirror: ObjId, is_root: bool) {
        if self.nodes[self.at(mirror)].is_root != is_root {
            self.node_mut(mirror).is_root = is_root;
            self.touched.push(mirror);
        }
    }

    /// Something refers to an object from now on.
    pub fn add(&mut self, vm: &Vm, target: ObjId, referrer: Referrer) {
        if target < self.first_search_object {
            return;
        }
        let at = self.at(target);
        self.record(vm, target, referrer);
        if self.next_depth(referrer) <= self.nodes[at].depth {
            self.touched.push(target);
        }
    }

    /// Puts on record what refers to an object.
    fn record(&mut self, vm: &Vm, target: ObjId, referrer: Referrer) {
        self.loosen(vm, target);
        let at = self.at(target);
        self.referrers[at].push(referrer);
        self.edge_log.push(LocationUndo::Added(target));
        self.candidates.push(target);
    }

    /// Something refers to an object no longer.
    pub fn remove(&mut self, vm: &Vm, target: ObjId, referrer: Referrer) {
        if target < self.first_search_object {
            return;
        }
        self.loosen(vm, target);
        self.candidates.push(target);
        let at = self.at(target);
        let index = self.referrers[at].iter().rposition(|&r| r == referrer).expect("invariant: the edge is on record");
        self.referrers[at].swap_remove(index);
        self.edge_log.push(LocationUndo::Removed(target, index as u32, referrer));
        let depth = self.nodes[at].depth;
        if depth != NO_DEPTH && self.next_depth(referrer) == depth {
            self.touched.push(target);
        }
    }

    /// The depth that a referrer gives to what it refers to.
    fn next_depth(&self, referrer: Referrer) -> u32 {
        match referrer {
            Referrer::Thread(..) => THREADS,
            Referrer::Object(obj, _) if obj < self.first_search_object => 1,
            Referrer::Object(obj, _) => self.depth(obj).saturating_add(1),
        }
    }

    /// Words of a held object were changed.
    pub fn words_changed(&mut self, vm: &Vm, obj: ObjId, offset: usize, before: &[u64]) {
        let difference = self.difference(vm, obj, offset, before);
        let content = self.node_mut(obj);
        content.content = content.content.wrapping_add(difference);
        self.mark_dirty(obj);
        self.slots_changed(vm, obj);
    }

    /// Works in that words of an object were changed; returns what that adds to its content.
    pub fn difference(&mut self, vm: &Vm, obj: ObjId, offset: usize, before: &[u64]) -> u128 {
        let now = &vm.state.heap.words_of(obj)[offset..offset + before.len()];
        let mut shapes = std::mem::take(&mut self.shapes);
        let mut sum = 0u128;
        shapes.with(vm, &vm.state.heap, obj, |shape| {
            for (i, (&old, &new)) in before.iter().zip(now).enumerate() {
                if old == new {
                    continue;
                }
                // One word at a time, so that only what differs is looked at.
                let mut slots = [(0, 0, false); 2];
                let mut count = 0;
                for_each_slot(&shape, &[old], offset + i, |slot, value, is_ref| {
                    slots[count] = (slot, value, is_ref);
                    count += 1;
                });
                let mut index = 0;
                for_each_slot(&shape, &[new], offset + i, |slot, value, is_ref| {
                    let was = slots[index].1;
                    index += 1;
                    if was == value {
                        return;
                    }
                    if is_ref {
                        let (was, value) = (ObjId(was as u32), ObjId(value as u32));
                        sum = sum
                            .wrapping_sub(ref_term(slot, self.recorded(was)))
                            .wrapping_add(ref_term(slot, self.recorded(value)));
                        self.remove(vm, was, Referrer::Object(obj, slot));
                        self.add(vm, value, Referrer::Object(obj, slot));
                    } else {
                        sum = sum.wrapping_sub(value_term(slot, was)).wrapping_add(value_term(slot, value));
                    }
                });
            }
        });
        self.shapes = shapes;
        sum
    }

    /// The location on record, which is what contents of referrers are made of; zero for what is not held.
    pub fn recorded(&self, obj: ObjId) -> u128 {
        if obj.is_null() {
            0
        } else if obj < self.first_search_object {
            boot_location(obj)
        } else {
            self.nodes[self.at(obj)].location
        }
    }

    /// Finds depths and locations again after edges have changed.
    pub fn settle(&mut self, vm: &Vm) {
        // Edges that come and go may make ordinary objects of beads, whose locations are found in one more round.
        while !self.touched.is_empty() {
            self.settle_once(vm);
        }
        self.join(vm);
        if !self.touched.is_empty() {
            self.settle_once(vm);
        }
        debug_assert!(self.touched.is_empty() && self.candidates.is_empty(), "joining beads adds and removes nothing");
    }

    fn settle_once(&mut self, vm: &Vm) {
        self.round = self.round.checked_add(1).expect("fewer than 2^32 rounds in one search");
        let mut shapes = std::mem::take(&mut self.shapes);
        let (mut cut, mut queue) = self.cut(vm, &mut shapes);
        while let Some(Reverse((depth, obj))) = queue.pop() {
            let at = self.at(obj);
            if depth > self.nodes[at].depth || self.seen[at].settled == self.round {
                continue;
            }
            self.seen[at].settled = self.round;
            let before = self.nodes[at];
            let location = match mirror_location(vm, obj) {
                Some(location) => location,
                None => self.least_location(vm, obj, depth),
            };
            if !before.held {
                self.hold(vm, obj, &mut shapes);
            } else if before.depth == depth && before.location == location {
                continue;
            }
            let node = self.node_mut(obj);
            node.depth = depth;
            node.location = location;
            if location != before.location {
                self.mark_dirty(obj);
                self.announce(obj, before.location, location);
            }
            let mut strands = std::mem::take(&mut self.passed);
            let farther = |target: ObjId| self.nodes[self.at(target)].depth > depth;
            let next = |target, steps| {
                if farther(target) {
                    queue.push(Reverse((depth + steps, target)));
                }
            };
            self.for_each_next(vm, obj, &mut shapes, next, |strand| strands.push(strand));
            strands.drain(..).for_each(|strand| self.strands.moved(strand));
            self.passed = strands;
        }
        while let Some(obj) = cut.pop() {
            if self.nodes[self.at(obj)].depth == NO_DEPTH {
                self.let_go(vm, obj, &mut shapes);
            }
            cut.append(&mut self.dropped);
        }
        self.shapes = shapes;
    }

    /// Takes the depth from everything that lost its last referrer of the depth before. Returns those, and a queue of
    /// everything that has to be settled, by the least depth that it can have.
    #[allow(clippy::type_complexity)]
    fn cut(&mut self, vm: &Vm, shapes: &mut Shapes) -> (Vec<ObjId>, BinaryHeap<Reverse<(u32, ObjId)>>) {
        let mut cut = Vec::new();
        let mut queue = BinaryHeap::new();
        let touched = std::mem::take(&mut self.touched);
        let mut work: BinaryHeap<Reverse<(u32, ObjId)>> =
            touched.iter().map(|&obj| Reverse((self.nodes[self.at(obj)].depth, obj))).collect();
        while let Some(Reverse((depth, obj))) = work.pop() {
            let at = self.at(obj);
            if self.seen[at].cut == self.round {
                continue;
            }
            if depth != NO_DEPTH && (self.nodes[at].is_root && depth == 0 || self.has_referrer_before(obj, depth)) {
                queue.push(Reverse((depth, obj)));
                continue;
            }
            self.seen[at].cut = self.round;
            self.node_mut(obj).depth = NO_DEPTH;
            cut.push(obj);
            if self.nodes[at].held && depth != NO_DEPTH {
                let next = |target, steps| {
                    if self.nodes[self.at(target)].depth == depth + steps {
                        work.push(Reverse((depth + steps, target)));
                    }
                };
                self.for_each_next(vm, obj, shapes, next, |_| {});
            }
        }
        for &obj in cut.iter().chain(&touched) {
            let at = self.at(obj);
            let least = match self.nodes[at].is_root {
                true => 0,
                false => self.referrers[at].iter().map(|&r| self.next_depth(r)).min().unwrap_or(NO_DEPTH),
            };
            if least < self.nodes[at].depth {
                queue.push(Reverse((least, obj)));
            }
        }
        (cut, queue)
    }

    fn has_referrer_before(&self, obj: ObjId, depth: u32) -> bool {
        self.referrers[self.at(obj)].iter().any(|&r| self.next_depth(r) == depth)
    }

    fn least_location(&self, vm: &Vm, obj: ObjId, depth: u32) -> u128 {
        let referrers = self.referrers[self.at(obj)].iter().filter(|&&r| self.next_depth(r) == depth);
        let locations = referrers.map(|&referrer| match referrer {
            Referrer::Thread(thread, root) => root_location(vm.state.thread(thread).key, root),
            Referrer::Object(from, slot) => edge_location(vm, self.origin(vm, from), slot, obj),
        });
        locations.min().expect("invariant: an object with a depth has a referrer of the depth before")
    }

    /// Puts the references of an object on record.
    fn hold(&mut self, vm: &Vm, obj: ObjId, shapes: &mut Shapes) {
        let mut holding = Holding { vm, obj, locations: self, content: 0 };
        object_slots(vm, &vm.state.heap, obj, shapes, &mut holding);
        let content = holding.content;
        let node = self.node_mut(obj);
        node.held = true;
        node.content = content;
        self.mark_dirty(obj);
    }

    /// Takes the references of an object that is garbage off the record.
    fn let_go(&mut self, vm: &Vm, obj: ObjId, shapes: &mut Shapes) {
        let at = self.at(obj);
        if !self.nodes[at].held {
            return;
        }
        shapes.with(vm, &vm.state.heap, obj, |shape| {
            for_each_slot(&shape, vm.state.heap.words_of(obj), 0, |slot, value, is_ref| {
                if is_ref && value != 0 {
                    self.remove(vm, ObjId(value as u32), Referrer::Object(obj, slot));
                }
            });
        });
        let node = self.node_mut(obj);
        node.held = false;
        node.location = 0;
        node.content = 0;
        self.mark_dirty(obj);
    }

    /// Adjusts the terms of everything that refers to an object that has moved.
    fn announce(&mut self, obj: ObjId, before: u128, now: u128) {
        let referrers = std::mem::take(&mut self.referrers[obj.index() - self.first_search_object.index()]);
        for &referrer in &referrers {
            match referrer {
                Referrer::Object(from, slot) if from >= self.first_search_object => {
                    let node = self.node_mut(from);
                    node.content = node.content.wrapping_sub(ref_term(slot, before)).wrapping_add(ref_term(slot, now));
                    self.mark_dirty(from);
                }
                Referrer::Object(..) | Referrer::Thread(..) => self.moved.push(Moved { referrer, before, now }),
            }
        }
        let at = self.at(obj);
        self.referrers[at] = referrers;
    }

    /// What has to be adjusted elsewhere.
    pub fn take_moved(&mut self) -> Vec<Moved> {
        std::mem::take(&mut self.moved)
    }

    /// Takes the list back to use it again.
    pub fn give_back(&mut self, moved: Vec<Moved>) {
        self.moved = moved;
    }

    /// The record of an object.
    fn node(&self, obj: ObjId) -> &Located {
        &self.nodes[self.at(obj)]
    }
}
