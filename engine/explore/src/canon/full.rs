//! Canonicalization from scratch: a traversal of everything that was made since the search started. The referee.
//!
//! Which objects are beads (`paths/beads.rs`) depends on who refers to them, so everything is traversed twice: to find what
//! is there and who refers to it, and to name it.

use super::parts::{
    FactsTable, Locate, ON_STRAND, Root, Shapes, bead_location, boot_hash, boot_location, class_hash, edge_location,
    for_each_ref, for_each_slot, frame_hash, live_threads, mirror_location, object_hash, other_roots, ref_term,
    register_term, root_location, small_parts, strand_hash, value_term,
};
use super::paths::may_be_bead;
use super::strands::number_of;
use super::times::Times;
use super::traverse::{Namer, Traversal};
use braid_machine::state::{Changed, Heap, Init, Mark};
use braid_machine::vm::Vm;
use braid_program::{ClassId, ObjId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeMap;

/// Computes keys by traversal.
pub(super) struct Full {
    /// The heap when the search started.
    before: Heap,
    limit: ObjId,
    init: Vec<Init>,
    /// Objects from before that have ever been written or interned since.
    changed: FxHashSet<ObjId>,
    interned: FxHashSet<ObjId>,
    shapes: Shapes,
    table: FactsTable,
}

struct Locations {
    limit: ObjId,
    found: FxHashMap<ObjId, u128>,
    beads: Beads,
}

impl Locations {
    /// What a reference to an object counts as.
    fn counted(&self, vm: &Vm, obj: ObjId) -> u128 {
        if self.beads.slots.contains_key(&obj) { ON_STRAND } else { self.location(vm, obj) }
    }
}

impl Locate for Locations {
    fn location(&self, vm: &Vm, obj: ObjId) -> u128 {
        if obj.is_null() {
            0
        } else if obj < self.limit {
            boot_location(obj)
        } else {
            self.found.get(&obj).copied().or_else(|| mirror_location(vm, obj)).unwrap_or(0)
        }
    }
}

impl Full {
    pub fn new(vm: &Vm) -> Self {
        Full {
            before: vm.state.heap.clone(),
            limit: ObjId::new(vm.state.heap.object_count()),
            init: vm.state.inits().to_vec(),
            changed: FxHashSet::default(),
            interned: vm.state.interned_objects().clone(),
            shapes: Shapes::default(),
            table: FactsTable::default(),
        }
    }

    /// Takes note of what was written since a checkpoint.
    pub fn observe(&mut self, vm: &Vm, mark: &Mark) {
        let changes = vm.state.heap.changes_since(mark.heap());
        self.changed.extend(changes.map(|change| change.obj).filter(|&obj| obj < self.limit));
        self.changed.extend(vm.state.changes_since(mark).filter_map(|change| match change {
            Changed::Interned(obj) if obj < self.limit => Some(obj),
            Changed::Interned(_) | Changed::Class(_) | Changed::Thread(_) => None,
        }));
    }

    /// The key of the machine's state.
    pub fn key(&mut self, vm: &Vm) -> u128 {
        let locations = self.locate(vm);
        let mut sum = 0u128;
        let mut add = |part: u128| sum = sum.wrapping_add(part);
        for &obj in &self.changed {
            let now = content(vm, &vm.state.heap, obj, &mut self.shapes, &locations);
            let before = content(vm, &self.before, obj, &mut self.shapes, &locations);
            let interned = vm.state.is_interned(obj) && !self.interned.contains(&obj);
            add(boot_hash(vm, obj, self.before.header(obj).hash, interned, now.wrapping_sub(before)));
        }
        let mut strands: FxHashMap<(u128, u32), BTreeMap<u32, (ObjId, u128)>> = FxHashMap::default();
        for (&obj, &location) in &locations.found {
            let content = content(vm, &vm.state.heap, obj, &mut self.shapes, &locations);
            match locations.beads.places.get(&location) {
                None => add(object_hash(vm, obj, location, content)),
                Some(&BeadPlace { anchor, position }) => {
                    let digit = object_hash(vm, obj, ON_STRAND, content);
                    let strand = strands.entry((anchor, locations.beads.slots[&obj])).or_default();
                    strand.insert(position, (obj, digit));
                }
            }
        }
        for ((anchor, slot), beads) in strands {
            let number = number_of(beads.values().map(|&(_, digit)| digit));
            let (first, _) = beads[&0];
            add(strand_hash(vm, anchor, slot, first, beads.len() as u32, number));
        }
        for id in live_threads(vm) {
            let thread = vm.state.thread(id);
            for depth in 0..thread.frames.len() {
                let mut content = 0u128;
                self.table.for_each_live(vm, thread, depth, |register, value, is_ref| {
                    let term = match is_ref {
                        true => ref_term(register.into(), locations.counted(vm, ObjId(value as u32))),
                        false => register_term(thread, depth, register, value),
                    };
                    content = content.wrapping_add(term);
                });
                add(frame_hash(vm, thread, depth, content));
            }
        }
        for (index, &init) in vm.state.inits().iter().enumerate() {
            if init != self.init.get(index).copied().unwrap_or_default() {
                add(class_hash(vm, ClassId::new(index), init));
            }
        }
        let times = Times::of(vm, &mut self.table);
        sum.wrapping_add(small_parts(vm, &locations, &times))
    }

    /// Finds and names everything that was made since the search started and can be reached.
    fn locate(&mut self, vm: &Vm) -> Locations {
        let Full { limit, changed, shapes, table, .. } = self;
        let mut traversal = Traversal { limit: *limit, changed, shapes, table };
        let reached = traversal.names(vm, &mut Beads::default());
        let mut beads = Beads { slots: self.beads(vm, &reached), ..Beads::default() };
        let Full { limit, changed, shapes, table, .. } = self;
        let mut traversal = Traversal { limit: *limit, changed, shapes, table };
        let found = traversal.names(vm, &mut beads);
        Locations { limit: *limit, found, beads }
    }

    /// The beads among all objects that can be reached, with the slots that they hang by.
    fn beads(&mut self, vm: &Vm, reached: &FxHashMap<ObjId, u128>) -> FxHashMap<ObjId, u32> {
        let Full { limit, changed, shapes, table, .. } = self;
        // Who refers to an object, if it is only one.
        let mut referrers: FxHashMap<ObjId, Option<(ObjId, u32)>> = FxHashMap::default();
        let mut refer = |target: ObjId, from: Option<(ObjId, u32)>| {
            if target >= *limit {
                referrers.entry(target).and_modify(|known| *known = None).or_insert(from);
            }
        };
        for &obj in reached.keys().chain(changed.iter()) {
            for_each_ref(vm, &vm.state.heap, obj, shapes, |slot, target| refer(target, Some((obj, slot))));
        }
        for id in live_threads(vm) {
            let thread = vm.state.thread(id);
            other_roots(thread).into_iter().for_each(|(_, obj)| refer(obj, None));
            for depth in 0..thread.frames.len() {
                table.for_each_live(vm, thread, depth, |_, value, is_ref| {
                    if is_ref {
                        refer(ObjId(value as u32), None);
                    }
                });
            }
        }
        let heap = &vm.state.heap;
        let beads = referrers.into_iter().filter_map(|(obj, from)| {
            let (from, slot) = from?;
            let alike = from >= *limit && from != obj && heap.class_of(from) == heap.class_of(obj);
            (alike && may_be_bead(vm, obj, slot, *limit)).then_some((obj, slot))
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

/// Names as 128-bit hashes.
#[derive(Default)]
struct Beads {
    /// The beads and the slots that they hang by.
    slots: FxHashMap<ObjId, u32>,
    /// Where those that have names are, by name.
    places: FxHashMap<u128, BeadPlace>,
}

impl Namer for Beads {
    type Name = u128;

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
        let name = bead_location(vm, place.anchor, slot, target, place.position);
        self.places.insert(name, place);
        name
    }
}

/// The sum of the terms of an object's slots.
fn content(vm: &Vm, heap: &Heap, obj: ObjId, shapes: &mut Shapes, locations: &Locations) -> u128 {
    let mut sum = 0u128;
    shapes.with(vm, heap, obj, |shape| {
        for_each_slot(&shape, heap.words_of(obj), 0, |slot, value, is_ref| {
            let term = match is_ref {
                true => ref_term(slot, locations.counted(vm, ObjId(value as u32))),
                false => value_term(slot, value),
            };
            sum = sum.wrapping_add(term);
        });
    });
    sum
}
