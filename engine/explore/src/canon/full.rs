//! State keys from scratch: a traversal of everything that was made since the search started. The referee of `incremental`.
//!
//! Which objects are beads (`locations/beads.rs`) depends on what refers to them, so everything is traversed twice: to find
//! what is there and what refers to it, and to locate it.

use super::before::Before;
use super::encode::{self, Part, Sink, object_slots};
use super::hashing::{
    Hashing, Locate, ON_STRAND, bead_location, boot_location, edge_location, mirror_location, root_location,
    strand_hash,
};
use super::locations::may_be_bead;
use super::slots::{FactsTable, Root, Shapes, all_classes, for_each_ref, live_threads, other_roots};
use super::strands::number_of;
use super::traverse::{Locator, Traversal};
use braid_machine::state::Mark;
use braid_machine::vm::Vm;
use braid_program::ObjId;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Computes keys by traversal.
pub(super) struct Full {
    before: Before,
    shapes: Shapes,
    facts: FactsTable,
}

/// Where everything is that can be reached.
struct Reachable {
    first_search_object: ObjId,
    locations: FxHashMap<ObjId, u128>,
    beads: Beads,
}

impl Locate for Reachable {
    fn location(&self, vm: &Vm, obj: ObjId) -> u128 {
        if obj.is_null() {
            0
        } else if obj < self.first_search_object {
            boot_location(obj)
        } else {
            self.locations.get(&obj).copied().or_else(|| mirror_location(vm, obj)).unwrap_or(0)
        }
    }

    fn counted(&self, vm: &Vm, obj: ObjId) -> u128 {
        if self.beads.slots.contains_key(&obj) { ON_STRAND } else { self.location(vm, obj) }
    }
}

impl Full {
    pub fn new(vm: &Vm) -> Self {
        Self::from(Before::new(vm))
    }

    /// For keys of states after a checkpoint, the last one.
    pub fn since(vm: &Vm, mark: &Mark) -> Self {
        Self::from(Before::since(vm, mark))
    }

    fn from(before: Before) -> Self {
        Full { before, shapes: Shapes::default(), facts: FactsTable::default() }
    }

    /// Takes note of what was written since a checkpoint.
    pub fn observe(&mut self, vm: &Vm, mark: &Mark) {
        self.before.observe(vm, mark);
    }

    /// The key of the machine's state.
    pub fn key(&mut self, vm: &Vm) -> u128 {
        let found = self.locate(vm);
        let Full { before, shapes, facts } = self;
        let mut hashing = Hashing::new(vm, &found);
        encode::changed_objects(&mut hashing, vm, before, shapes);
        let mut strands: FxHashMap<(u128, u32), BTreeMap<u32, (ObjId, u128)>> = FxHashMap::default();
        for (&obj, &location) in &found.locations {
            let content =
                hashing.gather(Part::Object(obj), |slots| object_slots(vm, &vm.state.heap, obj, shapes, slots));
            match found.beads.places.get(&location) {
                None => encode::object(&mut hashing, vm, obj, location, content),
                Some(&BeadPlace { anchor, position }) => {
                    let digit = Hashing::of(vm, &found, |sink| encode::object(sink, vm, obj, ON_STRAND, content));
                    let strand = strands.entry((anchor, found.beads.slots[&obj])).or_default();
                    strand.insert(position, (obj, digit));
                }
            }
        }
        for ((anchor, slot), beads) in strands {
            let number = number_of(beads.values().map(|&(_, digit)| digit));
            let (first, _) = beads[&0];
            hashing.add(strand_hash(vm, anchor, slot, first, beads.len() as u32, number));
        }
        encode::all_but_objects(&mut hashing, vm, before, all_classes(vm), facts);
        hashing.sum()
    }

    /// Finds and locates everything that was made since the search started and can be reached.
    fn locate(&mut self, vm: &Vm) -> Reachable {
        let Full { before, shapes, facts } = self;
        let reached = Traversal { before, shapes, facts }.locate(vm, &mut Beads::default());
        let mut beads = Beads { slots: self.beads(vm, &reached), ..Beads::default() };
        let Full { before, shapes, facts } = self;
        let locations = Traversal { before, shapes, facts }.locate(vm, &mut beads);
        Reachable { first_search_object: self.before.first_search_object(), locations, beads }
    }

    /// The beads among all objects that can be reached, with the slots that they hang by.
    fn beads(&mut self, vm: &Vm, reached: &FxHashMap<ObjId, u128>) -> FxHashMap<ObjId, u32> {
        let Full { before, shapes, facts } = self;
        let first = before.first_search_object();
        // What refers to an object, if it is only one.
        let mut referrers: FxHashMap<ObjId, Option<(ObjId, u32)>> = FxHashMap::default();
        let mut refer = |target: ObjId, from: Option<(ObjId, u32)>| {
            if target >= first {
                referrers.entry(target).and_modify(|known| *known = None).or_insert(from);
            }
        };
        for &obj in reached.keys().chain(before.changed()) {
            for_each_ref(vm, &vm.state.heap, obj, shapes, |slot, target| refer(target, Some((obj, slot))));
        }
        for id in live_threads(vm) {
            let thread = vm.state.thread(id);
            other_roots(thread).into_iter().for_each(|(_, obj)| refer(obj, None));
            for depth in 0..thread.frames.len() {
                facts.for_each_live(vm, thread, depth, |_, value, is_ref| {
                    if is_ref {
                        refer(ObjId(value as u32), None);
                    }
                });
            }
        }
        let heap = &vm.state.heap;
        let beads = referrers.into_iter().filter_map(|(obj, from)| {
            let (from, slot) = from?;
            let alike = from >= first && from != obj && heap.class_of(from) == heap.class_of(obj);
            (alike && may_be_bead(vm, obj, slot, first)).then_some((obj, slot))
        });
        beads.collect()
    }
}

/// Where a bead is: on the strand of an anchor, with so many before it.
#[derive(Clone, Copy)]
struct BeadPlace {
    anchor: u128,
    position: u32,
}

/// Locations as 128-bit hashes.
#[derive(Default)]
struct Beads {
    /// The beads and the slots that they hang by.
    slots: FxHashMap<ObjId, u32>,
    /// Where those that were met are, by location.
    places: FxHashMap<u128, BeadPlace>,
}

impl Locator for Beads {
    type Location = u128;

    fn boot(&mut self, obj: ObjId) -> u128 {
        boot_location(obj)
    }

    fn mirror(&mut self, vm: &Vm, obj: ObjId) -> Option<u128> {
        mirror_location(vm, obj)
    }

    fn root(&mut self, thread: u64, root: Root) -> u128 {
        root_location(thread, root)
    }

    fn edge(&mut self, vm: &Vm, from: u128, slot: u32, target: ObjId) -> u128 {
        if !self.slots.contains_key(&target) {
            return edge_location(vm, from, slot, target);
        }
        let place = match self.places.get(&from) {
            Some(&BeadPlace { anchor, position }) => BeadPlace { anchor, position: position + 1 },
            None => BeadPlace { anchor: from, position: 0 },
        };
        let location = bead_location(vm, place.anchor, slot, target, place.position);
        self.places.insert(location, place);
        location
    }
}
